/* Sections of codes.c: peers, launches on several devices, texture references, what a software device cannot have. */
#include "codes.h"

#include <stdio.h>
#include <string.h>

#define REFERENCE ".version 7.8\n.target sm_90\n.address_size 64\n.global .texref tex;\n" \
    ".visible .entry k(.param .u64 p) { .reg .b64 %rd1; .reg .b32 %r<9>; .reg .f32 %f<5>; ld.param.u64 %rd1,[p]; mov.u32 %r1,2; " \
    "tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4},[tex,{%r1}]; st.global.f32 [%rd1],%f1; ret; }\n"

void peers(void)
{
    int n = 9, x = 9;
    unsigned link = 9, hops = 9;
    hipCtx_t c = NULL;
    hipStream_t s = NULL;
    hipLaunchParams one;
    hipFunctionLaunchParams two;
    hipGetDeviceCount(&n);
    tell("devices here", n);
    hipDevicePrimaryCtxRetain(&c, 0);
    hipCtxSetCurrent(c);
    say("can access self", hipDeviceCanAccessPeer(&x, 0, 0));
    tell("self", x);
    say("can access device 99", hipDeviceCanAccessPeer(&x, 0, 99));
    say("can access, null place", hipDeviceCanAccessPeer(NULL, 0, 0));
    say("attribute self", hipDeviceGetP2PAttribute(&x, hipDevP2PAttrAccessSupported, 0, 0));
    say("attribute 99", hipDeviceGetP2PAttribute(&x, (hipDeviceP2PAttr)99, 0, 0));
    say("attribute, device 99", hipDeviceGetP2PAttribute(&x, hipDevP2PAttrAccessSupported, 0, 99));
    say("attribute, null place", hipDeviceGetP2PAttribute(NULL, hipDevP2PAttrAccessSupported, 0, 1));
    say("enable own", hipCtxEnablePeerAccess(c, 0));
    say("enable, flags 1", hipCtxEnablePeerAccess(c, 1));
    say("enable null", hipCtxEnablePeerAccess(NULL, 0));
    say("disable own", hipCtxDisablePeerAccess(c));
    say("disable null", hipCtxDisablePeerAccess(NULL));
    say("enable own device", hipDeviceEnablePeerAccess(0, 0));
    say("enable device 99", hipDeviceEnablePeerAccess(99, 0));
    say("enable device, flags 1", hipDeviceEnablePeerAccess(0, 1));
    say("disable own device", hipDeviceDisablePeerAccess(0));
    say("disable device 99", hipDeviceDisablePeerAccess(99));
    say("link to itself", hipExtGetLinkTypeAndHopCount(0, 0, &link, &hops));
    say("link to device 99", hipExtGetLinkTypeAndHopCount(0, 99, &link, &hops));
    say("link, null place", hipExtGetLinkTypeAndHopCount(0, 0, NULL, &hops));
    memset(&one, 0, sizeof one);
    memset(&two, 0, sizeof two);
    say("on several, null list", hipLaunchCooperativeKernelMultiDevice(NULL, 1, 0));
    say("on several, none", hipLaunchCooperativeKernelMultiDevice(&one, 0, 0));
    say("on several, null stream", hipLaunchCooperativeKernelMultiDevice(&one, 1, 0));
    say("on several, flags 8", hipLaunchCooperativeKernelMultiDevice(&one, 1, 8));
    hipStreamCreate(&s);
    one.stream = s;
    say("on several, null function", hipLaunchCooperativeKernelMultiDevice(&one, 1, 0));
    say("kernels on several, null list", hipExtLaunchMultiKernelMultiDevice(NULL, 1, 0));
    say("kernels on several, null function", hipExtLaunchMultiKernelMultiDevice(&one, 1, 0));
    say("modules on several, null list", hipModuleLaunchCooperativeKernelMultiDevice(NULL, 1, 0));
    two.hStream = s;
    say("modules on several, null function", hipModuleLaunchCooperativeKernelMultiDevice(&two, 1, 0));
    two.function = kernel("bounded");
    two.gridDimX = two.gridDimY = two.gridDimZ = two.blockDimX = two.blockDimY = two.blockDimZ = 1;
    {
        void *unused = NULL, *params[1];
        params[0] = &unused;
        two.kernelParams = params;
        say("modules on several", hipModuleLaunchCooperativeKernelMultiDevice(&two, 1, 0));
    }
    say("sync", hipStreamSynchronize(s));
}

