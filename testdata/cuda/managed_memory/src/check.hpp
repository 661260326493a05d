#ifndef MANAGED_MEMORY_CHECK_HPP
#define MANAGED_MEMORY_CHECK_HPP

#include <cuda.h>

#include <cstdio>
#include <cstdlib>

// Stops the program with the driver's own words when a call fails.
#define CHECK(call)                                                                                    \
    do {                                                                                               \
        const CUresult check_result = call;                                                            \
        if (check_result != CUDA_SUCCESS) {                                                            \
            const char *check_text = nullptr;                                                          \
            if (cuGetErrorString(check_result, &check_text) != CUDA_SUCCESS)                           \
                check_text = "unknown error";                                                          \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, check_text);            \
            std::exit(2);                                                                              \
        }                                                                                              \
    } while (0)

#endif
