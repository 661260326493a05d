// What ends with a tenant, and what outlives it; who waits for whom.
#include "tenants.hpp"

#include <chrono>
#include <cstring>
#include <thread>

static std::string number(unsigned long long value)
{
    return std::to_string(value);
}

void ends(void)
{
    part("ends");
    CUdevResource rest;
    std::vector<CUdevResource> groups = groups_of(whole(), 2, 16, &rest);
    CUgreenCtx gone = tenant_of(groups[0]), stays = tenant_of(groups[1]), of = nullptr;
    CUstream orphan = stream_of(gone), idle = stream_of(gone), other = stream_of(stays), plain, made;
    MUST(cuStreamCreate(&plain, CU_STREAM_NON_BLOCKING));
    CUcontext context = context_of(gone), current = nullptr;
    MUST(cuCtxSetCurrent(context));
    CUevent event;
    CUdeviceptr memory;
    CUdevResource own;
    MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    MUST(cuMemAlloc(&memory, 4096));
    MUST(cuCtxSetCurrent(primary));
    anew();
    // Its work ends some time after it was asked to go.
    spins(orphan), marks(orphan, 1);
    MUST(cuEventRecord(event, orphan));
    std::thread helper([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        words[2] = 1;
        words[0] = 1;
    });
    asked("destroyed while it works", cuGreenCtxDestroy(gone));
    told("returned when its work had ended", number(words[2]));
    helper.join();
    settle();
    told("its work went on", number(words[1]));
    anew();
    asked("its event", cuEventQuery(event));
    asked("destroyed again", cuGreenCtxDestroy(gone));
    asked("its resource", cuGreenCtxGetDevResource(gone, &own, CU_DEV_RESOURCE_TYPE_SM));
    asked("a stream of it", cuGreenCtxStreamCreate(&made, gone, CU_STREAM_NON_BLOCKING, 0));
    asked("its context", cuCtxFromGreenCtx(&current, gone));
    asked("an event over it", cuGreenCtxRecordEvent(gone, event));
    asked("its wait for an event", cuGreenCtxWaitEvent(gone, event));
    unsigned long long id = 0;
    asked("its number", cuGreenCtxGetId(gone, &id));
    // Its streams.
    unsigned flags;
    int priority;
    void *arguments[] = {&memory};
    asked("a launch in its stream", cuLaunchKernel(mark, 1, 1, 1, 1, 1, 1, 0, orphan, arguments, nullptr));
    asked("a fill", cuMemsetD32Async(memory, 1, 4, orphan));
    asked("a wait for an event", cuStreamWaitEvent(orphan, event, 0));
    asked("a record", cuEventRecord(event, orphan));
    asked("a query", cuStreamQuery(orphan));
    asked("synchronized", cuStreamSynchronize(orphan));
    asked("its flags", cuStreamGetFlags(orphan, &flags));
    asked("its priority", cuStreamGetPriority(orphan, &priority));
    asked("its tenant", cuStreamGetGreenCtx(orphan, &of));
    asked("a capture", cuStreamBeginCapture(orphan, CU_STREAM_CAPTURE_MODE_RELAXED));
    asked("another stream of it", cuStreamQuery(idle));
    // What it made.
    asked("its event recorded elsewhere", cuEventRecord(event, plain));
    asked("synchronized", cuEventSynchronize(event));
    asked("its event destroyed", cuEventDestroy(event));
    asked("its memory filled", cuMemsetD32(memory, 3, 16));
    asked("its memory freed", cuMemFree(memory));
    asked("a neighbour's stream", cuStreamQuery(other));
    told("a neighbour's SMs", number(Survey(other).places().size()));
    // A context that goes while it is current.
    CUgreenCtx third = tenant_of(groups[0]);
    MUST(cuCtxSetCurrent(context_of(third)));
    asked("destroyed while current", cuGreenCtxDestroy(third));
    CUdevice which;
    asked("device", cuCtxGetDevice(&which));
    asked("memory", cuMemAlloc(&memory, 64));
    asked("a stream", cuStreamCreate(&made, CU_STREAM_NON_BLOCKING));
    asked("an event", cuEventCreate(&event, CU_EVENT_DEFAULT));
    asked("a launch in the null stream", cuLaunchKernel(mark, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    asked("popped", cuCtxPopCurrent(&current));
    MUST(cuCtxSetCurrent(primary));
    // The primary context outlives its tenants, and they it.
    int active = 77;
    MUST(cuDevicePrimaryCtxGetState(device, &flags, &active));
    told("primary context active", number(active));
    MUST(cuStreamDestroy(other));
    asked("the last tenant", cuGreenCtxDestroy(stays));
    asked("numbers of none", cuGreenCtxGetId(nullptr, &id));
    MUST(cuStreamDestroy(plain));
}

void wait_for_each_other(void)
{
    part("waits");
    CUdevResource rest;
    std::vector<CUdevResource> groups = groups_of(whole(), 2, 16, &rest);
    CUgreenCtx one = tenant_of(groups[0]), two = tenant_of(groups[1]);
    CUstream first = stream_of(one), second = stream_of(two), third = stream_of(two), plain;
    MUST(cuStreamCreate(&plain, CU_STREAM_NON_BLOCKING));
    CUevent event;
    MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    anew();
    // All that one tenant has done, before anything that another does from here on.
    spins(first), marks(first, 1);
    MUST(cuGreenCtxRecordEvent(one, event));
    MUST(cuGreenCtxWaitEvent(two, event));
    marks(second, 2), marks(third, 3), marks(plain, 4);
    settle();
    told("held back, held back, free", number(words[2]) + " " + number(words[3]) + " " + number(words[4]));
    asked("not yet", cuEventQuery(event));
    words[0] = 1;
    MUST(cuStreamSynchronize(second));
    MUST(cuStreamSynchronize(third));
    told("then", number(words[1]) + " " + number(words[2]) + " " + number(words[3]));
    asked("reached", cuEventQuery(event));
    anew();
    // A context waits for its own work, and for no other's; the primary context waits for all.
    spins(first);
    MUST(cuCtxSetCurrent(context_of(two)));
    asked("a tenant's synchronize, beside a busy one", cuCtxSynchronize());
    MUST(cuCtxSetCurrent(primary));
    std::thread helper([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        words[2] = 1;
        words[0] = 1;
    });
    asked("the primary's", cuCtxSynchronize());
    told("when all had ended", number(words[2]));
    helper.join();
    anew();
    // A host function may not ask.
    struct Asked {
        CUgreenCtx green;
        CUresult resource, stream;
    } in_function = {one, CUDA_SUCCESS, CUDA_SUCCESS};
    auto ask = [](void *data) {
        Asked *asked = (Asked *)data;
        CUdevResource own;
        CUstream made;
        asked->resource = cuGreenCtxGetDevResource(asked->green, &own, CU_DEV_RESOURCE_TYPE_SM);
        asked->stream = cuGreenCtxStreamCreate(&made, asked->green, CU_STREAM_NON_BLOCKING, 0);
    };
    asked("a host function", cuLaunchHostFunc(first, ask, &in_function));
    MUST(cuStreamSynchronize(first));
    asked("asks for a resource", in_function.resource);
    asked("makes a stream", in_function.stream);
    // A kernel of the primary that fills nothing of a tenant's leaves it alone.
    spins(plain), marks(first, 1);
    MUST(cuStreamSynchronize(first));
    told("beside the primary's work", number(words[1]));
    anew();
    for (CUstream stream : {first, second, third, plain})
        MUST(cuStreamDestroy(stream));
    MUST(cuEventDestroy(event));
    asked("one goes", cuGreenCtxDestroy(one));
    asked("the other goes", cuGreenCtxDestroy(two));
}
