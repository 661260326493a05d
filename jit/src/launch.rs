//! A kernel with a shape and arguments.

use crate::beyond::{Beyond, Reach};
use crate::check::{Checked, Site, Watch};
use crate::code::Code;
use crate::compile::CompileError;
use crate::kernel::{Kernel, Slot};
use crate::window::Window;
use ptx::exec::{Geometry, WARP};
use ptx::ir::{Function, Space};
use ptx::system::Host;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Most blocks of a cluster of any device.
pub(crate) const MOST_IN_CLUSTER: u64 = 16;

/// Why a launch could not be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LaunchError {
    /// The kernel could not be compiled.
    Compile(Arc<CompileError>),
    /// The parameter block has another size than the kernel's.
    Params {
        /// The kernel.
        kernel: String,
        /// Bytes given.
        got: usize,
        /// Bytes it takes.
        wanted: usize,
    },
    /// A dimension is zero, a block has more than 1024 threads, a cluster more than 16 blocks, or the grid is
    /// not made of whole clusters.
    Geometry {
        /// Blocks of the grid.
        grid: [u32; 3],
        /// Threads of a block.
        block: [u32; 3],
    },
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaunchError::Compile(error) => error.fmt(f),
            LaunchError::Params { kernel, got, wanted } => {
                write!(f, "kernel `{kernel}` takes {wanted} bytes of parameters, {got} were given")
            }
            LaunchError::Geometry { grid, block } => {
                write!(f, "a grid of {grid:?} blocks of {block:?} threads cannot run")
            }
        }
    }
}

impl std::error::Error for LaunchError {}

/// What a launch is made of.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The grid's and the blocks' shape.
    pub geometry: Geometry,
    /// The parameter block.
    pub params: &'a [u8],
    /// Shared memory beyond what the kernel declares, bytes.
    pub dynamic_shared: u32,
    /// Shared memory that a block may access, bytes: what a device hands out in whole units. At least what
    /// the kernel declares and the launch asks for.
    pub allocated_shared: u32,
    /// What `%gridid` reads.
    pub grid_id: u64,
    /// What `%nsmid` reads.
    pub sms: u32,
}

/// A launch: immutable, shared by all who run its blocks.
pub struct Launch {
    /// Tells launches of this process apart.
    pub(crate) number: u64,
    pub(crate) kernel: Arc<Kernel>,
    code: Arc<Code>,
    /// Where there will be better code once the kernel has run for a while; whether that was asked for.
    better: Option<Slot>,
    claimed: AtomicBool,
    pub(crate) window: Arc<Window>,
    /// What its threads may touch without asking, and who is asked about the rest.
    pub(crate) reach: Range<u64>,
    pub(crate) beyond: Option<Arc<dyn Beyond>>,
    pub(crate) vars: Arc<[u64]>,
    pub(crate) params: Vec<u8>,
    pub(crate) geometry: Geometry,
    pub(crate) dynamic_shared: u32,
    allocated_shared: u32,
    /// Local memory of a thread, bytes.
    local_bytes: u32,
    pub(crate) grid_id: u64,
    pub(crate) sms: u32,
    pub(crate) tids: Vec<u32>,
    /// Running blocks hold its address.
    pub(crate) cancel: Box<AtomicU64>,
    /// Who watches its blocks.
    pub(crate) watch: Option<Arc<dyn Watch>>,
    /// What its instructions do to memory, if somebody watches.
    pub(crate) sites: Box<[Option<Site>]>,
    /// Does what kernels ask of the host.
    pub(crate) host: Option<Arc<dyn Host>>,
    /// Address of a cooperative grid's workspace, or 0.
    pub(crate) workspace: u64,
}

/// Never 0.
fn next_number() -> u64 {
    static LAUNCHES: AtomicU64 = AtomicU64::new(1);
    LAUNCHES.fetch_add(1, Ordering::Relaxed)
}

