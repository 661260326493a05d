//! Words of two lines that differ, for reports that mark them.

use similar::{Algorithm, DiffOp};

/// A piece of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part<'a> {
    /// Both lines have it.
    Same(&'a str),
    /// The other line has something else there, or nothing.
    Changed(&'a str),
}

/// A line's words, its runs of blanks, and its other characters one by one.
fn words(line: &str) -> Vec<&str> {
    let kind = |c: char| if c.is_alphanumeric() || c == '_' { 0 } else { 1 + usize::from(c.is_whitespace()) };
    let mut starts: Vec<usize> = Vec::new();
    let mut before = None;
    for (at, c) in line.char_indices() {
        if kind(c) == 1 || before != Some(kind(c)) {
            starts.push(at);
        }
        before = Some(kind(c));
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &line[start..end]).collect()
}

/// Both lines in pieces: those that both have, and those that only one has.
pub(super) fn changed<'a>(old: &'a str, new: &'a str) -> (Vec<Part<'a>>, Vec<Part<'a>>) {
    let (before, after) = (words(old), words(new));
    let mut parts = (Vec::new(), Vec::new());
    let mut places = (0, 0);
    for op in similar::capture_diff_slices(Algorithm::Myers, &before, &after) {
        let length = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
        let lengths = (length(&before[op.old_range()]), length(&after[op.new_range()]));
        let texts = (&old[places.0..places.0 + lengths.0], &new[places.1..places.1 + lengths.1]);
        places = (places.0 + lengths.0, places.1 + lengths.1);
        let part = if matches!(op, DiffOp::Equal { .. }) { Part::Same } else { Part::Changed };
        if !texts.0.is_empty() {
            parts.0.push(part(texts.0));
        }
        if !texts.1.is_empty() {
            parts.1.push(part(texts.1));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{Part::*, changed};

    #[test]
    fn words_are_marked_and_nothing_else() {
        let (old, new) = changed("  cudaFree(é_1);", "  hipFree(é_1);");
        assert_eq!(old, [Same("  "), Changed("cudaFree"), Same("(é_1);")]);
        assert_eq!(new, [Same("  "), Changed("hipFree"), Same("(é_1);")]);
        assert_eq!(changed("", "a b"), (vec![], vec![Changed("a b")]));
        assert_eq!(changed("a;", "a;"), (vec![Same("a;")], vec![Same("a;")]));
    }
}
