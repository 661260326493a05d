//! Writes `testdata/gpu/profile/work.tsv`: the work of the recorded launches as our counters see it. The
//! clock is fitted to it and tested with it. Run in release mode:
//! `cargo run --release -p hip-profile --example work testdata/gpu/profile/work.tsv`.

#![expect(clippy::disallowed_methods, reason = "the crate reads no file; this program does")]

#[path = "../tests/it/device.rs"]
mod device;

use device::{Device, cases, module};
use std::io::Write as _;

fn main() -> std::io::Result<()> {
    let module = module();
    let device = Device::new(1 << 24);
    let mut out =
        std::io::BufWriter::new(std::fs::File::create(std::env::args().nth(1).unwrap_or_default())?);
    for case in cases() {
        let start = std::time::Instant::now();
        let profile = device.run(&module, &case, |shape| shape);
        let work = &profile.counters.work;
        let sum = profile.counters.total();
        assert_eq!(profile.code.name, case.kernel);
        let cells: Vec<u64> = sum
            .classes
            .into_iter()
            .chain([sum.wavefronts, sum.requests, sum.sectors, sum.beyond, sum.missed, sum.loads])
            .chain([sum.lines, sum.load_lines, sum.store_lines, sum.stored])
            .chain(sum.path)
            .chain([sum.barriers, sum.warps, work.len() as u64])
            .chain(profile.touched)
            .chain([u64::from(profile.code.registers)])
            .chain([
                profile.counters.slices.iter().copied().max().unwrap_or(0),
                profile.counters.slices.iter().sum(),
                sum.slow,
            ])
            .collect();
        let parts = [profile.balance.busiest, profile.balance.longest].map(|part| format!("{part:.4}"));
        let cells: Vec<String> = cells.iter().map(u64::to_string).chain(parts).collect();
        writeln!(out, "{}\t{}", case.name, cells.join("\t"))?;
        eprintln!("{} {:.1?}", case.name, start.elapsed());
    }
    out.flush()
}
