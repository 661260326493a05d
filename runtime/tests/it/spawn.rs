//! Workloads of `docs/spawn.md` as kernels (`testdata/cuda/spawn`). Whether a thread does its work itself or
//! launches a grid, the result is that of the same algorithm on the host.

use crate::raw;
use hip_runtime::api::StreamRef;
use hip_runtime::api::module::LaunchShape;
use hip_runtime::{Context, Device, DeviceBuffer, Module};
use hip_sim::{Graph, answer};
use std::process::Command;

/// Modes: a thread does its work itself, launches a grid for it, or asks.
const WAYS: [u32; 3] = [0, 1, 2];

/// Kernel arguments, each aligned to its size.
#[derive(Default)]
struct Args(Vec<u8>);

impl Args {
    fn put(mut self, bytes: &[u8]) -> Self {
        self.0.resize(self.0.len().next_multiple_of(bytes.len()), 0);
        self.0.extend(bytes);
        self
    }

    fn u32(self, value: u32) -> Self {
        self.put(&value.to_le_bytes())
    }

    fn i64(self, value: i64) -> Self {
        self.put(&value.to_le_bytes())
    }

    fn buffer<T>(self, buffer: &DeviceBuffer<T>) -> Self {
        self.put(&buffer.ptr().address().to_le_bytes())
    }
}

struct Kernels {
    module: Module,
    context: Context,
}

impl Kernels {
    fn from_text(text: &str) -> Kernels {
        let context = Context::new(Device::get(0).expect("a device")).expect("a context");
        Kernels { module: Module::from_bytes(text.as_bytes()).expect("the kernels"), context }
    }

    fn graphs() -> Kernels {
        Kernels::from_text(include_str!("../../../testdata/cuda/spawn/traverse.ptx"))
    }

    fn pictures() -> Kernels {
        Kernels::from_text(include_str!("../../../testdata/cuda/spawn/picture.ptx"))
    }

    fn tables() -> Kernels {
        Kernels::from_text(include_str!("../../../testdata/cuda/spawn/table.ptx"))
    }

    /// Runs a thread for each of `count` items, and waits for all resulting work.
    fn run(&self, name: &str, count: usize, args: Args) {
        let shape = LaunchShape {
            grid: [(count as u32).div_ceil(256), 1, 1],
            block: [256, 1, 1],
            shared_bytes: 0,
            cooperative: false,
            cluster: None,
        };
        let kernel = self.module.function(name).expect("a kernel");
        raw::launch(kernel.id(), shape, &args.0, StreamRef::Legacy).expect("a launch");
        self.context.synchronize().expect("no fault");
    }
}

/// Graph in device memory, with lists of vertices.
struct OnDevice {
    first: DeviceBuffer<u32>,
    beside: DeviceBuffer<u32>,
    list: DeviceBuffer<u32>,
    next: DeviceBuffer<u32>,
    tail: DeviceBuffer<u32>,
    vertices: usize,
}

fn on_device<T: hip_runtime::Plain>(values: &[T]) -> DeviceBuffer<T> {
    DeviceBuffer::from_slice(values).expect("memory")
}

impl OnDevice {
    fn new(graph: &Graph, begin: &[u32]) -> OnDevice {
        let vertices = graph.vertices();
        let mut first = vec![0];
        let mut beside = Vec::new();
        for vertex in 0..vertices {
            beside.extend_from_slice(graph.neighbours(vertex));
            first.push(beside.len() as u32);
        }
        let empty = vec![0u32; vertices as usize];
        let mut list = on_device(&empty);
        let mut padded = begin.to_vec();
        padded.resize(vertices as usize, 0);
        list.copy_from(&padded).expect("it fits");
        OnDevice {
            first: on_device(&first),
            beside: on_device(&beside),
            list,
            next: on_device(&empty),
            tail: on_device(&[0]),
            vertices: vertices as usize,
        }
    }

    fn args(&self, count: usize) -> Args {
        Args::default().buffer(&self.first).buffer(&self.beside).buffer(&self.list).u32(count as u32)
    }

    /// Swaps the lists. Returns the length of the new one.
    fn swap(&mut self) -> usize {
        std::mem::swap(&mut self.list, &mut self.next);
        let count = self.tail.to_vec().expect("a word")[0] as usize;
        raw::poke(&self.tail, &[0], None).expect("a word");
        count
    }
}

