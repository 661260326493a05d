//! The front end compared with measurements on an H200, and invariants for any sequence of inputs.

use hip_device::{
    Action, Config, ContextId, Device, GridSpec, Lane, Op, Refused, Spec, StreamId, StreamKind,
};
use proptest::prelude::ProptestConfig;
use std::collections::BTreeSet;

mod channels;
mod children;
mod occupancy;
mod orders;
mod placement;
mod residence;
mod splits;

/// Returns the number of cases for a property: `PROPTEST_CASES`, or `few`.
#[expect(clippy::disallowed_methods, reason = "a test's own setting")]
fn cases(few: u32) -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(few)
    }
}

fn grid(blocks: u64, threads: u32) -> GridSpec {
    GridSpec::new(blocks, threads)
}

fn device(channels: u32) -> (Device, ContextId) {
    let mut device = Device::new(Spec::h200());
    let context = device.create_context(&Config::scaled(channels, 4));
    (device, context)
}

fn streams(device: &mut Device, context: ContextId, count: usize) -> Vec<StreamId> {
    let make = |_| device.create_stream(context, StreamKind::NonBlocking, 0, None).expect("a stream");
    (0..count).map(make).collect()
}

#[test]
fn marks_without_times_and_host_functions_cost_no_entry() {
    let (mut device, context) = device(8);
    let stream = streams(&mut device, context, 1)[0];
    device.submit(stream, Op::Grid(grid(1, 32))).expect("room");
    for _ in 0..3000 {
        device.submit(stream, Op::Record { timing: false }).expect("no entry taken");
        device.submit(stream, Op::Host).expect("no entry taken");
    }
    assert_eq!(device.counters().deepest_ring, 1);
}

#[test]
fn copies_have_channels_of_their_own() {
    let (mut device, context) = device(1);
    let stream = streams(&mut device, context, 1)[0];
    let mut taken = |op: Op| {
        let mut count = 0;
        loop {
            match device.submit(stream, op.clone()) {
                Ok(_) => count += 1,
                Err(Refused::ChannelFull { channel, .. }) => {
                    return (count, device.lane_of(context, channel));
                }
                Err(other) => panic!("{other}"),
            }
        }
    };
    // Recorded: 1021 copies of any kind can wait behind a kernel that does not end.
    assert_eq!(taken(Op::Grid(grid(1, 32))), (1022, Some(Lane::Compute)));
    assert_eq!(taken(Op::Transfer(Lane::Upload)), (1021, Some(Lane::Upload)));
    assert_eq!(taken(Op::Transfer(Lane::Download)), (1021, Some(Lane::Download)));
    assert_eq!(taken(Op::Copy), (0, Some(Lane::Compute)));
}

#[test]
fn streams_with_queues_of_their_own_wait_for_no_other() {
    let (mut device, context) = device(1);
    let streams = streams(&mut device, context, 3);
    let queues = device.create_queues(context, 2).expect("there is the context");
    device.set_queues(streams[2], queues);
    device.set_queues(streams[1], queues + 1);
    for stream in [0, 0, 1, 2] {
        device.submit(streams[stream], Op::Grid(grid(1, 32))).expect("room");
    }
    // The second launch stalls the one channel with the third behind it; the unknown set changed nothing.
    let runs = std::iter::from_fn(|| device.poll()).filter(|a| matches!(a, Action::Run { .. })).count();
    assert_eq!(runs, 2);
    assert_ne!(device.create_queues(context, 2), Some(queues), "a stream uses them");
    device.destroy_stream(streams[2]);
    assert_eq!(device.create_queues(context, 1), Some(queues + 2), "of another size");
    assert_eq!(device.create_queues(context, 2), Some(queues), "nobody uses them any more");
}

#[test]
fn at_most_128_grids_are_resident() {
    for (wanted, resident) in [(127, 127), (128, 128), (129, 128), (200, 128)] {
        let (mut device, context) = device(8);
        for stream in streams(&mut device, context, wanted) {
            device.submit(stream, Op::Grid(grid(1, 32))).expect("room");
        }
        assert_eq!(device.counters().most_resident, resident);
    }
}

#[test]
fn a_stalled_head_holds_back_other_streams_of_its_channel_only() {
    // A, A2 behind it, then one kernel on each other stream; one channel: all wait, many channels: none.
    for (channels, started) in [(1, 1), (8, 6)] {
        let (mut device, context) = device(channels);
        let streams = streams(&mut device, context, 6);
        device.submit(streams[0], Op::Grid(grid(1, 32))).expect("room");
        device.submit(streams[0], Op::Grid(grid(1, 32))).expect("room");
        for &stream in &streams[1..] {
            device.submit(stream, Op::Grid(grid(1, 32))).expect("room");
        }
        let runs = std::iter::from_fn(|| device.poll()).filter(|a| matches!(a, Action::Run { .. })).count();
        assert_eq!(runs, started, "{channels} channels");
    }
}

