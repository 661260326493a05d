/* Sections of codes.c: memory. */
#include "codes.h"

#include <stdio.h>
#include <string.h>

void memory(void)
{
    void *p = NULL, *base = NULL;
    size_t bytes = 0, total = 0;
    say("alloc 0", hipMalloc(&p, 0));
    tell("alloc 0 gives null", p == NULL);
    say("alloc, null place", hipMalloc(NULL, 16));
    say("alloc 2^50", hipMalloc(&p, (size_t)1 << 50));
    say("alloc 2^64 - 1", hipMalloc(&p, SIZE_MAX));
    say("free null", hipFree(NULL));
    say("free garbage", hipFree(GARBAGE(void *)));
    say("alloc", hipMalloc(&p, 1000));
    tell("aligned to 512", (uintptr_t)p % 512 == 0);
    say("free inside", hipFree(AT(p, 4)));
    say("free", hipFree(p));
    say("free twice", hipFree(p));
    say("alloc again", hipMalloc(&p, 1000));
    say("range, middle", hipMemGetAddressRange(&base, &bytes, AT(p, 100)));
    tell("range, base is the start", base == p);
    tell("range, size", (long long)bytes);
    say("range, last", hipMemGetAddressRange(&base, &bytes, AT(p, 999)));
    say("range, past", hipMemGetAddressRange(&base, &bytes, AT(p, 1000)));
    say("range, garbage", hipMemGetAddressRange(&base, &bytes, (void *)16));
    say("range, null places", hipMemGetAddressRange(NULL, NULL, p));
    say("info", hipMemGetInfo(&bytes, &total));
    tell("free is less than total", bytes < total);
    say("info, null places", hipMemGetInfo(NULL, NULL));
    say("memset", hipMemset(p, 1, 1000));
    say("memset past the end", hipMemset(p, 1, 1001));
    say("memset null", hipMemset(NULL, 1, 4));
    say("memset 0 bytes", hipMemset(p, 1, 0));
    say("memsetD32 0 values", hipMemsetD32(p, 1, 0));
    say("memsetD32 misaligned", hipMemsetD32(AT(p, 2), 1, 4));
    say("memsetD16 misaligned", hipMemsetD16(AT(p, 1), 1, 4));
    say("memsetD32 past the end", hipMemsetD32(p, 1, 251));
    say("memsetD32 2^62 values", hipMemsetD32(p, 1, (size_t)1 << 62));
    say("memset async", hipMemsetAsync(p, 1, 1000, NULL));
    say("memset async, garbage stream", hipMemsetAsync(p, 1, 1000, GARBAGE(hipStream_t)));
    say("free again", hipFree(p));
    say("memset freed", hipMemset(p, 1, 4));
}

void pitches(void)
{
    void *p = NULL;
    size_t pitch = 0;
    say("width 100", hipMemAllocPitch(&p, &pitch, 100, 10, 4));
    tell("pitch of width 100", (long long)pitch);
    say("element 3", hipMemAllocPitch(&p, &pitch, 100, 10, 3));
    say("element 32", hipMemAllocPitch(&p, &pitch, 100, 10, 32));
    say("width 0", hipMemAllocPitch(&p, &pitch, 0, 10, 4));
    say("height 0", hipMemAllocPitch(&p, &pitch, 100, 0, 4));
    say("width 513", hipMemAllocPitch(&p, &pitch, 513, 2, 16));
    tell("pitch of width 513", (long long)pitch);
    say("null pitch", hipMallocPitch(&p, NULL, 100, 10));
    say("null place", hipMallocPitch(NULL, &pitch, 100, 10));
    say("2^40 x 2^40", hipMallocPitch(&p, &pitch, (size_t)1 << 40, (size_t)1 << 40));
}

