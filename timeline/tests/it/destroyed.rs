//! Streams destroyed by one thread while another thread, behind in time, still has calls for them.

use device::{Config, GridSpec, Placement, Spec, StreamKind};
use hip_timeline::{Call, Cost, Simulation, Summary, Timing};

#[test]
fn calls_that_came_before_are_made() {
    let spec = Spec::h200();
    let timing = Timing::from_spec(&spec);
    let mut simulation = Simulation::new(spec, Placement::default(), timing, Summary::default());
    simulation.keep_tickets();
    let context = simulation.create_context(&Config::default());
    let mut stream =
        || simulation.create_stream(context, StreamKind::NonBlocking, 0, None).expect("a stream");
    let [gone, other] = [stream(), stream()];
    let launch = |stream| Call::Launch {
        stream,
        name: "short".into(),
        grid: GridSpec::new(1, 32),
        cost: Cost::Each(1000),
    };
    for n in 0..100 {
        simulation.call(0, launch(if n % 2 == 0 { gone } else { other }));
    }
    simulation.call(0, Call::SyncStream(gone));
    simulation.call(1, Call::Destroy(gone));
    let late = simulation.call(1, launch(gone));
    simulation.call(1, Call::SyncStream(other));
    simulation.run();
    let refused: Vec<_> = simulation.failures().iter().map(|failure| failure.ticket).collect();
    assert!(refused.is_empty(), "thread 1's own launch comes before thread 0's last: {refused:?}");
    let ended = simulation.finished();
    assert_eq!((ended.len(), ended.iter().any(|&(ticket, _)| ticket == late)), (101, true));
    // Now it is destroyed.
    let late = simulation.call(1, launch(gone));
    simulation.run();
    let refused: Vec<_> = simulation.failures().iter().map(|failure| failure.ticket).collect();
    assert_eq!(refused, [late]);
}
