//! Which SM each block goes to, against what an H200's blocks saw (`testdata/schedule/h200_placement.tsv`).

use crate::{grid, streams};
use hip_device::{Action, Config, Device, Op, OpId, Placement, Spec, StreamId};

fn drain(device: &mut Device, of: OpId) -> Vec<u16> {
    let mut placed = Vec::new();
    while let Some(action) = device.poll() {
        if let Action::Run { grid, sms, .. } = action {
            assert_eq!(grid, of);
            placed.extend(sms);
        }
    }
    placed
}

/// The SMs of a grid's blocks, in order of dispatch, where blocks end in the order in which they began.
fn run(device: &mut Device, stream: StreamId, blocks: u64, threads: u32) -> Vec<u16> {
    let op = device.submit(stream, Op::Grid(grid(blocks, threads))).expect("room");
    let mut all = drain(device, op);
    let mut ended = 0;
    while ended < all.len() {
        device.blocks_done(op, &all[ended..=ended]);
        ended += 1;
        all.extend(drain(device, op));
    }
    all
}

fn numbers(ranges: &str) -> Vec<u16> {
    let number = |text: &str| text.parse::<u16>().unwrap_or_else(|e| panic!("{text}: {e}"));
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        (number(first)..=number(last)).collect::<Vec<_>>()
    };
    ranges.split(',').flat_map(range).collect()
}

#[test]
fn blocks_go_where_an_h200s_went() {
    let mut device = Device::placing(Spec::h200(), Placement::Gpcs);
    let context = device.create_context(&Config::default());
    let stream = streams(&mut device, context, 1)[0];
    let table = include_str!("../../../testdata/schedule/h200_placement.tsv");
    let mut rows = 0;
    for row in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [blocks, threads, exact, sms] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {row}")
        };
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let ours = run(&mut device, stream, number(blocks) as u64, number(threads) as u32);
        let recorded = numbers(sms);
        let same = ours.iter().zip(&recorded).take_while(|(a, b)| a == b).count();
        assert_eq!(same, number(exact), "{blocks} blocks of {threads} threads: {ours:?}");
        rows += 1;
    }
    assert_eq!(rows, 6);
}

/// Where no block fits, the next one goes at once to where one ends: with endings in the recorded order all 300 of the sixth row's
/// blocks go where they went. Equal blocks of an H200 end in an order of its own, which no rule of placement says.
#[test]
fn where_nothing_fits_the_next_block_goes_where_one_ends() {
    let table = include_str!("../../../testdata/schedule/h200_placement.tsv");
    let row = table.lines().find(|row| row.starts_with("300\t1024\t")).expect("the row");
    let recorded = numbers(row.rsplit('\t').next().expect("four columns"));
    assert_eq!(recorded.len(), 300);
    let mut device = Device::placing(Spec::h200(), Placement::Gpcs);
    let context = device.create_context(&Config::default());
    let stream = streams(&mut device, context, 1)[0];
    // The row's turn comes when the one before has ended, which moved the order on: as the table's other rows have it.
    for (blocks, threads) in [(132, 32), (132, 1024), (264, 32), (264, 1024), (300, 32)] {
        run(&mut device, stream, blocks, threads);
    }
    let op = device.submit(stream, Op::Grid(grid(300, 1024))).expect("room");
    let mut placed = drain(&mut device, op);
    assert_eq!(placed, recorded[..264]);
    for &sm in &recorded[264..] {
        device.blocks_done(op, &[sm]);
        placed.extend(drain(&mut device, op));
    }
    assert_eq!(placed, recorded);
}

#[test]
fn other_orders() {
    let order = |placement: &str| {
        let mut device = Device::placing(Spec::h200(), placement.parse().expect("a placement"));
        let context = device.create_context(&Config::default());
        let stream = streams(&mut device, context, 1)[0];
        let op = device.submit(stream, Op::Grid(grid(264, 1024))).expect("room");
        let placed = drain(&mut device, op);
        let mut sorted = placed.clone();
        sorted.sort_unstable();
        let twice: Vec<u16> = (0..132).flat_map(|sm| [sm, sm]).collect();
        assert_eq!(sorted, twice, "{placement}: two blocks of 1024 threads fill each SM");
        placed
    };
    assert_eq!(order("packed"), (0..132).flat_map(|sm| [sm, sm]).collect::<Vec<_>>());
    assert_eq!(order("roundrobin"), (0..132).chain(0..132).collect::<Vec<_>>());
    assert_eq!(order("seed:7"), order("seed:7"));
    assert_ne!(order("seed:7"), order("seed:8"));
    assert!("seed:".parse::<Placement>().is_err() && "rows".parse::<Placement>().is_err());
}
