//! CUDA's libraries in command lines of sources with CUDA's names, which macros give HIP's.

use clang::arguments::{Item, Plan};
use hipify_rs::link_libraries;

/// Replaces CUDA's host libraries by HIP's, if sources use CUDA's names. The runtime and the driver are in
/// the SDK under CUDA's names too.
pub(crate) fn adapt(plan: &mut Plan) {
    if !plan.cuda_names {
        return;
    }
    for item in &mut plan.items {
        if let Item::Link(word) = item
            && let Some(made) = replaced(word)
        {
            *word = made;
        }
    }
}

/// Returns HIP's library instead of CUDA's in an option `-lNAME`.
fn replaced(word: &str) -> Option<String> {
    let hip = link_libraries::library(word.strip_prefix("-l")?)?.hip?;
    hip.starts_with("hip").then(|| format!("-l{hip}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_libraries_get_hips_names() {
        assert_eq!(replaced("-lcufft").as_deref(), Some("-lhipfft"));
        assert_eq!(replaced("-lcublas_static").as_deref(), Some("-lhipblas"));
        for other in ["-lcuda", "-lcudart", "-lm", "cufft.o"] {
            assert_eq!(replaced(other), None);
        }
    }
}
