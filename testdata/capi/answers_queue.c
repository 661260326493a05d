/* Streams, events, images, launches, functions, contexts: parts of answers.c. */
#include "answers.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

void ask_queues(void)
{
    hipStream_t stream = NULL;
    hipEvent_t first = NULL, second = NULL, timeless = NULL;
    float ms = -1;
    int low = -9, high = -9;
    part("queues");
    say("streamCreate", hipStreamCreateWithFlags(&stream, 0));
    say("streamCreate bad flags", hipStreamCreateWithFlags(&stream, 0x10));
    say("streamCreate null", hipStreamCreateWithFlags(NULL, 0));
    say("streamQuery idle", hipStreamQuery(stream));
    say("streamQuery null", hipStreamQuery(NULL));
    say("eventCreate", hipEventCreateWithFlags(&first, 0));
    say("eventCreate bad flags", hipEventCreateWithFlags(&second, 0x100));
    say("eventCreate interproc w/o disable timing", hipEventCreateWithFlags(&second, hipEventInterprocess));
    say("eventQuery unrecorded", hipEventQuery(first));
    say("eventSync unrecorded", hipEventSynchronize(first));
    hipEventCreateWithFlags(&second, 0);
    say("elapsed unrecorded", hipEventElapsedTime(&ms, first, second));
    say("record", hipEventRecord(first, stream));
    say("record", hipEventRecord(second, stream));
    hipStreamSynchronize(stream);
    say("elapsed", hipEventElapsedTime(&ms, first, second));
    gave("nonneg %d", ms >= 0);
    hipEventCreateWithFlags(&timeless, hipEventDisableTiming);
    hipEventRecord(timeless, stream);
    hipStreamSynchronize(stream);
    say("elapsed no timing", hipEventElapsedTime(&ms, first, timeless));
    say("waitEvent", hipStreamWaitEvent(stream, first, 0));
    say("waitEvent flags 2", hipStreamWaitEvent(stream, first, 2));
    say("waitEvent null", hipStreamWaitEvent(stream, NULL, 0));
    say("record null", hipEventRecord(NULL, stream));
    say("elapsed null", hipEventElapsedTime(&ms, NULL, first));
    say("streamDestroy null", hipStreamDestroy(NULL));
    say("eventDestroy null", hipEventDestroy(NULL));
    hipDeviceGetStreamPriorityRange(&low, &high);
    gave("prio %d %d", low, high);
    say("streamDestroy", hipStreamDestroy(stream));
    say("eventDestroy", hipEventDestroy(first));
}

#define HEAD(version, target) ".version " version "\n.target " target "\n.address_size 64\n"

void ask_images(void)
{
    hipModule_t loaded;
    char log[4096] = { 0 };
    hipJitOption options[2] = { hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes };
    void *values[2];
    values[0] = log, values[1] = (void *)(uintptr_t)sizeof log;
    part("images");
    say("load garbage", hipModuleLoadData(&loaded, "this is not code"));
    say("load null image", hipModuleLoadData(&loaded, NULL));
    say("load null out", hipModuleLoadData(NULL, kernels_text));
    say("load bad ptx",
        hipModuleLoadData(&loaded, HEAD("7.0", "sm_70") ".visible .entry k() { bogus.u32 %r1; }\n"));
    say("load ptx newer target", hipModuleLoadData(&loaded, HEAD("8.0", "sm_999") ".visible .entry k() { ret; }\n"));
    say("load ptx version 99", hipModuleLoadData(&loaded, HEAD("99.0", "sm_70") ".visible .entry k() { ret; }\n"));
    say("load ptx unresolved extern",
        hipModuleLoadData(&loaded,
                          HEAD("7.0", "sm_70") ".extern .func foo();\n.visible .entry k() { call foo; ret; }\n"));
    say("load file missing", hipModuleLoad(&loaded, "/no/such/file.ptx"));
    say("loadEx bad ptx log",
        hipModuleLoadDataEx(&loaded,
                            HEAD("7.0", "sm_70") ".visible .entry k() { .reg .b32 %r<2>; add.u32 %r1,%r9,1; ret; }\n", 2,
                            options, values));
    gave("log nonempty %d", log[0] != 0);
    gave("log names %%r9 %d", strstr(log, "Unknown symbol '%r9'") != NULL);
}

