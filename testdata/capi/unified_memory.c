/* Parts of unified.c: one address space, what allocations are, what pointers say of themselves. */
#define _POSIX_C_SOURCE 200112L
#include "unified.h"

#include "unified_parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int device_is(int attribute)
{
    int value = -77;
    return hipDeviceGetAttribute(&value, attribute, 0) == hipSuccess ? value : -78;
}

static char *pages(size_t bytes)
{
    void *at = NULL;
    return posix_memalign(&at, PAGE, bytes) ? NULL : at;
}

void addresses(void)
{
    void *host = NULL, *combined = NULL, *managed = NULL, *seen = NULL;
    char *own = pages(2 * PAGE);
    unsigned flags = 0;
    part("addresses", "Unified Addressing");
    tell("a device has one address space with the host", device_is(hipDeviceAttributeUnifiedAddressing), "supported platforms, by attribute");
    tell("managed memory", device_is(hipDeviceAttributeManagedMemory), "attribute");
    tell("concurrent managed access", device_is(hipDeviceAttributeConcurrentManagedAccess), "attribute");
    tell("pageable memory access", device_is(hipDeviceAttributePageableMemoryAccess), "attribute");
    tell("host pointers of registered memory", device_is(hipDeviceAttributeCanUseHostPointerForRegisteredMem), "attribute");
    say("host alloc", hipHostMalloc(&host, PAGE, 0), "host memory is mapped whatever the flags");
    say("its device pointer", hipHostGetDevicePointer(&seen, host, 0), "host memory is accessible from all contexts");
    tell("is the same", seen == host, "the value in kernels is the host's");
    say("device pointer inside", hipHostGetDevicePointer(&seen, AT(host, 100), 0), "the value in kernels is the host's");
    tell("is the same inside", seen == AT(host, 100), "the value in kernels is the host's");
    say("flags", hipHostGetFlags(&flags, host), "accessible whatever the flags");
    tell("flags say", flags, "accessible whatever the flags");
    say("device pointer with flags 1", hipHostGetDevicePointer(&seen, host, 1), "flags are 0");
    say("write-combined", hipHostMalloc(&combined, PAGE, 4), "disjoint: write-combined memory");
    say("its device pointer there", hipHostGetDevicePointer(&seen, combined, 0), "disjoint: asked by cuMemHostGetDevicePointer");
    tell("is the same when write-combined", seen == combined, "disjoint: write-combined memory");
    say("register", hipHostRegister(own, 2 * PAGE, 2), "disjoint: registered memory");
    say("device pointer of registered", hipHostGetDevicePointer(&seen, own, 0), "disjoint: asked by cuMemHostGetDevicePointer");
    tell("is the same when registered", seen == own, "disjoint: registered memory");
    say("copy from its device pointer", hipMemcpy(host, seen, 100, hipMemcpyDefault), "either value in copies that infer");
    say("copy from its host pointer", hipMemcpy(host, own, 100, hipMemcpyDefault), "either value in copies that infer");
    say("unregister", hipHostUnregister(own), "disjoint: registered memory");
    say("device pointer of unregistered", hipHostGetDevicePointer(&seen, own, 0), "disjoint: registered memory");
    say("managed", hipMallocManaged(&managed, PAGE, hipMemAttachGlobal), "one pointer");
    say("host's device pointer of managed", hipHostGetDevicePointer(&seen, managed, 0), "one pointer");
    tell("host's device pointer of managed is the same", seen == managed, "one pointer");
    memset(managed, 3, PAGE);
    tell("the host writes managed memory", ((char *)managed)[PAGE - 1], "the same value on host and device");
    say("free all", hipFree(managed), "-");
    say("free host", hipHostFree(host), "-");
    say("free combined", hipHostFree(combined), "-");
    free(own);
}

static hipError_t rectangle(void *to, const void *from, int to_type, int from_type)
{
    hip_Memcpy2D box;
    memset(&box, 0, sizeof box);
    box.srcMemoryType = from_type;
    box.dstMemoryType = to_type;
    if (from_type == hipMemoryTypeHost)
        box.srcHost = from;
    else
        box.srcDevice = DEVICE_ADDRESS(from);
    if (to_type == hipMemoryTypeHost)
        box.dstHost = to;
    else
        box.dstDevice = DEVICE_ADDRESS(to);
    box.srcPitch = box.dstPitch = 64;
    box.WidthInBytes = 64;
    box.Height = 4;
    return hipMemcpyParam2D(&box);
}

