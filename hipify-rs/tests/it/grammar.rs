//! Sources made by a small grammar, laid out in every way that C++ allows: white space, comments, line
//! continuations and line ends between tokens change no translation, and twice is once in each layout.
//!
//! `PROPTEST_CASES` raises the number of sources and `PROPTEST_RNG_SEED` chooses others; without them a run
//! is the same every time. A layout that failed goes to `tests/inputs/broken`.

use hipify_rs::report::Reason;
use hipify_rs::{KernelLaunch, Options, lex, translate};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};

const CASES: u32 = 192;

/// A line's tokens, separated by single spaces.
#[derive(Clone, Debug)]
struct Line {
    tokens: &'static str,
    directive: bool,
}

const DIRECTIVES: &[&str] = &[
    "# include <cuda.h>",
    "# include <cuda_runtime.h>",
    "# include \"cuda_runtime.h\"",
    "# include <cuda_runtime_api.h>",
    "# include <device_launch_parameters.h>",
    "# include <cublas_v2.h>",
    "# include <cublas.h>",
    "# include <curand_kernel.h>",
    "# include <cooperative_groups.h>",
    "# include <mma.h>",
    "# include <vector>",
    "# include \"own.h\"",
    "# pragma once",
    "# pragma unroll",
    "# define CHECK(call) if ( ( call ) != cudaSuccess ) exit ( 1 )",
    "# define LAUNCH(k) k <<< 1 , 2 >>> ( )",
    "# define SIZE sizeof ( cudaDeviceProp )",
    "# undef SIZE",
    "# error CUDA",
];

const CONDITIONS: &[&str] = &[
    "# ifdef __CUDA_ARCH__",
    "# ifndef __CUDACC__",
    "# if CUDART_VERSION >= 11000",
    "# if defined ( __CUDA_ARCH__ ) && __CUDA_ARCH__ >= 700",
    "# if __has_include ( <cuda.h> )",
    "# if 0",
];

const STATEMENTS: &[&str] = &[
    "cudaMalloc ( & p , n * sizeof ( float ) ) ;",
    "CHECK ( cudaMemcpy ( a , b , n , cudaMemcpyHostToDevice ) ) ;",
    "k <<< grid , block , 0 , stream >>> ( a , b ) ;",
    "k < int , 4 > <<< dim3 ( 1 , 2 ) , 32 >>> ( x ) ;",
    "ns :: k <<< n / 2 , 1 >>> ( & x [ 1 ] , y -> z ) ;",
    "cuCtxCreate ( & c , 0 , d ) ;",
    "cudaGraphAddDependencies ( g , from , to , NULL , n ) ;",
    "cudaGraphAddDependencies ( g , from , to , edges , n ) ;",
    "cudaMemAdvise ( p , n , cudaMemAdviseSetReadMostly , 0 ) ;",
    "cudaMemAdvise ( p , n , advice , { cudaMemLocationTypeDevice , 0 } ) ;",
    "cudaMemPrefetchAsync ( p , n , 0 , s ) ;",
    "cudaDeviceGetAttribute ( & v , cudaDevAttrWarpSize , d ) ;",
    "cudaDeviceGetAttribute ( & v , 16 , d ) ;",
    "int v = ( cudaDeviceAttr ) 10 ;",
    "cudaStream_t s = cudaStreamLegacy ;",
    "struct cudaExternalMemoryHandleDesc desc ;",
    "CUdeviceptr p = 0 , q = p + 1 ;",
    "cuMemAlloc ( & p , 4 ) ;",
    "char * r = ( char * ) ( p + 1 ) ;",
    "__global__ void k ( float * a ) { a [ threadIdx . x ] = 0 ; }",
    "__global__ void __launch_bounds__ ( 256 , 2 ) k ( CUdeviceptr p ) { }",
    "__launch_bounds__ ( 256 ) __global__ void j ( ) { }",
    "extern __shared__ float shared [ ] ;",
    "__shfl_sync ( 0xffffffff , v , 0 ) ;",
    "unsigned m = __ballot_sync ( __activemask ( ) , v ) ;",
    "__syncwarp ( ) ;",
    "asm volatile ( \"mov.u32\\t%0,%laneid;\" : \"=r\" ( x ) ) ;",
    "using namespace nvcuda ;",
    "nvcuda :: wmma :: fragment < a > f ;",
    "namespace cg = cooperative_groups ;",
    "cub :: DeviceReduce :: Sum ( t , n , i , o , c ) ;",
    "thrust :: for_each ( thrust :: cuda :: par . on ( s ) , a , b , f ) ;",
    "void * h = dlopen ( \"libcuda.so.1\" , 1 ) ;",
    "printf ( \"cudaMalloc\" ) ;",
    "if ( e != cudaSuccess ) return cudaGetLastError ( ) ;",
    "auto f = [ & ] ( cudaError_t e ) { return e ; } ;",
    "cublasSaxpy ( h , n , & alpha , x , 1 , y , 1 ) ;",
    "x . cudaMalloc = y -> cudaFree ;",
    "texture < float , 1 , cudaReadModeElementType > t ;",
    "cudaLaunchKernel ( ( const void * ) k , grid , block , args , 0 , s ) ;",
    "cudaFuncSetCacheConfig ( k , cudaFuncCachePreferL1 ) ;",
    "for ( int i = 0 ; i < n ; i ++ ) { cudaFree ( p [ i ] ) ; }",
    "float4 v = { 1.f , 2 , 3 , 4 } ;",
    "cudaEventCreate ( & e ) , cudaEventRecord ( e ) ;",
];

