/* All kinds of operations on the first RANKS devices (the argument) of one process, with results that are checked. Runs on any number of
 * devices, so that a machine with GPUs can run it, too. */
#include "check.h"

/* Most ranks, and elements of each; not a multiple of the number of ranks. */
#define MOST 8
#define N 10007

static int ranks;
static ncclComm_t comms[MOST];
static hipStream_t streams[MOST];
static float *from[MOST], *to[MOST], host[MOST * N];

static void fail(const char *what, int rank, int i, double got, double wanted)
{
    printf("%s: rank %d, element %d: %g instead of %g\n", what, rank, i, got, wanted);
    exit(1);
}

/* Element of what a rank sends. */
static float element(int rank, int i)
{
    return (float)((rank + 1) * (i % 100));
}

/* Gives each rank `ranks * N` elements, and results that no operation writes. */
static void begin(void)
{
    for (int r = 0; r < ranks; r++) {
        for (int i = 0; i < ranks * N; i++) {
            host[i] = element(r, i);
        }
        HIP(hipSetDevice(r));
        HIP(hipMemcpyAsync(from[r], host, sizeof(float) * (size_t)(ranks * N), hipMemcpyHostToDevice, streams[r]));
        HIP(hipMemsetAsync(to[r], 0x5a, sizeof(float) * (size_t)(ranks * N), streams[r]));
        HIP(hipStreamSynchronize(streams[r]));
    }
    HIP(hipSetDevice(0));
    NCCL(ncclGroupStart());
}

/* Ends the group, and brings the results of a rank. */
static void end(void)
{
    NCCL(ncclGroupEnd());
}

static void bring(int rank)
{
    HIP(hipSetDevice(rank));
    HIP(hipMemcpyAsync(host, to[rank], sizeof(float) * (size_t)(ranks * N), hipMemcpyDeviceToHost, streams[rank]));
    HIP(hipStreamSynchronize(streams[rank]));
}

static void check(const char *what, int rank, int first, int count, float (*wanted)(int rank, int i))
{
    for (int i = first; i < first + count; i++) {
        if (host[i] != wanted(rank, i)) {
            fail(what, rank, i, host[i], wanted(rank, i));
        }
    }
}

static float sum(int rank, int i)
{
    (void)rank;
    return (float)(ranks * (ranks + 1) / 2 * (i % 100));
}

static float of_last(int rank, int i)
{
    (void)rank;
    return element(ranks - 1, i);
}

static float of_place(int rank, int i)
{
    (void)rank;
    return element(i / N, i % N);
}

static float of_neighbour(int rank, int i)
{
    return element((rank + ranks - 1) % ranks, i);
}

static float part_of_sum(int rank, int i)
{
    return sum(rank, rank * N + i);
}

static float exchanged(int rank, int i)
{
    return element(i / N, rank * N + i % N);
}

static float part_of_first(int rank, int i)
{
    return element(0, rank * N + i);
}

/* Each rank multiplies what it sends by half of its number plus one. */
static float multiplied(int rank, int i)
{
    float all = 0;
    (void)rank;
    for (int r = 0; r < ranks; r++) {
        all += (float)(r + 1) * 0.5f * element(r, i);
    }
    return all;
}

