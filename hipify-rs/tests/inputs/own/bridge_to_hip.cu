// What a program builds itself as a bridge to HIP stays as it is.
#define cudaHostAlloc hipHostMalloc
#define cudaMallocHost(ptr, size) hipHostMalloc(ptr, size, hipHostMallocDefault)
#define CUDA_R_16F HIPBLAS_R_16F
#define cudaFreeHost mine_free
typedef hipStream_t CUstream;
typedef __hip_bfloat16 nv_bfloat16;
using CUevent = hipEvent_t;
CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return hipMemRelease(handle);
}
CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) { return driver->unmap(ptr, size); }
void f(nv_bfloat16 x) { cuMemRelease(h); cudaMallocHost(&p, 3); }
