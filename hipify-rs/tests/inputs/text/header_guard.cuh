#ifndef MATH_CUH
#define MATH_CUH

__device__ inline float sq(float x) { return x * x; }
__global__ void square(float *x, int n);

#endif  // MATH_CUH
