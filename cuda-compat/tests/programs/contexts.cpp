// Answers of a driver about the contexts that a call names: none, green ones that were not converted, counted ones; about copies, events
// and attributes by them; about files that are linked, attributes of managed ranges and undefined textures.
//
//   contexts            runs all scenarios, a process each: CRASH where the driver did
//   contexts SCENARIO   runs one: a line a call, "scenario: call<TAB>answer"
//
// Functions are declared by their symbols, so that any header's spellings do. Recorded on an H200, driver 580, CUDA 13.0.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void *Handle;
typedef unsigned long long Address;

// `CUdevResource` of SMs.
struct Resource {
    int type;
    unsigned char internal[92];
    unsigned sm[10];
    Resource *next;
};
// `CUmemLocation`
struct Location {
    int type, id;
};
// `CUlaunchConfig`
struct Config {
    unsigned grid[3], block[3], shared;
    Handle stream;
    void *attributes;
    unsigned count;
};
// `CUDA_MEMCPY3D_PEER`
struct Box {
    size_t from_place[3], from_lod;
    int from_type;
    const void *from_host;
    Address from_device;
    Handle from_array, from_context;
    size_t from_pitch, from_height, to_place[3], to_lod;
    int to_type;
    void *to_host;
    Address to_device;
    Handle to_array, to_context;
    size_t to_pitch, to_height, extent[3];
};

extern "C" {
int cuInit(unsigned);
int cuGetErrorName(int, const char **);
int cuCtxAttach(Handle *, unsigned);
int cuCtxDetach(Handle);
int cuCtxCreate_v2(Handle *, unsigned, int);
int cuCtxDestroy_v2(Handle);
int cuCtxSetCurrent(Handle);
int cuCtxGetCurrent(Handle *);
int cuCtxPushCurrent_v2(Handle);
int cuCtxPopCurrent_v2(Handle *);
int cuCtxGetApiVersion(Handle, unsigned *);
int cuCtxGetId(Handle, unsigned long long *);
int cuCtxGetDevice_v2(int *, Handle);
int cuCtxSynchronize(void);
int cuCtxSynchronize_v2(Handle);
int cuCtxRecordEvent(Handle, Handle);
int cuCtxWaitEvent(Handle, Handle);
int cuCtxEnablePeerAccess(Handle, unsigned);
int cuCtxDisablePeerAccess(Handle);
int cuCtxGetDevResource(Handle, Resource *, int);
int cuDeviceGetDevResource(int, Resource *, int);
int cuDevSmResourceSplitByCount(Resource *, unsigned *, const Resource *, Resource *, unsigned, unsigned);
int cuDevResourceGenerateDesc(Handle *, Resource *, unsigned);
int cuGreenCtxCreate(Handle *, Handle, int, unsigned);
int cuGreenCtxDestroy(Handle);
int cuGreenCtxStreamCreate(Handle *, Handle, unsigned, int);
int cuCtxFromGreenCtx(Handle *, Handle);
int cuDevicePrimaryCtxRetain(Handle *, int);
int cuDevicePrimaryCtxRelease_v2(int);
int cuEventCreate(Handle *, unsigned);
int cuEventQuery(Handle);
int cuEventRecord(Handle, Handle);
int cuStreamCreate(Handle *, unsigned);
int cuStreamGetCtx(Handle, Handle *);
int cuStreamGetCtx_v2(Handle, Handle *, Handle *);
int cuMemAlloc_v2(Address *, size_t);
int cuMemAllocManaged(Address *, size_t, unsigned);
int cuMemAllocHost_v2(void **, size_t);
int cuMemFree_v2(Address);
int cuMemcpyPeer(Address, Handle, Address, Handle, size_t);
int cuMemcpyPeerAsync(Address, Handle, Address, Handle, size_t, Handle);
int cuMemcpy3DPeer(const Box *);
int cuMemcpy3DPeerAsync(const Box *, Handle);
int cuMemcpyDtoH_v2(void *, Address, size_t);
int cuMemsetD8_v2(Address, unsigned char, size_t);
int cuPointerGetAttribute(void *, int, Address);
int cuPointerGetAttributes(unsigned, int *, void **, Address);
int cuMemRangeGetAttribute(void *, size_t, int, Address, size_t);
int cuMemRangeGetAttributes(void **, size_t *, int *, size_t, Address, size_t);
int cuMemAdvise_v2(Address, size_t, int, Location);
int cuMemPrefetchAsync_v2(Address, size_t, Location, unsigned, Handle);
int cuModuleLoadData(Handle *, const void *);
int cuModuleGetFunction(Handle *, Handle, const char *);
int cuModuleGetTexRef(Handle *, Handle, const char *);
int cuModuleGetGlobal_v2(Address *, size_t *, Handle, const char *);
int cuFuncSetCacheConfig(Handle, int);
int cuOccupancyMaxPotentialClusterSize(int *, Handle, const Config *);
int cuOccupancyMaxActiveClusters(int *, Handle, const Config *);
int cuLinkCreate_v2(unsigned, int *, void **, Handle *);
int cuLinkAddFile_v2(Handle, int, const char *, unsigned, int *, void **);
int cuLinkAddData_v2(Handle, int, void *, size_t, const char *, unsigned, int *, void **);
int cuLinkDestroy(Handle);
}

