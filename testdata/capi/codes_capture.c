/* Sections of codes.c: capture of streams. */
#include "codes.h"

#include <string.h>

static void host_function(void *data)
{
    *(int *)data += 1;
}

static void stream_callback(hipStream_t stream, hipError_t status, void *data)
{
    (void)stream;
    (void)status;
    *(int *)data += 1;
}

static hipStreamCaptureStatus status(hipStream_t stream)
{
    hipStreamCaptureStatus now = (hipStreamCaptureStatus)9;
    hipStreamIsCapturing(stream, &now);
    return now;
}

static size_t count_nodes(hipGraph_t graph)
{
    size_t count = 0;
    hipGraphGetNodes(graph, NULL, &count);
    return count;
}

static size_t count_edges(hipGraph_t graph)
{
    size_t count = 0;
    hipGraphGetEdges(graph, NULL, NULL, &count);
    return count;
}

void captures(void)
{
    hipStream_t stream = NULL, other = NULL;
    hipEvent_t fork = NULL, join = NULL;
    hipGraph_t graph = NULL, seen = NULL;
    hipGraphExec_t exec = NULL;
    const hipGraphNode_t *last = NULL;
    hipGraphNode_t nodes[8], set[2];
    hipStreamCaptureStatus now = (hipStreamCaptureStatus)9;
    unsigned *place = NULL, n = 4, value = 2, back[4] = { 9, 9, 9, 9 };
    void *params[] = { &place, &n, &value };
    unsigned long long id = 0, again = 0;
    size_t count = 0;
    int calls = 0;
    hipMalloc((void **)&place, 64);
    hipStreamCreate(&stream);
    hipStreamCreateWithFlags(&other, hipStreamNonBlocking);
    hipEventCreateWithFlags(&fork, hipEventDisableTiming);
    hipEventCreate(&join);
    say("is capturing", hipStreamIsCapturing(stream, &now));
    tell("no", now);
    say("is capturing, null place", hipStreamIsCapturing(stream, NULL));
    say("is capturing, the legacy stream", hipStreamIsCapturing(NULL, &now));
    say("info", hipStreamGetCaptureInfo_v2(stream, &now, NULL, NULL, NULL, NULL));
    say("info, null status", hipStreamGetCaptureInfo_v2(stream, NULL, &id, NULL, NULL, NULL));
    say("begin, the legacy stream", hipStreamBeginCapture(NULL, hipStreamCaptureModeGlobal));
    say("begin, mode 9", hipStreamBeginCapture(stream, (hipStreamCaptureMode)9));
    say("end, not begun", hipStreamEndCapture(stream, &graph));
    say("update, not begun", hipStreamUpdateCaptureDependencies(stream, NULL, 0, hipStreamAddCaptureDependencies));
    say("begin", hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    say("begin again", hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    tell("active", status(stream));
    say("fill", hipMemsetAsync(place, 0, 64, stream));
    say("info while", hipStreamGetCaptureInfo_v2(stream, &now, &id, &seen, &last, &count));
    tell("active too", now);
    tell("an id", id != 0);
    tell("a graph", seen != NULL);
    tell("one node last", (long long)count);
    say("record", hipEventRecord(fork, stream));
    say("wait in the other", hipStreamWaitEvent(other, fork, 0));
    tell("the other is active", status(other));
    hipStreamGetCaptureInfo_v2(other, &now, &again, NULL, NULL, NULL);
    tell("the same id", id == again);
    say("launch in the other", launch_in(kernel("add"), other, params));
    say("host function", hipLaunchHostFunc(stream, host_function, &calls));
    say("copy of nothing", hipMemcpyAsync(back, place, 0, hipMemcpyDeviceToHost, stream));
    say("record the other", hipEventRecord(join, other));
    say("wait for it", hipStreamWaitEvent(stream, join, 0));
    say("copy out", hipMemcpyAsync(back, place, 16, hipMemcpyDeviceToHost, stream));
    hipStreamGetCaptureInfo_v2(stream, &now, NULL, NULL, &last, &count);
    tell("one last node", (long long)count);
    set[0] = last[0];
    say("update, flags 7", hipStreamUpdateCaptureDependencies(stream, set, 1, 7));
    say("update, one of no list", hipStreamUpdateCaptureDependencies(stream, NULL, 1, hipStreamSetCaptureDependencies));
    say("update, set", hipStreamUpdateCaptureDependencies(stream, set, 1, hipStreamSetCaptureDependencies));
    say("update, add", hipStreamUpdateCaptureDependencies(stream, set, 1, hipStreamAddCaptureDependencies));
    say("end, null place", hipStreamEndCapture(stream, NULL));
    say("end", hipStreamEndCapture(stream, &graph));
    tell("ended", status(stream));
    tell("the other ended", status(other));
    tell("nodes", (long long)count_nodes(graph));
    tell("edges", (long long)count_edges(graph));
    count = 8;
    hipGraphGetNodes(graph, nodes, &count);
    tell("nothing ran", back[0]);
    say("query its event", hipEventQuery(join));
    say("synchronize its event", hipEventSynchronize(join));
    say("wait for its event", hipStreamWaitEvent(other, join, 0));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, graph, 0));
    say("launch", hipGraphLaunch(exec, stream));
    say("synchronize", hipStreamSynchronize(stream));
    tell("filled and added", back[3]);
    tell("calls", calls);
    hipGraphExecDestroy(exec);
    hipGraphDestroy(graph);
}

