//! What one walk over the tokens finds for all rules: the names that the tables know, the words that rules look for, the
//! numbers and literals, where launches may begin. No rule needs a walk of its own.

use crate::lex::{Places, Token};
use crate::map::{self, Row};
use crate::rule::{Name, namespace, rename, setting};
use crate::{Options, chevron};
use std::ops::Range;

/// A word that some rule looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// `alignas`
    Alignas,
    /// `__CUDA_ARCH__`
    Arch,
    /// `asm`, in its spellings.
    Asm,
    /// What names of CUDA's begin with, as a word of its own.
    Begin,
    /// `cuda`, which is a namespace, or what names begin with.
    Cuda,
    /// `__device__`
    Device,
    /// `__global__`
    Global,
    /// A part of a launch's dimensions, as the driver's structures name it.
    GridPart,
    /// `__has_include`
    HasInclude,
    /// `__launch_bounds__`
    LaunchBounds,
    /// `nvcuda`
    Nvcuda,
    /// A function on a warp's lanes.
    Sync,
    /// `texture`
    Texture,
    /// `thrust`
    Thrust,
    /// A version of CUDA's, or of a library's.
    Version,
}

/// The words.
pub(crate) const WORDS: &[(&str, Word)] = &[
    ("CU", Word::Begin),
    ("CUBLAS", Word::Begin),
    ("CUBLAS_", Word::Begin),
    ("CUBLAS_VERSION", Word::Version),
    ("CUBLAS_VER_MAJOR", Word::Version),
    ("CUDA", Word::Begin),
    ("CUDART_VERSION", Word::Version),
    ("CUDA_", Word::Begin),
    ("CUDA_VERSION", Word::Version),
    ("CUDNN_MAJOR", Word::Version),
    ("CUDNN_VERSION", Word::Version),
    ("CUFFT", Word::Begin),
    ("CUFFT_", Word::Begin),
    ("CUFFT_VERSION", Word::Version),
    ("CURAND", Word::Begin),
    ("CURAND_", Word::Begin),
    ("CURAND_VERSION", Word::Version),
    ("CUSOLVER", Word::Begin),
    ("CUSOLVER_", Word::Begin),
    ("CUSOLVER_VERSION", Word::Version),
    ("CUSOLVER_VER_MAJOR", Word::Version),
    ("CUSPARSE", Word::Begin),
    ("CUSPARSE_", Word::Begin),
    ("CUSPARSE_VERSION", Word::Version),
    ("CUSPARSE_VER_MAJOR", Word::Version),
    ("CU_", Word::Begin),
    ("__CUDA_ARCH__", Word::Arch),
    ("__activemask", Word::Sync),
    ("__all", Word::Sync),
    ("__all_sync", Word::Sync),
    ("__any", Word::Sync),
    ("__any_sync", Word::Sync),
    ("__asm", Word::Asm),
    ("__asm__", Word::Asm),
    ("__ballot", Word::Sync),
    ("__ballot_sync", Word::Sync),
    ("__device__", Word::Device),
    ("__global__", Word::Global),
    ("__has_include", Word::HasInclude),
    ("__has_include_next", Word::HasInclude),
    ("__launch_bounds__", Word::LaunchBounds),
    ("__match_all_sync", Word::Sync),
    ("__match_any_sync", Word::Sync),
    ("__nanosleep", Word::Sync),
    ("__reduce_add_sync", Word::Sync),
    ("__reduce_and_sync", Word::Sync),
    ("__reduce_max_sync", Word::Sync),
    ("__reduce_min_sync", Word::Sync),
    ("__reduce_or_sync", Word::Sync),
    ("__reduce_xor_sync", Word::Sync),
    ("__shfl_down_sync", Word::Sync),
    ("__shfl_sync", Word::Sync),
    ("__shfl_up_sync", Word::Sync),
    ("__shfl_xor_sync", Word::Sync),
    ("__syncwarp", Word::Sync),
    ("__uni_sync", Word::Sync),
    ("alignas", Word::Alignas),
    ("asm", Word::Asm),
    ("blockDimX", Word::GridPart),
    ("blockDimY", Word::GridPart),
    ("blockDimZ", Word::GridPart),
    ("cu", Word::Begin),
    ("cu_", Word::Begin),
    ("cublas", Word::Begin),
    ("cublas_", Word::Begin),
    ("cuda", Word::Cuda),
    ("cuda_", Word::Begin),
    ("cudnn", Word::Begin),
    ("cudnn_", Word::Begin),
    ("cufft", Word::Begin),
    ("cufft_", Word::Begin),
    ("curand", Word::Begin),
    ("curand_", Word::Begin),
    ("cusolver", Word::Begin),
    ("cusolver_", Word::Begin),
    ("cusparse", Word::Begin),
    ("cusparse_", Word::Begin),
    ("gridDimX", Word::GridPart),
    ("gridDimY", Word::GridPart),
    ("gridDimZ", Word::GridPart),
    ("nvcuda", Word::Nvcuda),
    ("texture", Word::Texture),
    ("thrust", Word::Thrust),
];

