//! Lines of a module's text, and the source lines that they were made from (`.file`, `.loc`).

use std::collections::BTreeMap;

/// A line of PTX.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    /// Its text.
    pub text: String,
    /// File and line of the source, if known.
    pub source: Option<(String, u32)>,
}

/// Returns those lines of a text that are in `wanted`, by number from 1.
pub fn find(text: &str, wanted: impl Fn(u32) -> bool) -> BTreeMap<u32, Line> {
    let mut files = BTreeMap::new();
    for line in text.lines().filter_map(|line| line.trim_start().strip_prefix(".file")) {
        let mut words = line.trim().splitn(2, char::is_whitespace);
        if let (Some(Ok(number)), Some(name)) = (words.next().map(str::parse::<u32>), words.next())
            && let Some(name) = name.split('"').nth(1)
        {
            files.insert(number, name.to_owned());
        }
    }
    let mut found = BTreeMap::new();
    let mut source = None;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if let Some(place) = trimmed.strip_prefix(".loc") {
            let mut words = place.split_whitespace().map(|word| word.trim_end_matches(',').parse::<u32>());
            if let (Some(Ok(file)), Some(Ok(line))) = (words.next(), words.next()) {
                source = files.get(&file).map(|name| (name.clone(), line)).filter(|_| line > 0);
            }
        } else if trimmed.starts_with(".entry") || trimmed.contains(" .entry ") || trimmed.contains(".func ")
        {
            source = None;
        }
        if wanted(number) {
            found.insert(number, Line { text: trimmed.to_owned(), source: source.clone() });
        }
    }
    found
}
