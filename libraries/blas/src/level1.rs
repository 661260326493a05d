//! Level 1: vectors.

use crate::call::{Call, Operand, size};
use crate::rotation;
use crate::status::Status;
use num_traits::{AsPrimitive, Float, One, Zero};
use std::ffi::c_void;
use work::{Given, Scalar, Stored, VectorView};

type Done = Result<(), Status>;

/// Elements that are summed one after the other; longer sums are sums of halves, which bounds the error.
const BLOCK: usize = 1024;
/// Sums that are kept side by side in a block, so that the processor adds several at once.
const LANES: usize = 8;

/// Sum of the terms `from .. to`.
pub(crate) fn sum<T: Scalar>(from: usize, to: usize, term: &impl Fn(usize) -> T) -> T {
    if to - from > BLOCK {
        let middle = from + (to - from) / 2;
        return sum(from, middle, term) + sum(middle, to, term);
    }
    let mut lanes = [T::zero(); LANES];
    let whole = from + (to - from) / LANES * LANES;
    for at in (from..whole).step_by(LANES) {
        for (n, lane) in lanes.iter_mut().enumerate() {
            *lane += term(at + n);
        }
    }
    let rest = (whole..to).fold(T::zero(), |all, n| all + term(n));
    lanes.into_iter().fold(rest, |all, lane| all + lane)
}

/// Index of the first element of extreme magnitude, from 1; 0 if there is none. `better` compares with the
/// best so far.
fn extreme<T: Scalar, R: Copy + Send + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    result: *mut c_void,
    better: fn(&T::Real, &T::Real) -> bool,
) -> Done
where
    usize: AsPrimitive<R>,
{
    let count = if n <= 0 || x.lead <= 0 { 0 } else { size(n)? };
    if count > 0 {
        x.check()?;
    }
    let batch = call.batch;
    call.launch_for_results(result, move |memory| {
        if count == 0 {
            return Ok(vec![0.as_(); batch.count]);
        }
        let find = |x: VectorView<T>| {
            let (mut at, mut best) = (0, x.get(0).magnitude());
            for (n, value) in x.iter().map(T::magnitude).enumerate().skip(1) {
                // The first of those that are no numbers is the extreme one.
                if better(&value, &best) || value.is_nan() && !best.is_nan() {
                    (at, best) = (n, value);
                }
            }
            (at + 1).as_()
        };
        Ok(batch.vectors(memory, x, count, false)?.into_iter().map(find).collect())
    })
}

/// First largest element: `amax`.
pub(crate) fn amax<T: Scalar, R: Copy + Send + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    result: *mut c_void,
) -> Done
where
    usize: AsPrimitive<R>,
{
    extreme::<T, R>(call, n, x, result, |a, b| a > b)
}

/// First smallest element: `amin`.
pub(crate) fn amin<T: Scalar, R: Copy + Send + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    result: *mut c_void,
) -> Done
where
    usize: AsPrimitive<R>,
{
    extreme::<T, R>(call, n, x, result, |a, b| a < b)
}

/// A number for each vector, zero for one that is empty.
fn reduce<T: Copy + 'static, R: Copy + Zero + Send + Sync + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    result: *mut c_void,
    value: impl Fn(VectorView<T>) -> R + Send + Sync + 'static,
) -> Done {
    if n <= 0 || x.lead <= 0 {
        return call.write_results(result, R::zero());
    }
    x.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch_for_results(result, move |memory| {
        Ok(batch.vectors(memory, x, count, false)?.into_iter().map(&value).collect())
    })
}

/// Sum of magnitudes.
pub(crate) fn asum<T: Scalar>(call: &Call, n: i64, x: Operand, result: *mut c_void) -> Done {
    reduce(call, n, x, result, |x: VectorView<T>| sum(0, x.len(), &|n| x.get(n).magnitude()))
}

