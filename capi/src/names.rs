//! Names of the library's functions, and interned texts for C.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Table of functions, sorted by name: `name`, and other columns.
const FUNCTIONS: &str = include_str!("../api/functions.tsv");

/// Table of functions beyond HIP's.
const EXTENSIONS: &str = include_str!("../api/extensions.tsv");

/// Return types of the functions that tools can observe.
const CODES: [&str; 2] = ["hipError_t", "hiprtcResult"];

/// Returns all function names, NUL-terminated and sorted, with whether they return a code.
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

/// Returns the name of a function by number, from 1 in alphabetical order.
pub(crate) fn api_name(id: u32) -> Option<&'static CStr> {
    (id as usize).checked_sub(1).and_then(|at| names().get(at)).map(|(name, _)| name.as_c_str())
}

/// Returns the number of a function for `hipApiName`.
pub(crate) fn id(name: &CStr) -> Option<u32> {
    place(name).map(|at| at as u32 + 1)
}

/// Returns whether the library has a function with this name, of HIP or beyond it.
pub(crate) fn is_function(name: &CStr) -> bool {
    let is_extension = || tsv::table(EXTENSIONS).any(|[of]| name.to_bytes() == of.as_bytes());
    place(name).is_some() || is_extension()
}

/// Returns the name of a function that returns a code, which tools can observe.
pub(crate) fn with_code(name: &str) -> Option<&'static CStr> {
    let found = names().get(place(&CString::new(name).ok()?)?)?;
    found.1.then_some(found.0.as_c_str())
}

/// Returns a string that C may keep: the same pointer for the same text, for the life of the process.
pub(crate) fn interned(text: &str) -> *const c_char {
    static KEPT: Mutex<BTreeMap<String, CString>> = Mutex::new(BTreeMap::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // Entries are never removed, and moving an entry does not move its bytes.
    kept.entry(text.to_owned()).or_insert_with(|| CString::new(text).unwrap_or_default()).as_ptr()
}
