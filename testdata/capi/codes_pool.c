/* Sections of codes.c: pools, virtual memory, memory between processes. */
#define _GNU_SOURCE
#include "codes.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static long long pa(hipMemPool_t pool, int attribute)
{
    uint64_t v = 0;
    return hipMemPoolGetAttribute(pool, (hipMemPoolAttr)attribute, &v) == hipSuccess ? (long long)v : -1;
}

void pools(void)
{
    hipMemPool_t def = NULL, cur = NULL, pool = NULL, sh = NULL, im = NULL, im2 = NULL, none = NULL;
    hipMemPoolProps pr;
    hipMemPoolPtrExportData ed;
    hipMemAccessDesc ad;
    hipMemLocation L = { hipMemLocationTypeDevice, 0 };
    hipMemAccessFlags fl = (hipMemAccessFlags)9;
    hipPointerAttribute_t attributes;
    hipStream_t s = NULL, garbage = GARBAGE(hipStream_t);
    char *p = NULL, *q = NULL, *r = NULL, text[40];
    void *base = NULL, *h = NULL, *behind = NULL;
    size_t sz = 0;
    uint64_t v = 0;
    int i = 7, a, fd = -1;
    hipStreamCreate(&s);
    say("default", hipDeviceGetDefaultMemPool(&def, 0));
    say("default, device 9", hipDeviceGetDefaultMemPool(&cur, 9));
    say("default, null place", hipDeviceGetDefaultMemPool(NULL, 0));
    say("current", hipDeviceGetMemPool(&cur, 0));
    tell("current is the default", cur == def);
    say("current, device 9", hipDeviceGetMemPool(&cur, 9));
    say("current, null place", hipDeviceGetMemPool(NULL, 0));
    say("set null", hipDeviceSetMemPool(0, NULL));
    say("set, device 9", hipDeviceSetMemPool(9, def));
    for (a = 0; a < 12; a++) {
        v = 0;
        snprintf(text, sizeof text, "get attribute %d", a);
        say(text, hipMemPoolGetAttribute(def, (hipMemPoolAttr)a, &v));
        snprintf(text, sizeof text, "value of attribute %d", a);
        tell(text, (long long)v);
    }
    say("get attribute, null place", hipMemPoolGetAttribute(def, hipMemPoolAttrReleaseThreshold, NULL));
    say("get attribute, null pool", hipMemPoolGetAttribute(NULL, hipMemPoolAttrReleaseThreshold, &v));
    for (a = 0; a < 10; a++) {
        v = 1;
        snprintf(text, sizeof text, "set attribute %d to 1", a);
        say(text, hipMemPoolSetAttribute(def, (hipMemPoolAttr)a, &v));
        v = 0;
        snprintf(text, sizeof text, "set attribute %d to 0", a);
        say(text, hipMemPoolSetAttribute(def, (hipMemPoolAttr)a, &v));
    }
    say("set attribute, null value", hipMemPoolSetAttribute(def, hipMemPoolAttrReleaseThreshold, NULL));
    i = 5;
    say("set reuse to 5", hipMemPoolSetAttribute(def, hipMemPoolReuseAllowOpportunistic, &i));
    i = 9;
    hipMemPoolGetAttribute(def, hipMemPoolReuseAllowOpportunistic, &i);
    tell("reuse is then", i);
    say("alloc", hipMallocAsync((void **)&p, 1000, s));
    say("alloc, null place", hipMallocAsync(NULL, 1000, s));
    say("alloc 0", hipMallocAsync((void **)&q, 0, s));
    tell("alloc 0 gives null", q == NULL);
    say("alloc 2^50", hipMallocAsync((void **)&q, (size_t)1 << 50, s));
    say("alloc in garbage", hipMallocAsync((void **)&q, 100, garbage));
    tell("aligned to 512", (uintptr_t)p % 512 == 0);
    tell("used", pa(def, 7));
    tell("reserved", pa(def, 5));
    tell("used high", pa(def, 8));
    tell("reserved high", pa(def, 6));
    say("alloc 3 MiB", hipMallocAsync((void **)&q, 3 << 20, s));
    tell("used with 3 MiB", pa(def, 7));
    tell("reserved with 3 MiB", pa(def, 5));
    say("range", hipMemGetAddressRange(&base, &sz, p + 100));
    tell("range base is it", base == p);
    tell("range size", (long long)sz);
    say("range past", hipMemGetAddressRange(&base, &sz, p + 1000));
    say("pool of pointer", hipPointerGetAttribute(&im, HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p));
    tell("is the default pool", im == def);
    say("attributes", hipPointerGetAttributes(&attributes, p));
    tell("type", attributes.type);
    say("memset", hipMemsetAsync(p, 1, 1000, s));
    say("memset past", hipMemsetAsync(p, 1, 1001, s));
    say("free async inside", hipFreeAsync(p + 512, s));
    say("free async null", hipFreeAsync(NULL, s));
    say("free async garbage", hipFreeAsync((void *)(uintptr_t)0x1234, s));
    say("free async in garbage", hipFreeAsync(p, garbage));
    say("free async", hipFreeAsync(p, s));
    say("free async twice", hipFreeAsync(p, s));
    say("free of freed", hipFree(p));
    say("memset of freed", hipMemsetAsync(p, 1, 10, s));
    say("sync", hipStreamSynchronize(s));
    tell("used after", pa(def, 7));
    tell("reserved after sync", pa(def, 5));
    say("free 3 MiB by hipFree", hipFree(q));
    tell("used when all is free", pa(def, 7));
    tell("reserved at the end", pa(def, 5));
    tell("used high at the end", pa(def, 8));
    tell("reserved high at the end", pa(def, 6));
    v = 0;
    say("reset used high", hipMemPoolSetAttribute(def, hipMemPoolAttrUsedMemHigh, &v));
    tell("used high is then", pa(def, 8));
    v = 5;
    say("set used high to 5", hipMemPoolSetAttribute(def, hipMemPoolAttrUsedMemHigh, &v));
    hipMalloc((void **)&r, 4096);
    hipMalloc(&behind, 4096); /* keeps the hole of r small: the next piece lies elsewhere, whenever r is freed */
    say("free async of cuMemAlloc memory", hipFreeAsync(r, s));
    hipHostMalloc(&h, 4096, 0);
    say("free async of host memory", hipFreeAsync(h, s));
    v = ~(uint64_t)0;
    say("threshold max", hipMemPoolSetAttribute(def, hipMemPoolAttrReleaseThreshold, &v));
    hipStreamSynchronize(s);
    hipMallocAsync((void **)&p, 1 << 20, s);
    hipFreeAsync(p, s);
    hipStreamSynchronize(s);
    tell("reserved with threshold", pa(def, 5));
    hipMallocAsync((void **)&q, 1 << 20, s);
    tell("same stream gets the same address", p == q);
    hipFree(behind);
    hipFreeAsync(q, s);
    hipStreamSynchronize(s);
    say("trim to 0", hipMemPoolTrimTo(def, 0));
    tell("reserved after trim", pa(def, 5));
    say("trim null", hipMemPoolTrimTo(NULL, 0));
    say("destroy default", hipMemPoolDestroy(def));
    say("destroy null", hipMemPoolDestroy(NULL));
    say("destroy garbage", hipMemPoolDestroy(GARBAGE(hipMemPool_t)));
    memset(&pr, 0, sizeof pr);
    say("create, zero props", hipMemPoolCreate(&pool, &pr));
    pr.allocType = hipMemAllocationTypePinned;
    say("create, no location", hipMemPoolCreate(&pool, &pr));
    pr.location.type = hipMemLocationTypeDevice;
    pr.location.id = 9;
    say("create, device 9", hipMemPoolCreate(&pool, &pr));
    pr.location.id = 0;
    say("create, null place", hipMemPoolCreate(NULL, &pr));
    say("create, null props", hipMemPoolCreate(&pool, NULL));
    pr.handleTypes = (hipMemAllocationHandleType)0x40;
    say("create, handle type 0x40", hipMemPoolCreate(&pool, &pr));
    pr.handleTypes = hipMemHandleTypeWin32;
    say("create, win32", hipMemPoolCreate(&pool, &pr));
    pr.handleTypes = hipMemHandleTypeNone;
    pr.allocType = (hipMemAllocationType)7;
    say("create, type 7", hipMemPoolCreate(&pool, &pr));
    pr.allocType = hipMemAllocationTypePinned;
    say("create", hipMemPoolCreate(&pool, &pr));
    tell("own pool threshold", pa(pool, 4));
    tell("own pool reuse 1", pa(pool, 1));
    say("alloc from", hipMallocFromPoolAsync((void **)&p, 5000, pool, s));
    say("alloc from null", hipMallocFromPoolAsync((void **)&q, 5000, NULL, s));
    say("alloc from, null place", hipMallocFromPoolAsync(NULL, 5000, pool, s));
    say("alloc from, in garbage", hipMallocFromPoolAsync((void **)&q, 5000, pool, garbage));
    tell("own pool used", pa(pool, 7));
    tell("own pool reserved", pa(pool, 5));
    say("set current", hipDeviceSetMemPool(0, pool));
    hipDeviceGetMemPool(&cur, 0);
    tell("current is own", cur == pool);
    hipMallocAsync((void **)&q, 100, s);
    tell("own pool used 2", pa(pool, 7));
    hipFreeAsync(q, s);
    say("get access", hipMemPoolGetAccess(&fl, pool, &L));
    tell("access", fl);
    say("get access, null place", hipMemPoolGetAccess(NULL, pool, &L));
    say("get access, null location", hipMemPoolGetAccess(&fl, pool, NULL));
    L.id = 9;
    say("get access, device 9", hipMemPoolGetAccess(&fl, pool, &L));
    L.type = hipMemLocationTypeHost;
    L.id = 0;
    say("get access, host", hipMemPoolGetAccess(&fl, pool, &L));
    tell("access of the host", fl);
    ad.location.type = hipMemLocationTypeDevice;
    ad.location.id = 0;
    ad.flags = hipMemAccessFlagsProtNone;
    say("set own access none", hipMemPoolSetAccess(pool, &ad, 1));
    ad.flags = hipMemAccessFlagsProtRead;
    say("set own access read", hipMemPoolSetAccess(pool, &ad, 1));
    ad.flags = hipMemAccessFlagsProtReadWrite;
    say("set own access both", hipMemPoolSetAccess(pool, &ad, 1));
    ad.location.id = 9;
    say("set access, device 9", hipMemPoolSetAccess(pool, &ad, 1));
    ad.location.id = 0;
    say("set access, 0 of them", hipMemPoolSetAccess(pool, &ad, 0));
    say("set access, null list", hipMemPoolSetAccess(pool, NULL, 1));
    ad.location.type = hipMemLocationTypeHost;
    say("set access of the host", hipMemPoolSetAccess(pool, &ad, 1));
    say("export without handle type", hipMemPoolExportToShareableHandle(&fd, pool, hipMemHandleTypePosixFileDescriptor, 0));
    say("export pointer, not shareable", hipMemPoolExportPointer(&ed, p));
    say("destroy with allocations", hipMemPoolDestroy(pool));
    hipDeviceGetMemPool(&cur, 0);
    tell("current is the default again", cur == def);
    say("free after destroy", hipFreeAsync(p, s));
    say("sync 2", hipStreamSynchronize(s));
    say("attribute of destroyed", hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &v));
    say("alloc from destroyed", hipMallocFromPoolAsync((void **)&q, 5000, pool, s));
    pr.handleTypes = hipMemHandleTypePosixFileDescriptor;
    say("create shareable", hipMemPoolCreate(&sh, &pr));
    say("export fd", hipMemPoolExportToShareableHandle(&fd, sh, hipMemHandleTypePosixFileDescriptor, 0));
    tell("fd is one", fd >= 0);
    say("export flags 1", hipMemPoolExportToShareableHandle(&fd, sh, hipMemHandleTypePosixFileDescriptor, 1));
    say("export null place", hipMemPoolExportToShareableHandle(NULL, sh, hipMemHandleTypePosixFileDescriptor, 0));
    say("export type none", hipMemPoolExportToShareableHandle(&fd, sh, hipMemHandleTypeNone, 0));
    say("export default pool", hipMemPoolExportToShareableHandle(&fd, def, hipMemHandleTypePosixFileDescriptor, 0));
    say("import", hipMemPoolImportFromShareableHandle(&im, (void *)(intptr_t)fd, hipMemHandleTypePosixFileDescriptor, 0));
    say("import, no such fd", hipMemPoolImportFromShareableHandle(&im2, (void *)(intptr_t)-1, hipMemHandleTypePosixFileDescriptor, 0));
    say("import fd 0", hipMemPoolImportFromShareableHandle(&im2, (void *)(intptr_t)0, hipMemHandleTypePosixFileDescriptor, 0));
    say("import flags 1", hipMemPoolImportFromShareableHandle(&im2, (void *)(intptr_t)fd, hipMemHandleTypePosixFileDescriptor, 1));
    say("import null place", hipMemPoolImportFromShareableHandle(NULL, (void *)(intptr_t)fd, hipMemHandleTypePosixFileDescriptor, 0));
    hipMallocFromPoolAsync((void **)&p, 5000, sh, s);
    hipMemsetAsync(p, 7, 5000, s);
    hipStreamSynchronize(s);
    say("export pointer", hipMemPoolExportPointer(&ed, p));
    say("export pointer inside", hipMemPoolExportPointer(&ed, p + 512));
    say("export pointer null place", hipMemPoolExportPointer(NULL, p));
    hipMalloc((void **)&r, 512);
    say("export pointer of cuMemAlloc", hipMemPoolExportPointer(&ed, r));
    hipMemPoolExportPointer(&ed, p);
    say("import pointer", hipMemPoolImportPointer((void **)&q, im, &ed));
    tell("other address", q != p);
    i = 0;
    hipMemcpy(&i, q + 4996, 4, hipMemcpyDeviceToHost);
    tell("same memory", i == 0x07070707);
    say("alloc from imported", hipMallocFromPoolAsync((void **)&r, 100, im, s));
    ad.location.type = hipMemLocationTypeDevice;
    say("set access of imported", hipMemPoolSetAccess(im, &ad, 1));
    tell("imported used", pa(im, 7));
    say("set device pool to imported", hipDeviceSetMemPool(0, im));
    say("copy through imported", hipMemcpyDtoD(q, p, 100));
    say("free imported", hipFreeAsync(q, s));
    hipStreamSynchronize(s);
    hipMemPoolImportPointer((void **)&q, im, &ed);
    say("free imported inside", hipFree(q + 512));
    say("free imported at once", hipFree(q));
    say("free imported again", hipFree(q));
    say("import pointer into exporter", hipMemPoolImportPointer((void **)&q, sh, &ed));
    memset(&ed, 0x5a, sizeof ed);
    say("import garbage pointer", hipMemPoolImportPointer((void **)&q, im, &ed));
    say("destroy imported", hipMemPoolDestroy(im));
    hipFreeAsync(p, s);
    say("destroy shareable", hipMemPoolDestroy(sh));
    say("alloc in legacy", hipMallocAsync((void **)&p, 100, NULL));
    say("free in other stream", hipFreeAsync(p, hipStreamPerThread));
    hipDeviceSynchronize();
    pr.handleTypes = hipMemHandleTypeNone;
    pr.maxSize = 4 << 20;
    say("create maxSize 4 MiB", hipMemPoolCreate(&pool, &pr));
    say("alloc 3 MiB of 4", hipMallocFromPoolAsync((void **)&p, 3 << 20, pool, s));
    say("alloc 3 MiB more", hipMallocFromPoolAsync((void **)&q, 3 << 20, pool, s));
    say("alloc 40 MiB of 4", hipMallocFromPoolAsync((void **)&q, 40 << 20, pool, s));
    L.type = hipMemLocationTypeDevice;
    say("default of a place", hipMemGetDefaultMemPool(&none, &L, hipMemAllocationTypePinned));
    tell("it is the device's", none == def);
    say("pool of a place", hipMemGetMemPool(&none, &L, hipMemAllocationTypePinned));
    say("pool of a place, null place", hipMemGetMemPool(NULL, &L, hipMemAllocationTypePinned));
    say("pool of a place, type 7", hipMemGetMemPool(&none, &L, (hipMemAllocationType)7));
    say("pool of no place", hipMemGetMemPool(&none, NULL, hipMemAllocationTypePinned));
    say("set pool of a place", hipMemSetMemPool(&L, hipMemAllocationTypePinned, pool));
    hipDeviceGetMemPool(&cur, 0);
    tell("it is the device's now", cur == pool);
    L.type = hipMemLocationTypeHost;
    say("pool of the host", hipMemGetMemPool(&none, &L, hipMemAllocationTypePinned));
}

