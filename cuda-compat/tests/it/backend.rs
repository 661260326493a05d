//! Programs on the backend `cuda`, over our own `libcuda.so.1`: both directions of the tables, without a GPU.
#![expect(unsafe_code, reason = "the test launches a kernel that it knows")]

use crate::libraries::folder;
use hip_runtime::{Backend, Context, Device, DeviceBuffer, Module, backend, launch};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Has a command run on the backend `cuda`, with the driver in a directory.
pub(crate) fn on_driver<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command.env_clear().env("HIP_BACKEND", "cuda").env("HIP_CUDA_DRIVER", folder.join("libcuda.so.1"))
}

fn output(command: &mut Command) -> (Output, String, String) {
    let done = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&done.stdout), text(&done.stderr));
    (done, out, err)
}

/// Compiles the C program of the API's answers, linked with HIP's library.
fn answers_of_calls(folder: &Path) -> PathBuf {
    compile(folder, "codes")
}

/// Compiles the C program whose sources begin with a name, linked with HIP's library.
fn compile(folder: &Path, program: &str) -> PathBuf {
    let sources = testdata::root().join("capi");
    let files = std::fs::read_dir(&sources).expect("the sources").map(|entry| entry.expect("a file").path());
    let is_source = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let rest = name.strip_prefix(program).and_then(|rest| rest.strip_suffix(".c"));
        // Its parts, of which one is a program of its own.
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_') && rest != "_splits")
    };
    let program = folder.join(program);
    let built = Command::new("cc")
        .args(["-std=gnu99", "-Wno-deprecated-declarations", "-I"])
        .arg(testdata::root().join("../capi/include"))
        .args(files.filter(is_source))
        .arg(folder.join("libamdhip64.so.7"))
        .args(["-Wl,-rpath,$ORIGIN", "-o"])
        .arg(&program)
        .output()
        .expect("a C compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    program
}

/// Kernels of that program.
fn kernels() -> PathBuf {
    testdata::root().join("capi/kernels.ptx")
}

/// Rows of a table below `testdata/capi`.
fn table<const N: usize>(name: &str) -> Vec<[String; N]> {
    let text = std::fs::read_to_string(testdata::root().join("capi").join(name)).expect("the table");
    tsv::table::<N>(&text).map(|row| row.map(str::to_owned)).collect()
}

