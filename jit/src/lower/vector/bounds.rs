//! Tests whether memory accesses lie inside their space.

use super::state::Vectors;
use crate::abi::offset;
use crate::lower::emitter::TRUSTED;
use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, Inst, InstBuilder, Value as Cl, types};
use ptx::ir::Space;
use std::collections::BTreeMap;

/// Numbers for tests of addresses, computed at the start of the function at their first use.
#[derive(Default)]
pub(super) struct Hoisted {
    /// The instruction before which they are computed.
    pub(super) before: Option<Inst>,
    /// Numbers of places in a space, by its name (none for the reach), the size of what lies there, and log2
    /// of the unit.
    places: BTreeMap<(Option<&'static str>, i64, u32), Cl>,
    /// Start of the reach less an offset.
    origins: BTreeMap<i64, Cl>,
}

impl Vectors<'_> {
    /// Returns the flag that `span` bytes at `start + offset`, a multiple of `1 << unit`, are inside their
    /// space. In units, an address that is no multiple is out of range: one comparison tests both.
    pub(super) fn lies_inside(
        &mut self,
        space: Space,
        start: Cl,
        offset: i64,
        (span, unit): (i64, u32),
    ) -> Cl {
        let at = match self.e.size(space) {
            Some(_) => self.e.plus(start, offset),
            None => {
                let origin = self.origin(offset);
                self.e.b.ins().isub(start, origin)
            }
        };
        let number = if unit == 0 { at } else { self.e.b.ins().rotr_imm_u(at, i64::from(unit)) };
        let places = self.places(space, span, unit);
        self.e.b.ins().icmp(IntCC::UnsignedLessThan, number, places)
    }

    /// Returns the number of places in a space for `span` bytes, in units from its start on.
    fn places(&mut self, space: Space, span: i64, unit: u32) -> Cl {
        let field = match space {
            Space::Shared => Some(("shared", offset!(shared_bytes))),
            Space::Local => Some(("local", offset!(local_bytes))),
            _ => None,
        };
        let key = match space {
            Space::Param => (Some("param"), span, unit),
            _ => (field.map(|field| field.0), span, unit),
        };
        if let Some(&known) = self.hoisted.places.get(&key) {
            return known;
        }
        let (context, reach_bytes, params) = (self.e.context, self.e.reach_bytes, self.e.f.param_bytes);
        let places = self.at_start(|mut at| {
            let size = match (space, field) {
                (Space::Param, _) => at.ins().iconst(types::I64, i64::from(params)),
                (_, Some((_, field))) => at.ins().load(types::I64, TRUSTED, context, field),
                (_, None) => reach_bytes,
            };
            let last = at.ins().iadd_imm_s(size, (1 << unit) - span);
            let zero = at.ins().iconst(types::I64, 0);
            let room = at.ins().smax(last, zero);
            if unit == 0 { room } else { at.ins().ushr_imm_u(room, i64::from(unit)) }
        });
        self.hoisted.places.insert(key, places);
        places
    }

    /// Returns the start of the reach less an offset.
    fn origin(&mut self, offset: i64) -> Cl {
        if offset == 0 {
            return self.e.reach;
        }
        if let Some(&known) = self.hoisted.origins.get(&offset) {
            return known;
        }
        let reach = self.e.reach;
        let origin = self.at_start(|mut at| at.ins().iadd_imm_s(reach, -offset));
        self.hoisted.origins.insert(offset, origin);
        origin
    }

    /// Continues if a flag is set, else at `other`: the processor compares and branches at once, and no flag
    /// waits in a register.
    pub(super) fn require(&mut self, flag: Cl, (other, args): (Block, &[BlockArg])) {
        if self.e.const_value(flag).is_some_and(|flag| flag != 0) {
            return;
        }
        let next = self.e.b.create_block();
        self.e.b.ins().brif(flag, next, &[], other, args);
        self.e.open(next);
    }

    /// Continues if all of some flags are set, else at `other`.
    pub(super) fn require_all(&mut self, flags: impl IntoIterator<Item = Cl>, other: (Block, &[BlockArg])) {
        for flag in flags {
            self.require(flag, other);
        }
    }

    /// Emits code at the start of the function.
    fn at_start(&mut self, emit: impl FnOnce(FuncCursor<'_>) -> Cl) -> Cl {
        let before = self.hoisted.before.expect("the function starts before its regions");
        emit(FuncCursor::new(self.e.b.func).at_inst(before))
    }
}