void host_memory(void)
{
    void *p = NULL, *d = NULL;
    unsigned flags = 0;
    char pageable[64];
    say("alloc", hipHostMalloc(&p, 4096, 0));
    say("device pointer", hipHostGetDevicePointer(&d, p, 0));
    tell("same address", p == d);
    say("device pointer, flags 1", hipHostGetDevicePointer(&d, p, 1));
    say("device pointer of pageable", hipHostGetDevicePointer(&d, pageable, 0));
    say("device pointer, null place", hipHostGetDevicePointer(NULL, p, 0));
    say("flags", hipHostGetFlags(&flags, p));
    tell("flags are", flags);
    say("flags of pageable", hipHostGetFlags(&flags, pageable));
    say("flags, null place", hipHostGetFlags(NULL, p));
    say("free pageable", hipHostFree(pageable));
    say("free null", hipHostFree(NULL));
    say("alloc 0", hipHostMalloc(&d, 0, 0));
    say("alloc, uncached", hipHostMalloc(&d, 64, hipHostMallocUncached));
    say("alloc, flags 0x80", hipHostAlloc(&d, 64, 0x80));
    say("alloc, null place", hipHostMalloc(NULL, 64, 0));
    say("free as device memory", hipFree(p));
    say("alloc device memory", hipMalloc(&d, 16));
    say("free device memory as host's", hipHostFree(d));
    say("free", hipHostFree(p));
    say("free twice", hipHostFree(p));
}

void copies(void)
{
    static char h[1 << 20];
    void *p = NULL;
    say("alloc", hipMalloc(&p, 1000));
    say("HtoD", hipMemcpyHtoD(p, h, 1000));
    say("HtoD far past the end", hipMemcpyHtoD(p, h, 1 << 20));
    say("HtoD one past the end", hipMemcpyHtoD(p, h, 1001));
    say("HtoD inside", hipMemcpyHtoD(AT(p, 500), h, 500));
    say("HtoD inside, one past the end", hipMemcpyHtoD(AT(p, 500), h, 501));
    say("HtoD 0 bytes", hipMemcpyHtoD(p, h, 0));
    say("HtoD from null", hipMemcpyHtoD(p, NULL, 10));
    say("HtoD null to null, 0 bytes", hipMemcpyHtoD(NULL, NULL, 0));
    say("HtoD to null", hipMemcpyHtoD(NULL, h, 10));
    say("DtoH to null", hipMemcpyDtoH(NULL, p, 10));
    say("DtoD from garbage", hipMemcpyDtoD(p, (void *)0x1000, 10));
    say("DtoD to itself", hipMemcpyDtoD(p, p, 10));
    say("peer", hipMemcpyPeer(p, 0, AT(p, 100), 0, 50));
    say("peer, device 99", hipMemcpyPeer(p, 99, AT(p, 100), 0, 50));
    say("peer, past the end", hipMemcpyPeer(p, 0, AT(p, 100), 0, 901));
    say("peer async", hipMemcpyPeerAsync(p, 0, AT(p, 100), 0, 50, NULL));
    say("peer async, device -1", hipMemcpyPeerAsync(p, 0, AT(p, 100), -1, 50, NULL));
    say("default, host to host", hipMemcpy(h, h + 100, 50, hipMemcpyDefault));
    say("default, device to host", hipMemcpy(h, p, 50, hipMemcpyDefault));
    say("host to device", hipMemcpy(p, h, 50, hipMemcpyHostToDevice));
    say("device to host", hipMemcpy(h, p, 50, hipMemcpyDeviceToHost));
    say("device to device", hipMemcpy(p, AT(p, 100), 50, hipMemcpyDeviceToDevice));
    say("kind 99", hipMemcpy(p, h, 50, (hipMemcpyKind)99));
    say("kind -1", hipMemcpy(p, h, 50, (hipMemcpyKind)-1));
    say("2^64 - 1 bytes", hipMemcpy(p, h, SIZE_MAX, hipMemcpyHostToDevice));
    say("async", hipMemcpyAsync(p, h, 50, hipMemcpyHostToDevice, NULL));
    say("async, garbage stream", hipMemcpyAsync(p, h, 50, hipMemcpyHostToDevice, GARBAGE(hipStream_t)));
    say("with stream", hipMemcpyWithStream(h, p, 50, hipMemcpyDeviceToHost, hipStreamPerThread));
    say("free", hipFree(p));
    say("HtoD to freed", hipMemcpyHtoD(p, h, 10));
    say("DtoH from freed", hipMemcpyDtoH(h, p, 10));
}

