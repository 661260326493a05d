//! Invariants of the front end in virtual time, for random launch scripts; each is a separate check below.

use device::{Device, GridSpec, OpId, Spec, StreamId};
use hip_timeline::chrome::Chrome;
use hip_timeline::script::Script;
use hip_timeline::{Event, Operation, Rest, Sink, Summary, Time};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Streams of the scripts, by number: legacy, blocking, with SMs of its own, high priority.
const STREAMS: &str = "stream s0 legacy\nstream s1 blocking\nstream s2 sms=0-15\nstream s3 priority=-3\n";
const LEGACY: usize = 0;
const BLOCKING: usize = 1;
const WITH_SMS: usize = 2;

/// Events that the invariants refer to.
#[derive(Default)]
struct Seen {
    /// In order of submission: operation, stream, and shape for a grid.
    submitted: Vec<(OpId, StreamId, Option<GridSpec>)>,
    /// In order of completion: start and end.
    completed: Vec<(OpId, Time, Time)>,
    /// Blocks: grid, SMs, start and end.
    blocks: Vec<(OpId, Vec<u16>, Time, Time)>,
}

impl Sink for Seen {
    fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Submitted { op, stream, operation, .. } => {
                let grid =
                    if let Operation::Grid { grid, .. } = operation { Some(grid.clone()) } else { None };
                self.submitted.push((op, stream, grid));
            }
            Event::Blocks { op, sms, start, end } => self.blocks.push((op, sms.to_vec(), start, end)),
            Event::Completed { op, start, end } => self.completed.push((op, start, end)),
            _ => {}
        }
    }
}

impl Seen {
    fn grids(&self) -> BTreeMap<OpId, &GridSpec> {
        self.submitted.iter().filter_map(|(op, _, grid)| Some((*op, grid.as_ref()?))).collect()
    }

    /// Returns the start and end of a stream's operations, in order of submission.
    fn spans(&self, of: impl Fn(StreamId) -> bool) -> Vec<(Time, Time)> {
        let spans: BTreeMap<OpId, (Time, Time)> =
            self.completed.iter().map(|&(op, start, end)| (op, (start, end))).collect();
        self.submitted.iter().filter(|(_, stream, _)| of(*stream)).map(|(op, ..)| spans[op]).collect()
    }

    /// Every launch completes once, and time never decreases.
    fn all_complete(&self) -> Result<(), TestCaseError> {
        let mut submitted: Vec<OpId> = self.submitted.iter().map(|&(op, ..)| op).collect();
        let mut completed: Vec<OpId> = self.completed.iter().map(|&(op, ..)| op).collect();
        submitted.sort_unstable();
        completed.sort_unstable();
        prop_assert_eq!(submitted, completed);
        prop_assert!(self.completed.is_sorted_by_key(|&(_, _, end)| end));
        prop_assert!(self.completed.iter().all(|&(_, start, end)| start <= end));
        Ok(())
    }

    /// All blocks of a grid run once.
    fn all_blocks_run(&self) -> Result<(), TestCaseError> {
        let mut run: BTreeMap<OpId, u64> = BTreeMap::new();
        self.blocks.iter().for_each(|(op, sms, ..)| *run.entry(*op).or_default() += sms.len() as u64);
        for (op, grid) in self.grids() {
            prop_assert_eq!(run.get(&op).copied().unwrap_or(0), grid.blocks);
        }
        Ok(())
    }

    /// No SM exceeds its limits of blocks, threads, shared memory or registers.
    fn sms_keep_their_limits(&self, spec: &Spec) -> Result<(), TestCaseError> {
        let grids = self.grids();
        let mut changes: BTreeMap<(u16, Time), [i64; 4]> = BTreeMap::new();
        for (op, sms, start, end) in &self.blocks {
            let grid = grids[op];
            let shared = spec.shared_of_block(grid.shared_bytes);
            let registers = spec.registers_of_block(grid.threads, grid.registers);
            let block = [1, grid.threads.next_multiple_of(32), shared, registers].map(i64::from);
            for &sm in sms {
                for (at, sign) in [(*start, 1), (*end, -1)] {
                    let change = changes.entry((sm, at)).or_default();
                    (0..4).for_each(|n| change[n] += sign * block[n]);
                }
            }
        }
        let most =
            [spec.blocks_per_sm, spec.threads_per_sm, spec.shared_per_sm, spec.regs_per_sm].map(i64::from);
        let mut now = (u16::MAX, [0; 4]);
        for (&(sm, _), change) in &changes {
            if now.0 != sm {
                now = (sm, [0; 4]);
            }
            (0..4).for_each(|n| now.1[n] += change[n]);
            prop_assert!((0..4).all(|n| (0..=most[n]).contains(&now.1[n])), "SM {sm} holds {:?}", now.1);
        }
        Ok(())
    }

