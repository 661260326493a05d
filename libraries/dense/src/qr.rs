//! QR decomposition by Householder's reflections in LAPACK's form: `I - tau v vᴴ`, where the first element of
//! `v` is one and is not stored.

use crate::panel::{self, Panel};
use num_traits::{Float, Zero as _};
use work::{MatrixView, Scalar, VectorView};

/// Makes the reflection that leaves a vector's first element alone, in its place. Returns `tau`.
pub fn reflect<T: Scalar>(x: VectorView<T>) -> T {
    let alpha = x.get(0);
    let zero = T::Real::zero();
    let rest = x.part(1, x.len() - 1);
    // Scaled, so that squares neither vanish nor overflow.
    let largest = x.iter().fold(zero, |most, value| most.max(value.re().abs()).max(value.im().abs()));
    if rest.iter().all(|value| value.is_zero()) && alpha.im() == zero || largest == zero {
        return T::zero();
    }
    let square = |value: T| {
        let (re, im) = (value.re() / largest, value.im() / largest);
        re * re + im * im
    };
    let norm = x.iter().fold(zero, |sum, value| sum + square(value)).sqrt() * largest;
    let beta = if alpha.re() < zero { norm } else { -norm };
    let tau = T::from_parts((beta - alpha.re()) / beta, -alpha.im() / beta);
    let scale = T::one() / (alpha - T::real(beta));
    (0..rest.len()).for_each(|n| rest.set(n, rest.get(n) * scale));
    x.set(0, T::real(beta));
    tau
}

/// `C = Hᴴ C` for the reflection that a decomposition has left in a vector.
pub fn apply<T: Scalar>(vector: VectorView<T>, tau: T, c: MatrixView<T>) {
    if tau.is_zero() {
        return;
    }
    let mut vector = vector.to_vec();
    vector[0] = T::one();
    for j in 0..c.columns() {
        let x = c.column(j);
        let product = vector.iter().zip(x.iter()).fold(T::zero(), |sum, (v, x)| sum + v.conj_if(true) * x);
        let factor = tau.conj_if(true) * product;
        vector.iter().enumerate().for_each(|(n, &v)| x.set(n, x.get(n) - factor * v));
    }
}

/// Decomposes in place, panel by panel. Returns the factors of the reflections.
pub fn decompose<T: Scalar>(a: MatrixView<T>) -> Vec<T> {
    let (m, n) = (a.rows(), a.columns());
    let mut factors: Vec<T> = Vec::with_capacity(m.min(n));
    for first in (0..m.min(n)).step_by(panel::WIDTH) {
        let last = m.min(n).min(first + panel::WIDTH);
        for j in first..last {
            let column = a.column(j).part(j, m - j);
            let tau = reflect(column);
            apply(column, tau, a.part((j, j + 1), (m - j, last - j - 1)));
            factors.push(tau);
        }
        if last < n {
            Panel::read(a, first, &factors[first..]).apply_left(a.part((0, last), (m, n - last)), true);
        }
    }
    factors
}
