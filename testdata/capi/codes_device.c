/* Sections of codes.c: start, devices, contexts, limits, errors, stubs. */
#include "codes.h"

#include <string.h>

void start(void)
{
    int count = 0;
    say("device count before init", hipGetDeviceCount(&count));
    tell("devices", count);
    say("flags 1", hipInit(1));
    say("init", hipInit(0));
    say("init again", hipInit(0));
    say("driver version", hipDriverGetVersion(&count));
    say("driver version, null place", hipDriverGetVersion(NULL));
    say("runtime version", hipRuntimeGetVersion(&count));
    tell("runtime version is the header's", count == HIP_VERSION);
}

void devices(void)
{
    hipDevice_t device = -1;
    char name[64];
    size_t bytes = 0;
    int value = 0, minor = 0;
    hipUUID uuid;
    say("get -1", hipDeviceGet(&device, -1));
    say("get 99", hipDeviceGet(&device, 99));
    say("get, null place", hipDeviceGet(NULL, 0));
    say("get 0", hipDeviceGet(&device, 0));
    say("name in 8 bytes", hipDeviceGetName(name, 8, device));
    tell("length of the name in 8 bytes", (long long)strlen(name));
    say("name, null place", hipDeviceGetName(NULL, 8, device));
    say("name, 0 bytes", hipDeviceGetName(name, 0, device));
    say("name, device 99", hipDeviceGetName(name, 64, 99));
    say("attribute 9999", hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)9999, 0));
    say("attribute -1", hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)-1, 0));
    say("attribute, device 5", hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 5));
    say("attribute, null place", hipDeviceGetAttribute(NULL, hipDeviceAttributeWarpSize, 0));
    say("attribute", hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0));
    tell("lanes of a warp", value);
    say("memory, null place", hipDeviceTotalMem(NULL, 0));
    say("memory, device -1", hipDeviceTotalMem(&bytes, -1));
    say("memory", hipDeviceTotalMem(&bytes, 0));
    say("uuid", hipDeviceGetUuid(&uuid, 0));
    say("uuid, null place", hipDeviceGetUuid(NULL, 0));
    say("capability", hipDeviceComputeCapability(&value, &minor, 0));
    say("capability, null place", hipDeviceComputeCapability(&value, NULL, 0));
    say("bus id", hipDeviceGetPCIBusId(name, sizeof name, 0));
    say("by bus id", hipDeviceGetByPCIBusId(&value, name));
    tell("by bus id, device", value);
    say("by a bus id that none has", hipDeviceGetByPCIBusId(&value, "ffff:ff:1f.0"));
    say("by no bus id", hipDeviceGetByPCIBusId(&value, "first floor"));
    say("by bus id null", hipDeviceGetByPCIBusId(&value, NULL));
    say("peer of itself", hipDeviceCanAccessPeer(&value, 0, 0));
    tell("is no peer of itself", value);
    say("peer 99", hipDeviceCanAccessPeer(&value, 0, 99));
    say("set -1", hipSetDevice(-1));
    say("set 99", hipSetDevice(99));
    say("set 0", hipSetDevice(0));
    say("current", hipGetDevice(&value));
    say("current, null place", hipGetDevice(NULL));
    say("synchronize", hipDeviceSynchronize());
    say("reset", hipDeviceReset());
    say("synchronize after reset", hipDeviceSynchronize());
}

void contexts(void)
{
    hipCtx_t context = NULL, primary = NULL, other = NULL;
    unsigned flags = 9;
    int active = 9, device = -1;
    void *p = NULL;
    say("current, none", hipCtxGetCurrent(&context));
    tell("current is null", context == NULL);
    say("current, null place", hipCtxGetCurrent(NULL));
    say("pop, none", hipCtxPopCurrent(&context));
    say("set null", hipCtxSetCurrent(NULL));
    say("push null", hipCtxPushCurrent(NULL));
    say("push garbage", hipCtxPushCurrent(GARBAGE(hipCtx_t)));
    say("destroy null", hipCtxDestroy(NULL));
    say("destroy garbage", hipCtxDestroy(GARBAGE(hipCtx_t)));
    say("primary's state", hipDevicePrimaryCtxGetState(0, &flags, &active));
    tell("flags", flags);
    tell("active", active);
    say("primary's state, device 99", hipDevicePrimaryCtxGetState(99, &flags, &active));
    say("primary's state, null places", hipDevicePrimaryCtxGetState(0, NULL, NULL));
    say("release, not retained", hipDevicePrimaryCtxRelease(0));
    say("retain", hipDevicePrimaryCtxRetain(&primary, 0));
    say("retain, null place", hipDevicePrimaryCtxRetain(NULL, 0));
    say("set current", hipCtxSetCurrent(primary));
    say("primary's state, retained", hipDevicePrimaryCtxGetState(0, &flags, &active));
    tell("active, retained", active);
    say("primary's flags 1", hipDevicePrimaryCtxSetFlags(0, 1));
    say("primary's flags 0x4000", hipDevicePrimaryCtxSetFlags(0, 0x4000));
    say("destroy the primary", hipCtxDestroy(primary));
    say("create", hipCtxCreate(&context, 0, 0));
    say("create, null place", hipCtxCreate(NULL, 0, 0));
    say("create, flags 0x4000", hipCtxCreate(&other, 0x4000, 0));
    say("create, device 99", hipCtxCreate(&other, 0, 99));
    say("device", hipCtxGetDevice(&device));
    tell("device is", device);
    say("flags, null place", hipCtxGetFlags(NULL));
    say("alloc", hipMalloc(&p, 16));
    say("destroy", hipCtxDestroy(context));
    say("push destroyed", hipCtxPushCurrent(context));
    say("destroy twice", hipCtxDestroy(context));
    say("free what the context had", hipFree(p));
    say("current, the primary again", hipCtxGetCurrent(&other));
    tell("current is the primary", other == primary);
    say("pop", hipCtxPopCurrent(&other));
    tell("popped the primary", other == primary);
    say("pop again", hipCtxPopCurrent(&other));
    say("set current again", hipCtxSetCurrent(primary));
    say("primary reset", hipDevicePrimaryCtxReset(0));
    say("alloc after reset", hipMalloc(&p, 16));
    say("release", hipDevicePrimaryCtxRelease(0));
    say("release again", hipDevicePrimaryCtxRelease(0));
}

