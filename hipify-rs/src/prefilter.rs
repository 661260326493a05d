//! Prefilter: decides quickly whether a text may contain CUDA names. Most files of most projects contain
//! none, and need not be lexed.
//!
//! Every name and header of the tables contains one of `STEMS` (a test proves it), and so does everything
//! else that a rule looks for. Where a stem is found, the word around it is looked up: `cubic` contains a
//! stem but is no CUDA name. A text without CUDA names stays unchanged with an empty report; names spelled
//! the same in HIP (`dim3`) count only next to other CUDA names. Apart from that count, the prefilter does
//! not affect results.

use crate::lex::in_ident;
use crate::{Options, map};
use aho_corasick::{AhoCorasick, AhoCorasickKind, Input};
use std::ops::Range;
use std::sync::OnceLock;

/// Parts of names. Short ones match by chance and cost time, so each is as long as possible.
const STEMS: &[&str] = &[
    // Device code: qualifiers, launches, variables, intrinsics.
    "__global__",
    "__device__",
    "__host__",
    "__shared__",
    "__constant__",
    "__managed__",
    "__launch_bounds__",
    "__grid_constant__",
    "__syncthreads",
    "__syncwarp",
    "__nanosleep",
    "texture<",
    "_sync(",
    "__activemask",
    "__all(",
    "__any(",
    "__ballot",
    "__nv_",
    "__NVCC__",
    "<<<",
    "<< <",
    "< <<",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    // Libraries and their headers.
    "cuda",
    "Cuda",
    "CUDA",
    "cublas",
    "CUBLAS",
    "cudnn",
    "CUDNN",
    "cufft",
    "CUFFT",
    "CUFILE",
    "curand",
    "CURAND",
    "cusolver",
    "CUSOLVER",
    "cusparse",
    "CUSPARSE",
    "cupti",
    "CUPTI",
    "cutensor",
    "nccl",
    "NCCL",
    "nvcuda",
    "nvrtc",
    "NVRTC",
    "nvtx",
    "NVTX",
    "nvToolsExt",
    "nvml",
    "nvJitLink",
    "nv_bf",
    "NVCL_",
    "NVFFT",
    "cub::",
    "cub/",
    "cub;",
    ":cub",
    " cub",
    "CUB_",
    "Cub",
    "npp",
    "optix",
    "cudss",
    "cufile",
    "cutlass",
    "nvcomp",
    "nvjpeg",
    "nvshmem",
    "nvvm",
    "caffe2",
    "CUDSS_",
    "CUTENSOR_",
    "CUVID",
    "NPP_",
    "NVJITLINK_",
    "NVJPEG_",
    "NVML_",
    "NVSHMEM_",
    "NVVM_",
    "Npp16",
    "Npp32",
    "Npp64",
    "Npp8u",
    "NppStatus",
    "NppStream",
    "NppiPoint",
    "NppiRect",
    "NppiSize",
    "OPTIX_",
    "cuvid",
    "nvEnc",
    "NV_",
    // The driver's functions, types and constants.
    "cu##",
    "cu ##",
    "cu_##",
    "CU##",
    "CU ##",
    "(cu,",
    "(CU,",
    " cu,",
    " CU,",
    "cuui",
    "cuA",
    "cuB",
    "cuC",
    "cuD",
    "cuE",
    "cuF",
    "cuG",
    "cuH",
    "cuI",
    "cuJ",
    "cuK",
    "cuL",
    "cuM",
    "cuN",
    "cuO",
    "cuP",
    "cuQ",
    "cuR",
    "cuS",
    "cuT",
    "cuU",
    "cuV",
    "cuW",
    "cuX",
    "cuY",
    "cuZ",
    "cuuint",
    "CU_",
    "CUG",
    "CUa",
    "CUc",
    "CUd",
    "CUe",
    "CUf",
    "CUg",
    "CUh",
    "CUi",
    "CUj",
    "CUk",
    "CUl",
    "CUm",
    "CUo",
    "CUp",
    "CUr",
    "CUs",
    "CUt",
    "CUu",
    "CUC",
    "CUv",
    "CUw",
    // Names of libraries without a telling prefix.
    "CIG_DATA",
    "RESOURCE_ABI",
    "cl_context_f",
    "cl_event_f",
    "bsric",
    "bsrilu",
    "bsrsm",
    "bsrsv",
    "csrchol",
    "csrgemm2",
    "csric",
    "csrilu",
    "csrlu",
    "csrqr",
    "csrsm",
    "csrsv",
    "gesvdjI",
    "syevjI",
    "pruneI",
    "memoryBarrier",
    "getLocalRuntimeV",
    "libraryProp",
    // Headers without a telling prefix.
    "cooperative_groups",
    "_types.h",
    "_functions.h",
    "_functions.hpp",
    "_defines.h",
    "_descriptor.h",
    "_parameters.h",
    "_constants.h",
    "_intrinsics.h",
    "mma.h",
    "host_config.h",
    "sm_70_rt.h",
    "nvfunctional",
    "thrust/",
    "nv_half",
];

