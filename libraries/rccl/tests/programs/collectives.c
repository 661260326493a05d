/* All collectives, types and operators on four devices of one process. */
#include "check.h"

#define RANKS 4
/* Not a multiple of the number of ranks. */
#define N 37

static ncclComm_t comms[RANKS];
static hipStream_t streams[RANKS];
static char *from[RANKS], *to[RANKS];
static char host[RANKS * N * 8], wanted[RANKS * N * 8];

/* Element `i` of a rank, 1 or 2: all sums and products are exact in all types. */
static double value(int rank, int i)
{
    return 1 + (i >> rank & 1);
}

static double reduced(int op, int i)
{
    double all = value(0, i);
    for (int rank = 1; rank < RANKS; rank++) {
        double v = value(rank, i);
        all = op == ncclProd ? all * v : op == ncclMax ? (v > all ? v : all) : op == ncclMin ? (v < all ? v : all) : all + v;
    }
    return op == ncclAvg ? all / RANKS : all;
}

/* Gives all ranks their elements, and results that no collective writes. */
static void begin(int type, int count)
{
    for (int rank = 0; rank < RANKS; rank++) {
        for (int i = 0; i < count; i++) {
            put(host, (size_t)i, type, value(rank, i));
        }
        HIP(hipSetDevice(rank));
        HIP(hipMemcpy(from[rank], host, (size_t)count * bytes_of(type), hipMemcpyHostToDevice));
        HIP(hipMemset(to[rank], 0x5a, sizeof host));
    }
    NCCL(ncclGroupStart());
}

/* Compares the results of a rank with what is wanted. */
static void compare(const char *what, int type, int op, int rank, int count)
{
    size_t bytes = (size_t)count * bytes_of(type);
    HIP(hipSetDevice(rank));
    HIP(hipStreamSynchronize(streams[rank]));
    HIP(hipMemcpy(host, to[rank], sizeof host, hipMemcpyDeviceToHost));
    if (memcmp(host, wanted, bytes) != 0) {
        printf("%s, type %d, operator %d: rank %d has other results\n", what, type, op, rank);
        exit(1);
    }
    for (size_t i = bytes; i < sizeof host; i++) {
        if (host[i] != 0x5a) {
            printf("%s, type %d, operator %d: rank %d wrote byte %zu\n", what, type, op, rank, i);
            exit(1);
        }
    }
}

#define ALL(call)                                                                        \
    for (int rank = 0; rank < RANKS; rank++) {                                           \
        NCCL(call);                                                                      \
    }                                                                                    \
    NCCL(ncclGroupEnd())

