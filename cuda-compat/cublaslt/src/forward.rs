//! Written by `cargo xtask check --write` from cuda-compat/cublaslt/api and libraries/blaslt/api: change those.
//!
//! CUDA's functions: those of HIP's library, those of `own`, and those that are missing.

use crate::{numbers, own};
use forward::Pointer;

#[rustfmt::skip]
forward::forwards! {
    ["libcublasLt.so.12"] |code| numbers::STATUS.cuda(code);
    cublasLtCreate(handle: Pointer) = hipblasLtCreate(handle => Pointer);
    cublasLtDestroy(handle: Pointer) = hipblasLtDestroy(handle => Pointer);
    cublasLtMatmulDescCreate(matmulDesc: Pointer, computeType: u32, scaleType: u32) = hipblasLtMatmulDescCreate(matmulDesc => Pointer, numbers::COMPUTE_TYPE.hip(computeType) => u32, scaleType => u32);
    cublasLtMatmulDescDestroy(matmulDesc: Pointer) = hipblasLtMatmulDescDestroy(matmulDesc => Pointer);
    cublasLtMatmulPreferenceCreate(pref: Pointer) = hipblasLtMatmulPreferenceCreate(pref => Pointer);
    cublasLtMatmulPreferenceDestroy(pref: Pointer) = hipblasLtMatmulPreferenceDestroy(pref => Pointer);
    cublasLtMatmulPreferenceGetAttribute(pref: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize, sizeWritten: Pointer) = hipblasLtMatmulPreferenceGetAttribute(pref => Pointer, attr => u32, buf => Pointer, sizeInBytes => usize, sizeWritten => Pointer);
    cublasLtMatrixLayoutCreate(matLayout: Pointer, dataType: u32, rows: usize, cols: usize, ld: i64) = hipblasLtMatrixLayoutCreate(matLayout => Pointer, dataType => u32, rows => usize, cols => usize, ld => i64);
    cublasLtMatrixLayoutDestroy(matLayout: Pointer) = hipblasLtMatrixLayoutDestroy(matLayout => Pointer);
    cublasLtMatrixLayoutGetAttribute(matLayout: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize, sizeWritten: Pointer) = hipblasLtMatrixLayoutGetAttribute(matLayout => Pointer, numbers::LT_MATRIX_LAYOUT_ATTRIBUTE.hip(attr) => u32, buf => Pointer, sizeInBytes => usize, sizeWritten => Pointer);
    cublasLtMatrixLayoutSetAttribute(matLayout: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize) = hipblasLtMatrixLayoutSetAttribute(matLayout => Pointer, numbers::LT_MATRIX_LAYOUT_ATTRIBUTE.hip(attr) => u32, buf => Pointer, sizeInBytes => usize);
    cublasLtMatrixTransform(lightHandle: Pointer, transformDesc: Pointer, alpha: Pointer, A: Pointer, Adesc: Pointer, beta: Pointer, B: Pointer, Bdesc: Pointer, C: Pointer, Cdesc: Pointer, stream: Pointer) = hipblasLtMatrixTransform(lightHandle => Pointer, transformDesc => Pointer, alpha => Pointer, A => Pointer, Adesc => Pointer, beta => Pointer, B => Pointer, Bdesc => Pointer, C => Pointer, Cdesc => Pointer, stream => Pointer);
    cublasLtMatrixTransformDescCreate(transformDesc: Pointer, scaleType: u32) = hipblasLtMatrixTransformDescCreate(transformDesc => Pointer, scaleType => u32);
    cublasLtMatrixTransformDescDestroy(transformDesc: Pointer) = hipblasLtMatrixTransformDescDestroy(transformDesc => Pointer);
    cublasLtMatrixTransformDescGetAttribute(transformDesc: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize, sizeWritten: Pointer) = hipblasLtMatrixTransformDescGetAttribute(transformDesc => Pointer, attr => u32, buf => Pointer, sizeInBytes => usize, sizeWritten => Pointer);
    cublasLtMatrixTransformDescSetAttribute(transformDesc: Pointer, attr: u32, buf: Pointer, sizeInBytes: usize) = hipblasLtMatrixTransformDescSetAttribute(transformDesc => Pointer, attr => u32, buf => Pointer, sizeInBytes => usize);
}

#[rustfmt::skip]
forward::exports! {
    ["libcublasLt.so.12"]
    cublasLtDisableCpuInstructionsSetMask = own::algorithms::disable_instructions;
    cublasLtGetCudartVersion = own::runtime_version;
    cublasLtGetProperty = own::property;
    cublasLtGetStatusName = own::status_name;
    cublasLtGetStatusString = own::status_name;
    cublasLtGetVersion = own::version;
    cublasLtHeuristicsCacheGetCapacity = own::algorithms::capacity;
    cublasLtHeuristicsCacheSetCapacity = own::algorithms::set_capacity;
    cublasLtLoggerForceDisable = own::log;
    cublasLtLoggerOpenFile = own::log;
    cublasLtLoggerSetCallback = own::log;
    cublasLtLoggerSetFile = own::log;
    cublasLtLoggerSetLevel = own::log;
    cublasLtLoggerSetMask = own::log;
    cublasLtMatmul = own::matmul;
    cublasLtMatmulAlgoCapGetAttribute = own::algorithms::capability;
    cublasLtMatmulAlgoCheck = own::algorithms::check;
    cublasLtMatmulAlgoConfigGetAttribute = own::algorithms::setting;
    cublasLtMatmulAlgoConfigSetAttribute = own::algorithms::set;
    cublasLtMatmulAlgoGetHeuristic = own::choose;
    cublasLtMatmulAlgoGetIds = own::algorithms::list;
    cublasLtMatmulAlgoInit = own::algorithms::init;
    cublasLtMatmulDescGetAttribute = own::product_attribute;
    cublasLtMatmulDescInit_internal = own::init_product;
    cublasLtMatmulDescSetAttribute = own::set_product;
    cublasLtMatmulPreferenceInit_internal = own::init_preference;
    cublasLtMatmulPreferenceSetAttribute = own::set_preference;
    cublasLtMatrixLayoutInit_internal = own::init_layout;
    cublasLtMatrixTransformDescInit_internal = own::init_transform;
}

/// `CUBLAS_STATUS_NOT_SUPPORTED`
const MISSING: u32 = 15;

#[rustfmt::skip]
forward::refusals! {
    ["libcublasLt.so.12"] "cublaslt" MISSING;
    cublasLtEmulationDescCreate,
    cublasLtEmulationDescDestroy,
    cublasLtEmulationDescGetAttribute,
    cublasLtEmulationDescInit_internal,
    cublasLtEmulationDescSetAttribute,
    cublasLtGroupedMatrixLayoutCreate,
    cublasLtGroupedMatrixLayoutInit_internal,
}
