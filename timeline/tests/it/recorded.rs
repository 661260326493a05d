//! Recordings: random programs, with calls from several threads piece by piece and costs supplied once known,
//! are written as scripts; a script's simulation gives the same events as the program's.

use device::{Config, ContextId, GridSpec, Placement, SmSet, Spec, StreamId, StreamKind};
use hip_timeline::script::{Recorder, Script};
use hip_timeline::{
    Body, Call, Child, Cost, Event, Rest, Simulation, Sink, Step, Target, Ticket, Timing, Way,
};
use proptest::prelude::*;

/// All events, as text. Scripts have no memory events.
#[derive(Default)]
struct Log(Vec<String>);

impl Sink for Log {
    fn event(&mut self, event: &Event<'_>) {
        self.0.push(format!("{event:?}"));
    }
}

/// A program's step: a call of a thread, the creation of a stream, or progress of the simulation.
#[derive(Clone, Debug)]
enum Act {
    Launch { stream: usize, blocks: u64, threads: u32, cost: Given },
    Copy { stream: usize, way: usize, bytes: u64, wait: bool },
    Host { stream: usize },
    Record { stream: usize, timing: bool },
    WaitFor { stream: usize, back: usize },
    SyncFor { back: usize },
    SyncStream { stream: usize },
    Sync,
    Stream { sms: bool, priority: i32, kind: StreamKind },
    Destroy { stream: usize },
    Queues { stream: usize, channels: u32 },
    Pending { context: usize, launches: u32 },
    Context { channels: u32 },
    GoOn,
}

/// Cost of a launch.
#[derive(Clone, Debug)]
enum Given {
    Each(u64),
    List(Vec<u32>),
    Children(Vec<(u64, u8, u8)>),
}

fn cost(given: &Given) -> Cost {
    match given {
        Given::Each(cycles) => Cost::Each(*cycles),
        Given::List(list) => Cost::List(list.clone().into()),
        Given::Children(groups) => {
            let child = |(cycles, target, deep): &(u64, u8, u8)| Child {
                target: match target % 4 {
                    0 => Target::Block(u32::from(*target)),
                    1 => Target::Grid(3),
                    2 => Target::FireAndForget,
                    _ => Target::Tail,
                },
                name: format!("child {cycles}%").into(),
                grid: GridSpec::new(u64::from(*target) + 1, 64),
                cost: match deep % 3 {
                    0 => cost(&Given::Children(vec![(*cycles, *target, 1)])),
                    1 => Cost::Each(*cycles),
                    _ => Cost::List([*cycles as u32, 7, 7].into()),
                },
                decided: None,
            };
            let warp = |groups: &[(u64, u8, u8)]| {
                let mut steps = vec![Step::Run(11), Step::Launch(groups.iter().map(child).collect())];
                steps.push(Step::Run(groups[0].0));
                if groups[0].1.is_multiple_of(2) {
                    steps.push(Step::Join);
                }
                steps
            };
            let with: Body = vec![warp(groups), warp(&groups[..1]), vec![Step::Run(40)]].into();
            let without: Body = vec![vec![Step::Run(900)]].into();
            Cost::Work([without.clone(), with, without].into())
        }
    }
}

/// A running program: its simulation, its recorder, and launches with costs to supply.
struct Program {
    simulation: Simulation<Log>,
    recorder: Recorder<Vec<u8>>,
    contexts: Vec<(ContextId, u32)>,
    streams: Vec<(StreamId, usize)>,
    tickets: Vec<Ticket>,
    costs: Vec<(Ticket, Cost)>,
}

impl Program {
    fn new(placement: Placement) -> Self {
        let spec = Spec::h200();
        let mut simulation =
            Simulation::new(spec.clone(), placement, Timing::from_spec(&spec), Log::default());
        simulation.keep_tickets();
        simulation.keep_open(true);
        let recorder = Recorder::new(Vec::new(), &spec, placement);
        let (contexts, streams) = (Vec::new(), Vec::new());
        let mut program =
            Program { simulation, recorder, contexts, streams, tickets: Vec::new(), costs: Vec::new() };
        program.context(&Config { ring_entries: 256, ..Config::scaled(2, 1) });
        program
    }

    fn context(&mut self, config: &Config) {
        let context = self.simulation.create_context(config);
        self.recorder.context(context, config);
        self.contexts.push((context, 0));
        self.stream(StreamKind::Legacy, 0, None);
    }

    fn stream(&mut self, kind: StreamKind, priority: i32, sms: Option<SmSet>) {
        let of = self.contexts.len() - 1;
        let context = self.contexts[of].0;
        let stream = self.simulation.create_stream(context, kind, priority, sms.clone()).expect("a stream");
        self.recorder.stream(stream, context, (kind, priority), sms.as_ref());
        self.streams.push((stream, of));
    }

