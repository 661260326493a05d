/* Which work waits for which, and on which SMs it runs: parts of green.c. */
#define _GNU_SOURCE
#include "green.h"

#include <string.h>
#include <time.h>

/* Word 0 ends the kernels that spin; others are set by kernels that mark. */
static volatile unsigned *words;
static hipDeviceptr_t words_there;

static void pause_for(long milliseconds)
{
    struct timespec time = { 0, 0 };
    time.tv_nsec = milliseconds * 1000000;
    nanosleep(&time, NULL);
}

/* All words 0 again, when everything has ended. */
static void anew(void)
{
    void *memory = NULL;
    if (words == NULL) {
        hipHostMalloc(&memory, 4096, hipHostMallocMapped);
        words = memory;
        hipHostGetDevicePointer((void **)&words_there, memory, 0);
    }
    words[0] = 1;
    hipExecutionCtxSynchronize((hipExecutionCtx_t)primary);
    memset((void *)words, 0, 4096);
}

static hipError_t launch(hipFunction_t kernel, hipStream_t stream, unsigned word)
{
    hipDeviceptr_t at = (char *)words_there + 4 * word;
    void *arguments[1];
    arguments[0] = &at;
    return hipModuleLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL);
}

static void spins(hipStream_t stream)
{
    launch(spin, stream, 0);
}

static void marks(hipStream_t stream, unsigned word)
{
    launch(mark, stream, word);
}

/* Waits until no word has changed for long enough. */
static void settle(void)
{
    unsigned before = 0, now, n, still = 0;
    while (still < 10) {
        pause_for(30);
        for (now = 0, n = 1; n < 16; n++)
            now += words[n];
        still = now == before ? still + 1 : 0;
        before = now;
    }
}

static hipCtx_t context_of(hipExecutionCtx_t green)
{
    hipCtx_t context = NULL;
    hipExtCtxFromGreenCtx(&context, green);
    return context;
}

static hipStream_t plain(unsigned flags)
{
    hipStream_t made = NULL;
    hipStreamCreateWithFlags(&made, flags);
    return made;
}

/* What a stalled stream holds back, by channels. */
void ask_channels(void)
{
    hipExecutionCtx_t first = green_of(0), second = green_of(1);
    hipStream_t a = stream_of(first), b = stream_of(first), c = stream_of(second), d = plain(hipStreamNonBlocking);
    hipStream_t e = plain(0);
    anew();
    spins(a), marks(a, 15), marks(b, 1), marks(c, 2), marks(d, 3);
    settle();
    say("green spins, kernel behind", hipSuccess);
    gave("same ctx %u other green %u primary %u", words[1], words[2], words[3]);
    anew();
    spins(d), marks(d, 15), marks(a, 1), marks(c, 2), marks(e, 3);
    settle();
    say("primary spins, kernel behind", hipSuccess);
    gave("green %u other green %u primary's %u", words[1], words[2], words[3]);
    anew();
}

/* A green context of a group of SMs with work queues; none by rules that know no work queues. */
static hipExecutionCtx_t queued(unsigned group, hipDevWorkqueueConfigScope scope)
{
    hipDevResource all = whole(), groups[8], rest, resources[2];
    hipDevResourceDesc_t desc = NULL;
    hipExecutionCtx_t made = NULL;
    unsigned count = 8;
    memset(&resources[1], 0, sizeof resources[1]);
    hipDevSmResourceSplitByCount(groups, &count, &all, &rest, 0, 16);
    resources[0] = groups[group];
    hipDeviceGetDevResource(0, &resources[1], hipDevResourceTypeWorkqueueConfig);
    resources[1].wqConfig.sharingScope = scope;
    resources[1].wqConfig.wqConcurrencyLimit = 2;
    hipDevResourceGenerateDesc(&desc, resources, 2);
    hipGreenCtxCreate(&made, desc, 0, 0);
    return made;
}

