//! NVRTC: each function goes to NVIDIA's if it is installed, else to hipRTC's of the same meaning.
//!
//! Machine code is PTX here, in both cases: `sm_90` is compiled as `compute_90`.

use crate::nvidia;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

/// `nvrtcResult`
type Code = u32;

const SUCCESS: Code = 0;
const INVALID_INPUT: Code = 3;
const BUILTIN_OPERATION_FAILURE: Code = 7;

/// Names of the results that hipRTC has, too.
const NAMES: [&CStr; 12] = [
    c"NVRTC_SUCCESS",
    c"NVRTC_ERROR_OUT_OF_MEMORY",
    c"NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
    c"NVRTC_ERROR_INVALID_INPUT",
    c"NVRTC_ERROR_INVALID_PROGRAM",
    c"NVRTC_ERROR_INVALID_OPTION",
    c"NVRTC_ERROR_COMPILATION",
    c"NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
    c"NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
    c"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
    c"NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
    c"NVRTC_ERROR_INTERNAL_ERROR",
];

/// Architectures that hipRTC compiles for; variants with a letter count as these.
const ARCHITECTURES: [c_int; 14] = [50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90];

/// Returns a function of NVIDIA's library as a function of a type.
macro_rules! nvidias {
    ($name:literal, $type:ty) => {
        nvidia::nvrtc().and_then(|library| library.function($name)).map(|function| {
            // SAFETY: NVRTC's function of this name has these classes of arguments.
            unsafe { std::mem::transmute::<*mut c_void, $type>(function) }
        })
    };
}

/// Defines functions `name(arguments)`, of which NVIDIA's and hipRTC's have the given names. All arguments
/// are integers or pointers.
macro_rules! passed {
    ($($name:ident($($arg:ident),*) = $nvidias:literal, $hips:ident;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`")]
        ///
        /// # Safety
        /// Arguments are as NVRTC documents them.
        #[expect(non_snake_case, reason = "CUDA's name")]
        pub unsafe extern "C" fn $name($($arg: usize),*) -> Code {
            unsafe extern "C" {
                fn $hips($($arg: usize),*) -> Code;
            }
            match nvidias!($nvidias, unsafe extern "C" fn($(passed!(@ $arg)),*) -> Code) {
                // SAFETY: as the caller says.
                Some(function) => unsafe { function($($arg),*) },
                // SAFETY: as the caller says.
                None => unsafe { $hips($($arg),*) },
            }
        }
    )*};
    (@ $arg:ident) => { usize };
}

passed! {
    nvrtcAddNameExpression(a, b) = c"nvrtcAddNameExpression", hiprtcAddNameExpression;
    nvrtcCreateProgram(a, b, c, d, e, f) = c"nvrtcCreateProgram", hiprtcCreateProgram;
    nvrtcDestroyProgram(a) = c"nvrtcDestroyProgram", hiprtcDestroyProgram;
    nvrtcGetCUBIN(a, b) = c"nvrtcGetPTX", hiprtcGetCode;
    nvrtcGetCUBINSize(a, b) = c"nvrtcGetPTXSize", hiprtcGetCodeSize;
    nvrtcGetLoweredName(a, b, c) = c"nvrtcGetLoweredName", hiprtcGetLoweredName;
    nvrtcGetPTX(a, b) = c"nvrtcGetPTX", hiprtcGetCode;
    nvrtcGetPTXSize(a, b) = c"nvrtcGetPTXSize", hiprtcGetCodeSize;
    nvrtcGetProgramLog(a, b) = c"nvrtcGetProgramLog", hiprtcGetProgramLog;
    nvrtcGetProgramLogSize(a, b) = c"nvrtcGetProgramLogSize", hiprtcGetProgramLogSize;
}

/// Defines functions that only NVIDIA's library has; without it they are refused by name.
macro_rules! only_nvidias {
    ($($name:ident($($arg:ident),*) = $nvidias:literal;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`")]
        ///
        /// # Safety
        /// Arguments are as NVRTC documents them.
        #[expect(non_snake_case, reason = "CUDA's name")]
        pub unsafe extern "C" fn $name($($arg: usize),*) -> Code {
            match nvidias!($nvidias, unsafe extern "C" fn($(passed!(@ $arg)),*) -> Code) {
                // SAFETY: as the caller says.
                Some(function) => unsafe { function($($arg),*) },
                None => {
                    static SAID: AtomicBool = AtomicBool::new(false);
                    if !SAID.swap(true, Ordering::Relaxed) {
                        eprintln!("nvrtc: {} is not implemented", stringify!($name));
                    }
                    BUILTIN_OPERATION_FAILURE
                }
            }
        }
    )*};
}

only_nvidias! {
    nvrtcGetBundledHeadersInfo(a, b) = c"nvrtcGetBundledHeadersInfo";
    nvrtcGetLTOIR(a, b) = c"nvrtcGetLTOIR";
    nvrtcGetLTOIRSize(a, b) = c"nvrtcGetLTOIRSize";
    nvrtcGetOptiXIR(a, b) = c"nvrtcGetOptiXIR";
    nvrtcGetOptiXIRSize(a, b) = c"nvrtcGetOptiXIRSize";
    nvrtcGetPCHCreateStatus(a) = c"nvrtcGetPCHCreateStatus";
    nvrtcGetPCHHeapSize(a) = c"nvrtcGetPCHHeapSize";
    nvrtcGetPCHHeapSizeRequired(a, b) = c"nvrtcGetPCHHeapSizeRequired";
    nvrtcGetTileIR(a, b) = c"nvrtcGetTileIR";
    nvrtcGetTileIRSize(a, b) = c"nvrtcGetTileIRSize";
    nvrtcInstallBundledHeaders(a, b, c) = c"nvrtcInstallBundledHeaders";
    nvrtcRemoveBundledHeaders(a, b) = c"nvrtcRemoveBundledHeaders";
    nvrtcSetFlowCallback(a, b, c) = c"nvrtcSetFlowCallback";
    nvrtcSetPCHHeapSize(a) = c"nvrtcSetPCHHeapSize";
}