/// Texts shorter than this, in bytes, are lexed faster than the automaton is built.
const SHORT: usize = 4 << 10;

/// Builds the automaton. A DFA is twice as fast as the crate's default for this number of stems, and is built
/// as quickly.
fn build_automaton() -> Option<AhoCorasick> {
    AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).build(STEMS).ok()
}

/// Returns whether a text may contain CUDA names, or names of the settings.
pub fn may_be_cuda(text: &[u8], options: &Options) -> bool {
    static AUTOMATON: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    // Names mapped to themselves need no work.
    let renamed = options.names.iter().any(|(from, to)| from != to);
    let own = renamed
        || !options.headers.is_empty()
        || !options.left_headers.is_empty()
        || !options.launch_macros.is_empty();
    own || text.len() < SHORT
        || AUTOMATON.get_or_init(build_automaton).as_ref().is_none_or(|stems| has_relevant_word(stems, text))
}

/// Returns whether a stem in a text is part of a relevant word.
fn has_relevant_word(stems: &AhoCorasick, text: &[u8]) -> bool {
    let mut from = 0;
    let mut directive = begins_directive(text);
    while let Some(found) = stems.find(Input::new(text).range(from..)) {
        let Some(word) = word(text, found.range()) else { return true };
        // Each line is checked once, however many words it has.
        if let Some(end) = memchr::memrchr(b'\n', &text[from..word.start.max(from)]) {
            directive = begins_directive(&text[from + end + 1..]);
        }
        if directive || is_relevant(text, word.clone()) {
            return true;
        }
        from = word.end.max(found.start() + 1);
    }
    false
}

/// Returns the word that contains a stem, from the first identifier byte of the stem. `<<<` has none.
fn word(text: &[u8], stem: Range<usize>) -> Option<Range<usize>> {
    let inside = stem.clone().find(|&at| in_ident(text[at]))?;
    let start = text[..inside].iter().rposition(|&b| !in_ident(b)).map_or(0, |at| at + 1);
    let end = text[inside..].iter().position(|&b| !in_ident(b)).map_or(text.len(), |n| inside + n);
    Some(start..end)
}

/// Returns whether the first byte of a line, after blanks, is a `#`.
fn begins_directive(line: &[u8]) -> bool {
    line.iter().find(|b| !matches!(b, b' ' | b'\t')) == Some(&b'#')
}

