//! Memory checker. Each program is a process, because checks are a property of the process: the test starts
//! this binary with itself as the only test, and with `CHECKED` set.

use crate::raw;
use hip_runtime::api::StreamRef;
use hip_runtime::api::module::LaunchShape;
use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, Status, api};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use testdata::golden::{self, Case, Expect};

const CHECKED: &str = "CHECKED";
/// Exit code of a process with findings.
const FOUND: i32 = 66;

fn directory() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/ptx/check"))
}

/// Runs this binary as the program of a test.
fn run_again(test: &str, what: &str, settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.args(["--exact", test, "--nocapture"]).env(CHECKED, what);
    for name in ["HIP_SOFT_CHECK", "HIP_SOFT_JIT", "AMD_LOG_LEVEL"] {
        command.env_remove(name);
    }
    command.envs(settings.iter().copied()).output().expect("a process")
}

/// Parses three numbers of a header comment: `grid [2, 1, 1]`.
fn extents(text: &str, name: &str) -> [u32; 3] {
    let rest = text.split_once(&format!("{name} [")).expect("a header").1;
    let list = rest.split_once(']').expect("a header").0;
    let all: Vec<u32> = list.split(',').map(|n| n.trim().parse().expect("a number")).collect();
    all.try_into().expect("three numbers")
}

/// Runs a kernel with pointers to 32 written numbers, 32 unwritten ones, 32 freed ones, and a host variable.
fn planted(path: &Path) -> Result<(), Error> {
    let text = std::fs::read_to_string(path).expect("the kernel");
    let context = Context::new(Device::get(0)?)?;
    let module = Module::from_bytes(text.as_bytes())?;
    let kernel = module.function("k")?;
    let written = DeviceBuffer::<u32>::zeroed(32)?;
    let unwritten = DeviceBuffer::<u32>::new(32)?;
    let freed = DeviceBuffer::<u32>::zeroed(32)?;
    let gone = freed.ptr();
    drop(freed);
    let of_host = Box::new(7u32);
    let host = (&raw const *of_host).addr() as u64;
    let pointers = [written.ptr().address(), unwritten.ptr().address(), gone.address(), host];
    let params = pointers.map(u64::to_le_bytes);
    let takes = api::module::params(kernel.id())?.bytes as usize;
    let header = text.lines().find(|line| line.starts_with("// grid")).expect("a header");
    let (grid, block) = (extents(header, "grid"), extents(header, "block"));
    let cooperative = header.split(' ').any(|word| word == "cooperative");
    let shared_bytes = after(header, "shared").map_or(0, |bytes| bytes.parse().expect("a number"));
    let shape = LaunchShape { grid, block, shared_bytes, cooperative, cluster: None };
    raw::launch(kernel.id(), shape, &params.as_flattened()[..takes], StreamRef::Legacy)?;
    context.synchronize()
}

/// Word that follows another.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|w| *w != word).nth(1)
}

/// Report of a program, without addresses and the test harness's output.
fn report(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let mut shown = String::new();
    for line in text.lines().filter(|line| line.starts_with("=========")) {
        // Addresses of device memory are long; offsets are not.
        let word = |w: &str| match w.strip_suffix(',').unwrap_or(w) {
            address if address.starts_with("0x") && address.len() > 8 => w.replace(address, "0x…"),
            _ => w.to_owned(),
        };
        shown += &line.split(' ').map(word).collect::<Vec<_>>().join(" ");
        shown.push('\n');
    }
    shown
}

const ALL: &[(&str, &str)] = &[("HIP_SOFT_CHECK", "memory,race,uninit"), ("HIP_SOFT_WORKERS", "1")];

#[test]
fn planted_errors_are_found() {
    if let Some(name) = std::env::var_os(CHECKED) {
        match planted(&directory().join(name)) {
            // The kernel continues under the checker.
            Ok(()) => {}
            Err(error) => assert_eq!(error.status(), Status::MisalignedAddress, "{error}"),
        }
        return;
    }
    let all = ["beyond", "heap", "out_of_bounds", "race", "uninitialised", "use_after_free", "workspace"];
    for name in all {
        let output = run_again("check::planted_errors_are_found", &format!("{name}.ptx"), ALL);
        insta::assert_snapshot!(name, report(&output));
        assert_eq!(output.status.code(), Some(FOUND), "{name}: {output:?}");
    }
    let clean = run_again("check::planted_errors_are_found", "clean.ptx", ALL);
    assert_eq!((report(&clean).as_str(), clean.status.code()), ("", Some(0)), "{clean:?}");
}

