//! A kernel with a shape and arguments.

use crate::check::{Checked, Site, Watch};
use crate::code::Code;
use crate::compile::CompileError;
use crate::kernel::{Kernel, Slot};
use crate::reach::{OutsideReach, Reach};
use crate::trace::Trace;
use crate::window::Window;
use ptx::exec::{Geometry, WARP};
use ptx::ir::{Function, Space};
use ptx::system::Host;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Maximum blocks of a cluster on any device.
pub(crate) const MOST_IN_CLUSTER: u64 = 16;

/// Reason for which a launch could not be created.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LaunchError {
    /// The kernel could not be compiled.
    #[error(transparent)]
    Compile(Arc<CompileError>),
    /// The size of the parameter block is not the kernel's.
    #[error("kernel `{kernel}` takes {wanted} bytes of parameters, {got} were given")]
    Params {
        /// The kernel.
        kernel: String,
        /// Bytes given.
        got: usize,
        /// Bytes it takes.
        wanted: usize,
    },
    /// A dimension is zero, a block has more than 1024 threads, a cluster more than 16 blocks, or the grid is
    /// no multiple of the cluster.
    #[error("a grid of {grid:?} blocks of {block:?} threads cannot run")]
    Geometry {
        /// Blocks of the grid.
        grid: [u32; 3],
        /// Threads of a block.
        block: [u32; 3],
    },
}

/// Parameters of a launch.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// Shape of the grid and its blocks.
    pub geometry: Geometry,
    /// Parameter block.
    pub params: &'a [u8],
    /// Shared memory beyond what the kernel declares, bytes.
    pub dynamic_shared: u32,
    /// Shared memory that a block may access, bytes, rounded up to the device's allocation unit. At least the
    /// declared and dynamic shared memory.
    pub allocated_shared: u32,
    /// Value of `%gridid`.
    pub grid_id: u64,
    /// Value of `%nsmid`.
    pub sms: u32,
}

/// A launch: immutable, shared by all threads that run its blocks.
pub struct Launch {
    /// Process-wide number of the launch.
    pub(crate) number: u64,
    pub(crate) kernel: Arc<Kernel>,
    code: Arc<Code>,
    /// Slot for better code once the kernel has run for a while, and whether it was requested.
    better: Option<Slot>,
    claimed: AtomicBool,
    pub(crate) window: Arc<Window>,
    /// Addresses that its threads may access without asking, and the decision about others.
    pub(crate) reach: Range<u64>,
    pub(crate) outside: Option<Arc<dyn OutsideReach>>,
    pub(crate) vars: Arc<[u64]>,
    pub(crate) params: Vec<u8>,
    pub(crate) geometry: Geometry,
    pub(crate) dynamic_shared: u32,
    allocated_shared: u32,
    /// Local memory of a thread, bytes.
    local_bytes: u32,
    /// Its code may store past the caches, which [`Worker`](crate::Worker)s wait for.
    pub(crate) streams: bool,
    pub(crate) grid_id: u64,
    pub(crate) sms: u32,
    pub(crate) tids: Vec<u32>,
    /// Cancellation flag; running blocks hold its address.
    pub(crate) cancel: Box<AtomicU64>,
    /// Watcher of its blocks.
    pub(crate) watch: Option<Arc<dyn Watch>>,
    /// Memory accesses by instruction, if the launch is watched.
    pub(crate) sites: Box<[Option<Site>]>,
    /// Recorder of its blocks. The better code is then that of the blocks that it does not record.
    pub(crate) trace: Option<Arc<dyn Trace>>,
    /// Handler of requests from kernels.
    pub(crate) host: Option<Arc<dyn Host>>,
    /// Address of a cooperative grid's workspace, or 0.
    pub(crate) workspace: u64,
}

/// Returns the next launch number, never 0.
fn next_number() -> u64 {
    static LAUNCHES: AtomicU64 = AtomicU64::new(1);
    LAUNCHES.fetch_add(1, Ordering::Relaxed)
}

