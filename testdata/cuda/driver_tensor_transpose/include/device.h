#ifndef TRANSPOSE_DEVICE_H
#define TRANSPOSE_DEVICE_H

#include <cuda.h>

// A device with a context that is current for the calling thread.
struct GpuSession {
    CUdevice device;
    CUcontext context;
};

// Picks the device with the most multiprocessors and creates a context on it.
GpuSession open_session();

// Destroys the context.
void close_session(GpuSession &session);

#endif
