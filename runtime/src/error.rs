//! Errors with their facts, and the [`Status`] that C callers receive.
//!
//! The variants distinguish mistakes of the program, unsupported features, and lack of resources. There is no
//! catch-all: a new kind of failure is a new variant.

mod graph;

pub use graph::{CaptureError, GraphError, UpdateResult};

use crate::status::Status;
use crate::sync::Arc;
use device::partition::SplitError;
use ptx::demangle::Readable;
use std::fmt;
use std::path::PathBuf;

/// Reason of a failed call.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No visible device.
    #[error("no device is visible")]
    NoDevice,
    /// Process forked from one that had started the runtime: it lacks the runtime's threads.
    #[error(
        "this process was forked from one that had started the runtime, and has none of its threads: start \
                 the runtime after fork, or exec"
    )]
    Forked,
    /// Device ordinal out of range.
    #[error("device ordinal {ordinal} is out of range: there are {count} devices")]
    BadOrdinal {
        /// Ordinal.
        ordinal: i64,
        /// Number of devices.
        count: usize,
    },
    /// Object of another device than the call needs.
    #[error("{what} belongs to device {of}, not to device {got}")]
    OtherDevice {
        /// Kind of object.
        what: &'static str,
        /// Ordinal of its device.
        of: usize,
        /// Ordinal of the needed device.
        got: usize,
    },
    /// Device without concurrent access to managed memory, in a call that requires it.
    #[error("device {ordinal} has no concurrent access to managed memory")]
    NotConcurrent {
        /// Ordinal of the device.
        ordinal: u32,
    },
    /// Errors of linking modules.
    #[error("{}", linked(.0))]
    Link(Arc<Vec<ptx::link::LinkError>>),
    /// Link that is already complete.
    #[error("the link is already complete")]
    Linked,
    /// Input that cannot be linked.
    #[error("`{name}` cannot be linked: {why}")]
    BadInput {
        /// Name of the input.
        name: String,
        /// Reason.
        why: String,
    },
    /// Null pointer.
    #[error("{what} is null")]
    Null {
        /// Name of the argument.
        what: &'static str,
    },
    /// Number out of range.
    #[error("{what} is {got}, must be {min}..={max}")]
    OutOfRange {
        /// Name of the argument.
        what: &'static str,
        /// Number.
        got: u64,
        /// Minimum.
        min: u64,
        /// Maximum.
        max: u64,
    },
    /// Undefined enumerator or attribute.
    #[error("{got} is not a valid {what}")]
    UnknownEnumerator {
        /// Name of the enumeration.
        what: &'static str,
        /// Number.
        got: i64,
    },
    /// Invalid tensor map.
    #[error(transparent)]
    TensorMap(ptx::tensor::encode::EncodeError),
    /// Undefined direction of a copy.
    #[error("{got} is not a valid copy direction")]
    BadDirection {
        /// Number.
        got: u32,
    },
    /// Flags that are undefined or mutually exclusive.
    #[error("invalid flags {got:#x} of {what}")]
    BadFlags {
        /// Object of the flags.
        what: &'static str,
        /// Flags.
        got: u64,
    },
    /// Empty name.
    #[error("the {what}'s name is empty")]
    EmptyName {
        /// Kind of object.
        what: &'static str,
    },
    /// Word that is not a handle of the kind.
    #[error("{word:#x} is not a handle of a {kind}")]
    BadHandle {
        /// Kind of handle.
        kind: &'static str,
        /// Word.
        word: u64,
    },
    /// Handle of a destroyed object.
    #[error("{handle} was destroyed")]
    StaleHandle {
        /// Kind of handle.
        kind: &'static str,
        /// Handle, as `stream#3.1`.
        handle: String,
    },
    /// No current context, or a word that is not a context.
    #[error("no context for {what}")]
    NoContext {
        /// Purpose of the context.
        what: &'static str,
    },
    /// Destroyed context.
    #[error("{context} was destroyed")]
    ContextDestroyed {
        /// Handle.
        context: String,
    },
    /// Primary context that is not retained.
    #[error("the primary context of device {device} is not retained")]
    PrimaryNotRetained {
        /// Ordinal of the device.
        device: usize,
    },
    /// Attempt to destroy a primary context like a created one.
    #[error("a primary context is released, not destroyed")]
    DestroysPrimary,
    /// Reset of a primary context with live green contexts.
    #[error("device {device}'s primary context has {count} live green contexts")]
    GreenContextsLeft {
        /// Ordinal of the device.
        device: usize,
        /// Number of green contexts.
        count: usize,
    },
    /// Host function that made a blocking call: no other one can run until it returns.
    #[error(
        "a host function of a stream made a blocking call: it would deadlock its own stream, or block others"
    )]
    WaitsInHostFunction,
    /// Call of a library that failed when a graph made it.
    #[error("{name}: the library answered {code}")]
    LibraryFailed {
        /// Name of the library's function.
        name: String,
        /// The library's code.
        code: i32,
    },
    /// Call that only the work of a library may make.
    #[error("only a function that hipExtLaunchWork runs can hold memory, on its own thread")]
    OutsideWork,
    /// Not enough memory.
    #[error("{wanted} bytes wanted, {free} are free")]
    OutOfMemory {
        /// Requested bytes.
        wanted: u64,
        /// Free bytes of the device.
        free: u64,
    },
    /// Address outside of allocations that the call may use.
    #[error("{what} {address:#x} is not in an allocation that the call may use")]
    BadPointer {
        /// Role of the address.
        what: &'static str,
        /// Address.
        address: u64,
    },
    /// Range that exceeds its allocation.
    #[error("{what} of {bytes} bytes at {address:#x} exceeds its allocation of {size} bytes at {base:#x}")]
    PastEnd {
        /// Role of the range.
        what: &'static str,
        /// Start of the range.
        address: u64,
        /// Bytes of the range.
        bytes: u64,
        /// Start of the allocation.
        base: u64,
        /// Bytes of the allocation.
        size: u64,
    },
    /// Overlapping rows or slices.
    #[error("the {what}'s pitch is {pitch}, must be at least {least} bytes")]
    BadPitch {
        /// Role of the memory.
        what: &'static str,
        /// Pitch, bytes.
        pitch: u64,
        /// Minimum, bytes.
        least: u64,
    },
    /// Misaligned address.
    #[error("{what} {address:#x} is not a multiple of {align}")]
    Unaligned {
        /// Role of the address.
        what: &'static str,
        /// Address.
        address: u64,
        /// Required alignment.
        align: u64,
    },
    /// Address outside of allocations, in a call that looks one up.
    #[error("{address:#x} is not in an allocation")]
    NoAllocation {
        /// Address.
        address: u64,
    },
    /// Missing file.
    #[error("file `{}` does not exist", .path.display())]
    FileNotFound {
        /// Path.
        path: PathBuf,
    },
    /// Unreadable file.
    #[error("`{}` could not be read: {kind}", .path.display())]
    FileUnreadable {
        /// Path.
        path: PathBuf,
        /// Error of the system.
        kind: std::io::ErrorKind,
    },
    /// Image that is of unknown format, damaged, or without code for the device.
    #[error("{}", image(.0))]
    Image(#[from] fatbin::Error),
    /// Image among several linked ones that is invalid, or has no PTX for the device.
    #[error("{name}: {why}")]
    Unit {
        /// Name of the image: `unit 2 of 3`.
        name: String,
        /// Reason.
        why: fatbin::Error,
    },
    /// Malformed or unsupported PTX.
    #[error(transparent)]
    Ptx(Arc<ptx::Diagnostics>),
    /// PTX for another architecture.
    #[error("PTX for {target} does not run on a device of compute capability {}.{}", .device / 10,
                    .device % 10)]
    PtxTarget {
        /// Architecture in `.target`.
        target: String,
        /// Compute capability of the device, as 90 for 9.0.
        device: u32,
    },
    /// Variable or function without definition.
    #[error("unresolved extern `{name}`")]
    Unresolved {
        /// Name.
        name: String,
    },
    /// Name that the module does not define.
    #[error("the module has no {what} `{name}`{}", defined(.have))]
    NotFound {
        /// Kind: kernel or variable.
        what: &'static str,
        /// Requested name.
        name: String,
        /// Defined names.
        have: Vec<String>,
    },
    /// Function of the C library that does not exist, in a call for tools.
    #[error("no function `{name}` whose calls tools can observe")]
    NoFunction {
        /// Requested name.
        name: String,
    },
    /// Handle without a registered image.
    #[error("no fat binary is registered under {handle:#x}")]
    UnregisteredImage {
        /// Handle.
        handle: u64,
    },
    /// Host function without a registered kernel.
    #[error("no kernel is registered for the function at {host:#x}")]
    UnregisteredKernel {
        /// Address of the function.
        host: u64,
    },
    /// Host variable without a registered variable.
    #[error("no device variable is registered for the host variable at {host:#x}")]
    UnregisteredVariable {
        /// Address of the variable.
        host: u64,
    },
    /// Launch without a preceding configuration (`__hipPushCallConfiguration`, `hipConfigureCall`).
    #[error("no launch configuration precedes the launch")]
    MissingConfiguration,
    /// Name of something other than a variable.
    #[error("`{name}` is a kernel or a texture reference, not a variable")]
    NotAVariable {
        /// Name.
        name: String,
    },
    /// Launch with the wrong number of arguments.
    #[error("kernel `{}` takes {}; {given} were given", Readable(.kernel), Parameters(.expected))]
    ArgumentCount {
        /// Kernel.
        kernel: String,
        /// Bytes of each parameter.
        expected: Vec<u32>,
        /// Number of arguments.
        given: usize,
    },
    /// Argument of the wrong size.
    #[error("argument {index} of kernel `{}` has {expected} bytes, {given} were given", Readable(.kernel))]
    ArgumentSize {
        /// Kernel.
        kernel: String,
        /// Index of the argument, from 0.
        index: usize,
        /// Bytes of the parameter.
        expected: usize,
        /// Bytes of the argument.
        given: usize,
    },
    /// Buffer with fewer values than a kernel's declaration wants.
    #[error("buffer `{argument}` of kernel `{}` has {given} values, {needed} are needed", Readable(.kernel))]
    TooFew {
        /// Kernel.
        kernel: &'static str,
        /// Name of the parameter.
        argument: &'static str,
        /// Values that are needed.
        needed: i128,
        /// Values of the buffer.
        given: usize,
    },
    /// Grid or block dimension out of range.
    #[error("{what} is {got}, must be 1..={limit}")]
    BadDimension {
        /// Name, as `blockDim.x`.
        what: &'static str,
        /// Dimension.
        got: u64,
        /// Maximum.
        limit: u64,
    },
    /// Block shape that violates the kernel's `.reqntid`.
    #[error("kernel `{}` requires blocks of {}, not {}", Readable(.kernel), Triple(*.required), Triple(*.got))]
    BlockNotRequired {
        /// Kernel.
        kernel: String,
        /// Shape.
        got: [u32; 3],
        /// Required shape.
        required: [u32; 3],
    },
    /// Block with too many registers in total.
    #[error("kernel `{}` uses {registers} registers a thread, which limits a block to {most} threads, not {threads}", Readable(.kernel))]
    TooManyRegisters {
        /// Kernel.
        kernel: String,
        /// Registers a thread.
        registers: u32,
        /// Threads of the block.
        threads: u32,
        /// Maximum number of threads.
        most: u32,
    },
    /// Cluster shape that the kernel or the device does not support.
    #[error("kernel `{}` cannot be launched: {why}", Readable(.kernel))]
    BadCluster {
        /// Kernel.
        kernel: String,
        /// Reason.
        why: ptx::exec::BadCluster,
    },
    /// Too much shared memory.
    #[error("a block of kernel `{}` needs {wanted} bytes of shared memory, the limit is {limit}", Readable(.kernel))]
    SharedTooLarge {
        /// Kernel.
        kernel: String,
        /// Static and dynamic bytes together.
        wanted: u64,
        /// Maximum bytes of a block.
        limit: u64,
    },
    /// Operation refused by the front end.
    #[error(transparent)]
    Refused(#[from] device::Refused),
    /// Failure to compile a kernel, or to set it up with these arguments.
    #[error(transparent)]
    Launch(Arc<jit::LaunchError>),
    /// Fault of a kernel, which has poisoned the context.
    #[error(transparent)]
    Fault(Arc<crate::fault::KernelFault>),
    /// Object of another process that cannot be mapped.
    #[error("{what} cannot be mapped")]
    NotMapped {
        /// Kind of object.
        what: &'static str,
    },
    /// Word that is not a memory pool usable in the call.
    #[error("{word:#x} is not a memory pool that the call may use")]
    NoPool {
        /// Word.
        word: u64,
    },
    /// Host memory of which at least a part is already registered.
    #[error("host memory at {address:#x} is already registered, at least in part")]
    AlreadyRegistered {
        /// Start address.
        address: u64,
    },
    /// Host memory that is not registered.
    #[error("host memory at {address:#x} is not registered")]
    NotRegistered {
        /// Start address.
        address: u64,
    },
    /// Peer access that is already enabled.
    #[error("access to the memory of device {peer} is already enabled")]
    PeerAccessIsOn {
        /// Ordinal of the peer.
        peer: usize,
    },
    /// Peer access that is not enabled.
    #[error("access to the memory of device {peer} is not enabled")]
    PeerAccessIsOff {
        /// Ordinal of the peer.
        peer: usize,
    },
    /// Device that cannot be a peer.
    #[error("device {device} is not a peer of the current device")]
    NoPeer {
        /// Ordinal of the device.
        device: usize,
    },
    /// Incomplete work.
    #[error("work is not complete")]
    NotReady,
    /// Event that was never recorded.
    #[error("{event} was never recorded")]
    NeverRecorded {
        /// Event.
        event: String,
    },
    /// Event without timing.
    #[error("{event} was created without timing")]
    NoTiming {
        /// Event.
        event: String,
    },
    /// Objects of different contexts where one is required.
    #[error("{what} are of different contexts")]
    ContextsDiffer {
        /// Kinds of objects.
        what: &'static str,
    },
    /// Invalid split of SMs.
    #[error(transparent)]
    Split(#[from] SplitError),
    /// Resource type that the call does not support.
    #[error("resource type {got} is not supported by the call")]
    ResourceType {
        /// Resource type.
        got: u32,
    },
    /// Incompatible resources.
    #[error("{why}")]
    ResourceConfiguration {
        /// Reason.
        why: &'static str,
    },
    /// Call that conflicts with a stream's capture.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// Invalid graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// Stream of a destroyed green context.
    #[error("{stream} is detached: its green context was destroyed")]
    StreamDetached {
        /// Stream.
        stream: String,
    },
    /// Limit that the device does not support.
    #[error("the device does not support limit {got}")]
    UnsupportedLimit {
        /// Number of the limit.
        got: u32,
    },
    /// Unsupported feature.
    #[error("{what}: not supported")]
    Unsupported {
        /// Feature.
        what: &'static str,
    },
    /// Failed system call without which the call cannot succeed.
    #[error("{what}: {kind}")]
    System {
        /// Purpose of the system call.
        what: &'static str,
        /// Error of the system.
        kind: std::io::ErrorKind,
    },
    /// Failed call of a GPU's driver.
    #[error("{call}: {text}")]
    Driver {
        /// Name of the driver's function.
        call: &'static str,
        /// HIP's status for it.
        status: Status,
        /// Name of CUDA's error, and what the driver says besides.
        text: Arc<str>,
    },
    /// Broken invariant of the runtime.
    #[error("a bug in the runtime: {what}")]
    Bug {
        /// Description.
        what: &'static str,
    },
}

/// Returns whether a kind of handle is a graph, a node or an executable.
fn is_of_graph(kind: &str) -> bool {
    matches!(kind, "graph" | "node" | "executable graph")
}

impl Error {
    /// Status that C callers receive.
    pub fn status(&self) -> Status {
        match self {
            Error::NoDevice => Status::NoDevice,
            Error::Forked => Status::NotInitialized,
            Error::BadOrdinal { .. } | Error::OtherDevice { .. } | Error::NotConcurrent { .. } => {
                Status::InvalidDevice
            }
            Error::Null { .. }
            | Error::OutOfRange { .. }
            | Error::UnknownEnumerator { .. }
            | Error::BadFlags { .. }
            | Error::TensorMap(_)
            | Error::BadInput { .. }
            | Error::EmptyName { .. }
            | Error::BadPointer { .. }
            | Error::PastEnd { .. }
            | Error::Unaligned { .. }
            | Error::NotAVariable { .. }
            | Error::NoPool { .. }
            | Error::ArgumentCount { .. }
            | Error::ArgumentSize { .. }
            | Error::TooFew { .. }
            | Error::BadDimension { .. }
            | Error::BlockNotRequired { .. }
            | Error::SharedTooLarge { .. } => Status::InvalidValue,
            Error::TooManyRegisters { .. } => Status::LaunchOutOfResources,
            Error::BadCluster { .. } => Status::InvalidClusterSize,
            // CUDA crashes for a destroyed stream or event; HIP has a code for it.
            Error::StaleHandle { kind: "stream" | "event", .. } => Status::ContextIsDestroyed,
            // Observed on an H200.
            Error::BadHandle { kind, .. } | Error::StaleHandle { kind, .. } if is_of_graph(kind) => {
                Status::InvalidValue
            }
            Error::BadHandle { .. }
            | Error::StaleHandle { .. }
            | Error::NeverRecorded { .. }
            | Error::NoTiming { .. }
            | Error::ContextsDiffer { .. } => Status::InvalidHandle,
            Error::NoContext { .. } | Error::PrimaryNotRetained { .. } | Error::DestroysPrimary => {
                Status::InvalidContext
            }
            Error::ContextDestroyed { .. } => Status::ContextIsDestroyed,
            Error::BadPitch { .. } => Status::InvalidPitchValue,
            Error::BadDirection { .. } => Status::InvalidMemcpyDirection,
            Error::OutOfMemory { .. } => Status::OutOfMemory,
            Error::NoAllocation { .. } | Error::NotFound { .. } | Error::NoFunction { .. } => {
                Status::NotFound
            }
            Error::UnregisteredImage { .. } => Status::InvalidValue,
            Error::UnregisteredKernel { .. } => Status::InvalidDeviceFunction,
            Error::UnregisteredVariable { .. } => Status::InvalidSymbol,
            Error::MissingConfiguration => Status::MissingConfiguration,
            Error::FileNotFound { .. } => Status::FileNotFound,
            Error::FileUnreadable { .. } => Status::OperatingSystem,
            Error::Image(fatbin::Error::NoPtx { .. })
            | Error::Unit { why: fatbin::Error::NoPtx { .. }, .. } => Status::NoBinaryForGpu,
            Error::Image(_) | Error::Unit { .. } => Status::InvalidImage,
            Error::Ptx(found) => match found.kind() {
                ptx::diag::Cause::Invalid => Status::InvalidKernelFile,
                ptx::diag::Cause::Unsupported if found.iter().any(is_about_version) => {
                    Status::UnsupportedPtxVersion
                }
                ptx::diag::Cause::Unsupported => Status::NotSupported,
            },
            Error::PtxTarget { .. } | Error::Unresolved { .. } => Status::InvalidKernelFile,
            Error::Link(_) => Status::InvalidSource,
            Error::Linked => Status::InvalidHandle,
            Error::Unsupported { .. } => Status::NotSupported,
            Error::Refused(refused) => match refused {
                device::Refused::CooperativeTooLarge { .. } => Status::CooperativeLaunchTooLarge,
                device::Refused::ClusterTooLarge { .. } => Status::InvalidClusterSize,
                device::Refused::BlockTooLarge { .. } => Status::LaunchOutOfResources,
                device::Refused::NoStream(_) | device::Refused::NoParent(_) => Status::InvalidHandle,
                // Only with a timeout for the wait.
                device::Refused::ChannelFull { .. } => Status::LaunchTimeOut,
            },
            Error::Launch(error) => match **error {
                jit::LaunchError::Compile(_) => Status::NotSupported,
                _ => Status::InvalidValue,
            },
            Error::Fault(fault) => {
                let code = fault.fault.kind.cuda_error();
                code.and_then(Status::from_code).unwrap_or(Status::LaunchFailure)
            }
            Error::AlreadyRegistered { .. } => Status::HostMemoryAlreadyRegistered,
            Error::NotRegistered { .. } => Status::HostMemoryNotRegistered,
            Error::PeerAccessIsOn { .. } => Status::PeerAccessAlreadyEnabled,
            Error::PeerAccessIsOff { .. } => Status::PeerAccessNotEnabled,
            Error::NoPeer { .. } => Status::PeerAccessUnsupported,
            Error::NotMapped { .. } => Status::MapFailed,
            Error::NotReady => Status::NotReady,
            Error::Split(SplitError::InvalidValue) => Status::InvalidValue,
            Error::Split(SplitError::InvalidConfiguration { .. }) | Error::ResourceConfiguration { .. } => {
                Status::InvalidResourceConfiguration
            }
            Error::GreenContextsLeft { .. } | Error::WaitsInHostFunction | Error::OutsideWork => {
                Status::NotPermitted
            }
            Error::ResourceType { .. } => Status::InvalidResourceType,
            Error::Capture(why) => why.status(),
            Error::Graph(why) => why.status(),
            Error::StreamDetached { .. } => Status::StreamDetached,
            Error::UnsupportedLimit { .. } => Status::UnsupportedLimit,
            Error::System { .. } => Status::OperatingSystem,
            Error::Driver { status, .. } => *status,
            Error::LibraryFailed { .. } => Status::LaunchFailure,
            Error::Bug { .. } => Status::Unknown,
        }
    }

    /// Compiler log for the PTX of an image, as in the driver's error log; `None` if the failure is not about
    /// PTX.
    pub fn jit_log(&self) -> Option<String> {
        match self {
            Error::Ptx(found) => Some(format!("{found}\nptxas fatal   : Ptx assembly aborted due to errors")),
            Error::PtxTarget { .. } | Error::Unresolved { .. } | Error::Launch(_) | Error::Link(_) => {
                Some(self.to_string())
            }
            Error::Driver {
                call: "cuModuleLoadDataEx" | "cuLinkAddData_v2" | "cuLinkComplete",
                text,
                ..
            } => Some(text.to_string()),
            _ => None,
        }
    }
}

fn is_about_version(found: &ptx::Diagnostic) -> bool {
    matches!(found.problem, ptx::diag::Problem::UnsupportedVersion { .. })
}

/// Formats an image's error, with the setting that would help.
fn image(error: &fatbin::Error) -> String {
    match error {
        fatbin::Error::Exhausted { .. } => format!("{error} (HIP_SOFT_IMAGE_SIZE)"),
        error => error.to_string(),
    }
}

/// Lists the errors of a link, one a line.
fn linked(found: &[ptx::link::LinkError]) -> String {
    found.iter().map(|error| format!("error   : {error}")).collect::<Vec<_>>().join("\n")
}

/// Lists the names that a module defines.
fn defined(have: &[String]) -> String {
    match have {
        [] => ", and none at all".to_owned(),
        have => format!("; it has {}", Few(have)),
    }
}

/// Shape of a block: `(32, 1, 1)`.
struct Triple([u32; 3]);

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "({x}, {y}, {z})")
    }
}

/// Number of parameters, with their sizes: `2 arguments (of 8, 4 bytes)`.
struct Parameters<'a>(&'a [u32]);

impl fmt::Display for Parameters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.0.iter().map(u32::to_string).collect();
        match sizes.len() {
            0 => write!(f, "no arguments"),
            1 => write!(f, "1 argument (of {} bytes)", sizes[0]),
            count => write!(f, "{count} arguments (of {} bytes)", sizes.join(", ")),
        }
    }
}

/// List of at most eight names, with the number of further ones.
struct Few<'a>(&'a [String]);

impl fmt::Display for Few<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, name) in self.0.iter().take(8).enumerate() {
            write!(f, "{}`{name}`", if n == 0 { "" } else { ", " })?;
        }
        match self.0.len().saturating_sub(8) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl From<ptx::Diagnostics> for Error {
    fn from(found: ptx::Diagnostics) -> Self {
        Error::Ptx(Arc::new(found))
    }
}
