//! Names that are nearly right: what somebody who named no story may have meant.

#[cfg(feature = "lab")]
use std::fs;
use std::path::Path;

/// Names suggested at most.
const SUGGESTED: usize = 3;

/// So many names nobody reads.
const MANY: usize = 20;

/// That there is no such thing, and which there are of nearly that name.
pub fn unknown(what: &str, name: &str, known: &[String]) -> String {
    let near = near(name, known);
    let kind = match Path::new(name).extension() {
        Some(_) => format!("no file and no {what}"),
        None => format!("no {what}"),
    };
    match near.is_empty() {
        true if known.len() > MANY => format!(
            "there is {kind} {name}, and none of the {} has nearly that name",
            known.len()
        ),
        true => format!("there is {kind} {name}; there are {}", known.join(", ")),
        false => format!("there is {kind} {name}; near it there is {}", near.join(", ")),
    }
}

/// Nearest first: names that share words with it, or differ in few letters.
fn near<'a>(name: &str, known: &'a [String]) -> Vec<&'a str> {
    let name = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".story");
    let name = name.to_lowercase().replace(['-', ' '], "_");
    let words: Vec<&str> = name.split('_').filter(|word| word.len() > 2).collect();
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    for other in known {
        let shared = words
            .iter()
            .filter(|word| other.split('_').any(|own| own == **word))
            .count();
        let distance = strsim::levenshtein(&name, other);
        if distance <= name.len() / 3 || 2 * shared > words.len() {
            found.push((words.len() - shared, distance, other));
        }
    }
    found.sort_by_key(|(missing, distance, name)| (*distance + 4 * missing, *name));
    found.into_iter().take(SUGGESTED).map(|(_, _, name)| name).collect()
}

/// The names of the files in a folder that end so, in order.
#[cfg(feature = "lab")]
pub fn names_in(folder: &str, extension: &str) -> std::io::Result<Vec<String>> {
    let paths = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wanted = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    let mut names: Vec<String> = wanted
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<String> {
        [
            "the_life_of_a_batch",
            "acks_all_waits",
            "two_divergent_tails_meet",
            "longest_log_does_not_win",
        ]
        .map(String::from)
        .to_vec()
    }

    #[test]
    fn a_name_with_a_slip_is_found() {
        assert_eq!(near("the_live_of_a_batch", &known()), ["the_life_of_a_batch"]);
        assert_eq!(
            near("stories/The-Life-of-a-Batch.story", &known()),
            ["the_life_of_a_batch"]
        );
        assert_eq!(near("divergent_tails", &known()), ["two_divergent_tails_meet"]);
        assert!(near("zookeeper", &known()).is_empty());
    }

    #[test]
    fn what_is_near_is_said() {
        assert_eq!(
            unknown("story", "the_life_of_batch", &known()),
            "there is no story the_life_of_batch; near it there is the_life_of_a_batch"
        );
        assert!(unknown("story", "zookeeper", &known()).starts_with("there is no story zookeeper; there are the_life"));
        assert!(unknown("story", "my.story", &known()).starts_with("there is no file and no story my.story; "));
    }
}
