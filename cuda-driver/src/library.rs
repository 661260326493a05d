//! Search for the driver's library, and its functions.
#![expect(unsafe_code, reason = "libraries are loaded by calls of C")]

use crate::Failure;
use crate::functions::Functions;
use std::ffi::{CStr, CString, c_void};

/// Name by which a driver is installed.
const NAME: &str = "libcuda.so.1";

/// Places of NVIDIA's driver that the loader may not search, or where a library of ours comes first.
const PLACES: [&str; 7] = [
    "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
    "/usr/lib/aarch64-linux-gnu/libcuda.so.1",
    "/usr/lib64/libcuda.so.1",
    "/usr/local/nvidia/lib64/libcuda.so.1",
    "/usr/local/nvidia/lib/libcuda.so.1",
    "/usr/lib/wsl/lib/libcuda.so.1",
    "/run/opengl-driver/lib/libcuda.so.1",
];

/// Place that a driver was loaded from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, by the name that it was loaded by.
    pub file: String,
    /// It is this project's, which runs on a software device.
    pub is_ours: bool,
    /// Namespace of the dynamic linker in which it is (`Lmid_t`): 0, that of the program, unless it was
    /// loaded apart.
    pub space: i64,
}

/// Reason why there is no driver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Missing {
    /// The loader's message.
    #[error("{0}")]
    NoLibrary(String),
    /// The only one is this project's own.
    #[error("{0} is this project's own, and no other is there")]
    Ours(String),
    /// It cannot be initialised.
    #[error(transparent)]
    Refused(Failure),
}

/// Loaded library, which is never unloaded.
#[derive(Clone, Copy)]
struct Library(*mut c_void);

impl Library {
    /// Loads a library, or returns the loader's message.
    fn open(file: &str) -> Result<Library, String> {
        Library::with(file, |name| {
            // SAFETY: a name that ends in a zero. The initialisers are those that every CUDA program runs.
            unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) }
        })
    }

    /// Loads a library and all that it needs once more, apart from what the process has loaded: its core is
    /// another one than the caller's.
    #[cfg(target_env = "gnu")]
    fn open_apart(file: &str) -> Result<Library, String> {
        // Its threads have a C library of their own and call host functions of this one, whose C library
        // takes no locks before it has made a thread.
        let parked = std::thread::Builder::new().spawn(|| {
            loop {
                std::thread::park();
            }
        });
        parked.map_err(|error| format!("{file}: no thread: {error}"))?;
        Library::with(file, |name| {
            // SAFETY: as in `open`.
            unsafe { libc::dlmopen(libc::LM_ID_NEWLM, name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) }
        })
    }

    #[cfg(not(target_env = "gnu"))]
    fn open_apart(file: &str) -> Result<Library, String> {
        Err(format!("{file}: this C library cannot load a library twice"))
    }

    fn with(file: &str, load: impl Fn(&CStr) -> *mut c_void) -> Result<Library, String> {
        let name = CString::new(file).map_err(|_| format!("{file:?}: a name with a zero"))?;
        let found = load(&name);
        if !found.is_null() {
            return Ok(Library(found));
        }
        // SAFETY: the message is valid until the thread's next call of the loader.
        let why = unsafe {
            let text = libc::dlerror();
            if text.is_null() { None } else { Some(CStr::from_ptr(text).to_string_lossy().into_owned()) }
        };
        Err(why.unwrap_or_else(|| format!("{file}: it cannot be loaded")))
    }

    fn symbol(self, name: &CStr) -> *mut c_void {
        // SAFETY: a loaded library, and a name that ends in a zero.
        unsafe { libc::dlsym(self.0, name.as_ptr()) }
    }

    /// Returns the namespace that it was loaded into.
    #[cfg(target_env = "gnu")]
    fn space(self) -> i64 {
        let mut space: libc::Lmid_t = 0;
        // SAFETY: a loaded library, and a place for a namespace, which is what is asked for.
        let code = unsafe { libc::dlinfo(self.0, libc::RTLD_DI_LMID, (&raw mut space).cast()) };
        if code == 0 { space } else { 0 }
    }

    #[cfg(not(target_env = "gnu"))]
    fn space(self) -> i64 {
        0
    }

    /// Returns whether it, or what it needs, is this project's.
    fn is_ours(self) -> bool {
        !self.symbol(c"__hipFrontForget").is_null()
    }
}

/// Loads the driver.
pub(crate) fn load(file: Option<&str>) -> Result<(Functions, Place), Missing> {
    let (library, place) = match file {
        Some(file) => {
            let library = Library::open(file).map_err(Missing::NoLibrary)?;
            let is_ours = library.is_ours();
            let library = if is_ours { Library::open_apart(file) } else { Ok(library) };
            let library = library.map_err(Missing::NoLibrary)?;
            (library, Place { file: file.to_owned(), is_ours, space: library.space() })
        }
        None => search()?,
    };
    Ok((Functions::find(|name| library.symbol(name)), place))
}

/// Searches for a driver that is not ours: first by its name, as all programs do.
fn search() -> Result<(Library, Place), Missing> {
    let mut why = None;
    for file in [NAME].into_iter().chain(PLACES) {
        let missing = match Library::open(file) {
            Ok(library) if library.is_ours() => Missing::Ours(file.to_owned()),
            Ok(library) => {
                return Ok((library, Place { file: file.to_owned(), is_ours: false, space: 0 }));
            }
            Err(text) => Missing::NoLibrary(text),
        };
        why.get_or_insert(missing);
    }
    Err(why.unwrap_or_else(|| Missing::NoLibrary(format!("{NAME}: not found"))))
}
