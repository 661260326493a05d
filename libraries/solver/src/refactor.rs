//! Refactorization (`hipsolverRf…`): LU decompositions of sparse matrices, `A(P, Q) = L U`, with entries
//! where those of an earlier one were, and without exchanges of rows. All is in double precision.
//!
//! Factors are the host's: calls copy what they are given, and wait for earlier work of the default stream.

#![expect(unsafe_code, reason = "memory that the program frees")]

use crate::pattern::{Compressed, Factors, Pattern};
use crate::status::Status;
use std::sync::{Mutex, MutexGuard, PoisonError};
use work::{Handles, Pointer, put};

type Done = Result<(), Status>;

/// `HIPSOLVERRF_MATRIX_FORMAT_CSR` and `…_CSC`
const FORMATS: u32 = 2;
/// `HIPSOLVERRF_UNIT_DIAGONAL_STORED_L`, `…_STORED_U`, `…_ASSUMED_L` and `…_ASSUMED_U`
const DIAGONALS: u32 = 4;
/// `HIPSOLVERRF_FACTORIZATION_ALG0` to `…_ALG2`
const FACTORIZATIONS: u32 = 3;
/// `HIPSOLVERRF_TRIANGULAR_SOLVE_ALG1` to `…_ALG3`
const SOLUTIONS: std::ops::RangeInclusive<u32> = 1..=3;

/// Factors in device memory, which a program looks at.
struct OnDevice {
    starts: usize,
    indices: usize,
    values: usize,
}

impl OnDevice {
    fn words(&self) -> [usize; 3] {
        [self.starts, self.indices, self.values]
    }
}

impl Drop for OnDevice {
    fn drop(&mut self) {
        for address in self.words() {
            // Memory that the program has freed is gone.
            let _ = work::free(std::ptr::with_exposed_provenance_mut(address));
        }
    }
}

/// Matrices of a handle, and their factors.
struct System {
    a: Pattern,
    /// Order of rows and of columns.
    orders: [Vec<usize>; 2],
    /// Patterns and values of both factors, as they were given.
    given: [(Pattern, Vec<f64>); 2],
    is_unit_in_upper: bool,
    /// Values of each instance's matrix, in the order in which they are given.
    values: Vec<Vec<f64>>,
    /// The analysis.
    factors: Option<Factors>,
    on_device: Option<OnDevice>,
}

/// State of a handle.
struct State {
    format: u32,
    diagonal: u32,
    algorithms: (u32, u32),
    fast: u32,
    zero: f64,
    boost: f64,
    is_boosted: bool,
    system: Option<System>,
}

impl Default for State {
    fn default() -> State {
        State {
            format: 0,
            diagonal: 0,
            algorithms: (0, 1),
            fast: 0,
            zero: 0.0,
            boost: 0.0,
            is_boosted: false,
            system: None,
        }
    }
}

static STATES: Handles<Mutex<State>> = Handles::new();

