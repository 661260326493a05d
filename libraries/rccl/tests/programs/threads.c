/* A thread for each rank, which meet by a unique id: split, shrink, graphs, streams, configurations. */
#include "check.h"
#include <pthread.h>

#define RANKS 4
#define N 1000

static ncclUniqueId id;

struct rank {
    int number;
    pthread_t thread;
};

/* Sum of one element a rank. */
static int sum(ncclComm_t comm, hipStream_t stream, int value)
{
    int *there, back;
    HIP(hipMalloc((void **)&there, sizeof back));
    HIP(hipMemcpyAsync(there, &value, sizeof value, hipMemcpyHostToDevice, stream));
    NCCL(ncclAllReduce(there, there, 1, ncclInt, ncclSum, comm, stream));
    HIP(hipMemcpyAsync(&back, there, sizeof back, hipMemcpyDeviceToHost, stream));
    HIP(hipStreamSynchronize(stream));
    HIP(hipFree(there));
    return back;
}

static void expect(const char *what, int rank, int got, int wanted)
{
    if (got != wanted) {
        printf("%s: rank %d has %d instead of %d\n", what, rank, got, wanted);
        exit(1);
    }
}

/* A graph of a collective, a copy and a ring, launched three times. */
static void graph(ncclComm_t comm, int rank, hipStream_t stream)
{
    hipGraph_t captured;
    hipGraphExec_t made;
    int *data, host[2];
    HIP(hipMalloc((void **)&data, 2 * sizeof *data));
    host[0] = rank + 1;
    HIP(hipMemcpy(data, host, sizeof *data, hipMemcpyHostToDevice));
    HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
    NCCL(ncclAllReduce(data, data, 1, ncclInt, ncclSum, comm, stream));
    NCCL(ncclGroupStart());
    NCCL(ncclSend(data, 1, ncclInt, (rank + 1) % RANKS, comm, stream));
    NCCL(ncclRecv(data + 1, 1, ncclInt, (rank + 3) % RANKS, comm, stream));
    NCCL(ncclGroupEnd());
    HIP(hipStreamEndCapture(stream, &captured));
    HIP(hipGraphInstantiate(&made, captured, NULL, NULL, 0));
    for (int launch = 0; launch < 3; launch++) {
        HIP(hipGraphLaunch(made, stream));
    }
    HIP(hipStreamSynchronize(stream));
    HIP(hipMemcpy(host, data, sizeof host, hipMemcpyDeviceToHost));
    expect("a graph's sum", rank, host[0], 10 * RANKS * RANKS);
    expect("a graph's neighbour", rank, host[1], 10 * RANKS * RANKS);
    HIP(hipGraphExecDestroy(made));
    HIP(hipGraphDestroy(captured));
    HIP(hipFree(data));
}

static void *run(void *argument)
{
    int rank = ((struct rank *)argument)->number, excluded = 1;
    ncclComm_t comm, half, fewer, patient;
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    ncclResult_t state;
    hipStream_t stream, other;
    HIP(hipSetDevice(rank));
    HIP(hipStreamCreate(&stream));
    HIP(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    NCCL(ncclCommInitRank(&comm, RANKS, id, rank));
    expect("all", rank, sum(comm, stream, 1 << rank), 15);
    /* Operations on two streams are matched by the order of calls. */
    for (int n = 0; n < 20; n++) {
        expect("two streams", rank, sum(comm, n % 3 ? stream : other, n), RANKS * n);
    }
    graph(comm, rank, stream);
    /* The ranks of one color, in the opposite order. */
    NCCL(ncclCommSplit(comm, rank % 2, -rank, &half, NULL));
    int number;
    NCCL(ncclCommUserRank(half, &number));
    expect("rank of a half", rank, number, rank < 2);
    expect("half", rank, sum(half, stream, 1 << rank), rank % 2 ? 10 : 5);
    NCCL(ncclCommDestroy(half));
    NCCL(ncclCommSplit(comm, rank == 0 ? NCCL_SPLIT_NOCOLOR : 7, 0, &fewer, NULL));
    if (rank == 0) {
        expect("no color", rank, fewer == NCCL_COMM_NULL, 1);
    } else {
        expect("three", rank, sum(fewer, other, 1 << rank), 14);
        NCCL(ncclCommDestroy(fewer));
    }
    if (rank != excluded) {
        NCCL(ncclCommShrink(comm, &excluded, 1, &fewer, NULL, NCCL_SHRINK_DEFAULT));
        expect("shrunk", rank, sum(fewer, stream, 1 << rank), 13);
        NCCL(ncclCommDestroy(fewer));
    }
    config.blocking = 0;
    state = ncclCommSplit(comm, 0, rank, &patient, &config);
    while (state == ncclInProgress) {
        NCCL(ncclCommGetAsyncError(patient, &state));
    }
    NCCL(state);
    expect("without blocking", rank, sum(patient, stream, rank), 6);
    state = ncclCommFinalize(patient);
    while (state == ncclInProgress) {
        NCCL(ncclCommGetAsyncError(patient, &state));
    }
    NCCL(state);
    NCCL(ncclCommDestroy(patient));
    NCCL(ncclCommFinalize(comm));
    NCCL(ncclCommDestroy(comm));
    return NULL;
}

int main(void)
{
    struct rank ranks[RANKS];
    NCCL(ncclGetUniqueId(&id));
    for (int rank = 0; rank < RANKS; rank++) {
        ranks[rank].number = rank;
        pthread_create(&ranks[rank].thread, NULL, run, &ranks[rank]);
    }
    for (int rank = 0; rank < RANKS; rank++) {
        pthread_join(ranks[rank].thread, NULL);
    }
    /* One thread has all ranks meet in a group. */
    ncclComm_t comms[RANKS];
    NCCL(ncclGetUniqueId(&id));
    NCCL(ncclGroupStart());
    for (int rank = 0; rank < RANKS; rank++) {
        HIP(hipSetDevice(rank));
        NCCL(ncclCommInitRank(&comms[rank], RANKS, id, rank));
    }
    NCCL(ncclGroupEnd());
    for (int rank = 0; rank < RANKS; rank++) {
        NCCL(ncclCommDestroy(comms[rank]));
    }
    puts("threads");
    return 0;
}
