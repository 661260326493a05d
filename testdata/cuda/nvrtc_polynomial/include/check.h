// What every call of the three interfaces is wrapped in.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <nvrtc.h>

#define CHECK_CU(call)                                                                       \
    do {                                                                                     \
        CUresult result = (call);                                                            \
        if (result != CUDA_SUCCESS) {                                                        \
            const char *name = "?";                                                          \
            cuGetErrorName(result, &name);                                                   \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name);        \
            std::exit(1);                                                                    \
        }                                                                                    \
    } while (0)

#define CHECK_NVRTC(call)                                                                    \
    do {                                                                                     \
        nvrtcResult result = (call);                                                         \
        if (result != NVRTC_SUCCESS) {                                                       \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                         nvrtcGetErrorString(result));                                       \
            std::exit(1);                                                                    \
        }                                                                                    \
    } while (0)
