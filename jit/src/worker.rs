//! State of a thread that runs blocks, and the entry points of running.

use crate::exec::{Cluster, Outcome, Started};
use crate::launch::Launch;
use crate::window::Window;
use ptx::exec::Fault;
use std::sync::Arc;

impl Launch {
    /// Runs a cluster (a block, if the launch has no clusters) until it ends or yields, and possibly some of
    /// those after it. `sms` are the SMs of the blocks that may be run, at least those of the first cluster;
    /// `fuel` is the number of iterations of waiting loops in this time slice.
    pub fn start(&self, worker: &mut Worker, cluster: u64, sms: &[u16], fuel: u64) -> Started {
        let own = sms.len().min(self.geometry.cluster_blocks() as usize);
        let (own, mut following) = sms.split_at(own);
        if let Some(trace) = &self.trace {
            // A block that is recorded has other code.
            let alike =
                (cluster + 1..).zip(following).take_while(|(block, _)| !trace.records(*block)).count();
            following = &following[..alike];
        }
        match worker.cluster(self, cluster, own) {
            Ok(mut cluster) => {
                let ended = cluster.run(self, fuel, following);
                let clusters = 1 + cluster.passed();
                Started { clusters, outcome: self.ended(worker, cluster, ended) }
            }
            Err(fault) => Started { clusters: 1, outcome: Outcome::Fault(fault) },
        }
    }

    /// Resumes a cluster that yielded.
    pub fn resume(&self, worker: &mut Worker, mut cluster: Box<Cluster>, fuel: u64) -> Outcome {
        let ended = cluster.run(self, fuel, &[]);
        self.ended(worker, cluster, ended)
    }

    fn ended(&self, worker: &mut Worker, cluster: Box<Cluster>, ended: Result<bool, Fault>) -> Outcome {
        if self.streams {
            publish();
        }
        match ended {
            Ok(true) => {
                if self.is_counted(false) {
                    self.kernel.count(cluster.work(self));
                }
                let spare = usize::from(cluster.is_recorded(self));
                worker.spare[spare] = Some(cluster);
                Outcome::Done
            }
            Ok(false) => Outcome::Yielded(cluster),
            Err(fault) => Outcome::Fault(fault),
        }
    }
}

/// State of a thread that runs blocks: memory that is reused from block to block.
pub struct Worker {
    window: Arc<Window>,
    /// Memory of clusters that run the usual code, and of those that are recorded: the two take turns.
    spare: [Option<Box<Cluster>>; 2],
}

impl Worker {
    /// Returns a worker for the launches of a window.
    pub fn new(window: Arc<Window>) -> Worker {
        Worker { window, spare: [None, None] }
    }

    fn cluster(&mut self, launch: &Launch, index: u64, sms: &[u16]) -> Result<Box<Cluster>, Fault> {
        let first = index * u64::from(launch.geometry.cluster_blocks());
        let recorded = launch.trace.as_ref().is_some_and(|trace| trace.records(first));
        let mut cluster = self.spare[usize::from(recorded)].take().unwrap_or_default();
        cluster.reset(&self.window, launch, index, sms)?;
        Ok(cluster)
    }
}

/// Makes earlier stores past the caches visible before later ones, such as the message that a block has
/// ended.
fn publish() {
    // SAFETY: each x86-64 processor has this instruction.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}
