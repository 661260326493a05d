//! Buffers that remember the work which uses them: copies, later work and their end wait for that, and for
//! nothing else.

use super::{raw, setup};
use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, Stream};

const VALUES: u32 = 64;

/// Stream that holds its work back until the gate is opened.
struct Gate {
    closed: DeviceBuffer<u32>,
    stream: Stream,
}

impl Gate {
    fn new(module: &Module) -> Gate {
        let gate = Gate { closed: DeviceBuffer::zeroed(1).expect("memory"), stream: stream() };
        launch!(module.wait_for<<<1, 1, 0, &gate.stream>>>(gate.closed.ptr())).expect("a launch");
        gate
    }

    fn open(&self) {
        raw::poke(&self.closed, &[1], Some(&stream())).expect("a copy");
    }
}

fn stream() -> Stream {
    Stream::non_blocking(0).expect("a stream")
}

#[test]
fn streams_wait_for_each_others_use_of_a_buffer() {
    let (module, _context) = setup();
    let (gate, other) = (Gate::new(&module), stream());
    let mut data = DeviceBuffer::<u32>::zeroed(VALUES as usize).expect("memory");
    launch!(module.add_one<<<1, 64, 0, &gate.stream>>>(&mut data, VALUES)).expect("a launch");
    launch!(module.add_one<<<1, 64, 0, &other>>>(&mut data, VALUES)).expect("a launch");
    assert!(!other.is_done().expect("a stream"), "its work follows that of the gate's stream");
    gate.open();
    assert_eq!(data.to_vec().expect("values"), [2; VALUES as usize]);
}

#[test]
fn a_copy_waits_for_work_of_a_destroyed_stream() {
    let (module, _context) = setup();
    let gate = Gate::new(&module);
    let mut data = DeviceBuffer::<u32>::zeroed(VALUES as usize).expect("memory");
    launch!(module.add_one<<<1, 64, 0, &gate.stream>>>(&mut data, VALUES)).expect("a launch");
    let Gate { closed, stream } = gate;
    drop(stream);
    std::thread::scope(|scope| {
        let read = scope.spawn(|| data.to_vec());
        raw::poke(&closed, &[1], Some(&self::stream())).expect("a copy");
        assert_eq!(read.join().expect("it ends").expect("values"), [1; VALUES as usize]);
    });
}

#[test]
fn halves_of_a_buffer_are_independent() {
    let (module, _context) = setup();
    let (gate, other) = (Gate::new(&module), stream());
    let mut data = DeviceBuffer::<u32>::zeroed(VALUES as usize).expect("memory");
    let (first, second) = data.split_at_mut(40).expect("parts");
    assert_eq!((first.len(), second.len()), (40, 24));
    launch!(module.add_one<<<1, 64, 0, &gate.stream>>>(first, 40)).expect("a launch");
    launch!(module.add_one<<<1, 64, 0, &other>>>(second, 24)).expect("a launch");
    other.synchronize().expect("the gate is closed, and nothing waits for it");
    let mut part = data.slice_mut(38..42).expect("a part");
    launch!(module.add_one<<<1, 64, 0, &other>>>(&mut part, 4)).expect("a launch");
    assert!(!other.is_done().expect("a stream"), "two of the values are the first half's");
    gate.open();
    let values = data.to_vec().expect("values");
    assert!(
        values.iter().enumerate().all(|(at, &value)| value == if (38..42).contains(&at) { 2 } else { 1 })
    );
    assert!(matches!(data.slice(60..65), Err(Error::PastEnd { .. })));
    assert!(matches!(data.slice(..usize::MAX), Err(Error::PastEnd { .. })));
}

#[test]
fn readers_do_not_wait_for_each_other() {
    let (module, _context) = setup();
    let (gate, other) = (Gate::new(&module), stream());
    let mut data = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    data.copy_from(&[1]).expect("a copy");
    launch!(module.wait_for<<<1, 1, 0, &gate.stream>>>(&data)).expect("a launch");
    launch!(module.wait_for<<<1, 1, 0, &other>>>(&data)).expect("a launch");
    other.synchronize().expect("both only read");
    assert_eq!(data.to_vec().expect("values"), [1], "so does the host");
    gate.open();
}

#[test]
fn the_end_of_a_buffer_waits_for_no_work_but_its_own() {
    let (module, _context) = setup();
    let gate = Gate::new(&module);
    let mut unused = DeviceBuffer::<u32>::zeroed(1 << 20).expect("memory");
    launch!(module.add_one<<<1, 64, 0, &stream()>>>(&mut unused, VALUES)).expect("a launch");
    drop(unused);
    // The gate is closed: whatever waited for all work would wait for ever.
    let mut used = DeviceBuffer::<u32>::zeroed(VALUES as usize).expect("memory");
    let address = used.ptr().address();
    launch!(module.add_one<<<1, 64, 0, &gate.stream>>>(&mut used, VALUES)).expect("a launch");
    drop(used);
    let next = DeviceBuffer::<u32>::zeroed(VALUES as usize).expect("memory");
    assert_ne!(next.ptr().address(), address, "the work that uses the memory is not done");
    gate.open();
    gate.stream.synchronize().expect("it ends");
    assert_eq!(next.to_vec().expect("values"), [0; VALUES as usize]);
}

#[test]
fn a_buffer_of_an_ended_context_reaches_no_memory() {
    let (_, context) = setup();
    let mut data = DeviceBuffer::from_slice(&[1u32; 1024]).expect("memory");
    drop(context);
    let _second = Context::new(Device::get(0).expect("a device")).expect("a context");
    let others: Vec<_> = (0..8).map(|_| DeviceBuffer::from_slice(&[2u32; 1024]).expect("memory")).collect();
    assert!(data.copy_from(&[3; 1024]).is_err() && data.to_vec().is_err());
    drop(data);
    assert!(others.iter().all(|other| other.to_vec().is_ok_and(|values| values == [2; 1024])));
}

/// Types that may go to other threads, and those that several may use.
const _: () = {
    const fn goes<T: Send>() {}
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<DeviceBuffer<f32>>();
    is_shared::<hip_runtime::PinnedBuffer<u8>>();
    is_shared::<hip_runtime::DeviceSliceMut<'_, u64>>();
    is_shared::<Stream>();
    is_shared::<Context>();
    is_shared::<Module>();
    is_shared::<hip_runtime::Event>();
    is_shared::<hip_runtime::Graph<'_>>();
    is_shared::<hip_runtime::VirtualBuffer<f32>>();
    is_shared::<hip_runtime::Array<f32>>();
    is_shared::<hip_runtime::Texture<'_, f32>>();
    is_shared::<hip_runtime::Surface<'_, f32>>();
    is_shared::<hip_runtime::Region<'_, f32>>();
    is_shared::<hip_runtime::MemoryPool>();
    is_shared::<hip_runtime::Library>();
    is_shared::<hip_runtime::LibraryKernel>();
    is_shared::<hip_runtime::Linker>();
    goes::<hip_runtime::Recording<'_>>();
    goes::<hip_runtime::Done>();
};