void copies(void)
{
    void *device = NULL, *host = NULL, *managed = NULL;
    unsigned char plain[256], back[256];
    part("copies", "Unified Addressing");
    for (int n = 0; n < 256; n++)
        plain[n] = (unsigned char)(n * 7);
    hipMalloc(&device, 256);
    hipHostMalloc(&host, 256, 0);
    hipMallocManaged(&managed, 256, hipMemAttachGlobal);
    say("pageable to device", hipMemcpy(device, plain, 256, hipMemcpyDefault), "cuMemcpy takes any two pointers");
    say("device to host", hipMemcpy(host, device, 256, hipMemcpyDefault), "cuMemcpy takes any two pointers");
    say("host to managed", hipMemcpy(managed, host, 256, hipMemcpyDefault), "cuMemcpy takes any two pointers");
    tell("nothing is lost", memcmp(managed, plain, 256) == 0, "cuMemcpy takes any two pointers");
    say("managed to device", hipMemcpy(device, managed, 256, hipMemcpyDefault), "cuMemcpy takes any two pointers");
    say("device to pageable", hipMemcpy(back, device, 256, hipMemcpyDefault), "cuMemcpy takes any two pointers");
    tell("nothing is lost there either", memcmp(back, plain, 256) == 0, "cuMemcpy takes any two pointers");
    say("pageable to pageable", hipMemcpy(back, plain, 256, hipMemcpyDefault), "cuMemcpy takes any two pointers");
    say("DtoH of host memory", hipMemcpyDtoH(back, host, 256), "host memory is a device pointer too");
    say("DtoH of managed memory", hipMemcpyDtoH(back, managed, 256), "managed memory is a device pointer too");
    say("HtoD of device memory", hipMemcpyHtoD(device, managed, 256), "a direction is not needed");
    say("DtoD of host and managed", hipMemcpyDtoD(managed, host, 256), "a direction is not needed");
    say("DtoD of pageable", hipMemcpyDtoD(device, plain, 256), "a direction is not needed");
    say("unified to unified", rectangle(managed, device, hipMemoryTypeUnified, hipMemoryTypeUnified), "UNIFIED infers where pointers are");
    say("unified host to unified device", rectangle(device, plain, hipMemoryTypeUnified, hipMemoryTypeUnified), "UNIFIED infers where pointers are");
    memset(back, 0, 256);
    say("unified device to unified pageable", rectangle(back, device, hipMemoryTypeUnified, hipMemoryTypeUnified), "UNIFIED infers where pointers are");
    tell("rows arrive", memcmp(back, plain, 256) == 0, "UNIFIED infers where pointers are");
    say("unified to host", rectangle(back, device, hipMemoryTypeHost, hipMemoryTypeUnified), "UNIFIED at one end");
    say("host memory as device", rectangle(host, device, hipMemoryTypeDevice, hipMemoryTypeDevice), "host memory is a device pointer too");
    say("set managed", hipMemsetD8(managed, 5, 256), "managed memory is a device pointer too");
    say("wait", hipDeviceSynchronize(), "-");
    tell("what was set is seen", ((unsigned char *)managed)[255], "the same memory");
    hipFree(device);
    hipFree(managed);
    hipHostFree(host);
}

void allocations(void)
{
    void *at = NULL, *other = NULL;
    part("allocations", "cuMemAllocManaged");
    say("global", hipMallocManaged(&at, 100, hipMemAttachGlobal), "flags are GLOBAL or HOST");
    tell("starts at a multiple of 512", (uintptr_t)at % 512 == 0, "suitably aligned for any variable");
    say("host", hipMallocManaged(&other, 100, hipMemAttachHost), "flags are GLOBAL or HOST");
    say("single", hipMallocManaged(&other, 100, hipMemAttachSingle), "flags are GLOBAL or HOST");
    say("both", hipMallocManaged(&other, 100, 3), "flags are GLOBAL or HOST");
    say("flags 0", hipMallocManaged(&other, 100, 0), "flags are GLOBAL or HOST");
    say("no bytes", hipMallocManaged(&other, 0, hipMemAttachGlobal), "size 0 is an error");
    say("no place", hipMallocManaged(NULL, 100, hipMemAttachGlobal), "a null place");
    say("free", hipFree(at), "is freed with cuMemFree");
    say("free twice", hipFree(at), "is freed with cuMemFree");
    say("free inside", (hipMallocManaged(&at, 100, hipMemAttachGlobal), hipFree(AT(at, 4))), "is freed with cuMemFree");
    say("free whole", hipFree(at), "is freed with cuMemFree");
}

