//! Counts instructions: each thread adds what it executed to a word of its block.
//!
//! The words lie in an array in global memory, 64 bits a block in order of the blocks' linear indices, whose address is one
//! more parameter of the kernel, behind its own. A block's word is then the number of instructions that all its threads have
//! executed, the same in every mode of every engine: it depends on the kernel and its input alone.
//!
//! So that it does where a kernel depends on time, too: the clocks that it reads go on with what its thread has executed, so many
//! cycles for each instruction as the word before the first block's says. How often a loop goes round that waits for what others
//! write is chance.

use crate::ir::{
    AtomOp, BlockId, Function, InstId, IntOp, Op, Order, Param, Scalar, Space, Sreg, System, Term, Type,
    Value,
};

/// Cycles in a nanosecond, as a shift: about as many as GPUs have.
const PER_NANOSECOND: u64 = 1;
/// The nanoseconds of a launch's `%globaltimer` begin at its number times two to this: later ones have later times.
const LAUNCH: u64 = 32;

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
        // How often a call is made that may have to be made again is chance.
        let polls = |&inst: &_| matches!(f.inst(inst).op, Op::System(System::Call(call)) if call.waits());
        let uncounted = f.block(block).insts.iter().any(polls);
        let here = if uncounted { 0 } else { instructions(f, &f.block(block).insts) + 1 };
        tell_time(f, block, before, uncounted, offset);
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

/// How many of them a machine would execute: constants are no instructions.
fn instructions(f: &Function, insts: &[InstId]) -> u64 {
    insts.iter().filter(|&&inst| !matches!(f.inst(inst).op, Op::Const(_))).count() as u64
}

/// Has a block read the time off what its thread has executed.
fn tell_time(f: &mut Function, block: BlockId, before: Option<Value>, uncounted: bool, param: u32) {
    let old = f.block(block).insts.clone();
    if !old.iter().any(|&inst| is_time(&f.inst(inst).op)) {
        return;
    }
    let (mut new, mut executed) = (Vec::with_capacity(old.len()), 0);
    for inst in old {
        if let Op::Sreg(sreg) = f.inst(inst).op
            && is_time(&f.inst(inst).op)
        {
            let line = f.inst(inst).line;
            let mut make = |op, args: &[Value], ty| {
                let made = f.make_inst(op, args.to_vec(), &[ty], line);
                new.push(made);
                f.inst(made).results[0]
            };
            let mut time = make(Op::Const(executed), &[], Type::I64);
            if let Some(before) = before {
                time = make(Op::Int(IntOp::Add), &[before, time], Type::I64);
            }
            let load = |space, offset| Op::Load { space, ty: Scalar::U64, offset, order: Order::Weak };
            let place = make(Op::Const(u64::from(param)), &[], Type::I64);
            let words = make(load(Space::Param, 0), &[place], Type::I64);
            let cycles = make(load(Space::Global, -8), &[words], Type::I64);
            let mut last = (Op::Int(IntOp::Mul), vec![time, cycles]);
            if matches!(sreg, Sreg::GlobalTimer | Sreg::GlobalTimerLo | Sreg::GlobalTimerHi) {
                let cycles = make(last.0, &last.1, Type::I64);
                let shift = make(Op::Const(PER_NANOSECOND), &[], Type::I32);
                let since = make(Op::Int(IntOp::ShrU), &[cycles, shift], Type::I64);
                let launch = make(Op::Sreg(Sreg::GridId), &[], Type::I64);
                let shift = make(Op::Const(LAUNCH), &[], Type::I32);
                let begin = make(Op::Int(IntOp::Shl), &[launch, shift], Type::I64);
                last = (Op::Int(IntOp::Add), vec![begin, since]);
            }
            let part = match sreg {
                Sreg::Clock | Sreg::GlobalTimerLo => Some(0),
                Sreg::ClockHi | Sreg::GlobalTimerHi => Some(1),
                _ => None,
            };
            if let Some(part) = part {
                let all = make(last.0, &last.1, Type::I64);
                last = (Op::Part(part), vec![all]);
            }
            let register = f.inst_mut(inst);
            (register.op, register.args) = last;
        }
        executed += if uncounted { 0 } else { instructions(f, &[inst]) };
        new.push(inst);
    }
    f.block_mut(block).insts = new;
}

fn is_time(op: &Op) -> bool {
    matches!(
        op,
        Op::Sreg(
            Sreg::Clock
                | Sreg::ClockHi
                | Sreg::Clock64
                | Sreg::GlobalTimer
                | Sreg::GlobalTimerLo
                | Sreg::GlobalTimerHi
        )
    )
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
