// Error handling shared by all files of the sample.
#ifndef TRANSPOSE_CHECK_H
#define TRANSPOSE_CHECK_H

#include <cuda.h>

#include <cstdio>
#include <cstdlib>

// Prints what failed, where, and stops.
inline void check_cu(CUresult status, const char *call, const char *file, int line)
{
    if (status == CUDA_SUCCESS)
        return;
    const char *name = NULL;
    const char *text = NULL;
    cuGetErrorName(status, &name);
    cuGetErrorString(status, &text);
    std::fprintf(stderr, "%s:%d: %s failed: %s (%d): %s\n", file, line, call,
                 name ? name : "unknown", (int)status, text ? text : "no description");
    std::exit(EXIT_FAILURE);
}

#define CHECK_CU(call) check_cu((call), #call, __FILE__, __LINE__)

#endif
