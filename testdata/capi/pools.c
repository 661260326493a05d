/* Which memory of a pool streams have again: a stream is held, memory is freed behind that, and asked for in another stream or the
 * same. Prints the attributes follow, opportunistic, internal; how; code, whether the address is the same, MiB reserved and used,
 * their high marks, MiB reserved after trimming. */
#include <hip/hip_runtime_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(hipError_t code)
{
    if (code != hipSuccess) {
        printf("setting up: %s\n", hipGetErrorName(code));
        exit(1);
    }
}

static unsigned long long mib(hipMemPool_t pool, hipMemPoolAttr attribute)
{
    uint64_t value = 0;
    must(hipMemPoolGetAttribute(pool, attribute, &value));
    return (unsigned long long)(value >> 20);
}

enum How { INDEPENDENT, EVENT, DONE, SAME_STREAM };

static void reuse(int follow, int opportunistic, int internal, enum How how)
{
    static const char *const NAMES[] = {"independent", "event", "done", "same stream"};
    const size_t bytes = 20 << 20;
    uint64_t all = ~(uint64_t)0;
    hipMemPoolProps properties;
    hipMemPool_t pool;
    hipStream_t first, other;
    hipEvent_t event;
    hipError_t code;
    uint32_t *gate = NULL;
    void *p = NULL, *q = NULL;
    memset(&properties, 0, sizeof properties);
    properties.allocType = hipMemAllocationTypePinned;
    properties.location.type = hipMemLocationTypeDevice;
    must(hipMemPoolCreate(&pool, &properties));
    must(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &all));
    must(hipMemPoolSetAttribute(pool, hipMemPoolReuseFollowEventDependencies, &follow));
    must(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &opportunistic));
    must(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowInternalDependencies, &internal));
    must(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
    must(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    must(hipEventCreate(&event));
    must(hipHostMalloc((void **)&gate, 4, hipHostMallocDefault));
    *gate = 0;
    must(hipMallocFromPoolAsync(&p, bytes, pool, first));
    if (how != DONE)
        must(hipStreamWaitValue32(first, gate, 1, hipStreamWaitValueGte, 0xffffffff));
    must(hipFreeAsync(p, first));
    if (how == EVENT) {
        must(hipEventRecord(event, first));
        must(hipStreamWaitEvent(other, event, 0));
    }
    if (how == DONE)
        must(hipStreamSynchronize(first));
    code = hipMallocFromPoolAsync(&q, bytes, pool, how == SAME_STREAM ? first : other);
    printf("%d\t%d\t%d\t%s\t%s\t%d\t%llu\t%llu\t%llu\t%llu", follow, opportunistic, internal, NAMES[how],
           hipGetErrorName(code), p == q, mib(pool, hipMemPoolAttrReservedMemCurrent),
           mib(pool, hipMemPoolAttrReservedMemHigh), mib(pool, hipMemPoolAttrUsedMemCurrent),
           mib(pool, hipMemPoolAttrUsedMemHigh));
    *(volatile uint32_t *)gate = 1;
    must(hipFreeAsync(q, other));
    must(hipDeviceSynchronize());
    must(hipMemPoolTrimTo(pool, 0));
    printf("\t%llu\n", mib(pool, hipMemPoolAttrReservedMemCurrent));
    must(hipMemPoolDestroy(pool));
    must(hipStreamDestroy(first));
    must(hipStreamDestroy(other));
    must(hipEventDestroy(event));
    must(hipHostFree(gate));
}

int main(void)
{
    static const int SETTINGS[][3] = {{1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    for (size_t n = 0; n < sizeof SETTINGS / sizeof *SETTINGS; ++n)
        for (int how = INDEPENDENT; how <= SAME_STREAM; ++how)
            reuse(SETTINGS[n][0], SETTINGS[n][1], SETTINGS[n][2], (enum How)how);
    return 0;
}
