// arch: sm_90a
// `cuda::ptx`: barriers, bulk and tensor copies, reductions, blocks of a cluster, and a tensor map that a kernel changes.
#include <cstdio>
#include <cuda.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int threads = 64, rows = 16, columns = 32, high = 8, wide = 16;

__device__ void wait(unsigned long *barrier, unsigned int parity)
{
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, barrier, parity)) {
    }
}

// Copies in, out, and added to what is there.
__global__ void runs(int *wrong, const int *from, int *to, int *sums)
{
    alignas(16) __shared__ int room[threads];
    __shared__ unsigned long barrier;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, blockDim.x);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    unsigned long token;
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, room, from, sizeof room, &barrier);
        token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, sizeof room);
    } else {
        token = ptx::mbarrier_arrive(&barrier);
    }
    while (!ptx::mbarrier_try_wait(&barrier, token)) {
    }
    room[threadIdx.x] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, room, sizeof room);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, room, sizeof room);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    if (ptx::get_sreg_tid_x() != threadIdx.x || ptx::get_sreg_laneid() != threadIdx.x % 32)
        atomicAdd(wrong, 1);
    if (__popc(__ballot_sync(~0u, ptx::elect_sync(~0u))) != 1)
        atomicAdd(wrong, 1);
}

// A tile, by a map whose address the kernel changes.
__global__ void tiles(const __grid_constant__ CUtensorMap given, CUtensorMap *map, int *matrix)
{
    alignas(128) __shared__ int tile[high][wide];
    alignas(128) __shared__ CUtensorMap copy;
    __shared__ unsigned long barrier;
    if (threadIdx.x == 0) {
        copy = given;
        ptx::mbarrier_init(&barrier, 1);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        if (threadIdx.x == 0)
            ptx::tensormap_replace_global_address(ptx::space_shared, &copy, matrix);
        __syncwarp();
        ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_gpu, map, &copy, ptx::n32_t<128>());
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_gpu, map, ptx::n32_t<128>());
        const int place[2] = {4, 2};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, map, place, &barrier);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, sizeof tile);
    }
    wait(&barrier, 0);
    for (int n = threadIdx.x; n < high * wide; n += threads)
        tile[n / wide][n % wide] *= 2;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        const int place[2] = {16, 8};
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, map, place, &tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

// Each block stores into the other block's memory.
__global__ void blocks(int *wrong)
{
    __shared__ int word;
    __shared__ unsigned long barrier;
    unsigned int own = ptx::get_sreg_cluster_ctarank(), other = 1 - own;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &barrier, sizeof word);
    }
    ptx::barrier_cluster_arrive(ptx::sem_release);
    ptx::barrier_cluster_wait(ptx::sem_acquire);
    if (threadIdx.x == 0) {
        int *there = ptx::mapa(ptx::space_cluster, &word, other);
        if (ptx::getctarank(ptx::space_cluster, there) != other)
            atomicAdd(wrong, 1);
        ptx::st_async(there, static_cast<int>(100 + own), ptx::mapa(ptx::space_cluster, &barrier, other));
    }
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &barrier, 0)) {
    }
    if (word != static_cast<int>(100 + other))
        atomicAdd(wrong, 1);
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}

