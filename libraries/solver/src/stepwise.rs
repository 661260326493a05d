//! Sparse systems step by step, for the low-level functions of cuSOLVER: an analysis, a decomposition and
//! solutions, with a state of the program's between them; and batches of systems.
//!
//! Functions for matrices on the host and on the device share the states. Work areas are not used.

use crate::columns::Columns;
use crate::handle::Call;
use crate::operand::{Number, size};
use crate::sparse::{Arrays, Decomposed, Method, System, outside};
use crate::status::Status;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use work::{Complex32, Complex64, Handles, Pointer, Scalar, put, put_all, take};

type Done = Result<(), Status>;

/// Data kept between steps, of one type of numbers.
type Kept = Arc<dyn Any + Send + Sync>;

/// State of a system.
#[derive(Default)]
struct State {
    /// Order of the matrix that was analysed.
    n: Option<usize>,
    /// The matrix as compressed columns, and its decomposition.
    matrix: Option<Kept>,
    decomposed: Option<Kept>,
    /// Magnitudes of the pivots, and the first that is none.
    pivots: Vec<f64>,
    missing: Option<usize>,
}

static STATES: Handles<Mutex<State>> = Handles::new();

pub(crate) fn create(to: Pointer) -> Done {
    put(to, STATES.add(Mutex::new(State::default())))
}

pub(crate) fn destroy(state: Pointer) -> Done {
    STATES.remove(state).map(drop).ok_or(Status::InvalidValue)
}

/// Uses a state; `n` is the order that the call gives.
fn with_state<R>(
    state: Pointer,
    n: Option<i64>,
    call: impl FnOnce(&mut MutexGuard<'_, State>) -> Result<R, Status>,
) -> Result<R, Status> {
    let state = STATES.get(state).ok_or(Status::InvalidValue)?;
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(n) = n
        && state.n != Some(size(n)?)
    {
        return Err(Status::InvalidValue);
    }
    call(&mut state)
}

/// Checks a matrix, which must be square, and notes its order.
pub(crate) fn analyse(
    _call: &Call,
    (rows, columns): (i64, i64),
    nnz: i64,
    arrays: [Pointer; 2],
    state: Pointer,
) -> Done {
    if rows != columns {
        return Err(Status::NotSupported);
    }
    let n = size(rows)?;
    size(nnz)?;
    if n > 0 && arrays.iter().any(|pointer| pointer.is_null()) {
        return Err(Status::InvalidValue);
    }
    with_state(state, None, |state| {
        **state = State { n: Some(n), ..State::default() };
        Ok(())
    })
}

/// Writes the sizes of the state and of the work area.
pub(crate) fn buffers(_call: &Call, n: i64, state: Pointer, internal: Pointer, area: Pointer) -> Done {
    with_state(state, Some(n), |_| {
        put::<Status, _>(internal, 1usize)?;
        put(area, 1usize)
    })
}

/// Memory that holds a call's arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Host,
    Device,
}

/// Reads a matrix, when the work of the stream is done.
fn read<T: Number>(call: &Call, place: Place, system: System) -> Result<Arrays<T>, Status> {
    match place {
        Place::Host => system.read_host(),
        Place::Device => call.compute(move |memory| system.read(memory)),
    }
}

/// Compresses a matrix, with a number subtracted from its diagonal.
fn columns<T: Number>(
    system: &System,
    arrays: &Arrays<T>,
    method: Method,
    shift: T,
) -> Result<Columns<T>, Status> {
    let mut entries = system.entries(arrays, method).ok_or(Status::InvalidValue)?;
    if !num_traits::Zero::is_zero(&shift) {
        entries.extend((0..system.n).map(|row| (row, row, -shift)));
    }
    Ok(Columns::from_entries(system.n, &entries))
}

/// Reads a matrix for a decomposition. A number is subtracted from its diagonal.
pub(crate) fn setup<T: Number>(
    call: &Call,
    place: Place,
    n: i64,
    (nnz, description): (i64, Pointer),
    arrays: [Pointer; 3],
    shift: T,
    state: Pointer,
) -> Done {
    let system = System::new(n, nnz, description, arrays)?;
    with_state(state, Some(n), |state| {
        let arrays = read::<T>(call, place, system)?;
        state.matrix = Some(Arc::new(columns(&system, &arrays, Method::General, shift)?));
        Ok(())
    })
}

impl State {
    fn decompose<T: Number>(&mut self, a: &Columns<T>, method: Method) {
        let order = a.narrow_order();
        (self.decomposed, self.pivots, self.missing) = match Decomposed::new(a, order, method, 0.0) {
            Ok(decomposed) => {
                let pivots = decomposed.pivots();
                (Some(Arc::new(decomposed) as Kept), pivots, None)
            }
            Err(place) => (None, Vec::new(), Some(place)),
        };
    }
}

/// Decomposes the matrix that was read, and solves if there is a right side.
pub(crate) fn factor<T: Number>(
    call: &Call,
    place: Place,
    n: i64,
    (b, x): (Pointer, Pointer),
    state: Pointer,
) -> Done {
    with_state(state, Some(n), |state| {
        let matrix = state.matrix.clone().ok_or(Status::InvalidValue)?;
        let a = matrix.downcast_ref::<Columns<T>>().ok_or(Status::InvalidValue)?;
        state.decompose(a, Method::General);
        Ok(())
    })?;
    if b.is_null() || x.is_null() { Ok(()) } else { solve::<T>(call, place, n, (b, x), state) }
}

