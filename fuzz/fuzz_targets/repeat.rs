//! Lines of a text that stand there thousands of times take time and memory in proportion: run with
//! `-rss_limit_mb=512 -timeout=10`. Seeds: testdata/gpu/kernels, testdata/ptx/run.
//!
//! The first two bytes of an input say which lines are repeated, the third how often.

#![no_main]

use jit::{Kernel, Mode};
use libfuzzer_sys::fuzz_target;
use ptx::{Module, pass};
use std::sync::Arc;

/// Lines that an input becomes at most.
const LINES: usize = 20_000;

fuzz_target!(|bytes: &[u8]| {
    let [first, count, times, text @ ..] = bytes else { return };
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return;
    }
    let start = usize::from(*first) * lines.len() / 256;
    let end = (start + 1 + usize::from(*count) % 8).min(lines.len());
    let times = (1 << (times % 15)).min(LINES / (end - start)).max(1);
    let mut repeated = String::new();
    for n in 0..times {
        for line in &lines[start..end] {
            // Labels have names of their own in each copy.
            repeated += &line.replace("$L", &format!("$L{n}_"));
            repeated.push('\n');
        }
    }
    let (before, after) = (lines[..start].join("\n"), lines[end..].join("\n"));
    let Ok(module) = Module::parse(&format!("{before}\n{repeated}{after}\n")) else { return };
    for name in module.kernels() {
        let Ok(mut f) = module.lower(name) else { continue };
        pass::run(&mut f).unwrap_or_else(|e| panic!("{name}: {e}"));
        let f = Arc::new(f);
        for mode in [Mode::Quick, Mode::Scalar, Mode::Vector] {
            // A frame that is too large is refused by name.
            let _refused = Kernel::new(Arc::clone(&f), mode).compile([64, 1, 1]);
        }
    }
});