void capture_errors(void)
{
    hipStream_t stream = NULL, other = NULL, third = NULL;
    hipEvent_t event = NULL, plain = NULL, fresh = NULL;
    hipGraph_t graph = NULL;
    unsigned *place = NULL, back = 0;
    hipMalloc((void **)&place, 64);
    hipStreamCreate(&stream);
    hipStreamCreate(&other);
    hipStreamCreateWithFlags(&third, hipStreamNonBlocking);
    hipEventCreate(&event);
    hipEventCreate(&plain);
    hipEventCreate(&fresh);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("query a capturing stream", hipStreamQuery(stream));
    tell("query invalidates", status(stream));
    say("use it then", hipMemsetAsync(place, 0, 64, stream));
    say("end it then", hipStreamEndCapture(stream, &graph));
    tell("no graph", graph == NULL);
    tell("it is free again", status(stream));
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("synchronize a capturing stream", hipStreamSynchronize(stream));
    tell("synchronize invalidates", status(stream));
    hipStreamEndCapture(stream, &graph);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    hipEventRecord(event, stream);
    say("query a captured event", hipEventQuery(event));
    tell("after query of event", status(stream));
    hipStreamEndCapture(stream, &graph);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    hipEventRecord(event, stream);
    say("synchronize a captured event", hipEventSynchronize(event));
    tell("after synchronize of event", status(stream));
    hipStreamEndCapture(stream, &graph);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("synchronize the device", hipDeviceSynchronize());
    tell("after device synchronize", status(stream));
    hipStreamEndCapture(stream, &graph);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("use the legacy stream", hipMemsetAsync(place, 0, 64, NULL));
    tell("after the legacy stream", status(stream));
    hipStreamEndCapture(stream, &graph);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("copy and wait", hipMemcpy(&back, place, 4, hipMemcpyDeviceToHost));
    tell("after copy and wait", status(stream));
    hipStreamEndCapture(stream, &graph);
    hipStreamBeginCapture(third, hipStreamCaptureModeRelaxed);
    say("legacy stream beside a non-blocking capture", hipMemsetAsync(place, 0, 64, NULL));
    tell("after it", status(third));
    hipStreamEndCapture(third, &graph);
    hipEventRecord(plain, other);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("wait for an event of no capture", hipStreamWaitEvent(stream, plain, 0));
    tell("after isolation", status(stream));
    say("end after isolation", hipStreamEndCapture(stream, &graph));
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    hipEventRecord(event, stream);
    hipStreamWaitEvent(other, event, 0);
    hipMemsetAsync(place, 0, 64, other);
    say("end with work unjoined", hipStreamEndCapture(stream, &graph));
    tell("no graph of it", graph == NULL);
    tell("the other too", status(other));
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    hipEventRecord(event, stream);
    hipStreamWaitEvent(other, event, 0);
    say("end in the other stream", hipStreamEndCapture(other, &graph));
    tell("after that end", status(stream));
    say("end in the first then", hipStreamEndCapture(stream, &graph));
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("wait for an event never recorded", hipStreamWaitEvent(stream, fresh, 0));
    tell("after a wait for nothing", status(stream));
    hipStreamEndCapture(stream, &graph);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    hipMemsetAsync(place, 0, 64, stream);
    hipEventRecord(event, stream);
    hipStreamWaitEvent(other, event, 0);
    say("end with a stream forked and unused", hipStreamEndCapture(stream, &graph));
    tell("the fork", status(other));
    hipStreamEndCapture(other, &graph);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    hipStreamBeginCapture(other, hipStreamCaptureModeRelaxed);
    hipMemsetAsync(place, 0, 64, stream);
    hipEventRecord(event, stream);
    say("merge two captures", hipStreamWaitEvent(other, event, 0));
    tell("first after merge", status(stream));
    tell("second after merge", status(other));
    say("end the first", hipStreamEndCapture(stream, &graph));
    say("end the second", hipStreamEndCapture(other, &graph));
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("a callback", hipStreamAddCallback(stream, stream_callback, &back, 0));
    tell("after a callback", status(stream));
    hipStreamEndCapture(stream, &graph);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("destroy a capturing stream", hipStreamDestroy(stream));
    hipStreamCreate(&stream);
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    hipEventRecord(event, stream);
    say("elapsed of a captured event", hipEventElapsedTime((float *)&back, event, plain));
    tell("after elapsed", status(stream));
    say("record a captured event elsewhere", hipEventRecord(event, third));
    tell("after record", status(stream));
    say("end at last", hipStreamEndCapture(stream, &graph));
    hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed);
    say("fill that is wrong", hipMemsetAsync(NULL, 0, 64, stream));
    tell("after it too", status(stream));
    say("copy that is wrong", hipMemcpyAsync(NULL, place, 4, hipMemcpyDeviceToHost, stream));
    tell("after that", status(stream));
    say("end after what was wrong", hipStreamEndCapture(stream, &graph));
}

