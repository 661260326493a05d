//! Plans: their making, their stream, their modes.

use crate::layout::{Given, Layout, MOST, positive, read};
use crate::status::Status;
use crate::transform::Engine;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use work::{Handles, Pointer, Stream, put};

type Done = Result<(), Status>;

/// Type of a transform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    C2c,
    R2c,
    C2r,
    Z2z,
    D2z,
    Z2d,
}

impl Type {
    /// `hipfftType`
    pub(crate) fn from_code(code: u32) -> Result<Type, Status> {
        let all = [Type::C2c, Type::R2c, Type::C2r, Type::Z2z, Type::D2z, Type::Z2d];
        all.into_iter().find(|kind| kind.code() == code).ok_or(Status::InvalidType)
    }

    /// Type of a transform between elements of two types, computed in a third (`hipDataType`).
    pub(crate) fn from_elements(input: u32, output: u32, execution: u32) -> Result<Type, Status> {
        const SINGLE: u32 = 0;
        const DOUBLE: u32 = 1;
        const SINGLE_COMPLEX: u32 = 4;
        const DOUBLE_COMPLEX: u32 = 5;
        match (input, output, execution) {
            (SINGLE_COMPLEX, SINGLE_COMPLEX, SINGLE_COMPLEX) => Ok(Type::C2c),
            (SINGLE, SINGLE_COMPLEX, SINGLE_COMPLEX) => Ok(Type::R2c),
            (SINGLE_COMPLEX, SINGLE, SINGLE_COMPLEX) => Ok(Type::C2r),
            (DOUBLE_COMPLEX, DOUBLE_COMPLEX, DOUBLE_COMPLEX) => Ok(Type::Z2z),
            (DOUBLE, DOUBLE_COMPLEX, DOUBLE_COMPLEX) => Ok(Type::D2z),
            (DOUBLE_COMPLEX, DOUBLE, DOUBLE_COMPLEX) => Ok(Type::Z2d),
            // Sixteen bits, and mixtures.
            _ => Err(Status::NotImplemented),
        }
    }

    /// `hipfftType`
    const fn code(self) -> u32 {
        match self {
            Type::C2c => 0x29,
            Type::R2c => 0x2a,
            Type::C2r => 0x2c,
            Type::Z2z => 0x69,
            Type::D2z => 0x6a,
            Type::Z2d => 0x6c,
        }
    }

    pub(crate) fn is_from_real(self) -> bool {
        matches!(self, Type::R2c | Type::D2z)
    }

    pub(crate) fn is_to_real(self) -> bool {
        matches!(self, Type::C2r | Type::Z2d)
    }
}

/// What a plan computes.
pub(crate) struct Made {
    pub(crate) kind: Type,
    pub(crate) sizes: Vec<usize>,
    input: Option<Given>,
    output: Option<Given>,
    pub(crate) batch: usize,
    pub(crate) scale: f64,
    pub(crate) engine: Engine,
}

impl Made {
    /// Layouts of both sides. Rows of real numbers that are transformed in place have room for the complex
    /// ones.
    pub(crate) fn layouts(&self, in_place: bool) -> (Layout, Layout) {
        let half = |sizes: &[usize]| {
            let mut sizes = sizes.to_vec();
            if let Some(last) = sizes.last_mut() {
                *last = *last / 2 + 1;
            }
            sizes
        };
        let complex = half(&self.sizes);
        let padded = complex.last().filter(|_| in_place).map(|last| 2 * last);
        let side = |is_real: bool, is_half: bool, given: &Option<Given>| match (is_real, is_half) {
            (true, _) => Layout::new(self.sizes.clone(), given.as_ref(), padded),
            (false, true) => Layout::new(complex.clone(), given.as_ref(), None),
            (false, false) => Layout::new(self.sizes.clone(), given.as_ref(), None),
        };
        let (from, to) = (self.kind.is_from_real(), self.kind.is_to_real());
        (side(from, to, &self.input), side(to, from, &self.output))
    }
}

/// State of a handle.
#[derive(Default)]
pub(crate) struct State {
    stream: Option<Stream>,
    scale: Option<f64>,
    pub(crate) made: Option<Arc<Made>>,
}

impl State {
    pub(crate) fn stream(&self) -> Stream {
        self.stream.unwrap_or(Stream::DEFAULT)
    }
}

/// A plan, which threads may share.
#[derive(Default)]
pub(crate) struct Plan(Mutex<State>);

