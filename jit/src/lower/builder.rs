//! Builder of Cranelift's language that makes each constant once, and equal operations of a block once.
//!
//! Constants and addresses of stack slots are a third of what emitters make, mostly the same ones again and
//! again. Our own code generator makes them where they are used, so that they may stand at the start of the
//! function; Cranelift would keep each in a register throughout, and gets them where they are made.

use crate::machine::Level;
use cranelift_codegen::ir::{
    Block, DataFlowGraph, Inst, InstBuilder, InstBuilderBase, InstructionData, Opcode, Type, Value,
};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::FunctionBuilder;
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};

/// Computation of a value without memory: operation and type of the result, and operands.
type Key = (u32, u64);

pub(super) struct Builder<'a> {
    own: FunctionBuilder<'a>,
    shared: Option<Shared>,
}

/// Operations that are made once.
struct Shared {
    /// The function's first block, which has the constants.
    start: Block,
    /// Its end, which follows the last constant.
    end: Inst,
    constants: FxHashMap<Key, Inst>,
    /// The block at hand, and operations made in it.
    block: Option<Block>,
    known: FxHashMap<Key, Inst>,
}

/// Capacity of a block's table beyond which the next block gets a new one.
const MOST_KEPT: usize = 1 << 10;

impl<'a> Builder<'a> {
    pub(super) fn new(own: FunctionBuilder<'a>) -> Builder<'a> {
        Builder { own, shared: None }
    }

    /// Shares operations from here on, at the start of the function's first block.
    pub(super) fn share(&mut self) {
        let Some(start) = self.own.current_block().filter(|_| Level::usable().is_some()) else { return };
        let rest = self.own.create_block();
        let end = self.own.ins().jump(rest, &[]);
        self.own.switch_to_block(rest);
        self.own.seal_block(rest);
        self.own.func.layout.remove_inst(end);
        let (constants, known) = (FxHashMap::default(), FxHashMap::default());
        self.shared = Some(Shared { start, end, constants, block: None, known });
    }

    pub(super) fn ins(&mut self) -> Ins<'_, 'a> {
        Ins(self)
    }

    pub(super) fn finalize(self, config: TargetFrontendConfig) {
        if let Some(Shared { start, end, .. }) = self.shared {
            self.own.func.layout.append_inst(end, start);
        }
        self.own.finalize(config);
    }

    fn key(opcode: Opcode, ty: Type, operands: u64) -> Key {
        (u32::from(opcode as u8) << 16 | ty.index() as u32, operands)
    }

    fn inst(&mut self, data: InstructionData, ty: Type) -> Inst {
        let Some(shared) = &mut self.shared else { return self.own.ins().build(data, ty).0 };
        let func = &mut *self.own.func;
        let is_fixed = |value: Value| {
            let def = func.dfg.value_def(value).inst();
            def.is_some_and(|def| func.layout.inst_block(def) == Some(shared.start))
        };
        if let Some(operands) = constant(&data, is_fixed) {
            return *shared.constants.entry(Self::key(data.opcode(), ty, operands)).or_insert_with(|| {
                let inst = func.dfg.make_inst(data);
                func.dfg.make_inst_results(inst, ty);
                func.layout.append_inst(inst, shared.start);
                inst
            });
        }
        let Some(operands) = repeatable(&data, ty) else { return self.own.ins().build(data, ty).0 };
        let block = self.own.current_block();
        if shared.block != block {
            shared.block = block;
            if shared.known.capacity() > MOST_KEPT {
                shared.known = FxHashMap::default();
            }
            shared.known.clear();
        }
        let own = &mut self.own;
        let made = shared.known.entry(Self::key(data.opcode(), ty, operands));
        *made.or_insert_with(|| own.ins().build(data, ty).0)
    }
}

/// Returns the operands of a constant; `is_fixed` tells which values are constants.
fn constant(data: &InstructionData, is_fixed: impl Fn(Value) -> bool) -> Option<u64> {
    Some(match *data {
        InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => imm.bits() as u64,
        InstructionData::UnaryIeee32 { imm, .. } => imm.bits().into(),
        InstructionData::UnaryIeee64 { imm, .. } => imm.bits(),
        InstructionData::UnaryConst { opcode: Opcode::Vconst, constant_handle } => {
            constant_handle.as_u32().into()
        }
        InstructionData::StackAddr { stack_slot, offset, .. } => {
            pair(stack_slot.as_u32(), i32::from(offset) as u32)
        }
        InstructionData::Unary { opcode: Opcode::Splat, arg } if is_fixed(arg) => arg.as_u32().into(),
        _ => return None,
    })
}

/// Returns the operands of integer arithmetic on scalars, or of a copy of a scalar to all lanes. Comparisons
/// become part of branches, and vectors are many.
fn repeatable(data: &InstructionData, ty: Type) -> Option<u64> {
    match *data {
        InstructionData::Binary {
            opcode:
                Opcode::Iadd
                | Opcode::Isub
                | Opcode::Imul
                | Opcode::Band
                | Opcode::Bor
                | Opcode::Bxor
                | Opcode::Ishl
                | Opcode::Ushr
                | Opcode::Sshr
                | Opcode::Rotr,
            args: [a, b],
        } if ty.is_int() => Some(pair(a.as_u32(), b.as_u32())),
        InstructionData::Unary { opcode: Opcode::Sextend | Opcode::Uextend | Opcode::Ireduce, arg }
            if ty.is_int() =>
        {
            Some(arg.as_u32().into())
        }
        InstructionData::Unary { opcode: Opcode::Splat, arg } => Some(arg.as_u32().into()),
        _ => None,
    }
}

fn pair(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

impl<'a> Deref for Builder<'a> {
    type Target = FunctionBuilder<'a>;

    fn deref(&self) -> &FunctionBuilder<'a> {
        &self.own
    }
}

impl<'a> DerefMut for Builder<'a> {
    fn deref_mut(&mut self) -> &mut FunctionBuilder<'a> {
        &mut self.own
    }
}

