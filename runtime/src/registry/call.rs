//! The configurations of `<<<>>>` launches on their way to the stub that makes them, and the older way, in
//! which the arguments come one after another. Both belong to the calling thread.

use crate::Error;
use crate::api::StreamRef;
use crate::api::module::{self, LaunchShape};
use std::cell::RefCell;

/// Most bytes of arguments that one launch may have (CUDA: 4 KiB, since CUDA 12.1 32,764 bytes).
const MAX_ARGUMENT_BYTES: usize = 32_764;

/// What stands between the chevrons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Configuration {
    /// Blocks of the grid.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Dynamic shared memory, bytes.
    pub shared_bytes: u64,
    /// The stream's word as C has it.
    pub stream: u64,
}

#[derive(Default)]
struct Calls {
    pushed: Vec<Configuration>,
    /// Configured the older way: with the arguments so far.
    configured: Vec<(Configuration, Vec<u8>)>,
}

thread_local!(static CALLS: RefCell<Calls> = RefCell::default());

/// Puts a configuration aside for the launch that follows (`__hipPushCallConfiguration`).
pub fn push(configuration: Configuration) {
    CALLS.with_borrow_mut(|calls| calls.pushed.push(configuration));
}

/// The configuration put aside last (`__hipPopCallConfiguration`).
///
/// # Errors
/// `MissingConfiguration`.
pub fn pop() -> Result<Configuration, Error> {
    CALLS.with_borrow_mut(|calls| calls.pushed.pop()).ok_or(Error::MissingConfiguration)
}

/// Begins a launch whose arguments follow (`hipConfigureCall`).
pub fn configure(configuration: Configuration) {
    CALLS.with_borrow_mut(|calls| calls.configured.push((configuration, Vec::new())));
}

/// Adds an argument at an offset of the parameter block (`hipSetupArgument`).
///
/// # Errors
/// `MissingConfiguration`; `OutOfRange` for an argument beyond what a launch may have.
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

/// Launches the kernel behind a host function with what was configured last (`hipLaunchByPtr`).
///
/// # Errors
/// `MissingConfiguration`; as [`super::function`] and [`module::launch`].
pub fn launch(host: u64) -> Result<(), Error> {
    let configured = CALLS.with_borrow_mut(|calls| calls.configured.pop());
    let (configuration, mut block) = configured.ok_or(Error::MissingConfiguration)?;
    let function = super::function(host)?;
    let params = module::params(function)?;
    // Trailing padding of the parameter block is nobody's argument.
    block.resize(params.bytes as usize, 0);
    module::launch(function, configuration.shape()?, &block, StreamRef::from_word(configuration.stream)?)
}

impl Configuration {
    /// As a launch takes it.
    ///
    /// # Errors
    /// `OutOfRange` for more shared memory than any device could have.
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
