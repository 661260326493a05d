//! Untranslated CUDA programs, built with our declarations and run on the library.

use crate::libraries::folder;
use fatbin::nvidia::write::{NewEntry, Packing, fatbin};
use object::{Object as _, ObjectSymbol as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles sources with our `cuda.h`, links them with `libcuda.so.1`, and returns the program's path.
pub(crate) fn build(name: &str, sources: &[PathBuf], include: &Path) -> PathBuf {
    let folder = folder(name);
    let program = folder.join("program");
    let built = Command::new("c++")
        .args(["-std=c++17", "-O1", "-Wall", "-Werror", "-pthread", "-I"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/include"))
        .arg("-I")
        .arg(include)
        .args(sources)
        .arg(folder.join("libcuda.so.1"))
        .args(["-Wl,-rpath,$ORIGIN", "-lm", "-o"])
        .arg(&program)
        .output()
        .expect("a C++ compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    program
}

/// Returns the output of a program, which must succeed.
fn run(program: &Path, arguments: &[PathBuf]) -> String {
    let ran = Command::new(program).args(arguments).output().expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}: {out}{err}", ran.status);
    out.into_owned()
}

#[test]
fn the_vector_addition_of_the_driver_api_runs_untranslated() {
    let root = testdata::root().join("cuda/driver_vector_add");
    let program =
        build("vector_add", &[root.join("src/main.cpp"), root.join("src/device.cpp")], &root.join("include"));
    let out = run(&program, &[root.join("kernels/vector_add.ptx"), "100003".into()]);
    assert_eq!(
        out,
        "device: NVIDIA H200, 132 SMs, 143155 MiB, driver 13000\n\
         vector_add: 100003 elements, 391 blocks of 256 threads: PASS\n"
    );
}

#[test]
fn a_transposition_by_tensor_maps_runs_untranslated_and_checked() {
    let root = testdata::root().join("cuda/driver_tensor_transpose");
    let sources = [root.join("src/main.cpp"), root.join("src/device.cpp")];
    let program = build("transpose", &sources, &root.join("include"));
    let kernel = root.join("kernels/transpose.ptx");
    let out = run(&program, &[kernel.clone(), "1000".into(), "772".into()]);
    assert!(out.ends_with("transpose: 1000 x 772, 0 wrong: PASS\n"), "{out}");
    let [program, kernel] = [&program, &kernel].map(|path| path.to_str().expect("a path of text"));
    let checked = hip_run(&["--check", "memory,race,uninit", program, kernel, "68", "100"]);
    let (out, err) = (String::from_utf8_lossy(&checked.stdout), String::from_utf8_lossy(&checked.stderr));
    assert!(checked.status.success() && out.ends_with("68 x 100, 0 wrong: PASS\n"), "{out}{err}");
}

#[test]
fn numbers_and_names_are_cuda_s() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/calls.cpp");
    let program = build("calls", &[source], Path::new("."));
    let out = run(&program, &[testdata::root().join("cuda/driver_vector_add/kernels/vector_add.ptx")]);
    assert_eq!(out, include_str!("../programs/calls.txt"));
}

#[test]
fn what_other_peoples_programs_need_is_there() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = build("clients", &[own.join("tests/programs/clients.cpp")], &own.join("include"));
    assert_eq!(run(&program, &[]), include_str!("../programs/clients.txt"));
}

/// Runs `hip-run` with arguments and without our environment variables.
fn hip_run(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hip-run"));
    for name in ["HIP_SOFT_DEVICE", "HIP_SOFT_CHECK", "HIP_SOFT_TRACE", "HIP_SOFT_REPORT", "LD_LIBRARY_PATH"]
    {
        command.env_remove(name);
    }
    command.args(arguments).output().expect("hip-run starts")
}

#[test]
fn hip_run_gives_programs_their_library_and_says_that_there_is_no_gpu() {
    let root = testdata::root().join("cuda/driver_vector_add");
    let sources = [root.join("src/main.cpp"), root.join("src/device.cpp")];
    let program = build("hip_run", &sources, &root.join("include"));
    let bare = program.with_file_name("libcuda.so.1");
    std::fs::remove_file(&bare).expect("the program's own library is there");
    let alone = Command::new(&program).env_remove("LD_LIBRARY_PATH").output().expect("the program starts");
    assert!(!alone.status.success(), "it finds no library by itself");
    let program = program.to_str().expect("a path of text");
    let kernel = root.join("kernels/vector_add.ptx");
    let ran = hip_run(&[
        "--device",
        "A100-PCIE",
        "--check",
        "memory,race",
        program,
        kernel.to_str().expect("text"),
        "1000",
    ]);
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}: {out}{err}", ran.status);
    assert!(
        out.starts_with("device: NVIDIA A100") && out.ends_with("4 blocks of 256 threads: PASS\n"),
        "{out}"
    );
    let device = "NVIDIA A100-PCIE-40GB";
    assert_eq!(err, format!("hip-run: {program} runs on a software device ({device}), not on a GPU\n"));
}

