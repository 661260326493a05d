//! Faults of kernels: they poison the context, not the process or other contexts.

use crate::front::{CHILD, run_test};
use crate::raw;
use crate::setup;
use hip_runtime::{Context, Device, DeviceBuffer, Error, Status};

/// Poisons a new context by a kernel. Returns the error of the following calls.
fn poison_by(run: impl Fn(&hip_runtime::Module) -> Result<(), Error>) -> (Context, Error) {
    let (module, context) = setup();
    run(&module).expect("the launch itself is fine");
    let error = context.synchronize().expect_err("the kernel's fault");
    for _ in 0..2 {
        let again = context.synchronize().expect_err("sticky");
        assert_eq!(again.status(), error.status());
    }
    assert_eq!(DeviceBuffer::<u32>::new(1).expect_err("sticky").status(), error.status());
    assert_eq!(run(&module).expect_err("sticky").status(), error.status());
    (context, error)
}

#[test]
fn stores_outside_are_illegal_and_sticky() {
    for address in [0u64, 16, 0x1000, 1 << 40, u64::MAX - 3] {
        let (context, error) = poison_by(|m| launch!(m.store<<<1, 1>>>(address, 1u32)));
        assert_eq!(error.status(), Status::IllegalAddress, "{address:#x}: {error}");
        assert!(error.to_string().contains("kernel `store`"), "{error}");
        drop(context);
    }
    // A new context is unaffected.
    let (module, _context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    launch!(module.add_one<<<1, 1>>>(data.ptr(), 1u32)).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [1]);
}

#[test]
fn memory_of_the_process_is_out_of_reach() {
    let mine = Box::new(5u32);
    let address = std::ptr::from_ref(&*mine).addr() as u64;
    let (_context, error) = poison_by(|m| launch!(m.store<<<1, 1>>>(address, 1u32)));
    assert_eq!(error.status(), Status::IllegalAddress);
    assert_eq!(*mine, 5);
}

#[test]
fn traps_and_misaligned_stores() {
    let (_context, error) = poison_by(|m| launch!(m.trapper<<<1, 1>>>()));
    assert_eq!(error.status(), Status::LaunchFailure, "{error}");
    let (module, context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(2).expect("memory");
    launch!(module.store<<<1, 1>>>(data.ptr().address() + 2, 1u32)).expect("a launch");
    let error = context.synchronize().expect_err("misaligned");
    assert_eq!(error.status(), Status::MisalignedAddress, "{error}");
}

/// Error of a kernel `k` that faults: one block, with a pointer to 64 bytes of device memory.
fn fault_of(body: &str, threads: u32) -> String {
    let text = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.shared .align 8 .b8 s[16];\n.func f(.param .b32 n)\n{{\n\
         .local .align 8 .b8 room[256];\n.param .b32 m;\n.reg .b64 %d;\nmov.u64 %d, room;\n\
         st.local.u64 [%d], %d;\nst.param.b32 [m], 0;\ncall f, (m);\nret;\n}}\n\
         .visible .entry k(.param .u64 p)\n{{\n.reg .pred %p;\n.reg .b32 %r<3>;\n.reg .b64 %d<3>;\n\
         ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nsetp.eq.u32 %p, %r1, 1;\n{body}\nret;\n}}\n"
    );
    let context = Context::new(Device::get(0).expect("a device")).expect("a context");
    let module = hip_runtime::Module::from_bytes(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    let data = DeviceBuffer::<u32>::zeroed(16).expect("memory");
    launch!(module.k<<<1, threads>>>(data.ptr())).expect("a launch");
    let said = context.synchronize().expect_err(body).to_string();
    said.replace(&format!("{:#x}", data.ptr().address()), "BASE")
        .replace(&format!("{:#x}", data.ptr().address() + 66), "BASE+66")
}

#[test]
fn every_fault_has_its_place_and_nearby_memory() {
    let at = "in kernel `k`, PTX line 24, block (0, 0, 0), thread (1, 0, 0)";
    let cases = [
        (
            "@%p st.global.u16 [16], %r1;",
            format!("illegal store of 2 bytes at global address 0x10 {at}; "),
            "a null pointer",
        ),
        (
            "@%p st.global.u32 [%d1+66], %r1;",
            format!("global address BASE+66 is not aligned to 4 bytes {at}; "),
            "2 bytes past the end of the nearest allocation, 64 bytes of device memory at BASE",
        ),
        (
            "@%p st.shared.u32 [s+128], %r1;",
            format!("illegal store of 4 bytes at shared address 0x80 {at}; "),
            "a block has 128 bytes of shared memory",
        ),
        (
            "@%p st.shared.v2.b32 [s+4], {%r1, %r1};",
            format!("shared address 0x4 is not aligned to 8 bytes {at}"),
            "",
        ),
        ("@%p trap;", format!("trap instruction {at}"), ""),
    ];
    for (body, whole, rest) in cases {
        let said = fault_of(body, 2);
        assert!(said.starts_with(&whole) && said.contains(rest), "{body}: {said}");
    }
    let deep = fault_of("@!%p ret;\n{\n.param .b32 m;\nst.param.b32 [m], 0;\ncall f, (m);\n}", 2);
    let stack = [
        "illegal store of ",
        "at local address",
        "in kernel `k`, PTX line",
        "thread (1, 0, 0); a thread has",
    ];
    assert!(stack.iter().all(|part| deep.contains(part)), "{deep}");
    let stuck = fault_of("@%p bar.sync 1, 64;", 2);
    let want = format!("threads wait at a barrier that others never reach {at}");
    assert!(stuck.starts_with(&want), "{stuck}");
}

#[test]
fn a_fault_poisons_no_other_context() {
    let device = Device::get(0).expect("a device");
    let (module, good) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let bad = Context::new(device).expect("a context");
    let bad_module = hip_runtime::Module::from_bytes(crate::KERNELS.as_bytes()).expect("kernels");
    launch!(bad_module.trapper<<<1, 1>>>()).expect("a launch");
    assert!(bad.synchronize().is_err());
    good.make_current().expect("a context");
    launch!(module.add_one<<<1, 1>>>(data.ptr(), 1u32)).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [1]);
}

#[test]
#[expect(clippy::print_stdout, reason = "output of a process for the test that started it")]
fn a_poisoned_primary_context_is_reset() {
    use hip_runtime::api::{context, device};
    // In a process of its own: other tests use the primary context.
    if std::env::var_os(CHILD).is_none() {
        assert_eq!(run_test("fault::a_poisoned_primary_context_is_reset", "1", &[]).0, "it is");
        return;
    }
    let id = context::primary_retain(0).expect("a context");
    context::set_current(Some(id)).expect("a context");
    let module = hip_runtime::Module::from_bytes(crate::KERNELS.as_bytes()).expect("kernels");
    launch!(module.trapper<<<1, 1>>>()).expect("a launch");
    assert_eq!(context::synchronize().expect_err("a trap").status(), Status::LaunchFailure);
    raw::reset_primary(0).expect("a reset");
    assert_eq!(DeviceBuffer::<u32>::new(1).expect_err("gone").status(), Status::ContextIsDestroyed);
    context::set_current(None).expect("nothing");
    device::set(0).expect("a device");
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory in a new primary context");
    assert_eq!(data.to_vec().expect("values"), [0]);
    drop(data);
    raw::release_primary(0).expect("the retain of before");
    assert!(matches!(raw::release_primary(0), Err(Error::PrimaryNotRetained { device: 0 })));
    device::reset().expect("a reset");
    assert_eq!(context::primary_state(0).expect("a state"), (0, false));
    println!("said: it is");
}
