#include <cuda.h>

struct Buffer {
    CUdeviceptr data;
    size_t size;
    CUdeviceptr end() const { return data + size; }
    bool holds(CUdeviceptr p) const { return p >= data && p < data + size; }
};

size_t offset(const Buffer &b, Buffer *c, CUdeviceptr p)
{
    cuMemsetD8(b.data + 4, 0, c->size);
    cuMemcpyDtoD(c->data + 8, b.data, 16);
    return p - b.data;
}
