//! Counters of the recorded launches, compared with Nsight Compute's.

use crate::device::{Case, Device, Profile, cases, directory, module};
use hip_profile::Shape;
use hip_profile::balance::Balance;
use hip_profile::code::Kind;
use hip_profile::counters::SiteCounts;
use jit::Mode;
use std::collections::{BTreeMap, BTreeSet};

/// Part of a launch's shared wavefronts that the GPU repeats: these vary from run to run.
const REPEATED: f64 = 0.005;
/// Number of those in any launch.
const FEW: f64 = 400.0;

/// Launches that would take minutes without optimisation.
const LONG: &[&str] = &[
    "lines_hit_528",
    "matvec_thread_2048",
    "matvec_warp_2048",
    "mandelbrot_1024",
    "nbody_8192",
    "sgemm_blocked_1024",
    "sgemm_naive_512",
    "sgemm_tiled_512",
    "spmv_rows_22",
];

fn read(name: &str) -> String {
    std::fs::read_to_string(directory().join(name)).expect("a recording")
}

/// Returns the recorded counters by case and column.
fn recorded() -> BTreeMap<String, BTreeMap<String, f64>> {
    let text = read("h200.tsv");
    let columns = tsv::columns(&text);
    let values = |row| {
        let cells: Vec<&str> = tsv::cells(row).collect();
        let values = columns.iter().zip(&cells).skip(1);
        (cells[0].to_owned(), values.map(|(c, v)| ((*c).to_owned(), v.parse().expect("a number"))).collect())
    };
    tsv::rows(&text).map(values).collect()
}

fn is_short(case: &Case) -> bool {
    let threads: u64 = case.grid.iter().chain(&case.block).map(|&n| u64::from(n)).product();
    threads <= 1 << 18
        && case.n <= 1 << 20
        && !case.name.starts_with("reread")
        && !LONG.contains(&&*case.name)
}

/// Returns the counters that the GPU has, too; the flag is set for those that vary there.
fn comparable(profile: &Profile) -> BTreeMap<&'static str, (u64, bool)> {
    let mut all = BTreeMap::new();
    for (site, counts) in profile.code.sites.iter().zip(&profile.counters.sites) {
        let mut add = |name, value, varies| all.entry(name).or_insert((0, varies)).0 += value;
        let conflicts = counts.wavefronts - counts.ideal;
        match site.kind {
            Kind::Load => {
                add("load_requests", counts.global, false);
                add("load_sectors", counts.sectors, false);
                add("local_load_requests", counts.local, false);
                add("local_load_sectors", counts.local_sectors, false);
                add("shared_loads", counts.shared, false);
                add("shared_load_wavefronts", counts.wavefronts, true);
                add("shared_load_conflicts", conflicts, true);
            }
            Kind::Store => {
                add("store_requests", counts.global, false);
                add("store_sectors", counts.sectors, false);
                add("local_store_requests", counts.local, false);
                add("local_store_sectors", counts.local_sectors, false);
                add("shared_stores", counts.shared, false);
                add("shared_store_wavefronts", counts.wavefronts, true);
                add("shared_store_conflicts", conflicts, true);
            }
            Kind::Atom => {
                add("atom_requests", counts.global, false);
                add("atom_sectors", counts.sectors, false);
            }
            Kind::Red => {
                add("red_requests", counts.global, false);
                add("red_sectors", counts.sectors, false);
            }
        }
    }
    all
}

