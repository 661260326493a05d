//! Graphs: each node of any graph runs once and in order, and a captured program has the same effects as an
//! uncaptured one.

use crate::raw;
use crate::setup;
use hip_runtime::api::array::{self, ArrayDesc, Format};
use hip_runtime::api::memory::{self, Direction, Extent, Pattern, Pitch};
use hip_runtime::api::module::LaunchShape;
use hip_runtime::api::{StreamRef, capture, event, executable, graph, stream};
use hip_runtime::graph::{CaptureMode, GraphObject, HostCall, NodeObject, Operation};
use hip_runtime::handle::Id;
use hip_runtime::object::{EventObject, StreamObject};
use hip_runtime::types::Pointer;
use hip_runtime::{DeviceBuffer, Status};
use std::sync::{Arc, Mutex};

/// Generator of pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

type Said = Arc<Mutex<Vec<usize>>>;

/// Node that records its number.
fn recording_node(number: usize, said: &Said) -> Operation {
    let said = Arc::clone(said);
    Operation::Host(HostCall::new(move || said.lock().expect("sound").push(number), [0, 0]))
}

/// Creates a graph of nodes with random edges to earlier ones. Returns its edges.
fn random_graph(
    numbers: &mut Numbers,
    said: &Said,
    first: usize,
    count: usize,
) -> (Id<GraphObject>, Vec<(usize, usize)>) {
    let made = graph::create().expect("a graph");
    let mut nodes: Vec<Id<NodeObject>> = Vec::new();
    let mut edges = Vec::new();
    for number in 0..count {
        let before: Vec<usize> = (0..number).filter(|_| numbers.below(4) == 0).collect();
        let handles: Vec<_> = before.iter().map(|&n| nodes[n]).collect();
        edges.extend(before.iter().map(|&n| (first + n, first + number)));
        nodes.push(graph::add(made, &handles, recording_node(first + number, said)).expect("a node"));
    }
    (made, edges)
}

fn holds(said: &[usize], edges: &[(usize, usize)]) -> bool {
    let place = |number| said.iter().position(|&n| n == number);
    edges.iter().all(|&(from, to)| place(from) < place(to))
}

#[test]
fn nodes_run_once_each_after_their_predecessors() {
    let (_module, _context) = setup();
    for seed in 0..40 {
        let mut numbers = Numbers(seed);
        let said = Said::default();
        let (count, inner) = (1 + numbers.below(14), numbers.below(6));
        let (outer, mut edges) = random_graph(&mut numbers, &said, 0, count);
        let (child, inside) = random_graph(&mut numbers, &said, count, inner);
        // The child graph follows the first node, and another node follows it.
        let first = graph::nodes(outer).expect("nodes")[0];
        let node = graph::add_child(outer, &[first], child).expect("a child");
        let last = count + inner;
        graph::add(outer, &[node], recording_node(last, &said)).expect("the last node");
        edges.extend(inside);
        edges.extend((count..last).flat_map(|n| [(0, n), (n, last)]));
        edges.push((0, last));
        let made = executable::instantiate(outer, 0, None).expect("an executable");
        for stream in [StreamRef::Legacy, StreamRef::PerThread] {
            said.lock().expect("sound").clear();
            executable::launch(made, stream).expect("a launch");
            stream::synchronize(stream).expect("no fault");
            let mut ran = said.lock().expect("sound").clone();
            assert!(holds(&ran, &edges), "seed {seed}: {ran:?} breaks one of {edges:?}");
            ran.sort_unstable();
            assert_eq!(ran, (0..=last).collect::<Vec<_>>(), "seed {seed}");
        }
        executable::destroy(made).expect("there");
        graph::destroy(outer).expect("there");
        graph::destroy(child).expect("there");
    }
}

const WORDS: usize = 64;

/// Step of a program: fills a buffer, or copies one to another.
#[derive(Clone, Copy)]
enum Step {
    Fill(usize, u8),
    Copy(usize, usize),
}

/// Streams of a program, and the event last recorded behind a use of each buffer.
struct Machine {
    streams: Vec<Id<StreamObject>>,
    buffers: Vec<DeviceBuffer<u8>>,
    events: Vec<Id<EventObject>>,
}

impl Machine {
    fn new() -> Machine {
        Machine {
            streams: (0..3).map(|_| stream::create(1, 0).expect("a stream")).collect(),
            buffers: (0..5).map(|_| DeviceBuffer::zeroed(WORDS).expect("memory")).collect(),
            events: (0..5).map(|_| event::create(2).expect("an event")).collect(),
        }
    }

    fn pointer(&self, buffer: usize) -> Pointer {
        raw::device(self.buffers[buffer].ptr().address())
    }

