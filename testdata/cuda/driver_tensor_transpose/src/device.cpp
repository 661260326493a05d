#include "device.h"
#include "check.h"

GpuSession open_session()
{
    CHECK_CU(cuInit(0));

    int driver = 0;
    CHECK_CU(cuDriverGetVersion(&driver));

    int count = 0;
    CHECK_CU(cuDeviceGetCount(&count));
    if (count == 0) {
        std::fprintf(stderr, "no CUDA device found\n");
        std::exit(EXIT_FAILURE);
    }

    GpuSession session = {};
    int best = -1;
    for (int i = 0; i < count; ++i) {
        CUdevice device;
        CHECK_CU(cuDeviceGet(&device, i));
        int processors = 0;
        CHECK_CU(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
        if (processors > best) {
            best = processors;
            session.device = device;
        }
    }

    char name[256];
    size_t memory = 0;
    CHECK_CU(cuDeviceGetName(name, sizeof(name), session.device));
    CHECK_CU(cuDeviceTotalMem(&memory, session.device));
    std::printf("device: %s, %d SMs, %zu MiB, driver %d\n", name, best, memory >> 20, driver);

#if CUDA_VERSION >= 13000
    // CUDA 13 took the four-argument form under the plain name.
    CHECK_CU(cuCtxCreate(&session.context, NULL, CU_CTX_SCHED_AUTO, session.device));
#else
    CHECK_CU(cuCtxCreate(&session.context, CU_CTX_SCHED_AUTO, session.device));
#endif
    return session;
}

void close_session(GpuSession &session)
{
    CHECK_CU(cuCtxDestroy(session.context));
    session.context = NULL;
}
