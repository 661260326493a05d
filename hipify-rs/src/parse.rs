//! The syntax tree of masked text.

use tree_sitter::{Parser, Tree};

/// Parses masked text. `None` only if the grammar and the library do not fit each other.
pub fn parse(masked: &[u8]) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).ok()?;
    parser.parse(masked, None)
}
