/* Device memory, host memory, what pointers are, and advice about them: parts of answers.c. */
#include "answers.h"

#include <stdint.h>
#include <stdlib.h>

void ask_memory(void)
{
    void *p = NULL, *base = NULL;
    size_t size = 0, pitch = 0;
    part("memory");
    say("memAlloc 0", hipMalloc(&p, 0));
    say("memAlloc null", hipMalloc(NULL, 16));
    say("memAlloc huge", hipMalloc(&p, (size_t)1 << 50));
    say("memFree 0", hipFree(NULL));
    say("memFree garbage", hipFree((void *)0x1234));
    say("memAlloc", hipMalloc(&p, 1000));
    gave("aligned512 %d aligned256 %d", (uintptr_t)p % 512 == 0, (uintptr_t)p % 256 == 0);
    say("memFree interior", hipFree((char *)p + 4));
    say("memFree", hipFree(p));
    say("memFree twice", hipFree(p));
    say("memAlloc", hipMalloc((void **)&memory, 1000));
    say("addrRange mid", hipMemGetAddressRange(&base, &size, memory + 100));
    gave("base same %d size %zu", base == (void *)memory, size);
    say("addrRange last", hipMemGetAddressRange(&base, &size, memory + 999));
    say("addrRange past", hipMemGetAddressRange(&base, &size, memory + 1000));
    say("addrRange bad", hipMemGetAddressRange(&base, &size, (void *)0x10));
    say("addrRange nulls", hipMemGetAddressRange(NULL, NULL, memory));
    say("HtoD", hipMemcpyHtoD(memory, pageable, 1000));
    say("HtoD past end", hipMemcpyHtoD(memory, pageable, 1 << 20));
    say("HtoD one past", hipMemcpyHtoD(memory, pageable, 1001));
    say("HtoD 0 bytes", hipMemcpyHtoD(memory, pageable, 0));
    say("HtoD null src", hipMemcpyHtoD(memory, NULL, 10));
    say("HtoD null both 0", hipMemcpyHtoD(NULL, NULL, 0));
    say("HtoD dst 0", hipMemcpyHtoD(NULL, pageable, 10));
    say("DtoH null", hipMemcpyDtoH(NULL, memory, 10));
    say("DtoD garbage", hipMemcpyDtoD(memory, (void *)0x1000, 10));
    say("DtoD self", hipMemcpyDtoD(memory, memory, 10));
    say("cuMemcpy host-host", hipMemcpy(pageable, pageable + 100, 50, hipMemcpyDefault));
    say("cuMemcpy dev-host", hipMemcpy(pageable, memory, 50, hipMemcpyDefault));
    say("HtoD interior", hipMemcpyHtoD(memory + 500, pageable, 500));
    say("HtoD interior past", hipMemcpyHtoD(memory + 500, pageable, 501));
    say("memsetD8", hipMemsetD8(memory, 1, 1000));
    say("memsetD8 past", hipMemsetD8(memory, 1, 1001));
    say("memsetD32 misaligned", hipMemsetD32(memory + 2, 1, 4));
    say("memsetD16 misaligned", hipMemsetD16(memory + 1, 1, 4));
    say("memsetD32 0", hipMemsetD32(memory, 1, 0));
    say("memsetD8 null", hipMemsetD8(NULL, 1, 4));
    say("allocPitch", hipMemAllocPitch(&p, &pitch, 100, 10, 4));
    gave("pitch %zu", pitch);
    say("pitch elem 3", hipMemAllocPitch(&p, &pitch, 100, 10, 3));
    say("pitch elem 32", hipMemAllocPitch(&p, &pitch, 100, 10, 32));
    say("pitch 0 width", hipMemAllocPitch(&p, &pitch, 0, 10, 4));
    say("pitch 0 height", hipMemAllocPitch(&p, &pitch, 100, 0, 4));
    say("pitch 513", hipMemAllocPitch(&p, &pitch, 513, 2, 16));
    gave("pitch %zu", pitch);
}

/* Two pages and more, aligned to a page. */
static char page[65536] __attribute__((aligned(4096)));

