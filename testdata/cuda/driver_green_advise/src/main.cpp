// Two green contexts fill two halves of one managed buffer, each on its own SMs, at the same time.
// The buffer's advice, prefetches and attributes are checked on the way.

#include "driver.hpp"

#include <cstring>
#include <set>

static const unsigned kWanted = 2;   // partitions
static const unsigned kSms = 16;     // SMs of each, at least
static const unsigned kThreads = 128;
static const unsigned kBlocks = 64;  // per partition

int main(int argc, char **argv)
{
    const char *ptx = argc > 1 ? argv[1] : "kernels/fill.ptx";
    DRV(cuInit(0));
    CUdevice device;
    DRV(cuDeviceGet(&device, 0));
    int managed = 0, concurrent = 0;
    DRV(cuDeviceGetAttribute(&managed, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, device));
    DRV(cuDeviceGetAttribute(&concurrent, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, device));
    if (!managed || !concurrent) {
        std::printf("device without concurrent managed memory, nothing to show\n");
        return EXIT_SUCCESS;
    }

    CUcontext context;
    DRV(cuDevicePrimaryCtxRetain(&context, device));
    DRV(cuCtxSetCurrent(context));
    CUmodule module;
    CUfunction fill;
    DRV(cuModuleLoad(&module, ptx));
    DRV(cuModuleGetFunction(&fill, module, "fill_with_smid"));

    Partition partitions[kWanted];
    CUdevResource rest;
    memset(&rest, 0, sizeof(rest));
    const unsigned count = make_partitions(device, kSms, partitions, kWanted, &rest);
    for (unsigned i = 0; i < count; ++i)
        std::printf("partition %u: %u SMs\n", i, partitions[i].resource.sm.smCount);
    std::printf("left over: %u SMs\n", rest.type == CU_DEV_RESOURCE_TYPE_SM ? rest.sm.smCount : 0u);

    const size_t elements = (size_t)count * kBlocks * kThreads;
    const size_t bytes = 2 * elements * sizeof(unsigned);
    CUdeviceptr values = 0;
    DRV(cuMemAllocManaged(&values, bytes, CU_MEM_ATTACH_GLOBAL));
    int wrong = check_advice(values, bytes, device, partitions[0].stream);

    for (unsigned i = 0; i < count; ++i) {
        unsigned first = i * kBlocks * kThreads;
        unsigned total = (unsigned)elements;
        void *args[] = {&values, &first, &total};
        DRV(cuLaunchKernel(fill, kBlocks, 1, 1, kThreads, 1, 1, 0, partitions[i].stream, args, nullptr));
    }
    for (unsigned i = 0; i < count; ++i)
        DRV(cuStreamSynchronize(partitions[i].stream));

    // Managed memory is read in place. The second half tells which SM wrote each element.
    const unsigned *host = (const unsigned *)values;
    std::set<unsigned> used[kWanted];
    for (size_t i = 0; i < elements; ++i) {
        if (host[i] != 3u * (unsigned)i + 1u)
            ++wrong;
        used[i / (kBlocks * kThreads)].insert(host[elements + i]);
    }
    for (unsigned i = 0; i < count; ++i)
        if (used[i].size() > partitions[i].resource.sm.smCount)
            ++wrong;
    for (unsigned sm : used[0])
        if (count > 1 && used[1].count(sm))
            ++wrong; // the partitions must not share an SM

    std::printf("%zu elements, %d wrong\n", elements, wrong);

    destroy_partitions(partitions, count);
    DRV(cuMemFree(values));
    DRV(cuModuleUnload(module));
    DRV(cuDevicePrimaryCtxRelease(device));
    std::printf("green_advise: %s\n", wrong == 0 && count == kWanted ? "PASS" : "FAIL");
    return wrong == 0 && count == kWanted ? EXIT_SUCCESS : EXIT_FAILURE;
}