/* Where HIP_SOFT_DEVICE names two devices. */
void two_devices(void)
{
    int n = 0, x = 9, device = 9;
    hipCtx_t c = NULL, k = NULL;
    hipStream_t s = NULL;
    hipPointerAttribute_t attributes;
    hipMemPool_t pool = NULL;
    hipMemAccessDesc ad;
    hipMemAccessFlags fl = (hipMemAccessFlags)9;
    char *p = NULL, *q = NULL, first[16], second[16];
    unsigned link = 9, hops = 9, word = 0, count = 1, value = 4;
    void *params[3];
    hipGetDeviceCount(&n);
    tell("devices", n);
    if (n < 2)
        return;
    hipDevicePrimaryCtxRetain(&c, 0);
    hipDevicePrimaryCtxRetain(&k, 1);
    hipDeviceGetPCIBusId(first, sizeof first, 0);
    hipDeviceGetPCIBusId(second, sizeof second, 1);
    tell("bus addresses differ", strcmp(first, second) != 0);
    say("device by its bus address", hipDeviceGetByPCIBusId(&device, second));
    tell("it is", device);
    say("can access", hipDeviceCanAccessPeer(&x, 0, 1));
    tell("access", x);
    say("attribute", hipDeviceGetP2PAttribute(&x, hipDevP2PAttrAccessSupported, 0, 1));
    tell("value", x);
    say("attribute 99 of two", hipDeviceGetP2PAttribute(&x, (hipDeviceP2PAttr)99, 0, 1));
    say("link", hipExtGetLinkTypeAndHopCount(0, 1, &link, &hops));
    tell("hops", hops);
    say("set device 0", hipSetDevice(0));
    hipMalloc((void **)&p, 4096);
    say("set device 1", hipSetDevice(1));
    hipMalloc((void **)&q, 4096);
    hipMemsetD32(q, 3, 1024);
    hipDeviceSynchronize();
    hipGetDevice(&device);
    tell("device is", device);
    say("attributes", hipPointerGetAttributes(&attributes, q));
    tell("ordinal of the other's", attributes.device);
    say("launch on the second", launch(kernel("bounded"), 1, 1, 0, (params[0] = &p, params)));
    hipSetDevice(0);
    say("peer copy without access", hipMemcpyPeer(p, 0, q, 1, 4096));
    hipMemcpy(&word, p, 4, hipMemcpyDeviceToHost);
    tell("word", word);
    say("peer copy past", hipMemcpyPeer(p, 0, q, 1, 4097));
    say("peer copy, device 9", hipMemcpyPeer(p, 0, q, 9, 4096));
    say("peer copy async", hipMemcpyPeerAsync(p, 0, q, 1, 4096, NULL));
    say("plain copy without access", hipMemcpyDtoD(p, q, 4096));
    say("enable", hipDeviceEnablePeerAccess(1, 0));
    say("enable twice", hipDeviceEnablePeerAccess(1, 0));
    say("enable, flags 1", hipDeviceEnablePeerAccess(1, 1));
    hipStreamCreate(&s);
    say("stream", hipStreamGetDevice(s, &device));
    tell("stream's device", device);
    (void)count, (void)value;
    say("free the other's from here", hipFree(q));
    say("disable", hipDeviceDisablePeerAccess(1));
    say("disable twice", hipDeviceDisablePeerAccess(1));
    say("enable by context", hipCtxEnablePeerAccess(k, 0));
    say("disable by context", hipCtxDisablePeerAccess(k));
    hipDeviceGetDefaultMemPool(&pool, 0);
    ad.location.type = hipMemLocationTypeDevice;
    ad.location.id = 1;
    say("pool access of the other", hipMemPoolGetAccess(&fl, pool, &ad.location));
    tell("is", fl);
    ad.flags = hipMemAccessFlagsProtReadWrite;
    say("give pool access", hipMemPoolSetAccess(pool, &ad, 1));
    say("get it", hipMemPoolGetAccess(&fl, pool, &ad.location));
    tell("is then", fl);
    ad.flags = hipMemAccessFlagsProtRead;
    say("give pool read access", hipMemPoolSetAccess(pool, &ad, 1));
    ad.flags = hipMemAccessFlagsProtNone;
    say("take pool access", hipMemPoolSetAccess(pool, &ad, 1));
}

