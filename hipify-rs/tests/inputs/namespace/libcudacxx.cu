#include <cuda/std/atomic>
#include <cuda/barrier>

__global__ void wait(cuda::std::atomic<int> *flag)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    while (flag->load(cuda::std::memory_order_acquire) == 0) {}
    bar.arrive_and_wait();
}

namespace mine { namespace cuda { int f(); } }
int g() { return mine::cuda::f(); }
