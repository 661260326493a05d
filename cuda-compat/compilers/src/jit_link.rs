//! nvJitLink on the linker of crate `ptx`: inputs are PTX, alone or in containers, and the result is PTX,
//! also where a client asks for machine code.

use crate::lto;
use fatbin::nvidia::write::{NewEntry, Packing, fatbin as pack};
use ptx::link::{Unit, link};
use std::ffi::{CStr, c_char, c_void};

/// `nvJitLinkResult`
type Code = u32;

const SUCCESS: Code = 0;
const UNRECOGNIZED_OPTION: Code = 1;
const MISSING_ARCHITECTURE: Code = 2;
const INVALID_INPUT: Code = 3;
const PTX_COMPILE: Code = 4;
const UNRECOGNIZED_INPUT: Code = 8;
const FINALIZE: Code = 9;
const NULL_INPUT: Code = 10;
const NOT_LTO: Code = 18;

/// Kinds of inputs: `nvJitLinkInputType`.
const INPUT_LTO: u32 = 3;
const INPUT_LIBRARY: u32 = 6;
const INPUT_INDEX: u32 = 7;

/// NVIDIA's device runtime, which kernels are linked with that launch kernels or synchronise grids.
const DEVICE_RUNTIME: &str = "libcudadevrt.a";

/// First options of nvJitLink's; those that mean machine code or optimisation change nothing here.
const OPTIONS: [&str; 26] = [
    "-arch=",
    "-maxrregcount=",
    "-time",
    "-verbose",
    "-lto",
    "-ptx",
    "-O",
    "-g",
    "-lineinfo",
    "-ftz=",
    "-prec-div=",
    "-prec-sqrt=",
    "-fma=",
    "-kernels-used=",
    "-variables-used=",
    "-optimize-unused-variables",
    "-Xptxas=",
    "-Xnvvm=",
    "-nocache",
    "-device-stack-protector",
    "-split-compile",
    "-r",
    "-no-cache",
    "-jump-table-density=",
    "-cubin",
    "-G",
];

/// A link.
#[derive(Debug, Default)]
struct Link {
    /// Compute capability, times ten.
    architecture: u32,
    /// Names and PTX.
    inputs: Vec<(String, String)>,
    /// Names and LTO IR, which NVIDIA's nvJitLink makes PTX of.
    lto: Vec<(String, Vec<u8>)>,
    /// Options, for NVIDIA's nvJitLink.
    options: Vec<String>,
    /// PTX, ended by a zero.
    linked: Option<Vec<u8>>,
    /// The same in a container, in the place of machine code.
    packed: Vec<u8>,
    errors: String,
}

impl Link {
    fn fail(&mut self, code: Code, why: &str) -> Code {
        self.errors.truncate(self.errors.trim_end_matches('\0').len());
        self.errors += "nvJitLink: error: ";
        self.errors += why;
        self.errors.push('\n');
        code
    }

    fn add(&mut self, kind: u32, name: &str, bytes: &[u8]) -> Code {
        match kind {
            INPUT_LTO => {
                self.lto.push((name.to_owned(), bytes.to_vec()));
                SUCCESS
            }
            // Its functions are part of the software device, and it has machine code alone.
            INPUT_LIBRARY if name.ends_with(DEVICE_RUNTIME) => SUCCESS,
            INPUT_INDEX => self.fail(UNRECOGNIZED_INPUT, &format!("{name}: index files are not supported")),
            INPUT_LIBRARY => match fatbin::host::members(bytes) {
                Ok(members) => {
                    let with_code =
                        |bytes: &[u8]| fatbin::host::sections(bytes).is_ok_and(|found| !found.is_empty());
                    for (member, bytes) in members.into_iter().filter(|(_, bytes)| with_code(bytes)) {
                        match self.add_image(&format!("{name}({member})"), bytes) {
                            SUCCESS => {}
                            code => return code,
                        }
                    }
                    SUCCESS
                }
                Err(error) => self.fail(INVALID_INPUT, &format!("{name}: {error}")),
            },
            _ => self.add_image(name, bytes),
        }
    }

    /// Adds the PTX of an image, which is text or a container.
    fn add_image(&mut self, name: &str, bytes: &[u8]) -> Code {
        let text = match fatbin::ptx(bytes, self.architecture) {
            Ok(found) => found.text.trim_end_matches('\0').to_owned(),
            Err(error) => return self.fail(INVALID_INPUT, &format!("{name}: {error}")),
        };
        if let Err(wrong) = ptx::Module::parse(&text) {
            return self.fail(PTX_COMPILE, &format!("{name}: {wrong}"));
        }
        self.inputs.push((name.to_owned(), text));
        SUCCESS
    }

