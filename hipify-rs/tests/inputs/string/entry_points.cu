#include <cuda.h>
#include <dlfcn.h>

void *find(void *library)
{
    void *f = dlsym(library, "cuMemAlloc_v2");
    if (!f) f = dlsym(library, "cuMemAlloc");
    cuGetProcAddress("cuStreamSynchronize", &f, 11030, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, nullptr);
    return f;
}
