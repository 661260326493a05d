#include <cuda_runtime.h>
#include <vector>
struct Context { cudaStream_t stream() const; std::vector<cudaStream_t> all; };
__global__ void k(int *p);
void run(int *p, Context &c, Context *d, size_t bytes)
{
    k<<<1, 64, 0, c.stream()>>>(p);
    k<<<1, 64, bytes + 16, d->all[3]>>>(p);
    k<<<1, 64, sizeof(int[64]), cudaStreamLegacy>>>(p);
    k<<<1, 64, (size_t)0, (cudaStream_t)0>>>(p);
    k<<<1, 64, std::max<size_t>(bytes, 1), NULL>>>(p);
    k<<<1, 64, pick<int, 4>(p), c.all.at(0)>>>(p);
    k<<<1, 64, size_t{1}, cudaStream_t{}>>>(p);
}
