/* Written by `cargo xtask check --write` from the tables in hipify-rs/map: change those. */
#pragma once
#include <cuda_runtime.h>
#include <hipsparse/hipsparse.h>
#include <hipsparse/hipsparse_soft.h>
#include <hip/cuda_names/names_sparse.h>
