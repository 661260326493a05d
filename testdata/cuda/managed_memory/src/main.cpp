// Four ways to use managed memory: prefetched to the device and back, copied where it is read, mapped where it stays, and more
// of it than the device has. Checks every result; how memory moves is the driver's business.
//
// usage: managed_memory [pages.ptx]

#include "pages.hpp"

#include <cstddef>

static const unsigned kPages = 2048; // of each part but the last

static unsigned moved(CUdevice device, CUfunction add)
{
    Pages pages(kPages);
    pages.write(1);
    pages.prefetch(device);
    unsigned wrong = pages.last_prefetch() != device;
    pages.add(add, 2);
    pages.prefetch(CU_DEVICE_CPU);
    wrong += pages.last_prefetch() != CU_DEVICE_CPU;
    CHECK(cuCtxSynchronize());
    return wrong + pages.unlike(3);
}

static unsigned mapped(CUdevice device, CUfunction add)
{
    Pages pages(kPages);
    pages.advise(CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_DEVICE_CPU);
    pages.advise(CU_MEM_ADVISE_SET_ACCESSED_BY, device);
    pages.write(4);
    pages.add(add, 1);
    return pages.unlike(5);
}

int main(int argc, char **argv)
{
    CHECK(cuInit(0));
    CUdevice device;
    CHECK(cuDeviceGet(&device, 0));
    int concurrent = 0;
    CHECK(cuDeviceGetAttribute(&concurrent, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, device));
    if (!concurrent) {
        std::printf("managed_memory: the device does not share pages with the host: PASS\n");
        return EXIT_SUCCESS;
    }
    CUcontext context;
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CUmodule module;
    CUfunction add, sum;
    CHECK(cuModuleLoad(&module, argc > 1 ? argv[1] : "kernels/pages.ptx"));
    CHECK(cuModuleGetFunction(&add, module, "add_pages"));
    CHECK(cuModuleGetFunction(&sum, module, "sum_pages"));
    CUdeviceptr result = 0;
    CHECK(cuMemAlloc(&result, sizeof(unsigned long long)));

    unsigned wrong = moved(device, add);
    wrong += mapped(device, add);
    {
        // Mostly read: device and host have copies until the host writes.
        Pages copied(kPages);
        copied.write(6);
        copied.advise(CU_MEM_ADVISE_SET_READ_MOSTLY, device);
        wrong += copied.sum(sum, result) != 6ull * kPages;
        wrong += copied.unlike(6);
        copied.write(7);
        wrong += copied.sum(sum, result) != 7ull * kPages;

        // Half as much again as a small device has.
        size_t room = 0, total = 0;
        CHECK(cuMemGetInfo(&room, &total));
        const size_t bytes = total <= ((size_t)1 << 30) ? total / 2 * 3 : (size_t)96 << 20;
        Pages large((unsigned)(bytes / 4096));
        large.add(add, 8);
        large.add(add, 1);
        wrong += large.unlike(9);
    }

    CHECK(cuMemFree(result));
    CHECK(cuModuleUnload(module));
    CHECK(cuDevicePrimaryCtxRelease(device));
    std::printf("managed_memory: %s\n", wrong == 0 ? "PASS" : "FAIL");
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
