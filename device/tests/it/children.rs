//! Grids launched by running grids: their starts, and the completion of their parents.

use super::{device, grid, streams};
use hip_device::{Action, Device, Op, OpId, Order, Refused, SmSet, Spec, StreamKind};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Actions of the front end so far.
#[derive(Default)]
struct Log {
    /// Running blocks: grid and SM.
    running: Vec<(OpId, u16)>,
    started: Vec<OpId>,
    done: Vec<OpId>,
}

impl Log {
    fn read(&mut self, device: &mut Device) {
        while let Some(action) = device.poll() {
            match action {
                Action::Run { grid, sms, .. } => {
                    if !self.started.contains(&grid) {
                        self.started.push(grid);
                    }
                    self.running.extend(sms.into_iter().map(|sm| (grid, sm)));
                }
                Action::Resume { .. } => unreachable!("blocks give their room up until they end"),
                Action::Start { op } => self.started.push(op),
                Action::Done { op } => self.done.push(op),
            }
        }
    }

    fn end_block(&mut self, device: &mut Device, at: usize) {
        let (grid, sm) = self.running.swap_remove(at);
        device.blocks_done(grid, &[sm]);
        self.read(device);
    }

    fn end_blocks_of(&mut self, device: &mut Device, grid: OpId) {
        while let Some(at) = self.running.iter().position(|block| block.0 == grid) {
            self.end_block(device, at);
        }
    }
}

fn one_parent() -> (Device, OpId, Log) {
    let (mut device, context) = device(8);
    let stream = streams(&mut device, context, 1)[0];
    let parent = device.submit(stream, Op::Grid(grid(1, 32))).expect("room");
    let mut log = Log::default();
    log.read(&mut device);
    (device, parent, log)
}

fn child(device: &mut Device, parent: OpId, order: Order) -> OpId {
    device.submit_child(parent, order, Op::Grid(grid(2, 64))).expect("the parent runs")
}

#[test]
fn a_parent_is_done_after_its_children_and_tails_come_last() {
    let (mut device, parent, mut log) = one_parent();
    let tails = [(); 2].map(|()| child(&mut device, parent, Order::Tail));
    let first = child(&mut device, parent, Order::After(Vec::new()));
    let second = child(&mut device, parent, Order::After(vec![first]));
    log.read(&mut device);
    assert_eq!(log.started, [parent, first]);
    log.end_blocks_of(&mut device, parent);
    assert_eq!(log.done, [], "its blocks have ended, its children have not");
    log.end_blocks_of(&mut device, first);
    assert_eq!((log.started.last(), &log.done[..]), (Some(&second), &[first][..]));
    log.end_blocks_of(&mut device, second);
    // A tail that launches a tail: that one comes before the parent's next.
    let nested = child(&mut device, tails[0], Order::Tail);
    log.end_blocks_of(&mut device, tails[0]);
    log.end_blocks_of(&mut device, nested);
    log.end_blocks_of(&mut device, tails[1]);
    assert_eq!(log.started, [parent, first, second, tails[0], nested, tails[1]]);
    assert_eq!(log.done, [first, second, nested, tails[0], tails[1], parent]);
    assert_eq!(device.counters().children, 5);
    let gone = device.submit_child(parent, Order::Tail, Op::Copy);
    assert_eq!(gone, Err(Refused::NoParent(parent)));
}

#[test]
fn parents_that_wait_give_their_room_to_children() {
    let (mut device, context) = device(8);
    let spec = Spec::h200();
    // The device is full of blocks that wait for a child.
    let blocks = u64::from(spec.sms) * 2;
    let stream = streams(&mut device, context, 1)[0];
    let parent = device.submit(stream, Op::Grid(grid(blocks, 1024))).expect("room");
    let mut log = Log::default();
    log.read(&mut device);
    assert_eq!(log.running.len() as u64, blocks);
    let child = child(&mut device, parent, Order::After(Vec::new()));
    log.read(&mut device);
    assert_eq!(log.started, [parent], "no SM has room");
    let waiting: Vec<u16> = log.running.iter().map(|block| block.1).collect();
    device.relinquish(parent, &waiting);
    // A second call has no effect.
    device.relinquish(parent, &waiting);
    log.read(&mut device);
    assert_eq!(log.started, [parent, child]);
    log.end_blocks_of(&mut device, parent);
    assert_eq!(log.done, []);
    log.end_blocks_of(&mut device, child);
    assert_eq!(log.done, [child, parent]);
    // Exactly the released room is available again.
    let again = device.submit(stream, Op::Grid(grid(2 * blocks, 1024))).expect("room");
    log.read(&mut device);
    assert_eq!(log.running.iter().filter(|block| block.0 == again).count() as u64, blocks);
}