/* One attribute; 16 bytes behind `value` show how many were written. */
static void attribute(const char *scenario, hipPointer_attribute which, void *pointer, int bytes)
{
    unsigned char data[16];
    char what[96];
    int n = 16;
    memset(data, 0xcc, sizeof data);
    say(scenario, hipPointerGetAttribute(data, which, pointer));
    while (n > 0 && data[n - 1] == 0xcc)
        n--;
    snprintf(what, sizeof what, "%s, bytes written", scenario);
    tell(what, n == bytes ? bytes : -n);
}

static long long number(hipPointer_attribute which, void *pointer)
{
    long long value = 0;
    return hipPointerGetAttribute(&value, which, pointer) == hipSuccess ? value : -1;
}

static void one_by_one(void *p, void *h, void *m)
{
    int local = 0, type = 5, ordinal = 55;
    size_t size = 55;
    hipCtx_t context = (hipCtx_t)5;
    hipPointer_attribute which[4] = { HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
        HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_CONTEXT };
    void *data[4];
    data[0] = &type;
    data[1] = &ordinal;
    data[2] = &size;
    data[3] = &context;
    attribute("device: context", HIP_POINTER_ATTRIBUTE_CONTEXT, p, 8);
    attribute("device: type", HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, p, 4);
    attribute("device: device pointer", HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, p, 8);
    attribute("device: host pointer", HIP_POINTER_ATTRIBUTE_HOST_POINTER, p, 8);
    attribute("device: tokens", HIP_POINTER_ATTRIBUTE_P2P_TOKENS, p, 12);
    attribute("device: buffer id", HIP_POINTER_ATTRIBUTE_BUFFER_ID, p, 8);
    attribute("device: is managed", HIP_POINTER_ATTRIBUTE_IS_MANAGED, p, 4);
    attribute("device: ordinal", HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p, 4);
    attribute("device: mapped", HIP_POINTER_ATTRIBUTE_MAPPED, p, 4);
    attribute("device: access", HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS, p, 4);
    attribute("pageable: context", HIP_POINTER_ATTRIBUTE_CONTEXT, data, 0);
    attribute("host: host pointer", HIP_POINTER_ATTRIBUTE_HOST_POINTER, h, 8);
    attribute("host: tokens", HIP_POINTER_ATTRIBUTE_P2P_TOKENS, h, 12);
    tell("device: type is", number(HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    tell("device: device pointer's offset",
        number(HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, AT(p, 10)) - (long long)(uintptr_t)p);
    tell("device: range's size is", number(HIP_POINTER_ATTRIBUTE_RANGE_SIZE, AT(p, 10)));
    tell("device: is managed is", number(HIP_POINTER_ATTRIBUTE_IS_MANAGED, p));
    tell("device: mapped is", number(HIP_POINTER_ATTRIBUTE_MAPPED, p));
    tell("device: legacy IPC is", number(HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE, p));
    tell("device: access is", number(HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS, p));
    tell("host: type is", number(HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, h));
    tell("host: host pointer's offset",
        number(HIP_POINTER_ATTRIBUTE_HOST_POINTER, AT(h, 5)) - (long long)(uintptr_t)h);
    tell("host: legacy IPC is", number(HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE, h));
    tell("managed: is managed is", number(HIP_POINTER_ATTRIBUTE_IS_MANAGED, m));
    say("pageable: type", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, &local));
    say("garbage: type", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, (void *)0x40));
    say("null: type", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, NULL));
    say("attribute 999", hipPointerGetAttribute(&type, (hipPointer_attribute)999, p));
    say("attribute, null place", hipPointerGetAttribute(NULL, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    say("several of pageable", hipDrvPointerGetAttributes(4, which, data, &local));
    tell("several of pageable: type", type);
    tell("several of pageable: ordinal", ordinal);
    tell("several of pageable: size is left", (long long)size);
    tell("several of pageable: no context", context == NULL);
    say("several", hipDrvPointerGetAttributes(4, which, data, p));
    tell("several: size", (long long)size);
    say("several, none", hipDrvPointerGetAttributes(0, which, data, p));
    say("several, null attributes", hipDrvPointerGetAttributes(4, NULL, data, p));
}

void pointers(void)
{
    hipPointerAttribute_t a;
    void *p = NULL, *h = NULL, *m = NULL;
    int local = 0;
    say("alloc", hipMalloc(&p, 1000));
    say("of device memory", hipPointerGetAttributes(&a, AT(p, 10)));
    tell("type of device memory", a.type);
    tell("device of device memory", a.device);
    tell("offset of the device pointer", (char *)a.devicePointer - (char *)p);
    say("of the stack", hipPointerGetAttributes(&a, &local));
    tell("type of the stack", a.type);
    say("of null", hipPointerGetAttributes(&a, NULL));
    say("null place", hipPointerGetAttributes(NULL, p));
    say("host alloc", hipHostMalloc(&h, 4096, 0));
    say("of host memory", hipPointerGetAttributes(&a, AT(h, 5)));
    tell("type of host memory", a.type);
    tell("offset of the host pointer", (char *)a.hostPointer - (char *)h);
    say("managed alloc", hipMallocManaged(&m, 64, hipMemAttachGlobal));
    say("of managed memory", hipPointerGetAttributes(&a, m));
    tell("is managed", a.isManaged);
    one_by_one(p, h, m);
    say("size", hipMemPtrGetInfo(p, &(size_t){ 0 }));
    say("size of garbage", hipMemPtrGetInfo((void *)16, &(size_t){ 0 }));
}

void managed(void)
{
    void *p = NULL, *m = NULL;
    int value = 0;
    say("alloc", hipMallocManaged(&m, 8192, hipMemAttachGlobal));
    say("alloc 0", hipMallocManaged(&p, 0, hipMemAttachGlobal));
    say("alloc, flags 0", hipMallocManaged(&p, 64, 0));
    say("alloc, null place", hipMallocManaged(NULL, 64, hipMemAttachGlobal));
    say("alloc device memory", hipMalloc(&p, 1000));
    say("advise", hipMemAdvise(m, 8192, hipMemAdviseSetReadMostly, 0));
    say("advise device memory", hipMemAdvise(p, 1000, hipMemAdviseSetReadMostly, 0));
    say("advise, advice 99", hipMemAdvise(m, 8192, (hipMemoryAdvise)99, 0));
    say("advise 0 bytes", hipMemAdvise(m, 0, hipMemAdviseSetReadMostly, 0));
    say("advise null", hipMemAdvise(NULL, 100, hipMemAdviseSetReadMostly, 0));
    say("advise, device 99", hipMemAdvise(m, 8192, hipMemAdviseSetPreferredLocation, 99));
    say("prefetch", hipMemPrefetchAsync(m, 8192, 0, NULL));
    say("prefetch device memory", hipMemPrefetchAsync(p, 1000, 0, NULL));
    say("prefetch 0 bytes", hipMemPrefetchAsync(m, 0, 0, NULL));
    say("range attribute", hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, m, 8192));
    tell("read mostly", value);
    say("range attribute of device memory",
        hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, p, 1000));
    say("range attribute, size 3", hipMemRangeGetAttribute(&value, 3, hipMemRangeAttributeReadMostly, m, 8192));
    say("range attribute 99", hipMemRangeGetAttribute(&value, 4, (hipMemRangeAttribute)99, m, 8192));
    say("range attribute, null place", hipMemRangeGetAttribute(NULL, 4, hipMemRangeAttributeReadMostly, m, 8192));
    say("free", hipFree(m));
    say("advise freed", hipMemAdvise(m, 8192, hipMemAdviseSetReadMostly, 0));
}
