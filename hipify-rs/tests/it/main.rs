//! Tests of the rule pages, of the codebases under `testdata/cuda`, and of properties for any text.

mod big;
mod build;
mod command;
mod compiles;
mod corpus;
mod damage;
#[cfg(unix)]
mod files;
mod grammar;
mod inputs;
mod pages;
mod reports;
mod rust;
mod serve;

use hipify_rs::report::Reason;
use hipify_rs::{KernelLaunch, Options, Target, rule, translate, walk};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join("testdata/cuda")
}

fn text(text: &str, options: &Options) -> String {
    String::from_utf8(translate(text.as_bytes(), options).text).expect("UTF-8 in, UTF-8 out")
}

/// Returns the fenced blocks of a page: the info string and the content.
pub(crate) fn blocks(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            found.push((info.to_owned(), body.join("\n") + "\n"));
        }
    }
    found
}

#[test]
fn rules_match_their_pages() {
    for rule in rule::ALL {
        // A page may give the settings for its examples.
        let (settings, blocks): (Vec<_>, Vec<_>) =
            blocks(rule.page).into_iter().partition(|(info, _)| info == "toml settings");
        let settings = settings.first().map_or("", |(_, text)| text);
        let settings = hipify_rs::config::parse(settings).expect("settings").options();
        assert!(blocks.len() >= 2 && blocks.len().is_multiple_of(2), "{}: examples come in pairs", rule.name);
        for pair in blocks.chunks(2) {
            let options = inputs::options(pair[0].0.split(' ').skip(1));
            let options = Options { names: settings.names.clone(), ..options };
            // Only one page shows the header that device code needs.
            let got = text(&pair[0].1, &options);
            let got =
                if rule.name == "include" { got } else { got.replace("#include <hip/hip_runtime.h>\n", "") };
            assert_eq!(got, pair[1].1, "{}", rule.name);
        }
    }
}

#[test]
fn codebases_match_their_snapshots() {
    for job in walk::jobs(&[testdata()], None, &walk::Selection::default()).expect("readable").0 {
        let (new, outcome) = walk::read(&job.from, &Options::default()).expect("readable");
        if outcome.treatment == walk::Treatment::Copy {
            continue;
        }
        let name = job.to.to_string_lossy().replace(['/', '.'], "_");
        let notes: Vec<String> = outcome
            .report
            .notes
            .iter()
            .map(|n| format!("// {}:{}: {}\n", n.line, n.column, n.text))
            .collect();
        insta::assert_snapshot!(name, format!("{}{}", notes.concat(), String::from_utf8_lossy(&new)));
        let again = walk::treat(&job.from, outcome.treatment, &new, &Options::default()).0;
        assert_eq!(again, new, "{}: not idempotent", job.to.display());
    }
}

#[test]
fn encodings_and_line_ends_survive() {
    let options = Options::default();
    let crlf = b"\xef\xbb\xbf#include <cuda.h>\r\n// caf\xe9 \xff\r\ncuInit(0);\r\n";
    let want = b"\xef\xbb\xbf#include <hip/hip_runtime.h>\r\n// caf\xe9 \xff\r\nhipInit(0);\r\n";
    assert_eq!(translate(crlf, &options).text, want);
    let broken = "void f( { cuInit(0; \"unclosed cuInit\n cuInit(0); }}} <<< >>> (";
    assert_eq!(text(broken, &options), "void f( { hipInit(0; \"unclosed cuInit\n hipInit(0); }}} <<< >>> (");
}

#[test]
fn arguments_that_cannot_be_split_are_not_counted() {
    let source = "void f() { cuCtxCreate(&n.); cuCtxCreate(&n, ); cuCtxCreate(&n, a; }";
    let want = "void f() { hipCtxCreate(&n.); hipCtxCreate(&n, ); hipCtxCreate(&n, a; }";
    assert_eq!(text(source, &Options::default()), want);
}

#[test]
fn nothing_is_inserted_after_an_unclosed_literal() {
    for text in
        ["CUdeviceptr p(p + 1R\"(", "CUdeviceptr p; q = p + R\"(1;\n\"a\"", "CUdeviceptr p; q = p + R\"a()\""]
    {
        let report = translate(text.as_bytes(), &Options::default()).report;
        assert!(report.notes.iter().all(|n| n.reason != Reason::Internal), "{text}: {:?}", report.notes);
    }
}

#[test]
fn a_shift_may_begin_a_text() {
    assert_eq!(text("<<>abs(cuInit(0))", &Options::default()), "<<>abs(hipInit(0))");
    assert_eq!(text("<<>abs", &Options::default()), "<<>abs");
}

