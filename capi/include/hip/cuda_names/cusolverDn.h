/* Written by `cargo xtask check --write` from the tables in hipify-rs/map: change those. */
#pragma once
#include <cuda_runtime.h>
#include <hipsolver/hipsolver.h>
#include <hipsolver/hipsolver_soft.h>
#include <hip/cuda_names/names_solver.h>
#include <cublas_v2.h>
