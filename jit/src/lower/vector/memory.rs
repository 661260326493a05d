//! Loads and stores of strips.
//!
//! When all lanes run, their addresses are checked together: by the ends of the range where they have a step, in
//! vectors otherwise. Whatever fails that, and a strip with lanes that do not run, goes lane by lane, which finds the
//! lane to blame.

use super::value::{Chunks, Kind, Layout, layout};
use super::{Vectors, WIDTH};
use crate::lower::memory::KERNEL;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value as Cl, types};
use ptx::ir::{Inst, InstId, Op, Order, Scalar, Space, Type, Value};

/// Steps beyond this are no neighbours.
const FAR: i64 = 1 << 20;

/// An access, taken apart.
struct Access<'a> {
    id: InstId,
    space: Space,
    ty: Scalar,
    offset: i64,
    address: Value,
    values: &'a [Value],
    load: bool,
}

impl Access<'_> {
    fn bytes(&self) -> i64 {
        i64::from(self.ty.bytes()) * self.values.len() as i64
    }
}

impl Vectors<'_> {
    pub(super) fn access(&mut self, id: InstId) {
        let inst: &Inst = self.e.f.inst(id);
        let (space, ty, offset, order) = match inst.op {
            Op::Load { space, ty, offset, order } | Op::Store { space, ty, offset, order } => {
                (space, ty, offset, order)
            }
            _ => return,
        };
        let load = matches!(inst.op, Op::Load { .. });
        let values = if load { &inst.results[..] } else { &inst.args[1..] };
        let Some(&address) = inst.args.first() else { return };
        if load && values.iter().all(|&v| self.kind(v) == Kind::Uniform) {
            for (v, value) in self.on_first_lane(id) {
                self.set_base(v, value);
            }
            return;
        }
        let access = Access { id, space, ty, offset, address, values, load };
        self.e.set_place(id.index() as u32);
        let plain = matches!(order, Order::Weak | Order::Volatile | Order::Relaxed);
        let step = match self.kind(address) {
            Kind::Affine(stride) | Kind::Widened(stride) => Some(stride),
            Kind::Uniform | Kind::Varying => None,
        };
        let bytes = access.bytes();
        let simple = plain && space != Space::Local && ty.bytes() <= 8 && bytes.count_ones() == 1;
        match (self.kind(address), step) {
            (_, Some(stride)) if simple && stride.abs() < FAR && stride % bytes == 0 => {
                self.strided(&access, stride);
            }
            (Kind::Varying, _) if simple && self.e.f.ty(address) == Type::I64 && self.is_flat(space) => {
                self.scattered(&access);
            }
            _ => self.one_by_one(&access),
        }
    }

    fn is_flat(&self, space: Space) -> bool {
        matches!(space, Space::Generic | Space::Global | Space::Const)
    }

    /// Lane by lane, for those that run.
    fn one_by_one(&mut self, access: &Access<'_>) {
        let lanes = self.mask;
        let results = self.on_running_lanes(access.id, lanes);
        for (&v, chunks) in access.values.iter().zip(results) {
            self.set_chunks(v, &chunks);
        }
    }

    /// Fast code where `fine` holds, else lane by lane.
    fn either(
        &mut self,
        access: &Access<'_>,
        fine: Cl,
        fast: impl FnOnce(&mut Self, &Access<'_>) -> Vec<Chunks>,
    ) {
        let [quick, slow, after] = std::array::from_fn(|_| self.e.b.create_block());
        let results: &[Value] = if access.load { access.values } else { &[] };
        let mut params: Vec<Chunks> = Vec::new();
        for &v in results {
            let Layout { vector, count, .. } = layout(self.e.f.ty(v));
            let mut chunks = [fine; 4];
            for chunk in chunks.iter_mut().take(count) {
                *chunk = self.e.b.append_block_param(after, vector);
            }
            params.push(chunks);
        }
        let counts: Vec<usize> = results.iter().map(|&v| layout(self.e.f.ty(v)).count).collect();
        let args = |all: &[Chunks]| -> Vec<BlockArg> {
            all.iter().zip(&counts).flat_map(|(chunks, &n)| chunks[..n].to_vec()).map(Into::into).collect()
        };
        self.e.b.ins().brif(fine, quick, &[], slow, &[]);
        self.e.open(slow);
        self.e.b.set_cold_block(slow);
        let lanes = self.mask;
        let found = self.on_running_lanes(access.id, lanes);
        self.e.b.ins().jump(after, &args(&found));
        self.e.open(quick);
        let found = fast(self, access);
        self.e.b.ins().jump(after, &args(&found));
        self.e.open(after);
        for (&v, chunks) in results.iter().zip(&params) {
            self.set_chunks(v, chunks);
        }
    }

    fn all_run(&mut self) -> Cl {
        self.e.b.ins().icmp_imm_u(IntCC::Equal, self.mask, (1 << WIDTH) - 1)
    }

    /// Lanes a step apart: the ends of the whole range say whether it may be touched.
    fn strided(&mut self, access: &Access<'_>, stride: i64) {
        let mut fine = self.all_run();
        if let Kind::Widened(_) = self.kind(access.address) {
            let flag = self.flag(access.address);
            fine = self.e.b.ins().band(fine, flag);
        }
        let base = self.base(access.address);
        let narrow = self.e.f.ty(access.address) == Type::I32;
        let wide = if narrow { self.e.b.ins().uextend(types::I64, base) } else { base };
        let first = if access.offset == 0 { wide } else { self.e.b.ins().iadd_imm_s(wide, access.offset) };
        let reach = stride * i64::from(WIDTH - 1);
        let low = if reach < 0 { self.e.b.ins().iadd_imm_s(first, reach) } else { first };
        let span = reach.abs() + access.bytes();
        let origin = match (self.e.base(access.space), self.e.size(access.space)) {
            (Some(origin), Some(size)) => {
                let room = self.e.b.ins().isub(size, low);
                let inside = self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, low, size);
                let enough = self.e.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, room, span);
                let both = self.e.b.ins().band(inside, enough);
                fine = self.e.b.ins().band(fine, both);
                Some(origin)
            }
            _ => {
                let within = self.e.b.ins().isub(low, self.e.window);
                let last = self.e.b.ins().iadd_imm_s(self.e.window_bytes, -span);
                let inside = self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, within, last);
                fine = self.e.b.ins().band(fine, inside);
                None
            }
        };
        if access.bytes() > 1 {
            let odd = self.e.b.ins().band_imm_u(first, access.bytes() - 1);
            let aligned = self.e.b.ins().icmp_imm_u(IntCC::Equal, odd, 0);
            fine = self.e.b.ins().band(fine, aligned);
        }
        self.either(access, fine, |this, access| {
            let at = match origin {
                Some(origin) => this.e.b.ins().iadd(origin, first),
                None => first,
            };
            let places: Vec<(Cl, i32)> = (0..WIDTH as i32).map(|k| (at, k * stride as i32)).collect();
            let contiguous = stride == access.bytes();
            this.touch(access, &places, contiguous)
        });
    }

    /// Lanes anywhere.
    fn scattered(&mut self, access: &Access<'_>) {
        let mut fine = self.all_run();
        let chunks = self.chunks(access.address);
        let chunks = if access.offset == 0 {
            chunks
        } else {
            let offset = self.e.b.ins().iconst(types::I64, access.offset);
            let offset = self.e.b.ins().splat(types::I64X2, offset);
            chunks.map(|c| self.e.b.ins().iadd(c, offset))
        };
        let window = self.e.b.ins().splat(types::I64X2, self.e.window);
        let last = self.e.b.ins().iadd_imm_s(self.e.window_bytes, -access.bytes());
        let last = self.e.b.ins().splat(types::I64X2, last);
        let mut bad = None;
        let mut bits = None;
        for &chunk in &chunks {
            let within = self.e.b.ins().isub(chunk, window);
            let beyond = self.e.b.ins().icmp(IntCC::UnsignedGreaterThan, within, last);
            bad = Some(bad.map_or(beyond, |bad| self.e.b.ins().bor(bad, beyond)));
            bits = Some(bits.map_or(chunk, |bits| self.e.b.ins().bor(bits, chunk)));
        }
        let (Some(mut bad), Some(bits)) = (bad, bits) else { return };
        if access.bytes() > 1 {
            let odd = self.e.b.ins().iconst(types::I64, access.bytes() - 1);
            let odd = self.e.b.ins().splat(types::I64X2, odd);
            let low = self.e.b.ins().band(bits, odd);
            bad = self.e.b.ins().bor(bad, low);
        }
        let any = self.e.b.ins().vany_true(bad);
        let none = self.e.b.ins().icmp_imm_u(IntCC::Equal, any, 0);
        fine = self.e.b.ins().band(fine, none);
        self.either(access, fine, |this, access| {
            let places: Vec<(Cl, i32)> =
                (0..WIDTH).map(|k| (this.extract(Type::I64, &chunks, k), 0)).collect();
            this.touch(access, &places, false)
        });
    }

    /// Loads or stores at checked places, one a lane.
    fn touch(&mut self, access: &Access<'_>, places: &[(Cl, i32)], contiguous: bool) -> Vec<Chunks> {
        let mut found = Vec::new();
        for (n, &v) in access.values.iter().enumerate() {
            let at = n as i32 * access.ty.bytes() as i32;
            let have = self.e.f.ty(v);
            let Layout { vector, count, .. } = layout(have);
            let whole = have.bits() == access.ty.bits() && matches!(access.ty.bytes(), 4 | 8);
            if contiguous && access.values.len() == 1 && whole {
                let mut chunks = [places[0].0; 4];
                if !access.load {
                    chunks = self.chunks(v);
                }
                for (n, chunk) in chunks.iter_mut().enumerate().take(count) {
                    let place = n as i32 * 16;
                    if access.load {
                        *chunk = self.e.b.ins().load(vector, KERNEL, places[0].0, place);
                    } else {
                        self.e.b.ins().store(KERNEL, *chunk, places[0].0, place);
                    }
                }
                found.push(chunks);
            } else if access.load {
                let lanes: Vec<Cl> = places
                    .iter()
                    .map(|&(place, more)| self.e.load(access.ty, have, place, more + at))
                    .collect();
                found.push(self.gathered(have, &lanes));
            }
        }
        if access.load || !found.is_empty() {
            return found;
        }
        // Stores of one lane stay together: a later lane overwrites an earlier one as a whole.
        let all: Vec<Option<Chunks>> = access
            .values
            .iter()
            .map(|&v| {
                let vectors = matches!(self.kind(v), Kind::Varying | Kind::Widened(_));
                (vectors && self.e.f.constant(v).is_none()).then(|| self.chunks(v))
            })
            .collect();
        for (k, &(place, more)) in places.iter().enumerate() {
            for (n, &v) in access.values.iter().enumerate() {
                let value = match &all[n] {
                    Some(chunks) => self.extract(self.e.f.ty(v), chunks, k as u32),
                    None => self.lane_value(v, k as u32),
                };
                let at = more + n as i32 * access.ty.bytes() as i32;
                self.e.store_value(access.ty, self.e.f.ty(v), value, place, at);
            }
        }
        found
    }

    /// An instruction that touches memory or the outside otherwise.
    pub(super) fn outside(&mut self, id: InstId) {
        let inst: &Inst = self.e.f.inst(id);
        let lanes = self.mask;
        let results = self.on_running_lanes(id, lanes);
        for (&v, chunks) in inst.results.iter().zip(results) {
            self.set_chunks(v, &chunks);
        }
    }
}
