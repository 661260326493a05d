//! Values along a row: what they are for the thread that a sweep stands at, and for how many from there on they have their
//! steps.

use super::Vectors;
use super::kind::{Kind, is_widening};
use super::memory::Group;
use super::rows::{Bound, widens};
use super::trace::Trace;
use crate::hostcalls::Host;
use crate::lower::emitter::Emitter;
use crate::lower::plan::Home;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::analysis::regions::Region;
use ptx::ir::{BlockId, Cmp, Def, Op, Space, Sreg, Type, Value};
use std::collections::BTreeMap;

/// Blocks between one and that for which memory is fetched while it runs.
const AHEAD: i64 = 4;

/// Values of one thread of a row.
pub(super) type Made = BTreeMap<Value, Cl>;

/// The threads of a row that something holds for: `low..high`, `i64`.
pub(super) struct Part {
    pub(super) low: Cl,
    pub(super) high: Cl,
    /// Whether those are all.
    pub(super) sure: Option<Cl>,
}

impl Vectors<'_> {
    /// The threads of a row for which all of some comparisons hold; of its first thread's values.
    pub(super) fn holding(&mut self, bounds: &[Bound], length: Cl) -> Part {
        let zero = self.e.b.ins().iconst(types::I64, 0);
        let mut part = Part { low: zero, high: length, sure: None };
        let mut made = Made::new();
        for bound in bounds {
            let limit = self.along(bound.limit, &mut made);
            let Some(v) = bound.stepping else {
                let fixed = self.along(bound.fixed, &mut made);
                let Some(code) = crate::lower::arith::condition(bound.op, bound.signed) else { continue };
                let holds = self.e.b.ins().icmp(code, fixed, limit);
                part.high = self.e.b.ins().select(holds, part.high, zero);
                continue;
            };
            let start = self.along(v, &mut made);
            let ty = self.e.f.ty(v);
            let [start, limit] = [start, limit].map(|n| self.extended(ty, bound.signed, n));
            let sure = self.near(ty, bound.signed, start, limit, length);
            let mut sure =
                sure.into_iter().chain(self.steps_hold(&[v], &mut made, length)).collect::<Vec<_>>();
            sure.extend(part.sure);
            part.sure = sure.into_iter().reduce(|a, b| self.e.b.ins().band(a, b));
            let b = &mut self.e.b;
            let distance = b.ins().isub(limit, start);
            let beyond = b.ins().iadd_imm_s(distance, 1);
            let (low, high) = match bound.op {
                Cmp::Lt => (None, Some(distance)),
                Cmp::Le => (None, Some(beyond)),
                Cmp::Gt => (Some(beyond), None),
                Cmp::Ge => (Some(distance), None),
                _ => (Some(distance), Some(beyond)),
            };
            if let Some(low) = low {
                part.low = b.ins().smax(part.low, low);
            }
            if let Some(high) = high {
                part.high = b.ins().smin(part.high, high);
            }
        }
        if !bounds.is_empty() {
            part.low = self.e.b.ins().smin(part.low, length);
            part.high = self.e.b.ins().smax(part.high, zero);
        }
        part
    }

    /// Whether differences and sums of a row's values are what they would be without end.
    fn near(&mut self, ty: Type, signed: bool, start: Cl, limit: Cl, length: Cl) -> Vec<Cl> {
        /// Numbers whose differences no 64 bits overflow.
        const FAR: i64 = 1 << 61;
        let b = &mut self.e.b;
        if ty == Type::I32 {
            let last = b.ins().iadd(start, length);
            let most = if signed { i64::from(i32::MAX) } else { i64::from(u32::MAX) };
            // One more than the last.
            let most = b.ins().iconst(types::I64, most + 1);
            return vec![b.ins().icmp(IntCC::SignedLessThanOrEqual, last, most)];
        }
        let far = b.ins().iconst(types::I64, 2 * FAR);
        let own = [start, limit].map(|n| {
            let moved = if signed { b.ins().iadd_imm_s(n, FAR) } else { n };
            b.ins().icmp(IntCC::UnsignedLessThan, moved, far)
        });
        own.to_vec()
    }

    fn extended(&mut self, ty: Type, signed: bool, n: Cl) -> Cl {
        match (ty, signed) {
            (Type::I64, _) => n,
            (_, true) => self.e.b.ins().sextend(types::I64, n),
            (_, false) => self.e.b.ins().uextend(types::I64, n),
        }
    }

    /// What is known along the row and used by something that is not, operands before what is made of them.
    pub(super) fn wanted(&self, region: &Region, trace: &Trace) -> Vec<Value> {
        let f = self.e.f;
        let along = |v: &Value| self.analysis.known[v.index()] && !self.analysis.steady[v.index()];
        let mut wanted = Vec::new();
        for &at in &trace.places {
            let block = f.block(region.blocks[at]);
            let mut used = Vec::new();
            for inst in block.insts.iter().map(|&i| f.inst(i)) {
                let known =
                    !inst.results.is_empty() && inst.results.iter().all(|v| self.analysis.known[v.index()]);
                if known {
                    used.extend(inst.results.iter().filter(|&&v| self.e.plan.home(v) != Home::Nowhere));
                } else {
                    used.extend(&inst.args);
                }
            }
            used.extend(block.term.edges().flat_map(|e| &e.args));
            used.extend(block.term.selector());
            for v in used.into_iter().filter(along) {
                self.want(v, &mut wanted);
            }
        }
        wanted
    }

    fn want(&self, v: Value, wanted: &mut Vec<Value>) {
        if wanted.contains(&v) {
            return;
        }
        let along = |v: &&Value| self.analysis.known[v.index()] && !self.analysis.steady[v.index()];
        for &arg in self.e.f.def_inst(v).into_iter().flat_map(|inst| inst.args.iter().filter(along)) {
            self.want(arg, wanted);
        }
        wanted.push(v);
    }

    /// A value of the current strip's first thread.
    pub(super) fn along(&mut self, v: Value, made: &mut Made) -> Cl {
        if self.e.f.constant(v).is_some() || self.analysis.steady[v.index()] {
            return self.base(v);
        }
        if let Some(&value) = made.get(&v) {
            return value;
        }
        let Def::Inst(id, _) = self.e.f.value(v).def else { return self.base(v) };
        let given = self.e.f.inst(id).args.iter().map(|&arg| (arg, self.along(arg, made))).collect();
        let results = self.scalar(id, given);
        let value = results.first().map_or(self.mask, |r| r.1);
        made.insert(v, value);
        value
    }

    /// Has the processor fetch what a block a little further on reads in the place of this one.
    pub(super) fn look_ahead(&mut self, root: Value, group: &Group, made: &mut Made, count: Cl) {
        const LINE: i64 = 64;
        if !(1..=LINE).contains(&group.stride) || !self.depends_on_block(root) {
            return;
        }
        let start = self.in_later_block(root, made);
        let b = &mut self.e.b;
        let start = b.ins().iadd_imm_s(start, group.low);
        let reach = b.ins().imul_imm_s(count, group.stride);
        let bytes = b.ins().iadd_imm_s(reach, group.high - group.low - group.stride);
        self.e.call(Host::Prefetch, &[start, bytes], None);
    }

    fn depends_on_block(&self, v: Value) -> bool {
        let Some(inst) = self.e.f.def_inst(v).filter(|_| self.analysis.known[v.index()]) else {
            return false;
        };
        inst.op == Op::Sreg(Sreg::Ctaid(0)) || inst.args.iter().any(|&arg| self.depends_on_block(arg))
    }

    /// A value as it is in that block.
    fn in_later_block(&mut self, v: Value, made: &mut Made) -> Cl {
        let Def::Inst(id, _) = self.e.f.value(v).def else { return self.along(v, made) };
        if !self.depends_on_block(v) {
            return self.along(v, made);
        }
        if self.e.f.inst(id).op == Op::Sreg(Sreg::Ctaid(0)) {
            let own = self.along(v, made);
            return self.e.b.ins().iadd_imm_s(own, AHEAD);
        }
        let args = &self.e.f.inst(id).args;
        let given = args.iter().map(|&arg| (arg, self.in_later_block(arg, made))).collect();
        self.scalar(id, given).first().map_or(self.mask, |result| result.1)
    }

    /// Whether widened values, and what they are made of, have their step for so many threads from the current one on.
    pub(super) fn steps_hold(&mut self, values: &[Value], made: &mut Made, count: Cl) -> Option<Cl> {
        let mut all = Vec::new();
        for &v in values {
            self.want(v, &mut all);
        }
        let mut fine = None;
        for v in all {
            if !widens(self.e.f, v) || self.analysis.steady[v.index()] {
                continue;
            }
            let Def::Inst(id, _) = self.e.f.value(v).def else { continue };
            let Some(signed) = is_widening(self.e.f, id) else { continue };
            for &arg in &self.e.f.inst(id).args {
                let Kind::Affine(stride) = self.kind(arg) else { continue };
                let start = self.along(arg, made);
                let start = self.extended(Type::I32, signed, start);
                let b = &mut self.e.b;
                let reach = b.ins().iadd_imm_s(count, -1);
                let reach = b.ins().imul_imm_s(reach, stride);
                let last = b.ins().iadd(start, reach);
                let low = b.ins().ireduce(types::I32, last);
                let again = self.extended(Type::I32, signed, low);
                let own = self.e.b.ins().icmp(IntCC::Equal, last, again);
                fine = Some(fine.map_or(own, |fine| self.e.b.ins().band(fine, own)));
            }
        }
        fine
    }

    /// Whether so many threads may touch all of a group, and the address of its root for the first of them.
    pub(super) fn tested_along(&mut self, space: Space, base: Cl, group: &Group, count: Cl) -> (Cl, Cl) {
        let narrow = self.e.b.func.dfg.value_type(base) == types::I32;
        let start = if narrow { self.e.b.ins().uextend(types::I64, base) } else { base };
        let b = &mut self.e.b;
        let reach = b.ins().iadd_imm_s(count, -1);
        let reach = b.ins().imul_imm_s(reach, group.stride.abs());
        let span = b.ins().iadd_imm_s(reach, group.high - group.low);
        let low = b.ins().iadd_imm_s(start, group.low);
        let low = if group.stride < 0 { b.ins().isub(low, reach) } else { low };
        let mut fine = match self.e.size(space) {
            Some(size) => {
                let room = self.e.b.ins().isub(size, low);
                let inside = self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, low, size);
                let enough = self.e.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, room, span);
                self.e.b.ins().band(inside, enough)
            }
            None => {
                let within = self.e.b.ins().isub(low, self.e.window);
                let last = self.e.b.ins().isub(self.e.window_bytes, span);
                self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, within, last)
            }
        };
        if group.align > 1 {
            let odd = self.e.b.ins().band_imm_u(start, group.align - 1);
            let aligned = self.e.b.ins().icmp_imm_u(IntCC::Equal, odd, 0);
            fine = self.e.b.ins().band(fine, aligned);
        }
        let at = match self.e.base(space) {
            Some(origin) => self.e.b.ins().iadd(origin, start),
            None => start,
        };
        (fine, at)
    }

    /// Gives a strip its values from those of the first.
    pub(super) fn place_along(&mut self, wanted: &[Value], made: &Made, behind: Cl) {
        let narrow = self.e.b.ins().ireduce(types::I32, behind);
        for &v in wanted {
            let Some(&first) = made.get(&v) else { continue };
            let value = match self.kind(v) {
                Kind::Affine(stride) | Kind::Widened(stride) => {
                    let own = if Emitter::clif(self.e.f.ty(v)) == types::I32 { narrow } else { behind };
                    let step = self.stepped_by(own, stride);
                    self.e.b.ins().iadd(first, step)
                }
                Kind::Uniform | Kind::Varying => first,
            };
            self.set_base(v, value);
            if let Kind::Widened(_) = self.kind(v) {
                let yes = self.e.b.ins().iconst(types::I8, 1);
                self.set_flag(v, yes);
            }
        }
    }

    fn stepped_by(&mut self, n: Cl, stride: i64) -> Cl {
        match stride {
            1 => n,
            2 | 4 | 8 => self.e.b.ins().ishl_imm_u(n, i64::from(stride.trailing_zeros())),
            _ => self.e.b.ins().imul_imm_s(n, stride),
        }
    }

    /// Notes of a block's accesses which were tested for the row.
    pub(super) fn settle_groups(&mut self, id: BlockId) {
        let Some(whole) = &self.whole else { return };
        let behind = whole.behind;
        let own: Vec<_> =
            whole.groups.iter().filter(|(b, ..)| *b == id).map(|&(_, key, at)| (key, at)).collect();
        for (key, at) in own {
            let Some(stride) = self.groups.get(&key).map(|group| group.stride) else { continue };
            let at = if stride == 0 {
                at
            } else {
                let step = self.stepped_by(behind, stride);
                self.e.b.ins().iadd(at, step)
            };
            if let Some(group) = self.groups.get_mut(&key) {
                group.sure = Some(at);
            }
        }
    }
}
