//! Build files `tests/inputs/build/<name>/<file>` with their translations in `<file>.snap`; the rules' pages;
//! and properties for any text.

use crate::inputs::{notes, snapshot, visible};
use hipify_rs::report::Reason;
use hipify_rs::{Options, Translation, build, rule};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs/build");
    let walk = walkdir::WalkDir::new(directory).sort_by_file_name();
    let files = walk.into_iter().map(|entry| entry.expect("a readable directory").into_path());
    files.filter(|path| path.is_file() && path.extension().is_none_or(|e| e != "snap")).collect()
}

fn translate(name: &str, text: &[u8]) -> Translation {
    let options = Options::default();
    let done = build::translate(name, text, &options);
    assert!(done.report.notes.iter().all(|n| n.reason != Reason::Internal), "{name}");
    let again = build::translate(name, &done.text, &options);
    assert_eq!(visible(&again.text), visible(&done.text), "{name}: not idempotent:\n{}", visible(text));
    done
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|n| n.to_str()).expect("a name in UTF-8")
}

#[test]
fn inputs_match_their_snapshots() {
    assert!(files().len() >= 20);
    for path in files() {
        assert!(build::is_build_file(name(&path)), "{}", path.display());
        let text = std::fs::read(&path).expect("a readable input");
        let done = translate(name(&path), &text);
        snapshot(&path, &format!("{}{}", notes(&done.report), visible(&done.text)));
    }
}

#[test]
fn rules_match_their_pages() {
    let files = ["Cargo.toml", "CMakeLists.txt", "Makefile", "build.sh"];
    for ((rule, page), file) in rule::pages::BUILD.into_iter().zip(files) {
        let blocks = crate::blocks(page);
        assert!(blocks.len() >= 2 && blocks.len().is_multiple_of(2), "{rule}: examples come in pairs");
        for pair in blocks.chunks(2) {
            assert_eq!(visible(&translate(file, pair[0].1.as_bytes()).text), pair[1].1, "{rule}");
        }
    }
}

#[test]
fn translating_damaged_files_is_idempotent() {
    let files: Vec<(String, Vec<u8>)> = files()
        .iter()
        .map(|path| (name(path).to_owned(), std::fs::read(path).expect("a readable input")))
        .collect();
    for seed in 0..600 {
        let pick = |n: u64| &files[(testdata::generate::draw(seed, n) % files.len() as u64) as usize];
        let (first, second) = (pick(1 << 32), pick(1 << 33));
        translate(&first.0, &testdata::damage::damaged(&first.1, &second.1, seed));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn other_text_stays(source in "[a-z0-9 \t(){}:;,+*/\"'#$\\\\\n=-]{0,200}", which in 0..4usize) {
        let file = ["Cargo.toml", "CMakeLists.txt", "Makefile", "run.sh"][which];
        prop_assume!(!source.contains("-l") && !source.contains("-g"));
        prop_assert_eq!(visible(&translate(file, source.as_bytes()).text), source);
    }

    #[test]
    fn any_bytes(source in proptest::collection::vec(any::<u8>(), 0..300), which in 0..4usize) {
        translate(["Cargo.toml", "CMakeLists.txt", "Makefile", "run.sh"][which], &source);
    }
}

#[test]
fn each_edit_is_listed() {
    let done = translate("Makefile", b"# nvcc\nNVCC = nvcc -arch=sm_70 a\nLIBS = -lcuda\n");
    let listed: Vec<_> =
        done.report.changes.iter().map(|c| (c.rule, c.line, c.from.as_str(), c.to.as_str())).collect();
    let want = [
        ("build_make", 2, "nvcc", "hipcc"),
        ("build_make", 2, "-arch=sm_70 ", ""),
        ("build_make", 3, "cuda", "amdhip64"),
    ];
    assert_eq!(listed, want);
}

#[test]
fn programs_with_nvtx_link_rocms_library() {
    let options = Options { nvtx: true, ..Options::default() };
    let makefile = b"a: a.o\n\tg++ a.o -lcudart -o a\n";
    let once = build::translate("Makefile", makefile, &options);
    assert_eq!(visible(&once.text), "a: a.o\n\tg++ a.o -lamdhip64 -lroctx64 -o a\n");
    assert_eq!(build::translate("Makefile", &once.text, &options).text, once.text);
}

/// AMD's CUB and Thrust need C++17.
#[test]
fn programs_with_thrust_ask_for_its_standard() {
    let options = Options { parallel_algorithms: true, ..Options::default() };
    let makefile = "NVCCFLAGS = -std=c++11 -O2\na: a.cu\n\tnvcc --std=c++14 a.cu -o a\n\tg++ -std=c++11 b.cpp\n\tnvcc -std=gnu++20 c.cu\n";
    let cmake = "project(a LANGUAGES CUDA)\nset(CMAKE_CUDA_STANDARD 14)\nset_target_properties(a PROPERTIES CUDA_STANDARD 20)\ntarget_compile_features(a PUBLIC cuda_std_11)\n";
    for (name, text, want) in [
        (
            "Makefile",
            makefile,
            "NVCCFLAGS = -std=c++17 -O2\na: a.cu\n\thipcc -std=c++17 a.cu -o a\n\tg++ -D__HIP_PLATFORM_AMD__ -std=c++11 b.cpp\n\thipcc -std=gnu++20 c.cu\n",
        ),
        (
            "CMakeLists.txt",
            cmake,
            "project(a LANGUAGES HIP)\nset(CMAKE_HIP_STANDARD 17)\nset_target_properties(a PROPERTIES HIP_STANDARD 20)\ntarget_compile_features(a PUBLIC hip_std_17)\n",
        ),
    ] {
        let once = build::translate(name, text.as_bytes(), &options);
        assert_eq!(visible(&once.text), want);
        assert_eq!(build::translate(name, &once.text, &options).text, once.text);
        let plain = build::translate(name, text.as_bytes(), &Options::default());
        assert!(!visible(&plain.text).contains("17"), "{}", visible(&plain.text));
    }
}