    fn complete(&mut self) -> Code {
        if !self.lto.is_empty() {
            match lto::ptx(&self.lto, &self.options) {
                Ok(text) => self.inputs.push(("LTO IR".to_owned(), text)),
                Err(why) => return self.fail(FINALIZE, &why),
            }
        }
        let units: Vec<Unit<'_>> = self.inputs.iter().map(|(name, text)| Unit { name, text }).collect();
        match link(&units) {
            Ok(text) => {
                let version = ptx::Module::parse(&text).map_or((7, 0), |module| module.version);
                let version = (version.0 as u16, version.1 as u16);
                self.packed = pack([NewEntry::ptx(&text, self.architecture, version, Packing::Plain)]);
                let mut text = text.into_bytes();
                text.push(0);
                self.linked = Some(text);
                SUCCESS
            }
            Err(wrong) => {
                for error in wrong {
                    self.fail(FINALIZE, &error.to_string());
                }
                FINALIZE
            }
        }
    }
}

/// Returns the compute capability, times ten, of an architecture: `sm_90a`, `compute_80`.
fn capability(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("sm_").or_else(|| name.strip_prefix("compute_"))?;
    digits.trim_end_matches(['a', 'f']).parse().ok()
}

/// Reads options; reports the first that is unknown.
fn options(words: &[&str]) -> Result<Link, Code> {
    let unknown = words.iter().any(|word| !OPTIONS.iter().any(|known| word.starts_with(known)));
    if unknown {
        return Err(UNRECOGNIZED_OPTION);
    }
    let name = words.iter().find_map(|word| word.strip_prefix("-arch="));
    let architecture = capability(name.ok_or(MISSING_ARCHITECTURE)?).ok_or(UNRECOGNIZED_OPTION)?;
    let options = words.iter().map(|word| (*word).to_owned()).collect();
    Ok(Link { architecture, options, ..Link::default() })
}

/// Returns the link of a handle.
///
/// # Safety
/// The handle is null or came from [`create`], and no other thread uses it.
unsafe fn link_of<'a>(handle: *mut c_void) -> Option<&'a mut Link> {
    // SAFETY: as the caller says.
    unsafe { handle.cast::<Link>().as_mut() }
}

/// Returns a text of C, or a default.
///
/// # Safety
/// The pointer is null or leads to a text that ends in a zero.
unsafe fn text<'a>(pointer: *const c_char, default: &'a str) -> std::borrow::Cow<'a, str> {
    if pointer.is_null() {
        return default.into();
    }
    // SAFETY: as the caller says.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy()
}

/// `nvJitLinkVersion`
///
/// # Safety
/// The pointers are null or lead to numbers.
pub unsafe fn version(own: u32, major: *mut u32, minor: *mut u32) -> Code {
    if major.is_null() || minor.is_null() {
        return NULL_INPUT;
    }
    // SAFETY: not null, and the caller's.
    unsafe {
        *major = own;
        // Clients look for the functions of the release that they were built with.
        *minor = 9;
    }
    SUCCESS
}

/// `nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t numOptions, const char **options)`
///
/// # Safety
/// The first pointer is null or leads to a handle; the options are as many texts that end in a zero.
pub unsafe extern "C" fn create(handle: *mut *mut c_void, count: u32, words: *const *const c_char) -> Code {
    if handle.is_null() || count > 0 && words.is_null() {
        return NULL_INPUT;
    }
    // SAFETY: within the caller's array.
    let words: Vec<_> = (0..count as usize).map(|n| unsafe { text(words.add(n).read(), "") }).collect();
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match options(&words) {
        Ok(link) => {
            // SAFETY: not null, and the caller's.
            unsafe { *handle = Box::into_raw(Box::new(link)).cast() };
            SUCCESS
        }
        Err(code) => code,
    }
}

/// `nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle)`
///
/// # Safety
/// The pointer is null or leads to a handle of [`create`].
pub unsafe extern "C" fn destroy(handle: *mut *mut c_void) -> Code {
    if handle.is_null() {
        return NULL_INPUT;
    }
    // SAFETY: not null, and the caller's.
    let link = unsafe { handle.replace(std::ptr::null_mut()) };
    if link.is_null() {
        return NULL_INPUT;
    }
    // SAFETY: made by `Box::into_raw`, and the caller gives it up.
    drop(unsafe { Box::from_raw(link.cast::<Link>()) });
    SUCCESS
}

/// `nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType inputType, const void *data,
/// size_t size, const char *name)`
///
/// # Safety
/// The handle is null or valid; the data has `size` bytes; the name is null or ends in a zero.
pub unsafe extern "C" fn add_data(
    handle: *mut c_void,
    kind: u32,
    data: *const u8,
    size: usize,
    name: *const c_char,
) -> Code {
    // SAFETY: as the caller says.
    let Some(link) = (unsafe { link_of(handle) }) else { return NULL_INPUT };
    if data.is_null() {
        return NULL_INPUT;
    }
    // SAFETY: as the caller says.
    let (bytes, name) = unsafe { (std::slice::from_raw_parts(data, size), text(name, "input")) };
    link.add(kind, &name, bytes)
}

/// `nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType inputType, const char
/// *fileName)`
///
/// # Safety
/// The handle is null or valid; the name is null or ends in a zero.
pub unsafe extern "C" fn add_file(handle: *mut c_void, kind: u32, name: *const c_char) -> Code {
    // SAFETY: as the caller says.
    let Some(link) = (unsafe { link_of(handle) }) else { return NULL_INPUT };
    if name.is_null() {
        return NULL_INPUT;
    }
    // SAFETY: as the caller says.
    let name = unsafe { text(name, "") };
    match std::fs::read(&*name) {
        Ok(bytes) => link.add(kind, &name, &bytes),
        Err(error) => link.fail(INVALID_INPUT, &format!("{name}: {error}")),
    }
}

