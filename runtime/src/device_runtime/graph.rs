//! Nodes of graphs that the device launches itself, and conditional nodes.
//!
//! A conditional node is an operation without blocks. When it starts, it reads its value and launches the
//! nodes of the selected body as its children; it is complete when they are. A loop is evaluated again by
//! tail launches of its first evaluation, one after the other, so that a long loop holds no more operations
//! than a short one.

use super::{Action, ChildLaunch, Origin, Prepare, Requests};
use crate::Error;
use crate::backend::{Branching, Conditional, DeviceGraph, DeviceStep, DeviceTask};
use crate::exec::timeline::fork_grid;
use crate::exec::{Fork, Work, next_grid_id};
use crate::memory::copy::{Copy, Fill};
use crate::software::array::memory_of;
use crate::software::context::Context;
use crate::software::kernel::Kernel;
use crate::sync::Arc;
use device::{GridSpec, Op, OpId, Order};
use ptx::exec::{FaultKind, WARP};
use ptx::ir::Space;
use ptx::system::Caller;
use std::any::Any;
use timeline::Target;

/// Name of conditional nodes in reports and on timelines.
const NAME: &str = "conditional node";

/// Makes an operation of a conditional node.
pub(crate) fn conditional(
    node: Arc<Conditional>,
    context: &Arc<Context>,
    origin: Origin<'_>,
    prepare: Prepare,
) -> Fork {
    evaluation(node, context, origin, prepare, None)
}

/// An evaluation of a conditional node. `first` is the first one of a loop that goes on.
fn evaluation(
    node: Arc<Conditional>,
    context: &Arc<Context>,
    origin: Origin<'_>,
    prepare: Prepare,
    first: Option<Arc<Requests>>,
) -> Fork {
    let device = context.device;
    let pace = device.engine.pace(&device.spec, &fork_grid());
    let device_side = Requests::new(context, None, (next_grid_id(), (1, WARP)), pace, (origin, prepare));
    let evaluated = Arc::clone(&device_side);
    let task = Box::new(move || evaluated.evaluate(&node, first.as_ref().unwrap_or(&evaluated)));
    Fork { name: NAME.into(), device_side, child_launch: None, task: Some(task) }
}

impl Requests {
    /// Launches the body that the value selects. A loop is evaluated again behind it.
    fn evaluate(&self, node: &Arc<Conditional>, first: &Arc<Requests>) {
        let Some(body) = node.selected() else { return };
        let launched = self.launch_graph(body).and_then(|()| match node.kind {
            Branching::While => first.evaluate_again(node, first),
            Branching::If | Branching::Switch => Ok(()),
        });
        if let Err(error) = launched {
            self.graph_failed(&error);
        }
    }

    /// Evaluates a loop again after its body.
    fn evaluate_again(&self, node: &Arc<Conditional>, first: &Arc<Requests>) -> Result<(), Error> {
        self.launch_conditional(node, Order::Tail, Target::Tail, Some(Arc::clone(first))).map(drop)
    }

    /// Launches the nodes of a graph as children of this operation.
    pub(super) fn launch_graph(&self, graph: &DeviceGraph) -> Result<(), Error> {
        // Streams of the virtual timeline have no events: without own streams nodes follow one another there.
        let apart = graph.steps.iter().all(|step| {
            step.before.iter().all(|&other| graph.steps.get(other).is_some_and(|o| o.lane == step.lane))
        });
        let mut launched: Vec<OpId> = Vec::with_capacity(graph.steps.len());
        for step in &graph.steps {
            let before = step.before.iter().filter_map(|&other| launched.get(other).copied()).collect();
            let target = Target::Grid(if apart { step.lane as u32 } else { 0 });
            launched.push(self.launch_step(step, Order::After(before), target)?);
        }
        Ok(())
    }

