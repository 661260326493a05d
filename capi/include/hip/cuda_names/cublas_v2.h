/* Written by `cargo xtask check --write` from the tables in hipify-rs/map: change those. */
#pragma once
#include <cuda_runtime.h>
#include <hipblas/hipblas.h>
#include <hipblas/hipblas_soft.h>
#include <hip/cuda_names/names_blas.h>