/// Inserter at the end of the block at hand.
pub(super) struct Ins<'b, 'a>(&'b mut Builder<'a>);

impl<'b> InstBuilderBase<'b> for Ins<'b, '_> {
    fn data_flow_graph(&self) -> &DataFlowGraph {
        &self.0.own.func.dfg
    }

    fn data_flow_graph_mut(&mut self) -> &mut DataFlowGraph {
        &mut self.0.own.func.dfg
    }

    fn build(self, data: InstructionData, ty: Type) -> (Inst, &'b mut DataFlowGraph) {
        let inst = self.0.inst(data, ty);
        (inst, &mut self.0.own.func.dfg)
    }

    fn build_aux_inst(&mut self, data: InstructionData, ty: Type) -> Inst {
        self.0.inst(data, ty)
    }
}

#[cfg(test)]
mod tests {
    use super::super::effort::Effort;
    use super::super::isa;
    use super::*;
    use cranelift_codegen::ir::condcodes::IntCC;
    use cranelift_codegen::ir::{
        AbiParam, Function, Signature, StackSlotData, StackSlotKind, UserFuncName, types,
    };
    use cranelift_codegen::isa::CallConv;
    use cranelift_codegen::verify_function;
    use cranelift_frontend::FunctionBuilderContext;

    #[test]
    fn constants_are_made_once_and_operations_once_a_block() {
        if Level::usable().is_none() {
            return;
        }
        let mut signature = Signature::new(CallConv::SystemV);
        signature.params.push(AbiParam::new(types::I64));
        let mut function = Function::with_name_signature(UserFuncName::default(), signature);
        let mut context = FunctionBuilderContext::new();
        let mut b = Builder::new(FunctionBuilder::new(&mut function, &mut context));
        let start = b.create_block();
        b.append_block_params_for_function_params(start);
        b.switch_to_block(start);
        b.seal_block(start);
        b.share();
        let x = b.block_params(start)[0];
        let slot = b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, 16, 4));
        let constants = |b: &mut Builder<'_>| {
            let [one, short] = [types::I64, types::I32].map(|ty| b.ins().iconst(ty, 1));
            let float = b.ins().f32const(1.0);
            let [low, high] = [0, 8].map(|at| b.ins().stack_addr(types::I64, slot, at));
            [one, short, float, low, high, b.ins().splat(types::I64X2, one)]
        };
        let sums = |b: &mut Builder<'_>| {
            let all = b.ins().splat(types::I64X2, x);
            [b.ins().iadd_imm_s(x, 1), b.ins().iadd_imm_s(x, 2), b.ins().isub(x, x), all]
        };
        let compared = b.ins().icmp_imm_s(IntCC::Equal, x, 1);
        let (fixed, first) = (constants(&mut b), sums(&mut b));
        let distinct: std::collections::BTreeSet<_> = fixed.iter().chain(&first).collect();
        assert_eq!(distinct.len(), fixed.len() + first.len());
        assert_eq!(sums(&mut b), first);
        let next = b.create_block();
        b.ins().jump(next, &[]);
        b.switch_to_block(next);
        b.seal_block(next);
        assert_eq!(constants(&mut b), fixed);
        let second = sums(&mut b);
        assert!(first.iter().zip(&second).all(|(a, b)| a != b), "of another block");
        let again = b.ins().icmp_imm_s(IntCC::Equal, x, 1);
        assert_ne!(compared, again, "comparisons are part of branches");
        b.ins().return_(&[]);
        let isa = isa(Effort::Most).expect("a processor");
        b.finalize(isa.frontend_config());
        let made = verify_function(&function, isa.as_ref());
        assert!(made.is_ok(), "{made:?}\n{function}");
    }
}
