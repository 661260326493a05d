//! Fetches of textures, by one call of the host for a strip.

use super::chunk::slot_of;
use super::kind::Kind;
use super::state::Vectors;
use crate::abi::Stop;
use crate::hostcalls::{FetchRows, Host, ROW_BYTES};
use crate::lower::emitter::Lane;
use cranelift_codegen::ir::{InstBuilder, types};
use ptx::ir::{InstId, Op, Texture, Type};
use std::mem::offset_of;

/// Size of a row of 32-bit words, bytes.
const ROW: usize = ROW_BYTES / 2;

impl Vectors<'_> {
    /// Emits a fetch for the lanes of the current mask; returns `false` if it is none.
    pub(super) fn fetch(&mut self, id: InstId) -> bool {
        let inst = self.e.f.inst(id);
        let Op::Texture(Texture::Sample(_)) = inst.op else { return false };
        let lanes = self.active.mask;
        let varying = inst.results.iter().all(|&v| self.kind(v) == Kind::Varying);
        if self.e.const_value(lanes) == Some(1) || !varying {
            return false;
        }
        let slot =
            *self.e.slots.fetch.get_or_insert_with(|| {
                self.e.b.create_sized_stack_slot(slot_of(size_of::<FetchRows>() as u32))
            });
        for (n, &v) in inst.args.iter().enumerate() {
            let chunks = self.raw_chunks(v);
            let row = match n.checked_sub(2) {
                None => offset_of!(FetchRows, handles) + n * ROW_BYTES,
                Some(word) => offset_of!(FetchRows, words) + word * ROW,
            };
            self.store_row((slot, row as i32), self.e.f.ty(v), &chunks);
        }
        self.e.set_place(id.index() as u32);
        let number = self.e.b.ins().iconst(types::I32, id.index() as i64);
        let rows = self.e.b.ins().stack_addr(types::I64, slot, 0);
        let context = self.e.context;
        let args = [context, number, lanes, rows];
        if let Some(stop) = self.e.call(Host::Fetch, &args, Some(types::I32)) {
            let strip = self.strip();
            let behind = self.e.b.ins().iadd_imm_s(stop, -1);
            let [thread, lane] = [strip.thread, strip.lane].map(|first| self.e.b.ins().iadd(first, behind));
            self.e.lane = Some(Lane::in_strip(thread, lane, strip.fault, strip.end));
            let nowhere = self.e.b.ins().iconst(types::I64, 0);
            self.e.stop_if(stop, Stop::Host, nowhere);
        }
        for (n, &v) in inst.results.iter().enumerate() {
            let row = (offset_of!(FetchRows, results) + n * ROW) as i32;
            let loaded = self.load_row((slot, row), Type::I32);
            self.set_chunks(v, &loaded);
        }
        true
    }
}
