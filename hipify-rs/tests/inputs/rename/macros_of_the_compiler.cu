#include <cuda_runtime.h>

#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif

#if defined(__CUDACC_RTC__)
typedef unsigned int uint32_t;
#endif

void CUDART_CB done(cudaStream_t stream, cudaError_t status, void *data);
void CUDA_CB driver_done(void *data);
HD inline int half(int x) { return x / 2; }
