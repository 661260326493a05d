#include "tenants.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

static const unsigned kBlocks = 4000;

CUdevice device;
CUcontext primary;
CUfunction where, spin, mark;
volatile unsigned *words;
static CUdeviceptr words_there;

void must(CUresult code, const char *call, int line)
{
    if (code == CUDA_SUCCESS)
        return;
    std::fprintf(stderr, "line %d: %s: %d\n", line, call, (int)code);
    std::exit(EXIT_FAILURE);
}

// All words 0 again, when everything has ended.
void anew(void)
{
    if (words == nullptr) {
        void *memory = nullptr;
        MUST(cuMemHostAlloc(&memory, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
        words = (volatile unsigned *)memory;
        MUST(cuMemHostGetDevicePointer(&words_there, memory, 0));
    }
    words[0] = 1;
    MUST(cuCtxSetCurrent(primary));
    MUST(cuCtxSynchronize());
    std::memset((void *)words, 0, 4096);
}

static void launch_at(CUfunction kernel, CUstream stream, unsigned word)
{
    CUdeviceptr at = (CUdeviceptr)((char *)words_there + 4 * word);
    void *arguments[] = {&at};
    MUST(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
}

void spins(CUstream stream)
{
    launch_at(spin, stream, 0);
}

void marks(CUstream stream, unsigned word)
{
    launch_at(mark, stream, word);
}

// Waits until no word has changed for long enough.
void settle(void)
{
    unsigned before = 0, still = 0;
    while (still < 10) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        unsigned now = 0;
        for (unsigned n = 1; n < 16; ++n)
            now += words[n];
        still = now == before ? still + 1 : 0;
        before = now;
    }
}

CUdevResource whole(void)
{
    CUdevResource all;
    std::memset(&all, 0, sizeof all);
    MUST(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM));
    return all;
}

unsigned sms_of(CUgreenCtx green)
{
    CUdevResource own;
    std::memset(&own, 0, sizeof own);
    MUST(cuGreenCtxGetDevResource(green, &own, CU_DEV_RESOURCE_TYPE_SM));
    return own.sm.smCount;
}

CUgreenCtx tenant_of(const CUdevResource &resource)
{
    CUdevResource one = resource;
    CUdevResourceDesc desc;
    CUgreenCtx green;
    MUST(cuDevResourceGenerateDesc(&desc, &one, 1));
    MUST(cuGreenCtxCreate(&green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM));
    return green;
}

CUstream stream_of(CUgreenCtx green)
{
    CUstream stream;
    MUST(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
    return stream;
}

CUcontext context_of(CUgreenCtx green)
{
    CUcontext context;
    MUST(cuCtxFromGreenCtx(&context, green));
    return context;
}

std::vector<CUdevResource> groups_of(CUdevResource of, unsigned count, unsigned sms, CUdevResource *rest)
{
    std::vector<CUdevResource> groups(count);
    MUST(cuDevSmResourceSplitByCount(groups.data(), &count, &of, rest, 0, sms));
    groups.resize(count);
    return groups;
}

Survey::Survey(CUstream stream) : stream(stream)
{
    unsigned turns = 50;
    void *arguments[] = {&out, &turns};
    MUST(cuMemAlloc(&out, kBlocks * sizeof(unsigned)));
    MUST(cuLaunchKernel(where, kBlocks, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr));
}

Places Survey::places()
{
    std::vector<unsigned> seen(kBlocks);
    MUST(cuStreamSynchronize(stream));
    MUST(cuMemcpyDtoH(seen.data(), out, kBlocks * sizeof(unsigned)));
    MUST(cuMemFree(out));
    return Places(seen.begin(), seen.end());
}

bool apart(const Places &some, const Places &others)
{
    for (unsigned sm : some)
        if (others.count(sm))
            return false;
    return true;
}
