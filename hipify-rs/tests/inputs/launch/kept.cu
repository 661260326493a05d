#include <cuda_runtime.h>
template <int N, class T> __global__ void k(T *p);

void run(int *p, cudaStream_t stream)
{
    k<4, int><<<1, 64>>>(p);
    k<4><<<dim3(1), 64, 0, cudaStreamPerThread>>>(p);
    k<8><<<1, 64, 0, stream>>>(p); k<16><<<2, 64, 0, stream>>>(p);
}
