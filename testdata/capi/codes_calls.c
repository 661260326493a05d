/* Sections of codes.c: per-thread streams, attributes of streams, look-ups of functions, launches by structures, clusters. */
#include "codes.h"

#include <string.h>

/* The record that a compiler writes into a host object: here it stands for the text of kernels.ptx. */
static struct {
    unsigned magic, version;
    const void *binary;
    void *unused;
} record = { 0x48495046, 1, NULL, NULL };

static char keys[8], word_key;
static const char *const KERNELS[] = { "add", "shared_user", "bounded", "store", "trapper", "wait_for" };

const void *host_kernel(const char *name)
{
    static void **image;
    unsigned n;
    if (image == NULL) {
        record.binary = kernels_text;
        image = __hipRegisterFatBinary(&record);
        for (n = 0; n < sizeof KERNELS / sizeof *KERNELS; n++)
            __hipRegisterFunction(image, &keys[n], NULL, KERNELS[n], ~0u, NULL, NULL, NULL, NULL, NULL);
        __hipRegisterVar(image, &word_key, NULL, "counter", 0, 4, 0, 0);
    }
    for (n = 0; n < sizeof KERNELS / sizeof *KERNELS; n++)
        if (strcmp(KERNELS[n], name) == 0)
            return &keys[n];
    return NULL;
}

static void count(void *data)
{
    *(int *)data += 1;
}

static void count_for(hipStream_t stream, hipError_t status, void *data)
{
    (void)stream;
    *(int *)data += status == hipSuccess ? 10 : 1000;
}