fn graphs() -> [Graph; 2] {
    [Graph::graph500(9, 5), Graph::citations(9, 5)]
}

#[test]
fn search() {
    let kernels = Kernels::graphs();
    for graph in graphs() {
        for how in WAYS {
            let mut on = OnDevice::new(&graph, &[graph.hub()]);
            let mut level = vec![u32::MAX; on.vertices];
            level[graph.hub() as usize] = 0;
            let level = on_device(&level);
            let (mut count, mut next) = (1, 0);
            while count > 0 {
                next += 1;
                let args = on.args(count).buffer(&level).u32(next).buffer(&on.next).buffer(&on.tail).u32(how);
                kernels.run("bfs", count, args);
                count = on.swap();
            }
            assert_eq!(level.to_vec().expect("levels"), answer::levels(&graph), "way {how}");
        }
    }
}

#[test]
fn shortest_paths() {
    let kernels = Kernels::graphs();
    for graph in graphs() {
        for how in WAYS {
            let mut on = OnDevice::new(&graph, &[graph.hub()]);
            let mut distance = vec![u32::MAX; on.vertices];
            distance[graph.hub() as usize] = 0;
            let (distance, queued) = (on_device(&distance), on_device(&vec![0u32; on.vertices]));
            let (mut count, mut round) = (1, 0);
            while count > 0 {
                round += 1;
                let args = on.args(count).buffer(&distance).buffer(&queued).u32(round);
                kernels.run("sssp", count, args.buffer(&on.next).buffer(&on.tail).u32(how));
                count = on.swap();
            }
            assert_eq!(distance.to_vec().expect("distances"), answer::distances(&graph), "way {how}");
        }
    }
}

#[test]
fn colouring() {
    let kernels = Kernels::graphs();
    for graph in graphs() {
        let all: Vec<u32> = (0..graph.vertices()).collect();
        let expected = answer::colours(&graph);
        for how in WAYS {
            let mut on = OnDevice::new(&graph, &all);
            let (colour, blocked) =
                (on_device(&vec![u32::MAX; on.vertices]), on_device(&vec![0u32; on.vertices]));
            let (mut count, mut round) = (on.vertices, 0);
            while count > 0 {
                kernels.run("gc", count, on.args(count).buffer(&colour).buffer(&blocked).u32(how));
                let assign =
                    Args::default().buffer(&on.list).u32(count as u32).buffer(&colour).buffer(&blocked);
                kernels.run("gc_assign", count, assign.u32(round).buffer(&on.next).buffer(&on.tail));
                count = on.swap();
                round += 1;
            }
            assert_eq!(colour.to_vec().expect("colours"), expected, "way {how}");
        }
    }
}

#[test]
fn refinement() {
    let (kernels, side, steps) = (Kernels::pictures(), 48, 2);
    let expected = answer::refined(side, steps);
    for how in WAYS {
        let mut sums = Vec::new();
        for (step, expected) in (0..steps).zip(&expected) {
            let counts = on_device(&[0u32; 3]);
            let args = Args::default().u32(side).u32(step).u32(steps).buffer(&counts).u32(how);
            kernels.run("amr", (side * side) as usize, args);
            let counts = counts.to_vec().expect("counts");
            assert_eq!(counts[..2], expected[..], "way {how}, step {step}");
            sums.push(counts[2]);
        }
        assert_eq!(sums, fine_sums(side, steps), "way {how}");
    }
}

/// Expected sum of all fine cells' values at each step.
fn fine_sums(side: u32, steps: u32) -> Vec<u32> {
    let (side, steps) = (i64::from(side), i64::from(steps));
    let of_step = |step: i64| {
        let mut sum = 0u32;
        for cell in 0..side * side {
            let (x, y) = (cell % side, cell / side);
            let away =
                |cx: i64, cy: i64, r: i64| ((x - cx).pow(2) + (y - cy).pow(2) - r * r).abs() * 32 / r.max(1);
            let near = away(side / 5, side / 4, (step + 3) * side / (steps + 6));
            let near = near.min(away(side, side, (step + 2) * side / (steps + 8)));
            let width = match near {
                0..=1 => 64u32,
                2..=16 => 16,
                _ => 0,
            };
            let corner = |cell: i64| (cell as u32).wrapping_mul(2_654_435_761) >> 8;
            for fine in 0..width * width {
                let (x, y) = (fine % width, fine / width);
                let mixed = corner(cell) * (width - x) + corner(cell + 1) * x;
                sum = sum.wrapping_add((mixed / width) ^ y);
            }
        }
        sum
    };
    (0..steps).map(of_step).collect()
}

