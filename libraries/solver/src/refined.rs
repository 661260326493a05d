//! Solutions that cuSOLVER refines from a lower precision (`cusolverDnIRS…`). They are computed in the main
//! precision: no iteration follows. Parameters are checked and kept.

use crate::handle::Call;
use crate::status::Status;
use crate::{lu, reflections};
use std::sync::{Mutex, MutexGuard, PoisonError};
use work::{Complex32, Complex64, Handles, Pointer, put};

type Done = Result<(), Status>;

/// `hipsolverExtPrecType_t`: those of real numbers from 64 to 16 bits, and how far those of complex ones are.
const REAL: std::ops::RangeInclusive<u32> = 1203..=1207;
const DOUBLE: u32 = 1203;
const SINGLE: u32 = 1204;
const TO_COMPLEX: u32 = 10;
/// `hipsolverExtIRSRefinement_t`
const REFINEMENTS: std::ops::RangeInclusive<u32> = 1101..=1106;
/// Iterations unless the program chooses another number.
const ITERATIONS: i32 = 50;

/// Choices of a program.
struct Parameters {
    main: Option<u32>,
    iterations: i32,
}

static PARAMETERS: Handles<Mutex<Parameters>> = Handles::new();
/// Facts about solutions, of which there is none.
static FACTS: Handles<()> = Handles::new();

