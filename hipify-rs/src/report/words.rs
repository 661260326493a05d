//! Word-level differences of two lines.

use similar::{Algorithm, DiffOp};

/// Piece of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part<'a> {
    /// In both lines.
    Same(&'a str),
    /// In this line only.
    Changed(&'a str),
}

/// Splits a line into words, runs of blanks, and single other characters.
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

/// Splits both lines into common and differing pieces.
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
    fn differing_words_are_marked() {
        let (old, new) = changed("  cudaFree(é_1);", "  hipFree(é_1);");
        assert_eq!(old, [Same("  "), Changed("cudaFree"), Same("(é_1);")]);
        assert_eq!(new, [Same("  "), Changed("hipFree"), Same("(é_1);")]);
        assert_eq!(changed("", "a b"), (vec![], vec![Changed("a b")]));
        assert_eq!(changed("a;", "a;"), (vec![Same("a;")], vec![Same("a;")]));
    }
}
