//! Streams (HIP: "Stream Management", "Callback").

use crate::entry::{In, Out, entry_points};
use crate::types::{Event, Stream};
use hip_sys::hipError_t;
use runtime::api::StreamRef;
use runtime::api::queue::{self, AttributeValue};
use runtime::api::stream;
use runtime::{Error, Status};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

crate::entry::export!(hipGetStreamDeviceId);

fn of(word: Stream) -> Result<StreamRef, Error> {
    StreamRef::from_word(word.word())
}

/// Pointer that C passes through to its own function.
#[derive(Clone, Copy)]
pub(crate) struct Through(*mut c_void);

// SAFETY: the runtime only carries the pointer to the thread that calls C's function.
unsafe impl Send for Through {}
// SAFETY: as above; nothing is done with it here.
unsafe impl Sync for Through {}

impl Through {
    pub(crate) fn new(pointer: *mut c_void) -> Self {
        Through(pointer)
    }

    pub(crate) fn get(&self) -> *mut c_void {
        self.0
    }
}

pub(crate) fn host_function(
    stream: Stream,
    function: Option<extern "C" fn(*mut c_void)>,
    data: *mut c_void,
) -> Result<(), Error> {
    let function = function.ok_or(Error::Null { what: "fn" })?;
    let words = [function as usize as u64, data as u64];
    let data = Through(data);
    stream::launch_host_function(of(stream)?, move || function(data.get()), words)
}

pub(crate) fn callback(
    stream: Stream,
    function: Option<extern "C" fn(Stream, hipError_t, *mut c_void)>,
    data: *mut c_void,
    flags: u32,
) -> Result<(), Error> {
    let function = function.ok_or(Error::Null { what: "callback" })?;
    if flags != 0 {
        return Err(Error::BadFlags { what: "a callback", got: flags.into() });
    }
    let told = Told { stream: stream.word(), function, data: Through(data) };
    let state = Arc::new(AtomicU8::new(NEW));
    let callback = Callback { told, state: Arc::clone(&state) };
    stream::add_callback(of(stream)?, move || callback.call())?;
    if state.compare_exchange(NEW, TAKEN, Ordering::AcqRel, Ordering::Acquire) == Err(DROPPED) {
        told.tell(ended(stream));
    }
    Ok(())
}

/// States of a callback: new, taken by the stream, called, or dropped before it was noted as taken.
const NEW: u8 = 0;
const TAKEN: u8 = 1;
const CALLED: u8 = 2;
const DROPPED: u8 = 3;

/// C's function, with what it is called with.
#[derive(Clone, Copy)]
struct Told {
    stream: u64,
    function: extern "C" fn(Stream, hipError_t, *mut c_void),
    data: Through,
}

impl Told {
    fn tell(self, status: hipError_t) {
        (self.function)(Stream::of_word(self.stream), status, self.data.get());
    }
}

/// Function that a stream calls when it gets there. If the stream ends by a fault before, it is called with
/// the error, as on an H200, where a function of `hipLaunchHostFunc` is then not called.
struct Callback {
    told: Told,
    state: Arc<AtomicU8>,
}

impl Callback {
    fn call(&self) {
        self.state.store(CALLED, Ordering::Release);
        self.told.tell(hipError_t::hipSuccess);
    }
}

impl Drop for Callback {
    fn drop(&mut self) {
        let next = |state| (state != CALLED).then_some(DROPPED);
        if self.state.fetch_update(Ordering::AcqRel, Ordering::Acquire, next) == Ok(TAKEN) {
            self.told.tell(ended(Stream::of_word(self.told.stream)));
        }
    }
}

/// Status of a stream that has ended.
fn ended(stream: Stream) -> hipError_t {
    let status = of(stream).and_then(stream::query).err().map(|error| error.status());
    hipError_t(status.unwrap_or(Status::Unknown).code())
}

/// Limit of words of an SM mask that are written: no device needs as many.
const MASK_WORDS: u32 = 1 << 16;

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
    /// Destroys a stream; its pending work continues.
    fn hipStreamDestroy(stream: Stream) { stream::destroy(stream.id()?)?; }
    /// Returns whether all work of a stream is done.
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
    /// Calls a host function, in stream order.
    fn hipLaunchHostFunc(stream: Stream, function: Option<extern "C" fn(*mut c_void)>, data: *mut c_void) {
        host_function(stream, function, data)?;
    }
    /// Calls a host function, in stream order (deprecated form).
    fn hipStreamAddCallback(
        stream: Stream,
        function: Option<extern "C" fn(Stream, hipError_t, *mut c_void)>,
        data: *mut c_void,
        flags: u32,
    ) {
        callback(stream, function, data, flags)?;
    }
    /// Number of a stream, unique in the process.
    fn hipStreamGetId(stream: Stream, out: Out<u64>) {
        let out = out.wanted("streamId")?;
        out.set(queue::number(of(stream)?)?);
    }
    /// An attribute of a stream.
    fn hipStreamGetAttribute(stream: Stream, attribute: u32, out: Out<AttributeValue>) {
        let out = out.wanted("value_out")?;
        out.set(queue::attribute(of(stream)?, attribute)?);
    }
    /// Sets an attribute of a stream.
    fn hipStreamSetAttribute(stream: Stream, attribute: u32, value: In<AttributeValue>) {
        queue::set_attribute(of(stream)?, attribute, value.read("value")?)?;
    }
    /// Gives a stream the attributes of another.
    fn hipStreamCopyAttributes(to: Stream, from: Stream) { queue::copy_attributes(of(to)?, of(from)?)?; }
    /// Creates a stream with kernels restricted to the SMs of a mask.
    fn hipExtStreamCreateWithCUMask(out: Out<Stream>, words: u32, mask: In<u32>) {
        let out = out.wanted("stream")?;
        if words == 0 || mask.is_null() {
            return Err(Error::Null { what: "cuMask" });
        }
        out.set(Stream::of(queue::create_masked(&mask.array(words as usize)?)?));
    }
    /// Mask of the SMs available to a stream's kernels; excess words are 0.
    fn hipExtStreamGetCUMask(stream: Stream, words: u32, out: Out<u32>) {
        let out = out.wanted("cuMask")?;
        let mask = queue::mask(of(stream)?)?;
        if (words as usize) < mask.len() || words > MASK_WORDS {
            let (got, min) = (words.into(), mask.len() as u64);
            return Err(Error::OutOfRange { what: "cuMaskSize", got, min, max: MASK_WORDS.into() });
        }
        for n in 0..words as usize {
            out.set_at(n, mask.get(n).copied().unwrap_or(0));
        }
    }
}

/// A stream's device; −1 if there is no such stream.
pub extern "C" fn hipGetStreamDeviceId(stream: Stream) -> i32 {
    let mut device = -1;
    crate::entry::outcome("hipGetStreamDeviceId", || {
        device = stream::device(of(stream)?)?;
        Ok(())
    });
    device
}
