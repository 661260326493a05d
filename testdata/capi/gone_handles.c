/* Streams and events that were destroyed or are null: a part of gone.c. Each call may crash CUDA's runtime, so each is a scenario. */
#include "gone.h"

#include <string.h>

static hipStream_t dead_stream(void)
{
    hipStream_t stream = NULL;
    hipStreamCreate(&stream);
    hipStreamDestroy(stream);
    return stream;
}

static hipEvent_t event(void)
{
    hipEvent_t made = NULL;
    hipEventCreate(&made);
    hipEventRecord(made, NULL);
    hipEventSynchronize(made);
    return made;
}

static hipEvent_t dead_event(void)
{
    hipEvent_t made = event();
    hipEventDestroy(made);
    return made;
}

static void *memory(void)
{
    void *made = NULL;
    hipMalloc(&made, 64);
    return made;
}

static void nothing(void *unused) { (void)unused; }
static void called(hipStream_t stream, hipError_t code, void *unused) { (void)stream, (void)code, (void)unused; }

static unsigned flags;
static int number;
static float milliseconds;
static void *place;
static unsigned long long id;
static hipStreamCaptureStatus status;

#define STREAM(name, call) \
    static void name(void) { hipStream_t s = dead_stream(); say("answer", call); say("synchronize", hipDeviceSynchronize()); }
STREAM(stream_query, hipStreamQuery(s))
STREAM(stream_synchronize, hipStreamSynchronize(s))
STREAM(stream_destroy, hipStreamDestroy(s))
STREAM(stream_flags, hipStreamGetFlags(s, &flags))
STREAM(stream_priority, hipStreamGetPriority(s, &number))
STREAM(stream_id, hipStreamGetId(s, &id))
STREAM(stream_wait, hipStreamWaitEvent(s, event(), 0))
STREAM(stream_record, hipEventRecord(event(), s))
STREAM(stream_host, hipLaunchHostFunc(s, nothing, NULL))
STREAM(stream_callback, hipStreamAddCallback(s, called, NULL, 0))
STREAM(stream_fill, hipMemsetAsync(memory(), 0, 64, s))
STREAM(stream_copy, hipMemcpyAsync(memory(), memory(), 64, hipMemcpyDeviceToDevice, s))
STREAM(stream_malloc, hipMallocAsync(&place, 64, s))
STREAM(stream_free, hipFreeAsync(memory(), s))
STREAM(stream_capture, hipStreamBeginCapture(s, hipStreamCaptureModeGlobal))
STREAM(stream_capturing, hipStreamIsCapturing(s, &status))

#define EVENT(name, call) \
    static void name(void) { hipEvent_t e = dead_event(); say("answer", call); say("synchronize", hipDeviceSynchronize()); }
EVENT(event_query, hipEventQuery(e))
EVENT(event_synchronize, hipEventSynchronize(e))
EVENT(event_record, hipEventRecord(e, NULL))
EVENT(event_destroy, hipEventDestroy(e))
EVENT(event_wait, hipStreamWaitEvent(NULL, e, 0))
EVENT(event_elapsed_first, hipEventElapsedTime(&milliseconds, e, event()))
EVENT(event_elapsed_second, hipEventElapsedTime(&milliseconds, event(), e))

static void null_events(void)
{
    hipStream_t stream = NULL;
    hipStreamCreate(&stream);
    say("query", hipEventQuery(NULL));
    say("synchronize", hipEventSynchronize(NULL));
    say("record", hipEventRecord(NULL, stream));
    say("wait", hipStreamWaitEvent(stream, NULL, 0));
    say("destroy", hipEventDestroy(NULL));
    say("elapsed", hipEventElapsedTime(&milliseconds, NULL, event()));
    say("elapsed, no place", hipEventElapsedTime(NULL, event(), event()));
}

static void null_streams(void)
{
    say("destroy", hipStreamDestroy(NULL));
    say("flags", hipStreamGetFlags(NULL, &flags));
    tell("flags are", flags);
    say("flags, no place", hipStreamGetFlags(NULL, NULL));
    say("priority", hipStreamGetPriority(NULL, &number));
    say("priority, no place", hipStreamGetPriority(NULL, NULL));
    say("capture", hipStreamBeginCapture(NULL, hipStreamCaptureModeGlobal));
    say("create, no place", hipStreamCreate(NULL));
    say("wait, flags 5", hipStreamWaitEvent(NULL, event(), 5));
    say("destroy the thread's", hipStreamDestroy(hipStreamPerThread));
    say("destroy the legacy by its name", hipStreamDestroy(hipStreamLegacy));
}

static void pool_destroy(void)
{
    hipMemPoolProps props;
    hipMemPool_t pool = NULL;
    memset(&props, 0, sizeof props);
    props.allocType = hipMemAllocationTypePinned, props.location.type = hipMemLocationTypeDevice;
    say("create", hipMemPoolCreate(&pool, &props));
    say("destroy", hipMemPoolDestroy(pool));
    say("destroy again", hipMemPoolDestroy(pool));
}

static void array_free(void)
{
    hipArray_t array = NULL;
    hipChannelFormatDesc desc = { 32, 0, 0, 0, hipChannelFormatKindFloat };
    say("create", hipMallocArray(&array, &desc, 16, 16, 0));
    say("free", hipFreeArray(array));
    say("free again", hipFreeArray(array));
}

static void texture_destroy(void)
{
    hipResourceDesc resource;
    hipTextureDesc how;
    hipTextureObject_t texture = 0;
    memset(&resource, 0, sizeof resource), memset(&how, 0, sizeof how);
    resource.resType = hipResourceTypeLinear;
    resource.res.linear.devPtr = memory(), resource.res.linear.sizeInBytes = 64;
    resource.res.linear.desc.x = 32, resource.res.linear.desc.f = hipChannelFormatKindFloat;
    say("create", hipCreateTextureObject(&texture, &resource, &how, NULL));
    say("destroy", hipDestroyTextureObject(texture));
    say("destroy again", hipDestroyTextureObject(texture));
    say("destroy 0", hipDestroyTextureObject(0));
    say("what it was", hipGetTextureObjectResourceDesc(&resource, texture));
}

const Scenario HANDLES[] = {
    { "destroy of a destroyed pool", pool_destroy },
    { "free of a freed array", array_free },
    { "destroy of a destroyed texture object", texture_destroy },
    { "query of a destroyed stream", stream_query },
    { "synchronize of a destroyed stream", stream_synchronize },
    { "destroy of a destroyed stream", stream_destroy },
    { "flags of a destroyed stream", stream_flags },
    { "priority of a destroyed stream", stream_priority },
    { "id of a destroyed stream", stream_id },
    { "wait in a destroyed stream", stream_wait },
    { "record in a destroyed stream", stream_record },
    { "host function in a destroyed stream", stream_host },
    { "callback in a destroyed stream", stream_callback },
    { "fill in a destroyed stream", stream_fill },
    { "copy in a destroyed stream", stream_copy },
    { "allocation in a destroyed stream", stream_malloc },
    { "free in a destroyed stream", stream_free },
    { "capture of a destroyed stream", stream_capture },
    { "capture status of a destroyed stream", stream_capturing },
    { "query of a destroyed event", event_query },
    { "synchronize of a destroyed event", event_synchronize },
    { "record of a destroyed event", event_record },
    { "destroy of a destroyed event", event_destroy },
    { "wait for a destroyed event", event_wait },
    { "time since a destroyed event", event_elapsed_first },
    { "time until a destroyed event", event_elapsed_second },
    { "null events", null_events },
    { "null streams", null_streams },
    { NULL, NULL },
};
