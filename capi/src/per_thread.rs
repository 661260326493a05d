//! Functions that end in `_spt`: their `NULL` stream is the calling thread's own default stream (HIP:
//! "Per-thread default stream").
//!
//! Otherwise they equal the functions without the suffix. Programs compiled with per-thread default streams
//! call them instead.

use crate::array::{self, Way};
use crate::entry::{In, Out, entry_points};
use crate::memory::{device, direction, host};
use crate::rectangle::{Flat, FlatFill, fill, pitched};
use crate::stream::{callback, host_function};
use crate::symbol::{into, out_of, part};
use crate::types::{Array, Event, Stream, own};
use hip_sys::{hipError_t, hipExtent, hipMemcpy3DParms, hipMemcpyKind, hipPitchedPtr};
use runtime::Error;
use runtime::api::memory::{self, Pattern};
use runtime::api::{StreamRef, event, stream};
use std::ffi::c_void;

/// The calling thread's own default stream.
const OWN: StreamRef = StreamRef::PerThread;

fn of(stream: Stream) -> Result<StreamRef, Error> {
    StreamRef::from_word(own(stream).word())
}

fn wait() -> Result<(), Error> {
    stream::synchronize(OWN)
}

/// Returns the settings of a synchronous copy to or from an array, in the thread's own stream.
fn now(kind: hipMemcpyKind) -> Result<Way, Error> {
    Ok(Way { direction: direction(kind)?, on: OWN, later: false })
}

fn later(kind: hipMemcpyKind, on: Stream) -> Result<Way, Error> {
    Ok(Way { direction: direction(kind)?, on: of(on)?, later: true })
}

