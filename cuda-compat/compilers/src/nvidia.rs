//! NVIDIA's NVRTC and nvJitLink, if they are installed: they are loaded from where Python's packages and
//! toolkits have them.

use std::ffi::{CStr, CString, OsStr, c_int, c_void};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Directories below Python's `site-packages` that hold the libraries, of CUDA 13 and 12.
const PACKAGES: [&str; 3] = ["nvidia/cu13/lib", "nvidia/cuda_nvrtc/lib", "nvidia/nvjitlink/lib"];

/// Variables that name a toolkit or an environment, and directories below it.
const VARIABLES: [&str; 3] = ["CUDA_PATH", "CUDA_HOME", "CONDA_PREFIX"];
const BELOW: [&str; 3] = ["lib64", "lib", "targets/x86_64-linux/lib"];

/// Directories of a toolkit that is installed for all.
const INSTALLED: [&str; 3] = ["/usr/local/cuda/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib64"];

/// A loaded library.
#[derive(Clone, Copy)]
pub(crate) struct Library(usize);

impl Library {
    /// Returns the function of a name.
    pub(crate) fn function(self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: a handle that stays valid, and a name that ends in a zero.
        let found = unsafe { libc::dlsym(std::ptr::with_exposed_provenance_mut(self.0), name.as_ptr()) };
        (!found.is_null()).then_some(found)
    }
}

/// Returns NVIDIA's NVRTC of the version that this library stands for. It is looked for once.
pub(crate) fn nvrtc() -> Option<Library> {
    static FOUND: OnceLock<Option<Library>> = OnceLock::new();
    *FOUND.get_or_init(|| find("libnvrtc.so."))
}

/// Returns NVIDIA's nvJitLink of the same version. It is looked for once.
pub(crate) fn jit_link() -> Option<Library> {
    static FOUND: OnceLock<Option<Library>> = OnceLock::new();
    *FOUND.get_or_init(|| find("libnvJitLink.so."))
}

/// Finds a library of this one's version by its name without the version.
fn find(stem: &str) -> Option<Library> {
    let own = own_file()?;
    let major = own.file_name()?.to_str()?.rsplit(".so.").next()?.split('.').next()?.to_owned();
    let name = format!("{stem}{major}");
    // With `libhipadopt`, the path without the dot may be a name of this library, to the dynamic linker.
    let files = directories().into_iter().map(|directory| directory.join(".").join(&name));
    files.filter(|file| !is_same(file, &own)).find_map(|file| load(&file))
}

/// Returns the file that this library was loaded from.
fn own_file() -> Option<PathBuf> {
    let mut about = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the address of a function, and room for the answer, in which zeros are valid.
    let about = unsafe {
        libc::dladdr(own_file as fn() -> Option<PathBuf> as *const c_void, about.as_mut_ptr());
        about.assume_init()
    };
    if about.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the name of an object that is never unloaded.
    Some(PathBuf::from(OsStr::from_bytes(unsafe { CStr::from_ptr(about.dli_fname) }.to_bytes())))
}

/// Returns whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(|path| path.canonicalize().ok());
    one.is_some() && one == other
}

fn load(file: &Path) -> Option<Library> {
    if !file.exists() {
        return None;
    }
    let path = CString::new(file.as_os_str().as_bytes()).ok()?;
    // SAFETY: a path that ends in a zero; NVIDIA's library has constructors that need nothing of the program.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    (!handle.is_null()).then(|| Library(handle.expose_provenance()))
}

/// Returns the directories in which the libraries may be, in order.
fn directories() -> Vec<PathBuf> {
    let packages = sites().into_iter().flat_map(|site| PACKAGES.map(|below| site.join(below)));
    let named = VARIABLES.iter().filter_map(std::env::var_os).map(PathBuf::from);
    let named = named.flat_map(|root| BELOW.map(|below| root.join(below)));
    packages.chain(named).chain(INSTALLED.map(PathBuf::from)).collect()
}

/// Returns the `site-packages` directories that loaded objects come from.
fn sites() -> Vec<PathBuf> {
    /// Adds the directory of an object.
    ///
    /// # Safety
    /// `dl_iterate_phdr` calls with its record and the list.
    unsafe extern "C" fn add(object: *mut libc::dl_phdr_info, _: usize, list: *mut c_void) -> c_int {
        // SAFETY: as the caller says; a name ends in a zero.
        let (name, list) = unsafe { ((*object).dlpi_name, &mut *list.cast::<Vec<PathBuf>>()) };
        if !name.is_null() {
            // SAFETY: as above.
            let path = PathBuf::from(std::ffi::OsString::from_vec(
                unsafe { CStr::from_ptr(name) }.to_bytes().to_vec(),
            ));
            let is_site = |path: &&Path| path.ends_with("site-packages") || path.ends_with("dist-packages");
            if let Some(site) =
                path.ancestors().find(is_site).filter(|site| !list.iter().any(|known| known == site))
            {
                list.push(site.to_owned());
            }
        }
        0
    }
    let mut list: Vec<PathBuf> = Vec::new();
    // SAFETY: the callback gets this list.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut list).cast()) };
    list
}