int main(int argc, char **argv)
{
    ncclRedOp_t ops[MOST];
    float *factor;
    int version, count, device, rank;
    ranks = argc > 1 ? atoi(argv[1]) : 2;
    NCCL(ncclGetVersion(&version));
    NCCL(ncclCommInitAll(comms, ranks, NULL));
    for (int r = 0; r < ranks; r++) {
        HIP(hipSetDevice(r));
        HIP(hipStreamCreateWithFlags(&streams[r], hipStreamNonBlocking));
        HIP(hipMalloc((void **)&from[r], sizeof host));
        HIP(hipMalloc((void **)&to[r], sizeof host));
        NCCL(ncclCommCount(comms[r], &count));
        NCCL(ncclCommUserRank(comms[r], &rank));
        NCCL(ncclCommCuDevice(comms[r], &device));
        if (count != ranks || rank != r || device != r) {
            printf("rank %d: count %d, rank %d, device %d\n", r, count, rank, device);
            return 1;
        }
    }

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclAllReduce(from[r], to[r], N, ncclFloat, ncclSum, comms[r], streams[r]));
    }
    end();
    for (int r = 0; r < ranks; r++) {
        bring(r);
        check("AllReduce", r, 0, N, sum);
    }

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclBroadcast(from[r], to[r], N, ncclFloat, ranks - 1, comms[r], streams[r]));
    }
    end();
    for (int r = 0; r < ranks; r++) {
        bring(r);
        check("Broadcast", r, 0, N, of_last);
    }

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclAllGather(from[r], to[r], N, ncclFloat, comms[r], streams[r]));
    }
    end();
    for (int r = 0; r < ranks; r++) {
        bring(r);
        check("AllGather", r, 0, ranks * N, of_place);
    }

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclReduceScatter(from[r], to[r], N, ncclFloat, ncclSum, comms[r], streams[r]));
    }
    end();
    for (int r = 0; r < ranks; r++) {
        bring(r);
        check("ReduceScatter", r, 0, N, part_of_sum);
    }

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclReduce(from[r], to[r], N, ncclFloat, ncclSum, ranks - 1, comms[r], streams[r]));
    }
    end();
    bring(ranks - 1);
    check("Reduce", ranks - 1, 0, N, sum);

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclSend(from[r], N, ncclFloat, (r + 1) % ranks, comms[r], streams[r]));
        NCCL(ncclRecv(to[r], N, ncclFloat, (r + ranks - 1) % ranks, comms[r], streams[r]));
    }
    end();
    for (int r = 0; r < ranks; r++) {
        bring(r);
        check("Send and Recv", r, 0, N, of_neighbour);
    }

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclAllToAll(from[r], to[r], N, ncclFloat, comms[r], streams[r]));
    }
    end();
    for (int r = 0; r < ranks; r++) {
        bring(r);
        check("AllToAll", r, 0, ranks * N, exchanged);
    }

    begin();
    for (int r = 0; r < ranks; r++) {
        size_t counts[MOST], places[MOST];
        for (int peer = 0; peer < ranks; peer++) {
            counts[peer] = N;
            places[peer] = (size_t)peer * N;
        }
        NCCL(ncclAllToAllv(from[r], counts, places, to[r], counts, places, ncclFloat, comms[r], streams[r]));
    }
    end();
    for (int r = 0; r < ranks; r++) {
        bring(r);
        check("AllToAllv", r, 0, ranks * N, exchanged);
    }

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclGather(from[r], to[r], N, ncclFloat, 0, comms[r], streams[r]));
    }
    end();
    bring(0);
    check("Gather", 0, 0, ranks * N, of_place);

    begin();
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclScatter(from[r], to[r], N, ncclFloat, 0, comms[r], streams[r]));
    }
    end();
    for (int r = 0; r < ranks; r++) {
        bring(r);
        check("Scatter", r, 0, N, part_of_first);
    }

    /* Factors of the host, then of the device. */
    for (int on_device = 0; on_device < 2; on_device++) {
        float *factors[MOST];
        for (int r = 0; r < ranks; r++) {
            float half = (float)(r + 1) * 0.5f;
            factor = &half;
            HIP(hipSetDevice(r));
            if (on_device) {
                HIP(hipMalloc((void **)&factors[r], sizeof half));
                HIP(hipMemcpy(factors[r], &half, sizeof half, hipMemcpyHostToDevice));
                factor = factors[r];
            }
            NCCL(ncclRedOpCreatePreMulSum(&ops[r], factor, ncclFloat, on_device ? ncclScalarDevice : ncclScalarHostImmediate,
                                          comms[r]));
        }
        begin();
        for (int r = 0; r < ranks; r++) {
            NCCL(ncclAllReduce(from[r], to[r], N, ncclFloat, ops[r], comms[r], streams[r]));
        }
        end();
        for (int r = 0; r < ranks; r++) {
            bring(r);
            check("AllReduce with factors", r, 0, N, multiplied);
            NCCL(ncclRedOpDestroy(ops[r], comms[r]));
            if (on_device) {
                HIP(hipFree(factors[r]));
            }
        }
    }

    /* The same ranks in the opposite order, with a configuration, and the default stream. */
    {
        ncclComm_t halves[MOST];
        ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
        config.blocking = 1;
        config.minCTAs = 1;
        config.maxCTAs = 8;
        NCCL(ncclGroupStart());
        for (int r = 0; r < ranks; r++) {
            HIP(hipSetDevice(r));
            NCCL(ncclCommSplit(comms[r], 0, -r, &halves[r], &config));
        }
        NCCL(ncclGroupEnd());
        begin();
        for (int r = 0; r < ranks; r++) {
            NCCL(ncclCommUserRank(halves[r], &rank));
            if (rank != ranks - 1 - r) {
                printf("split: rank %d is rank %d\n", r, rank);
                return 1;
            }
            HIP(hipSetDevice(r));
            NCCL(ncclBroadcast(from[r], to[r], N, ncclFloat, 0, halves[r], NULL));
        }
        end();
        for (int r = 0; r < ranks; r++) {
            HIP(hipSetDevice(r));
            HIP(hipDeviceSynchronize());
            bring(r);
            check("Broadcast after a split", r, 0, N, of_last);
            NCCL(ncclCommDestroy(halves[r]));
        }
    }

    /* Registered memory of the library's, in place. */
    {
        float *memory[MOST];
        void *handles[MOST];
        for (int r = 0; r < ranks; r++) {
            HIP(hipSetDevice(r));
            NCCL(ncclMemAlloc((void **)&memory[r], sizeof host));
            NCCL(ncclCommRegister(comms[r], memory[r], sizeof host, &handles[r]));
            for (int i = 0; i < N; i++) {
                host[i] = element(r, i);
            }
            HIP(hipMemcpy(memory[r], host, N * sizeof(float), hipMemcpyHostToDevice));
        }
        NCCL(ncclGroupStart());
        for (int r = 0; r < ranks; r++) {
            NCCL(ncclAllReduce(memory[r], memory[r], N, ncclFloat, ncclSum, comms[r], streams[r]));
        }
        NCCL(ncclGroupEnd());
        for (int r = 0; r < ranks; r++) {
            HIP(hipSetDevice(r));
            HIP(hipStreamSynchronize(streams[r]));
            HIP(hipMemcpy(host, memory[r], N * sizeof(float), hipMemcpyDeviceToHost));
            check("AllReduce of registered memory", r, 0, N, sum);
            NCCL(ncclCommDeregister(comms[r], handles[r]));
            NCCL(ncclMemFree(memory[r]));
        }
    }

    /* The error of a wrong argument, and the library's text of it. */
    if (ncclBroadcast(from[0], to[0], N, ncclFloat, 99, comms[0], streams[0]) != ncclInvalidArgument ||
        strlen(ncclGetLastError(comms[0])) == 0) {
        printf("root 99: %s\n", ncclGetLastError(comms[0]));
        return 1;
    }
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclCommFinalize(comms[r]));
    }
    for (int r = 0; r < ranks; r++) {
        NCCL(ncclCommDestroy(comms[r]));
    }
    puts("all operations");
    fprintf(stderr, "version %d, %d ranks\n", version, ranks);
    return 0;
}