entry_points! {
    /// Same as `hipMemcpy`, in the thread's own stream.
    fn hipMemcpy_spt(to: *mut c_void, from: *const c_void, size: u64, kind: hipMemcpyKind) {
        memory::copy_and_wait(host(to), host(from), size, direction(kind)?, OWN)?;
    }
    /// Same as `hipMemcpyAsync`; `NULL` is the thread's own stream.
    fn hipMemcpyAsync_spt(to: *mut c_void, from: *const c_void, size: u64, kind: hipMemcpyKind, on: Stream) {
        memory::copy_async(host(to), host(from), size, direction(kind)?, of(on)?)?;
    }
    /// Same as `hipMemcpyToSymbol`, in the thread's own stream.
    fn hipMemcpyToSymbol_spt(symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        memory::copy_and_wait(part(symbol, size, offset)?, host(from), size as u64, into(kind)?, OWN)?;
    }
    /// Same as `hipMemcpyToSymbolAsync`; `NULL` is the thread's own stream.
    fn hipMemcpyToSymbolAsync_spt(symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind, on: Stream) {
        memory::copy_async(part(symbol, size, offset)?, host(from), size as u64, into(kind)?, of(on)?)?;
    }
    /// Same as `hipMemcpyFromSymbol`, in the thread's own stream.
    fn hipMemcpyFromSymbol_spt(to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        memory::copy_and_wait(host(to), part(symbol, size, offset)?, size as u64, out_of(kind)?, OWN)?;
    }
    /// Same as `hipMemcpyFromSymbolAsync`; `NULL` is the thread's own stream.
    fn hipMemcpyFromSymbolAsync_spt(to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind, on: Stream) {
        memory::copy_async(host(to), part(symbol, size, offset)?, size as u64, out_of(kind)?, of(on)?)?;
    }
    /// Same as `hipMemcpy2D`, in the thread's own stream.
    fn hipMemcpy2D_spt(to: *mut c_void, to_pitch: u64, from: *const c_void, from_pitch: u64, width: u64, height: u64, kind: hipMemcpyKind) {
        Flat { to, to_pitch, from, from_pitch, width, height, kind }.rows()?.now(OWN)?;
    }
    /// Same as `hipMemcpy2DAsync`; `NULL` is the thread's own stream.
    fn hipMemcpy2DAsync_spt(to: *mut c_void, to_pitch: u64, from: *const c_void, from_pitch: u64, width: u64, height: u64, kind: hipMemcpyKind, on: Stream) {
        Flat { to, to_pitch, from, from_pitch, width, height, kind }.rows()?.later(of(on)?)?;
    }
    /// Same as `hipMemcpy3D`, in the thread's own stream.
    fn hipMemcpy3D_spt(copy: In<hipMemcpy3DParms>) { pitched(&copy.read("p")?)?.now(OWN)?; }
    /// Same as `hipMemcpy3DAsync`; `NULL` is the thread's own stream.
    fn hipMemcpy3DAsync_spt(copy: In<hipMemcpy3DParms>, on: Stream) { pitched(&copy.read("p")?)?.later(of(on)?)?; }
    /// Same as `hipMemcpy2DToArray`, in the thread's own stream.
    fn hipMemcpy2DToArray_spt(to: Array, x: u64, y: u64, from: *const c_void, pitch: u64, width: u64, height: u64, kind: hipMemcpyKind) {
        let size = (width, height);
        let (to, from) = (array::rows(to, x, y, size)?, array::plain(from, pitch, width, "source")?);
        array::go(to, from, array::flat(size), now(kind)?)?;
    }
    /// Same as `hipMemcpy2DToArrayAsync`; `NULL` is the thread's own stream.
    fn hipMemcpy2DToArrayAsync_spt(to: Array, x: u64, y: u64, from: *const c_void, pitch: u64, width: u64, height: u64, kind: hipMemcpyKind, on: Stream) {
        let size = (width, height);
        let (to, from) = (array::rows(to, x, y, size)?, array::plain(from, pitch, width, "source")?);
        array::go(to, from, array::flat(size), later(kind, on)?)?;
    }
    /// Same as `hipMemcpy2DFromArray`, in the thread's own stream.
    fn hipMemcpy2DFromArray_spt(to: *mut c_void, pitch: u64, from: Array, x: u64, y: u64, width: u64, height: u64, kind: hipMemcpyKind) {
        let size = (width, height);
        let (to, from) = (array::plain(to, pitch, width, "destination")?, array::rows(from, x, y, size)?);
        array::go(to, from, array::flat(size), now(kind)?)?;
    }
    /// Same as `hipMemcpy2DFromArrayAsync`; `NULL` is the thread's own stream.
    fn hipMemcpy2DFromArrayAsync_spt(to: *mut c_void, pitch: u64, from: Array, x: u64, y: u64, width: u64, height: u64, kind: hipMemcpyKind, on: Stream) {
        let size = (width, height);
        let (to, from) = (array::plain(to, pitch, width, "destination")?, array::rows(from, x, y, size)?);
        array::go(to, from, array::flat(size), later(kind, on)?)?;
    }
    /// Same as `hipMemcpyFromArray`, in the thread's own stream.
    fn hipMemcpyFromArray_spt(to: *mut c_void, from: Array, x: u64, y: u64, count: u64, kind: hipMemcpyKind) {
        array::bytes(from, (x, y), to, count, false, now(kind)?)?;
    }
    /// Same as `hipMemset`, in the thread's own stream.
    fn hipMemset_spt(to: *mut c_void, value: i32, size: u64) {
        memory::fill_async(device(to), Pattern::D8(value as u8), size, OWN)?;
        wait()?;
    }
    /// Same as `hipMemsetAsync`; `NULL` is the thread's own stream.
    fn hipMemsetAsync_spt(to: *mut c_void, value: i32, size: u64, on: Stream) {
        memory::fill_async(device(to), Pattern::D8(value as u8), size, of(on)?)?;
    }
    /// Same as `hipMemset2D`, in the thread's own stream.
    fn hipMemset2D_spt(to: *mut c_void, pitch: u64, value: i32, width: u64, height: u64) {
        FlatFill { to, pitch, pattern: Pattern::D8(value as u8), width, height }.later(OWN)?;
        wait()?;
    }
    /// Same as `hipMemset2DAsync`; `NULL` is the thread's own stream.
    fn hipMemset2DAsync_spt(to: *mut c_void, pitch: u64, value: i32, width: u64, height: u64, on: Stream) {
        FlatFill { to, pitch, pattern: Pattern::D8(value as u8), width, height }.later(of(on)?)?;
    }
    /// Same as `hipMemset3D`, in the thread's own stream.
    fn hipMemset3D_spt(to: hipPitchedPtr, value: i32, extent: hipExtent) {
        fill(&to, value, &extent, OWN)?;
        wait()?;
    }
    /// Same as `hipMemset3DAsync`; `NULL` is the thread's own stream.
    fn hipMemset3DAsync_spt(to: hipPitchedPtr, value: i32, extent: hipExtent, on: Stream) {
        fill(&to, value, &extent, of(on)?)?;
    }
    /// Same as `hipStreamQuery`; `NULL` is the thread's own stream.
    fn hipStreamQuery_spt(stream: Stream) { stream::query(of(stream)?)?; }
    /// Same as `hipStreamSynchronize`; `NULL` is the thread's own stream.
    fn hipStreamSynchronize_spt(stream: Stream) { stream::synchronize(of(stream)?)?; }
    /// Same as `hipStreamGetPriority`; `NULL` is the thread's own stream.
    fn hipStreamGetPriority_spt(stream: Stream, out: Out<i32>) {
        let out = out.wanted("priority")?;
        out.set(stream::priority(of(stream)?)?);
    }
    /// Same as `hipStreamGetFlags`; `NULL` is the thread's own stream.
    fn hipStreamGetFlags_spt(stream: Stream, out: Out<u32>) {
        let out = out.wanted("flags")?;
        out.set(stream::flags(of(stream)?)?);
    }
    /// Same as `hipStreamWaitEvent`; `NULL` is the thread's own stream.
    fn hipStreamWaitEvent_spt(stream: Stream, event: Event, flags: u32) {
        stream::wait_event(of(stream)?, event.id()?, flags)?;
    }
    /// Same as `hipEventRecord`; `NULL` is the thread's own stream.
    fn hipEventRecord_spt(event: Event, stream: Stream) { event::record(event.id()?, of(stream)?)?; }
    /// Same as `hipLaunchHostFunc`; `NULL` is the thread's own stream.
    fn hipLaunchHostFunc_spt(stream: Stream, function: Option<extern "C" fn(*mut c_void)>, data: *mut c_void) {
        host_function(own(stream), function, data)?;
    }
    /// Same as `hipStreamAddCallback`; `NULL` is the thread's own stream.
    fn hipStreamAddCallback_spt(
        stream: Stream,
        function: Option<extern "C" fn(Stream, hipError_t, *mut c_void)>,
        data: *mut c_void,
        flags: u32,
    ) {
        callback(own(stream), function, data, flags)?;
    }
}
