#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
#define HAS_ATOMIC_DOUBLE
#elif !defined(__CUDA_ARCH__)
#define HOST
#endif
#ifndef __CUDA_ARCH__
#include <stdio.h>
#endif
__host__ __device__ int where()
{
#if defined __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}
#if !defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 530)
__device__ void half_math();
#endif
__device__ int arch() { return __CUDA_ARCH__; }
