// Transposes a matrix by tensor maps (Hopper's copies of boxes), and checks every element.
//
// usage: transpose [kernel.ptx [width height]]

#include "check.h"
#include "device.h"

#include <cuda.h>

#include <cstdlib>
#include <vector>

static const unsigned kTile = 32;
static const unsigned kThreads = 256;

// A map of a matrix whose boxes are tiles, exchanged so that neither rows nor columns meet in a bank.
static CUtensorMap map_of(CUdeviceptr matrix, cuuint64_t width, cuuint64_t height)
{
    CUtensorMap map;
    const cuuint64_t dims[2] = {width, height};
    const cuuint64_t strides[1] = {width * sizeof(float)};
    const cuuint32_t box[2] = {kTile, kTile};
    const cuuint32_t steps[2] = {1, 1};
    CHECK_CU(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, (void *)matrix, dims, strides, box, steps,
                                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                    CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

int main(int argc, char **argv)
{
    const char *image = argc > 1 ? argv[1] : "kernels/transpose.ptx";
    const int width = argc > 3 ? std::atoi(argv[2]) : 1000;
    const int height = argc > 3 ? std::atoi(argv[3]) : 772;
    if (width % 4 || height % 4) {
        std::fprintf(stderr, "rows have to be multiples of 16 bytes\n");
        return EXIT_FAILURE;
    }

    GpuSession session = open_session();
    CUmodule module;
    CUfunction kernel;
    CHECK_CU(cuModuleLoad(&module, image));
    CHECK_CU(cuModuleGetFunction(&kernel, module, "transpose"));

    const size_t count = (size_t)width * height;
    std::vector<float> from(count), to(count, -1.0f);
    for (size_t i = 0; i < count; i++)
        from[i] = (float)i;
    CUdeviceptr d_from = 0, d_to = 0;
    CHECK_CU(cuMemAlloc(&d_from, count * sizeof(float)));
    CHECK_CU(cuMemAlloc(&d_to, count * sizeof(float)));
    CHECK_CU(cuMemcpyHtoD(d_from, from.data(), count * sizeof(float)));
    CHECK_CU(cuMemcpyHtoD(d_to, to.data(), count * sizeof(float)));

    // The map of the result is made of that of the source's place, and then put where it belongs.
    CUtensorMap in = map_of(d_from, width, height);
    CUtensorMap out = map_of(d_from, height, width);
    CHECK_CU(cuTensorMapReplaceAddress(&out, (void *)d_to));
    int w = width, h = height;
    void *params[] = {&in, &out, &w, &h};
    CHECK_CU(cuLaunchKernel(kernel, (width + kTile - 1) / kTile, 1, 1, kThreads, 1, 1, 0, NULL, params, NULL));
    CHECK_CU(cuCtxSynchronize());
    CHECK_CU(cuMemcpyDtoH(to.data(), d_to, count * sizeof(float)));

    size_t wrong = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += to[(size_t)x * height + y] != from[(size_t)y * width + x];
    CHECK_CU(cuMemFree(d_from));
    CHECK_CU(cuMemFree(d_to));
    CHECK_CU(cuModuleUnload(module));
    close_session(session);

    std::printf("transpose: %d x %d, %zu wrong: %s\n", width, height, wrong, wrong == 0 ? "PASS" : "FAIL");
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