static const char *scenario;

static void say(const char *call, int code) {
    const char *name = nullptr;
    if (cuGetErrorName(code, &name) || !name) name = "?";
    printf("%s: %s\t%s\n", scenario, call, name);
    fflush(stdout);
}

static void tell(const char *what, long long value) {
    printf("%s: %s\t%lld\n", scenario, what, value);
    fflush(stdout);
}

#define SAY(call) say(#call, call)

static const char KERNEL[] =
    ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry nothing() { ret; }\n";

// A context that is current.
static Handle context() {
    Handle made = nullptr;
    cuCtxCreate_v2(&made, 0, 0);
    return made;
}

static Handle primary() {
    Handle made = nullptr;
    cuDevicePrimaryCtxRetain(&made, 0);
    return made;
}

static Handle event() {
    Handle made = nullptr;
    cuEventCreate(&made, 0);
    return made;
}

// A green context of eight SMs; no context is current for it.
static Handle green() {
    Resource all, some[1];
    memset(&all, 0, sizeof all);
    unsigned groups = 1;
    Handle descriptor = nullptr, made = nullptr;
    cuDeviceGetDevResource(0, &all, 1);
    cuDevSmResourceSplitByCount(some, &groups, &all, nullptr, 0, 8);
    cuDevResourceGenerateDesc(&descriptor, some, 1);
    say("cuGreenCtxCreate", cuGreenCtxCreate(&made, descriptor, 0, 1));
    return made;
}

// --- Attributes of pointers ---

static void attributes(const char *memory, Address address) {
    static const int numbers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
    for (int number : numbers) {
        unsigned long long got[4] = {77, 77, 77, 77};
        char call[64];
        snprintf(call, sizeof call, "%s attribute %d", memory, number);
        say(call, cuPointerGetAttribute(got, number, address));
        // Numbers that are the same on every machine.
        if (number != 1 && number != 5 && number != 7) {
            snprintf(call, sizeof call, "%s attribute %d is", memory, number);
            tell(call, got[0] == address ? -1 : number == 4 || number == 3 || number == 11 ? got[0] == 77 : (int)got[0]);
        }
    }
    int three[] = {3, 2, 4};
    unsigned long long a = 77, b = 77, c = 77;
    void *to[] = {&a, &b, &c};
    char call[64];
    snprintf(call, sizeof call, "%s all at once", memory);
    say(call, cuPointerGetAttributes(3, three, to, address));
    snprintf(call, sizeof call, "%s all at once, device pointer is", memory);
    tell(call, a == address ? -1 : (long long)a);
}

