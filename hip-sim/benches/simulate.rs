//! Speed of the front end's simulation. Times are totals of a benchmark; throughput is in its items.

use device::residence::{Act, BLOCK, Place, Processor, Reach, Residence};
use divan::Bencher;
use divan::counter::ItemsCount;
use hip_sim::{Compared, Machine, PAIRS, Size, chart};
use timeline::script::Script;
use timeline::{Rest, Summary};

fn main() {
    divan::main();
}

fn bench(bencher: Bencher<'_, '_>, items: u64, script: &str) {
    let script = Script::read(script).unwrap_or_else(|error| panic!("{error}"));
    bencher.counter(ItemsCount::new(items)).bench(|| {
        let outcome = script.run(Summary::default());
        assert_eq!(outcome.rest, Rest::Finished);
        outcome.simulation.now()
    });
}

/// A million small kernels on eight streams, with events between them.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn launches(bencher: Bencher<'_, '_>) {
    let mut script = String::from("timing submit=1us\n");
    (0..8).for_each(|stream| script += &format!("stream s{stream}\n"));
    script += "repeat 125000\n";
    (0..8).for_each(|stream| script += &format!("launch s{stream} blocks=64 threads=256 cost=5000\n"));
    script += "end\nsync\n";
    bench(bencher, 1_000_000, &script);
}

/// Runs blocks that all end at different times: an event each.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn blocks_apart(bencher: Bencher<'_, '_>) {
    // A small generator: 2^17 costs between 1000 and 9000 cycles, no two adjacent ones equal.
    let mut state = 1u32;
    let costs: Vec<String> = (0..1 << 17)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (1000 + (state >> 19)).to_string()
        })
        .collect();
    let launch = format!("launch s blocks={} threads=256 cost={}\n", 1 << 17, costs.join(","));
    bench(bencher, 8 << 17, &format!("stream s\nrepeat 8\n{launch}end\nsync\n"));
}

/// Runs equal blocks of a grid: an event for each wave.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn blocks_alike(bencher: Bencher<'_, '_>) {
    bench(
        bencher,
        64_000_000,
        "stream s\nrepeat 64\nlaunch s blocks=1000000 threads=256 cost=5000\nend\nsync\n",
    );
}

/// Applies advice to 64 GiB of managed memory, a prefetch to the device and one back.
#[divan::bench]
fn residence_of_64_gib(bencher: Bencher<'_, '_>) {
    const BYTES: u64 = 64 << 30;
    let gpu = Processor::device(0).map_or(Place::Host, Place::Device);
    let mut model = Residence::new(&[BYTES / BLOCK], Reach::default());
    model.insert(0, BYTES).unwrap_or_else(|error| panic!("{error}"));
    bencher.counter(ItemsCount::new(3u32)).bench_local(|| {
        for act in [Act::Preferred(Some(gpu)), Act::Prefetch(gpu), Act::Prefetch(Place::Host)] {
            model.act(0, 0, BYTES, act).unwrap_or_else(|error| panic!("{error}"));
        }
    });
}

/// Runs a million grids launched by blocks, 32 of them by each warp, through 32 hardware queues.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn child_launches(bencher: Bencher<'_, '_>) {
    let script = "device Tesla K20c\nchildren kepler pending=4000000000\nstream s\nkernel parent warps=8\nrun 400\n\
                  launch child lanes=32 stream=forget blocks=4 threads=64 cost=900\nend\n\
                  launch s name=parent blocks=3907 threads=256 work=parent\nsync\n";
    bench(bencher, 3907 * 256, script);
}

/// Runs the same launches with SPAWN's decisions: half of them are too small to be launched at all.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn decisions(bencher: Bencher<'_, '_>) {
    let script = "device Tesla K20c\nchildren kepler pending=4000000000\npolicy spawn\nstream s\nkernel parent warps=8\nrun 400\n\
                  offer child lanes=16 items=20 serial=6000 stream=forget threads=64 cost=900\n\
                  offer child lanes=16 items=200 serial=60000 stream=forget blocks=4 threads=64 cost=900\nend\n\
                  launch s name=parent blocks=3907 threads=256 work=parent\nsync\n";
    bench(bencher, 3907 * 256, script);
}

/// Runs the whole study of `docs/spawn.md` and checks its results.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn study(bencher: Bencher<'_, '_>) {
    let Some(machine) = Machine::kepler() else { panic!("the table has the paper's device") };
    bencher.bench(|| {
        let all: Vec<Compared> =
            PAIRS.into_iter().filter_map(|pair| Compared::run(&machine, pair, Size::Study)).collect();
        assert_eq!(all.len(), PAIRS.len());
        for one in &all {
            assert!(one.spawn.time <= one.always().time, "{}: slower than launching always", one.pair);
            assert!(
                one.best().1.time * 100 >= one.spawn.time * 85,
                "{}: far from the best threshold",
                one.pair
            );
        }
        let mean = |over: fn(&Compared) -> f64| chart::geometric_mean(all.iter().map(over));
        assert!(mean(|one| chart::ratio(&one.flat, &one.spawn)) >= 1.5, "over flat");
        assert!(mean(|one| chart::ratio(one.always(), &one.spawn)) >= 1.4, "over launching always");
    });
}
