//! Read-modify-write operations of strips on shared memory.
//!
//! One thread runs all of a block, so they are plain loads and stores, one lane after the other; one test
//! covers the addresses of a whole strip.

use super::chunk::little;
use super::kind::Kind;
use super::state::Vectors;
use crate::lower::atomic::machine;
use crate::lower::memory::KERNEL;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AtomicRmwOp, InstBuilder, Value as Cl, types};
use ptx::ir::{Inst, InstId, IntOp, Op, Space, Type, Value};

/// A word of shared memory that each lane updates.
pub(super) struct Change {
    pub(super) address: Value,
    pub(super) offset: i32,
    pub(super) by: Value,
    pub(super) op: AtomicRmwOp,
}

impl Vectors<'_> {
    /// Emits an update of words in shared memory; returns `false` if the instruction is none.
    pub(super) fn shared_update(&mut self, id: InstId) -> bool {
        let Some(change) = self.change(id) else { return false };
        if self.short_lanes().is_some() {
            return false;
        }
        let [quick, careful, after] = std::array::from_fn(|_| self.e.b.create_block());
        self.e.set_place(id.index() as u32);
        let chunks = self.chunks(change.address);
        let fine = self.words_in_bounds(&change, &chunks[..self.words()]);
        let vectors = self.active.vectors;
        self.e.b.ins().brif(fine, quick, &[], careful, &[]);

        self.e.open(careful);
        let warm = self.e.enter_cold();
        let (lanes, results) = (self.active.mask, self.e.f.inst(id).results.clone());
        self.on_running_lanes(&[id], &results, lanes);
        self.e.b.ins().jump(after, &[]);
        self.e.leave_cold(warm);

        (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
        self.e.open(quick);
        self.e.set_place(id.index() as u32);
        let by = match self.kind(change.by) {
            Kind::Uniform => None,
            _ => Some(self.chunks(change.by)),
        };
        let same = self.base(change.by);
        let shared = self.e.field(types::I64, crate::abi::offset!(shared));
        let mut before = Vec::new();
        let mut places = Vec::new();
        for k in 0..self.width {
            let place = if self.ints() == types::I32X4 {
                if k % 4 == 0 {
                    places = self.as_offsets(chunks[k as usize / 4]);
                }
                places[k as usize % 4]
            } else {
                let place = self.extract(Type::I32, &chunks, k);
                self.e.b.ins().uextend(types::I64, place)
            };
            let place = self.e.b.ins().iadd(shared, place);
            let old = self.e.b.ins().load(types::I32, KERNEL, place, change.offset);
            let own = by.map_or(same, |by| self.extract(Type::I32, &by, k));
            let new = self.e.plain(change.op, old, own);
            self.e.b.ins().store(KERNEL, new, place, change.offset);
            before.push(old);
        }
        if let Some(&result) = self.e.f.inst(id).results.iter().find(|v| self.analysis.used[v.index()]) {
            let before = self.gathered(Type::I32, &before);
            self.set_chunks(result, &before);
        }
        self.e.b.ins().jump(after, &[]);

        (self.active.vectors, self.active.entered) = (vectors, self.active.entered + 1);
        self.e.open(after);
        true
    }

    pub(super) fn change(&self, id: InstId) -> Option<Change> {
        let f = self.e.f;
        let inst: &Inst = f.inst(id);
        let Op::Atom { space: Space::Shared, op, ty, offset, .. } = inst.op else { return None };
        let &[address, by] = inst.args.as_slice() else { return None };
        let words = [address, by].iter().chain(&inst.results).all(|&v| f.ty(v) == Type::I32);
        let kept = inst.results.iter().all(|&v| self.kind(v) == Kind::Varying);
        let near = (0..1 << 20).contains(&offset) && offset % 4 == 0;
        let op = machine(op, ty).filter(|_| words && kept && near && ty.bytes() == 4)?;
        Some(Change { address, offset: offset as i32, by, op })
    }

    /// Zero-extends four 32-bit lanes to 64 bits.
    fn as_offsets(&mut self, word: Cl) -> Vec<Cl> {
        let pairs = self.e.b.ins().bitcast(types::I64X2, little(), word);
        let mut offsets = Vec::new();
        for n in 0..2 {
            let pair = self.element(pairs, n);
            let low = self.e.b.ins().ireduce(types::I32, pair);
            offsets.push(self.e.b.ins().uextend(types::I64, low));
            offsets.push(self.e.b.ins().ushr_imm_u(pair, 32));
        }
        offsets
    }

    /// Returns whether the words lie in shared memory for all addresses: these are the bits of a mask plus a
    /// constant base.
    pub(super) fn always_in_bounds(&self, change: &Change) -> bool {
        let f = self.e.f;
        let constant = |v: Value| f.constant(v).map(|bits| i64::from(bits as u32 as i32));
        let (mut bits, mut from) = (change.address, i64::from(change.offset));
        while let Some(Inst { op: Op::Int(IntOp::Add), args, .. }) = f.def_inst(bits)
            && let &[a, b] = args.as_slice()
        {
            let (rest, more) = match (constant(a), constant(b)) {
                (None, Some(more)) => (a, more),
                (Some(more), None) => (b, more),
                _ => return false,
            };
            (bits, from) = (rest, from + more);
        }
        let there = |mask: i64| {
            let last = mask + from + 4;
            mask >= 0 && from >= 0 && (mask | from) % 4 == 0 && last <= i64::from(f.shared_bytes)
        };
        let bits = f.def_inst(bits).filter(|inst| inst.op == Op::Int(IntOp::And));
        bits.into_iter().flat_map(|inst| &inst.args).filter_map(|&v| constant(v)).any(there)
    }

    /// Tests whether all lanes are active and their words lie in shared memory.
    fn words_in_bounds(&mut self, change: &Change, addresses: &[Cl]) -> Cl {
        if self.always_in_bounds(change) {
            return if !self.none_idles() { self.all_run() } else { self.e.b.ins().iconst(types::I8, 1) };
        }
        let offset = change.offset;
        let size = self.e.field(types::I64, crate::abi::offset!(shared_bytes));
        let ints = self.ints();
        let b = &mut self.e.b;
        let last = b.ins().iadd_imm_s(size, -4 - i64::from(offset));
        let mut fine = b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, last, 0);
        let last = b.ins().ireduce(types::I32, last);
        let last = b.ins().splat(ints, last);
        let all = |this: &mut Self, join: fn(&mut Self, Cl, Cl) -> Cl| {
            addresses.iter().copied().reduce(|a, b| join(this, a, b)).unwrap_or(last)
        };
        let highest = all(self, |this, a, b| this.e.b.ins().umax(a, b));
        let bits = all(self, |this, a, b| this.e.b.ins().bor(a, b));
        let b = &mut self.e.b;
        let beyond = b.ins().icmp(IntCC::UnsignedGreaterThan, highest, last);
        let three = b.ins().iconst(types::I32, 3);
        let three = b.ins().splat(ints, three);
        let odd = b.ins().band(bits, three);
        let bad = b.ins().bor(beyond, odd);
        let any = b.ins().vany_true(bad);
        let there = b.ins().icmp_imm_u(IntCC::Equal, any, 0);
        fine = b.ins().band(fine, there);
        if !self.none_idles() {
            let all = self.all_run();
            fine = self.e.both(fine, all);
        }
        fine
    }
}
