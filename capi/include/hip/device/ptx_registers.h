/* `cuda::ptx`: special registers, shared memory of other blocks, and the choice of one lane. Included by hip/ptx. */
#ifndef HIP_DEVICE_PTX_REGISTERS_H
#define HIP_DEVICE_PTX_REGISTERS_H

namespace cuda {
namespace ptx {

#define __HIP_SOFT_WORD(function, name) \
    inline __device__ ::std::uint32_t get_sreg_##function() \
    { \
        ::std::uint32_t value; \
        __asm__ volatile("mov.u32 %0, %%" name ";" : "=r"(value)); \
        return value; \
    }
#define __HIP_SOFT_LONG(function, name) \
    inline __device__ ::std::uint64_t get_sreg_##function() \
    { \
        unsigned long long value; \
        __asm__ volatile("mov.u64 %0, %%" name ";" : "=l"(value)); \
        return value; \
    }
#define __HIP_SOFT_THREE(name) \
    __HIP_SOFT_WORD(name##_x, #name ".x") \
    __HIP_SOFT_WORD(name##_y, #name ".y") \
    __HIP_SOFT_WORD(name##_z, #name ".z")
__HIP_SOFT_THREE(tid)
__HIP_SOFT_THREE(ntid)
__HIP_SOFT_THREE(ctaid)
__HIP_SOFT_THREE(nctaid)
__HIP_SOFT_WORD(clock, "clock")
__HIP_SOFT_WORD(dynamic_smem_size, "dynamic_smem_size")
__HIP_SOFT_WORD(globaltimer_hi, "globaltimer_hi")
__HIP_SOFT_WORD(globaltimer_lo, "globaltimer_lo")
__HIP_SOFT_WORD(laneid, "laneid")
__HIP_SOFT_WORD(lanemask_eq, "lanemask_eq")
__HIP_SOFT_WORD(lanemask_ge, "lanemask_ge")
__HIP_SOFT_WORD(lanemask_gt, "lanemask_gt")
__HIP_SOFT_WORD(lanemask_le, "lanemask_le")
__HIP_SOFT_WORD(lanemask_lt, "lanemask_lt")
__HIP_SOFT_WORD(nsmid, "nsmid")
__HIP_SOFT_WORD(nwarpid, "nwarpid")
__HIP_SOFT_WORD(smid, "smid")
__HIP_SOFT_WORD(total_smem_size, "total_smem_size")
__HIP_SOFT_WORD(warpid, "warpid")
__HIP_SOFT_LONG(clock64, "clock64")
__HIP_SOFT_LONG(globaltimer, "globaltimer")
__HIP_SOFT_LONG(gridid, "gridid")

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__HIP_SOFT_THREE(clusterid)
__HIP_SOFT_THREE(nclusterid)
__HIP_SOFT_THREE(cluster_ctaid)
__HIP_SOFT_THREE(cluster_nctaid)
__HIP_SOFT_WORD(aggr_smem_size, "aggr_smem_size")
__HIP_SOFT_WORD(cluster_ctarank, "cluster_ctarank")
__HIP_SOFT_WORD(cluster_nctarank, "cluster_nctarank")
inline __device__ bool get_sreg_is_explicit_cluster()
{
    ::std::uint32_t value;
    __asm__ volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.b32 %0, 1, 0, p; }" : "=r"(value));
    return value != 0;
}

/* One lane of a mask, the same in all of them. */
inline __device__ bool elect_sync(const ::std::uint32_t &mask)
{
    ::std::uint32_t is_chosen;
    __asm__ volatile("{ .reg .pred p; elect.sync _|p, %1; selp.b32 %0, 1, 0, p; }" : "=r"(is_chosen) : "r"(mask));
    return is_chosen != 0;
}

/* The same variable of another block of the cluster, and the block that an address belongs to. */
template <typename T> inline __device__ T *mapa(space_cluster_t, T *at, const ::std::uint32_t &block)
{
    unsigned int found;
    __asm__("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(found) : "r"(__hip_shared(at)), "r"(block));
    return static_cast<T *>(__cvta_shared_to_generic(found));
}
inline __device__ ::std::uint32_t getctarank(space_cluster_t, const void *at)
{
    ::std::uint32_t block;
    __asm__("getctarank.shared::cluster.u32 %0, %1;" : "=r"(block) : "r"(__hip_shared(at)));
    return block;
}
#endif
#undef __HIP_SOFT_THREE
#undef __HIP_SOFT_LONG
#undef __HIP_SOFT_WORD

}
}

#endif