static void pointers_without_context() {
    Handle made = context();
    Address device = 0, managed = 0;
    void *pinned = nullptr;
    cuMemAlloc_v2(&device, 1 << 20);
    cuMemAllocManaged(&managed, 1 << 20, 1);
    cuMemAllocHost_v2(&pinned, 1 << 20);
    cuCtxPopCurrent_v2(&made);
    attributes("device", device);
    attributes("managed", managed);
    attributes("pinned", (Address)pinned);
    static int own;
    attributes("own", (Address)&own);
}

static void pointers_with_context() {
    context();
    Address device = 0;
    cuMemAlloc_v2(&device, 1 << 20);
    attributes("device", device);
    static int own;
    attributes("own", (Address)&own);
}

// --- Green contexts that are no contexts ---

#define GREEN(name, call)                                                   \
    static void green_##name() {                                            \
        Handle before = context(), happened = event(), one = green();       \
        (void)before, (void)happened;                                       \
        SAY(call);                                                          \
    }                                                                       \
    static void converted_##name() {                                        \
        Handle before = context(), happened = event(), other = green();     \
        Handle one = nullptr;                                               \
        (void)before, (void)happened;                                       \
        SAY(cuCtxFromGreenCtx(&one, other));                                \
        tell("the same handle", one == other);                              \
        SAY(call);                                                          \
    }                                                                       \
    static void green_after_##name() {                                      \
        Handle before = context(), happened = event(), one = green();       \
        Handle other = nullptr;                                             \
        (void)before, (void)happened;                                       \
        SAY(cuCtxFromGreenCtx(&other, one));                                \
        SAY(call);                                                          \
    }

static unsigned version;
static unsigned long long number;
static int device;
static Resource resource;
static Address a_device() {
    Address made = 0;
    cuMemAlloc_v2(&made, 4096);
    return made;
}

GREEN(set, cuCtxSetCurrent(one))
GREEN(push, cuCtxPushCurrent_v2(one))
GREEN(version, cuCtxGetApiVersion(one, &version))
GREEN(id, cuCtxGetId(one, &number))
GREEN(device, cuCtxGetDevice_v2(&device, one))
GREEN(synchronize, cuCtxSynchronize_v2(one))
GREEN(record, cuCtxRecordEvent(one, happened))
GREEN(wait, cuCtxWaitEvent(one, happened))
GREEN(resource, cuCtxGetDevResource(one, &resource, 1))
GREEN(peer, cuCtxEnablePeerAccess(one, 0))
GREEN(copy, cuMemcpyPeer(a_device(), one, a_device(), one, 16))
GREEN(detach, cuCtxDetach(one))
GREEN(destroy, cuCtxDestroy_v2(one))

// --- Counted contexts ---

static void current_is(const char *what, Handle wanted) {
    Handle current = (Handle)77;
    say("cuCtxGetCurrent", cuCtxGetCurrent(&current));
    tell(what, current == wanted ? 1 : current ? 0 : -1);
}

static void detach() {
    SAY(cuCtxDetach(nullptr));
    Handle got = (Handle)77;
    SAY(cuCtxAttach(&got, 0));
    Handle made = context();
    SAY(cuCtxAttach(nullptr, 0));
    SAY(cuCtxAttach(&got, 1));
    SAY(cuCtxAttach(&got, 0));
    tell("attached is the current one", got == made);
    SAY(cuCtxDetach(made));
    current_is("current after one detach", made);
    SAY(cuCtxDetach(made));
    current_is("current after the last", made);
    SAY(cuCtxSetCurrent(made));
    SAY(cuCtxDetach(made));
}

static void detach_others() {
    Handle first = context(), second = context();
    SAY(cuCtxDetach(first));
    current_is("the second is current", second);
    SAY(cuCtxDestroy_v2(first));
    Handle whole = primary();
    SAY(cuCtxDetach(whole));
    cuCtxSetCurrent(whole);
    SAY(cuCtxDetach(whole));
    current_is("the primary is current", whole);
    Handle got = nullptr;
    SAY(cuCtxAttach(&got, 0));
    SAY(cuCtxDetach(whole));
    SAY(cuCtxDetach(whole));
    current_is("the primary is current", whole);
}

