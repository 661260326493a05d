//! Modules: images of every kind, attributes of kernels, occupancy: results as on an H200.

use super::{KERNELS, setup};
use fatbin::nvidia::write::{NewEntry, Packing, fatbin};
use hip_runtime::api::module::{self, FunctionAttribute as A};
use hip_runtime::api::occupancy;
use hip_runtime::api::rtc::Failure;
use hip_runtime::{Backend, DeviceBuffer, Module, Status, backend};

#[test]
fn fat_binaries_load_however_they_are_packed() {
    let (_module, _context) = setup();
    for packing in [Packing::Plain, Packing::Lz4, Packing::Zstd] {
        let newer = KERNELS.replace("sm_70", "sm_120");
        let entry = |text, arch| NewEntry::ptx(text, arch, (7, 0), packing);
        let image = fatbin([entry(KERNELS, 70), entry(&newer, 120)]);
        let module = Module::from_bytes(&image).unwrap_or_else(|e| panic!("{packing:?}: {e}"));
        let data = DeviceBuffer::<u32>::zeroed(10).expect("memory");
        launch!(module.add_one<<<1, 32>>>(data.ptr(), 10u32)).expect("a launch");
        assert_eq!(data.to_vec().expect("values"), [1; 10], "{packing:?}");
        let none = Module::from_bytes(&fatbin([entry(&newer, 120)])).expect_err("nothing to run");
        assert_eq!(none.status(), Status::NoBinaryForGpu);
        assert!(none.to_string().contains("ptx for "), "{none}");
    }
}

#[test]
fn an_unsupported_kernel_does_not_affect_others() {
    let (_module, _context) = setup();
    // A driver function with a parameter of another size: well-formed, but unsupported.
    let beyond = ".visible .entry beyond()\n{\n\t.param .b32 p;\n\tst.param.b32 [p], 0;\n\tcall.uni free, (p);\n\tret;\n}\n";
    let text = format!("{KERNELS}\n.extern .func free(.param .b32 address);\n{beyond}");
    let module = Module::from_bytes(text.as_bytes()).expect("the other kernels are fine");
    for _ in 0..2 {
        let error = launch!(module.beyond<<<1, 1>>>()).expect_err("not compiled");
        assert_eq!(error.status(), Status::NotSupported, "{error}");
        // A driver has only a code for it.
        let is_named = error.to_string().contains("free");
        assert!(is_named || matches!(backend(), Ok(Backend::Cuda)), "{error}");
    }
    launch!(module.add_one<<<1, 1>>>(0u64, 0u32)).expect("another kernel");
}

#[test]
fn variables_have_their_alignment() {
    let (_module, _context) = setup();
    let kernel = |space: &str, align: u32| {
        format!(
            ".{space} .align {align} .b8 {space}_{align}[12] = {{1, 2, 3}};\n.visible .entry k(.param .u64 out)\n\
             {{\n\t.reg .b32 %r1;\n\t.reg .b64 %d<3>;\n\tld.param.u64 %d1, [out];\n\tmov.u64 %d2, {space}_{align};\n\t\
             cvta.{space}.u64 %d2, %d2;\n\tld.b32 %r1, [%d2];\n\tst.global.u64 [%d1], %d2;\n\tst.global.u32 [%d1+8], %r1;\n\tret;\n}}\n"
        )
    };
    for (space, align) in [("global", 512), ("global", 4096), ("global", 1 << 20), ("const", 8192)] {
        let text = format!(".version 7.0\n.target sm_70\n.address_size 64\n{}", kernel(space, align));
        let module = Module::from_bytes(text.as_bytes()).unwrap_or_else(|e| panic!("{space}, {align}: {e}"));
        let data = DeviceBuffer::<u64>::zeroed(2).expect("memory");
        launch!(module.k<<<1, 1>>>(data.ptr())).expect("a launch");
        let [address, value] = data.to_vec().expect("values")[..] else { panic!("two values") };
        assert_eq!((address % u64::from(align), value), (0, 0x30201), "{space}, {align}");
    }
}

#[test]
fn launches_do_not_pass_hidden_parameters() {
    let (_module, _context) = setup();
    let text = ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out, .hidden .param .align 64 .b8 h[128],\n\
                .param .u32 n)\n{\n\t.reg .b32 %r<3>;\n\t.reg .b64 %d1;\n\tld.param.u64 %d1, [out];\n\tld.param.u32 %r1, [h+8];\n\t\
                ld.param.u32 %r2, [n];\n\tst.global.v2.u32 [%d1], {%r1, %r2};\n\tret;\n}\n";
    let module = Module::from_bytes(text.as_bytes()).expect("a module");
    let params = module::params(module.function("k").expect("a kernel").id()).expect("parameters");
    assert_eq!((params.each, params.bytes), (vec![(0, 8), (192, 4)], 196));
    let data = DeviceBuffer::<u32>::zeroed(2).expect("memory");
    launch!(module.k<<<1, 1>>>(data.ptr(), 7u32)).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [0, 7]);
}

