//! Kernels that go wrong: the context is spoilt, the process and other contexts go on.

use crate::setup;
use hip_runtime::{Context, Device, DeviceBuffer, Error, Status, launch};

/// Spoils a context of its own; what the next calls say.
fn spoil(run: impl Fn(&hip_runtime::Module) -> Result<(), Error>) -> (Context, Error) {
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
        let (context, error) = spoil(|m| launch!(m.store<<<1, 1>>>(address, 1u32)));
        assert_eq!(error.status(), Status::IllegalAddress, "{address:#x}: {error}");
        assert!(error.to_string().contains("kernel `store`"), "{error}");
        drop(context);
    }
    // A new context is as good as new.
    let (module, _context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    launch!(module.add_one<<<1, 1>>>(data.ptr(), 1u32)).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [1]);
}

#[test]
fn memory_of_the_process_is_out_of_reach() {
    let mine = Box::new(5u32);
    let address = std::ptr::from_ref(&*mine).addr() as u64;
    let (_context, error) = spoil(|m| launch!(m.store<<<1, 1>>>(address, 1u32)));
    assert_eq!(error.status(), Status::IllegalAddress);
    assert_eq!(*mine, 5);
}

#[test]
fn traps_and_misaligned_stores() {
    let (_context, error) = spoil(|m| launch!(m.trapper<<<1, 1>>>()));
    assert_eq!(error.status(), Status::LaunchFailure, "{error}");
    let (module, context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(2).expect("memory");
    launch!(module.store<<<1, 1>>>(data.ptr().address() + 2, 1u32)).expect("a launch");
    let error = context.synchronize().expect_err("misaligned");
    assert_eq!(error.status(), Status::MisalignedAddress, "{error}");
}

#[test]
fn a_fault_spoils_no_other_context() {
    let device = Device::get(0).expect("a device");
    let (module, good) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let bad = Context::new(device).expect("a context");
    let spoilt = hip_runtime::Module::from_bytes(crate::KERNELS.as_bytes()).expect("kernels");
    launch!(spoilt.trapper<<<1, 1>>>()).expect("a launch");
    assert!(bad.synchronize().is_err());
    good.make_current().expect("a context");
    launch!(module.add_one<<<1, 1>>>(data.ptr(), 1u32)).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [1]);
}

#[test]
fn a_spoilt_primary_context_is_reset() {
    use hip_runtime::api::{context, device};
    // The only test that uses the primary context: nothing else is spoilt.
    let id = context::primary_retain(0).expect("a context");
    context::set_current(Some(id)).expect("a context");
    let module = hip_runtime::Module::from_bytes(crate::KERNELS.as_bytes()).expect("kernels");
    launch!(module.trapper<<<1, 1>>>()).expect("a launch");
    assert_eq!(context::synchronize().expect_err("a trap").status(), Status::LaunchFailure);
    context::primary_reset(0).expect("a reset");
    assert_eq!(DeviceBuffer::<u32>::new(1).expect_err("gone").status(), Status::ContextIsDestroyed);
    context::set_current(None).expect("nothing");
    device::set(0).expect("a device");
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory in a new primary context");
    assert_eq!(data.to_vec().expect("values"), [0]);
    drop(data);
    context::primary_release(0).expect("the retain of before");
    assert!(matches!(context::primary_release(0), Err(Error::PrimaryNotRetained { device: 0 })));
    device::reset().expect("a reset");
    assert_eq!(context::primary_state(0).expect("a state"), (0, false));
}
