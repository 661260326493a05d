// grid=2 block=32 words=64
// `<<<…>>>` in kernels as clang 22 translates it, in its CUDA mode: to calls of the first version's cudaGetParameterBuffer and
// cudaLaunchDevice. Compiled by clang 22.1.8 (-x cuda --cuda-device-only -nocudainc -nocudalib --cuda-gpu-arch=sm_70
// --cuda-feature=+ptx63 -fgpu-rdc -O1 -S); no H200 loads the first version, and the answer is what the programming guide says.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
struct dim3 {
    unsigned x, y, z;
    __device__ __attribute__((host)) dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
typedef struct CUstream_st *cudaStream_t;
// What the compiler calls.
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, unsigned long shared = 0, cudaStream_t stream = nullptr);
extern "C" __device__ void *cudaGetParameterBuffer(unsigned long alignment, unsigned long bytes);
extern "C" __device__ int cudaLaunchDevice(void *kernel, void *buffer, dim3 grid, dim3 block, unsigned shared, cudaStream_t stream);

struct Line {
    char first;
    short step;
    double scale;
};

// Numbers on a line, by arguments of many sizes.
template <class T>
__global__ void fill(T *out, Line line)
{
    int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
    out[i] = static_cast<T>(line.first + line.step * i * line.scale);
}

// Turns a block's numbers around, in shared memory that the launch asks for.
__global__ void reverse(int *out)
{
    extern __shared__ int part[];
    int t = __nvvm_read_ptx_sreg_tid_x(), n = __nvvm_read_ptx_sreg_ntid_x();
    part[t] = out[t];
    asm volatile("bar.sync 0;" ::: "memory");
    out[t] = part[n - 1 - t];
}

// Behind each other in the block's stream.
__global__ void both(int *out, int first)
{
    fill<int><<<dim3(2), 8>>>(out, Line{static_cast<char>(first), 3, 2.0});
    reverse<<<1, dim3(16), 16 * sizeof(int)>>>(out);
}

extern "C" __global__ void run(int *out)
{
    int block = __nvvm_read_ptx_sreg_ctaid_x();
    if (__nvvm_read_ptx_sreg_tid_x() == 31)
        both<<<1, 1>>>(out + 32 * block, 100 - 50 * block);
}
