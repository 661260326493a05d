#include <hip/hip_runtime.h>
void f(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t n, void **dsts, void **srcs,
       size_t *sizes, hipMemcpyAttributes *attrs, size_t *starts, void *dst, void *src, size_t bytes, hipStream_t stream)
{
    hipEvent_t event;
#include "example"
}