#[test]
fn mandelbrot() {
    let (kernels, side, frames) = (Kernels::pictures(), 128, 2);
    let expected = answer::dwells(side, frames);
    for how in WAYS {
        for (frame, expected) in (0..frames).zip(&expected) {
            let answer::View { cx: x, cy: y, width } = answer::view(frame);
            let picture = on_device(&vec![u32::MAX; (side * side) as usize]);
            let args = Args::default().i64(x).i64(y).i64(width).u32(side).buffer(&picture).u32(how);
            kernels.run("mandel", (side / 32 * side / 32) as usize, args);
            let sum: u64 = picture.to_vec().expect("a picture").iter().map(|&dwell| u64::from(dwell)).sum();
            assert_eq!(sum, *expected, "way {how}, frame {frame}");
        }
    }
}

/// Generator of numbers below `limit`.
fn numbers(seed: u32, limit: u32) -> impl FnMut() -> u32 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % limit
    }
}

/// Concatenates lists. Returns the values and the start of each list.
fn flat(lists: &[Vec<u32>]) -> (DeviceBuffer<u32>, DeviceBuffer<u32>) {
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as u32;
        Some(*end)
    });
    let first: Vec<u32> = std::iter::once(0).chain(ends).collect();
    (on_device(&first), on_device(&lists.concat()))
}

#[test]
fn join() {
    let kernels = Kernels::tables();
    let (buckets, mut even) = (64usize, numbers(3, 1 << 14));
    // Uniform keys, and keys around the middle: the mean of four.
    for skewed in [false, true] {
        let mut key = || if skewed { (0..4).map(|_| even()).sum::<u32>() / 4 } else { even() };
        let mut relation = || {
            let mut lists = vec![Vec::new(); buckets];
            (0..3000).map(|_| key()).for_each(|key| lists[(key >> 8) as usize].push(key & 255));
            lists
        };
        let (left, right) = (relation(), relation());
        let both = left.iter().zip(&right);
        let meets = both.flat_map(|(left, right)| {
            left.iter().map(|key| right.iter().filter(|other| *other == key).count())
        });
        let expected: usize = meets.sum();
        let ((left_first, left), (right_first, right)) = (flat(&left), flat(&right));
        for how in WAYS {
            let pairs = on_device(&[0u32]);
            let args = Args::default().buffer(&left_first).buffer(&left).buffer(&right_first).buffer(&right);
            kernels.run("join", buckets, args.u32(buckets as u32).buffer(&pairs).u32(how));
            assert_eq!(pairs.to_vec().expect("a word"), [expected as u32], "way {how}, skewed {skewed}");
        }
    }
}

