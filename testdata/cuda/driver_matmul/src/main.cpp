// Two matrix products on two streams, timed with events.
//
// The first launch passes its arguments as kernelParams, the second as one packed buffer ("extra").
// A broken module is offered first, to see that the JIT's error log names line and reason.

#include "cu_helpers.h"
#include "gpu_module.h"
#include "reference.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int kTile = 16;

struct Problem {
    int m, n, k;
    std::vector<float> a, b, c, expected;

    Problem(int m_, int n_, int k_, unsigned seed)
        : m(m_), n(n_), k(k_), a(m_ * k_), b(k_ * n_), c(m_ * n_), expected(m_ * n_)
    {
        std::srand(seed);
        for (float &x : a)
            x = (float)(std::rand() % 17 - 8) / 4.0f;
        for (float &x : b)
            x = (float)(std::rand() % 17 - 8) / 4.0f;
        matmul_reference(a, b, expected, m, n, k);
    }

    int mismatches() const
    {
        int wrong = 0;
        for (size_t i = 0; i < c.size(); ++i)
            if (!(std::fabs(c[i] - expected[i]) <= 1e-3f + 1e-5f * std::fabs(expected[i])))
                ++wrong;
        return wrong;
    }
};

// One allocation holds A, B and C, as in many real programs.
struct DeviceProblem {
    DeviceBuffer memory;
    CUdeviceptr a, b, c;

    explicit DeviceProblem(const Problem &p)
        : memory((p.a.size() + p.b.size() + p.c.size()) * sizeof(float)), a(memory.get()),
          b(a + p.a.size() * sizeof(float)), c(b + p.b.size() * sizeof(float))
    {
    }

    void upload(const Problem &p, CUstream stream)
    {
        CU_TRY(cuMemcpyHtoDAsync(a, p.a.data(), p.a.size() * sizeof(float), stream));
        CU_TRY(cuMemcpyHtoDAsync(b, p.b.data(), p.b.size() * sizeof(float), stream));
        CU_TRY(cuMemsetD32Async(c, 0x7fc00000, p.c.size(), stream));
    }

    void download(Problem &p, CUstream stream)
    {
        CU_TRY(cuMemcpyDtoHAsync(p.c.data(), c, p.c.size() * sizeof(float), stream));
    }
};

} // namespace

static bool broken_module_is_explained()
{
    const char *broken = ".version 7.0\n.target sm_75\n.address_size 64\n"
                         ".visible .entry broken()\n{\n\tadd.s32 %r1, %r2;\n\tret;\n}\n";
    char log[1024] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)(uintptr_t)sizeof(log)};
    CUmodule module = nullptr;
    CUresult status = cuModuleLoadDataEx(&module, broken, 2, options, values);
    const bool refused = status == CUDA_ERROR_INVALID_PTX && std::strstr(log, "line 6") != nullptr;
    std::printf("broken module: %s\n", refused ? "refused with line and reason" : log);
    return refused;
}

// Everything that needs a current context; device memory is gone when it returns.
static int run(const char *path)
{
    int failures = 0;
    failures += broken_module_is_explained() ? 0 : 1;

    std::string info;
    CUmodule module = load_module(path, info);
    CUfunction matmul;
    CU_TRY(cuModuleGetFunction(&matmul, module, "matmul_tiled"));
    int shared = 0;
    CU_TRY(cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, matmul));

    Problem first(200, 136, 96, 1), second(64, 300, 128, 2);
    DeviceProblem dev_first(first), dev_second(second);

    CUstream streams[2];
    for (CUstream &stream : streams)
        CU_TRY(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CUevent start, stop;
    CU_TRY(cuEventCreate(&start, CU_EVENT_DEFAULT));
    CU_TRY(cuEventCreate(&stop, CU_EVENT_DEFAULT));

    dev_first.upload(first, streams[0]);
    dev_second.upload(second, streams[1]);

    // Stream 0: arguments by pointer.
    CU_TRY(cuEventRecord(start, streams[0]));
    void *params[] = {&dev_first.a, &dev_first.b, &dev_first.c, &first.m, &first.n, &first.k};
    CU_TRY(cuLaunchKernel(matmul, (first.n + kTile - 1) / kTile, (first.m + kTile - 1) / kTile, 1, kTile,
                          kTile, 1, 0, streams[0], params, nullptr));

    // Stream 1: the same arguments packed into one buffer.
    struct {
        CUdeviceptr a, b, c;
        int m, n, k;
    } packed = {dev_second.a, dev_second.b, dev_second.c, second.m, second.n, second.k};
    size_t packed_size = offsetof(decltype(packed), k) + sizeof(packed.k);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_size,
                     CU_LAUNCH_PARAM_END};
    CU_TRY(cuLaunchKernel(matmul, (second.n + kTile - 1) / kTile, (second.m + kTile - 1) / kTile, 1,
                          kTile, kTile, 1, 0, streams[1], nullptr, extra));

    // The end is timed on stream 0 once both products are there.
    CUevent second_done;
    CU_TRY(cuEventCreate(&second_done, CU_EVENT_DISABLE_TIMING));
    CU_TRY(cuEventRecord(second_done, streams[1]));
    CU_TRY(cuStreamWaitEvent(streams[0], second_done, 0));
    CU_TRY(cuEventRecord(stop, streams[0]));

    dev_first.download(first, streams[0]);
    dev_second.download(second, streams[1]);
    CU_TRY(cuStreamSynchronize(streams[0]));
    CU_TRY(cuStreamSynchronize(streams[1]));

    float milliseconds = -1.0f;
    CU_TRY(cuEventElapsedTime(&milliseconds, start, stop));
    failures += milliseconds >= 0.0f ? 0 : 1;

    const int wrong_first = first.mismatches(), wrong_second = second.mismatches();
    failures += wrong_first + wrong_second;
    std::printf("matmul_tiled (%d bytes of shared memory): kernelParams %s, extra %s, %s\n", shared,
                wrong_first ? "FAIL" : "ok", wrong_second ? "FAIL" : "ok",
                milliseconds >= 0.0f ? "timed" : "NOT timed");

    CU_TRY(cuEventDestroy(second_done));
    CU_TRY(cuEventDestroy(stop));
    CU_TRY(cuEventDestroy(start));
    for (CUstream &stream : streams)
        CU_TRY(cuStreamDestroy(stream));
    CU_TRY(cuModuleUnload(module));
    return failures;
}

int main(int argc, char **argv)
{
    int failures = 0;
    try {
        CU_TRY(cuInit(0));
        CUdevice device;
        CU_TRY(cuDeviceGet(&device, 0));
        CUcontext context;
        CU_TRY(cuDevicePrimaryCtxRetain(&context, device));
        CU_TRY(cuCtxSetCurrent(context));
        failures = run(argc > 1 ? argv[1] : "kernels/matmul.ptx");
        CU_TRY(cuDevicePrimaryCtxRelease(device));
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        ++failures;
    }
    std::printf("driver_matmul: %s\n", failures == 0 ? "PASS" : "FAIL");
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
