/* Sums of floats over all ranks, beside a plain loop of one thread that adds as many arrays and copies the sum to
   each: minima of many runs. Without arguments there are four devices in one process, with RANK RANKS FILE one
   process for each rank. */
#include "../tests/programs/meet.h"
#include <time.h>

#define DEVICES 4
#define RUNS 15

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

/* The least that has to happen to memory. */
static double plain(int ranks, size_t count)
{
    float *from[DEVICES], *to[DEVICES];
    double best = 1e9;
    for (int rank = 0; rank < ranks; rank++) {
        from[rank] = calloc(count, sizeof(float));
        to[rank] = calloc(count, sizeof(float));
        memset(from[rank], 1, count * sizeof(float));
        memset(to[rank], 1, count * sizeof(float));
    }
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        for (size_t i = 0; i < count; i++) {
            float sum = from[0][i];
            for (int rank = 1; rank < ranks; rank++)
                sum += from[rank][i];
            to[0][i] = sum;
        }
        for (int rank = 1; rank < ranks; rank++)
            memcpy(to[rank], to[0], count * sizeof(float));
        best = now() - start < best ? now() - start : best;
    }
    for (int rank = 0; rank < ranks; rank++) {
        free(from[rank]);
        free(to[rank]);
    }
    return best;
}

int main(int argc, char **argv)
{
    int rank = argc > 3 ? atoi(argv[1]) : 0, ranks = argc > 3 ? atoi(argv[2]) : DEVICES, own = argc > 3 ? 1 : DEVICES;
    ncclComm_t comms[DEVICES];
    hipStream_t streams[DEVICES];
    if (argc > 3)
        NCCL(ncclCommInitRank(&comms[0], ranks, meet(rank, argv[3]), rank));
    else
        NCCL(ncclCommInitAll(comms, DEVICES, NULL));
    for (int d = 0; d < own; d++) {
        HIP(hipSetDevice(d));
        HIP(hipStreamCreate(&streams[d]));
    }
    for (size_t count = 1 << 10; count <= 1 << 22; count <<= 4) {
        float *from[DEVICES], *to[DEVICES];
        double best = 1e9, bound = plain(ranks, count);
        for (int d = 0; d < own; d++) {
            HIP(hipSetDevice(d));
            HIP(hipMalloc((void **)&from[d], count * sizeof(float)));
            HIP(hipMalloc((void **)&to[d], count * sizeof(float)));
            HIP(hipMemset(from[d], 1, count * sizeof(float)));
            HIP(hipMemset(to[d], 1, count * sizeof(float)));
        }
        for (int run = 0; run < RUNS; run++) {
            double start = now();
            NCCL(ncclGroupStart());
            for (int d = 0; d < own; d++)
                NCCL(ncclAllReduce(from[d], to[d], count, ncclFloat, ncclSum, comms[d], streams[d]));
            NCCL(ncclGroupEnd());
            for (int d = 0; d < own; d++)
                HIP(hipStreamSynchronize(streams[d]));
            best = now() - start < best ? now() - start : best;
        }
        if (rank == 0)
            printf("%8zu floats, %d ranks: %9.1f us, ratio %.2f\n", count, ranks, best * 1e6, bound / best);
        for (int d = 0; d < own; d++) {
            HIP(hipFree(from[d]));
            HIP(hipFree(to[d]));
        }
    }
    for (int d = 0; d < own; d++)
        NCCL(ncclCommDestroy(comms[d]));
    return 0;
}