static void destroy_attached() {
    Handle made = context(), got = nullptr;
    SAY(cuCtxAttach(&got, 0));
    SAY(cuCtxDestroy_v2(made));
    current_is("current", made);
    SAY(cuCtxDestroy_v2(made));
}

// --- Events of contexts ---

static void events() {
    Handle made = context(), happened = event();
    SAY(cuCtxRecordEvent(made, happened));
    SAY(cuEventQuery(happened) * 0);
    SAY(cuCtxWaitEvent(made, happened));
    SAY(cuCtxRecordEvent(nullptr, happened));
    SAY(cuCtxWaitEvent(nullptr, happened));
    SAY(cuCtxRecordEvent(made, nullptr));
    SAY(cuCtxWaitEvent(made, nullptr));
    SAY(cuCtxSynchronize_v2(made));
    SAY(cuCtxSynchronize_v2(nullptr));
    Handle second = context(), others = event();
    SAY(cuCtxRecordEvent(made, others));
    SAY(cuCtxWaitEvent(made, others));
    cuCtxDestroy_v2(second);
    SAY(cuCtxRecordEvent(second, happened));
    SAY(cuCtxWaitEvent(second, happened));
    Handle none = nullptr;
    cuCtxSetCurrent(nullptr);
    SAY(cuCtxRecordEvent(none, happened));
    SAY(cuCtxRecordEvent(made, happened));
    SAY(cuCtxSynchronize_v2(none));
}

static void events_of_primary() {
    Handle whole = primary();
    cuCtxSetCurrent(whole);
    Handle happened = event();
    SAY(cuCtxRecordEvent(whole, happened));
    SAY(cuCtxWaitEvent(whole, happened));
    cuDevicePrimaryCtxRelease_v2(0);
    SAY(cuCtxRecordEvent(whole, happened));
}

static void contexts_of_streams() {
    Handle got = (Handle)77, part = (Handle)77;
    SAY(cuStreamGetCtx(nullptr, &got));
    Handle made = context(), stream = nullptr;
    cuStreamCreate(&stream, 1);
    SAY(cuStreamGetCtx(stream, &got));
    tell("its context", got == made);
    SAY(cuStreamGetCtx(nullptr, &got));
    SAY(cuStreamGetCtx((Handle)1, &got));
    SAY(cuStreamGetCtx((Handle)2, &got));
    SAY(cuStreamGetCtx(stream, nullptr));
    SAY(cuStreamGetCtx_v2(stream, &got, &part));
    tell("no green context", part == nullptr);
    SAY(cuStreamGetCtx_v2(stream, nullptr, &part));
    SAY(cuStreamGetCtx_v2(stream, &got, nullptr));
    Handle some = green(), own = nullptr;
    cuGreenCtxStreamCreate(&own, some, 1, 0);
    SAY(cuStreamGetCtx(own, &got));
    SAY(cuStreamGetCtx_v2(own, &got, &part));
    tell("its green context", part == some);
}

// --- Copies between contexts ---