fn lines(of: &'static [&'static str], directive: bool) -> impl Strategy<Value = Vec<Line>> {
    select(of).prop_map(move |tokens| vec![Line { tokens, directive }])
}

/// A few lines, some of them between `#if` and `#endif`, with or without `#else`.
fn source() -> impl Strategy<Value = Vec<Line>> {
    let leaf = prop_oneof![2 => lines(DIRECTIVES, true), 5 => lines(STATEMENTS, false)];
    let item = leaf.prop_recursive(2, 12, 4, |inner| {
        let some = || prop::collection::vec(inner.clone(), 0..3).prop_map(|parts| parts.concat());
        (lines(CONDITIONS, true), some(), prop::option::of(some())).prop_map(|(head, first, second)| {
            let line = |tokens| Line { tokens, directive: true };
            let mut all = [head, first].concat();
            if let Some(second) = second {
                all.push(line("# else"));
                all.extend(second);
            }
            all.push(line("# endif"));
            all
        })
    });
    prop::collection::vec(item, 1..8).prop_map(|items| items.concat())
}

/// Whether two tokens would be others without anything between them.
fn would_merge(a: &str, b: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (Some(end), Some(start)) = (a.chars().last(), b.chars().next()) else { return false };
    is_word(end) && (is_word(start) || "\"'.".contains(start))
        || !is_word(end) && !is_word(start) && !"()[]{};,\"".contains(end) && !"()[]{};,\"".contains(start)
        || end == '.' && is_word(start) && a != "."
}

/// What stands between two tokens; on a directive's line no line ends.
fn gap(choice: u8, directive: bool, merge: bool, end: &str) -> String {
    let gap = match choice % 12 {
        0..=2 if !merge => "",
        0..=3 => " ",
        4 => "\t",
        5 => "   ",
        6 => "/**/",
        7 => " /* cudaMalloc(k<<<1 */ ",
        8 => " \\\n",
        9 if !directive => "\n",
        10 if !directive => " // cudaFree(\"\n",
        11 if !directive => "\n\n/* \" */\t",
        _ => " ",
    };
    gap.replace('\n', end)
}

/// The text of lines: plain with one space between tokens, or as the choices have it.
fn lay_out(source: &[Line], choices: Option<&[u8]>, crlf: bool) -> String {
    let end = if crlf { "\r\n" } else { "\n" };
    let mut picks = choices.map(|choices| choices.iter().cycle().copied());
    let mut pick = || picks.as_mut().and_then(Iterator::next).unwrap_or(3);
    let mut text = String::new();
    for line in source {
        // A comment or white space may stand before a directive's hash.
        match pick() % 8 {
            0 if choices.is_some() => text.push_str("  "),
            1 if choices.is_some() => text.push_str("/* # */ "),
            _ => {}
        }
        let mut before = "";
        for token in line.tokens.split(' ') {
            if !before.is_empty() {
                let choice = pick();
                // A literal and an `#error` text are one token or none to the preprocessor.
                let is_text = line.tokens.starts_with("# error") && before == "error";
                let choice = if is_text { 3 } else { choice };
                let gap = gap(choice, line.directive, would_merge(before, token), end);
                // A slash begins no comment with one.
                if before.ends_with('/') && gap.starts_with('/') {
                    text.push(' ');
                }
                text.push_str(&gap);
            }
            text.push_str(token);
            before = token;
        }
        match pick() % 8 {
            0 if choices.is_some() => text.push_str(" // the end"),
            1 if choices.is_some() => text.push_str(" /* the end */"),
            _ => {}
        }
        text.push_str(end);
    }
    text
}