impl Launch {
    /// Creates a launch of a kernel and compiles it if needed. `vars` are the addresses of the module's
    /// variables.
    ///
    /// # Errors
    /// See [`LaunchError`].
    pub fn new(
        kernel: &Arc<Kernel>,
        setup: Setup<'_>,
        vars: Arc<[u64]>,
        window: &Arc<Window>,
    ) -> Result<Launch, LaunchError> {
        let Setup { geometry, params, .. } = setup;
        let threads = geometry.block.iter().try_fold(1u32, |all, &n| all.checked_mul(n)).unwrap_or(u32::MAX);
        let clusters = geometry.cluster.is_none_or(|cluster| {
            cluster.iter().zip(geometry.grid).all(|(&n, grid)| n != 0 && grid.is_multiple_of(n))
                && cluster.iter().map(|&n| u64::from(n)).product::<u64>() <= MOST_IN_CLUSTER
        });
        if geometry.grid.contains(&0) || threads == 0 || threads > 1024 || !clusters {
            return Err(LaunchError::Geometry { grid: geometry.grid, block: geometry.block });
        }
        let function = kernel.function();
        if params.len() != function.param_bytes as usize {
            let (got, wanted) = (params.len(), function.param_bytes as usize);
            return Err(LaunchError::Params { kernel: function.name.clone(), got, wanted });
        }
        let all = geometry.grid.iter().fold(u64::from(threads), |all, &n| all.saturating_mul(n.into()));
        let (code, better) = kernel.start(geometry.block, all).map_err(LaunchError::Compile)?;
        Ok(Launch {
            number: next_number(),
            code,
            better,
            claimed: AtomicBool::new(false),
            kernel: Arc::clone(kernel),
            reach: window.base()..window.base() + window.size(),
            outside: None,
            window: Arc::clone(window),
            vars,
            params: params.to_vec(),
            geometry,
            dynamic_shared: setup.dynamic_shared,
            allocated_shared: setup.allocated_shared,
            local_bytes: function.local_bytes,
            streams: kernel.streams(all),
            grid_id: setup.grid_id,
            sms: setup.sms,
            tids: thread_table(&geometry),
            cancel: Box::new(AtomicU64::new(0)),
            watch: None,
            sites: Box::default(),
            trace: None,
            host: None,
            workspace: 0,
        })
    }

    /// Returns the launch with a handler for its threads' requests. Without one, output is discarded and the
    /// heap is empty.
    #[must_use]
    pub fn with_host(self, host: Arc<dyn Host>) -> Launch {
        Launch { host: Some(host), ..self }
    }

    /// Returns the launch with watched blocks. Its kernel must be one that [asks](Kernel::checked).
    #[must_use]
    pub fn with_watch(self, watch: Arc<dyn Watch>) -> Launch {
        debug_assert!(self.kernel.asks() != Checked::No, "the kernel's code asks nobody");
        let sites = Site::all(self.function());
        Launch { number: next_number(), watch: Some(watch), sites, ..self }
    }

    /// Returns the launch with recorded blocks. Its kernel becomes the [traced](Kernel::traced) one; blocks
    /// that are not recorded run its own code.
    ///
    /// # Errors
    /// [`LaunchError::Compile`].
    pub fn with_trace(self, trace: Arc<dyn Trace>) -> Result<Launch, LaunchError> {
        let kernel = self.kernel.traced();
        let compiled = |kernel: &Kernel| kernel.compile(self.geometry.block).map_err(LaunchError::Compile);
        let (code, plain) = (compiled(&kernel)?, compiled(&self.kernel)?);
        let better = Some(Arc::new(OnceLock::from(Ok(plain))));
        Ok(Launch { number: next_number(), kernel, code, better, trace: Some(trace), ..self })
    }

    /// Returns the module's text, if the launch is watched.
    pub fn text(&self) -> Option<&str> {
        self.watch.as_deref().map(|watch| watch.text())
    }

    /// Returns whether its blocks are watched.
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Returns the sizes of a block's shared memory and of a thread's local memory, bytes.
    pub fn own_bytes(&self) -> (u64, u64) {
        (self.layout().shared_bytes, self.layout().local_bytes)
    }