void ask_host_memory(void)
{
    void *p = NULL, *host = NULL, *empty = NULL;
    unsigned flags = 0;
    part("host memory");
    say("hostAlloc", hipHostAlloc(&host, 4096, 0));
    say("hostGetDevPtr", hipHostGetDevicePointer(&p, host, 0));
    gave("same %d", p == host);
    say("hostGetDevPtr flags", hipHostGetDevicePointer(&p, host, 1));
    say("hostGetDevPtr pageable", hipHostGetDevicePointer(&p, pageable, 0));
    say("hostGetFlags", hipHostGetFlags(&flags, host));
    gave("flags %u", flags);
    say("hostGetFlags pageable", hipHostGetFlags(&flags, pageable));
    say("freeHost pageable", hipHostFree(pageable));
    say("freeHost null", hipHostFree(NULL));
    say("hostAlloc 0", hipHostAlloc(&empty, 0, 0));
    say("hostAlloc bad flags", hipHostAlloc(&empty, 64, 0x80));
    say("memFree of host ptr", hipFree(host));
    say("memFreeHost of dev ptr", hipHostFree(memory));
    say("freeHost", hipHostFree(host));
    say("freeHost twice", hipHostFree(host));
    say("register", hipHostRegister(page, 8192, 0));
    say("register again", hipHostRegister(page, 8192, 0));
    say("register overlap", hipHostRegister(page + 4096, 8192, 0));
    say("register null", hipHostRegister(NULL, 10, 0));
    say("register 0", hipHostRegister(page + 32768, 0, 0));
    say("unregister interior", hipHostUnregister(page + 16));
    say("unregister", hipHostUnregister(page));
    say("unregister twice", hipHostUnregister(page));
    hipHostRegister(page, 4096, 0);
    say("freeHost of registered", hipHostFree(page));
    say("unregister", hipHostUnregister(page));
}

