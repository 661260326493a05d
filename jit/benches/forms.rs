//! Times of all recorded instruction forms, in strips and thread by thread: which of them the host computes
//! shows.
//!
//! `cargo bench -p hip-jit --bench forms [PART]` prints the slowest forms, or those with PART in their text.
//! A time is that of a lane of a kernel that loads the operands, applies the form, and stores the result; the
//! minimum of three launches of 2^17 threads on one core. Compiling is not measured.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(unsafe_code, reason = "a benchmark places buffers in device memory")]
#![allow(dead_code, reason = "the host is shared with the tests")]

#[path = "../tests/it/host.rs"]
mod host;

use hip_jit::{Kernel, Mode};
use host::Device;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;
use std::time::Instant;
use testdata::vectors::{self, Form};

const THREADS: usize = 256;
const BLOCKS: u32 = 512;

/// Number of forms that are printed without PART.
const SHOWN: usize = 60;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let part = arguments.iter().find(|argument| *argument != "--bench");
    let measured = arguments.iter().any(|argument| argument == "--bench");
    let mut forms = vectors::committed();
    forms.retain(|form| part.is_none_or(|part| form.text.contains(part.as_str())));
    // Without `--bench`, a few show that it works.
    forms.truncate(if measured { forms.len() } else { 4 });
    let mut times: Vec<([f64; 2], String)> = Vec::new();
    for form in &forms {
        let both = [Mode::Vector, Mode::Scalar].map(|mode| time(form, mode));
        match both {
            [Ok(strips), Ok(threads)] => times.push(([strips, threads], form.text.replace('\n', " "))),
            [Err(reason), _] | [_, Err(reason)] => println!("refused: {}: {reason}", form.text),
        }
    }
    times.sort_by(|a, b| b.0[0].total_cmp(&a.0[0]));
    println!("| ns a lane in strips | thread by thread | form |\n|---|---|---|");
    for ([strips, threads], text) in times.iter().take(if part.is_some() { usize::MAX } else { SHOWN }) {
        println!("| {strips:.2} | {threads:.2} | `{text}` |");
    }
    for limit in [2.0, 5.0, 20.0] {
        let count = times.iter().filter(|time| time.0[0] >= limit).count();
        println!("{count} of {} forms take {limit} ns or more in strips", times.len());
    }
}

/// Returns the time of a lane, ns.
fn time(form: &Form, mode: Mode) -> Result<f64, String> {
    let module = Module::parse(&form.kernel()).map_err(|e| e.to_string())?;
    let mut function = module.lower("k").map_err(|e| e.to_string())?;
    ptx::pass::run(&mut function).map_err(|e| e.to_string())?;
    let kernel = Arc::new(Kernel::new(Arc::new(function), mode));
    let rows = form.rows.iter().cycle().take(THREADS).flatten();
    let bytes: Vec<u8> = rows.flat_map(|word| word.to_le_bytes()).collect();
    let mut device = Device::new();
    let base = device.place("rows", &bytes);
    let geometry = Geometry::new([BLOCKS, 1, 1], [THREADS as u32, 1, 1]);
    let mut least = f64::INFINITY;
    for _ in 0..4 {
        let start = Instant::now();
        device
            .run(&kernel, geometry, &base.to_le_bytes(), 0, &Arc::from(Vec::new()))
            .map_err(|fault| fault.to_string())?;
        // The first of them compiles.
        least = least.min(start.elapsed().as_secs_f64());
    }
    Ok(least * 1e9 / (f64::from(BLOCKS) * THREADS as f64))
}