#[test]
fn calls_answer_on_a_driver_as_on_the_software_device() {
    let folder = folder("backend_codes");
    let program = answers_of_calls(&folder);
    let differing: BTreeMap<(String, String), String> = table("codes_cuda.tsv")
        .into_iter()
        .map(|[section, scenario, answer, _]| ((section, scenario), answer))
        .collect();
    let mut expected: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for [section, scenario, answer] in table("codes.tsv") {
        let answer = differing.get(&(section.clone(), scenario.clone())).unwrap_or(&answer).clone();
        expected.entry(section).or_default().push((scenario, answer));
    }
    let mut wrong = Vec::new();
    for (section, answers) in expected {
        let mut command = Command::new(&program);
        on_driver(command.arg(&section).arg(kernels()), &folder);
        if section == "two devices" {
            command.env("HIP_SOFT_DEVICE", "h200x2");
        }
        let (done, out, err) = output(&mut command);
        assert!(done.status.success(), "{section}: {}\n{out}{err}", done.status);
        let got = out.lines().filter_map(|line| {
            let mut cells = line.split('\t').skip(1);
            Some((cells.next()?.to_owned(), cells.next()?.to_owned()))
        });
        let got: Vec<(String, String)> = got.collect();
        let is_any = |answer: &str| answer == "any";
        let differs = answers
            .iter()
            .zip(&got)
            .filter(|(wanted, got)| wanted.0 != got.0 || wanted.1 != got.1 && !is_any(&wanted.1));
        wrong.extend(differs.map(|(wanted, got)| format!("{section}\t{wanted:?}, got {got:?}")));
        if answers.len() != got.len() {
            wrong.push(format!("{section}: {} answers instead of {}", got.len(), answers.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Adds two vectors on the device that the environment chooses.
#[test]
fn vectors_are_added() -> Result<(), hip_runtime::Error> {
    const N: usize = 1000;
    let is_cuda = std::env::var("HIP_BACKEND").is_ok_and(|backend| backend == "cuda");
    assert_eq!(backend()? == Backend::Cuda, is_cuda);
    let _context = Context::primary(Device::get(0)?)?;
    let module = Module::load(testdata::root().join("cuda/driver_vector_add/kernels/vector_add.ptx"))?;
    let a: Vec<f32> = (0..N).map(|i| i as f32).collect();
    let (x, y) = (DeviceBuffer::from_slice(&a)?, DeviceBuffer::from_slice(&a)?);
    let mut sum = DeviceBuffer::<f32>::new(N)?;
    // SAFETY: the kernel adds `N` values of two vectors to a third.
    unsafe { launch!(module.vector_add<<<4, 256>>>(&x, &y, &mut sum, N as i32)) }?;
    assert!(sum.to_vec()?.iter().zip(&a).all(|(sum, a)| *sum == a + a));
    Ok(())
}

#[test]
fn a_rust_program_runs_on_a_driver_and_says_which() {
    let folder = folder("backend_rust");
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    let command = on_driver(&mut command, &folder);
    command.args(["--exact", "backend::vectors_are_added", "--nocapture"]).env("AMD_LOG_LEVEL", "3");
    let (done, out, err) = output(command);
    assert!(done.status.success() && out.contains("1 passed"), "{out}{err}");
    for line in ["GPUs are used: HIP_BACKEND=cuda; driver", "device 0: NVIDIA H200, compute capability 9.0"] {
        assert!(err.contains(line), "`{line}` is missing: {err}");
    }
}

#[test]
fn a_gpu_that_is_wanted_and_not_there_is_an_error_that_says_so() {
    let folder = folder("backend_none");
    let program = answers_of_calls(&folder);
    let mut command = Command::new(program);
    command.arg("start").arg(kernels()).env_clear().env("HIP_BACKEND", "cuda");
    let (_, out, err) = output(command.env("HIP_CUDA_DRIVER", "/nowhere/libcuda.so.1"));
    assert!(out.contains("init\thipErrorNoDevice"), "{out}{err}");
    assert!(err.contains("HIP_BACKEND=cuda: /nowhere/libcuda.so.1: "), "{err}");
}

#[test]
fn settings_of_the_software_device_choose_it_or_are_said_to_be_idle() {
    let folder = folder("backend_settings");
    let program = answers_of_calls(&folder);
    let run = |backend: &str| {
        let mut command = Command::new(&program);
        on_driver(command.arg("start").arg(kernels()), &folder);
        command.env("HIP_BACKEND", backend).env("HIP_SOFT_CHECK", "memory").env("AMD_LOG_LEVEL", "3");
        output(&mut command).2
    };
    let auto = run("auto");
    assert!(auto.contains("the software device is used: HIP_SOFT_CHECK is set"), "{auto}");
    let cuda = run("cuda");
    assert!(cuda.contains("HIP_SOFT_CHECK has no effect on a GPU (HIP_BACKEND=cuda)"), "{cuda}");
}

/// Parts of the program about green contexts, with their numbers of channels: those that no setting of the
/// software device chooses.
const GREEN: [(&str, &str, &str); 8] = [
    ("calls", "calls", "8"),
    ("rules", "rules", "8"),
    ("channels 8", "channels", "8"),
    ("streams", "streams", "8"),
    ("events", "events", "8"),
    ("captures", "captures", "8"),
    ("lives", "lives", "8"),
    ("places", "places", "8"),
];

#[test]
fn green_contexts_answer_on_a_driver_as_on_the_software_device() {
    let folder = folder("backend_green");
    let program = compile(&folder, "green");
    let table: Vec<[String; 6]> = table("green.tsv");
    for (name, part, channels) in GREEN {
        let mut command = Command::new(&program);
        on_driver(command.arg(testdata::root().join("capi/green.ptx")).arg(part), &folder);
        let (done, out, err) = output(command.env("CUDA_DEVICE_MAX_CONNECTIONS", channels));
        assert!(done.status.success(), "{name}: {}\n{out}{err}", done.status);
        let rows = table.iter().filter(|row| row[0] == name && !row[3].is_empty());
        let expected: Vec<String> = rows.map(|row| format!("{}\t{}", row[1], row[3])).collect();
        // The program names the part in its first column.
        let got: Vec<&str> = out.lines().filter_map(|line| Some(line.split_once('\t')?.1)).collect();
        assert_eq!(got, expected, "{name}");
    }
}

#[test]
fn pools_are_shared_and_reused_as_on_the_software_device() {
    let folder = folder("backend_pools");
    let program = compile(&folder, "pools");
    let mut command = Command::new(&program);
    let (done, out, err) = output(on_driver(&mut command, &folder));
    assert!(done.status.success(), "{}\n{out}{err}", done.status);
    let soft = output(Command::new(&program).env_clear().env("HIP_SOFT_DEVICE", "h200")).1;
    assert_eq!(out, soft);
}

#[test]
fn trace_and_report_have_the_times_of_a_driver() {
    let folder = folder("backend_trace");
    let trace = folder.join("trace.json");
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    let command = on_driver(&mut command, &folder);
    command.args(["--exact", "backend::vectors_are_added", "--nocapture"]);
    command.env("HIP_SOFT_TRACE", &trace).env("HIP_SOFT_REPORT", "1");
    let (done, out, err) = output(command);
    assert!(done.status.success() && out.contains("1 passed"), "{out}{err}");
    assert!(!err.contains("has no effect"), "{err}");
    for line in [
        "hip: NVIDIA H200: ended at",
        "1 grid of `vector_add`: ",
        "2 copies (h2d), 8000 bytes: ",
        "1 copy (d2h)",
    ] {
        assert!(err.contains(line), "`{line}` is missing: {err}");
    }
    let text = std::fs::read_to_string(&trace).expect("the trace");
    for part in
        ["\"ph\":\"X\",\"pid\":3", "\"name\":\"vector_add\"", "\"name\":\"copy d2h\"", "\"name\":\"launch\""]
    {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
}