/* Balanced work queues are no other context's: what is stalled in one holds nothing back in another. */
void ask_balanced(void)
{
    hipDevResource config;
    hipExecutionCtx_t first = queued(0, hipDevWorkqueueConfigScopeGreenCtxBalanced);
    hipExecutionCtx_t second = queued(1, hipDevWorkqueueConfigScopeGreenCtxBalanced);
    hipExecutionCtx_t shared = queued(2, hipDevWorkqueueConfigScopeDeviceCtx);
    hipStream_t p = plain(hipStreamNonBlocking), a, b, c, d;
    say("device's config", hipDeviceGetDevResource(0, &config, hipDevResourceTypeWorkqueueConfig));
    gave("limit %u", config.type == hipDevResourceTypeWorkqueueConfig ? config.wqConfig.wqConcurrencyLimit : 0);
    say("balanced", first && second && shared ? hipSuccess : hipErrorInvalidValue);
    if (!first || !second || !shared)
        return;
    a = stream_of(first), b = stream_of(first), c = stream_of(second), d = stream_of(shared);
    anew();
    spins(p), marks(p, 15), marks(a, 1), marks(c, 2), marks(d, 3);
    settle();
    say("primary spins, kernel behind", hipSuccess);
    gave("balanced %u other balanced %u shared %u", words[1], words[2], words[3]);
    anew();
    spins(a), marks(a, 15), marks(b, 1), marks(c, 2), marks(d, 3), marks(p, 4);
    settle();
    say("balanced spins, kernel behind", hipSuccess);
    gave("its other stream %u other balanced %u shared %u primary %u", words[1], words[2], words[3], words[4]);
    anew();
}

/* Default streams. */
void ask_streams(void)
{
    hipExecutionCtx_t first = green_of(0), second = green_of(1);
    hipStream_t a = stream_of(first), c = stream_of(second), blocking = plain(0), free_one = plain(hipStreamNonBlocking);
    hipCtx_t own = context_of(first), other = context_of(second);
    anew();
    spins(NULL), marks(blocking, 1), marks(free_one, 2), marks(hipStreamPerThread, 3);
    settle();
    say("legacy spins", hipSuccess);
    gave("blocking %u nonblocking %u per-thread %u", words[1], words[2], words[3]);
    anew();
    spins(blocking), marks(NULL, 1), marks(free_one, 2), marks(hipStreamPerThread, 3);
    settle();
    say("blocking spins", hipSuccess);
    gave("legacy %u nonblocking %u per-thread(after legacy) %u", words[1], words[2], words[3]);
    anew();
    spins(hipStreamPerThread), marks(NULL, 1);
    settle();
    say("per-thread spins", hipSuccess);
    gave("legacy %u", words[1]);
    anew();
    spins(free_one), marks(NULL, 1);
    settle();
    say("nonblocking spins", hipSuccess);
    gave("legacy %u", words[1]);
    anew();
    hipCtxSetCurrent(own);
    spins(NULL);
    hipCtxSetCurrent(primary);
    marks(NULL, 1), marks(blocking, 2), marks(a, 3), marks(c, 4);
    hipCtxSetCurrent(other);
    marks(NULL, 5);
    hipCtxSetCurrent(primary);
    settle();
    say("green null spins", hipSuccess);
    gave("primary null %u primary blocking %u own stream %u other's stream %u other's null %u", words[1], words[2],
         words[3], words[4], words[5]);
    anew();
    spins(NULL);
    hipCtxSetCurrent(own);
    marks(NULL, 1);
    hipCtxSetCurrent(primary);
    marks(a, 2);
    settle();
    say("primary null spins", hipSuccess);
    gave("green null %u green stream %u", words[1], words[2]);
    anew();
    spins(a);
    hipCtxSetCurrent(own);
    marks(NULL, 1);
    say("launch in the green per-thread stream", launch(mark, hipStreamPerThread, 2));
    hipCtxSetCurrent(primary);
    settle();
    say("green stream spins", hipSuccess);
    gave("green null %u", words[1]);
    anew();
}