    /// No block runs outside its stream's SMs.
    fn blocks_keep_to_their_sms(&self, own: impl Fn(StreamId) -> bool) -> Result<(), TestCaseError> {
        let streams: BTreeMap<OpId, StreamId> =
            self.submitted.iter().map(|&(op, stream, _)| (op, stream)).collect();
        for (op, sms, ..) in self.blocks.iter().filter(|(op, ..)| own(streams[op])) {
            prop_assert!(sms.iter().all(|&sm| sm < 16), "{op:?} on {sms:?}");
        }
        Ok(())
    }

    /// A cluster lies in one GPC, each of its blocks on a different SM. (Blocks of a grid with one cost are
    /// reported in order.)
    fn clusters_lie_in_one_gpc(&self, spec: &Spec) -> Result<(), TestCaseError> {
        let grids = self.grids();
        let domains = spec.cluster_domains();
        for (op, sms, ..) in self.blocks.iter().filter(|(op, ..)| grids[op].cluster > 1) {
            let size = grids[op].cluster as usize;
            prop_assert!(sms.len().is_multiple_of(size), "{sms:?} of clusters of {size}");
            for cluster in sms.chunks(size) {
                let together = |domain: &&Vec<u16>| cluster.iter().all(|sm| domain.contains(sm));
                let own = cluster.iter().enumerate().all(|(n, sm)| !cluster[..n].contains(sm));
                prop_assert!(own && domains.iter().any(|domain| together(&domain)), "{cluster:?}");
            }
        }
        Ok(())
    }

    /// Operations of a stream run one after the other in order of submission.
    fn streams_keep_their_order(&self) -> Result<(), TestCaseError> {
        let mut streams: Vec<StreamId> = self.submitted.iter().map(|&(_, stream, _)| stream).collect();
        streams.sort_unstable();
        streams.dedup();
        for stream in streams {
            let spans = self.spans(|other| other == stream);
            prop_assert!(spans.windows(2).all(|two| two[0].1 <= two[1].0), "{stream}: {spans:?}");
        }
        Ok(())
    }

    /// The legacy stream never overlaps with blocking streams.
    fn the_legacy_stream_is_alone(&self, legacy: StreamId, blocking: StreamId) -> Result<(), TestCaseError> {
        let others = self.spans(|stream| stream == blocking);
        for (start, end) in self.spans(|stream| stream == legacy) {
            let meets = others.iter().find(|other| other.0 < end && start < other.1);
            prop_assert!(meets.is_none(), "{start} to {end}, and {meets:?}");
        }
        Ok(())
    }
}

fn statement() -> impl Strategy<Value = String> {
    let stream = 0..4u8;
    prop_oneof![
        4 => (stream.clone(), 0..600u32, 1..1025u32, 0..3000u32).prop_map(|(s, b, t, c)| format!("launch s{s} blocks={b} threads={t} cost={c}")),
        1 => (stream.clone(), 1..300u32, 1..400u32, 0..97u32).prop_map(|(s, b, t, k)| format!("launch s{s} blocks={b} threads={t} shared={k}KiB cost=700")),
        1 => (stream.clone(), 1..40u32, 0..900u32, 0..900u32).prop_map(|(s, b, c, d)| format!("launch s{s} blocks={b} threads=512 cost={c},{d},7")),
        1 => (stream.clone(), 0..600u32, 1..1025u32, 1..65u32).prop_map(|(s, b, t, r)| format!("launch s{s} blocks={b} threads={t} registers={r} cost=900")),
        1 => (prop_oneof![Just(0), Just(1), Just(3)], 0..80u32, 1..1025u32, 2..9u32).prop_map(|(s, n, t, c)| format!("launch s{s} blocks={} threads={t} cluster={c} cost=800", n * c)),
        2 => (stream.clone(), 0..4000u32, any::<bool>()).prop_map(|(s, b, w)| format!("copy s{s} h2d {b}kB{}", if w { " wait" } else { "" })),
        1 => (stream.clone(), 0..90u32).prop_map(|(s, t)| format!("host s{s} {t}us")),
        1 => (stream.clone(), 0..3u8).prop_map(|(s, e)| format!("record s{s} e{e}")),
        1 => (stream.clone(), 0..3u8).prop_map(|(s, e)| format!("wait s{s} e{e}")),
        1 => stream.prop_map(|s| format!("sync s{s}")),
        1 => (0..3u8).prop_map(|e| format!("sync event e{e}")),
        1 => (0..90u32).prop_map(|t| format!("delay {t}us")),
        1 => (0..3u8).prop_map(|t| format!("thread t{t}")),
        1 => Just("sync".to_owned()),
    ]
}

