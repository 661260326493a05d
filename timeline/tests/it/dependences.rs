//! Blocks that wait for others continue once their condition holds, in any cycle of waits.

use device::{Config, GridSpec, OpId, Placement, Spec, StreamId, StreamKind};
use hip_timeline::{
    Call, Cause, Cost, Coupled, Event, Point, Rest, Simulation, Sink, Ticket, Time, Timing, WaitPoint,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Start and end of blocks, by launch in the order of submission.
#[derive(Default)]
struct Blocks {
    ops: Vec<OpId>,
    ran: BTreeMap<OpId, Vec<(Time, Time)>>,
    completed: usize,
}

impl Sink for Blocks {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Submitted { op, .. } => self.ops.push(*op),
            Event::Blocks { op, sms, start, end } => {
                let ran = self.ran.entry(*op).or_default();
                ran.extend(sms.iter().map(|_| (*start, *end)));
            }
            Event::Completed { .. } => self.completed += 1,
            _ => {}
        }
    }
}

struct Bench {
    simulation: Simulation<Blocks>,
    streams: Vec<StreamId>,
    context: device::ContextId,
    cycle: Time,
}

impl Bench {
    fn new(streams: usize) -> Bench {
        let spec = Spec::h200();
        let timing = Timing::from_spec(&spec);
        let cycle = timing.cycle;
        let mut simulation = Simulation::new(spec, Placement::default(), timing, Blocks::default());
        simulation.keep_tickets();
        let context = simulation.create_context(&Config::default());
        let stream =
            |_| simulation.create_stream(context, StreamKind::NonBlocking, 0, None).expect("a stream");
        let streams = (0..streams).map(stream).collect();
        Bench { simulation, streams, context, cycle }
    }

    fn launch(&mut self, stream: usize, blocks: u64, coupled: Coupled) -> Ticket {
        let (stream, name) = (self.streams[stream], "kernel".into());
        let cost = Cost::Coupled(Arc::new(coupled));
        self.simulation.call(0, Call::Launch { stream, name, grid: GridSpec::new(blocks, 32), cost })
    }

    fn run(&mut self) -> Vec<Vec<(Time, Time)>> {
        self.simulation.call(0, Call::SyncContext(self.context));
        assert_eq!(self.simulation.run(), Rest::Finished);
        let blocks = self.simulation.sink();
        assert_eq!(blocks.completed, blocks.ops.len(), "every launch completes");
        blocks.ops.iter().map(|op| blocks.ran.get(op).cloned().unwrap_or_default()).collect()
    }
}

fn waits(cycles: u32, at: u64, cause: Cause) -> Coupled {
    Coupled { cycles: [cycles].into(), met: vec![WaitPoint { block: 0, at, cause: 0 }], causes: vec![cause] }
}

fn plain(cycles: u32) -> Coupled {
    Coupled { cycles: [cycles].into(), met: Vec::new(), causes: Vec::new() }
}

#[test]
fn who_waits_for_a_block_goes_on_when_that_has_come_so_far() {
    let mut bench = Bench::new(2);
    // The second launch has the next ticket.
    let point = Point::Block { launch: 1, block: 0, at: 7000 };
    let cause = Cause { points: [point].into(), host: false };
    assert_eq!(bench.launch(0, 1, waits(1000, 400, cause)), 0);
    assert_eq!(bench.launch(1, 1, plain(9000)), 1);
    let cycle = bench.cycle;
    let [(_, end), (begin, later)] = bench.run().concat()[..] else { panic!("two blocks") };
    assert_eq!(later, begin + 9000 * cycle);
    assert_eq!(end, begin + 7000 * cycle + 600 * cycle);
}

#[test]
fn what_was_done_long_ago_holds_nobody_up() {
    let mut bench = Bench::new(2);
    let first = bench.launch(0, 1, plain(10));
    let (stream, target) = (bench.streams[1], first);
    bench.simulation.call(0, Call::WaitOn { stream, ticket: target });
    let points = [Point::Block { launch: first, block: 0, at: 5 }, Point::Whole(first), Point::Whole(999)];
    let cause = Cause { points: points.into(), host: false };
    bench.launch(1, 1, waits(1000, 400, cause));
    let cycle = bench.cycle;
    let ran = bench.run();
    let (begin, end) = ran[2][0];
    assert_eq!(end - begin, 1000 * cycle);
}

