//! Build files in languages of their own (Python, Starlark, Meson): what speaks of CUDA is reported, line by
//! line.

use super::file::Build;
use crate::report::Reason;

/// Words that concern a build, and what to do about them.
const WORDS: [(&str, &str); 12] = [
    ("CUDAExtension", "torch's `CUDAExtension` translates sources by itself when torch was built for ROCm"),
    ("CUDA_HOME", "`HIP_PATH` is where HIP lies"),
    ("CUDA_PATH", "`HIP_PATH` is where HIP lies"),
    ("cuda_library", "rules_cuda has no HIP: compile with `hipcc`"),
    ("cuda_runtime", "the library is `amdhip64`"),
    ("cudart", "the library is `amdhip64`"),
    ("dependency('cuda'", "Meson: `dependency('hip', method: 'cmake')`"),
    ("import('cuda')", "Meson's module `cuda` has no counterpart"),
    ("local_cuda", "the repository of CUDA has no counterpart"),
    ("nvcc", "the compiler is `hipcc`"),
    ("'cuda'", "a language or library of CUDA's: HIP's compiler is `hipcc`, its library `amdhip64`"),
    ("\"cuda\"", "a language or library of CUDA's: HIP's compiler is `hipcc`, its library `amdhip64`"),
];

pub(super) fn run(build: &mut Build<'_>) {
    let text = build.text;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        if let Some((at, advice)) = WORDS.iter().find_map(|(word, advice)| Some((code.find(word)?, advice))) {
            build.note(start + at, Reason::Look, format!("this build file is not translated: {advice}"));
        }
        start += line.len();
    }
}
