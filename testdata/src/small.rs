//! `ptx/run/*.ptx`: small kernels with what they must leave behind, run by every engine.
//!
//! The kernel is `k(.param .u64 buffer)`. Comments say the rest: `// grid [x, y, z] block [x, y, z]`, then
//! maybe ` cluster [x, y, z]` in blocks; `// input:` the
//! 32-bit words the buffer starts with and `// output:` what it ends with, over as many lines as it takes.
//! Words that `input` does not reach are zero. `n*word` stands for `n` times the word.

use std::path::PathBuf;

/// A kernel and its answer.
#[derive(Clone, Debug)]
pub struct Small {
    /// File name.
    pub name: String,
    /// The module.
    pub text: String,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Blocks of a cluster, if there are such.
    pub cluster: Option<[u32; 3]>,
    /// Initial content of the buffer.
    pub input: Vec<u32>,
    /// Final content of the buffer.
    pub output: Vec<u32>,
}

/// All of them, by name.
///
/// # Panics
/// If a file does not say what it must.
pub fn all() -> Vec<Small> {
    crate::files("ptx/run", "ptx").into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Small {
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("cannot read {name}: {e}"));
    let shape =
        text.lines().find_map(|l| l.strip_prefix("// grid [")).unwrap_or_else(|| panic!("{name}: no grid"));
    let (grid, block) = shape.split_once("] block [").unwrap_or_else(|| panic!("{name}: no block"));
    let three = |list: &str| -> [u32; 3] {
        let numbers: Option<Vec<u32>> =
            list.trim_end_matches(']').split(", ").map(|n| n.parse().ok()).collect();
        numbers.and_then(|n| n.try_into().ok()).unwrap_or_else(|| panic!("{name}: `{list}` is no shape"))
    };
    let (block, cluster) = match block.split_once("] cluster [") {
        Some((block, cluster)) => (block, Some(three(cluster))),
        None => (block, None),
    };
    let (grid, block) = (three(grid), three(block));
    let output = words(&name, &text, "// output:");
    assert!(!output.is_empty(), "{name} says nothing of its output");
    let mut input = words(&name, &text, "// input:");
    input.resize(output.len().max(input.len()), 0);
    Small { name, grid, block, cluster, input, output, text }
}

fn words(name: &str, text: &str, marker: &str) -> Vec<u32> {
    let mut all = Vec::new();
    for part in text.lines().filter_map(|l| l.strip_prefix(marker)).flat_map(str::split_whitespace) {
        let (times, word) = part.split_once('*').unwrap_or(("1", part));
        let value = match word.strip_prefix("0x") {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => word.parse().ok(),
        };
        let value = value.zip(times.parse().ok());
        let (value, times): (u32, usize) = value.unwrap_or_else(|| panic!("{name}: `{part}` is no word"));
        all.extend(std::iter::repeat_n(value, times));
    }
    all
}

impl Small {
    /// The buffer at the start, as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.input.iter().flat_map(|w| w.to_le_bytes()).collect()
    }

    /// Describes the difference between a buffer and the expected content.
    pub fn difference(&self, bytes: &[u8]) -> Option<String> {
        let got: Vec<u32> =
            bytes.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])).collect();
        let wrong: Vec<String> = (self.output.iter().zip(&got).enumerate())
            .filter(|(_, (want, got))| want != got)
            .take(8)
            .map(|(n, (want, got))| format!("word {n}: wanted {want:#x}, got {got:#x}"))
            .collect();
        (!wrong.is_empty()).then(|| format!("{}: {}", self.name, wrong.join("; ")))
    }
}