#[test]
fn hip_run_refuses_a_device_that_is_not_known() {
    for (wanted, why) in [("nosuch", "no device is called `nosuch`"), ("RTX", "`RTX` could be ")] {
        let refused = hip_run(&["--device", wanted, "true"]);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(why) && !said.contains("runs on"), "{said}");
    }
}

#[test]
fn hip_run_passes_on_the_environment_the_arguments_and_the_end() {
    let script = "echo $HIP_SOFT_CHECK $HIP_SOFT_TRACE $HIP_SOFT_REPORT $HIP_SOFT_DEVICE $1; exit 7";
    let ran = hip_run(&[
        "--check=race,uninit",
        "--trace",
        "t.json",
        "--report",
        "sh",
        "-c",
        script,
        "sh",
        "--report",
    ]);
    assert_eq!((ran.status.code(), &*ran.stdout), (Some(7), &b"race,uninit t.json 1 --report\n"[..]));
    let echoed = hip_run(&["echo", "--device", "3", "--help"]);
    assert_eq!(echoed.stdout, b"--device 3 --help\n", "options behind the program are its own");
    let none = hip_run(&["/no/such/program"]);
    let err = String::from_utf8_lossy(&none.stderr);
    assert_eq!(none.status.code(), Some(127));
    assert_eq!(err, "hip-run: /no/such/program: no such program\n");
    assert_eq!(hip_run(&["/"]).status.code(), Some(126));
    assert_eq!(hip_run(&["--check", "rice", "true"]).status.code(), Some(2));
}