void per_thread_streams(void)
{
    char bytes[64], back[64];
    void *p = NULL;
    hipArray_t array = NULL;
    hipChannelFormatDesc desc = { 8, 0, 0, 0, hipChannelFormatKindUnsigned };
    hipMemcpy3DParms box;
    hipPitchedPtr pitched = { NULL, 8, 8, 4 };
    hipExtent extent = { 8, 4, 1 };
    hipEvent_t event = NULL;
    hipStream_t garbage = GARBAGE(hipStream_t);
    int calls = 0, priority = 9, value = 0;
    unsigned flags = 9;
    memset(bytes, 7, sizeof bytes);
    host_kernel("add");
    say("alloc", hipMalloc(&p, 64));
    say("copy", hipMemcpy_spt(p, bytes, 64, hipMemcpyHostToDevice));
    say("copy past the end", hipMemcpy_spt(p, bytes, 65, hipMemcpyHostToDevice));
    say("copy null", hipMemcpy_spt(p, NULL, 64, hipMemcpyHostToDevice));
    say("copy, direction 9", hipMemcpy_spt(p, bytes, 64, (hipMemcpyKind)9));
    say("copy async", hipMemcpyAsync_spt(back, p, 64, hipMemcpyDeviceToHost, NULL));
    say("copy async, garbage stream", hipMemcpyAsync_spt(back, p, 64, hipMemcpyDeviceToHost, garbage));
    say("synchronize", hipStreamSynchronize_spt(NULL));
    tell("bytes are back", memcmp(bytes, back, 64) == 0);
    say("synchronize garbage", hipStreamSynchronize_spt(garbage));
    say("query", hipStreamQuery_spt(NULL));
    say("query garbage", hipStreamQuery_spt(garbage));
    say("flags", hipStreamGetFlags_spt(NULL, &flags));
    tell("flags are", flags);
    say("flags, null place", hipStreamGetFlags_spt(NULL, NULL));
    say("priority", hipStreamGetPriority_spt(NULL, &priority));
    tell("priority is", priority);
    say("priority, null place", hipStreamGetPriority_spt(NULL, NULL));
    say("memset", hipMemset_spt(p, 1, 64));
    say("memset past the end", hipMemset_spt(p, 1, 65));
    say("memset null", hipMemset_spt(NULL, 1, 4));
    say("memset async", hipMemsetAsync_spt(p, 2, 64, NULL));
    say("memset async, garbage stream", hipMemsetAsync_spt(p, 2, 64, garbage));
    say("memset 2D", hipMemset2D_spt(p, 8, 3, 4, 8));
    say("memset 2D past the end", hipMemset2D_spt(p, 8, 3, 4, 9));
    say("memset 2D async", hipMemset2DAsync_spt(p, 8, 3, 4, 8, NULL));
    say("memset 2D async, garbage stream", hipMemset2DAsync_spt(p, 8, 3, 4, 8, garbage));
    pitched.ptr = p;
    say("memset 3D", hipMemset3D_spt(pitched, 4, extent));
    say("memset 3D async", hipMemset3DAsync_spt(pitched, 4, extent, NULL));
    say("memset 3D async, garbage stream", hipMemset3DAsync_spt(pitched, 4, extent, garbage));
    say("copy 2D", hipMemcpy2D_spt(back, 8, p, 8, 4, 8, hipMemcpyDeviceToHost));
    tell("a byte of each fill", back[0] * 10 + back[32]);
    say("copy 2D, pitch 3", hipMemcpy2D_spt(back, 3, p, 8, 4, 8, hipMemcpyDeviceToHost));
    say("copy 2D async", hipMemcpy2DAsync_spt(back, 8, p, 8, 4, 8, hipMemcpyDeviceToHost, NULL));
    say("copy 2D async, garbage stream", hipMemcpy2DAsync_spt(back, 8, p, 8, 4, 8, hipMemcpyDeviceToHost, garbage));
    memset(&box, 0, sizeof box);
    box.srcPtr = pitched;
    box.dstPtr = pitched;
    box.dstPtr.ptr = back;
    box.extent = extent;
    box.kind = hipMemcpyDeviceToHost;
    say("copy 3D", hipMemcpy3D_spt(&box));
    say("copy 3D null", hipMemcpy3D_spt(NULL));
    say("copy 3D async", hipMemcpy3DAsync_spt(&box, NULL));
    say("copy 3D async, garbage stream", hipMemcpy3DAsync_spt(&box, garbage));
    say("array", hipMallocArray(&array, &desc, 8, 4, 0));
    say("copy to array", hipMemcpy2DToArray_spt(array, 0, 0, bytes, 8, 8, 4, hipMemcpyHostToDevice));
    say("copy to array past its rows", hipMemcpy2DToArray_spt(array, 0, 1, bytes, 8, 8, 4, hipMemcpyHostToDevice));
    say("copy to array async", hipMemcpy2DToArrayAsync_spt(array, 0, 0, bytes, 8, 8, 4, hipMemcpyHostToDevice, NULL));
    say("copy to array async, garbage stream", hipMemcpy2DToArrayAsync_spt(array, 0, 0, bytes, 8, 8, 4, hipMemcpyHostToDevice, garbage));
    say("copy from array", hipMemcpy2DFromArray_spt(back, 8, array, 0, 0, 8, 4, hipMemcpyDeviceToHost));
    say("copy from garbage array", hipMemcpy2DFromArray_spt(back, 8, GARBAGE(hipArray_t), 0, 0, 8, 4, hipMemcpyDeviceToHost));
    say("copy from array async", hipMemcpy2DFromArrayAsync_spt(back, 8, array, 0, 0, 8, 4, hipMemcpyDeviceToHost, NULL));
    say("copy bytes from array", hipMemcpyFromArray_spt(back, array, 0, 0, 32, hipMemcpyDeviceToHost));
    say("copy more bytes than the array has", hipMemcpyFromArray_spt(back, array, 0, 0, 33, hipMemcpyDeviceToHost));
    tell("the array's bytes", memcmp(bytes, back, 32) == 0);
    value = 40;
    say("copy to symbol", hipMemcpyToSymbol_spt(&word_key, &value, 4, 0, hipMemcpyHostToDevice));
    say("copy to symbol past its end", hipMemcpyToSymbol_spt(&word_key, &value, 4, 1, hipMemcpyHostToDevice));
    say("copy to no symbol", hipMemcpyToSymbol_spt(&value, &value, 4, 0, hipMemcpyHostToDevice));
    say("copy to symbol async", hipMemcpyToSymbolAsync_spt(&word_key, &value, 4, 0, hipMemcpyHostToDevice, NULL));
    say("copy to symbol from the device's side", hipMemcpyToSymbolAsync_spt(&word_key, &value, 4, 0, hipMemcpyDeviceToHost, NULL));
    value = 0;
    say("copy from symbol", hipMemcpyFromSymbol_spt(&value, &word_key, 4, 0, hipMemcpyDeviceToHost));
    tell("the symbol's value", value);
    say("copy from symbol async", hipMemcpyFromSymbolAsync_spt(&value, &word_key, 4, 0, hipMemcpyDeviceToHost, NULL));
    say("copy from symbol async, garbage stream", hipMemcpyFromSymbolAsync_spt(&value, &word_key, 4, 0, hipMemcpyDeviceToHost, garbage));
    say("event", hipEventCreate(&event));
    say("record", hipEventRecord_spt(event, NULL));
    say("record null", hipEventRecord_spt(NULL, NULL));
    say("record in garbage", hipEventRecord_spt(event, garbage));
    say("wait", hipStreamWaitEvent_spt(NULL, event, 0));
    say("wait, flags 2", hipStreamWaitEvent_spt(NULL, event, 2));
    say("wait null", hipStreamWaitEvent_spt(NULL, NULL, 0));
    say("host function", hipLaunchHostFunc_spt(NULL, count, &calls));
    say("host function null", hipLaunchHostFunc_spt(NULL, NULL, &calls));
    say("callback", hipStreamAddCallback_spt(NULL, count_for, &calls, 0));
    say("callback, flags 1", hipStreamAddCallback_spt(NULL, count_for, &calls, 1));
    say("callback null", hipStreamAddCallback_spt(NULL, NULL, &calls, 0));
    say("synchronize by its word", hipStreamSynchronize(hipStreamPerThread));
    tell("calls", calls);
}

