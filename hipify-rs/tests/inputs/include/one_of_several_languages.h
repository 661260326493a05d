// A header that C, CUDA and others take, each with types of its own: the others know no HIP.
#ifndef BLOCKS_H
#define BLOCKS_H

#if defined(BLOCKS_FOR_C)
#include <stdint.h>
typedef uint16_t scale_t;
#elif defined(BLOCKS_FOR_CUDA)
#include <cuda_fp16.h>
typedef half scale_t;
#else
#error "name a language"
#endif

typedef struct {
    scale_t scale;
    unsigned char values[32];
} block_t;

#endif