/* Events of all work of a green context. */
void ask_events(void)
{
    hipExecutionCtx_t first = green_of(0), second = green_of(1);
    hipStream_t a = stream_of(first), b = stream_of(first), c = stream_of(second), p = plain(hipStreamNonBlocking), late;
    hipCtx_t own = context_of(first);
    hipEvent_t event, other;
    hipEventCreateWithFlags(&event, hipEventDisableTiming);
    hipEventCreateWithFlags(&other, hipEventDisableTiming);
    anew();
    spins(a);
    say("record", hipExecutionCtxRecordEvent(first, event));
    say("query", hipEventQuery(event));
    marks(b, 1);
    settle();
    gave("later work of another stream runs %u", words[1]);
    say("other green's record", hipExecutionCtxRecordEvent(second, other));
    settle();
    say("query", hipEventQuery(other));
    anew();
    say("after", hipEventQuery(event));
    hipCtxSetCurrent(own);
    spins(NULL);
    hipCtxSetCurrent(primary);
    say("null spins: record", hipExecutionCtxRecordEvent(first, event));
    say("query", hipEventQuery(event));
    anew();
    spins(p);
    hipEventRecord(event, p);
    say("wait", hipExecutionCtxWaitEvent(first, event));
    marks(a, 1);
    hipCtxSetCurrent(own);
    marks(NULL, 2);
    late = plain(hipStreamNonBlocking);
    marks(late, 3);
    hipCtxSetCurrent(primary);
    marks(c, 4);
    settle();
    gave("stream %u null %u stream made after %u other green %u", words[1], words[2], words[3], words[4]);
    anew();
    say("synchronize", hipExecutionCtxSynchronize(first));
}

/* Events and contexts while streams capture. */
void ask_captures(void)
{
    hipExecutionCtx_t first = green_of(0), second = green_of(1);
    hipStream_t a = stream_of(first), c = stream_of(second);
    hipStreamCaptureStatus status;
    hipEvent_t event, other;
    hipGraph_t graph = NULL;
    hipEventCreateWithFlags(&event, hipEventDisableTiming);
    hipEventCreateWithFlags(&other, hipEventDisableTiming);
    hipEventRecord(event, a);
    hipStreamSynchronize(a);
    hipStreamBeginCapture(a, hipStreamCaptureModeRelaxed);
    say("wait while capturing", hipExecutionCtxWaitEvent(first, event));
    hipStreamIsCapturing(a, &status);
    gave("status %d", status);
    say("end", hipStreamEndCapture(a, &graph));
    hipStreamBeginCapture(c, hipStreamCaptureModeRelaxed);
    hipEventRecord(other, c);
    say("wait for a captured event", hipExecutionCtxWaitEvent(first, other));
    hipStreamIsCapturing(c, &status);
    gave("status %d", status);
    say("end", hipStreamEndCapture(c, &graph));
    hipStreamBeginCapture(c, hipStreamCaptureModeRelaxed);
    say("record on another green while capturing", hipExecutionCtxRecordEvent(first, event));
    hipStreamIsCapturing(c, &status);
    gave("status %d", status);
    say("end", hipStreamEndCapture(c, &graph));
    hipStreamBeginCapture(a, hipStreamCaptureModeGlobal);
    say("record while capturing global", hipExecutionCtxRecordEvent(first, event));
    hipStreamIsCapturing(a, &status);
    gave("status %d", status);
    say("end", hipStreamEndCapture(a, &graph));
    hipStreamBeginCapture(c, hipStreamCaptureModeRelaxed);
    say("destroy while capturing", hipExtGreenCtxDestroy(second));
    say("end", hipStreamEndCapture(c, &graph));
}

