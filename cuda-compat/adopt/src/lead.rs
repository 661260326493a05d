//! Jumps from an object's functions to those of our `libcudart`, which the first jump loads.

use crate::carrier::{self, Carrier, Function, Version};
use crate::libraries::Libraries;
use object::read::ReadCache;
use std::arch::naked_asm;
use std::ffi::{CStr, CString, OsStr, c_void};
use std::fs::File;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Destination of a function's jump: first `resolver`, then the function of our library.
#[repr(C)]
struct Slot {
    /// Read by the jump, so it comes first.
    target: AtomicPtr<c_void>,
    name: CString,
    version: Version,
}

/// Length of a jump by a slot: `mov r11, SLOT` and `jmp [r11]`. No argument is passed in r11.
const JUMP: usize = 13;

fn jump(slot: &'static Slot) -> [u8; JUMP] {
    let mut code = [0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0x23];
    code[2..10].copy_from_slice(&std::ptr::from_ref(slot).expose_provenance().to_le_bytes());
    code
}

/// Adopts an object if it carries CUDA's static runtime.
///
/// # Safety
/// The object of that name (empty: the program) is mapped at the bias, and its code does not run yet.
pub(crate) unsafe fn adopt(bias: usize, name: &CStr) {
    let path = if name.is_empty() { c"/proc/self/exe" } else { name };
    // The dynamic linker and the kernel's page of functions have no file, or none that matters.
    let Ok(file) = File::open(Path::new(OsStr::from_bytes(path.to_bytes()))) else { return };
    let Some(carrier) = carrier::read(&ReadCache::new(file)) else { return };
    // SAFETY: as the caller says.
    if unsafe { lead(bias, &carrier) }.is_none() {
        let error = std::io::Error::last_os_error();
        eprintln!("hip-run: {}: its CUDA runtime cannot be replaced: {error}", path.to_string_lossy());
    }
}

/// Makes the functions of an object jumps. Returns nothing if its code cannot be made writable.
///
/// # Safety
/// As for `adopt`.
unsafe fn lead(bias: usize, carrier: &Carrier) -> Option<()> {
    for code in &carrier.code {
        let pages = pages(bias, code);
        // SAFETY: whole pages of a mapped segment.
        unsafe { protect(&pages, libc::PROT_READ | libc::PROT_WRITE) }?;
        for function in carrier.functions.iter().filter(|function| fits(function, code)) {
            let target = AtomicPtr::new(resolver as extern "C" fn() as *mut c_void);
            let name = CString::new(function.name).unwrap_or_default();
            let slot = Box::leak(Box::new(Slot { target, name, version: carrier.version }));
            let at = bias.wrapping_add(function.address as usize);
            // SAFETY: the function lies in these pages, which are writable, and nothing runs it yet.
            unsafe { std::ptr::with_exposed_provenance_mut::<[u8; JUMP]>(at).write(jump(slot)) };
        }
        // SAFETY: as above.
        unsafe { protect(&pages, libc::PROT_READ | libc::PROT_EXEC) }?;
    }
    Some(())
}

/// Returns whether a jump fits into the place of a function in this code.
fn fits(function: &Function, code: &Range<u64>) -> bool {
    let end = function.address.checked_add(JUMP as u64);
    function.room >= JUMP as u64 && code.start <= function.address && end.is_some_and(|end| end <= code.end)
}

/// Returns the addresses of the pages that hold a range of an object.
fn pages(bias: usize, code: &Range<u64>) -> Range<usize> {
    // SAFETY: a query without pointers.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    let [start, end] = [code.start, code.end].map(|address| bias.wrapping_add(address as usize));
    start / page * page..end.div_ceil(page) * page
}

/// # Safety
/// The pages are mapped, and nothing uses them in another way meanwhile.
unsafe fn protect(pages: &Range<usize>, protection: i32) -> Option<()> {
    let start = std::ptr::with_exposed_provenance_mut(pages.start);
    // SAFETY: as the caller says.
    (unsafe { libc::mprotect(start, pages.len(), protection) } == 0).then_some(())
}

/// First target of every slot: finds the function of our library with the arguments of the call untouched,
/// and goes on there. r11 holds the slot. Registers of arguments are saved: six integers, the count of
/// vectors, eight vectors.
#[unsafe(naked)]
extern "C" fn resolver() {
    naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rdi",
        "push rsi",
        "push rdx",
        "push rcx",
        "push r8",
        "push r9",
        "push rax",
        "push r10",
        "sub rsp, 128",
        "movups [rsp], xmm0",
        "movups [rsp + 16], xmm1",
        "movups [rsp + 32], xmm2",
        "movups [rsp + 48], xmm3",
        "movups [rsp + 64], xmm4",
        "movups [rsp + 80], xmm5",
        "movups [rsp + 96], xmm6",
        "movups [rsp + 112], xmm7",
        "mov rdi, r11",
        "call {resolve}",
        "mov r11, rax",
        "movups xmm0, [rsp]",
        "movups xmm1, [rsp + 16]",
        "movups xmm2, [rsp + 32]",
        "movups xmm3, [rsp + 48]",
        "movups xmm4, [rsp + 64]",
        "movups xmm5, [rsp + 80]",
        "movups xmm6, [rsp + 96]",
        "movups xmm7, [rsp + 112]",
        "add rsp, 128",
        "pop r10",
        "pop rax",
        "pop r9",
        "pop r8",
        "pop rcx",
        "pop rdx",
        "pop rsi",
        "pop rdi",
        "pop rbp",
        "jmp r11",
        resolve = sym resolve,
    )
}

/// Returns the function of our library for a slot, and lets the slot lead there from now on.
extern "C" fn resolve(slot: &'static Slot) -> *mut c_void {
    let function = function(slot).unwrap_or_else(|| {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            eprintln!("hip-run: {} is not there, or lacks {:?}", slot.version.library(), slot.name);
        });
        refuse as extern "C" fn() -> usize as *mut c_void
    });
    // Threads that meet here store the same address.
    slot.target.store(function, Ordering::Relaxed);
    function
}

/// Finds the function of a slot in our library, which it loads for the program.
fn function(slot: &Slot) -> Option<*mut c_void> {
    let path = Libraries::own().path(slot.version.library())?;
    let how = libc::RTLD_NOW | libc::RTLD_LOCAL | libc::RTLD_NODELETE;
    // SAFETY: our own library, whose constructors need nothing of the program; the call is one that the
    // program made, so the dynamic linker may be used. Names end in a zero.
    let function = unsafe {
        let library = libc::dlmopen(libc::LM_ID_BASE, path.as_ptr(), how);
        if library.is_null() {
            return None;
        }
        libc::dlsym(library, slot.name.as_ptr())
    };
    (!function.is_null()).then_some(function)
}

/// Stands for every function if our library is not there: `cudaErrorInitializationError`.
extern "C" fn refuse() -> usize {
    3
}
