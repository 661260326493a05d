//! Executables: what was made of a graph, how it is launched, and what of it may change.
//!
//! An executable owns its descriptions: the graph may change or go. Its launches follow one another, whatever
//! their streams.

use crate::Error;
use crate::backend::{self, Condition, Conditional, DeviceExec, DeviceGraph, DeviceStep, DeviceTask};
use crate::exit;
use crate::graph::plan::{Plan, Region, Step};
use crate::graph::{
    ConditionalCall, CopyCall, FillCall, GraphError, GraphObject, KernelCall, NodeObject, Operation,
    UpdateResult, UserObject,
};
use crate::handle::Id;
use crate::object::process::Process;
use crate::object::slots::{self, Slot};
use crate::object::{ContextObject, StreamObject};
use crate::objects::kinds;
use crate::sync::{Arc, Mutex, Rank};
use crate::types::Direction;
use device::StreamKind;
use std::collections::BTreeMap;
use std::fmt;

/// Memory that an earlier launch allocated is freed at the next (`hipGraphInstantiateFlagAutoFreeOnLaunch`).
pub(crate) const AUTO_FREE: u64 = 1;

/// Kernels may launch it (`hipGraphInstantiateFlagDeviceLaunch`).
pub(crate) const DEVICE_LAUNCH: u64 = 4;

kinds! {
    ExecObject = 18, "executable graph";
}

/// An executable graph.
pub struct ExecObject {
    process: &'static Process,
    pub(crate) id: Id<ExecObject>,
    pub(crate) flags: u64,
    plan: Mutex<Arc<Plan>>,
    /// Streams of its own, for what goes beside the stream of a launch.
    lanes: Mutex<Vec<Arc<StreamObject>>>,
    /// The end of the last launch, and the ordinal of its device.
    last: Mutex<Option<(usize, Arc<dyn backend::Event>)>>,
    users: BTreeMap<Id<UserObject>, u32>,
    /// What kernels know it by, if they may launch it.
    device: Option<Arc<DeviceExec>>,
    /// Device and bytes that count as used since its first launch.
    taken: Mutex<Option<(usize, u64)>>,
}

impl fmt::Debug for ExecObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

impl Drop for ExecObject {
    fn drop(&mut self) {
        // Engines of a copy of the process have no threads, and locks that nothing releases.
        if !exit::is_forked() {
            let lanes = std::mem::take(&mut *self.lanes.lock());
            for lane in lanes {
                lane.backend.destroy();
            }
        }
        let taken = self.taken.lock().take();
        if let Some((device, bytes)) = taken {
            self.process.slots.give(device, bytes);
        }
    }
}

impl ExecObject {
    /// Makes an executable of a graph as it is now.
    ///
    /// # Errors
    /// `Graph` for nodes that wait for each other, for memory nodes and conditional ones that have an
    /// executable, for nodes that a body cannot have, and for conditional handles without a node; what a
    /// node's call would answer.
    pub(crate) fn create(graph: &GraphObject, flags: u64) -> Result<Arc<ExecObject>, Error> {
        let (plan, process) = (Plan::of(graph)?, graph.process);
        plan.steps.iter().try_for_each(|step| step.operation.check(process.memory))?;
        plan.check_bodies()?;
        graph.check_handles()?;
        let users = {
            let body = graph.body();
            if body.executable.strong_count() > 0 {
                let what = "have two executables";
                if body.has_memory() {
                    return Err(GraphError::Memory { what }.into());
                }
                if body.has_conditionals() {
                    return Err(GraphError::Conditional { what }.into());
                }
            }
            body.users.clone()
        };
        crate::graph::user::retain_all(process, &users)?;
        let context = crate::state::usable()?;
        let mut refused = None;
        let made = process.insert(|id| ExecObject {
            process,
            id,
            flags,
            device: match flags & DEVICE_LAUNCH {
                0 => None,
                _ => context.backend.device_exec(id.word()).map_err(|error| refused = Some(error)).ok(),
            },
            plan: Mutex::new(Rank::Object, Arc::new(plan)),
            lanes: Mutex::new(Rank::Leaf, Vec::new()),
            last: Mutex::new(Rank::Leaf, None),
            users,
            taken: Mutex::new(Rank::Leaf, None),
        });
        if let Some(error) = refused {
            ExecObject::destroy(process, made.id)?;
            return Err(error);
        }
        graph.body().executable = Arc::downgrade(&made);
        Ok(made)
    }

