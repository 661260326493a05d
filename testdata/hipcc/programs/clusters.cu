// arch: sm_90
// The group of a cluster's blocks: ranks, its barrier, and sums over the shared memory of all its blocks; shapes of clusters
// by the kernel's attribute, with which a plain launch has them.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

// Each block leaves a number; each reads those of all blocks of its cluster.
__global__ void gather(int *sums, int *wrong)
{
    __shared__ int mine;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned int rank = cluster.block_rank(), threads = blockDim.x * blockDim.y;
    if (threadIdx.x + threadIdx.y == 0)
        mine = 1 << blockIdx.x;
    cluster.sync();
    int sum = 0;
    for (unsigned int n = 0; n < cluster.num_blocks(); ++n) {
        int *other = cluster.map_shared_rank(&mine, n);
        sum += *other;
        if (cluster.query_shared_rank(other) != n)
            atomicAdd(wrong, 1);
    }
    cg::cluster_group::arrival_token token = cluster.barrier_arrive();
    bool right = rank == blockIdx.x % 4 && cluster.num_blocks() == 4 && cluster.block_index().x == rank &&
                 cluster.block_index().y == 0 && cluster.dim_blocks().x == 4 && cluster.dim_blocks().z == 1 &&
                 cluster.num_threads() == 4 * threads && cluster.size() == 4 * threads &&
                 cluster.thread_rank() == rank * threads + threadIdx.y * blockDim.x + threadIdx.x &&
                 cluster.thread_index().x == rank * blockDim.x + threadIdx.x && cluster.thread_index().y == threadIdx.y &&
                 cluster.dim_threads().x == 4 * blockDim.x && cluster.dim_threads().y == blockDim.y;
    if (!right)
        atomicAdd(wrong, 1);
    if (threadIdx.x + threadIdx.y == 0)
        sums[blockIdx.x] = sum;
    cluster.barrier_wait(static_cast<cg::cluster_group::arrival_token &&>(token));
}

constexpr int high = 2;

// Each block leaves the shape of its cluster and its rank there.
template <int wide> __global__ void __cluster_dims__(wide, high) __launch_bounds__(32) shaped(int *seen)
{
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        seen[blockIdx.y * gridDim.x + blockIdx.x] =
            100 * cluster.dim_blocks().x + 10 * cluster.dim_blocks().y + cluster.block_rank();
}
extern "C" __cluster_dims__(2, 1, 1) __global__ void paired(int *seen);
extern "C" __global__ void paired(int *seen)
{
    seen[blockIdx.x] = cg::this_cluster().num_blocks();
}

static int plain_launches(int *seen)
{
    int wrong = 0;
    shaped<2><<<dim3(4, 2), 32>>>(seen);
    cudaDeviceSynchronize();
    for (int n = 0; n < 8; ++n)
        wrong += seen[n] != 220 + n % 2 + 2 * (n / 4);
    paired<<<4, 32>>>(seen);
    cudaDeviceSynchronize();
    for (int n = 0; n < 4; ++n)
        wrong += seen[n] != 2;
    // Three blocks are no pairs.
    paired<<<3, 32>>>(seen);
    return wrong + (cudaGetLastError() != cudaErrorInvalidClusterSize);
}

int main()
{
    int *sums, wrong;
    cudaMallocManaged(&sums, 9 * sizeof(int));
    int misshaped = plain_launches(sums);
    sums[8] = 0;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8);
    config.blockDim = dim3(16, 2);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 4;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaError_t error = cudaLaunchKernelEx(&config, gather, sums, sums + 8);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    wrong = sums[8] + misshaped;
    for (int n = 0; n < 8; ++n)
        wrong += sums[n] != (n < 4 ? 0x0f : 0xf0);
    if (error != cudaSuccess || wrong != 0)
        printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    else
        printf("right\n");
    return wrong != 0;
}
