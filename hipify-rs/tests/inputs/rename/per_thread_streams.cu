#include <cuda.h>
#include <cuda_runtime.h>

void run(CUstream s, CUevent e, void *to, const void *from, size_t n)
{
    cuStreamSynchronize_ptsz(s);
    cuEventRecord_ptsz(e, s);
    cudaMemcpy_ptds(to, from, n, cudaMemcpyDefault);
    cudaStreamSynchronize_ptsz(s);
    cuMemcpyHtoD_v2_ptds(0, from, n);
}
