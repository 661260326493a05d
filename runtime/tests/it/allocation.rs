//! Memory of pools, memory at reserved addresses, and memory of other processes and devices.
#![expect(unsafe_code, reason = "a test vouches for memory that it opens")]

use super::setup;
use hip_runtime::{
    Context, Device, DeviceBuffer, Error, Event, MemoryPool, Status, Stream, VirtualBuffer, kernels,
};
use std::process::Command;

kernels! {
    // SAFETY: the kernel adds one to `n` values.
    unsafe mod own = "kernels.ptx" {
        safe fn add_one(data: &mut [u32; n], n: u32);
    }
}

/// `launch!` as programs have it.
use hip_runtime::launch as safely;

/// Runs a test of this module in a process of its own.
fn run_alone(test: &str, variable: (&str, &str)) {
    let mut command = Command::new(std::env::current_exe().expect("this binary"));
    let (_, module) = module_path!().split_once("::").expect("a module of this binary");
    let output = command
        .args(["--exact", &format!("{module}::{test}")])
        .env(variable.0, variable.1)
        .output()
        .expect("a process");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

fn stream() -> Stream {
    Stream::non_blocking(0).expect("a stream")
}

#[test]
fn pools_allocate_in_stream_order() {
    let (_, _context) = setup();
    let device = Device::get(0).expect("a device");
    let (first, second) = (stream(), stream());
    let pool = MemoryPool::with_limit(device, 64 << 20).expect("a pool");
    pool.keep(1 << 30).expect("an attribute");
    for _ in 0..3 {
        let mut data = pool.alloc::<u32>(1000, &first).expect("memory");
        assert_eq!(pool.used().expect("bytes"), 4000);
        first.fill(&mut data, 1).expect("a fill");
        safely!(own::add_one<<<4, 256, 0, &second>>>(&mut data, 1000)).expect("a launch");
        assert_eq!(data.to_vec().expect("values"), [2; 1000]);
    }
    first.synchronize().and_then(|()| second.synchronize()).expect("it ends");
    assert_eq!(pool.used().expect("bytes"), 0);
    assert!(pool.reserved().expect("bytes") > 0, "it keeps what was freed");
    pool.trim(0).expect("a pool");
    assert_eq!(pool.reserved().expect("bytes"), 0);
    let error = pool.alloc::<u8>(65 << 20, &first).expect_err("beyond the limit");
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");

    let data = pool.alloc::<u32>(10, &first).expect("memory");
    drop(pool);
    first.copy(&DeviceBuffer::from_slice(&[5u32; 10]).expect("memory"), &mut { data }).expect("it stays");
    let unused = DeviceBuffer::<u32>::new_in(10, &stream()).expect("memory of the default pool");
    assert_eq!(unused.len(), 10);
}

#[test]
fn a_stream_that_records_allocates_nothing() {
    let (_, _context) = setup();
    let stream = stream();
    let recorded = stream.record(|_| DeviceBuffer::<u32>::new_in(10, &stream).map(drop));
    assert!(matches!(recorded, Err(Error::Capture(_))));
}

#[test]
fn buffers_grow_in_place() {
    let (_, _context) = setup();
    let (stream, device) = (stream(), Device::get(0).expect("a device"));
    let most = 3 << 19;
    let mut data = VirtualBuffer::<u32>::reserve(most, device).expect("addresses");
    assert!(data.is_empty() && data.capacity() >= most);
    let mut len = 0;
    // One mapping, two, and none more.
    for grown in [1000, (1 << 19) + 1000, (1 << 19) + 2000] {
        data.resize(grown).expect("memory");
        stream.fill(data.slice_mut(len..).expect("the new part"), 7).expect("a fill");
        len = grown;
        safely!(own::add_one<<<len.div_ceil(256), 256, 0, &stream>>>(&mut data, len as u32))
            .expect("a launch");
    }
    // Copies and kernels see one array.
    let mut copy = DeviceBuffer::<u32>::zeroed(len).expect("memory");
    stream.copy(&data, &mut copy).expect("a copy");
    let values = copy.to_vec().expect("values");
    let at = [0, 999, 1000, 1 << 19, (1 << 19) + 999, (1 << 19) + 1000];
    assert_eq!(at.map(|at| values[at]), [10, 10, 9, 9, 9, 8]);

    data.resize(10).expect("it shrinks");
    data.resize(most).expect("it grows again");
    stream.copy(data.slice(..10).expect("a part"), copy.slice_mut(..10).expect("a part")).expect("a copy");
    assert_eq!(copy.to_vec().expect("values")[..10], [10; 10], "the rest was kept");
    let beyond = data.capacity() + 1;
    assert!(matches!(data.resize(beyond), Err(Error::PastEnd { .. })));
    assert!(matches!(VirtualBuffer::<u64>::reserve(usize::MAX, device), Err(Error::OutOfMemory { .. })));
}

#[test]
fn what_is_of_this_process_is_not_opened() {
    let (_, _context) = setup();
    let data = DeviceBuffer::from_slice(&[1u32; 4]).expect("memory");
    let handle = data.share().expect("a handle");
    // SAFETY: it is refused.
    let opened = unsafe { DeviceBuffer::<u32>::open(&handle, 4) };
    assert_eq!(opened.expect_err("its own").status(), Status::InvalidContext);
    // SAFETY: it is refused.
    let opened = unsafe { DeviceBuffer::<u32>::open(&[0; 64], 4) };
    assert_eq!(opened.expect_err("no handle").status(), Status::InvalidValue);
    let event = Event::interprocess().expect("an event");
    assert!(event.share().is_ok() && Event::without_timing().is_ok_and(|event| event.share().is_err()));
}

/// Reads and adds to the buffer of the parent, whose handle is in the environment.
fn use_the_parents(handle: &str) {
    let bytes: Vec<u8> =
        (0..64).map(|at| u8::from_str_radix(&handle[2 * at..2 * at + 2], 16).expect("digits")).collect();
    let handle = bytes.try_into().expect("64 bytes");
    let _context = Context::primary(Device::get(0).expect("a device")).expect("a context");
    // SAFETY: as in any second opening.
    assert!(matches!(unsafe { DeviceBuffer::<u32>::open(&handle, 1 << 20) }, Err(Error::PastEnd { .. })));
    // SAFETY: the parent waits for this process, which opens its memory once.
    let mut data = unsafe { DeviceBuffer::<u32>::open(&handle, 100) }.expect("its memory");
    safely!(own::add_one<<<1, 128>>>(&mut data, 100)).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [42; 100]);
}

