//! Libraries, links, and launches whose blocks belong together.

use super::{KERNELS, setup};
use hip_runtime::{
    Cluster, Context, Cooperative, Device, DeviceBuffer, Dim3, Error, Input, LaunchConfig, Library, Linker,
    Module, Status, Stream,
};

#[test]
fn a_library_s_kernel_is_launched_in_any_context() {
    let library = Library::from_bytes(KERNELS.as_bytes()).expect("a library");
    let kernel = library.kernel("add_one").expect("a kernel");
    assert_eq!(kernel.name().expect("a name"), "add_one");
    assert!(library.kernels().expect("kernels").contains(&kernel));
    assert!(matches!(library.kernel("absent"), Err(Error::NotFound { .. })));
    for _ in 0..2 {
        let _context = Context::new(Device::get(0).expect("a device")).expect("a context");
        let (stream, mut data) =
            (Stream::non_blocking(0).expect("a stream"), DeviceBuffer::<u32>::zeroed(64).expect("memory"));
        launch!(kernel<<<1, 64, 0, &stream>>>(&mut data, 64u32)).expect("a launch");
        let id = kernel.id();
        launch!(id<<<1, 64, 0, &stream>>>(&mut data, 64u32)).expect("a launch by its handle");
        assert_eq!(data.to_vec().expect("values"), [2; 64]);
    }
}

#[test]
fn modules_are_linked() {
    let (_, _context) = setup();
    const HEAD: &str = ".version 7.0\n.target sm_50\n.address_size 64\n";
    let caller = format!(
        "{HEAD}.extern .func (.param .b32 r) twice(.param .b32 a);\n\
         .visible .entry k(.param .u64 to)\n{{\n.reg .b32 %r;\n.reg .b64 %d;\n.param .b32 a;\n.param .b32 r;\n\
         mov.b32 %r, 21;\nst.param.b32 [a], %r;\ncall (r), twice, (a);\nld.param.b32 %r, [r];\n\
         ld.param.u64 %d, [to];\nst.global.u32 [%d], %r;\nret;\n}}\n"
    );
    let callee = format!(
        "{HEAD}.visible .func (.param .b32 r) twice(.param .b32 a)\n{{\n.reg .b32 %r;\nld.param.b32 %r, [a];\n\
         add.u32 %r, %r, %r;\nst.param.b32 [r], %r;\nret;\n}}\n"
    );
    let mut linker = Linker::new().expect("a link");
    linker.add(Input::Ptx, caller.as_bytes(), "caller").expect("a module");
    let mut whole = Linker::new().expect("a link");
    whole.add(Input::Ptx, caller.as_bytes(), "caller").expect("a module");
    whole.add(Input::Ptx, callee.as_bytes(), "callee").expect("a module");
    let error = linker.link().expect_err("one function is missing");
    assert_eq!(error.status(), Status::InvalidSource, "{error}");
    let module = Module::from_bytes(&whole.link().expect("an image")).expect("a module");
    let mut to = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    launch!(module.k<<<1, 1>>>(&mut to)).expect("a launch");
    assert_eq!(to.to_vec().expect("values"), [42]);
}

#[test]
fn the_fifth_setting_is_the_form_of_the_grid() {
    let (_, _context) = setup();
    let text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 to)\n{\n.reg .b32 %r;\n\
                .reg .b64 %d;\nld.param.u64 %d, [to];\nmov.u32 %r, %cluster_nctarank;\nst.global.u32 [%d], %r;\nret;\n}\n";
    let module = Module::from_bytes(text.as_bytes()).expect("a module");
    let (stream, kernel) =
        (Stream::non_blocking(0).expect("a stream"), module.function("k").expect("a kernel"));
    let mut to = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    launch!(kernel<<<8, 32, 0, &stream, Cluster(4)>>>(&mut to)).expect("a launch");
    assert_eq!(to.to_vec().expect("values"), [4]);
    launch!(kernel<<<8, 32, 0, &stream, (Cluster((1, 1)), Cooperative)>>>(&mut to)).expect("a launch");
    assert_eq!(to.to_vec().expect("values"), [1]);
    let error = launch!(kernel<<<9, 32, 0, &stream, Cluster(2)>>>(&mut to)).expect_err("it does not divide");
    assert_eq!(error.status(), Status::InvalidClusterSize);
    let error = launch!(kernel<<<1 << 20, 32, 0, &stream, Cooperative>>>(&mut to)).expect_err("too many");
    assert_eq!(error.status(), Status::CooperativeLaunchTooLarge);

    let cluster = Some(Dim3::new(2, 1, 1));
    let config = LaunchConfig { cluster, ..LaunchConfig::new(Dim3::new(8, 1, 1), Dim3::new(32, 1, 1)) };
    assert!(kernel.active_clusters(&config).expect("a number") > 0);
    assert!(kernel.largest_cluster(&config).expect("a number") >= 8);
}