impl Launch {
    /// A launch of a kernel; compiles it if need be. `vars` are the addresses of the module's variables.
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
            beyond: None,
            window: Arc::clone(window),
            vars,
            params: params.to_vec(),
            geometry,
            dynamic_shared: setup.dynamic_shared,
            allocated_shared: setup.allocated_shared,
            local_bytes: function.local_bytes,
            grid_id: setup.grid_id,
            sms: setup.sms,
            tids: thread_table(&geometry),
            cancel: Box::new(AtomicU64::new(0)),
            watch: None,
            sites: Box::default(),
            host: None,
            workspace: 0,
        })
    }

    /// The same launch, with someone who does what its threads ask of the host. Without one they print
    /// nowhere, and their heap is empty.
    #[must_use]
    pub fn with_host(self, host: Arc<dyn Host>) -> Launch {
        Launch { host: Some(host), ..self }
    }

    /// The same launch, whose blocks are watched. Its kernel must be one that [asks](Kernel::checked).
    #[must_use]
    pub fn with_watch(self, watch: Arc<dyn Watch>) -> Launch {
        debug_assert!(self.kernel.asks() != Checked::No, "the kernel's code asks nobody");
        let sites = Site::all(self.function());
        Launch { number: next_number(), watch: Some(watch), sites, ..self }
    }

    /// The module's text, if the launch is watched.
    pub fn text(&self) -> Option<&str> {
        self.watch.as_deref().map(|watch| watch.text())
    }

    /// Whether its blocks are watched.
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Bytes of a block's shared memory and of a thread's local memory.
    pub fn own_bytes(&self) -> (u64, u64) {
        (self.layout().shared_bytes, self.layout().local_bytes)
    }

    /// The same launch, which reaches that much of memory. If somebody is to be asked about the rest, the
    /// kernel must be one that [asks](Kernel::far).
    #[must_use]
    pub fn with_reach(self, reach: Reach) -> Launch {
        let Reach { range, beyond } = reach;
        Launch { number: next_number(), reach: range, beyond, ..self }
    }

    /// The same launch, whose threads have so much stack for calls, in bytes, where that is more than they
    /// have anyway.
    #[must_use]
    pub fn with_stack(self, bytes: u64) -> Launch {
        Launch { number: next_number(), local_bytes: self.function().local_bytes_with(bytes), ..self }
    }

    /// The same launch, cooperative: at the address, in the window, lies the workspace that its blocks meet
    /// in, which `%envreg1` and `%envreg2` tell them (8 bytes: its size, and a counter that starts at 0).
    #[must_use]
    pub fn with_workspace(self, address: u64) -> Launch {
        Launch { number: next_number(), workspace: address, ..self }
    }

    /// The shape.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Bytes of a space that offsets count in: of a block's shared memory, of a thread's local memory, of the
    /// parameters.
    pub fn space_bytes(&self, space: Space) -> Option<u64> {
        match space {
            Space::Shared => Some(self.layout().shared_bytes),
            Space::Local => Some(self.layout().local_bytes),
            Space::Param => Some(self.params.len() as u64),
            Space::Generic | Space::Global | Space::Const | Space::Cluster => None,
        }
    }

    /// Tells all blocks to stop at their next look.
    pub fn cancel(&self) {
        self.cancel.store(1, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) != 0
    }

    /// Whether blocks that begin now run the better code. Asks for it when the kernel has become worth it,
    /// and does not wait.
    pub(crate) fn current(&self) -> bool {
        let Some(better) = &self.better else { return false };
        if better.get().is_none() && self.kernel.is_hot() && !self.claimed.swap(true, Ordering::Relaxed) {
            self.kernel.improve(self.geometry.block);
        }
        // If it cannot be made, what there is has to do.
        matches!(better.get(), Some(Ok(_)))
    }

    /// Whether what blocks do is counted, for who weighs whether better code pays.
    pub(crate) fn is_counted(&self, better: bool) -> bool {
        self.better.is_some() && !better
    }

    /// The code that a block began with.
    pub(crate) fn code(&self, better: bool) -> &Code {
        match self.better.as_deref().and_then(OnceLock::get) {
            Some(Ok(code)) if better => code,
            _ => &self.code,
        }
    }

    /// The kernel.
    pub fn kernel(&self) -> &Arc<Kernel> {
        &self.kernel
    }

    pub(crate) fn function(&self) -> &Function {
        self.kernel.function()
    }

    /// Where parameters, shared and local memory lie in a block's arena, and its size.
    pub(crate) fn layout(&self) -> Layout {
        let f = self.function();
        let threads = u64::from(self.geometry.warps() * WARP);
        let asked = u64::from(f.shared_bytes) + u64::from(self.dynamic_shared);
        let shared_bytes = asked.max(self.allocated_shared.into());
        // Tensor maps exchange what lies within this much of shared memory.
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
    /// Of one thread.
    pub(crate) local_bytes: u64,
    pub(crate) size: u64,
}

/// Coordinates of every thread of a block, three words each.
fn thread_table(geometry: &Geometry) -> Vec<u32> {
    let padded = geometry.warps() * WARP;
    (0..padded).flat_map(|t| geometry.thread_at(t)).collect()
}
