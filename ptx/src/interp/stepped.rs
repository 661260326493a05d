//! Launches run by the caller, in time slices of clusters.

use super::cluster::Cluster;
use super::{LaunchState, Memory};
use crate::exec::{Fault, Geometry};
use crate::ir::Function;

/// A launch that runs one cluster at a time; a block without a cluster is a cluster of its own.
pub struct SteppedLaunch<'a>(LaunchState<'a>);

/// A cluster of a launch between two time slices.
pub struct Resident {
    cluster: Cluster,
    clock: u64,
}

impl Resident {
    /// Returns the idle iterations of spin-wait loops in the last time slice, as counted for
    /// [`crate::standstill`]; 0 if there was other progress.
    pub fn idle(&self) -> u64 {
        self.cluster.idle()
    }

    pub(super) fn cluster(&self) -> &Cluster {
        &self.cluster
    }
}

impl<'a> SteppedLaunch<'a> {
    /// Creates a launch; the arguments are those of [`super::run_grid`].
    pub fn new(
        function: &'a Function,
        geometry: Geometry,
        params: &'a [u8],
        dynamic_shared: u32,
        vars: &'a [u64],
    ) -> Self {
        SteppedLaunch(LaunchState::new(function, geometry, params, dynamic_shared, vars))
    }

    pub(super) fn launch(&self) -> &LaunchState<'a> {
        &self.0
    }

    /// Sets the stack of threads for calls, in bytes, if it exceeds the default.
    #[must_use]
    pub fn with_stack(mut self, bytes: u64) -> Self {
        self.0.local_bytes = self.0.function.local_bytes_with(bytes) as usize;
        self
    }

    /// Sets the shared memory of blocks, in bytes. Unless `is_held`, they may access all of it, not only what
    /// they request.
    #[must_use]
    pub fn with_shared(mut self, bytes: u32, is_held: bool) -> Self {
        self.0.total_shared = bytes;
        if !is_held {
            self.0.shared_bytes = self.0.shared_bytes.max(bytes as usize);
        }
        self
    }

    /// Creates the cluster with a linear index, x fastest.
    pub fn cluster(&self, linear: u64) -> Resident {
        Resident { cluster: Cluster::new(&self.0, linear), clock: 0 }
    }

    /// Runs a time slice of a cluster of this launch. Returns whether it has ended.
    ///
    /// # Errors
    /// Returns the first fault of a thread, or [`FaultKind::Cancelled`](crate::exec::FaultKind::Cancelled) if
    /// the memory cancels the launch at the end of the time slice.
    pub fn resume(&self, resident: &mut Resident, memory: &mut impl Memory) -> Result<bool, Fault> {
        let Resident { cluster, clock } = resident;
        let ended = cluster.resume(&self.0, memory, clock)?;
        if !ended && memory.cancelled() {
            return Err(cluster.cancelled(&self.0));
        }
        Ok(ended)
    }
}