#[test]
fn counters_are_those_of_nsight_compute() {
    let (module, device, recorded) = (module(), Device::new(1 << 20), recorded());
    let text = read("differences.tsv");
    let excused: BTreeSet<(String, String)> = tsv::table::<3>(&text)
        .flat_map(|[kernel, counters, _]| {
            counters.split(' ').map(|c| (kernel.to_owned(), c.to_owned())).collect::<Vec<_>>()
        })
        .collect();
    let (mut wrong, mut differ, mut compared) = (String::new(), BTreeSet::new(), BTreeSet::new());
    let (mut factors, mut traffic, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    for case in cases().iter().filter(|case| is_short(case)) {
        let profile = device.run(&module, case, |shape| shape);
        let theirs = &recorded[&case.name];
        for (name, (value, varies)) in comparable(&profile) {
            let want = theirs[name];
            let room = if varies { (theirs["shared_wavefronts"] * REPEATED).max(FEW) } else { 0.0 };
            if (value as f64 - want).abs() > room {
                differ.insert((case.kernel.clone(), name.to_owned()));
                if !excused.contains(&(case.kernel.clone(), name.to_owned())) {
                    wrong += &format!("{}: {name}: {value}, the GPU has {want}\n", case.name);
                }
            }
        }
        let instructions: u64 = profile.counters.work.iter().map(|work| work.instructions()).sum();
        factors.push((instructions as f64 / theirs["inst"], case.name.clone()));
        // Below that, instructions and constants are most of it.
        if theirs["dram_read"] > 100_000.0 {
            traffic.push(((profile.touched[0] * 32) as f64 / theirs["dram_read"], case.name.clone()));
        }
        let (sectors, hits) = (theirs["load_sectors"], theirs["load_hits"]);
        if hits > 0.05 * sectors {
            let ours: u64 = profile.counters.sites.iter().map(|site| site.hits).sum();
            rates.push((ours as f64 / sectors - hits / sectors, case.name.clone()));
        }
        compared.insert(case.kernel.clone());
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(compared.len() >= 60, "{} kernels", compared.len());
    let stale: Vec<_> = excused.difference(&differ).collect();
    assert!(stale.is_empty(), "these agree: {stale:?}");
    // Instructions are estimated.
    let mean = factors.iter().map(|(f, _)| f.ln().abs()).sum::<f64>() / factors.len() as f64;
    assert!(mean.exp() < 1.06, "instructions are off by a factor of {}: {factors:?}", mean.exp());
    // Hit rates of the first level are those of some SMs.
    let mean = rates.iter().map(|(apart, _)| apart.abs()).sum::<f64>() / rates.len() as f64;
    assert!(rates.len() > 40 && mean < 0.005, "hit rates are {mean} apart: {rates:?}");
    // All launches touch less than the second level holds, so that every sector is read once.
    let mean = traffic.iter().map(|(f, _)| f.ln().abs()).sum::<f64>() / traffic.len() as f64;
    assert!(mean.exp() < 1.04, "bytes from memory are off by a factor of {}: {traffic:?}", mean.exp());
}

#[test]
fn unequal_blocks_load_some_sms_more() {
    let (module, device) = (module(), Device::new(1 << 20));
    let balance = |name: &str| {
        let case = cases().into_iter().find(|case| case.name == name).expect("a case");
        device.run(&module, &case, |shape| shape).balance
    };
    assert_eq!(balance("copy1_16"), Balance::EVEN);
    // Four of the eight blocks of each fourth SM are long.
    let unequal = balance("unequal_1056");
    assert!((2.8..3.0).contains(&unequal.busiest) && unequal.longest == 1.0, "{unequal:?}");
}

/// Most blocks do what an earlier one did, and are counted like it.
#[test]
fn blocks_that_repeat_another_count_what_they_would_by_themselves() {
    let (module, device) = (module(), Device::new(1 << 20));
    let mut launches = 0;
    for case in cases().iter().filter(|case| is_short(case)) {
        let blocks = case.grid[0] * case.grid[1];
        if !(128..=1024).contains(&blocks) {
            continue;
        }
        let [(counters, touched), alone] =
            [false, true].map(|apart| device.record(&module, case, |shape| shape, apart).result());
        assert!(counters == alone.0, "{}", case.name);
        assert_eq!(touched, alone.1, "{}", case.name);
        launches += 1;
    }
    assert!(launches > 40, "{launches}");
}

/// Code for whole warps leaves out records that follow from others; code that runs lane by lane does not.
#[test]
fn warps_and_single_lanes_count_the_same() {
    let (module, mut device) = (module(), Device::new(1 << 20));
    let (mut launches, mut kernels) = (0, BTreeSet::new());
    for case in cases().iter().filter(|case| is_short(case)) {
        let threads: u64 = case.grid.iter().chain(&case.block).map(|&n| u64::from(n)).product();
        if threads > 1 << 16 || !kernels.insert(case.kernel.clone()) {
            continue;
        }
        let [warps, lanes] = [Mode::Auto, Mode::Quick].map(|mode| {
            device.mode = mode;
            let (mut counters, touched) = device.record(&module, case, |shape| shape, false).result();
            // What caches hold depends on the order of warps, which take turns by record.
            counters.sites.iter_mut().for_each(|site| site.hits = 0);
            (counters, touched)
        });
        let name = &case.name;
        assert_eq!(warps.0.blocks, lanes.0.blocks, "{name}");
        assert_eq!(warps.0.sites, lanes.0.sites, "{name}");
        assert_eq!(warps.0.work, lanes.0.work, "{name}");
        assert_eq!((warps.0.slices, warps.1), (lanes.0.slices, lanes.1), "{name}");
        launches += 1;
    }
    assert!(launches > 60, "{launches}");
}

/// Blocks of an SM that read the same data share it: each would find nothing by itself.
#[test]
fn blocks_share_the_cache_of_their_sm() {
    let (module, device, recorded) = (module(), Device::new(1 << 20), recorded());
    let case = cases().into_iter().find(|case| case.name == "reread_18").expect("the case");
    // The cache needs the blocks of some SMs only.
    let profile = device.run(&module, &case, |shape| Shape { most_blocks: 4, ..shape });
    let sum = |part: fn(&SiteCounts) -> u64| profile.counters.sites.iter().map(part).sum::<u64>() as f64;
    let (ours, theirs) = (sum(|site| site.hits) / sum(|site| site.sectors), &recorded[&case.name]);
    let theirs = theirs["load_hits"] / theirs["load_sectors"];
    assert!((ours - theirs).abs() < 0.02, "{ours}, the GPU has {theirs}");
}
