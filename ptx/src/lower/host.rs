//! Calls of the functions that a device has without a module defining them: `printf`, `assert`, `malloc`, `free`.

use super::Lower;
use super::names::Place;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::{Op, System, Term, Type, Value};
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
        let Some(system) = request(&decl.name) else {
            self.error(unknown);
            return None;
        };
        let takes = types(&decl.params);
        // C's own `__assert_fail` does not say how wide its characters are.
        let plain = system == System::Assert && takes.len() + 1 == system.takes().len();
        let fits = system.takes()[..system.takes().len() - usize::from(plain)] == takes
            && types(&decl.returns) == system.gives();
        if !fits {
            self.error(unknown);
            return None;
        }
        let mut values: Vec<Value> = Vec::new();
        for (formal, actual) in decl.params.iter().zip(arguments) {
            let (Place::Cell { var, .. } | Place::Register { var, .. }) =
                self.argument(inst, formal, actual)?
            else {
                return self.bad_operand(inst, 0);
            };
            let value = self.ssa.read(&mut self.f, var, self.block);
            values.push(self.cast(value, formal.ty.register()));
        }
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
        for ((formal, actual), v) in decl.returns.iter().zip(results).zip(made) {
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