    fn launch_step(&self, step: &DeviceStep, order: Order, target: Target) -> Result<OpId, Error> {
        let memory = self.memory();
        let copy = |task: Box<dyn FnOnce() + Send>| (Op::Copy, Work::Copy(task));
        let (op, work) = match &step.task {
            DeviceTask::Kernel { kernel, shape, parameters } => {
                let kernel: &dyn Any = &**kernel;
                let kernel: &Kernel = kernel
                    .downcast_ref()
                    .ok_or_else(|| crate::bug::bug!("a kernel of another kind of device"))?;
                let launch = self.graph_launch()?;
                let context = &self.family.context;
                let (mut grid, spec) =
                    (self.prepare)(kernel, *shape, parameters, context, Origin::Kernel(&launch))?;
                self.note_launch(&launch, target, kernel.name.as_str().into(), &spec);
                grid.child_launch = Some(Box::new(launch));
                (Op::Grid(spec), Work::Grid(Arc::new(grid)))
            }
            DeviceTask::Conditional(node) => return self.launch_conditional(node, order, target, None),
            DeviceTask::Copy { to, from, extent, direction } => {
                let plan = Copy::plan_box(memory, memory_of(to)?, memory_of(from)?, *extent, *direction)?;
                copy(Box::new(move || plan.run()))
            }
            DeviceTask::Fill { to, pattern, values } => {
                let plan = Fill::plan_box(memory, *to, *pattern, *values)?;
                copy(Box::new(move || plan.run()))
            }
            DeviceTask::Nothing => (Op::Host, Work::Nothing),
        };
        self.submit_ordered(order, &op, work)
    }

    fn launch_conditional(
        &self,
        node: &Arc<Conditional>,
        order: Order,
        target: Target,
        first: Option<Arc<Requests>>,
    ) -> Result<OpId, Error> {
        let launch = self.graph_launch()?;
        let (node, context) = (Arc::clone(node), &self.family.context);
        let mut fork = evaluation(node, context, Origin::Kernel(&launch), self.prepare, first);
        self.note_launch(&launch, target, Arc::clone(&fork.name), &fork_grid());
        fork.child_launch = Some(Box::new(launch));
        self.submit_ordered(order, &Op::Copy, Work::Fork(fork))
    }

    /// A launch of a graph's node, which takes no place among pending launches of kernels.
    pub(super) fn graph_launch(&self) -> Result<ChildLaunch, Error> {
        let this = self.this.upgrade().ok_or_else(|| crate::bug::bug!("an operation that runs is gone"))?;
        Ok(ChildLaunch::of_graph(this))
    }

    /// Records a launch for the virtual timeline, as one of the lanes of a warp.
    pub(super) fn note_launch(&self, launch: &ChildLaunch, target: Target, name: Arc<str>, grid: &GridSpec) {
        let caller = Caller { block: 0, thread: self.family.recorded() as u32 % WARP };
        let (grid, decided) = (grid.clone(), None);
        let action = || Action::Launch { target, name, grid, cost: None, later: None, decided };
        launch.set_index(self.family.record(caller, action));
    }

    pub(super) fn submit_ordered(&self, order: Order, op: &Op, work: Work) -> Result<OpId, Error> {
        let Some(&parent) = self.family.op.get() else {
            return Err(crate::bug::bug!("an operation that runs was not submitted"));
        };
        self.family.context.engine().launch_child(parent, order, op, work)
    }

    /// Poisons the context, as an illegal access of a kernel does: a node could not be launched.
    pub(super) fn graph_failed(&self, error: &Error) {
        crate::trace::log(crate::trace::Level::Error, format_args!("{NAME}: {error}"));
        let kind = match *error {
            Error::BadPointer { address, .. } | Error::PastEnd { address, .. } => {
                FaultKind::IllegalAddress { space: Space::Global, address, bytes: 1, write: false }
            }
            Error::OutOfMemory { .. } => FaultKind::OutOfMemory { what: "a launch of a graph's node" },
            _ => FaultKind::Bug { what: "a graph's node was valid at its launch, and no longer is" },
        };
        self.family.context.poison(NAME, kind);
    }
}
