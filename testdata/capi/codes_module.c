/* Sections of codes.c: images, symbols, functions and launches. */
#include "codes.h"

#include <stdio.h>
#include <string.h>

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

static char error_log[4096];

/* Loads with a log for errors. */
static void logged(const char *scenario, const char *text)
{
    hipModule_t module = NULL;
    hipJitOption options[2] = { hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes };
    void *values[2];
    strcpy(error_log, "untouched");
    values[0] = error_log;
    values[1] = (void *)(uintptr_t)sizeof error_log;
    say(scenario, hipModuleLoadDataEx(&module, text, 2, options, values));
}

/* Whether the log has all three: where, what, and that this is the end. */
static void log_has(const char *scenario, const char *text, const char *line, const char *message)
{
    char what[160];
    logged(scenario, text);
    snprintf(what, sizeof what, "%s: log has \"%s\", \"%s\" and the end", scenario, line, message);
    tell(what, strstr(error_log, line) != NULL && strstr(error_log, message) != NULL
        && strstr(error_log, "ptxas fatal   : Ptx assembly aborted due to errors") != NULL);
}

static void log_is(const char *scenario, const char *text, int empty)
{
    char what[160];
    logged(scenario, text);
    snprintf(what, sizeof what, "%s: log is %s", scenario, empty ? "empty" : "a message");
    tell(what, (error_log[0] == 0) == empty && strcmp(error_log, "untouched") != 0);
}

void images(void)
{
    hipModule_t m = NULL;
    hipJitOption option = hipJitOptionErrorLogBuffer;
    char small[8] = "1234567";
    hipJitOption options[2] = { hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes };
    void *values[2];
    say("missing file", hipModuleLoad(&m, "no/such/file.ptx"));
    say("null file name", hipModuleLoad(&m, NULL));
    say("a folder", hipModuleLoad(&m, "/"));
    say("file, null place", hipModuleLoad(NULL, kernels_path));
    say("file", hipModuleLoad(&m, kernels_path));
    say("unload", hipModuleUnload(m));
    say("unload twice", hipModuleUnload(m));
    say("unload null", hipModuleUnload(NULL));
    say("unload garbage", hipModuleUnload(GARBAGE(hipModule_t)));
    say("garbage", hipModuleLoadData(&m, "this is not code"));
    say("empty text", hipModuleLoadData(&m, ""));
    say("null image", hipModuleLoadData(&m, NULL));
    say("null place", hipModuleLoadData(NULL, kernels_text));
    say("unknown instruction", hipModuleLoadData(&m, HEAD ".visible .entry k() { bogus.u32 %r1; }\n"));
    say("a newer target", hipModuleLoadData(&m, ".version 8.0\n.target sm_999\n.address_size 64\n.visible .entry k() { ret; }\n"));
    say("version 99", hipModuleLoadData(&m, ".version 99.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n"));
    say("unresolved function", hipModuleLoadData(&m, HEAD ".extern .func foo();\n.visible .entry k() { call foo; ret; }\n"));
    say("unresolved variable", hipModuleLoadData(&m, HEAD ".extern .global .u32 elsewhere[];\n"));
    log_has("wrong operands", HEAD ".visible .entry k() { .reg .b32 %r<2>; add.u32 %r1,%r9,1; ret; }\n", "line 4; error", "%r9");
    log_has("no semicolon", HEAD ".visible .entry k()\n{\n\tret\n}\n", "line 7; error", "expected");
    log_is("not PTX at all", "this is not code", 0);
    log_is("no mistake", HEAD ".visible .entry k() { ret; }\n", 1);
    values[0] = small;
    values[1] = (void *)(uintptr_t)4;
    say("log of 4 bytes", hipModuleLoadDataEx(&m, HEAD "bogus\n", 2, options, values));
    tell("log is cut and ended", small[3] == 0 && small[4] == '5');
    say("null options", hipModuleLoadDataEx(&m, kernels_text, 1, NULL, NULL));
    say("null values", hipModuleLoadDataEx(&m, kernels_text, 1, &option, NULL));
    say("no options", hipModuleLoadDataEx(&m, kernels_text, 0, NULL, NULL));
}