    /// Returns the launch with a reach. If addresses outside it may be allowed, the kernel must be one that
    /// [asks](Kernel::with_outside_reach).
    #[must_use]
    pub fn with_reach(self, reach: Reach) -> Launch {
        let Reach { range, outside } = reach;
        Launch { number: next_number(), reach: range, outside, ..self }
    }

    /// Returns the launch with at least `bytes` bytes of stack for calls in each thread.
    #[must_use]
    pub fn with_stack(self, bytes: u64) -> Launch {
        Launch { number: next_number(), local_bytes: self.function().local_bytes_with(bytes), ..self }
    }

    /// Returns the launch as a cooperative one. The workspace for its grid barrier is at `address`, in the
    /// window (8 bytes: its size, and a counter that starts at 0); `%envreg1` and `%envreg2` hold the
    /// address.
    #[must_use]
    pub fn with_workspace(self, address: u64) -> Launch {
        Launch { number: next_number(), workspace: address, ..self }
    }

    /// Returns the shape.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Returns the size of a space with offsets as addresses: shared memory of a block, local memory of a
    /// thread, or the parameters.
    pub fn space_bytes(&self, space: Space) -> Option<u64> {
        match space {
            Space::Shared => Some(self.layout().shared_bytes),
            Space::Local => Some(self.layout().local_bytes),
            Space::Param => Some(self.params.len() as u64),
            Space::Generic | Space::Global | Space::Const | Space::Cluster => None,
        }
    }

    /// Stops all blocks at their next poll.
    pub fn cancel(&self) {
        self.cancel.store(1, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) != 0
    }

    /// Returns whether blocks that start now run the best code. Requests that code when the kernel has become
    /// worth it; never waits for it.
    pub(crate) fn current(&self) -> bool {
        let Some(better) = &self.better else { return false };
        if better.get().is_none() && self.kernel.is_hot() && !self.claimed.swap(true, Ordering::Relaxed) {
            self.kernel.improve(self.geometry.block);
        }
        // If it cannot be made, the quick code continues to be used.
        matches!(better.get(), Some(Ok(_)))
    }

    /// Returns whether work of blocks is counted, to decide when better code is worth it.
    pub(crate) fn is_counted(&self, better: bool) -> bool {
        self.better.is_some() && !better && self.trace.is_none()
    }

    /// Returns the code that a block runs.
    pub(crate) fn code(&self, better: bool) -> &Code {
        match self.better.as_deref().and_then(OnceLock::get) {
            Some(Ok(code)) if better => code,
            _ => &self.code,
        }
    }

    /// Returns the kernel.
    pub fn kernel(&self) -> &Arc<Kernel> {
        &self.kernel
    }

    pub(crate) fn function(&self) -> &Function {
        self.kernel.function()
    }

    /// Returns offsets and size of a block's arena: parameters, shared and local memory.
    pub(crate) fn layout(&self) -> Layout {
        let f = self.function();
        let threads = u64::from(self.geometry.warps() * WARP);
        let asked = u64::from(f.shared_bytes) + u64::from(self.dynamic_shared);
        let shared_bytes = asked.max(self.allocated_shared.into());
        // Swizzle patterns of tensor maps repeat within this many bytes of shared memory.
        let shared = (self.params.len() as u64).next_multiple_of(1024);
        let local = (shared + shared_bytes).next_multiple_of(256);
        let local_bytes = u64::from(self.local_bytes).next_multiple_of(16);
        Layout { shared, shared_bytes, local, local_bytes, size: local + local_bytes * threads + 64 }
    }
}

/// Offsets in a block's arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) shared: u64,
    pub(crate) shared_bytes: u64,
    pub(crate) local: u64,
    /// Size of a thread's local memory.
    pub(crate) local_bytes: u64,
    pub(crate) size: u64,
}

/// Returns the coordinates of every thread of a block, three words each.
fn thread_table(geometry: &Geometry) -> Vec<u32> {
    let padded = geometry.warps() * WARP;
    (0..padded).flat_map(|t| geometry.thread_at(t)).collect()
}