/// Compiles one C source in a directory.
fn compile(folder: &Path, text: &str, arguments: &[&str]) {
    std::fs::write(folder.join("source.c"), text).expect("a source");
    let built = Command::new("cc").current_dir(folder).arg("source.c").args(arguments).output();
    let built = built.expect("a C compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

/// Returns an object like NVIDIA's tools make, without code: an ELF file for sm_90 with one symbol, the entry
/// of a kernel.
fn cubin(folder: &Path, kernel: &str) -> Vec<u8> {
    use object::read::elf::{ElfFile64, FileHeader as _, SectionHeader as _};
    compile(folder, &format!("int {kernel}(void) {{ return 0; }}\n"), &["-c", "-o", "kernel.o"]);
    let mut bytes = std::fs::read(folder.join("kernel.o")).expect("an object");
    let other = {
        let file = ElfFile64::<object::Endianness>::parse(&*bytes).expect("an ELF object");
        let sections = file.elf_header().sections(file.endian(), &*bytes).expect("sections");
        let (_, symbols) = sections
            .enumerate()
            .find(|(_, s)| s.sh_type(file.endian()) == object::elf::SHT_SYMTAB)
            .expect("symbols");
        let symbol = file.symbol_by_name(kernel).expect("the function").index().0;
        // A symbol has 24 bytes. `st_other` is the sixth.
        symbols.sh_offset(file.endian()) as usize + symbol * 24 + 5
    };
    bytes[18..20].copy_from_slice(&190u16.to_le_bytes());
    bytes[48..52].copy_from_slice(&90u32.to_le_bytes());
    bytes[other] |= 0x10;
    bytes
}

/// Builds a program that does nothing and contains a fat binary where nvcc puts it.
fn carrier(folder: &Path, fat_binary: &[u8]) -> String {
    std::fs::write(folder.join("device.fatbin"), fat_binary).expect("a fat binary");
    let text = "__asm__(\".section .nv_fatbin, \\\"a\\\"\\n.balign 8\\n.incbin \\\"device.fatbin\\\"\\n.text\");\nint main(void) { return 0; }\n";
    compile(folder, text, &["-o", "program"]);
    folder.join("program").to_str().expect("a path of text").to_owned()
}

#[test]
fn hip_run_refuses_machine_code_alone_and_names_its_kernels() {
    let folder = folder("machine_code");
    let code = cubin(&folder, "axpy");
    let machine = || NewEntry::cubin(&code, 90, Packing::Plain);
    let program = carrier(&folder, &fatbin([machine()]));
    let ran = hip_run(&[&program]);
    assert_eq!(
        String::from_utf8_lossy(&ran.stderr),
        format!(
            "hip-run: {program}: its kernels are machine code (sm_90), which only a GPU runs: axpy; build it with PTX in it, as `nvcc \
             -gencode arch=compute_80,code=compute_80` does\n"
        )
    );
    assert_eq!(ran.status.code(), Some(127));
    let text = NewEntry::ptx(".version 7.0\n.target sm_80\n.address_size 64\n", 80, (7, 0), Packing::Plain);
    let both = hip_run(&[&carrier(&folder, &fatbin([machine(), text.clone()]))]);
    assert_eq!(both.status.code(), Some(0), "{}", String::from_utf8_lossy(&both.stderr));
    // NVIDIA's static runtime verifies its driver by a table with this identifier.
    let identity = 0xf2e1_663c_12ba_348d_4b70_e6bd_5520_08d4_u128.to_le_bytes();
    let fixed = hip_run(&[&carrier(&folder, &[fatbin([text.clone()]), identity.to_vec()].concat())]);
    let err = String::from_utf8_lossy(&fixed.stderr);
    assert!(err.ends_with("link it with `nvcc -cudart shared`\n"), "{err}");
    assert_eq!(fixed.status.code(), Some(127));
    // The PTX of the device runtime, for future devices, does not count as the program's.
    let runtime = cubin(&folder, "__cudaCDP2LaunchDeviceV2");
    let runtime = fatbin([text, NewEntry::cubin(&runtime, 90, Packing::Plain)]);
    let linked = hip_run(&[&carrier(&folder, &[fatbin([machine()]), runtime].concat())]);
    let err = String::from_utf8_lossy(&linked.stderr);
    assert!(
        err.contains("its kernels are machine code (sm_90), which only a GPU runs: axpy; build"),
        "{err}"
    );
}

#[test]
fn hip_run_explains_programs_without_starting_them() {
    let folder = folder("explained");
    let code = cubin(&folder, "axpy");
    let text = |arch| {
        let text = ".version 8.7\n.target sm_80\n.address_size 64\n";
        NewEntry::ptx(text, arch, (8, 7), Packing::Plain)
    };
    let explained = |entries: Vec<NewEntry<'_>>, arguments: &[&str]| {
        let program = carrier(&folder, &fatbin(entries));
        let ran = hip_run(&[arguments, &["--explain", &program]].concat());
        (ran.status.code(), String::from_utf8_lossy(&ran.stdout).replace(&program, "PROGRAM"))
    };
    let fine = explained(vec![NewEntry::cubin(&code, 90, Packing::Plain), text(80)], &[]);
    let expected = "PROGRAM\n  runtime       none in its own file\n  PTX           compute_80\n  machine code  sm_90\n  \
                    runs on a software device (NVIDIA H200)\n";
    assert_eq!(fine, (Some(0), expected.to_owned()));
    let (rc, newer) = explained(vec![text(120)], &["--json"]);
    let newer: serde_json::Value = serde_json::from_str(&newer).expect("JSON");
    let why = "its PTX (compute_120) is not for compute capability 9.0: choose another --device";
    assert_eq!((rc, &newer["runs"], &newer["why"]), (Some(127), &false.into(), &why.into()));
    assert_eq!(explained(vec![text(120)], &["--device", "5090"]).0, Some(0));
    let (rc, machine) = explained(vec![NewEntry::cubin(&code, 90, Packing::Plain)], &[]);
    assert!(
        rc == Some(127) && machine.contains("does not run: its kernels are machine code (sm_90)"),
        "{machine}"
    );
}

/// Builds a program of units that were compiled with `-rdc=true` for linking by the driver: `main.cpp` of
/// `programs/linked`.
fn linked(name: &str, version: &str) -> PathBuf {
    let folder = folder(name);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/linked");
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("a fat binary");
    for unit in ["parent", "child"] {
        let text = std::fs::read_to_string(own.join(unit).with_extension("ptx")).expect("PTX");
        let entry = NewEntry::ptx(&text, 75, (9, 0), Packing::Zstd);
        put(&format!("{unit}.fatbin"), &fatbin([entry]));
    }
    // NVIDIA's device runtime is recognised by a name that it defines.
    for (name, defines) in [("runtime", "__cudaCDP2LaunchDeviceV2"), ("machine", "axpy")] {
        let code = cubin(&folder, defines);
        put(&format!("{name}.fatbin"), &fatbin([NewEntry::cubin(&code, 90, Packing::Plain)]));
    }
    let program = folder.join("program");
    let built = Command::new("c++")
        .current_dir(&folder)
        .args(["-std=c++17", "-O1", "-Wall", "-Werror", "-pthread", "-I"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"))
        .arg(own.join("main.cpp"))
        .arg(folder.join(format!("libcudart.so.{version}")))
        .args(["-Wl,-rpath,$ORIGIN", "-o"])
        .arg(&program)
        .output()
        .expect("a C++ compiler");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    program
}

#[test]
fn units_of_relocatable_code_are_linked_when_the_program_needs_them() {
    for version in ["12", "13"] {
        let program = linked(&format!("linked_{version}"), version);
        let out = run(&program, &[]);
        assert_eq!(
            out,
            "launch: cudaSuccess\ncopies: cudaSuccess cudaSuccess\nparent 701, children 700 707 714 721, calls 5\n",
            "version {version}"
        );
    }
}

#[test]
fn a_unit_that_is_machine_code_alone_is_named() {
    let program = linked("linked_machine", "13");
    let ran = Command::new(&program).arg("machine").env("AMD_LOG_LEVEL", "1").output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "launch: cudaErrorNoKernelImageForDevice\n");
    let err = String::from_utf8_lossy(&ran.stderr);
    let said = "unit 4 of 4: no PTX that a device of compute capability 9.0 can run; the image holds cubin for sm_90";
    assert!(err.contains(said), "{err}");
}
