//! Registered device code: read lazily, loaded once a context, unregistered with its library.

use crate::raw;
use hip_runtime::api::module::LaunchShape;
use hip_runtime::api::{StreamRef, memory};
use hip_runtime::registry::{self, Carried, call};
use hip_runtime::{Context, Device, Error, Status};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Adds to every element a variable, and in `mine` the host's managed variable.
const IMAGE: &str = r#"
.version 7.0
.target sm_70
.address_size 64
.global .align 4 .u32 step = 5;
.global .align 8 .u64 shared_with_host;
.visible .entry add(.param .u64 data, .param .u32 more)
{
	.reg .b32 %r<6>;
	.reg .b64 %d<4>;
	ld.param.u64 %d1, [data];
	ld.param.u32 %r1, [more];
	mov.u32 %r2, %tid.x;
	mul.wide.u32 %d2, %r2, 4;
	add.u64 %d1, %d1, %d2;
	ld.global.u32 %r3, [%d1];
	ld.global.u32 %r4, [step];
	add.u32 %r3, %r3, %r4;
	add.u32 %r3, %r3, %r1;
	ld.global.u64 %d3, [shared_with_host];
	setp.eq.u64 %p1, %d3, 0;
	@%p1 bra STORE;
	ld.u32 %r5, [%d3];
	add.u32 %r3, %r3, %r5;
STORE:
	st.global.u32 [%d1], %r3;
	ret;
}
"#;

/// Unique number for handles and host addresses.
fn unique() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0x7000_0000);
    NEXT.fetch_add(0x100, Ordering::Relaxed)
}

fn image() -> &'static str {
    // The declaration of the predicate is next to those of the other registers.
    static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    TEXT.get_or_init(|| IMAGE.replacen(".reg .b32", ".reg .pred %p<2>;\n\t.reg .b32", 1))
}

fn context() -> Context {
    Context::new(Device::get(0).expect("a device")).expect("a context")
}

/// Registers the image; counts how often it is read.
fn registered() -> (u64, Arc<AtomicU64>) {
    let (handle, reads) = (unique(), Arc::new(AtomicU64::new(0)));
    let counter = Arc::clone(&reads);
    registry::register(
        handle,
        Box::new(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            Ok(Carried { image: image().as_bytes(), units: Vec::new() })
        }),
    );
    (handle, reads)
}

fn add(host: u64, more: u32) -> Result<Vec<u32>, Error> {
    let data = memory::alloc(128)?;
    raw::write(data, &[0; 128], StreamRef::Legacy)?;
    let mut params = data.to_le_bytes().to_vec();
    params.extend(more.to_le_bytes());
    let shape =
        LaunchShape { grid: [1; 3], block: [32, 1, 1], shared_bytes: 0, cooperative: false, cluster: None };
    raw::launch(registry::function(host)?, shape, &params, StreamRef::Legacy)?;
    let mut bytes = [0; 128];
    memory::read(&mut bytes, data, StreamRef::Legacy)?;
    raw::free(data)?;
    Ok(bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect())
}

#[test]
fn an_image_is_read_when_a_context_first_needs_it() {
    let (handle, reads) = registered();
    let (kernel, variable) = (handle + 1, handle + 2);
    registry::kernel(handle, kernel, "add".into()).expect("a handle");
    registry::variable(handle, variable, "step".into(), 4).expect("a handle");
    assert_eq!(reads.load(Ordering::Relaxed), 0);
    let first = context();
    assert_eq!(add(kernel, 2).expect("a launch"), [7; 32]);
    let (address, size) = registry::symbol(variable).expect("the variable");
    assert_eq!(size, 4);
    raw::write(address, &9u32.to_le_bytes(), StreamRef::Legacy).expect("a copy");
    assert_eq!(add(kernel, 2).expect("a launch"), [11; 32]);
    assert_eq!(reads.load(Ordering::Relaxed), 1);
    // Another context has its own variables.
    drop(first);
    let _second = context();
    assert_eq!(add(kernel, 2).expect("a launch"), [7; 32]);
    assert_eq!(reads.load(Ordering::Relaxed), 2);
    registry::unregister(handle).expect("a handle");
}

#[test]
fn a_managed_variable_is_there_before_any_call() {
    let (handle, _) = registered();
    let _context = context();
    let address = registry::managed(handle, handle + 3, "shared_with_host".into(), &40u32.to_le_bytes())
        .expect("memory");
    registry::kernel(handle, handle + 1, "add".into()).expect("a handle");
    assert_eq!(add(handle + 1, 0).expect("a launch"), [45; 32]);
    assert_eq!(registry::symbol(handle + 3).expect("the variable"), (address, 4));
    registry::unregister(handle).expect("a handle");
}

#[test]
fn unregistered_objects_are_reported() {
    let _context = context();
    let (handle, _) = registered();
    let kernel = handle + 1;
    let unknown = registry::function(kernel).expect_err("unknown");
    assert_eq!(unknown.status(), Status::InvalidDeviceFunction);
    assert_eq!(registry::symbol(kernel).expect_err("unknown").status(), Status::InvalidSymbol);
    registry::kernel(handle, kernel, "add".into()).expect("a handle");
    registry::register(handle, Box::new(|| panic!("a handle that is known keeps its image")));
    assert_eq!(add(kernel, 1).expect("a launch"), [6; 32]);
    registry::unregister(handle).expect("a handle");
    assert_eq!(registry::function(kernel).expect_err("gone").status(), Status::InvalidDeviceFunction);
    assert!(matches!(registry::unregister(handle), Err(Error::UnregisteredImage { .. })));
    assert!(matches!(registry::kernel(handle, 1, "add".into()), Err(Error::UnregisteredImage { .. })));
}

#[test]
fn configurations_wait_for_their_launch() {
    assert!(matches!(call::pop(), Err(Error::MissingConfiguration)));
    let configuration =
        call::Configuration { grid: [2, 1, 1], block: [32, 1, 1], shared_bytes: 0, stream: 0 };
    call::push(configuration);
    call::push(call::Configuration { stream: 2, ..configuration });
    assert_eq!(call::pop().expect("pushed").stream, 2);
    assert_eq!(call::pop().expect("pushed"), configuration);

    // The older interface: arguments one by one.
    let (handle, _) = registered();
    let _context = context();
    registry::kernel(handle, handle + 1, "add".into()).expect("a handle");
    assert!(matches!(raw::launch_registered(handle + 1), Err(Error::MissingConfiguration)));
    let data = memory::alloc(128).expect("memory");
    raw::write(data, &[0; 128], StreamRef::Legacy).expect("a copy");
    call::configure(call::Configuration { grid: [1; 3], ..configuration });
    call::argument(&data.to_le_bytes(), 0).expect("room");
    call::argument(&3u32.to_le_bytes(), 8).expect("room");
    assert!(call::argument(&[0; 8], u64::MAX).is_err());
    raw::launch_registered(handle + 1).expect("a launch");
    let mut bytes = [0; 128];
    memory::read(&mut bytes, data, StreamRef::Legacy).expect("a copy");
    assert!(bytes.chunks(4).all(|word| word == 8u32.to_le_bytes()));
    registry::unregister(handle).expect("a handle");
}

#[test]
fn two_hundred_libraries_register_without_reading_their_images() {
    let handles: Vec<u64> = (0..200)
        .map(|_| {
            let handle = unique();
            registry::register(handle, Box::new(|| panic!("nobody asked for it")));
            registry::kernel(handle, handle + 1, "add".into()).expect("a handle");
            handle
        })
        .collect();
    for handle in handles {
        registry::unregister(handle).expect("a handle");
    }
}
