//! Enumerations: every value is one of the type.

use hip_sys::*;

#[test]
fn values_that_are_not_declared_are_kept() {
    let code = hipError_t(12_345);
    assert_eq!((code.name(), format!("{code:?}")), (None, "hipError_t(12345)".to_owned()));
    assert_eq!(code.result(), Err(code));
    assert_ne!(code, hipSuccess);
}

#[test]
fn enumerators_are_constants_of_type_and_module() {
    let text = |code| match code {
        hipError_t::hipSuccess => "success",
        hipErrorNotReady => "not ready",
        _ => "other",
    };
    assert_eq!([hipSuccess, hipErrorNotReady, hipErrorUnknown].map(text), ["success", "not ready", "other"]);
    assert_eq!(format!("{:?}", hipError_t::hipErrorInvalidValue), "hipErrorInvalidValue");
    assert_eq!((hipMemcpyDeviceToHost.0, u32::from(hipMemcpyDefault)), (2, 4));
    assert_eq!(hipError_t::hipSuccess.result(), Ok(()));
}

#[test]
fn structures_begin_as_zeros() {
    let params = zeroed::<hipMemcpy3DParms>();
    assert!(params.srcPtr.ptr.is_null());
    assert_eq!((params.extent.width, params.kind), (0, hipMemcpyHostToHost));
    assert_eq!(zeroed::<hipGraphNodeParams>().type_, hipGraphNodeTypeKernel);
    assert!(zeroed::<hipHostNodeParams>().fn_.is_none());
}
