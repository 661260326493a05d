//! LTO IR, NVIDIA's own format: NVIDIA's nvJitLink, if it is installed, makes PTX of it.

use crate::nvidia;
use std::ffi::{CStr, CString, c_char, c_void};

type Code = u32;
type Handle = *mut c_void;

/// Kind of an input that is LTO IR.
const INPUT: u32 = 3;

/// A link by NVIDIA's library.
struct Link {
    library: nvidia::Library,
    handle: Handle,
}

/// Returns a function of NVIDIA's library as a function of a type, or the reason why not.
macro_rules! function {
    ($library:expr, $name:expr, $type:ty) => {
        $library
            .function($name)
            .map(|function| {
                // SAFETY: nvJitLink's function of this name has these classes of arguments.
                unsafe { std::mem::transmute::<*mut c_void, $type>(function) }
            })
            .ok_or_else(|| format!("NVIDIA's nvJitLink has no {:?}", $name))
    };
}

/// Returns PTX of units of LTO IR.
///
/// # Errors
/// NVIDIA's nvJitLink is not installed, or refuses the units; the text is for the log.
pub(crate) fn ptx(units: &[(String, Vec<u8>)], options: &[String]) -> Result<String, String> {
    let library = nvidia::jit_link().ok_or_else(|| {
        let (name, _) = &units[0];
        format!(
            "{name}: LTO IR is NVIDIA's own format, and NVIDIA's nvJitLink is not installed: hand over PTX"
        )
    })?;
    let mut words: Vec<&str> = options.iter().map(String::as_str).collect();
    words.extend(["-lto", "-ptx"].iter().filter(|word| !options.iter().any(|known| known == *word)));
    let link = Link::new(library, &words)?;
    for (name, bytes) in units {
        link.add(name, bytes)?;
    }
    link.complete()
}

impl Link {
    fn new(library: nvidia::Library, words: &[&str]) -> Result<Link, String> {
        type Create = unsafe extern "C" fn(*mut Handle, u32, *const *const c_char) -> Code;
        let create = function!(library, c"nvJitLinkCreate", Create)?;
        let texts: Vec<CString> = words.iter().filter_map(|word| CString::new(*word).ok()).collect();
        let pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        let mut handle = std::ptr::null_mut();
        // SAFETY: a local's address, and an array of texts.
        match unsafe { create(&raw mut handle, pointers.len() as u32, pointers.as_ptr()) } {
            0 => Ok(Link { library, handle }),
            code => Err(format!("NVIDIA's nvJitLink refuses the options {words:?}: code {code}")),
        }
    }

    fn add(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        type Add = unsafe extern "C" fn(Handle, u32, *const u8, usize, *const c_char) -> Code;
        let add = function!(self.library, c"nvJitLinkAddData", Add)?;
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: a valid handle, bytes with their length, and a text.
        self.check(unsafe { add(self.handle, INPUT, bytes.as_ptr(), bytes.len(), name.as_ptr()) })
    }

    fn complete(self) -> Result<String, String> {
        let complete = function!(self.library, c"nvJitLinkComplete", unsafe extern "C" fn(Handle) -> Code)?;
        // SAFETY: a valid handle.
        self.check(unsafe { complete(self.handle) })?;
        let (code, text) = self.text(c"nvJitLinkGetLinkedPtxSize", c"nvJitLinkGetLinkedPtx")?;
        self.check(code)?;
        let text = String::from_utf8(text).map_err(|_| "NVIDIA's nvJitLink made no text".to_owned())?;
        Ok(text.trim_end_matches('\0').to_owned())
    }

    /// Returns a text of the library's, by the functions that have its size and copy it, with the code of the
    /// first that fails.
    fn text(&self, size: &'static CStr, get: &'static CStr) -> Result<(Code, Vec<u8>), String> {
        let size = function!(self.library, size, unsafe extern "C" fn(Handle, *mut usize) -> Code)?;
        let get = function!(self.library, get, unsafe extern "C" fn(Handle, *mut u8) -> Code)?;
        let mut length = 0;
        // SAFETY: a valid handle, and a local's address.
        let sized = unsafe { size(self.handle, &raw mut length) };
        if sized != 0 {
            return Ok((sized, Vec::new()));
        }
        let mut text = vec![0; length];
        // SAFETY: as many bytes as the library wants.
        let code = unsafe { get(self.handle, text.as_mut_ptr()) };
        Ok((code, text))
    }

    /// Returns the library's own message after a failure.
    fn check(&self, code: Code) -> Result<(), String> {
        if code == 0 {
            return Ok(());
        }
        let (_, text) = self.text(c"nvJitLinkGetErrorLogSize", c"nvJitLinkGetErrorLog")?;
        let text = String::from_utf8_lossy(&text);
        Err(format!("NVIDIA's nvJitLink: code {code}: {}", text.trim_end_matches('\0').trim_end()))
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Ok(destroy) =
            function!(self.library, c"nvJitLinkDestroy", unsafe extern "C" fn(*mut Handle) -> Code)
        {
            // SAFETY: a valid handle, which is given up.
            unsafe { destroy(&raw mut self.handle) };
        }
    }
}
