//! Calls: if it can be, the callee's body is lowered in place. Parameters are passed by giving the callee's names the
//! places of the caller's variables, so such a call copies nothing.

use super::Lower;
use super::names::Place;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::module::Formal;
use std::rc::Rc;

/// Deepest nesting of bodies in bodies; what lies deeper is called for real.
const DEEPEST: usize = 48;

/// Statements of a kernel from which on everything is called for real: functions that call each other twice a level
/// would double it with each.
const IN_PLACE: usize = 60_000;

impl<'m> Lower<'m> {
    /// `call {(results),} callee {, (arguments)} {, prototype}`
    pub(super) fn call(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let mut rest = inst.operands.as_slice();
        let mut results: &[Operand<'m>] = &[];
        if let [Operand::Group(list), after @ ..] = rest {
            (results, rest) = (list, after);
        }
        let [Operand::Name { name, negated: false, offset: 0 }, after @ ..] = rest else {
            return self.bad_operand(inst, 0);
        };
        let arguments: &[Operand<'m>] = match after {
            [Operand::Group(list), ..] => list,
            _ => &[],
        };
        let index = match self.lookup(name) {
            Some(Place::Function { index }) => index,
            Some(Place::Register { .. }) => {
                let interface = match inst.operands.last() {
                    Some(Operand::Name { name, .. }) => self.frame().interfaces.get(name).map(Rc::clone),
                    _ => None,
                };
                let Some(interface) = interface else {
                    self.error(Problem::IndirectCall {});
                    return None;
                };
                return self.call_indirect(inst, &rest[0], &interface, results, arguments);
            }
            Some(_) => {
                self.error(Problem::WrongSymbol { name: (*name).into(), expected: "a function" });
                return None;
            }
            None => {
                self.error(Problem::UnknownSymbol { name: (*name).into() });
                return None;
            }
        };
        let module = self.module;
        let decl = &module.functions[index];
        let callee = || decl.name.clone();
        for (formals, actuals) in [(&decl.returns, results), (&decl.params, arguments)] {
            if formals.len() != actuals.len() {
                let (expected, got) = (formals.len(), actuals.len());
                self.error(Problem::CallMismatch { callee: callee(), expected, got });
                return None;
            }
        }
        if decl.body.is_none() {
            return self.call_host(inst, index, results, arguments);
        }
        let full = super::LARGEST_KERNEL - self.budget > IN_PLACE || self.active.len() > DEEPEST;
        if full || self.recursive(index) || self.traits(index).alloca {
            return self.call_unit(inst, index, results, arguments);
        }
        let mut params = Vec::new();
        let mut outputs = Vec::new();
        for (formal, actual) in decl.params.iter().zip(arguments) {
            params.push((formal.name.as_str(), self.argument(inst, formal, actual)?));
        }
        for (formal, actual) in decl.returns.iter().zip(results) {
            let place = self.result(inst, formal, actual)?;
            if let (Place::Cell { var, .. } | Place::Register { var, .. }, Operand::Name { name, .. }) =
                (&place, actual)
                && let Some(Place::Register { ty, .. }) = self.lookup(name)
            {
                outputs.push((*name, ty, *var));
            }
            params.push((formal.name.as_str(), place));
        }
        // The callee's stack lies above the caller's and is given back afterwards.
        let (top, at, line) = (self.local_top, self.at, self.line);
        let ret = self.new_block();
        self.function(index, params, Some(ret));
        self.start_sealed(ret);
        (self.local_top, self.at, self.line) = (top, at, line);
        for (name, ty, var) in outputs {
            let v = self.ssa.read(&mut self.f, var, self.block);
            self.write_name(inst, 0, name, ty, v, false)?;
        }
        Some(())
    }

    /// Where an argument lies for the callee.
    pub(super) fn argument(
        &mut self,
        inst: &Instruction<'m>,
        formal: &Formal,
        actual: &Operand<'m>,
    ) -> Option<Place> {
        if let Operand::Name { name, negated: false, offset: 0 } = actual {
            match self.lookup(name) {
                Some(Place::Stack { offset, bytes })
                    if !formal.register && bytes >= u64::from(formal.bytes) =>
                {
                    return Some(Place::Stack { offset, bytes });
                }
                Some(Place::Cell { var, ty }) if formal.scalar && ty.bits() == formal.ty.bits() => {
                    return Some(Place::Cell { var, ty });
                }
                _ => {}
            }
        }
        if !formal.scalar {
            return self.bad_operand(inst, 0).and(None);
        }
        // A register or constant: by value.
        let v = self.read_raw(inst, 0, actual, formal.ty, false)?;
        let var = self.ssa.declare(formal.ty.register());
        self.ssa.write(var, self.block, v);
        Some(if formal.register {
            Place::Register { var, ty: formal.ty }
        } else {
            Place::Cell { var, ty: formal.ty }
        })
    }

    /// Where the callee leaves a result.
    pub(super) fn result(
        &mut self,
        inst: &Instruction<'m>,
        formal: &Formal,
        actual: &Operand<'m>,
    ) -> Option<Place> {
        let Operand::Name { name, negated: false, offset: 0 } = actual else {
            return self.bad_operand(inst, 0).and(None);
        };
        match self.lookup(name) {
            Some(Place::Stack { offset, bytes }) if !formal.register && bytes >= u64::from(formal.bytes) => {
                Some(Place::Stack { offset, bytes })
            }
            Some(Place::Cell { var, ty }) if formal.scalar && ty.bits() == formal.ty.bits() => {
                Some(Place::Cell { var, ty })
            }
            Some(Place::Register { ty, .. }) if formal.scalar && ty.bits() == formal.ty.bits() => {
                let var = self.ssa.declare(formal.ty.register());
                Some(if formal.register {
                    Place::Register { var, ty: formal.ty }
                } else {
                    Place::Cell { var, ty: formal.ty }
                })
            }
            _ => self.bad_operand(inst, 0).and(None),
        }
    }
}
