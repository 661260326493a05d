// arch: sm_70
// Templates for both sides with a specialisation for one: nvcc does not take the sides for a part of the signature.
#include <cstdio>

template <class T> inline __host__ __device__ float truncated(T t);
template <> inline __host__ __device__ float truncated(float f) { return f; }
#ifdef __CUDA_ARCH__
template <> inline __device__ float truncated(int i) { return __int2float_rz(i); }
#endif

template <class T> __global__ void convert(T of, float *out) { *out = truncated(of); }

int main()
{
    float *out;
    if (cudaMallocManaged(&out, sizeof *out) != cudaSuccess)
        return 1;
    convert<<<1, 1>>>(33554431, out);
    bool right = cudaDeviceSynchronize() == cudaSuccess && *out == 33554430.0f;
    convert<<<1, 1>>>(2.5f, out);
    right = right && cudaDeviceSynchronize() == cudaSuccess && *out == 2.5f && truncated(1.5f) == 1.5f;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
