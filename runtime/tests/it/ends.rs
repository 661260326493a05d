//! Blocking calls return an error when a fault poisons the context, even if another thread destroys it at
//! that time. Host functions may not make blocking calls.

use crate::raw;
use crate::{PoisonOnPanic, poison, setup};

use hip_runtime::api::memory::Direction;
use hip_runtime::api::stream_memory::{Comparison, MemOp};
use hip_runtime::api::{StreamRef, capture, executable, memory, pool};
use hip_runtime::{Context, Device, DeviceBuffer, Error, Event, Function, Module, Status, Stream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Timeout for calls that should return, on a busy machine.
const LONG: Duration = Duration::from_secs(60);
/// Time after which a call that has not returned counts as blocked.
const WHILE: Duration = Duration::from_millis(200);
/// More than half of the device's memory.
const MUCH: u64 = 100 << 30;

/// Kind of end of the context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// A fault.
    Faulted,
    /// A fault, after which the context is destroyed.
    Destroyed,
}

/// Context with an endless kernel in a stream that the default stream waits for.
struct Setup {
    context: Context,
    _module: Module,
    add_one: Function,
    trapper: Function,
    busy: Stream,
    /// Stream on another channel than `busy`.
    free: Stream,
    recorded: Event,
    /// Four words. Never freed, as freeing would wait.
    data: u64,
    /// Event behind the endless kernel of another context.
    elsewhere: Event,
    /// Set if the host function behind the endless kernel ran.
    called: Arc<AtomicBool>,
}

impl Setup {
    /// Copies a word, and waits for the copy.
    fn copy(&self, stream: StreamRef) -> Result<(), Error> {
        let [to, from] = [self.data, self.data + 4].map(raw::device);
        memory::copy_and_wait(to, from, 4, Direction::OnDevice, stream)
    }
}