void stream_attributes(void)
{
    static const char *const GET[] = { "get 0", "get 1", "get 2", "get 3", "get 4", "get 5", "get 6", "get 7", "get 8", "get 9", "get 10", "get 11", "get 12" };
    static const char *const IS[] = { "0 is", "1 is", "2 is", "3 is", "4 is", "5 is", "6 is", "7 is", "8 is", "9 is", "10 is", "11 is", "12 is" };
    static const char *const SET[] = { "set 0 back", "set 1 back", "set 2 back", "set 3 back", "set 4 back", "set 5 back", "set 6 back", "set 7 back", "set 8 back", "set 9 back", "set 10 back", "set 11 back", "set 12 back" };
    hipStream_t s = NULL, t = NULL;
    hipLaunchAttributeValue v;
    int number, n, priority = 9;
    unsigned long long a = 0, b = 0, c = 0, d = 0;
    uint32_t mask[8] = { 0xff, 0, 0, 0, 0, 0, 0, 0 }, told[8];
    hipStreamCreate(&s);
    for (n = 0; n <= 12; n++) {
        memset(&v, 0, sizeof v);
        say(GET[n], hipStreamGetAttribute(s, (hipLaunchAttributeID)n, &v));
        memcpy(&number, &v, 4);
        tell(IS[n], number);
        say(SET[n], hipStreamSetAttribute(s, (hipLaunchAttributeID)n, &v));
    }
    memset(&v, 0, sizeof v);
    number = 9;
    memcpy(&v, &number, 4);
    say("set policy 9", hipStreamSetAttribute(s, (hipLaunchAttributeID)3, &v));
    number = 0;
    memcpy(&v, &number, 4);
    say("set policy 0", hipStreamSetAttribute(s, (hipLaunchAttributeID)3, &v));
    number = 3;
    memcpy(&v, &number, 4);
    say("set policy yield", hipStreamSetAttribute(s, (hipLaunchAttributeID)3, &v));
    number = -3;
    memcpy(&v, &number, 4);
    say("set priority -3", hipStreamSetAttribute(s, hipLaunchAttributePriority, &v));
    number = -99;
    memcpy(&v, &number, 4);
    say("set priority -99", hipStreamSetAttribute(s, hipLaunchAttributePriority, &v));
    hipStreamGetPriority(s, &priority);
    tell("priority then", priority);
    hipStreamGetAttribute(s, hipLaunchAttributePriority, &v);
    memcpy(&number, &v, 4);
    tell("priority attribute then", number);
    number = 2;
    memcpy(&v, &number, 4);
    say("set domain 2", hipStreamSetAttribute(s, (hipLaunchAttributeID)10, &v));
    say("get, no place", hipStreamGetAttribute(s, hipLaunchAttributePriority, NULL));
    say("set from nothing", hipStreamSetAttribute(s, hipLaunchAttributePriority, NULL));
    say("get of legacy", hipStreamGetAttribute(NULL, (hipLaunchAttributeID)3, &v));
    say("get of garbage", hipStreamGetAttribute(GARBAGE(hipStream_t), (hipLaunchAttributeID)3, &v));
    say("set of garbage", hipStreamSetAttribute(GARBAGE(hipStream_t), (hipLaunchAttributeID)3, &v));
    hipStreamCreateWithFlags(&t, hipStreamNonBlocking);
    say("copy", hipStreamCopyAttributes(t, s));
    say("copy from garbage", hipStreamCopyAttributes(t, GARBAGE(hipStream_t)));
    say("copy to garbage", hipStreamCopyAttributes(GARBAGE(hipStream_t), s));
    hipStreamGetAttribute(t, (hipLaunchAttributeID)3, &v);
    memcpy(&number, &v, 4);
    tell("policy of the copy", number);
    hipStreamGetPriority(t, &priority);
    tell("priority of the copy", priority);
    say("id", hipStreamGetId(s, &a));
    say("id of another", hipStreamGetId(t, &b));
    tell("differ", a != b);
    say("id of legacy", hipStreamGetId(NULL, &c));
    say("id of per-thread", hipStreamGetId(hipStreamPerThread, &d));
    tell("differ too", c != d && c != a);
    say("id, null place", hipStreamGetId(s, NULL));
    say("id again", hipStreamGetId(s, &b));
    tell("the same", a == b);
    say("id of garbage", hipStreamGetId(GARBAGE(hipStream_t), &b));
    tell("device by hipGetStreamDeviceId", hipGetStreamDeviceId(s));
    tell("device of garbage", hipGetStreamDeviceId(GARBAGE(hipStream_t)));
    say("destroy", hipStreamDestroy(t));
    say("id of destroyed", hipStreamGetId(t, &b));
    say("attribute of destroyed", hipStreamGetAttribute(t, (hipLaunchAttributeID)3, &v));
    say("stream with a mask", hipExtStreamCreateWithCUMask(&t, 8, mask));
    memset(told, 0xff, sizeof told);
    say("mask", hipExtStreamGetCUMask(t, 8, told));
    tell("it is what was given", memcmp(mask, told, sizeof mask) == 0);
    say("mask, no room", hipExtStreamGetCUMask(t, 1, told));
    say("mask, null place", hipExtStreamGetCUMask(t, 8, NULL));
    say("mask of garbage", hipExtStreamGetCUMask(GARBAGE(hipStream_t), 8, told));
    say("mask of legacy", hipExtStreamGetCUMask(NULL, 8, told));
    tell("word 4 of all 132 SMs", told[4]);
    say("stream with no mask", hipExtStreamCreateWithCUMask(&s, 0, mask));
    say("stream with a null mask", hipExtStreamCreateWithCUMask(&s, 8, NULL));
    say("stream with a mask, null place", hipExtStreamCreateWithCUMask(NULL, 8, mask));
    mask[0] = 0;
    say("stream with an empty mask", hipExtStreamCreateWithCUMask(&s, 8, mask));
    say("destroy the stream with a mask", hipStreamDestroy(t));
}

