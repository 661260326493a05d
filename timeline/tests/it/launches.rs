//! Grids launched by blocks: none is lost, streams keep their order, parents complete last, limits hold.

use device::{
    Action, ChildStream, Config, Device, GridSpec, NotLaunched, Op, OpId, Spec, StreamId, StreamKind,
};
use hip_timeline::script::Script;
use hip_timeline::{Event, Rest, Sink, Summary};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Returns a small device, so that everything is scarce.
fn small() -> Spec {
    Spec { sms: 2, blocks_per_sm: 4, resident_grids: 3, ..Spec::h200() }
}

fn device(limit: u32) -> (Device, StreamId) {
    let mut device = Device::new(small());
    let context = device.create_context(&Config::default());
    device.set_pending_limit(context, limit);
    let stream =
        device.create_stream(context, StreamKind::NonBlocking, 0, None).expect("the context is there");
    (device, stream)
}

struct Grid {
    parent: Option<OpId>,
    to: Option<ChildStream>,
    begun: bool,
    done: bool,
}

/// Drives a device by `choices` and checks the invariants after each step.
struct Driver {
    device: Device,
    context: device::ContextId,
    limit: u32,
    /// In order of launch.
    grids: Vec<(OpId, Grid)>,
    /// Blocks on SMs, with their numbers; and waiting blocks without an SM.
    running: Vec<(OpId, u64, u16)>,
    waiting: Vec<(OpId, u64)>,
}

impl Driver {
    fn new(limit: u32, queues: u32) -> (Driver, StreamId) {
        let mut device = Device::new(small());
        device.set_hardware_queues(queues);
        let context = device.create_context(&Config::default());
        device.set_pending_limit(context, limit);
        let stream = device.create_stream(context, StreamKind::NonBlocking, 0, None).expect("a stream");
        let (grids, running, waiting) = (Vec::new(), Vec::new(), Vec::new());
        (Driver { device, context, limit, grids, running, waiting }, stream)
    }

    fn grid(&mut self, op: OpId) -> &mut Grid {
        &mut self.grids.iter_mut().rev().find(|(other, _)| *other == op).expect("it was launched").1
    }

    fn pump(&mut self) {
        while let Some(action) = self.device.poll() {
            match action {
                Action::Run { grid, first, sms } => {
                    if first == 0 {
                        self.begins(grid);
                    }
                    self.running.extend((first..).zip(sms).map(|(block, sm)| (grid, block, sm)));
                }
                Action::Resume { grid, block, sm } => self.running.push((grid, block, sm)),
                Action::Done { op } => {
                    let ours = |(of, ..): &(OpId, u64, u16)| *of == op;
                    assert!(!self.running.iter().any(ours) && !self.waiting.iter().any(|(of, _)| *of == op));
                    for (child, grid) in &self.grids {
                        assert!(
                            grid.parent != Some(op) || grid.done,
                            "{op} is complete before its child {child}"
                        );
                    }
                    assert!(!std::mem::replace(&mut self.grid(op).done, true), "{op} is complete twice");
                }
                Action::Start { .. } => unreachable!("no copies"),
            }
        }
        let pending = self.grids.iter().filter(|(_, grid)| grid.to.is_some() && !grid.begun && !grid.done);
        assert_eq!(self.device.pending_launches(self.context) as usize, pending.count());
    }

    fn begins(&mut self, op: OpId) {
        let (parent, to) = {
            let grid = self.grid(op);
            grid.begun = true;
            (grid.parent, grid.to)
        };
        for (other, grid) in
            self.grids.iter().take_while(|(other, _)| *other != op).filter(|(_, grid)| grid.parent == parent)
        {
            match to {
                Some(ChildStream::Stream(_)) => assert!(grid.to != to || grid.done, "{op} overtakes {other}"),
                Some(ChildStream::Tail) => {
                    assert!(grid.done, "{op} of the tail begins before {other} is complete")
                }
                _ => {}
            }
        }
        if let (Some(ChildStream::Tail), Some(parent)) = (to, parent) {
            assert!(
                !self.running.iter().any(|(of, ..)| *of == parent),
                "the tail begins while {parent} runs"
            );
        }
    }

