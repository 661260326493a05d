//! `wmma.load` and `wmma.store`: fragments, moved by ordinary loads and stores of each lane.
//!
//! The PTX ISA leaves the layout of elements in registers open. This module uses the layout of an H200, which
//! is that of `mma` (`testdata/gpu/mma/fragments.tsv`). The layout in memory affects addresses only.

use super::Lower;
use super::convert::space;
use super::matrix::{carrier, shape};
use super::operand::Address;
use crate::ast::Instruction;
use crate::diag::Problem;
use crate::ir::{IntOp, Mma, Op, Order, Scalar, Space, Type, Value};

/// Role of a matrix in a multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    A,
    B,
    C,
}

/// Returns the registers of A, B and C of a `wmma.mma`. In A and B of `F16`, elements are stored more than
/// once.
pub(super) fn counts(whole: &Mma) -> [usize; 3] {
    let [a, b, c, _] = whole.registers();
    if whole.a == Scalar::F16 { [8, 8, c] } else { [a, b, c] }
}

/// Position of a register's first element, without the lane's contribution: the outer coordinate, shared by a
/// group of four lanes, and the inner one, which advances within a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Corner {
    outer: u64,
    inner: u64,
}

/// Returns the corners of all registers of a fragment, in order.
fn corners(role: Role, [m, n, k]: [u16; 3], s: Scalar) -> Vec<Corner> {
    let bits = u64::from(s.bits());
    let each = (32 / bits).max(1);
    if role == Role::C {
        // Pairs of columns: two of 16 rows at a time, then the other half.
        let registers = u64::from(m) * u64::from(n) / 32 / each;
        let corner = |r: u64| {
            let x = r * each;
            let (upper, half) = (x / 2 % 2 * 8, x / 4);
            match (m, n) {
                (16, 16) => Corner { outer: upper, inner: half * 8 + x % 2 },
                (8, 8) => Corner { outer: 0, inner: x },
                _ => Corner { outer: upper + half * 16, inner: x % 2 },
            }
        };
        return (0..registers).map(corner).collect();
    }
    let (width, depth) = (u64::from(if role == Role::A { m } else { n }), u64::from(k));
    let tile = 4 * each;
    let tiles = depth / tile;
    // A left factor has both halves of 16 side by side, a right factor the steps of the sum.
    let as_a = width == 32 || (width == 16 && role == Role::A);
    let registers = width / 8 * tiles;
    let corner = |r: u64| {
        if as_a {
            let (block, r) = (r / (2 * tiles), r % (2 * tiles));
            Corner { outer: block * 16 + r % 2 * 8, inner: r / 2 * tile }
        } else {
            Corner { outer: r / tiles * 8, inner: r % tiles * tile }
        }
    };
    let copies = if s == Scalar::F16 { 8 / registers } else { 1 };
    (0..copies).flat_map(|_| (0..registers).map(corner)).collect()
}

impl<'m> Lower<'m> {
    /// Lowers `wmma.load` and `wmma.store`.
    pub(super) fn wmma_move(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let form = &inst.form;
        let (s, shape) = (form.ty(0), shape(form)?);
        let store = form.has("store");
        let role = match form.one_of(&["a", "b", "c", "d"])? {
            "a" => Role::A,
            "b" => Role::B,
            _ => Role::C,
        };
        let (at, other) = if store { (0, 1) } else { (1, 0) };
        let corners = corners(role, shape, s);
        self.registers(inst, other, corners.len())?;
        // Elements adjacent in a register may be strided in memory.
        let [m, n, _] = shape;
        let outer_is_row = match role {
            Role::A => true,
            Role::B => false,
            Role::C => n != 32,
        };
        let dense = form.has(if outer_is_row { "row" } else { "col" });
        if s.bits() < 8 && !dense {
            let types = format!(".{s}");
            self.error(Problem::BadTypes { instruction: form.text.into(), types });
            return None;
        }
        let Address::Memory { base, offset, space: implied } = self.address_in(inst, at, space(form))? else {
            return self.bad_operand(inst, at);
        };
        let space = match form.one_of(&["global", "shared", "shared::cta"]) {
            Some("global") => Space::Global,
            Some(_) => Space::Shared,
            None => implied.unwrap_or(Space::Generic),
        };
        let word = if space == Space::Shared { Type::I32 } else { Type::I64 };
        let base = self.resize(base, word);
        // Stride in elements; without an operand, lines are contiguous.
        let stride = if inst.operands.len() > 2 {
            self.read_as(inst, 2, Scalar::U32)?
        } else {
            let k = shape[2];
            let [rows, columns] = match role {
                Role::A => [m, k],
                Role::B => [k, n],
                Role::C => [m, n],
            };
            self.constant(u64::from(if form.has("row") { columns } else { rows }), Type::I32)
        };
        let stride = self.resize(stride, word);
        let bits = u64::from(s.bits());
        let line = match bits {
            8.. => self.op_const(IntOp::Mul, stride, bits / 8),
            _ => self.op_const(IntOp::ShrU, stride, u64::from((8 / bits).trailing_zeros())),
        };
        let [_, group, four] = self.lane();
        let (group, four) = (self.resize(group, word), self.resize(four, word));
        let each = (32 / bits).max(1);
        let inner = self.op_const(IntOp::Mul, four, if role == Role::C { 2 } else { each });
        let plan = Plan { space, offset, base, line, group, inner, dense, s };
        let values = if store { self.fragment(inst, 1, s, corners.len())? } else { Vec::new() };
        let mut loaded: Vec<(Corner, Value)> = Vec::new();
        for (n, &corner) in corners.iter().enumerate() {
            if store {
                self.store_register(&plan, corner, values[n]);
                continue;
            }
            let known = loaded.iter().find(|(c, _)| *c == corner).map(|&(_, v)| v);
            let v = match known {
                Some(v) => v,
                None => self.load_register(&plan, corner),
            };
            loaded.push((corner, v));
        }
        if store {
            return Some(());
        }
        let loaded: Vec<Value> = loaded.into_iter().map(|(_, v)| v).collect();
        self.set_fragment(inst, s, &loaded)
    }