static void ask_several(void)
{
    hipPointer_attribute which[4] = { HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                      HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_CONTEXT };
    unsigned type = 5, sync = 1;
    int ordinal = 55;
    size_t size = 55;
    hipCtx_t of = (hipCtx_t)5;
    void *data[4];
    data[0] = &type, data[1] = &ordinal, data[2] = &size, data[3] = &of;
    say("pas pageable", hipDrvPointerGetAttributes(4, which, data, pageable));
    gave("mt %u ord %d rz %zu pc %d", type, ordinal, size, of == NULL);
    say("pas dev", hipDrvPointerGetAttributes(4, which, data, memory));
    gave("mt %u ord %d rz %zu pc %d", type, ordinal, size, of == context);
    say("pas n0", hipDrvPointerGetAttributes(0, which, data, memory));
    say("pas null", hipDrvPointerGetAttributes(4, NULL, data, memory));
    say("set sync", hipPointerSetAttribute(&sync, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
    sync = 9;
    hipPointerGetAttribute(&sync, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory);
    gave("sync now %u", sync);
    say("set other", hipPointerSetAttribute(&sync, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    say("set sync pageable", hipPointerSetAttribute(&sync, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, pageable));
}

void ask_pointers(void)
{
    hipCtx_t of = NULL;
    unsigned type = 0, word = 9;
    unsigned long long id = 0;
    int ordinal = -9;
    char *start = NULL, *at = (char *)1, *host = (char *)1;
    size_t size = 0;
    part("pointers");
    say("pa ctx", hipPointerGetAttribute(&of, HIP_POINTER_ATTRIBUTE_CONTEXT, memory));
    gave("ctx same %d", of == context);
    say("pa type dev", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, memory + 10));
    gave("type %u", type);
    say("pa devptr", hipPointerGetAttribute(&at, HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, memory + 10));
    gave("off %lld", (long long)(at - memory));
    say("pa hostptr of dev", hipPointerGetAttribute(&host, HIP_POINTER_ATTRIBUTE_HOST_POINTER, memory));
    say("pa ordinal", hipPointerGetAttribute(&ordinal, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
    gave("ord %d", ordinal);
    say("pa start", hipPointerGetAttribute(&start, HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, memory + 10));
    gave("start same %d", start == memory);
    say("pa size", hipPointerGetAttribute(&size, HIP_POINTER_ATTRIBUTE_RANGE_SIZE, memory + 10));
    gave("size %zu", size);
    say("pa managed", hipPointerGetAttribute(&word, HIP_POINTER_ATTRIBUTE_IS_MANAGED, memory));
    gave("managed %u", word & 255);
    say("pa mapped", hipPointerGetAttribute(&word, HIP_POINTER_ATTRIBUTE_MAPPED, memory));
    gave("mapped %u", word & 255);
    say("pa bufid", hipPointerGetAttribute(&id, HIP_POINTER_ATTRIBUTE_BUFFER_ID, memory));
    gave("id nonzero %d", id != 0);
    say("pa legacy ipc", hipPointerGetAttribute(&word, HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE, memory));
    gave("ipc %u", word & 255);
    say("pa syncmemops", hipPointerGetAttribute(&word, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
    gave("sync %u", word & 255);
    say("pa pageable type", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, pageable));
    say("pa pageable managed", hipPointerGetAttribute(&word, HIP_POINTER_ATTRIBUTE_IS_MANAGED, pageable));
    say("pa garbage", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, (void *)0x40));
    say("pa zero", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, NULL));
    say("pa bad attr", hipPointerGetAttribute(&type, (hipPointer_attribute)999, memory));
    say("pa null data", hipPointerGetAttribute(NULL, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, memory));
    hipHostAlloc((void **)&start, 4096, 0);
    say("pa type host", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, start));
    gave("type %u", type);
    say("pa hostptr", hipPointerGetAttribute(&host, HIP_POINTER_ATTRIBUTE_HOST_POINTER, start + 5));
    gave("off %lld", (long long)(host - start));
    say("pa ordinal host", hipPointerGetAttribute(&ordinal, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, start));
    gave("ord %d", ordinal);
    say("pa mapped host", hipPointerGetAttribute(&word, HIP_POINTER_ATTRIBUTE_MAPPED, start));
    gave("mapped %u", word & 255);
    say("pa size host", hipPointerGetAttribute(&size, HIP_POINTER_ATTRIBUTE_RANGE_SIZE, start));
    gave("size %zu", size);
    hipHostRegister(page, 8192, 0);
    say("pa type registered", hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, page));
    gave("type %u", type);
    say("pa devptr registered", hipPointerGetAttribute(&at, HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, page));
    gave("same %d", at == page);
    hipHostUnregister(page);
    ask_several();
}

void ask_advice(void)
{
    hipMemLocation here = { hipMemLocationTypeDevice, 0 };
    int value;
    part("advice");
    say("advise cuMemAlloc memory", hipMemAdvise_v2(memory, 1000, hipMemAdviseSetReadMostly, here));
    say("advise bad advice", hipMemAdvise_v2(memory, 1000, (hipMemoryAdvise)99, here));
    say("advise count 0", hipMemAdvise_v2(memory, 0, hipMemAdviseSetReadMostly, here));
    say("advise ptr 0", hipMemAdvise_v2(NULL, 100, hipMemAdviseSetReadMostly, here));
    say("prefetch cuMemAlloc memory", hipMemPrefetchAsync_v2(memory, 1000, here, 0, NULL));
    say("prefetch flags 1", hipMemPrefetchAsync_v2(memory, 1000, here, 1, NULL));
    say("prefetch count 0", hipMemPrefetchAsync_v2(memory, 0, here, 0, NULL));
    say("rangeattr cuMemAlloc", hipMemRangeGetAttribute(&value, 4, hipMemRangeAttributeReadMostly, memory, 1000));
    say("rangeattr size 3", hipMemRangeGetAttribute(&value, 3, hipMemRangeAttributeReadMostly, memory, 1000));
}

/* Two mappings side by side in a range of four, the first of which alone may be accessed at first. */
void ask_mappings(void)
{
    const size_t part_bytes = 2 << 20;
    hipMemAllocationProp kind = { .type = hipMemAllocationTypePinned, .location = { hipMemLocationTypeDevice, 0 } };
    hipMemAccessDesc access = { { hipMemLocationTypeDevice, 0 }, hipMemAccessFlagsProtReadWrite };
    hipMemGenericAllocationHandle_t handle[2];
    unsigned char *bytes = malloc(2 * part_bytes);
    void *range = NULL;
    char *start;
    part("mappings");
    say("reserve", hipMemAddressReserve(&range, 4 * part_bytes, 0, NULL, 0));
    start = range;
    for (int i = 0; i < 2; ++i) {
        hipMemCreate(&handle[i], part_bytes, &kind, 0);
        say("map", hipMemMap(start + i * part_bytes, part_bytes, 0, handle[i], 0));
    }
    hipMemSetAccess(start, part_bytes, &access, 1);
    say("memsetD8 into one without access", hipMemsetD8(start, 1, 2 * part_bytes));
    hipMemSetAccess(start + part_bytes, part_bytes, &access, 1);
    say("memsetD8 across", hipMemsetD8(start + part_bytes / 2, 1, part_bytes));
    say("memsetD32 across", hipMemsetD32(start, 7, 2 * part_bytes / 4));
    say("memsetD2D8 across", hipMemsetD2D8(start, part_bytes, 3, 64, 2));
    say("DtoH across", hipMemcpyDtoH(bytes, start, 2 * part_bytes));
    gave("bytes %d %d %d %d", bytes[0], bytes[part_bytes], bytes[100], bytes[2 * part_bytes - 4]);
    say("HtoD across", hipMemcpyHtoD(start + 1, bytes, 2 * part_bytes - 1));
    say("DtoD across", hipMemcpyDtoD(start + part_bytes / 2, start, part_bytes));
    say("memsetD8 into a gap", hipMemsetD8(start, 1, 3 * part_bytes));
    say("DtoH into a gap", hipMemcpyDtoH(bytes, start + part_bytes + part_bytes / 2, part_bytes));
    for (int i = 0; i < 2; ++i) {
        hipMemUnmap(start + i * part_bytes, part_bytes);
        hipMemRelease(handle[i]);
    }
    hipMemAddressFree(range, 4 * part_bytes);
    free(bytes);
}
