//! Grids without whose end time continues: the backlog behind them, and their effect on later operations.

use device::{Config, ContextId, GridSpec, Placement, Spec, StreamId, StreamKind};
use hip_timeline::report::{Numbers, Report};
use hip_timeline::{Call, Cost, Rest, Simulation, Summary, Ticket, Time, Timing};

struct Program {
    simulation: Simulation<Summary>,
    context: ContextId,
}

impl Program {
    fn new(config: &Config) -> Program {
        let spec = Spec::h200();
        let (placement, timing) = (Placement::default(), Timing::from_spec(&spec));
        let mut simulation = Simulation::new(spec, placement, timing, Summary::default());
        simulation.keep_tickets();
        simulation.keep_open(true);
        let context = simulation.create_context(config);
        Program { simulation, context }
    }

    fn stream(&mut self) -> StreamId {
        let made = self.simulation.create_stream(self.context, StreamKind::NonBlocking, 0, None);
        made.expect("a stream")
    }

    fn launch(&mut self, stream: StreamId, name: &str, blocks: u64, cost: Cost) -> Ticket {
        self.simulation
            .call(0, Call::Launch { stream, name: name.into(), grid: GridSpec::new(blocks, 1024), cost })
    }

    /// Runs as far as possible; returns the operations that have ended since.
    fn ended(&mut self) -> Vec<(Ticket, Time)> {
        self.simulation.run();
        self.simulation.finished()
    }
}

fn end(ended: &[(Ticket, Time)], of: Ticket) -> Option<Time> {
    ended.iter().find(|(ticket, _)| *ticket == of).map(|&(_, time)| time)
}

#[test]
fn nothing_is_kept_behind_it() {
    let mut program = Program::new(&Config::default());
    let [waits, works] = [program.stream(), program.stream()];
    let open = program.launch(waits, "open", 200, Cost::Unknown);
    let beside: Vec<Ticket> = (0..5000)
        .map(|_| {
            let ticket = program.launch(works, "short", 1, Cost::Unknown);
            assert!(matches!(program.simulation.run(), Rest::Unknown(_)), "time stands still");
            program.simulation.cost(ticket, Cost::List([100, 200, 300, 400].repeat(8).into()));
            ticket
        })
        .collect();
    // One for each call and one for each 16 words of its cost, without the first.
    assert_eq!(program.simulation.kept(), 5000 + 5000);
    program.simulation.give_up(open);
    assert_eq!(program.simulation.given_up(), [open]);
    program.simulation.call(0, Call::SyncOn(beside.clone()));
    let ended = program.ended();
    assert_eq!(ended.len(), 5000, "all but one");
    assert_eq!(program.simulation.kept(), 0);
    assert_eq!(end(&ended, open), None);
    // Its blocks end when the cost is supplied, but not in the past.
    let now = program.simulation.now();
    program.simulation.cost(open, Cost::Each(10));
    assert_eq!(program.ended(), []);
    program.simulation.call(0, Call::SyncOn(vec![open]));
    assert_eq!(program.ended(), [(open, now)]);
    assert!(program.simulation.given_up().is_empty());

    let Program { mut simulation, .. } = program;
    let rest = simulation.run();
    let report = Report::from_simulation(&simulation, simulation.sink(), &rest, &Numbers);
    let line = "virtual time continued without the end of `open` of stream 0: its cost was unknown";
    assert!(report.lines().iter().any(|said| said == line), "{:?}", report.lines());
    assert!(
        report.json().contains(r#""given_up":[{"stream":"stream 0","what":"`open`","count":1}]"#),
        "{}",
        report.json()
    );
}

/// Its SMs stay occupied.
#[test]
fn others_have_no_room_where_its_blocks_are() {
    let took = |blocks| {
        let mut program = Program::new(&Config::default());
        let [waits, works] = [program.stream(), program.stream()];
        let open = program.launch(waits, "open", blocks, Cost::Unknown);
        program.simulation.run();
        program.simulation.give_up(open);
        let beside = program.launch(works, "wide", 264, Cost::Each(100_000));
        program.simulation.call(0, Call::SyncOn(vec![beside]));
        end(&program.ended(), beside)
    };
    let [few, most] = [took(1).expect("an end"), took(263).expect("an end")];
    assert_eq!(took(264), None, "all SMs are taken");
    // Two of the blocks fit on an SM: one or two waves, then one after the other.
    assert!(most > 100 * few, "{few} {most}");
}

/// In a single channel, everything is queued behind it: nothing progresses unless it ends.
#[test]
fn it_ends_where_nothing_goes_on_otherwise() {
    let mut program = Program::new(&Config::scaled(1, 4));
    let [waits, works] = [program.stream(), program.stream()];
    let open = program.launch(waits, "open", 300, Cost::Unknown);
    let after = program.launch(waits, "after", 1, Cost::Each(10));
    let beside = program.launch(works, "beside", 1, Cost::Each(10));
    program.simulation.call(0, Call::SyncOn(vec![beside]));
    program.simulation.run();
    program.simulation.let_end(open);
    assert!(matches!(program.simulation.run(), Rest::Unknown(_)), "it was not given up");
    program.simulation.give_up(open);
    assert!(matches!(program.simulation.run(), Rest::Deadlock(_)));
    let now = program.simulation.now();
    program.simulation.let_end(open);
    let ended = program.ended();
    assert!(end(&ended, open) >= Some(now) && end(&ended, after) > end(&ended, open), "{ended:?}");
    assert!(end(&ended, beside) > Some(now), "{ended:?}");
    // A cost supplied now changes nothing.
    program.simulation.cost(open, Cost::Each(1_000_000));
    assert_eq!(program.ended(), []);
}
