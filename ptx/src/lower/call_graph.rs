//! Call graph of a module: recursion, users of `alloca`, and functions with their address taken.

use super::Lower;
use crate::ast::{Instruction, Operand, Statement, StatementKind};
use crate::module::{Module, Symbol};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Properties of a function's body that decide how it can be called.
#[derive(Default)]
pub(super) struct Traits {
    /// `true` if it moves the end of its frame (`alloca` and related instructions).
    pub(super) alloca: bool,
    /// Functions called by name.
    callees: BTreeSet<usize>,
}

/// Returns the operand of a call that is the callee.
pub(super) fn callee<'o, 'm>(inst: &'o Instruction<'m>) -> Option<&'o Operand<'m>> {
    inst.operands.iter().find(|operand| !matches!(operand, Operand::Group(_)))
}

fn function(module: &Module, operand: &Operand<'_>) -> Option<usize> {
    match operand {
        Operand::Name { name, .. } => match module.symbols.get(*name) {
            Some(&Symbol::Function(n)) => Some(n),
            _ => None,
        },
        _ => None,
    }
}

fn traits(module: &Module, statements: &[Statement<'_>]) -> Traits {
    let mut traits = Traits::default();
    for statement in statements {
        let StatementKind::Inst(inst) = &statement.kind else { continue };
        match inst.form.row.map(|row| row.op) {
            Some("call") => traits.callees.extend(callee(inst).and_then(|name| function(module, name))),
            Some("alloca" | "stacksave" | "stackrestore") => traits.alloca = true,
            _ => {}
        }
    }
    traits
}

impl<'m> Lower<'m> {
    /// Returns the properties of a function's body.
    pub(super) fn traits(&mut self, function: usize) -> Rc<Traits> {
        if let Some(known) = self.calls.traits.get(&function) {
            return Rc::clone(known);
        }
        let body = self.body(function);
        let found = Rc::new(body.map(|body| traits(self.module, &body)).unwrap_or_default());
        self.calls.traits.insert(function, Rc::clone(&found));
        found
    }

    /// Returns whether a function may call itself by name, directly or indirectly.
    pub(super) fn is_recursive(&mut self, function: usize) -> bool {
        if let Some(&known) = self.calls.recursive.get(&function) {
            return known;
        }
        let mut seen = BTreeSet::new();
        let mut todo = vec![function];
        while let Some(n) = todo.pop() {
            let traits = self.traits(n);
            todo.extend(traits.callees.iter().copied().filter(|&callee| seen.insert(callee)));
        }
        let answer = seen.contains(&function);
        self.calls.recursive.insert(function, answer);
        answer
    }
}

/// Returns the functions with their address taken in a body or an initialiser, ascending.
pub(crate) fn address_taken(module: &Module) -> Vec<usize> {
    let mut taken: BTreeSet<usize> =
        (0..module.functions.len()).filter(|&n| module.functions[n].in_initializer).collect();
    for decl in &module.functions {
        let Some(range) = decl.body.clone() else { continue };
        // Errors in a body are reported when it is lowered.
        let (statements, _) = super::parse_body(module, range);
        for statement in &statements {
            let StatementKind::Inst(inst) = &statement.kind else { continue };
            let called = match inst.form.row.map(|row| row.op) {
                Some("call") => callee(inst),
                _ => None,
            };
            for operand in &inst.operands {
                let inner = match operand {
                    Operand::Group(list) | Operand::Vector(list) => list.as_slice(),
                    one if called.is_some_and(|called| std::ptr::eq(called, one)) => &[],
                    one => std::slice::from_ref(one),
                };
                taken.extend(inner.iter().filter_map(|operand| function(module, operand)));
            }
        }
    }
    taken.into_iter().collect()
}