/// `nvrtcVersion`: NVIDIA's version, or the first of this major version.
///
/// # Safety
/// The pointers are null or lead to numbers.
pub unsafe fn version(own: c_int, major: *mut c_int, minor: *mut c_int) -> Code {
    if let Some(function) = nvidias!(c"nvrtcVersion", unsafe extern "C" fn(*mut c_int, *mut c_int) -> Code) {
        // SAFETY: as the caller says.
        return unsafe { function(major, minor) };
    }
    if major.is_null() || minor.is_null() {
        return INVALID_INPUT;
    }
    // SAFETY: not null, and the caller's.
    unsafe {
        *major = own;
        *minor = 0;
    }
    SUCCESS
}

/// `const char *nvrtcGetErrorString(nvrtcResult result)`
pub extern "C" fn error_string(code: Code) -> *const c_char {
    if let Some(function) = nvidias!(c"nvrtcGetErrorString", unsafe extern "C" fn(Code) -> *const c_char) {
        // SAFETY: takes any number.
        return unsafe { function(code) };
    }
    NAMES.get(code as usize).map_or(c"NVRTC_ERROR unknown", |name| name).as_ptr()
}

/// `nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs)`
///
/// # Safety
/// The pointer is null or leads to a number.
pub unsafe extern "C" fn architecture_count(to: *mut c_int) -> Code {
    if let Some(function) = nvidias!(c"nvrtcGetNumSupportedArchs", unsafe extern "C" fn(*mut c_int) -> Code) {
        // SAFETY: as the caller says.
        return unsafe { function(to) };
    }
    if to.is_null() {
        return INVALID_INPUT;
    }
    // SAFETY: not null, and the caller's.
    unsafe { *to = ARCHITECTURES.len() as c_int };
    SUCCESS
}

/// `nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs)`
///
/// # Safety
/// The pointer is null or has room for as many numbers as there are architectures.
pub unsafe extern "C" fn architectures(to: *mut c_int) -> Code {
    if let Some(function) = nvidias!(c"nvrtcGetSupportedArchs", unsafe extern "C" fn(*mut c_int) -> Code) {
        // SAFETY: as the caller says.
        return unsafe { function(to) };
    }
    if to.is_null() {
        return INVALID_INPUT;
    }
    // SAFETY: not null, and it has room.
    unsafe { std::ptr::copy_nonoverlapping(ARCHITECTURES.as_ptr(), to, ARCHITECTURES.len()) };
    SUCCESS
}

/// `nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options)`
///
/// # Safety
/// The options are as many texts that end in a zero.
pub unsafe extern "C" fn compile(program: *mut c_void, count: c_int, options: *const *const c_char) -> Code {
    type Compile = unsafe extern "C" fn(*mut c_void, c_int, *const *const c_char) -> Code;
    unsafe extern "C" {
        fn hiprtcCompileProgram(program: *mut c_void, count: c_int, options: *const *const c_char) -> Code;
    }
    let Ok(length) = usize::try_from(count) else { return INVALID_INPUT };
    if length > 0 && options.is_null() {
        return INVALID_INPUT;
    }
    let at = |n: usize| {
        // SAFETY: within the caller's array, whose texts end in a zero.
        let option = unsafe { options.add(n).read() };
        // SAFETY: as above.
        (!option.is_null()).then(|| unsafe { CStr::from_ptr(option) })
    };
    let Some(words) = (0..length).map(at).collect::<Option<Vec<_>>>() else { return INVALID_INPUT };
    let mut words: Vec<CString> = words.into_iter().map(virtual_architecture).collect();
    let nvidias = nvidias!(c"nvrtcCompileProgram", Compile);
    if nvidias.is_none() {
        words.push(c"--cuda-names".to_owned());
    }
    let pointers: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
    let count = c_int::try_from(pointers.len()).unwrap_or(c_int::MAX);
    match nvidias {
        // SAFETY: our own array of texts; the program is the caller's.
        Some(function) => unsafe { function(program, count, pointers.as_ptr()) },
        // SAFETY: as above.
        None => unsafe { hiprtcCompileProgram(program, count, pointers.as_ptr()) },
    }
}

/// Returns an option with the virtual architecture in place of a real one, whose machine code nothing runs
/// here: `-arch=sm_90`, or `sm_90` in a word of its own.
fn virtual_architecture(option: &CStr) -> CString {
    let text = option.to_bytes();
    let head = text.iter().position(|byte| *byte == b'=').map_or(0, |at| at + 1);
    let is_architecture = matches!(&text[..head], b"" | b"-arch=" | b"--gpu-architecture=");
    match text[head..].strip_prefix(b"sm_").filter(|_| is_architecture) {
        Some(number) => CString::new([&text[..head], b"compute_", number].concat()).unwrap_or_default(),
        None => option.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::virtual_architecture;

    #[test]
    fn real_architectures_become_virtual_ones() {
        for (option, becomes) in [
            (c"-arch=sm_90a", c"-arch=compute_90a"),
            (c"--gpu-architecture=sm_80", c"--gpu-architecture=compute_80"),
            (c"sm_75", c"compute_75"),
            (c"-arch=compute_80", c"-arch=compute_80"),
            (c"-DNAME=sm_80", c"-DNAME=sm_80"),
        ] {
            assert_eq!(virtual_architecture(option).as_c_str(), becomes);
        }
    }
}