/// Euclidean norm, which overflows only if the result does.
pub(crate) fn norm<T: Scalar>(count: usize, at: impl Fn(usize) -> T) -> T::Real {
    let parts = |n: usize| at(n).re().abs().max(at(n).im().abs());
    let largest = (0..count).fold(T::Real::zero(), |most, n| {
        let part = parts(n);
        if part > most || part.is_nan() { part } else { most }
    });
    if largest.is_zero() || !largest.is_finite() {
        return largest;
    }
    let square = |n: usize| {
        let (re, im) = (at(n).re() / largest, at(n).im() / largest);
        re * re + im * im
    };
    largest * sum(0, count, &square).sqrt()
}

/// Euclidean norm of vectors; `R` is the type of the result.
pub(crate) fn nrm2<S: Stored, R>(call: &Call, n: i64, x: Operand, result: *mut c_void) -> Done
where
    R: Stored<Computed = <S::Computed as Scalar>::Real> + Zero,
{
    reduce(call, n, x, result, |x: VectorView<S>| R::store(norm(x.len(), |n| x.get(n).load())))
}

/// `y += alpha x`
pub(crate) fn axpy<S: Stored>(call: &Call, n: i64, alpha: *const c_void, x: Operand, y: Operand) -> Done {
    axpy_by::<S, S>(call, n, alpha, x, y)
}

/// `y += alpha x` with a factor of its own type.
pub(crate) fn axpy_by<A: Stored<Computed = S::Computed>, S: Stored>(
    call: &Call,
    n: i64,
    alpha: *const c_void,
    x: Operand,
    y: Operand,
) -> Done {
    let alpha = call.scalar::<A>(alpha)?;
    if n <= 0 || alpha.known_value().is_some_and(|alpha| alpha.load().is_zero()) {
        return Ok(());
    }
    x.check()?;
    y.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch(move |memory| {
        let alpha = alpha.value(memory)?.load();
        let pairs = batch.vectors::<S>(memory, x, count, false)?.into_iter();
        for (x, y) in pairs.zip(batch.vectors::<S>(memory, y, count, true)?) {
            (0..count).for_each(|n| y.set(n, S::store(y.get(n).load() + alpha * x.get(n).load())));
        }
        Ok(())
    })
}

/// Two vectors of each instance, both written.
fn pairs<T: Copy + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    y: Operand,
    each: impl Fn(&VectorView<T>, &VectorView<T>) + Send + Sync + 'static,
) -> Done {
    if n <= 0 {
        return Ok(());
    }
    x.check()?;
    y.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch(move |memory| {
        let all = batch.vectors(memory, x, count, true)?.into_iter();
        all.zip(batch.vectors(memory, y, count, true)?).for_each(|(x, y)| each(&x, &y));
        Ok(())
    })
}

/// `y = x`
pub(crate) fn copy<T: Scalar>(call: &Call, n: i64, x: Operand, y: Operand) -> Done {
    if n <= 0 {
        return Ok(());
    }
    x.check()?;
    y.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch(move |memory| {
        let all = batch.vectors::<T>(memory, x, count, false)?.into_iter();
        for (x, y) in all.zip(batch.vectors(memory, y, count, true)?) {
            (0..count).for_each(|n| y.set(n, x.get(n)));
        }
        Ok(())
    })
}

/// Exchange of `x` and `y`.
pub(crate) fn swap<T: Scalar>(call: &Call, n: i64, x: Operand, y: Operand) -> Done {
    pairs(call, n, x, y, |x: &VectorView<T>, y| {
        for n in 0..x.len() {
            let (a, b) = (x.get(n), y.get(n));
            x.set(n, b);
            y.set(n, a);
        }
    })
}

fn product<S: Stored, R: Stored<Computed = S::Computed> + Zero>(
    call: &Call,
    n: i64,
    x: Operand,
    y: Operand,
    result: *mut c_void,
    conjugates: bool,
) -> Done {
    if n <= 0 {
        return call.write_results(result, R::zero());
    }
    x.check()?;
    y.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch_for_results(result, move |memory| {
        let all = batch.vectors::<S>(memory, x, count, false)?.into_iter();
        let dot = |(x, y): (VectorView<S>, VectorView<S>)| {
            R::store(sum(0, count, &|n| x.get(n).load().conj_if(conjugates) * y.get(n).load()))
        };
        Ok(all.zip(batch.vectors(memory, y, count, false)?).map(dot).collect())
    })
}