#[test]
fn the_legacy_stream_waits_for_blocking_streams_and_they_for_it() {
    let (mut device, context) = device(8);
    let mut make = |kind| device.create_stream(context, kind, 0, None).expect("a stream");
    let (legacy, blocking, free) =
        (make(StreamKind::Legacy), make(StreamKind::Blocking), make(StreamKind::NonBlocking));
    let first = device.submit(blocking, Op::Copy).expect("room");
    let second = device.submit(legacy, Op::Copy).expect("room");
    let third = device.submit(blocking, Op::Copy).expect("room");
    let apart = device.submit(free, Op::Copy).expect("room");
    let drain = |device: &mut Device| -> Vec<Action> { std::iter::from_fn(|| device.poll()).collect() };
    assert_eq!(drain(&mut device), [Action::Start { op: first }, Action::Start { op: apart }]);
    assert!(
        device.waits_for(first, first) && device.waits_for(second, first) && device.waits_for(third, first)
    );
    assert!(!device.waits_for(apart, first) && !device.waits_for(first, second));
    device.op_done(first);
    assert!(!device.waits_for(second, first) && device.waits_for(third, second));
    assert_eq!(drain(&mut device), [Action::Done { op: first }, Action::Start { op: second }]);
    device.op_done(second);
    assert_eq!(drain(&mut device), [Action::Done { op: second }, Action::Start { op: third }]);
}

/// A running operation is the first of its stream, however long that is.
#[test]
fn all_of_a_stream_waits_for_what_runs_there() {
    let (mut device, context) = device(8);
    let stream = streams(&mut device, context, 1)[0];
    let all: Vec<_> = (0..500).map(|_| device.submit(stream, Op::Copy).expect("room")).collect();
    assert!(all.iter().all(|&op| device.waits_for(op, all[0])));
    assert!(!device.waits_for(all[0], all[1]));
    assert!(device.waits_for(all[30], all[1]), "a few steps");
    device.op_done(all[0]);
    assert!(!device.waits_for(all[499], all[0]) && device.waits_for(all[499], all[1]));
}

#[test]
fn what_can_never_fit_is_refused() {
    let (mut device, context) = device(8);
    let stream = streams(&mut device, context, 1)[0];
    let huge = GridSpec { shared_bytes: 300_000, ..grid(1, 32) };
    assert!(matches!(
        device.submit(stream, Op::Grid(huge)),
        Err(Refused::BlockTooLarge { what: "bytes of shared memory", .. })
    ));
    let together = GridSpec { cooperative: true, ..grid(132 * 2 + 1, 1024) };
    assert_eq!(
        device.submit(stream, Op::Grid(together)),
        Err(Refused::CooperativeTooLarge { blocks: 265, fit: 264 })
    );
    device.destroy_stream(stream);
    assert_eq!(device.submit(stream, Op::Copy), Err(Refused::NoStream(stream)));
}

#[test]
fn abort_lets_nothing_new_run() {
    let (mut device, context) = device(8);
    let stream = streams(&mut device, context, 1)[0];
    let running = device.submit(stream, Op::Grid(grid(100_000, 1024))).expect("room");
    let waiting = device.submit(stream, Op::Copy).expect("room");
    let Some(Action::Run { sms, .. }) = device.poll() else { panic!("the first blocks run") };
    device.abort(context);
    assert_eq!(device.poll(), None, "blocks are still out");
    device.blocks_done(running, &sms);
    assert_eq!(device.poll(), Some(Action::Done { op: running }));
    assert_eq!(device.poll(), Some(Action::Done { op: waiting }));
    let late = device.submit(stream, Op::Copy).expect("room");
    assert_eq!(device.poll(), Some(Action::Done { op: late }));
}

