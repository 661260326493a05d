//! Level 1: vectors.

use crate::call::{Call, Operand, size};
use crate::constructions::Place;
use crate::rotation;
use crate::status::Status;
use num_traits::{AsPrimitive, Float, One, Zero};
use std::ffi::c_void;
use work::{Refused, Scalar, Stored, VectorView};

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

/// Real type of the computation with elements.
type RealOf<S> = <<S as Stored>::Computed as Scalar>::Real;

/// Index of the first element of extreme magnitude, from 1; 0 if there is none. `better` compares with the
/// best so far.
fn extreme<S: Stored, R: Copy + Send + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    result: *mut c_void,
    better: fn(&RealOf<S>, &RealOf<S>) -> bool,
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
        let find = |x: VectorView<S>| {
            let magnitude = |value: S| value.load().magnitude();
            let (mut at, mut best) = (0, magnitude(x.get(0)));
            for (n, value) in x.iter().map(magnitude).enumerate().skip(1) {
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
pub(crate) fn amax<S: Stored, R: Copy + Send + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    result: *mut c_void,
) -> Done
where
    usize: AsPrimitive<R>,
{
    extreme::<S, R>(call, n, x, result, |a, b| a > b)
}

/// First smallest element: `amin`.
pub(crate) fn amin<S: Stored, R: Copy + Send + 'static>(
    call: &Call,
    n: i64,
    x: Operand,
    result: *mut c_void,
) -> Done
where
    usize: AsPrimitive<R>,
{
    extreme::<S, R>(call, n, x, result, |a, b| a < b)
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

/// The same of elements and with a result that are stored in other types.
pub(crate) fn asum_as<S: Stored, R: Stored<Computed = RealOf<S>> + Zero>(
    call: &Call,
    n: i64,
    x: Operand,
    result: *mut c_void,
) -> Done {
    reduce(call, n, x, result, |x: VectorView<S>| R::store(sum(0, x.len(), &|n| x.get(n).load().magnitude())))
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
    R: Stored<Computed = RealOf<S>> + Zero,
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
pub(crate) fn copy<T: Copy + 'static>(call: &Call, n: i64, x: Operand, y: Operand) -> Done {
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
pub(crate) fn swap<T: Copy + 'static>(call: &Call, n: i64, x: Operand, y: Operand) -> Done {
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
pub(crate) fn rot<T, S>(
    call: &Call,
    n: i64,
    x: Operand,
    y: Operand,
    c: *const c_void,
    s: *const c_void,
) -> Done
where
    T: Stored<Computed = T> + Scalar,
    T::Real: Stored<Computed = T::Real>,
    S: Stored<Computed: Into<T>>,
{
    rot_by::<T, T::Real, S>(call, n, x, y, c, s)
}

/// The same of elements and by factors that are stored in other types.
pub(crate) fn rot_by<T, C, S>(
    call: &Call,
    n: i64,
    x: Operand,
    y: Operand,
    c: *const c_void,
    s: *const c_void,
) -> Done
where
    T: Stored,
    C: Stored<Computed = RealOf<T>>,
    S: Stored<Computed: Into<T::Computed>>,
{
    let (c, s) = (call.scalar::<C>(c)?, call.scalar::<S>(s)?);
    if n <= 0 {
        return Ok(());
    }
    x.check()?;
    y.check()?;
    let (batch, count) = (call.batch, size(n)?);
    call.launch(move |memory| {
        let (c, s): (RealOf<T>, T::Computed) = (c.value(memory)?.load(), s.value(memory)?.load().into());
        let all = batch.vectors::<T>(memory, x, count, true)?.into_iter();
        for (x, y) in all.zip(batch.vectors::<T>(memory, y, count, true)?) {
            for n in 0..count {
                let (a, b) = (x.get(n).load(), y.get(n).load());
                x.set(n, T::store(a.scaled(c) + s * b));
                y.set(n, T::store(b.scaled(c) - s.conj() * a));
            }
        }
        Ok(())
    })
}

/// Modified rotation by its five parameters, which each instance has.
pub(crate) fn rotm<T>(call: &Call, n: i64, x: Operand, y: Operand, parameters: Operand) -> Done
where
    T: Stored<Computed = T> + Scalar<Real = T>,
{
    rotm_by::<T, T>(call, n, x, y, parameters)
}

/// The same of elements and by parameters that are stored in other types.
pub(crate) fn rotm_by<S, P>(call: &Call, n: i64, x: Operand, y: Operand, parameters: Operand) -> Done
where
    S: Stored<Computed: Scalar<Real = S::Computed>>,
    P: Stored<Computed = S::Computed>,
{
    parameters.check()?;
    if n <= 0 || call.batch.count == 0 {
        return Ok(());
    }
    x.check()?;
    y.check()?;
    let (batch, count) = (call.batch, size(n)?);
    let read = move |place: &Place<'_>| {
        let each = place.addresses::<P>(batch, parameters)?.into_iter();
        each.map(|at| place.read::<[P; 5]>(at)).collect::<Result<Vec<_>, _>>()
    };
    let known = match call.state().is_on_device() {
        true => None,
        false => Some(read(&Place::Host).map_err(|Refused| Status::InvalidValue)?),
    };
    call.launch(move |memory| {
        let each = match &known {
            Some(known) => known.clone(),
            None => read(&Place::Device(memory))?,
        };
        let all = batch.vectors::<S>(memory, x, count, true)?.into_iter();
        let all = all.zip(batch.vectors::<S>(memory, y, count, true)?);
        for ((x, y), parameters) in all.zip(each) {
            let [[h11, h12], [h21, h22]] = rotation::matrix(parameters.map(P::load));
            for n in 0..count {
                let (a, b) = (x.get(n).load(), y.get(n).load());
                x.set(n, S::store(h11 * a + h12 * b));
                y.set(n, S::store(h21 * a + h22 * b));
            }
        }
        Ok(())
    })
}
