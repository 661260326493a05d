//! Recording of all forms on a GPU.

use crate::blocks;
use crate::digest::{Block, Digest};
use crate::driver::{Gpu, PART, Runner};
use crate::exhaust::Choice;
use crate::forms::{Form, Function, mixed, pair};
use std::fmt::Write;
use std::path::Path;

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
        let runner = || {
            gpu.enter()?;
            gpu.runner(form.name, form.function)
        };
        let blocks = blocks::each(runner, |runner, block| recorded(runner, &form, block))?;
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

/// Records a block of a form.
///
/// # Errors
/// The driver's.
fn recorded(runner: &Runner<'_>, form: &Form, block: u64) -> Result<Recorded, String> {
    let (bits, stride) = (form.function.block_bits(), form.function.stride());
    let (mut all, mut sample) = (Digest::new(), Digest::new());
    let (mut differing, mut first) = (0, None);
    for start in (0..1u64 << bits).step_by(PART) {
        let numbers = (start..start + PART.min(1 << bits) as u64).map(|index| block << bits | index);
        let inputs: Vec<u64> = numbers.map(|number| input(form.function, number)).collect();
        for (index, result) in (start..).zip(runner.run(&inputs)?) {
            all.add(result);
            if index % stride == 0 {
                sample.add(result);
            }
            let number = block << bits | index;
            let ours = form.function.ours(number);
            if ours != result {
                differing += 1;
                first = first.or(Some([number, result, ours]));
            }
        }
    }
    Ok(Recorded { block: Block { all: all.value(), sample: sample.value() }, differing, first })
}
