/* The group of a cluster's blocks, which reach each other's shared memory; sm_90 and later. */
#ifndef HIP_DEVICE_CLUSTERS_H
#define HIP_DEVICE_CLUSTERS_H

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

namespace cooperative_groups {

namespace detail {
#define __HIP_SOFT_CLUSTER(name, text) \
    inline __device__ unsigned int name() \
    { \
        unsigned int value; \
        __asm__("mov.u32 %0, %%" text ";" : "=r"(value)); \
        return value; \
    }
__HIP_SOFT_CLUSTER(cluster_ctarank, "cluster_ctarank")
__HIP_SOFT_CLUSTER(cluster_nctarank, "cluster_nctarank")
__HIP_SOFT_CLUSTER(cluster_ctaid_x, "cluster_ctaid.x")
__HIP_SOFT_CLUSTER(cluster_ctaid_y, "cluster_ctaid.y")
__HIP_SOFT_CLUSTER(cluster_ctaid_z, "cluster_ctaid.z")
__HIP_SOFT_CLUSTER(cluster_nctaid_x, "cluster_nctaid.x")
__HIP_SOFT_CLUSTER(cluster_nctaid_y, "cluster_nctaid.y")
__HIP_SOFT_CLUSTER(cluster_nctaid_z, "cluster_nctaid.z")
#undef __HIP_SOFT_CLUSTER
}

class cluster_group {
  public:
    /* Result of an arrival, for the wait after it. */
    struct arrival_token {};

    static __device__ void sync() { barrier_wait(barrier_arrive()); }
    static __device__ arrival_token barrier_arrive()
    {
        __asm__ volatile("barrier.cluster.arrive.release;" ::: "memory");
        return arrival_token();
    }
    static __device__ void barrier_wait() { __asm__ volatile("barrier.cluster.wait.acquire;" ::: "memory"); }
    static __device__ void barrier_wait(arrival_token &&) { barrier_wait(); }

    static __device__ unsigned int block_rank() { return detail::cluster_ctarank(); }
    static __device__ unsigned int num_blocks() { return detail::cluster_nctarank(); }
    static __device__ dim3 block_index()
    {
        return dim3(detail::cluster_ctaid_x(), detail::cluster_ctaid_y(),
                    detail::cluster_ctaid_z());
    }
    static __device__ dim3 dim_blocks()
    {
        return dim3(detail::cluster_nctaid_x(), detail::cluster_nctaid_y(),
                    detail::cluster_nctaid_z());
    }
    static __device__ unsigned int thread_rank()
    {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    static __device__ unsigned int num_threads() { return num_blocks() * thread_block::num_threads(); }
    static __device__ unsigned int size() { return num_threads(); }
    static __device__ dim3 thread_index()
    {
        dim3 block = block_index();
        return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                    block.z * blockDim.z + threadIdx.z);
    }
    static __device__ dim3 dim_threads()
    {
        dim3 blocks = dim_blocks();
        return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
    }

    /* Rank of the block that a shared variable belongs to, and the same variable of another block. */
    static __device__ unsigned int query_shared_rank(const void *at)
    {
        unsigned int rank;
        __asm__("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(at));
        return rank;
    }
    template <typename T> static __device__ T *map_shared_rank(T *at, int rank)
    {
        T *mapped;
        __asm__("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(at), "r"(rank));
        return mapped;
    }
};

inline __device__ cluster_group this_cluster() { return cluster_group(); }

}

#endif

#endif
