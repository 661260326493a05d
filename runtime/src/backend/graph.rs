//! Graphs whose nodes the device launches itself: bodies of conditional nodes, and graphs that kernels launch
//! or that launch others.

use super::{End, Kernel};
use crate::sync::{Arc, AtomicU32, Guard, Mutex, Ordering, Rank};
use crate::types::{Direction, Extent, LaunchShape, Pattern, Pitch, Pointer};

/// Value of a conditional handle, which kernels set and conditional nodes read.
#[derive(Debug)]
pub(crate) struct Condition {
    handle: u64,
    value: AtomicU32,
}

impl Condition {
    /// A value of 0, which kernels know by a handle.
    pub(crate) fn new(handle: u64) -> Condition {
        Condition { handle, value: AtomicU32::new(0) }
    }

    /// The handle.
    pub(crate) fn handle(&self) -> u64 {
        self.handle
    }

    /// Returns the value.
    pub(crate) fn get(&self) -> u32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value.
    pub(crate) fn set(&self, value: u32) {
        self.value.store(value, Ordering::Relaxed);
    }
}

/// Kind of a conditional node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Branching {
    /// The first body if the value is not 0, else the second, if there is one.
    If,
    /// The body as long as the value is not 0.
    While,
    /// The body that the value numbers, if there is one.
    Switch,
}

/// Conditional node, as the device carries it out.
#[derive(Debug)]
pub(crate) struct Conditional {
    pub(crate) condition: Arc<Condition>,
    pub(crate) kind: Branching,
    pub(crate) bodies: Vec<DeviceGraph>,
}

impl Conditional {
    /// Returns the body that the value selects now.
    pub(crate) fn selected(&self) -> Option<&DeviceGraph> {
        let value = self.condition.get();
        let index = match self.kind {
            Branching::If => u32::from(value == 0),
            Branching::While if value == 0 => return None,
            Branching::While => 0,
            Branching::Switch => value,
        };
        self.bodies.get(index as usize)
    }
}

/// Graph that the device launches.
#[derive(Debug)]
pub(crate) struct DeviceGraph {
    /// The nodes, each behind those that it waits for.
    pub(crate) steps: Vec<DeviceStep>,
}

/// Node of such a graph.
#[derive(Debug)]
pub(crate) struct DeviceStep {
    /// Indices of the steps that it waits for.
    pub(crate) before: Vec<usize>,
    /// Steps of one lane follow each other.
    pub(crate) lane: usize,
    pub(crate) task: DeviceTask,
}

/// Operation of such a node.
#[derive(Debug)]
pub(crate) enum DeviceTask {
    /// Nothing: others wait for it.
    Nothing,
    /// A launch; `parameters` is the parameter block.
    Kernel { kernel: Arc<dyn Kernel>, shape: LaunchShape, parameters: Arc<[u8]> },
    /// A copy.
    Copy { to: End, from: End, extent: Extent, direction: Direction },
    /// A fill; the width counts values.
    Fill { to: (Pointer, Pitch), pattern: Pattern, values: Extent },
    /// A conditional node.
    Conditional(Arc<Conditional>),
}

/// Executable graph that kernels may launch.
#[derive(Debug)]
pub(crate) struct DeviceExec {
    handle: u64,
    state: Mutex<ExecState>,
}

/// State of such a graph.
#[derive(Debug, Default)]
pub(crate) struct ExecState {
    /// The nodes as they were uploaded last.
    pub(crate) uploaded: Option<Arc<DeviceGraph>>,
    /// It was launched, and is not complete.
    pub(crate) runs: bool,
    /// A kernel of the graph has launched it again, for when it is complete.
    pub(crate) again: bool,
}

impl DeviceExec {
    /// A graph with a handle that is not uploaded.
    pub(crate) fn new(handle: u64) -> DeviceExec {
        DeviceExec { handle, state: Mutex::new(Rank::Leaf, ExecState::default()) }
    }

    /// Word of the executable's handle.
    pub(crate) fn handle(&self) -> u64 {
        self.handle
    }

    /// The state.
    pub(crate) fn state(&self) -> Guard<'_, ExecState> {
        self.state.lock()
    }
}