#[test]
fn long_texts_are_read_to_the_end_whether_or_not_they_were_loaded_before() {
    let (_module, _context) = setup();
    // Long enough that several threads read the kernels, and that the absence of errors is cached.
    let store = |n: usize| format!("mov.u32 %r1, {n};\n\tst.global.u32 [%d1], %r1;\n\t").repeat(20);
    let kernels: Vec<String> = (0..100)
        .map(|n| {
            format!(
                ".visible .entry k{n}(.param .u64 out)\n{{\n\t.reg .b32 %r<2>;\n\t.reg .b64 %d<2>;\n\t\
                 ld.param.u64 %d1, [out];\n\t{}ret;\n}}\n",
                store(n)
            )
        })
        .collect();
    let text = format!(".version 7.0\n.target sm_70\n.address_size 64\n{}", kernels.concat());
    assert!(text.len() > 1 << 16);
    for _ in 0..2 {
        let module = Module::from_bytes(text.as_bytes()).expect("all kernels are fine");
        let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
        launch!(module.k97<<<1, 1>>>(data.ptr())).expect("a launch");
        assert_eq!(data.to_vec().expect("values"), [97]);
    }
    let wrong =
        text.replace("mov.u32 %r1, 98;", "mov.u32 %r1, %d1;").replace("mov.u32 %r1, 7;", "mov.u8 %r1, 7;");
    let messages: Vec<String> = (0..2)
        .map(|_| {
            let error = Module::from_bytes(wrong.as_bytes()).expect_err("two kernels are malformed");
            assert_eq!(error.status(), Status::InvalidKernelFile);
            error.to_string()
        })
        .collect();
    assert_eq!(messages[0], messages[1]);
    let line = |wanted: &str| wrong.lines().position(|line| line.contains(wanted)).expect("it is there") + 1;
    for wanted in ["mov.u8 %r1", "mov.u32 %r1, %d1"] {
        let line = format!("line {}", line(wanted));
        assert!(messages[0].contains(&line), "{line} of {}", messages[0]);
    }
}

#[test]
fn a_function_that_nobody_defines_is_unresolved() {
    let (_module, _context) = setup();
    let caller = ".visible .entry caller()\n{\n\tcall.uni vanish;\n\tret;\n}\n";
    let text = format!("{KERNELS}\n.extern .func vanish();\n{caller}");
    let error = Module::from_bytes(text.as_bytes()).expect_err("unresolved");
    // As on an H200, where the driver's linker fails.
    assert_eq!(error.status(), Status::InvalidKernelFile);
    assert!(error.to_string().ends_with("unresolved extern `vanish`"), "{error}");
}

#[test]
fn attributes_and_occupancy_of_kernels() {
    let (module, _context) = setup();
    let id = |name| module.function(name).expect("a kernel").id();
    let get = |name, attribute| module::attribute(id(name), attribute).expect("an attribute");
    assert_eq!(get("bounded", A::MaxThreadsPerBlock), 64);
    assert_eq!(get("add_one", A::MaxThreadsPerBlock), 1024);
    assert_eq!((get("add_one", A::PtxVersion), get("add_one", A::BinaryVersion)), (70, 90));
    assert_eq!((get("add_one", A::SharedBytes), get("add_one", A::MaxDynamicShared)), (0, 49_152));
    assert!(A::from_code(99).is_err());
    let add = id("add_one");
    module::set_attribute(add, A::MaxDynamicShared, 96 << 10).expect("opted in");
    launch!(module.add_one<<<1, 1, 96 << 10>>>(0u64, 0u32)).expect("96 KiB of shared memory");
    assert_eq!(status(module::set_attribute(add, A::MaxDynamicShared, 232_449)), Status::InvalidValue);
    assert_eq!(status(module::set_attribute(add, A::MaxThreadsPerBlock, 1)), Status::InvalidValue);
    let params = module::params(add).expect("parameters");
    assert_eq!((params.each, params.bytes), (vec![(0, 8), (8, 4)], 12));
    for (threads, shared, blocks) in [(256, 0, 8), (1024, 0, 2), (32, 0, 32), (33, 0, 32), (256, 40_000, 5)] {
        let got = occupancy::blocks_per_sm(add, threads, shared).expect("an answer");
        assert_eq!(got, blocks, "{threads} threads, {shared} bytes");
    }
    assert_eq!(status(occupancy::blocks_per_sm(add, 0, 0)), Status::InvalidValue);
    assert_eq!(occupancy::blocks_per_sm(add, 2000, 0).expect("an answer"), 0);
    assert_eq!(occupancy::best_block_size(add, |_| 0, 0).expect("an answer"), (1024, 264));
}

