//! Read-modify-write operations: machine atomics where they exist, else compare-and-swap in the host.

use super::emitter::Emitter;
use super::memory::{KERNEL, memory_type};
use crate::hostcalls::Host;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AtomicRmwOp, InstBuilder, Value as Cl, types};
use ptx::ir::{AtomOp, Inst, Op, Order, Scalar, Space, Type};

/// Returns the machine's operation, if there is one.
pub(super) fn machine(op: AtomOp, ty: Scalar) -> Option<AtomicRmwOp> {
    Some(match op {
        AtomOp::Add if !ty.is_float() => AtomicRmwOp::Add,
        AtomOp::And => AtomicRmwOp::And,
        AtomOp::Or => AtomicRmwOp::Or,
        AtomOp::Xor => AtomicRmwOp::Xor,
        AtomOp::Exch => AtomicRmwOp::Xchg,
        AtomOp::Min if ty.is_signed() => AtomicRmwOp::Smin,
        AtomOp::Max if ty.is_signed() => AtomicRmwOp::Smax,
        AtomOp::Min if !ty.is_float() => AtomicRmwOp::Umin,
        AtomOp::Max if !ty.is_float() => AtomicRmwOp::Umax,
        _ => return None,
    })
}

/// Returns whether only threads of one block access a word that an operation updates.
fn is_own(space: Space, order: Order) -> bool {
    space == Space::Shared || order == Order::Weak
}

