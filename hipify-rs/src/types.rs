//! Types of expressions, read off the syntax tree of a file and the declarations that it can reach: its own
//! and those of the program's headers.
//!
//! This is no compiler. A type that it cannot tell is [`Ty::Unknown`], and no rule acts on that. Macros,
//! templates' arguments and overloads that differ are unknown. A tree is made only for files that ask.

mod declare;
mod expression;
mod program;
mod ty;

pub use program::Program;
pub use ty::{Signature, Ty};

use crate::lex::Lexed;
use crate::marks::Marks;
use crate::scope::Source;
use crate::structure::Structure;
use crate::{Options, chevron, lex, mask};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use tree_sitter::{Node, Parser, Tree};

/// Larger texts are data.
const LARGEST: usize = 1 << 19;

/// Texts in which one token of so many is a `<` are no programs: a grammar takes each for template arguments
/// and for a comparison.
const ANGLES: usize = 6;

/// Brackets within brackets, and expressions within expressions, that are still looked into.
pub(crate) const DEEPEST: usize = 128;

/// A local variable or a parameter.
#[derive(Clone, Debug)]
struct Local {
    /// Where its scope ends and begins, in bytes.
    scope: Range<usize>,
    /// Where it is declared.
    from: usize,
    ty: Ty,
}

/// A text that a tree can be made of: its tokens, its launches masked.
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

/// Blanks what stands between the tokens, so that no layout and no comment makes another tree; directives
/// keep their lines.
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

/// A file's tree, and what is declared where.
pub struct Types<'a> {
    text: &'a [u8],
    tree: Tree,
    /// What the file declares for all of itself.
    file: Program,
    /// What the program's headers declare.
    headers: &'a Program,
    devices: Vec<usize>,
    parameters: BTreeMap<&'a [u8], Vec<Local>>,
    locals: BTreeMap<&'a [u8], Vec<Local>>,
    /// Methods, and their classes.
    methods: Vec<(Range<usize>, String)>,
    /// Types of expressions that were asked for, by node: a chain of calls would be gone through at each of
    /// its links.
    told: RefCell<HashMap<usize, Ty>>,
}

impl<'a> Types<'a> {
    /// Of a text; `devices` are the places where words name CUDA's type, in order. `None` if there is no
    /// tree.
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
            told: RefCell::default(),
        };
        let tree = types.tree.clone();
        types.file = declare::facts(source.text, tree.root_node(), headers, &types.devices);
        declare::locals(&mut types, tree.root_node());
        // Not all was declared yet when those were told.
        types.told.take();
        Some(types)
    }

    /// The tree's root.
    pub fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    /// The bytes of a node.
    pub fn word(&self, node: Node<'_>) -> &'a [u8] {
        self.text.get(node.byte_range()).unwrap_or_default()
    }
}

/// What a header of the program declares for those who include it: what may be or lead to a device pointer,
/// and, if wanted, the kernels that are templates.
pub fn of_header(text: &[u8], kernels: bool) -> Program {
    let holds = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    let kernels = kernels && holds("__global__") && holds("template");
    if !kernels && !holds("CUdeviceptr") {
        return Program::default();
    }
    let Lexed { tokens, directives, places } = lex::lex_whole(text);
    let structure = Structure::new(text, &tokens, directives);
    let source = Source { text, tokens: &tokens, structure: &structure };
    let (marks, mut names) = Marks::new(text, &tokens, places, &Options::default());
    crate::own::mark(source, &mut names);
    let devices: Vec<usize> = names
        .iter()
        .filter(|name| !name.member && matches!(name.row.cuda, "CUdeviceptr" | "CUdeviceptr_v2"))
        .map(|name| name.start)
        .collect();
    let (empty, mut found) = (Program::default(), Program::default());
    if !devices.is_empty()
        && let Some(tree) = tree(source, &marks.chevrons)
    {
        found = declare::facts(text, tree.root_node(), &empty, &devices);
    }
    if kernels {
        let names = crate::kernels::templates(source, &marks);
        found.kernels = names.into_iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
    }
    found
}

/// Every node below one, in the order of the text.
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
