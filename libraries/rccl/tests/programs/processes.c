/* A process for each rank: RANK RANKS FILE MODE. The first rank writes the unique id to the file. */
#include "meet.h"
#include <signal.h>

#define N 300007

static int host[4 * N];

static void check(const char *what, int rank, int i, int got, int wanted)
{
    if (got != wanted) {
        printf("%s: rank %d, element %d: %d instead of %d\n", what, rank, i, got, wanted);
        exit(1);
    }
}

static void everything(ncclComm_t comm, int rank, int ranks, int *from, int *to, hipStream_t stream)
{
    ncclComm_t half;
    int sum = ranks * (ranks + 1) / 2;
    for (int i = 0; i < N; i++) {
        host[i] = (rank + 1) * (i % 1000 + 1);
    }
    HIP(hipMemcpy(from, host, N * sizeof(int), hipMemcpyHostToDevice));
    /* Large and small, some on their way at once. */
    for (int n = 0; n < 3; n++) {
        NCCL(ncclAllReduce(from, to, N, ncclInt, ncclSum, comm, stream));
        NCCL(ncclAllReduce(from, to, 5, ncclInt, ncclMax, comm, stream));
    }
    HIP(hipStreamSynchronize(stream));
    HIP(hipMemcpy(host, to, N * sizeof(int), hipMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        check("AllReduce", rank, i, host[i], (i % 1000 + 1) * (i < 5 ? ranks : sum));
    }
    NCCL(ncclAllGather(from, to, N, ncclInt, comm, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(hipMemcpy(host, to, (size_t)ranks * N * sizeof(int), hipMemcpyDeviceToHost));
    for (int i = 0; i < ranks * N; i++) {
        check("AllGather", rank, i, host[i], (i / N + 1) * (i % N % 1000 + 1));
    }
    NCCL(ncclBroadcast(from, to, N, ncclInt, ranks - 1, comm, stream));
    NCCL(ncclGroupStart());
    NCCL(ncclSend(to, N, ncclInt, (rank + 1) % ranks, comm, stream));
    NCCL(ncclRecv(to, N, ncclInt, (rank + ranks - 1) % ranks, comm, stream));
    NCCL(ncclGroupEnd());
    NCCL(ncclReduce(to, to, N, ncclInt, ncclSum, 0, comm, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(hipMemcpy(host, to, N * sizeof(int), hipMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        check("Reduce", rank, i, host[i], (i % 1000 + 1) * ranks * (rank == 0 ? ranks : 1));
    }
    NCCL(ncclCommSplit(comm, rank / 2, rank, &half, NULL));
    NCCL(ncclAllReduce(from, to, 1, ncclInt, ncclSum, half, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(hipMemcpy(host, to, sizeof(int), hipMemcpyDeviceToHost));
    check("half", rank, 0, host[0], rank / 2 * 4 + 3);
    NCCL(ncclCommDestroy(half));
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        return 2;
    }
    int rank = atoi(argv[1]), ranks = atoi(argv[2]), *from, *to;
    const char *mode = argv[4];
    ncclComm_t comm;
    ncclResult_t state;
    hipStream_t stream;
    ncclUniqueId id = meet(rank, argv[3]);
    if (strcmp(mode, "absent") == 0 && rank == 1) {
        return 0;
    }
    state = ncclCommInitRank(&comm, ranks, id, rank);
    if (strcmp(mode, "none") == 0 || strcmp(mode, "absent") == 0) {
        printf("%s: %s\n", ncclGetErrorString(state), ncclGetLastError(NULL));
        return 0;
    }
    NCCL(state);
    HIP(hipStreamCreate(&stream));
    HIP(hipMalloc((void **)&from, sizeof host));
    HIP(hipMalloc((void **)&to, sizeof host));
    if (strcmp(mode, "all") == 0) {
        everything(comm, rank, ranks, from, to, stream);
        NCCL(ncclCommDestroy(comm));
        puts("all");
        return 0;
    }
    NCCL(ncclAllReduce(from, to, N, ncclInt, ncclSum, comm, stream));
    state = wait_for(stream, comm);
    if (rank == 1 && strcmp(mode, "killed") == 0) {
        kill(getpid(), SIGKILL);
    }
    if (rank == 1 && strcmp(mode, "idle") == 0) {
        sleep(2);
        return 0;
    }
    /* What a killed process has sent last may be lost with it. */
    if (state == ncclSuccess) {
        state = ncclAllReduce(from, to, N, ncclInt, ncclSum, comm, stream);
    }
    if (state == ncclSuccess) {
        state = wait_for(stream, comm);
    }
    printf("%s: %s\n", ncclGetErrorString(state), ncclGetLastError(comm));
    NCCL(ncclCommAbort(comm));
    HIP(hipStreamSynchronize(stream));
    return 0;
}