fn with_parameters<R>(
    parameters: Pointer,
    call: impl FnOnce(&mut MutexGuard<'_, Parameters>) -> Result<R, Status>,
) -> Result<R, Status> {
    let parameters = PARAMETERS.get(parameters).ok_or(Status::InvalidValue)?;
    call(&mut parameters.lock().unwrap_or_else(PoisonError::into_inner))
}

pub(crate) fn create_parameters(to: Pointer) -> Done {
    put(to, PARAMETERS.add(Mutex::new(Parameters { main: None, iterations: ITERATIONS })))
}

pub(crate) fn destroy_parameters(parameters: Pointer) -> Done {
    PARAMETERS.remove(parameters).map(drop).ok_or(Status::InvalidValue)
}

/// Whether numbers are complex, and their precision as that of real ones.
fn parts(precision: u32) -> Result<(bool, u32), Status> {
    match precision {
        real if REAL.contains(&real) => Ok((false, real)),
        complex if REAL.contains(&complex.wrapping_sub(TO_COMPLEX)) => Ok((true, complex - TO_COMPLEX)),
        _ => Err(Status::InvalidValue),
    }
}

pub(crate) fn set_main(parameters: Pointer, main: u32) -> Done {
    if parts(main)?.1 > SINGLE {
        return Err(Status::InvalidValue);
    }
    with_parameters(parameters, |parameters| {
        parameters.main = Some(main);
        Ok(())
    })
}

/// Checks the precision that a solution would begin with.
pub(crate) fn set_lowest(parameters: Pointer, lowest: u32) -> Done {
    let lowest = parts(lowest)?;
    with_parameters(parameters, |parameters| match parameters.main.map(parts) {
        Some(Ok(main)) if main.0 != lowest.0 || main.1 > lowest.1 => Err(Status::InvalidValue),
        _ => Ok(()),
    })
}

pub(crate) fn set_both(parameters: Pointer, main: u32, lowest: u32) -> Done {
    set_main(parameters, main)?;
    set_lowest(parameters, lowest)
}

pub(crate) fn set_refinement(parameters: Pointer, refinement: u32) -> Done {
    with_parameters(parameters, |_| {
        if REFINEMENTS.contains(&refinement) { Ok(()) } else { Err(Status::InvalidValue) }
    })
}

pub(crate) fn set_tolerance(parameters: Pointer, _tolerance: f64) -> Done {
    with_parameters(parameters, |_| Ok(()))
}

/// Sets a number of iterations, which must not be negative.
pub(crate) fn set_iterations(parameters: Pointer, count: i64) -> Done {
    let count = i32::try_from(count).ok().filter(|&count| count >= 0).ok_or(Status::InvalidValue)?;
    with_parameters(parameters, |parameters| {
        parameters.iterations = count;
        Ok(())
    })
}

/// Checks the number of iterations within one.
pub(crate) fn set_inner(parameters: Pointer, count: i64) -> Done {
    with_parameters(parameters, |_| if count >= 0 { Ok(()) } else { Err(Status::InvalidValue) })
}

pub(crate) fn iterations(parameters: Pointer, to: Pointer) -> Done {
    put(to, with_parameters(parameters, |parameters| Ok(parameters.iterations))?)
}

/// Allows or forbids the main precision alone, which is taken always.
pub(crate) fn set_fallback(parameters: Pointer) -> Done {
    with_parameters(parameters, |_| Ok(()))
}

pub(crate) fn create_facts(to: Pointer) -> Done {
    put(to, FACTS.add(()))
}

pub(crate) fn destroy_facts(facts: Pointer) -> Done {
    FACTS.remove(facts).map(drop).ok_or(Status::InvalidValue)
}

fn facts(facts: Pointer) -> Done {
    FACTS.get(facts).map(drop).ok_or(Status::InvalidValue)
}

/// Writes a number of iterations: none was needed.
pub(crate) fn no_iterations(of: Pointer, to: Pointer) -> Done {
    facts(of)?;
    put(to, 0i32)
}

pub(crate) fn most_iterations(of: Pointer, to: Pointer) -> Done {
    facts(of)?;
    put(to, ITERATIONS)
}

pub(crate) fn request_residual(of: Pointer) -> Done {
    facts(of)
}

/// No iteration leaves a residual.
pub(crate) fn residuals(of: Pointer, to: Pointer) -> Done {
    facts(of)?;
    put(to, std::ptr::null_mut::<std::ffi::c_void>())
}

/// Runs an expression with a type for the main precision.
macro_rules! in_precision {
    ($parameters:expr, $T:ident => $body:expr) => {
        match with_parameters($parameters, |parameters| parts(parameters.main.ok_or(Status::InvalidValue)?))?
        {
            (false, DOUBLE) => {
                type $T = f64;
                $body
            }
            (false, _) => {
                type $T = f32;
                $body
            }
            (true, DOUBLE) => {
                type $T = Complex64;
                $body
            }
            (true, _) => {
                type $T = Complex32;
                $body
            }
        }
    };
}

/// A matrix's pointer and leading dimension.
pub(crate) type Matrix = (Pointer, i64);

/// Solves a system with a square matrix.
pub(crate) fn gesv(
    call: &Call,
    (parameters, of): (Pointer, Pointer),
    n: i64,
    columns: i64,
    [(a, lda), (b, ldb), (x, ldx)]: [Matrix; 3],
    (iterations, info): (Pointer, Pointer),
) -> Done {
    facts(of)?;
    let none = std::ptr::null_mut();
    in_precision!(parameters, T => {
        lu::gesv::<T>(call, n, columns, a, lda, none, b, ldb, x, ldx, iterations, info)
    })
}

/// Solves a least squares problem.
pub(crate) fn gels(
    call: &Call,
    (parameters, of): (Pointer, Pointer),
    (m, n, columns): (i64, i64, i64),
    [(a, lda), (b, ldb), (x, ldx)]: [Matrix; 3],
    (iterations, info): (Pointer, Pointer),
) -> Done {
    facts(of)?;
    in_precision!(parameters, T => {
        reflections::gels::<T>(call, m, n, columns, a, lda, b, ldb, x, ldx, iterations, info)
    })
}

/// Writes the size of a work area, which is not used.
pub(crate) fn buffer(_call: &Call, parameters: Pointer, to: Pointer) -> Done {
    with_parameters(parameters, |parameters| parts(parameters.main.ok_or(Status::InvalidValue)?))?;
    put(to, 1usize)
}
