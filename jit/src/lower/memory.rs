//! Loads and stores, each tested before it is done.
//!
//! A generic or global address must lie in the reach of the launch, which is the window or a part of it; an
//! offset must lie in its space; both must be aligned. Uncommitted pages of the window fault, see
//! [`crate::trap`]. Code with a larger reach ([`crate::kernel::Kernel::with_outside_reach`]) asks the host
//! about other addresses, lane by lane: see [`crate::reach`].

use super::emitter::Emitter;
use crate::abi::{Stop, offset};
use crate::hostcalls::Host;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value as Cl, types};
use ptx::ir::{Inst, Op, Order, Scalar, Space, Type, Value};

/// Flags for memory of the kernel: may fault; alignment is tested by our own code.
pub(super) const KERNEL: MemFlagsData = MemFlagsData::new();

impl Emitter<'_> {
    /// Loads the reach, at the start of a function.
    pub(super) fn load_reach(&mut self) {
        self.reach = self.field(types::I64, offset!(reach));
        self.from_reach = self.b.ins().ineg(self.reach);
        self.reach_bytes = self.field(types::I64, offset!(reach_bytes));
        self.reach_units = [0, 1, 2, 3, 4].map(|unit| match unit {
            0 => self.reach_bytes,
            _ => self.b.ins().ushr_imm_u(self.reach_bytes, unit),
        });
    }

    /// Returns the machine address of an access of `bytes` bytes, a power of two, after its tests.
    pub(super) fn address(&mut self, space: Space, address: Value, offset: i64, bytes: u32) -> Cl {
        self.checked_address(space, address, offset, bytes).0
    }

    /// Returns the machine address, and the kernel's own address if the host may have substituted another.
    fn checked_address(&mut self, space: Space, address: Value, offset: i64, bytes: u32) -> (Cl, Option<Cl>) {
        let bytes = i64::from(bytes);
        if let Some(at) = self.untested_offset(space, address, offset, bytes)
            && let Some(base) = self.base(space)
        {
            return (if at == 0 { base } else { self.b.ins().iadd_imm_s(base, at) }, None);
        }
        let at = self.sum_with_offset(space, address, offset);
        // In units of the access, with an unaligned address out of range: one test for both. Spaces are
        // aligned.
        let unit = bytes.trailing_zeros();
        let (base, offset, units) = match (self.base(space), self.size(space)) {
            (Some(base), Some(size)) if unit == 0 => (Some(base), at, size),
            (Some(base), Some(size)) => (Some(base), at, self.b.ins().ushr_imm_u(size, i64::from(unit))),
            _ => {
                // Processors add three terms at once.
                let value = self.get(address);
                let distance = self.b.ins().iadd(value, self.from_reach);
                let distance = self.with_offset(space, distance, offset);
                (None, distance, self.reach_units[unit as usize])
            }
        };
        let number = if unit == 0 { offset } else { self.b.ins().rotr_imm_u(offset, i64::from(unit)) };
        let mut bad = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, number, units);
        let mut target = at;
        if base.is_none() && self.asks.outside {
            (bad, target) = self.ask_host(bad, at, bytes);
        }
        if base.is_none() && !self.asks.outside {
            // The address follows from the distance, so the code need not hold both.
            self.stop_if(bad, Stop::Reach, number);
        } else {
            self.stop_if(bad, Stop::Access, at);
        }
        match base {
            Some(base) => (self.b.ins().iadd(base, at), None),
            None => (target, self.asks.outside.then_some(at)),
        }
    }

    /// Returns an address plus its immediate offset, 64 bits. Offsets into a space of the block wrap at 32
    /// bits: compilers write `[%r+256]` where `%r` is 256 bytes before a variable at offset 0.
    pub(super) fn sum_with_offset(&mut self, space: Space, address: Value, offset: i64) -> Cl {
        let value = self.get(address);
        self.with_offset(space, value, offset)
    }

    /// Returns the sum of an address and an offset, with the width of the space.
    pub(super) fn with_offset(&mut self, space: Space, value: Cl, offset: i64) -> Cl {
        if !is_narrow(space) {
            return if offset == 0 { value } else { self.b.ins().iadd_imm_s(value, offset) };
        }
        let have = self.b.func.dfg.value_type(value);
        let low = if have == types::I32 { value } else { self.b.ins().ireduce(types::I32, value) };
        let low = match offset as i32 {
            0 => low,
            offset => self.b.ins().iadd_imm_s(low, i64::from(offset)),
        };
        self.b.ins().uextend(types::I64, low)
    }

    /// Asks the host about an address if `bad` is set. Returns whether it refuses, and the address to access.
    fn ask_host(&mut self, bad: Cl, at: Cl, bytes: i64) -> (Cl, Cl) {
        let [ask, resume] = std::array::from_fn(|_| self.b.create_block());
        self.b.append_block_param(resume, types::I8);
        self.b.append_block_param(resume, types::I64);
        self.b.ins().brif(bad, ask, &[], resume, &[bad.into(), at.into()]);
        self.open(ask);
        self.b.set_cold_block(ask);
        let inst = self.b.ins().iconst(types::I32, i64::from(self.inst));
        let bytes = self.b.ins().iconst(types::I32, bytes);
        let args = [self.context, inst, bytes, at];
        let target = self.call(Host::Outside, &args, Some(types::I64)).unwrap_or(at);
        let refused = self.b.ins().icmp_imm_u(IntCC::Equal, target, 0);
        self.b.ins().jump(resume, &[refused.into(), target.into()]);
        self.open(resume);
        let params = self.b.block_params(resume);
        (params[0], params[1])
    }

    /// Has the host copy a store to the replicas of a multicast address, if the store was checked_address.
    fn store_to_replicas(&mut self, target: Cl, at: Cl, bytes: u32) {
        let elsewhere = self.b.ins().icmp(IntCC::NotEqual, target, at);
        let [ask, resume] = std::array::from_fn(|_| self.b.create_block());
        self.b.ins().brif(elsewhere, ask, &[], resume, &[]);
        self.open(ask);
        self.b.set_cold_block(ask);
        let bytes = self.b.ins().iconst(types::I32, i64::from(bytes));
        let args = [self.context, bytes, at];
        if let Some(refused) = self.call(Host::StoreReplicas, &args, Some(types::I32)) {
            self.stop_if(refused, Stop::Access, at);
        }
        self.b.ins().jump(resume, &[]);
        self.open(resume);
    }

    /// Returns the offset of an access that needs no test: a constant one inside every block's memory.
    fn untested_offset(&self, space: Space, address: Value, offset: i64, bytes: i64) -> Option<i64> {
        let size = match space {
            Space::Param => self.f.param_bytes,
            Space::Shared => self.f.shared_bytes,
            _ => return None,
        };
        let at = i64::from((self.f.constant(address)? as u32).wrapping_add(offset as u32));
        (at % bytes == 0 && at <= i64::from(size) - bytes).then_some(at)
    }

    pub(super) fn emit_access(&mut self, inst: &Inst) {
        let (space, ty, offset, order) = match inst.op {
            Op::Load { space, ty, offset, order } | Op::Store { space, ty, offset, order } => {
                (space, ty, offset, order)
            }
            _ => return,
        };
        let is_load = matches!(inst.op, Op::Load { .. });
        let values = if is_load { &inst.results[..] } else { &inst.args[1..] };
        let total = ty.bytes() * values.len() as u32;
        let (address, at) = self.checked_address(space, inst.args[0], offset, total);
        if matches!(order, Order::Release | Order::AcqRel | Order::SeqCst) {
            self.b.ins().fence();
        }
        for (n, &v) in values.iter().enumerate() {
            let at = n as i32 * ty.bytes() as i32;
            if is_load {
                let loaded = self.load(ty, self.f.ty(v), address, at);
                self.set(v, loaded);
            } else {
                self.store(ty, v, address, at);
            }
        }
        if let (false, Some(at)) = (is_load, at) {
            self.store_to_replicas(address, at, total);
        }
        if matches!(order, Order::Acquire | Order::AcqRel | Order::SeqCst) {
            self.b.ins().fence();
        }
    }

    /// Loads a value from a tested address.
    pub(super) fn load(&mut self, ty: Scalar, result: Type, address: Cl, at: i32) -> Cl {
        if result.is_float() && result.bits() == ty.bits() {
            return self.b.ins().load(Self::clif(result), KERNEL, address, at);
        }
        let memory = memory_type(ty);
        let loaded = self.b.ins().load(memory, KERNEL, address, at);
        match result {
            Type::Pred => self.b.ins().icmp_imm_u(IntCC::NotEqual, loaded, 0),
            Type::F32 | Type::F64 => {
                let wide = self.extended(loaded, ty, Type::I64);
                self.narrowed(result, wide)
            }
            Type::I128 => loaded,
            _ => self.extended(loaded, ty, result),
        }
    }

    fn store(&mut self, ty: Scalar, v: Value, address: Cl, at: i32) {
        let value = self.get(v);
        self.store_value(ty, self.f.ty(v), value, address, at);
    }

    /// Stores a value to a tested address.
    pub(super) fn store_value(&mut self, ty: Scalar, have: Type, value: Cl, address: Cl, at: i32) {
        let stored = match have {
            Type::F32 | Type::F64 if have.bits() == ty.bits() => value,
            Type::I128 => value,
            _ => {
                let wide = self.widened(have, value);
                match memory_type(ty) {
                    types::I64 => wide,
                    narrow => self.b.ins().ireduce(narrow, wide),
                }
            }
        };
        self.b.ins().store(KERNEL, stored, address, at);
    }
}

/// Returns whether addresses of a space are 32-bit offsets.
pub(super) fn is_narrow(space: Space) -> bool {
    matches!(space, Space::Shared | Space::Local | Space::Param)
}

/// Returns the integer type of a scalar's size in memory.
pub(super) fn memory_type(ty: Scalar) -> types::Type {
    match ty.bytes() {
        1 => types::I8,
        2 => types::I16,
        4 => types::I32,
        8 => types::I64,
        _ => types::I128,
    }
}
