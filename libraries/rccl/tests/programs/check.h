/* Calls that must succeed, and elements of all types. */
#include <rccl/rccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HIP(call)                                                                        \
    do {                                                                                 \
        hipError_t code_ = (call);                                                       \
        if (code_ != hipSuccess) {                                                       \
            printf("line %d: %s\n", __LINE__, hipGetErrorName(code_));                   \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)
#define NCCL(call)                                                                       \
    do {                                                                                 \
        ncclResult_t code_ = (call);                                                     \
        if (code_ != ncclSuccess) {                                                      \
            printf("line %d: %s: %s\n", __LINE__, ncclGetErrorString(code_),             \
                   ncclGetLastError(NULL));                                              \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)
#define SAY(call)                                                                        \
    do {                                                                                 \
        ncclResult_t code_ = (call);                                                     \
        printf("%s: %s: %s\n", #call, ncclGetErrorString(code_),                         \
               code_ == ncclSuccess ? "-" : ncclGetLastError(NULL));                     \
    } while (0)

/* Waits for a stream as NCCL's documentation shows: a failure of the communicator ends the wait. */
static inline ncclResult_t wait_for(hipStream_t stream, ncclComm_t comm)
{
    ncclResult_t state = ncclSuccess;
    while (hipStreamQuery(stream) == hipErrorNotReady && state == ncclSuccess) {
        NCCL(ncclCommGetAsyncError(comm, &state));
    }
    return state;
}

/* Bytes of an element. */
static inline size_t bytes_of(int type)
{
    static const size_t bytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
    return bytes[type];
}

/* Bits of a positive normal number in a format with so many bits of fraction and this bias. */
static inline unsigned encode(double value, int fraction, int bias)
{
    int exponent = 0;
    for (; value >= 2; exponent++) {
        value /= 2;
    }
    for (; value < 1; exponent--) {
        value *= 2;
    }
    return (unsigned)(exponent + bias) << fraction | (unsigned)((value - 1) * (1 << fraction));
}

/* Writes element `i` of an array. */
static inline void put(void *to, size_t i, int type, double value)
{
    switch (type) {
    case ncclInt8: ((signed char *)to)[i] = (signed char)value; break;
    case ncclUint8: ((unsigned char *)to)[i] = (unsigned char)value; break;
    case ncclInt32: ((int *)to)[i] = (int)value; break;
    case ncclUint32: ((unsigned *)to)[i] = (unsigned)value; break;
    case ncclInt64: ((long long *)to)[i] = (long long)value; break;
    case ncclUint64: ((unsigned long long *)to)[i] = (unsigned long long)value; break;
    case ncclFloat16: ((unsigned short *)to)[i] = (unsigned short)encode(value, 10, 15); break;
    case ncclFloat32: ((float *)to)[i] = (float)value; break;
    case ncclFloat64: ((double *)to)[i] = value; break;
    case ncclBfloat16: ((unsigned short *)to)[i] = (unsigned short)encode(value, 7, 127); break;
    case ncclFloat8e4m3: ((unsigned char *)to)[i] = (unsigned char)encode(value, 3, 7); break;
    case ncclFloat8e5m2: ((unsigned char *)to)[i] = (unsigned char)encode(value, 2, 15); break;
    }
}
