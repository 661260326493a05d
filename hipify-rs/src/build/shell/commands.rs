//! Simple commands of a shell script, by a reader that knows quotes, comments, continued lines,
//! substitutions and here-documents. Unbalanced text ends where the script does.

use super::super::flags;
use std::ops::Range;

/// Simple command; redirections are words like arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    pub(super) words: Vec<Range<usize>>,
    /// Number of words at its start that assign variables, with the keyword before them.
    pub(super) assigned: usize,
}

impl Command {
    /// Returns the word that names the program; `None` if the command only assigns.
    pub(super) fn program(&self, text: &str) -> Option<&Range<usize>> {
        let keywords =
            ["!", "do", "elif", "else", "env", "exec", "if", "sudo", "then", "time", "until", "while", "{"];
        self.words[self.assigned..].iter().find(|word| !keywords.contains(&&text[(*word).clone()]))
    }
}

/// Words before assignments that leave them assignments.
const DECLARING: [&str; 7] = ["declare", "do", "else", "export", "local", "readonly", "then"];

/// Returns the commands of a script; those in `$(…)` follow the one around them.
pub(super) fn read(text: &str) -> Vec<Command> {
    let mut found = Vec::new();
    let mut reader = Reader { text, bytes: text.as_bytes(), heres: Vec::new() };
    reader.list(0, text.len(), &mut found);
    found
}

/// Returns the name and the value of a word that assigns: `NAME=value`, `NAME+="a b"`, `NAME=(a b)`. The
/// value is without its quotes or parentheses.
pub(super) fn assignment(text: &str, word: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let (before, value) = text[word.clone()].split_once('=')?;
    let name = before.strip_suffix('+').unwrap_or(before);
    let is_name = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let inner = [('"', '"'), ('\'', '\''), ('(', ')')]
        .into_iter()
        .find_map(|(open, close)| value.strip_prefix(open)?.strip_suffix(close));
    let skipped = usize::from(inner.is_some());
    let range = word.start + before.len() + 1 + skipped..word.end - skipped;
    is_name.then_some((word.start..word.start + name.len(), range))
}

/// Iterates over the names of the variables in a text: `$NAME`, `${NAME:-other}`.
pub(super) fn references(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('$').filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        (end > 0).then_some(&rest[..end])
    })
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// Ends of the here-documents that begin on the next line.
    heres: Vec<&'a str>,
}