void entry_points(void)
{
    void *f = (void *)5, *l = NULL, *q = NULL;
    hipDriverProcAddressQueryResult r = (hipDriverProcAddressQueryResult)9;
    hipDriverEntryPointQueryResult e = (hipDriverEntryPointQueryResult)9;
    say("found", hipGetProcAddress("hipMalloc", &f, 715, 0, &r));
    tell("status", r);
    tell("address", f == (void *)hipMalloc);
    say("unknown", hipGetProcAddress("hipNoSuch", &f, 715, 0, &r));
    tell("status of unknown", r);
    tell("address of unknown", f != NULL);
    f = (void *)5;
    say("unknown without status", hipGetProcAddress("hipNoSuch", &f, 715, 0, NULL));
    tell("address is cleared", f == NULL);
    say("version 0", hipGetProcAddress("hipMalloc", &f, 0, 0, &r));
    tell("status of version 0", r);
    say("flags 4", hipGetProcAddress("hipMalloc", &f, 715, 4, &r));
    say("flags 3", hipGetProcAddress("hipMalloc", &f, 715, 3, &r));
    say("no name", hipGetProcAddress(NULL, &f, 715, 0, &r));
    say("no place", hipGetProcAddress("hipMalloc", NULL, 715, 0, &r));
    say("empty name", hipGetProcAddress("", &f, 715, 0, &r));
    hipGetProcAddress("hipMemcpyAsync", &l, 715, 1, &r);
    hipGetProcAddress("hipMemcpyAsync", &q, 715, 2, &r);
    tell("flags give two functions", l != q && q == (void *)hipMemcpyAsync_spt);
    say("by the thread's name", hipGetProcAddress_spt("hipMemcpyAsync", &q, 715, 0, &r));
    tell("it is the thread's", q == (void *)hipMemcpyAsync_spt);
    say("by the thread's name, legacy", hipGetProcAddress_spt("hipMemcpyAsync", &q, 715, 1, &r));
    tell("it is not the thread's", q == (void *)hipMemcpyAsync);
    say("a symbol of another library", hipGetProcAddress("strlen", &f, 715, 0, &r));
    tell("is not found", r);
    say("driver entry", hipGetDriverEntryPoint("hipModuleLaunchKernel", &f, 0, &e));
    tell("driver status", e);
    tell("driver address", f == (void *)hipModuleLaunchKernel);
    say("driver entry, unknown", hipGetDriverEntryPoint("hipNoSuch", &f, 0, &e));
    tell("driver status of unknown", e);
    say("driver entry, no name", hipGetDriverEntryPoint(NULL, &f, 0, &e));
    say("driver entry, no place", hipGetDriverEntryPoint("hipMalloc", NULL, 0, &e));
    say("driver entry, flags 4", hipGetDriverEntryPoint("hipMalloc", &f, 4, &e));
    say("driver entry by the thread's name", hipGetDriverEntryPoint_spt("hipMemset", &q, 0, &e));
    tell("driver entry is the thread's", q == (void *)hipMemset_spt);
}