/* What a mode forbids, each in a capture of its own. */
static void forbidden(hipStreamCaptureMode mode, const char *names[12], const char *after[12])
{
    hipStream_t stream = NULL, other = NULL, made = NULL;
    hipEvent_t event = NULL;
    hipGraph_t graph = NULL;
    void *place = NULL, *fresh = NULL, *host = NULL;
    unsigned back = 0;
    int n;
    hipStreamCreateWithFlags(&stream, hipStreamNonBlocking);
    hipStreamCreateWithFlags(&other, hipStreamNonBlocking);
    hipEventCreate(&event);
    hipEventRecord(event, other);
    hipMalloc(&place, 64);
    for (n = 0; n < 12; n++) {
        hipError_t code = hipSuccess;
        hipStreamBeginCapture(stream, mode);
        switch (n) {
        case 0: code = hipMalloc(&fresh, 64); break;
        case 1: code = hipMemset(place, 0, 64); break;
        case 2: code = hipMemcpy(&back, place, 4, hipMemcpyDeviceToHost); break;
        case 3: code = hipHostAlloc(&host, 64, 0); break;
        case 4: code = hipEventQuery(event); break;
        case 5: code = hipStreamQuery(other); break;
        case 6: code = hipStreamSynchronize(other); break;
        case 7: code = hipEventSynchronize(event); break;
        case 8: code = hipStreamCreate(&made); break;
        case 9: code = hipMemsetAsync(place, 0, 64, other); break;
        case 10: code = hipFree(fresh); break;
        default: code = hipDeviceSynchronize(); break;
        }
        say(names[n], code);
        tell(after[n], status(stream));
        hipStreamEndCapture(stream, &graph);
    }
}

#define NAMES(mode)                                                                                                    \
    static const char *names[] = { mode ": malloc", mode ": memset", mode ": memcpy", mode ": host malloc",            \
                                   mode ": event query", mode ": stream query", mode ": stream synchronize",           \
                                   mode ": event synchronize", mode ": stream create", mode ": memset async",          \
                                   mode ": free", mode ": device synchronize" };                                       \
    static const char *after[] = { mode ": after malloc", mode ": after memset", mode ": after memcpy",                \
                                   mode ": after host malloc", mode ": after event query", mode ": after stream query", \
                                   mode ": after stream synchronize", mode ": after event synchronize",                \
                                   mode ": after stream create", mode ": after memset async", mode ": after free",     \
                                   mode ": after device synchronize" }

