// arch: sm_90
// Runs of bytes and tiles of tensors that one thread copies for its block, and barriers that count their bytes.
#include <cstdio>
#include <cuda.h>
#include <cuda/barrier>

namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int threads = 64, rows = 40, columns = 48, high = 8, wide = 16;

__global__ void runs(int *wrong, const int *from, int *to)
{
    alignas(16) __shared__ int room[2][threads];
    __shared__ barrier done;
    if (threadIdx.x == 0) {
        init(&done, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_global_to_shared(room[0], from, sizeof room[0], done);
        cuda::device::memcpy_async_tx(room[1], from + threads, cuda::aligned_size_t<16>(sizeof room[1]), done);
        token = cuda::device::barrier_arrive_tx(done, 1, sizeof room);
    } else {
        token = done.arrive();
    }
    done.wait(std::move(token));
    if (room[1][63 - threadIdx.x] != from[threads + 63 - threadIdx.x])
        atomicAdd(wrong, 1);
    room[0][threadIdx.x] += 1;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_shared_to_global(to, room[0], sizeof room[0]);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
        if (cuda::device::barrier_native_handle(done) != reinterpret_cast<unsigned long *>(&done))
            atomicAdd(wrong, 1);
    }
}

// A tile goes to another place of the matrix.
__global__ void tiles(const __grid_constant__ CUtensorMap map, int x, int y, int new_x, int new_y)
{
    alignas(128) __shared__ int tile[high][wide];
    __shared__ barrier done;
    if (threadIdx.x == 0) {
        init(&done, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, done);
        token = cuda::device::barrier_arrive_tx(done, 1, sizeof tile);
    } else {
        token = done.arrive();
    }
    done.wait(std::move(token));
    for (int n = threadIdx.x; n < high * wide; n += threads)
        tile[n / wide][n % wide] *= 2;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_shared_to_global(&map, new_x, new_y, &tile);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

int main()
{
    int *wrong, *to, *matrix;
    cudaMallocManaged(&wrong, sizeof(int));
    cudaMallocManaged(&to, threads * sizeof(int));
    cudaMallocManaged(&matrix, rows * columns * sizeof(int));
    *wrong = 0;
    for (int n = 0; n < rows * columns; ++n)
        matrix[n] = n * 7 + 1;
    CUtensorMap map;
    cuuint64_t sizes[2] = {columns, rows}, strides[1] = {columns * sizeof(int)};
    cuuint32_t box[2] = {wide, high}, steps[2] = {1, 1};
    CUresult made = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, matrix, sizes, strides, box, steps,
                                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (made != CUDA_SUCCESS) {
        printf("no tensor map\n");
        return 1;
    }
    runs<<<1, threads>>>(wrong, matrix, to);
    tiles<<<1, threads>>>(map, 8, 3, 20, 30);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        printf("the kernels do not run\n");
        return 1;
    }
    int bad = *wrong;
    for (int n = 0; n < threads; ++n)
        bad += to[n] != n * 7 + 2;
    for (int n = 0; n < rows * columns; ++n) {
        int row = n / columns, column = n % columns;
        bool moved = row >= 30 && row < 30 + high && column >= 20 && column < 20 + wide;
        bad += matrix[n] != (moved ? 2 * ((n - 27 * columns - 12) * 7 + 1) : n * 7 + 1);
    }
    if (bad == 0)
        printf("right\n");
    else
        printf("%d wrong\n", bad);
    return bad != 0;
}