#[test]
fn what_is_aborted_waits_for_no_other_context() {
    let (mut device, first) = device(8);
    let second = device.create_context(&Config::default());
    let (here, there) = (streams(&mut device, first, 2), streams(&mut device, second, 1)[0]);
    let endless = device.submit(there, Op::Grid(grid(1, 32))).expect("room");
    let Some(Action::Run { sms, .. }) = device.poll() else { panic!("it runs") };
    // One waits twice, one also in its own context, which keeps its order.
    let twice = device.submit(here[0], Op::Wait(endless)).expect("room");
    let again = device.submit(here[0], Op::Wait(endless)).expect("room");
    let copy = device.submit(here[1], Op::Copy).expect("room");
    assert_eq!(device.poll(), Some(Action::Start { op: copy }));
    let behind = device.submit(here[1], Op::Wait(endless)).expect("room");
    assert_eq!(device.poll(), None);
    device.abort(first);
    assert_eq!(device.poll(), Some(Action::Done { op: twice }));
    assert_eq!(device.poll(), Some(Action::Done { op: again }));
    assert_eq!(device.poll(), None, "the copy is under way");
    device.op_done(copy);
    assert_eq!(device.poll(), Some(Action::Done { op: copy }));
    assert_eq!(device.poll(), Some(Action::Done { op: behind }));
    let late = device.submit(here[0], Op::Wait(endless)).expect("room");
    assert_eq!(device.poll(), Some(Action::Done { op: late }));
    device.blocks_done(endless, &sms);
    assert_eq!(device.poll(), Some(Action::Done { op: endless }));
}

#[test]
fn cooperative_grids_never_hold_parts_against_each_other() {
    let (mut device, context) = device(8);
    let mut make =
        |priority| device.create_stream(context, StreamKind::NonBlocking, priority, None).expect("a stream");
    let (filler, low, high) = (make(0), make(0), make(-1));
    let whole = GridSpec { cooperative: true, ..grid(264, 1024) };
    let filling = device.submit(filler, Op::Grid(grid(264, 1024))).expect("room");
    let Some(Action::Run { sms, .. }) = device.poll() else { panic!("the filler runs") };
    let late = device.submit(low, Op::Grid(whole.clone())).expect("room");
    // Half of the SMs are released: too few for the waiting grid, which must not take them.
    let (early, rest) = sms.split_at(132);
    device.blocks_done(filling, early);
    assert_eq!(device.poll(), None);
    let first = device.submit(high, Op::Grid(whole)).expect("room");
    device.blocks_done(filling, rest);
    for grid in [first, late] {
        let run = std::iter::from_fn(|| device.poll()).find_map(|action| match action {
            Action::Run { grid, sms, .. } => Some((grid, sms)),
            _ => None,
        });
        let (ran, sms) = run.expect("one of them runs");
        assert_eq!((ran, sms.len()), (grid, 264));
        device.blocks_done(grid, &sms);
    }
    assert!(device.is_done(first) && device.is_done(late));
}

#[test]
fn what_a_destroyed_stream_began_is_waited_for() {
    let (mut device, context) = device(8);
    let mut make = |kind| device.create_stream(context, kind, 0, None).expect("a stream");
    let (legacy, blocking) = (make(StreamKind::Legacy), make(StreamKind::Blocking));
    let first = device.submit(blocking, Op::Copy).expect("room");
    device.destroy_stream(blocking);
    assert_eq!(device.last_of_context(context), [first]);
    let second = device.submit(legacy, Op::Copy).expect("room");
    let drain = |device: &mut Device| -> Vec<Action> { std::iter::from_fn(|| device.poll()).collect() };
    assert_eq!(drain(&mut device), [Action::Start { op: first }]);
    device.op_done(first);
    assert_eq!(drain(&mut device), [Action::Done { op: first }, Action::Start { op: second }]);
    assert_eq!(device.last_of_context(context), [second]);
}

#[test]
fn clusters_are_placed_whole() {
    let (mut device, context) = device(8);
    let stream = streams(&mut device, context, 1)[0];
    let spec = |blocks, cluster| GridSpec { cluster, ..grid(blocks, 1024) };
    // Fourteen fit: two on each GPC of at least 16 SMs.
    let op = device.submit(stream, Op::Grid(spec(320, 16))).expect("room");
    let Some(Action::Run { first: 0, sms, .. }) = device.poll() else { panic!("the first blocks run") };
    assert_eq!(sms.len(), 224);
    // Half of a cluster ends: its other half still has its SMs.
    device.blocks_done(op, &sms[..8]);
    assert_eq!(device.poll(), None);
    device.blocks_done(op, &sms[8..16]);
    let Some(Action::Run { first: 224, sms: more, .. }) = device.poll() else { panic!("one cluster more") };
    assert_eq!(more.iter().collect::<BTreeSet<_>>(), sms[..16].iter().collect());
    device.blocks_done(op, &sms[16..]);
    let Some(Action::Run { first: 240, sms: rest, .. }) = device.poll() else { panic!("the others") };
    assert_eq!(rest.len(), 80);
    device.blocks_done(op, &more);
    device.blocks_done(op, &rest);
    assert!(device.is_done(op));
    assert_eq!(
        device.submit(stream, Op::Grid(spec(33, 16))),
        Err(Refused::ClusterTooLarge { cluster: 16, blocks: 33, fit: 224 })
    );
}
