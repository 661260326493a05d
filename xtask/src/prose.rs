//! Measures of the prose: doc comments that open with a question word, relative pronouns of persons,
//! functions named by a particle.
//!
//! Read line by line, without a parser: a comment at the end of a line of code is not counted.

use crate::sources::{self, Source};
use crate::workspace::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Words that a doc comment does not open with.
const OPENINGS: &[&str] =
    &["What", "Who", "Whom", "Whose", "Where", "Which", "How", "So", "As", "That", "Whether"];

/// Pronouns of persons; threads, streams and blocks are things.
const PRONOUNS: &[&str] = &["who", "whom", "whose"];

/// Words that say nothing as the name of a function.
const PARTICLES: &[&str] = &[
    "above", "again", "ahead", "alike", "along", "any", "apart", "apiece", "asked", "away", "before",
    "behind", "below", "beneath", "beside", "between", "beyond", "by", "down", "due", "either", "given",
    "here", "in", "inside", "known", "made", "meant", "met", "near", "of", "off", "on", "one", "others",
    "out", "outside", "own", "per", "said", "so", "such", "taken", "then", "there", "through", "thus", "to",
    "told", "under", "up", "upon", "within", "without",
];

/// Limits over the whole workspace.
const OPENINGS_PERCENT: f64 = 3.0;
const PRONOUNS_PER_1000: f64 = 0.9;
const PARTICLES_PERCENT: f64 = 0.5;

/// Arguments of `cargo xtask prose`.
#[derive(clap::Args, Debug)]
pub(crate) struct Request {
    /// Beginnings of paths, from the root of the workspace; everything if none is given
    paths: Vec<String>,
    /// Print each place instead of the table
    #[arg(long)]
    list: bool,
}

/// Counts over some files, and the places that count against them.
#[derive(Default)]
struct Measures {
    docs: usize,
    openings: usize,
    words: usize,
    pronouns: usize,
    functions: usize,
    particles: usize,
    /// `path:line: text`.
    places: Vec<String>,
}

impl Measures {
    fn add(&mut self, file: &Source) {
        // Kind of comment on the line before: a block of lines with one kind is one doc comment.
        let mut before = "";
        for (number, line) in file.text.lines().enumerate() {
            let line = line.trim_start();
            let kind = ["///", "//!", "//"].into_iter().find(|kind| line.starts_with(kind)).unwrap_or("");
            let opens = kind.len() == 3 && kind != before;
            before = kind;
            let mut report = || self.places.push(format!("{}:{}: {line}", file.path, number + 1));
            if kind.is_empty() {
                for name in function_names(line) {
                    self.functions += 1;
                    if PARTICLES.contains(&name) {
                        self.particles += 1;
                        report();
                    }
                }
                continue;
            }
            let words: Vec<&str> = line[kind.len()..]
                .split(|c: char| !c.is_alphanumeric() && c != '\'')
                .filter(|w| !w.is_empty())
                .collect();
            let pronouns =
                words.iter().filter(|word| PRONOUNS.contains(&word.to_lowercase().as_str())).count();
            let asks = opens && words.first().is_some_and(|word| OPENINGS.contains(word));
            if pronouns > 0 || asks {
                report();
            }
            self.docs += usize::from(opens);
            self.openings += usize::from(asks);
            self.words += words.len();
            self.pronouns += pronouns;
        }
    }

    fn openings_percent(&self) -> f64 {
        ratio(self.openings, self.docs, 100.0)
    }

    fn pronouns_per_1000(&self) -> f64 {
        ratio(self.pronouns, self.words, 1000.0)
    }

    fn particles_percent(&self) -> f64 {
        ratio(self.particles, self.functions, 100.0)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are far below 2^52")]
fn ratio(part: usize, whole: usize, scale: f64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 * scale }
}

/// Names of the functions that a line of code declares.
fn function_names(code: &str) -> impl Iterator<Item = &str> {
    let declarations = code.match_indices("fn ").filter(|(at, _)| {
        !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_') && !code[..*at].contains('"')
    });
    declarations.filter_map(|(at, keyword)| {
        let rest = &code[at + keyword.len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        (end > 0 && rest[end..].starts_with(['(', '<'])).then(|| &rest[..end])
    })
}

/// Rust sources that people write.
fn written(sources: &[Source]) -> impl Iterator<Item = &Source> {
    sources.iter().filter(|source| !source.is_manifest() && !source.is_generated())
}

/// Returns a line for each measure over its limit.
pub(crate) fn complaints(sources: &[Source]) -> Vec<String> {
    let mut all = Measures::default();
    written(sources).for_each(|source| all.add(source));
    let measures = [
        (all.openings_percent(), OPENINGS_PERCENT, "% of doc comments open with What, Who, Where …"),
        (all.pronouns_per_1000(), PRONOUNS_PER_1000, "of 1,000 words of comments are who, whom or whose"),
        (all.particles_percent(), PARTICLES_PERCENT, "% of functions are named by a particle"),
    ];
    let over = measures.into_iter().filter(|(measure, limit, _)| measure > limit);
    over.map(|(measure, limit, text)| {
        format!("prose: {measure:.1} {text}; at most {limit} (`cargo xtask prose --list`)")
    })
    .collect()
}

/// Returns the table, or the places.
///
/// # Errors
/// A source cannot be read.
pub(crate) fn run(request: &Request) -> Outcome<String> {
    let (sources, unreadable) = sources::all();
    if !unreadable.is_empty() {
        return Err(unreadable.join("\n"));
    }
    let chosen = |source: &&Source| {
        request.paths.is_empty() || request.paths.iter().any(|path| source.path.starts_with(path.as_str()))
    };
    let mut crates: BTreeMap<&str, Measures> = BTreeMap::new();
    let mut all = Measures::default();
    for source in written(&sources).filter(chosen) {
        let directory = source.path.split('/').next().unwrap_or_default();
        crates.entry(directory).or_default().add(source);
        all.add(source);
    }
    if request.list {
        return Ok(all.places.join("\n"));
    }
    let mut table = String::from("directory      docs  open %   words  who ‰  functions  particle %\n");
    for (name, m) in crates.iter().chain([(&"all", &all)]) {
        let _ = writeln!(
            table,
            "{name:12} {:6} {:7.1} {:7} {:6.1} {:10} {:11.1}",
            m.docs,
            m.openings_percent(),
            m.words,
            m.pronouns_per_1000(),
            m.functions,
            m.particles_percent()
        );
    }
    Ok(table.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measures(text: &str) -> Measures {
        let mut measures = Measures::default();
        measures.add(&Source { path: "a.rs".to_owned(), text: text.to_owned() });
        measures
    }

    #[test]
    fn openings_of_doc_comments() {
        let m =
            measures("//! Where it is.\n//! What follows is the same comment.\n\n/// A ring.\nfn f() {}\n");
        assert_eq!((m.docs, m.openings), (2, 1));
        assert_eq!(m.places, ["a.rs:1: //! Where it is."]);
    }

    #[test]
    fn pronouns_and_names() {
        let m = measures("// A block who waits, whose turn it is.\nfn of(a: fn(u8)) {} fn profile<T>() {}\n");
        assert_eq!((m.words, m.pronouns), (8, 2));
        assert_eq!((m.functions, m.particles), (2, 1));
        assert_eq!(m.places.len(), 2);
    }

    #[test]
    fn texts_are_no_declarations() {
        assert_eq!(measures("let a = \"fn of()\";\n").functions, 0);
    }
}
