//! CUDA's compilers at run time, by their names: NVRTC (`nvrtc`) and nvJitLink (`jit_link`).
//!
//! Both make PTX where a client asks for machine code: a software device loads PTX. If NVIDIA's NVRTC is
//! installed (`nvidia`), it compiles; else hipRTC does. The linker is ours.

#![expect(unsafe_code, reason = "pointers of C pass through here")]

mod jit_link;
mod lto;
mod nvidia;
pub mod nvrtc;

pub use jit_link::*;

/// Exports functions under C names, for the libraries' version scripts.
#[doc(hidden)]
#[macro_export]
macro_rules! export {
    ($($symbol:ident = $code:path;)*) => {$(
        $crate::label!($symbol, "", $code);
    )*};
}

#[doc(hidden)]
pub use forward::label;

/// Defines the functions of a library of a major version.
#[macro_export]
macro_rules! functions {
    ($major:literal) => {
        use std::ffi::c_int;

        /// `nvrtcResult nvrtcVersion(int *major, int *minor)`
        ///
        /// # Safety
        /// The pointers are null or lead to numbers.
        unsafe extern "C" fn nvrtcVersion(major: *mut c_int, minor: *mut c_int) -> u32 {
            // SAFETY: as the caller says.
            unsafe { $crate::nvrtc::version($major, major, minor) }
        }

        /// `nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor)`
        ///
        /// # Safety
        /// The pointers are null or lead to numbers.
        unsafe extern "C" fn nvJitLinkVersion(major: *mut u32, minor: *mut u32) -> u32 {
            // SAFETY: as the caller says.
            unsafe { $crate::version($major, major, minor) }
        }

        $crate::export! {
            nvrtcVersion = nvrtcVersion;
            nvJitLinkVersion = nvJitLinkVersion;
            nvrtcAddNameExpression = $crate::nvrtc::nvrtcAddNameExpression;
            nvrtcCompileProgram = $crate::nvrtc::compile;
            nvrtcCreateProgram = $crate::nvrtc::nvrtcCreateProgram;
            nvrtcDestroyProgram = $crate::nvrtc::nvrtcDestroyProgram;
            nvrtcGetBundledHeadersInfo = $crate::nvrtc::nvrtcGetBundledHeadersInfo;
            nvrtcGetCUBIN = $crate::nvrtc::nvrtcGetCUBIN;
            nvrtcGetCUBINSize = $crate::nvrtc::nvrtcGetCUBINSize;
            nvrtcGetErrorString = $crate::nvrtc::error_string;
            nvrtcGetLTOIR = $crate::nvrtc::nvrtcGetLTOIR;
            nvrtcGetLTOIRSize = $crate::nvrtc::nvrtcGetLTOIRSize;
            nvrtcGetLoweredName = $crate::nvrtc::nvrtcGetLoweredName;
            nvrtcGetNumSupportedArchs = $crate::nvrtc::architecture_count;
            nvrtcGetOptiXIR = $crate::nvrtc::nvrtcGetOptiXIR;
            nvrtcGetOptiXIRSize = $crate::nvrtc::nvrtcGetOptiXIRSize;
            nvrtcGetPCHCreateStatus = $crate::nvrtc::nvrtcGetPCHCreateStatus;
            nvrtcGetPCHHeapSize = $crate::nvrtc::nvrtcGetPCHHeapSize;
            nvrtcGetPCHHeapSizeRequired = $crate::nvrtc::nvrtcGetPCHHeapSizeRequired;
            nvrtcGetPTX = $crate::nvrtc::nvrtcGetPTX;
            nvrtcGetPTXSize = $crate::nvrtc::nvrtcGetPTXSize;
            nvrtcGetProgramLog = $crate::nvrtc::nvrtcGetProgramLog;
            nvrtcGetProgramLogSize = $crate::nvrtc::nvrtcGetProgramLogSize;
            nvrtcGetSupportedArchs = $crate::nvrtc::architectures;
            nvrtcGetTileIR = $crate::nvrtc::nvrtcGetTileIR;
            nvrtcGetTileIRSize = $crate::nvrtc::nvrtcGetTileIRSize;
            nvrtcInstallBundledHeaders = $crate::nvrtc::nvrtcInstallBundledHeaders;
            nvrtcRemoveBundledHeaders = $crate::nvrtc::nvrtcRemoveBundledHeaders;
            nvrtcSetFlowCallback = $crate::nvrtc::nvrtcSetFlowCallback;
            nvrtcSetPCHHeapSize = $crate::nvrtc::nvrtcSetPCHHeapSize;
            nvJitLinkAddData = $crate::add_data;
            nvJitLinkAddFile = $crate::add_file;
            nvJitLinkComplete = $crate::complete;
            nvJitLinkCreate = $crate::create;
            nvJitLinkDestroy = $crate::destroy;
            nvJitLinkGetErrorLog = $crate::error_log;
            nvJitLinkGetErrorLogSize = $crate::error_log_size;
            nvJitLinkGetInfoLog = $crate::info_log;
            nvJitLinkGetInfoLogSize = $crate::info_log_size;
            nvJitLinkGetLinkedCubin = $crate::linked_cubin;
            nvJitLinkGetLinkedCubinSize = $crate::linked_cubin_size;
            nvJitLinkGetLinkedLTOIR = $crate::linked_lto;
            nvJitLinkGetLinkedLTOIRSize = $crate::linked_lto;
            nvJitLinkGetLinkedPtx = $crate::linked_ptx;
            nvJitLinkGetLinkedPtxSize = $crate::linked_ptx_size;
        }
    };
}