/// Whether a token stands in one of some ranges, which are in order and apart.
fn is_among(ranges: &[Range<usize>], at: usize) -> bool {
    let n = ranges.partition_point(|range| range.end <= at);
    ranges.get(n).is_some_and(|range| range.contains(&at))
}

/// What the walk found; places are numbers of tokens, in order.
#[derive(Clone, Default, Debug)]
pub struct Marks {
    words: Vec<(usize, Word)>,
    /// Where tokens of some kinds are.
    pub places: Places,
    /// The first of three `<`.
    pub chevrons: Vec<usize>,
    /// Tokens that stay as they are, whatever they mean, in order.
    pub left: Vec<Range<usize>>,
}

impl Marks {
    /// Walks over the tokens; the names that the tables know come apart, each with the name that it gets under these options
    /// as its HIP name.
    pub fn new(text: &[u8], tokens: &[Token], places: Places, options: &Options) -> (Self, Vec<Name>) {
        Self::new_in(Vec::new(), text, tokens, places, options)
    }

    /// The same, with the names in the room of others.
    pub(crate) fn new_in(
        mut names: Vec<Name>,
        text: &[u8],
        tokens: &[Token],
        places: Places,
        options: &Options,
    ) -> (Self, Vec<Name>) {
        let angles = places.angles.iter().copied();
        let chevrons = angles.filter(|&at| chevron::three(tokens, at, b'<')).collect();
        let mut words = Vec::new();
        names.clear();
        for &at in &places.idents {
            let token = &tokens[at];
            if !places.parted && !map::may_know(token.text(text)) {
                continue;
            }
            let joined = if places.parted { token.joined(text) } else { token.text(text).into() };
            let (row, word) = map::look(&joined);
            if let Some(word) = word {
                words.push((at, word));
            }
            let Some(row) = row.copied().or_else(|| map::claimed(&joined)) else { continue };
            // What the settings name is theirs.
            let own = !options.macros.is_empty()
                && std::str::from_utf8(&joined).is_ok_and(|word| options.macros.contains(word));
            if own
                || setting::becomes(text, token, options).is_some()
                || row.kind == map::Kind::Namespace && !namespace::is_namespace(text, tokens, at)
            {
                continue;
            }
            let row: Row = rename::row_for(row, options);
            let dot = at > 0 && tokens[at - 1].is(b'.');
            let arrow = at > 1 && tokens[at - 1].is(b'>') && tokens[at - 2].is(b'-');
            names.push(Name { token: at, start: token.start, end: token.end, row, member: dot || arrow });
        }
        let headers = places.headers.iter().map(|&at| &tokens[at]);
        rename::leave_legacy_blas(text, headers.clone(), &mut names);
        let device = words.iter().any(|(_, word)| matches!(word, Word::Global | Word::Device));
        if !device {
            rename::library_types(text, headers, &mut names, options);
        }
        (Self { words, places, chevrons, left: Vec::new() }, names)
    }

    /// Leaves some tokens out of all that was found; they are in order.
    pub(crate) fn leave(&mut self, left: Vec<Range<usize>>, names: &mut Vec<Name>) {
        self.left = left;
        let left = |at: usize| is_among(&self.left, at);
        names.retain(|name| !left(name.token));
        self.words.retain(|(at, _)| !left(*at));
        self.chevrons.retain(|at| !left(*at));
        let Places { idents, numbers, literals, headers, hashes, angles, parted: _ } = &mut self.places;
        for places in [idents, numbers, literals, headers, hashes, angles] {
            places.retain(|at| !left(*at));
        }
    }

    /// Whether a token stays as it is, whatever it means.
    pub fn is_left(&self, at: usize) -> bool {
        is_among(&self.left, at)
    }

    /// Where one of these words stands.
    pub fn words<'a>(&'a self, words: &'a [Word]) -> impl Iterator<Item = usize> + Clone + 'a {
        self.words.iter().filter(|(_, word)| words.contains(word)).map(|&(at, _)| at)
    }

    /// Whether one of these words stands anywhere.
    pub fn has(&self, words: &[Word]) -> bool {
        self.words.iter().any(|(_, word)| words.contains(word))
    }
}