    /// Returns the address of the element `part` positions after a corner, as a base and a constant offset.
    fn element_address(&mut self, plan: &Plan, corner: Corner, part: u64) -> (Value, i64) {
        let bits = u64::from(plan.s.bits());
        let word = self.f.ty(plan.base);
        let outer = self.op_const(IntOp::Add, plan.group, corner.outer);
        let inner = corner.inner + part;
        let add = |this: &mut Self, a: Value, b: Value| this.op(Op::Int(IntOp::Add), vec![a, b], word);
        let multiply = |this: &mut Self, a: Value, b: Value| this.op(Op::Int(IntOp::Mul), vec![a, b], word);
        let (lines, within, bytes) = if plan.dense {
            (outer, plan.inner, (inner * bits / 8) as i64)
        } else {
            (self.op_const(IntOp::Add, plan.inner, inner), plan.group, (corner.outer * bits / 8) as i64)
        };
        let start = multiply(self, lines, plan.line);
        let within = match bits {
            8.. => self.op_const(IntOp::Mul, within, bits / 8),
            _ => self.op_const(IntOp::ShrU, within, u64::from((8 / bits).trailing_zeros())),
        };
        let at = add(self, plan.base, start);
        (add(self, at, within), plan.offset + bytes)
    }

    /// Returns the type of one access, and the number of accesses that fill a register.
    const fn access(plan: &Plan) -> (Scalar, u64) {
        let parts = if plan.s.bits() >= 32 { 1 } else { 32 / plan.s.bits() as u64 };
        match (plan.dense || parts == 1, plan.s.bits()) {
            (true, _) => (carrier(plan.s), 1),
            (_, 16) => (Scalar::B16, 2),
            _ => (Scalar::U8, parts),
        }
    }

    fn load_register(&mut self, plan: &Plan, corner: Corner) -> Value {
        let (ty, parts) = Self::access(plan);
        let mut values = Vec::new();
        for part in 0..parts {
            let (at, offset) = self.element_address(plan, corner, part);
            let load = Op::Load { space: plan.space, ty, offset, order: Order::Weak };
            let register = if ty == Scalar::U8 { Type::I32 } else { ty.register() };
            values.push(self.op(load, vec![at], register));
        }
        match ty {
            Scalar::B16 => self.op(Op::Pack, values, Type::I32),
            Scalar::U8 => {
                let mut word = values[0];
                for (n, &v) in values.iter().enumerate().skip(1) {
                    let v = self.op_const(IntOp::Shl, v, 8 * n as u64);
                    word = self.op(Op::Int(IntOp::Or), vec![word, v], Type::I32);
                }
                word
            }
            _ => values[0],
        }
    }

    /// Stores a register. Only C is stored; its elements have at least 16 bits.
    fn store_register(&mut self, plan: &Plan, corner: Corner, v: Value) {
        let (ty, parts) = Self::access(plan);
        for part in 0..parts {
            let (at, offset) = self.element_address(plan, corner, part);
            let half = if parts == 1 { v } else { self.op(Op::Part(part as u8), vec![v], Type::I16) };
            self.effect(Op::Store { space: plan.space, ty, offset, order: Order::Weak }, vec![at, half]);
        }
    }
}

/// Layout of a fragment in memory.
struct Plan {
    space: Space,
    offset: i64,
    base: Value,
    /// Stride between lines in bytes.
    line: Value,
    /// Group of four of the lane, and its first element in a register.
    group: Value,
    inner: Value,
    /// `true` if elements of a register are contiguous.
    dense: bool,
    s: Scalar,
}