    fn call(&mut self, host: u32, call: Call) -> Ticket {
        if let Some(time) = self.simulation.late(host) {
            self.recorder.wait_until(host, time);
        }
        self.recorder.call(host, self.simulation.next_ticket(), &call);
        self.simulation.call(host, call)
    }

    fn act(&mut self, host: u32, act: &Act) {
        let place = |stream: usize| stream % self.streams.len();
        let of = |stream: usize| self.streams[place(stream)].0;
        let back = |back: usize| {
            let known = self.tickets.len().checked_sub(1 + back % 9);
            known.map(|at| self.tickets[at])
        };
        let call = match *act {
            Act::Launch { stream, blocks, threads, .. } => {
                let grid = GridSpec { cooperative: blocks == 3, ..GridSpec::new(blocks, threads) };
                let cost = if blocks == 0 { Cost::Each(0) } else { Cost::Unknown };
                Call::Launch { stream: of(stream), name: "a # name".into(), grid, cost }
            }
            Act::Copy { stream, way, bytes, wait } => {
                Call::Copy { stream: of(stream), way: Way::ALL[way].0, bytes, wait }
            }
            Act::Host { stream } => Call::HostFunction { stream: of(stream), duration: 0 },
            Act::Record { stream, timing } => Call::Record { stream: of(stream), event: 0, timing },
            Act::WaitFor { stream, back: n } => {
                Call::WaitOn { stream: of(stream), ticket: back(n).unwrap_or(Ticket::MAX) }
            }
            Act::SyncFor { back: n } => Call::SyncOn(back(n).into_iter().collect()),
            Act::SyncStream { stream } => Call::SyncStream(of(stream)),
            Act::Sync => Call::SyncContext(self.contexts[0].0),
            Act::Destroy { stream } if self.streams.len() > 2 => {
                let (stream, _) = self.streams.remove(place(stream));
                Call::Destroy(stream)
            }
            Act::Destroy { .. } => return,
            Act::Stream { sms, priority, kind } => {
                return self.stream(kind, priority, sms.then(|| (8..24).collect()));
            }
            Act::Queues { stream, channels } => {
                let (stream, owner) = self.streams[place(stream)];
                let (context, sets) = &mut self.contexts[owner];
                *sets += 1;
                let set = self.simulation.add_queues(*context, channels);
                assert_eq!(set, Some(*sets));
                self.recorder.queues(*context, channels);
                Call::Queues { stream, set: *sets }
            }
            Act::Pending { context, launches } => {
                let (context, _) = self.contexts[context % self.contexts.len()];
                Call::Pending { context, launches }
            }
            Act::Context { channels } => return self.context(&Config::scaled(channels, 4)),
            Act::GoOn => return self.go_on(),
        };
        let made = !matches!(
            call,
            Call::SyncOn(_)
                | Call::SyncStream(_)
                | Call::SyncContext(_)
                | Call::Destroy(_)
                | Call::Queues { .. }
                | Call::Pending { .. }
        );
        let ticket = self.call(host, call);
        if made {
            self.tickets.push(ticket);
        }
        if let Act::Launch { cost: given, .. } = act {
            self.costs.push((ticket, cost(given)));
        }
    }

    /// Runs as far as possible, then supplies the cost of one launch, never the first.
    fn go_on(&mut self) {
        if let Rest::Unknown(wanted) = self.simulation.run()
            && let Some(&ticket) = wanted.last()
        {
            self.supply_cost(ticket);
        }
    }

    fn supply_cost(&mut self, ticket: Ticket) {
        if let Some(at) = self.costs.iter().position(|(other, _)| *other == ticket) {
            let (ticket, cost) = self.costs.remove(at);
            self.recorder.cost(ticket, &cost);
            self.simulation.cost(ticket, cost);
        }
    }

    /// Runs to the end; returns events, final state, and script.
    fn finish(mut self) -> (Vec<String>, Rest, String) {
        self.simulation.keep_open(false);
        let rest = loop {
            match self.simulation.run() {
                Rest::Unknown(wanted) => wanted.iter().for_each(|&ticket| self.supply_cost(ticket)),
                rest => break rest,
            }
        };
        let script = self.recorder.finish().expect("no file");
        let log = std::mem::take(&mut self.simulation.sink_mut().0);
        (log, rest, String::from_utf8(script).expect("text"))
    }
}

