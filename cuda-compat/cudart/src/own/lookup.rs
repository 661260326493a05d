//! Look-up of driver functions by name in the `libcuda.so.1` next to this library, which uses the same core.

use crate::entry::{Code, Pointer, fail};
use crate::result::{INVALID_VALUE, SUCCESS, SYMBOL_NOT_FOUND};
use std::ffi::c_char;
use std::sync::LazyLock;

/// `cuGetProcAddress_v2`
type GetProcAddress = unsafe extern "C" fn(*const c_char, *mut Pointer, i32, u64, *mut u32) -> Code;

/// The driver's look-up function, if the driver is installed.
static LOOK_UP: LazyLock<Option<GetProcAddress>> = LazyLock::new(|| {
    // SAFETY: names that end in a zero; the library stays.
    let found = unsafe {
        let driver = libc::dlopen(c"libcuda.so.1".as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        if driver.is_null() {
            return None;
        }
        libc::dlsym(driver, c"cuGetProcAddress_v2".as_ptr())
    };
    // SAFETY: the function has this type since CUDA 12.
    (!found.is_null()).then(|| unsafe { std::mem::transmute::<Pointer, GetProcAddress>(found) })
});

/// `cudaDriverEntryPointSymbolNotFound`
const NO_SUCH_NAME: u32 = 1;

/// Looks up a function. An unknown name is reported in the status, not as an error.
///
/// # Safety
/// Pointers are null or lead to what the declarations say.
unsafe fn find(name: *const c_char, code: *mut Pointer, version: i32, flags: u64, status: *mut u32) -> Code {
    if name.is_null() || code.is_null() || flags > 2 {
        return fail(INVALID_VALUE);
    }
    let mut said = NO_SUCH_NAME;
    let mut address = std::ptr::null_mut();
    let answer = match *LOOK_UP {
        // SAFETY: as the caller says, and locals.
        Some(look_up) => unsafe { look_up(name, &raw mut address, version, flags, &raw mut said) },
        None => fail(SYMBOL_NOT_FOUND),
    };
    // SAFETY: as the caller says.
    unsafe {
        code.write_unaligned(address);
        if !status.is_null() {
            status.write_unaligned(said);
        }
    }
    match answer {
        SUCCESS | SYMBOL_NOT_FOUND if !status.is_null() => SUCCESS,
        code => code,
    }
}

/// The version for programs that name none: any.
const NEWEST: i32 = i32::MAX;

/// Returns the flags for programs with per-thread streams, which get per-thread functions by default.
fn own_flags(flags: u64) -> u64 {
    if flags == 0 { 2 } else { flags }
}

/// `cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags, enum
/// cudaDriverEntryPointQueryResult *driverStatus)`
///
/// # Safety
/// The name is null or ends in a zero; pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn cudaGetDriverEntryPoint(
    name: *const c_char,
    code: *mut Pointer,
    flags: u64,
    status: *mut u32,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { find(name, code, NEWEST, flags, status) }
}

/// `cudaGetDriverEntryPoint` for programs with per-thread streams.
///
/// # Safety
/// Same as `cudaGetDriverEntryPoint`.
pub unsafe extern "C" fn cudaGetDriverEntryPoint_ptsz(
    name: *const c_char,
    code: *mut Pointer,
    flags: u64,
    status: *mut u32,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { find(name, code, NEWEST, own_flags(flags), status) }
}

/// `cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr, unsigned int
/// cudaVersion, unsigned long long flags, enum cudaDriverEntryPointQueryResult *driverStatus)`
///
/// # Safety
/// Same as `cudaGetDriverEntryPoint`.
pub unsafe extern "C" fn cudaGetDriverEntryPointByVersion(
    name: *const c_char,
    code: *mut Pointer,
    version: u32,
    flags: u64,
    status: *mut u32,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { find(name, code, version.try_into().unwrap_or(NEWEST), flags, status) }
}

/// `cudaGetDriverEntryPointByVersion` for programs with per-thread streams.
///
/// # Safety
/// Same as `cudaGetDriverEntryPoint`.
pub unsafe extern "C" fn cudaGetDriverEntryPointByVersion_ptsz(
    name: *const c_char,
    code: *mut Pointer,
    version: u32,
    flags: u64,
    status: *mut u32,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { find(name, code, version.try_into().unwrap_or(NEWEST), own_flags(flags), status) }
}

/// `cudaError_t cudaGetExportTable(const void **ppExportTable, const cudaUUID_t *pExportTableId)`: the
/// runtime's private tables do not exist here.
///
/// # Safety
/// The first pointer is null or leads to a pointer.
pub unsafe extern "C" fn cudaGetExportTable(table: *mut Pointer, _: Pointer) -> Code {
    // SAFETY: as the caller says.
    match unsafe { crate::entry::put(table, std::ptr::null_mut()) } {
        SUCCESS => fail(SYMBOL_NOT_FOUND),
        code => code,
    }
}
