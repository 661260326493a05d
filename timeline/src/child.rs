//! Blocks that launch grids, on the virtual timeline.

use crate::host::OwnedOperation;
use crate::spawn::{Candidate, Controller, Decision};
use crate::work::{Child, Launching, Offer, Policy, Step, Target};
use crate::{Cost, End, Event, OpState, Operation, Simulation, Sink, Time};
use device::{ContextId, OpId};
use std::sync::Arc;

/// Ticket of children, which no call launched.
pub(super) const NO_TICKET: u64 = u64::MAX;

/// A block that runs step by step.
struct Running {
    grid: OpId,
    block: u64,
    sm: u16,
    since: Time,
    warps: Box<[Warp]>,
    body: crate::work::Body,
    /// Warps that have not ended, and the ones among them that wait for children.
    left: u32,
    joined: u32,
    /// Incomplete children.
    children: u64,
    /// `true` while it waits and has no SM.
    suspended: bool,
}

struct Warp {
    step: usize,
    phase: Phase,
}

enum Phase {
    /// At the beginning of its step.
    Begin,
    /// In the launch call, and then in `serial` cycles of its remaining work: offers to launch with their
    /// decisions, and the start of the call.
    Calling { chosen: Vec<(usize, Decision)>, serial: u64, began: Time },
    /// After the work of its step.
    Over,
    /// Waiting for children.
    Joined,
}

/// Identity of a block: its place, and the generation of that place; late events of an ended block find
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BodyId {
    place: u32,
    turn: u32,
}

/// Origin of a grid that a block launched.
pub(super) struct Origin {
    parent: OpId,
    launcher: BodyId,
    decision: Option<(Decision, u64)>,
    /// Start of the launch call, and the time at which the grid was queued.
    called: Time,
    queued: Time,
    tail: bool,
    /// Items processed by each of its threads.
    items_a_thread: u64,
}

impl Origin {
    /// Returns the duration of the launch call, and the grid's time in queues until `begin`.
    pub(super) fn waits(&self, begin: Time) -> (Time, Time) {
        (self.queued - self.called, begin.saturating_sub(self.queued))
    }
}

/// State of all launches by blocks.
pub(super) struct Launches {
    pub(super) timing: Launching,
    policy: Policy,
    controller: Option<Controller>,
    bodies: Vec<(u32, Option<Running>)>,
    free: Vec<u32>,
    /// Time at which the device takes the next launch.
    unit: Time,
}

impl Launches {
    pub(super) fn new(timing: Launching) -> Self {
        Launches {
            timing,
            policy: Policy::Above(0),
            controller: None,
            bodies: Vec::new(),
            free: Vec::new(),
            unit: 0,
        }
    }

    fn insert(&mut self, running: Running) -> BodyId {
        let place = self.free.pop().unwrap_or_else(|| {
            self.bodies.push((0, None));
            (self.bodies.len() - 1) as u32
        });
        let entry = &mut self.bodies[place as usize];
        entry.1 = Some(running);
        BodyId { place, turn: entry.0 }
    }

    fn get(&mut self, id: BodyId) -> Option<&mut Running> {
        let (turn, running) = self.bodies.get_mut(id.place as usize)?;
        running.as_mut().filter(|_| *turn == id.turn)
    }

    fn remove(&mut self, id: BodyId) -> Option<Running> {
        self.get(id)?;
        let entry = &mut self.bodies[id.place as usize];
        entry.0 = entry.0.wrapping_add(1);
        self.free.push(id.place);
        entry.1.take()
    }
}

impl Simulation<dyn Sink> {
    /// Sets the costs and limits of launches by blocks; to be called before the first launch.
    pub fn set_launching(&mut self, launching: Launching) {
        self.launches.timing = launching;
        self.device.set_hardware_queues(launching.queues);
        for context in self.contexts.clone() {
            self.device.set_pending_limit(context, launching.pending);
        }
    }

    /// Sets the policy for offers; by default all are launched.
    pub fn set_policy(&mut self, policy: Policy) {
        self.launches.policy = policy;
        self.launches.controller = match policy {
            Policy::Spawn(variant) => Some(Controller::new(variant, self.launches.timing.queues)),
            Policy::Never | Policy::Above(_) => None,
        };
    }