    fn launch(&mut self, at: usize, to: ChildStream, blocks: u64) {
        let (parent, ..) = self.running[at];
        let before = self.device.pending_launches(self.context);
        match self.device.launch_child(parent, to, GridSpec::new(blocks, 64)) {
            Ok(op) => {
                assert!(before < self.limit);
                self.grids.push((op, Grid { parent: Some(parent), to: Some(to), begun: false, done: false }));
            }
            Err(NotLaunched::PendingFull { limit }) => assert_eq!((before, limit), (self.limit, self.limit)),
            Err(other) => panic!("{other}"),
        }
    }

    /// Resumes waiting blocks of grids without children.
    fn resume(&mut self) {
        let grids = &self.grids;
        let over = |op: OpId| {
            grids
                .iter()
                .all(|(_, grid)| grid.parent != Some(op) || grid.done || grid.to == Some(ChildStream::Tail))
        };
        let ready: Vec<_> = self.waiting.iter().copied().filter(|&(grid, _)| over(grid)).collect();
        self.waiting.retain(|block| !ready.contains(block));
        for (grid, block) in ready {
            self.device.block_resumes(grid, block);
        }
        self.pump();
    }
}

proptest! {
    #![proptest_config(crate::cases(128))]

    #[test]
    fn no_child_is_lost_and_all_orders_hold(
        choices in proptest::collection::vec((0..6u8, any::<u16>(), 0..4u64), 20..300),
        limit in 1..12u32,
        queues in 1..5u32,
    ) {
        let (mut driver, stream) = Driver::new(limit, queues);
        for (what, which, blocks) in choices {
            if driver.running.is_empty() {
                let op = driver.device.submit(stream, Op::Grid(GridSpec::new(3, 64))).expect("there is room");
                driver.grids.push((op, Grid { parent: None, to: None, begun: false, done: false }));
                driver.pump();
            }
            driver.resume();
            if driver.running.is_empty() {
                continue;
            }
            let at = usize::from(which) % driver.running.len();
            match what {
                0 | 1 => {
                    let (grid, block, sm) = driver.running.swap_remove(at);
                    let _ = block;
                    driver.device.blocks_done(grid, &[sm]);
                }
                2 => {
                    let (grid, block, sm) = driver.running.swap_remove(at);
                    driver.waiting.push((grid, block));
                    driver.device.block_waits(grid, sm);
                }
                3 => driver.launch(at, ChildStream::FireAndForget, blocks),
                4 => driver.launch(at, ChildStream::Tail, blocks),
                _ => driver.launch(at, ChildStream::Stream(u64::from(which % 3)), blocks),
            }
            driver.pump();
        }
        // After everything has ended, nothing is left.
        for _ in 0..100_000 {
            driver.resume();
            let Some((grid, _, sm)) = driver.running.pop() else { break };
            driver.device.blocks_done(grid, &[sm]);
            driver.pump();
        }
        prop_assert!(driver.waiting.is_empty(), "blocks wait for ever");
        for (op, grid) in &driver.grids {
            prop_assert!(grid.done, "{} is lost", op);
        }
        prop_assert_eq!(driver.device.children(), 0);
    }

    #[test]
    fn a_fault_leaves_nothing_behind(
        launches in proptest::collection::vec((any::<u16>(), 0..4u8), 1..40),
        queues in 1..4u32,
    ) {
        let (mut driver, stream) = Driver::new(1000, queues);
        let op = driver.device.submit(stream, Op::Grid(GridSpec::new(20, 64))).expect("there is room");
        driver.grids.push((op, Grid { parent: None, to: None, begun: false, done: false }));
        driver.pump();
        for (which, to) in launches {
            let at = usize::from(which) % driver.running.len();
            let to = match to { 0 => ChildStream::Tail, 1 => ChildStream::FireAndForget, n => ChildStream::Stream(u64::from(n)) };
            driver.launch(at, to, 2);
            driver.pump();
        }
        driver.device.abort(driver.context);
        let begun: Vec<OpId> = driver.grids.iter().filter(|(_, grid)| grid.begun).map(|(op, _)| *op).collect();
        while let Some((grid, _, sm)) = driver.running.pop() {
            driver.device.blocks_done(grid, &[sm]);
            driver.pump();
        }
        prop_assert!(driver.grids.iter().all(|(_, grid)| grid.done));
        let after: Vec<OpId> = driver.grids.iter().filter(|(_, grid)| grid.begun).map(|(op, _)| *op).collect();
        prop_assert_eq!(begun, after, "something began after the fault");
    }
}

