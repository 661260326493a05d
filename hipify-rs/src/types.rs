//! Types of expressions, from the syntax tree of a file and the declarations in it and in the program's
//! headers.
//!
//! This is not a compiler. A type that it cannot determine is [`Ty::Unknown`], and no rule acts on that:
//! macros, template arguments, overloads that differ. A tree is built only if a rule needs types.

mod declare;
mod expression;
mod program;
mod ty;

pub use program::Program;
pub use ty::{Signature, Ty};

use crate::lex::Lexed;
use crate::scan::Scan;
use crate::scope::Source;
use crate::structure::Structure;
use crate::{Options, chevron, lex, mask};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use tree_sitter::{Node, Parser, Tree};

/// Limit of the size of a text, in bytes; larger ones are data.
const LARGEST: usize = 1 << 19;

/// Texts in which more than one in this many tokens is a `<` are no programs. The grammar would try each `<`
/// as template arguments and as a comparison.
const ANGLES: usize = 6;

/// Limit of nesting of brackets and of expressions.
pub(crate) const DEEPEST: usize = 128;

/// Local variable or parameter.
#[derive(Clone, Debug)]
struct Local {
    /// Scope, in bytes.
    scope: Range<usize>,
    /// Position of the declaration, in bytes.
    from: usize,
    ty: Ty,
}

/// Parses a text with its launches masked. `None` if it is too large or no program.
fn tree(source: Source<'_>, chevrons: &[usize]) -> Option<Tree> {
    let angles = source.tokens.iter().filter(|token| token.is(b'<')).count();
    if source.text.len() > LARGEST || angles > 100 + source.tokens.len() / ANGLES {
        return None;
    }
    let mut masked = mask::mask(source, &chevron::find(source, chevrons, &BTreeSet::new()));
    blank(source, &mut masked);
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).ok()?;
    parser.parse(masked, None)
}

/// Blanks the text between tokens, so that layout and comments do not affect the tree; directives keep their
/// lines.
fn blank(source: Source<'_>, text: &mut [u8]) {
    let mut directives = source.structure.directives().iter().peekable();
    let mut from = 0;
    for (at, token) in source.tokens.iter().enumerate() {
        let ends = directives.next_if(|directive| directive.end == at).is_some();
        let begins = directives.peek().is_some_and(|directive| directive.start == at);
        let gap = &mut text[from..token.start];
        gap.fill(b' ');
        if let Some(last) = gap.last_mut().filter(|_| ends || begins) {
            *last = b'\n';
        }
        from = token.end;
    }
    text[from..].fill(b'\n');
}

/// Syntax tree of a file, with its declarations.
pub struct Types<'a> {
    text: &'a [u8],
    tree: Tree,
    /// Declarations at file scope.
    file: Program,
    /// Declarations in the program's headers.
    headers: &'a Program,
    devices: Vec<usize>,
    parameters: BTreeMap<&'a [u8], Vec<Local>>,
    locals: BTreeMap<&'a [u8], Vec<Local>>,
    /// Byte ranges of methods, and their classes.
    methods: Vec<(Range<usize>, String)>,
    /// Types of expressions by node. Without this cache, a chain of calls would be traversed again for each
    /// of its links.
    types: RefCell<HashMap<usize, Ty>>,
}

impl<'a> Types<'a> {
    /// Parses a text. `devices` are the positions of words that name `CUdeviceptr`, in order. `None` if the
    /// text has no tree.
    pub fn new(
        source: Source<'a>,
        chevrons: &[usize],
        headers: &'a Program,
        devices: Vec<usize>,
    ) -> Option<Self> {
        let tree = tree(source, chevrons)?;
        let mut types = Types {
            text: source.text,
            tree,
            file: Program::default(),
            headers,
            devices,
            parameters: BTreeMap::new(),
            locals: BTreeMap::new(),
            methods: Vec::new(),
            types: RefCell::default(),
        };
        let tree = types.tree.clone();
        types.file = declare::facts(source.text, tree.root_node(), headers, &types.devices);
        declare::locals(&mut types, tree.root_node());
        // Drop types that were determined before all declarations were known.
        types.types.take();
        Some(types)
    }

    /// Returns the root of the tree.
    pub fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    /// Returns the bytes of a node.
    pub fn word(&self, node: Node<'_>) -> &'a [u8] {
        self.text.get(node.byte_range()).unwrap_or_default()
    }
}

/// Returns the declarations of a header that matter to files that include it: those that may be or lead to a
/// device pointer and, if `kernels`, kernel templates.
pub fn declared_by_header(text: &[u8], kernels: bool) -> Program {
    let holds = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    let kernels = kernels && holds("__global__") && holds("template");
    if !kernels && !holds("CUdeviceptr") {
        return Program::default();
    }
    let Lexed { tokens, directives, places } = lex::lex_whole(text);
    let structure = Structure::new(text, &tokens, directives);
    let source = Source { text, tokens: &tokens, structure: &structure };
    let (scan, mut names) = Scan::new(text, &tokens, places, &Options::default());
    crate::symbols::mark(source, &mut names);
    let devices: Vec<usize> = names
        .iter()
        .filter(|name| !name.member && matches!(name.row.cuda, "CUdeviceptr" | "CUdeviceptr_v2"))
        .map(|name| name.start)
        .collect();
    let (empty, mut found) = (Program::default(), Program::default());
    if !devices.is_empty()
        && let Some(tree) = tree(source, &scan.chevrons)
    {
        found = declare::facts(text, tree.root_node(), &empty, &devices);
    }
    if kernels {
        let names = crate::kernels::templates(source, &scan);
        found.kernels = names.into_iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    }
    found
}

/// Visits every node below a root, in the order of the text; `enter` returns whether to visit its children.
pub(crate) fn walk<'t>(root: Node<'t>, mut enter: impl FnMut(Node<'t>) -> bool) {
    let mut cursor = root.walk();
    loop {
        if enter(cursor.node()) && cursor.goto_first_child() {
            continue;
        }
        loop {
            if cursor.node() == root {
                return;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}
