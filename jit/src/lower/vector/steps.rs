//! Steps from lane to lane that follow from how a value is computed from the thread's number, as in
//! `2 * tid - (tid & 1)` or `tid ^ 4`.
//!
//! They are a guess, which code tests before it relies on it: lanes may hold values of different iterations,
//! and the first of them may have none.

use super::kind::Kind;
use ptx::ir::{Function, IntOp, Op, Sreg, Type, Value};

/// Maximum values that are looked at for one guess.
const MOST: u32 = 64;

/// Number of bits that count as known of a value that is known.
const ALL: u32 = 64;

/// The lanes of a value, relative to the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Steps {
    /// Difference of each lane from lane 0, modulo the width of its type.
    pub(super) lanes: Vec<i64>,
    /// Lane 0's lowest bits, and how many of them are known.
    pub(super) low: u64,
    pub(super) known: u32,
}

impl Steps {
    /// Guesses the steps of a value.
    pub(super) fn guess(f: &Function, kinds: &[Kind], width: u32, v: Value) -> Option<Steps> {
        Guess { f, kinds, width, left: MOST }.value(v)
    }

    fn uniform(width: u32, low: u64, known: u32) -> Steps {
        Steps { lanes: vec![0; width as usize], low, known }
    }

    /// Returns each lane's `bits` lowest bits, if all bits above are equal in all lanes.
    fn lowest(&self, bits: u32) -> Option<Vec<u64>> {
        let first = (self.low & mask(bits)) as i64;
        let lane =
            |step: &i64| u64::try_from(first.checked_add(*step)?).ok().filter(|n| n & !mask(bits) == 0);
        self.lanes.iter().map(lane).collect()
    }

    /// Returns the steps of values with equal bits above the `known` ones in all lanes.
    fn from_lowest(lanes: &[u64], known: u32) -> Steps {
        let low = lanes.first().copied().unwrap_or(0);
        Steps { lanes: lanes.iter().map(|&lane| lane.wrapping_sub(low) as i64).collect(), low, known }
    }
}

struct Guess<'a> {
    f: &'a Function,
    kinds: &'a [Kind],
    width: u32,
    /// Values that may still be looked at.
    left: u32,
}

impl Guess<'_> {
    fn value(&mut self, v: Value) -> Option<Steps> {
        let ty = self.f.ty(v);
        if !matches!(ty, Type::I32 | Type::I64) {
            return None;
        }
        if let Some(bits) = self.f.constant(v) {
            return Some(Steps::uniform(self.width, bits, ALL));
        }
        let mut steps = self.result(v).or_else(|| self.of_kind(v))?;
        if ty == Type::I32 {
            steps.lanes.iter_mut().for_each(|step| *step = i64::from(*step as i32));
            steps.low &= mask(32);
        }
        Some(steps)
    }

    fn of_kind(&self, v: Value) -> Option<Steps> {
        let stride = match self.kinds[v.index()] {
            Kind::Uniform => 0,
            Kind::Affine(stride) | Kind::Widened(stride) => stride,
            Kind::Varying => return None,
        };
        let lanes = (0..i64::from(self.width)).map(|lane| stride.wrapping_mul(lane)).collect();
        Some(Steps { lanes, low: 0, known: 0 })
    }

    fn result(&mut self, v: Value) -> Option<Steps> {
        let (f, width) = (self.f, self.width);
        self.left = self.left.checked_sub(1)?;
        let inst = f.def_inst(v)?;
        let lanes = || (0..i64::from(width)).collect();
        let mut arg = |n: usize| self.value(*inst.args.get(n)?);
        let constant = |n: usize| f.constant(*inst.args.get(n)?);
        match inst.op {
            // A strip starts at a multiple of its width.
            Op::Sreg(Sreg::Tid(0)) => Some(Steps { lanes: lanes(), low: 0, known: width.ilog2() }),
            Op::Sreg(Sreg::LaneId) => Some(Steps { lanes: lanes(), low: 0, known: width.ilog2() }),
            Op::Int(op @ (IntOp::Add | IntOp::Sub)) => Some(sum(&arg(0)?, &arg(1)?, op == IntOp::Sub)),
            Op::Int(IntOp::Shl) => {
                let by = constant(1).filter(|&n| n < 32)? as u32;
                Some(product(&arg(0)?, 1 << by))
            }
            Op::Int(IntOp::Mul) | Op::MulWide { .. } => match (constant(0), constant(1)) {
                (_, Some(factor)) => Some(product(&arg(0)?, factor)),
                (Some(factor), _) => Some(product(&arg(1)?, factor)),
                _ => None,
            },
            Op::Int(IntOp::ShrU) => {
                let own = arg(0)?;
                let by = constant(1).filter(|&n| n < u64::from(own.known))? as u32;
                let lowest: Vec<u64> = own.lowest(own.known)?.iter().map(|lane| lane >> by).collect();
                Some(Steps::from_lowest(&lowest, own.known - by))
            }
            Op::Int(IntOp::And) => bitwise(&arg(0)?, &arg(1)?, |a, b| a & b),
            Op::Int(IntOp::Or) => bitwise(&arg(0)?, &arg(1)?, |a, b| a | b),
            Op::Int(IntOp::Xor) => bitwise(&arg(0)?, &arg(1)?, |a, b| a ^ b),
            Op::Cvt { to, from, mode, .. } => {
                let integers = [to, from].iter().all(|scalar| !scalar.is_float() && scalar.bits() >= 32);
                if integers && !mode.sat { arg(0) } else { None }
            }
            _ => None,
        }
    }
}

