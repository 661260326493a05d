#include <cuda_runtime.h>
cudaAccessPolicyWindow window(void *p, size_t n)
{
    cudaAccessPolicyWindow w = {
        p,
        n,
        0.6f,
        cudaAccessPropertyPersisting,
        cudaAccessPropertyStreaming,
    };
    cudaAccessPolicyWindow named = {
        .base_ptr = p,
        .num_bytes = n,
        .hitRatio = 1.0f,
        .hitProp = cudaAccessPropertyPersisting,
        .missProp = cudaAccessPropertyStreaming,
    };
    cudaStreamAttrValue v;
    v.accessPolicyWindow.base_ptr = p;
    return cudaAccessPolicyWindow{p, n, 0.5f, cudaAccessPropertyNormal, cudaAccessPropertyNormal};
}
