/* The part of the C library that kernels call: printf, assert, the device's heap. */
#ifndef HIP_DEVICE_LIBRARY_H
#define HIP_DEVICE_LIBRARY_H

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow)) __attribute__((malloc));
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function,
                             size_t char_size) __attribute__((noreturn));

static inline __device__ void __assert_fail(const char *message, const char *file, unsigned line,
                                            const char *function)
{
    __assertfail(message, file, line, function, sizeof(char));
}
}

/* Clang makes calls of printf calls of vprintf, and declares that as a function that may be copied into both sides of
 * a branch: lanes would print in another order. It takes this header's declaration, which may not be, if the unit has
 * used it before. */
static __device__ __attribute__((used)) int __hip_vprintf(const char *format, const char *arguments)
{
    return vprintf(format, arguments);
}

namespace std {
static inline __device__ void free(void *pointer) { ::free(pointer); }
static inline __device__ void *malloc(size_t size) { return ::malloc(size); }
}

/* Entry of virtual tables for pure virtual functions. */
extern "C" inline __device__ void __cxa_pure_virtual(void) { __builtin_trap(); }

/* Stops the kernel; its context is poisoned, as after an illegal instruction. */
static inline __device__ void abort() { __builtin_trap(); }

#endif
