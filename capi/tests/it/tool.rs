//! Tools: `testdata/capi/tool_calls.c` subscribes to calls and replaces some functions. `tool.c`, preloaded,
//! records the outcomes of calls in the other programs and tables: every function of the API must succeed and
//! fail at least once, except those in `outcomes.tsv`.

use crate::codes::{build, lib, sections};
use crate::rtc;
use crate::system::{cc, compile, include, root, rows, scratch, table};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn tools_are_told_of_calls_and_answer_some() {
    let source = root().join("testdata/capi/tool_calls.c");
    let program = build("tool_calls", &[source]).unwrap_or_else(|said| panic!("{said}"));
    let done = Command::new(program).env_clear().output().expect("the program starts");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}{}", String::from_utf8_lossy(&done.stderr));
}

/// Returns the tool as a library.
fn tool() -> PathBuf {
    let tool = scratch("programs").join("libtool.so");
    let mut args: Vec<OsString> = [
        "-std=gnu99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-deprecated-declarations",
        "-shared",
        "-fPIC",
        "-I",
    ]
    .map(Into::into)
    .to_vec();
    args.extend([include().into(), root().join("testdata/capi/tool.c").into(), "-L".into(), lib().into()]);
    args.extend(["-lamdhip64".into(), "-o".into(), tool.clone().into()]);
    compile(&cc(), &args).unwrap_or_else(|said| panic!("{said}"));
    tool
}

/// Returns the outcomes of calls of each function in the tables and programs of the test data.
fn outcomes() -> BTreeMap<String, BTreeSet<bool>> {
    let mut seen: BTreeMap<String, BTreeSet<bool>> = BTreeMap::new();
    let mut note = |name: &str, good: bool| {
        seen.entry(name.to_owned()).or_default().insert(good);
    };
    let functions = rows(&root().join("capi/api/functions.tsv"));
    let returns: BTreeMap<&str, &str> = functions.iter().map(|row| (&*row[0], &*row[1])).collect();
    for row in table("calls.tsv") {
        let returns = returns.get(&*row[0]).copied().unwrap_or("hipError_t");
        note(&row[0], is_good(returns, &row[2]));
    }
    let log = scratch("tool").join("log.tsv");
    let _was_none = std::fs::remove_file(&log);
    // Results of compilation are recorded if there is a compiler.
    let path = std::env::var_os("PATH").filter(|_| rtc::has_compiler());
    let compiled = path.map(|path| rtc::part("all", Some(&path)));
    for mut program in sections().into_iter().chain([rtc::part("errors", None)]).chain(compiled) {
        program.env("LD_PRELOAD", tool()).env("LD_LIBRARY_PATH", lib()).env("HIP_TEST_LOG", &log);
        let done = program.output().expect("the program starts");
        assert!(done.status.success(), "{program:?}: {}", String::from_utf8_lossy(&done.stderr));
    }
    for (name, good) in logged(&log) {
        note(&name, good);
    }
    seen
}

/// Returns whether a result in `calls.tsv` means success.
fn is_good(returns: &str, answer: &str) -> bool {
    match returns {
        // In the form of that table: a code of 0, or a device.
        "hiprtcResult" => answer == "null",
        "int" => answer != u32::MAX.to_string(),
        "hipError_t" => answer == "hipSuccess",
        _ => answer != "null",
    }
}

/// Reads the tool's log: names, with `ok` or `failed`.
fn logged(log: &Path) -> Vec<(String, bool)> {
    let text = std::fs::read_to_string(log).unwrap_or_else(|e| panic!("{}: {e}", log.display()));
    let rows = text.lines().filter_map(tsv::first);
    rows.map(|[name, how]| (name.to_owned(), how == "ok")).collect()
}

#[test]
fn every_function_was_seen_to_succeed_and_to_fail() {
    let outcomes = outcomes();
    let never = |what: &str| -> BTreeMap<String, String> {
        let rows = table("outcomes.tsv").into_iter().filter(|row| row[1] == what);
        rows.map(|row| (row[0].clone(), row[2].clone())).collect()
    };
    let (never_fails, never_succeeds) = (never("never fails"), never("never succeeds"));
    let mut wrong = Vec::new();
    for row in rows(&root().join("capi/api/functions.tsv")) {
        let name = &row[0];
        let needs_compiler = name.starts_with("hiprtc") && !rtc::has_compiler();
        let seen = |good: bool| {
            outcomes.get(name).is_some_and(|seen| seen.contains(&good)) || good && needs_compiler
        };
        for (good, excused, what) in [(true, &never_succeeds, "succeeds"), (false, &never_fails, "fails")] {
            match (seen(good), excused.contains_key(name)) {
                (false, false) => wrong.push(format!("{name}: no row where it {what}")),
                (true, true) => {
                    wrong.push(format!("{name}: {what}, though outcomes.tsv has it that it never does"))
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{} functions:\n{}", wrong.len(), wrong.join("\n"));
}
