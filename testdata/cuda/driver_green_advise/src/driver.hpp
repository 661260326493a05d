#ifndef GREEN_ADVISE_DRIVER_HPP
#define GREEN_ADVISE_DRIVER_HPP

#include <cuda.h>

#include <cstdio>
#include <cstdlib>

// Stops the program with the driver's own words when a call fails.
#define DRV(call)                                                                                       \
    do {                                                                                                \
        const CUresult drv_result = call;                                                               \
        if (drv_result != CUDA_SUCCESS) {                                                               \
            const char *drv_text = nullptr;                                                             \
            if (cuGetErrorString(drv_result, &drv_text) != CUDA_SUCCESS)                                \
                drv_text = "unknown error";                                                             \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, drv_text);              \
            std::exit(2);                                                                               \
        }                                                                                               \
    } while (0)

// A green context on a group of SMs, with a stream of its own.
struct Partition {
    CUdevResource resource;
    CUgreenCtx green;
    CUstream stream;
};

// Splits the device's SMs into `count` groups of at least `sms` and makes a green context of each.
// Returns how many were made; what is left over goes to `rest`.
unsigned make_partitions(CUdevice device, unsigned sms, Partition *partitions, unsigned count,
                         CUdevResource *rest);
void destroy_partitions(Partition *partitions, unsigned count);

// Advice on a managed range, prefetch to the device and back, and what the range says of itself.
// Returns how many answers were wrong.
int check_advice(CUdeviceptr range, size_t bytes, CUdevice device, CUstream stream);

#endif
