//! Hint for the most common mistake: an untranslated CUDA source.

use crate::Failure;
use hipify_rs::{Options, translate};
use std::fs;

/// Adds a hint to the compiler's errors about a source if the translator would change names in it.
pub(crate) fn add(failure: Failure, path: &str) -> Failure {
    let Failure::Clang(clang::Error::Ended { code, mut said }) = failure else { return failure };
    if fs::read(path).is_ok_and(|text| names_cuda(&text)) {
        said += &format!("hipcc: {path} is CUDA: translate it first, by `hipify-rs {path} -o DIR`\n");
    }
    clang::Error::Ended { code, said }.into()
}

/// Returns whether a source has CUDA names with an equivalent.
fn names_cuda(text: &[u8]) -> bool {
    translate(text, &Options::default()).report.families.values().any(|family| family.translated > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuda_and_hip_sources() {
        assert!(names_cuda(b"#include <cuda_runtime.h>\nint main() { cudaFree(0); }\n"));
        assert!(!names_cuda(b"#include <hip/hip_runtime.h>\nint main() { hipFree(0); }\n"));
    }
}
