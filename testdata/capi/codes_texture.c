/* Sections of codes.c: arrays, textures and surfaces. */
#include "codes.h"

#include <string.h>

#define WIDTH 8
#define HEIGHT 4

static float texels[HEIGHT][WIDTH], back[HEIGHT][WIDTH];

static void prepare(void)
{
    int n;
    for (n = 0; n < WIDTH * HEIGHT; n++)
        ((float *)texels)[n] = (float)n;
    memset(back, 0xee, sizeof back);
}

static int wrong(int rows)
{
    int n, count = 0;
    for (n = 0; n < WIDTH * rows; n++)
        count += ((float *)back)[n] != ((float *)texels)[n];
    return count;
}

static hipArray_t array_2d(unsigned flags)
{
    HIP_ARRAY3D_DESCRIPTOR desc = { WIDTH, HEIGHT, 0, HIP_AD_FORMAT_FLOAT, 1, flags };
    hipArray_t array = NULL;
    say("array 3D create", hipArray3DCreate(&array, &desc));
    return array;
}

void arrays(void)
{
    HIP_ARRAY_DESCRIPTOR desc = { WIDTH, HEIGHT, HIP_AD_FORMAT_FLOAT, 1 }, found;
    HIP_ARRAY3D_DESCRIPTOR deep = { WIDTH, HEIGHT, 3, HIP_AD_FORMAT_UNSIGNED_INT8, 4, 0 };
    hipChannelFormatDesc channel = { 32, 0, 0, 0, hipChannelFormatKindFloat };
    hipArray_t array = NULL, other = NULL, level = NULL;
    hipMipmappedArray_t mipmap = NULL;
    hip_Memcpy2D copy;
    struct hipExtent extent;
    unsigned flags = 9;
    prepare();
    say("create", hipArrayCreate(&array, &desc));
    say("create, null place", hipArrayCreate(NULL, &desc));
    say("create, null description", hipArrayCreate(&other, NULL));
    desc.Width = 0;
    say("create, width 0", hipArrayCreate(&other, &desc));
    desc.Width = WIDTH;
    desc.NumChannels = 3;
    say("create, 3 channels", hipArrayCreate(&other, &desc));
    desc.NumChannels = 1;
    desc.Format = (hipArray_Format)7;
    say("create, format 7", hipArrayCreate(&other, &desc));
    desc.Format = HIP_AD_FORMAT_FLOAT;
    desc.Width = 1 << 20;
    say("create, too wide", hipArrayCreate(&other, &desc));
    say("descriptor", hipArrayGetDescriptor(&found, array));
    tell("descriptor, texels and channels", (long long)(found.Width * 100 + found.Height * 10 + found.NumChannels));
    say("descriptor of garbage", hipArrayGetDescriptor(&found, GARBAGE(hipArray_t)));
    say("to array", hipMemcpy2DToArray(array, 0, 0, texels, sizeof *texels, sizeof *texels, HEIGHT, hipMemcpyHostToDevice));
    say("from array", hipMemcpy2DFromArray(back, sizeof *back, array, 0, 0, sizeof *texels, HEIGHT, hipMemcpyDeviceToHost));
    tell("from array, wrong texels", wrong(HEIGHT));
    say("to array, a row too many", hipMemcpy2DToArray(array, 0, 1, texels, sizeof *texels, sizeof *texels, HEIGHT, hipMemcpyHostToDevice));
    say("to array, too wide", hipMemcpy2DToArray(array, 4, 0, texels, sizeof *texels, sizeof *texels, 1, hipMemcpyHostToDevice));
    prepare();
    say("bytes to array", hipMemcpyToArray(array, 0, 0, texels, sizeof texels, hipMemcpyHostToDevice));
    say("bytes from array", hipMemcpyFromArray(back, array, 0, 0, sizeof texels, hipMemcpyDeviceToHost));
    tell("bytes from array, wrong texels", wrong(HEIGHT));
    say("H to A", hipMemcpyHtoA(array, 4, texels, 12));
    say("A to H", hipMemcpyAtoH(back, array, 4, 12));
    tell("A to H, third", (long long)back[0][2]);
    say("H to A, past the end", hipMemcpyHtoA(array, 4, texels, sizeof texels));
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = hipMemoryTypeArray;
    copy.srcArray = array;
    copy.dstMemoryType = hipMemoryTypeHost;
    copy.dstHost = back;
    copy.WidthInBytes = sizeof *texels;
    copy.Height = HEIGHT;
    say("param 2D from array", hipMemcpyParam2D(&copy));
    copy.srcArray = GARBAGE(hipArray_t);
    say("param 2D from garbage", hipMemcpyParam2D(&copy));
    say("malloc array", hipMallocArray(&other, &channel, WIDTH, HEIGHT, 0));
    say("array to array", hipMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, sizeof *texels, 2, hipMemcpyDeviceToDevice));
    say("info", hipArrayGetInfo(&channel, &extent, &flags, other));
    tell("info, bits, width, flags", (long long)(channel.x * 100 + (int)extent.width * 10 + (int)flags));
    say("free", hipFreeArray(other));
    say("free again", hipFreeArray(other));
    say("free none", hipFreeArray(NULL));
    say("3D", hipArray3DCreate(&other, &deep));
    say("3D destroy", hipArrayDestroy(other));
    deep.Flags = hipArrayCubemap;
    say("cube of 8 by 4", hipArray3DCreate(&other, &deep));
    deep.Flags = 0;
    say("levels", hipMipmappedArrayCreate(&mipmap, &deep, 2));
    say("level 1", hipMipmappedArrayGetLevel(&level, mipmap, 1));
    say("level 1, descriptor", hipArrayGetDescriptor(&found, level));
    tell("level 1, width and height", (long long)(found.Width * 10 + found.Height));
    say("level 2", hipMipmappedArrayGetLevel(&level, mipmap, 2));
    say("free levels", hipMipmappedArrayDestroy(mipmap));
    say("level of freed", hipMipmappedArrayGetLevel(&level, mipmap, 0));
    say("destroy", hipArrayDestroy(array));
}

