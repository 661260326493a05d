//! Source of an instruction of the program: the object from which it was loaded.

use std::ffi::{CStr, c_void};

/// A position in the program's code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// The program or library, as loaded.
    pub object: String,
    /// Offset in the object, as `addr2line -e` takes it.
    pub offset: u64,
    /// The exported function, if it is one.
    pub symbol: Option<String>,
    /// The library with the accessing function, if it was called from here.
    pub within: Option<String>,
}

impl Site {
    /// Returns the position of an instruction. For one in the C library, returns its caller if the return
    /// address is on top of the stack, as it is for `memcpy` and similar functions.
    pub fn find(instruction: u64, stack_top: u64) -> Option<Site> {
        let site = Site::at_address(instruction)?;
        if !is_of_system(&site.object) {
            return Some(site);
        }
        match stack_top.checked_sub(1).and_then(Site::at_address) {
            Some(caller) if caller.object != site.object => {
                Some(Site { within: Some(site.object), offset: caller.offset + 1, ..caller })
            }
            // The nearest symbol before an unnamed function of the C library is not its name.
            _ => Some(Site { symbol: None, ..site }),
        }
    }

    fn at_address(address: u64) -> Option<Site> {
        // SAFETY: an all-zero value is a valid one.
        let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
        // SAFETY: the call gets any address, and a pointer to a live value.
        if unsafe { libc::dladdr(address as *const c_void, &raw mut info) } == 0 || info.dli_fname.is_null() {
            return None;
        }
        // SAFETY: the names end in zeros and stay while their object does.
        let text = |name: *const libc::c_char| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned();
        let symbol = (!info.dli_sname.is_null()).then(|| text(info.dli_sname));
        let offset = address - info.dli_fbase as u64;
        Some(Site { object: text(info.dli_fname), offset, symbol, within: None })
    }
}

/// Returns whether an object is the C library.
fn is_of_system(object: &str) -> bool {
    let name = object.rsplit('/').next().unwrap_or(object);
    name.starts_with("libc.") || name.starts_with("libc-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_of_the_c_library_are_found() {
        let own = callers_of_the_c_library_are_found as fn() as usize as u64;
        let copy = libc::memcpy as *const () as u64;
        let here = Site::find(own, 0).expect("this program");
        assert_eq!(here.within, None);
        assert!(Site::find(8, 0).is_none(), "nothing is loaded there");
        let called = Site::find(copy, own + 1).expect("the caller");
        let library = called.within.expect("the C library");
        assert_eq!((called.object, called.offset), (here.object, here.offset + 1));
        assert!(is_of_system(&library), "{library}");
        assert_eq!(Site::find(copy, 8).expect("itself").object, library);
    }
}