/* While a stream waits for a word, nothing that stands behind it in the stream can have happened. */
void pool_reuse(void)
{
    const size_t large = (size_t)4 << 30;
    volatile unsigned *word = NULL;
    hipStream_t s = NULL, other = NULL;
    hipMemPool_t pool = NULL;
    char *a = NULL, *b = NULL, *c = NULL;
    int i, good = 0, same = 0;
    say("a word", hipHostMalloc((void **)&word, 4, 0));
    say("a stream", hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    say("another", hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    *word = 0;
    say("the stream waits", hipStreamWaitValue32(s, (void *)word, 1, hipStreamWaitValueGte, 0xffffffffu));
    say("allocate", hipMallocAsync((void **)&a, 1 << 20, s));
    say("free", hipFreeAsync(a, s));
    say("allocate in another stream", hipMallocAsync((void **)&b, 1 << 20, other));
    tell("it has not that memory", a != b);
    say("allocate again", hipMallocAsync((void **)&c, 1 << 20, s));
    tell("the stream has it again", a == c);
    say("the freed one's address is known", hipMemsetAsync(c, 1, 1 << 20, s));
    say("free again", hipFreeAsync(c, s));
    for (i = 0; i < 100; ++i) {
        good += hipMallocAsync((void **)&c, large, s) == hipSuccess;
        same += i == 0 || c == a;
        a = c;
        good += hipFreeAsync(c, s) == hipSuccess;
    }
    tell("400 GiB, allocated and freed by four", good);
    tell("always there", same);
    tell("the stream waits still", hipStreamQuery(s) == hipErrorNotReady);
    *word = 1;
    say("go on", hipStreamSynchronize(s));
    say("use what is free", hipMemsetAsync(c, 1, 16, s));
    say("free the other's", hipFreeAsync(b, other));
    say("all of it", hipDeviceSynchronize());
    say("the pool", hipDeviceGetDefaultMemPool(&pool, 0));
    tell("used", pa(pool, hipMemPoolAttrUsedMemCurrent));
    say("destroy", hipStreamDestroy(s));
    say("destroy the other", hipStreamDestroy(other));
    say("free the word", hipHostFree((void *)word));
}

void virtual_memory(void)
{
    hipMemAllocationProp pr, q;
    hipMemGenericAllocationHandle_t h = NULL, h2 = NULL, k = NULL;
    hipMemLocation L = { hipMemLocationTypeDevice, 0 };
    hipMemAccessDesc ad;
    hipPointerAttribute_t attributes;
    char *a = NULL, *b = NULL;
    void *base = NULL, *params[3];
    unsigned count = 1, value = 1;
    unsigned long long fl = 9;
    size_t g = 0, S = 2 << 20, z = 0;
    unsigned char byte = 0;
    int fd = -1;
    memset(&pr, 0, sizeof pr);
    memset(&ad, 0, sizeof ad);
    say("granularity, zero props", hipMemGetAllocationGranularity(&g, &pr, hipMemAllocationGranularityMinimum));
    pr.type = hipMemAllocationTypePinned;
    pr.location.type = hipMemLocationTypeDevice;
    say("granularity", hipMemGetAllocationGranularity(&g, &pr, hipMemAllocationGranularityMinimum));
    tell("minimum", (long long)g);
    say("granularity recommended", hipMemGetAllocationGranularity(&g, &pr, hipMemAllocationGranularityRecommended));
    tell("recommended", (long long)g);
    say("granularity, option 7", hipMemGetAllocationGranularity(&g, &pr, (hipMemAllocationGranularity_flags)7));
    say("granularity, null place", hipMemGetAllocationGranularity(NULL, &pr, hipMemAllocationGranularityMinimum));
    say("granularity, null props", hipMemGetAllocationGranularity(&g, NULL, hipMemAllocationGranularityMinimum));
    say("reserve 0", hipMemAddressReserve((void **)&a, 0, 0, NULL, 0));
    say("reserve 1000", hipMemAddressReserve((void **)&a, 1000, 0, NULL, 0));
    say("reserve 64 KiB", hipMemAddressReserve((void **)&a, 65536, 0, NULL, 0));
    say("reserve, null place", hipMemAddressReserve(NULL, S, 0, NULL, 0));
    say("reserve, flags 1", hipMemAddressReserve((void **)&a, S, 0, NULL, 1));
    say("reserve, alignment 3", hipMemAddressReserve((void **)&a, S, 3, NULL, 0));
    say("reserve, alignment 4096", hipMemAddressReserve((void **)&a, S, 4096, NULL, 0));
    hipMemAddressFree(a, S);
    say("reserve, alignment 1 GiB", hipMemAddressReserve((void **)&a, S, 1 << 30, NULL, 0));
    tell("aligned to 1 GiB", (uintptr_t)a % (1 << 30) == 0);
    hipMemAddressFree(a, S);
    say("reserve", hipMemAddressReserve((void **)&a, 4 * S, 0, NULL, 0));
    tell("aligned to 2 MiB", (uintptr_t)a % S == 0);
    say("reserve 2^60", hipMemAddressReserve((void **)&b, (size_t)1 << 60, 0, NULL, 0));
    say("create 1000", hipMemCreate(&h, 1000, &pr, 0));
    say("create 0", hipMemCreate(&h, 0, &pr, 0));
    say("create, flags 1", hipMemCreate(&h, S, &pr, 1));
    say("create, null place", hipMemCreate(NULL, S, &pr, 0));
    say("create, null props", hipMemCreate(&h, S, NULL, 0));
    say("create 2^50", hipMemCreate(&h, (size_t)1 << 50, &pr, 0));
    pr.location.id = 9;
    say("create, device 9", hipMemCreate(&h, S, &pr, 0));
    pr.location.id = 0;
    pr.type = (hipMemAllocationType)7;
    say("create, type 7", hipMemCreate(&h, S, &pr, 0));
    pr.type = hipMemAllocationTypePinned;
    say("create", hipMemCreate(&h, 2 * S, &pr, 0));
    say("release 0", hipMemRelease(NULL));
    say("release a garbage handle", hipMemRelease(GARBAGE(hipMemGenericAllocationHandle_t)));
    say("properties", hipMemGetAllocationPropertiesFromHandle(&q, h));
    tell("type", q.type);
    tell("handle types", q.requestedHandleTypes);
    tell("location", q.location.type);
    tell("id", q.location.id);
    say("properties, null place", hipMemGetAllocationPropertiesFromHandle(NULL, h));
    say("properties of 0", hipMemGetAllocationPropertiesFromHandle(&q, NULL));
    say("memset before map", hipMemsetD8(a, 1, 16));
    say("map outside", hipMemMap((void *)(uintptr_t)0x10000000000u, S, 0, h, 0));
    say("map, size 1000", hipMemMap(a, 1000, 0, h, 0));
    say("map, address + 4096", hipMemMap(a + 4096, S, 0, h, 0));
    say("map, flags 1", hipMemMap(a, 2 * S, 0, h, 1));
    say("map, offset 2 MiB", hipMemMap(a, S, S, h, 0));
    say("map beyond the handle", hipMemMap(a, 4 * S, 0, h, 0));
    say("map, handle 0", hipMemMap(a, 2 * S, 0, NULL, 0));
    say("map", hipMemMap(a, 2 * S, 0, h, 0));
    say("map again", hipMemMap(a, 2 * S, 0, h, 0));
    say("map overlapping", hipMemMap(a + S, 2 * S, 0, h, 0));
    say("map second time elsewhere", hipMemMap(a + 2 * S, 2 * S, 0, h, 0));
    say("get access before", hipMemGetAccess(&fl, &L, a));
    tell("access before", (long long)fl);
    say("memset before access", hipMemsetD8(a, 1, 16));
    ad.location = L;
    ad.flags = (hipMemAccessFlags)2;
    say("set access 2", hipMemSetAccess(a, 2 * S, &ad, 1));
    ad.flags = hipMemAccessFlagsProtReadWrite;
    say("set access, null", hipMemSetAccess(a, 2 * S, NULL, 1));
    say("set access, 0 of them", hipMemSetAccess(a, 2 * S, &ad, 0));
    say("set access, half", hipMemSetAccess(a, S, &ad, 1));
    say("set access, size 1000", hipMemSetAccess(a, 1000, &ad, 1));
    ad.location.id = 9;
    say("set access, device 9", hipMemSetAccess(a, 2 * S, &ad, 1));
    ad.location.id = 0;
    say("set access", hipMemSetAccess(a, 4 * S, &ad, 1));
    say("get access", hipMemGetAccess(&fl, &L, a + 100));
    tell("access", (long long)fl);
    say("get access, null place", hipMemGetAccess(NULL, &L, a));
    say("get access, null location", hipMemGetAccess(&fl, NULL, a));
    say("get access outside", hipMemGetAccess(&fl, &L, (void *)(uintptr_t)0x10000000000u));
    hipMalloc((void **)&b, 512);
    say("get access of cuMemAlloc", hipMemGetAccess(&fl, &L, b));
    say("memset", hipMemsetD8(a, 7, 2 * S));
    say("read through the second mapping", hipMemcpyDtoH(&byte, a + 2 * S + 5, 1));
    tell("byte", byte);
    say("range", hipMemGetAddressRange(&base, &z, a + S + 5));
    tell("range base is the start", base == a);
    tell("range size", (long long)z);
    say("attributes", hipPointerGetAttributes(&attributes, a));
    tell("type is", attributes.type);
    say("cuMemFree of mapped", hipFree(a));
    params[0] = &a;
    params[1] = &count;
    params[2] = &value;
    say("launch", launch(kernel("add"), 1, 32, 0, params));
    say("sync", hipDeviceSynchronize());
    say("retain", hipMemRetainAllocationHandle(&k, a + 10));
    tell("retained is it", k == h);
    say("retain outside", hipMemRetainAllocationHandle(&k, (void *)(uintptr_t)0x1000));
    say("retain, null place", hipMemRetainAllocationHandle(NULL, a));
    say("retain of cuMemAlloc", hipMemRetainAllocationHandle(&h2, b));
    ad.flags = hipMemAccessFlagsProtRead;
    say("set access read", hipMemSetAccess(a, 2 * S, &ad, 1));
    hipMemGetAccess(&fl, &L, a);
    tell("access read", (long long)fl);
    say("read where reading is allowed", hipMemcpyDtoH(&byte, a + 9, 1));
    say("write where reading is allowed", hipMemsetD8(a, 1, 16));
    ad.flags = hipMemAccessFlagsProtNone;
    say("set access none", hipMemSetAccess(a, 2 * S, &ad, 1));
    hipMemGetAccess(&fl, &L, a);
    tell("access none", (long long)fl);
    say("copy without access", hipMemcpyDtoH(&byte, a, 1));
    say("export without handle type", hipMemExportToShareableHandle(&fd, h, hipMemHandleTypePosixFileDescriptor, 0));
    say("free address mapped", hipMemAddressFree(a, 4 * S));
    say("unmap part", hipMemUnmap(a, S));
    say("unmap 0", hipMemUnmap(a, 0));
    say("unmap", hipMemUnmap(a, 2 * S));
    say("unmap twice", hipMemUnmap(a, 2 * S));
    say("release", hipMemRelease(h));
    say("release retained", hipMemRelease(h));
    say("read after release", hipMemcpyDtoH(&byte, a + 2 * S, 1));
    say("unmap second", hipMemUnmap(a + 2 * S, 2 * S));
    say("release once more", hipMemRelease(h));
    say("map a released handle", hipMemMap(a, 2 * S, 0, h, 0));
    say("free address part", hipMemAddressFree(a, S));
    say("free address", hipMemAddressFree(a, 4 * S));
    say("free address twice", hipMemAddressFree(a, 4 * S));
    say("free address null", hipMemAddressFree(NULL, S));
    pr.requestedHandleTypes = hipMemHandleTypePosixFileDescriptor;
    say("create shareable", hipMemCreate(&h, S, &pr, 0));
    say("export", hipMemExportToShareableHandle(&fd, h, hipMemHandleTypePosixFileDescriptor, 0));
    tell("fd is one", fd >= 0);
    say("export flags 1", hipMemExportToShareableHandle(&fd, h, hipMemHandleTypePosixFileDescriptor, 1));
    say("export null place", hipMemExportToShareableHandle(NULL, h, hipMemHandleTypePosixFileDescriptor, 0));
    say("export none", hipMemExportToShareableHandle(&fd, h, hipMemHandleTypeNone, 0));
    say("import", hipMemImportFromShareableHandle(&h2, (void *)(intptr_t)fd, hipMemHandleTypePosixFileDescriptor));
    tell("imported is it", h2 == h);
    say("import, no such fd", hipMemImportFromShareableHandle(&k, (void *)(intptr_t)-1, hipMemHandleTypePosixFileDescriptor));
    say("import fd 0", hipMemImportFromShareableHandle(&k, (void *)(intptr_t)0, hipMemHandleTypePosixFileDescriptor));
    say("import null place", hipMemImportFromShareableHandle(NULL, (void *)(intptr_t)fd, hipMemHandleTypePosixFileDescriptor));
    say("import type 0", hipMemImportFromShareableHandle(&k, (void *)(intptr_t)fd, hipMemHandleTypeNone));
    say("release imported", hipMemRelease(h2));
    say("release shareable", hipMemRelease(h));
    say("reserve for a fault", hipMemAddressReserve((void **)&a, S, 0, NULL, 0));
    say("create for a fault", hipMemCreate(&h, S, &pr, 0));
    say("map for a fault", hipMemMap(a, S, 0, h, 0));
    say("launch without access", launch(kernel("add"), 1, 32, 0, params));
    say("sync without access", hipDeviceSynchronize());
}

void ipc(void)
{
    hipIpcMemHandle_t h, h2;
    hipIpcEventHandle_t eh, eh2;
    hipEvent_t e = NULL, plain = NULL;
    char *p = NULL, *q = NULL;
    void *r = NULL, *hh = NULL;
    int there[2], back[2];
    unsigned word = 0;
    say("alloc", hipMalloc((void **)&p, 8192));
    say("fill", hipMemsetD32(p, 41, 2048));
    say("get", hipIpcGetMemHandle(&h, p));
    say("get inside", hipIpcGetMemHandle(&h2, p + 4096));
    tell("inside is the same", memcmp(&h, &h2, 64) == 0);
    say("get null", hipIpcGetMemHandle(&h2, NULL));
    say("get, null place", hipIpcGetMemHandle(NULL, p));
    hipHostMalloc(&hh, 4096, 0);
    say("get of host memory", hipIpcGetMemHandle(&h2, hh));
    hipMallocAsync(&r, 4096, NULL);
    say("get of pool memory", hipIpcGetMemHandle(&h2, r));
    say("open own", hipIpcOpenMemHandle((void **)&q, h, 1));
    say("open own, flags 0", hipIpcOpenMemHandle((void **)&q, h, 0));
    memset(&h2, 0x5a, 64);
    say("open garbage", hipIpcOpenMemHandle((void **)&q, h2, 1));
    memset(&h2, 0, 64);
    say("open zeros", hipIpcOpenMemHandle((void **)&q, h2, 1));
    say("open, null place", hipIpcOpenMemHandle(NULL, h, 1));
    say("close own pointer", hipIpcCloseMemHandle(p));
    say("close garbage", hipIpcCloseMemHandle((void *)(uintptr_t)0x1000));
    say("close null", hipIpcCloseMemHandle(NULL));
    say("event", hipEventCreateWithFlags(&e, hipEventInterprocess | hipEventDisableTiming));
    hipEventCreateWithFlags(&plain, hipEventDisableTiming);
    say("event handle", hipIpcGetEventHandle(&eh, e));
    say("event handle of a plain event", hipIpcGetEventHandle(&eh2, plain));
    say("event handle, null place", hipIpcGetEventHandle(NULL, e));
    say("event handle of null", hipIpcGetEventHandle(&eh2, NULL));
    say("open own event", hipIpcOpenEventHandle(&plain, eh));
    memset(&eh2, 0x5a, 64);
    say("open garbage event", hipIpcOpenEventHandle(&plain, eh2));
    say("open event, null place", hipIpcOpenEventHandle(NULL, eh));
    say("record", hipEventRecord(e, NULL));
    say("wait", hipEventSynchronize(e));
    say("query", hipEventQuery(e));
    say("stream waits", hipStreamWaitEvent(NULL, e, 0));
    say("synchronize", hipStreamSynchronize(NULL));
    /* Another process: this program again. */
    if (pipe(there) != 0 || pipe(back) != 0)
        return;
    if (fork() == 0) {
        dup2(there[0], 0);
        dup2(back[1], 1);
        close(there[1]);
        execl("/proc/self/exe", "codes", "ipc child", kernels_path, (char *)NULL);
        _exit(1);
    }
    close(back[1]);
    if (write(there[1], &h, sizeof h) != (ssize_t)sizeof h || write(there[1], &eh, sizeof eh) != (ssize_t)sizeof eh)
        return;
    while (read(back[0], &h2, 1) > 0)
        continue;
    hipMemcpy(&word, p, 4, hipMemcpyDeviceToHost);
    tell("word after the child", word);
    say("event that the child recorded", hipEventQuery(e));
    say("free", hipFree(p));
}

void ipc_child(void)
{
    hipIpcMemHandle_t h;
    hipIpcEventHandle_t eh;
    hipEvent_t e = NULL;
    hipPointerAttribute_t attributes;
    char *p = NULL, *q = NULL;
    void *base = NULL;
    size_t z = 0;
    unsigned v = 0;
    memset(&h, 0, sizeof h);
    /* Without a handle on its input there is nothing to ask. */
    if (read(0, &h, sizeof h) != (ssize_t)sizeof h) {
        tell("no handle", 1);
        return;
    }
    if (read(0, &eh, sizeof eh) != (ssize_t)sizeof eh || hipIpcOpenEventHandle(&e, eh) != hipSuccess)
        return;
    if (hipEventQuery(e) != hipSuccess || hipStreamWaitEvent(NULL, e, 0) != hipSuccess || hipEventRecord(e, NULL) != hipSuccess)
        return;
    if (hipEventSynchronize(e) != hipSuccess || hipIpcGetEventHandle(&eh, e) != hipErrorInvalidHandle || hipEventDestroy(e) != hipSuccess)
        return;
    if (hipIpcOpenMemHandle((void **)&p, h, 1) != hipSuccess || hipIpcOpenMemHandle((void **)&q, h, 1) != hipSuccess || p != q)
        return;
    hipMemcpy(&v, p + 4, 4, hipMemcpyDeviceToHost);
    if (v != 41 || hipMemGetAddressRange(&base, &z, p + 10) != hipSuccess || base != p || z != 8192)
        return;
    if (hipPointerGetAttributes(&attributes, p) != hipSuccess || attributes.type != hipMemoryTypeDevice)
        return;
    if (hipIpcGetMemHandle(&h, p) != hipErrorInvalidValue || hipFree(p) != hipErrorInvalidValue)
        return;
    if (hipIpcCloseMemHandle(p + 512) != hipErrorInvalidValue || hipIpcCloseMemHandle(p) != hipSuccess)
        return;
    if (hipMemsetD32(p, 99, 4) != hipSuccess || hipDeviceSynchronize() != hipSuccess)
        return;
    if (hipIpcCloseMemHandle(p) != hipSuccess || hipIpcCloseMemHandle(p) != hipErrorInvalidValue)
        return;
}
