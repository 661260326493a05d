#include <cuda.h>

struct Driver {
    CUresult (*init)(unsigned);
    CUresult (*alloc)(CUdeviceptr *, size_t);
    decltype(&cuMemFree) release;
};
static const Driver driver = {cuInit, cuMemAlloc, &cuMemFree};
#define ENTRY(name) {#name, (void *)name}
struct { const char *name; void *address; } entries[] = {ENTRY(cuInit), ENTRY(cuCtxSynchronize)};
