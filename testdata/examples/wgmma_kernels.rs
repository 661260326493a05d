//! Writes the kernels of `gpu/wgmma` to standard output, for the recorder.

use hip_testdata::wgmma::{forms, kernels};
use std::io::Write;

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(kernels(&forms()).as_bytes())
}