    /// Takes it out of the table; a launch that is under way goes on.
    ///
    /// # Errors
    /// Stale handles.
    pub(crate) fn destroy(process: &Process, id: Id<ExecObject>) -> Result<(), Error> {
        let gone = process.remove(id)?;
        crate::graph::user::release_all(process, gone.users.clone());
        Ok(())
    }

    /// Returns the plan of its next launch.
    pub(crate) fn plan(&self) -> Arc<Plan> {
        Arc::clone(&self.plan.lock())
    }

    /// Notes the end of a launch on a device. The event of the one before ends without the lock.
    fn note_last(&self, last: Option<(usize, Arc<dyn backend::Event>)>) {
        let before = std::mem::replace(&mut *self.last.lock(), last);
        drop(before);
    }

    /// Puts its work into a stream.
    ///
    /// # Errors
    /// `Graph` for memory that is still allocated; what the calls that it stands for would answer.
    pub(crate) fn launch(&self, stream: &Arc<StreamObject>) -> Result<(), Error> {
        let plan = self.plan();
        self.begin_memory(&plan, stream.context.device)?;
        let (device, own) = (stream.context.device, &stream.backend);
        let last = self.last.lock().clone();
        if let Some((of, last)) = last
            && of == device
        {
            own.wait(&*last)?;
        }
        let values = plan.initial_values();
        if !values.is_empty() {
            own.assign(values)?;
        }
        self.upload()?;
        if self.device.is_some() || plan.launches_graphs() {
            let [whole, ..] = plan.regions.as_slice() else { return Ok(()) };
            let graph = Arc::new(plan.device_graph(self.process.memory, whole)?);
            own.graph(graph, self.device.clone())?;
            self.note_last(own.tail().map(|end| (device, end)));
            end_memory(self.process, &plan);
            return Ok(());
        }
        let mut used = Vec::new();
        let mut lanes = vec![Arc::clone(stream)];
        let (order, lane_count) = plan.whole();
        for _ in 1..lane_count {
            lanes.push(self.beside(&stream.context, stream.priority, &mut used)?);
        }
        if lanes.len() > 1 {
            let fork = Arc::clone(&stream.context.backend).event(backend::DISABLE_TIMING)?;
            own.record(&*fork)?;
            for lane in &lanes[1..] {
                lane.backend.wait(&*fork)?;
            }
        }
        // The end of each step; none if all of it is done.
        let mut done: Vec<Option<Arc<dyn backend::Event>>> = vec![None; plan.steps.len()];
        let mut lane_of = vec![0; plan.steps.len()];
        for &(index, lane) in order {
            let step = &plan.steps[index];
            lane_of[index] = lane;
            for &other in &step.before {
                if lane_of[other] != lane
                    && let Some(end) = &done[other]
                {
                    lanes[lane].backend.wait(&**end)?;
                }
            }
            if step.enabled {
                match self.elsewhere(&step.operation, &lanes[lane], &mut used)? {
                    None if let Operation::Conditional(call) = &step.operation => {
                        lanes[lane].backend.branch(plan.conditional(self.process.memory, step, call)?)?;
                    }
                    Some(side) => {
                        follow(&lanes[lane], &side)?;
                        step.operation.enqueue(&side)?;
                        follow(&side, &lanes[lane])?;
                    }
                    None => step.operation.enqueue(&lanes[lane])?,
                }
            }
            if lanes.len() > 1 {
                done[index] = lanes[lane].backend.tail();
            }
        }
        for lane in &lanes[1..] {
            follow(lane, stream)?;
        }
        self.note_last(own.tail().map(|end| (device, end)));
        end_memory(self.process, &plan);
        Ok(())
    }

    /// Lets kernels launch it as it is now, if they may.
    ///
    /// # Errors
    /// What the calls that it stands for would answer.
    pub(crate) fn upload(&self) -> Result<(), Error> {
        let plan = self.plan();
        if let (Some(device), [whole, ..]) = (&self.device, plan.regions.as_slice()) {
            let graph = Arc::new(plan.device_graph(self.process.memory, whole)?);
            device.state().uploaded = Some(graph);
        }
        Ok(())
    }