static void copies() {
    Handle first = context();
    Address from = a_device();
    Handle second = context();
    Address to = a_device();
    cuMemsetD8_v2(from, 5, 4096);
    SAY(cuMemcpyPeer(to, second, from, first, 4096));
    unsigned char byte = 0;
    cuMemcpyDtoH_v2(&byte, to + 4095, 1);
    tell("byte", byte);
    SAY(cuMemcpyPeer(to, first, from, second, 4096));
    SAY(cuMemcpyPeer(to, nullptr, from, first, 16));
    SAY(cuMemcpyPeer(to, second, from, nullptr, 16));
    SAY(cuMemcpyPeer(to, nullptr, from, nullptr, 16));
    SAY(cuMemcpyPeer(to, second, from, first, 0));
    SAY(cuMemcpyPeer(0, second, from, first, 0));
    SAY(cuMemcpyPeer(0, second, from, first, 16));
    SAY(cuMemcpyPeer(to, second, from, first, 1 << 30));
    SAY(cuMemcpyPeerAsync(to, second, from, first, 16, nullptr));
    SAY(cuMemcpyPeerAsync(to, nullptr, from, first, 16, nullptr));
    Handle stream = nullptr;
    cuStreamCreate(&stream, 1);
    SAY(cuMemcpyPeerAsync(to, first, from, second, 16, stream));
    cuCtxSetCurrent(nullptr);
    SAY(cuMemcpyPeer(to, second, from, first, 16));
    SAY(cuMemcpyPeerAsync(to, second, from, first, 16, nullptr));
    SAY(cuMemcpyPeerAsync(to, second, from, first, 16, stream));
    cuCtxSetCurrent(second);
    cuCtxDestroy_v2(first);
    SAY(cuMemcpyPeer(to, first, to, second, 16));
}

static Box box_of(Address to, Handle to_context, Address from, Handle from_context) {
    Box box;
    memset(&box, 0, sizeof box);
    box.from_type = box.to_type = 2;
    box.from_device = from;
    box.to_device = to;
    box.from_context = from_context;
    box.to_context = to_context;
    box.from_pitch = box.to_pitch = 64;
    box.from_height = box.to_height = 4;
    box.extent[0] = 16;
    box.extent[1] = 4;
    box.extent[2] = 2;
    return box;
}

static void boxes() {
    Handle first = context();
    Address from = a_device();
    Handle second = context();
    Address to = a_device();
    Box right = box_of(to, second, from, first), none = box_of(to, nullptr, from, nullptr), half = box_of(to, second, from, nullptr);
    Box swapped = box_of(to, first, from, second);
    SAY(cuMemcpy3DPeer(&right));
    SAY(cuMemcpy3DPeer(&none));
    SAY(cuMemcpy3DPeer(&half));
    SAY(cuMemcpy3DPeer(&swapped));
    SAY(cuMemcpy3DPeer(nullptr));
    SAY(cuMemcpy3DPeerAsync(&right, nullptr));
    SAY(cuMemcpy3DPeerAsync(nullptr, nullptr));
    char host[512];
    Box out = right;
    out.to_type = 1;
    out.to_host = host;
    SAY(cuMemcpy3DPeer(&out));
    Box low = right;
    low.from_height = 3;
    SAY(cuMemcpy3DPeer(&low));
    Box lod = right;
    lod.from_lod = 1;
    SAY(cuMemcpy3DPeer(&lod));
    cuCtxSetCurrent(nullptr);
    SAY(cuMemcpy3DPeer(&right));
}

// --- Kernels and links ---

static void kernels() {
    context();
    Handle module = nullptr, kernel = nullptr;
    cuModuleLoadData(&module, KERNEL);
    cuModuleGetFunction(&kernel, module, "nothing");
    Config config;
    memset(&config, 0, sizeof config);
    for (unsigned n = 0; n < 3; ++n) config.grid[n] = config.block[n] = 1;
    int size = -1;
    SAY(cuOccupancyMaxPotentialClusterSize(&size, kernel, &config));
    tell("size", size);
    SAY(cuOccupancyMaxPotentialClusterSize(nullptr, kernel, &config));
    SAY(cuOccupancyMaxPotentialClusterSize(&size, nullptr, &config));
    SAY(cuOccupancyMaxPotentialClusterSize(&size, kernel, nullptr));
    SAY(cuOccupancyMaxActiveClusters(&size, nullptr, &config));
    for (int hint = -1; hint <= 4; ++hint) SAY(cuFuncSetCacheConfig(kernel, hint));
    SAY(cuFuncSetCacheConfig(nullptr, 0));
}