void ask_modules(void)
{
    hipFunction_t found;
    void *at = NULL;
    size_t size = 0;
    int value = 0;
    part("modules");
    say("getFunction missing", hipModuleGetFunction(&found, module, "nope"));
    say("getFunction empty", hipModuleGetFunction(&found, module, ""));
    say("getFunction null name", hipModuleGetFunction(&found, module, NULL));
    say("getFunction variable", hipModuleGetFunction(&found, module, "counter"));
    say("getGlobal", hipModuleGetGlobal(&at, &size, module, "counter"));
    gave("size %zu", size);
    hipMemcpyDtoH(&value, at, 4);
    gave("value %d", value);
    say("getGlobal const", hipModuleGetGlobal(&at, &size, module, "table"));
    gave("size %zu", size);
    say("getGlobal missing", hipModuleGetGlobal(&at, &size, module, "none"));
    say("getGlobal function", hipModuleGetGlobal(&at, &size, module, "add"));
    say("getGlobal null out", hipModuleGetGlobal(NULL, &size, module, "counter"));
    say("getGlobal null both", hipModuleGetGlobal(NULL, NULL, module, "counter"));
}

static unsigned count = 1024, value = 3;
static void *args[3] = { &memory, &count, &value };

static hipError_t one(unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz, unsigned shared)
{
    return hipModuleLaunchKernel(add, x, y, z, bx, by, bz, shared, NULL, args, NULL);
}

static void ask_extra(void)
{
    size_t size = 16;
    char bytes[16];
    int result = 0;
    void *extra[5], *bad[3];
    extra[0] = HIP_LAUNCH_PARAM_BUFFER_POINTER, extra[1] = bytes, extra[2] = HIP_LAUNCH_PARAM_BUFFER_SIZE;
    extra[3] = &size, extra[4] = HIP_LAUNCH_PARAM_END;
    bad[0] = (void *)77, bad[1] = bytes, bad[2] = HIP_LAUNCH_PARAM_END;
    memcpy(bytes, &memory, 8);
    memcpy(bytes + 8, &count, 4);
    memcpy(bytes + 12, &value, 4);
    say("launch extra", hipModuleLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
    say("launch both", hipModuleLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, NULL, args, extra));
    say("launch neither", hipModuleLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL));
    size = 8;
    say("launch extra short", hipModuleLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
    say("launch extra bad tag", hipModuleLaunchKernel(add, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, bad));
    hipCtxSynchronize();
    hipMemcpyDtoH(&result, memory, 4);
    gave("result %d", result);
}

void ask_launches(void)
{
    int result = 0;
    part("launches");
    hipMalloc((void **)&memory, 4096);
    hipMemsetD32(memory, 5, 1024);
    say("launch", one(4, 1, 1, 256, 1, 1, 0));
    say("sync", hipCtxSynchronize());
    hipMemcpyDtoH(&result, memory + 4 * 1023, 4);
    gave("result %d", result);
    say("launch grid 0", one(0, 1, 1, 256, 1, 1, 0));
    say("launch block 0", one(1, 1, 1, 0, 1, 1, 0));
    say("launch block 1025", one(1, 1, 1, 1025, 1, 1, 0));
    say("launch block 32x33", one(1, 1, 1, 32, 33, 1, 0));
    say("launch block z 65", one(1, 1, 1, 1, 1, 65, 0));
    say("launch block z 64", one(1, 1, 1, 1, 1, 64, 0));
    say("launch grid y 65536", one(1, 65536, 1, 1, 1, 1, 0));
    say("launch grid z 65536", one(1, 1, 65536, 1, 1, 1, 0));
    say("launch grid x 2^31", one(0x80000000u, 1, 1, 1, 1, 1, 0));
    say("launch shared 48K", one(1, 1, 1, 1, 1, 1, 49152));
    say("launch shared 48K+1", one(1, 1, 1, 1, 1, 1, 49153));
    say("launch shared 1MB", one(1, 1, 1, 1, 1, 1, 1 << 20));
    say("launch null function", hipModuleLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    ask_extra();
}

static void ask_occupancy(void)
{
    static const struct {
        const char *call;
        int block;
        size_t shared;
    } CASES[] = { { "occupancy", 256, 0 }, { "occupancy 1024", 1024, 0 }, { "occupancy 32", 32, 0 },
                  { "occupancy 33", 33, 0 }, { "occupancy smem 40000", 128, 40000 } };
    size_t n;
    int blocks = -1, grid = -1, block = -1;
    for (n = 0; n < sizeof CASES / sizeof *CASES; n++) {
        say(CASES[n].call,
            hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, CASES[n].block, CASES[n].shared));
        gave("occ %d", blocks);
    }
    say("occupancy 0", hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 0, 0));
    say("occupancy 2000", hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 2000, 0));
    say("maxPotential", hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0));
    gave("min grid %d block %d", grid, block);
}

