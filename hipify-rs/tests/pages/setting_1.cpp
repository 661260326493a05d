#include <hip/hip_runtime.h>
typedef void (*cudaHostFn_t)(void *);
#define HIP_HELPER(f) f
void checkHip(hipError_t r) { if (r != hipSuccess) throw r; }
void g(void *) {}
void f(void *p)
{
#include "example"
}