static void links() {
    context();
    char garbage[] = "/tmp/contexts_XXXXXX", empty[] = "/tmp/contexts_XXXXXX", right[] = "/tmp/contexts_XXXXXX";
    int file = mkstemp(garbage);
    if (write(file, "neither this nor that\n", 22) != 22) exit(1);
    close(file);
    close(mkstemp(empty));
    file = mkstemp(right);
    if (write(file, KERNEL, sizeof KERNEL - 1) < 0) exit(1);
    close(file);
    Handle link = nullptr;
    for (int type = 0; type <= 6; ++type) {
        char call[64];
        const struct {
            const char *what, *path;
        } files[] = {{"missing", "/nowhere/at/all"}, {"directory", "/tmp"}, {"garbage", garbage}, {"empty", empty}, {"right", right}, {"null", nullptr}};
        for (auto &one : files) {
            if (type == 5 && one.path) continue;
            cuLinkCreate_v2(0, nullptr, nullptr, &link);
            snprintf(call, sizeof call, "cuLinkAddFile type %d %s", type, one.what);
            say(call, cuLinkAddFile_v2(link, type, one.path, 0, nullptr, nullptr));
            cuLinkDestroy(link);
        }
        char text[] = "neither this nor that";
        cuLinkCreate_v2(0, nullptr, nullptr, &link);
        snprintf(call, sizeof call, "cuLinkAddData type %d garbage", type);
        if (type != 5) say(call, cuLinkAddData_v2(link, type, text, sizeof text, "name", 0, nullptr, nullptr));
        cuLinkDestroy(link);
        cuLinkCreate_v2(0, nullptr, nullptr, &link);
        snprintf(call, sizeof call, "cuLinkAddData type %d of no bytes", type);
        if (type != 5) say(call, cuLinkAddData_v2(link, type, text, 0, "name", 0, nullptr, nullptr));
        cuLinkDestroy(link);
        cuLinkCreate_v2(0, nullptr, nullptr, &link);
        snprintf(call, sizeof call, "cuLinkAddData type %d null", type);
        say(call, cuLinkAddData_v2(link, type, nullptr, 8, "name", 0, nullptr, nullptr));
        cuLinkDestroy(link);
    }
    unlink(garbage);
    unlink(empty);
    unlink(right);
}

static void textures() {
    context();
    Handle module = nullptr, reference = nullptr, kernel = nullptr;
    Address at = 0;
    size_t bytes = 0;
    static const char *const linkages[] = {".extern", ".visible", ".weak", ""};
    for (const char *linkage : linkages) {
        char text[512];
        snprintf(text, sizeof text,
                 ".version 7.8\n.target sm_90, texmode_unified\n.address_size 64\n%s .global .texref t;\n.visible .entry k(.param .u64 out)\n{\n"
                 ".reg .u64 a;\n.reg .f32 x, y, z, w, c;\nld.param.u64 a, [out];\nmov.f32 c, 0f00000000;\n"
                 "tex.1d.v4.f32.f32 {x, y, z, w}, [t, {c}];\nst.global.f32 [a], x;\nret;\n}\n",
                 linkage);
        char call[64];
        snprintf(call, sizeof call, "load texref%s%s", *linkage ? " " : "", linkage);
        int loaded = cuModuleLoadData(&module, text);
        say(call, loaded);
        if (loaded) continue;
        SAY(cuModuleGetTexRef(&reference, module, "t"));
        SAY(cuModuleGetFunction(&kernel, module, "k"));
        SAY(cuModuleGetGlobal_v2(&at, &bytes, module, "t"));
    }
    SAY(cuModuleLoadData(&module, ".version 7.8\n.target sm_90\n.address_size 64\n.extern .global .u32 v;\n.visible .entry k()\n{\n.reg .u32 a;\nld.global.u32 a, [v];\nst.global.u32 [v], a;\nret;\n}\n"));
}

// --- Attributes of managed ranges ---

static void ask_ranges(const char *when, Address at, size_t bytes) {
    for (int attribute = 0; attribute <= 9; ++attribute) {
        int got = 77;
        char call[64];
        snprintf(call, sizeof call, "%s attribute %d", when, attribute);
        say(call, cuMemRangeGetAttribute(&got, sizeof got, attribute, at, bytes));
        snprintf(call, sizeof call, "%s attribute %d is", when, attribute);
        tell(call, got);
    }
}

