//! Matrix instructions one by one: kernels, operands by generator, and what an H200 answered.
//!
//! `testdata/gpu/mma/README.md` tells the format. A trial is engine-neutral: an engine runs its kernel `k`
//! with one warp, with the addresses of the operands and of the results as parameters, and compares bytes.

mod moves;
mod operands;
mod sums;

pub(crate) use operands::{draw, element, metadata, width};

/// One instruction (or a few of a kind) with its operands and results.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The instruction, and what else tells the trial from others.
    pub name: String,
    /// A module with the kernel.
    pub ptx: String,
    /// Content of the first parameter's buffer.
    pub operands: Vec<u8>,
    /// Final content of the second parameter's buffer. Initially every byte is [`FILL`].
    pub expected: Vec<u8>,
}

/// Content of results that are never written.
pub const FILL: u8 = 0xee;

/// All trials: sums, then moves of fragments.
///
/// # Panics
/// If the data is missing or damaged.
pub fn trials() -> Vec<Trial> {
    let mut all = sums::trials();
    all.extend(moves::trials());
    all
}

impl Trial {
    /// Compares the results with the recorded ones.
    ///
    /// # Errors
    /// The number of different words, and the first.
    pub fn check(&self, got: &[u8]) -> Result<(), String> {
        let words = |bytes: &[u8]| -> Vec<String> {
            bytes.chunks(4).map(|w| w.iter().rev().map(|b| format!("{b:02x}")).collect()).collect()
        };
        let (got, want) = (words(got), words(&self.expected));
        let differ: Vec<usize> = (0..want.len()).filter(|&n| got.get(n) != want.get(n)).collect();
        let Some(&n) = differ.first() else { return Ok(()) };
        let shown = got.get(n).map_or("nothing", String::as_str);
        let (name, count, all) = (&self.name, differ.len(), want.len());
        Err(format!("{name}: {count} of {all} words differ, word {n} is {shown}, not {}", want[n]))
    }
}
