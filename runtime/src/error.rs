//! What went wrong, with the facts, and which [`Status`] C sees of it.
//!
//! Three things are told apart: the program's mistake, what this runtime does not do, and lack of resources.
//! There is no catch-all: a new kind of failure is a new variant.

mod graph;

pub use graph::{CaptureError, GraphError, UpdateResult};

use crate::status::Status;
use crate::sync::Arc;
use device::partition::SplitError;
use ptx::demangle::Readable;
use std::fmt;
use std::path::PathBuf;

/// Why a call failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// No device is visible.
    NoDevice,
    /// The process was forked off one that had started the runtime: it has none of its threads.
    Forked,
    /// A device ordinal without a device.
    BadOrdinal {
        /// The ordinal.
        ordinal: i64,
        /// Devices there are.
        count: usize,
    },
    /// Something of one device was to be used on another.
    OtherDevice {
        /// What.
        what: &'static str,
        /// Ordinal of its device.
        of: usize,
        /// Ordinal of the device that was asked for.
        got: usize,
    },
    /// A device that cannot hold single pages of managed memory while the host uses others was to hold, or
    /// access, some.
    NotConcurrent {
        /// Its ordinal.
        ordinal: u32,
    },
    /// Modules that do not go together.
    Link(Arc<Vec<ptx::link::LinkError>>),
    /// A link that is complete is to be completed again.
    Linked,
    /// What cannot be added to a link.
    BadInput {
        /// What it is called.
        name: String,
        /// Why not.
        why: String,
    },
    /// A pointer that must not be null is.
    Null {
        /// Which.
        what: &'static str,
    },
    /// A number is out of its range.
    OutOfRange {
        /// Which.
        what: &'static str,
        /// The number.
        got: u64,
        /// Least.
        min: u64,
        /// Greatest.
        max: u64,
    },
    /// An enumerator or attribute that does not exist.
    UnknownEnumerator {
        /// Of which enumeration.
        what: &'static str,
        /// The number.
        got: i64,
    },
    /// A tensor map cannot be made so.
    TensorMap(ptx::tensor::encode::Refused),
    /// A direction of a copy that does not exist.
    BadDirection {
        /// The number.
        got: u32,
    },
    /// Flags that do not exist or exclude each other.
    BadFlags {
        /// Of what.
        what: &'static str,
        /// The flags.
        got: u64,
    },
    /// An empty name.
    EmptyName {
        /// Of what.
        what: &'static str,
    },
    /// A word that is no handle of the kind.
    BadHandle {
        /// The kind.
        kind: &'static str,
        /// The word.
        word: u64,
    },
    /// A handle of something that is gone.
    StaleHandle {
        /// The kind.
        kind: &'static str,
        /// The handle, as `stream#3.1`.
        handle: String,
    },
    /// No context is current, or the word is no context.
    NoContext {
        /// What it was wanted for.
        what: &'static str,
    },
    /// The context is gone.
    ContextDestroyed {
        /// The handle.
        context: String,
    },
    /// The device's primary context is not retained.
    PrimaryNotRetained {
        /// The device.
        device: usize,
    },
    /// The primary context cannot be destroyed like a created one.
    DestroysPrimary,
    /// A primary context is reset while green contexts live in it.
    GreenContextsLeft {
        /// The device's ordinal.
        device: usize,
        /// How many.
        count: usize,
    },
    /// A host function of a stream would wait, while no other one can run until it returns.
    WaitsInHostFunction,
    /// Not enough memory.
    OutOfMemory {
        /// Bytes asked for.
        wanted: u64,
        /// Bytes the device has free.
        free: u64,
    },
    /// An address that is in no allocation that the call may use.
    BadPointer {
        /// What the address was to be.
        what: &'static str,
        /// The address.
        address: u64,
    },
    /// A range that leaves its allocation.
    PastEnd {
        /// What the range was to be.
        what: &'static str,
        /// Its start.
        address: u64,
        /// Its length.
        bytes: u64,
        /// Start of the allocation.
        base: u64,
        /// Length of the allocation.
        size: u64,
    },
    /// Rows or slices that would overlap.
    BadPitch {
        /// Of what.
        what: &'static str,
        /// Bytes from one to the next.
        pitch: u64,
        /// Bytes one has.
        least: u64,
    },
    /// An address that is not a multiple of what it must be.
    Unaligned {
        /// What the address was to be.
        what: &'static str,
        /// The address.
        address: u64,
        /// What it must be a multiple of.
        align: u64,
    },
    /// An address in no allocation, where a call looks one up.
    NoAllocation {
        /// The address.
        address: u64,
    },
    /// A file that is not there.
    FileNotFound {
        /// Its path.
        path: PathBuf,
    },
    /// A file that could not be read.
    FileUnreadable {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        kind: std::io::ErrorKind,
    },
    /// An image that is nothing known, or broken, or holds nothing to run.
    Image(fatbin::Error),
    /// An image of several that are linked is not one, or has no PTX for the device.
    Unit {
        /// Which: `unit 2 of 3`.
        name: String,
        /// What is wrong with it.
        why: fatbin::Error,
    },
    /// PTX that is wrong, or that we cannot compile.
    Ptx(Arc<ptx::Diagnostics>),
    /// PTX for an architecture that the device is not.
    PtxTarget {
        /// What `.target` says.
        target: String,
        /// The device's compute capability, as 90 for 9.0.
        device: u32,
    },
    /// A variable or function that no module defines.
    Unresolved {
        /// Its name.
        name: String,
    },
    /// The module has nothing of that name.
    NotFound {
        /// A kernel or a variable.
        what: &'static str,
        /// The name asked for.
        name: String,
        /// Names there are.
        have: Vec<String>,
    },
    /// The C library has no function of that name whose calls tools can be told of.
    NoFunction {
        /// The name asked for.
        name: String,
    },
    /// No host object registered an image under this handle.
    UnregisteredImage {
        /// The handle.
        handle: u64,
    },
    /// No host object registered a kernel for this host function.
    UnregisteredKernel {
        /// Its address.
        host: u64,
    },
    /// No host object registered a variable for this host variable.
    UnregisteredVariable {
        /// Its address.
        host: u64,
    },
    /// A launch without the configuration that goes before it (`__hipPushCallConfiguration`,
    /// `hipConfigureCall`).
    MissingConfiguration,
    /// A name that names something else.
    NotAVariable {
        /// The name.
        name: String,
    },
    /// A launch with the wrong number of arguments.
    ArgumentCount {
        /// The kernel.
        kernel: String,
        /// Parameters it has.
        expected: usize,
        /// Arguments given.
        given: usize,
    },
    /// An argument of the wrong size.
    ArgumentSize {
        /// The kernel.
        kernel: String,
        /// Which argument, from 0.
        index: usize,
        /// Bytes the parameter has.
        expected: usize,
        /// Bytes the argument has.
        given: usize,
    },
    /// A grid or block dimension that is out of range.
    BadDimension {
        /// As `blockDim.x`.
        what: &'static str,
        /// The dimension.
        got: u64,
        /// The greatest allowed.
        limit: u64,
    },
    /// A block shape other than the kernel's `.reqntid`.
    BlockNotRequired {
        /// The kernel.
        kernel: String,
        /// The shape.
        got: [u32; 3],
        /// The shape it requires.
        required: [u32; 3],
    },
    /// More threads in a block than have registers.
    TooManyRegisters {
        /// The kernel.
        kernel: String,
        /// Registers of one thread.
        registers: u32,
        /// Threads of the block.
        threads: u32,
        /// Threads that have registers.
        most: u32,
    },
    /// Clusters that the kernel or the device does not take.
    BadCluster {
        /// The kernel.
        kernel: String,
        /// What is wrong with them.
        why: ptx::exec::BadCluster,
    },
    /// More shared memory than the kernel may use.
    SharedTooLarge {
        /// The kernel.
        kernel: String,
        /// Static and dynamic bytes together.
        wanted: u64,
        /// Bytes a block of it may have.
        limit: u64,
    },
    /// The device refused an operation.
    Refused(device::Refused),
    /// A kernel that could not be compiled, or set up with these arguments.
    Launch(Arc<jit::LaunchError>),
    /// A kernel of the context was stopped; the context is of no further use.
    Fault(Arc<crate::fault::KernelFault>),
    /// Something of another process that cannot be mapped.
    NotMapped {
        /// What.
        what: &'static str,
    },
    /// A word that is no memory pool that the call may use.
    NoPool {
        /// The word.
        word: u64,
    },
    /// Host memory that is registered already, or part of it.
    AlreadyRegistered {
        /// Its start.
        address: u64,
    },
    /// Host memory that is not registered.
    NotRegistered {
        /// Its start.
        address: u64,
    },
    /// Access of a device to a peer's memory that is on already.
    PeerAccessIsOn {
        /// The peer.
        peer: usize,
    },
    /// Access of a device to a peer's memory that is not on.
    PeerAccessIsOff {
        /// The peer.
        peer: usize,
    },
    /// Access to memory that can never be a peer's.
    NoPeer {
        /// The device.
        device: usize,
    },
    /// Work is still going on.
    NotReady,
    /// An event that was never recorded.
    NeverRecorded {
        /// The event.
        event: String,
    },
    /// An event that takes no times.
    NoTiming {
        /// The event.
        event: String,
    },
    /// Two things of different contexts where they must share one.
    ContextsDiffer {
        /// What.
        what: &'static str,
    },
    /// A split of SMs that cannot be.
    Split(SplitError),
    /// A resource of a kind that the call does not take.
    ResourceType {
        /// The kind.
        got: u32,
    },
    /// Resources that do not go together.
    ResourceConfiguration {
        /// Why.
        why: &'static str,
    },
    /// What a stream's capture is not, or does not allow.
    Capture(CaptureError),
    /// What is wrong with a graph.
    Graph(GraphError),
    /// The stream's green context was destroyed.
    StreamDetached {
        /// The stream.
        stream: String,
    },
    /// A limit that the device does not have.
    UnsupportedLimit {
        /// Its number.
        got: u32,
    },
    /// Something this runtime does not do.
    Unsupported {
        /// What.
        what: &'static str,
    },
    /// The system refused something the runtime cannot do without.
    System {
        /// What.
        what: &'static str,
        /// What the system says.
        kind: std::io::ErrorKind,
    },
    /// A broken promise of the runtime's own.
    Bug {
        /// Which.
        what: &'static str,
    },
}