void symbols(void)
{
    hipModule_t m = NULL;
    hipFunction_t f = NULL, again = NULL;
    void *p = NULL;
    size_t bytes = 0;
    unsigned count = 0;
    int value = 0;
    say("load", hipModuleLoadData(&m, kernels_text));
    say("kernel", hipModuleGetFunction(&f, m, "add"));
    say("kernel again", hipModuleGetFunction(&again, m, "add"));
    tell("the same handle", f == again);
    say("missing kernel", hipModuleGetFunction(&f, m, "nope"));
    say("empty name", hipModuleGetFunction(&f, m, ""));
    say("null name", hipModuleGetFunction(&f, m, NULL));
    say("null place", hipModuleGetFunction(NULL, m, "add"));
    say("a variable's name", hipModuleGetFunction(&f, m, "counter"));
    say("kernel of null", hipModuleGetFunction(&f, NULL, "add"));
    say("kernel of garbage", hipModuleGetFunction(&f, GARBAGE(hipModule_t), "add"));
    say("variable", hipModuleGetGlobal(&p, &bytes, m, "counter"));
    tell("its size", (long long)bytes);
    say("its value", hipMemcpyDtoH(&value, p, 4));
    tell("is", value);
    say("constant", hipModuleGetGlobal(&p, &bytes, m, "table"));
    tell("the constant's size", (long long)bytes);
    say("missing variable", hipModuleGetGlobal(&p, &bytes, m, "none"));
    say("a kernel's name", hipModuleGetGlobal(&p, &bytes, m, "add"));
    say("variable, null address", hipModuleGetGlobal(NULL, &bytes, m, "counter"));
    say("variable, null places", hipModuleGetGlobal(NULL, NULL, m, "counter"));
    say("variable of garbage", hipModuleGetGlobal(&p, &bytes, GARBAGE(hipModule_t), "counter"));
    say("count", hipModuleGetFunctionCount(&count, m));
    tell("kernels", count);
    say("unload", hipModuleUnload(m));
    say("kernel of unloaded", hipModuleGetFunction(&f, m, "add"));
    say("launch of unloaded", launch(again, 1, 1, 0, NULL));
    say("attribute of unloaded", hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_NUM_REGS, again));
}

static hipError_t shaped(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, void **params)
{
    return hipModuleLaunchKernel(f, gx, gy, gz, bx, by, bz, 0, NULL, params, NULL);
}

/* By a structure, with attributes: adds 3 to the first 32 values. */
static void extended(hipFunction_t f, void *p)
{
    HIP_LAUNCH_CONFIG config;
    hipLaunchAttribute attributes[2];
    unsigned n = 32, v = 3, before = 0, after = 0;
    void *params[3];
    params[0] = &p;
    params[1] = &n;
    params[2] = &v;
    memset(&config, 0, sizeof config);
    memset(attributes, 0, sizeof attributes);
    config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = 32;
    say("extended, before", hipMemcpyDtoH(&before, AT(p, 4), 4));
    say("extended", hipDrvLaunchKernelEx(&config, f, params, NULL));
    attributes[0].id = hipLaunchAttributeCooperative;
    attributes[0].val.cooperative = 1;
    attributes[1].id = hipLaunchAttributePriority;
    config.attrs = attributes;
    config.numAttrs = 2;
    say("extended, cooperative", hipDrvLaunchKernelEx(&config, f, params, NULL));
    config.gridDimX = 1 << 20;
    say("extended, cooperative, too many", hipDrvLaunchKernelEx(&config, f, params, NULL));
    config.gridDimX = 1;
    attributes[1].id = (hipLaunchAttributeID)77;
    say("extended, attribute 77", hipDrvLaunchKernelEx(&config, f, params, NULL));
    attributes[1].id = hipLaunchAttributeClusterDimension;
    say("extended, cluster of 0", hipDrvLaunchKernelEx(&config, f, params, NULL));
    config.attrs = NULL;
    say("extended, null attributes", hipDrvLaunchKernelEx(&config, f, params, NULL));
    config.numAttrs = 0;
    config.blockDimX = 1025;
    say("extended, block 1025", hipDrvLaunchKernelEx(&config, f, params, NULL));
    say("extended, null config", hipDrvLaunchKernelEx(NULL, f, params, NULL));
    say("extended, null function", hipDrvLaunchKernelEx(&config, NULL, params, NULL));
    say("extended, after", hipMemcpyDtoH(&after, AT(p, 4), 4));
    tell("extended, added", after - before);
}