static void all_of(const char *what, const void *at)
{
    static const struct {
        int number;
        const char *name;
        int same;
    } each[] = {
        { 1, "context", 0 }, { 2, "memory type", 1 }, { 3, "device pointer", 0 }, { 4, "host pointer", 0 }, { 5, "tokens", 0 },
        { 6, "sync memops", 1 }, { 7, "buffer id", 0 }, { 8, "is managed", 1 }, { 9, "device ordinal", 1 }, { 10, "legacy IPC", 1 },
        { 11, "range start", 0 }, { 12, "range size", 1 }, { 13, "mapped", 1 }, { 14, "handle types", 1 }, { 15, "GPU direct", 1 },
        { 16, "access flags", 1 }, { 17, "pool", 1 },
    };
    for (unsigned n = 0; n < sizeof each / sizeof *each; n++) {
        char text[64];
        strcpy(text, what);
        strcat(text, ": ");
        strcat(text, each[n].name);
        attribute(text, each[n].number, at, each[n].same, each[n].name);
    }
}

static uint64_t id_of(const void *at)
{
    uint64_t id = 0;
    hipPointerGetAttribute(&id, (hipPointer_attribute)7, (void *)at);
    return id;
}

static uint64_t word_of(int which, const void *at)
{
    uint64_t word = 0;
    hipPointerGetAttribute(&word, (hipPointer_attribute)which, (void *)at);
    return word;
}

static void several(const char *what, const void *at, const char *sentence)
{
    hipPointer_attribute which[] = { (hipPointer_attribute)2, (hipPointer_attribute)9, (hipPointer_attribute)8, (hipPointer_attribute)12,
        (hipPointer_attribute)3 };
    int type = 77, ordinal = 77, managed = 77;
    uint64_t size = 77, device = 77;
    void *data[] = { &type, &ordinal, &managed, &size, &device };
    char text[64];
    say(what, hipDrvPointerGetAttributes(5, which, data, (void *)at), sentence);
    const char *names[] = { "type", "ordinal", "managed", "size", "device pointer" };
    long long values[] = { type, ordinal, managed, (long long)size, device == 0 ? 0 : device == 77 ? 77 : device == (uintptr_t)at };
    for (int n = 0; n < 5; n++) {
        strcpy(text, what);
        strcat(text, ": ");
        strcat(text, names[n]);
        tell(text, values[n], sentence);
    }
}

