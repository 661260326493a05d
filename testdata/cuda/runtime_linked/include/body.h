// What the three units share: some of it each defines for the others, some of it each has for itself.
#pragma once
#include <cuda_runtime.h>

struct Body {
    float3 at, speed;
};

// In units of their own.
__device__ float3 pull(const Body *bodies, int n, int which);
__device__ float softened(float squared);
extern __constant__ float settings[2];
extern __device__ unsigned long long pairs;

// In every unit that uses it, and once in the program.
template <typename T> __device__ T squared_length(T x, T y, T z)
{
    return x * x + y * y + z * z;
}

inline __device__ float3 &operator+=(float3 &a, const float3 &b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    return a;
}

cudaError_t set_softening(float epsilon);
