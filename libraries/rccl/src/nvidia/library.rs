//! A loaded library, which stays loaded.

use crate::last_error::fail;
use crate::status::Status;
use std::ffi::{CStr, CString, c_char, c_void};
use std::path::PathBuf;
use work::Pointer;

/// Symbol of this project's own library.
const OWN: &CStr = c"__hipRccl";

/// Mark of this project's library, by which it is told from NVIDIA's.
#[expect(unreachable_pub, reason = "exported by symbol, not by path")]
#[unsafe(no_mangle)]
pub static __hipRccl: u8 = 1;

/// Loaded library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Library {
    handle: usize,
    /// File, by the name that it was loaded by.
    pub(super) file: String,
}

/// Message of the loader about its last failure on this thread.
fn message() -> Option<String> {
    // SAFETY: the text is valid until the thread's next call of the loader.
    unsafe {
        let text = libc::dlerror();
        (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
    }
}

impl Library {
    /// Loads a library into a namespace, 0 for the program's. Its own functions come first there: some have
    /// the names of ours, and call each other.
    pub(super) fn open(file: &str, space: i64) -> Result<Library, String> {
        const FLAGS: i32 = libc::RTLD_NOW | libc::RTLD_LOCAL;
        let name = CString::new(file).map_err(|_| format!("{file:?}: a name with a zero"))?;
        #[cfg(target_env = "gnu")]
        // SAFETY: a name that ends in a zero; initialisers are those that every program of the library runs.
        let handle = unsafe {
            match space {
                0 => libc::dlopen(name.as_ptr(), FLAGS | libc::RTLD_DEEPBIND),
                space => libc::dlmopen(space, name.as_ptr(), FLAGS),
            }
        };
        #[cfg(not(target_env = "gnu"))]
        // SAFETY: as above. This C library has no namespaces.
        let handle = unsafe { libc::dlopen(name.as_ptr(), FLAGS) };
        match handle.is_null() {
            true => Err(message().unwrap_or_else(|| format!("{file}: it cannot be loaded"))),
            false => Ok(Library { handle: handle.expose_provenance(), file: file.to_owned() }),
        }
    }

    /// Returns a library of the program's namespace if it is loaded.
    pub(super) fn loaded(file: &CStr) -> Option<Library> {
        // SAFETY: a name that ends in a zero; nothing is loaded.
        let handle = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        let file = file.to_string_lossy().into_owned();
        (!handle.is_null()).then(|| Library { handle: handle.expose_provenance(), file })
    }

    /// Returns the address of a function.
    pub(crate) fn find(&self, name: &CStr) -> Option<usize> {
        let handle = std::ptr::with_exposed_provenance_mut::<c_void>(self.handle);
        // SAFETY: a library that stays loaded, and a name that ends in a zero.
        let found = unsafe { libc::dlsym(handle, name.as_ptr()) };
        (!found.is_null()).then(|| found.expose_provenance())
    }

    /// Returns whether another name leads to the same library.
    pub(super) fn is(&self, other: &Library) -> bool {
        self.handle == other.handle
    }

    /// Returns whether it is this project's.
    pub(super) fn is_own(&self) -> bool {
        self.find(OWN).is_some()
    }

    /// Returns the file that holds a function of it.
    pub(super) fn path(&self, function: &CStr) -> Option<PathBuf> {
        path_of(self.find(function)?)
    }

    /// Error of a function that it does not have.
    pub(crate) fn lacks(&self, name: &CStr) -> Status {
        let name = name.to_string_lossy();
        let version = self.version().map_or_else(String::new, |version| format!(" (version {version})"));
        fail(Status::InvalidUsage, format!("{name}: {}{version} does not have this function", self.file))
    }

    /// Returns its version, as 22707 for 2.27.7.
    fn version(&self) -> Option<i32> {
        let mut version = 0;
        let found = self.find(c"ncclGetVersion")?;
        // SAFETY: NCCL's function of this name.
        let get = unsafe { std::mem::transmute::<usize, extern "C" fn(*mut i32) -> u32>(found) };
        (get(&raw mut version) == 0).then_some(version)
    }

    /// Returns its text of a status.
    pub(crate) fn error_string(&self, code: u32) -> Option<*const c_char> {
        let found = self.find(c"ncclGetErrorString")?;
        // SAFETY: NCCL's function of this name.
        let get = unsafe { std::mem::transmute::<usize, extern "C" fn(u32) -> *const c_char>(found) };
        Some(get(code))
    }

    /// Returns its text of the last error.
    pub(crate) fn last_error(&self, communicator: Pointer) -> Option<*const c_char> {
        let found = self.find(c"ncclGetLastError")?;
        // SAFETY: NCCL's function of this name.
        let get = unsafe { std::mem::transmute::<usize, extern "C" fn(Pointer) -> *const c_char>(found) };
        Some(get(communicator))
    }

    /// Has it read the settings of its log again.
    pub(crate) fn reset_debug(&self) {
        if let Some(found) = self.find(c"ncclResetDebugInit") {
            // SAFETY: NCCL's function of this name.
            let reset = unsafe { std::mem::transmute::<usize, extern "C" fn()>(found) };
            reset();
        }
    }

    /// Makes communicators for devices, by the driver's numbers.
    pub(crate) fn init_all(&self, to: Pointer, devices: &[i32]) -> Result<u32, Status> {
        const NAME: &CStr = c"ncclCommInitAll";
        let found = self.find(NAME).ok_or_else(|| self.lacks(NAME))?;
        // SAFETY: NCCL's function of this name.
        let init = unsafe {
            std::mem::transmute::<usize, unsafe extern "C" fn(Pointer, i32, *const i32) -> u32>(found)
        };
        // SAFETY: a list of that length; C promised a place for each communicator.
        Ok(unsafe { init(to, devices.len() as i32, devices.as_ptr()) })
    }

    /// Asks for a number of a communicator's, by the name of the function.
    pub(crate) fn ask(&self, name: &CStr, communicator: Pointer, to: &mut i32) -> Result<u32, Status> {
        let found = self.find(name).ok_or_else(|| self.lacks(name))?;
        // SAFETY: callers name functions with these parameters.
        let ask =
            unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(Pointer, *mut i32) -> u32>(found) };
        // SAFETY: the program's communicator, and a local's place.
        Ok(unsafe { ask(communicator, to) })
    }
}

/// Returns the file that holds an address.
pub(super) fn path_of(address: usize) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let mut found = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    // SAFETY: the address is only compared with those of loaded files; the place is a local's.
    let code = unsafe { libc::dladdr(std::ptr::without_provenance(address), &raw mut found) };
    if code == 0 || found.dli_fname.is_null() {
        return None;
    }
    // SAFETY: a text of the loader's; the library stays loaded.
    let name = unsafe { CStr::from_ptr(found.dli_fname) };
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
}