#[test]
fn children_run_where_their_parents_do_and_are_as_urgent() {
    let (mut device, context) = device(8);
    let sms = SmSet::first(8);
    let urgent =
        device.create_stream(context, StreamKind::NonBlocking, -5, Some(sms.clone())).expect("a stream");
    let parent = device.submit(urgent, Op::Grid(grid(1, 32))).expect("room");
    let mut log = Log::default();
    log.read(&mut device);
    // The device is full of earlier, less urgent blocks.
    let stream = streams(&mut device, context, 1)[0];
    let other = device.submit(stream, Op::Grid(grid(100_000, 1024))).expect("room");
    let child = device
        .submit_child(parent, Order::After(Vec::new()), Op::Grid(grid(200, 1024)))
        .expect("the parent runs");
    log.read(&mut device);
    for _ in 0..2000 {
        let Some(at) = log.running.iter().position(|block| block.0 == other) else { break };
        log.end_block(&mut device, at);
    }
    let at: Vec<u16> = log.running.iter().filter(|block| block.0 == child).map(|block| block.1).collect();
    assert!(!at.is_empty() && at.iter().all(|&sm| sms.contains(sm)), "{at:?}");
    // It gets all room of its SMs, although the other grid has more blocks to place.
    assert_eq!(at.len(), 15);
}

#[test]
fn what_a_stopped_context_launches_never_runs() {
    let (mut device, context) = device(8);
    let stream = streams(&mut device, context, 1)[0];
    let parent = device.submit(stream, Op::Grid(grid(1, 32))).expect("room");
    let mut log = Log::default();
    log.read(&mut device);
    let tail = child(&mut device, parent, Order::Tail);
    device.abort(context);
    let late = child(&mut device, parent, Order::After(Vec::new()));
    log.read(&mut device);
    log.end_blocks_of(&mut device, parent);
    assert_eq!((&log.started[..], &log.done[..]), (&[parent][..], &[late, tail, parent][..]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// No child is lost, device streams keep their order, parents complete after their children, tails come
    /// last.
    #[test]
    fn families_keep_their_order(steps in prop::collection::vec((0u8..4, any::<u16>()), 1..200)) {
        let (mut device, root, mut log) = one_parent();
        let mut parents = BTreeMap::new();
        let mut streams: BTreeMap<(OpId, u16), Vec<OpId>> = BTreeMap::new();
        let mut tails: BTreeMap<OpId, Vec<OpId>> = BTreeMap::new();
        for (what, n) in steps {
            if log.running.is_empty() {
                break;
            }
            let at = usize::from(n) % log.running.len();
            let parent = log.running[at].0;
            let launched = match what {
                0 => {
                    let stream = streams.entry((parent, n % 3)).or_default();
                    let child = child(&mut device, parent, Order::After(stream.last().copied().into_iter().collect()));
                    stream.push(child);
                    child
                }
                1 => {
                    let child = child(&mut device, parent, Order::Tail);
                    tails.entry(parent).or_default().push(child);
                    child
                }
                _ => {
                    log.end_block(&mut device, at);
                    continue;
                }
            };
            parents.insert(launched, parent);
            log.read(&mut device);
        }
        while !log.running.is_empty() {
            log.end_block(&mut device, 0);
        }
        let place = |list: &[OpId], op: OpId| list.iter().position(|&other| other == op);
        prop_assert_eq!(log.started.len(), parents.len() + 1);
        prop_assert_eq!(log.done.len(), parents.len() + 1);
        prop_assert_eq!(log.done.last(), Some(&root));
        for (&child, &parent) in &parents {
            prop_assert!(place(&log.done, child) < place(&log.done, parent));
        }
        for list in streams.values().chain(tails.values()) {
            let places: Vec<_> = list.iter().map(|&op| place(&log.started, op)).collect();
            prop_assert!(places.is_sorted());
        }
        for ((parent, _), list) in &streams {
            for tail in tails.get(parent).into_iter().flatten() {
                let last = list.iter().map(|&op| place(&log.started, op)).max();
                prop_assert!(last <= Some(place(&log.started, *tail)));
            }
        }
    }
}
