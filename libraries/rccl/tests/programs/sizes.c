/* Ranks that disagree about a size: each learns it, from the communicator or from its stream. */
#include "check.h"

int main(void)
{
    ncclComm_t comms[2];
    int *data[2], failed = 0;
    NCCL(ncclCommInitAll(comms, 2, NULL));
    for (int d = 0; d < 2; d++) {
        HIP(hipSetDevice(d));
        HIP(hipMalloc((void **)&data[d], 1024));
    }
    NCCL(ncclAllGather(data[0], data[0], 4, ncclInt, comms[0], NULL));
    NCCL(ncclAllGather(data[1], data[1], 5, ncclInt, comms[1], NULL));
    for (int d = 0; d < 2; d++) {
        HIP(hipSetDevice(d));
        failed += wait_for(NULL, comms[d]) != ncclSuccess || hipDeviceSynchronize() == hipErrorLaunchFailure;
    }
    printf("%d ranks failed: %s\n", failed, strstr(ncclGetLastError(NULL), "their counts or types differ"));
    return 0;
}
