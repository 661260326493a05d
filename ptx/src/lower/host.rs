//! Calls of the functions that a device has without a module defining them: `printf`, `assert`, `malloc`, `free`,
//! and the functions of the math library.

use super::Lower;
use super::names::Place;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::{Op, System, Term, Type, Value};
use crate::libdevice::Math;
use crate::module::Formal;

/// What a call of an external function of this name asks for.
fn request(name: &str) -> Option<System> {
    Some(match name {
        "vprintf" => System::Printf,
        "__assertfail" | "__assert_fail" => System::Assert,
        "malloc" => System::Malloc,
        "free" => System::Free,
        _ => return None,
    })
}

fn types(formals: &[Formal]) -> Vec<Type> {
    formals.iter().map(|formal| formal.ty.register()).collect()
}

impl<'m> Lower<'m> {
    /// A call of a function that no module defines.
    pub(super) fn call_host(
        &mut self,
        inst: &Instruction<'m>,
        index: usize,
        results: &[Operand<'m>],
        arguments: &[Operand<'m>],
    ) -> Option<()> {
        let module = self.module;
        let decl = &module.functions[index];
        let unknown = Problem::ExternCall { callee: decl.name.clone() };
        let takes = types(&decl.params);
        if let Some((op, ty)) = Math::of_symbol(&decl.name) {
            let (wants, gives) = op.signature();
            let wants: Vec<Type> = wants.iter().map(|kind| kind.carried(ty)).collect();
            let gives = [gives.carried(ty)];
            // Compilers pass floats as untyped bits.
            let as_wide = |have: &[Type], want: &[Type]| {
                have.len() == want.len()
                    && have.iter().zip(want).all(|(have, want)| have.bits() == want.bits())
            };
            if !as_wide(&takes, &wants) || !as_wide(&types(&decl.returns), &gives) {
                self.error(unknown);
                return None;
            }
            let values = self.host_arguments(inst, index, arguments)?;
            let values = values.into_iter().zip(wants).map(|(value, ty)| self.cast(value, ty)).collect();
            let made = self.op_many(Op::Math { op, ty }, values, &gives);
            return self.host_results(inst, index, results, made);
        }
        let Some(system) = request(&decl.name) else {
            self.error(unknown);
            return None;
        };
        // C's own `__assert_fail` does not say how wide its characters are.
        let plain = system == System::Assert && takes.len() + 1 == system.takes().len();
        let fits = system.takes()[..system.takes().len() - usize::from(plain)] == takes
            && types(&decl.returns) == system.gives();
        if !fits {
            self.error(unknown);
            return None;
        }
        let mut values = self.host_arguments(inst, index, arguments)?;
        if plain {
            values.push(self.constant(1, Type::I64));
        }
        let made = self.op_many(Op::System(system), values, system.gives());
        if system == System::Assert {
            self.terminate(Term::Exit);
            // What follows in the text, up to where others join, is dropped in the end.
            let unreachable = self.new_block();
            self.start_sealed(unreachable);
            return Some(());
        }
        self.host_results(inst, index, results, made)
    }

    /// The values of a call's arguments, each in the type of its parameter.
    fn host_arguments(
        &mut self,
        inst: &Instruction<'m>,
        index: usize,
        arguments: &[Operand<'m>],
    ) -> Option<Vec<Value>> {
        let module = self.module;
        let mut values = Vec::new();
        for (formal, actual) in module.functions[index].params.iter().zip(arguments) {
            let (Place::Cell { var, .. } | Place::Register { var, .. }) =
                self.argument(inst, formal, actual)?
            else {
                self.bad_operand(inst, 0);
                return None;
            };
            let value = self.ssa.read(&mut self.f, var, self.block);
            values.push(self.cast(value, formal.ty.register()));
        }
        Some(values)
    }

    /// Puts what a call made where it wants it.
    fn host_results(
        &mut self,
        inst: &Instruction<'m>,
        index: usize,
        results: &[Operand<'m>],
        made: Vec<Value>,
    ) -> Option<()> {
        let module = self.module;
        for ((formal, actual), v) in module.functions[index].returns.iter().zip(results).zip(made) {
            let (Place::Cell { var, .. } | Place::Register { var, .. }) =
                self.result(inst, formal, actual)?
            else {
                return self.bad_operand(inst, 0);
            };
            let v = self.cast(v, self.ssa.ty(var));
            if let Operand::Name { name, .. } = actual
                && let Some(Place::Register { ty, .. }) = self.lookup(name)
            {
                self.write_name(inst, 0, name, ty, v, false)?;
            } else {
                self.ssa.write(var, self.block, v);
            }
        }
        Some(())
    }
}
