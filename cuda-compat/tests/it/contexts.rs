//! Contexts as arguments, with CUDA's names: a program that was recorded on an H200, built without CUDA's
//! headers.

use crate::programs::build;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Calls with another answer than on an H200, in order, with that answer. `docs/differences.md` gives the
/// reasons.
const OTHERS: [(&str, &str); 16] = [
    ("cuCtxSetCurrent(made)", "CUDA_ERROR_CONTEXT_IS_DESTROYED"),
    ("cuLinkAddFile type 0 directory", "CUDA_ERROR_OPERATING_SYSTEM"),
    ("cuLinkAddFile type 0 right", "CUDA_SUCCESS"),
    ("cuLinkAddFile type 1 directory", "CUDA_ERROR_OPERATING_SYSTEM"),
    ("cuLinkAddFile type 2 directory", "CUDA_ERROR_OPERATING_SYSTEM"),
    ("cuLinkAddFile type 3 directory", "CUDA_ERROR_OPERATING_SYSTEM"),
    ("cuLinkAddFile type 3 garbage", "CUDA_ERROR_INVALID_IMAGE"),
    ("cuLinkAddFile type 3 right", "CUDA_SUCCESS"),
    ("cuLinkAddData type 3 garbage", "CUDA_ERROR_INVALID_IMAGE"),
    ("cuLinkAddFile type 4 directory", "CUDA_ERROR_OPERATING_SYSTEM"),
    ("cuLinkAddFile type 4 garbage", "CUDA_ERROR_INVALID_IMAGE"),
    ("cuLinkAddFile type 4 right", "CUDA_ERROR_INVALID_IMAGE"),
    ("cuLinkAddData type 4 garbage", "CUDA_ERROR_INVALID_IMAGE"),
    ("cuLinkAddFile type 6 missing", "CUDA_ERROR_INVALID_VALUE"),
    ("cuLinkAddFile type 6 directory", "CUDA_ERROR_INVALID_VALUE"),
    ("cuLinkAddFile type 6 empty", "CUDA_ERROR_INVALID_VALUE"),
];

/// Returns the lines of each scenario: calls with their answers.
fn scenarios(text: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut all: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        let (scenario, said) = line.split_once(": ").expect("a scenario");
        all.entry(scenario).or_default().push(said);
    }
    all
}

#[test]
fn all_recorded_answers_about_contexts_are_ours() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/contexts.cpp");
    // The environment could choose another device.
    let mut command = Command::new(build("contexts", &[source], Path::new(".")));
    let ran = command.env_clear().env("HIP_SOFT_QUIET", "1").output();
    let ran = ran.expect("the program starts");
    assert!(ran.status.success() && ran.stderr.is_empty(), "{}", String::from_utf8_lossy(&ran.stderr));
    let ours = String::from_utf8_lossy(&ran.stdout);
    let (ours, recorded) = (scenarios(&ours), scenarios(include_str!("../programs/contexts_h200.txt")));
    assert_eq!(ours.len(), 53);
    let mut differing = Vec::new();
    for (scenario, ours) in ours {
        assert!(!ours.contains(&"CRASH"), "{scenario}: {ours:#?}");
        let recorded = recorded.get(scenario).map_or(&[][..], Vec::as_slice);
        // The driver crashed on null and on a destroyed context. Nothing is recorded after that.
        let answered = recorded.iter().take_while(|line| **line != "CRASH").count();
        assert!(answered == recorded.len() || answered <= ours.len(), "{scenario}");
        let pairs = recorded[..answered].iter().zip(&ours).filter(|(recorded, ours)| recorded != ours);
        differing.extend(pairs.map(|(_, ours)| ours.split_once('\t').expect("an answer")));
        assert!(answered < recorded.len() || ours.len() == answered, "{scenario}: {ours:#?}");
    }
    assert_eq!(differing, OTHERS);
}