/// Reads a matrix and decomposes it.
pub(crate) fn factor_of<T: Number>(
    call: &Call,
    place: Place,
    method: Method,
    n: i64,
    (nnz, description): (i64, Pointer),
    arrays: [Pointer; 3],
    state: Pointer,
) -> Done {
    let system = System::new(n, nnz, description, arrays)?;
    with_state(state, Some(n), |state| {
        let arrays = read::<T>(call, place, system)?;
        let zero = num_traits::Zero::zero();
        state.decompose(&columns::<T>(&system, &arrays, method, zero)?, method);
        Ok(())
    })
}

/// Writes the number of the first pivot that is not greater than a limit, -1 if there is none.
pub(crate) fn zero_pivot(_call: &Call, state: Pointer, limit: f64, to: Pointer) -> Done {
    with_state(state, None, |state| {
        if state.decomposed.is_none() && state.missing.is_none() {
            return Err(Status::InvalidValue);
        }
        let small = || state.pivots.iter().position(|&pivot| pivot <= limit);
        let place = state.missing.or_else(small);
        put(to, place.map_or(-1, |place| place as i32))
    })
}

/// Writes the numbers of entries of both factors.
pub(crate) fn counts(_call: &Call, lower: Pointer, upper: Pointer, state: Pointer) -> Done {
    let kept = with_state(state, None, |state| state.decomposed.clone().ok_or(Status::InvalidValue))?;
    fn factor_counts<T: Number>(kept: &Kept) -> Option<[usize; 2]> {
        match kept.downcast_ref::<Decomposed<T>>()? {
            Decomposed::General(factors) => Some(factors.counts()),
            Decomposed::Positive(_) => None,
        }
    }
    let found = factor_counts::<f32>(&kept).or_else(|| factor_counts::<f64>(&kept));
    let found =
        found.or_else(|| factor_counts::<Complex32>(&kept)).or_else(|| factor_counts::<Complex64>(&kept));
    let [of_lower, of_upper] = found.ok_or(Status::InvalidValue)?;
    put::<Status, _>(lower, of_lower as i32)?;
    put(upper, of_upper as i32)
}

/// Writes the orders of rows and columns, `P` and `Q`, and the factors: `P A Qᵀ = L U`.
pub(crate) fn extract<T: Number>(
    _call: &Call,
    orders: [Pointer; 2],
    lower: (Pointer, [Pointer; 3]),
    upper: (Pointer, [Pointer; 3]),
    state: Pointer,
) -> Done {
    let kept = with_state(state, None, |state| state.decomposed.clone().ok_or(Status::InvalidValue))?;
    let Some(Decomposed::General(factors)) = kept.downcast_ref::<Decomposed<T>>() else {
        return Err(Status::InvalidValue);
    };
    let numbers = |list: &[usize], base: usize| list.iter().map(|&n| (n + base) as i32).collect::<Vec<_>>();
    for (to, order) in orders.into_iter().zip(factors.orders()) {
        put_all::<Status, _>(to, &numbers(order, 0))?;
    }
    for ((description, [values, starts, columns]), rows) in [lower, upper].into_iter().zip(factors.split()) {
        let base = crate::sparse::base(description)?;
        put_all::<Status, _>(starts, &numbers(&rows.starts, base))?;
        put_all::<Status, _>(columns, &numbers(&rows.columns, base))?;
        put_all::<Status, _>(values, &rows.values)?;
    }
    Ok(())
}

/// Solves by the decomposition.
pub(crate) fn solve<T: Number>(
    call: &Call,
    place: Place,
    n: i64,
    (b, x): (Pointer, Pointer),
    state: Pointer,
) -> Done {
    let count = size(n)?;
    if count > 0 && (b.is_null() || x.is_null()) {
        return Err(Status::InvalidValue);
    }
    let kept = with_state(state, Some(n), |state| state.decomposed.clone().ok_or(Status::InvalidValue))?;
    let decomposed = kept.downcast::<Decomposed<T>>().map_err(|_| Status::InvalidValue)?;
    if place == Place::Host {
        return put_all(x, &decomposed.solve(&take::<Status, T>(b, count)?));
    }
    let (b, x) = (b.expose_provenance(), x.expose_provenance());
    call.launch(move |memory| memory.write(x, &decomposed.solve(&memory.read::<T>(b, count)?)))
}

/// Solves systems of matrices with their entries in the same places. Solutions of singular ones are no
/// numbers.
pub(crate) fn solve_batch<T: Number>(
    call: &Call,
    n: i64,
    (nnz, description): (i64, Pointer),
    arrays: [Pointer; 3],
    (b, x): (Pointer, Pointer),
    batch: i64,
    state: Pointer,
) -> Done {
    let (system, batch) = (System::new(n, nnz, description, arrays)?, size(batch)?);
    if system.n > 0 && (b.is_null() || x.is_null()) {
        return Err(Status::InvalidValue);
    }
    with_state(state, Some(n), |_| Ok(()))?;
    let (b, x) = (b.expose_provenance(), x.expose_provenance());
    let bytes = system.n * size_of::<T>();
    call.launch(move |memory| {
        for number in 0..batch {
            let instance = system.instance::<T>(number);
            let arrays = instance.read::<T>(memory)?;
            let entries = instance.entries(&arrays, Method::General).ok_or_else(|| outside(memory))?;
            let a = Columns::from_entries(system.n, &entries);
            let side = memory.read::<T>(b + number * bytes, system.n)?;
            let solution = match Decomposed::new(&a, a.narrow_order(), Method::General, 0.0) {
                Ok(decomposed) => decomposed.solve(&side),
                Err(_) => vec![<T as Scalar>::real(num_traits::Float::nan()); system.n],
            };
            memory.write(x + number * bytes, &solution)?;
        }
        Ok(())
    })
}
