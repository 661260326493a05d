//! Results of calls in a C program: `testdata/capi/codes.c` runs, and `codes.tsv` has the expected output.

use crate::system::{cc, compile, include, library, root, rows, scratch, table};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Directory with the library under the names that linkers and loaders use.
pub(crate) fn lib() -> &'static Path {
    static LIB: OnceLock<PathBuf> = OnceLock::new();
    LIB.get_or_init(|| {
        let folder = scratch("lib");
        for name in ["libamdhip64.so", "libamdhip64.so.7"] {
            let link = folder.join(name);
            let _was_none = std::fs::remove_file(&link);
            std::os::unix::fs::symlink(library(), &link).expect("a link in the scratch folder");
        }
        folder
    })
}

/// Compiles C sources and links them with the library.
pub(crate) fn build(name: &str, sources: &[PathBuf]) -> Result<PathBuf, String> {
    let program = scratch("programs").join(name);
    let mut args: Vec<OsString> =
        ["-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations", "-I"]
            .map(Into::into)
            .to_vec();
    args.push(include().into());
    args.extend(sources.iter().map(Into::into));
    args.extend(["-L".into(), lib().into(), "-lamdhip64".into()]);
    let mut rpath = OsString::from("-Wl,-rpath,");
    rpath.push(lib());
    args.extend([rpath, "-o".into(), program.clone().into()]);
    compile(&cc(), &args).map(|()| program)
}

fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let folder = root().join("testdata/capi");
        let files = [
            "",
            "_calls",
            "_capture",
            "_device",
            "_fault",
            "_link",
            "_graph",
            "_graph_conditional",
            "_graph_exec",
            "_graph_memory",
            "_graph_update",
            "_memory",
            "_module",
            "_properties",
            "_queue",
            "_rectangle",
            "_multicast",
            "_tensor",
            "_texture",
            "_peer",
            "_pool",
            "_words",
        ];
        let sources = files.map(|file| folder.join(format!("codes{file}.c")));
        build("codes", &sources).unwrap_or_else(|said| panic!("{said}"))
    })
}

/// Returns a command that runs the program with arguments.
fn command(args: &[&str]) -> Command {
    // The environment could select another device.
    let mut command = Command::new(program());
    command.args(args).env_clear();
    if args.first() == Some(&"two devices") {
        command.env("HIP_SOFT_DEVICE", "h200x2");
    }
    command
}

/// Returns the commands that run each section of the program.
pub(crate) fn sections() -> Vec<Command> {
    let kernels = root().join("testdata/capi/kernels.ptx");
    let kernels = kernels.to_string_lossy();
    expected().keys().map(|section| command(&[section, &kernels])).collect()
}

/// Returns the standard output of a command; panics unless it succeeds.
pub(crate) fn output_of(command: &mut Command) -> String {
    let done = command.output().expect("the program starts");
    let (text, said) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{command:?}: {}\n{text}{said}", done.status);
    text.into_owned()
}

fn run(args: &[&str]) -> String {
    output_of(&mut command(args))
}

/// Returns, for each section, its expected output: scenario and result, in order.
fn expected() -> BTreeMap<String, Vec<String>> {
    let mut sections: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in table("codes.tsv") {
        let [section, scenario, answer, _, _] = row.as_slice() else { panic!("{row:?}") };
        sections.entry(section.clone()).or_default().push(format!("{section}\t{scenario}\t{answer}"));
    }
    sections
}

#[test]
fn every_section_is_in_the_table() {
    let listed = run(&["--list"]);
    let listed: BTreeSet<&str> = listed.lines().collect();
    let expected = expected();
    assert_eq!(listed, expected.keys().map(String::as_str).collect());
}