static void reductions(int type, int op)
{
    int count = N * RANKS;
    for (int i = 0; i < count; i++) {
        put(wanted, (size_t)i, type, reduced(op, i));
    }
    begin(type, count);
    ALL(ncclAllReduce(from[rank], to[rank], (size_t)count, type, op, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        compare("AllReduce", type, op, rank, count);
    }
    begin(type, 3);
    ALL(ncclAllReduce(from[rank], to[rank], 3, type, op, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        compare("AllReduce of three", type, op, rank, 3);
    }
    begin(type, N);
    ALL(ncclReduce(from[rank], to[rank], N, type, op, 2, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        compare("Reduce", type, op, rank, rank == 2 ? N : 0);
    }
    begin(type, count);
    ALL(ncclReduceScatter(from[rank], to[rank], N, type, op, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        for (int i = 0; i < N; i++) {
            put(wanted, (size_t)i, type, reduced(op, rank * N + i));
        }
        compare("ReduceScatter", type, op, rank, N);
    }
}

static void moves(int type)
{
    begin(type, N);
    ALL(ncclBroadcast(from[rank], to[rank], N, type, 1, comms[rank], streams[rank]));
    for (int i = 0; i < N; i++) {
        put(wanted, (size_t)i, type, value(1, i));
    }
    for (int rank = 0; rank < RANKS; rank++) {
        compare("Broadcast", type, 0, rank, N);
    }
    for (int i = 0; i < N * RANKS; i++) {
        put(wanted, (size_t)i, type, value(i / N, i % N));
    }
    begin(type, N);
    ALL(ncclAllGather(from[rank], to[rank], N, type, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        compare("AllGather", type, 0, rank, N * RANKS);
    }
    begin(type, N);
    ALL(ncclGather(from[rank], to[rank], N, type, 3, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        compare("Gather", type, 0, rank, rank == 3 ? N * RANKS : 0);
    }
    begin(type, N * RANKS);
    ALL(ncclScatter(from[rank], to[rank], N, type, 0, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        for (int i = 0; i < N; i++) {
            put(wanted, (size_t)i, type, value(0, rank * N + i));
        }
        compare("Scatter", type, 0, rank, N);
    }
    begin(type, N * RANKS);
    ALL(ncclAlltoAll(from[rank], to[rank], N, type, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        for (int i = 0; i < N * RANKS; i++) {
            put(wanted, (size_t)i, type, value(i / N, rank * N + i % N));
        }
        compare("AlltoAll", type, 0, rank, N * RANKS);
    }
    /* A ring of sends and receives. */
    begin(type, N);
    ALL(ncclSend(from[rank], N, type, (rank + 1) % RANKS, comms[rank], streams[rank]));
    NCCL(ncclGroupStart());
    ALL(ncclRecv(to[rank], N, type, (rank + RANKS - 1) % RANKS, comms[rank], streams[rank]));
    for (int rank = 0; rank < RANKS; rank++) {
        for (int i = 0; i < N; i++) {
            put(wanted, (size_t)i, type, value((rank + RANKS - 1) % RANKS, i));
        }
        compare("Send", type, 0, rank, N);
    }
}

/* Operators of the program: each rank has its own factor, on the host or on the device. */
static void factors(int type)
{
    ncclRedOp_t ops[RANKS];
    char factor[8];
    void *there;
    for (int rank = 0; rank < RANKS; rank++) {
        put(factor, 0, type, rank < 2 ? 1 : 2);
        if (rank % 2 == 0) {
            NCCL(ncclRedOpCreatePreMulSum(&ops[rank], factor, type, ncclScalarHostImmediate, comms[rank]));
            continue;
        }
        HIP(hipSetDevice(rank));
        HIP(hipMalloc(&there, 8));
        HIP(hipMemcpy(there, factor, 8, hipMemcpyHostToDevice));
        NCCL(ncclRedOpCreatePreMulSum(&ops[rank], there, type, ncclScalarDevice, comms[rank]));
    }
    begin(type, N);
    ALL(ncclAllReduce(from[rank], to[rank], N, type, ops[rank], comms[rank], streams[rank]));
    for (int i = 0; i < N; i++) {
        /* 1 + 1 + 2 + 2 and so on, to 12: exact in all types but the one with two bits of fraction. */
        double sum = value(0, i) + value(1, i) + 2 * value(2, i) + 2 * value(3, i);
        put(wanted, (size_t)i, type, sum);
    }
    for (int rank = 0; rank < RANKS; rank++) {
        if (type != ncclFloat8e5m2) {
            compare("PreMulSum", type, ops[rank], rank, N);
        }
        NCCL(ncclRedOpDestroy(ops[rank], comms[rank]));
    }
}

int main(void)
{
    int devices[RANKS] = {2, 0, 3, 1}, device, count, number;
    NCCL(ncclCommInitAll(comms, RANKS, devices));
    for (int rank = 0; rank < RANKS; rank++) {
        NCCL(ncclCommCuDevice(comms[rank], &device));
        NCCL(ncclCommCount(comms[rank], &count));
        NCCL(ncclCommUserRank(comms[rank], &number));
        if (device != devices[rank] || count != RANKS || number != rank) {
            printf("rank %d: %d of %d on device %d\n", rank, number, count, device);
            return 1;
        }
        NCCL(ncclCommDestroy(comms[rank]));
    }
    NCCL(ncclCommInitAll(comms, RANKS, NULL));
    for (int rank = 0; rank < RANKS; rank++) {
        HIP(hipSetDevice(rank));
        HIP(hipStreamCreate(&streams[rank]));
        NCCL(ncclMemAlloc((void **)&from[rank], sizeof host));
        NCCL(ncclMemAlloc((void **)&to[rank], sizeof host));
    }
    for (int type = 0; type < ncclNumTypes; type++) {
        for (int op = 0; op < ncclNumOps; op++) {
            reductions(type, op);
        }
        moves(type);
        factors(type);
    }
    for (int rank = 0; rank < RANKS; rank++) {
        HIP(hipSetDevice(rank));
        NCCL(ncclMemFree(from[rank]));
        NCCL(ncclMemFree(to[rank]));
        NCCL(ncclCommFinalize(comms[rank]));
        NCCL(ncclCommDestroy(comms[rank]));
    }
    puts("all types and operators");
    return 0;
}
