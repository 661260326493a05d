//! Build files: the few words by which a Makefile or CMakeLists.txt finds CUDA become those that find HIP.
//!
//! Line by line and word by word, by a table; what the table does not know stays.

/// Whether a file is a build file, by its name.
pub fn is_build_file(name: &str) -> bool {
    matches!(name, "Makefile" | "makefile" | "GNUmakefile" | "CMakeLists.txt")
        || name.ends_with(".mk")
        || name.ends_with(".cmake")
}

/// What words become. In order: longer ones first where one holds another.
const WORDS: [(&str, &str); 18] = [
    ("find_package(CUDAToolkit", "find_package(hip"),
    ("find_package(CUDA ", "find_package(hip "),
    ("find_package(CUDA)", "find_package(hip)"),
    ("CUDA::cuda_driver", "hip::host"),
    ("CUDA::cudart_static", "hip::host"),
    ("CUDA::cudart", "hip::host"),
    ("CUDA::nvrtc", "hiprtc::hiprtc"),
    ("/bin/nvcc", "/bin/hipcc"),
    ("/lib64/stubs", "/lib"),
    ("/lib64", "/lib"),
    ("CUDA_HOME", "HIP_PATH"),
    ("CUDA_PATH", "HIP_PATH"),
    ("CUDA_INSTALL_PATH", "HIP_PATH"),
    ("/usr/local/cuda", "/opt/rocm"),
    ("-lcudart_static", "-lamdhip64"),
    ("-lcudart", "-lamdhip64"),
    ("-lcuda", "-lamdhip64"),
    ("-lnvrtc", "-lhiprtc"),
];

/// A translated build file, and how many words changed.
pub fn translate(text: &[u8]) -> (Vec<u8>, usize) {
    let (mut out, mut changed, mut at) = (Vec::with_capacity(text.len()), 0, 0);
    while at < text.len() {
        let hit = WORDS
            .iter()
            .find(|(from, _)| text[at..].starts_with(from.as_bytes()) && ends_word(text, at, from));
        match hit {
            Some((from, to)) => {
                out.extend(to.as_bytes());
                at += from.len();
                changed += 1;
            }
            None => {
                out.push(text[at]);
                at += 1;
            }
        }
    }
    (out, changed)
}

/// A word that ends in a letter must not go on (`-lcudadevrt` is not `-lcuda`), nor start within another.
fn ends_word(text: &[u8], at: usize, word: &str) -> bool {
    let in_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let ends = !word.ends_with(|c: char| c.is_ascii_alphanumeric())
        || !text.get(at + word.len()).is_some_and(in_word);
    let starts = !word.starts_with(|c: char| c.is_ascii_alphanumeric()) || at == 0 || !in_word(&text[at - 1]);
    ends && starts
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_change_and_nothing_else() {
        let text = b"LDLIBS += -L$(CUDA_HOME)/lib64/stubs -lcuda -lcudadevrt # MY_CUDA_HOME\nfind_package(CUDAToolkit REQUIRED)\n";
        let (out, changed) = super::translate(text);
        let want =
            "LDLIBS += -L$(HIP_PATH)/lib -lamdhip64 -lcudadevrt # MY_CUDA_HOME\nfind_package(hip REQUIRED)\n";
        assert_eq!((String::from_utf8_lossy(&out).as_ref(), changed), (want, 4));
        assert_eq!(super::translate(&out).1, 0);
    }
}
