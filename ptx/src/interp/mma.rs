//! Arithmetic of matrix operations, bit-identical to an H200; this module defines their meaning.
//!
//! Products of narrow floats are summed like in tensor cores (module `fused`). `F64` is a chain of fused
//! multiply-adds. Integers are exact. Formats and shapes without a circuit on the H200 are computed in the
//! steps that `ptxas` expands them to, which round in between. Reference: `testdata/gpu/mma`.
//!
//! This module does not access memory. The assignment of elements to lanes is that of [`Mma`].

pub mod descriptor;
mod fused;
mod group;

use super::value::eval;
use crate::ir::mma::Mma;
use crate::ir::{Class, FloatOp, Mode, Op, Round, Scalar};
use fused::{Kept, Number};
pub use group::{Read, answer as group_answer, pieces};

/// A register of each lane.
pub type Register = [u64; 32];

/// Rows of A; each element with the index of the row of B that it is multiplied with.
type Rows<T> = Vec<Vec<(usize, T)>>;

/// Returns the results of a matrix operation in all lanes. Operands and results are registers of all lanes,
/// consecutively. Other operations have no results.
pub fn answer(op: &Op, registers: &[Register]) -> Vec<Register> {
    match *op {
        Op::Mma(ref mma) => multiply(mma, registers),
        Op::Rows { matrices, transposed } => {
            let of = registers.first().copied().unwrap_or([0; 32]);
            (0..usize::from(matrices) * if transposed { 2 } else { 1 })
                .map(|n| std::array::from_fn(|lane| of[row_holder(transposed, n, lane)]))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the lane that supplies result `n` of an [`Op::Rows`] to a lane.
pub const fn row_holder(transposed: bool, n: usize, lane: usize) -> usize {
    let holder = if transposed { n / 2 * 8 + lane % 4 * 2 + n % 2 } else { n * 8 + lane / 4 };
    holder % 32
}

/// Returns the rows of B for the stored elements of a sparse A of 16 rows, row by row, from the metadata of
/// all lanes.
pub fn positions(mma: &Mma, meta: &Register) -> Vec<u16> {
    let source = Source { mma, a: &[], b: &[], c: &[], meta: Some(meta) };
    let places = (0..usize::from(mma.m)).flat_map(|row| (0..mma.stored()).map(move |n| (row, n)));
    places.map(|(row, n)| source.position(row, n) as u16).collect()
}

/// Returns the registers of D from those of A, B, C and, if A is sparse, of the metadata, consecutively.
/// Missing registers count as zero.
fn multiply(mma: &Mma, registers: &[Register]) -> Vec<Register> {
    let [a, b, c, d] = mma.registers();
    let part = |from: usize, count: usize| registers.get(from..from + count).unwrap_or(&[]);
    let source =
        Source { mma, a: part(0, a), b: part(a, b), c: part(a + b, c), meta: part(a + b + c, 1).first() };
    let mut result = vec![[0; 32]; d];
    for lanes in mma.lane_groups() {
        let sums = source.sums(&lanes);
        for (all, part) in result.iter_mut().zip(source.spread(&lanes, &sums)) {
            lanes.iter().for_each(|&lane| all[lane] = part[lane]);
        }
    }
    result
}

/// Returns element `x` of a lane's part of a fragment.
fn element(registers: &[Register], s: Scalar, lane: usize, x: usize) -> u64 {
    let bits = s.bits() as usize;
    let each = (32 / bits).max(1);
    let word = registers.get(x / each).map_or(0, |r| r[lane]);
    word >> (x % each * bits) & (u64::MAX >> (64 - bits))
}

/// Operands of an operation.
struct Source<'a> {
    mma: &'a Mma,
    a: &'a [Register],
    b: &'a [Register],
    c: &'a [Register],
    meta: Option<&'a Register>,
}

impl Source<'_> {
    /// Returns the elements of D for one pair of matrices, row by row, as bits.
    fn sums(&self, lanes: &[usize]) -> Vec<u64> {
        let mma = self.mma;
        let c = self.addend(lanes);
        if mma.quads.is_some() {
            let number = |s: Scalar| move |bits: u64| f32::from_bits(single(s, bits));
            let (a, b) = (self.rows(lanes, number(mma.a)), self.columns(lanes, number(mma.b)));
            return self.each(&a, &b, &c, |row, column, c| quad_sum(mma, row, column, c));
        }
        match mma.a {
            Scalar::F64 => {
                let (a, b) = (self.rows(lanes, |bits| bits), self.columns(lanes, |bits| bits));
                self.each(&a, &b, &c, |row, column, c| {
                    row.iter().fold(c, |sum, &(k, x)| fma(Scalar::F64, mma.round, x, column[k], sum))
                })
            }
            s if s.is_float() => {
                let number = |s: Scalar| move |bits: u64| Number::factor(s, bits);
                let (a, b) = (self.rows(lanes, number(mma.a)), self.columns(lanes, number(mma.b)));
                self.each(&a, &b, &c, |row, column, c| float_sum(mma, row, column, c))
            }
            _ => {
                let number = |s: Scalar| move |bits: u64| integer(s, bits);
                let (a, b) = (self.rows(lanes, number(mma.a)), self.columns(lanes, number(mma.b)));
                self.each(&a, &b, &c, |row, column, c| integer_sum(mma, row, column, c))
            }
        }
    }

    /// Distributes the elements of D, row by row, to registers.
    fn spread(&self, lanes: &[usize], sums: &[u64]) -> Vec<Register> {
        let mma = self.mma;
        let bits = mma.d.bits() as usize;
        let each = (32 / bits).max(1);
        let mut result = vec![[0; 32]; mma.registers()[3]];
        for &lane in lanes {
            for x in 0..result.len() * each {
                let at = mma.c_position(mma.d, lane, x);
                result[x / each][lane] |= sums[at.row * usize::from(mma.n) + at.column] << (x % each * bits);
            }
        }
        result
    }

    /// Computes each element of D.
    fn each<T>(
        &self,
        a: &Rows<T>,
        b: &[Vec<T>],
        c: &[u64],
        sum: impl Fn(&[(usize, T)], &[T], u64) -> u64,
    ) -> Vec<u64> {
        let columns = b.len();
        let places = (0..a.len()).flat_map(|row| (0..columns).map(move |column| (row, column)));
        places.map(|(row, column)| sum(&a[row], &b[column], c[row * columns + column])).collect()
    }

    fn rows<T: Copy>(&self, lanes: &[usize], number: impl Fn(u64) -> T) -> Rows<T> {
        let mma = self.mma;
        let (rows, stored) = (if mma.quads.is_some() { 8 } else { usize::from(mma.m) }, mma.stored());
        let per_lane = rows * stored / lanes.len();
        let mut matrix = vec![vec![(0, number(0)); stored]; rows];
        for &lane in lanes {
            for x in 0..per_lane {
                let at = mma.a_position(lane, x);
                let k = if mma.sparse.is_some() { self.position(at.row, at.column) } else { at.column };
                matrix[at.row][at.column] = (k, number(element(self.a, mma.a, lane, x)));
            }
        }
        matrix
    }

    fn columns<T: Copy>(&self, lanes: &[usize], number: impl Fn(u64) -> T) -> Vec<Vec<T>> {
        let mma = self.mma;
        let (columns, k) = (usize::from(mma.n), usize::from(mma.k));
        let mut matrix = vec![vec![number(0); k]; columns];
        for &lane in lanes {
            for x in 0..columns * k / lanes.len() {
                let at = mma.b_position(lane, x);
                matrix[at.column][at.row] = number(element(self.b, mma.b, lane, x));
            }
        }
        matrix
    }

    fn addend(&self, lanes: &[usize]) -> Vec<u64> {
        let mma = self.mma;
        let (m, n) = (usize::from(mma.m), usize::from(mma.n));
        let mut matrix = vec![0; m * n];
        for &lane in lanes {
            for x in 0..m * n / lanes.len() {
                let at = mma.c_position(mma.c, lane, x);
                matrix[at.row * n + at.column] = element(self.c, mma.c, lane, x);
            }
        }
        matrix
    }

    /// Returns the row of B for a stored element of A.
    fn position(&self, row: usize, stored: usize) -> usize {
        let mma = self.mma;
        let Some(sparse) = mma.sparse else { return stored };
        // Elements in a unit of the pattern, units stored of each group, units of a group.
        let (unit, kept, of) = match mma.a.bits() {
            32 => (1, 1, 2),
            4 => (2, 2, 4),
            _ => (1, 2, 4),
        };
        let (group, which) = (stored / unit / kept, stored / unit % kept);
        // Metadata has four bits for each group. A lane with metadata holds 16 bits of two rows each, or 32
        // bits of one row.
        let lanes = mma.metadata_lanes();
        let (lane, shift) = if mma.a.bits() < 16 && lanes > 1 {
            // 32 bits of one row; the lower row is in the even lanes.
            (group / 8 * 2 + row / 8, group % 8 * 4)
        } else {
            (group / 4, row / 8 * 16 + group % 4 * 4)
        };
        let holder = row % 8 * 4 + usize::from(sparse.selector) * lanes + lane;
        let word = self.meta.map_or(0, |m| m[holder % 32]);
        let code = word >> shift & 0xf;
        let index = if of == 2 { code >> 1 & 1 } else { code >> (2 * which) & 3 } as usize;
        group * of * unit + index * unit + stored % unit
    }
}

/// Returns an integer element.
fn integer(s: Scalar, bits: u64) -> i32 {
    super::value::extend(bits.into(), s) as i32
}

/// Returns the sum of `c` and the products of integers or bits.
fn integer_sum(mma: &Mma, row: &[(usize, i32)], column: &[i32], c: u64) -> u64 {
    let product = |x: i32, y: i32| match mma.a {
        Scalar::B1 if mma.and => x & y,
        Scalar::B1 => x ^ y,
        _ => x * y,
    };
    let sum: i64 = row.iter().map(|&(k, x)| i64::from(product(x, column[k]))).sum();
    let sum = sum + i64::from(c as i32);
    let sum = if mma.saturate { sum.clamp(i32::MIN.into(), i32::MAX.into()) } else { sum };
    u64::from(sum as u32)
}

/// Returns the sum of `c` and the products of floats, as in tensor cores.
fn float_sum(mma: &Mma, row: &[(usize, Number)], column: &[Number], c: u64) -> u64 {
    let pairs = row.iter().map(|&(k, x)| (x, column[k]));
    if !matches!(mma.a, Scalar::E4m3 | Scalar::E5m2) {
        return fused::sum(pairs, Number::addend(mma.c, c), Kept::Usual).encode(mma.d, Kept::Usual);
    }
    // 8-bit floats are widened first, and the two halves of a register are separate operations: half of the
    // products, then the other half, then C.
    let lower = |n: usize| n % 4 < 2;
    let half = |want: bool| {
        row.iter().enumerate().filter(move |&(n, _)| lower(n) == want).map(|(_, &(k, x))| (x, column[k]))
    };
    let sum = fused::sum(half(true), Number::ZERO, Kept::Usual).encode(mma.d, Kept::Usual);
    let sum = fused::sum(half(false), Number::addend(mma.d, sum), Kept::Usual).encode(mma.d, Kept::Usual);
    add(mma.d, sum, c)
}

/// Returns the sum of `c` and four products in binary32, like an H200, which lacks the circuit of older
/// chips.
fn quad_sum(mma: &Mma, row: &[(usize, f32)], column: &[f32], c: u64) -> u64 {
    let bits = |x: f32| u64::from(x.to_bits());
    let product = |sum: u64, n: usize| {
        let (k, x) = row[n];
        fma(Scalar::F32, Round::Nearest, bits(x), bits(column[k]), sum)
    };
    let c = u64::from(single(mma.c, c));
    if mma.d == Scalar::F32 {
        return add(Scalar::F32, c, (0..4).fold(0, product));
    }
    // Starts at minus zero: the first of two products is a plain product.
    let pair = |n: usize| product(product(0x8000_0000, n), n + 1);
    let sum = add(Scalar::F32, add(Scalar::F32, c, pair(2)), pair(0));
    let narrow = Op::Cvt { to: Scalar::F16, from: Scalar::F32, mode: Mode::RN, integral: false };
    eval(&narrow, Scalar::F16.register(), &[Scalar::F32.register()], &[sum.into()]) as u64
}

/// Converts a binary16 or binary32 to binary32.
fn single(s: Scalar, bits: u64) -> u32 {
    if s.class() == Class::Float {
        return bits as u32;
    }
    let wide = Op::Cvt { to: Scalar::F32, from: s, mode: Mode::RN, integral: false };
    eval(&wide, Scalar::F32.register(), &[s.register()], &[bits.into()]) as u32
}

fn add(s: Scalar, a: u64, b: u64) -> u64 {
    let op = Op::Float { op: FloatOp::Add, ty: s, mode: Mode::RN };
    eval(&op, s.register(), &[s.register(); 2], &[a.into(), b.into()]) as u64
}

/// Computes `a * b + c` in binary32 or binary64.
fn fma(s: Scalar, round: Round, a: u64, b: u64, c: u64) -> u64 {
    if round == Round::Nearest && s == Scalar::F64 {
        let sum = f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c));
        if !sum.is_nan() {
            return sum.to_bits();
        }
    }
    let op = Op::Fma { ty: s, mode: Mode { round, ..Mode::RN } };
    eval(&op, s.register(), &[s.register(); 3], &[a.into(), b.into(), c.into()]) as u64
}
