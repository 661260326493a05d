#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
void sort(thrust::device_vector<int> &v, cudaStream_t s)
{
    thrust::sort(thrust::cuda::par.on(s), v.begin(), v.end());
    thrust::sort(thrust::system::cuda::par_nosync.on(s), v.begin(), v.end());
    float *raw = reinterpret_cast<float *>(thrust::raw_pointer_cast(v.data()));
}
#endif