impl Plan {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

static PLANS: Handles<Plan> = Handles::new();

/// Returns the plan of a handle.
pub(crate) fn plan(handle: Pointer) -> Result<Arc<Plan>, Status> {
    PLANS.get(handle).ok_or(Status::InvalidPlan)
}

pub(crate) fn create(to: Pointer) -> Done {
    if to.is_null() {
        return Err(Status::InvalidPlan);
    }
    work::current_device().map_err(|_| Status::SetupFailed)?;
    put(to, PLANS.add(Plan::default()))
}

/// Destroys a plan. Its pending transforms still run.
pub(crate) fn destroy(handle: Pointer) -> Done {
    PLANS.remove(handle).map(drop).ok_or(Status::InvalidPlan)
}

pub(crate) fn set_stream(handle: Pointer, stream: Pointer) -> Done {
    plan(handle)?.lock().stream = Some(Stream::from_handle(stream));
    Ok(())
}

/// Sets the factor of results; only before the plan is made.
pub(crate) fn set_scale(handle: Pointer, scale: f64) -> Done {
    if !scale.is_finite() {
        return Err(Status::InvalidValue);
    }
    plan(handle)?.lock().scale = Some(scale);
    Ok(())
}

/// No transform needs a work area: it may be given, and is not used.
pub(crate) fn set_auto_allocation(handle: Pointer, _mode: i64) -> Done {
    plan(handle).map(drop)
}

pub(crate) fn set_work_area(handle: Pointer, _area: Pointer) -> Done {
    plan(handle).map(drop)
}

/// Says which function is missing, and refuses.
fn refuse(what: &str) -> Done {
    eprintln!("hip: {what}: transforms run on the host, which cannot call functions of the device");
    Err(Status::NotImplemented)
}

pub(crate) fn set_callback(handle: Pointer, _functions: Pointer, _kind: u32, _data: Pointer) -> Done {
    plan(handle)?;
    refuse("hipfftXtSetCallback")
}

pub(crate) fn clear_callback(handle: Pointer, _kind: u32) -> Done {
    plan(handle)?;
    refuse("hipfftXtClearCallback")
}

pub(crate) fn set_callback_shared(handle: Pointer, _kind: u32, _bytes: usize) -> Done {
    plan(handle)?;
    refuse("hipfftXtSetCallbackSharedSize")
}

/// Sizes and layout as a call gives them.
pub(crate) struct Request {
    pub(crate) sizes: Vec<usize>,
    pub(crate) input: Option<Given>,
    pub(crate) output: Option<Given>,
    pub(crate) kind: Type,
    pub(crate) batch: usize,
}

impl Request {
    /// A transform without gaps.
    pub(crate) fn simple(sizes: &[i32], kind: u32, batch: i32) -> Result<Request, Status> {
        let sizes: Vec<usize> =
            sizes.iter().map(|&n| positive(n.into(), Status::InvalidSize)).collect::<Result<_, _>>()?;
        let (kind, batch) = (Type::from_code(kind)?, positive(batch.into(), Status::InvalidSize)?);
        Ok(Request { sizes, input: None, output: None, kind, batch })
    }

    /// A transform with the layout of each side, unless it is null: sizes, distances of neighbours and
    /// instances.
    pub(crate) fn many<N: Into<i64> + Copy>(
        rank: i32,
        sizes: Pointer,
        input: (Pointer, N, N),
        output: (Pointer, N, N),
        kind: u32,
        batch: N,
    ) -> Result<Request, Status> {
        let rank = usize::try_from(rank).ok().filter(|rank| (1..=MOST).contains(rank));
        let rank = rank.ok_or(Status::InvalidValue)?;
        let sizes = read::<N>(sizes, rank, Status::InvalidSize)?;
        let given = |(embed, stride, distance): (Pointer, N, N)| -> Result<Option<Given>, Status> {
            if embed.is_null() {
                return Ok(None);
            }
            let wrong = Status::InvalidValue;
            let (embed, stride) = (read::<N>(embed, rank, wrong)?, positive(stride.into(), wrong)?);
            let distance = usize::try_from(distance.into()).map_err(|_| wrong)?;
            Ok(Some(Given { embed, stride, distance }))
        };
        let (input, output) = (given(input)?, given(output)?);
        let (kind, batch) = (Type::from_code(kind)?, positive(batch.into(), Status::InvalidSize)?);
        Ok(Request { sizes, input, output, kind, batch })
    }

    /// The same by the types of elements.
    pub(crate) fn typed(
        rank: i32,
        sizes: Pointer,
        (inembed, istride, idist, input): (Pointer, i64, i64, u32),
        (onembed, ostride, odist, output): (Pointer, i64, i64, u32),
        batch: i64,
        execution: u32,
    ) -> Result<Request, Status> {
        let kind = Type::from_elements(input, output, execution)?.code();
        Request::many(rank, sizes, (inembed, istride, idist), (onembed, ostride, odist), kind, batch)
    }

    fn make(self, plan: &Plan) -> Done {
        let mut state = plan.lock();
        if state.made.is_some() {
            return Err(Status::InvalidPlan);
        }
        let Request { sizes, input, output, kind, batch } = self;
        let (engine, scale) = (Engine::new(kind, &sizes), state.scale.unwrap_or(1.0));
        state.made = Some(Arc::new(Made { kind, sizes, input, output, batch, scale, engine }));
        Ok(())
    }
}

/// Makes a plan, and writes the size of its work area: none.
pub(crate) fn make(handle: Pointer, request: Result<Request, Status>, bytes: Pointer) -> Done {
    let plan = plan(handle)?;
    request?.make(&plan)?;
    put(bytes, 0usize)
}

/// Creates and makes a plan.
pub(crate) fn new(to: Pointer, request: Result<Request, Status>) -> Done {
    if to.is_null() {
        return Err(Status::InvalidPlan);
    }
    work::current_device().map_err(|_| Status::SetupFailed)?;
    let plan = Plan::default();
    request?.make(&plan)?;
    put(to, PLANS.add(plan))
}
