/* Memory of another device: who reaches it, and when. Two devices; each case runs in a process of its own, since a fault spoils
 * its context. Prints case, step and code. */
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1000, BYTES = N * 4 };

static const char *const TEXT =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .global .align 4 .u32 variable = 5;\n"
    /* to[i] = from[i] + 1 */
    ".visible .entry copy(.param .u64 to, .param .u64 from, .param .u32 n)\n{\n"
    ".reg .pred %p<2>; .reg .b32 %r<7>; .reg .b64 %rd<6>;\n"
    "ld.param.u64 %rd1, [to]; ld.param.u64 %rd2, [from]; ld.param.u32 %r1, [n];\n"
    "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.u32 %r5, %r2, %r3, %r4;\n"
    "setp.ge.u32 %p1, %r5, %r1; @%p1 bra END;\n"
    "mul.wide.u32 %rd3, %r5, 4; add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;\n"
    "ld.global.u32 %r6, [%rd5]; add.u32 %r6, %r6, 1; st.global.u32 [%rd4], %r6;\nEND: ret;\n}\n"
    ".visible .entry increment(.param .u64 at)\n{\n.reg .b32 %r<2>; .reg .b64 %rd<2>;\n"
    "ld.param.u64 %rd1, [at]; atom.global.add.u32 %r1, [%rd1], 1; ret;\n}\n"
    /* The pointer lies in memory. */
    ".visible .entry follow(.param .u64 at)\n{\n.reg .b32 %r<2>; .reg .b64 %rd<3>;\n"
    "ld.param.u64 %rd1, [at]; ld.global.u64 %rd2, [%rd1]; ld.global.u32 %r1, [%rd2]; st.global.u32 [%rd1], %r1; ret;\n}\n";

static const char *title = "";

static void say(const char *step, hipError_t code)
{
    printf("%s\t%s\t%d\n", title, step, (int)code);
}

static void must(hipError_t code)
{
    if (code != hipSuccess) {
        printf("%s\tsetting up\t%d\n", title, (int)code);
        exit(1);
    }
}

static hipModule_t modules[4];

static hipFunction_t kernel(int device, const char *name)
{
    hipFunction_t f;
    must(hipSetDevice(device));
    if (!modules[device])
        must(hipModuleLoadData(&modules[device], TEXT));
    must(hipModuleGetFunction(&f, modules[device], name));
    return f;
}

static void *memory(int device)
{
    void *p;
    must(hipSetDevice(device));
    must(hipMalloc(&p, BYTES));
    must(hipMemset(p, 0, BYTES));
    must(hipDeviceSynchronize());
    return p;
}

/* A kernel of a device copies; what waiting for it says. */
static void copy(const char *step, int device, void *to, void *from)
{
    unsigned n = N;
    void *params[] = {&to, &from, &n};
    must(hipModuleLaunchKernel(kernel(device, "copy"), 8, 1, 1, 128, 1, 1, 0, NULL, params, NULL));
    say(step, hipDeviceSynchronize());
}

