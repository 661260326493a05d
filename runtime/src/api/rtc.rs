//! Kernels compiled at run time (HIP: "Runtime Compilation", `hiprtc*`).
//!
//! A program is a source with headers of its own; compiling it makes PTX with the clang that `hipcc` would
//! take. Nothing of a device is touched, but the current one says which architecture is meant where no option
//! does. These calls leave the thread's last error alone.

mod compile;
mod statics;
mod status;

pub use crate::object::program::Unit;
pub use status::{Code, Failure};

use crate::handle::Id;
use crate::object::ProgramObject;
use crate::object::program::{Compiled, Made, ProgramState};
use crate::state::{process, thread};
use crate::sync::{Arc, Mutex, Rank};

/// The version of the compiler's interface, as `hiprtcVersion` tells it.
pub const VERSION: (i32, i32) = (9, 0);

/// Creates a program without compiling it.
///
/// # Errors
/// `HeaderName` for a header that would lie outside the program's own folder.
pub fn create(unit: Unit) -> Result<Id<ProgramObject>, Failure> {
    if let Some((name, _)) = unit.headers.iter().find(|(name, _)| !compile::is_inside(name)) {
        return Err(Failure::HeaderName(name.clone()));
    }
    let state = Mutex::new(Rank::Object, ProgramState::default());
    Ok(process()?.insert(|id| ProgramObject { id, unit, state }).id)
}

/// Destroys a program with its lowered names.
///
/// # Errors
/// Errors of the handle.
pub fn destroy(id: Id<ProgramObject>) -> Result<(), Failure> {
    Ok(process()?.remove(id).map(drop)?)
}

/// Asks for the name that a kernel or variable has in the code: `scale<float>`, `&limits`.
///
/// # Errors
/// `TooLate` once the program was compiled.
pub fn add_name(id: Id<ProgramObject>, expression: String) -> Result<(), Failure> {
    let program = process()?.get(id)?;
    let mut state = program.state.lock();
    if state.compiled.is_some() {
        return Err(Failure::TooLate(expression));
    }
    if !state.expressions.contains(&expression) {
        state.expressions.push(expression);
    }
    Ok(())
}

/// Compiles a program. The compiler's output becomes the program's log, even on success.
///
/// # Errors
/// `Option` for one that is nothing known; `Toolchain` if there is no compiler or no headers; `Compilation`.
pub fn compile(id: Id<ProgramObject>, options: &[String]) -> Result<(), Failure> {
    let program = process()?.get(id)?;
    let expressions = program.state.lock().expressions.clone();
    let outcome = compile::run(&program.unit, &expressions, options, &architecture());
    let (compiled, outcome) = match outcome {
        Ok(compiled) => (compiled, Ok(())),
        Err(failure) => (Compiled { log: failure.log(), made: None }, Err(failure)),
    };
    let mut state = program.state.lock();
    let fresh = compiled.made.iter().flat_map(|made| made.lowered.iter().cloned());
    state.names.extend(fresh);
    state.compiled = Some(compiled);
    outcome
}

/// The compute capability of the current device, `90`; that of any with independent threads if there is none.
fn architecture() -> String {
    let of = |process: &crate::state::Process| {
        let (device, top) = thread(|t| (t.device, t.stack.last().copied()));
        let device = top.and_then(|id| process.get(id).ok()).map_or(device, |context| context.device);
        let (major, minor) = process.devices().get(device)?.spec.capability;
        Some(format!("{major}{minor}"))
    };
    let default = || clang::arguments::DEFAULT_ARCHITECTURE.to_owned();
    process().ok().and_then(of).unwrap_or_else(default)
}

/// Log of the last compilation; empty before the first.
///
/// # Errors
/// Errors of the handle.
pub fn log(id: Id<ProgramObject>) -> Result<String, Failure> {
    let program = process()?.get(id)?;
    let state = program.state.lock();
    Ok(state.compiled.as_ref().map(|compiled| compiled.log.clone()).unwrap_or_default())
}

/// Accesses the result of the compilation.
fn made<R>(id: Id<ProgramObject>, take: impl FnOnce(&Made) -> R) -> Result<R, Failure> {
    let program = process()?.get(id)?;
    let state = program.state.lock();
    let made = state.compiled.as_ref().and_then(|compiled| compiled.made.as_ref());
    made.map(take).ok_or(Failure::NotCompiled)
}

/// The code: PTX, ended by a zero.
///
/// # Errors
/// `NotCompiled`.
pub fn code(id: Id<ProgramObject>) -> Result<Arc<[u8]>, Failure> {
    made(id, |made| Arc::clone(&made.code))
}

/// The code as LLVM bitcode, if it was compiled with `-fgpu-rdc`; else the code itself. Translated programs
/// get here from `nvrtcGetCUBIN`, and give the answer to the module loader.
///
/// # Errors
/// `NotCompiled`.
pub fn bitcode(id: Id<ProgramObject>) -> Result<Arc<[u8]>, Failure> {
    made(id, |made| Arc::clone(made.bitcode.as_ref().unwrap_or(&made.code)))
}

/// Address of the lowered name of an expression, valid until the program is destroyed.
///
/// # Errors
/// `TooEarly` before the program was compiled; `UnknownName` for an expression that was not added.
pub fn lowered(id: Id<ProgramObject>, expression: &str) -> Result<u64, Failure> {
    let program = process()?.get(id)?;
    let state = program.state.lock();
    let compiled = state.compiled.as_ref().and_then(|compiled| compiled.made.as_ref());
    let compiled = compiled.ok_or_else(|| Failure::TooEarly(expression.to_owned()))?;
    let at = state.expressions.iter().position(|known| known == expression);
    let name = at.and_then(|at| compiled.lowered.get(at));
    let name = name.ok_or_else(|| Failure::UnknownName(expression.to_owned()))?;
    Ok(name.as_ptr() as u64)
}

pub use compile::ptx_of_bitcode;
