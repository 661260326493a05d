//! Profiler. A profile is a property of the process: the test starts this binary with itself as the only
//! test, and with `PROFILED` set.

use hip_runtime::profile::{profile, report::Profile};
use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, Stream};
use std::path::Path;
use std::process::{Command, Output};

const PROFILED: &str = "PROFILED";
const PTX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/gpu/profile/kernels.ptx");

/// Runs this binary as the program of a test.
fn run_again(test: &str, settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    command.args(["--exact", test, "--nocapture"]).env(PROFILED, "1").env_remove("HIP_SOFT_CHECK");
    command.envs(settings.iter().copied()).output().expect("a process")
}

/// Transposes a matrix, and adds to a histogram twice.
fn program() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let module = Module::load(PTX)?;
    let stream = Stream::new()?;
    let (a, c) = (DeviceBuffer::<f32>::zeroed(1 << 16)?, DeviceBuffer::<f32>::zeroed(1 << 16)?);
    let p = DeviceBuffer::from_slice(&(0..1 << 16).collect::<Vec<i32>>())?;
    let transpose = module.function("transpose_tiled")?;
    launch!(transpose<<<(8, 8), (32, 8), 0, &stream>>>(a.ptr(), a.ptr(), c.ptr(), p.ptr(), 256i32))?;
    let histogram = module.function("histogram_hot")?;
    for _ in 0..2 {
        launch!(histogram<<<16, 256, 0, &stream>>>(a.ptr(), a.ptr(), c.ptr(), p.ptr(), 1i32 << 16))?;
    }
    stream.synchronize()
}

fn read(path: &Path) -> Profile {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a profile")).expect("the format")
}

#[test]
fn kernels_are_profiled() {
    if std::env::var_os(PROFILED).is_some() {
        program().expect("no error");
        let now = profile().expect("a profile");
        assert_eq!(now.launches.len(), 3);
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("profile.json");
    let settings = [("HIP_SOFT_PROFILE", path.to_str().expect("UTF-8"))];
    let output = run_again("profile::kernels_are_profiled", &settings);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let first = read(&path);
    let of = |name: &str| first.kernels.iter().find(|kernel| kernel.name == name).expect("a kernel");
    let counts = of("transpose_tiled").counts;
    assert_eq!((counts.load_sectors, counts.store_sectors, counts.bank_conflicts), (8192, 8192, 63488));
    let histogram = of("histogram_hot");
    assert_eq!((histogram.launches, histogram.blocks), (2, [32, 32]));
    // A warp adds 256 bins to global memory in eight requests of four sectors; 16 blocks, twice.
    assert_eq!((histogram.counts.atomic_requests, histogram.counts.atomic_sectors), (256, 1024));
    // Eight lanes of a warp share each of four bins.
    assert!(first.launches.iter().all(|launch| launch.ns > 1000.0));
    assert!(histogram.lines.iter().any(|line| line.text.contains("atom.shared")));
    // The same in every run.
    assert!(run_again("profile::kernels_are_profiled", &settings).status.success());
    assert_eq!(read(&path), first);
    // A part of the blocks stands for all.
    let settings = [settings[0], ("HIP_SOFT_PROFILE_BLOCKS", "4")];
    assert!(run_again("profile::kernels_are_profiled", &settings).status.success());
    let part = read(&path);
    let tiled = part.kernels.iter().find(|kernel| kernel.name == "transpose_tiled").expect("a kernel");
    assert_eq!((tiled.blocks, tiled.counts.bank_conflicts), ([64, 4], 63488));
}

#[test]
fn what_cannot_be_profiled_is_said() {
    if std::env::var_os(PROFILED).is_some() {
        program().expect("no error");
        assert!(profile().is_none());
        return;
    }
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("profile.json");
    let path = path.to_str().expect("UTF-8");
    for other in [("HIP_SOFT_JIT", "interp"), ("HIP_SOFT_CLOCK", "virtual")] {
        let output =
            run_again("profile::what_cannot_be_profiled_is_said", &[("HIP_SOFT_PROFILE", path), other]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && errors.contains("no profile is made together with"), "{errors}");
        assert!(!Path::new(path).exists());
    }
}
