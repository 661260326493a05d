//! Order of calls in streams and graphs.

use crate::device::{Buffer, Handle, Pointer, host, ok};
use std::ptr::null_mut;

unsafe extern "C" {
    fn hipStreamCreateWithFlags(to: *mut Pointer, flags: u32) -> u32;
    fn hipStreamDestroy(stream: Pointer) -> u32;
    fn hipGetLastError() -> u32;
    fn hipStreamSynchronize(stream: Pointer) -> u32;
    fn hipStreamBeginCapture(stream: Pointer, mode: u32) -> u32;
    fn hipStreamEndCapture(stream: Pointer, graph: *mut Pointer) -> u32;
    fn hipGraphInstantiate(
        to: *mut Pointer,
        graph: Pointer,
        node: Pointer,
        log: Pointer,
        bytes: usize,
    ) -> u32;
    fn hipGraphLaunch(graph: Pointer, stream: Pointer) -> u32;
    fn hipGraphExecDestroy(graph: Pointer) -> u32;
    fn hipGraphDestroy(graph: Pointer) -> u32;
    fn hipMemsetAsync(to: Pointer, value: i32, bytes: usize, stream: Pointer) -> u32;
}

/// Calls a function of the runtime, which must succeed.
macro_rules! hip {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: handles are the runtime's, places are locals'.
        assert_eq!(unsafe { $function($($argument),*) }, 0, stringify!($function))
    };
}

fn stream() -> Pointer {
    let (mut stream, non_blocking) = (null_mut(), 1);
    hip!(hipStreamCreateWithFlags(&raw mut stream, non_blocking));
    stream
}

#[test]
fn calls_take_their_turn_in_a_stream() {
    let (handle, stream, x, two) = (Handle::new(), stream(), Buffer::new(&[1.0f32; 1000]), 2.0f32);
    ok!(hipblasSetStream(handle.0, stream));
    for _ in 0..20 {
        hip!(hipMemsetAsync(x.at, 0, 4000, stream));
        // 0.0 + 2.0 * 0.0, then a value that only comes from this order.
        ok!(hipblasSaxpy(handle.0, 999, host(&two), x.at, 1, x.place(1), 1));
        hip!(hipMemsetAsync(x.at, 0x3f, 4000, stream));
        ok!(hipblasSscal(handle.0, 1000, host(&two), x.at, 1));
    }
    hip!(hipStreamSynchronize(stream));
    assert_eq!(x.read(), vec![2.0 * f32::from_bits(0x3f3f_3f3f); 1000]);
    let mut got: Pointer = null_mut();
    ok!(hipblasGetStream(handle.0, (&raw mut got).cast()));
    assert_eq!(got, stream);
    hip!(hipStreamDestroy(stream));
}

#[test]
fn a_captured_call_runs_at_each_launch() {
    let (handle, stream) = (Handle::new(), stream());
    let (a, c, one) = (Buffer::new(&[1.0f64, 2.0, 3.0, 4.0]), Buffer::new(&[0.0f64; 4]), 1.0f64);
    ok!(hipblasSetStream(handle.0, stream));
    // Of this thread: allocations of tests that run beside this one would invalidate a global capture.
    hip!(hipStreamBeginCapture(stream, 1));
    let beta = Box::new(1.0f64);
    ok!(hipblasDgemm(handle.0, 111, 112, 2, 2, 2, host(&one), a.at, 2, a.at, 2, host(&*beta), c.at, 2));
    // Factors on the host are those of the time of the call.
    drop(beta);
    let (mut graph, mut executable) = (null_mut(), null_mut());
    hip!(hipStreamEndCapture(stream, &raw mut graph));
    hip!(hipGraphInstantiate(&raw mut executable, graph, null_mut(), null_mut(), 0));
    hip!(hipGraphDestroy(graph));
    assert_eq!(c.read(), [0.0; 4]);
    for _ in 0..3 {
        hip!(hipGraphLaunch(executable, stream));
    }
    hip!(hipStreamSynchronize(stream));
    assert_eq!(c.read(), [30.0, 42.0, 42.0, 60.0]);
    hip!(hipGraphExecDestroy(executable));
    hip!(hipStreamDestroy(stream));
}

#[test]
fn a_handle_outlives_its_stream_without_an_error() {
    let (handle, stream) = (Handle::new(), stream());
    ok!(hipblasSetStream(handle.0, stream));
    hip!(hipStreamDestroy(stream));
    drop(handle);
    hip!(hipGetLastError());
}
