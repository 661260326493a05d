// The force on a body: called by the kernels of main.cu, calls table.cu.
#include "body.h"

__device__ unsigned long long pairs;

static __device__ int unit = 1;

__device__ float3 pull(const Body *bodies, int n, int which)
{
    float3 sum = make_float3(0, 0, 0);
    for (int i = 0; i < n; ++i) {
        if (i == which)
            continue;
        float3 d = make_float3(bodies[i].at.x - bodies[which].at.x, bodies[i].at.y - bodies[which].at.y,
                               bodies[i].at.z - bodies[which].at.z);
        float weight = unit / softened(squared_length(d.x, d.y, d.z));
        sum += make_float3(d.x * weight, d.y * weight, d.z * weight);
    }
    atomicAdd(&pairs, static_cast<unsigned long long>(n - 1));
    return sum;
}