#[test]
fn text_after_a_header_on_its_line_stays() {
    let source = "#include <cuda.h>\n#include <cuda.h>#include <cuda.h>";
    let want = "#include <hip/hip_runtime.h>\n#include <hip/hip_runtime.h>#include <cuda.h>";
    assert_eq!(text(source, &Options::default()), want);
}

#[test]
fn numbers_do_not_join_the_next_token() {
    let name = "CU_GREEN_CTX_DEFAULT_STREAM";
    let all = format!("{name}.x {name}'a' {name}+1");
    assert_eq!(text(&all, &Options::default()), "0 .x 0 'a' 0+1");
}

#[test]
fn unsupported_names_are_reported() {
    let report = translate(b"\n  cuCtxGetId(c, &id);\n", &Options::default()).report;
    assert_eq!(report.notes.len(), 1);
    let note = &report.notes[0];
    assert_eq!(
        (note.line, note.column, note.text.as_str()),
        (2, 3, "`cuCtxGetId` stays: HIP's context functions cover CUDA 11 and earlier only")
    );
    assert_eq!((report.total().translated, report.total().left), (0, 1));
}

/// Generates pieces of real code in any order.
fn soup() -> impl Strategy<Value = String> {
    let pieces = proptest::sample::select(vec![
        "cuInit(0)",
        "cuMemcpy(a, b, n)",
        "cudaGraphAddDependencies(g, a, b, NULL, n)",
        "cudaGraphAddDependencies(g, a, b, e, n)",
        "cudnnSoftmaxForward(h, a, m, &o, xd, x, &z, yd, cudaFree)",
        "cublasSaxpy",
        "#include <cublas.h>\n",
        "#include <cublas_v2.h> // b\n",
        "#include <cuda_runtime.h>\n",
        "\n#ifdef A\n",
        "\n#else\n",
        "\n#endif\n",
        "\"cuMemAlloc_v2\"",
        "dlopen(\"libcuda.so.1\")",
        "using namespace nvcuda;",
        "nvcuda::wmma::",
        "cub::",
        "namespace cub",
        "thrust::cuda::par",
        "(cudaDeviceAttr)10",
        "cudaDeviceGetAttribute(&v, 16, d)",
        "struct cudaExternalMemoryHandleDesc d",
        "__has_include(<cuda.h>)",
        "nvmlInit()",
        "cudaMalloc",
        "CUdeviceptr p",
        "p + 1",
        "k<<<1, 2>>>(x)",
        "<<<",
        ">>>",
        "(",
        ")",
        "{",
        "}",
        ";",
        ",",
        "\n",
        " ",
        "\"",
        "'",
        "/*",
        "*/",
        "//",
        "#include <cuda.h>",
        "#define X",
        "\\\n",
        "cuCtxCreate(&c, NULL, 0, d)",
        "__global__ void f()",
        "R\"(",
        ")\"",
        "int",
        "a.cuInit",
        "cuMemAdvise(p, n, a, {})",
        "é",
        "operator<<<",
        "template<",
    ]);
    proptest::collection::vec(pieces, 0..40).prop_map(|parts| parts.concat())
}

/// Returns whether a text may have a launch, which `<<<` is after any token, also with a gap in it: spaces or
/// a comment.
fn has_chevrons(source: &str) -> bool {
    let is_tripled = |text: &str| text.split_whitespace().collect::<String>().contains("<<<");
    let without_lines: String = source.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let parts = source.split("/*").enumerate();
    let without_blocks: String = parts
        .map(|(n, part)| if n == 0 { part } else { part.split_once("*/").map_or("", |two| two.1) })
        .collect();
    [source, without_lines.as_str(), without_blocks.as_str()].into_iter().any(is_tripled)
}

#[test]
fn a_gap_in_chevrons() {
    for text in ["}<\n<<'\n''>>>", "a< <<", "<//x\n<<", "<</* */<", "<<<"] {
        assert!(has_chevrons(text), "{text}");
    }
    assert!(!has_chevrons("a < b << c"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn translation_is_idempotent(source in soup(), ggl: bool, roc: bool, strings: bool) {
        let options = Options {
            kernel_launch: if ggl { KernelLaunch::Ggl } else { KernelLaunch::Keep },
            target: if roc { Target::Roc } else { Target::Hip },
            strings,
            ..Options::default()
        };
        let once = translate(source.as_bytes(), &options);
        prop_assert!(once.report.notes.iter().all(|n| n.reason != Reason::Internal));
        prop_assert_eq!(translate(&once.text, &options).text, once.text);
    }

    #[test]
    fn other_text_stays(source in "[a-z0-9 <>(){};,+*/\"'#\n]{0,200}") {
        prop_assume!(!has_chevrons(&source));
        prop_assert_eq!(text(&source, &Options::default()), source);
    }

    #[test]
    fn any_bytes(source in proptest::collection::vec(any::<u8>(), 0..300)) {
        translate(&source, &Options::default());
    }
}
