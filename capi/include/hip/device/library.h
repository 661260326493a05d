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

namespace std {
static inline __device__ void free(void *pointer) { ::free(pointer); }
static inline __device__ void *malloc(size_t size) { return ::malloc(size); }
}

/* Entry of virtual tables for pure virtual functions. */
extern "C" inline __device__ void __cxa_pure_virtual(void) { __builtin_trap(); }

/* Stops the kernel; its context is poisoned, as after an illegal instruction. */
static inline __device__ void abort() { __builtin_trap(); }

#endif
