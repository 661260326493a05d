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
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// No visible device.
    NoDevice,
    /// Process forked from one that had started the runtime: it lacks the runtime's threads.
    Forked,
    /// Device ordinal out of range.
    BadOrdinal {
        /// Ordinal.
        ordinal: i64,
        /// Number of devices.
        count: usize,
    },
    /// Object of another device than the call needs.
    OtherDevice {
        /// Kind of object.
        what: &'static str,
        /// Ordinal of its device.
        of: usize,
        /// Ordinal of the needed device.
        got: usize,
    },
    /// Device without concurrent access to managed memory, in a call that requires it.
    NotConcurrent {
        /// Ordinal of the device.
        ordinal: u32,
    },
    /// Errors of linking modules.
    Link(Arc<Vec<ptx::link::LinkError>>),
    /// Link that is already complete.
    Linked,
    /// Input that cannot be linked.
    BadInput {
        /// Name of the input.
        name: String,
        /// Reason.
        why: String,
    },
    /// Null pointer.
    Null {
        /// Name of the argument.
        what: &'static str,
    },
    /// Number out of range.
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
    UnknownEnumerator {
        /// Name of the enumeration.
        what: &'static str,
        /// Number.
        got: i64,
    },
    /// Invalid tensor map.
    TensorMap(ptx::tensor::encode::EncodeError),
    /// Undefined direction of a copy.
    BadDirection {
        /// Number.
        got: u32,
    },
    /// Flags that are undefined or mutually exclusive.
    BadFlags {
        /// Object of the flags.
        what: &'static str,
        /// Flags.
        got: u64,
    },
    /// Empty name.
    EmptyName {
        /// Kind of object.
        what: &'static str,
    },
    /// Word that is not a handle of the kind.
    BadHandle {
        /// Kind of handle.
        kind: &'static str,
        /// Word.
        word: u64,
    },
    /// Handle of a destroyed object.
    StaleHandle {
        /// Kind of handle.
        kind: &'static str,
        /// Handle, as `stream#3.1`.
        handle: String,
    },
    /// No current context, or a word that is not a context.
    NoContext {
        /// Purpose of the context.
        what: &'static str,
    },
    /// Destroyed context.
    ContextDestroyed {
        /// Handle.
        context: String,
    },
    /// Primary context that is not retained.
    PrimaryNotRetained {
        /// Ordinal of the device.
        device: usize,
    },
    /// Attempt to destroy a primary context like a created one.
    DestroysPrimary,
    /// Reset of a primary context with live green contexts.
    GreenContextsLeft {
        /// Ordinal of the device.
        device: usize,
        /// Number of green contexts.
        count: usize,
    },
    /// Host function that made a blocking call: no other one can run until it returns.
    WaitsInHostFunction,
    /// Not enough memory.
    OutOfMemory {
        /// Requested bytes.
        wanted: u64,
        /// Free bytes of the device.
        free: u64,
    },
    /// Address outside of allocations that the call may use.
    BadPointer {
        /// Role of the address.
        what: &'static str,
        /// Address.
        address: u64,
    },
    /// Range that exceeds its allocation.
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
    BadPitch {
        /// Role of the memory.
        what: &'static str,
        /// Pitch, bytes.
        pitch: u64,
        /// Minimum, bytes.
        least: u64,
    },
    /// Misaligned address.
    Unaligned {
        /// Role of the address.
        what: &'static str,
        /// Address.
        address: u64,
        /// Required alignment.
        align: u64,
    },
    /// Address outside of allocations, in a call that looks one up.
    NoAllocation {
        /// Address.
        address: u64,
    },
    /// Missing file.
    FileNotFound {
        /// Path.
        path: PathBuf,
    },
    /// Unreadable file.
    FileUnreadable {
        /// Path.
        path: PathBuf,
        /// Error of the system.
        kind: std::io::ErrorKind,
    },
    /// Image that is of unknown format, damaged, or without code for the device.
    Image(fatbin::Error),
    /// Image among several linked ones that is invalid, or has no PTX for the device.
    Unit {
        /// Name of the image: `unit 2 of 3`.
        name: String,
        /// Reason.
        why: fatbin::Error,
    },
    /// Malformed or unsupported PTX.
    Ptx(Arc<ptx::Diagnostics>),
    /// PTX for another architecture.
    PtxTarget {
        /// Architecture in `.target`.
        target: String,
        /// Compute capability of the device, as 90 for 9.0.
        device: u32,
    },
    /// Variable or function without definition.
    Unresolved {
        /// Name.
        name: String,
    },
    /// Name that the module does not define.
    NotFound {
        /// Kind: kernel or variable.
        what: &'static str,
        /// Requested name.
        name: String,
        /// Defined names.
        have: Vec<String>,
    },
    /// Function of the C library that does not exist, in a call for tools.
    NoFunction {
        /// Requested name.
        name: String,
    },
    /// Handle without a registered image.
    UnregisteredImage {
        /// Handle.
        handle: u64,
    },
    /// Host function without a registered kernel.
    UnregisteredKernel {
        /// Address of the function.
        host: u64,
    },
    /// Host variable without a registered variable.
    UnregisteredVariable {
        /// Address of the variable.
        host: u64,
    },
    /// Launch without a preceding configuration (`__hipPushCallConfiguration`, `hipConfigureCall`).
    MissingConfiguration,
    /// Name of something other than a variable.
    NotAVariable {
        /// Name.
        name: String,
    },
    /// Launch with the wrong number of arguments.
    ArgumentCount {
        /// Kernel.
        kernel: String,
        /// Number of parameters.
        expected: usize,
        /// Number of arguments.
        given: usize,
    },
    /// Argument of the wrong size.
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
    /// Grid or block dimension out of range.
    BadDimension {
        /// Name, as `blockDim.x`.
        what: &'static str,
        /// Dimension.
        got: u64,
        /// Maximum.
        limit: u64,
    },
    /// Block shape that violates the kernel's `.reqntid`.
    BlockNotRequired {
        /// Kernel.
        kernel: String,
        /// Shape.
        got: [u32; 3],
        /// Required shape.
        required: [u32; 3],
    },
    /// Block with too many registers in total.
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
    BadCluster {
        /// Kernel.
        kernel: String,
        /// Reason.
        why: ptx::exec::BadCluster,
    },
    /// Too much shared memory.
    SharedTooLarge {
        /// Kernel.
        kernel: String,
        /// Static and dynamic bytes together.
        wanted: u64,
        /// Maximum bytes of a block.
        limit: u64,
    },
    /// Operation refused by the front end.
    Refused(device::Refused),
    /// Failure to compile a kernel, or to set it up with these arguments.
    Launch(Arc<jit::LaunchError>),
    /// Fault of a kernel, which has poisoned the context.
    Fault(Arc<crate::fault::KernelFault>),
    /// Object of another process that cannot be mapped.
    NotMapped {
        /// Kind of object.
        what: &'static str,
    },
    /// Word that is not a memory pool usable in the call.
    NoPool {
        /// Word.
        word: u64,
    },
    /// Host memory of which at least a part is already registered.
    AlreadyRegistered {
        /// Start address.
        address: u64,
    },
    /// Host memory that is not registered.
    NotRegistered {
        /// Start address.
        address: u64,
    },
    /// Peer access that is already enabled.
    PeerAccessIsOn {
        /// Ordinal of the peer.
        peer: usize,
    },
    /// Peer access that is not enabled.
    PeerAccessIsOff {
        /// Ordinal of the peer.
        peer: usize,
    },
    /// Device that cannot be a peer.
    NoPeer {
        /// Ordinal of the device.
        device: usize,
    },
    /// Incomplete work.
    NotReady,
    /// Event that was never recorded.
    NeverRecorded {
        /// Event.
        event: String,
    },
    /// Event without timing.
    NoTiming {
        /// Event.
        event: String,
    },
    /// Objects of different contexts where one is required.
    ContextsDiffer {
        /// Kinds of objects.
        what: &'static str,
    },
    /// Invalid split of SMs.
    Split(SplitError),
    /// Resource type that the call does not support.
    ResourceType {
        /// Resource type.
        got: u32,
    },
    /// Incompatible resources.
    ResourceConfiguration {
        /// Reason.
        why: &'static str,
    },
    /// Call that conflicts with a stream's capture.
    Capture(CaptureError),
    /// Invalid graph.
    Graph(GraphError),
    /// Stream of a destroyed green context.
    StreamDetached {
        /// Stream.
        stream: String,
    },
    /// Limit that the device does not support.
    UnsupportedLimit {
        /// Number of the limit.
        got: u32,
    },
    /// Unsupported feature.
    Unsupported {
        /// Feature.
        what: &'static str,
    },
    /// Failed system call without which the call cannot succeed.
    System {
        /// Purpose of the system call.
        what: &'static str,
        /// Error of the system.
        kind: std::io::ErrorKind,
    },
    /// Broken invariant of the runtime.
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
                ptx::diag::Kind::Invalid => Status::InvalidKernelFile,
                ptx::diag::Kind::Unsupported if found.iter().any(is_about_version) => {
                    Status::UnsupportedPtxVersion
                }
                ptx::diag::Kind::Unsupported => Status::NotSupported,
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
            Error::GreenContextsLeft { .. } | Error::WaitsInHostFunction => Status::NotPermitted,
            Error::ResourceType { .. } => Status::InvalidResourceType,
            Error::Capture(why) => why.status(),
            Error::Graph(why) => why.status(),
            Error::StreamDetached { .. } => Status::StreamDetached,
            Error::UnsupportedLimit { .. } => Status::UnsupportedLimit,
            Error::System { .. } => Status::OperatingSystem,
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
            _ => None,
        }
    }
}