#[test]
fn processes_share_a_buffer() {
    const HANDLE: &str = "SHARED_BUFFER";
    if let Ok(handle) = std::env::var(HANDLE) {
        return use_the_parents(&handle);
    }
    let _context = Context::primary(Device::get(0).expect("a device")).expect("a context");
    let data = DeviceBuffer::from_slice(&[41u32; 100]).expect("memory");
    let handle: String = data.share().expect("a handle").iter().map(|byte| format!("{byte:02x}")).collect();
    run_alone("processes_share_a_buffer", (HANDLE, &handle));
    assert_eq!(data.to_vec().expect("values"), [42; 100]);
}

#[test]
fn devices_reach_each_other_s_memory_when_they_may() {
    const TEST: &str = "devices_reach_each_other_s_memory_when_they_may";
    if std::env::var("HIP_SOFT_DEVICE").is_ok_and(|device| device == "h200x2") {
        return reach_each_other().expect("peers");
    }
    run_alone(TEST, ("HIP_SOFT_DEVICE", "h200x2"));
}

fn reach_each_other() -> Result<(), Error> {
    let devices: Vec<Device> = Device::all()?.collect();
    assert!(devices[0].can_access_peer(devices[1]) && !devices[0].can_access_peer(devices[0]));
    let contexts = [Context::new(devices[0])?, Context::new(devices[1])?];
    // The second device's context is current.
    let mut far = DeviceBuffer::from_slice(&[1u32; 64])?;
    contexts[0].make_current()?;
    assert!(matches!(contexts[0].enable_peer(&contexts[0]), Err(Error::NoPeer { .. })));
    contexts[0].enable_peer(&contexts[1])?;
    assert!(matches!(contexts[0].enable_peer(&contexts[1]), Err(Error::PeerAccessIsOn { .. })));
    let (stream, mut near) = (stream(), DeviceBuffer::<u32>::zeroed(64)?);
    safely!(own::add_one<<<1, 64, 0, &stream>>>(&mut far, 64))?;
    stream.copy(&far, &mut near)?;
    assert_eq!(near.to_vec()?, [2; 64]);
    contexts[0].disable_peer(&contexts[1])
}
