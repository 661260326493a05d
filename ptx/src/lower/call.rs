//! Calls, inlined where possible. The callee's parameter names are bound to the caller's variables, so an
//! inlined call copies nothing.

use super::Lower;
use super::names::Place;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::Value;
use crate::module::{Formal, FunctionDecl};
use std::rc::Rc;

/// Limit of nested inlined calls; deeper calls are outlined.
const MAX_DEPTH: usize = 48;

/// Statements that inlining may add to a kernel, in addition to a multiple of its own size. Functions that
/// call each other twice per level would double the kernel with each level. Beyond the limit all calls are
/// outlined, which costs compile time and run time.
const INLINE_BUDGET: usize = 60_000;

/// Upper bound of a kernel's statements with inlined calls.
const INLINE_LIMIT: usize = super::MAX_STATEMENTS / 2;

/// Returns the vector registers among a function's formals, with the places of their elements.
pub(super) fn vectors<'m>(decl: &'m FunctionDecl, places: &[(&'m str, Place)]) -> Vec<(&'m str, Place)> {
    let heads = decl.params.iter().chain(&decl.returns).filter(|formal| formal.lanes > 1);
    let whole = |head: &'m Formal| {
        let (name, _) = head.name.rsplit_once('.')?;
        let first = places.iter().position(|(name, _)| *name == head.name)?;
        let mut vars = places[first..].iter().filter_map(|(_, place)| match *place {
            Place::Register { var, .. } => Some(var),
            _ => None,
        });
        let x = vars.next()?;
        let mut at = [x; 4];
        for slot in at.iter_mut().take(head.lanes.into()).skip(1) {
            *slot = vars.next()?;
        }
        Some((name, Place::Vector { vars: at, lanes: head.lanes, ty: head.ty }))
    };
    heads.filter_map(whole).collect()
}

impl<'m> Lower<'m> {
    /// Lowers `call {(results),} callee {, (arguments)} {, prototype}`.
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
        for (formals, actuals) in [(&decl.returns, results), (&decl.params, arguments)] {
            self.check_actuals(&decl.name, formals, actuals)?;
        }
        if decl.body.is_none() {
            return self.call_host(inst, index, results, arguments);
        }
        let limit = INLINE_LIMIT.min(INLINE_BUDGET + 2 * self.calls.own);
        let full = super::MAX_STATEMENTS - self.calls.budget > limit || self.calls.active.len() > MAX_DEPTH;
        if full || self.is_recursive(index) || self.traits(index).alloca {
            return self.call_unit(inst, index, results, arguments);
        }
        let mut params = Vec::new();
        let mut outputs = Vec::new();
        for (formal, actual) in decl.params.iter().zip(arguments) {
            params.push((formal.name.as_str(), self.argument(inst, formal, actual)?));
        }
        for (formal, actual) in decl.returns.iter().zip(results) {
            let place = self.result(inst, formal, actual)?;
            if let (Place::Cell { var, .. } | Place::Register { var, .. }, Some(register)) =
                (&place, actual.register())
                && let Some(Place::Register { ty, .. }) = self.register_place(register)
            {
                outputs.push((register, ty, *var));
            }
            params.push((formal.name.as_str(), place));
        }
        // The callee's local memory is above the caller's, and is released afterwards.
        let (top, at, line) = (self.local_top, self.cursor.at, self.cursor.line);
        let copy = self.calls.copy;
        self.calls.copies += 1;
        (self.calls.copy, self.calls.passed) = (self.calls.copies, self.calls.passed + 1);
        let ret = self.new_block();
        self.function(index, params, Some(ret));
        self.start_sealed(ret);
        (self.calls.copy, self.calls.passed) = (copy, self.calls.passed + 1);
        (self.local_top, self.cursor.at, self.cursor.line) = (top, at, line);
        for (register, ty, var) in outputs {
            let v = self.ssa.read(&mut self.f, var, self.cursor.block);
            self.write_name(inst, 0, register, ty, v, false)?;
        }
        Some(())
    }

    /// Checks that the actuals match the formals in number, and that vector registers are passed for vectors.
    pub(super) fn check_actuals(
        &mut self,
        callee: &str,
        formals: &[Formal],
        actuals: &[Operand<'m>],
    ) -> Option<()> {
        // A vector is a sequence of lanes here; lane 0 starts a new one.
        let begins = |actual: &&Operand<'m>| !matches!(actual, Operand::Lane { lane: 1.., .. });
        let got = actuals.iter().filter(begins).count();
        let mut expected = 0;
        let mut rest = actuals;
        let mut fits = true;
        let mut formals = formals;
        while let Some(first) = formals.first() {
            let lanes = usize::from(first.lanes);
            formals = formals.get(lanes..).unwrap_or(&[]);
            expected += 1;
            let Some(actual) = rest.first() else { continue };
            let end = rest[1..].iter().position(|actual| begins(&actual)).map_or(rest.len(), |n| n + 1);
            fits &= end == lanes && (lanes > 1) == matches!(actual, Operand::Lane { .. });
            rest = &rest[end..];
        }
        if got != expected {
            self.error(Problem::CallMismatch { callee: callee.into(), expected, got });
            return None;
        }
        if !fits {
            self.error(Problem::ArgumentType { callee: callee.into() });
            return None;
        }
        Some(())
    }

    /// Returns the place of an argument in the callee.
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
        // A register or constant is passed by value.
        let v = self.actual(inst, formal, actual)?;
        let var = self.ssa.declare(formal.ty.register());
        self.ssa.write(var, self.cursor.block, v);
        Some(if formal.register {
            Place::Register { var, ty: formal.ty }
        } else {
            Place::Cell { var, ty: formal.ty }
        })
    }

    /// Reads an argument. Elements of vectors may have any type of the formal's width, as `ptxas` allows.
    pub(super) fn actual(
        &mut self,
        inst: &Instruction<'m>,
        formal: &Formal,
        actual: &Operand<'m>,
    ) -> Option<Value> {
        let ty = match actual {
            Operand::Lane { .. } => self.register_type(actual).filter(|ty| ty.bits() == formal.ty.bits()),
            _ => None,
        };
        let v = self.read_raw(inst, 0, actual, ty.unwrap_or(formal.ty), false)?;
        Some(self.cast(v, formal.ty.register()))
    }

    /// Returns the place in which the callee stores a result.
    pub(super) fn result(
        &mut self,
        inst: &Instruction<'m>,
        formal: &Formal,
        actual: &Operand<'m>,
    ) -> Option<Place> {
        let Some(register) = actual.register() else {
            return self.bad_operand(inst, 0).and(None);
        };
        match self.register_place(register) {
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
