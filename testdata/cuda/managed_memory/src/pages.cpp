#include "pages.hpp"

static const size_t kPage = 4096;
static const unsigned kThreads = 128;

Pages::Pages(unsigned pages) : start_(0), pages_(pages)
{
    CHECK(cuMemAllocManaged(&start_, pages * kPage, CU_MEM_ATTACH_GLOBAL));
}

Pages::~Pages()
{
    cuMemFree(start_);
}

void Pages::write(unsigned value)
{
    volatile unsigned *words = (volatile unsigned *)start_;
    for (unsigned page = 0; page < pages_; ++page)
        words[page * (kPage / sizeof(unsigned))] = value;
}

unsigned Pages::unlike(unsigned value) const
{
    const volatile unsigned *words = (const volatile unsigned *)start_;
    unsigned count = 0;
    for (unsigned page = 0; page < pages_; ++page)
        count += words[page * (kPage / sizeof(unsigned))] != value;
    return count;
}

void Pages::advise(CUmem_advise advice, CUdevice device)
{
    CHECK(cuMemAdvise(start_, pages_ * kPage, advice, device));
}

void Pages::prefetch(CUdevice where)
{
    CHECK(cuMemPrefetchAsync(start_, pages_ * kPage, where, nullptr));
}

int Pages::last_prefetch() const
{
    int where = CU_DEVICE_INVALID;
    CHECK(cuMemRangeGetAttribute(&where, sizeof where, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, start_,
                                 pages_ * kPage));
    return where;
}

void Pages::add(CUfunction add_pages, unsigned what)
{
    void *args[] = {&start_, &pages_, &what};
    const unsigned blocks = (pages_ + kThreads - 1) / kThreads;
    CHECK(cuLaunchKernel(add_pages, blocks, 1, 1, kThreads, 1, 1, 0, nullptr, args, nullptr));
    CHECK(cuCtxSynchronize());
}

unsigned long long Pages::sum(CUfunction sum_pages, CUdeviceptr result)
{
    void *args[] = {&start_, &pages_, &result};
    const unsigned blocks = (pages_ + kThreads - 1) / kThreads;
    unsigned long long sum = 0;
    CHECK(cuMemsetD32(result, 0, 2));
    CHECK(cuLaunchKernel(sum_pages, blocks, 1, 1, kThreads, 1, 1, 0, nullptr, args, nullptr));
    CHECK(cuMemcpyDtoH(&sum, result, sizeof sum));
    return sum;
}
