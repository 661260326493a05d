/* Asynchronous copies by groups, and their waits. */
#ifndef HIP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define HIP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#include <hip/hip_cooperative_groups.h>
#if defined(__cplusplus) && defined(__HIP__)

#include <hip/device/copies.h>

namespace cooperative_groups {

/* Copies a number of bytes. */
template <typename Group, typename Shape>
inline __device__ void memcpy_async(const Group &group, void *to, const void *from, Shape shape)
{
    hip_detail::start_copy(group, to, from, shape);
    hip_detail::commit_copies();
}
/* Copies the elements that fit in both places. */
template <typename Group, typename T, typename Shape, typename OtherShape>
inline __device__ void memcpy_async(const Group &group, T *to, const Shape &room, const T *from, const OtherShape &there)
{
    size_t fits = room, has = there, count = fits < has ? fits : has;
    constexpr size_t alignment = hip_detail::alignment_of_shape<OtherShape>::value;
    if constexpr (alignment > 1)
        memcpy_async(group, to, from, cuda::aligned_size_t<alignment>(count * sizeof(T)));
    else
        memcpy_async(group, to, from, count * sizeof(T));
}

template <typename Group> inline __device__ void wait(const Group &group)
{
    hip_detail::wait_copies(0);
    group.sync();
}
/* Waits until all copies but the last `Left` are visible to the group. */
template <unsigned int Left, typename Group> inline __device__ void wait_prior(const Group &group)
{
    hip_detail::wait_copies(Left);
    group.sync();
}

}

#endif
#endif
