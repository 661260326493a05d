//! Written by `cargo xtask check --write` from cuda-compat/cufft/api and libraries/fft/api: change those.
//!
//! CUDA's functions: those of HIP's library, those of `own`, and those that are missing.

use crate::own;
use forward::Pointer;

#[rustfmt::skip]
forward::forwards! {
    ["libcufft.so.11"] std::convert::identity;
    cufftDestroy(plan: i32) = hipfftDestroy(own::handle(plan) => Pointer);
    cufftEstimate1d(nx: i32, kind: u32, batch: i32, workSize: Pointer) = hipfftEstimate1d(nx => i32, kind => u32, batch => i32, workSize => Pointer);
    cufftEstimate2d(nx: i32, ny: i32, kind: u32, workSize: Pointer) = hipfftEstimate2d(nx => i32, ny => i32, kind => u32, workSize => Pointer);
    cufftEstimate3d(nx: i32, ny: i32, nz: i32, kind: u32, workSize: Pointer) = hipfftEstimate3d(nx => i32, ny => i32, nz => i32, kind => u32, workSize => Pointer);
    cufftEstimateMany(rank: i32, n: Pointer, inembed: Pointer, istride: i32, idist: i32, onembed: Pointer, ostride: i32, odist: i32, kind: u32, batch: i32, workSize: Pointer) = hipfftEstimateMany(rank => i32, n => Pointer, inembed => Pointer, istride => i32, idist => i32, onembed => Pointer, ostride => i32, odist => i32, kind => u32, batch => i32, workSize => Pointer);
    cufftExecC2C(plan: i32, idata: Pointer, odata: Pointer, direction: i32) = hipfftExecC2C(own::handle(plan) => Pointer, idata => Pointer, odata => Pointer, direction => i32);
    cufftExecC2R(plan: i32, idata: Pointer, odata: Pointer) = hipfftExecC2R(own::handle(plan) => Pointer, idata => Pointer, odata => Pointer);
    cufftExecD2Z(plan: i32, idata: Pointer, odata: Pointer) = hipfftExecD2Z(own::handle(plan) => Pointer, idata => Pointer, odata => Pointer);
    cufftExecR2C(plan: i32, idata: Pointer, odata: Pointer) = hipfftExecR2C(own::handle(plan) => Pointer, idata => Pointer, odata => Pointer);
    cufftExecZ2D(plan: i32, idata: Pointer, odata: Pointer) = hipfftExecZ2D(own::handle(plan) => Pointer, idata => Pointer, odata => Pointer);
    cufftExecZ2Z(plan: i32, idata: Pointer, odata: Pointer, direction: i32) = hipfftExecZ2Z(own::handle(plan) => Pointer, idata => Pointer, odata => Pointer, direction => i32);
    cufftGetSize(plan: i32, workSize: Pointer) = hipfftGetSize(own::handle(plan) => Pointer, workSize => Pointer);
    cufftGetSize1d(plan: i32, nx: i32, kind: u32, batch: i32, workSize: Pointer) = hipfftGetSize1d(own::handle(plan) => Pointer, nx => i32, kind => u32, batch => i32, workSize => Pointer);
    cufftGetSize2d(plan: i32, nx: i32, ny: i32, kind: u32, workSize: Pointer) = hipfftGetSize2d(own::handle(plan) => Pointer, nx => i32, ny => i32, kind => u32, workSize => Pointer);
    cufftGetSize3d(plan: i32, nx: i32, ny: i32, nz: i32, kind: u32, workSize: Pointer) = hipfftGetSize3d(own::handle(plan) => Pointer, nx => i32, ny => i32, nz => i32, kind => u32, workSize => Pointer);
    cufftGetSizeMany(plan: i32, rank: i32, n: Pointer, inembed: Pointer, istride: i32, idist: i32, onembed: Pointer, ostride: i32, odist: i32, kind: u32, batch: i32, workSize: Pointer) = hipfftGetSizeMany(own::handle(plan) => Pointer, rank => i32, n => Pointer, inembed => Pointer, istride => i32, idist => i32, onembed => Pointer, ostride => i32, odist => i32, kind => u32, batch => i32, workSize => Pointer);
    cufftGetSizeMany64(plan: i32, rank: i32, n: Pointer, inembed: Pointer, istride: i64, idist: i64, onembed: Pointer, ostride: i64, odist: i64, kind: u32, batch: i64, workSize: Pointer) = hipfftGetSizeMany64(own::handle(plan) => Pointer, rank => i32, n => Pointer, inembed => Pointer, istride => i64, idist => i64, onembed => Pointer, ostride => i64, odist => i64, kind => u32, batch => i64, workSize => Pointer);
    cufftMakePlan1d(plan: i32, nx: i32, kind: u32, batch: i32, workSize: Pointer) = hipfftMakePlan1d(own::handle(plan) => Pointer, nx => i32, kind => u32, batch => i32, workSize => Pointer);
    cufftMakePlan2d(plan: i32, nx: i32, ny: i32, kind: u32, workSize: Pointer) = hipfftMakePlan2d(own::handle(plan) => Pointer, nx => i32, ny => i32, kind => u32, workSize => Pointer);
    cufftMakePlan3d(plan: i32, nx: i32, ny: i32, nz: i32, kind: u32, workSize: Pointer) = hipfftMakePlan3d(own::handle(plan) => Pointer, nx => i32, ny => i32, nz => i32, kind => u32, workSize => Pointer);
    cufftMakePlanMany(plan: i32, rank: i32, n: Pointer, inembed: Pointer, istride: i32, idist: i32, onembed: Pointer, ostride: i32, odist: i32, kind: u32, batch: i32, workSize: Pointer) = hipfftMakePlanMany(own::handle(plan) => Pointer, rank => i32, n => Pointer, inembed => Pointer, istride => i32, idist => i32, onembed => Pointer, ostride => i32, odist => i32, kind => u32, batch => i32, workSize => Pointer);
    cufftMakePlanMany64(plan: i32, rank: i32, n: Pointer, inembed: Pointer, istride: i64, idist: i64, onembed: Pointer, ostride: i64, odist: i64, kind: u32, batch: i64, workSize: Pointer) = hipfftMakePlanMany64(own::handle(plan) => Pointer, rank => i32, n => Pointer, inembed => Pointer, istride => i64, idist => i64, onembed => Pointer, ostride => i64, odist => i64, kind => u32, batch => i64, workSize => Pointer);
    cufftSetAutoAllocation(plan: i32, autoAllocate: i32) = hipfftSetAutoAllocation(own::handle(plan) => Pointer, autoAllocate => i32);
    cufftSetStream(plan: i32, stream: Pointer) = hipfftSetStream(own::handle(plan) => Pointer, stream => Pointer);
    cufftSetWorkArea(plan: i32, workArea: Pointer) = hipfftSetWorkArea(own::handle(plan) => Pointer, workArea => Pointer);
    cufftXtClearCallback(plan: i32, cbtype: u32) = hipfftXtClearCallback(own::handle(plan) => Pointer, cbtype => u32);
    cufftXtExec(plan: i32, input: Pointer, output: Pointer, direction: i32) = hipfftXtExec(own::handle(plan) => Pointer, input => Pointer, output => Pointer, direction => i32);
    cufftXtGetSizeMany(plan: i32, rank: i32, n: Pointer, inembed: Pointer, istride: i64, idist: i64, inputType: u32, onembed: Pointer, ostride: i64, odist: i64, outputType: u32, batch: i64, workSize: Pointer, executionType: u32) = hipfftXtGetSizeMany(own::handle(plan) => Pointer, rank => i32, n => Pointer, inembed => Pointer, istride => i64, idist => i64, inputType => u32, onembed => Pointer, ostride => i64, odist => i64, outputType => u32, batch => i64, workSize => Pointer, executionType => u32);
    cufftXtMakePlanMany(plan: i32, rank: i32, n: Pointer, inembed: Pointer, istride: i64, idist: i64, inputType: u32, onembed: Pointer, ostride: i64, odist: i64, outputType: u32, batch: i64, workSize: Pointer, executionType: u32) = hipfftXtMakePlanMany(own::handle(plan) => Pointer, rank => i32, n => Pointer, inembed => Pointer, istride => i64, idist => i64, inputType => u32, onembed => Pointer, ostride => i64, odist => i64, outputType => u32, batch => i64, workSize => Pointer, executionType => u32);
    cufftXtSetCallback(plan: i32, callbacks: Pointer, cbtype: u32, callbackData: Pointer) = hipfftXtSetCallback(own::handle(plan) => Pointer, callbacks => Pointer, cbtype => u32, callbackData => Pointer);
    cufftXtSetCallbackSharedSize(plan: i32, cbtype: u32, sharedSize: usize) = hipfftXtSetCallbackSharedSize(own::handle(plan) => Pointer, cbtype => u32, sharedSize => usize);
}

