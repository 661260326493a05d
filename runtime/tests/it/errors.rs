//! Mistakes of programs, and the errors that they get.

use crate::{KERNELS, setup};
use hip_runtime::{DeviceBuffer, Error, Event, Module, Status, Stream};

#[test]
fn images_that_cannot_be_loaded() {
    let (_module, _context) = setup();
    let missing = Module::load("no/such/file.ptx").expect_err("no file");
    assert_eq!(missing.status(), Status::FileNotFound);
    assert_eq!(missing.to_string(), "file `no/such/file.ptx` does not exist");
    let garbage = Module::from_bytes(b"garbage").expect_err("no image");
    assert_eq!(garbage.status(), Status::InvalidImage);
    assert_eq!(Module::from_bytes(b"").expect_err("nothing").status(), Status::InvalidImage);
    let newer = KERNELS.replace(".target sm_70", ".target sm_120");
    assert_eq!(Module::from_bytes(newer.as_bytes()).expect_err("newer").status(), Status::InvalidKernelFile);
    let version = KERNELS.replace(".version 7.0", ".version 99.0");
    let error = Module::from_bytes(version.as_bytes()).expect_err("newer");
    assert_eq!(error.status(), Status::UnsupportedPtxVersion);
}

#[test]
fn malformed_ptx_is_reported_with_its_line() {
    let (_module, _context) = setup();
    let text = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n\tadd.s32 %r1, %r9;\n\tret;\n}\n";
    let error = Module::from_bytes(text.as_bytes()).expect_err("malformed");
    assert_eq!(error.status(), Status::InvalidKernelFile);
    let log = error.jit_log().expect("a log");
    assert!(log.contains("line 6; error   : "), "{log}");
    assert!(log.ends_with("ptxas fatal   : Ptx assembly aborted due to errors"), "{log}");
    let external = ".version 7.0\n.target sm_70\n.address_size 64\n.extern .global .u32 elsewhere[];\n";
    let error = Module::from_bytes(external.as_bytes()).expect_err("unresolved");
    assert_eq!((error.status(), error.to_string().contains("elsewhere")), (Status::InvalidKernelFile, true));
}

#[test]
fn unknown_names() {
    let (module, _context) = setup();
    let error = module.function("nothing").expect_err("no kernel");
    assert_eq!(error.status(), Status::NotFound);
    assert!(error.to_string().starts_with("the module has no kernel `nothing`; it has `add_one`"), "{error}");
    assert_eq!(module.function("").expect_err("empty").status(), Status::InvalidValue);
    assert_eq!(module.function("counter").expect_err("a variable").status(), Status::NotFound);
    assert_eq!(module.global("nothing").expect_err("none").status(), Status::NotFound);
    assert_eq!(module.global("add_one").expect_err("a kernel").status(), Status::InvalidValue);
}

#[test]
fn arguments_that_do_not_fit() {
    let (module, _context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    let error = launch!(module.add_one<<<1, 1>>>(data.ptr())).expect_err("too few");
    assert_eq!(error.to_string(), "kernel `add_one` takes 2 arguments (of 8, 4 bytes); 1 were given");
    assert_eq!(error.status(), Status::InvalidValue);
    let error = launch!(module.add_one<<<1, 1>>>(data.ptr(), 1u64)).expect_err("too large");
    assert!(matches!(error, Error::ArgumentSize { index: 1, expected: 4, given: 8, .. }), "{error}");
    assert_eq!(data.to_vec().expect("values"), [0]);
}

#[test]
fn invalid_uses_of_events_and_streams() {
    use hip_runtime::api::{event, stream};
    let (_module, _context) = setup();
    let (timed, untimed, stream) = (
        Event::new().expect("an event"),
        Event::without_timing().expect("an event"),
        Stream::new().expect("a stream"),
    );
    assert!(timed.is_done().expect("an answer") && timed.synchronize().is_ok());
    assert!(matches!(timed.elapsed_since(&timed), Err(Error::NeverRecorded { .. })));
    for event in [&timed, &untimed] {
        event.record(&stream).expect("a record");
    }
    stream.synchronize().expect("done");
    assert!(timed.elapsed_since(&timed).is_ok());
    let error = timed.elapsed_since(&untimed).expect_err("no times");
    assert_eq!(error.status(), Status::InvalidHandle);
    assert!(matches!(event::create(8), Err(Error::BadFlags { .. })));
    assert!(matches!(event::create(event::INTERPROCESS), Err(Error::BadFlags { .. })));
    assert!(matches!(stream::create(2, 0), Err(Error::BadFlags { .. })));
    let gone = timed.id();
    drop(timed);
    let error = event::query(gone).expect_err("stale");
    assert_eq!(
        (error.status(), error.to_string()),
        (Status::ContextIsDestroyed, format!("{gone} was destroyed"))
    );
}
