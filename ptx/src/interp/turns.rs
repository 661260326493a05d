//! Blocks by themselves, for who decides when each has its turn.

use super::cluster::Cluster;
use super::{Launch, Memory};
use crate::exec::{Fault, Geometry};
use crate::ir::Function;

/// A launch whose clusters are run one by one; a block without a cluster is one of its own.
pub struct Turns<'a>(Launch<'a>);

/// A cluster of a launch between two turns.
pub struct Resident {
    cluster: Cluster,
    clock: u64,
}

impl Resident {
    /// How often threads went round loops in the last turn, as [`crate::standstill`] counts it; 0 if anything
    /// else was done.
    pub fn idle(&self) -> u64 {
        self.cluster.idle()
    }

    pub(super) fn cluster(&self) -> &Cluster {
        &self.cluster
    }
}

impl<'a> Turns<'a> {
    /// The arguments are those of [`super::run_grid`].
    pub fn new(
        function: &'a Function,
        geometry: Geometry,
        params: &'a [u8],
        dynamic_shared: u32,
        vars: &'a [u64],
    ) -> Self {
        Turns(Launch::new(function, geometry, params, dynamic_shared, vars))
    }

    pub(super) fn launch(&self) -> &Launch<'a> {
        &self.0
    }

    /// The same, whose threads have so much stack for calls, in bytes, where that is more than they have
    /// anyway.
    #[must_use]
    pub fn with_stack(mut self, bytes: u64) -> Self {
        self.0.local_bytes = self.0.function.local_bytes_with(bytes) as usize;
        self
    }

    /// The same, whose blocks have so much shared memory, in bytes, and may access all of it unless they are
    /// held to what they ask for.
    #[must_use]
    pub fn with_shared(mut self, bytes: u32, is_held: bool) -> Self {
        self.0.total_shared = bytes;
        if !is_held {
            self.0.shared_bytes = self.0.shared_bytes.max(bytes as usize);
        }
        self
    }

    /// The cluster with a linear index, x fastest, before its first turn.
    pub fn cluster(&self, linear: u64) -> Resident {
        Resident { cluster: Cluster::new(&self.0, linear), clock: 0 }
    }

    /// Gives a cluster of this launch a turn; whether it has ended.
    ///
    /// # Errors
    /// The first fault of a thread; [`FaultKind::Cancelled`](crate::exec::FaultKind::Cancelled) if the memory
    /// says so at the end of the turn.
    pub fn resume(&self, resident: &mut Resident, memory: &mut impl Memory) -> Result<bool, Fault> {
        let Resident { cluster, clock } = resident;
        let ended = cluster.resume(&self.0, memory, clock)?;
        if !ended && memory.cancelled() {
            return Err(cluster.cancelled(&self.0));
        }
        Ok(ended)
    }
}
