//! Written by `cargo xtask check --write` from the tables in libraries/fft/api: change those.
//!
//! Functions of C.

use crate::plans::Request;
use crate::status::Status;
use crate::{execute, plans, sizes};
use work::Pointer;

#[rustfmt::skip]
work::plain! {
Status;
    hipfftCreate(plan: Pointer) => plans::create: (plan);
    hipfftDestroy(plan: Pointer) => plans::destroy: (plan);
    hipfftEstimate1d(nx: i32, kind: u32, batch: i32, workSize: Pointer) => sizes::estimate: (Request::simple(&[nx], kind, batch), workSize);
    hipfftEstimate2d(nx: i32, ny: i32, kind: u32, workSize: Pointer) => sizes::estimate: (Request::simple(&[nx, ny], kind, 1), workSize);
    hipfftEstimate3d(nx: i32, ny: i32, nz: i32, kind: u32, workSize: Pointer) => sizes::estimate: (Request::simple(&[nx, ny, nz], kind, 1), workSize);
    hipfftEstimateMany(rank: i32, n: Pointer, inembed: Pointer, istride: i32, idist: i32, onembed: Pointer, ostride: i32, odist: i32, kind: u32, batch: i32, workSize: Pointer) => sizes::estimate: (Request::many::<i32>(rank, n, (inembed, istride, idist), (onembed, ostride, odist), kind, batch), workSize);
    hipfftExecC2C(plan: Pointer, idata: Pointer, odata: Pointer, direction: i32) => execute::c2c: (plan, idata, odata, direction.into());
    hipfftExecC2R(plan: Pointer, idata: Pointer, odata: Pointer) => execute::c2r: (plan, idata, odata);
    hipfftExecD2Z(plan: Pointer, idata: Pointer, odata: Pointer) => execute::d2z: (plan, idata, odata);
    hipfftExecR2C(plan: Pointer, idata: Pointer, odata: Pointer) => execute::r2c: (plan, idata, odata);
    hipfftExecZ2D(plan: Pointer, idata: Pointer, odata: Pointer) => execute::z2d: (plan, idata, odata);
    hipfftExecZ2Z(plan: Pointer, idata: Pointer, odata: Pointer, direction: i32) => execute::z2z: (plan, idata, odata, direction.into());
    hipfftExtPlanScaleFactor(plan: Pointer, scalefactor: f64) => plans::set_scale: (plan, scalefactor);
    hipfftGetProperty(which: u32, value: Pointer) => sizes::property: (which, value);
    hipfftGetSize(plan: Pointer, workSize: Pointer) => sizes::plan_size: (plan, workSize);
    hipfftGetSize1d(plan: Pointer, nx: i32, kind: u32, batch: i32, workSize: Pointer) => sizes::size: (plan, Request::simple(&[nx], kind, batch), workSize);
    hipfftGetSize2d(plan: Pointer, nx: i32, ny: i32, kind: u32, workSize: Pointer) => sizes::size: (plan, Request::simple(&[nx, ny], kind, 1), workSize);
    hipfftGetSize3d(plan: Pointer, nx: i32, ny: i32, nz: i32, kind: u32, workSize: Pointer) => sizes::size: (plan, Request::simple(&[nx, ny, nz], kind, 1), workSize);
    hipfftGetSizeMany(plan: Pointer, rank: i32, n: Pointer, inembed: Pointer, istride: i32, idist: i32, onembed: Pointer, ostride: i32, odist: i32, kind: u32, batch: i32, workSize: Pointer) => sizes::size: (plan, Request::many::<i32>(rank, n, (inembed, istride, idist), (onembed, ostride, odist), kind, batch), workSize);
    hipfftGetSizeMany64(plan: Pointer, rank: i32, n: Pointer, inembed: Pointer, istride: i64, idist: i64, onembed: Pointer, ostride: i64, odist: i64, kind: u32, batch: i64, workSize: Pointer) => sizes::size: (plan, Request::many::<i64>(rank, n, (inembed, istride, idist), (onembed, ostride, odist), kind, batch), workSize);
    hipfftGetVersion(version: Pointer) => sizes::version: (version);
    hipfftMakePlan1d(plan: Pointer, nx: i32, kind: u32, batch: i32, workSize: Pointer) => plans::make: (plan, Request::simple(&[nx], kind, batch), workSize);
    hipfftMakePlan2d(plan: Pointer, nx: i32, ny: i32, kind: u32, workSize: Pointer) => plans::make: (plan, Request::simple(&[nx, ny], kind, 1), workSize);
    hipfftMakePlan3d(plan: Pointer, nx: i32, ny: i32, nz: i32, kind: u32, workSize: Pointer) => plans::make: (plan, Request::simple(&[nx, ny, nz], kind, 1), workSize);
    hipfftMakePlanMany(plan: Pointer, rank: i32, n: Pointer, inembed: Pointer, istride: i32, idist: i32, onembed: Pointer, ostride: i32, odist: i32, kind: u32, batch: i32, workSize: Pointer) => plans::make: (plan, Request::many::<i32>(rank, n, (inembed, istride, idist), (onembed, ostride, odist), kind, batch), workSize);
    hipfftMakePlanMany64(plan: Pointer, rank: i32, n: Pointer, inembed: Pointer, istride: i64, idist: i64, onembed: Pointer, ostride: i64, odist: i64, kind: u32, batch: i64, workSize: Pointer) => plans::make: (plan, Request::many::<i64>(rank, n, (inembed, istride, idist), (onembed, ostride, odist), kind, batch), workSize);
    hipfftPlan1d(plan: Pointer, nx: i32, kind: u32, batch: i32) => plans::new: (plan, Request::simple(&[nx], kind, batch));
    hipfftPlan2d(plan: Pointer, nx: i32, ny: i32, kind: u32) => plans::new: (plan, Request::simple(&[nx, ny], kind, 1));
    hipfftPlan3d(plan: Pointer, nx: i32, ny: i32, nz: i32, kind: u32) => plans::new: (plan, Request::simple(&[nx, ny, nz], kind, 1));
    hipfftPlanMany(plan: Pointer, rank: i32, n: Pointer, inembed: Pointer, istride: i32, idist: i32, onembed: Pointer, ostride: i32, odist: i32, kind: u32, batch: i32) => plans::new: (plan, Request::many::<i32>(rank, n, (inembed, istride, idist), (onembed, ostride, odist), kind, batch));
    hipfftSetAutoAllocation(plan: Pointer, autoAllocate: i32) => plans::set_auto_allocation: (plan, autoAllocate.into());
    hipfftSetStream(plan: Pointer, stream: Pointer) => plans::set_stream: (plan, stream);
    hipfftSetWorkArea(plan: Pointer, workArea: Pointer) => plans::set_work_area: (plan, workArea);
    hipfftXtClearCallback(plan: Pointer, cbtype: u32) => plans::clear_callback: (plan, cbtype);
    hipfftXtExec(plan: Pointer, input: Pointer, output: Pointer, direction: i32) => execute::exec: (plan, input, output, direction.into());
    hipfftXtGetSizeMany(plan: Pointer, rank: i32, n: Pointer, inembed: Pointer, istride: i64, idist: i64, inputType: u32, onembed: Pointer, ostride: i64, odist: i64, outputType: u32, batch: i64, workSize: Pointer, executionType: u32) => sizes::size: (plan, Request::typed(rank, n, (inembed, istride, idist, inputType), (onembed, ostride, odist, outputType), batch, executionType), workSize);
    hipfftXtMakePlanMany(plan: Pointer, rank: i32, n: Pointer, inembed: Pointer, istride: i64, idist: i64, inputType: u32, onembed: Pointer, ostride: i64, odist: i64, outputType: u32, batch: i64, workSize: Pointer, executionType: u32) => plans::make: (plan, Request::typed(rank, n, (inembed, istride, idist, inputType), (onembed, ostride, odist, outputType), batch, executionType), workSize);
    hipfftXtSetCallback(plan: Pointer, callbacks: Pointer, cbtype: u32, callbackData: Pointer) => plans::set_callback: (plan, callbacks, cbtype, callbackData);
    hipfftXtSetCallbackSharedSize(plan: Pointer, cbtype: u32, sharedSize: usize) => plans::set_callback_shared: (plan, cbtype, sharedSize);
}