fn is_about_version(found: &ptx::Diagnostic) -> bool {
    matches!(found.problem, ptx::diag::Problem::UnsupportedVersion { .. })
}

fn shape(f: &mut fmt::Formatter<'_>, [x, y, z]: [u32; 3]) -> fmt::Result {
    write!(f, "({x}, {y}, {z})")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoDevice => f.write_str("no device is visible"),
            Error::Forked => f.write_str(
                "this process was forked from one that had started the runtime, and has none of its threads: start \
                 the runtime after fork, or exec",
            ),
            Error::BadOrdinal { ordinal, count } => {
                write!(f, "device ordinal {ordinal} is out of range: there are {count} devices")
            }
            Error::OtherDevice { what, of, got } => {
                write!(f, "{what} belongs to device {of}, not to device {got}")
            }
            Error::NotConcurrent { ordinal } => {
                write!(f, "device {ordinal} has no concurrent access to managed memory")
            }
            Error::Null { what } => write!(f, "{what} is null"),
            Error::OutOfRange { what, got, min, max } => write!(f, "{what} is {got}, must be {min}..={max}"),
            Error::UnknownEnumerator { what, got } => write!(f, "{got} is not a valid {what}"),
            Error::BadFlags { what, got } => write!(f, "invalid flags {got:#x} of {what}"),
            Error::TensorMap(refused) => refused.fmt(f),
            Error::BadDirection { got } => write!(f, "{got} is not a valid copy direction"),
            Error::BadPitch { what, pitch, least } => {
                write!(f, "the {what}'s pitch is {pitch}, must be at least {least} bytes")
            }
            Error::Capture(why) => why.fmt(f),
            Error::Graph(why) => why.fmt(f),
            Error::EmptyName { what } => write!(f, "the {what}'s name is empty"),
            Error::BadHandle { kind, word } => write!(f, "{word:#x} is not a handle of a {kind}"),
            Error::StaleHandle { handle, .. } => write!(f, "{handle} was destroyed"),
            Error::NoContext { what } => write!(f, "no context for {what}"),
            Error::ContextDestroyed { context } => write!(f, "{context} was destroyed"),
            Error::PrimaryNotRetained { device } => {
                write!(f, "the primary context of device {device} is not retained")
            }
            Error::DestroysPrimary => f.write_str("a primary context is released, not destroyed"),
            Error::OutOfMemory { wanted, free } => {
                write!(f, "{wanted} bytes wanted, {free} are free")
            }
            Error::BadPointer { what, address } => {
                write!(f, "{what} {address:#x} is not in an allocation that the call may use")
            }
            Error::PastEnd { what, address, bytes, base, size } => write!(
                f,
                "{what} of {bytes} bytes at {address:#x} exceeds its allocation of {size} bytes at {base:#x}"
            ),
            Error::Unaligned { what, address, align } => {
                write!(f, "{what} {address:#x} is not a multiple of {align}")
            }
            Error::NoAllocation { address } => write!(f, "{address:#x} is not in an allocation"),
            Error::UnregisteredImage { handle } => write!(f, "no fat binary is registered under {handle:#x}"),
            Error::UnregisteredKernel { host } => {
                write!(f, "no kernel is registered for the function at {host:#x}")
            }
            Error::UnregisteredVariable { host } => {
                write!(f, "no device variable is registered for the host variable at {host:#x}")
            }
            Error::MissingConfiguration => f.write_str("no launch configuration precedes the launch"),
            Error::FileNotFound { path } => write!(f, "file `{}` does not exist", path.display()),
            Error::FileUnreadable { path, kind } => {
                write!(f, "`{}` could not be read: {kind}", path.display())
            }
            Error::Image(error @ fatbin::Error::Exhausted { .. }) => write!(f, "{error} (HIP_SOFT_IMAGE_SIZE)"),
            Error::Image(error) => error.fmt(f),
            Error::Unit { name, why } => write!(f, "{name}: {why}"),
            Error::Ptx(found) => found.fmt(f),
            Error::PtxTarget { target, device } => {
                write!(
                    f,
                    "PTX for {target} does not run on a device of compute capability {}.{}",
                    device / 10,
                    device % 10
                )
            }
            Error::Link(found) => {
                for (n, error) in found.iter().enumerate() {
                    write!(f, "{}error   : {error}", if n == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
            Error::BadInput { name, why } => write!(f, "`{name}` cannot be linked: {why}"),
            Error::Linked => f.write_str("the link is already complete"),
            Error::Unresolved { name } => write!(f, "unresolved extern `{name}`"),
            Error::NotFound { what, name, have } => {
                write!(f, "the module has no {what} `{name}`")?;
                match have.as_slice() {
                    [] => f.write_str(", and none at all"),
                    have => write!(f, "; it has {}", Few(have)),
                }
            }
            Error::NoFunction { name } => write!(f, "no function `{name}` whose calls tools can observe"),
            Error::NotAVariable { name } => write!(f, "`{name}` is a kernel or a texture reference, not a variable"),
            Error::ArgumentCount { kernel, expected, given } => {
                let kernel = Readable(kernel);
                write!(f, "kernel `{kernel}` takes {expected} arguments, {given} were given")
            }
            Error::ArgumentSize { kernel, index, expected, given } => {
                let kernel = Readable(kernel);
                write!(f, "argument {index} of kernel `{kernel}` has {expected} bytes, {given} were given")
            }
            Error::BadDimension { what, got, limit } => write!(f, "{what} is {got}, must be 1..={limit}"),
            Error::BlockNotRequired { kernel, got, required } => {
                let kernel = Readable(kernel);
                write!(f, "kernel `{kernel}` requires blocks of ")?;
                shape(f, *required)?;
                f.write_str(", not ")?;
                shape(f, *got)
            }
            Error::TooManyRegisters { kernel, registers, threads, most } => {
                let kernel = Readable(kernel);
                write!(
                    f,
                    "kernel `{kernel}` uses {registers} registers a thread, which limits a block to {most} threads, not {threads}"
                )
            }
            Error::BadCluster { kernel, why } => write!(f, "kernel `{}` cannot be launched: {why}", Readable(kernel)),
            Error::SharedTooLarge { kernel, wanted, limit } => {
                let kernel = Readable(kernel);
                write!(
                    f,
                    "a block of kernel `{kernel}` needs {wanted} bytes of shared memory, the limit is {limit}"
                )
            }
            Error::Refused(refused) => refused.fmt(f),
            Error::Launch(error) => error.fmt(f),
            Error::Fault(fault) => fault.fmt(f),
            Error::NotMapped { what } => write!(f, "{what} cannot be mapped"),
            Error::NoPool { word } => write!(f, "{word:#x} is not a memory pool that the call may use"),
            Error::AlreadyRegistered { address } => {
                write!(f, "host memory at {address:#x} is already registered, at least in part")
            }
            Error::NotRegistered { address } => write!(f, "host memory at {address:#x} is not registered"),
            Error::PeerAccessIsOn { peer } => {
                write!(f, "access to the memory of device {peer} is already enabled")
            }
            Error::PeerAccessIsOff { peer } => write!(f, "access to the memory of device {peer} is not enabled"),
            Error::NoPeer { device } => write!(f, "device {device} is not a peer of the current device"),
            Error::NotReady => f.write_str("work is not complete"),
            Error::NeverRecorded { event } => write!(f, "{event} was never recorded"),
            Error::NoTiming { event } => write!(f, "{event} was created without timing"),
            Error::GreenContextsLeft { device, count } => {
                write!(f, "device {device}'s primary context has {count} live green contexts")
            }
            Error::WaitsInHostFunction => {
                f.write_str("a host function of a stream made a blocking call: it would deadlock its own stream, or block others")
            }
            Error::ContextsDiffer { what } => write!(f, "{what} are of different contexts"),
            Error::Split(SplitError::InvalidValue) => {
                f.write_str("no groups are requested, or the flags exclude each other")
            }
            Error::Split(SplitError::InvalidConfiguration { wanted, have }) => {
                write!(f, "groups of {wanted} SMs cannot be formed out of {have}")
            }
            Error::ResourceType { got } => write!(f, "resource type {got} is not supported by the call"),
            Error::ResourceConfiguration { why } => f.write_str(why),
            Error::StreamDetached { stream } => write!(f, "{stream} is detached: its green context was destroyed"),
            Error::UnsupportedLimit { got } => write!(f, "the device does not support limit {got}"),
            Error::Unsupported { what } => write!(f, "{what}: not supported"),
            Error::System { what, kind } => write!(f, "{what}: {kind}"),
            Error::Bug { what } => write!(f, "a bug in the runtime: {what}"),
        }
    }
}

impl std::error::Error for Error {}

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

impl From<CaptureError> for Error {
    fn from(why: CaptureError) -> Self {
        Error::Capture(why)
    }
}

impl From<GraphError> for Error {
    fn from(why: GraphError) -> Self {
        Error::Graph(why)
    }
}

impl From<device::Refused> for Error {
    fn from(refused: device::Refused) -> Self {
        Error::Refused(refused)
    }
}

impl From<SplitError> for Error {
    fn from(error: SplitError) -> Self {
        Error::Split(error)
    }
}

impl From<fatbin::Error> for Error {
    fn from(error: fatbin::Error) -> Self {
        Error::Image(error)
    }
}

impl From<ptx::Diagnostics> for Error {
    fn from(found: ptx::Diagnostics) -> Self {
        Error::Ptx(Arc::new(found))
    }
}