void limits(void)
{
    size_t value = 0;
    hipFuncCache_t config = (hipFuncCache_t)77;
    hipSharedMemConfig banks = (hipSharedMemConfig)77;
    hipCtx_t context = NULL;
    unsigned version = 77;
    say("stack", hipDeviceGetLimit(&value, hipLimitStackSize));
    tell("stack is", (long long)value);
    say("printf", hipDeviceGetLimit(&value, hipLimitPrintfFifoSize));
    tell("printf is", (long long)value);
    say("heap", hipDeviceGetLimit(&value, hipLimitMallocHeapSize));
    tell("heap is", (long long)value);
    say("null place", hipDeviceGetLimit(NULL, hipLimitStackSize));
    say("99", hipDeviceGetLimit(&value, (enum hipLimit_t)99));
    say("3, of CUDA's older devices", hipDeviceGetLimit(&value, (enum hipLimit_t)3));
    say("fetch granularity", hipDeviceGetLimit(&value, (enum hipLimit_t)5));
    tell("fetch granularity is", (long long)value);
    say("set fetch granularity 129", hipDeviceSetLimit((enum hipLimit_t)5, 129));
    say("persisting cache", hipDeviceGetLimit(&value, (enum hipLimit_t)6));
    tell("persisting cache is", (long long)value);
    say("set persisting cache", hipDeviceSetLimit((enum hipLimit_t)6, 1 << 20));
    hipDeviceGetLimit(&value, (enum hipLimit_t)6);
    tell("persisting cache is a step", (long long)value);
    say("set persisting cache beyond what there is", hipDeviceSetLimit((enum hipLimit_t)6, 39321601));
    say("set printf", hipDeviceSetLimit(hipLimitPrintfFifoSize, 1 << 22));
    say("printf again", hipDeviceGetLimit(&value, hipLimitPrintfFifoSize));
    tell("printf is what was set", (long long)value);
    say("cache, null place", hipCtxGetCacheConfig(NULL));
    say("cache", hipCtxGetCacheConfig(&config));
    tell("cache is", config);
    say("set cache", hipCtxSetCacheConfig(hipFuncCachePreferL1));
    say("set cache 99", hipCtxSetCacheConfig((hipFuncCache_t)99));
    say("banks", hipDeviceGetSharedMemConfig(&banks));
    say("set banks", hipDeviceSetSharedMemConfig(hipSharedMemBankSizeEightByte));
    say("set banks 99", hipDeviceSetSharedMemConfig((hipSharedMemConfig)99));
    say("context", hipDevicePrimaryCtxRetain(&context, 0));
    say("API version", hipCtxGetApiVersion(context, &version));
    tell("API version is", version);
    say("API version of garbage", hipCtxGetApiVersion(GARBAGE(hipCtx_t), &version));
    say("flags", hipGetDeviceFlags(&version));
    tell("flags are", version);
    say("set flags", hipSetDeviceFlags(hipDeviceScheduleSpin));
    say("flags again", hipGetDeviceFlags(&version));
    tell("flags are what was set", version);
    say("set flags 0x4000", hipSetDeviceFlags(0x4000));
    say("set 99", hipDeviceSetLimit((enum hipLimit_t)99, 1));
}

void errors(void)
{
    const char *text = NULL;
    hipStream_t stream = NULL;
    say("nothing yet", hipGetLastError());
    say("a mistake", hipMalloc(NULL, 16));
    say("a success", hipSetDevice(0));
    say("peek", hipPeekAtLastError());
    say("last error", hipGetLastError());
    say("last error is forgotten", hipGetLastError());
    say("peek after", hipPeekAtLastError());
    say("a stream", hipStreamCreateWithFlags(&stream, 0xff));
    say("last, of two", hipMalloc(NULL, 1));
    say("last error of two", hipGetLastError());
    say("name of 700", hipDrvGetErrorName(hipErrorIllegalAddress, &text));
    tell("name is hipErrorIllegalAddress", strcmp(text, "hipErrorIllegalAddress") == 0);
    say("name of 12345", hipDrvGetErrorName((hipError_t)12345, &text));
    say("name, null place", hipDrvGetErrorName(hipSuccess, NULL));
    say("text of 1", hipDrvGetErrorString(hipErrorInvalidValue, &text));
    tell("text is CUDA's", strcmp(text, "invalid argument") == 0);
    say("text of 12345", hipDrvGetErrorString((hipError_t)12345, &text));
    tell("name of 12345, never null", hipGetErrorName((hipError_t)12345) != NULL);
    tell("text of 12345, never null", hipGetErrorString((hipError_t)12345) != NULL);
}

void stubs(void)
{
    void *resource = NULL;
    hipGetLastError();
    say("hipGraphicsGLRegisterBuffer", hipGraphicsGLRegisterBuffer((void *)&resource, 1, 0));
    say("its error is the thread's", hipGetLastError());
    say("a call after", hipSetDevice(0));
}