void launch_structures(void)
{
    hipLaunchConfig_t config;
    HIP_LAUNCH_CONFIG driver;
    hipLaunchAttribute attribute[2];
    hipStream_t stream = NULL;
    hipEvent_t start = NULL, stop = NULL;
    hipFunction_t function = kernel("add");
    const void *host = host_kernel("add");
    void *p = NULL, *params[3];
    unsigned count = 256, value = 3, back = 0;
    float ms = -1;
    dim3 grid = { 2, 1, 1 }, block = { 128, 1, 1 };
    hipMalloc(&p, 1024);
    hipMemset(p, 0, 1024);
    hipStreamCreate(&stream);
    hipEventCreate(&start);
    hipEventCreate(&stop);
    params[0] = &p;
    params[1] = &count;
    params[2] = &value;
    memset(&config, 0, sizeof config);
    memset(&driver, 0, sizeof driver);
    memset(attribute, 0, sizeof attribute);
    config.gridDim = grid;
    config.blockDim = block;
    config.stream = stream;
    say("runtime", hipLaunchKernelExC(&config, host, params));
    say("runtime, null configuration", hipLaunchKernelExC(NULL, host, params));
    say("runtime, null function", hipLaunchKernelExC(&config, NULL, params));
    say("runtime, no registered function", hipLaunchKernelExC(&config, &count, params));
    say("runtime, null arguments", hipLaunchKernelExC(&config, host, NULL));
    config.numAttrs = 1;
    say("runtime, null attributes", hipLaunchKernelExC(&config, host, params));
    config.attrs = attribute;
    attribute[0].id = hipLaunchAttributeClusterDimension;
    attribute[0].value.clusterDim.x = 2;
    attribute[0].value.clusterDim.y = attribute[0].value.clusterDim.z = 1;
    say("runtime, clusters of 2", hipLaunchKernelExC(&config, host, params));
    attribute[0].value.clusterDim.x = 3;
    say("runtime, clusters of 3 of 2 blocks", hipLaunchKernelExC(&config, host, params));
    attribute[0].id = hipLaunchAttributeCooperative;
    attribute[0].value.cooperative = 1;
    say("runtime, cooperative", hipLaunchKernelExC(&config, host, params));
    attribute[0].id = hipLaunchAttributePriority;
    say("runtime, priority", hipLaunchKernelExC(&config, host, params));
    attribute[0].id = (hipLaunchAttributeID)77;
    say("runtime, attribute 77", hipLaunchKernelExC(&config, host, params));
    config.numAttrs = 0;
    config.dynamicSmemBytes = 1 << 20;
    say("runtime, 1 MiB of shared memory", hipLaunchKernelExC(&config, host, params));
    config.dynamicSmemBytes = (size_t)1 << 40;
    say("runtime, 1 TiB of shared memory", hipLaunchKernelExC(&config, host, params));
    config.dynamicSmemBytes = 0;
    config.gridDim.x = 0;
    say("runtime, empty grid", hipLaunchKernelExC(&config, host, params));
    driver.gridDimX = 2;
    driver.gridDimY = driver.gridDimZ = driver.blockDimY = driver.blockDimZ = 1;
    driver.blockDimX = 128;
    driver.hStream = stream;
    say("driver", hipDrvLaunchKernelEx(&driver, function, params, NULL));
    say("driver, null configuration", hipDrvLaunchKernelEx(NULL, function, params, NULL));
    say("driver, garbage function", hipDrvLaunchKernelEx(&driver, GARBAGE(hipFunction_t), params, NULL));
    driver.hStream = GARBAGE(hipStream_t);
    say("driver, garbage stream", hipDrvLaunchKernelEx(&driver, function, params, NULL));
    say("with events", hipExtLaunchKernel(host, grid, block, params, 0, stream, start, stop, 0));
    say("synchronize", hipStreamSynchronize(stream));
    say("elapsed", hipEventElapsedTime(&ms, start, stop));
    tell("not negative", ms >= 0);
    say("with no events", hipExtLaunchKernel(host, grid, block, params, 0, stream, NULL, NULL, 0));
    say("any order", hipExtLaunchKernel(host, grid, block, params, 0, stream, NULL, NULL, hipExtAnyOrderLaunch));
    say("with flags 2", hipExtLaunchKernel(host, grid, block, params, 0, stream, NULL, NULL, 2));
    say("with a garbage event", hipExtLaunchKernel(host, grid, block, params, 0, stream, GARBAGE(hipEvent_t), NULL, 0));
    say("with no function", hipExtLaunchKernel(NULL, grid, block, params, 0, stream, NULL, NULL, 0));
    say("module, in threads", hipExtModuleLaunchKernel(function, 256, 1, 1, 128, 1, 1, 0, stream, params, NULL, start, stop, 0));
    say("module, no whole blocks", hipExtModuleLaunchKernel(function, 250, 1, 1, 128, 1, 1, 0, stream, params, NULL, NULL, NULL, 0));
    say("module, empty blocks", hipExtModuleLaunchKernel(function, 256, 1, 1, 0, 1, 1, 0, stream, params, NULL, NULL, NULL, 0));
    say("module, flags 4", hipExtModuleLaunchKernel(function, 256, 1, 1, 128, 1, 1, 0, stream, params, NULL, NULL, NULL, 4));
    say("module, garbage function", hipExtModuleLaunchKernel(GARBAGE(hipFunction_t), 256, 1, 1, 128, 1, 1, 0, stream, params, NULL, NULL, NULL, 0));
    say("old name", hipHccModuleLaunchKernel(function, 256, 1, 1, 128, 1, 1, 0, stream, params, NULL, NULL, NULL));
    say("old name, no whole blocks", hipHccModuleLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, stream, params, NULL, NULL, NULL));
    say("copy back", hipMemcpy(&back, AT(p, 1020), 4, hipMemcpyDeviceToHost));
    tell("added 3 so often", back / 3);
}