    /// A stream of its own in a context, none of those that a launch uses already.
    fn beside(
        &self,
        context: &Arc<ContextObject>,
        priority: i32,
        used: &mut Vec<u64>,
    ) -> Result<Arc<StreamObject>, Error> {
        let fits = |lane: &&Arc<StreamObject>| {
            lane.context.id == context.id && !used.contains(&lane.backend.number())
        };
        let have = self.lanes.lock().iter().find(fits).cloned();
        let stream = match have {
            Some(stream) => stream,
            None => {
                let kind = StreamKind::NonBlocking;
                let backend = Arc::clone(&context.backend).stream(kind, priority, None)?;
                let context = Arc::clone(context);
                let made = StreamObject::without_handle(context, backend, kind, priority);
                self.lanes.lock().push(Arc::clone(&made));
                made
            }
        };
        used.push(stream.backend.number());
        Ok(stream)
    }

    /// Returns the stream for a kernel of another context than its lane's, if both are of one primary
    /// context: another green context has other SMs.
    fn elsewhere(
        &self,
        operation: &Operation,
        lane: &StreamObject,
        used: &mut Vec<u64>,
    ) -> Result<Option<Arc<StreamObject>>, Error> {
        match operation {
            Operation::Kernel(KernelCall { context, .. })
                if context.id != lane.context.id && context.owner() == lane.context.owner() =>
            {
                self.beside(context, lane.priority, used).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Memory of the launch comes into use.
    fn begin_memory(&self, plan: &Plan, device: usize) -> Result<(), Error> {
        let slots: Vec<&Arc<Slot>> = plan.slots().collect();
        if slots.is_empty() {
            return Ok(());
        }
        // Of two allocations that share a place the second follows the free of the first.
        if self.flags & AUTO_FREE == 0
            && let Some(slot) = slots.iter().find(|slot| slot.is_live())
        {
            return Err(GraphError::Unfreed { address: slot.base() }.into());
        }
        let mut taken = self.taken.lock();
        if taken.is_none() {
            let bytes = slots::footprint(slots.iter().copied());
            *taken = Some((device, bytes));
            drop(taken);
            self.process.slots.take(device, bytes);
        }
        Ok(())
    }

    /// Gives a node another operation of its kind.
    ///
    /// # Errors
    /// `Graph` if the executable has no such node, or what is new cannot change; what the call would answer.
    pub(crate) fn set(&self, node: Id<NodeObject>, operation: Operation) -> Result<(), Error> {
        operation.check(self.process.memory)?;
        self.change(node, |plan, step| {
            let old = &plan.steps[step].operation;
            if old.code() != operation.code() {
                let (is, wanted) = (old.kind(), operation.kind());
                return Err(GraphError::Kind { node: node.to_string(), is, wanted }.into());
            }
            if let (Operation::Copy(old), Operation::Copy(new)) = (old, &operation)
                && !same_route(self.process.memory, old, new)
            {
                return Err(GraphError::Fixed { what: "the direction of a copy" }.into());
            }
            plan.steps[step].operation = operation;
            Ok(())
        })
    }

    /// Changes the step of a node.
    fn change(
        &self,
        node: Id<NodeObject>,
        change: impl FnOnce(&mut Plan, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut new = Plan::clone(&*self.plan());
        let step = new.step(node).ok_or_else(|| GraphError::NotInstantiated { node: node.to_string() })?;
        change(&mut new, step)?;
        *self.plan.lock() = Arc::new(new);
        Ok(())
    }

    /// Gives a child graph's node the operations of another graph of the same shape.
    ///
    /// # Errors
    /// `Graph` as for [`ExecObject::set`], and if the shape differs.
    pub(crate) fn set_child(&self, node: Id<NodeObject>, graph: &GraphObject) -> Result<(), Error> {
        let sub = Plan::of(graph)?;
        sub.steps.iter().try_for_each(|step| step.operation.check(self.process.memory))?;
        self.change(node, |plan, start| {
            let old = &plan.steps[start].operation;
            if !matches!(old, Operation::Child(_)) {
                let (is, wanted) = (old.kind(), "child graph");
                return Err(GraphError::Kind { node: node.to_string(), is, wanted }.into());
            }
            let end = plan.steps.iter().rposition(|step| step.node == node).unwrap_or(start);
            let first = start + 1;
            let same = end.checked_sub(first) == Some(sub.steps.len())
                && plan.steps[first..end].iter().zip(&sub.steps).all(|(mine, its)| {
                    let mut before: Vec<usize> = its.before.iter().map(|other| other + first).collect();
                    if before.is_empty() {
                        before.push(start);
                    }
                    mine.operation.code() == its.operation.code() && mine.before == before
                });
            if !same {
                return Err(GraphError::Update { why: UpdateResult::TopologyChanged }.into());
            }
            for (mine, its) in plan.steps[first..end].iter_mut().zip(sub.steps) {
                mine.operation = its.operation;
            }
            Ok(())
        })
    }

    /// Returns whether the step of a node is carried out.
    ///
    /// # Errors
    /// `Graph` if the executable has no such node, or it is of a kind that cannot be left out.
    pub(crate) fn enabled(&self, node: Id<NodeObject>) -> Result<bool, Error> {
        let plan = self.plan();
        let step = plan.step(node).ok_or_else(|| GraphError::NotInstantiated { node: node.to_string() })?;
        can_be_left_out(node, &plan.steps[step].operation)?;
        Ok(plan.steps[step].enabled)
    }

    /// Leaves a node out, or no longer.
    ///
    /// # Errors
    /// As [`ExecObject::enabled`].
    pub(crate) fn enable(&self, node: Id<NodeObject>, enabled: bool) -> Result<(), Error> {
        self.change(node, |plan, step| {
            can_be_left_out(node, &plan.steps[step].operation)?;
            plan.steps[step].enabled = enabled;
            Ok(())
        })
    }

    /// Takes all operations from a graph of the same shape. Nothing changes if one cannot be taken: then why,
    /// and which of the graph's nodes is concerned.
    ///
    /// # Errors
    /// `Graph` if nodes wait for each other; what a node's call would answer.
    pub(crate) fn update(
        &self,
        graph: &GraphObject,
    ) -> Result<(UpdateResult, Option<Id<NodeObject>>), Error> {
        let from = Plan::of(graph)?;
        let mut new = Plan::clone(&*self.plan());
        if let Some(difference) = new.differs(&from) {
            return Ok(difference);
        }
        for (mine, its) in new.steps.iter_mut().zip(from.steps) {
            if let (Operation::Copy(old), Operation::Copy(new)) = (&mine.operation, &its.operation)
                && !same_route(self.process.memory, old, new)
            {
                return Ok((UpdateResult::ParametersChanged, Some(its.node)));
            }
            if its.operation.check(self.process.memory).is_err() {
                return Ok((UpdateResult::Error, Some(its.node)));
            }
            mine.operation = its.operation;
        }
        *self.plan.lock() = Arc::new(new);
        Ok((UpdateResult::Success, None))
    }
}

/// Makes later work of a stream wait for all work that another one holds.
fn follow(first: &StreamObject, then: &StreamObject) -> Result<(), Error> {
    first.backend.tail().map_or(Ok(()), |end| then.backend.wait(&*end))
}

/// After a launch: what it allocated and did not free is there.
fn end_memory(process: &Process, plan: &Plan) {
    for &(index, _) in plan.whole().0 {
        match &plan.steps[index].operation {
            Operation::Alloc(alloc) => alloc.slot.set_live(true),
            Operation::Free(address) => {
                if let Some(slot) = process.slots.at(*address) {
                    slot.set_live(false);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether two copies go between the same sides.
fn same_route(memory: &dyn backend::Memory, old: &CopyCall, new: &CopyCall) -> bool {
    // Where both say the direction it is what counts: host memory may then be pinned or not (observed on an
    // H200).
    old.direction == new.direction
        && (old.direction != Direction::Any || old.sides(memory) == new.sides(memory))
}

fn can_be_left_out(node: Id<NodeObject>, operation: &Operation) -> Result<(), Error> {
    match operation {
        Operation::Kernel(_) | Operation::Copy(_) | Operation::Fill(_) => Ok(()),
        other => {
            let wanted = "kernel, copy or fill";
            Err(GraphError::Kind { node: node.to_string(), is: other.kind(), wanted }.into())
        }
    }
}

impl Plan {
    /// Returns whether its kernels may launch graphs. One with a node that the device does not launch by
    /// itself is launched node by node, and its kernels launch none.
    fn launches_graphs(&self) -> bool {
        let launches = |step: &Step| match &step.operation {
            Operation::Kernel(call) => call.function.backend.launches_graphs(),
            _ => false,
        };
        let is_ours = |step: &Step| {
            matches!(
                step.operation,
                Operation::Kernel(_)
                    | Operation::Empty
                    | Operation::Child(_)
                    | Operation::Fill(_)
                    | Operation::Copy(_)
                    | Operation::Alloc(_)
                    | Operation::Free(_)
                    | Operation::Conditional(_)
            )
        };
        self.steps.iter().any(launches) && self.steps.iter().all(is_ours)
    }

    /// Fails for a node that the body of a conditional node cannot have.
    fn check_bodies(&self) -> Result<(), Error> {
        let in_bodies = self.regions.iter().skip(1).flat_map(|region| &region.order);
        for step in in_bodies.map(|&(index, _)| &self.steps[index]) {
            match &step.operation {
                Operation::Kernel(_)
                | Operation::Empty
                | Operation::Child(_)
                | Operation::Fill(_)
                | Operation::Copy(_)
                | Operation::Conditional(_) => {}
                other => {
                    return Err(GraphError::InBody { kind: other.kind(), node: step.node.word() }.into());
                }
            }
        }
        Ok(())
    }

    /// Values of conditional handles at the beginning of a launch.
    fn initial_values(&self) -> Vec<(Arc<Condition>, u32)> {
        let value = |step: &Step| match &step.operation {
            Operation::Conditional(call) => Some((Arc::clone(&call.condition), call.default?)),
            _ => None,
        };
        self.steps.iter().filter_map(value).collect()
    }

    /// A conditional node with its bodies, as the device carries it out.
    ///
    /// # Errors
    /// What the calls of the bodies' nodes would answer.
    fn conditional(
        &self,
        memory: &dyn backend::Memory,
        step: &Step,
        call: &ConditionalCall,
    ) -> Result<Arc<Conditional>, Error> {
        let bodies = step.bodies.iter().filter_map(|&body| self.regions.get(body));
        let bodies = bodies.map(|body| self.device_graph(memory, body)).collect::<Result<_, Error>>()?;
        Ok(Arc::new(Conditional { condition: Arc::clone(&call.condition), kind: call.kind, bodies }))
    }

    /// Nodes of a region, as the device launches them.
    fn device_graph(&self, memory: &dyn backend::Memory, region: &Region) -> Result<DeviceGraph, Error> {
        let places: BTreeMap<usize, usize> =
            region.order.iter().enumerate().map(|(place, &(index, _))| (index, place)).collect();
        let step = |&(index, lane): &(usize, usize)| {
            let step = &self.steps[index];
            step.operation.check(memory)?;
            let task = match &step.operation {
                _ if !step.enabled => DeviceTask::Nothing,
                Operation::Kernel(call) => DeviceTask::Kernel {
                    kernel: Arc::clone(&call.function.backend),
                    shape: call.shape,
                    parameters: Arc::clone(&call.params),
                },
                Operation::Copy(CopyCall { to, from, extent, direction, .. }) => {
                    let (to, from) = (to.clone(), from.clone());
                    DeviceTask::Copy { to, from, extent: *extent, direction: *direction }
                }
                Operation::Fill(FillCall { to, pattern, values }) => {
                    DeviceTask::Fill { to: *to, pattern: *pattern, values: *values }
                }
                Operation::Conditional(call) => {
                    DeviceTask::Conditional(self.conditional(memory, step, call)?)
                }
                // What a body cannot have was refused when the executable was made.
                _ => DeviceTask::Nothing,
            };
            let before = step.before.iter().filter_map(|other| places.get(other).copied()).collect();
            Ok(DeviceStep { before, lane, task })
        };
        let steps = region.order.iter().map(step).collect::<Result<_, Error>>()?;
        Ok(DeviceGraph { steps })
    }

    /// The places that its allocations have.
    fn slots(&self) -> impl Iterator<Item = &Arc<Slot>> {
        self.steps.iter().filter_map(|step| match &step.operation {
            Operation::Alloc(alloc) => Some(&alloc.slot),
            _ => None,
        })
    }
}
