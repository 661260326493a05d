/* What queries and waits of default streams see: a part of gone.c. */
#define _GNU_SOURCE
#include "gone.h"

#include <unistd.h>

static hipStream_t made(unsigned flags)
{
    hipStream_t stream = NULL;
    hipStreamCreateWithFlags(&stream, flags);
    return stream;
}

static hipEvent_t recorded(hipStream_t stream)
{
    hipEvent_t event = NULL;
    hipEventCreate(&event);
    hipEventRecord(event, stream);
    return event;
}

/* Whether an event is reached soon: a query right after its record may be too early. */
static hipError_t soon(hipEvent_t event)
{
    int tries;
    for (tries = 0; tries < 50 && hipEventQuery(event) == hipErrorNotReady; tries++)
        usleep(1000);
    return hipEventQuery(event);
}

/* Asks all streams while one is held. */
static void ask(hipStream_t busy)
{
    hipStream_t blocking = made(hipStreamDefault), other = made(hipStreamNonBlocking);
    hipStreamQuery(hipStreamPerThread);
    hold(busy);
    say("query of the legacy stream", hipStreamQuery(NULL));
    say("query of the legacy stream by its name", hipStreamQuery(hipStreamLegacy));
    say("query of the thread's stream", hipStreamQuery(hipStreamPerThread));
    say("query of a blocking stream", hipStreamQuery(blocking));
    say("query of a non-blocking stream", hipStreamQuery(other));
    say("query after an event in a non-blocking stream", soon(recorded(other)));
    say("query after an event in a blocking stream", soon(recorded(blocking)));
    say("query after an event in the thread's stream", soon(recorded(hipStreamPerThread)));
    say("query of the blocking stream after that", hipStreamQuery(blocking));
    say("query after an event in the legacy stream", soon(recorded(NULL)));
    say("query of the legacy stream after that", hipStreamQuery(NULL));
    release();
    say("synchronize", hipDeviceSynchronize());
    say("query of the legacy stream at the end", hipStreamQuery(NULL));
}

static void blocking_busy(void) { ask(made(hipStreamDefault)); }
static void non_blocking_busy(void) { ask(made(hipStreamNonBlocking)); }
static void legacy_busy(void) { ask(NULL); }
static void thread_busy(void) { ask(hipStreamPerThread); }

/* Waits for one stream while another is held: whether the wait ended after it. */
static void wait_in(hipStream_t busy, hipStream_t stream)
{
    hipStreamQuery(hipStreamPerThread);
    hold(busy);
    release_later();
    say("synchronize", hipStreamSynchronize(stream));
    tell("waited", is_released());
    hipDeviceSynchronize();
}

static void legacy_for_blocking(void) { wait_in(made(hipStreamDefault), NULL); }
static void legacy_for_non_blocking(void) { wait_in(made(hipStreamNonBlocking), NULL); }
static void legacy_for_thread(void) { wait_in(hipStreamPerThread, NULL); }
static void blocking_for_legacy(void) { wait_in(NULL, made(hipStreamDefault)); }
static void thread_for_legacy(void) { wait_in(NULL, hipStreamPerThread); }
static void thread_for_blocking(void) { wait_in(made(hipStreamDefault), hipStreamPerThread); }

static void destroyed_busy(void)
{
    hipStream_t stream = made(hipStreamDefault);
    hold(stream);
    say("destroy", hipStreamDestroy(stream));
    say("query of the legacy stream", hipStreamQuery(NULL));
    release_later();
    say("synchronize", hipStreamSynchronize(NULL));
    tell("waited", is_released());
    hipDeviceSynchronize();
}

/* A copy by way of the legacy stream waits, too. */
static void copy_for_blocking(void)
{
    int *device = NULL, host = 0;
    hipMalloc((void **)&device, 4);
    hold(made(hipStreamDefault));
    release_later();
    say("copy", hipMemcpy(&host, device, 4, hipMemcpyDeviceToHost));
    tell("waited", is_released());
}

const Scenario STREAMS[] = {
    { "busy blocking stream", blocking_busy },
    { "busy non-blocking stream", non_blocking_busy },
    { "busy legacy stream", legacy_busy },
    { "busy thread's stream", thread_busy },
    { "legacy waits for a blocking stream", legacy_for_blocking },
    { "legacy waits for a non-blocking stream", legacy_for_non_blocking },
    { "legacy waits for the thread's stream", legacy_for_thread },
    { "blocking stream waits for legacy", blocking_for_legacy },
    { "thread's stream waits for legacy", thread_for_legacy },
    { "thread's stream waits for a blocking stream", thread_for_blocking },
    { "legacy waits for a destroyed stream", destroyed_busy },
    { "copy waits for a blocking stream", copy_for_blocking },
    { NULL, NULL },
};