    pub(super) fn note_context(&mut self, context: ContextId) {
        self.device.set_pending_limit(context, self.launches.timing.pending);
        self.contexts.push(context);
    }

    fn in_cycles(&self, time: Time) -> u64 {
        time / self.timing.cycle.max(1)
    }

    fn time_after(&self, cycles: u64) -> Time {
        self.now.saturating_add(cycles.saturating_mul(self.timing.cycle))
    }

    /// Returns the start of a child's first blocks, once nothing holds it back.
    pub(super) fn child_begins(&self, origin: &Origin, passed: Time) -> Time {
        let launching = &self.launches.timing;
        let cycles = if origin.tail { launching.tail } else { launching.dispatch };
        passed.saturating_add(cycles.saturating_mul(self.timing.cycle))
    }

    /// Starts a block that runs step by step.
    pub(super) fn begin_body(
        &mut self,
        begin: Time,
        grid: OpId,
        block: u64,
        sm: u16,
        body: &crate::work::Body,
    ) {
        let warps = body.iter().map(|_| Warp { step: 0, phase: Phase::Begin }).collect();
        let running = Running {
            grid,
            block,
            sm,
            since: begin,
            warps,
            body: Arc::clone(body),
            left: body.len() as u32,
            joined: 0,
            children: 0,
            suspended: false,
        };
        let id = self.launches.insert(running);
        if body.is_empty() {
            self.push(begin, End::Body { body: id });
        }
        for warp in 0..body.len() as u32 {
            self.push(begin, End::Warp { body: id, warp });
        }
    }

    /// Advances a warp that has finished its current work.
    pub(super) fn advance_warp(&mut self, id: BodyId, number: u32) {
        loop {
            let Some(running) = self.launches.get(id) else { return };
            let (grid, steps) = (running.grid, Arc::clone(&running.body));
            let warp = &mut running.warps[number as usize];
            let Some(step) = steps[number as usize].get(warp.step) else {
                running.left -= 1;
                break;
            };
            let phase = std::mem::replace(&mut warp.phase, Phase::Over);
            match (step, phase) {
                (_, Phase::Over) => {
                    warp.step += 1;
                    warp.phase = Phase::Begin;
                }
                (Step::Run(cycles), _) => {
                    let at = self.time_after(*cycles);
                    self.push(at, End::Warp { body: id, warp: number });
                    return;
                }
                (Step::Launch(children), Phase::Begin) => {
                    let chosen = (0..children.len()).map(|lane| (lane, Decision::without_estimate(true)));
                    let chosen: Vec<_> = chosen.collect();
                    return self.begin_call(id, number, chosen, 0);
                }
                (Step::Launch(children), Phase::Calling { chosen, began, .. }) => {
                    for (lane, _) in chosen {
                        self.launch_child(id, &children[lane], children[lane].decided, began);
                    }
                }
                (Step::Offer(offers), Phase::Begin) => {
                    let (chosen, serial) = self.decide(grid, offers);
                    return self.begin_call(id, number, chosen, serial);
                }
                (Step::Offer(offers), Phase::Calling { chosen, mut serial, began }) => {
                    for (lane, decision) in chosen {
                        let offer = &offers[lane];
                        if !self.launch_child(id, &offer.child, Some((decision, offer.items)), began) {
                            serial = serial.max(offer.serial);
                        }
                    }
                    let at = self.time_after(serial);
                    self.push(at, End::Warp { body: id, warp: number });
                    return;
                }
                (Step::Declined { decision, items }, _) => {
                    let next = steps[number as usize].iter().skip(warp.step).find_map(|step| match step {
                        Step::Run(cycles) => Some(*cycles),
                        _ => None,
                    });
                    let took = next.unwrap_or(0).saturating_mul(self.timing.cycle);
                    let (decision, items, at) = (*decision, *items, self.now);
                    self.emit(&Event::Decided { grid, child: None, decision, items, took, at });
                }
                (Step::Join, _) if running.children > 0 => {
                    warp.phase = Phase::Joined;
                    running.joined += 1;
                    break;
                }
                (Step::Join, _) => {}
                (_, Phase::Joined) => {}
            }
        }
        self.finish_if_done(id);
    }