/// The tokens of a text, without what lies between them.
fn tokens(text: &[u8]) -> Vec<String> {
    let tokens = lex::lex(text);
    tokens.iter().map(|token| String::from_utf8_lossy(token.text(text)).into_owned()).collect()
}

fn check(source: &[Line], choices: &[u8], crlf: bool, ggl: bool) -> Result<(), TestCaseError> {
    let kernel_launch = if ggl { KernelLaunch::Ggl } else { KernelLaunch::Keep };
    let options = Options { kernel_launch, ..Options::default() };
    let (plain, text) = (lay_out(source, None, false), lay_out(source, Some(choices), crlf));
    let (first, once) = (translate(plain.as_bytes(), &options), translate(text.as_bytes(), &options));
    let shown = || format!("of\n{text}\ncomes\n{}", String::from_utf8_lossy(&once.text));
    prop_assert!(once.report.notes.iter().all(|n| n.reason != Reason::Internal), "{}", shown());
    let again = translate(&once.text, &options).text;
    prop_assert!(again == once.text, "{}\ntwice\n{}", shown(), String::from_utf8_lossy(&again));
    let (want, got) = (tokens(&first.text), tokens(&once.text));
    let differ = want.iter().zip(&got).position(|(a, b)| a != b).unwrap_or(want.len().min(got.len()));
    let around =
        |all: &[String]| all[differ.saturating_sub(4).min(all.len())..all.len().min(differ + 8)].join(" ");
    prop_assert!(
        want == got,
        "{}\nhas\n{}\nwhere the plain layout has\n{}",
        shown(),
        around(&got),
        around(&want)
    );
    Ok(())
}

/// A configuration of the number of cases and the seed.
fn config() -> Config {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = CASES;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(0);
    }
    config
}

#[test]
fn layout_changes_no_translation() {
    let sources = (source(), prop::collection::vec(any::<u8>(), 1..60), any::<bool>(), any::<bool>());
    let outcome = TestRunner::new(config())
        .run(&sources, |(source, choices, crlf, ggl)| check(&source, &choices, crlf, ggl));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// Bytes that break a text most.
const BREAKERS: &[&str] = &[
    "", "(", ")", "{", "}", "<<<", ">>>", "\"", "'", "/*", "*/", "//", "\\\n", "#", "R\"(", ";", ",", "<",
    "::",
];

#[test]
fn broken_layouts_are_translated_once_and_for_all() {
    let damage = (any::<prop::sample::Index>(), 0..6usize, select(BREAKERS));
    let sources = (
        source(),
        prop::collection::vec(any::<u8>(), 1..60),
        prop::collection::vec(damage, 1..5),
        any::<bool>(),
    );
    let outcome = TestRunner::new(config()).run(&sources, |(source, choices, damages, ggl)| {
        let kernel_launch = if ggl { KernelLaunch::Ggl } else { KernelLaunch::Keep };
        let options = Options { kernel_launch, ..Options::default() };
        let mut text = lay_out(&source, Some(&choices), false);
        for (at, length, with) in damages {
            let start = at.index(text.len() + 1);
            text.replace_range(start..(start + length).min(text.len()), with);
        }
        let once = translate(text.as_bytes(), &options);
        let shown = || format!("of\n{text}\ncomes\n{}", String::from_utf8_lossy(&once.text));
        prop_assert!(once.report.notes.iter().all(|n| n.reason != Reason::Internal), "{}", shown());
        let again = translate(&once.text, &options).text;
        prop_assert!(again == once.text, "{}\ntwice\n{}", shown(), String::from_utf8_lossy(&again));
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}