/// Whether handles of a kind are graphs, their nodes, or executables.
fn is_of_graph(kind: &str) -> bool {
    matches!(kind, "graph" | "node" | "executable graph")
}

impl Error {
    /// What C sees of it.
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
            // CUDA crashes on a stream or event that is gone; HIP has a code for it.
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
                // Only where a limit is set to the wait for it.
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

    /// What the compiler says about an image's PTX, as the driver's error log shows it; `None` if the failure
    /// is not about PTX.
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
                write!(f, "there is no device {ordinal}: ordinals go from 0 to below {count}")
            }
            Error::OtherDevice { what, of, got } => {
                write!(f, "{what} is of device {of}, not of device {got}")
            }
            Error::NotConcurrent { ordinal } => {
                write!(f, "device {ordinal} has no concurrent access to managed memory")
            }
            Error::Null { what } => write!(f, "{what} is null"),
            Error::OutOfRange { what, got, min, max } => write!(f, "{what} is {got}, must be {min}..={max}"),
            Error::UnknownEnumerator { what, got } => write!(f, "{got} is no {what}"),
            Error::BadFlags { what, got } => write!(f, "{got:#x} are no flags of {what}"),
            Error::TensorMap(refused) => refused.fmt(f),
            Error::BadDirection { got } => write!(f, "{got} is no direction of a copy"),
            Error::BadPitch { what, pitch, least } => {
                write!(f, "the {what}'s pitch is {pitch}, less than the {least} bytes of what it separates")
            }
            Error::Capture(why) => why.fmt(f),
            Error::Graph(why) => why.fmt(f),
            Error::EmptyName { what } => write!(f, "the {what}'s name is empty"),
            Error::BadHandle { kind, word } => write!(f, "{word:#x} is no {kind}"),
            Error::StaleHandle { handle, .. } => write!(f, "{handle} is gone"),
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
                write!(f, "{what} {address:#x} is in no allocation that could be used for it")
            }
            Error::PastEnd { what, address, bytes, base, size } => write!(
                f,
                "{what} of {bytes} bytes at {address:#x} leaves its allocation of {size} bytes at {base:#x}"
            ),
            Error::Unaligned { what, address, align } => {
                write!(f, "{what} {address:#x} is not a multiple of {align}")
            }
            Error::NoAllocation { address } => write!(f, "{address:#x} is in no allocation"),
            Error::UnregisteredImage { handle } => write!(f, "no fat binary is registered under {handle:#x}"),
            Error::UnregisteredKernel { host } => {
                write!(f, "no kernel is registered for the function at {host:#x}")
            }
            Error::UnregisteredVariable { host } => {
                write!(f, "no variable of device code is registered for the one at {host:#x}")
            }
            Error::MissingConfiguration => f.write_str("no launch configuration was given before"),
            Error::FileNotFound { path } => write!(f, "there is no file `{}`", path.display()),
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
            Error::Linked => f.write_str("what is linked is complete already"),
            Error::Unresolved { name } => write!(f, "unresolved extern `{name}`"),
            Error::NotFound { what, name, have } => {
                write!(f, "the module has no {what} `{name}`")?;
                match have.as_slice() {
                    [] => f.write_str(", and none at all"),
                    have => write!(f, "; it has {}", Few(have)),
                }
            }
            Error::NoFunction { name } => write!(f, "tools can be told of no function `{name}`"),
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
                    "kernel `{kernel}` takes {registers} registers a thread: enough for {most} threads of a block, not for {threads}"
                )
            }
            Error::BadCluster { kernel, why } => write!(f, "kernel `{}` cannot be launched: {why}", Readable(kernel)),
            Error::SharedTooLarge { kernel, wanted, limit } => {
                let kernel = Readable(kernel);
                write!(
                    f,
                    "a block of kernel `{kernel}` wants {wanted} bytes of shared memory, may have {limit}"
                )
            }
            Error::Refused(refused) => refused.fmt(f),
            Error::Launch(error) => error.fmt(f),
            Error::Fault(fault) => fault.fmt(f),
            Error::NotMapped { what } => write!(f, "{what} is not there"),
            Error::NoPool { word } => write!(f, "{word:#x} is no memory pool for this"),
            Error::AlreadyRegistered { address } => {
                write!(f, "host memory at {address:#x} is registered, or part of it")
            }
            Error::NotRegistered { address } => write!(f, "host memory at {address:#x} is not registered"),
            Error::PeerAccessIsOn { peer } => {
                write!(f, "access to the memory of device {peer} is on already")
            }
            Error::PeerAccessIsOff { peer } => write!(f, "access to the memory of device {peer} is not on"),
            Error::NoPeer { device } => write!(f, "device {device} is no peer of the current one"),
            Error::NotReady => f.write_str("work is still going on"),
            Error::NeverRecorded { event } => write!(f, "{event} was never recorded"),
            Error::NoTiming { event } => write!(f, "{event} takes no times"),
            Error::GreenContextsLeft { device, count } => {
                write!(f, "{count} green contexts live in device {device}'s primary context")
            }
            Error::WaitsInHostFunction => {
                f.write_str("a host function of a stream called what waits: it would wait for itself, or keep others waiting")
            }
            Error::ContextsDiffer { what } => write!(f, "{what} are of different contexts"),
            Error::Split(SplitError::InvalidValue) => {
                f.write_str("no groups asked for, or flags that exclude")
            }
            Error::Split(SplitError::InvalidConfiguration { wanted, have }) => {
                write!(f, "groups of {wanted} SMs out of {have}")
            }
            Error::ResourceType { got } => write!(f, "a resource of type {got} does not do here"),
            Error::ResourceConfiguration { why } => f.write_str(why),
            Error::StreamDetached { stream } => write!(f, "{stream} is detached: its green context is gone"),
            Error::UnsupportedLimit { got } => write!(f, "the device has no limit {got}"),
            Error::Unsupported { what } => write!(f, "{what}: not supported"),
            Error::System { what, kind } => write!(f, "{what}: {kind}"),
            Error::Bug { what } => write!(f, "a bug in the runtime: {what}"),
        }
    }
}

impl std::error::Error for Error {}

/// At most eight names, and how many more there are.
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
