//! Written by `cargo xtask check --write`: functions of HIP 7.15 that are not implemented yet.
//!
//! Each says its name once on standard error and answers `hipErrorNotSupported`; those that return something else
//! answer nothing. COVERAGE.md lists them.

use crate::entry::Code;
use runtime::Status;
use std::sync::atomic::{AtomicBool, Ordering};

fn complain(name: &str, said: &AtomicBool) {
    if !said.swap(true, Ordering::Relaxed) {
        eprintln!("hip: {name} is not implemented");
    }
}

macro_rules! not_supported {
    ($($name:ident),* $(,)?) => {$(
        /// Not implemented yet.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> Code {
            static SAID: AtomicBool = AtomicBool::new(false);
            complain(stringify!($name), &SAID);
            crate::entry::run(stringify!($name), || Err(runtime::Error::Unsupported { what: stringify!($name) }));
            Status::NotSupported.code()
        }
    )*};
}

macro_rules! nothing {
    ($($name:ident),* $(,)?) => {$(
        /// Not implemented yet.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> usize {
            static SAID: AtomicBool = AtomicBool::new(false);
            complain(stringify!($name), &SAID);
            0
        }
    )*};
}

not_supported! {
    hipBindTexture,
    hipBindTexture2D,
    hipBindTextureToArray,
    hipBindTextureToMipmappedArray,
    hipCtxDisablePeerAccess,
    hipCtxEnablePeerAccess,
    hipDestroyExternalMemory,
    hipDestroyExternalSemaphore,
    hipDeviceDisablePeerAccess,
    hipDeviceEnablePeerAccess,
    hipDeviceGetDefaultMemPool,
    hipDeviceGetMemPool,
    hipDeviceGetP2PAttribute,
    hipDeviceSetMemPool,
    hipDrvMemDiscardAndPrefetchBatchAsync,
    hipDrvMemDiscardBatchAsync,
    hipExtGetLinkTypeAndHopCount,
    hipExtLaunchMultiKernelMultiDevice,
    hipExternalMemoryGetMappedBuffer,
    hipExternalMemoryGetMappedMipmappedArray,
    hipFreeAsync,
    hipGLGetDevices,
    hipGetTextureAlignmentOffset,
    hipGetTextureObjectResourceViewDesc,
    hipGetTextureReference,
    hipGraphAddBatchMemOpNode,
    hipGraphAddExternalSemaphoresSignalNode,
    hipGraphAddExternalSemaphoresWaitNode,
    hipGraphBatchMemOpNodeGetParams,
    hipGraphBatchMemOpNodeSetParams,
    hipGraphExecBatchMemOpNodeSetParams,
    hipGraphExecExternalSemaphoresSignalNodeSetParams,
    hipGraphExecExternalSemaphoresWaitNodeSetParams,
    hipGraphExternalSemaphoresSignalNodeGetParams,
    hipGraphExternalSemaphoresSignalNodeSetParams,
    hipGraphExternalSemaphoresWaitNodeGetParams,
    hipGraphExternalSemaphoresWaitNodeSetParams,
    hipGraphicsGLRegisterBuffer,
    hipGraphicsGLRegisterImage,
    hipGraphicsMapResources,
    hipGraphicsResourceGetMappedPointer,
    hipGraphicsSubResourceGetMappedArray,
    hipGraphicsUnmapResources,
    hipGraphicsUnregisterResource,
    hipHostRegister,
    hipHostUnregister,
    hipImportExternalMemory,
    hipImportExternalSemaphore,
    hipIpcCloseMemHandle,
    hipIpcGetEventHandle,
    hipIpcGetMemHandle,
    hipIpcOpenEventHandle,
    hipIpcOpenMemHandle,
    hipLaunchCooperativeKernelMultiDevice,
    hipMallocAsync,
    hipMallocFromPoolAsync,
    hipMemAddressFree,
    hipMemAddressReserve,
    hipMemCreate,
    hipMemDiscardAndPrefetchBatchAsync,
    hipMemDiscardBatchAsync,
    hipMemExportToShareableHandle,
    hipMemGetAccess,
    hipMemGetAllocationGranularity,
    hipMemGetAllocationPropertiesFromHandle,
    hipMemGetDefaultMemPool,
    hipMemGetHandleForAddressRange,
    hipMemGetMemPool,
    hipMemImportFromShareableHandle,
    hipMemMap,
    hipMemMapArrayAsync,
    hipMemPoolCreate,
    hipMemPoolDestroy,
    hipMemPoolExportPointer,
    hipMemPoolExportToShareableHandle,
    hipMemPoolGetAccess,
    hipMemPoolGetAttribute,
    hipMemPoolImportFromShareableHandle,
    hipMemPoolImportPointer,
    hipMemPoolSetAccess,
    hipMemPoolSetAttribute,
    hipMemPoolTrimTo,
    hipMemPrefetchBatchAsync,
    hipMemRelease,
    hipMemRetainAllocationHandle,
    hipMemSetAccess,
    hipMemSetMemPool,
    hipMemUnmap,
    hipMemcpy3DBatchAsync,
    hipMemcpy3DPeer,
    hipMemcpy3DPeerAsync,
    hipMemcpyBatchAsync,
    hipModuleGetTexRef,
    hipModuleLaunchCooperativeKernelMultiDevice,
    hipPointerSetAttribute,
    hipSignalExternalSemaphoresAsync,
    hipStreamAttachMemAsync,
    hipStreamBatchMemOp,
    hipStreamWaitValue32,
    hipStreamWaitValue64,
    hipStreamWriteValue32,
    hipStreamWriteValue64,
    hipTexObjectGetResourceViewDesc,
    hipTexRefGetAddress,
    hipTexRefGetAddressMode,
    hipTexRefGetArray,
    hipTexRefGetBorderColor,
    hipTexRefGetFilterMode,
    hipTexRefGetFlags,
    hipTexRefGetFormat,
    hipTexRefGetMaxAnisotropy,
    hipTexRefGetMipMappedArray,
    hipTexRefGetMipmapFilterMode,
    hipTexRefGetMipmapLevelBias,
    hipTexRefGetMipmapLevelClamp,
    hipTexRefSetAddress,
    hipTexRefSetAddress2D,
    hipTexRefSetAddressMode,
    hipTexRefSetArray,
    hipTexRefSetBorderColor,
    hipTexRefSetFilterMode,
    hipTexRefSetFlags,
    hipTexRefSetFormat,
    hipTexRefSetMaxAnisotropy,
    hipTexRefSetMipmapFilterMode,
    hipTexRefSetMipmapLevelBias,
    hipTexRefSetMipmapLevelClamp,
    hipTexRefSetMipmappedArray,
    hipUnbindTexture,
    hipWaitExternalSemaphoresAsync,
}

nothing! {
    __hipRegisterSurface,
    __hipRegisterTexture,
}
