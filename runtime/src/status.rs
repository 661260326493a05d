//! `hipError_t`: all codes with names and texts, in one table.
//!
//! Numbers are those of HIP 7.15. A code that CUDA has and HIP lacks has CUDA's number, and the name
//! `hipSoftError…`. Rust callers get the details as [`Error`](crate::Error).

use std::fmt;

macro_rules! statuses {
    ($($(#[$doc:meta])* $ident:ident = $value:literal, $name:literal, $text:literal;)*) => {
        /// Error code, `hipError_t`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u32)]
        #[non_exhaustive]
        pub enum Status {
            $($(#[$doc])* $ident = $value,)*
        }

        impl Status {
            /// All statuses, in ascending order of the codes.
            pub const ALL: &'static [Status] = &[$(Status::$ident,)*];

            /// Name in C, as `hipErrorInvalidValue`.
            pub const fn name(self) -> &'static str {
                match self { $(Status::$ident => $name,)* }
            }

            /// Short description.
            pub const fn text(self) -> &'static str {
                match self { $(Status::$ident => $text,)* }
            }
        }
    };
}

statuses! {
    /// No error.
    Success = 0, "hipSuccess", "no error";
    /// Invalid argument.
    InvalidValue = 1, "hipErrorInvalidValue", "invalid argument";
    /// Out of memory.
    OutOfMemory = 2, "hipErrorOutOfMemory", "out of memory";
    /// Initialization error.
    NotInitialized = 3, "hipErrorNotInitialized", "initialization error";
    /// Driver shutting down.
    Deinitialized = 4, "hipErrorDeinitialized", "driver shutting down";
    /// Profiler disabled while using external profiling tool.
    ProfilerDisabled = 5, "hipErrorProfilerDisabled", "profiler disabled while using external profiling tool";
    /// Profiler is not initialized.
    ProfilerNotInitialized = 6, "hipErrorProfilerNotInitialized", "profiler is not initialized";
    /// Profiler already started.
    ProfilerAlreadyStarted = 7, "hipErrorProfilerAlreadyStarted", "profiler already started";
    /// Profiler already stopped.
    ProfilerAlreadyStopped = 8, "hipErrorProfilerAlreadyStopped", "profiler already stopped";
    /// Invalid configuration argument.
    InvalidConfiguration = 9, "hipErrorInvalidConfiguration", "invalid configuration argument";
    /// Invalid pitch argument.
    InvalidPitchValue = 12, "hipErrorInvalidPitchValue", "invalid pitch argument";
    /// Invalid device symbol.
    InvalidSymbol = 13, "hipErrorInvalidSymbol", "invalid device symbol";
    /// Invalid device pointer.
    InvalidDevicePointer = 17, "hipErrorInvalidDevicePointer", "invalid device pointer";
    /// Invalid copy direction for memcpy.
    InvalidMemcpyDirection = 21, "hipErrorInvalidMemcpyDirection", "invalid copy direction for memcpy";
    /// Driver version is insufficient for runtime version.
    InsufficientDriver = 35, "hipErrorInsufficientDriver", "driver version is insufficient for runtime version";
    /// Configuration call missing: a launch needs grid and block first.
    MissingConfiguration = 52, "hipErrorMissingConfiguration", "configuration call missing: a launch needs grid and block first";
    /// Unspecified launch failure in prior launch.
    PriorLaunchFailure = 53, "hipErrorPriorLaunchFailure", "unspecified launch failure in prior launch";
    /// Invalid device function.
    InvalidDeviceFunction = 98, "hipErrorInvalidDeviceFunction", "invalid device function";
    /// No device is detected.
    NoDevice = 100, "hipErrorNoDevice", "no device is detected";
    /// Invalid device ordinal.
    InvalidDevice = 101, "hipErrorInvalidDevice", "invalid device ordinal";
    /// Device kernel image is invalid.
    InvalidImage = 200, "hipErrorInvalidImage", "device kernel image is invalid";
    /// Invalid device context.
    InvalidContext = 201, "hipErrorInvalidContext", "invalid device context";
    /// Context is already current.
    ContextAlreadyCurrent = 202, "hipErrorContextAlreadyCurrent", "context is already current";
    /// Mapping of buffer object failed.
    MapFailed = 205, "hipErrorMapFailed", "mapping of buffer object failed";
    /// Unmapping of buffer object failed.
    UnmapFailed = 206, "hipErrorUnmapFailed", "unmapping of buffer object failed";
    /// Array is mapped.
    ArrayIsMapped = 207, "hipErrorArrayIsMapped", "array is mapped";
    /// Resource already mapped.
    AlreadyMapped = 208, "hipErrorAlreadyMapped", "resource already mapped";
    /// No kernel image is available for execution on the device.
    NoBinaryForGpu = 209, "hipErrorNoBinaryForGpu", "no kernel image is available for execution on the device";
    /// Resource already acquired.
    AlreadyAcquired = 210, "hipErrorAlreadyAcquired", "resource already acquired";
    /// Resource not mapped.
    NotMapped = 211, "hipErrorNotMapped", "resource not mapped";
    /// Resource not mapped as array.
    NotMappedAsArray = 212, "hipErrorNotMappedAsArray", "resource not mapped as array";
    /// Resource not mapped as pointer.
    NotMappedAsPointer = 213, "hipErrorNotMappedAsPointer", "resource not mapped as pointer";
    /// Uncorrectable ECC error encountered.
    ECCNotCorrectable = 214, "hipErrorECCNotCorrectable", "uncorrectable ECC error encountered";
    /// Limit is not supported on this device.
    UnsupportedLimit = 215, "hipErrorUnsupportedLimit", "limit is not supported on this device";
    /// Exclusive-thread device already in use by a different thread.
    ContextAlreadyInUse = 216, "hipErrorContextAlreadyInUse", "exclusive-thread device already in use by a different thread";
    /// Peer access is not supported between these two devices.
    PeerAccessUnsupported = 217, "hipErrorPeerAccessUnsupported", "peer access is not supported between these two devices";
    /// A PTX compilation failed: the kernel file is invalid.
    InvalidKernelFile = 218, "hipErrorInvalidKernelFile", "a PTX compilation failed: the kernel file is invalid";
    /// Invalid graphics context.
    InvalidGraphicsContext = 219, "hipErrorInvalidGraphicsContext", "invalid graphics context";
    /// The PTX was compiled for a version that is not supported (extension: CUDA's number, HIP has none).
    UnsupportedPtxVersion = 222, "hipSoftErrorUnsupportedPtxVersion", "the PTX was compiled for a version that is not supported";
    /// Device kernel source is invalid.
    InvalidSource = 300, "hipErrorInvalidSource", "device kernel source is invalid";
    /// File not found.
    FileNotFound = 301, "hipErrorFileNotFound", "file not found";
    /// Shared object symbol not found.
    SharedObjectSymbolNotFound = 302, "hipErrorSharedObjectSymbolNotFound", "shared object symbol not found";
    /// Shared object initialization failed.
    SharedObjectInitFailed = 303, "hipErrorSharedObjectInitFailed", "shared object initialization failed";
    /// The operating system refused a call.
    OperatingSystem = 304, "hipErrorOperatingSystem", "the operating system refused a call";
    /// Invalid resource handle.
    InvalidHandle = 400, "hipErrorInvalidHandle", "invalid resource handle";
    /// The operation cannot be performed in the present state.
    IllegalState = 401, "hipErrorIllegalState", "the operation cannot be performed in the present state";
    /// Query that would lose data.
    LossyQuery = 402, "hipSoftErrorLossyQuery", "the query would lose data";
    /// Named symbol not found.
    NotFound = 500, "hipErrorNotFound", "named symbol not found";
    /// Device not ready.
    NotReady = 600, "hipErrorNotReady", "device not ready";
    /// An illegal memory access was encountered.
    IllegalAddress = 700, "hipErrorIllegalAddress", "an illegal memory access was encountered";
    /// Too many resources requested for launch.
    LaunchOutOfResources = 701, "hipErrorLaunchOutOfResources", "too many resources requested for launch";
    /// The launch timed out and was terminated.
    LaunchTimeOut = 702, "hipErrorLaunchTimeOut", "the launch timed out and was terminated";
    /// Peer access is already enabled.
    PeerAccessAlreadyEnabled = 704, "hipErrorPeerAccessAlreadyEnabled", "peer access is already enabled";
    /// Peer access has not been enabled.
    PeerAccessNotEnabled = 705, "hipErrorPeerAccessNotEnabled", "peer access has not been enabled";
    /// Cannot set while device is active in this process.
    SetOnActiveProcess = 708, "hipErrorSetOnActiveProcess", "cannot set while device is active in this process";
    /// Context is destroyed.
    ContextIsDestroyed = 709, "hipErrorContextIsDestroyed", "context is destroyed";
    /// Device-side assert triggered.
    Assert = 710, "hipErrorAssert", "device-side assert triggered";
    /// Part or all of the requested memory range is already mapped.
    HostMemoryAlreadyRegistered = 712, "hipErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped";
    /// Pointer does not correspond to a registered memory region.
    HostMemoryNotRegistered = 713, "hipErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region";
    /// An illegal instruction was encountered (extension: CUDA's number, HIP has none).
    IllegalInstruction = 715, "hipSoftErrorIllegalInstruction", "an illegal instruction was encountered";
    /// Misaligned address (extension: CUDA's number, HIP has none).
    MisalignedAddress = 716, "hipSoftErrorMisalignedAddress", "misaligned address";
    /// Operation not supported on global/shared address space (extension: CUDA's number, HIP has none).
    InvalidAddressSpace = 717, "hipSoftErrorInvalidAddressSpace", "operation not supported on global/shared address space";
    /// Invalid program counter (extension: CUDA's number, HIP has none).
    InvalidPc = 718, "hipSoftErrorInvalidPc", "invalid program counter";
    /// Unspecified launch failure.
    LaunchFailure = 719, "hipErrorLaunchFailure", "unspecified launch failure";
    /// Too many blocks in cooperative launch.
    CooperativeLaunchTooLarge = 720, "hipErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch";
    /// Operation not permitted (extension: CUDA's number, HIP has none).
    NotPermitted = 800, "hipSoftErrorNotPermitted", "operation not permitted";
    /// Operation not supported.
    NotSupported = 801, "hipErrorNotSupported", "operation not supported";
    /// Operation not permitted when stream is capturing.
    StreamCaptureUnsupported = 900, "hipErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing";
    /// Operation failed due to a previous error during capture.
    StreamCaptureInvalidated = 901, "hipErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture";
    /// Operation would result in a merge of separate capture sequences.
    StreamCaptureMerge = 902, "hipErrorStreamCaptureMerge", "operation would result in a merge of separate capture sequences";
    /// Capture was not ended in the same stream as it began.
    StreamCaptureUnmatched = 903, "hipErrorStreamCaptureUnmatched", "capture was not ended in the same stream as it began";
    /// Capturing stream has unjoined work.
    StreamCaptureUnjoined = 904, "hipErrorStreamCaptureUnjoined", "capturing stream has unjoined work";
    /// Dependency created on uncaptured work in another stream.
    StreamCaptureIsolation = 905, "hipErrorStreamCaptureIsolation", "dependency created on uncaptured work in another stream";
    /// Operation would make the legacy stream depend on a capturing blocking stream.
    StreamCaptureImplicit = 906, "hipErrorStreamCaptureImplicit", "operation would make the legacy stream depend on a capturing blocking stream";
    /// Operation not permitted on an event last recorded in a capturing stream.
    CapturedEvent = 907, "hipErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream";
    /// Attempt to terminate a thread-local capture sequence from another thread.
    StreamCaptureWrongThread = 908, "hipErrorStreamCaptureWrongThread", "attempt to terminate a thread-local capture sequence from another thread";
    /// The graph update was not performed because it included changes which violated constraints.
    GraphExecUpdateFailure = 910, "hipErrorGraphExecUpdateFailure", "the graph update was not performed because it included changes which violated constraints";
    /// Invalid channel descriptor.
    InvalidChannelDescriptor = 911, "hipErrorInvalidChannelDescriptor", "invalid channel descriptor";
    /// Invalid texture reference.
    InvalidTexture = 912, "hipErrorInvalidTexture", "invalid texture reference";
    /// Invalid resource type.
    InvalidResourceType = 914, "hipErrorInvalidResourceType", "invalid resource type";
    /// Invalid resource configuration.
    InvalidResourceConfiguration = 915, "hipErrorInvalidResourceConfiguration", "invalid resource configuration";
    /// The stream is detached: its green context was destroyed.
    StreamDetached = 916, "hipErrorStreamDetached", "the stream is detached: its green context was destroyed";
    /// Unknown error.
    Unknown = 999, "hipErrorUnknown", "unknown error";
    /// Runtime memory call returned an error.
    RuntimeMemory = 1052, "hipErrorRuntimeMemory", "runtime memory call returned an error";
    /// Runtime call other than memory returned an error.
    RuntimeOther = 1053, "hipErrorRuntimeOther", "runtime call other than memory returned an error";
    /// Invalid cluster size.
    InvalidClusterSize = 1054, "hipErrorInvalidClusterSize", "invalid cluster size";
    /// An error without a code of its own yet.
    Tbd = 1055, "hipErrorTbd", "an error without a code of its own yet";
}

impl Status {
    /// Number in C.
    pub const fn code(self) -> u32 {
        self as u32
    }

    /// Status with a number; `None` if it is unknown.
    pub fn from_code(code: u32) -> Option<Status> {
        Status::ALL.binary_search_by_key(&code, |s| s.code()).ok().map(|n| Status::ALL[n])
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_found() {
        assert!(Status::ALL.is_sorted_by(|a, b| a.code() < b.code()));
        for &status in Status::ALL {
            assert_eq!(Status::from_code(status.code()), Some(status));
            assert!(!status.text().is_empty());
        }
        assert_eq!(Status::from_code(11), None);
        assert_eq!(Status::InvalidKernelFile.to_string(), "hipErrorInvalidKernelFile (218)");
    }
}
