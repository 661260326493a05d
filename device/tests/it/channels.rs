//! Channels compared with every count recorded on an H200 (`testdata/schedule/h200_channels.tsv`).

use crate::{grid, streams};
use hip_device::{Action, Binding, Config, Device, GridSpec, Op, Refused, Spec, StreamId, queue_quarters};

/// More launches than any recorded queue accepts from a stream with its own thread.
const WITHOUT_END: usize = 20_000;

struct Row {
    pattern: &'static str,
    streams: usize,
    config: Config,
    launch: GridSpec,
    launches: usize,
}

fn rows() -> Vec<Row> {
    let table = include_str!("../../../testdata/schedule/h200_channels.tsv");
    let row = |row: [&'static str; 6]| {
        let [pattern, streams, connections, scale, param_bytes, launches] = row;
        // An H200 treats an invalid scale as 1x.
        let quarters = queue_quarters(scale).unwrap_or(4);
        let number = |text: &str| text.parse::<u32>().unwrap_or_else(|e| panic!("{text} in {row:?}: {e}"));
        Row {
            pattern,
            streams: number(streams) as usize,
            config: Config::scaled(number(connections), quarters),
            launch: GridSpec { param_bytes: number(param_bytes), ..grid(1, 32) },
            launches: number(launches) as usize,
        }
    };
    tsv::table(table).map(row).collect()
}

/// A host that launches until it blocks.
struct Host {
    device: Device,
    streams: Vec<StreamId>,
    launch: GridSpec,
    taken: usize,
}

impl Host {
    fn new(row: &Row) -> Host {
        let mut device = Device::new(Spec::h200());
        let context = device.create_context(&row.config);
        let streams = streams(&mut device, context, row.streams);
        Host { device, streams, launch: row.launch.clone(), taken: 0 }
    }

    /// Launches a kernel that ends at once, or never; returns whether it was accepted.
    fn launch(&mut self, stream: usize, ends: bool) -> bool {
        match self.device.submit(self.streams[stream], Op::Grid(self.launch.clone())) {
            Ok(id) => {
                self.taken += 1;
                while let Some(action) = self.device.poll() {
                    if let Action::Run { grid, sms, .. } = action
                        && grid == id
                        && ends
                    {
                        self.device.blocks_done(grid, &sms);
                    }
                }
                true
            }
            Err(Refused::ChannelFull { .. }) => false,
            Err(other) => panic!("{other}"),
        }
    }

    /// Launches on streams in round-robin order until one blocks.
    fn in_turn(&mut self, ends: impl Fn(usize) -> bool) {
        let mut turn = (0..self.streams.len()).cycle();
        while turn.next().is_some_and(|stream| self.launch(stream, ends(stream))) {}
    }

    /// Launches from each stream's own thread until it blocks.
    fn fill(&mut self) {
        for stream in 0..self.streams.len() {
            let mut left = WITHOUT_END;
            while left > 0 && self.launch(stream, false) {
                left -= 1;
            }
        }
    }
}

fn launches(row: &Row) -> usize {
    let mut host = Host::new(row);
    let each = 0..row.streams;
    match row.pattern {
        "round" => host.in_turn(|_| false),
        "first" => {
            host.launch(0, false);
            host.in_turn(|stream| stream != 0);
        }
        "fill" => host.fill(),
        "own" => {
            each.for_each(|stream| assert!(host.launch(stream, false)));
            host.taken = 0;
            host.fill();
        }
        "sequence" => {
            each.for_each(|stream| assert!(host.launch(stream, false)));
            while host.launch(0, false) {}
        }
        other => panic!("no pattern {other}"),
    }
    host.taken
}

#[test]
fn queues_fill_as_an_h200s() {
    let rows = rows();
    assert!(rows.len() > 75);
    for row in rows {
        let (pattern, streams, config) = (row.pattern, row.streams, &row.config);
        assert_eq!(
            launches(&row),
            row.launches,
            "{pattern}, {streams} streams, {config:?}, {} bytes of parameters",
            row.launch.param_bytes
        );
    }
}

#[test]
fn a_channel_s_last_stream_stays_there_even_when_it_is_full() {
    // Launches A A B B C A on endless kernels, then B until the host blocks (recorded).
    for (channels, then) in [(2, 1019), (1, 1016)] {
        let row = Row {
            pattern: "sticky",
            streams: 3,
            config: Config::scaled(channels, 4),
            launch: grid(1, 32),
            launches: then,
        };
        let mut host = Host::new(&row);
        for stream in [0, 0, 1, 1, 2, 0] {
            assert!(host.launch(stream, false));
        }
        host.taken = 0;
        while host.launch(1, false) {}
        assert_eq!(host.taken, then, "{channels} channels");
    }
}

#[test]
fn static_binding_is_by_number() {
    let config = Config { binding: Binding::Static, ..Config::scaled(8, 4) };
    let row = Row { pattern: "round", streams: 9, config, launch: grid(1, 32), launches: 0 };
    // Streams 0 and 8 share a channel, which is full long before the others.
    assert_eq!(launches(&row), 4607);
}