#[test]
fn errors_have_names() {
    let (mut device, stream) = device(2);
    let parent = device.submit(stream, Op::Grid(GridSpec::new(8, 64))).expect("there is room");
    let child = || GridSpec::new(1, 32);
    // The parent's blocks fill the device: children wait.
    let first = device.launch_child(parent, ChildStream::FireAndForget, child()).expect("one may wait");
    device.launch_child(parent, ChildStream::Tail, child()).expect("two may wait");
    let full = device.launch_child(parent, ChildStream::FireAndForget, child());
    assert_eq!(full, Err(NotLaunched::PendingFull { limit: 2 }));
    let never = device.launch_child(first, ChildStream::FireAndForget, child());
    assert!(never.is_ok() || never == Err(NotLaunched::PendingFull { limit: 2 }));
    let large = GridSpec { shared_bytes: 1 << 30, ..child() };
    let refused = device.launch_child(parent, ChildStream::FireAndForget, large);
    assert!(matches!(refused, Err(NotLaunched::Refused(_))), "{refused:?}");
    let over = device.submit(stream, Op::Grid(child())).expect("there is room");
    assert_eq!(device.launch_child(over, ChildStream::Tail, child()), Err(NotLaunched::NoParent(over)));
}

/// Nesting is unlimited on an H200, although the programming guide says 24 (`testdata/cuda/cdp/deep.out`).
#[test]
fn grids_nest_as_deep_as_they_like() {
    let (mut device, stream) = device(2048);
    let mut op = device.submit(stream, Op::Grid(GridSpec::new(1, 32))).expect("there is room");
    for depth in 1..=100 {
        op = device.launch_child(op, ChildStream::FireAndForget, GridSpec::new(1, 32)).expect("no limit");
        assert_eq!(device.parent(op).map(|(_, depth)| depth), Some(depth));
    }
}

/// Records start and completion of each grid, by name, and the number of decisions.
#[derive(Default)]
struct Spans {
    names: BTreeMap<OpId, String>,
    spans: Vec<(String, u64, u64)>,
    decided: u64,
}

impl Sink for Spans {
    fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Submitted { op, operation: hip_timeline::Operation::Grid { name, .. }, .. }
            | Event::Launched { op, operation: hip_timeline::Operation::Grid { name, .. }, .. } => {
                self.names.insert(op, name.to_owned());
            }
            Event::Decided { .. } => self.decided += 1,
            Event::Completed { op, start, end } => {
                if let Some(name) = self.names.remove(&op) {
                    self.spans.push((name, start, end));
                }
            }
            _ => {}
        }
    }
}

fn spans(text: &str) -> (Vec<(String, u64, u64)>, Summary) {
    let outcome = Script::read(text)
        .unwrap_or_else(|error| panic!("{error}"))
        .run((Spans::default(), Summary::default()));
    assert_eq!(outcome.rest, Rest::Finished);
    let (spans, summary) = outcome.simulation.sink();
    assert!(spans.names.is_empty(), "{:?}", spans.names);
    assert_eq!(spans.decided, summary.launched.accepted + summary.launched.declined);
    (spans.spans.clone(), summary.clone())
}

/// The times of a launch are those of the model.
#[test]
fn a_child_begins_after_overhead_and_dispatch() {
    for (children, lanes, cycles) in [
        ("kepler", 1, 1721 + 20_210 + 283),
        ("kepler", 32, 32 * 1721 + 20_210 + 283),
        ("h200", 4, 4 * 450 + 9300),
    ] {
        let (spans, summary) = spans(&format!(
            "timing cycle=1ns\nchildren {children}\nstream s\nkernel p\nrun 1000\nlaunch c lanes={lanes} cost=700 stream=forget\nend\n\
             launch s name=p work=p\nsync\n"
        ));
        let parent = spans.iter().find(|(name, ..)| name == "p").expect("the parent");
        for (_, start, end) in spans.iter().filter(|(name, ..)| name == "c") {
            assert_eq!((start - parent.1) / 1000, 1000 + cycles, "{children} {lanes}");
            assert_eq!((end - start) / 1000, 700);
            assert!(*end <= parent.2);
        }
        assert_eq!(summary.launched.grids, lanes);
    }
}