void pointers(void)
{
    void *managed = NULL, *device = NULL, *host = NULL, *combined = NULL, *next = NULL;
    char *own = pages(2 * PAGE);
    unsigned one = 1, two = 2;
    part("pointers", "cuPointerGetAttribute");
    hipMallocManaged(&managed, MIB(1), hipMemAttachGlobal);
    hipMalloc(&device, MIB(1));
    hipHostMalloc(&host, MIB(1), 0);
    hipHostMalloc(&combined, PAGE, 4);
    hipHostRegister(own, 2 * PAGE, 0);
    all_of("managed", AT(managed, 64));
    all_of("device", AT(device, 64));
    all_of("host", AT(host, 64));
    all_of("combined", AT(combined, 64));
    all_of("registered", own + 64);
    tell("managed: device pointer is the pointer", word_of(3, AT(managed, 64)) == (uintptr_t)managed + 64, "equals the input but for disjoint addresses");
    tell("managed: host pointer is the pointer", word_of(4, AT(managed, 64)) == (uintptr_t)managed + 64, "equals the input but for disjoint addresses");
    tell("managed: range start is the allocation's", word_of(11, AT(managed, 64)) == (uintptr_t)managed, "start of the allocation");
    tell("registered: range start is the range's", word_of(11, own + 64) == (uintptr_t)own, "start of the allocation");
    tell("managed: context is the device memory's", word_of(1, managed) == word_of(1, device), "the context it was allocated in");
    tell("ids differ", id_of(managed) != id_of(device) && id_of(device) != id_of(host), "every allocation has an id of its own");
    tell("an id is the whole allocation's", id_of(managed) == id_of(AT(managed, MIB(1) - 1)), "every allocation has an id of its own");
    uint64_t before = id_of(managed);
    hipFree(managed);
    hipMallocManaged(&next, MIB(1), hipMemAttachGlobal);
    tell("ids are not used again", id_of(next) != before, "ids of freed memory are not used again");
    attribute("attribute 0", 0, next, 0, "attributes are those listed");
    attribute("attribute 999", 999, next, 0, "attributes are those listed");
    attribute("pageable: type", 2, &one, 0, "unknown memory is INVALID_VALUE");
    attribute("pageable: managed", 8, &one, 0, "unknown memory is INVALID_VALUE");
    attribute("pageable: context", 1, &one, 0, "unknown memory is INVALID_VALUE");
    attribute("pageable: device pointer", 3, &one, 0, "no device pointer is INVALID_VALUE");
    attribute("pageable: host pointer", 4, &one, 0, "no host pointer is INVALID_VALUE");
    attribute("null: type", 2, NULL, 0, "unknown memory is INVALID_VALUE");
    attribute("last byte: managed", 8, AT(next, MIB(1) - 1), 1, "memory of an allocation");
    part("setting", "cuPointerSetAttribute");
    say("sync memops", hipPointerSetAttribute(&one, (hipPointer_attribute)6, device), "SYNC_MEMOPS can be set");
    attribute("set", 6, device, 1, "SYNC_MEMOPS can be set");
    one = 0;
    say("not sync memops", hipPointerSetAttribute(&one, (hipPointer_attribute)6, AT(device, 5)), "and unset");
    attribute("not set", 6, device, 1, "and unset");
    say("to 2", hipPointerSetAttribute(&two, (hipPointer_attribute)6, device), "1 or 0");
    attribute("set to 2", 6, device, 1, "1 or 0");
    say("of managed", hipPointerSetAttribute(&two, (hipPointer_attribute)6, next), "memory of any allocation");
    say("of host", hipPointerSetAttribute(&two, (hipPointer_attribute)6, host), "memory of any allocation");
    say("of pageable", hipPointerSetAttribute(&two, (hipPointer_attribute)6, &one), "memory of an allocation");
    say("no value", hipPointerSetAttribute(NULL, (hipPointer_attribute)6, device), "value is a pointer");
    say("buffer id", hipPointerSetAttribute(&two, (hipPointer_attribute)7, device), "only SYNC_MEMOPS can be set");
    part("several", "cuPointerGetAttributes");
    several("managed", AT(next, 64), "the same answers, many at once");
    several("host", AT(host, 64), "the same answers, many at once");
    several("pageable", &one, "unknown memory is no error: null values");
    several("null", NULL, "unknown memory is no error: null values");
    say("none", hipDrvPointerGetAttributes(0, NULL, NULL, device), "counts and arrays match");
    hipFree(next);
    several("freed", next, "unknown memory is no error: null values");
    hipFree(device);
    hipHostFree(host);
    hipHostFree(combined);
    hipHostUnregister(own);
    free(own);
}

void room(void)
{
    size_t before = 0, after = 0, total = 0;
    void *at = NULL;
    part("room", "cuMemPrefetchAsync");
    hipDeviceSynchronize();
    hipMemGetInfo(&before, &total);
    say("alloc 64 MiB", hipMallocManaged(&at, MIB(64), hipMemAttachGlobal), "memory comes with the first touch or prefetch");
    hipMemGetInfo(&after, &total);
    tell("device memory it takes", ((long long)before - (long long)after) / (1 << 20), "memory comes with the first touch or prefetch");
    say("prefetch", hipMemPrefetchAsync(at, MIB(64), 0, NULL), "populates at the destination");
    hipDeviceSynchronize();
    hipMemGetInfo(&after, &total);
    tell("device memory it takes there", ((long long)before - (long long)after) / (1 << 20), "populates at the destination");
    say("back", hipMemPrefetchAsync(at, MIB(64), -1, NULL), "moves to the host");
    hipDeviceSynchronize();
    hipMemGetInfo(&after, &total);
    tell("device memory it takes then", ((long long)before - (long long)after) / (1 << 20), "moves to the host");
    say("half", hipMemPrefetchAsync(at, MIB(32), 0, NULL), "a part moves");
    hipDeviceSynchronize();
    memset(at, 1, MIB(16));
    hipMemGetInfo(&after, &total);
    tell("device memory after the host's touch", ((long long)before - (long long)after) / (1 << 20), "accesses are always coherent");
    say("free", hipFree(at), "-");
    hipDeviceSynchronize();
    hipMemGetInfo(&after, &total);
    tell("device memory at the end", ((long long)before - (long long)after) / (1 << 20), "-");
}