    /// Ends a block if all its warps have ended; takes its SM if all its warps wait.
    fn finish_if_done(&mut self, id: BodyId) {
        let Some(running) = self.launches.get(id) else { return };
        if running.left == 0 {
            self.end_body(id);
        } else if running.left == running.joined && !running.suspended {
            running.suspended = true;
            let (op, sm, start, end) = (running.grid, running.sm, running.since, self.now);
            self.emit(&Event::Blocks { op, sms: &[sm], start, end });
            self.device.block_waits(op, sm);
        }
    }

    pub(super) fn end_body(&mut self, id: BodyId) {
        let Some(running) = self.launches.remove(id) else { return };
        self.blocks_end(running.grid, &[running.sm], running.since);
    }

    /// Handles the end of blocks.
    pub(super) fn blocks_end(&mut self, grid: OpId, sms: &[u16], start: Time) {
        let (now, end) = (self.in_cycles(self.now), self.now);
        if let Some(controller) = &mut self.launches.controller
            && let Some(under) = self.op_states.get(grid.index()).and_then(Option::as_ref)
            && let Some(origin) = &under.origin
        {
            let cycles = (end - start) / self.timing.cycle.max(1);
            controller.ended(now, sms.len() as u64, cycles, origin.items_a_thread);
        }
        self.emit(&Event::Blocks { op: grid, sms, start, end });
        self.device.blocks_done(grid, sms);
    }

    /// Handles the start of a child's blocks.
    pub(super) fn child_blocks_begin(&mut self, blocks: u64) {
        let now = self.in_cycles(self.now);
        if let Some(controller) = &mut self.launches.controller {
            controller.started(now, blocks);
        }
    }

    /// Starts the launch call in threads of a warp.
    fn begin_call(&mut self, id: BodyId, number: u32, chosen: Vec<(usize, Decision)>, serial: u64) {
        let (lanes, began) = (chosen.len() as u64, self.now);
        let mut at = self.time_after(self.launches.timing.overhead(lanes));
        if lanes > 0 {
            // Launches of all warps are serialised by one unit.
            let busy = lanes.saturating_mul(self.launches.timing.interval).saturating_mul(self.timing.cycle);
            self.launches.unit = self.launches.unit.max(began).saturating_add(busy);
            at = at.max(self.launches.unit);
        }
        if let Some(running) = self.launches.get(id) {
            running.warps[number as usize].phase = Phase::Calling { chosen, serial, began };
            self.push(at, End::Warp { body: id, warp: number });
        }
    }

    /// Decides on a warp's offers, one thread after the other. Returns the ones to launch, and the cycles
    /// that the others take.
    fn decide(&mut self, grid: OpId, offers: &[Offer]) -> (Vec<(usize, Decision)>, u64) {
        let (now, policy) = (self.in_cycles(self.now), self.launches.policy);
        let (mut chosen, mut serial) = (Vec::new(), 0);
        for (lane, offer) in offers.iter().enumerate() {
            let shape = &offer.child.grid;
            let decision = match (policy, &mut self.launches.controller) {
                (Policy::Above(items), _) => Decision::without_estimate(offer.items > items),
                (Policy::Spawn(_), Some(controller)) => {
                    let candidate = Candidate {
                        items: offer.items,
                        blocks: shape.blocks,
                        overhead: self.launches.timing.overhead(chosen.len() as u64 + 1),
                        capacity: self.device.capacity_beside(grid, shape),
                    };
                    let decision = controller.decide(now, candidate);
                    if decision.launch {
                        controller.launched(shape.blocks);
                    }
                    decision
                }
                (Policy::Never | Policy::Spawn(_), _) => Decision::without_estimate(false),
            };
            if decision.launch {
                chosen.push((lane, decision));
            } else {
                serial = serial.max(offer.serial);
                let took = offer.serial.saturating_mul(self.timing.cycle);
                let (items, at) = (offer.items, self.now);
                self.emit(&Event::Decided { grid, child: None, decision, items, took, at });
            }
        }
        (chosen, serial)
    }