#[rustfmt::skip]
forward::exports! {
    ["libcufft.so.11"]
    cufftCreate = own::create;
    cufftGetProperty = own::property;
    cufftGetVersion = own::version;
    cufftPlan1d = own::plan_1d;
    cufftPlan2d = own::plan_2d;
    cufftPlan3d = own::plan_3d;
    cufftPlanMany = own::plan_many;
}

/// `CUFFT_NOT_SUPPORTED`
const MISSING: u32 = 16;

#[rustfmt::skip]
forward::refusals! {
    ["libcufft.so.11"] "cufft" MISSING;
    cufftGetPlanPropertyInt64,
    cufftResetPlanProperty,
    cufftSetPlanPropertyInt64,
    cufftXtExecDescriptor,
    cufftXtExecDescriptorC2C,
    cufftXtExecDescriptorC2R,
    cufftXtExecDescriptorD2Z,
    cufftXtExecDescriptorR2C,
    cufftXtExecDescriptorZ2D,
    cufftXtExecDescriptorZ2Z,
    cufftXtFree,
    cufftXtMakePlanGuru64,
    cufftXtMalloc,
    cufftXtMemcpy,
    cufftXtQueryPlan,
    cufftXtSetGPUs,
    cufftXtSetJITCallback,
    cufftXtSetWorkArea,
    cufftXtSetWorkAreaPolicy,
}