void clusters(void)
{
    static const char *const ACTIVE[] = { "active, clusters of 1", "active, clusters of 2", "active, clusters of 4", "active, clusters of 8", "active, clusters of 16", "active, clusters of 32" };
    static const char *const NUMBER[] = { "number of 1", "number of 2", "number of 4", "number of 8", "number of 16", "number of 32" };
    static const char *const LEFT[] = { "shared left, 1 blocks of 64", "shared left, 2 blocks of 64", "shared left, 3 blocks of 64", "shared left, 4 blocks of 64", "shared left, 8 blocks of 64", "shared left, 16 blocks of 64", "shared left, 32 blocks of 64" };
    static const char *const BYTES[] = { "bytes of 1", "bytes of 2", "bytes of 3", "bytes of 4", "bytes of 8", "bytes of 16", "bytes of 32" };
    static const int BLOCKS[] = { 1, 2, 3, 4, 8, 16, 32 };
    const void *add = host_kernel("add");
    hipLaunchConfig_t k;
    hipLaunchAttribute a;
    size_t bytes = 0;
    int n = -1, i;
    memset(&k, 0, sizeof k);
    memset(&a, 0, sizeof a);
    k.gridDim.x = 64;
    k.gridDim.y = k.gridDim.z = k.blockDim.y = k.blockDim.z = 1;
    k.blockDim.x = 128;
    a.id = hipLaunchAttributeClusterDimension;
    a.value.clusterDim.x = 4;
    a.value.clusterDim.y = a.value.clusterDim.z = 1;
    say("active, no cluster", hipOccupancyMaxActiveClusters(&n, add, &k));
    tell("active without", n);
    say("largest", hipOccupancyMaxPotentialClusterSize(&n, add, &k));
    tell("largest is", n);
    k.attrs = &a;
    k.numAttrs = 1;
    say("active, 4", hipOccupancyMaxActiveClusters(&n, add, &k));
    tell("active of 4", n);
    for (i = 0; i < 6; i++) {
        a.value.clusterDim.x = 1u << i;
        n = -1;
        say(ACTIVE[i], hipOccupancyMaxActiveClusters(&n, add, &k));
        tell(NUMBER[i], n);
    }
    a.value.clusterDim.x = 3;
    say("active, 3 of 64", hipOccupancyMaxActiveClusters(&n, add, &k));
    a.value.clusterDim.x = 4;
    say("largest with 4", hipOccupancyMaxPotentialClusterSize(&n, add, &k));
    tell("largest is then", n);
    k.blockDim.x = 2000;
    say("active, block 2000", hipOccupancyMaxActiveClusters(&n, add, &k));
    k.blockDim.x = 0;
    say("active, block 0", hipOccupancyMaxActiveClusters(&n, add, &k));
    k.blockDim.x = 1024;
    say("active, block 1024", hipOccupancyMaxActiveClusters(&n, add, &k));
    tell("number of 1024", n);
    say("null place", hipOccupancyMaxActiveClusters(NULL, add, &k));
    say("null config", hipOccupancyMaxActiveClusters(&n, add, NULL));
    say("no function", hipOccupancyMaxActiveClusters(&n, &n, &k));
    say("largest, null place", hipOccupancyMaxPotentialClusterSize(NULL, add, &k));
    say("largest, null config", hipOccupancyMaxPotentialClusterSize(&n, add, NULL));
    hipFuncSetAttribute(add, (hipFuncAttribute)14, 1);
    k.blockDim.x = 128;
    say("largest, non-portable", hipOccupancyMaxPotentialClusterSize(&n, add, &k));
    tell("largest non-portable", n);
    for (i = 0; i < 7; i++) {
        say(LEFT[i], hipOccupancyAvailableDynamicSMemPerBlock(&bytes, add, BLOCKS[i], 64));
        tell(BYTES[i], (long long)bytes);
    }
    say("33 blocks", hipOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 33, 64));
    say("0 blocks", hipOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 0, 64));
    say("block 0", hipOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 1, 0));
    say("block 2000", hipOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 1, 2000));
    say("3 blocks of 1024", hipOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 3, 1024));
    say("shared, no place", hipOccupancyAvailableDynamicSMemPerBlock(NULL, add, 1, 64));
    say("shared of no function", hipOccupancyAvailableDynamicSMemPerBlock(&bytes, NULL, 1, 64));
}

