//! Host side of a launch: the calls of its threads for output, heap and device runtime.

use super::graph_launch::GraphRun;
use super::{Family, Origin, Prepare};
use crate::check::checker;
use crate::exec::counter_order::CounterOrder;
use crate::exec::device_side::DeviceSide;
use crate::memory::Memory;
use crate::memory::multicast::Routes;
use crate::software::context::Context;
use crate::software::desk::Desk;
use crate::software::module::Module;
use crate::sync::{Arc, Mutex, Ordering, Rank};
use crate::types::{AllocationKind, Request};
use ::timeline::Cost;
use device::OpId;
use ptx::exec::FaultKind;
use ptx::system::{Call, Caller, CallerMemory, Freed, Heap, Host, Output, only_replica};
use ptx::texture::Table;
use std::sync::Weak;

/// Host side of one launch.
pub(crate) struct Requests {
    /// Reference to itself, held by child launches.
    pub(super) this: Weak<Requests>,
    pub(crate) family: Family,
    pub(crate) desk: Arc<Desk>,
    /// Number of the launch.
    pub(crate) grid: u64,
    /// Ordinal of the device.
    pub(crate) device: usize,
    /// Handle of the context that owns the heap, as a word.
    pub(crate) owner: u64,
    /// Cycles an instruction of its threads, if there is a timeline.
    pub(super) pace: Option<u64>,
    /// Order in which its blocks update atomic counters.
    pub(super) counter_order: CounterOrder,
    /// Prepares launches by its threads.
    pub(super) prepare: Prepare,
    /// Routes of the multicast addresses that it may use.
    routes: Option<Arc<Routes>>,
    /// The graph that it is part of.
    graph: Mutex<Option<GraphRun>>,
}

impl Requests {
    /// Creates the host side of a launch: of a kernel in `module`, with the number of the launch, and its
    /// blocks and threads a block.
    pub(crate) fn new(
        context: &Arc<Context>,
        module: Option<Arc<Module>>,
        (grid, shape): (u64, (u64, u32)),
        pace: Option<u64>,
        (origin, prepare): (Origin<'_>, Prepare),
    ) -> Arc<Requests> {
        let (device, family) = (context.device.ordinal, Family::new(Arc::clone(context), module, shape));
        if let Origin::Kernel(launch) = origin {
            launch.set_family(&family);
        }
        Arc::new_cyclic(|this| Requests {
            this: Weak::clone(this),
            family,
            desk: Arc::clone(&context.desk),
            grid,
            device,
            owner: context.owner,
            pace,
            counter_order: CounterOrder::default(),
            prepare,
            routes: context.memory().mappings().routes(device),
            graph: Mutex::new(
                Rank::Leaf,
                match origin {
                    Origin::Kernel(launch) => launch.parent.graph(),
                    Origin::Stream(_) => None,
                },
            ),
        })
    }
}

impl Requests {
    /// The run of a graph that it is part of.
    pub(super) fn graph(&self) -> Option<GraphRun> {
        self.graph.lock().clone()
    }

    /// Makes it the operation of a graph's run.
    pub(super) fn set_graph(&self, run: GraphRun) {
        *self.graph.lock() = Some(run);
    }

    /// Memory of the process.
    pub(super) fn memory(&self) -> &'static Memory {
        self.family.context.memory()
    }
}

impl DeviceSide for Requests {
    fn number(&self) -> u64 {
        self.grid
    }

    fn submitted(&self, op: OpId) {
        self.family.submitted(op);
    }

    fn has_children(&self) -> bool {
        self.family.has_children()
    }

    fn waits_for_children(&self) -> bool {
        self.family.waits_for_children()
    }

    fn may_progress(&self) -> bool {
        self.family.may_progress()
    }

    fn counter_order(&self) -> &CounterOrder {
        &self.counter_order
    }

    fn cost(&self, base: Cost, blocks: u64, warps: u32) -> Cost {
        self.family.cost(base, blocks, warps)
    }

    fn ended(&self) {
        self.desk.ledger.close();
    }
}

impl Host for Requests {
    fn call(
        &self,
        call: Call,
        caller: Caller,
        args: &[u64],
        reach: &mut dyn CallerMemory,
    ) -> Result<u64, FaultKind> {
        self.device_call(call, caller, args, reach)
    }

    fn write_output(&self, output: Output) {
        self.desk.say((self.grid, output.block), output.texts);
    }

    fn allocate(&self, bytes: u64) -> u64 {
        let mut heap = self.desk.heap.lock();
        if heap.is_none() {
            let bytes = self.desk.heap_bytes.load(Ordering::Relaxed);
            let request =
                Request { bytes, kind: AllocationKind::Variable, device: self.device, owner: self.owner };
            // Freed with the context's other memory.
            let Ok(piece) = self.memory().allocate(request) else { return 0 };
            // The offset distinguishes, for the checker, kernels' allocations from the heap itself.
            let apart = if let Some(checker) = checker() {
                checker.set_heap(piece.base());
                16
            } else {
                0
            };
            *heap = Some(Heap::new(piece.base() + apart..piece.base() + bytes));
        }
        let address = heap.as_mut().map_or(0, |heap| heap.allocate(bytes));
        if let Some(checker) = checker().filter(|_| address != 0) {
            checker.kernel_allocated(address, bytes.max(1));
        }
        address
    }

    fn replica(&self, address: u64, number: u32) -> u64 {
        match &self.routes {
            Some(routes) => routes.replica(address, number),
            None => only_replica(address, number),
        }
    }

    fn textures(&self) -> Option<&Arc<Table>> {
        Some(&self.desk.textures)
    }

    fn free(&self, address: u64) -> Freed {
        let freed = self.desk.heap.lock().as_mut().map_or(Freed::Foreign, |heap| heap.free(address));
        if let Some(checker) = checker().filter(|_| freed == Freed::Fine) {
            checker.kernel_freed(address);
        }
        freed
    }
}
