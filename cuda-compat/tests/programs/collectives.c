/* Calls of NCCL, whose library prints how they came. */
#include <rccl/rccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HIP(call)                                                 \
    do {                                                          \
        hipError_t code_ = (call);                                \
        if (code_ != hipSuccess) {                                \
            printf("%s: %s\n", #call, hipGetErrorName(code_));    \
            exit(1);                                              \
        }                                                         \
    } while (0)

static void say(const char *what, ncclResult_t code, ncclComm_t comm)
{
    printf("%s: %d, %s, %s\n", what, code, ncclGetErrorString(code), code == 0 ? "-" : ncclGetLastError(comm));
    fflush(stdout);
}

int main(void)
{
    int version = 0, device = -1, list[] = {2, 0}, counts = 0;
    size_t numbers[] = {1, 2}, places[] = {10, 20};
    char *from = (char *)4096, *to = (char *)8192;
    ncclComm_t comms[2] = {NULL, NULL}, other;
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    ncclUniqueId id;
    hipStream_t stream, third;
    setvbuf(stdout, NULL, _IONBF, 0);
    say("version", ncclGetVersion(&version), NULL);
    if (version == 0) {
        return 1;
    }
    printf("version %d\n", version);
    HIP(hipSetDevice(1));
    HIP(hipStreamCreate(&stream));
    say("init all", ncclCommInitAll(comms, 2, list), NULL);
    say("device", ncclCommCuDevice(comms[0], &device), comms[0]);
    printf("device %d\n", device);
    HIP(hipGetDevice(&device));
    printf("current device %d\n", device);
    say("id", ncclGetUniqueId(&id), NULL);
    config.blocking = 0;
    say("init rank", ncclCommInitRankConfig(&other, 3, id, 1, &config), NULL);
    say("start", ncclGroupStart(), NULL);
    say("all-reduce", ncclAllReduce(from, to, 100, ncclFloat, ncclMax, comms[0], stream), comms[0]);
    say("all-reduce, default", ncclAllReduce(from, from, 2, ncclBfloat16, (ncclRedOp_t)6, comms[1], NULL), comms[1]);
    say("end", ncclGroupEnd(), NULL);
    say("an invalid argument", ncclAllReduce(from, to, 4, ncclFloat, ncclSum, comms[0], stream), comms[0]);
    say("an unknown answer", ncclAllReduce(from, to, 8, ncclFloat, ncclSum, comms[0], stream), comms[0]);
    /* Functions that this version lacks, made of others, and those that cannot be. */
    say("all-to-all", ncclAlltoAll(from, to, 4, ncclFloat, comms[1], stream), comms[1]);
    say("all-to-all of RCCL", ncclAllToAllv(from, numbers, places, to, numbers, places, ncclDouble, comms[0], stream), comms[0]);
    say("gather to another", ncclGather(from, to, 4, ncclInt, 0, comms[1], stream), comms[1]);
    say("scatter", ncclScatter(from, to, 4, ncclInt8, 1, comms[1], stream), comms[1]);
    say("split", ncclCommSplit(comms[0], 0, 0, &other, NULL), comms[0]);
    /* What the runtime refuses. */
    HIP(hipStreamCreate(&third));
    HIP(hipStreamDestroy(third));
    say("a destroyed stream", ncclSend(from, 1, ncclInt, 0, comms[0], third), comms[0]);
    say("no device", ncclCommInitAll(comms, 1, (counts = 77, &counts)), NULL);
    HIP(hipGetDevice(&device));
    printf("current device %d\n", device);
    return 0;
}
