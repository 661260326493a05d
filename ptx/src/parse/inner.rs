//! Variables in global and constant memory that a function's body declares.
//!
//! They exist once a module, as `static` ones of C, so the index has to know them although it does not read
//! bodies. Their names are seen in their own scope only. What is wrong with a declaration is reported when
//! the body is parsed.

use super::index::{Linkage, ModuleVar};
use super::{Failed, Parser, declaration, variable};
use crate::ast::VarSpace;
use crate::lex::Kind;
use std::collections::BTreeMap;
use std::ops::Range;

/// Adds what the body at `range` declares.
pub(super) fn collect<'a>(text: &'a str, range: Range<usize>, out: &mut Vec<ModuleVar<'a>>) {
    if !declares(&text[range.clone()]) {
        return;
    }
    let mut parser = Parser::new(text, range);
    let mut names = Names::default();
    let mut parentheses = 0usize;
    let mut after_directive = false;
    while parser.kind() != Kind::End {
        // `.param .b64 .ptr .global` and the list of a prototype declare no variable in global memory.
        let begins = !after_directive && parentheses == 0;
        after_directive = parser.kind() == Kind::Directive;
        match parser.kind() {
            Kind::Punct(b'{') => names.open(),
            Kind::Punct(b'}') => names.close(),
            Kind::Punct(b'(') => parentheses += 1,
            Kind::Punct(b')') => parentheses = parentheses.saturating_sub(1),
            // Nothing is open at the end of a statement.
            Kind::Punct(b';') => parentheses = 0,
            Kind::Directive if begins => {
                let start = parser.at() as usize;
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

/// The variables that are in scope.
#[derive(Default)]
struct Names<'a> {
    /// Where those of a name are declared, the innermost last.
    declared: BTreeMap<&'a str, Vec<u32>>,
    /// All that are in scope, in order.
    order: Vec<&'a str>,
    /// How many there were before each open brace.
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

    /// Declares a variable and looks up the names in its initialiser, of which its own may be one.
    fn add(&mut self, mut var: ModuleVar<'a>) -> ModuleVar<'a> {
        self.declared.entry(var.decl.name).or_default().push(var.decl.at);
        self.order.push(var.decl.name);
        for reference in &mut var.references {
            reference.inner = self.declared.get(reference.name).and_then(|all| all.last().copied());
        }
        var
    }
}

/// Whether a state space stands by itself somewhere in the text, not as the modifier of an instruction: most
/// bodies need not be read for that.
fn declares(text: &str) -> bool {
    let alone = |at: usize| {
        let before = text.as_bytes()[..at].last();
        before.is_none_or(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'%' | b'.')))
    };
    [".global", ".const"].iter().any(|word| text.match_indices(word).any(|(at, _)| alone(at)))
}
