//! Unified addressing and managed memory, by sentences of CUDA's manual: `testdata/capi/unified.c` runs, and
//! `unified.tsv` has the results recorded on an H200 and the expected results.

use crate::codes::{build, driver_names};
use crate::system::{root, table};
use std::process::Command;

/// Returns the program's output: section, scenario, result, source.
fn lines(device: Option<&str>) -> Vec<Vec<String>> {
    let folder = root().join("testdata/capi");
    let sources = ["", "_memory", "_advice"].map(|file| folder.join(format!("unified{file}.c")));
    let program = build("unified", &sources).unwrap_or_else(|said| panic!("{said}"));
    let mut command = Command::new(program);
    // The environment could select another device.
    command.env_clear().envs(device.map(|name| ("HIP_SOFT_DEVICE", name)));
    let done = command.output().expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{}\n{text}{said}", done.status);
    text.lines().map(|line| tsv::cells(line).map(str::to_owned).collect()).collect()
}

#[test]
fn every_sentence_holds() {
    let expected: Vec<Vec<String>> = table("unified.tsv");
    let got = lines(None);
    let mut wrong = Vec::new();
    for (row, got) in expected.iter().zip(&got) {
        let [section, scenario, _, ours, source, _] = row.as_slice() else { panic!("{row:?}") };
        if [section, scenario, ours, source].into_iter().ne(got) {
            wrong.push(format!(
                "expected {section}: {scenario}: {ours} ({source})\ngot      {}",
                got.join(" ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(expected.len(), got.len());
}

#[test]
fn ours_are_an_h200_s_answers() {
    let names = driver_names();
    let mut differ = 0;
    for row in table("unified.tsv") {
        let [section, scenario, recorded, ours, source, why] = row.as_slice() else { panic!("{row:?}") };
        let expected = names.get(recorded).unwrap_or(recorded);
        assert_eq!(expected == ours, why == "-", "{section}: {scenario}: {recorded}, {ours}: why is `{why}`");
        assert!(source.contains(": "), "{section}: {scenario} names no page and sentence");
        differ += u32::from(why != "-");
    }
    assert!(differ <= 12, "{differ} answers are not an H200's");
}

#[test]
fn other_devices_answer_as_theirs_do() {
    let rows = table("unified_profiles.tsv");
    for device in ["GeForce GTX 980", "NVIDIA GH200 480GB"] {
        let mut other: Vec<_> = rows.iter().filter(|row| row[0] == device).collect();
        assert!(!other.is_empty());
        let mut wrong = Vec::new();
        for (row, got) in table("unified.tsv").iter().zip(lines(Some(device))) {
            let at = other.iter().position(|other| other[1..3] == row[..2]);
            let ours = at.map_or(&row[3], |at| &other.remove(at)[3]);
            if *ours != got[2] {
                wrong.push(format!("{}: {}: expected {ours}, got {}", row[0], row[1], got[2]));
            }
        }
        assert!(wrong.is_empty() && other.is_empty(), "{device}:\n{}\n{other:?}", wrong.join("\n"));
    }
}
