#define WARP_SIZE 32
#define WARPSIZE (32)
constexpr int kWarpSize = 32;
const int WARP_SIZE_LOG = 5, warp_size = 32u;
enum { THREADS_PER_WARP = 32, OTHER = 32 };
template <int N = 32> __device__ int n() { return N; }
int host(cudaDeviceProp p) { return p.warpSize == 32 && p.warpSize != WARP_SIZE; }
