//! The stories that come with the page, in the order in which it offers them.

use crate::language::error::{Code, StoryError};
use crate::language::value::quoted;
use crate::story::{summary, title};

/// A story by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// File name without its ending.
    pub name: &'static str,
    /// Without recorded output.
    pub text: &'static str,
}

impl Listed {
    /// The name as a sentence.
    pub fn title(&self) -> String {
        title(self.name)
    }

    /// The first comment line.
    pub fn summary(&self) -> String {
        summary(self.text)
    }
}

macro_rules! stories {
    ($($name:literal),* $(,)?) => {
        /// Every story.
        pub const STORIES: &[Listed] = &[
            $(Listed { name: $name, text: include_str!(concat!(env!("OUT_DIR"), "/", $name, ".story")) }),*
        ];
    };
}

stories! {
    "the_life_of_a_batch",
}

/// A story by its name.
pub fn find(name: &str) -> Result<&'static Listed, StoryError> {
    STORIES.iter().find(|story| story.name == name).ok_or_else(|| {
        let names: Vec<&str> = STORIES.iter().map(|story| story.name).collect();
        StoryError::new(
            Code::UnknownStory,
            (1, 1),
            quoted(name),
            format!("stories are {}", names.join(", ")),
        )
    })
}
