//! Table of nvcc options and their equivalents for hipcc.

use super::file::Build;
use crate::report::Reason;
use std::ops::Range;

/// Text of the table.
const TABLE: &str = include_str!("../../map/nvcc_flags.tsv");

struct Row {
    value: &'static str,
    becomes: &'static str,
    nvcc: bool,
    note: &'static str,
}

fn row(flag: &str) -> Option<Row> {
    let found = tsv::table::<5>(TABLE).find(|&[name, ..]| name == flag);
    found.map(|[_, value, becomes, only, note]| Row { value, becomes, nvcc: only == "nvcc", note })
}

/// Splits a command into words like a shell: quotes, `$(…)` and `${…}` group.
pub(super) fn words(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), range.start);
    while at < range.end {
        let continues = bytes[at] == b'\\' && matches!(bytes.get(at + 1), Some(b'\n' | b'\r'));
        if bytes[at].is_ascii_whitespace() || continues {
            at += 1;
            continue;
        }
        let (start, mut quote, mut depth) = (at, None, 0usize);
        while at < range.end {
            match (quote, bytes[at]) {
                (Some(q), b) if b == q => quote = None,
                (Some(_), _) => {}
                (None, b @ (b'"' | b'\'')) => quote = Some(b),
                (None, b'(' | b'{')
                    if at > 0 && bytes[at - 1] == b'$' || depth > 0 && matches!(bytes[at], b'(' | b'{') =>
                {
                    depth += 1;
                }
                (None, b')' | b'}') if depth > 0 => depth -= 1,
                (None, b) if depth == 0 && b.is_ascii_whitespace() => break,
                (None, b'\\') if depth == 0 && matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => break,
                _ => {}
            }
            at += 1;
        }
        found.push(start..at);
    }
    found
}

/// Strips quotes from a word.
fn bare(text: &str, word: &Range<usize>) -> Range<usize> {
    let inner = &text[word.clone()];
    for quote in ['"', '\''] {
        if inner.len() > 1 && inner.starts_with(quote) && inner.ends_with(quote) {
            return word.start + 1..word.end - 1;
        }
    }
    word.clone()
}

/// Translates options among words. `nvcc` states that the words are nvcc's; otherwise only options that no
/// other compiler has are translated.
pub(super) fn run(build: &mut Build<'_>, words: &[Range<usize>], nvcc: bool) {
    let mut n = 0;
    while n < words.len() {
        let at = bare(build.text, &words[n]);
        let word = &build.text[at.clone()];
        let (flag, joined) = word.split_once('=').map_or((word, None), |(flag, value)| (flag, Some(value)));
        let known = flag.starts_with('-').then(|| row(flag)).flatten().filter(|row| nvcc || !row.nvcc);
        let Some(known) = known else {
            n += 1;
            continue;
        };
        let next = words.get(n + 1).map(|w| &build.text[bare(build.text, w)]);
        let (value, taken) = match (known.value, joined, next) {
            ("none", None, _) => ("", 1),
            ("joined" | "both", Some(value), _) => (value, 1),
            ("both" | "next", None, Some(next)) => (next, 2),
            ("warning", Some(kinds), _) if is_warning(kinds) => (kinds, 1),
            ("warning", None, Some(next)) if is_warning(next) => (next, 2),
            _ => {
                n += 1;
                continue;
            }
        };
        if !known.note.is_empty() {
            let goes = if known.becomes.is_empty() { " is removed" } else { "" };
            build.note(at.start, Reason::Look, format!("`{flag}`{goes}: {}", known.note));
        }
        let value = if flag.ends_with("-std") { standard(build, value) } else { value };
        let with = becomes(known.becomes, value);
        replace(build, words, n, taken, &with);
        n += taken;
    }
}

/// Returns a standard of C++: 17 instead of an older one if AMD's CUB or Thrust is used.
pub(super) fn standard<'t>(build: &Build<'_>, value: &'t str) -> &'t str {
    let year = value.trim_start_matches("c++").trim_start_matches("gnu++");
    let is_old = matches!(year, "98" | "03" | "0x" | "11" | "1y" | "14");
    match build.options.parallel_algorithms && is_old {
        true if value == year => "17",
        true => "c++17",
        false => value,
    }
}

/// Returns whether a word is a list of warning kinds after nvcc's `-Werror`. In other compilers that option
/// takes no value.
fn is_warning(kinds: &str) -> bool {
    let known =
        ["all-warnings", "cross-execution-space-call", "default-stream-launch", "deprecated-declarations"];
    let known = |kind: &str| {
        known.contains(&kind)
            || matches!(kind, "ext-lambda-captures-this" | "missing-launch-bounds" | "reorder")
    };
    kinds.split(',').all(known)
}

fn becomes(pattern: &str, value: &str) -> String {
    let on = |yes: &'static str| if matches!(value, "true" | "1") { yes } else { "" };
    match pattern {
        "{rdc}" => on("-fgpu-rdc").to_owned(),
        // Kinds that clang has too are warnings about host code.
        "{warning}" if value == "all-warnings" => "-Werror".to_owned(),
        "{warning}" => String::new(),
        "{x}" => format!("-x {}", if value == "cu" { "hip" } else { value }),
        "{ftz}" => on("-fgpu-flush-denormals-to-zero").to_owned(),
        "-ffp-contract={fmad}" => {
            format!("-ffp-contract={}", if on("x").is_empty() { "off" } else { "fast" })
        }
        // `-Xcompiler -Wall,-Wextra`
        "{}" => value.trim_matches(['"', '\'']).replace(',', " "),
        _ => pattern.replace("{}", value),
    }
}

/// Replaces some words. If they are removed, so is the space before them on their line.
fn replace(build: &mut Build<'_>, words: &[Range<usize>], first: usize, count: usize, with: &str) {
    let at = words[first].start..words[first + count - 1].end;
    let text = build.text;
    // In a list of CMake's, also one in a generator expression, a space would not separate two options.
    let is_listed = text[..at.start].ends_with(';') || text[at.end..].starts_with([';', '>']);
    let with = if is_listed { with.replace(' ', ";") } else { with.to_owned() };
    if !with.is_empty() {
        return build.edit(at, with);
    }
    let blank = |range: &Range<usize>| text[range.clone()].bytes().all(|b| matches!(b, b' ' | b'\t'));
    let after = words.get(first + count).map(|next| at.end..next.start).filter(blank);
    let before = text[..at.start].len() - text[..at.start].trim_end_matches([' ', '\t']).len();
    match after {
        Some(gap) => build.edit(at.start..gap.end, ""),
        None => build.edit(at.start - before..at.end, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_group_words() {
        let text = "a \"b c\" $(d e) f='g h' \\\n i";
        let found: Vec<_> = words(text, 0..text.len()).into_iter().map(|r| &text[r]).collect();
        assert_eq!(found, ["a", "\"b c\"", "$(d e)", "f='g h'", "i"]);
    }
}
