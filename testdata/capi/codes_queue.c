/* Sections of codes.c: streams and events. */
#include "codes.h"

static void host_function(void *data)
{
    *(int *)data += 1;
}

static void added(hipStream_t stream, hipError_t status, void *data)
{
    (void)stream;
    *(int *)data += status == hipSuccess ? 1 : 100;
}

void streams(void)
{
    hipStream_t stream = NULL, low = NULL;
    hipFunction_t wait_for = kernel("wait_for");
    volatile unsigned *flag = NULL;
    void *place = NULL, *params[1];
    unsigned flags = 9;
    int least = 9, greatest = 9, calls = 0, priority = 9, device = 9;
    say("create", hipStreamCreateWithFlags(&stream, hipStreamDefault));
    say("create, flags 0x10", hipStreamCreateWithFlags(&low, 0x10));
    say("create, null place", hipStreamCreateWithFlags(NULL, 0));
    say("add callback", hipStreamAddCallback(stream, added, &calls, 0));
    hipStreamSynchronize(stream);
    tell("callbacks", calls);
    calls = 0;
    say("query, idle", hipStreamQuery(stream));
    say("query null", hipStreamQuery(NULL));
    say("query garbage", hipStreamQuery(GARBAGE(hipStream_t)));
    say("query an address", hipStreamQuery((hipStream_t)(void *)&calls));
    say("synchronize garbage", hipStreamSynchronize(GARBAGE(hipStream_t)));
    say("flags", hipStreamGetFlags(stream, &flags));
    say("flags, null place", hipStreamGetFlags(stream, NULL));
    say("device", hipStreamGetDevice(stream, &device));
    say("priorities", hipDeviceGetStreamPriorityRange(&least, &greatest));
    tell("least urgent", least);
    tell("most urgent", greatest);
    say("create, priority -99", hipStreamCreateWithPriority(&low, 0, -99));
    say("priority", hipStreamGetPriority(low, &priority));
    tell("priority is in the range", priority);
    say("host function", hipLaunchHostFunc(stream, host_function, &calls));
    say("host function null", hipLaunchHostFunc(stream, NULL, &calls));
    say("callback, flags 1", hipStreamAddCallback(stream, (hipStreamCallback_t)NULL, &calls, 1));
    say("synchronize", hipStreamSynchronize(stream));
    tell("calls", calls);
    say("host alloc", hipHostMalloc(&place, 64, 0));
    flag = place;
    *flag = 0;
    params[0] = &place;
    say("launch a kernel that waits", hipModuleLaunchKernel(wait_for, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
    hipGetLastError();
    say("query, busy", hipStreamQuery(stream));
    say("not ready is no news", hipGetLastError());
    say("destroy, busy", hipStreamDestroy(stream));
    *flag = 1;
    say("query destroyed", hipStreamQuery(stream));
    say("synchronize destroyed", hipStreamSynchronize(stream));
    say("launch in destroyed", hipModuleLaunchKernel(wait_for, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL));
    say("copy in destroyed", hipMemcpyAsync(place, &calls, 4, hipMemcpyDefault, stream));
    say("destroy twice", hipStreamDestroy(stream));
    say("destroy null", hipStreamDestroy(NULL));
    say("destroy legacy", hipStreamDestroy(hipStreamLegacy));
    say("destroy garbage", hipStreamDestroy(GARBAGE(hipStream_t)));
    say("device synchronize", hipDeviceSynchronize());
}

void events(void)
{
    hipStream_t stream = NULL;
    hipEvent_t a = NULL, b = NULL, untimed = NULL;
    float ms = -1;
    say("stream", hipStreamCreate(&stream));
    say("create", hipEventCreate(&a));
    say("create b", hipEventCreateWithFlags(&b, 0));
    say("create, null place", hipEventCreate(NULL));
    say("create, flags 0x100", hipEventCreateWithFlags(&untimed, 0x100));
    say("create, both releases",
        hipEventCreateWithFlags(&untimed, hipEventReleaseToDevice | hipEventReleaseToSystem));
    say("create, interprocess with times", hipEventCreateWithFlags(&untimed, hipEventInterprocess));
    say("query, unrecorded", hipEventQuery(a));
    say("synchronize, unrecorded", hipEventSynchronize(a));
    say("elapsed, unrecorded", hipEventElapsedTime(&ms, a, b));
    say("wait, unrecorded", hipStreamWaitEvent(stream, a, 0));
    say("record", hipEventRecord(a, stream));
    say("record with flags", hipEventRecordWithFlags(a, stream, 0));
    say("record with flags 0x10", hipEventRecordWithFlags(a, stream, 0x10));
    say("record b", hipEventRecord(b, stream));
    say("stream synchronize", hipStreamSynchronize(stream));
    say("elapsed", hipEventElapsedTime(&ms, a, b));
    tell("not negative", ms >= 0);
    say("elapsed, null place", hipEventElapsedTime(NULL, a, b));
    say("create without times", hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
    say("record without times", hipEventRecord(untimed, stream));
    say("synchronize without times", hipEventSynchronize(untimed));
    say("elapsed without times", hipEventElapsedTime(&ms, a, untimed));
    say("wait", hipStreamWaitEvent(stream, a, 0));
    say("wait, flags 2", hipStreamWaitEvent(stream, a, 2));
    say("wait null", hipStreamWaitEvent(stream, NULL, 0));
    say("wait in garbage", hipStreamWaitEvent(GARBAGE(hipStream_t), a, 0));
    say("record null", hipEventRecord(NULL, stream));
    say("record in garbage", hipEventRecord(a, GARBAGE(hipStream_t)));
    say("a stream for an event", hipEventRecord((hipEvent_t)(void *)stream, stream));
    say("an event for a stream", hipEventRecord(a, (hipStream_t)(void *)b));
    say("elapsed null", hipEventElapsedTime(&ms, NULL, a));
    say("destroy null", hipEventDestroy(NULL));
    say("destroy", hipEventDestroy(a));
    say("destroy twice", hipEventDestroy(a));
    say("query destroyed", hipEventQuery(a));
    say("record destroyed", hipEventRecord(a, stream));
    say("synchronize destroyed", hipEventSynchronize(a));
}
