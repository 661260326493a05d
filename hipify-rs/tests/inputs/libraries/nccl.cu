#include <nccl.h>
#include <cuda_runtime.h>

void reduce(ncclComm_t comm, float *buffer, size_t n, cudaStream_t stream)
{
    ncclUniqueId id;
    ncclGetUniqueId(&id);
    ncclGroupStart();
    ncclResult_t r = ncclAllReduce(buffer, buffer, n, ncclFloat, ncclSum, comm, stream);
    ncclGroupEnd();
    if (r == ncclUnhandledCudaError) ncclCommAbort(comm);
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 10, 0)
    ncclAllReduce(buffer, buffer, n, ncclBfloat16, ncclAvg, comm, stream);
#endif
}
