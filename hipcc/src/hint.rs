//! Hints for the most common mistakes: an untranslated CUDA source, and C++ that only g++ accepts.

use crate::Failure;
use hipify_rs::{Options, translate};
use std::fs;

/// Errors of clang about C++ that g++ accepts, which is the host compiler of nvcc, with what helps.
const GNU: [(&str, &str); 1] = [(
    "variable-sized object may not be initialized",
    "g++ initializes arrays of variable length, clang does not: make the length a constant, or assign the elements",
)];

/// Adds hints to the compiler's errors about a source: if the translator would change names in it, and if g++
/// would accept it.
pub(crate) fn add(failure: Failure, path: &str) -> Failure {
    let Failure::Clang(clang::Error::Ended { code, mut said }) = failure else { return failure };
    if fs::read(path).is_ok_and(|text| names_cuda(&text)) {
        said += &format!(
            "hipcc: {path} is CUDA: translate it first, by `hipify-rs {path} -o DIR`, or keep its names, with --cuda-names\n"
        );
    }
    let help = gnu(&said);
    said += &help;
    clang::Error::Ended { code, said }.into()
}

/// Returns a line for each error that g++ would not report.
fn gnu(said: &str) -> String {
    let known = GNU.iter().filter(|(error, _)| said.contains(error));
    known.map(|(_, help)| format!("hipcc: {help}\n")).collect()
}

/// Returns whether a source has CUDA names with an equivalent, other than those that HIP spells alike.
fn names_cuda(text: &[u8]) -> bool {
    let done = translate(text, &Options::default());
    done.text != text && done.report.families.values().any(|family| family.translated > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_variable_length() {
        let said = "a.hip:3:7: error: variable-sized object may not be initialized\n";
        assert!(gnu(said).starts_with("hipcc: g++ initializes arrays of variable length"));
        assert_eq!(gnu("a.hip:3:7: error: expected ';'\n"), "");
    }

    #[test]
    fn cuda_and_hip_sources() {
        assert!(names_cuda(b"#include <cuda_runtime.h>\nint main() { cudaFree(0); }\n"));
        assert!(!names_cuda(b"#include <hip/hip_runtime.h>\nint main() { hipFree(0); }\n"));
        assert!(!names_cuda(b"#include <hip/hip_nvtx.h>\nint main() { nvtxRangePushEx(nullptr); }\n"));
    }
}
