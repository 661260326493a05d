//! Throughput of the front end: indexing, parsing of bodies, and lowering, which together load a module. The
//! input is a module made of all recorded ones.
//!
//! `cargo bench -p hip-ptx --bench parse`; without `--bench` it is read once. The result is the best of
//! several runs on one core.

#![expect(clippy::print_stdout, reason = "a benchmark prints its measurements")]
#![expect(clippy::disallowed_methods, reason = "a benchmark reads its fixtures and the clock")]

use hip_ptx::Module;
use std::time::{Duration, Instant};

/// Size in bytes, large compared to caches.
const BYTES: usize = 16 << 20;

/// Returns all recorded modules under one header, repeatedly, with unique names.
fn text() -> String {
    let mut all = String::from(".version 9.0\n.target sm_90a\n.address_size 64\n");
    let modules: Vec<String> = testdata::files("gpu/kernels", "ptx")
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a recorded module"))
        .collect();
    for copy in 0.. {
        for (n, module) in modules.iter().enumerate() {
            if all.len() >= BYTES {
                return all;
            }
            let Ok(parsed) = Module::parse(module) else { continue };
            let Some(body) = module.split_once(".address_size").and_then(|(_, rest)| rest.split_once('\n'))
            else {
                continue;
            };
            // Only functions: names of variables would clash.
            for (k, name) in parsed.kernels().enumerate() {
                let Some(start) = body.1.find(&format!(".entry {name}(")) else { continue };
                let rest = &body.1[start..];
                let kernel = rest[..end_of_body(rest)].replacen(
                    &format!(".entry {name}("),
                    &format!(".entry k{copy}_{n}_{k}("),
                    1,
                );
                all.push_str(".visible ");
                all.push_str(&kernel);
                all.push('\n');
            }
        }
    }
    all
}

/// Returns the end of the first body of a text. Recorded modules have no braces in strings or comments.
fn end_of_body(text: &str) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at + 1,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

fn main() {
    let runs = if std::env::args().any(|argument| argument == "--bench") { 9 } else { 1 };
    let text = text();
    let (mut index, mut bodies, mut lowered) = (Duration::MAX, Duration::MAX, Duration::MAX);
    let (mut statements, mut refused) = (0, 0);
    for _ in 0..runs {
        let start = Instant::now();
        let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
        index = index.min(start.elapsed());
        let start = Instant::now();
        statements = module.statements();
        bodies = bodies.min(start.elapsed());
        let start = Instant::now();
        refused = module.kernels().filter(|kernel| module.lower(kernel).is_err()).count();
        lowered = lowered.min(start.elapsed());
    }
    let rate = |time: Duration| text.len() as f64 / time.as_secs_f64() / 1e6;
    println!("{} bytes, {statements} statements, {refused} kernels refused", text.len());
    println!(
        "index {:.0} MB/s, bodies {:.0} MB/s, both {:.0} MB/s; bodies parsed and lowered {:.0} MB/s",
        rate(index),
        rate(bodies),
        rate(index + bodies),
        rate(lowered)
    );
}
