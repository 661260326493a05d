//! Constructions of plane rotations, as the reference BLAS defines them.

use num_traits::{Float, One, Zero};
use work::Scalar;

/// Rotation that makes the second of two numbers zero.
pub(crate) struct Rotation<T: Scalar> {
    /// First number after the rotation.
    pub(crate) r: T,
    /// Replacement of the second number: for real rotations, a value that both factors follow from.
    pub(crate) z: T,
    pub(crate) c: T::Real,
    pub(crate) s: T,
}

/// Constructs a rotation (`rotg`).
pub(crate) fn make<T: Scalar>(a: T, b: T) -> Rotation<T> {
    if T::IS_COMPLEX { complex(a, b) } else { real(a, b) }
}

fn real<T: Scalar>(a: T, b: T) -> Rotation<T> {
    let (x, y) = (a.re(), b.re());
    let (zero, one) = (T::Real::zero(), T::Real::one());
    if y.is_zero() {
        return Rotation { r: a, z: T::zero(), c: one, s: T::zero() };
    }
    if x.is_zero() {
        return Rotation { r: b, z: T::one(), c: zero, s: T::one() };
    }
    let sign = if x.abs() > y.abs() { x.signum() } else { y.signum() };
    let r = sign * x.hypot(y);
    let (c, s) = (x / r, y / r);
    let z = if x.abs() > y.abs() {
        s
    } else if c.is_zero() {
        one
    } else {
        one / c
    };
    Rotation { r: T::real(r), z: T::real(z), c, s: T::real(s) }
}

fn complex<T: Scalar>(a: T, b: T) -> Rotation<T> {
    let length = |v: T| v.re().hypot(v.im());
    let (size, other) = (length(a), length(b));
    if size.is_zero() {
        return Rotation { r: b, z: b, c: T::Real::zero(), s: T::one() };
    }
    let norm = size.hypot(other);
    let direction = a.scaled(T::Real::one() / size);
    let s = (direction * b.conj()).scaled(T::Real::one() / norm);
    Rotation { r: direction.scaled(norm), z: b, c: size / norm, s }
}

/// Matrix of a modified rotation's parameters: a flag and the elements by column.
pub(crate) fn matrix<T: Scalar<Real = T>>([flag, h11, h21, h12, h22]: [T; 5]) -> [[T; 2]; 2] {
    let one = T::one();
    if flag == -one {
        [[h11, h12], [h21, h22]]
    } else if flag.is_zero() {
        [[one, h12], [h21, one]]
    } else if flag == one {
        [[h11, one], [-one, h22]]
    } else {
        [[one, T::zero()], [T::zero(), one]]
    }
}

/// Modified rotation.
pub(crate) struct Modified<T> {
    pub(crate) d1: T,
    pub(crate) d2: T,
    pub(crate) x1: T,
    pub(crate) parameters: [T; 5],
}

/// Constructs a modified rotation (`rotmg`): weights stay between 2^-24 and 2^24.
pub(crate) fn make_modified<T: Scalar<Real = T> + Float>(d1: T, d2: T, x1: T, y1: T) -> Modified<T> {
    let (zero, one) = (T::zero(), T::one());
    let gone = Modified { d1: zero, d2: zero, x1: zero, parameters: [-one, zero, zero, zero, zero] };
    if d1 < zero {
        return gone;
    }
    let p2 = d2 * y1;
    if p2.is_zero() {
        let identity = -(one + one);
        return Modified { d1, d2, x1, parameters: [identity, zero, zero, zero, zero] };
    }
    let (p1, q2) = (d1 * x1, p2 * y1);
    let q1 = p1 * x1;
    let (mut made, mut h, mut flag);
    if q1.abs() > q2.abs() {
        let (h21, h12) = (-y1 / x1, p2 / p1);
        let u = one - h12 * h21;
        if u <= zero {
            return gone;
        }
        (made, h, flag) = ((d1 / u, d2 / u, x1 * u), [one, h21, h12, one], zero);
    } else {
        if q2 < zero {
            return gone;
        }
        let (h11, h22) = (p1 / p2, x1 / y1);
        let u = one + h11 * h22;
        (made, h, flag) = ((d2 / u, d1 / u, y1 * u), [h11, -one, one, h22], one);
    }
    let gamma = T::from_parts(<T::Real as num_traits::NumCast>::from(4096.0).unwrap_or(one), zero);
    let (large, small) = (gamma * gamma, one / (gamma * gamma));
    // Elements that the flag implied are stored from here on, once a weight is scaled.
    for first in [true, false] {
        loop {
            let weight = if first { made.0 } else { made.1 };
            let size = weight.abs();
            if weight.is_zero() || size > small && size < large || !size.is_finite() {
                break;
            }
            let (by, of_weight) = if size <= small { (one / gamma, large) } else { (gamma, small) };
            flag = -one;
            if first {
                made = (made.0 * of_weight, made.1, made.2 * by);
                h = [h[0] * by, h[1], h[2] * by, h[3]];
            } else {
                made.1 *= of_weight;
                h = [h[0], h[1] * by, h[2], h[3] * by];
            }
        }
    }
    let [h11, h21, h12, h22] = h;
    let parameters = if flag == -one {
        [flag, h11, h21, h12, h22]
    } else if flag.is_zero() {
        [flag, zero, h21, h12, zero]
    } else {
        [flag, h11, zero, zero, h22]
    };
    Modified { d1: made.0, d2: made.1, x1: made.2, parameters }
}