/// Scalar product without conjugation.
pub(crate) fn dot<S: Stored + Zero>(
    call: &Call,
    n: i64,
    x: Operand,
    y: Operand,
    result: *mut c_void,
) -> Done {
    product::<S, S>(call, n, x, y, result, false)
}

/// Scalar product with `x` conjugated.
pub(crate) fn dotc<S: Stored + Zero>(
    call: &Call,
    n: i64,
    x: Operand,
    y: Operand,
    result: *mut c_void,
) -> Done {
    product::<S, S>(call, n, x, y, result, true)
}

/// `x *= alpha` with a factor of the vector's type or a real one.
pub(crate) fn scal<A: Factor<S>, S: Stored>(call: &Call, n: i64, alpha: *const c_void, x: Operand) -> Done {
    let alpha = call.scalar::<A>(alpha)?;
    if n <= 0 || x.lead <= 0 || alpha.known_value().is_some_and(Factor::is_one) {
        return Ok(());
    }
    x.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch(move |memory| {
        let alpha = alpha.value(memory)?;
        for x in batch.vectors::<S>(memory, x, count, true)? {
            (0..count).for_each(|n| x.set(n, S::store(alpha.times(x.get(n).load()))));
        }
        Ok(())
    })
}

/// Number by which elements of another type are multiplied.
pub(crate) trait Factor<S: Stored>: Copy + Send + Sync + 'static {
    fn times(self, value: S::Computed) -> S::Computed;
    fn is_one(self) -> bool;
}

impl<A, S> Factor<S> for A
where
    S: Stored,
    A: Stored,
    A::Computed: Into<S::Computed> + Scalar<Real = <S::Computed as Scalar>::Real>,
{
    fn times(self, value: S::Computed) -> S::Computed {
        let factor = self.load();
        if A::Computed::IS_COMPLEX { factor.into() * value } else { value.scaled(factor.re()) }
    }
    fn is_one(self) -> bool {
        self.load().is_one()
    }
}

/// Rotation of the plane: `x' = c x + s y`, `y' = c y - conj(s) x`.
pub(crate) fn rot<T: Scalar, S: Copy + Into<T> + Send + Sync + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    y: Operand,
    c: *const c_void,
    s: *const c_void,
) -> Done {
    let (c, s) = (call.scalar::<T::Real>(c)?, call.scalar::<S>(s)?);
    if n <= 0 {
        return Ok(());
    }
    x.check()?;
    y.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch(move |memory| {
        let (c, s): (T::Real, T) = (c.value(memory)?, s.value(memory)?.into());
        let all = batch.vectors::<T>(memory, x, count, true)?.into_iter();
        for (x, y) in all.zip(batch.vectors(memory, y, count, true)?) {
            for n in 0..count {
                let (a, b) = (x.get(n), y.get(n));
                x.set(n, a.scaled(c) + s * b);
                y.set(n, b.scaled(c) - s.conj() * a);
            }
        }
        Ok(())
    })
}

/// Construction of a rotation that makes `b` zero. All four are on the host or on the device.
pub(crate) fn rotg<T: Scalar>(
    call: &Call,
    a: *mut c_void,
    b: *mut c_void,
    c: *mut c_void,
    s: *mut c_void,
) -> Done {
    in_place::<T, T::Real>(call, [a, b, s], [c], |[a, b, _]| {
        let made = rotation::make(a, b);
        ([made.r, made.z, made.s], [made.c])
    })
}

/// Function of three numbers, which replaces them and makes a real one.
type Compute<T, R> = fn([T; 3]) -> ([T; 3], [R; 1]);