    /// Runs a program: each step in a random stream, behind the steps that used its buffers. The first stream
    /// precedes and follows all others.
    fn run(&self, steps: &[Step], numbers: &mut Numbers) {
        let first = StreamRef::Id(self.streams[0]);
        for &event in &self.events {
            event::record(event, first).expect("a record");
        }
        for &step in steps {
            let on = StreamRef::Id(self.streams[numbers.below(3)]);
            let used = match step {
                Step::Fill(buffer, _) => vec![buffer],
                Step::Copy(to, from) => vec![to, from],
            };
            used.iter().for_each(|&b| stream::wait_event(on, self.events[b], 0).expect("a wait"));
            match step {
                Step::Fill(to, value) => {
                    memory::fill_async(self.pointer(to), Pattern::D8(value), WORDS as u64, on)
                        .expect("a fill");
                }
                Step::Copy(to, from) => {
                    let (to, from) = (self.pointer(to), self.pointer(from));
                    memory::copy_async(to, from, WORDS as u64, Direction::OnDevice, on).expect("a copy");
                }
            }
            used.iter().for_each(|&b| event::record(self.events[b], on).expect("a record"));
        }
        for &event in &self.events {
            stream::wait_event(first, event, 0).expect("a wait");
        }
    }
}

#[test]
fn a_captured_program_has_the_same_effects() {
    let (_module, _context) = setup();
    let machine = Machine::new();
    let first = StreamRef::Id(machine.streams[0]);
    for seed in 0..25 {
        let mut numbers = Numbers(seed);
        let steps: Vec<Step> = (0..numbers.below(30))
            .map(|_| match numbers.below(2) {
                0 => Step::Fill(numbers.below(5), numbers.below(256) as u8),
                _ => Step::Copy(numbers.below(5), numbers.below(5)),
            })
            .collect();
        capture::begin(first, CaptureMode::ThreadLocal).expect("a capture");
        machine.run(&steps, &mut numbers);
        let captured = capture::end(first).expect("all is joined");
        assert_eq!(graph::nodes(captured).expect("nodes").len(), steps.len());
        let made = executable::instantiate(captured, 0, None).expect("an executable");
        let mut model = [0u8; 5];
        for buffer in &machine.buffers {
            memory::fill(raw::device(buffer.ptr().address()), Pattern::D8(0), WORDS as u64).expect("zeros");
        }
        for _ in 0..3 {
            executable::launch(made, first).expect("a launch");
            for &step in &steps {
                match step {
                    Step::Fill(to, value) => model[to] = value,
                    Step::Copy(to, from) => model[to] = model[from],
                }
            }
        }
        stream::synchronize(first).expect("no fault");
        for (buffer, value) in machine.buffers.iter().zip(model) {
            assert_eq!(buffer.to_vec().expect("values"), [value; WORDS], "seed {seed}");
        }
        executable::destroy(made).expect("there");
        graph::destroy(captured).expect("there");
    }
}

#[test]
fn a_captured_copy_names_its_array() {
    let (_module, _context) = setup();
    let desc = ArrayDesc { width: 8, height: 4, depth: 0, format: Format::F32, channels: 2, flags: 0 };
    let array = array::create(desc).expect("an array");
    let data = DeviceBuffer::<f32>::zeroed(16).expect("memory");
    let to = raw::device(data.ptr().address());
    // Two texels of two rows, from the third texel of the second row on.
    let size = Extent { width: 16, height: 2, depth: 1 };
    let from = array::part(array, [16, 1, 0], [16, 2, 1]).expect("a part");
    let on = StreamRef::Id(stream::create(1, 0).expect("a stream"));
    capture::begin(on, CaptureMode::ThreadLocal).expect("a capture");
    let pitch = Pitch { row: 32, slice: 64 };
    memory::copy_box_async((to, pitch), from, size, Direction::OnDevice, on).expect("a node");
    let captured = capture::end(on).expect("a graph");
    let nodes = graph::nodes(captured).expect("nodes");
    let Operation::Copy(copy) = graph::operation(nodes[0]).expect("its operation") else {
        panic!("the node is no copy");
    };
    assert_eq!(copy.params.arrays, [array.word(), 0]);
    assert_eq!(copy.params.positions, [[2, 1, 0], [0; 3]]);
    assert_eq!(copy.params.extent, [2, 2, 1]);
    assert_eq!(copy.params.pointers[1][0], to.address());
    graph::destroy(captured).expect("there");
    array::destroy(array).expect("there");
}

