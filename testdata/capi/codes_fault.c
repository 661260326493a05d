/* Sections of codes.c: kernels that go wrong. Each spoils its context, and is run in a process of its own. */
#define _POSIX_C_SOURCE 199309L
#include "codes.h"
#include <time.h>

/* The kernel goes wrong; what each kind of call says from then on, until the context is ended. */
static void spoil(const char *name, uintptr_t offset, int of_allocation)
{
    hipFunction_t f = kernel(name);
    hipStream_t stream = NULL;
    hipEvent_t event = NULL;
    void *p = NULL, *other = NULL, *at = NULL, *params[1];
    int value = 0;
    size_t bytes = 0;
    say("alloc", hipMalloc(&p, 64));
    say("stream", hipStreamCreate(&stream));
    say("event", hipEventCreate(&event));
    at = of_allocation ? AT(p, offset) : (void *)offset;
    params[0] = &at;
    say("launch", launch(f, 1, 1, 0, params));
    say("synchronize", hipCtxSynchronize());
    say("synchronize again", hipCtxSynchronize());
    say("device synchronize", hipDeviceSynchronize());
    say("stream synchronize", hipStreamSynchronize(stream));
    say("stream query", hipStreamQuery(stream));
    say("event record", hipEventRecord(event, stream));
    say("alloc after", hipMalloc(&other, 16));
    say("launch after", launch(f, 1, 1, 0, params));
    say("copy after", hipMemcpyDtoH(&value, p, 4));
    say("free after", hipFree(p));
    say("memory after", hipMemGetInfo(&bytes, &bytes));
    say("last error", hipGetLastError());
    say("device count after", hipGetDeviceCount(&value));
    say("attribute after", hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0));
}

/* After the fault: a new module works as ever. */
static void works_again(void)
{
    hipModule_t module = NULL;
    hipFunction_t f = NULL;
    void *p = NULL, *params[3];
    unsigned n = 1, v = 3, result = 0;
    params[0] = &p;
    params[1] = &n;
    params[2] = &v;
    say("new module", hipModuleLoadData(&module, kernels_text));
    say("new kernel", hipModuleGetFunction(&f, module, "add"));
    say("new memory", hipMalloc(&p, 4));
    say("new fill", hipMemsetD32(p, 5, 1));
    say("new launch", launch(f, 1, 1, 0, params));
    say("new copy", hipMemcpyDtoH(&result, p, 4));
    tell("new result", result);
}

void illegal_store(void)
{
    spoil("store", 16, 0);
    say("reset", hipDeviceReset());
    works_again();
}

void illegal_store_primary(void)
{
    hipCtx_t context = NULL;
    void *p = NULL;
    say("retain", hipDevicePrimaryCtxRetain(&context, 0));
    say("set current", hipCtxSetCurrent(context));
    /* The process's own memory is out of a kernel's reach too. */
    spoil("store", (uintptr_t)&context, 0);
    say("reset", hipDevicePrimaryCtxReset(0));
    say("alloc after reset", hipMalloc(&p, 16));
    say("set null", hipCtxSetCurrent(NULL));
    works_again();
}

/* A green context whose work went wrong is destroyed all the same, so that the device can be reset. */
void illegal_store_green(void)
{
    hipDevResource sms, part;
    hipDevResourceDesc_t desc = NULL;
    hipExecutionCtx_t green = NULL;
    hipStream_t stream = NULL;
    hipFunction_t f = kernel("store");
    void *at = (void *)(uintptr_t)16, *params[1];
    unsigned groups = 1;
    params[0] = &at;
    say("SMs", hipDeviceGetDevResource(0, &sms, hipDevResourceTypeSm));
    say("split", hipDevSmResourceSplitByCount(&part, &groups, &sms, NULL, 0, 8));
    say("desc", hipDevResourceGenerateDesc(&desc, &part, 1));
    say("green", hipGreenCtxCreate(&green, desc, 0, 0));
    say("stream", hipExecutionCtxStreamCreate(&stream, green, hipStreamNonBlocking, 0));
    say("launch", launch_in(f, stream, params));
    say("synchronize", hipStreamSynchronize(stream));
    say("destroy", hipExecutionCtxDestroy(green));
    say("destroy again", hipExecutionCtxDestroy(green));
    say("reset", hipDeviceReset());
    works_again();
}

void trap(void)
{
    spoil("trapper", 0, 0);
    say("reset", hipDeviceReset());
    works_again();
}

static volatile int told, called;

static void note_status(hipStream_t stream, hipError_t status, void *data)
{
    (void)stream;
    (void)data;
    told = (int)status;
}

static void note_call(void *data)
{
    (void)data;
    called++;
}

/* What a stream calls behind a kernel that goes wrong: a callback learns of it, a function is not called. */
void callbacks_behind_a_trap(void)
{
    hipFunction_t wait_for = kernel("wait_for"), trapper = kernel("trapper");
    hipStream_t stream = NULL;
    volatile int *gate = NULL;
    void *none = NULL, *flag[1], *unused[1];
    const struct timespec pause = { 0, 10000000 };
    int n;
    flag[0] = &gate;
    unused[0] = &none;
    say("stream", hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    say("gate", hipHostMalloc((void **)&gate, sizeof *gate, hipHostMallocMapped));
    *gate = 0;
    say("wait", launch_in(wait_for, stream, flag));
    say("trap", launch_in(trapper, stream, unused));
    say("callback", hipStreamAddCallback(stream, note_status, NULL, 0));
    say("function", hipLaunchHostFunc(stream, note_call, NULL));
    *gate = 1;
    say("synchronize", hipStreamSynchronize(stream));
    for (n = 0; n < 1000 && told == 0; n++)
        nanosleep(&pause, NULL);
    tell("status that the callback got", told);
    tell("calls of the function", called);
    say("callback after", hipStreamAddCallback(stream, note_status, NULL, 0));
    say("function after", hipLaunchHostFunc(stream, note_call, NULL));
}

void misaligned_store(void)
{
    spoil("store", 1, 1);
    say("reset", hipDeviceReset());
    works_again();
}
