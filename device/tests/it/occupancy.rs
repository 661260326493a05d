//! Occupancy by blocks and clusters, compared with counts of NVIDIA's own header and of an H200; placement of
//! clusters.

use crate::{device, grid, streams};
use hip_device::occupancy::{active_clusters, blocks_per_sm, clusters_in};
use hip_device::partition::{split, units};
use hip_device::{Action, Config, Device, GridSpec, Op, Placement, Refused, SmSet, Spec, StreamKind};
use std::collections::BTreeSet;

#[test]
fn an_sm_holds_as_many_blocks_as_nvidias_header_counts() {
    let table = include_str!("../../../testdata/schedule/occupancy.tsv");
    let mut spec = Spec::h200();
    let mut capabilities = BTreeSet::new();
    let mut wrong = Vec::new();
    for row @ [name, numbers @ ..] in tsv::table::<5>(table) {
        let [threads, registers, shared, blocks] = numbers.map(|n| n.parse().expect("a number"));
        if spec.name != name {
            spec = Spec::named(name).unwrap_or_else(|| panic!("no {name}"));
        }
        capabilities.insert(spec.capability);
        let ours = blocks_per_sm(&spec, threads, registers, shared);
        if ours != blocks {
            wrong.push(format!("{row:?}: {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    assert_eq!(capabilities.len(), 19, "{capabilities:?}");
}

/// The front end places as many blocks on an SM as the header counts, also if registers are the limit.
#[test]
fn as_many_blocks_run_as_fit() {
    for (threads, registers, shared) in
        [(96, 72, 0), (224, 40, 0), (1024, 64, 0), (64, 0, 20_000), (416, 33, 9_000)]
    {
        let (mut device, context) = device(8);
        let stream = streams(&mut device, context, 1)[0];
        let spec = GridSpec { registers, shared_bytes: shared, ..grid(100_000, threads) };
        device.submit(stream, Op::Grid(spec)).expect("room");
        let Some(Action::Run { sms, .. }) = device.poll() else { panic!("blocks run") };
        let fit = blocks_per_sm(device.spec(), threads, registers, shared);
        assert_eq!(sms.len(), fit as usize * 132, "{threads} threads of {registers} registers");
    }
}

#[test]
fn an_h200_holds_so_many_clusters() {
    let spec = Spec::h200();
    let all = SmSet::first(spec.sms);
    let sizes = [1, 2, 3, 4, 5, 6, 8, 12, 16];
    // Recorded, by threads of a block.
    for (threads, counts) in [
        (1024, [264, 132, 79, 62, 47, 39, 30, 16, 14]),
        (512, [528, 264, 163, 124, 94, 79, 62, 37, 28]),
        (128, [1056, 528, 327, 248, 193, 163, 124, 74, 58]),
        (32, [1056, 528, 327, 248, 193, 163, 124, 74, 58]),
    ] {
        let ours = sizes.map(|size| active_clusters(&spec, &all, size, threads, 0, 0));
        assert_eq!(ours, counts, "{threads} threads");
    }
    // Recorded in a green context of 16 SMs, eight of each of two GPCs.
    let green: SmSet = "0-1,4-5,16-17,20-21,32-33,36-37,48-49,52-53".parse().expect("SMs");
    let ours = [2, 4, 8, 16].map(|size| active_clusters(&spec, &green, size, 1024, 0, 0));
    assert_eq!(ours, [16, 8, 4, 0]);
}

/// Units of a split hold clusters; the remainder holds them by GPCs.
#[test]
fn parts_of_an_h200_hold_so_many_clusters() {
    let table = include_str!("../../../testdata/schedule/h200_clusters.tsv");
    let head = tsv::columns(table);
    let sizes: Vec<u32> = head[4..16].iter().map(|size| size.parse().expect("a size")).collect();
    let spec = Spec::h200();
    let (all, mut count) = (SmSet::first(spec.sms), 0);
    for row in tsv::rows(table) {
        let cells: Vec<&str> = tsv::cells(row).collect();
        let number = |at: usize| cells[at].parse::<u32>().unwrap_or_else(|_| panic!("a number: {row}"));
        let split = split(&spec, &all, Some(number(2)), number(1), number(0)).expect("a split");
        let none = SmSet::default();
        let (sms, begins) = match cells[3] {
            "first" => (&split.groups[0], &split.begins[0]),
            "last" => (split.groups.last().expect("a group"), split.begins.last().expect("a group")),
            "rest" => (&split.remaining, &none),
            other => panic!("no part `{other}`"),
        };
        let units = units(&spec, sms, begins);
        let fit = |size: u32| clusters_in(&spec, &units, size, 1024, (0, 0));
        let ours: Vec<u64> = sizes.iter().map(|&size| fit(size)).collect();
        let recorded: Vec<u64> = (4..16).map(|at| number(at).into()).collect();
        assert_eq!(ours, recorded, "{row}: {units:?}");
        let largest = (1..=16).rev().find(|&size| fit(size) > 0);
        assert_eq!(largest, Some(number(16)), "{row}");
        count += 1;
    }
    assert_eq!(count, 33);
}

/// Each cluster lies in one GPC (or on one TPC outside GPCs), its blocks on different SMs, and as many run as
/// are counted.
#[test]
fn clusters_lie_in_one_gpc() {
    for placement in [Placement::RoundRobin, Placement::Gpcs, Placement::Packed, Placement::Seeded(3)] {
        for (size, threads) in [(2, 1024), (3, 512), (4, 32), (5, 1024), (8, 256), (12, 512), (16, 1024)] {
            let mut device = Device::placing(Spec::h200(), placement);
            let context = device.create_context(&Config::default());
            let stream = streams(&mut device, context, 1)[0];
            let domains = device.spec().cluster_domains();
            let domain = |sm: u16| domains.iter().position(|d| d.contains(&sm)).expect("some GPC");
            let all = SmSet::first(132);
            let fit = active_clusters(device.spec(), &all, size, threads, 0, 0);
            let spec = GridSpec { cluster: size, ..grid(u64::from(size) * 2000, threads) };
            let op = device.submit(stream, Op::Grid(spec)).expect("room");
            let mut placed = 0;
            while let Some(Action::Run { first, sms, .. }) = device.poll() {
                assert_eq!(first, placed);
                if placed == 0 {
                    assert_eq!(sms.len() as u64, fit * u64::from(size), "{placement} {size} of {threads}");
                }
                placed += sms.len() as u64;
                for cluster in sms.chunks(size as usize) {
                    let of: BTreeSet<usize> = cluster.iter().map(|&sm| domain(sm)).collect();
                    let own: BTreeSet<u16> = cluster.iter().copied().collect();
                    assert_eq!((of.len(), own.len()), (1, size as usize), "{placement}: {cluster:?}");
                }
                device.blocks_done(op, &sms);
            }
            assert_eq!(placed, u64::from(size) * 2000);
            assert!(device.is_done(op));
        }
    }
}

#[test]
fn clusters_that_no_gpc_holds_are_refused() {
    let (mut device, context) = device(8);
    let mut green = |sms: &str| {
        let sms = sms.parse().expect("SMs");
        device.create_stream(context, StreamKind::NonBlocking, 0, Some(sms)).expect("a stream")
    };
    // Sixteen SMs of two GPCs, and the SMs outside GPCs.
    let (two, none) = (green("0-1,4-5,16-17,20-21,32-33,36-37,48-49,52-53"), green("124-131"));
    let cluster =
        |size, blocks, cooperative| Op::Grid(GridSpec { cluster: size, cooperative, ..grid(blocks, 1024) });
    let too_large = |cluster, blocks, fit| Err(Refused::ClusterTooLarge { cluster, blocks, fit });
    assert_eq!(device.submit(two, cluster(16, 16, false)).map(drop), too_large(16, 16, 0));
    assert_eq!(device.submit(none, cluster(4, 4, false)).map(drop), too_large(4, 4, 0));
    assert_eq!(device.submit(two, cluster(8, 12, false)).map(drop), too_large(8, 12, 32));
    assert_eq!(device.submit(none, cluster(2, 400, false)).map(drop), Ok(()));
    assert_eq!(device.submit(two, cluster(8, 32, true)).map(drop), Ok(()));
    assert_eq!(
        device.submit(two, cluster(8, 40, true)).map(drop),
        Err(Refused::CooperativeTooLarge { blocks: 40, fit: 32 })
    );
}

/// Recorded on an H200 with three grids that stay: number of running blocks of each. The third is in a stream
/// like the second's, or of the highest priority.
#[test]
fn only_the_first_grid_that_waits_gets_what_is_left() {
    type Shape = (u64, u32, u32);
    let rows: [(Shape, Shape, Shape, bool, [u64; 3]); 7] = [
        ((132, 32, 150_000), (132, 32, 150_000), (1, 32, 0), false, [132, 0, 0]),
        ((132, 32, 150_000), (132, 32, 150_000), (1, 32, 0), true, [132, 0, 1]),
        ((66, 32, 150_000), (132, 32, 150_000), (66, 32, 0), false, [66, 66, 0]),
        ((66, 32, 150_000), (132, 32, 150_000), (66, 32, 0), true, [66, 66, 66]),
        ((264, 1024, 0), (10, 1024, 0), (1, 32, 0), false, [264, 0, 0]),
        ((263, 992, 0), (264, 992, 0), (1, 32, 0), false, [263, 1, 0]),
        ((132, 32, 150_000), (132, 32, 150_000), (20, 32, 20_000), false, [132, 0, 0]),
    ];
    for (first, second, third, urgent, running) in rows {
        let (mut device, context) = device(8);
        let mut stream = |priority| {
            device.create_stream(context, StreamKind::NonBlocking, priority, None).expect("a stream")
        };
        let streams = [stream(0), stream(0), stream(if urgent { -5 } else { 0 })];
        let submit = |(stream, (blocks, threads, shared_bytes))| {
            device.submit(stream, Op::Grid(GridSpec { shared_bytes, ..grid(blocks, threads) })).expect("room")
        };
        let ops: Vec<_> = streams.into_iter().zip([first, second, third]).map(submit).collect();
        let placed = |&op| device.progress(op).map_or(0, |progress| progress.running);
        assert_eq!(ops.iter().map(placed).collect::<Vec<_>>(), running, "{first:?} {second:?} {third:?}");
    }
}