/// Waiting blocks of a parent release their SMs to its children: even a parent that fills the device ends.
#[test]
fn blocks_that_wait_give_their_sm_back() {
    let text = |join: &str| {
        format!(
            "device Tesla K20c\ntiming cycle=1ns\nstream s\nkernel p\nrun 100\nlaunch c blocks=4 threads=1024 cost=5000\n{join}\nrun 100\nend\n\
             launch s name=p blocks=26 threads=1024 work=p\nsync\n"
        )
    };
    let (with, summary) = spans(&text("join"));
    assert_eq!(summary.launched.grids, 26);
    let parent_end = with.iter().find(|(name, ..)| name == "p").expect("the parent").2;
    let last_child =
        with.iter().filter(|(name, ..)| name == "c").map(|(.., end)| *end).max().expect("children");
    assert_eq!(parent_end - last_child, 100_000, "the last block goes on when its last child is complete");
    let (without, _) = spans(&text(""));
    assert_eq!(without.iter().filter(|(name, ..)| name == "c").count(), 26);
}

#[test]
fn queues_hold_one_grid_at_a_time_and_streams_keep_to_theirs() {
    let text = |queues: u32, stream: &str| {
        format!(
            "timing cycle=1ns\nchildren lane=0 warp=0 interval=0 queues={queues}\nstream s\nkernel p\n{}end\nlaunch s name=p work=p\nsync\n",
            format!("launch c cost=1000 stream={stream}\n").repeat(6)
        )
    };
    let ends = |text: &str| {
        let (spans, _) = spans(text);
        let begin = spans.iter().find(|(name, ..)| name == "p").expect("the parent").1;
        let mut ends: Vec<u64> = spans
            .iter()
            .filter(|(name, ..)| name == "c")
            .map(|(.., end)| (end - begin) / 1_000_000)
            .collect();
        ends.sort_unstable();
        ends
    };
    assert_eq!(ends(&text(128, "forget")), [1; 6]);
    assert_eq!(ends(&text(2, "forget")), [1, 1, 2, 2, 3, 3]);
    assert_eq!(ends(&text(128, "0")), [1, 2, 3, 4, 5, 6]);
    assert_eq!(ends(&text(128, "tail")).len(), 6);
}

#[test]
fn decisions_are_told_with_what_came_of_them() {
    let text = |policy: &str| {
        format!(
            "device Tesla K20c\nchildren kepler pending=100000\npolicy {policy}\nstream s\nkernel p warps=8\nrun 400\noffer c items=40 serial=12000 lanes=8 blocks=1 threads=64 cost=900\n\
             offer c items=900 serial=270000 lanes=2 blocks=15 threads=64 cost=900\nend\nlaunch s name=p blocks=100 threads=256 work=p\nsync\nrepeat 3\nlaunch s name=p blocks=100 threads=256 work=p\nsync\nend\n"
        )
    };
    let counts = |policy: &str| {
        let (_, summary) = spans(&text(policy));
        (summary.launched.accepted, summary.launched.declined)
    };
    assert_eq!(counts("never"), (0, 32000));
    assert_eq!(counts("always"), (32000, 0));
    assert_eq!(counts("above:40"), (6400, 25600));
    let (accepted, declined) = counts("spawn");
    assert!(accepted > 0 && declined > 0 && accepted + declined == 32000, "{accepted} {declined}");
    assert_ne!(counts("spawn,window"), (accepted, declined));
}

/// A limit applies to later launches of its context only.
#[test]
fn limits_to_launches_that_wait_are_their_contexts() {
    let kernel = "kernel p warps=8\nlaunch c blocks=1 threads=64 cost=900 lanes=32\nend\n";
    let counts = |text: &str| {
        let (_, summary) = spans(text);
        (summary.launched.grids, summary.launched.refused)
    };
    let program = |limit: &str| format!("stream s\n{kernel}{limit}launch s work=p threads=256\nsync\n");
    let (all, refused) = counts(&program(""));
    assert_eq!((all, refused), (256, 0));
    let (few, refused) = counts(&program("pending 5\n"));
    assert!(refused > 0 && few + refused == 256, "{few} {refused}");
    assert_eq!(counts(&program("context other\npending 5\ncontext main\n")), (256, 0));
    assert_eq!(counts(&program("pending 5\npending 300\n")), (256, 0));
}

/// Without a free launch slot, the thread with the offer does the work itself.
#[test]
fn refused_offers_are_done_by_the_thread() {
    let (_, summary) = spans(
        "children pending=5\nstream s\nkernel p warps=8\noffer c items=9 serial=1000000 lanes=32 cost=9000000\nend\nlaunch s work=p threads=256\nsync\n",
    );
    assert!(summary.launched.refused > 0);
    assert_eq!(summary.launched.grids + summary.launched.refused, 256);
}
