//! Small Rust sources `tests/inputs/rust/<name>.rs`, one aspect each, with their translations in
//! `<name>.rs.snap`; the rules' pages; and properties for any text.

use crate::inputs::{notes, snapshot, visible};
use hipify_rs::report::Reason;
use hipify_rs::{Options, rule, rust};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn sources() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs/rust");
    let walk = walkdir::WalkDir::new(directory).sort_by_file_name();
    let files = walk.into_iter().map(|entry| entry.expect("a readable directory").into_path());
    files.filter(|path| path.extension().is_some_and(|e| e == "rs")).collect()
}

fn translate(text: &[u8], options: &Options) -> hipify_rs::Translation {
    let done = rust::translate(text, options);
    assert!(done.report.notes.iter().all(|n| n.reason != Reason::Internal), "{}", visible(text));
    let again = rust::translate(&done.text, options);
    assert_eq!(visible(&again.text), visible(&done.text), "not idempotent:\n{}", visible(text));
    done
}

#[test]
fn inputs_match_their_snapshots() {
    assert!(sources().len() >= 30);
    for path in sources() {
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name in UTF-8");
        let text = std::fs::read(&path).expect("a readable input");
        let options = Options { strings: name.contains(".strings."), ..Options::default() };
        let done = translate(&text, &options);
        let parses = |text: &[u8]| std::str::from_utf8(text).is_ok_and(|t| syn::parse_file(t).is_ok());
        assert!(parses(&done.text) || !parses(&text), "{name} no longer parses:\n{}", visible(&done.text));
        snapshot(&path, &format!("{}{}", notes(&done.report), visible(&done.text)));
    }
}

#[test]
fn rules_match_their_pages() {
    for (rule, page) in rule::pages::RUST {
        let blocks = crate::blocks(page);
        assert!(blocks.len() >= 2 && blocks.len().is_multiple_of(2), "{rule}: examples come in pairs");
        for pair in blocks.chunks(2) {
            let done = translate(pair[0].1.as_bytes(), &Options::default());
            assert_eq!(visible(&done.text), pair[1].1, "{rule}");
        }
    }
}

#[test]
fn deep_nesting_does_not_overflow() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("!", ""), ("-", ""), ("|| ", ""), ("if a {} else ", "")]
    {
        let deep = format!(
            "fn f(p: CUdeviceptr) {{ let a = {}p{}; cuInit(0); }}",
            open.repeat(20_000),
            close.repeat(20_000)
        );
        assert!(visible(&translate(deep.as_bytes(), &Options::default()).text).contains("hipInit(0)"));
        let uses = format!("use cust_raw::{}a{};", "{".repeat(20_000), "}".repeat(20_000));
        translate(uses.as_bytes(), &Options::default());
    }
}

/// Generates pieces of Rust code in any order.
fn soup() -> impl Strategy<Value = String> {
    let pieces = proptest::sample::select(vec![
        "use cust_raw::*;",
        "use cudarc::driver::{sys, CudaDevice};",
        "use cudarc::{driver::sys::{self, CUresult, cuInit as init}, nvrtc::Ptx};",
        "use ",
        "cust_raw::",
        "cuda_driver_sys",
        "cuInit(0)",
        "CUresult::CUDA_SUCCESS",
        "CUstream_flags::CU_STREAM_NON_BLOCKING as u32",
        "CUgreenCtxCreate_flags::CU_GREEN_CTX_NONE",
        "let mut d: CUdeviceptr = 0;",
        "d + 4",
        "d == 0",
        "extern \"C\" {",
        "#[link(name = \"cuda\")]",
        "fn cuMemAlloc_v2(d: *mut u64, n: usize) -> i32;",
        "fn cudaMalloc(d: *mut u64, n: usize) -> i32;",
        "fn f() {",
        "launch!(m.k<<<1, 2, 0, stream>>>(a))?;",
        "use cust::prelude::*;",
        "lib().",
        "as x",
        "::",
        "{",
        "}",
        "(",
        ")",
        "<",
        ">>>",
        ";",
        ",",
        "\n",
        " ",
        "\"",
        "'",
        "'a",
        "r#\"",
        "\"#",
        "/*",
        "*/",
        "//",
        "#[",
        "]",
        "é",
        "=",
    ]);
    proptest::collection::vec(pieces, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn translation_is_idempotent(source in soup()) {
        translate(source.as_bytes(), &Options::default());
    }

    #[test]
    fn other_text_stays(source in "[a-z0-9 <>(){}:;,+*/\"'#!\n]{0,200}") {
        prop_assert_eq!(visible(&translate(source.as_bytes(), &Options::default()).text), source);
    }

    #[test]
    fn any_bytes(source in proptest::collection::vec(any::<u8>(), 0..300)) {
        translate(&source, &Options::default());
    }
}

#[test]
fn translating_damaged_sources_is_idempotent() {
    let sources: Vec<Vec<u8>> = sources().iter().map(|path| std::fs::read(path).expect("readable")).collect();
    for seed in 0..400 {
        let pick = |n: u64| &sources[(testdata::generate::draw(seed, n) % sources.len() as u64) as usize];
        translate(&testdata::damage::damaged(pick(1 << 32), pick(1 << 33), seed), &Options::default());
    }
}