static void forbidden_globally(void)
{
    NAMES("global");
    forbidden(hipStreamCaptureModeGlobal, names, after);
}

static void forbidden_in_a_thread(void)
{
    NAMES("thread");
    forbidden(hipStreamCaptureModeThreadLocal, names, after);
}

static void allowed(void)
{
    NAMES("relaxed");
    forbidden(hipStreamCaptureModeRelaxed, names, after);
}

void capture_modes(void)
{
    hipStreamCaptureMode mode = hipStreamCaptureModeRelaxed;
    hipStream_t stream = NULL;
    hipGraph_t graph = NULL;
    void *fresh = NULL;
    forbidden_globally();
    forbidden_in_a_thread();
    allowed();
    hipStreamCreateWithFlags(&stream, hipStreamNonBlocking);
    say("exchange", hipThreadExchangeStreamCaptureMode(&mode));
    tell("global before", mode);
    hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
    say("malloc in a relaxed thread", hipMalloc(&fresh, 64));
    tell("still active", status(stream));
    say("exchange while", hipThreadExchangeStreamCaptureMode(&mode));
    tell("relaxed before", mode);
    hipStreamEndCapture(stream, &graph);
    say("exchange null", hipThreadExchangeStreamCaptureMode(NULL));
    mode = (hipStreamCaptureMode)9;
    say("exchange 9", hipThreadExchangeStreamCaptureMode(&mode));
}

void capture_to_graph(void)
{
    hipStream_t stream = NULL;
    hipGraph_t graph = NULL, got = NULL, foreign = NULL;
    hipGraphNode_t first = NULL, strange = NULL;
    hipEvent_t event = NULL, outside = NULL;
    hipGraphExec_t exec = NULL;
    void *place = NULL;
    hipMalloc(&place, 64);
    hipEventCreate(&outside);
    hipStreamCreateWithFlags(&stream, hipStreamNonBlocking);
    hipEventCreate(&event);
    hipGraphCreate(&graph, 0);
    hipGraphCreate(&foreign, 0);
    hipGraphAddEmptyNode(&first, graph, NULL, 0);
    hipGraphAddEmptyNode(&strange, foreign, NULL, 0);
    say("begin, null graph", hipStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, hipStreamCaptureModeRelaxed));
    say("begin, one of no list", hipStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 1, hipStreamCaptureModeRelaxed));
    say("begin, another graph's node", hipStreamBeginCaptureToGraph(stream, graph, &strange, NULL, 1, hipStreamCaptureModeRelaxed));
    say("begin, legacy stream", hipStreamBeginCaptureToGraph(NULL, graph, &first, NULL, 1, hipStreamCaptureModeRelaxed));
    say("begin", hipStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, hipStreamCaptureModeRelaxed));
    say("fill", hipMemsetAsync(place, 0, 64, stream));
    say("record", hipEventRecord(event, stream));
    say("end", hipStreamEndCapture(stream, &got));
    tell("the same graph", got == graph);
    tell("two nodes", (long long)count_nodes(graph));
    tell("one edge", (long long)count_edges(graph));
    say("external record", hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    say("record with flag external", hipEventRecordWithFlags(event, stream, hipEventRecordExternal));
    say("wait with flag external", hipStreamWaitEvent(stream, outside, hipEventWaitExternal));
    say("end with external events", hipStreamEndCapture(stream, &got));
    tell("a record and a wait", (long long)count_nodes(got));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, got, 0));
    say("begin for a launch", hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    say("launch in a capture", hipGraphLaunch(exec, stream));
    say("upload in a capture", hipGraphUpload(exec, stream));
    tell("after the upload", status(stream));
    say("end with a launch", hipStreamEndCapture(stream, &got));
    tell("child graphs", (long long)count_nodes(got));
    say("begin with the thread's stream", hipStreamBeginCapture(hipStreamPerThread, hipStreamCaptureModeRelaxed));
    say("legacy stream meanwhile", hipStreamIsCapturing(NULL, (hipStreamCaptureStatus *)&place));
    say("legacy stream's info meanwhile", hipStreamGetCaptureInfo_v2(NULL, (hipStreamCaptureStatus *)&place, NULL, NULL, NULL, NULL));
    tell("the thread's stream captures", status(hipStreamPerThread));
    say("end with the thread's stream", hipStreamEndCapture(hipStreamPerThread, &got));
}