void names_and_switches(void)
{
    hipDeviceProp_tR0000 old;
    hipDeviceProp_t prop;
    hipDevResource all, part[2], rest;
    hipDevSmResourceGroupParams group[2];
    hipMipmappedArray_t levels = NULL;
    hipArrayMemoryRequirements needs = { 0, 0 };
    hipChannelFormatDesc desc = { 32, 0, 0, 0, hipChannelFormatKindFloat };
    hipExtent extent = { 64, 64, 0 };
    hipCtx_t context = NULL, other = NULL;
    unsigned long long id = 0, another = 0;
    size_t width = 0;
    void *p = NULL;
    int device = 9;
    tell("api 0 is unknown", strcmp(hipApiName(0), "unknown") == 0);
    tell("api 1 is a name", strcmp(hipApiName(1), "unknown") != 0);
    tell("api 100000 is unknown", strcmp(hipApiName(100000), "unknown") == 0);
    tell("kernel's name", strcmp(hipKernelNameRef(kernel("add")), "add") == 0);
    tell("name of garbage", hipKernelNameRef(GARBAGE(hipFunction_t)) == NULL);
    tell("name by pointer", strcmp(hipKernelNameRefByPtr(host_kernel("store"), NULL), "store") == 0);
    tell("name by no pointer", hipKernelNameRefByPtr(&device, NULL) == NULL);
    say("profiler start", hipProfilerStart());
    say("profiler stop", hipProfilerStop());
    say("log off", hipExtDisableLogging());
    say("log on", hipExtEnableLogging());
    say("log level 9", hipExtSetLoggingParams(9, 0, 0));
    say("log level 0", hipExtSetLoggingParams(0, 0, 0));
    memset(&old, 0, sizeof old);
    memset(&prop, 0, sizeof prop);
    say("old properties", hipGetDevicePropertiesR0000(&old, 0));
    say("properties", hipGetDevicePropertiesR0600(&prop, 0));
    tell("same name", strcmp(old.name, prop.name) == 0);
    tell("same SMs", old.multiProcessorCount == prop.multiProcessorCount);
    tell("same memory", old.totalGlobalMem == prop.totalGlobalMem);
    tell("same architecture", strcmp(old.gcnArchName, prop.gcnArchName) == 0);
    say("old properties, device 9", hipGetDevicePropertiesR0000(&old, 9));
    say("old properties, null place", hipGetDevicePropertiesR0000(NULL, 0));
    say("choose by old properties", hipChooseDeviceR0000(&device, &old));
    tell("chosen", device);
    say("choose, null place", hipChooseDeviceR0000(NULL, &old));
    say("choose, null properties", hipChooseDeviceR0000(&device, NULL));
    say("host alloc", hipExtHostAlloc(&p, 64, 0));
    say("host alloc, flags 0x80", hipExtHostAlloc(&p, 64, 0x80));
    say("host alloc, null place", hipExtHostAlloc(NULL, 64, 0));
    say("alloc, fine-grained", hipExtMallocWithFlags(&p, 64, hipDeviceMallocFinegrained));
    say("alloc, signal", hipExtMallocWithFlags(&p, 8, hipMallocSignalMemory));
    say("alloc, signal of 64 bytes", hipExtMallocWithFlags(&p, 64, hipMallocSignalMemory));
    say("alloc, flags 99", hipExtMallocWithFlags(&p, 64, 99));
    say("alloc, null place", hipExtMallocWithFlags(NULL, 64, 0));
    say("linear width", hipDeviceGetTexture1DLinearMaxWidth(&width, &desc, 0));
    tell("linear width is", (long long)width);
    say("linear width, device 9", hipDeviceGetTexture1DLinearMaxWidth(&width, &desc, 9));
    say("linear width, null place", hipDeviceGetTexture1DLinearMaxWidth(NULL, &desc, 0));
    say("linear width, null description", hipDeviceGetTexture1DLinearMaxWidth(&width, NULL, 0));
    say("levels", hipMallocMipmappedArray(&levels, &desc, extent, 2, 0));
    say("needs", hipMipmappedArrayGetMemoryRequirements(&needs, levels, 0));
    tell("needs at least its texels", needs.size >= 64 * 64 * 4 + 32 * 32 * 4 && needs.alignment % 256 == 0);
    say("needs, device 9", hipMipmappedArrayGetMemoryRequirements(&needs, levels, 9));
    say("needs, null place", hipMipmappedArrayGetMemoryRequirements(NULL, levels, 0));
    say("needs of garbage", hipMipmappedArrayGetMemoryRequirements(&needs, GARBAGE(hipMipmappedArray_t), 0));
    say("execution context", hipDeviceGetExecutionCtx((hipExecutionCtx_t *)&context, 0));
    say("its id", hipExecutionCtxGetId((hipExecutionCtx_t)context, &id));
    say("its id, null place", hipExecutionCtxGetId((hipExecutionCtx_t)context, NULL));
    say("id of garbage", hipExecutionCtxGetId(GARBAGE(hipExecutionCtx_t), &id));
    say("another context", hipCtxCreate(&other, 0, 0));
    say("another's id", hipExecutionCtxGetId((hipExecutionCtx_t)other, &another));
    tell("ids differ", id != another);
    say("SMs", hipDeviceGetDevResource(0, &all, hipDevResourceTypeSm));
    memset(group, 0, sizeof group);
    group[0].smCount = 16;
    group[1].smCount = 0;
    say("split by sizes", hipDevSmResourceSplit(part, 2, &all, &rest, 0, group));
    tell("first", part[0].sm.smCount);
    tell("second, found out", group[1].smCount);
    tell("left over", rest.sm.smCount);
    say("split without a place", hipDevSmResourceSplit(NULL, 2, &all, NULL, 0, group));
    say("split, flags 1", hipDevSmResourceSplit(part, 2, &all, &rest, 1, group));
    say("split into none", hipDevSmResourceSplit(part, 0, &all, &rest, 0, group));
    say("split a part", hipDevSmResourceSplit(part + 1, 1, &part[0], &rest, 0, group));
    say("split, null input", hipDevSmResourceSplit(part, 2, NULL, &rest, 0, group));
    say("split, null sizes", hipDevSmResourceSplit(part, 2, &all, &rest, 0, NULL));
    group[0].smCount = 7;
    say("split, 7 SMs", hipDevSmResourceSplit(part, 1, &all, &rest, 0, group));
    group[0].smCount = 132;
    say("split, all SMs in eights", hipDevSmResourceSplit(part, 1, &all, &rest, 0, group));
    group[0].flags = hipDevSmResourceGroupBackfill;
    say("split, all SMs filled up", hipDevSmResourceSplit(part, 1, &all, &rest, 0, group));
    group[0].flags = 8;
    say("split, group flags 8", hipDevSmResourceSplit(part, 1, &all, &rest, 0, group));
}
