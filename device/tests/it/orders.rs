//! Invariants of the state machine, for operations submitted and ended in any order, also on destroyed
//! streams.

use crate::grid;
use hip_device::{Action, Config, Device, Op, OpId, Refused, SmSet, Spec, StreamId, StreamKind};
use proptest::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// Drives a device with a queue of finished work, taken in an order that `pick` decides.
struct Driver {
    device: Device,
    out: VecDeque<(OpId, Vec<u16>)>,
    load: BTreeMap<u16, u32>,
    done: Vec<OpId>,
    log: Vec<Action>,
    threads: BTreeMap<OpId, u32>,
    allowed: BTreeMap<OpId, SmSet>,
    priority: BTreeMap<OpId, i32>,
}

impl Driver {
    fn pump(&mut self) {
        while let Some(action) = self.device.poll() {
            match &action {
                Action::Run { grid, sms, .. } => {
                    self.nothing_more_urgent_waits(*grid);
                    for &sm in sms {
                        assert!(self.allowed[grid].contains(sm), "block outside its SMs");
                        let load = self.load.entry(sm).or_default();
                        *load += self.threads[grid];
                        assert!(*load <= 2048, "SM {sm} holds {load} threads");
                    }
                    self.out.push_back((*grid, sms.clone()));
                }
                Action::Start { op } => self.out.push_back((*op, Vec::new())),
                Action::Resume { .. } => unreachable!("no block waits"),
                Action::Done { op } => self.done.push(*op),
            }
            self.log.push(action);
        }
    }

    /// A grid gets SMs only while no resident grid of a higher priority needs one that it may use.
    fn nothing_more_urgent_waits(&self, grid: OpId) {
        let mine = self.priority[&grid];
        for (&other, _) in self.priority.iter().filter(|&(_, &priority)| priority < mine) {
            let Some(other) = self.device.progress(other) else { continue };
            let wants = other.resident && other.placed < other.blocks;
            assert!(!wants || !other.sms.overlaps(&self.allowed[&grid]), "{grid} before {other:?}");
        }
    }

    fn finish(&mut self, pick: usize) {
        let (op, sms) = self.out.remove(pick % self.out.len()).expect("in range");
        if sms.is_empty() {
            self.device.op_done(op);
        } else {
            for sm in &sms {
                *self.load.get_mut(sm).expect("loaded") -= self.threads[&op];
            }
            self.device.blocks_done(op, &sms);
        }
        self.pump();
    }
}

fn run(script: &[(usize, u8, u64, usize)]) -> (Vec<Action>, Vec<OpId>, Vec<Vec<OpId>>) {
    let mut device = Device::new(Spec::h200());
    let context = device.create_context(&Config { ring_entries: 16, ..Config::scaled(3, 4) });
    let mut driver = Driver {
        device,
        out: VecDeque::new(),
        load: BTreeMap::new(),
        done: Vec::new(),
        log: Vec::new(),
        threads: BTreeMap::new(),
        allowed: BTreeMap::new(),
        priority: BTreeMap::new(),
    };
    let some: SmSet = (8..24).collect();
    let kinds = [StreamKind::Legacy, StreamKind::Blocking, StreamKind::Blocking, StreamKind::NonBlocking];
    let sets = [None, None, Some(some.clone()), Some(some)];
    let priority = |n: usize| -((n % 3) as i32);
    let make = |device: &mut Device, n: usize| {
        device.create_stream(context, kinds[n], priority(n), sets[n].clone()).expect("a stream")
    };
    let mut streams: Vec<StreamId> = (0..kinds.len()).map(|n| make(&mut driver.device, n)).collect();
    let mut order = vec![Vec::new(); streams.len()];
    for &(stream, what, size, pick) in script {
        let stream = stream % streams.len();
        if what % 7 == 6 && stream != 0 {
            // Its operations continue; a new stream is not ordered with them.
            driver.device.destroy_stream(streams[stream]);
            streams[stream] = make(&mut driver.device, stream);
            let gone = std::mem::take(&mut order[stream]);
            order.push(gone);
            driver.pump();
            continue;
        }
        let op = match what % 7 {
            0 | 1 => Op::Grid(grid(size, 256)),
            2 => Op::Copy,
            3 => Op::Host,
            4 => Op::Record { timing: size % 2 == 0 },
            _ => match order[pick % streams.len()].last().filter(|_| what % 7 == 5) {
                Some(&target) => Op::Wait(target),
                None => Op::Record { timing: false },
            },
        };
        loop {
            match driver.device.submit(streams[stream], op.clone()) {
                Ok(id) => {
                    driver.threads.insert(id, 256);
                    driver.priority.insert(id, priority(stream));
                    let all = SmSet::first(132);
                    driver.allowed.insert(id, sets[stream].clone().unwrap_or(all));
                    order[stream].push(id);
                    break;
                }
                Err(Refused::ChannelFull { .. }) => driver.finish(pick),
                Err(other) => panic!("{other}"),
            }
        }
        driver.pump();
    }
    while !driver.out.is_empty() {
        driver.finish(script.len());
    }
    assert!(driver.load.values().all(|&threads| threads == 0));
    (driver.log, driver.done, order)
}

proptest! {
    #![proptest_config(crate::cases(64))]

    #[test]
    fn everything_completes_in_stream_order_and_replays(
        script in proptest::collection::vec((0..4usize, 0..7u8, 0..3000u64, 0..16usize), 1..80)
    ) {
        let (log, done, order) = run(&script);
        prop_assert_eq!(done.len(), order.iter().map(Vec::len).sum::<usize>());
        for stream in &order {
            let places: Vec<_> = stream.iter().map(|op| done.iter().position(|d| d == op)).collect();
            prop_assert!(places.is_sorted(), "{places:?}");
        }
        prop_assert_eq!(run(&script).0, log);
    }
}