void texture_references(void)
{
    hipModule_t module = NULL;
    hipFunction_t k = NULL;
    textureReference *r = NULL, *again = NULL, host;
    hipArray_t array = NULL, told = NULL;
    hipMipmappedArray_t levels = NULL;
    hipResourceViewDesc view;
    HIP_ARRAY_DESCRIPTOR desc;
    hipDeviceptr_t a = NULL;
    enum hipTextureAddressMode mode;
    enum hipTextureFilterMode filter;
    hipArray_Format format;
    float texels[4] = { 1.5f, 2.5f, 3.5f, 4.5f }, f = 0, bias = 9, low = 9, high = 9, border[4] = { 0, 0, 0, 0 };
    unsigned flags = 99;
    int channels = 9, most = 9, i;
    size_t off = 9;
    void *p = NULL, *o = NULL, *params[1];
    char text[40];
    say("load", hipModuleLoadData(&module, REFERENCE));
    say("get", hipModuleGetTexRef(&r, module, "tex"));
    say("get again", hipModuleGetTexRef(&again, module, "tex"));
    tell("it is the same", r == again);
    say("get missing", hipModuleGetTexRef(&again, module, "none"));
    say("get null name", hipModuleGetTexRef(&again, module, NULL));
    say("get null place", hipModuleGetTexRef(NULL, module, "tex"));
    say("get a kernel", hipModuleGetTexRef(&again, module, "k"));
    say("get of garbage", hipModuleGetTexRef(&again, GARBAGE(hipModule_t), "tex"));
    hipMalloc(&p, 4096);
    hipMemcpy(p, texels, sizeof texels, hipMemcpyHostToDevice);
    say("address before", hipTexRefGetAddress(&a, r));
    for (i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "mode of %d", i);
        say(text, hipTexRefGetAddressMode(&mode, r, i));
    }
    tell("mode", mode);
    say("filter", hipTexRefGetFilterMode(&filter, r));
    tell("filter is", filter);
    say("filter of levels", hipTexRefGetMipmapFilterMode(&filter, r));
    say("flags", hipTexRefGetFlags(&flags, r));
    tell("flags are", flags);
    say("format", hipTexRefGetFormat(&format, &channels, r));
    tell("format is", format);
    tell("channels are", channels);
    say("anisotropy", hipTexRefGetMaxAnisotropy(&most, r));
    tell("anisotropy is", most);
    say("bias", hipTexRefGetMipmapLevelBias(&bias, r));
    tell("bias is", (long long)bias);
    say("clamp", hipTexRefGetMipmapLevelClamp(&low, &high, r));
    tell("low", (long long)low);
    tell("high", (long long)high);
    say("array", hipTexRefGetArray(&told, r));
    say("border", hipTexRefGetBorderColor(border, r));
    say("border, null place", hipTexRefGetBorderColor(NULL, r));
    say("filter, null place", hipTexRefGetFilterMode(NULL, r));
    say("flags, null place", hipTexRefGetFlags(NULL, r));
    say("format, null place", hipTexRefGetFormat(NULL, &channels, r));
    say("flags of null", hipTexRefGetFlags(&flags, NULL));
    say("flags of garbage", hipTexRefGetFlags(&flags, GARBAGE(textureReference *)));
    say("set format", hipTexRefSetFormat(r, HIP_AD_FORMAT_FLOAT, 1));
    say("set format 3 channels", hipTexRefSetFormat(r, HIP_AD_FORMAT_FLOAT, 3));
    say("set mode", hipTexRefSetAddressMode(r, 0, hipAddressModeWrap));
    say("set mode of 3", hipTexRefSetAddressMode(r, 3, hipAddressModeWrap));
    say("set filter", hipTexRefSetFilterMode(r, hipFilterModeLinear));
    hipTexRefSetFilterMode(r, hipFilterModePoint);
    say("set filter of levels", hipTexRefSetMipmapFilterMode(r, hipFilterModePoint));
    say("set flags 2", hipTexRefSetFlags(r, 2));
    hipTexRefGetFlags(&flags, r);
    tell("flags are then", flags);
    say("set flags 0x100", hipTexRefSetFlags(r, 0x100));
    hipTexRefSetFlags(r, 0);
    say("set anisotropy 4", hipTexRefSetMaxAnisotropy(r, 4));
    say("set anisotropy 0", hipTexRefSetMaxAnisotropy(r, 0));
    say("set bias", hipTexRefSetMipmapLevelBias(r, 1.0f));
    say("set clamp", hipTexRefSetMipmapLevelClamp(r, 0, 2));
    say("set border", hipTexRefSetBorderColor(r, border));
    say("set border null", hipTexRefSetBorderColor(r, NULL));
    say("set flags of garbage", hipTexRefSetFlags(GARBAGE(textureReference *), 0));
    say("set address", hipTexRefSetAddress(&off, r, p, 16));
    tell("offset", (long long)off);
    say("set address + 4", hipTexRefSetAddress(&off, r, AT(p, 4), 12));
    tell("offset then", (long long)off);
    say("alignment offset", hipGetTextureAlignmentOffset(&off, r));
    say("set address + 4, no place", hipTexRefSetAddress(NULL, r, AT(p, 4), 12));
    say("set address 0 bytes", hipTexRefSetAddress(&off, r, p, 0));
    say("set address null", hipTexRefSetAddress(&off, r, NULL, 0));
    hipTexRefSetAddress(&off, r, p, 16);
    say("address", hipTexRefGetAddress(&a, r));
    tell("address is it", a == p);
    say("array of linear", hipTexRefGetArray(&told, r));
    memset(&desc, 0, sizeof desc);
    desc.Width = 8;
    desc.Height = 4;
    desc.Format = HIP_AD_FORMAT_FLOAT;
    desc.NumChannels = 1;
    say("set address 2D", hipTexRefSetAddress2D(r, &desc, p, 32));
    say("set address 2D, pitch 33", hipTexRefSetAddress2D(r, &desc, p, 33));
    say("set address 2D, pitch 16", hipTexRefSetAddress2D(r, &desc, p, 16));
    say("set address 2D null", hipTexRefSetAddress2D(r, NULL, p, 32));
    hipArrayCreate(&array, &desc);
    say("set array", hipTexRefSetArray(r, array, HIP_TRSA_OVERRIDE_FORMAT));
    say("set array null", hipTexRefSetArray(r, NULL, 1));
    say("array then", hipTexRefGetArray(&told, r));
    tell("array is it", told == array);
    say("address of array", hipTexRefGetAddress(&a, r));
    say("mipmapped of array", hipTexRefGetMipMappedArray(&levels, r));
    say("set levels null", hipTexRefSetMipmappedArray(r, NULL, 1));
    say("module's kernel", hipModuleGetFunction(&k, module, "k"));
    hipTexRefSetFormat(r, HIP_AD_FORMAT_FLOAT, 1);
    hipTexRefSetAddress(&off, r, p, 16);
    hipMalloc(&o, 16);
    params[0] = &o;
    say("launch", launch(k, 1, 1, 0, params));
    say("sync", hipDeviceSynchronize());
    hipMemcpy(&f, o, 4, hipMemcpyDeviceToHost);
    tell("texel, tenths", (long long)(f * 10));
    say("bind", hipBindTexture(&off, r, p, NULL, 16));
    say("bind garbage", hipBindTexture(&off, GARBAGE(textureReference *), p, NULL, 16));
    say("bind rows", hipBindTexture2D(&off, r, p, NULL, 8, 4, 32));
    say("bind rows, pitch 16", hipBindTexture2D(&off, r, p, NULL, 8, 4, 16));
    say("bind array", hipBindTextureToArray(r, array, NULL));
    say("bind null array", hipBindTextureToArray(r, NULL, NULL));
    say("bind null levels", hipBindTextureToMipmappedArray(r, NULL, NULL));
    say("unbind", hipUnbindTexture(r));
    say("alignment offset of nothing", hipGetTextureAlignmentOffset(&off, r));
    say("unbind garbage", hipUnbindTexture(GARBAGE(textureReference *)));
    memset(&host, 0, sizeof host);
    say("reference of a host variable", hipGetTextureReference((const textureReference **)&again, &host));
    say("reference, null place", hipGetTextureReference(NULL, r));
    say("view of garbage", hipGetTextureObjectResourceViewDesc(&view, GARBAGE(hipTextureObject_t)));
    say("view, null place", hipGetTextureObjectResourceViewDesc(NULL, GARBAGE(hipTextureObject_t)));
    say("unload", hipModuleUnload(module));
}