void launches(void)
{
    hipFunction_t f = kernel("add"), shared = kernel("shared_user"), bounded = kernel("bounded");
    void *p = NULL;
    unsigned n = 1024, v = 3, result = 0;
    void *params[3], *one[1], *holes[3], *extra[5], *bad[3];
    size_t bytes = 16;
    char block[16];
    params[0] = one[0] = holes[0] = &p;
    params[1] = &n;
    params[2] = holes[2] = &v;
    holes[1] = NULL;
    say("alloc", hipMalloc(&p, 4096));
    say("fill", hipMemsetD32(p, 5, 1024));
    say("launch", launch(f, 4, 256, 0, params));
    say("synchronize", hipCtxSynchronize());
    say("copy", hipMemcpyDtoH(&result, AT(p, 4 * 1023), 4));
    tell("result", result);
    say("grid 0", launch(f, 0, 256, 0, params));
    say("block 0", launch(f, 1, 0, 0, params));
    say("block 1025", launch(f, 1, 1025, 0, params));
    say("block 32 x 33", shaped(f, 1, 1, 1, 32, 33, 1, params));
    say("block z 65", shaped(f, 1, 1, 1, 1, 1, 65, params));
    say("block z 64", shaped(f, 1, 1, 1, 1, 1, 64, params));
    say("grid y 65536", shaped(f, 1, 65536, 1, 1, 1, 1, params));
    say("grid z 65536", shaped(f, 1, 1, 65536, 1, 1, 1, params));
    say("grid x 2^31", shaped(f, 0x80000000u, 1, 1, 1, 1, 1, params));
    say("shared 48 KiB", launch(f, 1, 1, 49152, params));
    say("shared 48 KiB + 1", launch(f, 1, 1, 49153, params));
    say("shared 1 MiB", launch(f, 1, 1, 1 << 20, params));
    say("shared 4 GiB - 1", launch(f, 1, 1, 0xffffffffu, params));
    say("null function", launch(NULL, 1, 1, 0, params));
    say("garbage function", launch(GARBAGE(hipFunction_t), 1, 1, 0, params));
    say("garbage stream", hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, GARBAGE(hipStream_t), params, NULL));
    memcpy(block, &p, 8);
    memcpy(block + 8, &n, 4);
    memcpy(block + 12, &v, 4);
    extra[0] = HIP_LAUNCH_PARAM_BUFFER_POINTER;
    extra[1] = block;
    extra[2] = HIP_LAUNCH_PARAM_BUFFER_SIZE;
    extra[3] = &bytes;
    extra[4] = HIP_LAUNCH_PARAM_END;
    say("extra", hipModuleLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
    say("both", hipModuleLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, params, extra));
    say("neither", hipModuleLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL));
    bytes = 8;
    say("extra, short", hipModuleLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
    bad[0] = (void *)77;
    bad[1] = block;
    bad[2] = HIP_LAUNCH_PARAM_END;
    say("extra, unknown mark", hipModuleLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, bad));
    extra[3] = NULL;
    say("extra, null size", hipModuleLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, NULL, extra));
    say("a null parameter", launch(f, 4, 256, 0, holes));
    say("synchronize again", hipCtxSynchronize());
    say("copy again", hipMemcpyDtoH(&result, AT(p, 4), 4));
    tell("result again", result);
    say("4 KiB fixed + 44 KiB", launch(shared, 1, 1, 45056, one));
    say("4 KiB fixed + 44 KiB + 1", launch(shared, 1, 1, 45057, one));
    say("bounded, 64 threads", launch(bounded, 1, 64, 0, one));
    say("bounded, 65 threads", launch(bounded, 1, 65, 0, one));
    say("cooperative", hipModuleLaunchCooperativeKernel(f, 4, 1, 1, 256, 1, 1, 0, NULL, params));
    say("cooperative, too many", hipModuleLaunchCooperativeKernel(f, 1 << 20, 1, 1, 256, 1, 1, 0, NULL, params));
    extended(f, p);
    say("synchronize at last", hipCtxSynchronize());
}

void functions(void)
{
    hipFunction_t f = kernel("add"), shared = kernel("shared_user"), bounded = kernel("bounded");
    int value = 0, grid = 0, block = 0;
    say("most threads", hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, bounded));
    tell("most threads are", value);
    say("shared", hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, shared));
    tell("shared is", value);
    say("PTX version", hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_PTX_VERSION, f));
    tell("PTX version is", value);
    say("attribute 999", hipFuncGetAttribute(&value, (hipFunction_attribute)999, f));
    say("attribute, null place", hipFuncGetAttribute(NULL, HIP_FUNC_ATTRIBUTE_NUM_REGS, f));
    say("attribute of null", hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_NUM_REGS, NULL));
    say("attribute of garbage", hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_NUM_REGS, GARBAGE(hipFunction_t)));
    say("most dynamic shared", hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, shared));
    tell("most dynamic shared is", value);
    say("occupancy", hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, f, 256, 0));
    tell("blocks of 256", value);
    say("occupancy 33", hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, f, 33, 0));
    tell("blocks of 33", value);
    say("occupancy 0", hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, f, 0, 0));
    say("occupancy, null place", hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(NULL, f, 256, 0));
    say("occupancy of garbage", hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&value, GARBAGE(hipFunction_t), 256, 0));
    say("best block", hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, f, 0, 0));
    tell("best grid", grid);
    tell("best block is", block);
}