static void ranges() {
    context();
    Address at = 0;
    const size_t bytes = 4 << 20;
    cuMemAllocManaged(&at, bytes, 1);
    ask_ranges("fresh", at, bytes);
    SAY(cuMemAdvise_v2(at, bytes, 3, Location{1, 0}));
    ask_ranges("preferred device", at, bytes);
    SAY(cuMemAdvise_v2(at, bytes, 3, Location{2, 0}));
    ask_ranges("preferred host", at, bytes);
    SAY(cuMemAdvise_v2(at, bytes, 3, Location{3, 0}));
    ask_ranges("preferred host node", at, bytes);
    SAY(cuMemAdvise_v2(at, bytes, 4, Location{2, 0}));
    SAY(cuMemPrefetchAsync_v2(at, bytes, Location{1, 0}, 0, nullptr));
    cuCtxSynchronize();
    ask_ranges("prefetched to the device", at, bytes);
    SAY(cuMemPrefetchAsync_v2(at, bytes, Location{3, 0}, 0, nullptr));
    cuCtxSynchronize();
    ask_ranges("prefetched to the host node", at, bytes);
    SAY(cuMemPrefetchAsync_v2(at, bytes / 2, Location{2, 0}, 0, nullptr));
    cuCtxSynchronize();
    ask_ranges("half prefetched to the host", at, bytes);
    SAY(cuMemAdvise_v2(at, bytes / 2, 3, Location{1, 0}));
    ask_ranges("half preferred", at, bytes);
    int got = 77;
    SAY(cuMemRangeGetAttribute(&got, 3, 5, at, bytes));
    SAY(cuMemRangeGetAttribute(&got, 8, 5, at, bytes));
    SAY(cuMemRangeGetAttribute(&got, 8, 6, at, bytes));
    int values[4] = {77, 77, 77, 77}, wanted[4] = {5, 6, 7, 8};
    void *to[4] = {values, values + 1, values + 2, values + 3};
    size_t sizes[4] = {4, 4, 4, 4};
    SAY(cuMemRangeGetAttributes(to, sizes, wanted, 4, at, bytes / 2));
    for (int value : values) tell("value", value);
    Address plain = a_device();
    SAY(cuMemRangeGetAttribute(&got, 4, 5, plain, 4096));
}

struct Scenario {
    const char *name;
    void (*run)();
};
#define ONE(name) {#name, name}
#define THREE(name) ONE(green_##name), ONE(converted_##name), ONE(green_after_##name)
static const Scenario scenarios[] = {
    ONE(pointers_without_context), ONE(pointers_with_context),
    THREE(set), THREE(push), THREE(version), THREE(id), THREE(device), THREE(synchronize), THREE(record), THREE(wait), THREE(resource),
    THREE(peer), THREE(copy), THREE(detach), THREE(destroy),
    ONE(detach), ONE(detach_others), ONE(destroy_attached), ONE(events), ONE(events_of_primary), ONE(contexts_of_streams), ONE(copies),
    ONE(boxes), ONE(kernels), ONE(links), ONE(textures), ONE(ranges),
};

int main(int count, char **words) {
    for (const Scenario &one : scenarios) {
        scenario = one.name;
        if (count > 1) {
            if (strcmp(words[1], one.name)) continue;
            if (cuInit(0)) return 2;
            one.run();
            return 0;
        }
        const char *const arguments[] = {words[0], one.name, nullptr};
        pid_t child = fork();
        if (!child) {
            execv(words[0], const_cast<char *const *>(arguments));
            _exit(127);
        }
        int ended = 0;
        waitpid(child, &ended, 0);
        if (!WIFEXITED(ended) || WEXITSTATUS(ended)) printf("%s: CRASH\n", one.name);
        fflush(stdout);
    }
    return count > 1 ? 3 : 0;
}
