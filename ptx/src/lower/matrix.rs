//! Matrix operations of a warp: `mma`, `wmma.mma`, and moves of 8×8 matrices (`ldmatrix`, `stmatrix`,
//! `movmatrix`).
//!
//! Memory is accessed by ordinary loads and stores of each lane, at addresses received from the lanes that
//! hold them. Only the multiplication is an operation of the warp. `wmma.load` and `wmma.store` are in
//! `fragment`.

use super::Lower;
use super::convert::space;
use super::operand::Address;
use crate::ast::{Instruction, Operand};
use crate::diag::Problem;
use crate::ir::mma::{Quads, Sparse};
use crate::ir::{Class, IntOp, Mma, Mode, Op, Order, Round, Scalar, Shfl, Space, Sreg, Type, Value};
use crate::parse::isa::Form;

/// Returns the shape in a form's name: rows, columns, depth.
pub(super) fn shape(form: &Form<'_>) -> Option<[u16; 3]> {
    form.modifiers().iter().find_map(|m| {
        let (rows, rest) = m.strip_prefix('m')?.split_once('n')?;
        let (columns, depth) = rest.split_once('k')?;
        Some([rows.parse().ok()?, columns.parse().ok()?, depth.parse().ok()?])
    })
}

/// Returns the type of a register that holds elements of `s`.
pub(super) const fn carrier(s: Scalar) -> Scalar {
    match s {
        Scalar::F32 | Scalar::F64 => s,
        _ => Scalar::B32,
    }
}

impl<'m> Lower<'m> {
    /// Returns the lane's number, its group of four, and its index in the group.
    pub(super) fn lane(&mut self) -> [Value; 3] {
        let lane = self.op(Op::Sreg(Sreg::LaneId), Vec::new(), Type::I32);
        [lane, self.op_const(IntOp::ShrU, lane, 2), self.op_const(IntOp::And, lane, 3)]
    }

    /// Appends an integer operation with a constant.
    pub(super) fn op_const(&mut self, op: IntOp, a: Value, k: u64) -> Value {
        let ty = self.f.ty(a);
        let shift = matches!(op, IntOp::Shl | IntOp::ShrU | IntOp::ShrS);
        let k = self.constant(k, if shift { Type::I32 } else { ty });
        self.op(Op::Int(op), vec![a, k], ty)
    }

    /// Returns the mask of all lanes.
    fn full_mask(&mut self) -> Value {
        self.constant(0xffff_ffff, Type::I32)
    }

    /// Reads this value from another lane.
    fn shuffled(&mut self, v: Value, lane: Value) -> Value {
        let (clamp, full_mask) = (self.constant(31, Type::I32), self.full_mask());
        self.op_many(Op::Shfl(Shfl::Idx), vec![v, lane, clamp, full_mask], &[Type::I32, Type::Pred])[0]
    }

