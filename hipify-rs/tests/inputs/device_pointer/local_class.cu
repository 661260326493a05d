#include <cuda.h>
#include <cstdint>

uint64_t local(uint64_t address)
{
    struct Range {
        CUdeviceptr begin;
        size_t bytes;
    } range;
    range.begin = address;
    uint64_t end = range.begin + range.bytes;
    return end;
}
