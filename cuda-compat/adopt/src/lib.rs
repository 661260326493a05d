//! `libhipadopt.so`: an audit library of the dynamic linker (rtld-audit(7)), which `hip-run` names in
//! `LD_AUDIT`.
//!
//! It does two things. A search for one of CUDA's libraries that need NVIDIA's driver finds ours, whatever
//! path the program or its `DT_RPATH` names. And an object that carries CUDA's static runtime with its
//! symbols is adopted: each of its `cuda*` functions that our `libcudart` has becomes a jump there, before
//! the object's constructors run. Our `libcudart` is loaded by the first such jump. No file is written, and
//! no other code changes.

#![expect(unsafe_code, reason = "the dynamic linker calls with pointers of C, and text becomes jumps")]

mod carrier;
#[cfg_attr(not(target_arch = "x86_64"), path = "other.rs")]
mod lead;
mod libraries;

pub use carrier::{Carrier, Function, Version, read};

use libraries::Libraries;
use std::ffi::{CStr, c_char, c_long, c_uint};

/// Version of the audit interface that this library is written for.
const AUDIT: c_uint = 2;

/// Mark of our own libraries; the dynamic linker marks objects by addresses.
const OURS: usize = 1;

/// Public part of the dynamic linker's record of an object.
#[repr(C)]
pub struct LinkMap {
    bias: usize,
    name: *const c_char,
}

/// `unsigned int la_version(unsigned int version)`: called first, with the linker's version.
#[unsafe(no_mangle)]
extern "C" fn la_version(version: c_uint) -> c_uint {
    version.min(AUDIT)
}

/// `char *la_objsearch(const char *name, uintptr_t *cookie, unsigned int flag)`: called for each name and
/// path that the dynamic linker is about to try.
///
/// # Safety
/// The name ends in a zero, and the mark is the dynamic linker's.
#[unsafe(no_mangle)]
unsafe extern "C" fn la_objsearch(name: *const c_char, cookie: *mut usize, _: c_uint) -> *const c_char {
    // SAFETY: the mark of the object that wants the library, which `la_objopen` may have changed.
    if unsafe { *cookie } == OURS {
        return name;
    }
    // SAFETY: as the caller says.
    let wanted = unsafe { CStr::from_ptr(name) };
    Libraries::own().replacement(wanted).map_or(name, CStr::as_ptr)
}

/// `unsigned int la_objopen(struct link_map *map, Lmid_t lmid, uintptr_t *cookie)`: called when an object has
/// been mapped. Returns that its symbol bindings need no calls.
///
/// # Safety
/// Record and mark are the dynamic linker's, of an object that it has mapped and whose code does not run yet.
#[unsafe(no_mangle)]
unsafe extern "C" fn la_objopen(map: *const LinkMap, namespace: c_long, cookie: *mut usize) -> c_uint {
    // SAFETY: as the caller says; a record's name ends in a zero.
    let (bias, name) = unsafe { ((*map).bias, CStr::from_ptr((*map).name)) };
    if Libraries::own().has(name) {
        // SAFETY: as the caller says.
        unsafe { *cookie = OURS };
    } else if cfg!(target_arch = "x86_64") && namespace == libc::LM_ID_BASE {
        // SAFETY: as the caller says.
        unsafe { lead::adopt(bias, name) };
    }
    0
}
