#include <cuda.h>
#include <dlfcn.h>

typedef CUresult (*tcuInit)(unsigned int);
typedef CUresult CUDAAPI tcuDeviceGet(CUdevice *, int);

static tcuInit p_cuInit;
tcuDeviceGet *cuDeviceGet;

struct Table {
    CUresult (*cuInit)(unsigned int);
    CUresult (*cuDeviceGetCount)(int *);
};

int load(void *lib, Table &t)
{
    p_cuInit = (tcuInit)dlsym(lib, "cuInit");
    t.cuInit = p_cuInit;
    CUdevice d;
    return cuDeviceGet(&d, 0) == CUDA_SUCCESS && t.cuInit(0) == CUDA_SUCCESS;
}
