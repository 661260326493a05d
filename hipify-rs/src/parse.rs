//! Check with a C++ grammar whether a text parses. Rules do not need it; tests and `--verify` do.

use crate::scan::Scan;
use crate::scope::Source;
use crate::structure::Structure;
use crate::{Options, chevron, lex, mask};
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::Parser;

/// Returns the number of places that do not parse. `None` only if the grammar does not match its library's
/// version.
pub fn errors(text: &[u8]) -> Option<usize> {
    places(text).map(|places| places.len())
}

/// Returns the lines with places that do not parse, 1-based and in order, one entry for each place.
pub fn places(text: &[u8]) -> Option<Vec<usize>> {
    let lex::Lexed { tokens, directives, places } = lex::lex_whole(text);
    let structure = Structure::new(text, &tokens, directives);
    let source = Source { text, tokens: &tokens, structure: &structure };
    let (scan, _) = Scan::new(text, &tokens, places, &Options::default());
    let masked = mask::mask(source, &chevron::find(source, &scan.chevrons, &BTreeSet::new()));
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).ok()?;
    let tree = parser.parse(masked, None)?;
    let (mut found, mut stack) = (Vec::new(), vec![tree.root_node()]);
    while let Some(node) = stack.pop() {
        if node.is_error() || node.is_missing() {
            found.push(node.start_position().row + 1);
        }
        let mut cursor = node.walk();
        stack.extend(node.children(&mut cursor));
    }
    found.sort_unstable();
    Some(found)
}

/// Returns the lines of a translation that do not parse although their source did; empty if the translation
/// has no more such places than its source. Lines that occur in both are the source's own.
pub fn broken(source: &[u8], translation: &[u8]) -> Vec<usize> {
    let (Some(before), Some(after)) = (places(source), places(translation)) else { return Vec::new() };
    if after.len() <= before.len() {
        return Vec::new();
    }
    // The translation may have more or fewer lines, so lines are matched by their text.
    let (old, new): (Vec<_>, Vec<_>) =
        (source.split(|&b| b == b'\n').collect(), translation.split(|&b| b == b'\n').collect());
    let mut known: BTreeMap<&[u8], usize> = BTreeMap::new();
    before.iter().for_each(|&n| *known.entry(line(&old, n)).or_default() += 1);
    let is_new = |n: &usize| match known.get_mut(line(&new, *n)) {
        Some(left @ 1..) => {
            *left -= 1;
            false
        }
        _ => true,
    };
    after.into_iter().filter(is_new).collect()
}

fn line<'a>(lines: &[&'a [u8]], n: usize) -> &'a [u8] {
    lines.get(n - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn new_errors_are_reported() {
        let source = b"int a;\nint ] b;\nint f() { return 1; }\n";
        assert_eq!(broken(source, source), [] as [usize; 0]);
        let worse = b"#include <x>\nint a;\nint ] b;\nint f() { return ) 1; }\n";
        assert_eq!(broken(source, worse), [4]);
        assert_eq!(broken(worse, source), [] as [usize; 0]);
    }
}
