//! Matrices in double precision, computed element by element: what results are compared with.

use num_complex::Complex64;

/// Numbers between -1 and 1, always the same for a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub(crate) fn index(&mut self, n: usize) -> usize {
        ((self.next() + 1.0) / 2.0 * n as f64) as usize % n
    }
}

/// Number of the library's types.
pub(crate) trait Number: Copy + PartialEq + std::fmt::Debug + 'static {
    /// Largest relative error of one operation.
    const EPSILON: f64;
    fn rounded(value: Complex64) -> Self;
    fn wide(self) -> Complex64;

    fn random(random: &mut Random) -> Self {
        Self::rounded(Complex64::new(random.next(), random.next()))
    }
}

macro_rules! number {
    ($($ty:ty, $epsilon:expr, $of:expr, $wide:expr;)*) => {$(
        impl Number for $ty {
            const EPSILON: f64 = $epsilon;
            fn rounded(value: Complex64) -> Self {
                let of: fn(Complex64) -> $ty = $of;
                of(value)
            }
            fn wide(self) -> Complex64 {
                let wide: fn($ty) -> Complex64 = $wide;
                wide(self)
            }
        }
    )*};
}
number! {
    f32, f32::EPSILON as f64, |v| v.re as f32, |v| Complex64::new(v.into(), 0.0);
    f64, f64::EPSILON, |v| v.re, |v| Complex64::new(v, 0.0);
    num_complex::Complex32, f32::EPSILON as f64, |v| num_complex::Complex32::new(v.re as f32, v.im as f32),
        |v| Complex64::new(v.re.into(), v.im.into());
    Complex64, f64::EPSILON, |v| v, |v| v;
}

/// A matrix as the library's functions take it: columns at a distance.
#[derive(Clone)]
pub(crate) struct Matrix<T> {
    pub(crate) values: Vec<T>,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) lead: usize,
}

impl<T: Number> Matrix<T> {
    pub(crate) fn random(random: &mut Random, rows: usize, columns: usize) -> Matrix<T> {
        let lead = rows.max(1) + random.index(4);
        let values = (0..lead * columns).map(|_| T::random(random)).collect();
        Matrix { values, rows, columns, lead }
    }

    pub(crate) fn get(&self, i: usize, j: usize) -> Complex64 {
        self.values[j * self.lead + i].wide()
    }

    /// Element of the matrix, its transpose or its adjoint (`hipblasOperation_t`).
    pub(crate) fn op(&self, op: u32, i: usize, j: usize) -> Complex64 {
        match op {
            111 => self.get(i, j),
            112 => self.get(j, i),
            _ => self.get(j, i).conj(),
        }
    }
}

/// Shape of the stored matrix for an operand.
pub(crate) fn stored(op: u32, rows: usize, columns: usize) -> (usize, usize) {
    if op == 111 { (rows, columns) } else { (columns, rows) }
}

/// Compares two numbers, whose error grows with the number of operations.
#[track_caller]
pub(crate) fn close<T: Number>(got: T, wanted: Complex64, operations: usize, what: &str) {
    let error = (got.wide() - wanted).norm();
    // Inputs are of magnitude 1.5 at most, and so are partial sums in units of the number of terms.
    let bound = 8.0 * T::EPSILON * (operations as f64 + 4.0);
    assert!(error <= bound, "{what}: {got:?} instead of {wanted}, error {error:e}, bound {bound:e}");
}
