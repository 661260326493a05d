//! Products of matrices, by the crate `gemm`.
//!
//! Of the engines that were tried it was the fastest (`libraries/blas/benches/README.md`), takes strides in
//! both directions, so that nothing is transposed in memory, and conjugates on the way.

use gemm::Parallelism;
use work::{MatrixView, Scalar};

/// Factors of a product, each with whether it is conjugated.
#[derive(Clone, Copy)]
pub struct Factors<T> {
    /// The left one.
    pub a: (MatrixView<T>, bool),
    /// The right one.
    pub b: (MatrixView<T>, bool),
}

/// Products below this number of multiplications run on one thread: others cost more than they help.
const PARALLEL_FROM: usize = 1 << 21;

/// `c = alpha a b + beta c`. Zero factors read nothing, as in BLAS.
pub fn multiply<T: Scalar>(c: MatrixView<T>, factors: Factors<T>, alpha: T, beta: T) {
    let work = c.rows().saturating_mul(c.columns()).saturating_mul(factors.a.0.columns());
    multiply_on(
        c,
        factors,
        alpha,
        beta,
        if work < PARALLEL_FROM { Parallelism::None } else { Parallelism::Rayon(0) },
    );
}

/// The same on one thread, for batches whose instances run side by side.
pub fn multiply_here<T: Scalar>(c: MatrixView<T>, factors: Factors<T>, alpha: T, beta: T) {
    multiply_on(c, factors, alpha, beta, Parallelism::None);
}

fn multiply_on<T: Scalar>(c: MatrixView<T>, factors: Factors<T>, alpha: T, beta: T, threads: Parallelism) {
    let Factors { a: (a, conj_a), b: (b, conj_b) } = factors;
    assert!(a.rows() == c.rows() && a.columns() == b.rows() && b.columns() == c.columns());
    if c.rows() == 0 || c.columns() == 0 {
        return;
    }
    if alpha.is_zero() || a.columns() == 0 {
        return scale(c, beta);
    }
    let (to, left, right) = (c.steps(), a.steps(), b.steps());
    // SAFETY: the views are of held memory, and the shapes were compared. The engine takes these four types.
    unsafe {
        gemm::gemm(
            c.rows(),
            c.columns(),
            a.columns(),
            c.first(),
            to.1,
            to.0,
            !beta.is_zero(),
            a.first().cast_const(),
            left.1,
            left.0,
            b.first().cast_const(),
            right.1,
            right.0,
            beta,
            alpha,
            false,
            T::IS_COMPLEX && conj_a,
            T::IS_COMPLEX && conj_b,
            threads,
        );
    }
}

/// `c *= beta`, without reading `c` if the factor is zero.
pub fn scale<T: Scalar>(c: MatrixView<T>, beta: T) {
    if beta.is_one() {
        return;
    }
    for j in 0..c.columns() {
        for i in 0..c.rows() {
            c.set(i, j, if beta.is_zero() { T::zero() } else { beta * c.get(i, j) });
        }
    }
}