/// Kinds of findings in a report: errors, then notes.
fn kinds(report: &Path) -> [Vec<String>; 2] {
    let text = std::fs::read_to_string(report).expect("the report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let findings = report["findings"].as_array().expect("a list");
    let kinds = |note: bool| {
        let found = findings.iter().filter(|f| f.get("note").is_some() == note);
        let kinds: BTreeSet<_> = found.map(|f| f["kind"].as_str().expect("a kind").to_owned()).collect();
        kinds.into_iter().collect()
    };
    [kinds(false), kinds(true)]
}

/// The first line of each kernel in `testdata/check` has the expected finding: `expect` an error, `notes` a
/// note, otherwise none. `hangs` and `fails` mark kernels that do not complete.
#[test]
fn each_kernel_has_the_expected_finding() {
    const TEST: &str = "check::each_kernel_has_the_expected_finding";
    if let Some(path) = std::env::var_os(CHECKED) {
        let text = std::fs::read_to_string(&path).expect("the kernel");
        let header = text.lines().next().expect("a header").to_owned();
        let ends = !header.ends_with("fails") && !header.ends_with("hangs");
        let ended = planted(Path::new(&path));
        assert_eq!(ended.is_ok(), ends, "{ended:?}");
        return;
    }
    let report = std::env::temp_dir().join(format!("hip-check-kinds-{}.json", std::process::id()));
    let mut wrong = String::new();
    let mut seen = 0;
    for path in testdata::files("check", "ptx") {
        let text = std::fs::read_to_string(&path).expect("a kernel");
        let header = text.lines().next().expect("a header");
        let wanted = ["expect", "notes"]
            .map(|word| after(header, word).map(str::to_owned).into_iter().collect::<Vec<_>>());
        let found = i32::from(!wanted[0].is_empty()) * FOUND;
        for jit in ["auto", "quick", "interp"] {
            let settings = [
                ("HIP_SOFT_CHECK", "memory,race,uninit,sync"),
                ("HIP_SOFT_JIT", jit),
                ("HIP_SOFT_WORKERS", "1"),
                ("HIP_SOFT_CHECK_REPORT", report.to_str().expect("a name")),
            ];
            let output = run_again(TEST, path.to_str().expect("a name"), &settings);
            let got = kinds(&report);
            if (output.status.code(), &got) != (Some(found), &wanted) {
                let said = String::from_utf8_lossy(&output.stderr);
                wrong +=
                    &format!("{} by {jit}: {got:?}, {:?}\n{said}\n", path.display(), output.status.code());
            }
            seen += 1;
        }
    }
    let _ = std::fs::remove_file(&report);
    assert!(wrong.is_empty(), "{wrong}");
    assert!(seen >= 3 * 42, "{seen} runs");
}

/// Errors of the host: copies beyond an allocation, and leaks.
#[test]
fn errors_of_the_host_are_found() {
    const TEST: &str = "check::errors_of_the_host_are_found";
    if let Some(what) = std::env::var_os(CHECKED) {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let buffer = DeviceBuffer::<u32>::zeroed(32).expect("memory");
        let bytes = [0; 256];
        match what.to_str() {
            Some("copy") => {
                let copied = raw::write(buffer.ptr().address(), &bytes, StreamRef::Legacy);
                assert_eq!(copied.map_err(|error| error.status()), Err(Status::InvalidValue));
            }
            Some("leak") => std::mem::forget(buffer),
            // The stream's turn never comes: the free is still queued when the process ends.
            Some("queued") => {
                drop(buffer);
                let stream = StreamRef::Id(api::stream::create(0, 0).expect("a stream"));
                let freed = api::pool::alloc(64, None, stream).expect("memory");
                api::stream::add_callback(stream, || {
                    std::thread::sleep(std::time::Duration::from_secs(3600))
                })
                .expect("a callback");
                raw::free_in(freed, stream).expect("a free");
                // The end of a context waits for its streams.
                std::process::exit(0);
            }
            _ => raw::write(buffer.ptr().address(), &bytes[..128], StreamRef::Legacy).expect("a copy"),
        }
        return;
    }
    let report = std::env::temp_dir().join(format!("hip-check-host-{}.json", std::process::id()));
    for what in ["copy", "leak", "queued", "nothing"] {
        let file = report.to_str().expect("a name");
        let output = run_again(TEST, what, &[("HIP_SOFT_CHECK", "all"), ("HIP_SOFT_CHECK_REPORT", file)]);
        let is_right = matches!(what, "queued" | "nothing");
        let wanted = if is_right { vec![] } else { vec![what.to_owned()] };
        assert_eq!(kinds(&report), [wanted, vec![]], "{what}: {output:?}");
        let code = if is_right { 0 } else { FOUND };
        assert_eq!(output.status.code(), Some(code), "{what}: {output:?}");
    }
    let _ = std::fs::remove_file(&report);
}

#[test]
fn findings_are_written_as_json() {
    const TEST: &str = "check::findings_are_written_as_json";
    if let Some(name) = std::env::var_os(CHECKED) {
        return planted(&directory().join(name)).expect("the checker lets it go on");
    }
    let path = std::env::temp_dir().join(format!("hip-check-{}.json", std::process::id()));
    let file = path.to_str().expect("a name");
    let mut all = Vec::new();
    for name in ["race.ptx", "use_after_free.ptx", "beyond.ptx", "clean.ptx"] {
        let settings = [ALL[0], ALL[1], ("HIP_SOFT_CHECK_REPORT", file)];
        let output = run_again(TEST, name, &settings);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}: {output:?}"));
        std::fs::remove_file(&path).expect("the report");
        let report: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let findings = report["findings"].as_array().expect("a list");
        let sum: u64 = findings.iter().map(|f| f["count"].as_u64().expect("a number")).sum();
        assert_eq!(report["errors"].as_u64(), Some(sum), "{text}");
        assert_eq!(findings.is_empty(), name == "clean.ptx", "{text}");
        // Addresses of device memory differ from run to run.
        let line = |line: &str| match line.split_once(": \"0x") {
            Some((key, value)) if value.len() > 10 => {
                format!("{key}: \"0x…\"{}", if value.ends_with(',') { "," } else { "" })
            }
            _ => line.to_owned(),
        };
        all.push(format!("{name}\n{}", text.lines().map(line).collect::<Vec<_>>().join("\n")));
    }
    insta::assert_snapshot!("json", all.join("\n"));
}