#[test]
fn another_thread_s_capture_ends_there() {
    let (_module, context) = setup();
    let made = stream::create(1, 0).expect("a stream");
    let on = StreamRef::Id(made);
    capture::begin(on, CaptureMode::ThreadLocal).expect("a capture");
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            context.make_current().expect("a context");
            // Unsafe calls by other threads do not affect this capture.
            memory::alloc(64).expect("memory");
            capture::end(on).map_err(|error| error.status())
        });
        assert_eq!(other.join().expect("no panic"), Err(Status::StreamCaptureWrongThread));
    });
    capture::end(on).expect("a graph");
}

/// Results of an H200 (driver 580) if a stream that participates in a capture is destroyed: result of ending
/// the capture, and nodes.
#[test]
fn a_destroyed_stream_leaves_its_work_in_a_capture() {
    let (_module, _context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let fill =
        |on| memory::fill_async(raw::device(data.ptr().address()), Pattern::D32(7), 1, on).expect("a node");
    for (recorded, waits, behind, nodes) in [
        (true, Some(false), false, Some(3)),
        (true, Some(true), false, Some(3)),
        (false, None, false, None),
        (true, Some(false), true, None),
    ] {
        let [first, second] = [(); 2].map(|()| stream::create(1, 0).expect("a stream"));
        let [fork, join] = [(); 2].map(|()| event::create(2).expect("an event"));
        let (on, beside) = (StreamRef::Id(first), StreamRef::Id(second));
        // A global capture would be invalidated by allocations of tests that run beside this one.
        capture::begin(on, CaptureMode::ThreadLocal).expect("a capture");
        fill(on);
        event::record(fork, on).expect("a record");
        stream::wait_event(beside, fork, 0).expect("a wait");
        fill(beside);
        if recorded {
            event::record(join, beside).expect("a record");
        }
        if waits == Some(false) {
            stream::wait_event(on, join, 0).expect("a wait");
        }
        if behind {
            fill(beside);
        }
        stream::destroy(second).expect("it is there");
        if waits == Some(true) {
            stream::wait_event(on, join, 0).expect("its stream is gone, its work is not");
        }
        fill(on);
        let end = capture::end(on);
        let count = end.map(|made| graph::nodes(made).expect("nodes").len()).map_err(|error| error.status());
        assert_eq!(count, nodes.ok_or(Status::StreamCaptureUnjoined), "{recorded} {waits:?} {behind}");
    }
}

#[test]
fn drawings_depend_on_the_graph_alone() {
    let (_module, _context) = setup();
    let draw = |name: &str| {
        let (said, mut numbers) = (Said::default(), Numbers(7));
        let (made, _) = random_graph(&mut numbers, &said, 0, 4);
        let (child, _) = random_graph(&mut numbers, &said, 0, 2);
        graph::add_child(made, &[], child).expect("a child");
        let handle = graph::create_condition(made, Some(1)).expect("a handle");
        graph::add_conditional(made, &[], handle, (0, 2)).expect("a conditional node");
        let path = std::env::temp_dir().join(format!("hip-graph-{}-{name}.dot", std::process::id()));
        graph::print(made, &path, 0).expect("a file");
        let text = std::fs::read_to_string(&path).expect("the drawing");
        std::fs::remove_file(&path).expect("the drawing");
        text
    };
    let first = draw("first");
    assert_eq!(first, draw("second"));
    insta::assert_snapshot!(first);
}

/// Results of an H200 (driver 580) for all flags, with and without a node.
#[test]
fn flags_of_instantiation_that_contradict_each_other_are_refused() {
    let (module, _context) = setup();
    let kernel = module.function("store").expect("the kernel").id();
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    for flags in 0..32u64 {
        for nodes in [false, true] {
            let made = graph::create().expect("a graph");
            if nodes {
                let words = data.ptr().address().to_le_bytes();
                let params = [&words[..], &7u32.to_le_bytes()].concat();
                let shape = LaunchShape {
                    grid: [1; 3],
                    block: [1; 3],
                    shared_bytes: 0,
                    cooperative: false,
                    cluster: None,
                };
                let call = raw::kernel(kernel, 0, shape, &params).expect("a launch");
                graph::add(made, &[], call).expect("a node");
            }
            let answer = executable::instantiate(made, flags, None);
            let flagged = |bit: u64| flags & bit != 0;
            let refused = flagged(2 | 16) || flagged(4) && (flagged(1) || !nodes);
            match answer.map_err(|e| e.status()) {
                Err(Status::InvalidValue) => assert!(refused, "{flags}, nodes: {nodes}"),
                Err(other) => panic!("{flags}, nodes: {nodes}: {other:?}"),
                Ok(exec) => {
                    assert!(!refused, "{flags}, nodes: {nodes}");
                    assert_eq!(executable::flags(exec).expect("it is there"), flags & 5);
                }
            }
        }
    }
}
