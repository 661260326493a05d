//! Calls of functions that the device provides: `printf`, `assert`, `malloc`, `free`, the math library, and
//! the device runtime.

use super::Lower;
use super::names::Place;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::{Cmp, Edge, Op, Scalar, System, Term, Type, Value};
use crate::libdevice::Math;
use crate::module::Formal;
use crate::system::{Call, RETRY, STREAM_PER_THREAD};

/// Returns the request that a call of an external function makes.
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

/// Returns the words that pass a parameter: the scalar itself, or the words of a structure.
fn words(formal: &Formal) -> Vec<Type> {
    if formal.scalar {
        return vec![formal.ty.register()];
    }
    let (ty, bytes) = if formal.align >= 8 { (Type::I64, 8) } else { (Type::I32, 4) };
    vec![ty; (formal.bytes / bytes) as usize]
}

impl<'m> Lower<'m> {
    /// Lowers a call of a function that no module defines.
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
        if let Some((op, ty)) = Math::from_symbol(&decl.name) {
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
        if let Some((call, own)) = Call::from_symbol(&decl.name) {
            return self.call_device(inst, index, (results, arguments), (call, own));
        }
        let Some(system) = request(&decl.name) else {
            self.error(unknown);
            return None;
        };
        // C's `__assert_fail` lacks the argument for the character size.
        let plain = system == System::Assert && takes.len() + 1 == system.operand_types().len();
        let fits = system.operand_types()[..system.operand_types().len() - usize::from(plain)] == takes
            && types(&decl.returns) == system.result_types();
        if !fits {
            self.error(unknown);
            return None;
        }
        let mut values = self.host_arguments(inst, index, arguments)?;
        if plain {
            values.push(self.constant(1, Type::I64));
        }
        let made = self.op_many(Op::System(system), values, system.result_types());
        if system == System::Assert {
            self.terminate(Term::Exit);
            // Code up to the next label is unreachable and dropped at the end.
            let unreachable = self.new_block();
            self.start_sealed(unreachable);
            return Some(());
        }
        self.host_results(inst, index, results, made)
    }

    /// Lowers a call of the device runtime. With `own`, the default stream is the thread's own.
    fn call_device(
        &mut self,
        inst: &Instruction<'m>,
        index: usize,
        (results, arguments): (&[Operand<'m>], &[Operand<'m>]),
        (call, own): (Call, bool),
    ) -> Option<()> {
        let module = self.module;
        let decl = &module.functions[index];
        let takes: Vec<Type> = decl.params.iter().flat_map(words).collect();
        if takes != call.operand_types() || types(&decl.returns) != call.result_types() {
            self.error(Problem::ExternCall { callee: decl.name.clone() });
            return None;
        }
        let mut values = Vec::new();
        for (formal, actual) in decl.params.iter().zip(arguments) {
            match self.argument(inst, formal, actual)? {
                Place::Cell { var, .. } | Place::Register { var, .. } => {
                    let value = self.ssa.read(&mut self.f, var, self.cursor.block);
                    values.push(self.cast(value, formal.ty.register()));
                }
                Place::Stack { offset, .. } => {
                    let mut at = offset;
                    for ty in words(formal) {
                        let (scalar, bytes) =
                            if ty == Type::I64 { (Scalar::B64, 8) } else { (Scalar::B32, 4) };
                        let (base, offset) = self.frame_place(at);
                        values.push(self.load_local(base, offset, scalar, ty));
                        at += bytes;
                    }
                }
                _ => return self.bad_operand(inst, 0),
            }
        }
        if let Some(at) = call.stream().filter(|_| own) {
            let (none, thread) = (self.constant(0, Type::I64), self.constant(STREAM_PER_THREAD, Type::I64));
            let equal = Op::Cmp { op: Cmp::Eq, ty: Scalar::U64, ftz: false };
            let default = self.op(equal, vec![values[at], none], Type::Pred);
            values[at] = self.op(Op::Select, vec![default, thread, values[at]], Type::I64);
        }
        let op = Op::System(System::Call(call));
        if !call.may_block() {
            let made = self.op_many(op, values, call.result_types());
            return self.host_results(inst, index, results, made);
        }
        // Repeat the call while it asks for that. Other threads run in between, as in every polling loop.
        let (poll, after) = (self.new_block(), self.new_block());
        self.terminate(Term::Jump(Edge::new(poll)));
        (self.cursor.block, self.cursor.open) = (poll, true);
        let made = self.op_many(op, values, call.result_types());
        let again = self.constant(RETRY.into(), Type::I32);
        let equal = Op::Cmp { op: Cmp::Eq, ty: Scalar::U32, ftz: false };
        let cond = self.op(equal, vec![made[0], again], Type::Pred);
        self.terminate(Term::Branch { cond, then: Edge::new(poll), other: Edge::new(after) });
        self.ssa.seal(&mut self.f, poll);
        self.start_sealed(after);
        self.host_results(inst, index, results, made)
    }

    /// Reads the arguments of a call, each in the type of its parameter.
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
            let value = self.ssa.read(&mut self.f, var, self.cursor.block);
            values.push(self.cast(value, formal.ty.register()));
        }
        Some(values)
    }

    /// Stores the results of a call in its destinations.
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
                self.write_name(inst, 0, *name, ty, v, false)?;
            } else {
                self.ssa.write(var, self.cursor.block, v);
            }
        }
        Some(())
    }
}
