//! Attributes of streams, kernel nodes and launches. The members of the access policy window have another
//! order than in HIP.

use super::get;
use crate::entry::{Code, NONE, Pointer, fail, of_hip, per_thread};
use crate::result::INVALID_VALUE;

unsafe extern "C" {
    fn hipStreamGetAttribute(stream: Pointer, attribute: u32, value: *mut Value) -> Code;
    fn hipStreamSetAttribute(stream: Pointer, attribute: u32, value: *const Value) -> Code;
    fn hipGraphKernelNodeGetAttribute(node: Pointer, attribute: u32, value: *mut Value) -> Code;
    fn hipGraphKernelNodeSetAttribute(node: Pointer, attribute: u32, value: *const Value) -> Code;
    fn hipLaunchKernelExC(config: *const LaunchConfig, host: Pointer, arguments: Pointer) -> Code;
}

/// `cudaLaunchAttributeValue` as words.
pub type Value = [u32; 16];

/// `cudaLaunchAttributeAccessPolicyWindow`
const WINDOW: u32 = 1;

/// Converts a window to HIP's order of members: base, hit property, hit ratio, miss property, bytes. CUDA's
/// order is base, bytes, ratio, hits, misses.
fn to_hip(attribute: u32, mut value: Value) -> Value {
    if attribute == WINDOW {
        let [bytes_low, bytes_high, ratio, hit, miss] = [2, 3, 4, 5, 6].map(|at: usize| value[at]);
        value[2..8].copy_from_slice(&[hit, ratio, miss, 0, bytes_low, bytes_high]);
    }
    value
}

fn of_hip_s(attribute: u32, mut value: Value) -> Value {
    if attribute == WINDOW {
        let [hit, ratio, miss, _, bytes_low, bytes_high] = [2, 3, 4, 5, 6, 7].map(|at: usize| value[at]);
        value[2..8].copy_from_slice(&[bytes_low, bytes_high, ratio, hit, miss, 0]);
    }
    value
}

/// Gets an attribute from HIP and converts it to CUDA's order.
///
/// # Safety
/// The pointer is null or leads to a value.
unsafe fn query_attribute(attribute: u32, to: *mut Value, ask: impl FnOnce(*mut Value) -> Code) -> Code {
    if to.is_null() {
        return fail(INVALID_VALUE);
    }
    let mut value = [0; 16];
    let code = ask(&raw mut value);
    if code == 0 {
        // SAFETY: not null, and the caller's.
        unsafe { to.write_unaligned(of_hip_s(attribute, value)) };
    }
    of_hip(code)
}

/// Converts an attribute to HIP's order and passes it to HIP.
///
/// # Safety
/// The pointer is null or leads to a value.
unsafe fn set_attribute(attribute: u32, from: *const Value, give: impl FnOnce(*const Value) -> Code) -> Code {
    // SAFETY: as the caller says.
    let Some(value) = (unsafe { get(from) }) else { return fail(INVALID_VALUE) };
    of_hip(give(&to_hip(attribute, value)))
}

/// `cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
/// cudaLaunchAttributeValue *value_out)`
///
/// # Safety
/// The pointer is null or leads to a value.
pub unsafe extern "C" fn cudaStreamGetAttribute(stream: Pointer, attribute: u32, value: *mut Value) -> Code {
    // SAFETY: as the caller says; HIP gets a local.
    unsafe { query_attribute(attribute, value, |to| hipStreamGetAttribute(stream, attribute, to)) }
}

/// `cudaStreamGetAttribute` with the per-thread stream for null.
///
/// # Safety
/// Same as `cudaStreamGetAttribute`.
pub unsafe extern "C" fn cudaStreamGetAttribute_ptsz(
    stream: Pointer,
    attribute: u32,
    value: *mut Value,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { cudaStreamGetAttribute(per_thread(stream), attribute, value) }
}

/// `cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr, const
/// cudaLaunchAttributeValue *value)`
///
/// # Safety
/// The pointer is null or leads to a value.
pub unsafe extern "C" fn cudaStreamSetAttribute(
    stream: Pointer,
    attribute: u32,
    value: *const Value,
) -> Code {
    // SAFETY: as the caller says; HIP gets a local.
    unsafe { set_attribute(attribute, value, |from| hipStreamSetAttribute(stream, attribute, from)) }
}

/// `cudaStreamSetAttribute` with the per-thread stream for null.
///
/// # Safety
/// Same as `cudaStreamSetAttribute`.
pub unsafe extern "C" fn cudaStreamSetAttribute_ptsz(
    stream: Pointer,
    attribute: u32,
    value: *const Value,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { cudaStreamSetAttribute(per_thread(stream), attribute, value) }
}

/// `cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr,
/// cudaLaunchAttributeValue *value_out)`
///
/// # Safety
/// The pointer is null or leads to a value.
pub unsafe extern "C" fn cudaGraphKernelNodeGetAttribute(
    node: Pointer,
    attribute: u32,
    value: *mut Value,
) -> Code {
    // SAFETY: as the caller says; HIP gets a local.
    unsafe { query_attribute(attribute, value, |to| hipGraphKernelNodeGetAttribute(node, attribute, to)) }
}

/// `cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr, const
/// cudaLaunchAttributeValue *value)`
///
/// # Safety
/// The pointer is null or leads to a value.
pub unsafe extern "C" fn cudaGraphKernelNodeSetAttribute(
    node: Pointer,
    attribute: u32,
    value: *const Value,
) -> Code {
    // SAFETY: as the caller says; HIP gets a local.
    unsafe { set_attribute(attribute, value, |from| hipGraphKernelNodeSetAttribute(node, attribute, from)) }
}

/// `cudaLaunchConfig_t`, `hipLaunchConfig_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaunchConfig {
    grid: [u32; 3],
    block: [u32; 3],
    shared: usize,
    stream: Pointer,
    attributes: Pointer,
    count: u32,
}

/// `cudaLaunchKernelExC` with the per-thread stream for null.
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn cudaLaunchKernelExC_ptsz(
    config: *const LaunchConfig,
    host: Pointer,
    arguments: Pointer,
) -> Code {
    // SAFETY: as the caller says.
    let Some(mut config) = (unsafe { get(config) }) else {
        // SAFETY: HIP says what is wrong with no configuration.
        return of_hip(unsafe { hipLaunchKernelExC(NONE.cast(), host, arguments) });
    };
    config.stream = per_thread(config.stream);
    // SAFETY: a local, and what the caller answers for.
    of_hip(unsafe { hipLaunchKernelExC(&raw const config, host, arguments) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_comes_back_as_it_went() {
        let cuda: Value = [1, 2, 30, 40, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(to_hip(WINDOW, cuda)[..8], [1, 2, 6, 5, 7, 0, 30, 40]);
        assert_eq!(of_hip_s(WINDOW, to_hip(WINDOW, cuda)), cuda);
        assert_eq!(to_hip(8, cuda), cuda, "others are the same");
    }
}
