/* Memory that was freed: a part of gone.c. */
#define _GNU_SOURCE
#include "gone.h"

#include <string.h>
#include <sys/mman.h>

enum { BYTES = 1 << 16 };

static char *freed(void)
{
    void *made = NULL;
    hipMalloc(&made, BYTES);
    hipFree(made);
    return (char *)made;
}

static void device_memory(void)
{
    char *gone = freed(), host[64] = { 0 };
    hipPointerAttribute_t attributes;
    memset(&attributes, 0, sizeof attributes);
    say("free", hipFree(gone));
    say("free of its middle", hipFree(gone + 256));
    say("copy from it", hipMemcpy(host, gone, 64, hipMemcpyDeviceToHost));
    say("copy to it", hipMemcpy(gone, host, 64, hipMemcpyHostToDevice));
    say("fill", hipMemset(gone, 0, 64));
    say("attributes", hipPointerGetAttributes(&attributes, gone));
    tell("type", attributes.type);
    say("free on the host", hipHostFree(gone));
    say("free in a stream", hipFreeAsync(gone, NULL));
    say("last error", hipGetLastError());
}

static void host_memory(void)
{
    void *gone = NULL, *device = NULL;
    unsigned flags = 0;
    hipHostAlloc(&gone, BYTES, 0);
    say("free", hipHostFree(gone));
    say("free again", hipHostFree(gone));
    say("device pointer", hipHostGetDevicePointer(&device, gone, 0));
    say("flags", hipHostGetFlags(&flags, gone));
    say("unregister", hipHostUnregister(gone));
    say("register", hipHostRegister(gone, BYTES, 0));
}

static void ordered_memory(void)
{
    void *gone = NULL;
    hipStream_t stream = NULL;
    hipStreamCreate(&stream);
    hipMallocAsync(&gone, BYTES, stream);
    say("free", hipFreeAsync(gone, stream));
    say("free again", hipFreeAsync(gone, stream));
    say("synchronize", hipStreamSynchronize(stream));
    say("plain free", hipFree(gone));
    say("fill", hipMemsetAsync(gone, 0, 64, stream));
}

/* Registered memory whose pages went without hipHostUnregister, and what takes their place. */
static void registered(void)
{
    void *pages = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *again;
    void *device = NULL;
    memset(pages, 0, BYTES);
    say("register", hipHostRegister(pages, BYTES, 0));
    munmap(pages, BYTES);
    say("register pages that are not mapped", hipHostRegister(pages, BYTES, 0));
    again = mmap(pages, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    memset(again, 0, BYTES);
    say("register again", hipHostRegister(again, BYTES, 0));
    say("device pointer", hipHostGetDevicePointer(&device, again, 0));
    say("unregister", hipHostUnregister(again));
    say("unregister again", hipHostUnregister(again));
    say("register after that", hipHostRegister(again, BYTES, 0));
}

static void never_registered(void)
{
    void *pages = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages, BYTES);
    say("register", hipHostRegister(pages, BYTES, 0));
    say("unregister", hipHostUnregister(pages));
}

static long long reserved(hipMemPool_t pool)
{
    unsigned long long bytes = 0;
    hipMemPoolGetAttribute(pool, hipMemPoolAttrReservedMemCurrent, &bytes);
    return (long long)(bytes >> 20);
}

/* A pool is trimmed while the work before a free has not ended. */
static void trim(void)
{
    void *first = NULL, *second = NULL;
    hipMemPool_t pool = NULL;
    hipStream_t stream = NULL;
    unsigned long long keep = ~0ull;
    hipStreamCreate(&stream);
    hipDeviceGetDefaultMemPool(&pool, 0);
    hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &keep);
    hipMallocAsync(&first, 32 << 20, stream);
    hipMallocAsync(&second, 32 << 20, stream);
    hipStreamSynchronize(stream);
    tell("MiB reserved", reserved(pool));
    hold(stream);
    hipFreeAsync(first, stream);
    say("trim while the free waits", hipMemPoolTrimTo(pool, 0));
    tell("MiB reserved then", reserved(pool));
    release();
    hipStreamSynchronize(stream);
    tell("MiB reserved after that", reserved(pool));
    say("trim", hipMemPoolTrimTo(pool, 0));
    tell("MiB reserved at last", reserved(pool));
    hipFreeAsync(second, stream);
    hipStreamSynchronize(stream);
    say("trim to 40 MiB", hipMemPoolTrimTo(pool, 40 << 20));
    tell("MiB with nothing in use", reserved(pool));
    say("trim to nothing", hipMemPoolTrimTo(pool, 0));
    tell("MiB at the end", reserved(pool));
}

/* Boxes and pitches. */
static void boxes(void)
{
    hipPitchedPtr device = { NULL, 0, 0, 0 };
    hipExtent extent = { 64, 4, 2 };
    hipMemcpy3DParms params;
    char host[64 * 4 * 2] = { 0 };
    hipMalloc3D(&device, extent);
    memset(&params, 0, sizeof params);
    params.srcPtr.ptr = host, params.srcPtr.pitch = 64, params.srcPtr.xsize = 64, params.srcPtr.ysize = 4;
    params.dstPtr = device;
    params.extent = extent;
    params.kind = hipMemcpyHostToDevice;
    say("copy", hipMemcpy3D(&params));
    params.srcPtr.ysize = 2;
    say("source of fewer rows", hipMemcpy3D(&params));
    params.srcPtr.ysize = 0;
    say("source of no rows", hipMemcpy3D(&params));
    params.extent.depth = 1;
    say("source of no rows, depth 1", hipMemcpy3D(&params));
    params.srcPtr.ysize = 2;
    say("source of fewer rows, depth 1", hipMemcpy3D(&params));
    params.srcPtr.ysize = 4, params.dstPtr.ysize = 2;
    say("destination of fewer rows, depth 1", hipMemcpy3D(&params));
    params.extent.depth = 2;
    say("destination of fewer rows", hipMemcpy3D(&params));
    params.dstPtr.ysize = 4, params.srcPtr.pitch = 32;
    say("source of a narrow pitch", hipMemcpy3D(&params));
    params.srcPtr.pitch = 64, params.srcPtr.xsize = 32;
    say("source of a narrow xsize", hipMemcpy3D(&params));
    say("fill wider than the pitch", hipMemset2D(device.ptr, 32, 0, 64, 2));
    say("fill of no pitch, one row", hipMemset2D(device.ptr, 0, 0, 64, 1));
    say("fill of a narrow pitch, one row", hipMemset2D(device.ptr, 32, 0, 64, 1));
    say("fill of a narrow pitch, no rows", hipMemset2D(device.ptr, 32, 0, 64, 0));
    say("copy wider than the pitch", hipMemcpy2D(device.ptr, 32, host, 64, 64, 2, hipMemcpyHostToDevice));
    device.pitch = 32;
    say("fill a box wider than the pitch", hipMemset3D(device, 0, extent));
}

const Scenario MEMORY[] = {
    { "freed device memory", device_memory },
    { "freed host memory", host_memory },
    { "freed ordered memory", ordered_memory },
    { "registered memory that is gone", registered },
    { "memory that is gone", never_registered },
    { "trimmed pool", trim },
    { "boxes and pitches", boxes },
    { NULL, NULL },
};