fn status<T>(result: Result<T, hip_runtime::Error>) -> Status {
    result.map_or_else(|e| e.status(), |_| Status::Success)
}

#[test]
fn tiled_matrix_product_of_nvcc() {
    let (_module, _context) = setup();
    let module =
        Module::load(testdata::root().join("cuda/driver_matmul/kernels/matmul.ptx")).expect("a module");
    let (m, n, k) = (70usize, 50usize, 33usize);
    let a: Vec<f32> = (0..m * k).map(|i| (i % 13) as f32 - 6.0).collect();
    let b: Vec<f32> = (0..k * n).map(|i| (i % 7) as f32 * 0.5).collect();
    let (on_a, on_b) =
        (DeviceBuffer::from_slice(&a).expect("memory"), DeviceBuffer::from_slice(&b).expect("memory"));
    let on_c = DeviceBuffer::<f32>::new(m * n).expect("memory");
    let grid = (n.div_ceil(16), m.div_ceil(16));
    launch!(module.matmul_tiled<<<grid, (16, 16)>>>(on_a.ptr(), on_b.ptr(), on_c.ptr(), m as i32, n as i32, k as i32))
        .expect("a launch");
    let c = on_c.to_vec().expect("values");
    for (at, got) in c.iter().enumerate() {
        let (row, col) = (at / n, at % n);
        // All terms and sums are small multiples of one half: exact in any order.
        let want: f32 = (0..k).map(|i| a[row * k + i] * b[i * n + col]).sum();
        assert_eq!(*got, want, "row {row}, column {col}");
    }
}

#[test]
fn the_last_error_of_a_thread_stays_until_it_is_taken() {
    use hip_runtime::api::init;
    assert_eq!(init::take_last_error(), Status::Success);
    init::note(Status::InvalidValue);
    init::note(Status::Success);
    init::note(Status::NotReady);
    assert_eq!(init::last_error(), Status::InvalidValue);
    let elsewhere = std::thread::spawn(init::last_error).join().expect("a thread");
    assert_eq!(elsewhere, Status::Success);
    assert_eq!(init::take_last_error(), Status::InvalidValue);
    assert_eq!(init::take_last_error(), Status::Success);
}

/// Behaviour of an H200: a module's constant memory counts for each of its kernels, used or not.
#[test]
fn kernels_report_the_constant_memory_of_their_module() {
    let (_module, _context) = setup();
    let modules = [
        (
            ".const .align 4 .b8 c1[80];\n.const .align 8 .b8 c2[1000];\n.const .align 16 .b8 c3[3];\n\
             .visible .const .align 4 .b8 never[500];\n",
            1587,
        ),
        (".const .align 4 .b8 c1[80];\n", 80),
        (
            ".const .align 4 .b8 c1[81];\n.const .align 1 .b8 c2[3];\n.visible .const .align 256 .b8 c3[8];\n",
            92,
        ),
        ("", 0),
    ];
    for (constants, want) in modules {
        let head = ".version 8.0\n.target sm_90\n.address_size 64\n";
        let text = format!("{head}{constants}.visible .entry k()\n{{\n\tret;\n}}\n");
        let module = Module::from_bytes(text.as_bytes()).expect("a module");
        let kernel = module.function("k").expect("its kernel");
        assert_eq!(module::attribute(kernel.id(), A::ConstBytes).expect("an answer"), want, "{constants}");
    }
}

#[expect(clippy::print_stdout, reason = "a test that runs nothing says so")]
fn skip(why: &dyn std::fmt::Display) {
    println!("skipped: {why}");
}

#[test]
fn sources_are_compiled_when_the_program_runs() {
    let (_, _context) = setup();
    let source = "extern \"C\" __global__ void twice(int *p) { p[threadIdx.x] *= FACTOR; }";
    let module = match Module::compile(source, &["-DFACTOR=2"]) {
        Err(Failure::Toolchain(why)) => return skip(&why),
        module => module.expect("it compiles"),
    };
    let mut data = DeviceBuffer::from_slice(&[1u32, 2, 3]).expect("memory");
    launch!(module.twice<<<1, 3>>>(&mut data)).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [2, 4, 6]);
    let kernel = module.function("twice").expect("the kernel");
    assert_eq!(kernel.blocks_per_sm(1024, 0).expect("a number"), 2);
    assert!(kernel.best_block_size().expect("a size").0 >= 128);
    let refused =
        Module::compile("extern \"C\" __global__ void k() { nonsense }", &[]).expect_err("an error");
    assert!(refused.to_string().contains("nonsense"), "{refused}");
}
