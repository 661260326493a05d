//! Whether a grammar of C++ can read a text: a check of what rules did, which they themselves do without.

use crate::marks::Marks;
use crate::scope::Source;
use crate::structure::Structure;
use crate::{Options, chevron, lex, mask};
use std::collections::BTreeSet;
use tree_sitter::Parser;

/// How many places of a text the grammar cannot read. `None` only if the grammar and its library do not fit each other.
pub fn errors(text: &[u8]) -> Option<usize> {
    let lex::Lexed { tokens, directives, places } = lex::lex_whole(text);
    let structure = Structure::new(text, &tokens, directives);
    let source = Source { text, tokens: &tokens, structure: &structure };
    let (marks, _) = Marks::new(text, &tokens, places, &Options::default());
    let masked = mask::mask(source, &chevron::find(source, &marks.chevrons, &BTreeSet::new()));
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).ok()?;
    let tree = parser.parse(masked, None)?;
    let (mut found, mut stack) = (0, vec![tree.root_node()]);
    while let Some(node) = stack.pop() {
        found += usize::from(node.is_error() || node.is_missing());
        let mut cursor = node.walk();
        stack.extend(node.children(&mut cursor));
    }
    Some(found)
}