void interop(void)
{
    char desc[256];
    void *place = NULL, *p = NULL;
    unsigned count = 9;
    size_t size = 0;
    int fd = -1;
    hipStream_t garbage = GARBAGE(hipStream_t);
    memset(desc, 0, sizeof desc);
    hipMalloc(&p, 4096);
    say("import memory", hipImportExternalMemory((hipExternalMemory_t *)&place, (void *)desc));
    say("import memory, null place", hipImportExternalMemory(NULL, (void *)desc));
    say("import memory, null description", hipImportExternalMemory((hipExternalMemory_t *)&place, NULL));
    say("mapped buffer", hipExternalMemoryGetMappedBuffer(&place, GARBAGE(hipExternalMemory_t), (void *)desc));
    say("mapped array", hipExternalMemoryGetMappedMipmappedArray((hipMipmappedArray_t *)&place, GARBAGE(hipExternalMemory_t), (void *)desc));
    say("destroy memory", hipDestroyExternalMemory(GARBAGE(hipExternalMemory_t)));
    say("import semaphore", hipImportExternalSemaphore((hipExternalSemaphore_t *)&place, (void *)desc));
    say("import semaphore, null place", hipImportExternalSemaphore(NULL, (void *)desc));
    say("signal", hipSignalExternalSemaphoresAsync((void *)desc, (void *)desc, 1, NULL));
    say("signal in garbage", hipSignalExternalSemaphoresAsync((void *)desc, (void *)desc, 1, garbage));
    say("wait", hipWaitExternalSemaphoresAsync((void *)desc, (void *)desc, 1, NULL));
    say("wait for none", hipWaitExternalSemaphoresAsync((void *)desc, (void *)desc, 0, NULL));
    say("destroy semaphore", hipDestroyExternalSemaphore(GARBAGE(hipExternalSemaphore_t)));
    say("devices that draw", hipGLGetDevices(&count, NULL, 0, (hipGLDeviceList)1));
    tell("there are", count);
    say("register buffer", hipGraphicsGLRegisterBuffer((void *)&place, 1, 0));
    say("register image", hipGraphicsGLRegisterImage((void *)&place, 1, 1, 0));
    say("register image, null place", hipGraphicsGLRegisterImage(NULL, 1, 1, 0));
    say("map", hipGraphicsMapResources(1, (void *)desc, NULL));
    say("map none", hipGraphicsMapResources(0, (void *)desc, NULL));
    say("mapped pointer", hipGraphicsResourceGetMappedPointer(&place, &size, NULL));
    say("mapped sub array", hipGraphicsSubResourceGetMappedArray((hipArray_t *)&place, NULL, 0, 0));
    say("unmap", hipGraphicsUnmapResources(1, (void *)desc, NULL));
    say("unregister", hipGraphicsUnregisterResource(NULL));
    say("sparse", hipMemMapArrayAsync((void *)desc, 1, NULL));
    say("sparse, null list", hipMemMapArrayAsync(NULL, 1, NULL));
    say("dma-buf here", hipMemGetHandleForAddressRange(&fd, p, 4096, hipMemRangeHandleTypeDmaBufFd, 0));
    say("dma-buf type 7", hipMemGetHandleForAddressRange(&fd, p, 4096, (hipMemRangeHandleType)7, 0));
    say("dma-buf past the end", hipMemGetHandleForAddressRange(&fd, p, 8192, hipMemRangeHandleTypeDmaBufFd, 0));
}