// Instructions of all other functions: they are compiled and loaded, and never run.
__global__ void others(bool never, unsigned long *at, void *map, int *words, unsigned int *bits, long *longs)
{
    if (!never)
        return;
    __shared__ unsigned long barrier;
    __shared__ int room[32];
    __shared__ unsigned int bit_room[32];
    __shared__ unsigned long long_room[32];
    unsigned int count = 2;
    unsigned long token = ptx::mbarrier_arrive_no_complete(&barrier, count);
    ptx::mbarrier_arrive(&barrier, count);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &barrier);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, count);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, &barrier);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, &barrier, count);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, &barrier, count);
    ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &barrier, count);
    ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, &barrier, count);
    bool done = ptx::mbarrier_test_wait(&barrier, token) | ptx::mbarrier_test_wait_parity(&barrier, count)
        | ptx::mbarrier_test_wait(ptx::sem_acquire, ptx::scope_cluster, &barrier, token)
        | ptx::mbarrier_test_wait_parity(ptx::sem_acquire, ptx::scope_cta, &barrier, count)
        | ptx::mbarrier_try_wait(&barrier, token, count) | ptx::mbarrier_try_wait_parity(&barrier, count, count)
        | ptx::mbarrier_try_wait(ptx::sem_acquire, ptx::scope_cta, &barrier, token, count);
    ptx::mbarrier_inval(&barrier);
    ptx::fence(ptx::sem_sc, ptx::scope_cluster);
    ptx::fence(ptx::sem_acq_rel, ptx::scope_sys);
    ptx::fence_proxy_alias();
    ptx::fence_proxy_async();
    ptx::fence_proxy_async(ptx::space_global);
    ptx::fence_proxy_async(ptx::space_cluster);
    ptx::fence_proxy_tensormap_generic(ptx::sem_release, ptx::scope_gpu);
    ptx::barrier_cluster_arrive(ptx::sem_relaxed);
    ptx::griddepcontrol_launch_dependents();
    ptx::griddepcontrol_wait();
    unsigned short mask = 3;
    ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, room, words, 128u, &barrier);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, room, words, 128u, &barrier, mask);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, room, room, 128u, &barrier);
    ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::op_xor_op, bit_room, bit_room, 128u, &barrier);
    ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::op_inc, bit_room, bit_room, 128u, &barrier);
    ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::op_add, long_room, long_room, 128u, &barrier);
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_max, words, room, 128u);
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_and_op, at, long_room, 128u);
    const int place1[1] = {0}, place3[3] = {0, 0, 0}, place4[4] = {0, 0, 0, 0}, place5[5] = {0, 0, 0, 0, 0};
    ptx::cp_async_bulk_tensor(ptx::space_shared, ptx::space_global, room, map, place1, &barrier);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, room, map, place3, &barrier, mask);
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, map, place4, room);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_or_op, map, place5, room);
    ptx::red_async(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, ptx::op_max, room, *words, &barrier);
    ptx::red_async(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, ptx::op_or_op, bit_room, *bits, &barrier);
    ptx::tensormap_replace_rank(ptx::space_global, map, count);
    ptx::tensormap_replace_box_dim(ptx::space_global, map, ptx::n32_t<0>(), count);
    ptx::tensormap_replace_global_dim(ptx::space_global, map, ptx::n32_t<1>(), count);
    ptx::tensormap_replace_global_stride(ptx::space_global, map, ptx::n32_t<0>(), token);
    ptx::tensormap_replace_element_stride(ptx::space_global, map, ptx::n32_t<1>(), count);
    ptx::tensormap_replace_elemtype(ptx::space_global, map, ptx::n32_t<1>());
    ptx::tensormap_replace_interleave_layout(ptx::space_global, map, ptx::n32_t<0>());
    ptx::tensormap_replace_swizzle_mode(ptx::space_global, map, ptx::n32_t<0>());
    ptx::tensormap_replace_fill_mode(ptx::space_global, map, ptx::n32_t<0>());
    longs[0] = done + ptx::get_sreg_clock64() + ptx::get_sreg_globaltimer() + ptx::get_sreg_smid() + ptx::get_sreg_nclusterid_x()
        + ptx::get_sreg_is_explicit_cluster() + ptx::get_sreg_dynamic_smem_size() + ptx::get_sreg_lanemask_lt()
        + ptx::get_sreg_cluster_ctaid_x() + ptx::get_sreg_gridid() + ptx::get_sreg_nctaid_z() + ptx::get_sreg_aggr_smem_size();
}

int main()
{
    int *wrong, *to, *sums, *matrix;
    CUtensorMap *changed;
    cudaMallocManaged(&wrong, sizeof(int));
    cudaMallocManaged(&to, threads * sizeof(int));
    cudaMallocManaged(&sums, threads * sizeof(int));
    cudaMallocManaged(&matrix, rows * columns * sizeof(int));
    cudaMalloc(&changed, sizeof *changed);
    *wrong = 0;
    for (int n = 0; n < threads; ++n)
        sums[n] = 1000;
    for (int n = 0; n < rows * columns; ++n)
        matrix[n] = n * 7 + 1;
    // Its address is of other memory.
    CUtensorMap map;
    cuuint64_t sizes[2] = {columns, rows}, strides[1] = {columns * sizeof(int)};
    cuuint32_t box[2] = {wide, high}, steps[2] = {1, 1};
    int *elsewhere;
    cudaMalloc(&elsewhere, rows * columns * sizeof(int));
    CUresult made = cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, elsewhere, sizes, strides, box, steps,
                                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (made != CUDA_SUCCESS) {
        printf("no tensor map\n");
        return 1;
    }
    runs<<<1, threads>>>(wrong, matrix, to, sums);
    cudaDeviceSynchronize();
    tiles<<<1, threads>>>(map, changed, matrix);
    others<<<1, threads>>>(false, nullptr, nullptr, nullptr, nullptr, nullptr);
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 2;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t launch = {};
    launch.gridDim = 2;
    launch.blockDim = 32;
    launch.attrs = &cluster;
    launch.numAttrs = 1;
    cudaLaunchKernelEx(&launch, blocks, wrong);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
        printf("the kernels do not run\n");
        return 1;
    }
    int bad = *wrong;
    for (int n = 0; n < threads; ++n)
        bad += (to[n] != n * 7 + 2) + (sums[n] != 1000 + n * 7 + 2);
    for (int n = 0; n < rows * columns; ++n) {
        int row = n / columns, column = n % columns;
        bool moved = row >= 8 && column >= 16;
        bad += matrix[n] != (moved ? 2 * ((n - 6 * columns - 12) * 7 + 1) : n * 7 + 1);
    }
    if (bad == 0)
        printf("right\n");
    else
        printf("%d wrong\n", bad);
    return bad != 0;
}