static void one(const char *step, int device, const char *name, void *at)
{
    void *params[] = {&at};
    must(hipModuleLaunchKernel(kernel(device, name), 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
    say(step, hipDeviceSynchronize());
}

static int last(void *p)
{
    int value = -1;
    must(hipMemcpy(&value, (char *)p + BYTES - 4, 4, hipMemcpyDefault));
    return value;
}

static void reading(void)
{
    void *own = memory(0), *theirs = memory(1), *p;
    copy("its own device", 1, theirs, theirs);
    copy("another device", 0, own, theirs);
    say("from then on", hipMalloc(&p, 4));
}

static void writing(void)
{
    copy("another device", 0, memory(1), memory(0));
}

static void atomically(void)
{
    one("another device", 0, "increment", memory(1));
}

static void hidden_pointer(void)
{
    void *theirs = memory(1), *own = memory(0);
    must(hipMemcpy(own, &theirs, 8, hipMemcpyHostToDevice));
    one("another device", 0, "follow", own);
}

static void enabled(void)
{
    void *own = memory(0), *theirs = memory(1), *later;
    must(hipSetDevice(0));
    say("enable", hipDeviceEnablePeerAccess(1, 0));
    copy("read", 0, own, theirs);
    copy("write", 0, theirs, own);
    one("atomic", 0, "increment", theirs);
    later = memory(1);
    copy("memory that came later", 0, own, later);
    must(hipMemset(own, 0, BYTES));
    copy("sums", 0, own, theirs);
    printf("%s\twhat was read\t%d\n", title, last(own));
    must(hipSetDevice(0));
    say("disable", hipDeviceDisablePeerAccess(1));
    copy("read after disabling", 0, own, theirs);
}

static void one_way(void)
{
    void *own = memory(0), *theirs = memory(1);
    must(hipSetDevice(0));
    say("enable", hipDeviceEnablePeerAccess(1, 0));
    copy("the one that may", 0, own, theirs);
    copy("the other", 1, theirs, own);
}

static void copies(void)
{
    void *own = memory(0), *theirs = memory(1);
    must(hipSetDevice(0));
    say("peer", hipMemcpyPeer(own, 0, theirs, 1, BYTES));
    say("default", hipMemcpy(own, theirs, BYTES, hipMemcpyDefault));
    say("device to device", hipMemcpy(own, theirs, BYTES, hipMemcpyDeviceToDevice));
    say("wait", hipDeviceSynchronize());
}

static void fills(void)
{
    void *theirs = memory(1);
    must(hipSetDevice(0));
    say("another device", hipMemset(theirs, 0, 4));
    must(hipDeviceEnablePeerAccess(1, 0));
    say("a peer", hipMemset(theirs, 0, 4));
}

static void pool(int peers, int access)
{
    void *own = memory(0), *p;
    hipStream_t stream;
    hipMemPool_t of;
    hipMemAccessDesc wanted;
    must(hipSetDevice(0));
    if (peers)
        must(hipDeviceEnablePeerAccess(1, 0));
    must(hipSetDevice(1));
    must(hipStreamCreate(&stream));
    must(hipDeviceGetDefaultMemPool(&of, 1));
    must(hipMallocAsync(&p, BYTES, stream));
    must(hipStreamSynchronize(stream));
    copy("its own device", 1, p, p);
    memset(&wanted, 0, sizeof wanted);
    wanted.location.type = hipMemLocationTypeDevice;
    wanted.flags = hipMemAccessFlagsProtReadWrite;
    if (access) {
        say("give access", hipMemPoolSetAccess(of, &wanted, 1));
        copy("another device", 0, own, p);
        wanted.flags = hipMemAccessFlagsProtNone;
        say("take access", hipMemPoolSetAccess(of, &wanted, 1));
    }
    copy(access ? "after taking" : "another device", 0, own, p);
}

static void pool_alone(void)
{
    pool(0, 0);
}

static void pool_of_peer(void)
{
    pool(1, 0);
}

static void pool_access(void)
{
    pool(0, 1);
}

/* Physical memory of device 1, for device 1 and maybe 0. */
static void mapped(int peers, hipMemAccessFlags access)
{
    hipMemAllocationProp properties;
    hipMemGenericAllocationHandle_t handle;
    hipMemAccessDesc wanted[2];
    void *own = memory(0), *p;
    size_t bytes = 2 << 20;
    must(hipSetDevice(0));
    if (peers)
        must(hipDeviceEnablePeerAccess(1, 0));
    memset(&properties, 0, sizeof properties);
    properties.type = hipMemAllocationTypePinned;
    properties.location.type = hipMemLocationTypeDevice;
    properties.location.id = 1;
    must(hipMemCreate(&handle, bytes, &properties, 0));
    must(hipMemAddressReserve(&p, bytes, 0, NULL, 0));
    must(hipMemMap(p, bytes, 0, handle, 0));
    memset(wanted, 0, sizeof wanted);
    wanted[0].location = wanted[1].location = properties.location;
    wanted[0].flags = hipMemAccessFlagsProtReadWrite;
    wanted[1].location.id = 0;
    wanted[1].flags = access;
    say("set access", hipMemSetAccess(p, bytes, wanted, access ? 2 : 1));
    copy("its own device", 1, p, p);
    copy("another device reads", 0, own, p);
    if (access)
        copy("another device writes", 0, p, own);
}

static void mapping_alone(void)
{
    mapped(0, hipMemAccessFlagsProtNone);
}

static void mapping_of_peer(void)
{
    mapped(1, hipMemAccessFlagsProtNone);
}

static void mapping_for_both(void)
{
    mapped(0, hipMemAccessFlagsProtReadWrite);
}

static void mapping_to_read(void)
{
    mapped(0, hipMemAccessFlagsProtRead);
}

static void for_all(void)
{
    void *own = memory(0), *p, *words = malloc(BYTES);
    memset(words, 0, BYTES);
    must(hipSetDevice(1));
    must(hipMallocManaged(&p, BYTES, hipMemAttachGlobal));
    copy("managed", 0, p, p);
    must(hipSetDevice(1));
    must(hipHostMalloc(&p, BYTES, hipHostMallocDefault));
    copy("pinned", 0, p, p);
    must(hipSetDevice(1));
    must(hipHostRegister(words, BYTES, hipHostRegisterDefault));
    copy("registered", 0, words, words);
    copy("registered, to its own", 0, own, words);
    printf("%s\twhat was read\t%d\n", title, last(own));
}

static void variable(void)
{
    hipDeviceptr_t at;
    size_t bytes;
    kernel(1, "copy");
    must(hipModuleGetGlobal(&at, &bytes, modules[1], "variable"));
    one("another device", 0, "increment", (void *)at);
}

static const struct {
    const char *title;
    void (*run)(void);
} CASES[] = {
    {"reading", reading},
    {"writing", writing},
    {"atomically", atomically},
    {"a pointer in memory", hidden_pointer},
    {"access enabled", enabled},
    {"one way", one_way},
    {"copies", copies},
    {"fills", fills},
    {"pool", pool_alone},
    {"pool of a peer", pool_of_peer},
    {"pool with access", pool_access},
    {"mapping", mapping_alone},
    {"mapping of a peer", mapping_of_peer},
    {"mapping for both", mapping_for_both},
    {"mapping to read", mapping_to_read},
    {"for all devices", for_all},
    {"a variable", variable},
};

int main(void)
{
    for (size_t n = 0; n < sizeof CASES / sizeof *CASES; ++n) {
        int status = 0;
        pid_t child;
        fflush(stdout);
        child = fork();
        if (child == 0) {
            title = CASES[n].title;
            CASES[n].run();
            fflush(stdout);
            _exit(0);
        }
        if (waitpid(child, &status, 0) != child || status != 0)
            printf("%s\tended with\t%d\n", CASES[n].title, status);
    }
    return 0;
}
