//! Page recording: each access of a thread to global memory marks its page.
//!
//! The marks are an array in global memory with four bytes for each page: for loads, for stores, for atomic
//! operations, and an unused one. Three additional parameters of the kernel are the array's address, the
//! first recorded address, and the number of pages. A further entry at the array's end collects accesses to
//! all other addresses. Setting a mark stores 1, so the order of threads does not matter. Textures, copies
//! through tensor maps, and accesses by the host for a thread are not recorded.

use crate::ir::{Cmp, Function, InstId, IntOp, Op, Order, Param, Scalar, Space, Type, Value};

/// Size of a page in bytes, as a shift.
const PAGE_SHIFT: u64 = 12;

/// Parameters of the marks, loaded in the entry block.
struct Marks {
    array: Value,
    first: Value,
    pages: Value,
}

/// Instruments a kernel.
pub(super) fn run(f: &mut Function) {
    let place = f.param_bytes.next_multiple_of(8);
    for (n, name) in (0..).zip(["marks", "first", "pages"]) {
        f.params.push(Param { name: name.into(), offset: place + 8 * n, size: 8, align: 8 });
    }
    f.param_bytes = place + 24;
    let blocks: Vec<_> = f.blocks().collect();
    let accesses = |f: &Function, block| f.block(block).insts.iter().any(|&inst| access(f, inst).is_some());
    if !blocks.iter().any(|&block| accesses(f, block)) {
        return;
    }
    let entry = f.entry();
    let mut builder = Builder { line: f.block(entry).line, made: Vec::new(), f };
    let [array, first, pages] = [0, 8, 16].map(|n| builder.param(place + n));
    let (marks, mut begin) = (Marks { array, first, pages }, builder.made);
    for block in blocks {
        let old = std::mem::take(&mut f.block_mut(block).insts);
        let mut new = if block == entry { std::mem::take(&mut begin) } else { Vec::with_capacity(old.len()) };
        for inst in old {
            new.push(inst);
            if let Some(access) = access(f, inst) {
                let mut builder = Builder { line: f.inst(inst).line, made: new, f };
                builder.mark(&marks, access);
                new = builder.made;
            }
        }
        f.block_mut(block).insts = new;
    }
}

/// Access to global memory.
struct Access {
    address: Value,
    offset: i64,
    /// Index of its mark.
    mark: u64,
}

fn access(f: &Function, inst: InstId) -> Option<Access> {
    let inst = f.inst(inst);
    let (space, offset, mark) = match inst.op {
        Op::Load { space, offset, .. } => (space, offset, 0),
        Op::Store { space, offset, .. } => (space, offset, 1),
        Op::Atom { space, offset, .. } => (space, offset, 2),
        _ => return None,
    };
    let address = *inst.args.first()?;
    matches!(space, Space::Global | Space::Generic).then_some(Access { address, offset, mark })
}

/// Instruction builder.
struct Builder<'a> {
    f: &'a mut Function,
    made: Vec<InstId>,
    line: u32,
}

impl Builder<'_> {
    fn op(&mut self, op: Op, args: &[Value], ty: Type) -> Value {
        let inst = self.f.make_inst(op, args.to_vec(), &[ty], self.line);
        self.made.push(inst);
        self.f.inst(inst).results[0]
    }

    fn param(&mut self, offset: u32) -> Value {
        let place = self.op(Op::Const(offset.into()), &[], Type::I64);
        let load = Op::Load { space: Space::Param, ty: Scalar::U64, offset: 0, order: Order::Weak };
        self.op(load, &[place], Type::I64)
    }

    /// Marks the page of an access.
    fn mark(&mut self, marks: &Marks, Access { mut address, offset, mark }: Access) {
        if offset != 0 {
            let offset = self.op(Op::Const(offset as u64), &[], Type::I64);
            address = self.op(Op::Int(IntOp::Add), &[address, offset], Type::I64);
        }
        let shift = self.op(Op::Const(PAGE_SHIFT), &[], Type::I32);
        let ahead = self.op(Op::Int(IntOp::Sub), &[address, marks.first], Type::I64);
        let page = self.op(Op::Int(IntOp::ShrU), &[ahead, shift], Type::I64);
        let less = Op::Cmp { op: Cmp::Lt, ty: Scalar::U64, ftz: false };
        let inside = self.op(less, &[page, marks.pages], Type::Pred);
        let page = self.op(Op::Select, &[inside, page, marks.pages], Type::I64);
        let two = self.op(Op::Const(2), &[], Type::I32);
        let place = self.op(Op::Int(IntOp::Shl), &[page, two], Type::I64);
        let place = self.op(Op::Int(IntOp::Add), &[marks.array, place], Type::I64);
        let one = self.op(Op::Const(1), &[], Type::I32);
        let store =
            Op::Store { space: Space::Global, ty: Scalar::U8, offset: mark as i64, order: Order::Weak };
        let inst = self.f.make_inst(store, vec![place, one], &[], self.line);
        self.made.push(inst);
    }
}
