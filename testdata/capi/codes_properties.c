/* Sections of codes.c: properties of devices, which agree with their attributes. */
#include "codes.h"

#include <string.h>

/* How many properties differ from the attributes of the same name. */
static int differing(const hipDeviceProp_t *p)
{
    struct {
        hipDeviceAttribute_t attribute;
        long long property;
    } const pairs[] = {
        { hipDeviceAttributeMultiprocessorCount, p->multiProcessorCount },
        { hipDeviceAttributeWarpSize, p->warpSize },
        { hipDeviceAttributeComputeCapabilityMajor, p->major },
        { hipDeviceAttributeComputeCapabilityMinor, p->minor },
        { hipDeviceAttributeMaxThreadsPerBlock, p->maxThreadsPerBlock },
        { hipDeviceAttributeMaxBlockDimX, p->maxThreadsDim[0] },
        { hipDeviceAttributeMaxBlockDimZ, p->maxThreadsDim[2] },
        { hipDeviceAttributeMaxGridDimX, p->maxGridSize[0] },
        { hipDeviceAttributeMaxGridDimZ, p->maxGridSize[2] },
        { hipDeviceAttributeMaxSharedMemoryPerBlock, (long long)p->sharedMemPerBlock },
        { hipDeviceAttributeSharedMemPerBlockOptin, (long long)p->sharedMemPerBlockOptin },
        { hipDeviceAttributeMaxRegistersPerBlock, p->regsPerBlock },
        { hipDeviceAttributeL2CacheSize, p->l2CacheSize },
        { hipDeviceAttributeClockRate, p->clockRate },
        { hipDeviceAttributeMemoryBusWidth, p->memoryBusWidth },
        { hipDeviceAttributePciDeviceId, p->pciDeviceID },
        { hipDeviceAttributeMaxThreadsPerMultiProcessor, p->maxThreadsPerMultiProcessor },
        { hipDeviceAttributeManagedMemory, p->managedMemory },
        { hipDeviceAttributeCooperativeLaunch, p->cooperativeLaunch },
        { hipDeviceAttributeAsicRevision, p->asicRevision },
    };
    int count = 0;
    size_t n;
    for (n = 0; n < sizeof pairs / sizeof *pairs; n++) {
        int value = -1;
        count += hipDeviceGetAttribute(&value, pairs[n].attribute, 0) != hipSuccess || value != pairs[n].property;
    }
    return count;
}

void properties(void)
{
    hipDeviceProp_t p, wanted;
    hipUUID uuid;
    char name[256];
    size_t bytes = 0;
    int device = -1;
    memset(&p, 0x55, sizeof p);
    memset(&wanted, 0, sizeof wanted);
    say("null place", hipGetDeviceProperties(NULL, 0));
    say("device -1", hipGetDeviceProperties(&p, -1));
    say("device 99", hipGetDeviceProperties(&p, 99));
    say("device 0", hipGetDeviceProperties(&p, 0));
    tell("differing from attributes", differing(&p));
    say("name", hipDeviceGetName(name, sizeof name, 0));
    tell("the same name", strcmp(name, p.name) == 0);
    say("memory", hipDeviceTotalMem(&bytes, 0));
    tell("the same memory", bytes == p.totalGlobalMem);
    say("uuid", hipDeviceGetUuid(&uuid, 0));
    tell("the same uuid", memcmp(&uuid, &p.uuid, sizeof uuid) == 0);
    tell("SMs", p.multiProcessorCount);
    tell("capability", 10 * p.major + p.minor);
    tell("architecture is PTX's", strcmp(p.gcnArchName, "sm_90") == 0);
    tell("has doubles", p.arch.hasDoubles);
    tell("has surface functions", p.arch.hasSurfaceFuncs);
    say("choose", hipChooseDevice(&device, &wanted));
    tell("chosen", device);
    wanted.major = 99;
    say("choose what none has", hipChooseDevice(&device, &wanted));
    say("choose, null place", hipChooseDevice(NULL, &wanted));
    say("choose, null properties", hipChooseDevice(&device, NULL));
}
