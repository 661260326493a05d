//! Kernels that launch kernels: `testdata/cuda/cdp` is translated, compiled by `hipcc` and run, and compared
//! with results of the same sources on an H200. Errors in such sources are also tested.
#![expect(unsafe_code, reason = "the tests launch kernels that they know")]

use crate::files::{bench, hipcc, keep_headers, succeed};
use runtime::api::module::LaunchShape;
use runtime::api::{self, StreamRef};
use runtime::{Context, Device, DeviceBuffer, Error, Module};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Returns the recorded programs. `legacy_clang` has declarations of its own instead of headers.
fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/cuda/cdp");
    let entries = std::fs::read_dir(&folder).expect("the folder of programs");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| {
        path.extension().is_some_and(|e| e == "cu")
            && path.with_extension("out").exists()
            && stem(path) != "legacy_clang"
    });
    found.sort();
    assert!(found.len() > 20, "{found:?}");
    found
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|name| name.to_str()).expect("a name")
}

/// Parses the settings in the first line of a program: `// grid=1 block=32 words=64`.
fn settings(text: &str) -> BTreeMap<&str, u32> {
    let first = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("settings");
    let pairs = first.split(' ').map(|word| word.split_once('=').expect("name=value"));
    pairs.map(|(name, value)| (name, value.parse().expect("a number"))).collect()
}

/// Runs `run<<<grid, block>>>(out)` and returns its result and output in the form of the programs' `main.cu`.
fn told(text: &str, ptx: &[u8]) -> Result<String, Error> {
    let settings = settings(text);
    let context = Context::new(Device::get(0)?)?;
    if let Some(&launches) = settings.get("pending") {
        api::context::set_limit(4, launches.into())?;
    }
    let module = Module::from_bytes(ptx)?;
    let out = DeviceBuffer::<i32>::zeroed(settings["words"] as usize)?;
    let shape = LaunchShape {
        grid: [settings["grid"], 1, 1],
        block: [settings["block"], 1, 1],
        shared_bytes: 0,
        cooperative: false,
        cluster: None,
    };
    let kernel = module.function("run")?;
    // SAFETY: the kernel writes the buffer, which the test reads when it is done.
    unsafe {
        api::module::launch(kernel.id(), shape, &out.ptr().address().to_le_bytes(), StreamRef::Legacy)
    }?;
    let end = context.synchronize().err().map_or(0, |error| error.status() as u32);
    let mut said = format!("launch 0 end {end}\n");
    if end == 0 {
        for row in out.to_vec()?.chunks(16) {
            let words: Vec<String> = row.iter().map(i32::to_string).collect();
            writeln!(said, "{}", words.join(" ")).expect("a string");
        }
    }
    Ok(said)
}

#[test]
fn translated_programs_leave_what_an_h200_leaves() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    keep_headers(folder);
    let programs = programs();
    // Two compile at the same time. Only one runs at a time.
    std::thread::scope(|scope| {
        for half in [0, 1] {
            let part = programs.iter().skip(half).step_by(2);
            scope.spawn(move || {
                for path in part {
                    let text = std::fs::read(path).expect("a source");
                    let name = stem(path);
                    let hip = hipify_rs::translate(&text, &hipify_rs::Options::default()).text;
                    std::fs::write(folder.join(format!("{name}.hip")), hip).expect("a source");
                    succeed(folder, &format!("-ptx -O1 -w {name}.hip -o {name}.ptx"));
                }
            });
        }
    });
    for path in programs {
        let text = std::fs::read_to_string(&path).expect("a source");
        let want = std::fs::read_to_string(path.with_extension("out")).expect("the recorded answer");
        let ptx = std::fs::read(folder.join(format!("{}.ptx", stem(&path)))).expect("PTX");
        let have = told(&text, &ptx).unwrap_or_else(|error| format!("{error}\n"));
        assert_eq!(have.trim(), want.trim(), "{}", stem(&path));
    }
}

const WRONG: &str = "#define GO(k) k<<<1, 1>>>(p, \\\n   nullptr)\n\
    __global__ void child(int *p, int v);\n\
    __global__ void up(int *p)\n{\n\
    child<<<1, 1>>>(p);\n    child<<<1>>>(p, 3);\n    child<<<1, 1>>>(p, \"x\");\n    nothere<<<1, 1>>>(p);\n    GO(child);\n    p<<<1, 1>>>(p);\n}\n";

#[test]
fn mistakes_are_told_where_they_are() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    std::fs::write(folder.join("wrong.hip"), WRONG).expect("a source");
    let said = hipcc(folder, "-ptx wrong.hip -o wrong.ptx");
    assert_eq!(said.status.code(), Some(1));
    let said = String::from_utf8_lossy(&said.stderr);
    for (line, what) in [
        (6, "no matching function for call to 'child'"),
        (7, "no matching conversion"),
        (8, "no matching function for call to 'child'"),
        (9, "use of undeclared identifier 'nothere'"),
        (10, "no matching function for call to 'child'"),
        (11, "no matching function for call to 'of'"),
    ] {
        let place = format!("wrong.hip:{line}:");
        let is_told = said.lines().any(|text| text.starts_with(&place) && text.contains(what));
        assert!(is_told, "line {line}: {said}");
    }
    assert!(said.contains("    8 |     child<<<1, 1>>>(p, \"x\");\n"), "{said}");
    assert!(!said.contains("__hip_launch_"), "{said}");
}

/// Tests launches that are in headers rather than in the source's own text.
#[test]
fn launches_in_headers_and_other_units_are_found() {
    let Some(folder) = bench() else { return };
    let folder = folder.path();
    let header = "#define GO(k, ...) k<<<1, 1>>>(__VA_ARGS__)\n__global__ void far(int *p, int v);\n\
        template <class T> __global__ void near(T *p, T v = 4) { *p = v; }\n";
    std::fs::write(folder.join("launch.h"), header).expect("a header");
    let first = "#include \"launch.h\"\nextern \"C\" __global__ void run(int *p) { GO(far, p, 1); GO(near, p + 1); }\n";
    let second =
        "#include \"launch.h\"\n__global__ void far(int *p, int v) { *p = v; GO(near<int>, p + 2, 5); }\n";
    for (name, text) in [("first.hip", first), ("second.hip", second)] {
        std::fs::write(folder.join(name), text).expect("a source");
        succeed(folder, &format!("-rdc=true -O1 -MD -c {name}"));
    }
    let headers = std::fs::read_to_string(folder.join("first.d")).expect("a list of headers");
    assert!(headers.starts_with("first.o:") && headers.contains("launch.h"), "{headers}");
    succeed(folder, "-dlink first.o second.o -o link.o -lcudadevrt");
    let linked = std::fs::read(folder.join("link.o")).expect("an object");
    let ptx = fatbin::ptx(&linked, 90).expect("PTX in it").text;
    let said = told("// grid=1 block=1 words=4\n", ptx.as_bytes()).expect("a run");
    assert_eq!(said, "launch 0 end 0\n1 4 5 0\n");
    // Preprocessed text is kept if requested.
    succeed(folder, "-save-temps -O1 -c first.hip -o kept.o");
    assert!(folder.join("first-device.hipi").is_file());
}
