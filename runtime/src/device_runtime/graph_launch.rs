//! Launches of graphs by kernels of graphs (CUDA C++ Programming Guide, "Device Graph Launch").
//!
//! A graph whose kernels may launch others is one operation, whose children are its nodes. It is a child of
//! an operation for its surroundings. Graphs that it launches are children of the graph, of its
//! surroundings, or its tails; so the stream goes on when all of them are complete. Answers to wrong uses are
//! those of an H100.

use super::{Answer, CallError, ChildLaunch, Origin, Prepare, Requests, code};
use crate::Error;
use crate::backend::{DeviceExec, DeviceGraph};
use crate::exec::device_side;
use crate::exec::timeline::fork_grid;
use crate::exec::{Fork, Work, next_grid_id};
use crate::software::context::Context;
use crate::software::executables;
use crate::sync::Arc;
use device::{Op, OpId, Order};
use ptx::exec::WARP;
use std::sync::Weak;
use timeline::{Cost, Target};

/// Name of graphs in reports and on timelines.
const NAME: &str = "graph";

/// `cudaStreamGraphTailLaunch`, `cudaStreamGraphFireAndForget`, `cudaStreamGraphFireAndForgetAsSibling`.
const TAIL: u64 = 0x0100_0000_0000_0000;
const FIRE_AND_FORGET: u64 = 0x0200_0000_0000_0000;
const SIBLING: u64 = 0x0300_0000_0000_0000;

/// Run of a graph, as what belongs to it knows it.
#[derive(Clone)]
pub(super) struct GraphRun {
    /// Its executable, if kernels may launch that.
    known: Option<Arc<DeviceExec>>,
    /// Operation of the graph.
    run: Weak<Requests>,
    /// Operation of its surroundings.
    around: Weak<Requests>,
}

/// Launch of a graph that kernels may launch, until it is complete.
struct Launched {
    launch: ChildLaunch,
    known: Option<Arc<DeviceExec>>,
    /// The graph launched itself.
    again: bool,
}

impl device_side::ChildLaunch for Launched {
    fn parent(&self) -> Option<OpId> {
        self.launch.parent()
    }

    fn started(&self) {
        if let Some(known) = &self.known {
            let mut state = known.state();
            state.runs = true;
            if self.again {
                state.again = false;
            }
        }
        self.launch.started();
    }

    fn end(&self) {
        if let Some(known) = &self.known {
            let mut state = known.state();
            // The next run is already counted.
            state.runs = state.again;
        }
        self.launch.end();
    }

    fn cost(&self, known: Cost, later: Option<device_side::Later>) {
        self.launch.cost(known, later);
    }
}

/// Makes an operation of a graph's surroundings, which launches the graph.
pub(crate) fn whole_graph(
    (graph, known): (Arc<DeviceGraph>, Option<Arc<DeviceExec>>),
    context: &Arc<Context>,
    origin: Origin<'_>,
    prepare: Prepare,
) -> Fork {
    let device_side = requests(context, origin, prepare);
    let around = Arc::clone(&device_side);
    let task = move || {
        let order = Order::After(Vec::new());
        if let Err(error) = around.launch_run(&around, &graph, known, order, false) {
            around.graph_failed(&error);
        }
    };
    Fork { name: NAME.into(), device_side, child_launch: None, task: Some(Box::new(task)) }
}

fn requests(context: &Arc<Context>, origin: Origin<'_>, prepare: Prepare) -> Arc<Requests> {
    let device = context.device;
    let pace = device.engine.pace(&device.spec, &fork_grid());
    Requests::new(context, None, (next_grid_id(), (1, WARP)), pace, (origin, prepare))
}

impl Requests {
    /// Launches a run of a graph as a child of this operation, in surroundings.
    fn launch_run(
        &self,
        around: &Arc<Requests>,
        graph: &Arc<DeviceGraph>,
        known: Option<Arc<DeviceExec>>,
        order: Order,
        again: bool,
    ) -> Result<(), Error> {
        let launch = self.graph_launch()?;
        let run = requests(&self.family.context, Origin::Kernel(&launch), self.prepare);
        let (run_of, around) = (Arc::downgrade(&run), Arc::downgrade(around));
        run.set_graph(GraphRun { known: known.clone(), run: run_of, around });
        let target = if matches!(order, Order::Tail) { Target::Tail } else { Target::Grid(0) };
        self.note_launch(&launch, target, NAME.into(), &fork_grid());
        let (started, graph) = (Arc::clone(&run), Arc::clone(graph));
        let task = move || {
            if let Err(error) = started.launch_graph(&graph) {
                started.graph_failed(&error);
            }
        };
        let fork = Fork {
            name: NAME.into(),
            device_side: run,
            child_launch: Some(Box::new(Launched { launch, known, again })),
            task: Some(Box::new(task)),
        };
        self.submit_ordered(order, &Op::Copy, Work::Fork(fork)).map(drop)
    }

    /// Handle of the executable that this operation is part of; 0 for none that kernels may launch.
    pub(super) fn current_graph(&self) -> u64 {
        self.graph().and_then(|of| of.known).map_or(0, |known| known.handle())
    }

    /// Implements `cudaGraphLaunch`.
    pub(super) fn launch_graph_call(&self, handle: u64, stream: u64) -> Answer {
        let invalid = || CallError::Error(code::INVALID_VALUE);
        let Some(of) = self.graph() else { return Err(CallError::Error(code::NOT_SUPPORTED)) };
        let gone = || crate::bug::bug!("a graph that runs is gone");
        let run = of.run.upgrade().ok_or_else(gone)?;
        let around = of.around.upgrade().ok_or_else(gone)?;
        if handle == 0 || ![TAIL, FIRE_AND_FORGET, SIBLING].contains(&stream) {
            return Err(invalid());
        }
        let Some(target) = executables::find(handle) else {
            return Err(super::illegal(handle, 8, false).into());
        };
        let again = stream == TAIL && self.current_graph() == handle;
        let graph = {
            let mut state = target.state();
            let graph = state.uploaded.clone().ok_or_else(invalid)?;
            if state.again || (state.runs && !again) {
                return Err(invalid());
            }
            if again {
                state.again = true;
            }
            state.runs = true;
            graph
        };
        let known = Some(target);
        match stream {
            FIRE_AND_FORGET => run.launch_run(&run, &graph, known, Order::After(Vec::new()), false)?,
            SIBLING => around.launch_run(&around, &graph, known, Order::After(Vec::new()), false)?,
            // Not a tail of the run: a long chain of runs would be of operations that are not complete.
            _ if again => {
                let before = run.family.op.get().copied().into_iter().collect();
                around.launch_run(&around, &graph, known, Order::After(before), true)?;
            }
            _ => run.launch_run(&around, &graph, known, Order::Tail, false)?,
        }
        Ok(0)
    }
}