/// With a controller: launches depend on the program alone, and the trace has every decision.
#[test]
fn decisions_are_traced_and_the_same_with_any_workers() {
    if std::env::var_os(TRACED).is_some() {
        return batches();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let trace = |name: &str, spawn: &str, workers: &str| {
        let path = folder.path().join(name);
        let output = Command::new(std::env::current_exe().expect("this binary"))
            .args(["--exact", "spawn::decisions_are_traced_and_the_same_with_any_workers", "--nocapture"])
            .env(TRACED, "1")
            .env("HIP_SOFT_SPAWN", spawn)
            .env("HIP_SOFT_TRACE", &path)
            .env("HIP_SOFT_WORKERS", workers)
            .output()
            .expect("a process");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(&path).expect("a trace");
        let events: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
        let count =
            |name: &str| events.iter().filter(|event| event["name"] == name && event["ph"] == "i").count();
        let estimated = |event: &&serde_json::Value| event["args"]["child_cycles_estimated"].is_u64();
        (count("launch"), count("do it here"), events.iter().filter(estimated).count(), text)
    };
    let (launched, declined, estimated, text) = trace("one", "on", "1");
    // 4 batches of 64 buckets, the smallest of which are not worth a launch.
    assert_eq!(launched + declined, 4 * 64);
    assert!(launched > 0 && declined > 0 && estimated > 0, "{launched} {declined} {estimated}");
    assert_eq!(trace("four", "on", "4").3, text);
    let (launched, declined, ..) = trace("off", "off", "2");
    assert_eq!((launched, declined), (0, 0), "nobody decides");
}

const TRACED: &str = "SPAWN_TRACED";

/// Joins the same relations repeatedly, asking for decisions.
fn batches() {
    let kernels = Kernels::tables();
    let mut length = numbers(4, 90);
    let mut relation = || (0..64).map(|_| (0..=length()).collect()).collect::<Vec<Vec<u32>>>();
    let (left, right) = (relation(), relation());
    let both = left.iter().zip(&right);
    let expected: usize = both.map(|(left, right)| left.len().min(right.len())).sum();
    let ((left_first, left), (right_first, right)) = (flat(&left), flat(&right));
    for batch in 0..4 {
        let pairs = on_device(&[0u32]);
        let args = Args::default().buffer(&left_first).buffer(&left).buffer(&right_first).buffer(&right);
        kernels.run("join", 64, args.u32(64).buffer(&pairs).u32(2));
        assert_eq!(pairs.to_vec().expect("a word"), [expected as u32], "batch {batch}");
    }
}

#[test]
fn products() {
    let kernels = Kernels::tables();
    for side in [40usize, 96] {
        let mut number = numbers(side as u32, 100);
        let mut matrix = || (0..side * side).map(|_| number() as i32 - 50).collect::<Vec<i32>>();
        let (a, b) = (matrix(), matrix());
        let element =
            |n: usize| (0..side).map(|k| a[n / side * side + k] * b[k * side + n % side]).sum::<i32>();
        let expected: Vec<i32> = (0..side * side).map(element).collect();
        let (a, b) = (on_device(&a), on_device(&b));
        for how in WAYS {
            let c = on_device(&vec![0i32; side * side]);
            kernels.run(
                "mm",
                side,
                Args::default().buffer(&a).buffer(&b).buffer(&c).u32(side as u32).u32(how),
            );
            assert_eq!(c.to_vec().expect("a matrix"), expected, "way {how}, side {side}");
        }
    }
}

#[test]
fn alignment() {
    let kernels = Kernels::tables();
    let mut base = numbers(9, 4);
    let repeat: Vec<u32> = (0..120).map(|_| base()).collect();
    let mut genome: Vec<u32> = (0..8192).map(|_| base()).collect();
    let mut at = numbers(10, 8192 - 120);
    for _ in 0..90 {
        let at = at() as usize;
        genome[at..at + 120].copy_from_slice(&repeat);
    }
    let words = |bases: &[u32]| -> Vec<u32> {
        bases.chunks(16).map(|word| word.iter().rev().fold(0, |word, base| word << 2 | base)).collect()
    };
    let mut index = vec![Vec::new(); 1 << 16];
    for at in 0..genome.len() - 112 {
        index[words(&genome[at..at + 8])[0] as usize].push(at as u32);
    }
    let reads: Vec<Vec<u32>> = (0..200)
        .map(|_| {
            let at = at() as usize;
            let mut read = genome[at..at + 96].to_vec();
            read[50] = base();
            read
        })
        .collect();
    let fit = |read: &Vec<u32>| {
        let wrong = |&&at: &&u32| genome[at as usize..].iter().zip(read).filter(|(a, b)| a != b).count() <= 4;
        index[words(&read[..8])[0] as usize].iter().filter(wrong).count()
    };
    let expected: usize = reads.iter().map(fit).sum();
    assert!(expected > 500, "repeats make {expected} places fit");
    let (index_first, index) = flat(&index);
    let (genome, packed) = (
        on_device(&words(&genome)),
        on_device(&reads.iter().flat_map(|read| words(read)).collect::<Vec<_>>()),
    );
    for how in WAYS {
        let fits = on_device(&[0u32]);
        let args = Args::default().buffer(&genome).buffer(&index_first).buffer(&index).buffer(&packed);
        kernels.run("sa", reads.len(), args.u32(reads.len() as u32).buffer(&fits).u32(how));
        assert_eq!(fits.to_vec().expect("a word"), [expected as u32], "way {how}");
    }
}
