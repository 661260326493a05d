//! Streams (HIP: "Stream Management", "Callback").

use crate::entry::{Out, entry_points};
use crate::types::{Event, Stream};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::stream;
use std::ffi::c_void;

fn of(word: Stream) -> Result<StreamRef, Error> {
    StreamRef::from_word(word.word())
}

/// A pointer that C hands through to its own function.
struct Through(*mut c_void);

// SAFETY: the runtime only carries the pointer to the thread that calls C's function.
unsafe impl Send for Through {}

impl Through {
    fn get(&self) -> *mut c_void {
        self.0
    }
}

entry_points! {
    /// Makes a blocking stream.
    fn hipStreamCreate(out: Out<Stream>) {
        let out = out.wanted("stream")?;
        out.set(Stream::of(stream::create(0, 0)?));
    }
    /// Makes a stream.
    fn hipStreamCreateWithFlags(out: Out<Stream>, flags: u32) {
        let out = out.wanted("stream")?;
        out.set(Stream::of(stream::create(flags, 0)?));
    }
    /// Makes a stream with a priority, which is clamped to the range.
    fn hipStreamCreateWithPriority(out: Out<Stream>, flags: u32, priority: i32) {
        let out = out.wanted("stream")?;
        out.set(Stream::of(stream::create(flags, priority)?));
    }
    /// Destroys a stream; its work goes on.
    fn hipStreamDestroy(stream: Stream) { stream::destroy(stream.id()?)?; }
    /// Whether all work of a stream is done.
    fn hipStreamQuery(stream: Stream) { stream::query(of(stream)?)?; }
    /// Waits for all work of a stream.
    fn hipStreamSynchronize(stream: Stream) { stream::synchronize(of(stream)?)?; }
    /// Makes later work of a stream wait for an event.
    fn hipStreamWaitEvent(stream: Stream, event: Event, flags: u32) {
        stream::wait_event(of(stream)?, event.id()?, flags)?;
    }
    /// A stream's flags.
    fn hipStreamGetFlags(stream: Stream, out: Out<u32>) {
        let out = out.wanted("flags")?;
        out.set(stream::flags(of(stream)?)?);
    }
    /// A stream's priority.
    fn hipStreamGetPriority(stream: Stream, out: Out<i32>) {
        let out = out.wanted("priority")?;
        out.set(stream::priority(of(stream)?)?);
    }
    /// A stream's device.
    fn hipStreamGetDevice(stream: Stream, out: Out<i32>) {
        let out = out.wanted("device")?;
        out.set(stream::device(of(stream)?)?);
    }
    /// Calls a function of the host when the stream's turn comes.
    fn hipLaunchHostFunc(stream: Stream, function: Option<extern "C" fn(*mut c_void)>, data: *mut c_void) {
        let function = function.ok_or(Error::Null { what: "fn" })?;
        let data = Through(data);
        stream::launch_host_function(of(stream)?, move || function(data.get()))?;
    }
    /// Calls a function of the host when the stream's turn comes (deprecated form).
    fn hipStreamAddCallback(
        stream: Stream,
        function: Option<extern "C" fn(Stream, u32, *mut c_void)>,
        data: *mut c_void,
        flags: u32,
    ) {
        let function = function.ok_or(Error::Null { what: "callback" })?;
        if flags != 0 {
            return Err(Error::BadFlags { what: "a callback", got: flags.into() });
        }
        let (data, word) = (Through(data), stream.word());
        stream::launch_host_function(of(stream)?, move || function(Stream::of_word(word), 0, data.get()))?;
    }
}