fn sum(a: &Steps, b: &Steps, less: bool) -> Steps {
    let known = a.known.min(b.known);
    let add = |a: u64, b: u64| if less { a.wrapping_sub(b) } else { a.wrapping_add(b) };
    let lanes = a.lanes.iter().zip(&b.lanes).map(|(&a, &b)| add(a as u64, b as u64) as i64).collect();
    Steps { lanes, low: add(a.low, b.low) & mask(known), known }
}

fn product(a: &Steps, factor: u64) -> Steps {
    let known = if factor == 0 { ALL } else { (a.known + factor.trailing_zeros()).min(ALL) };
    let lanes = a.lanes.iter().map(|&lane| (lane as u64).wrapping_mul(factor) as i64).collect();
    Steps { lanes, low: a.low.wrapping_mul(factor) & mask(known), known }
}

/// Returns the steps of an operation on each bit, if all bits above the known ones are equal in all lanes.
fn bitwise(a: &Steps, b: &Steps, op: impl Fn(u64, u64) -> u64) -> Option<Steps> {
    let known = a.known.min(b.known);
    let own = a.lowest(known)?.into_iter().zip(b.lowest(known)?).map(|(a, b)| op(a, b) & mask(known));
    let own: Vec<u64> = own.collect();
    // A number without bits above the known ones leaves none of the other's in `a & b`.
    let ends =
        |n: &Steps| n.known == ALL && n.low & !mask(known) == 0 && n.lanes.iter().all(|&lane| lane == 0);
    let all = op(0, u64::MAX) == 0 && op(u64::MAX, 0) == 0 && (ends(a) || ends(b));
    Some(Steps::from_lowest(&own, if all { ALL } else { known }))
}

/// Returns the number with its lowest bits set.
const fn mask(bits: u32) -> u64 {
    if bits >= ALL { u64::MAX } else { (1 << bits) - 1 }
}

#[cfg(test)]
mod tests {
    use super::{ALL, Steps, bitwise, product, sum};

    fn numbers(width: u32) -> Steps {
        Steps { lanes: (0..i64::from(width)).collect(), low: 0, known: width.ilog2() }
    }

    fn constant(n: u64) -> Steps {
        Steps::uniform(32, n, ALL)
    }

    #[test]
    fn pairs_at_a_distance() {
        // 4 * (2 * tid - (tid & 1)) + 8
        let tid = numbers(32);
        let odd = bitwise(&tid, &constant(1), |a, b| a & b).expect("known bits");
        assert_eq!((odd.known, odd.low), (ALL, 0));
        let pair = sum(&product(&tid, 2), &odd, true);
        let at = sum(&product(&pair, 4), &constant(8), false);
        assert_eq!(at.lanes[..6], [0, 4, 16, 20, 32, 36]);
        assert_eq!((at.low, at.known), (8, 8));
    }

    #[test]
    fn butterflies() {
        let partner = bitwise(&numbers(32), &constant(5), |a, b| a ^ b).expect("known bits");
        assert_eq!((partner.low, partner.known), (5, 5));
        assert_eq!(partner.lanes[..4], [0, -1, 2, 1]);
        // The same for a constant with bits above those of the lane's number, which all lanes share.
        let far = bitwise(&numbers(32), &constant(64 + 5), |a, b| a ^ b).expect("known bits");
        assert_eq!(far, partner);
    }

    #[test]
    fn bits_above_the_known_ones_may_differ() {
        let shifted = sum(&numbers(32), &constant(1), false);
        assert_eq!(bitwise(&shifted, &constant(7), |a, b| a & b), None);
        let unknown = Steps { known: 0, ..numbers(32) };
        assert_eq!(bitwise(&unknown, &constant(1), |a, b| a & b), None);
    }
}
