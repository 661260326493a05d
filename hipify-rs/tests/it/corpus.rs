//! Every name of the tables, and a call of every function in the driver and runtime headers of CUDA 12.9 and
//! 13, with arguments of its types (`tests/corpus/calls.cpp`). The translations must parse, have the names
//! given in the tables, and compile.

use hipify_rs::lex::{self, TokenKind};
use hipify_rs::map::{self, TABLES};
use hipify_rs::{Options, Target, parse, translate};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Returns the number of places that do not parse.
fn errors(text: &[u8]) -> usize {
    parse::errors(text).expect("a parser")
}

fn rows() -> impl Iterator<Item = map::Row> {
    let names = TABLES[..4].iter().flat_map(|(_, text)| tsv::table(text));
    names.map(|[name]| map::name(name).expect("a row that is found"))
}

/// Returns a use of a name that fits its kind.
fn using(row: &map::Row, n: usize) -> String {
    let cuda = row.cuda;
    match row.kind {
        map::NameKind::Type => format!("void use_{n}({cuda} *p);\n"),
        map::NameKind::Namespace => format!("{cuda}::type use_{n};\n"),
        map::NameKind::Constant | map::NameKind::Macro => format!("int use_{n} = {cuda};\n"),
        _ => format!("int use_{n}() {{ return {cuda}(a, &b, c->d, (int)1, \"s\", x[1], 0, 0, 0); }}\n"),
    }
}

fn options(target: Target) -> Options {
    Options { target, ..Options::default() }
}

#[test]
fn names_are_translated_by_their_rows() {
    for target in [Target::Hip, Target::Roc] {
        // Include the headers that names may need.
        let headers = [
            "hip/hip_runtime.h",
            "hip/hip_nvtx.h",
            "hip/hip_soft.h",
            "hip/hip_soft_typedefs.h",
            "hipblas/hip_ext_blas.h",
            "hipblas/hipblas_soft.h",
            "hipsolver/hipsolver_soft.h",
            "hipsparse/hipsparse_soft.h",
        ];
        let mut source: String = headers.map(|name| format!("#include <{name}>\n")).concat();
        rows().enumerate().for_each(|(n, row)| source += &using(&row, n));
        let done = translate(source.as_bytes(), &options(target)).text;
        let whole = errors(&done) <= errors(source.as_bytes());
        let lines = source.lines().filter(|_| !whole).zip(std::str::from_utf8(&done).expect("UTF-8").lines());
        for (before, after) in lines {
            let worse = errors(after.as_bytes()) > errors(before.as_bytes());
            assert!(!worse, "{target:?}: {before} becomes {after}, which parses worse");
        }
        let done = String::from_utf8(done).expect("UTF-8 in, UTF-8 out");
        let mut lines = done.lines().skip(headers.len());
        for row in rows() {
            // Namespaces and the version of nvcc have rules of their own; `__half` and similar names are the
            // same.
            let line = lines.next().expect("a line for each name");
            if row.kind == map::NameKind::Namespace || row.cuda.starts_with("__CUDACC_VER_") {
                continue;
            }
            let want = row.becomes(target).unwrap_or(row.cuda);
            let found = line.contains(&format!(" {want}")) || line.contains(&format!("({want}"));
            assert!(found, "{target:?}: {} should become {want}: {line}", row.cuda);
        }
        if target == Target::Hip {
            assert_eq!(translate(done.as_bytes(), &options(target)).text, done.as_bytes(), "idempotent");
        }
    }
}

fn corpus() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/calls.cpp");
    std::fs::read_to_string(path).expect("the corpus")
}

/// Functions with parameter types that differ between HIP and CUDA in ways that do not matter to most
/// callers: a missing `const`, `unsigned long long` for 64 bits, enumerations of texture objects for those of
/// references, an extra level of pointers for options.
const OTHER_TYPES: [&str; 19] = [
    "cuGraphBatchMemOpNodeSetParams",
    "cuGraphExecGetFlags",
    "cuLibraryLoadData",
    "cuLibraryLoadFromFile",
    "cuMipmappedArrayCreate",
    "cuStreamGetCaptureInfo",
    "cuStreamGetCaptureInfo_v3",
    "cuTexRefGetAddressMode",
    "cuTexRefGetFilterMode",
    "cuTexRefGetMipmapFilterMode",
    "cuTexRefSetAddressMode",
    "cuTexRefSetFilterMode",
    "cuTexRefSetMipmapFilterMode",
    "cudaGraphExecMemcpyNodeSetParams",
    "cudaLibraryLoadData",
    "cudaLibraryLoadFromFile",
    "cudaMemcpy3DPeer",
    "cudaMemcpy3DPeerAsync",
    "cudaMemcpyBatchAsync",
];

/// HIP functions that our headers do not declare.
const NO_HEADER: [&str; 1] = ["cudaCreateChannelDesc"];

#[test]
fn translated_calls_compile() {
    let source = corpus();
    let done = translate(source.as_bytes(), &options(Target::Hip)).text;
    assert_eq!(errors(&done), 0, "the calls parse");
    let done = String::from_utf8(done).expect("UTF-8 in, UTF-8 out");
    let (mut program, mut calls) = (String::new(), 0);
    for (before, after) in source.split("\n\n").zip(done.split("\n\n")) {
        let tokens = lex::lex(after.as_bytes());
        let stays = |t: &lex::Token| {
            let name = &after[t.range()];
            t.kind == TokenKind::Ident && (name.starts_with("CU") || name.starts_with("cu"))
        };
        let called = before.lines().nth(2).and_then(|line| line.trim().split('(').next()).unwrap_or("");
        if tokens.iter().any(stays) || OTHER_TYPES.contains(&called) || NO_HEADER.contains(&called) {
            continue;
        }
        calls += 1;
        let _ = write!(program, "{after}\n\n");
    }
    // A lower bound, so that no call is lost unnoticed.
    assert!(calls > 550, "{calls} of {} calls became HIP's", source.split("\n\n").count());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("calls.cpp");
    std::fs::write(&file, program).expect("a file to write");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../capi/include");
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let run =
        Command::new(compiler).args(["-std=c++17", "-fsyntax-only", "-I"]).arg(include).arg(&file).output();
    let run = run.expect("a C++ compiler");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
