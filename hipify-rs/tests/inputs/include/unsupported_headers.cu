#include <cudaD3D11.h>
#include <cuda_d3d11_interop.h>
#include <cudaEGL.h>
#include <cooperative_groups/reduce.h>
#include <cuda/std/atomic>
#include <npp.h>
#include <cutlass/gemm/device/gemm.h>