/// Call that is made in a thread of its own.
type Call = (&'static str, fn(&Setup) -> Result<(), Error>);

/// Calls that wait for the end of the kernel.
const WAITS: &[Call] = &[
    ("a stream", |place| place.busy.synchronize()),
    ("an event", |place| place.recorded.synchronize()),
    ("the context", |place| place.context.synchronize()),
    ("a copy to the host in its stream", |place| place.copy(place.busy.handle())),
    ("a copy in the default stream", |place| place.copy(StreamRef::Legacy)),
    ("free", |_| {
        let address = memory::alloc(64)?;
        raw::free(address)
    }),
    ("memory that its stream will free", |place| {
        let taken = pool::alloc(MUCH, None, place.busy.handle())?;
        raw::free_in(taken, place.busy.handle())?;
        let other = Stream::non_blocking(0)?;
        let mut last = pool::alloc(MUCH, None, other.handle());
        if last.is_ok() {
            last = Err(Error::NotReady);
        }
        last.map(drop)
    }),
    ("a host function", |place| {
        let called = Arc::clone(&place.called);
        place.busy.call(move || called.store(true, Ordering::SeqCst))?;
        place.busy.synchronize()
    }),
    ("a word", |place| {
        let stream = Stream::non_blocking(0)?;
        let address = place.data;
        let wait = MemOp::Wait { address, wide: false, value: 77, mask: u64::MAX, until: Comparison::Equal };
        raw::submit(stream.handle(), &[wait])?;
        stream.synchronize()
    }),
    ("another context's event", |place| {
        let stream = Stream::non_blocking(0)?;
        stream.wait(&place.elsewhere)?;
        stream.synchronize()
    }),
];

/// Repeats a call until it fails.
fn until_failure(mut call: impl FnMut() -> Result<(), Error>) -> Result<(), Error> {
    loop {
        call()?;
    }
}

/// Calls that fill the channel of the kernel's stream, and then wait for room.
const FILLS: &[Call] = &[
    ("launches", |place| {
        until_failure(|| launch!((place.add_one)<<<1, 1, 0, &place.busy>>>(place.data, 1u32)))
    }),
    ("events", |place| {
        let event = Event::new()?;
        until_failure(|| event.record(&place.busy))
    }),
    ("copies", |place| {
        let [to, from] = [place.data, place.data + 4].map(raw::device);
        until_failure(|| memory::copy_async(to, from, 4, Direction::OnDevice, place.busy.handle()))
    }),
    ("graphs", |place| {
        let stream = Stream::non_blocking(0)?;
        capture::begin(stream.handle(), capture::mode(hip_runtime::sys::hipStreamCaptureModeThreadLocal)?)?;
        for _ in 0..5 {
            launch!((place.add_one)<<<1, 1, 0, &stream>>>(place.data, 1u32))?;
        }
        let graph = executable::instantiate(capture::end(stream.handle())?, 0, None)?;
        until_failure(|| executable::launch(graph, place.busy.handle()))
    }),
];

/// Starts all calls, checks that they block, ends the context, and checks that all return.
fn all_end(calls: &'static [Call], end: End) {
    // Created first, because the context created last is current.
    let (other_module, other) = setup();
    let out = memory::alloc(8).expect("memory");
    let far = Stream::non_blocking(0).expect("a stream");
    launch!(other_module.for_ever<<<1, 1, 0, &far>>>(out)).expect("a launch");
    let elsewhere = Event::without_timing().expect("an event");
    elsewhere.record(&far).expect("a record");

    let (module, context) = setup();
    let [add_one, for_ever, trapper] =
        ["add_one", "for_ever", "trapper"].map(|name| module.function(name).expect("a kernel"));
    let data = memory::alloc(16).expect("memory");
    let (busy, free) = (Stream::new().expect("a stream"), Stream::non_blocking(0).expect("a stream"));
    launch!(for_ever<<<1, 1, 0, &busy>>>(data)).expect("a launch");
    launch!(add_one<<<1, 1, 0, &free>>>(data, 1u32)).expect("a launch");
    free.synchronize().expect("it has a channel of its own");
    let recorded = Event::new().expect("an event");
    recorded.record(&busy).expect("a record");
    let called = Arc::new(AtomicBool::new(false));
    let place = Arc::new(Setup {
        context,
        _module: module,
        add_one,
        trapper,
        busy,
        free,
        recorded,
        data,
        elsewhere,
        called: Arc::clone(&called),
    });
    // Created before either context can end.
    let _guards = [&other, &place.context].map(|context| PoisonOnPanic(context.id()));

    let (say, hear) = mpsc::channel();
    for &(name, call) in calls {
        let (place, say) = (Arc::clone(&place), say.clone());
        std::thread::spawn(move || {
            let answer = place.context.make_current().and_then(|()| call(&place));
            // The receiver is gone only if the test has failed already.
            let _ = say.send((name, answer));
        });
    }
    if let Ok((name, answer)) = hear.recv_timeout(WHILE) {
        panic!("{name} waits for nothing: {answer:?}");
    }
    launch!((place.trapper)<<<1, 1, 0, &place.free>>>()).expect("a launch");
    if end == End::Destroyed {
        hip_runtime::api::context::destroy(place.context.id()).expect("the first");
    }
    let mut left: Vec<&str> = calls.iter().map(|call| call.0).collect();
    while !left.is_empty() {
        let (name, answer) =
            hear.recv_timeout(LONG).unwrap_or_else(|_| panic!("{end:?}: these do not come back: {left:?}"));
        left.retain(|&other| other != name);
        let error = answer.expect_err(name);
        let said = match end {
            End::Faulted => vec![Status::LaunchFailure],
            // Handles become invalid with the context.
            End::Destroyed => vec![
                Status::LaunchFailure,
                Status::ContextIsDestroyed,
                Status::InvalidHandle,
                Status::InvalidContext,
            ],
        };
        assert!(said.contains(&error.status()), "{end:?}: {name}: {error}");
    }
    assert!(!called.load(Ordering::SeqCst), "what has not started never runs");
    assert!(!place.elsewhere.is_done().expect("the other context goes on"));
    other.make_current().expect("it is there");
    poison();
    drop(other);
}

#[test]
fn waiting_calls_end_with_a_fault() {
    // In sequence: together they would exceed the device's memory.
    all_end(WAITS, End::Destroyed);
    all_end(WAITS, End::Faulted);
}

#[test]
fn calls_before_a_full_channel_end_with_a_fault_and_the_context() {
    FILLS.chunks(1).for_each(|one| all_end(one, End::Destroyed));
    all_end(FILLS, End::Destroyed);
}

#[test]
fn calls_before_a_full_channel_end_with_a_fault() {
    FILLS.chunks(1).for_each(|one| all_end(one, End::Faulted));
    all_end(FILLS, End::Faulted);
}

/// Flag that is set on drop.
struct SetOnDrop(Arc<AtomicBool>);

impl Drop for SetOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A host function that is never called drops its captures: without a lock, as drop calls the API.
#[test]
fn uncalled_host_functions_are_dropped() {
    let (module, context) = setup();
    let (busy, at) = (Stream::new().expect("a stream"), memory::alloc(16).expect("memory"));
    let held =
        (Stream::new().expect("a stream"), Event::new().expect("an event"), DeviceBuffer::<u32>::zeroed(1));
    launch!(module.for_ever<<<1, 1, 0, &busy>>>(at)).expect("a launch");
    let gone = Arc::new(AtomicBool::new(false));
    let goes = SetOnDrop(Arc::clone(&gone));
    busy.call(move || unreachable!("{:?}, {:?}", held, goes.0)).expect("a call");
    poison();
    drop(context);
    let start = Instant::now();
    while !gone.load(Ordering::SeqCst) {
        assert!(start.elapsed() < LONG, "it goes");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Result of a call inside of a host function, with an endless kernel in another stream.
fn from_a_host_function(call: impl FnOnce() -> Result<(), Error> + Send + 'static) -> Result<(), Error> {
    let stream = Stream::non_blocking(0)?;
    let (say, hear) = mpsc::channel();
    stream.call(move || {
        let _ = say.send(call());
    })?;
    hear.recv_timeout(LONG).expect("it comes back")
}

#[test]
fn host_functions_do_not_wait() {
    let (module, context) = setup();
    let at = memory::alloc(16).expect("memory");
    let (busy, id) = (Stream::new().expect("a stream"), context.id());
    launch!(module.for_ever<<<1, 1, 0, &busy>>>(at)).expect("a launch");
    let handle = busy.handle();
    let refused = |answer: Result<(), Error>| {
        assert_eq!(answer.map_err(|error| error.status()), Err(Status::NotPermitted));
    };
    refused(from_a_host_function(move || hip_runtime::api::stream::synchronize(handle)));
    refused(from_a_host_function(move || hip_runtime::api::context::destroy(id)));
    refused(from_a_host_function(hip_runtime::api::device::reset));
    refused(from_a_host_function(move || {
        hip_runtime::api::context::set_current(Some(id))?;
        memory::copy(raw::device(at), raw::device(at + 4), 4, Direction::OnDevice)
    }));
    let add_one = module.function("add_one").expect("a kernel");
    refused(from_a_host_function(move || {
        hip_runtime::api::context::set_current(Some(id))?;
        until_failure(|| launch!(add_one<<<1, 1, 0, handle>>>(at, 1u32)))
    }));
    // Calls that do not block are allowed, and completed work is not waited for.
    let quiet = Stream::non_blocking(0).expect("a stream");
    let handle = quiet.handle();
    from_a_host_function(move || hip_runtime::api::stream::synchronize(handle)).expect("it holds nothing");
    poison();
}

/// Two devices, each with a host function behind a wait for the other: they do not block each other.
#[test]
fn devices_wait_for_each_other_s_events() {
    const CHILD: &str = "ENDS_OF_DEVICES";
    const NAME: &str = "ends::devices_wait_for_each_other_s_events";
    if std::env::var_os(CHILD).is_none() {
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        let output =
            command.args(["--exact", NAME]).env(CHILD, "1").env("HIP_SOFT_DEVICE", "h200x2").output();
        let output = output.expect("a process");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        return;
    }
    let (done, over) = mpsc::channel();
    std::thread::spawn(move || {
        let contexts = [0, 1].map(|n| Context::new(Device::get(n).expect("two devices")).expect("a context"));
        let make = |context: &Context| {
            context.make_current().expect("a context");
            let streams = [(); 2].map(|()| Stream::non_blocking(0).expect("a stream"));
            (streams, [(); 2].map(|()| Event::without_timing().expect("an event")))
        };
        let [(here, marks), (there, answers)] = [make(&contexts[0]), make(&contexts[1])];
        // The first stream here waits for an event there; that stream waits for one behind a host function
        // here.
        let (go, gone) = mpsc::channel::<()>();
        here[1].call(move || gone.recv().expect("the word to go on")).expect("a call");
        marks[1].record(&here[1]).expect("a record");
        there[0].wait(&marks[1]).expect("a wait");
        answers[0].record(&there[0]).expect("a record");
        here[0].wait(&answers[0]).expect("a wait");
        let order = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&order);
        here[0].call(move || seen.store(true, Ordering::SeqCst)).expect("a call");
        // A host function of each device, behind the waits of both.
        there[1].wait(&marks[1]).expect("a wait");
        there[1].call(|| {}).expect("a call");
        assert!(!order.load(Ordering::SeqCst));
        go.send(()).expect("it waits for that");
        here.iter().chain(&there).for_each(|stream| stream.synchronize().expect("an end"));
        assert!(order.load(Ordering::SeqCst));
        done.send(()).expect("the test waits");
    });
    over.recv_timeout(LONG).expect("nobody waits for ever");
}