    /// Launches a grid from a thread; returns whether it was accepted.
    fn launch_child(
        &mut self,
        launcher: BodyId,
        child: &Child,
        decision: Option<(Decision, u64)>,
        called: Time,
    ) -> bool {
        let Some(running) = self.launches.get(launcher) else { return false };
        let (parent, block) = (running.grid, running.block);
        let launched = self.device.launch_child(parent, child.target.child_stream(block), child.grid.clone());
        let blocks = child.grid.blocks;
        let op = match launched {
            Ok(op) => op,
            Err(why) => {
                if let (Some(_), Some(controller)) = (decision, &mut self.launches.controller) {
                    controller.refused(blocks);
                }
                let at = self.now;
                self.emit(&Event::NotLaunched { parent, block, name: &child.name, why: &why, at });
                return false;
            }
        };
        if let (None, Some(controller)) = (decision, &mut self.launches.controller) {
            controller.launched(blocks);
        }
        let tail = child.target == Target::Tail;
        if !tail && let Some(running) = self.launches.get(launcher) {
            running.children += 1;
        }
        let threads = blocks.saturating_mul(u64::from(child.grid.threads)).max(1);
        let items_a_thread = decision.map_or(1, |(_, items)| items.div_ceil(threads));
        let origin = Origin { parent, launcher, decision, called, queued: self.now, tail, items_a_thread };
        let Some(stream) = self.op_state(parent).map(|under| under.stream) else { return true };
        // An unknown cost could never be supplied later.
        let cost = if child.cost == Cost::Unknown { Cost::Each(0) } else { child.cost.clone() };
        let operation =
            OwnedOperation::Grid { name: Arc::clone(&child.name), grid: child.grid.clone(), cost };
        let (at, queue) = (self.now, self.device.queue_of(op).unwrap_or(0));
        let what = Operation::Grid { name: &child.name, grid: &child.grid };
        self.emit(&Event::Launched { op, parent, stream, block, queue, operation: what, called, at });
        self.insert_op_state(
            op,
            OpState {
                ticket: NO_TICKET,
                stream,
                operation,
                passed: at,
                start: None,
                held: None,
                parked: Vec::new(),
                origin: Some(origin),
            },
        );
        true
    }

    /// Reports the outcome of the decision to launch a completed child.
    pub(super) fn judge(&mut self, origin: &Origin, op: OpId) {
        if let Some((decision, items)) = origin.decision {
            let (grid, child) = (origin.parent, Some(op));
            let (took, at) = (self.now - origin.called, origin.called);
            self.emit(&Event::Decided { grid, child, decision, items, took, at });
        }
    }

    /// Handles the completion of a child: a block that waits for it may continue.
    pub(super) fn child_done(&mut self, origin: &Origin) {
        if origin.tail {
            return;
        }
        let Some(running) = self.launches.get(origin.launcher) else { return };
        running.children -= 1;
        if running.children > 0 || running.joined == 0 {
            return;
        }
        if running.suspended {
            let (grid, block) = (running.grid, u64::from(origin.launcher.place));
            self.device.block_resumes(grid, block);
        } else {
            self.wake(origin.launcher);
        }
    }

    /// Resumes a block that has an SM again.
    pub(super) fn resume_body(&mut self, place: u64, sm: u16) {
        let now = self.now;
        let Some((turn, Some(running))) = self.launches.bodies.get_mut(place as usize) else { return };
        (running.suspended, running.sm, running.since) = (false, sm, now);
        let id = BodyId { place: place as u32, turn: *turn };
        self.wake(id);
    }

    /// Resumes the waiting warps of a block.
    fn wake(&mut self, id: BodyId) {
        let now = self.now;
        let Some(running) = self.launches.get(id) else { return };
        running.joined = 0;
        let mut joined = Vec::new();
        for (number, warp) in (0..).zip(&mut running.warps) {
            if matches!(warp.phase, Phase::Joined) {
                warp.phase = Phase::Over;
                joined.push(number);
            }
        }
        for warp in joined {
            self.push(now, End::Warp { body: id, warp });
        }
    }
}