/// Returns whether a word with a stem may be something that a rule looks for: a name, a part of one, a
/// header, a library.
fn is_relevant(text: &[u8], at: Range<usize>) -> bool {
    let word = &text[at.clone()];
    let (before, behind) = (&text[..at.start], &text[at.end..]);
    let (row, special) = map::lookup(word);
    if row.is_some() || special.is_some() || map::claimed(word).is_some() {
        return true;
    }
    // The preprocessor or a line splice may join it with its neighbour to a name; `<name.h>` is a header.
    let beside = behind.iter().find(|b| !matches!(b, b' ' | b'\t'));
    let ahead = before.iter().rev().find(|b| !matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
    let header = matches!(behind, [b'.', b'c' | b'h', ..]);
    // A byte order mark is part of no word.
    let library = word.starts_with(b"lib");
    header
        || library
        || !word.is_ascii()
        || matches!(beside, Some(b'#' | b'\\'))
        || matches!(ahead, Some(b'#' | b'\\'))
}

#[cfg(test)]
mod tests {
    use super::{SHORT, STEMS, may_be_cuda};
    use crate::map::{self, TABLES, WORDS, Word};
    use crate::report::Note;
    use crate::{Options, translate};
    use std::path::Path;

    /// Returns whether the prefilter passes a text, padded to the length from which it is used.
    fn passes(text: &[u8]) -> bool {
        may_be_cuda(&[text, b"\n", &[b' '; SHORT]].concat(), &Options::default())
    }

    #[test]
    fn every_claimed_name_and_every_word_of_a_rule_holds_a_stem() {
        // These words only matter next to others: `cu` before `##`, `texture` before `<`, `thrust` before
        // `::cuda`, `alignas` after a mark, `__restrict__`, `template` and PTX in device code.
        // Functions on lanes matter as calls; a text with a blank before the bracket contains other names.
        let beside = [
            Word::Alignas,
            Word::Begin,
            Word::Asm,
            Word::Texture,
            Word::GridPart,
            Word::HasInclude,
            Word::Pragma,
            Word::Restrict,
            Word::Sync,
            Word::Template,
            Word::Thrust,
        ];
        let words = WORDS.iter().filter(|(_, word)| !beside.contains(word)).map(|(text, _)| *text);
        // A claimed prefix is followed by the rest of a name.
        let claims = map::claims().map(|(begin, ..)| begin);
        let missing: Vec<&str> = words.chain(claims).filter(|word| !passes(word.as_bytes())).collect();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    /// The prefilter passes every line and every file of the inputs that a rule changes or reports.
    #[test]
    fn texts_with_findings_pass() {
        let options = Options { strings: true, ..Options::default() };
        let (mut spoken, mut kept) = (0, Vec::new());
        let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
        for entry in walkdir::WalkDir::new(inputs).sort_by_file_name() {
            let entry = entry.expect("a readable directory");
            if !entry.path().extension().is_some_and(|e| ["cu", "cpp", "c", "h"].iter().any(|w| e == *w)) {
                continue;
            }
            let text = std::fs::read(entry.path()).expect("a readable input");
            for piece in text.split(|&b| b == b'\n').chain([text.as_slice()]).filter(|p| p.len() < SHORT) {
                let done = translate(piece, &options);
                // Names spelled the same are counted only if the text is lexed at all. Functions of device
                // code occur together with its qualifiers.
                let device = |note: &Note| {
                    map::name_bytes(&piece[note.at.clone()])
                        .is_some_and(|row| row.kind == map::NameKind::Device)
                };
                let silent = done.report.notes.iter().all(device) && done.report.launches == 0;
                if !silent || done.text != piece {
                    spoken += 1;
                    if !passes(piece) {
                        let shown = String::from_utf8_lossy(piece).into_owned();
                        kept.push((entry.path().to_owned(), shown));
                    }
                }
            }
        }
        assert!(kept.is_empty(), "{kept:#?}");
        assert!(spoken > 1000, "{spoken} pieces");
    }

    #[test]
    fn every_name_that_matters_holds_a_stem() {
        let mut missing = Vec::new();
        for (table, text) in TABLES {
            for line in tsv::rows(text) {
                let fields: Vec<&str> = tsv::cells(line).collect();
                let (cuda, hip, roc, kind) = (fields[0], fields[1], fields[2], fields[3]);
                // A device function that keeps its name, or has none in HIP, is neither changed nor reported.
                let matters = hip != cuda && (hip != "-" || kind != "device")
                    || !matches!(roc, "=" | "-") && roc != cuda;
                let held = STEMS.iter().any(|stem| cuda.contains(stem) || format!(" {cuda};").contains(stem));
                if matters && !held {
                    missing.push(format!("{table}: {cuda}"));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }
}