/// Numbers of two types that are read and written where the pointer mode says.
fn in_place<T: Scalar, R: Scalar>(
    call: &Call,
    numbers: [*mut c_void; 3],
    reals: [*mut c_void; 1],
    compute: Compute<T, R>,
) -> Done {
    if numbers.iter().chain(&reals).any(|pointer| pointer.is_null()) {
        return Err(Status::InvalidValue);
    }
    let numbers = numbers.map(|pointer| pointer.expose_provenance());
    let reals = reals.map(|pointer| pointer.expose_provenance());
    if call.state().is_on_device() {
        return call.launch(move |memory| {
            let mut given = [T::zero(); 3];
            for (value, &at) in given.iter_mut().zip(&numbers) {
                *value = memory.read(at, 1)?[0];
            }
            let (values, others) = compute(given);
            numbers.iter().zip(values).try_for_each(|(&at, value)| memory.write(at, &[value]))?;
            reals.iter().zip(others).try_for_each(|(&at, value)| memory.write(at, &[value]))
        });
    }
    // SAFETY: not null; in this mode the program vouches for them.
    let given = numbers.map(|at| unsafe { std::ptr::with_exposed_provenance::<T>(at).read_unaligned() });
    let (values, others) = compute(given);
    for (at, value) in numbers.into_iter().zip(values) {
        // SAFETY: as above.
        unsafe { std::ptr::with_exposed_provenance_mut::<T>(at).write_unaligned(value) };
    }
    for (at, value) in reals.into_iter().zip(others) {
        // SAFETY: as above.
        unsafe { std::ptr::with_exposed_provenance_mut::<R>(at).write_unaligned(value) };
    }
    Ok(())
}

/// Modified rotation by its five parameters.
pub(crate) fn rotm<T: Scalar<Real = T>>(
    call: &Call,
    n: i64,
    x: Operand,
    y: Operand,
    parameters: *const c_void,
) -> Done {
    let parameters: Given<[T; 5]> = call.scalar(parameters)?;
    if n <= 0 {
        return Ok(());
    }
    x.check()?;
    y.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch(move |memory| {
        let [[h11, h12], [h21, h22]] = rotation::matrix(parameters.value(memory)?);
        let all = batch.vectors::<T>(memory, x, count, true)?.into_iter();
        for (x, y) in all.zip(batch.vectors(memory, y, count, true)?) {
            for n in 0..count {
                let (a, b) = (x.get(n), y.get(n));
                x.set(n, h11 * a + h12 * b);
                y.set(n, h21 * a + h22 * b);
            }
        }
        Ok(())
    })
}

/// Construction of a modified rotation.
pub(crate) fn rotmg<T: Scalar<Real = T> + Float>(
    call: &Call,
    d1: *mut c_void,
    d2: *mut c_void,
    x1: *mut c_void,
    y1: *const c_void,
    parameters: *mut c_void,
) -> Done {
    let pointers = [d1, d2, x1, y1.cast_mut(), parameters];
    if pointers.iter().any(|pointer| pointer.is_null()) {
        return Err(Status::InvalidValue);
    }
    let [d1, d2, x1, y1, parameters] = pointers.map(|pointer| pointer.expose_provenance());
    if call.state().is_on_device() {
        return call.launch(move |memory| {
            let one = |at| Ok(memory.read::<T>(at, 1)?[0]);
            let made = rotation::make_modified(one(d1)?, one(d2)?, one(x1)?, one(y1)?);
            [(d1, made.d1), (d2, made.d2), (x1, made.x1)]
                .into_iter()
                .try_for_each(|(at, value)| memory.write(at, &[value]))?;
            memory.write(parameters, &made.parameters)
        });
    }
    // SAFETY: not null; in this mode the program vouches for them.
    let one = |at| unsafe { std::ptr::with_exposed_provenance::<T>(at).read_unaligned() };
    let made = rotation::make_modified(one(d1), one(d2), one(x1), one(y1));
    for (at, value) in [(d1, made.d1), (d2, made.d2), (x1, made.x1)] {
        // SAFETY: as above.
        unsafe { std::ptr::with_exposed_provenance_mut::<T>(at).write_unaligned(value) };
    }
    // SAFETY: as above.
    unsafe { std::ptr::with_exposed_provenance_mut::<[T; 5]>(parameters).write_unaligned(made.parameters) };
    Ok(())
}
