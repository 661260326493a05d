#ifndef MANAGED_MEMORY_PAGES_HPP
#define MANAGED_MEMORY_PAGES_HPP

#include "check.hpp"

// Managed memory of whole pages. Host and kernels use the first word of each.
class Pages {
public:
    explicit Pages(unsigned pages);
    ~Pages();
    Pages(const Pages &) = delete;
    Pages &operator=(const Pages &) = delete;

    // The host writes every page, or reads them all: how many have another value than `value`.
    void write(unsigned value);
    unsigned unlike(unsigned value) const;

    void advise(CUmem_advise advice, CUdevice device);
    // To a device or, with CU_DEVICE_CPU, to the host.
    void prefetch(CUdevice where);
    // Where the last prefetch was to bring all of it.
    int last_prefetch() const;

    // A kernel adds to every page, or sums all up.
    void add(CUfunction add_pages, unsigned what);
    unsigned long long sum(CUfunction sum_pages, CUdeviceptr result);

private:
    CUdeviceptr start_;
    unsigned pages_;
};

#endif