#[test]
fn the_host_writes_as_late_as_can_be() {
    let mut bench = Bench::new(2);
    bench.launch(0, 1, waits(1000, 400, Cause { points: [].into(), host: true }));
    bench.simulation.call(0, Call::Delay(500_000_000));
    bench.launch(1, 1, plain(100_000));
    let cycle = bench.cycle;
    let ran = bench.run();
    // Nothing else progresses after the other launch has ended.
    assert_eq!(ran[0][0].1, ran[1][0].1 + 600 * cycle);
    assert!(ran[1][0].1 > 500_000_000);
}

#[test]
fn a_long_chain_is_no_deep_one() {
    let mut bench = Bench::new(1);
    // The last block is released first: all others wait for it, one by one.
    let blocks = 4000;
    let point = |block| Point::Block { launch: 0, block: block + 1, at: 500 };
    let causes = (0..blocks - 1).map(|block| Cause { points: [point(block)].into(), host: false }).collect();
    let met = (0..blocks - 1).map(|block| WaitPoint { block, at: 400, cause: block as u32 }).collect();
    bench.launch(0, blocks, Coupled { cycles: [1000].into(), met, causes });
    assert_eq!(bench.run()[0].len() as u64, blocks);
}

#[test]
fn a_circle_is_broken() {
    let mut bench = Bench::new(2);
    let on = |launch| Cause { points: [Point::Block { launch, block: 0, at: 500 }].into(), host: false };
    bench.launch(0, 1, waits(1000, 400, on(1)));
    bench.launch(1, 1, waits(1000, 400, on(0)));
    assert_eq!(bench.run().concat().len(), 2);
}

/// A wait point: block, cycles, points (launch, block, cycles, completion), and whether the host is a
/// producer.
type Wait = (u64, u64, Vec<(u64, u64, u64, bool)>, bool);
/// A random launch: stream, cycles of its blocks, and wait points.
type Random = (usize, Vec<u32>, Vec<Wait>);

fn random() -> impl Strategy<Value = Vec<Random>> {
    let point = (0..8u64, 0..5u64, 0..3000u64, any::<bool>());
    let met = (0..4u64, 0..2000u64, prop::collection::vec(point, 0..4), prop::bool::weighted(0.1));
    let launch = (0..3usize, prop::collection::vec(1..2000u32, 1..4), prop::collection::vec(met, 0..5));
    prop::collection::vec(launch, 1..8)
}

fn run(launches: &[Random]) -> Vec<Vec<(Time, Time)>> {
    let mut bench = Bench::new(3);
    for (stream, cycles, met) in launches {
        let blocks = cycles.len() as u64;
        let cause = |(_, _, points, host): &Wait| {
            let point = |&(launch, block, at, whole): &(u64, u64, u64, bool)| match whole {
                true => Point::Whole(launch),
                false => Point::Block { launch, block, at },
            };
            Cause { points: points.iter().map(point).collect(), host: *host }
        };
        let causes = met.iter().map(cause).collect();
        let mut places: Vec<WaitPoint> = (0..)
            .zip(met)
            .map(|(cause, &(block, at, ..))| WaitPoint { block: block % blocks, at, cause })
            .collect();
        places.sort_by_key(|met| (met.block, met.at));
        bench.launch(*stream, blocks, Coupled { cycles: cycles.as_slice().into(), met: places, causes });
    }
    let cycle = bench.cycle;
    let ran = bench.run();
    for ((_, cycles, _), ran) in launches.iter().zip(&ran) {
        assert_eq!(cycles.len(), ran.len(), "every block runs once");
        let shortest = cycles.iter().min().copied().unwrap_or(0);
        assert!(ran.iter().all(|(begin, end)| end - begin >= u64::from(shortest) * cycle));
    }
    ran
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn whatever_waits_for_whatever_ends_and_alike(launches in random()) {
        prop_assert_eq!(run(&launches), run(&launches));
    }
}