/* What ends with what. */
void ask_lives(void)
{
    hipExecutionCtx_t first = green_of(0), second = green_of(1), of;
    hipStream_t stream = stream_of(second);
    hipCtx_t other = context_of(second), own = context_of(first), context = NULL;
    hipEvent_t event;
    unsigned flags;
    int active, device;
    hipDevResource sms;
    hipEventCreateWithFlags(&event, hipEventDisableTiming);
    say("destroy", hipExtGreenCtxDestroy(second));
    say("query its stream", hipStreamQuery(stream));
    say("synchronize it", hipStreamSynchronize(stream));
    say("launch in it", hipModuleLaunchKernel(nothing, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL));
    say("its green context", hipExtStreamGetGreenCtx(stream, &of));
    say("its device", hipStreamGetDevice(stream, &device));
    say("record in it", hipEventRecord(event, stream));
    say("destroy it", hipStreamDestroy(stream));
    say("set the dead context current", hipCtxSetCurrent(other));
    hipCtxSetCurrent(own);
    say("destroy the current one", hipExtGreenCtxDestroy(first));
    say("current one", hipCtxGetCurrent(&context));
    gave("same %d", context == own);
    say("synchronize it", hipCtxSynchronize());
    hipCtxSetCurrent(primary);
    say("again", hipExtGreenCtxDestroy(first));
    first = green_of(0);
    say("release the primary", hipDevicePrimaryCtxRelease(0));
    hipDevicePrimaryCtxGetState(0, &flags, &active);
    gave("active %d", active);
    stream = stream_of(first);
    say("reset the primary", hipDevicePrimaryCtxReset(0));
    say("stream of a green one", hipStreamQuery(stream));
    say("its SMs", hipExecutionCtxGetDevResource(first, &sms, hipDevResourceTypeSm));
    say("destroy it", hipExtGreenCtxDestroy(first));
}

/* How many SMs blocks of a stream run on, and how many of them those did that were shown before. */
static void show(const char *what, hipStream_t stream)
{
    static unsigned sms[400];
    static char before[132];
    char now[132] = { 0 };
    void *there = NULL, *arguments[1];
    unsigned n, count = 0, again = 0;
    hipMalloc(&there, sizeof sms);
    arguments[0] = &there;
    hipModuleLaunchKernel(where, 400, 1, 1, 1, 1, 1, 0, stream, arguments, NULL);
    say(what, hipStreamSynchronize(stream));
    hipMemcpyDtoH(sms, there, sizeof sms);
    hipFree(there);
    for (n = 0; n < 400; n++)
        now[sms[n] % 132] = 1;
    for (n = 0; n < 132; n++) {
        count += now[n];
        again += now[n] && before[n];
        before[n] = now[n];
    }
    gave("%u SMs, %u as before", count, again);
}

static hipError_t together(hipStream_t stream, unsigned blocks)
{
    return hipModuleLaunchCooperativeKernel(nothing, blocks, 1, 1, 1024, 1, 1, 0, stream, NULL);
}

/* Partitions: a context of the remainder, only to split it; children that outlive their parent; cooperative launches. */
void ask_places(void)
{
    hipDevResource all = whole(), group, rest, own, halves[2], left;
    hipExecutionCtx_t parent, child[2], twice, small = green_of(0);
    hipStream_t stream = stream_of(small), of_primary = plain(hipStreamNonBlocking);
    unsigned count = 1;
    hipDevSmResourceSplitByCount(&group, &count, &all, &rest, 0, 16);
    parent = green_with(rest);
    say("resource of a context of the remainder", hipExecutionCtxGetDevResource(parent, &own, hipDevResourceTypeSm));
    gave("%u", own.sm.smCount);
    count = 2;
    say("split of it", hipDevSmResourceSplitByCount(halves, &count, &own, &left, 0, 32));
    gave("%u x %u + %u", count, halves[0].sm.smCount, left.sm.smCount);
    child[0] = green_with(halves[0]);
    child[1] = green_with(halves[1]);
    say("destroy parent", hipExtGreenCtxDestroy(parent));
    show("child 2", stream_of(child[1]));
    show("child 1", stream_of(child[0]));
    hipCtxSetCurrent(context_of(child[0]));
    show("child 1 null", NULL);
    show("child 1 per-thread", hipStreamPerThread);
    hipCtxSetCurrent(primary);
    twice = green_with(halves[0]);
    show("a second context of the same SMs", stream_of(twice));
    say("cooperative 32 on 16 SMs", together(stream, 32));
    say("cooperative 33 on 16 SMs", together(stream, 33));
    say("cooperative 264 on the primary", together(of_primary, 264));
    say("cooperative 265 on the primary", together(of_primary, 265));
    say("all", hipExecutionCtxSynchronize((hipExecutionCtx_t)primary));
}