    /// Returns the `count` registers in the braces of operand `n`.
    pub(super) fn registers<'o>(
        &mut self,
        inst: &'o Instruction<'m>,
        n: usize,
        count: usize,
    ) -> Option<&'o [Operand<'m>]> {
        match inst.operands.get(n) {
            Some(Operand::Vector(list)) if list.len() == count => Some(list),
            _ => {
                self.bad_operand(inst, n)?;
                None
            }
        }
    }

    /// Reads a fragment of elements `s`.
    pub(super) fn fragment(
        &mut self,
        inst: &Instruction<'m>,
        n: usize,
        s: Scalar,
        count: usize,
    ) -> Option<Vec<Value>> {
        let registers = self.registers(inst, n, count)?;
        // `ptxas` infers the type of all registers from the first; packed elements are not floats.
        let float = self.register_type(registers.first()?).is_some_and(|ty| ty.class() == Class::Float);
        if carrier(s) == Scalar::B32 && float {
            self.bad_operand(inst, n)?;
        }
        let mut values = Vec::with_capacity(count);
        for operand in registers {
            let v = self.read_raw(inst, n, operand, carrier(s), false)?;
            values.push(self.cast(v, Mma::register(s)));
        }
        Some(values)
    }

    /// Writes a fragment of elements `s`, the first operand.
    pub(super) fn set_fragment(&mut self, inst: &Instruction<'m>, s: Scalar, values: &[Value]) -> Option<()> {
        let registers = self.registers(inst, 0, values.len())?;
        for (operand, &v) in registers.iter().zip(values) {
            let Some(name) = operand.register() else {
                return self.bad_operand(inst, 0);
            };
            self.write_name(inst, 0, name, carrier(s), v, false)?;
        }
        Some(())
    }

    /// Appends a multiplication.
    fn multiply(&mut self, mma: Mma, fragments: &[&[Value]]) -> Vec<Value> {
        let mut args = fragments.concat();
        args.push(self.full_mask());
        self.op_many(Op::Mma(mma), args, &vec![Mma::register(mma.d); mma.registers()[3]])
    }

    /// Returns the multiplication that a form's name describes, with the shape of one `mma`.
    fn operation(form: &Form<'_>, [m, n, k]: [u16; 3]) -> Mma {
        let round = match form.one_of(&["rz", "rm", "rp"]) {
            Some("rz") => Round::Zero,
            Some("rm") => Round::Down,
            Some(_) => Round::Up,
            None => Round::Nearest,
        };
        let types = if form.type_count() == 4 { [0, 1, 2, 3] } else { [0, 4, 4, 1] };
        let [d, a, b, c] = types.map(|n| if n < 4 { form.ty(n) } else { Scalar::F16 });
        let (saturate, and) = (form.has("satfinite"), form.has("and"));
        Mma { m, n, k, a, b, c, d, round, saturate, and, sparse: None, quads: None }
    }

    /// Lowers `mma` and `mma.sp`.
    pub(super) fn mma(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let mut mma = Self::operation(form, shape(form)?);
        if mma.a == Scalar::F16 && mma.m == 8 {
            let columns = |n: usize| {
                form.modifiers().iter().filter(|m| matches!(**m, "row" | "col")).nth(n) == Some(&"col")
            };
            mma.quads = Some(Quads { a_columns: columns(0), b_rows: !columns(1) });
            if mma.c == Scalar::F32 && mma.d == Scalar::F16 {
                let types = ".f16.f16.f16.f32".into();
                self.error(Problem::BadTypes { instruction: form.text.into(), types });
                return None;
            }
        }
        let sparse = form.has("sp") || form.has("sp::ordered_metadata");
        if sparse {
            let selector = self.immediate(inst, 5)?;
            if selector as usize >= 4 / mma.metadata_lanes() {
                return self.bad_operand(inst, 5);
            }
            mma.sparse = Some(Sparse { selector: selector as u8 });
        }
        let [a, b, c, _] = mma.registers();
        let a = self.fragment(inst, 1, mma.a, a);
        let b = self.fragment(inst, 2, mma.b, b);
        let c = self.fragment(inst, 3, mma.c, c);
        let meta = if sparse { vec![self.read_as(inst, 4, Scalar::B32)?] } else { Vec::new() };
        let d = self.multiply(mma, &[&a?, &b?, &c?, &meta]);
        self.set_fragment(inst, mma.d, &d)
    }

    /// Lowers `wmma.mma` to the multiplications that hardware has, which match the layout of its fragments.
    pub(super) fn wmma_mma(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let [m, n, k] = shape(form)?;
        let whole = Self::operation(form, [m, n, k]);
        if whole.a != whole.b {
            let types = format!(".{}.{}", whole.a, whole.b);
            self.error(Problem::BadTypes { instruction: form.text.into(), types });
            return None;
        }
        let counts = super::fragment::counts(&whole);
        let a = self.fragment(inst, 1, whole.a, counts[0]);
        let b = self.fragment(inst, 2, whole.b, counts[1]);
        let c = self.fragment(inst, 3, whole.c, counts[2]);
        let (a, b, c) = (a?, b?, c?);
        // With mixed `F16` and `F32`, sums are computed in `F32`.
        let mixed = whole.c != whole.d;
        let c = if mixed && whole.c == Scalar::F16 { self.widened(&c) } else { c };
        let inner = if mixed { Scalar::F32 } else { whole.d };
        // A product of 8 by 32 is computed as the transposed product of 32 by 8.
        let (a, b) = if n == 32 { (b, a) } else { (a, b) };
        let step = Mma { m: m.max(n).min(16), n: 8, c: inner, d: inner, ..whole };
        // 32-bit floats are summed in groups of four.
        let step = if whole.a == Scalar::Tf32 { Mma { k: 4, ..step } } else { step };
        let [a_step, b_step, c_step, _] = step.registers();
        let depth = usize::from(k / step.k);
        let mut d = Vec::new();
        for (half, c) in c.chunks(c_step).enumerate() {
            // One of A and B has two halves; the other is used twice.
            let wide = m.max(n) == 32;
            let (a_half, b_half) = if wide { (half, 0) } else { (0, half) };
            let mut sum = c.to_vec();
            for part in 0..depth {
                let a = &a[(a_half * depth + part) * a_step..][..a_step];
                let b = &b[(b_half * depth + part) * b_step..][..b_step];
                sum = self.multiply(step, &[a, b, &sum]);
            }
            d.extend(sum);
        }
        let d = if mixed && whole.d == Scalar::F16 { self.narrowed(&d) } else { d };
        self.set_fragment(inst, whole.d, &d)
    }

    /// Converts pairs of `F16` to `F32`.
    fn widened(&mut self, pairs: &[Value]) -> Vec<Value> {
        let op = Op::Cvt { to: Scalar::F32, from: Scalar::F16, mode: Mode::RN, integral: false };
        let mut wide = Vec::with_capacity(2 * pairs.len());
        for &pair in pairs {
            for part in 0..2 {
                let half = self.op(Op::Part(part), vec![pair], Type::I16);
                wide.push(self.op(op.clone(), vec![half], Type::F32));
            }
        }
        wide
    }

    /// Converts `F32` to pairs of `F16`.
    fn narrowed(&mut self, values: &[Value]) -> Vec<Value> {
        let op = Op::Cvt { to: Scalar::F16x2, from: Scalar::F32, mode: Mode::RN, integral: false };
        values.chunks(2).map(|pair| self.op(op.clone(), vec![pair[1], pair[0]], Type::I32)).collect()
    }

    /// Lowers `ldmatrix` and `stmatrix` of 8×8 matrices with 16-bit elements. Lane `i` holds the address of
    /// row `i % 8` of matrix `i / 8`. Each lane receives the addresses of its rows, then loads or stores
    /// independently.
    pub(super) fn move_matrix(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let store = form.base() == "stmatrix";
        let (at, other) = if store { (0, 1) } else { (1, 0) };
        let count = match form.one_of(&["x1", "x2", "x4"])? {
            "x1" => 1,
            "x2" => 2,
            _ => 4,
        };
        self.registers(inst, other, count)?;
        let Address::Memory { base, offset, space } = self.address_in(inst, at, space(form))? else {
            return self.bad_operand(inst, at);
        };
        let generic = space.is_none() && !form.has("shared") && !form.has("shared::cta");
        let base = if generic {
            let wide = self.resize(base, Type::I64);
            self.op(Op::Cvta { space: Space::Shared, to_generic: false }, vec![wide], Type::I32)
        } else {
            self.resize(base, Type::I32)
        };
        let [_, row, pair] = self.lane();
        let (space, order) = (Space::Shared, Order::Weak);
        let ty = if form.has("trans") { Scalar::B16 } else { Scalar::B32 };
        let words = if store { self.fragment(inst, 1, Scalar::F16, count)? } else { Vec::new() };
        // A lane's two elements are `(row, 2 * pair)` and its right neighbour: one address suffices.
        // Transposed, each has its own.
        let transposed = form.has("trans");
        let each = if transposed { 2 } else { 1 };
        let column =
            if transposed { self.op_const(IntOp::Shl, row, 1) } else { self.op_const(IntOp::Shl, pair, 2) };
        let full_mask = self.full_mask();
        let rows = Op::Rows { matrices: count as u8, transposed };
        let rows = self.op_many(rows, vec![base, full_mask], &vec![Type::I32; count * each]);
        let mut loaded = Vec::new();
        for (matrix, rows) in rows.chunks(each).enumerate() {
            let mut parts = Vec::new();
            for (n, &row) in rows.iter().enumerate() {
                let at = self.op(Op::Int(IntOp::Add), vec![row, column], Type::I32);
                let Some(&word) = words.get(matrix) else {
                    parts.push(self.op(Op::Load { space, ty, offset, order }, vec![at], ty.register()));
                    continue;
                };
                let part = if transposed { self.op(Op::Part(n as u8), vec![word], Type::I16) } else { word };
                self.effect(Op::Store { space, ty, offset, order }, vec![at, part]);
            }
            match parts.len() {
                0 => {}
                1 => loaded.push(parts[0]),
                _ => loaded.push(self.op(Op::Pack, parts, Type::I32)),
            }
        }
        if store { Some(()) } else { self.set_fragment(inst, Scalar::F16, &loaded) }
    }

    /// Lowers `movmatrix`: transposes an 8×8 matrix of 16-bit elements.
    pub(super) fn transpose_matrix(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let v = self.arg(inst, 1)?;
        let [_, row, pair] = self.lane();
        // Element (row, 2 * pair + n) was (2 * pair + n, row): in lane `row / 2` of group `2 * pair + n`.
        let first = self.op_const(IntOp::Shl, pair, 3);
        let column = self.op_const(IntOp::ShrU, row, 1);
        let odd = self.op_const(IntOp::And, row, 1);
        let shift = self.op_const(IntOp::Shl, odd, 4);
        let first = self.op(Op::Int(IntOp::Add), vec![first, column], Type::I32);
        let mut halves = Vec::new();
        for n in 0..2 {
            let holder = self.op_const(IntOp::Add, first, 4 * n);
            let word = self.shuffled(v, holder);
            let word = self.op(Op::Int(IntOp::ShrU), vec![word, shift], Type::I32);
            halves.push(self.op(Op::Part(0), vec![word], Type::I16));
        }
        let v = self.op(Op::Pack, halves, Type::I32);
        self.set(inst, 0, v)
    }
}
