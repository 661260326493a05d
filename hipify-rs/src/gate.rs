//! A quick look: whether a text can hold anything of CUDA's. Most files of most trees do not, and need not be
//! lexed.
//!
//! Every name and header of the tables holds one of `STEMS`, and so does whatever else a rule looks for; a
//! test proves the former. Where a stem stands, the word around it is asked for: `cubic` holds one and is
//! nothing of CUDA's. A text without any stays as it is, with an empty report: names that HIP spells alike
//! (`dim3`) count where something of CUDA's stands beside them. Otherwise the look changes no answer: it only
//! comes sooner.

use crate::lex::in_ident;
use crate::{Options, map};
use aho_corasick::{AhoCorasick, AhoCorasickKind, Input};
use std::ops::Range;
use std::sync::OnceLock;

/// Parts of names. Short ones match by chance and cost the look's gain, so they are as long as they can be.
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
    // Names that go with a library's and do not say so.
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
    // Headers that do not say so either.
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
];

/// Texts shorter than this are lexed before the look is ready.
const SHORT: usize = 4 << 10;

/// A deterministic automaton: twice as fast as what the crate takes of itself for so many stems, and as
/// quickly made.
fn look() -> Option<AhoCorasick> {
    AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).build(STEMS).ok()
}

/// Whether a text may hold something of CUDA's, or of the settings' names.
pub fn may_be_cuda(text: &[u8], options: &Options) -> bool {
    static LOOK: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    // Names that stay as they are give no work.
    let renamed = options.names.iter().any(|(from, to)| from != to);
    let own = renamed || !options.headers.is_empty() || !options.launch_macros.is_empty();
    own || text.len() < SHORT || LOOK.get_or_init(look).as_ref().is_none_or(|look| any(look, text))
}

/// Whether one of the stems in a text stands for something.
fn any(look: &AhoCorasick, text: &[u8]) -> bool {
    let mut from = 0;
    let mut directive = begins_directive(text);
    while let Some(found) = look.find(Input::new(text).range(from..)) {
        let Some(word) = word(text, found.range()) else { return true };
        // Lines are looked at once, however many words they have.
        if let Some(end) = memchr::memrchr(b'\n', &text[from..word.start.max(from)]) {
            directive = begins_directive(&text[from + end + 1..]);
        }
        if directive || speaks(text, word.clone()) {
            return true;
        }
        from = word.end.max(found.start() + 1);
    }
    false
}

/// The word around a stem: around the first of its bytes that is a word's. None of `<<<`.
fn word(text: &[u8], stem: Range<usize>) -> Option<Range<usize>> {
    let inside = stem.clone().find(|&at| in_ident(text[at]))?;
    let start = text[..inside].iter().rposition(|&b| !in_ident(b)).map_or(0, |at| at + 1);
    let end = text[inside..].iter().position(|&b| !in_ident(b)).map_or(text.len(), |n| inside + n);
    Some(start..end)
}

/// Whether a line's first byte but blanks is a `#`.
fn begins_directive(line: &[u8]) -> bool {
    line.iter().find(|b| !matches!(b, b' ' | b'\t')) == Some(&b'#')
}

/// Whether a word with a stem may be what a rule looks for: a name, a part of one, a header, a library.
fn speaks(text: &[u8], at: Range<usize>) -> bool {
    let word = &text[at.clone()];
    let (before, behind) = (&text[..at.start], &text[at.end..]);
    let (row, special) = map::look(word);
    if row.is_some() || special.is_some() || map::claimed(word).is_some() {
        return true;
    }
    // The preprocessor, or a hidden line end, may make a name of it and what stands beside it; `<name.h>`.
    let beside = behind.iter().find(|b| !matches!(b, b' ' | b'\t'));
    let ahead = before.iter().rev().find(|b| !matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
    let header = matches!(behind, [b'.', b'c' | b'h', ..]);
    // A byte order mark belongs to no word.
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

    /// Whether the look lets a text by, were it long enough to be looked at.
    fn passes(text: &[u8]) -> bool {
        may_be_cuda(&[text, b"\n", &[b' '; SHORT]].concat(), &Options::default())
    }

    #[test]
    fn every_claimed_name_and_every_word_of_a_rule_holds_a_stem() {
        // What these words mean they mean beside others: `cu` before `##`, `texture` before `<`, `thrust`
        // before `::cuda`, `alignas` behind a mark, PTX in device code. Of
        // functions on lanes the call is what counts, and a text with a blank before its bracket has more of
        // CUDA's.
        let beside = [
            Word::Alignas,
            Word::Begin,
            Word::Asm,
            Word::Texture,
            Word::GridPart,
            Word::HasInclude,
            Word::Sync,
            Word::Thrust,
        ];
        let words = WORDS.iter().filter(|(_, word)| !beside.contains(word)).map(|(text, _)| *text);
        // A name goes on behind what claims it.
        let claims = map::claims().map(|(begin, ..)| begin);
        let missing: Vec<&str> = words.chain(claims).filter(|word| !passes(word.as_bytes())).collect();
        assert!(missing.is_empty(), "{missing:#?}");
    }

    /// The look changes no answer: whatever some rule says or does of a line or a file of the inputs, the
    /// look lets it by.
    #[test]
    fn what_any_rule_speaks_of_passes() {
        let options = Options { strings: true, ..Options::default() };
        let (mut spoken, mut kept) = (0, Vec::new());
        let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs");
        for entry in walkdir::WalkDir::new(inputs).sort_by_file_name() {
            let entry = entry.expect("a readable folder");
            if !entry.path().extension().is_some_and(|e| ["cu", "cpp", "c", "h"].iter().any(|w| e == *w)) {
                continue;
            }
            let text = std::fs::read(entry.path()).expect("a readable input");
            for piece in text.split(|&b| b == b'\n').chain([text.as_slice()]).filter(|p| p.len() < SHORT) {
                let done = translate(piece, &options);
                // A name that is spelled alike is counted where a text is looked at at all. Functions of
                // device code stand where its qualifiers do.
                let device = |note: &Note| {
                    map::name_of(&piece[note.at.clone()]).is_some_and(|row| row.kind == map::Kind::Device)
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
            for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
                let fields: Vec<&str> = line.split('\t').collect();
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
