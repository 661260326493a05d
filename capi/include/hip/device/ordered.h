/* Atomic loads, stores and fences with a memory order, by AMD's builtins and, in kernels, by GCC's. Clang 19 and older make PTX of
 * relaxed ones only; fences add the rest. Clang makes PTX of the other forms itself. */
#ifndef HIP_DEVICE_ORDERED_H
#define HIP_DEVICE_ORDERED_H

namespace hip_detail {

static inline __host__ __device__ void fence(int order, int scope)
{
#if defined(__CUDA_ARCH__)
    if (order == __ATOMIC_RELAXED || scope < __HIP_MEMORY_SCOPE_WORKGROUP)
        return;
    if (scope == __HIP_MEMORY_SCOPE_WORKGROUP)
        __threadfence_block();
    else if (scope == __HIP_MEMORY_SCOPE_AGENT)
        __threadfence();
    else
        __threadfence_system();
#else
    (void)order, (void)scope;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

template <typename T> static inline __host__ __device__ T atomic_load(const volatile T *address, int order, int scope)
{
    if (order == __ATOMIC_SEQ_CST)
        fence(order, scope);
    T value = __hip_atomic_load(address, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    fence(order, scope);
    return value;
}

template <typename T, typename Value>
static inline __host__ __device__ void atomic_store(volatile T *address, Value value, int order, int scope)
{
    fence(order, scope);
    __hip_atomic_store(address, static_cast<T>(value), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    if (order == __ATOMIC_SEQ_CST)
        fence(order, scope);
}

/* Unsigned integer of as many bytes, of those that are loaded and stored at once. */
template <size_t> struct word_of {};
template <> struct word_of<1> { typedef unsigned char type; };
template <> struct word_of<2> { typedef unsigned short type; };
template <> struct word_of<4> { typedef unsigned int type; };
template <> struct word_of<8> { typedef unsigned long long type; };

#if defined(__CUDA_ARCH__)
/* GCC's builtins; their scope is the system. */
template <typename T> static inline __host__ __device__ T gcc_load_n(const volatile T *address, int order)
{
    return atomic_load(address, order, __HIP_MEMORY_SCOPE_SYSTEM);
}
template <typename T, typename Value>
static inline __host__ __device__ void gcc_store_n(volatile T *address, Value value, int order)
{
    atomic_store(address, value, order, __HIP_MEMORY_SCOPE_SYSTEM);
}

/* A value of any type is loaded and stored as a word of its size. */
template <typename T, typename To, typename Word = typename word_of<sizeof(T)>::type>
static inline __host__ __device__ void gcc_load(const volatile T *address, To *to, int order)
{
    Word word = gcc_load_n(reinterpret_cast<const volatile Word *>(address), order);
    __builtin_memcpy(to, &word, sizeof word);
}
template <typename T, typename From, typename Word = typename word_of<sizeof(T)>::type>
static inline __host__ __device__ void gcc_store(volatile T *address, From *from, int order)
{
    Word word;
    __builtin_memcpy(&word, const_cast<const T *>(from), sizeof word);
    gcc_store_n(reinterpret_cast<volatile Word *>(address), word, order);
}
/* Host functions may have values of other sizes. */
template <typename T, typename To> static inline __host__ void gcc_load(const volatile T *address, To *to, int order, ...)
{
    __atomic_load(address, to, order);
}
template <typename T, typename From> static inline __host__ void gcc_store(volatile T *address, From *from, int order, ...)
{
    __atomic_store(address, from, order);
}

static inline __host__ __device__ void gcc_clear(volatile void *address, int order)
{
    gcc_store_n(static_cast<volatile unsigned char *>(address), 0, order);
}
static inline __host__ __device__ void gcc_fence(int order) { fence(order, __HIP_MEMORY_SCOPE_SYSTEM); }
/* Orders a thread's own accesses: keeps the compiler from moving them. */
static inline __host__ __device__ void gcc_signal_fence(int) { __asm__ volatile("" ::: "memory"); }
static inline __host__ __device__ void gcc_synchronize() { gcc_fence(__ATOMIC_SEQ_CST); }
template <typename T> static inline __host__ __device__ void gcc_release(volatile T *address)
{
    gcc_store_n(address, 0, __ATOMIC_RELEASE);
}
#endif

}

#define __hip_atomic_load(address, order, scope) hip_detail::atomic_load(address, order, scope)
#define __hip_atomic_store(address, value, order, scope) hip_detail::atomic_store(address, value, order, scope)
#if defined(__CUDA_ARCH__)
#define __atomic_load_n(...) hip_detail::gcc_load_n(__VA_ARGS__)
#define __atomic_load(...) hip_detail::gcc_load(__VA_ARGS__)
#define __atomic_store_n(...) hip_detail::gcc_store_n(__VA_ARGS__)
#define __atomic_store(...) hip_detail::gcc_store(__VA_ARGS__)
#define __atomic_clear(...) hip_detail::gcc_clear(__VA_ARGS__)
#define __atomic_thread_fence(...) hip_detail::gcc_fence(__VA_ARGS__)
#define __atomic_signal_fence(...) hip_detail::gcc_signal_fence(__VA_ARGS__)
#define __sync_synchronize() hip_detail::gcc_synchronize()
#define __sync_lock_release(...) hip_detail::gcc_release(__VA_ARGS__)
#endif

#endif
