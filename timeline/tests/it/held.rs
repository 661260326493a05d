//! Operations behind a stalled head, compared with recordings of an H200 (`testdata/schedule/h200_held.tsv`)
//! in virtual time: idleness of a channel depends on the host's rate of pushes.

use crate::grid;
use device::{Config, OpId, Placement, Spec, StreamId, StreamKind};
use hip_timeline::{Call, Cost, Event, Simulation, Sink, Timing, Way};

/// Minimum distance of pushes in the recording, picoseconds.
const FASTEST: u64 = 4_000_000;
/// Time after which nothing new happens.
const STILL: u64 = 60_000_000_000;

/// Streams with ended work.
#[derive(Default)]
struct Ended(Vec<(OpId, StreamId)>, Vec<StreamId>);

impl Sink for Ended {
    fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Submitted { op, stream, .. } => self.0.push((op, stream)),
            Event::Completed { op, .. } => {
                let stream = self.0.iter().rev().find(|(other, _)| *other == op);
                self.1.extend(stream.map(|&(_, stream)| stream));
            }
            _ => {}
        }
    }
}

fn work(stream: StreamId, kind: &str, cost: Cost) -> Call {
    let copy = |way| Call::Copy { stream, way, bytes: 65536, wait: false };
    match kind {
        "kernel" => Call::Launch { stream, name: "k".into(), grid: grid(1, 1), cost },
        "h2d" => copy(Way::HostToDevice),
        "d2h" => copy(Way::DeviceToHost),
        "d2d" => copy(Way::DeviceToDevice),
        "set" => copy(Way::Fill),
        other => panic!("no work {other}"),
    }
}

fn held(config: &Config, [behind, then]: [&str; 2], apart: u64, streams: usize) -> String {
    let spec = Spec::h200();
    let timing = Timing { submit: apart, ..Timing::from_spec(&spec) };
    let mut simulation = Simulation::new(spec, Placement::default(), timing, Ended::default());
    let context = simulation.create_context(config);
    let make = |_| simulation.create_stream(context, StreamKind::NonBlocking, 0, None).expect("a stream");
    let all: Vec<StreamId> = (0..=streams).map(make).collect();
    simulation.call(0, work(all[0], "kernel", Cost::Endless));
    if behind != "none" {
        simulation.call(0, work(all[0], behind, Cost::Each(1000)));
    }
    // The recording waits a while before it continues.
    simulation.call(0, Call::Delay(2_000_000_000));
    all[1..].iter().for_each(|&stream| {
        simulation.call(0, work(stream, then, Cost::Each(1000)));
    });
    simulation.call(0, Call::Delay(STILL));
    let _endless = simulation.run();
    let ended = &simulation.sink().1;
    all[1..].iter().map(|stream| if ended.contains(stream) { '.' } else { 'x' }).collect()
}

#[test]
fn what_is_held_back_is_what_an_h200_held_back() {
    let table = include_str!("../../../testdata/schedule/h200_held.tsv");
    let (mut rows, mut wrong) = (0, Vec::new());
    for row @ [behind, then, channels, copies, apart, recorded] in tsv::table(table) {
        let number = |text: &str| text.parse::<u32>().expect("a number");
        let apart = match apart {
            "-" => FASTEST,
            micros => (micros.parse::<f64>().expect("microseconds") * 1e6) as u64,
        };
        let config = Config { copy_channels: number(copies), ..Config::scaled(number(channels), 4) };
        let ours = held(&config, [behind, then], apart, recorded.len());
        if ours != recorded {
            wrong.push(format!("{row:?}: ours {ours}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rows, 139);
}
