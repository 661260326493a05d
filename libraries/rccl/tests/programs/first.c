/* One process, four devices: the first steps of NCCL's documentation. */
#include <rccl/rccl.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define HIP(call)                                                              \
    if ((call) != hipSuccess) {                                                \
        printf("line %d\n", __LINE__);                                         \
        exit(1);                                                               \
    }
#define NCCL(call)                                                             \
    if ((call) != ncclSuccess) {                                               \
        printf("line %d: %s\n", __LINE__, ncclGetLastError(NULL));             \
        exit(1);                                                               \
    }

int main(void)
{
    ncclComm_t comms[4];
    hipStream_t streams[4];
    float *from[4], *to[4], host[N];
    NCCL(ncclCommInitAll(comms, 4, NULL));
    for (int d = 0; d < 4; d++) {
        HIP(hipSetDevice(d));
        HIP(hipStreamCreate(&streams[d]));
        HIP(hipMalloc((void **)&from[d], sizeof host));
        HIP(hipMalloc((void **)&to[d], sizeof host));
        for (int i = 0; i < N; i++) {
            host[i] = (float)(i * (d + 1));
        }
        HIP(hipMemcpy(from[d], host, sizeof host, hipMemcpyHostToDevice));
    }
    NCCL(ncclGroupStart());
    for (int d = 0; d < 4; d++) {
        NCCL(ncclAllReduce(from[d], to[d], N, ncclFloat, ncclSum, comms[d], streams[d]));
    }
    NCCL(ncclGroupEnd());
    for (int d = 0; d < 4; d++) {
        HIP(hipSetDevice(d));
        HIP(hipStreamSynchronize(streams[d]));
        HIP(hipMemcpy(host, to[d], sizeof host, hipMemcpyDeviceToHost));
        for (int i = 0; i < N; i++) {
            if (host[i] != (float)(10 * i)) {
                printf("device %d, element %d: %g\n", d, i, host[i]);
                exit(1);
            }
        }
        NCCL(ncclCommDestroy(comms[d]));
    }
    printf("sums of %d elements\n", N);
    return 0;
}
