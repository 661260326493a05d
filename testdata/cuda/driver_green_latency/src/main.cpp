// A service answers requests with a small kernel while background work fills the device. First both share all SMs; then
// each has green contexts' SMs of its own. Printed is how long a request takes, and how long the background work.

#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define DRV(call)                                                                                       \
    do {                                                                                                \
        CUresult status_ = (call);                                                                      \
        if (status_ != CUDA_SUCCESS) {                                                                  \
            const char *name_ = nullptr;                                                                \
            cuGetErrorName(status_, &name_);                                                            \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_ ? name_ : "?");    \
            std::exit(EXIT_FAILURE);                                                                    \
        }                                                                                               \
    } while (0)

static const unsigned kRequests = 4;
static const unsigned kThreads = 256;
static const unsigned kBackgroundBlocks = 4000;
static const unsigned kBackgroundTurns = 3000;
static const unsigned kRequestBlocks = 32;
static const unsigned kRequestTurns = 100;
static const unsigned kCriticalSms = 32;

struct Times {
    float request; // the longest, milliseconds
    float background;
};

static void launch(CUfunction spin, unsigned blocks, unsigned turns, CUdeviceptr out, CUstream stream)
{
    void *args[] = {&turns, &out};
    DRV(cuLaunchKernel(spin, blocks, 1, 1, kThreads, 1, 1, 0, stream, args, nullptr));
}

static Times measure(CUfunction spin, CUdeviceptr out, CUstream background, CUstream critical)
{
    CUevent events[2 * kRequests + 2];
    for (CUevent &event : events)
        DRV(cuEventCreate(&event, CU_EVENT_DEFAULT));
    CUevent *first = events + 2 * kRequests;
    DRV(cuEventRecord(first[0], background));
    launch(spin, kBackgroundBlocks, kBackgroundTurns, out, background);
    DRV(cuEventRecord(first[1], background));
    for (unsigned i = 0; i < kRequests; ++i) {
        DRV(cuEventRecord(events[2 * i], critical));
        launch(spin, kRequestBlocks, kRequestTurns, out + kBackgroundBlocks * sizeof(unsigned), critical);
        DRV(cuEventRecord(events[2 * i + 1], critical));
    }
    DRV(cuStreamSynchronize(critical));
    DRV(cuStreamSynchronize(background));
    Times times = {0, 0};
    for (unsigned i = 0; i < kRequests; ++i) {
        float time = 0;
        DRV(cuEventElapsedTime(&time, events[2 * i], events[2 * i + 1]));
        if (time > times.request)
            times.request = time;
    }
    DRV(cuEventElapsedTime(&times.background, first[0], first[1]));
    for (CUevent &event : events)
        DRV(cuEventDestroy(event));
    return times;
}

int main(int argc, char **argv)
{
    // On the software device, times are the simulated device's; a GPU knows nothing of this.
    setenv("HIP_SOFT_CLOCK", "virtual", 0);
    DRV(cuInit(0));
    CUdevice device;
    DRV(cuDeviceGet(&device, 0));
    CUcontext context;
    DRV(cuDevicePrimaryCtxRetain(&context, device));
    DRV(cuCtxSetCurrent(context));
    CUmodule module;
    CUfunction spin;
    DRV(cuModuleLoad(&module, argc > 1 ? argv[1] : "kernels/spin.ptx"));
    DRV(cuModuleGetFunction(&spin, module, "spin"));
    CUdeviceptr out = 0;
    DRV(cuMemAlloc(&out, (kBackgroundBlocks + kRequestBlocks) * sizeof(unsigned)));

    CUstream background, critical;
    DRV(cuStreamCreate(&background, CU_STREAM_NON_BLOCKING));
    DRV(cuStreamCreate(&critical, CU_STREAM_NON_BLOCKING));
    const Times shared = measure(spin, out, background, critical);

    CUdevResource all, group, rest;
    DRV(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM));
    unsigned groups = 1;
    DRV(cuDevSmResourceSplitByCount(&group, &groups, &all, &rest, 0, kCriticalSms));
    CUdevResourceDesc descs[2];
    CUgreenCtx green[2];
    CUstream streams[2];
    DRV(cuDevResourceGenerateDesc(&descs[0], &rest, 1));
    DRV(cuDevResourceGenerateDesc(&descs[1], &group, 1));
    for (int i = 0; i < 2; ++i) {
        DRV(cuGreenCtxCreate(&green[i], descs[i], device, CU_GREEN_CTX_DEFAULT_STREAM));
        DRV(cuGreenCtxStreamCreate(&streams[i], green[i], CU_STREAM_NON_BLOCKING, 0));
    }
    const Times apart = measure(spin, out, streams[0], streams[1]);

    std::printf("all SMs shared:      a request takes %8.1f us, the background work %8.1f us\n",
                1000 * shared.request, 1000 * shared.background);
    std::printf("%3u SMs for requests: a request takes %8.1f us, the background work %8.1f us\n", group.sm.smCount,
                1000 * apart.request, 1000 * apart.background);

    for (int i = 0; i < 2; ++i) {
        DRV(cuStreamDestroy(streams[i]));
        DRV(cuGreenCtxDestroy(green[i]));
    }
    DRV(cuMemFree(out));
    DRV(cuModuleUnload(module));
    DRV(cuDevicePrimaryCtxRelease(device));
    const bool good = apart.request * 3 < shared.request;
    std::printf("green_latency: requests %.1f times faster: %s\n", shared.request / apart.request, good ? "PASS" : "FAIL");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