impl Emitter<'_> {
    pub(super) fn emit_atom(&mut self, inst: &Inst) {
        let Op::Atom { space, op, ty, offset, order } = inst.op else { return };
        let address = self.address(space, inst.args[0], offset, ty.bytes());
        let operands: Vec<_> = inst.args[1..].iter().map(|&v| (self.f.ty(v), self.get(v))).collect();
        let whole = matches!(ty.bytes(), 4 | 8);
        if ty.bytes() == 16 {
            return self.emit_atom_wide(inst, address, &operands);
        }
        let memory = memory_type(ty);
        let old = match (machine(op, ty), operands.as_slice()) {
            (None, &[(have, b)])
                if (op, ty, space) == (AtomOp::Add, Scalar::F32, Space::Shared) && have == Type::F32 =>
            {
                let old = self.b.ins().load(types::F32, KERNEL, address, 0);
                let sum = self.b.ins().fadd(old, b);
                let sum = self.canonical_nan(Type::F32, &[], sum);
                self.b.ins().store(KERNEL, sum, address, 0);
                self.widened(Type::F32, old)
            }
            (_, &[(b_type, b), (c_type, c)]) if whole && op == AtomOp::Cas && space == Space::Shared => {
                let (b, c) = (self.cut(b_type, b, memory), self.cut(c_type, c, memory));
                let old = self.b.ins().load(memory, KERNEL, address, 0);
                let same = self.b.ins().icmp(IntCC::Equal, old, b);
                let new = self.b.ins().select(same, c, old);
                self.b.ins().store(KERNEL, new, address, 0);
                self.grown(old, memory)
            }
            (Some(rmw), &[(have, b)]) if whole => {
                let b = self.cut(have, b, memory);
                let old = self.update((rmw, is_own(space, order)), (memory, address), b);
                self.grown(old, memory)
            }
            (_, &[(b_type, b), (c_type, c)]) if whole && op == AtomOp::Cas => {
                let (b, c) = (self.cut(b_type, b, memory), self.cut(c_type, c, memory));
                let old = self.compare_and_swap((memory, address), b, c);
                self.grown(old, memory)
            }
            _ => {
                // An unmapped page must fault here, not in the host.
                self.b.ins().load(types::I8, KERNEL, address, 0);
                let site = self.atom_site();
                let mut words: Vec<_> = operands.iter().map(|&(have, v)| self.widened(have, v)).collect();
                let zero = self.b.ins().iconst(types::I64, 0);
                if op == AtomOp::Add && ty.is_float() {
                    // Rounding of sums differs between global and shared memory.
                    let global = self.is_space(Space::Global, address);
                    words.push(match space {
                        Space::Global => self.b.ins().iconst(types::I64, 1),
                        Space::Generic => self.b.ins().uextend(types::I64, global),
                        _ => zero,
                    });
                }
                words.resize(2, zero);
                let args = [site, address, words[0], words[1]];
                self.call(Host::Atom, &args, Some(types::I64)).unwrap_or(zero)
            }
        };
        if let Some(&result) = inst.results.first() {
            let ty: Type = self.f.ty(result);
            let value = self.narrowed(ty, old);
            self.set(result, value);
        }
    }

    /// Emits an addition to a word of 4 or 8 bytes, of `by` in place of the instruction's operand.
    pub(super) fn emit_addition(&mut self, inst: &Inst, by: Cl) {
        let Op::Atom { space, ty, offset, order, .. } = inst.op else { return };
        let address = self.address(space, inst.args[0], offset, ty.bytes());
        let memory = memory_type(ty);
        self.update((AtomicRmwOp::Add, is_own(space, order)), (memory, address), by);
    }

    /// Emits a read-modify-write of a word of 4 or 8 bytes by the machine, and returns the old word. Only the
    /// block accesses its `own` words.
    fn update(
        &mut self,
        (rmw, own): (AtomicRmwOp, bool),
        (memory, address): (types::Type, Cl),
        by: Cl,
    ) -> Cl {
        if !own {
            return self.b.ins().atomic_rmw(memory, KERNEL, rmw, address, by);
        }
        // One thread runs all of a block, so nothing intervenes.
        let old = self.b.ins().load(memory, KERNEL, address, 0);
        let new = self.plain(rmw, old, by);
        self.b.ins().store(KERNEL, new, address, 0);
        old
    }

    /// Emits a compare-and-swap and returns the old word. On x86-64 a load is ordered as a swap that fails,
    /// but leaves the word's line to other processors: threads often try until others are done.
    fn compare_and_swap(&mut self, (memory, address): (types::Type, Cl), expected: Cl, new: Cl) -> Cl {
        if !cfg!(target_arch = "x86_64") {
            return self.b.ins().atomic_cas(KERNEL, address, expected, new);
        }
        let [swap, after] = std::array::from_fn(|_| self.b.create_block());
        let old = self.b.append_block_param(after, memory);
        let seen = self.b.ins().load(memory, KERNEL, address, 0);
        let same = self.b.ins().icmp(IntCC::Equal, seen, expected);
        self.b.ins().brif(same, swap, &[], after, &[seen.into()]);
        self.open(swap);
        let found = self.b.ins().atomic_cas(KERNEL, address, expected, new);
        self.b.ins().jump(after, &[found.into()]);
        self.open(after);
        old
    }

    /// Emits a compare-and-exchange of 16 bytes, in any space, done by the host.
    fn emit_atom_wide(&mut self, inst: &Inst, address: Cl, operands: &[(Type, Cl)]) {
        // An unmapped page must fault here, not in the host.
        self.b.ins().load(types::I8, KERNEL, address, 0);
        let site = self.atom_site();
        let (words, out) = self.words_for_host(operands);
        let words = self.b.ins().stack_addr(types::I64, words, 0);
        let to = self.b.ins().stack_addr(types::I64, out, 0);
        self.call(Host::AtomWide, &[site, address, words, to], None);
        if let Some(&result) = inst.results.first() {
            let value = self.b.ins().stack_load(types::I64, types::I128, out, 0);
            self.set(result, value);
        }
    }

    /// Emits the new value of a read-modify-write operation.
    pub(super) fn plain(&mut self, rmw: AtomicRmwOp, old: Cl, b: Cl) -> Cl {
        let ins = self.b.ins();
        match rmw {
            AtomicRmwOp::Add => ins.iadd(old, b),
            AtomicRmwOp::And => ins.band(old, b),
            AtomicRmwOp::Or => ins.bor(old, b),
            AtomicRmwOp::Xor => ins.bxor(old, b),
            AtomicRmwOp::Smin => ins.smin(old, b),
            AtomicRmwOp::Smax => ins.smax(old, b),
            AtomicRmwOp::Umin => ins.umin(old, b),
            AtomicRmwOp::Umax => ins.umax(old, b),
            AtomicRmwOp::Sub => ins.isub(old, b),
            AtomicRmwOp::Nand => {
                let both = ins.band(old, b);
                self.b.ins().bnot(both)
            }
            AtomicRmwOp::Xchg => b,
        }
    }

    fn cut(&mut self, have: Type, v: Cl, memory: types::Type) -> Cl {
        let wide = self.widened(have, v);
        if memory == types::I64 { wide } else { self.b.ins().ireduce(memory, wide) }
    }

    fn grown(&mut self, v: Cl, memory: types::Type) -> Cl {
        if memory == types::I64 { v } else { self.b.ins().uextend(types::I64, v) }
    }
}
