//! Counts instructions: each thread adds what it executed to a word of its block.
//!
//! The words lie in an array in global memory, 64 bits a block in order of the blocks' linear indices, whose address is one
//! more parameter of the kernel, behind its own. A block's word is then the number of instructions that all its threads have
//! executed, the same in every mode of every engine: it depends on the kernel and its input alone.

use crate::ir::{AtomOp, Function, IntOp, Op, Order, Param, Scalar, Space, Sreg, System, Term, Type, Value};

/// Makes a kernel count.
pub(super) fn run(f: &mut Function) {
    let offset = f.param_bytes.next_multiple_of(8);
    f.params.push(Param { name: "count".into(), offset, size: 8, align: 8 });
    f.param_bytes = offset + 8;
    let entry = f.entry();
    let blocks: Vec<_> = f.blocks().collect();
    // What a thread has executed when it comes to a block.
    let mut so_far = Vec::with_capacity(blocks.len());
    for &block in &blocks {
        so_far.push((block != entry).then(|| f.add_param(block, Type::I64)));
    }
    for (&block, before) in blocks.iter().zip(so_far) {
        // Constants are no instructions of a machine.
        let counted = |&&inst: &&_| !matches!(f.inst(inst).op, Op::Const(_));
        // How often a call is made that may have to be made again is chance.
        let polls = |&inst: &_| matches!(f.inst(inst).op, Op::System(System::Call(call)) if call.waits());
        let here = match f.block(block).insts.iter().any(polls) {
            true => 0,
            false => f.block(block).insts.iter().filter(counted).count() as u64 + 1,
        };
        let line = f.block(block).line;
        let mut append = |op, args, ty| {
            let inst = f.append(block, op, args, &[ty], line);
            f.inst(inst).results[0]
        };
        let here = append(Op::Const(here), vec![], Type::I64);
        let after = match before {
            Some(before) => append(Op::Int(IntOp::Add), vec![before, here], Type::I64),
            None => here,
        };
        match f.block(block).term {
            Term::Exit => add_to_block(f, block, after, offset),
            Term::Trap => {}
            Term::Jump(_) | Term::Branch { .. } | Term::Switch { .. } => {
                f.block_mut(block).term.edges_mut().for_each(|edge| edge.args.push(after));
            }
        }
    }
}

/// Adds what a thread has executed to its block's word, before the end of a block of the IR.
fn add_to_block(f: &mut Function, block: crate::ir::BlockId, executed: Value, offset: u32) {
    let line = f.block(block).line;
    let mut op = |op, args, ty| {
        let inst = f.append(block, op, args, &[ty], line);
        f.inst(inst).results[0]
    };
    let one = op(Op::Const(1), vec![], Type::I32);
    let wide = |op: &mut dyn FnMut(Op, Vec<Value>, Type) -> Value, sreg| {
        let word = op(Op::Sreg(sreg), vec![], Type::I32);
        op(Op::MulWide { signed: false }, vec![word, one], Type::I64)
    };
    // (z · ny + y) · nx + x
    let [x, y, z] = [0, 1, 2].map(|axis| wide(&mut op, Sreg::Ctaid(axis)));
    let [nx, ny] = [0, 1].map(|axis| wide(&mut op, Sreg::Nctaid(axis)));
    let mul = Op::Int(IntOp::Mul);
    let add = Op::Int(IntOp::Add);
    let index = op(mul.clone(), vec![z, ny], Type::I64);
    let index = op(add.clone(), vec![index, y], Type::I64);
    let index = op(mul.clone(), vec![index, nx], Type::I64);
    let index = op(add.clone(), vec![index, x], Type::I64);
    let eight = op(Op::Const(8), vec![], Type::I64);
    let bytes = op(mul, vec![index, eight], Type::I64);
    let place = op(Op::Const(u64::from(offset)), vec![], Type::I64);
    let load = Op::Load { space: Space::Param, ty: Scalar::U64, offset: 0, order: Order::Weak };
    let words = op(load, vec![place], Type::I64);
    let address = op(add, vec![words, bytes], Type::I64);
    let atom =
        Op::Atom { space: Space::Global, op: AtomOp::Add, ty: Scalar::U64, offset: 0, order: Order::Relaxed };
    f.append(block, atom, vec![address, executed], &[], line);
}
