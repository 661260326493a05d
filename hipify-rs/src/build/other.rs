//! Build files in languages of their own (Python, Starlark, Meson): lines that refer to CUDA are reported.

use super::file::Build;
use crate::report::Reason;

/// Words to report, with advice.
const WORDS: [(&str, &str); 12] = [
    ("CUDAExtension", "torch's `CUDAExtension` translates sources itself if torch was built for ROCm"),
    ("CUDA_HOME", "the directory of HIP is `HIP_PATH`"),
    ("CUDA_PATH", "the directory of HIP is `HIP_PATH`"),
    ("cuda_library", "rules_cuda does not support HIP; compile with `hipcc`"),
    ("cuda_runtime", "the library is `amdhip64`"),
    ("cudart", "the library is `amdhip64`"),
    ("dependency('cuda'", "in Meson, use `dependency('hip', method: 'cmake')`"),
    ("import('cuda')", "Meson's module `cuda` has no equivalent"),
    ("local_cuda", "CUDA's repository has no equivalent"),
    ("nvcc", "the compiler is `hipcc`"),
    ("'cuda'", "HIP's compiler is `hipcc`, and its library `amdhip64`"),
    ("\"cuda\"", "HIP's compiler is `hipcc`, and its library `amdhip64`"),
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