static const char *PTX =
    ".version 8.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry read(.param .u64 t, .param .u64 s, .param .u64 out)\n{\n"
    ".reg .f32 f<6>; .reg .b32 r<3>; .reg .b64 d<5>;\n"
    "ld.param.u64 d1, [t]; ld.param.u64 d2, [s]; ld.param.u64 d3, [out];\n"
    "mov.u32 r1, %tid.x; cvt.rn.f32.u32 f5, r1; add.f32 f5, f5, 0f3F800000;\n"
    "tex.2d.v4.f32.f32 {f1, f2, f3, f4}, [d1, {f5, f5}];\n"
    "mul.wide.u32 d4, r1, 4; add.s64 d3, d3, d4; st.global.f32 [d3], f1;\n"
    "shl.b32 r2, r1, 2; sust.b.2d.b32.zero [d2, {r2, r1}], {f1};\nret;\n}\n";

void textures(void)
{
    hipArray_t array, surface_array;
    hipResourceDesc resource, found;
    hipTextureDesc how, how_found;
    hipTextureObject_t texture = 0;
    hipSurfaceObject_t surface = 0;
    hipModule_t module;
    hipFunction_t function;
    void *out = NULL;
    float results[4];
    prepare();
    array = array_2d(0);
    surface_array = array_2d(hipArraySurfaceLoadStore);
    hipMemcpy2DToArray(array, 0, 0, texels, sizeof *texels, sizeof *texels, HEIGHT, hipMemcpyHostToDevice);
    memset(&resource, 0, sizeof resource);
    memset(&how, 0, sizeof how);
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = hipAddressModeClamp;
    how.filterMode = hipFilterModeLinear;
    say("create", hipCreateTextureObject(&texture, &resource, &how, NULL));
    say("create, null place", hipCreateTextureObject(NULL, &resource, &how, NULL));
    say("create, null resource", hipCreateTextureObject(&texture, NULL, &how, NULL));
    how.filterMode = (enum hipTextureFilterMode)7;
    say("create, filter 7", hipCreateTextureObject(&texture, &resource, &how, NULL));
    how.filterMode = hipFilterModeLinear;
    resource.resType = (enum hipResourceType)9;
    say("create, resource of type 9", hipCreateTextureObject(&texture, &resource, &how, NULL));
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = GARBAGE(hipArray_t);
    say("create of garbage", hipCreateTextureObject(&texture, &resource, &how, NULL));
    say("resource", hipGetTextureObjectResourceDesc(&found, texture));
    tell("resource is the array", found.res.array.array == array);
    say("description", hipGetTextureObjectTextureDesc(&how_found, texture));
    tell("description is as given", memcmp(&how, &how_found, sizeof how) == 0);
    resource.res.array.array = array;
    say("surface of an array for none", hipCreateSurfaceObject(&surface, &resource));
    resource.res.array.array = surface_array;
    say("surface", hipCreateSurfaceObject(&surface, &resource));
    say("module", hipModuleLoadData(&module, PTX));
    say("function", hipModuleGetFunction(&function, module, "read"));
    say("alloc", hipMalloc(&out, sizeof results));
    {
        void *params[] = { &texture, &surface, &out };
        say("launch", hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, NULL, params, NULL));
    }
    say("results", hipMemcpy(results, out, sizeof results, hipMemcpyDeviceToHost));
    tell("between the first four, times 10", (long long)(results[0] * 10));
    tell("between others, times 10", (long long)(results[1] * 10));
    say("what the surface holds", hipMemcpy2DFromArray(back, sizeof *back, surface_array, 0, 0, sizeof *back, HEIGHT, hipMemcpyDeviceToHost));
    tell("on its diagonal, times 10", (long long)(back[1][1] * 10));
    say("destroy texture", hipDestroyTextureObject(texture));
    say("destroy texture again", hipDestroyTextureObject(texture));
    say("destroy surface as texture", hipDestroyTextureObject((hipTextureObject_t)surface));
    say("destroy surface", hipDestroySurfaceObject(surface));
}