/* HIP sets attributes and asks for parameters of a library's kernels, not of a module's functions. */
static void ask_kernels(int parameters)
{
    const hipFunction_attribute most = HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    hipLibrary_t library;
    hipKernel_t kernel;
    hipFunction_t function;
    size_t offset = 0, size = 0;
    hipLibraryLoadData(&library, kernels_text, NULL, NULL, 0, NULL, NULL, 0);
    hipLibraryGetKernel(&kernel, library, "add");
    hipKernelGetFunction(&function, kernel);
    if (parameters) {
        say("paramInfo 0", hipKernelGetParamInfo(kernel, 0, &offset, &size));
        gave("off %zu size %zu", offset, size);
        say("paramInfo 2", hipKernelGetParamInfo(kernel, 2, &offset, &size));
        gave("off %zu size %zu", offset, size);
        say("paramInfo 3", hipKernelGetParamInfo(kernel, 3, &offset, &size));
    } else {
        say("funcSetAttr max dyn 96K", hipKernelSetAttribute(most, 98304, kernel, 0));
        say("launch shared 96K", hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 98304, NULL, args, NULL));
        say("funcSetAttr max dyn too big", hipKernelSetAttribute(most, 1 << 20, kernel, 0));
        say("funcSetAttr readonly", hipKernelSetAttribute(HIP_FUNC_ATTRIBUTE_NUM_REGS, 3, kernel, 0));
        hipCtxSynchronize();
    }
    hipLibraryUnload(library);
}

void ask_functions(void)
{
    hipFunction_t shared, bounded;
    int got = -1;
    part("functions");
    hipModuleGetFunction(&shared, module, "shared_user");
    hipModuleGetFunction(&bounded, module, "bounded");
    say("shared fixed 4K + dyn 44K", hipModuleLaunchKernel(shared, 1, 1, 1, 1, 1, 1, 45056, NULL, args, NULL));
    say("shared fixed 4K + dyn 44K+1", hipModuleLaunchKernel(shared, 1, 1, 1, 1, 1, 1, 45057, NULL, args, NULL));
    say("bounded 64", hipModuleLaunchKernel(bounded, 1, 1, 1, 64, 1, 1, 0, NULL, args, NULL));
    say("bounded 65", hipModuleLaunchKernel(bounded, 1, 1, 1, 65, 1, 1, 0, NULL, args, NULL));
    say("funcGetAttr max threads", hipFuncGetAttribute(&got, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, bounded));
    gave("max %d", got);
    say("funcGetAttr shared", hipFuncGetAttribute(&got, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, shared));
    gave("shared %d", got);
    say("funcGetAttr ptx version", hipFuncGetAttribute(&got, HIP_FUNC_ATTRIBUTE_PTX_VERSION, add));
    gave("ptx %d", got);
    say("funcGetAttr bad", hipFuncGetAttribute(&got, (hipFunction_attribute)999, add));
    say("funcGetAttr max dyn", hipFuncGetAttribute(&got, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared));
    gave("maxdyn %d", got);
    ask_kernels(0);
    ask_occupancy();
    ask_kernels(1);
}

void ask_contexts(void)
{
    size_t limit = 0;
    hipFuncCache_t cache = (hipFuncCache_t)9;
    unsigned version = 0;
    hipCtx_t popped = NULL;
    const char *text = "";
    part("contexts");
    say("getLimit stack", hipDeviceGetLimit(&limit, hipLimitStackSize));
    gave("%zu", limit);
    say("getLimit printf", hipDeviceGetLimit(&limit, hipLimitPrintfFifoSize));
    gave("%zu", limit);
    say("getLimit heap", hipDeviceGetLimit(&limit, hipLimitMallocHeapSize));
    gave("%zu", limit);
    say("getLimit depth", hipDeviceGetLimit(&limit, (enum hipLimit_t)3));
    say("getLimit pending", hipDeviceGetLimit(&limit, (enum hipLimit_t)4));
    gave("%zu", limit);
    say("getLimit bad", hipDeviceGetLimit(&limit, (enum hipLimit_t)99));
    say("setLimit printf after launch", hipDeviceSetLimit(hipLimitPrintfFifoSize, 1 << 22));
    say("cacheConfig", hipCtxGetCacheConfig(&cache));
    gave("%d", (int)cache);
    say("setCacheConfig bad", hipCtxSetCacheConfig((hipFuncCache_t)99));
    say("apiVersion", hipCtxGetApiVersion(context, &version));
    gave("%u", version);
    say("pop", hipCtxPopCurrent(&popped));
    gave("popped same %d", popped == context);
    say("pop again", hipCtxPopCurrent(&popped));
    hipCtxSetCurrent(context);
    say("errName bad", hipDrvGetErrorName((hipError_t)12345, &text));
    say("errString", hipDrvGetErrorString(hipErrorInvalidValue, &text));
    gave("<<%s>>", text);
}
