//! Names of the library's functions, and texts that C may keep.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The functions, in order of their names: `name`, and more.
const FUNCTIONS: &str = include_str!("../api/functions.tsv");

/// Return types of the functions whose calls tools observe.
const CODES: [&str; 2] = ["hipError_t", "hiprtcResult"];

/// Names of all functions, each with a zero at its end, in order, and whether they return a code.
fn names() -> &'static [(CString, bool)] {
    static NAMES: OnceLock<Vec<(CString, bool)>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let name = |[name, returns]: [&str; 2]| Some((CString::new(name).ok()?, CODES.contains(&returns)));
        let mut names: Vec<_> = tsv::table(FUNCTIONS).filter_map(name).collect();
        names.sort();
        names
    })
}

/// Index of a function in `names`.
fn place(name: &CStr) -> Option<usize> {
    names().binary_search_by(|(other, _)| other.as_c_str().cmp(name)).ok()
}

/// Name of the function of a number; numbers from 1 go over the functions in order of their names.
pub(crate) fn api_name(id: u32) -> Option<&'static CStr> {
    (id as usize).checked_sub(1).and_then(|at| names().get(at)).map(|(name, _)| name.as_c_str())
}

/// Number by which `hipApiName` knows a function.
pub(crate) fn id(name: &CStr) -> Option<u32> {
    place(name).map(|at| at as u32 + 1)
}

/// Name of a function that returns a code: tools observe its calls.
pub(crate) fn with_code(name: &str) -> Option<&'static CStr> {
    let found = names().get(place(&CString::new(name).ok()?)?)?;
    found.1.then_some(found.0.as_c_str())
}

/// A string that C may keep: the same for the same text, for as long as the process lives.
pub(crate) fn interned(text: &str) -> *const c_char {
    static KEPT: Mutex<BTreeMap<String, CString>> = Mutex::new(BTreeMap::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // Entries never go, and the bytes of one do not move with it.
    kept.entry(text.to_owned()).or_insert_with(|| CString::new(text).unwrap_or_default()).as_ptr()
}