impl Reader<'_> {
    /// Adds the commands of a range.
    fn list(&mut self, from: usize, end: usize, found: &mut Vec<Command>) {
        let (mut at, mut start) = (from, from);
        let mut inner = Vec::new();
        while at < end {
            let begins = at == start || matches!(self.bytes[at - 1], b' ' | b'\t');
            match self.bytes[at] {
                b'#' if begins => {
                    self.command(start..at, found);
                    at = self.line_end(at, end);
                    start = at;
                }
                b'\n' => {
                    self.command(start..at, found);
                    at = self.skip_heres(at + 1, end);
                    start = at;
                }
                b'<' if self.text[at..end].starts_with("<<<") => at += 3,
                b'<' if self.text[at..end].starts_with("<<") => at = self.here(at + 2, end),
                b';' | b'|' | b'&' => {
                    // `2>&1`, `&>log`
                    let redirects = self.bytes[at] == b'&'
                        && (at > start && self.bytes[at - 1] == b'>'
                            || self.bytes.get(at + 1) == Some(&b'>'));
                    at += 1;
                    if !redirects {
                        self.command(start..at - 1, found);
                        start = at;
                    }
                }
                b'(' if at > start && self.bytes[at - 1] == b'=' => {
                    at = (self.group(at, end, &mut inner) + 1).min(end);
                }
                b'(' | b')' => {
                    self.command(start..at, found);
                    at += 1;
                    start = at;
                }
                _ => at = self.step(at, end, &mut inner),
            }
        }
        self.command(start..end, found);
        for range in inner {
            self.list(range.start, range.end, found);
        }
    }

    /// Returns the position after a character, a quoted text or a substitution; its commands are added to
    /// `inner`.
    fn step(&self, at: usize, end: usize, inner: &mut Vec<Range<usize>>) -> usize {
        match self.bytes[at] {
            b'\\' => (at + 2).min(end),
            b'\'' => (self.find(at + 1, end, b'\'') + 1).min(end),
            b'"' => {
                let mut at = at + 1;
                while at < end && self.bytes[at] != b'"' {
                    at = if self.bytes[at] == b'\'' { at + 1 } else { self.step(at, end, inner) };
                }
                (at + 1).min(end)
            }
            b'`' => {
                let close = self.find(at + 1, end, b'`');
                inner.push(at + 1..close);
                (close + 1).min(end)
            }
            b'$' if self.bytes.get(at + 1) == Some(&b'(') && at + 1 < end => {
                let close = self.group(at + 1, end, &mut Vec::new());
                inner.push(at + 2..close);
                (close + 1).min(end)
            }
            _ => at + 1,
        }
    }

    /// Returns the parenthesis that closes the one at `at`, or the end.
    fn group(&self, at: usize, end: usize, inner: &mut Vec<Range<usize>>) -> usize {
        let (mut at, mut depth) = (at, 0usize);
        while at < end {
            match self.bytes[at] {
                b'(' => depth += 1,
                b')' if depth == 1 => return at,
                b')' => depth -= 1,
                _ => {
                    at = self.step(at, end, inner);
                    continue;
                }
            }
            at += 1;
        }
        end
    }

    fn find(&self, from: usize, end: usize, wanted: u8) -> usize {
        self.bytes[from.min(end)..end].iter().position(|&b| b == wanted).map_or(end, |n| from + n)
    }

    fn line_end(&self, from: usize, end: usize) -> usize {
        self.text[from..end].find('\n').map_or(end, |n| from + n)
    }

    /// Notes the end of a here-document: `<<END`, `<<-'END'`.
    fn here(&mut self, from: usize, end: usize) -> usize {
        let rest = &self.text[from..end];
        let word = rest.trim_start_matches('-').trim_start_matches([' ', '\t']);
        let length = word.find(|c: char| c.is_whitespace() || matches!(c, ';' | '|' | '&' | ')' | '>'));
        let word = &word[..length.unwrap_or(word.len())];
        let name = word.trim_matches(['"', '\'', '\\']);
        // `1 << 3` is no document.
        if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            self.heres.push(name);
        }
        from
    }

    /// Returns the position after the here-documents that begin here.
    fn skip_heres(&mut self, from: usize, end: usize) -> usize {
        let mut at = from;
        for name in std::mem::take(&mut self.heres) {
            loop {
                let line = &self.text[at..self.line_end(at, end)];
                let next = (at + line.len() + 1).min(end);
                if line.trim() == name || next == end {
                    at = next;
                    break;
                }
                at = next;
            }
        }
        at
    }

    fn command(&self, range: Range<usize>, found: &mut Vec<Command>) {
        let mut words: Vec<Range<usize>> = Vec::new();
        for word in flags::words(self.text, range) {
            // `NAME=(a b)` is one word.
            let is_open = |last: &Range<usize>| {
                let text = &self.text[last.clone()];
                text.contains("=(") && !text.ends_with(')')
            };
            match words.last_mut().filter(|last| is_open(last)) {
                Some(last) => last.end = word.end,
                None => words.push(word),
            }
        }
        if words.is_empty() {
            return;
        }
        let assigns = |word: &Range<usize>| {
            assignment(self.text, word).is_some() || DECLARING.contains(&&self.text[word.clone()])
        };
        let assigned = words.iter().take_while(|word| assigns(word)).count();
        // A keyword alone assigns nothing.
        let has_one = words[..assigned].iter().any(|word| assignment(self.text, word).is_some());
        found.push(Command { words, assigned: if has_one { assigned } else { 0 } });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let show = |command: Command| {
            let words: Vec<&str> = command.words.iter().map(|word| &text[word.clone()]).collect();
            format!("{} {}", command.assigned, words.join("|"))
        };
        read(text).into_iter().map(show).collect()
    }

    #[test]
    fn commands_are_told_apart() {
        let text = "A=1 export B=\"c d\" x y # no\nif nvcc -o $(basename a;b) \\\n f.cu 2>&1 && ./a; then (c) fi\n\
                    F=(-O2 \"-g x\")\ncat <<END >f\nnvcc g.cu\nEND\necho '#;' `d`|e\n";
        let found = shown(text);
        assert_eq!(
            found,
            [
                "3 A=1|export|B=\"c d\"|x|y",
                "0 if|nvcc|-o|$(basename a;b)|f.cu|2>&1",
                "0 ./a",
                "0 then",
                "0 c",
                "0 fi",
                "1 F=(-O2 \"-g x\")",
                "0 cat|<<END|>f",
                "0 echo|'#;'|`d`",
                "0 e",
                "0 basename|a",
                "0 b",
                "0 d",
            ]
        );
        assert_eq!(shown("a \"b\nc'd $(e").last().map(String::as_str), Some("0 e"));
    }

    #[test]
    fn values_and_names() {
        let value = |text: &str| {
            assignment(text, &(0..text.len())).map(|(n, v)| (text[n].to_owned(), text[v].to_owned()))
        };
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(value("A=\"b c\""), pair("A", "b c"));
        assert_eq!(value("A+=(b c)"), pair("A", "b c"));
        assert_eq!(value("A="), pair("A", ""));
        assert_eq!(value("-arch=sm_70"), None);
        assert_eq!(references("$A/${B:-c} $(d) \"${E[@]}\"").collect::<Vec<_>>(), ["A", "B", "E"]);
    }
}
