//! Loads and stores after a failed test, done by one call of the host for the strip: shorter than a loop
//! over the lanes.

use super::chunk::slot_of;
use super::kind::Kind;
use super::memory::Access;
use super::state::Vectors;
use crate::abi::Stop;
use crate::hostcalls::{AccessRows, Host, ROW_BYTES};
use crate::lower::emitter::Lane;
use cranelift_codegen::ir::{InstBuilder, types};
use ptx::ir::{Space, Type, Value};
use std::mem::offset_of;

impl Vectors<'_> {
    /// Does an access for the active lanes after its test has failed.
    pub(super) fn carefully(&mut self, access: &Access) {
        if self.is_left_to_host(access) { self.by_host_access(access) } else { self.lane_by_lane(access) }
    }

    /// Returns whether the host does an access. It does not ask about addresses outside the reach.
    fn is_left_to_host(&self, access: &Access) -> bool {
        let fits = |&v: &Value| {
            let (register, memory) = (self.e.f.ty(v), access.ty.bits());
            match register {
                Type::I16 | Type::I32 | Type::I64 => memory <= register.bits(),
                Type::F32 | Type::F64 => memory == register.bits(),
                Type::Pred | Type::I128 => false,
            }
        };
        let varying = |&v: &Value| !access.load || self.kind(v) == Kind::Varying;
        access.simple
            && access.space != Space::Cluster
            && access.values.len() <= AccessRows::VALUES
            && access.values.iter().all(|v| fits(v) && varying(v))
            && matches!(self.e.f.ty(access.address), Type::I32 | Type::I64)
            && !self.e.asks.outside
            && self.e.const_value(self.active.mask) != Some(1)
    }

    fn by_host_access(&mut self, access: &Access) {
        let slot =
            *self.e.slots.access.get_or_insert_with(|| {
                self.e.b.create_sized_stack_slot(slot_of(size_of::<AccessRows>() as u32))
            });
        let row = |n: usize| (offset_of!(AccessRows, values) + n * ROW_BYTES) as i32;
        let addresses = self.chunks(access.address);
        let place = (slot, offset_of!(AccessRows, addresses) as i32);
        self.store_row(place, self.e.f.ty(access.address), &addresses);
        if !access.load {
            for (n, &v) in access.values.iter().enumerate() {
                let chunks = self.chunks(v);
                self.store_row((slot, row(n)), self.e.f.ty(v), &chunks);
            }
        }
        let (strip, lanes) = (self.strip(), self.active.mask);
        let number = self.e.b.ins().iconst(types::I32, access.id.index() as i64);
        let rows = self.e.b.ins().stack_addr(types::I64, slot, 0);
        let args = [self.e.context, number, lanes, strip.thread, rows];
        if let Some(stop) = self.e.call(Host::Access, &args, Some(types::I32)) {
            let thread = self.e.b.ins().iadd_imm_s(stop, -1);
            self.e.lane = Some(Lane::in_strip(thread, strip.lane, strip.fault, strip.end));
            let address = self.e.b.ins().stack_load(types::I64, types::I64, slot, 0);
            self.e.stop_if(stop, Stop::Access, address);
        }
        for (n, &v) in access.values.iter().enumerate().filter(|_| access.load) {
            let loaded = self.load_row((slot, row(n)), self.e.f.ty(v));
            self.set_chunks(v, &loaded);
        }
    }
}