/// `nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle)`
///
/// # Safety
/// The handle is null or valid.
pub unsafe extern "C" fn complete(handle: *mut c_void) -> Code {
    // SAFETY: as the caller says.
    unsafe { link_of(handle) }.map_or(NULL_INPUT, Link::complete)
}

/// Functions that report a size, and those that copy as many bytes.
macro_rules! answers {
    ($($(#[$meta:meta])* $size:ident, $bytes:ident = |$link:ident| $what:expr;)*) => {$(
        $(#[$meta])*
        ///
        /// # Safety
        /// The handle is null or valid; the pointer is null or leads to a number.
        pub unsafe extern "C" fn $size(handle: *mut c_void, to: *mut usize) -> Code {
            // SAFETY: as the caller says.
            let Some($link) = (unsafe { link_of(handle) }) else { return NULL_INPUT };
            let found: Option<&[u8]> = $what;
            let Some(found) = found else { return FINALIZE };
            if to.is_null() {
                return NULL_INPUT;
            }
            // SAFETY: not null, and the caller's.
            unsafe { *to = found.len() };
            SUCCESS
        }

        $(#[$meta])*
        ///
        /// # Safety
        /// The handle is null or valid; the pointer is null or has room for as many bytes.
        pub unsafe extern "C" fn $bytes(handle: *mut c_void, to: *mut u8) -> Code {
            // SAFETY: as the caller says.
            let Some($link) = (unsafe { link_of(handle) }) else { return NULL_INPUT };
            let found: Option<&[u8]> = $what;
            let Some(found) = found else { return FINALIZE };
            if to.is_null() {
                return NULL_INPUT;
            }
            // SAFETY: not null, and it has room.
            unsafe { std::ptr::copy_nonoverlapping(found.as_ptr(), to, found.len()) };
            SUCCESS
        }
    )*};
}

answers! {
    /// `nvJitLinkGetErrorLogSize`, `nvJitLinkGetErrorLog`
    error_log_size, error_log = |link| Some(terminated(&mut link.errors));
    /// `nvJitLinkGetInfoLogSize`, `nvJitLinkGetInfoLog`: nothing is ever said.
    info_log_size, info_log = |_link| Some(&[0]);
    /// `nvJitLinkGetLinkedCubinSize`, `nvJitLinkGetLinkedCubin`
    linked_cubin_size, linked_cubin = |link| link.linked.as_ref().map(|_| &*link.packed);
    /// `nvJitLinkGetLinkedPtxSize`, `nvJitLinkGetLinkedPtx`
    linked_ptx_size, linked_ptx = |link| link.linked.as_deref();
}

/// Returns a text with a zero at its end.
fn terminated(text: &mut String) -> &[u8] {
    if !text.ends_with('\0') {
        text.push('\0');
    }
    text.as_bytes()
}

/// `nvJitLinkGetLinkedLTOIR`, `nvJitLinkGetLinkedLTOIRSize`: no link has LTO IR as its result.
pub extern "C" fn linked_lto(_: *mut c_void, _: *mut c_void) -> Code {
    NOT_LTO
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = ".version 7.0\n.target sm_70\n.address_size 64\n\
        .extern .func (.param .b32 r) twice(.param .b32 a);\n\
        .visible .entry kernel(.param .u64 out)\n{\nret;\n}\n";

    #[test]
    fn units_are_linked_and_errors_are_named() {
        let mut link = options(&["-arch=sm_90a", "-lineinfo", "-O3"]).expect("known options");
        assert_eq!(link.architecture, 90);
        assert_eq!(link.add(2, "kernel.ptx", KERNEL.as_bytes()), SUCCESS);
        assert_eq!(link.add(INPUT_LIBRARY, "/cuda/lib/libcudadevrt.a", b"!<arch>\n"), SUCCESS);
        assert_eq!(link.complete(), SUCCESS, "{}", link.errors);
        let found = fatbin::ptx(&link.packed, 90).expect("a container with PTX");
        assert!(found.text.contains(".entry kernel"));
        assert_eq!(link.add(7, "unit", b"\x7f"), UNRECOGNIZED_INPUT);
        assert_eq!(link.add(2, "bad.ptx", b".version 7.0\n.target sm_70\nnonsense\n"), PTX_COMPILE);
        assert!(
            link.errors.contains("unit: index files are not supported")
                && link.errors.contains("bad.ptx: ptxas"),
            "{}",
            link.errors
        );
    }

    #[test]
    fn options_are_checked() {
        assert_eq!(options(&["-lto"]).expect_err("no architecture"), MISSING_ARCHITECTURE);
        assert_eq!(options(&["-arch=sm_90", "-bogus"]).expect_err("no option"), UNRECOGNIZED_OPTION);
    }
}