#[test]
fn answers_are_the_table_s() {
    let kernels = root().join("testdata/capi/kernels.ptx");
    let kernels = kernels.to_string_lossy();
    let mut wrong = Vec::new();
    for (section, lines) in expected() {
        let text = run(&[&section, &kernels]);
        let got: Vec<&str> = text.lines().collect();
        let surplus = got.iter().filter(|line| !lines.iter().any(|l| l == *line));
        wrong.extend(surplus.map(|line| format!("got      {line}")));
        let lacking = lines.iter().filter(|line| !got.contains(&line.as_str()));
        wrong.extend(lacking.map(|line| format!("expected {line}")));
        assert!(!wrong.is_empty() || got == lines, "{section}: the same lines in another order");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn recorded_codes_are_those_of_the_table() {
    // Expected results were taken from the program's output. The recorded code next to them ties them to
    // hardware, together with the translator's table, which maps CUDA codes to HIP codes. Rows without a
    // recorded code only guard against changes.
    let names = driver_names();
    let mut recorded = 0;
    for row in table("codes.tsv") {
        let [section, scenario, answer, cuda, source] = row.as_slice() else { panic!("{row:?}") };
        assert!(["H200", "HIP", "safe", "ours", "seen"].contains(&source.as_str()), "{row:?}");
        if cuda == "-" {
            continue;
        }
        assert_eq!(
            names.get(cuda).map(String::as_str),
            Some(answer.as_str()),
            "{section}, {scenario}: {cuda}"
        );
        recorded += 1;
    }
    assert!(recorded > 150, "{recorded}");
}

/// Maps codes of CUDA's driver to HIP's names; numbers are kept.
pub(crate) fn driver_names() -> BTreeMap<String, String> {
    let names = rows(&root().join("hipify-rs/map/driver.tsv"));
    let codes = names.into_iter().filter(|row| row.len() > 1 && row[0].starts_with("CUDA_"));
    // Codes without a HIP name keep CUDA's number under a name of ours.
    let ours = [
        ("CUDA_ERROR_MISALIGNED_ADDRESS", "hipSoftErrorMisalignedAddress"),
        ("CUDA_ERROR_NOT_PERMITTED", "hipSoftErrorNotPermitted"),
        ("CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "hipSoftErrorUnsupportedPtxVersion"),
    ];
    let ours = ours.map(|(cuda, hip)| (cuda.to_owned(), hip.to_owned()));
    codes.map(|row| (row[0].clone(), row[1].clone())).chain(ours).collect()
}

/// Compares a recording below `testdata/gpu` with the table, including numbers; returns the number of equal
/// results. A row whose source is not the hardware differs on purpose.
fn compare(recording: &str, name_of: impl Fn(&str) -> String) -> usize {
    let answers: BTreeMap<(String, String), (String, String)> = table("codes.tsv")
        .into_iter()
        .map(|row| ((row[0].clone(), row[1].clone()), (row[2].clone(), row[4].clone())))
        .collect();
    let mut same = 0;
    for row in rows(&root().join("testdata/gpu").join(recording)) {
        let [section, scenario, recorded] = row.as_slice() else { panic!("{row:?}") };
        let found = answers.get(&(section.clone(), scenario.clone()));
        let (answer, source) = found.unwrap_or_else(|| panic!("{section}, {scenario}: no such row"));
        assert_eq!(
            *answer == name_of(recorded),
            source == "H200",
            "{section}, {scenario}: {recorded} on an H200"
        );
        same += usize::from(source == "H200");
    }
    same
}

#[test]
fn graphs_answer_as_recorded() {
    let same = compare("graph/answers.tsv", |cuda| cuda.replacen("cuda", "hip", 1));
    assert!(same > 600, "{same}");
}

#[test]
fn driver_calls_answer_as_recorded() {
    let names = driver_names();
    let same = compare("api/answers.tsv", |cuda| names.get(cuda).cloned().unwrap_or_else(|| cuda.to_owned()));
    assert!(same > 580, "{same}");
}

#[test]
fn every_declared_function_links() {
    use std::fmt::Write as _;
    let mut text = String::from(
        "#include <hip/hip_runtime.h>\n#include <hip/hiprtc.h>\ntypedef void (*any)(void);\nextern any all[];\nany all[] = {\n",
    );
    let functions = rows(&root().join("capi/api/functions.tsv"));
    for function in &functions {
        let _ = writeln!(text, "    (any){},", function[0]);
    }
    text.push_str("};\nint main(void) { return all[0] == 0; }\n");
    let source = scratch("programs").join("all.c");
    std::fs::write(&source, text).expect("the scratch folder can be written");
    if let Err(said) = build("all", &[source]) {
        panic!("{said}");
    }
}
