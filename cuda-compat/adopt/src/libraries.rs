//! Our libraries, and the names that they answer to.

use std::ffi::{CStr, CString, OsStr, c_void};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Libraries that ours stand for only where NVIDIA's are installed, and the file that has their functions:
/// Numba compiles to LTO IR, which is NVIDIA's own, as soon as it finds an nvJitLink, and programs that find
/// cuDNN use it.
const REPLACED: [(&str, &str); 3] = [
    ("libcudnn.so.9", "libhipcudnn.so"),
    ("libnvJitLink.so.12", "libnvrtc.so.12"),
    ("libnvJitLink.so.13", "libnvrtc.so.13"),
];

/// Our libraries: all that lie beside this one, by their names.
pub(crate) struct Libraries(Vec<(String, CString)>);

impl Libraries {
    /// The libraries in the directory of this one; none if it cannot be told.
    pub(crate) fn own() -> &'static Libraries {
        static OWN: OnceLock<Libraries> = OnceLock::new();
        OWN.get_or_init(|| Libraries(folder().and_then(|folder| libraries(&folder).ok()).unwrap_or_default()))
    }

    /// Returns the path of our library if a name or path asks for it.
    pub(crate) fn replacement(&self, wanted: &CStr) -> Option<&CStr> {
        let file = wanted.to_bytes().rsplit(|byte| *byte == b'/').next()?;
        if let Some((_, ours)) = REPLACED.iter().find(|(name, _)| is_called(file, name)) {
            let path = Path::new(OsStr::from_bytes(wanted.to_bytes()));
            let is_there = wanted.to_bytes().contains(&b'/') && path.exists();
            return self.path(ours).filter(|_| is_there);
        }
        let found = self.0.iter().find(|(name, _)| is_called(file, name));
        found.map(|(_, path)| path.as_c_str())
    }

    /// Returns whether an object is one of our libraries. These may look for NVIDIA's.
    pub(crate) fn has(&self, name: &CStr) -> bool {
        !name.is_empty() && self.0.iter().any(|(_, own)| own.as_c_str() == name)
    }

    /// Returns the path of our library of a name.
    pub(crate) fn path(&self, name: &str) -> Option<&CStr> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, path)| path.as_c_str())
    }
}

/// Returns names and paths of the libraries in a directory, sorted.
fn libraries(folder: &Path) -> io::Result<Vec<(String, CString)>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("lib") && name.contains(".so") {
            all.extend(CString::new(path.into_os_string().into_encoded_bytes()).map(|path| (name, path)));
        }
    }
    all.sort();
    Ok(all)
}

/// Returns whether a file is a library of this name. Python's wheels carry copies with a digest in their
/// names and a longer version: `libcudart-9335f6a2.so.12.0.107`.
fn is_called(file: &[u8], name: &str) -> bool {
    let Some((stem, version)) = name.split_once(".so.") else { return file == name.as_bytes() };
    let Some(rest) = file.strip_prefix(stem.as_bytes()) else { return false };
    let digest = rest
        .strip_prefix(b"-")
        .map_or(0, |rest| 1 + rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count());
    let Some(found) = rest[digest..].strip_prefix(b".so.") else { return false };
    found.strip_prefix(version.as_bytes()).is_some_and(|more| more.is_empty() || more[0] == b'.')
}

/// Returns the directory of this library.
fn folder() -> Option<PathBuf> {
    let mut about = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the address of a function, and room for the answer, in which zeros are valid.
    let about = unsafe {
        libc::dladdr(folder as fn() -> Option<PathBuf> as *const c_void, about.as_mut_ptr());
        about.assume_init()
    };
    if about.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the name of the object, which is never unloaded.
    let own = unsafe { CStr::from_ptr(about.dli_fname) };
    Some(Path::new(OsStr::from_bytes(own.to_bytes())).parent()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::is_called;

    #[test]
    fn copies_in_wheels_are_recognised() {
        for file in ["libcudart.so.12", "libcudart.so.12.9.79", "libcudart-9335f6a2.so.12.0.107"] {
            assert!(is_called(file.as_bytes(), "libcudart.so.12"), "{file}");
        }
        for file in [
            "libcudart.so.13",
            "libcudart.so.120",
            "libcudart.so",
            "libcudart_static.so.12",
            "libcudart-x.so.12",
        ] {
            assert!(!is_called(file.as_bytes(), "libcudart.so.12"), "{file}");
        }
        assert!(is_called(b"libcuda.so", "libcuda.so") && !is_called(b"libcuda.so.1", "libcuda.so"));
    }
}