fn act() -> impl Strategy<Value = Act> {
    let given = prop_oneof![
        4 => (0..9000u64).prop_map(Given::Each),
        2 => prop::collection::vec(0..4u32, 1..6).prop_map(|list| Given::List(list.iter().map(|n| n * 500).collect())),
        1 => prop::collection::vec((0..3000u64, 0..6u8, 0..3u8), 1..4).prop_map(Given::Children),
    ];
    let stream = || 0..6usize;
    prop_oneof![
        8 => (stream(), 0..400u64, 1..1025u32, given)
            .prop_map(|(stream, blocks, threads, cost)| Act::Launch { stream, blocks, threads, cost }),
        2 => (stream(), 0..5usize, 0..1_000_000u64, any::<bool>())
            .prop_map(|(stream, way, bytes, wait)| Act::Copy { stream, way, bytes, wait }),
        1 => stream().prop_map(|stream| Act::Host { stream }),
        2 => (stream(), any::<bool>()).prop_map(|(stream, timing)| Act::Record { stream, timing }),
        2 => (stream(), 0..9usize).prop_map(|(stream, back)| Act::WaitFor { stream, back }),
        1 => (0..9usize).prop_map(|back| Act::SyncFor { back }),
        1 => stream().prop_map(|stream| Act::SyncStream { stream }),
        1 => Just(Act::Sync),
        1 => (any::<bool>(), -3..1, any::<bool>()).prop_map(|(sms, priority, free)| Act::Stream {
            sms,
            priority,
            kind: if free { StreamKind::NonBlocking } else { StreamKind::Blocking },
        }),
        1 => stream().prop_map(|stream| Act::Destroy { stream }),
        1 => (stream(), 1..5u32).prop_map(|(stream, channels)| Act::Queues { stream, channels }),
        1 => (0..3usize, 0..40u32).prop_map(|(context, launches)| Act::Pending { context, launches }),
        1 => (1..5u32).prop_map(|channels| Act::Context { channels }),
        4 => Just(Act::GoOn),
    ]
}

fn replayed(script: &str) -> (Vec<String>, Rest) {
    let read = Script::read(script).unwrap_or_else(|error| panic!("{error}\n{script}"));
    let mut outcome = read.run(Log::default());
    (std::mem::take(&mut outcome.simulation.sink_mut().0), outcome.rest)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_recording_repeats_the_program(
        acts in prop::collection::vec((0..3u32, act()), 1..60),
        seed in 0..3u64,
    ) {
        let placement = [Placement::RoundRobin, Placement::Gpcs, Placement::Seeded(5)][seed as usize];
        let mut program = Program::new(placement);
        for (host, act) in &acts {
            program.act(*host, act);
        }
        let (log, rest, script) = program.finish();
        let (again, other_rest) = replayed(&script);
        for (n, (told, replayed)) in log.iter().zip(&again).enumerate() {
            prop_assert_eq!(told, replayed, "event {} of\n{}", n, script);
        }
        prop_assert_eq!(log.len(), again.len(), "{}", script);
        prop_assert_eq!(rest, other_rest);
    }
}

/// A kernel runs while thousands of launches follow: they are written without waiting for it, and its cost
/// after them.
#[test]
fn a_cost_may_come_after_what_follows() {
    let mut program = Program::new(Placement::default());
    let cost = Given::List(vec![70_000, 80_000]);
    program.act(0, &Act::Launch { stream: 0, blocks: 2, threads: 32, cost });
    program.act(0, &Act::Stream { sms: false, priority: 0, kind: StreamKind::NonBlocking });
    for _ in 0..10_000 {
        program.act(0, &Act::Record { stream: 1, timing: false });
    }
    let (log, rest, script) = program.finish();
    assert!(script.contains(" cost=later\n") && script.contains("\ncost 0 70000x1,80000x1\n"));
    assert_eq!((log, rest), replayed(&script));
}

/// The script of a killed process ends with its last whole line; a launch without its cost does not end.
#[test]
fn a_recording_that_is_cut_is_a_script() {
    let mut program = Program::new(Placement::default());
    for cycles in [500, 600, 700] {
        program.act(0, &Act::Launch { stream: 0, blocks: 2, threads: 32, cost: Given::Each(cycles) });
        program.act(0, &Act::SyncStream { stream: 0 });
        program.go_on();
    }
    let (.., script) = program.finish();
    let lines: Vec<&str> = script.lines().collect();
    for count in 8..=lines.len() {
        let (_, rest) = replayed(&lines[..count].join("\n"));
        assert_eq!(rest, Rest::Finished, "{count} lines");
    }
    let endless = script.replace("cost=700", "cost=later");
    assert!(matches!(replayed(&endless).1, Rest::Deadlock(_)));
}
