//! Written by `cargo xtask check --write` from the tables in libraries/blaslt/api: change those.
//!
//! Functions of C.

use crate::status::Status;
use crate::{descriptors, matmul, transform};
use work::Pointer;

#[rustfmt::skip]
work::plain! {
Status;
    hipblasLtCreate(handle: Pointer) => descriptors::create: (handle);
    hipblasLtDestroy(handle: Pointer) => descriptors::destroy: (handle);
    hipblasLtGetVersion(handle: Pointer, version: Pointer) => descriptors::version: (handle, version);
    hipblasLtMatmul(handle: Pointer, matmulDesc: Pointer, alpha: Pointer, A: Pointer, Adesc: Pointer, B: Pointer, Bdesc: Pointer, beta: Pointer, C: Pointer, Cdesc: Pointer, D: Pointer, Ddesc: Pointer, algo: Pointer, workspace: Pointer, workspaceSizeInBytes: usize, stream: Pointer) => matmul::matmul: (handle, matmulDesc, alpha, A, Adesc, B, Bdesc, beta, C, Cdesc, D, Ddesc, stream);
    hipblasLtMatmulAlgoGetHeuristic(handle: Pointer, matmulDesc: Pointer, Adesc: Pointer, Bdesc: Pointer, Cdesc: Pointer, Ddesc: Pointer, pref: Pointer, requestedAlgoCount: i32, heuristicResultsArray: Pointer, returnAlgoCount: Pointer) => matmul::choose: (handle, matmulDesc, Adesc, Bdesc, Cdesc, Ddesc, requestedAlgoCount.into(), heuristicResultsArray, returnAlgoCount);
    hipblasLtMatmulDescCreate(matmulDesc: Pointer, computeType: u32, scaleType: u32) => descriptors::create_product: (matmulDesc, computeType, scaleType);
    hipblasLtMatmulDescDestroy(matmulDesc: Pointer) => descriptors::destroy_product: (matmulDesc);
    hipblasLtMatmulDescGetAttribute(matmulDesc: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize, sizeWritten: Pointer) => descriptors::product_attribute: (matmulDesc, attr, buf, sizeInBytes, sizeWritten);
    hipblasLtMatmulDescSetAttribute(matmulDesc: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize) => descriptors::set_product: (matmulDesc, attr, buf, sizeInBytes);
    hipblasLtMatmulPreferenceCreate(pref: Pointer) => descriptors::create_preference: (pref);
    hipblasLtMatmulPreferenceDestroy(pref: Pointer) => descriptors::destroy_preference: (pref);
    hipblasLtMatmulPreferenceGetAttribute(pref: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize, sizeWritten: Pointer) => descriptors::preference_attribute: (pref, attr, buf, sizeInBytes, sizeWritten);
    hipblasLtMatmulPreferenceSetAttribute(pref: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize) => descriptors::set_preference: (pref, attr, buf, sizeInBytes);
    hipblasLtMatrixLayoutCreate(matLayout: Pointer, dataType: u32, rows: usize, cols: usize, ld: i64) => descriptors::create_layout: (matLayout, dataType, rows, cols, ld);
    hipblasLtMatrixLayoutDestroy(matLayout: Pointer) => descriptors::destroy_layout: (matLayout);
    hipblasLtMatrixLayoutGetAttribute(matLayout: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize, sizeWritten: Pointer) => descriptors::layout_attribute: (matLayout, attr, buf, sizeInBytes, sizeWritten);
    hipblasLtMatrixLayoutSetAttribute(matLayout: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize) => descriptors::set_layout: (matLayout, attr, buf, sizeInBytes);
    hipblasLtMatrixTransform(lightHandle: Pointer, transformDesc: Pointer, alpha: Pointer, A: Pointer, Adesc: Pointer, beta: Pointer, B: Pointer, Bdesc: Pointer, C: Pointer, Cdesc: Pointer, stream: Pointer) => transform::transform: (lightHandle, transformDesc, (alpha, A, Adesc), (beta, B, Bdesc), (C, Cdesc), stream);
    hipblasLtMatrixTransformDescCreate(transformDesc: Pointer, scaleType: u32) => descriptors::create_transform: (transformDesc, scaleType);
    hipblasLtMatrixTransformDescDestroy(transformDesc: Pointer) => descriptors::destroy_transform: (transformDesc);
    hipblasLtMatrixTransformDescGetAttribute(transformDesc: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize, sizeWritten: Pointer) => descriptors::transform_attribute: (transformDesc, attr, buf, sizeInBytes, sizeWritten);
    hipblasLtMatrixTransformDescSetAttribute(transformDesc: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize) => descriptors::set_transform: (transformDesc, attr, buf, sizeInBytes);
    hipblasLtExtMatmulDescInit(matmulDesc: Pointer, computeType: u32, scaleType: u32) => descriptors::init_product: (matmulDesc, computeType, scaleType);
    hipblasLtExtMatmulPreferenceInit(pref: Pointer) => descriptors::init_preference: (pref);
    hipblasLtExtMatrixLayoutInit(matLayout: Pointer, dataType: u32, rows: usize, cols: usize, ld: i64) => descriptors::init_layout: (matLayout, dataType, rows, cols, ld);
    hipblasLtExtMatrixTransformDescInit(transformDesc: Pointer, scaleType: u32) => descriptors::init_transform: (transformDesc, scaleType);
}
