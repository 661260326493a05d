//! Programs that are compiled at run time.

use crate::handle::Id;
use crate::objects::kinds;
use crate::sync::{Arc, Mutex};
use std::ffi::CString;

kinds! {
    ProgramObject = 12, "program";
}

/// A source that is compiled at run time.
pub struct ProgramObject {
    pub(crate) id: Id<ProgramObject>,
    pub(crate) unit: Unit,
    pub(crate) state: Mutex<ProgramState>,
}

/// Sources of a program.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its text.
    pub source: Vec<u8>,
    /// Name in messages.
    pub name: String,
    /// Headers that `#include` finds before all others: name and text.
    pub headers: Vec<(String, Vec<u8>)>,
}

/// State of a program.
#[derive(Default)]
pub(crate) struct ProgramState {
    /// Names to be lowered, in the order in which they came.
    pub(crate) expressions: Vec<String>,
    /// The last compilation, once there was one.
    pub(crate) compiled: Option<Compiled>,
    /// Every lowered name that was ever given out: they stay where they are until the program goes.
    pub(crate) names: Vec<Arc<CString>>,
}

/// Result of a compilation.
pub(crate) struct Compiled {
    pub(crate) log: String,
    pub(crate) made: Option<Made>,
}

/// Code.
pub(crate) struct Made {
    /// PTX, ended by a zero.
    pub(crate) code: Arc<[u8]>,
    /// LLVM bitcode, where the code is to be linked with other.
    pub(crate) bitcode: Option<Arc<[u8]>>,
    /// By expression, in their order.
    pub(crate) lowered: Vec<Arc<CString>>,
}