/// Uses a handle's state.
fn with_state<R>(
    handle: Pointer,
    call: impl FnOnce(&mut MutexGuard<'_, State>) -> Result<R, Status>,
) -> Result<R, Status> {
    let state = STATES.get(handle).ok_or(Status::NotInitialized)?;
    call(&mut state.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Uses the analysed matrices of a handle.
fn with_system<R>(handle: Pointer, call: impl FnOnce(&mut System) -> Result<R, Status>) -> Result<R, Status> {
    with_state(handle, |state| call(state.system.as_mut().ok_or(Status::NotInitialized)?))
}

impl System {
    fn factors(&self) -> Result<&Factors, Status> {
        self.factors.as_ref().ok_or(Status::NotInitialized)
    }
}

/// Reads numbers of the host's memory or the device's.
fn fetch<T: Copy + Default>(from: Pointer, count: usize) -> Result<Vec<T>, Status> {
    let mut values = vec![T::default(); count];
    if count == 0 {
        return Ok(values);
    }
    if from.is_null() {
        return Err(Status::InvalidValue);
    }
    work::copy(values.as_mut_ptr().cast(), from, count * size_of::<T>()).map_err(failed)?;
    Ok(values)
}

/// Writes numbers to memory of the host or the device.
fn send<T: Copy>(to: Pointer, values: &[T]) -> Done {
    if values.is_empty() {
        return Ok(());
    }
    if to.is_null() {
        return Err(Status::InvalidValue);
    }
    work::copy(to, values.as_ptr().cast_mut().cast(), size_of_val(values)).map_err(failed)
}

fn failed(code: hip_sys::hipError_t) -> Status {
    work::Failure::from(code).into()
}

fn size(n: i64) -> Result<usize, Status> {
    usize::try_from(n).map_err(|_| Status::InvalidValue)
}

pub(crate) fn create(to: Pointer) -> Done {
    if to.is_null() {
        return Err(Status::HandleIsNull);
    }
    work::current_device().map_err(|_| Status::NotInitialized)?;
    put(to, STATES.add(Mutex::new(State::default())))
}

pub(crate) fn destroy(handle: Pointer) -> Done {
    STATES.remove(handle).map(drop).ok_or(Status::NotInitialized)
}

pub(crate) fn set_format(handle: Pointer, format: u32, diagonal: u32) -> Done {
    if format >= FORMATS || diagonal >= DIAGONALS {
        return Err(Status::InvalidEnum);
    }
    with_state(handle, |state| {
        (state.format, state.diagonal) = (format, diagonal);
        Ok(())
    })
}

pub(crate) fn format(handle: Pointer, format: Pointer, diagonal: Pointer) -> Done {
    let found = with_state(handle, |state| Ok((state.format, state.diagonal)))?;
    put::<Status, _>(format, found.0)?;
    put(diagonal, found.1)
}

/// Chooses algorithms, of which there is one for each purpose.
pub(crate) fn set_algorithms(handle: Pointer, factorization: u32, solution: u32) -> Done {
    if factorization >= FACTORIZATIONS || !SOLUTIONS.contains(&solution) {
        return Err(Status::InvalidEnum);
    }
    with_state(handle, |state| {
        state.algorithms = (factorization, solution);
        Ok(())
    })
}

pub(crate) fn algorithms(handle: Pointer, factorization: Pointer, solution: Pointer) -> Done {
    let found = with_state(handle, |state| Ok(state.algorithms))?;
    put::<Status, _>(factorization, found.0)?;
    put(solution, found.1)
}

pub(crate) fn set_fast(handle: Pointer, fast: u32) -> Done {
    if fast > 1 {
        return Err(Status::InvalidEnum);
    }
    with_state(handle, |state| {
        state.fast = fast;
        Ok(())
    })
}

pub(crate) fn fast(handle: Pointer, to: Pointer) -> Done {
    put(to, with_state(handle, |state| Ok(state.fast))?)
}

/// Sets the size of pivots that count as zero, and what replaces them, if it is positive.
pub(crate) fn set_numbers(handle: Pointer, zero: f64, boost: f64) -> Done {
    if zero < 0.0 || zero.is_nan() || boost.is_nan() {
        return Err(Status::InvalidValue);
    }
    with_state(handle, |state| {
        (state.zero, state.boost) = (zero, boost);
        Ok(())
    })
}

pub(crate) fn numbers(handle: Pointer, zero: Pointer, boost: Pointer) -> Done {
    let found = with_state(handle, |state| Ok((state.zero, state.boost)))?;
    put::<Status, _>(zero, found.0)?;
    put(boost, found.1)
}

/// Whether the last refactorization has replaced a pivot.
pub(crate) fn boost_report(handle: Pointer, to: Pointer) -> Done {
    put(to, u32::from(with_state(handle, |state| Ok(state.is_boosted))?))
}

/// Number of entries, offsets and indices of a matrix.
type Shape = (i64, Pointer, Pointer);

/// Takes the matrices of a handle: their pattern and values, and both factors of an earlier decomposition.
fn set_up(
    (n, batch): (i64, i64),
    (a, values): (Shape, Vec<Pointer>),
    (l, l_values): (Shape, Pointer),
    (u, u_values): (Shape, Pointer),
    orders: [Pointer; 2],
    handle: Pointer,
) -> Done {
    let n = size(n)?;
    if n == 0 || batch < 1 {
        return Err(Status::InvalidValue);
    }
    with_state(handle, |state| {
        let is_columns = state.format == 1;
        let pattern = |(count, starts, indices): Shape| -> Result<Pattern, Status> {
            let count = size(count)?;
            let (starts, indices) = (fetch::<i32>(starts, n + 1)?, fetch::<i32>(indices, count)?);
            Pattern::new(n, &starts, &indices, is_columns).ok_or(Status::InvalidValue)
        };
        let (a, l, u) = (pattern(a)?, pattern(l)?, pattern(u)?);
        let order = |from: Pointer| -> Result<Vec<usize>, Status> {
            let mut seen = vec![false; n];
            let once = |place: i32| {
                let place = usize::try_from(place).ok().filter(|&place| place < n)?;
                (!std::mem::replace(&mut seen[place], true)).then_some(place)
            };
            fetch::<i32>(from, n)?.into_iter().map(once).collect::<Option<_>>().ok_or(Status::InvalidValue)
        };
        let orders = [order(orders[0])?, order(orders[1])?];
        let values = values.into_iter().map(|from| fetch(from, a.count())).collect::<Result<_, _>>()?;
        let (l_values, u_values) = (fetch(l_values, l.count())?, fetch(u_values, u.count())?);
        state.system = Some(System {
            a,
            orders,
            given: [(l, l_values), (u, u_values)],
            is_unit_in_upper: state.diagonal % 2 == 1,
            values,
            factors: None,
            on_device: None,
        });
        Ok(())
    })
}

/// `hipsolverRfSetupHost` and `hipsolverRfSetupDevice`
pub(crate) fn setup(
    n: i64,
    (a, a_values): (Shape, Pointer),
    l: (Shape, Pointer),
    u: (Shape, Pointer),
    orders: [Pointer; 2],
    handle: Pointer,
) -> Done {
    set_up((n, 1), (a, vec![a_values]), l, u, orders, handle)
}

/// `hipsolverRfBatchSetupHost`: each matrix has values of its own.
pub(crate) fn setup_batch(
    (batch, n): (i64, i64),
    (a, a_values): (Shape, Pointer),
    l: (Shape, Pointer),
    u: (Shape, Pointer),
    orders: [Pointer; 2],
    handle: Pointer,
) -> Done {
    let values = addresses(a_values, batch)?;
    set_up((n, batch), (a, values), l, u, orders, handle)
}

/// Addresses of an array of the host's memory or the device's.
fn addresses(from: Pointer, count: i64) -> Result<Vec<Pointer>, Status> {
    let found = fetch::<usize>(from, size(count)?)?;
    Ok(found.into_iter().map(std::ptr::with_exposed_provenance_mut).collect())
}

/// Finds where each entry goes.
pub(crate) fn analyze(handle: Pointer) -> Done {
    with_system(handle, |system| {
        let [l, u] = &system.given;
        let factors = Factors::new(&system.a, &system.orders, l, u, system.is_unit_in_upper);
        system.factors = Some(factors.ok_or(Status::InvalidValue)?.for_batch(system.values.len()));
        system.on_device = None;
        Ok(())
    })
}

/// Takes other values. The entries must be where they were.
pub(crate) fn reset(n: i64, a: Shape, values: Pointer, handle: Pointer) -> Done {
    reset_all((1, n), a, vec![values], handle)
}

pub(crate) fn reset_batch(batch: i64, n: i64, a: Shape, values: Pointer, handle: Pointer) -> Done {
    reset_all((batch, n), a, addresses(values, batch)?, handle)
}

fn reset_all((batch, n): (i64, i64), a: Shape, values: Vec<Pointer>, handle: Pointer) -> Done {
    with_system(handle, |system| {
        let known = (system.values.len(), system.a.n(), system.a.count());
        if (size(batch)?, size(n)?, size(a.0)?) != known {
            return Err(Status::InvalidValue);
        }
        system.factors()?;
        system.values = values.into_iter().map(|from| fetch(from, known.2)).collect::<Result<_, _>>()?;
        Ok(())
    })
}

/// Decomposes all instances. A pivot that counts as zero is an error, unless it is replaced.
pub(crate) fn refactor(handle: Pointer) -> Done {
    with_state(handle, |state| {
        let (zero, boost) = (state.zero, state.boost);
        let is_columns = state.format == 1;
        let system = state.system.as_mut().ok_or(Status::NotInitialized)?;
        let factors = system.factors.as_mut().ok_or(Status::NotInitialized)?;
        let is_boosted = factors.refactor(&system.values, zero, boost);
        if let Some(on_device) = &system.on_device {
            let bundle = factors.bundle(0, is_columns);
            send(std::ptr::with_exposed_provenance_mut(on_device.values), &bundle.values)?;
        }
        let is_singular = factors.first_zeros().iter().any(|&place| place >= 0);
        state.is_boosted = is_boosted;
        if is_singular { Err(Status::ZeroPivot) } else { Ok(()) }
    })
}

/// The first pivot of zero of each instance, -1 if it has none. One is an error, too.
pub(crate) fn zero_pivots(handle: Pointer, to: Pointer) -> Done {
    let places = with_system(handle, |system| Ok(system.factors()?.first_zeros().to_vec()))?;
    send(to, &places)?;
    if places.iter().any(|&place| place >= 0) { Err(Status::ZeroPivot) } else { Ok(()) }
}

/// Solves for some right sides, in place. The program's work area is not used.
pub(crate) fn solve(handle: Pointer, sides: i64, to: Pointer, lead: i64) -> Done {
    solve_all(handle, sides, &[to], lead)
}

pub(crate) fn solve_batch(handle: Pointer, sides: i64, to: Pointer, lead: i64) -> Done {
    let batch = with_system(handle, |system| Ok(system.values.len() as i64))?;
    solve_all(handle, sides, &addresses(to, batch)?, lead)
}

fn solve_all(handle: Pointer, sides: i64, to: &[Pointer], lead: i64) -> Done {
    with_system(handle, |system| {
        let (factors, n) = (system.factors()?, system.a.n());
        let (sides, lead) = (size(sides)?, size(lead)?);
        if lead < n || to.len() != system.values.len() {
            return Err(Status::InvalidValue);
        }
        for (instance, &to) in to.iter().enumerate() {
            for side in 0..sides {
                let at = to.wrapping_byte_add(side * lead * size_of::<f64>());
                let right = fetch::<f64>(if to.is_null() { to } else { at }, n)?;
                send(at, &factors.solve(instance, &system.orders, &right))?;
            }
        }
        Ok(())
    })
}

/// Number of entries of both factors together, and where they are in device memory, until the handle is
/// destroyed or set up again.
pub(crate) fn access(
    handle: Pointer,
    count: Pointer,
    starts: Pointer,
    indices: Pointer,
    values: Pointer,
) -> Done {
    let is_columns = is_columns(handle)?;
    let (entries, words) = with_system(handle, |system| {
        let bundle = system.factors()?.bundle(0, is_columns);
        if system.on_device.is_none() {
            let allocate = |bytes: usize| -> Result<usize, Status> {
                Ok(work::allocate(bytes.max(1)).map_err(failed)?.expose_provenance())
            };
            let on_device = OnDevice {
                starts: allocate(size_of_val(bundle.starts.as_slice()))?,
                indices: allocate(size_of_val(bundle.indices.as_slice()))?,
                values: allocate(size_of_val(bundle.values.as_slice()))?,
            };
            let [starts, indices, values] = on_device.words().map(std::ptr::with_exposed_provenance_mut);
            send(starts, &bundle.starts)?;
            send(indices, &bundle.indices)?;
            send(values, &bundle.values)?;
            system.on_device = Some(on_device);
        }
        Ok((bundle.values.len(), system.on_device.as_ref().map_or([0; 3], OnDevice::words)))
    })?;
    put::<Status, _>(count, entries as i32)?;
    let [s, i, v] = words.map(std::ptr::with_exposed_provenance_mut::<std::ffi::c_void>);
    put::<Status, _>(starts, s)?;
    put::<Status, _>(indices, i)?;
    put(values, v)
}

fn is_columns(handle: Pointer) -> Result<bool, Status> {
    with_state(handle, |state| Ok(state.format == 1))
}

/// Places of a factor's number of entries, offsets, indices and values.
type Places = [Pointer; 4];

/// Gives the program a copy of numbers, which it frees by `free`.
fn give<T: Copy>(to: Pointer, values: &[T]) -> Done {
    // SAFETY: takes a size.
    let made = unsafe { libc::malloc(size_of_val(values).max(1)) };
    if made.is_null() {
        return Err(Status::AllocFailed);
    }
    // SAFETY: as many bytes were allocated, and are no one else's.
    unsafe { made.cast::<T>().copy_from_nonoverlapping(values.as_ptr(), values.len()) };
    put(to, made)
}

fn give_factor(factor: &Compressed, [count, starts, indices, values]: Places) -> Done {
    if [count, starts, indices, values].iter().any(|place| place.is_null()) {
        return Err(Status::InvalidValue);
    }
    put::<Status, _>(count, factor.values.len() as i32)?;
    give(starts, &factor.starts)?;
    give(indices, &factor.indices)?;
    give(values, &factor.values)
}

/// Copies both factors together to memory of the host, which the program frees.
pub(crate) fn extract(handle: Pointer, places: Places) -> Done {
    let is_columns = is_columns(handle)?;
    give_factor(&with_system(handle, |system| Ok(system.factors()?.bundle(0, is_columns)))?, places)
}

/// Copies the factors, each for itself, to memory of the host, which the program frees.
pub(crate) fn extract_split(handle: Pointer, lower: Places, upper: Places) -> Done {
    let (is_columns, is_stored) = with_state(handle, |state| Ok((state.format == 1, state.diagonal < 2)))?;
    let split = with_system(handle, |system| Ok(system.factors()?.split(0, is_stored, is_columns)))?;
    give_factor(&split[0], lower)?;
    give_factor(&split[1], upper)
}
