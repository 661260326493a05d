/* Calls that are refused, ranks that fail or do not come. */
#include "check.h"

ncclResult_t ncclCommSuspend(ncclComm_t comm, int flags);

int main(void)
{
    ncclComm_t comms[2], other, none = NULL;
    ncclUniqueId id = {{0}};
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    ncclResult_t state;
    ncclRedOp_t op;
    int devices[2] = {1, 1}, *data[2], version;
    void *handle, *far = (void *)0x10;
    float factor = 2;

    NCCL(ncclGetVersion(&version));
    printf("version %d\n", version);
    SAY(ncclGetVersion(NULL));
    SAY(ncclCommInitAll(comms, 2, devices));
    SAY(ncclCommInitAll(comms, 9, NULL));
    SAY(ncclCommInitRank(&other, 2, id, 0));
    SAY(ncclCommInitRank(&other, 2, id, 2));
    config.magic = 1;
    SAY(ncclCommInitRankConfig(&other, 2, id, 0, &config));
    SAY(ncclGroupEnd());
    SAY(ncclCommDestroy(NULL));
    SAY(ncclCommCount(NULL, &version));
    NCCL(ncclCommInitAll(comms, 2, NULL));
    for (int d = 0; d < 2; d++) {
        HIP(hipSetDevice(d));
        HIP(hipMalloc((void **)&data[d], 1 << 20));
    }
    SAY(ncclAllReduce(data[0], data[0], 1, 12, ncclSum, comms[0], NULL));
    SAY(ncclAllReduce(data[0], data[0], 1, ncclInt, 5, comms[0], NULL));
    SAY(ncclBroadcast(data[0], data[0], 1, ncclInt, 2, comms[0], NULL));
    SAY(ncclSend(data[0], 1, ncclInt, -1, comms[0], NULL));
    SAY(ncclAllReduce(NULL, data[0], 1, ncclInt, ncclSum, comms[0], NULL));
    SAY(ncclAllReduce(NULL, NULL, 0, ncclInt, ncclSum, comms[0], NULL));
    NCCL(ncclRedOpCreatePreMulSum(&op, &factor, ncclFloat, ncclScalarHostImmediate, comms[0]));
    SAY(ncclAllReduce(data[0], data[0], 1, ncclInt, op, comms[0], NULL));
    SAY(ncclRedOpDestroy(ncclSum, comms[0]));
    NCCL(ncclCommRegister(comms[0], data[0], 64, &handle));
    SAY(ncclCommDeregister(comms[1], handle));
    SAY(ncclCommDeregister(comms[0], handle));
    SAY(ncclCommDeregister(comms[0], handle));

    /* A rank that does not come. */
    NCCL(ncclCommInitAll(comms, 2, NULL));
    HIP(hipSetDevice(0));
    NCCL(ncclAllReduce(data[0], data[0], 1, ncclInt, ncclSum, comms[0], NULL));
    printf("state %d\n", wait_for(NULL, comms[0]));
    SAY(ncclAllReduce(data[0], data[0], 1, ncclInt, ncclSum, comms[0], NULL));
    NCCL(ncclCommGetAsyncError(comms[1], &state));
    printf("state %d\n", state);
    SAY(ncclCommDestroy(comms[1]));
    NCCL(ncclCommAbort(comms[0]));
    HIP(hipDeviceSynchronize());

    /* A rank that aborts what waits. */
    NCCL(ncclCommInitAll(comms, 2, NULL));
    NCCL(ncclAllReduce(data[0], data[0], 1, ncclInt, ncclSum, comms[0], NULL));
    NCCL(ncclCommAbort(comms[0]));
    HIP(hipDeviceSynchronize());
    NCCL(ncclCommGetAsyncError(comms[1], &state));
    printf("state %d\n", state);
    NCCL(ncclCommAbort(comms[1]));
    SAY(ncclCommCount(comms[1], &version));

    /* Memory that the device does not reach is the context's error, and that of a rank that only waits for its stream. */
    NCCL(ncclCommInitAll(comms, 2, NULL));
    NCCL(ncclAllReduce(data[1], data[1], 1, ncclInt, ncclSum, comms[1], NULL));
    /* The call itself may already find that the context is lost. */
    ncclAllReduce(far, far, 1, ncclInt, ncclSum, comms[0], NULL);
    printf("%s\n", hipGetErrorName(hipDeviceSynchronize()));
    HIP(hipSetDevice(1));
    printf("%s\n", hipGetErrorName(hipDeviceSynchronize()));
    NCCL(ncclCommGetAsyncError(comms[1], &state));
    printf("state %d\n", state);

    /* A function of newer releases. */
    SAY(ncclCommSuspend(comms[1], 0));
    return none != NULL;
}
