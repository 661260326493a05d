#pragma once
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
#if defined(__CUDACC__) || defined(__HIPCC__)
HD inline int f() { return 1; }
#endif
#ifdef __NVCC__
#pragma nv_diag_suppress 20012
#endif
