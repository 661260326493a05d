//! The syntax tree of masked text, and questions about calls in it.

use std::cell::OnceCell;
use tree_sitter::{Node, Parser, Tree};

/// A tree that is made when somebody asks for it: parsing takes ten times what all else does, and most files that use
/// CUDA need no more than names.
pub struct LazyTree<'a> {
    masked: &'a [u8],
    tree: OnceCell<Option<Tree>>,
}

impl<'a> LazyTree<'a> {
    /// Of this masked text.
    pub fn new(masked: &'a [u8]) -> Self {
        LazyTree { masked, tree: OnceCell::new() }
    }

    /// The tree.
    pub fn get(&self) -> Option<&Tree> {
        self.tree.get_or_init(|| parse(self.masked)).as_ref()
    }

    /// The tree, if somebody asked for it before.
    pub fn parsed(&self) -> Option<&Tree> {
        self.tree.get()?.as_ref()
    }
}

/// Parses masked text. `None` only if the grammar and the library do not fit each other.
pub fn parse(masked: &[u8]) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).ok()?;
    parser.parse(masked, None)
}

/// The leaf that covers exactly this range, if one does.
pub fn leaf(tree: &Tree, start: usize, end: usize) -> Option<Node<'_>> {
    let node = tree.root_node().descendant_for_byte_range(start, end)?;
    (node.start_byte() == start && node.end_byte() == end).then_some(node)
}

/// The call whose callee is this identifier.
pub fn call_of(leaf: Node<'_>) -> Option<Node<'_>> {
    let mut callee = leaf;
    // `::cuInit`, `cuda::std::…`: the identifier is the last part of a qualified one.
    while let Some(parent) = callee.parent().filter(|p| p.kind() == "qualified_identifier") {
        callee = parent;
    }
    let call = callee.parent().filter(|p| p.kind() == "call_expression")?;
    (call.child_by_field_name("function") == Some(callee)).then_some(call)
}

/// The arguments of a call, comments left out; none if the list did not parse, as they cannot be counted then.
pub fn arguments(call: Node<'_>) -> Vec<Node<'_>> {
    let Some(list) = call.child_by_field_name("arguments") else { return Vec::new() };
    let mut cursor = list.walk();
    if list.children(&mut cursor).any(|n| n.is_error() || n.is_missing()) {
        return Vec::new();
    }
    list.named_children(&mut cursor).filter(|n| n.kind() != "comment").collect()
}
