//! Test that this crate defines the functions that `hip_runtime::sys` declares.

use amdhip64 as _;
use runtime::sys::*;
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;

#[test]
#[expect(unsafe_code, reason = "the test calls C")]
fn rust_programs_call_the_c_api() {
    let (mut count, mut device) = (0, null_mut::<c_void>());
    let sent = [1.5f32, -2.0, 3.25];
    let mut back = [0f32; 3];
    let bytes = size_of_val(&sent);
    // SAFETY: every pointer is to a local of the size that is said.
    let text = unsafe {
        assert_eq!(hipInit(0), hipSuccess);
        assert_eq!(hipGetDeviceCount(&mut count), hipError_t::hipSuccess);
        assert_eq!(hipMalloc(&mut device, bytes).result(), Ok(()));
        let to = hipMemcpyKind::hipMemcpyHostToDevice;
        assert_eq!(hipMemcpy(device, sent.as_ptr().cast(), bytes, to), hipSuccess);
        assert_eq!(hipMemcpyDtoH(back.as_mut_ptr().cast(), device, bytes), hipSuccess);
        assert_eq!(hipFree(device), hipSuccess);
        assert_eq!(hipFree(device), hipErrorInvalidValue, "it is free already");
        CStr::from_ptr(hipGetErrorName(hipErrorInvalidValue))
    };
    assert_eq!((count, back, text.to_str()), (1, sent, Ok("hipErrorInvalidValue")));
    assert_eq!(hipErrorInvalidImage.result(), Err(hipErrorInvalidImage));
    assert_eq!(hipStreamNonBlocking, 1);
}
