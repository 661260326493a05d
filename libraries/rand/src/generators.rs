//! Generators: their making, their stream, their place in the sequence.

use crate::lanes::{Kind, Lanes, Start};
use crate::sobol::DIMENSIONS;
use crate::status::Status;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use work::{Handles, Pointer, Stream, put};

type Done = Result<(), Status>;

/// State of a handle.
pub(crate) struct State {
    kind: Kind,
    pub(crate) on_host: bool,
    pub(crate) stream: Stream,
    seed: u64,
    offset: u64,
    /// Dimensions of points.
    dimensions: u32,
    /// Whether numbers have their order of old.
    is_legacy: bool,
    /// Made when numbers are first asked for. Work holds them too: it draws in the order of its stream.
    lanes: Option<Arc<Mutex<Lanes>>>,
}

impl State {
    pub(crate) fn lanes(&mut self) -> Arc<Mutex<Lanes>> {
        let State { kind, seed, offset, dimensions, .. } = *self;
        let start = Start { seed, offset, dimensions, is_legacy: self.is_legacy };
        let new = || Arc::new(Mutex::new(Lanes::new(kind, start)));
        self.lanes.get_or_insert_with(new).clone()
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Number of values that come together at least: a coordinate of each dimension, or one.
    pub(crate) fn group(&self) -> usize {
        if self.kind.is_quasi() { self.dimensions as usize } else { 1 }
    }
}

/// A generator, which threads may share.
pub(crate) struct Generator(Mutex<State>);

impl Generator {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

static GENERATORS: Handles<Generator> = Handles::new();

/// Returns the generator of a handle.
pub(crate) fn generator(handle: Pointer) -> Result<Arc<Generator>, Status> {
    GENERATORS.get(handle).ok_or(Status::NotInitialized)
}

fn new(to: Pointer, code: u32, on_host: bool) -> Done {
    let kind = Kind::from_code(code).inspect_err(|status| {
        if *status == Status::NotImplemented {
            eprintln!(
                "hip: hiprandCreateGenerator: type {code} is missing, as it needs NVIDIA's tables: XORWOW, \
                 MRG32k3a, MT19937, Philox4x32-10 and Sobol's sequences without scrambling are here"
            );
        }
    })?;
    let state = State {
        kind,
        on_host,
        stream: Stream::DEFAULT,
        seed: 0,
        offset: 0,
        dimensions: 1,
        is_legacy: false,
        lanes: None,
    };
    if to.is_null() {
        return Err(Status::OutOfRange);
    }
    put(to, GENERATORS.add(Generator(Mutex::new(state))))
}

pub(crate) fn create(to: Pointer, code: u32) -> Done {
    work::current_device().map_err(|_| Status::InitializationFailed)?;
    new(to, code, false)
}

/// Creates a generator that writes to memory of the host.
pub(crate) fn create_on_host(to: Pointer, code: u32) -> Done {
    new(to, code, true)
}

/// Destroys a generator. Its pending work still runs.
pub(crate) fn destroy(handle: Pointer) -> Done {
    GENERATORS.remove(handle).map(drop).ok_or(Status::NotInitialized)
}

pub(crate) fn set_stream(handle: Pointer, stream: Pointer) -> Done {
    generator(handle)?.lock().stream = Stream::from_handle(stream);
    Ok(())
}

pub(crate) fn set_seed(handle: Pointer, seed: usize) -> Done {
    let generator = generator(handle)?;
    let mut state = generator.lock();
    if state.kind.is_quasi() {
        return Err(Status::TypeError);
    }
    (state.seed, state.lanes) = (seed as u64, None);
    Ok(())
}

pub(crate) fn set_offset(handle: Pointer, offset: usize) -> Done {
    let generator = generator(handle)?;
    let mut state = generator.lock();
    if state.kind == Kind::Mt19937 {
        return Err(Status::TypeError);
    }
    (state.offset, state.lanes) = (offset as u64, None);
    Ok(())
}

/// Accepts the orders that are here.
pub(crate) fn set_ordering(handle: Pointer, order: u32) -> Done {
    const BEST: u32 = 100;
    const DEFAULT: u32 = 101;
    const LEGACY: u32 = 103;
    const QUASI: u32 = 201;
    let generator = generator(handle)?;
    let mut state = generator.lock();
    match (order, state.kind) {
        (QUASI, kind) if kind.is_quasi() => {}
        // The best order depends on the GPU's size, so that the host has none.
        (BEST, Kind::Mt19937) if state.on_host => return Err(Status::OutOfRange),
        (BEST | DEFAULT | LEGACY, kind) if !kind.is_quasi() => {}
        _ => return Err(Status::OutOfRange),
    }
    (state.is_legacy, state.lanes) = (order == LEGACY, None);
    Ok(())
}

pub(crate) fn set_dimensions(handle: Pointer, dimensions: u32) -> Done {
    let generator = generator(handle)?;
    let mut state = generator.lock();
    if !state.kind.is_quasi() {
        return Err(Status::TypeError);
    }
    if !(1..=DIMENSIONS).contains(&dimensions) {
        return Err(Status::OutOfRange);
    }
    (state.dimensions, state.lanes) = (dimensions, None);
    Ok(())
}

/// Makes the subsequences, which the first numbers would wait for.
pub(crate) fn prepare(handle: Pointer) -> Done {
    generator(handle)?.lock().lanes();
    Ok(())
}

pub(crate) fn version(to: Pointer) -> Done {
    const VERSION: i32 = 300_000;
    put(to, VERSION)
}
