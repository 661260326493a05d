//! Eigenvalues of general matrices.

use crate::handle::Call;
use crate::operand::{List, Number, Operand, load, size, store, wants_vectors};
use crate::status::Status;
use faer::Mat;
use num_traits::Zero as _;
use work::{Complex32, Complex64, Pointer, Scalar};

type Done = Result<(), Status>;

/// Number with a decomposition of general matrices, which is complex.
pub(crate) trait General: Number {
    /// Returns the values, and the vectors column by column; `None` if it does not converge.
    fn eigen(a: &Mat<Self>) -> Option<(Vec<Complex64>, Vec<Complex64>)>;

    /// The nearest number to a real one.
    fn nearest(value: f64) -> <Self as Scalar>::Real;
}

macro_rules! general {
    ($($ty:ty: $real:ty;)*) => {$(
        impl General for $ty {
            fn eigen(a: &Mat<$ty>) -> Option<(Vec<Complex64>, Vec<Complex64>)> {
                let (n, made) = (a.nrows(), a.eigen().ok()?);
                let (values, vectors) = (made.S().column_vector(), made.U());
                let wide = |re: $real, im: $real| Complex64::new(f64::from(re), f64::from(im));
                let values = (0..n).map(|j| wide(values[j].re, values[j].im)).collect();
                let vector = |place: usize| vectors[(place % n, place / n)];
                Some((values, (0..n * n).map(|place| wide(vector(place).re, vector(place).im)).collect()))
            }

            fn nearest(value: f64) -> $real {
                value as $real
            }
        }
    )*};
}
general! {
    f32: f32;
    f64: f64;
    Complex32: f32;
    Complex64: f64;
}

/// Scales a vector to length one, its largest element real.
fn normalize(vector: &mut [Complex64]) {
    let length = vector.iter().map(|value| value.norm_sqr()).sum::<f64>().sqrt();
    let largest = vector
        .iter()
        .copied()
        .fold(Complex64::zero(), |most, value| if value.norm_sqr() > most.norm_sqr() { value } else { most });
    if length > 0.0 {
        let factor = largest.conj() / (largest.norm() * length);
        vector.iter_mut().for_each(|value| *value *= factor);
    }
}

/// Writes values and, if they are wanted, right vectors. Those of a real matrix are LAPACK's: of a pair of
/// conjugated values the one with a positive imaginary part comes first, and two columns are the parts of its
/// vector.
pub(crate) fn geev<T: General>(
    call: &Call,
    mode: u32,
    n: i64,
    a: Pointer,
    lda: i64,
    (values, in_parts): (List, bool),
    vectors: Pointer,
    lead: i64,
    info: Pointer,
) -> Done {
    let (wants_vectors, n) = (wants_vectors(mode)?, size(n)?);
    let a = Operand::new(a, (n, n), lda)?;
    let vectors = if wants_vectors { Some(Operand::new(vectors, (n, n), lead)?) } else { None };
    let info = List::new(info);
    call.launch(move |memory| {
        if n == 0 {
            return info.write(memory, 0, &[0i32]);
        }
        let made = load(a.hold::<T>(memory, true)?).and_then(|a| T::eigen(&a));
        let Some((mut of_values, mut of_vectors)) = made else {
            return info.write(memory, 0, &[n as i32]);
        };
        of_vectors.chunks_mut(n).for_each(normalize);
        if !T::IS_COMPLEX {
            pair(&mut of_values, &mut of_vectors);
        }
        let parts = |part: fn(&Complex64) -> f64| -> Vec<<T as Scalar>::Real> {
            of_values.iter().map(|value| T::nearest(part(value))).collect()
        };
        let (re, im) = (parts(|value| value.re), parts(|value| value.im));
        if in_parts {
            values.write(memory, 0, &re)?;
            values.write(memory, n, &im)?;
        } else {
            let both: Vec<_> = re.into_iter().zip(im).flat_map(|(re, im)| [re, im]).collect();
            values.write(memory, 0, &both)?;
        }
        if let Some(to) = vectors {
            store(to.hold::<T>(memory, true)?, |i, j| {
                let value = of_vectors[j * n + i];
                <T as Scalar>::from_parts(T::nearest(value.re), T::nearest(value.im))
            });
        }
        info.write(memory, 0, &[0i32])
    })
}

/// Orders conjugated pairs, and splits the vector of each in its parts.
fn pair(values: &mut [Complex64], vectors: &mut [Complex64]) {
    let n = values.len();
    let mut j = 0;
    while j < n {
        if values[j].im == 0.0 || j + 1 == n {
            j += 1;
            continue;
        }
        if values[j].im < 0.0 {
            values.swap(j, j + 1);
            (0..n).for_each(|i| vectors.swap(j * n + i, (j + 1) * n + i));
        }
        for i in 0..n {
            let value = vectors[j * n + i];
            vectors[j * n + i] = value.re.into();
            vectors[(j + 1) * n + i] = value.im.into();
        }
        j += 2;
    }
}
