//! Variables in global and constant memory declared inside function bodies.
//!
//! Like `static` variables of C, they exist once in a module. The index therefore needs them, although it
//! does not parse bodies. Their names are visible in their own scope only. Errors in a declaration are
//! reported when the body is parsed.

use super::index::{Linkage, ModuleVar};
use super::{Failed, Parser, declaration, variable};
use crate::ast::VarSpace;
use crate::lex::TokenKind;
use std::collections::BTreeMap;
use std::ops::Range;

/// Appends the variables that the body at `range` declares.
pub(super) fn collect<'a>(text: &'a str, range: Range<usize>, out: &mut Vec<ModuleVar<'a>>) {
    if !declares(&text[range.clone()]) {
        return;
    }
    let mut parser = Parser::new(text, range);
    let mut names = Names::default();
    let mut parentheses = 0usize;
    let mut after_directive = false;
    while parser.kind() != TokenKind::End {
        // `.param .b64 .ptr .global` and the list of a prototype do not declare variables in global memory.
        let begins = !after_directive && parentheses == 0;
        after_directive = parser.kind() == TokenKind::Directive;
        match parser.kind() {
            TokenKind::Punct(b'{') => names.open(),
            TokenKind::Punct(b'}') => names.close(),
            TokenKind::Punct(b'(') => parentheses += 1,
            TokenKind::Punct(b')') => parentheses = parentheses.saturating_sub(1),
            // A statement's end closes all its parentheses.
            TokenKind::Punct(b';') => parentheses = 0,
            TokenKind::Directive if begins => {
                let start = parser.position() as usize;
                let space = declaration::space(parser.text());
                if let Some(space @ (VarSpace::Global | VarSpace::Const)) = space {
                    parser.bump();
                    after_directive = false;
                    match variable::list(&mut parser, space, (start, Linkage::Local)) {
                        Ok(vars) => out.extend(vars.into_iter().map(|var| names.add(var))),
                        Err(Failed) => parser.skip_statement(),
                    }
                    continue;
                }
            }
            _ => {}
        }
        parser.bump();
    }
}

/// Variables in scope.
#[derive(Default)]
struct Names<'a> {
    /// Declarations of each name as byte offsets, the innermost last.
    declared: BTreeMap<&'a str, Vec<u32>>,
    /// Names in scope, in order of declaration.
    order: Vec<&'a str>,
    /// Number of names before each open brace.
    braces: Vec<usize>,
}

impl<'a> Names<'a> {
    fn open(&mut self) {
        self.braces.push(self.order.len());
    }

    fn close(&mut self) {
        let before = self.braces.pop().unwrap_or(0);
        for name in self.order.drain(before..) {
            self.declared.entry(name).or_default().pop();
        }
    }

    /// Declares a variable and resolves the names in its initialiser, which may include its own.
    fn add(&mut self, mut var: ModuleVar<'a>) -> ModuleVar<'a> {
        self.declared.entry(var.decl.name).or_default().push(var.decl.at);
        self.order.push(var.decl.name);
        for reference in &mut var.references {
            reference.inner = self.declared.get(reference.name).and_then(|all| all.last().copied());
        }
        var
    }
}

/// Returns whether a state space occurs as a word of its own, not as the modifier of an instruction. Most
/// bodies are excluded by this test.
fn declares(text: &str) -> bool {
    let alone = |at: usize| {
        let before = text.as_bytes()[..at].last();
        before.is_none_or(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'%' | b'.')))
    };
    [".global", ".const"].iter().any(|word| text.match_indices(word).any(|(at, _)| alone(at)))
}
