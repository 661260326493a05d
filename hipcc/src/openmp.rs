//! OpenMP without clang's library for it: GCC's has the functions, but not what clang makes of `#pragma omp`.

use crate::Failure;
use clang::arguments::{Item, Plan};
use clang::driver::Clang;

/// Compiles without OpenMP if clang's library is not installed, and says so.
pub(crate) fn adapt(plan: &mut Plan, clang: &Clang) -> Result<(), Failure> {
    let is_asked = |word: &String| word.starts_with("-fopenmp") && word != "-fopenmp-simd";
    if !plan.compile.iter().chain(&plan.link).any(is_asked) || clang.has("libomp.so")? {
        return Ok(());
    }
    plan.compile.retain(|word| !is_asked(word));
    plan.link.retain(|word| !is_asked(word));
    plan.items.push(Item::Link("-lgomp".to_owned()));
    plan.notes.push(
        "-fopenmp: clang's OpenMP library is not installed (on Debian, libomp-dev with clang's version), so \
         `#pragma omp` has no effect and loops run on one thread"
            .to_owned(),
    );
    Ok(())
}
