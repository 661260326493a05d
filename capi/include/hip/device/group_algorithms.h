/* Algorithms of groups of lanes: reductions, scans, invoke_one. Included by hip_cooperative_groups.h. */
#ifndef HIP_DEVICE_GROUP_ALGORITHMS_H
#define HIP_DEVICE_GROUP_ALGORITHMS_H

namespace cooperative_groups {

template <typename T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <typename T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <typename T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };

namespace detail {
constexpr __device__ bool is_wide(const void *) { return false; }
template <unsigned int Size> constexpr __device__ bool is_wide(const wide_tile<Size> *) { return true; }
}

/* Reduction, with the result in every lane; `combine` is associative, and values are combined in lane order. */
template <typename Group, typename T, typename Combine>
inline __device__ T reduce(const Group &group, T value, Combine combine)
{
    if constexpr (detail::is_wide(static_cast<Group *>(nullptr))) {
        return Group::folded(reduce(tiled_partition<32>(this_thread_block()), value, combine), combine);
    } else {
        unsigned int rank = group.thread_rank(), count = group.size();
        for (unsigned int step = 1; step < count; step *= 2) {
            T other = group.shfl_down(value, step);
            if (rank + step < count)
                value = combine(value, other);
        }
        return group.shfl(value, 0);
    }
}

/* Inclusive scan. */
template <typename Group, typename T, typename Combine>
inline __device__ T inclusive_scan(const Group &group, T value, Combine combine)
{
    unsigned int rank = group.thread_rank(), count = group.size();
    for (unsigned int step = 1; step < count; step *= 2) {
        T other = group.shfl_up(value, step);
        if (rank >= step)
            value = combine(other, value);
    }
    return value;
}
template <typename Group, typename T> inline __device__ T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}

/* Exclusive scan; the first lane gets `T()`. */
template <typename Group, typename T, typename Combine>
inline __device__ T exclusive_scan(const Group &group, T value, Combine combine)
{
    T before = group.shfl_up(inclusive_scan(group, value, combine), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T> inline __device__ T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}

/* One thread of the group executes it; the broadcast form returns its result in all lanes. */
template <typename Group, typename Function, typename... Arguments>
inline __device__ void invoke_one(const Group &group, Function &&function, Arguments &&...arguments)
{
    if (group.thread_rank() == 0)
        function(static_cast<Arguments &&>(arguments)...);
}
template <typename Group, typename Function, typename... Arguments>
inline __device__ auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
{
    decltype(function(static_cast<Arguments &&>(arguments)...)) answer{};
    if (group.thread_rank() == 0)
        answer = function(static_cast<Arguments &&>(arguments)...);
    return group.shfl(answer, 0);
}

}

#endif
