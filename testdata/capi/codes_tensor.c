/* A section of codes.c: tensor maps. Their limits stand in testdata/gpu/tensor/codes.txt; here is what C adds: null pointers,
   counts of dimensions, and whether a refused map is left alone. */
#include "codes.h"
#include <hip/hip_soft.h>

#include <string.h>

#define HOW hipExtTensorMapInterleaveNone, hipExtTensorMapSwizzleNone, hipExtTensorMapL2promotionNone, \
    hipExtTensorMapFloatOOBfillNone

static const uint64_t DIMS[5] = { 64, 32, 4, 4, 4 }, STRIDES[4] = { 256, 8192, 32768, 131072 };
static const uint32_t BOX[5] = { 16, 8, 1, 1, 1 }, STEPS[5] = { 1, 1, 1, 1, 1 };
static const int LOWER[3] = { -1, -1, 0 }, UPPER[3] = { -1, -1, 0 };

static hipError_t tiled(hipExtTensorMap *map, unsigned rank, const uint64_t *dims, const uint64_t *strides,
                        const uint32_t *box, const uint32_t *steps)
{
    void *address = (void *)(uintptr_t)0x10000;
    return hipExtTensorMapEncodeTiled(map, hipExtTensorMapDataTypeFloat32, rank, address, dims, strides, box, steps, HOW);
}

static hipError_t columns(hipExtTensorMap *map, unsigned rank, const uint64_t *dims, const uint64_t *strides,
                          const int *lower, const int *upper, const uint32_t *steps)
{
    return hipExtTensorMapEncodeIm2col(map, hipExtTensorMapDataTypeFloat16, rank, NULL, dims, strides, lower, upper, 32,
                                       32, steps, HOW);
}

void tensor_maps(void)
{
    hipExtTensorMap map, other;
    memset(&map, 0, sizeof map);
    memset(&other, 0, sizeof other);
    say("tiled", tiled(&map, 2, DIMS, STRIDES, BOX, STEPS));
    say("tiled, five dimensions", tiled(&other, 5, DIMS, STRIDES, BOX, STEPS));
    say("tiled, null map", tiled(NULL, 2, DIMS, STRIDES, BOX, STEPS));
    say("tiled, null dimensions", tiled(&other, 2, NULL, STRIDES, BOX, STEPS));
    say("tiled, null strides", tiled(&other, 2, DIMS, NULL, BOX, STEPS));
    say("tiled, null strides of one dimension", tiled(&other, 1, DIMS, NULL, BOX, STEPS));
    say("tiled, null box", tiled(&other, 2, DIMS, STRIDES, NULL, STEPS));
    say("tiled, null element strides", tiled(&other, 2, DIMS, STRIDES, BOX, NULL));
    say("tiled, no dimensions", tiled(&other, 0, DIMS, STRIDES, BOX, STEPS));
    say("tiled, six dimensions", tiled(&other, 6, DIMS, STRIDES, BOX, STEPS));
    other = map;
    say("tiled, no such type", hipExtTensorMapEncodeTiled(&other, (hipExtTensorMapDataType)13, 2, NULL, DIMS, STRIDES, BOX,
                                                          STEPS, HOW));
    tell("a refused map is left alone", memcmp(&map, &other, sizeof map) == 0);
    say("im2col", columns(&other, 4, DIMS, STRIDES, LOWER, UPPER, STEPS));
    say("im2col, two dimensions", columns(&other, 2, DIMS, STRIDES, LOWER, UPPER, STEPS));
    say("im2col, null map", columns(NULL, 4, DIMS, STRIDES, LOWER, UPPER, STEPS));
    say("im2col, null dimensions", columns(&other, 4, NULL, STRIDES, LOWER, UPPER, STEPS));
    say("im2col, null lower corner", columns(&other, 4, DIMS, STRIDES, NULL, UPPER, STEPS));
    say("im2col, null upper corner", columns(&other, 4, DIMS, STRIDES, LOWER, NULL, STEPS));
    say("replace", hipExtTensorMapReplaceAddress(&map, (void *)(uintptr_t)0x20000));
    say("replace by 8", hipExtTensorMapReplaceAddress(&map, (void *)(uintptr_t)8));
    say("replace by null", hipExtTensorMapReplaceAddress(&map, NULL));
    say("replace, null map", hipExtTensorMapReplaceAddress(NULL, NULL));
    memset(&other, 0, sizeof other);
    say("replace in what is no map", hipExtTensorMapReplaceAddress(&other, NULL));
}