fn device() -> impl Strategy<Value = String> {
    let name = prop_oneof![Just("NVIDIA H200"), Just("NVIDIA A100-SXM4-80GB"), Just("Tesla V100-SXM2-32GB")];
    let placement = prop_oneof![Just("roundrobin"), Just("gpcs"), Just("packed"), Just("seed:5")];
    (name, placement).prop_map(|(name, placement)| format!("device {name}\nplacement {placement}\n"))
}

proptest! {
    #![proptest_config(crate::cases(96))]

    #[test]
    fn laws_hold_for_any_script(statements in proptest::collection::vec(statement(), 1..60), channels in 1..5u8, device in device()) {
        let text = format!("{device}channels {channels} scale=0.25x\n{STREAMS}{}\nsync\n", statements.join("\n"));
        let script = Script::read(&text).expect("a script");
        let outcome = script.run((Seen::default(), Summary::default()));
        prop_assert_eq!(&outcome.rest, &Rest::Finished, "{}", text);
        prop_assert!(outcome.failures.is_empty());
        let (seen, summary) = outcome.simulation.sink();
        let device: &Device = outcome.simulation.device();
        prop_assert_eq!(device.counters().blocks, summary.blocks);
        let number = |stream| outcome.simulation.stream_number(stream);
        seen.all_complete()?;
        seen.all_blocks_run()?;
        seen.sms_keep_their_limits(device.spec())?;
        seen.clusters_lie_in_one_gpc(device.spec())?;
        seen.blocks_keep_to_their_sms(|stream| number(stream) == WITH_SMS)?;
        seen.streams_keep_their_order()?;
        let found = |wanted: usize| seen.submitted.iter().map(|&(_, stream, _)| stream).find(|&s| number(s) == wanted);
        if let (Some(legacy), Some(blocking)) = (found(LEGACY), found(BLOCKING)) {
            seen.the_legacy_stream_is_alone(legacy, blocking)?;
        }
        // Repeated, and as a trace.
        let trace = |_: ()| {
            let outcome = script.run(Chrome::new(Vec::new(), "x", 132));
            let mut simulation = outcome.simulation;
            std::mem::replace(simulation.sink_mut(), Chrome::new(Vec::new(), "x", 132)).finish().expect("no file")
        };
        let first = trace(());
        prop_assert_eq!(&first, &trace(()));
        let events = serde_json::from_slice::<Vec<serde_json::Value>>(&first).expect("JSON");
        // A truncated trace is valid: whole events, and one that reports the cut.
        for limit in [1, first.len() as u64 / 2] {
            let outcome = script.run(Chrome::new(Vec::new(), "x", 132).with_limit(limit));
            let mut simulation = outcome.simulation;
            let chrome = std::mem::replace(simulation.sink_mut(), Chrome::new(Vec::new(), "x", 132));
            let is_cut = chrome.is_cut();
            let cut = chrome.finish().expect("no file");
            let fewer = serde_json::from_slice::<Vec<serde_json::Value>>(&cut).expect("JSON");
            prop_assert!(is_cut || limit > 1 && cut == first);
            prop_assert!(fewer.len() <= events.len() + 1 && cut.len() as u64 >= limit);
            prop_assert!(!is_cut || fewer[fewer.len() - 2]["name"] == "cut");
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "[a-z0-9=., \n#-]{0,200}") {
        let _ = Script::read(&text);
    }
}