#[test]
fn only_enabled_checks_report() {
    if let Some(name) = std::env::var_os(CHECKED) {
        if let Err(error) = planted(&directory().join(&name)) {
            // The freed allocation is unmapped without the checker.
            assert_eq!((error.status(), name.to_str()), (Status::IllegalAddress, Some("use_after_free.ptx")));
        }
        return;
    }
    let quiet = [("race", "memory"), ("uninitialised", "memory,race"), ("use_after_free", "race")];
    for (name, checks) in quiet {
        let settings = [("HIP_SOFT_CHECK", checks)];
        let output = run_again("check::only_enabled_checks_report", &format!("{name}.ptx"), &settings);
        assert_eq!((report(&output).as_str(), output.status.code()), ("", Some(0)), "{name}: {output:?}");
    }
}

/// Runs a recorded program and compares its results with those of a GPU.
fn recorded(case: &Case, variant: &str) -> Result<(), String> {
    let context = Device::get(0).and_then(Context::new).map_err(|e| e.to_string())?;
    let module = Module::from_bytes(case.ptx(variant).as_bytes()).map_err(|e| e.to_string())?;
    let fails = |e: Error| e.to_string();
    let mut buffers = BTreeMap::new();
    for buffer in &case.buffers {
        let memory = DeviceBuffer::from_slice(&buffer.initial()).map_err(fails)?;
        buffers.insert(buffer.name.as_str(), memory);
    }
    for global in &case.globals {
        let (address, _) = module.global(&global.name).map_err(fails)?;
        raw::write(address, &global.initial(), StreamRef::Legacy).map_err(fails)?;
    }
    for launch in &case.launches {
        let kernel = module.function(&launch.kernel).map_err(fails)?;
        let params = launch.params(|name| buffers[name].ptr().address());
        let &golden::GoldenLaunch { grid, block, shared, cooperative, .. } = launch;
        let shape = LaunchShape { grid, block, shared_bytes: shared, cooperative, cluster: None };
        if shared > 48 << 10 {
            let attribute = api::module::FunctionAttribute::MaxDynamicShared;
            api::module::set_attribute(kernel.id(), attribute, shared as i32).map_err(fails)?;
        }
        raw::launch(kernel.id(), shape, &params, StreamRef::Legacy).map_err(fails)?;
    }
    context.synchronize().map_err(fails)?;
    for buffer in &case.buffers {
        if let Some((rule, want)) = case.expected(buffer, variant) {
            let got = buffers[buffer.name.as_str()].to_vec().map_err(fails)?;
            rule.check(buffer.elem, &got, &want).map_err(|e| format!("`{}`: {e}", buffer.name))?;
        }
    }
    Ok(())
}

/// Programs whose results the checker must not change, and for which it reports nothing: those that do not
/// fault and that this runtime supports. `CHECK_ALL` runs all of them, which takes minutes.
const QUICK: [&str; 6] = [
    "bar_named",
    "barrier_branches",
    "coop_groups_tiles",
    "cp_async_copy",
    "histogram_atomics",
    "syncwarp_divergent",
];

/// CUB's merge sort of a warp reads the unwritten word past its keys before it knows that it needs none.
const READS_PADDING: &str = "programs_cub";

#[test]
fn correct_programs_have_no_findings() {
    if let Some(name) = std::env::var_os(CHECKED) {
        let case = Case::load(&testdata::root().join("gpu/kernels").join(&name));
        for variant in case.variants() {
            recorded(&case, variant).unwrap_or_else(|e| panic!("{} {variant}: {e}", case.name));
        }
        return;
    }
    let all = std::env::var_os("CHECK_ALL").is_some();
    let wanted = |case: &Case| case.expect != Expect::Fault && (all || QUICK.contains(&case.name.as_str()));
    let cases: Vec<Case> = golden::cases().into_iter().filter(wanted).collect();
    assert!(cases.len() >= QUICK.len(), "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let checks = if case.name == READS_PADDING { ("HIP_SOFT_CHECK", "memory,race") } else { ALL[0] };
        let output = run_again("check::correct_programs_have_no_findings", &case.name, &[checks, ALL[1]]);
        if !output.status.success() || !report(&output).is_empty() {
            wrong.push(format!("{}: {}", case.name, String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
