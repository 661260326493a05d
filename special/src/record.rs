//! Recording of all forms on a GPU.

use crate::digest::{Block, Digest};
use crate::driver::{Gpu, PART};
use crate::exhaust::Choice;
use crate::forms::{BLOCKS, Form, Function, mixed, pair};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Columns of the table.
const HEAD: &str = "form\tblock\tall\tsample\n";

/// Results of a block on a GPU, compared with ours.
struct Recorded {
    block: Block,
    differing: u64,
    /// Number of an input, the GPU's result and ours.
    first: Option<[u64; 3]>,
}

/// Returns an input as the GPU gets it, by its number.
fn input(function: Function, number: u64) -> u64 {
    match function {
        Function::Pair(_) => {
            let [a, b] = pair(number);
            u64::from(a) | u64::from(b) << 32
        }
        Function::Double(_) => mixed(number),
        _ => number,
    }
}

/// Runs the forms over all inputs and writes the table.
///
/// # Errors
/// The driver's, and the file's.
pub(crate) fn run(out: &Path, choice: &Choice) -> Result<(), String> {
    let gpu = Gpu::open()?;
    let mut text =
        format!("# Digests of all results by form and block of inputs, recorded on: {}.\n", gpu.name()?);
    text += HEAD;
    for form in choice.forms() {
        let blocks = blocks(&gpu, &form)?;
        let differing: u64 = blocks.iter().map(|block| block.differing).sum();
        eprintln!("{:<22} {differing} of ours differ", form.name);
        for [number, gpu, ours] in blocks.iter().filter_map(|block| block.first).take(8) {
            eprintln!("    input {:x}: {gpu:x}, ours {ours:x}", input(form.function, number));
        }
        for (n, Recorded { block, .. }) in blocks.iter().enumerate() {
            let _ = writeln!(text, "{}\t{n}\t{:016x}\t{:016x}", form.name, block.all, block.sample);
        }
    }
    std::fs::write(out, text).map_err(|e| format!("{}: {e}", out.display()))
}

/// Records the blocks of a form, several at a time.
fn blocks(gpu: &Gpu, form: &Form) -> Result<Vec<Recorded>, String> {
    let (next, done) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let work = || -> Result<(), String> {
        gpu.enter()?;
        let runner = gpu.runner(form.name, form.function)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= BLOCKS {
                return Ok(());
            }
            let (bits, stride) = (form.function.block_bits(), form.function.stride());
            let (mut all, mut sample) = (Digest::new(), Digest::new());
            let (mut differing, mut first) = (0, None);
            for start in (0..1u64 << bits).step_by(PART) {
                let count = PART.min(1 << bits) as u64;
                let numbers = (start..start + count).map(|index| number << bits | index);
                let inputs: Vec<u64> = numbers.map(|number| input(form.function, number)).collect();
                for (index, result) in (start..).zip(runner.run(&inputs)?) {
                    all.add(result);
                    if index % stride == 0 {
                        sample.add(result);
                    }
                    let input = number << bits | index;
                    let ours = form.function.ours(input);
                    if ours != result {
                        differing += 1;
                        first = first.or(Some([input, result, ours]));
                    }
                }
            }
            let block = Block { all: all.value(), sample: sample.value() };
            let recorded = Recorded { block, differing, first };
            done.lock().unwrap_or_else(PoisonError::into_inner).push((number, recorded));
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| Err("a panic".to_owned())))
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, recorded)| recorded).collect())
}
