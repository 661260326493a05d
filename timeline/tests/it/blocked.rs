//! Blocked host threads in virtual time: costs supplied meanwhile are applied, and dependence chains are
//! described briefly.

use crate::grid;
use device::{Config, ContextId, Placement, Spec, StreamId, StreamKind};
use hip_timeline::{Call, Cost, Rest, Simulation, Timing};

fn simulation(config: &Config) -> (Simulation, ContextId, StreamId) {
    let spec = Spec::h200();
    let timing = Timing::from_spec(&spec);
    let mut simulation = Simulation::new(spec, Placement::default(), timing, ());
    let context = simulation.create_context(config);
    let stream = simulation.create_stream(context, StreamKind::NonBlocking, 0, None).expect("the context");
    (simulation, context, stream)
}

fn kernel(stream: StreamId, cost: Cost) -> Call {
    Call::Launch { stream, name: "k".into(), grid: grid(1, 32), cost }
}

/// The costs of all launches are supplied before the simulation reaches the first one, including those with
/// the thread blocked in submit.
#[test]
fn a_cost_that_is_told_in_front_of_a_full_channel_counts() {
    const LAUNCHES: u64 = 10;
    let config = Config { ring_entries: 5, ..Config::scaled(1, 4) };
    let (mut simulation, context, stream) = simulation(&config);
    let tickets: Vec<_> = (0..LAUNCHES).map(|_| simulation.call(0, kernel(stream, Cost::Unknown))).collect();
    simulation.call(0, Call::SyncContext(context));
    tickets.into_iter().for_each(|ticket| simulation.cost(ticket, Cost::Each(100_000)));
    assert_eq!(simulation.run(), Rest::Finished);
    let of_kernels = LAUNCHES * 100_000 * Timing::from_spec(&Spec::h200()).cycle;
    assert!(simulation.now() > of_kernels && simulation.now() < 2 * of_kernels, "{}", simulation.now());
}

#[test]
fn a_long_chain_is_said_by_its_ends() {
    let (mut simulation, context, stream) = simulation(&Config::default());
    simulation.call(0, kernel(stream, Cost::Endless));
    let calls = [Call::HostFunction { stream, duration: 1 }].into();
    simulation.call(0, Call::Repeat { times: 50_000, calls });
    simulation.call(0, Call::SyncContext(context));
    let Rest::Deadlock(lines) = simulation.run() else { panic!("the kernel never ends") };
    let [line] = &lines[..] else { panic!("one thread waits: {lines:?}") };
    let steps: Vec<&str> = line.split(" ← ").collect();
    assert_eq!(steps.len(), 13, "{line}");
    assert_eq!(steps[0], "host thread 0 waits: a host function of stream 0");
    assert_eq!(steps[6], "49989 more");
    assert_eq!(steps[12], "grid `k` of stream 0, which never ends");
}
