//! Configurations of `<<<>>>` launches on their way to the launching stub, and the older interface, which
//! passes arguments one by one. Both are per thread.
#![expect(unsafe_code, reason = "a caller vouches for a kernel and its arguments")]

use crate::Error;
use crate::api::module::{self, LaunchShape};
use crate::api::{StreamRef, init};
use crate::trace::{self, Failure, Level};
use ptx::demangle::Readable;
use std::cell::RefCell;

/// Limit of a launch's arguments, bytes (CUDA: 4 KiB; since CUDA 12.1 32,764).
const MAX_ARGUMENT_BYTES: usize = 32_764;

/// Configuration between the chevrons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// Blocks of the grid, by dimension.
    pub grid: [u32; 3],
    /// Threads of a block, by dimension.
    pub block: [u32; 3],
    /// Dynamic shared memory, bytes.
    pub shared_bytes: u64,
    /// Stream handle, as a word.
    pub stream: u64,
}

#[derive(Default)]
struct Calls {
    pushed: Vec<Configuration>,
    /// Configurations of the older interface, with the arguments so far.
    configured: Vec<(Configuration, Vec<u8>)>,
}

thread_local!(static CALLS: RefCell<Calls> = RefCell::default());

/// Pushes a configuration for the following launch (`__hipPushCallConfiguration`).
pub fn push(configuration: Configuration) {
    CALLS.with_borrow_mut(|calls| calls.pushed.push(configuration));
}

/// Pops the last configuration (`__hipPopCallConfiguration`).
///
/// # Errors
/// `MissingConfiguration`.
pub fn pop() -> Result<Configuration, Error> {
    CALLS.with_borrow_mut(|calls| calls.pushed.pop()).ok_or(Error::MissingConfiguration)
}

/// Starts a launch whose arguments follow (`hipConfigureCall`).
pub fn configure(configuration: Configuration) {
    CALLS.with_borrow_mut(|calls| calls.configured.push((configuration, Vec::new())));
}

/// Adds an argument at an offset of the parameter block (`hipSetupArgument`).
///
/// # Errors
/// `MissingConfiguration`; `OutOfRange` for an argument beyond the limit.
pub fn argument(bytes: &[u8], offset: u64) -> Result<(), Error> {
    CALLS.with_borrow_mut(|calls| {
        let (_, block) = calls.configured.last_mut().ok_or(Error::MissingConfiguration)?;
        let end = usize::try_from(offset).ok().and_then(|start| start.checked_add(bytes.len()));
        let end = end.filter(|&end| end <= MAX_ARGUMENT_BYTES).ok_or(Error::OutOfRange {
            what: "offset of a kernel's argument",
            got: offset,
            min: 0,
            max: MAX_ARGUMENT_BYTES as u64,
        })?;
        if block.len() < end {
            block.resize(end, 0);
        }
        block[end - bytes.len()..end].copy_from_slice(bytes);
        Ok(())
    })
}

/// Launches the kernel of a host function with the last configuration (`hipLaunchByPtr`).
///
/// # Errors
/// `MissingConfiguration`; those of [`super::function`] and [`module::launch`].
///
/// # Safety
/// As for [`module::launch`].
pub unsafe fn launch(host: u64) -> Result<(), Error> {
    let configured = CALLS.with_borrow_mut(|calls| calls.configured.pop());
    let (configuration, mut block) = configured.ok_or(Error::MissingConfiguration)?;
    let function = super::function(host)?;
    let params = module::params(function)?;
    // Arguments do not include trailing padding of the parameter block.
    block.resize(params.bytes as usize, 0);
    let stream = StreamRef::from_word(configuration.stream)?;
    // SAFETY: the caller promises what this wants.
    unsafe { module::launch(function, configuration.shape()?, &block, stream) }
}

/// Returns what runs instead of a kernel that the host calls like a function: its name in the host's code is
/// that of a pointer, which is no code. Runs in a signal handler, while the thread is in code of the program.
pub(super) fn instead(host: u64) -> Option<extern "C" fn(u64)> {
    super::REGISTRY.try_lock()?.kernels.contains_key(&host).then_some(refuse)
}

/// Fails as nvcc's stub does: there is no configuration.
extern "C" fn refuse(host: u64) {
    let name = super::REGISTRY.lock().kernels.get(&host).map(|(_, name)| name.clone());
    let name = name.unwrap_or_default();
    let line =
        format!("kernel `{}` was called like a function, without <<<>>>: it did not run", Readable(&name));
    trace::log(Level::Error, format_args!("{line}"));
    trace::report(Failure::Launch, format_args!("{line}"));
    init::note(Error::MissingConfiguration.status());
}

impl Configuration {
    /// Shape of the launch.
    ///
    /// # Errors
    /// `OutOfRange` for more than 4 GiB of shared memory.
    pub fn shape(&self) -> Result<LaunchShape, Error> {
        let shared_bytes = u32::try_from(self.shared_bytes).map_err(|_| Error::OutOfRange {
            what: "dynamic shared memory",
            got: self.shared_bytes,
            min: 0,
            max: u32::MAX.into(),
        })?;
        Ok(LaunchShape {
            grid: self.grid,
            block: self.block,
            shared_bytes,
            cooperative: false,
            cluster: None,
        })
    }
}
