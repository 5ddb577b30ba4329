//! Cuts a line of a story into words, each with the column at which it stands.
//!
//! Words are separated by blanks. `key=value` is one word. Double quotes hold blanks together, anywhere in a word; within
//! them `\"` is a quote, `\\` a backslash and `\t` a tab. A `#` at the beginning of a word starts a comment.

use super::error::{Code, StoryError};

/// One word of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Present in `key=value`: what stands before the first unquoted `=`.
    pub key: Option<String>,
    /// The word, or the value of `key=value`, without its quotes.
    pub text: String,
    /// Where the word begins, from 1, in characters.
    pub column: u32,
    /// Where the value begins.
    pub text_column: u32,
    /// The column after its last character.
    pub end: u32,
}

impl Token {
    /// The word as it may be quoted back.
    pub fn whole(&self) -> String {
        match &self.key {
            Some(key) => format!("{key}={}", self.text),
            None => self.text.clone(),
        }
    }
}

/// Cuts line number `line` into words. Comments are left out.
pub fn tokens(line: u32, text: &str) -> Result<Vec<Token>, StoryError> {
    let mut found = Vec::new();
    let mut rest = text.chars().zip(1..).peekable();
    loop {
        while rest.next_if(|(c, _)| c.is_whitespace()).is_some() {}
        match rest.peek() {
            None | Some(('#', _)) => return Ok(found),
            Some(_) => found.push(word(line, &mut rest)?),
        }
    }
}

fn word(line: u32, rest: &mut std::iter::Peekable<impl Iterator<Item = (char, u32)>>) -> Result<Token, StoryError> {
    let column = rest.peek().map_or(1, |(_, column)| *column);
    let mut token = Token {
        key: None,
        text: String::new(),
        column,
        text_column: column,
        end: column,
    };
    let mut quoted_from = None;
    let mut was_quoted = false;
    while let Some((c, at)) = rest.next_if(|(c, _)| quoted_from.is_some() || !c.is_whitespace()) {
        token.end = at + 1;
        match (c, quoted_from) {
            ('"', None) => {
                quoted_from = Some(at);
                was_quoted = true;
            }
            ('"', Some(_)) => quoted_from = None,
            ('\\', Some(_)) => match rest.next() {
                Some((escaped @ ('"' | '\\'), _)) => token.text.push(escaped),
                Some(('t', _)) => token.text.push('\t'),
                _ => {
                    let expected = "within quotes a backslash comes before a quote, another backslash or a t for a tab";
                    return Err(StoryError::new(Code::BadValue, (line, at), "\\", expected));
                }
            },
            ('=', None) if token.key.is_none() && !was_quoted && !token.text.is_empty() => {
                token.key = Some(std::mem::take(&mut token.text));
                token.text_column = at + 1;
            }
            (c, _) if c.is_control() => {
                let found = format!("U+{:04X}", u32::from(c));
                return Err(StoryError::new(
                    Code::ControlCharacter,
                    (line, at),
                    found,
                    "plain text is right",
                ));
            }
            (c, _) => token.text.push(c),
        }
    }
    match quoted_from {
        Some(at) => {
            let found: String = token.text.chars().take(20).collect();
            let expected = "a closing \" belongs on the same line";
            Err(StoryError::new(
                Code::UnclosedQuote,
                (line, at),
                format!("\"{found}"),
                expected,
            ))
        }
        None => Ok(token),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str, u32)]) {
        let found = tokens(1, text).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|t| (t.key.as_deref().unwrap_or(""), t.text.as_str(), t.column))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn words_keys_quotes_and_comments() {
        check("", &[]);
        check("  # only a comment", &[]);
        check("crash b1 # now", &[("", "crash", 1), ("", "b1", 7)]);
        check(
            "produce t k#1 acks=1",
            &[("", "produce", 1), ("", "t", 9), ("", "k#1", 11), ("acks", "1", 15)],
        );
        check(
            r#"say a "b  c" text="d=e""#,
            &[("", "say", 1), ("", "a", 5), ("", "b  c", 7), ("text", "d=e", 14)],
        );
        check(r#"x "a \"b\" \\""#, &[("", "x", 1), ("", r#"a "b" \"#, 3)]);
        check(r#""a=b""#, &[("", "a=b", 1)]);
        check(r#""a\tb""#, &[("", "a\tb", 1)]);
        check("v=a=b w=", &[("v", "a=b", 1), ("w", "", 7)]);
        check("é=ü x", &[("é", "ü", 1), ("", "x", 5)]);
    }

    #[test]
    fn what_cannot_be_cut_is_said_with_its_place() {
        let at = |text: &str| tokens(3, text).map_err(|e| (e.code, e.line, e.column));
        assert_eq!(at("say \"a"), Err((Code::UnclosedQuote, 3, 5)));
        assert_eq!(at("say a\u{7}"), Err((Code::ControlCharacter, 3, 6)));
        assert_eq!(at("say \"a\\n\""), Err((Code::BadValue, 3, 7)));
    }
}
