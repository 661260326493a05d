/* Multicast objects: a team of four devices, and what kernels of one reach of all. Each case runs in a process of its own, since a
 * fault poisons its context. Prints case, step and number. */
#include <hip/hip_runtime_api.h>
#include <hip/hip_soft.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEVICES = 4, THREADS = 64, PART = 2 << 20 };

/* A kernel of an object's address and a device's own. */
#define KERNEL(name, body)                                                                                             \
    ".visible .entry " name "(.param .u64 object, .param .u64 own)\n{\n"                                               \
    ".reg .pred %p<2>; .reg .b32 %r<12>; .reg .f32 %f<8>; .reg .f64 %d<2>; .reg .b64 %rd<8>;\n"                        \
    ".shared .align 16 .b32 tile[16];\n"                                                                               \
    "ld.param.u64 %rd1, [object]; ld.param.u64 %rd2, [own]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"         \
    "add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;\n" body " ret;\n}\n"
/* The reduction of a word, to the second page of the device's own memory. */
#define REDUCE(name, form) KERNEL(name, "multimem.ld_reduce.relaxed.sys.global." form " %r2, [%rd4]; st.global.b32 [%rd5+4096], %r2;")

static const char *const TEXT =
    ".version 9.1\n.target sm_90\n.address_size 64\n"
    KERNEL("store", "mul.lo.u32 %r2, %r1, 7; multimem.st.relaxed.sys.global.u32 [%rd4], %r2;")
    KERNEL("count", "multimem.red.relaxed.sys.global.add.u32 [%rd1], 1;")
    KERNEL("even", "and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 multimem.red.global.max.u32 [%rd4], %r1;")
    KERNEL("plain",
           "add.u32 %r2, %r1, 100; st.relaxed.sys.global.u32 [%rd4], %r2;\n"
           "setp.ne.u32 %p1, %r1, 0; @%p1 bra END;\n"
           "st.volatile.v4.b32 [%rd1+1024], {1, 2, 3, 4}; st.global.u8 [%rd1+1040], 5; st.global.u16 [%rd1+1044], 6;\n"
           "st.shared.v4.b32 [tile], {10, 20, 30, 40}; fence.proxy.async;\n"
           "cp.async.bulk.global.shared::cta.bulk_group [%rd1+2048], [tile], 16;\n"
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nEND:")
    KERNEL("load", "ld.global.u32 %r2, [%rd4]; st.global.u32 [%rd5], %r2;")
    REDUCE("add_u32", "add.u32")
    REDUCE("min_u32", "min.u32")
    REDUCE("max_s32", "max.s32")
    REDUCE("and_b32", "and.b32")
    REDUCE("or_b32", "or.b32")
    REDUCE("xor_b32", "xor.b32")
    REDUCE("add_f16x2", "add.f16x2")
    REDUCE("wide_f16x2", "add.acc::f32.f16x2")
    REDUCE("wide_bf16x2", "add.acc::f32.bf16x2")
    REDUCE("max_f16x2", "max.f16x2")
    KERNEL("add_u64", "multimem.ld_reduce.add.u64 %rd6, [%rd1]; st.global.u64 [%rd2+4096], %rd6;")
    KERNEL("add_f32",
           "multimem.ld_reduce.add.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\n"
           "add.f32 %f1, %f1, %f1; multimem.st.v4.f32 [%rd1+16], {%f4, %f3, %f2, %f1};\n"
           "multimem.red.add.v2.f32 [%rd1+32], {%f1, %f2};")
    KERNEL("copy",
           "setp.ne.u32 %p1, %r1, 0; @%p1 bra END;\n"
           "st.shared.v4.b32 [tile], {10, 20, 30, 40}; st.shared.v4.b32 [tile+16], {50, 60, 70, 80};\n"
           "fence.proxy.async;\n"
           "multimem.cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 32;\n"
           "multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1+16], [tile], 16;\n"
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\nEND:")
    /* All devices arrive at every device's word; each waits for its own. */
    KERNEL("meet",
           "setp.ne.u32 %p1, %r1, 0; @%p1 bra ALL;\n"
           "multimem.red.release.sys.global.add.u32 [%rd1], 1;\n"
           "WAIT: ld.acquire.sys.global.u32 %r2, [%rd2]; setp.lt.u32 %p1, %r2, 4; @%p1 bra WAIT;\n"
           "ALL: bar.sync 0; st.global.u32 [%rd5+4096], 5;")
    /* All devices wait until the sum of all devices' words is 4. */
    KERNEL("meet_sum",
           "setp.ne.u32 %p1, %r1, 0; @%p1 bra ALL; atom.add.release.sys.global.u32 %r3, [%rd2], 1;\n"
           "WAIT: multimem.ld_reduce.acquire.sys.global.add.u32 %r2, [%rd1]; setp.lt.u32 %p1, %r2, 4; @%p1 bra WAIT;\n"
           "ALL: bar.sync 0; st.global.u32 [%rd5+4096], 6;");

static const char *title = "";
static hipModule_t modules[DEVICES];
static hipMemGenericAllocationHandle_t object, memory[DEVICES];
/* The object's addresses, and each device's own. */
static char *shared_at, *own_at[DEVICES];

static void tell(const char *step, long long number)
{
    printf("%s\t%s\t%lld\n", title, step, number);
}

static void must(hipError_t code)
{
    if (code != hipSuccess) {
        tell("setting up", code);
        exit(1);
    }
}

static hipMemAllocationProp physical(int device)
{
    hipMemAllocationProp props;
    memset(&props, 0, sizeof props);
    props.type = hipMemAllocationTypePinned;
    props.location.type = hipMemLocationTypeDevice;
    props.location.id = device;
    return props;
}

static void open_to(void *at, size_t size, int first, int count)
{
    hipMemAccessDesc list[DEVICES];
    int n;
    memset(list, 0, sizeof list);
    for (n = 0; n < count; ++n) {
        list[n].location.type = hipMemLocationTypeDevice;
        list[n].location.id = first + n;
        list[n].flags = hipMemAccessFlagsProtReadWrite;
    }
    must(hipMemSetAccess(at, size, list, (size_t)count));
}

static void make_memory(size_t size)
{
    int d;
    for (d = 0; d < DEVICES; ++d) {
        hipMemAllocationProp props = physical(d);
        must(hipMemCreate(&memory[d], size, &props, 0));
        must(hipMemAddressReserve((void **)&own_at[d], size, 0, NULL, 0));
        must(hipMemMap(own_at[d], size, 0, memory[d], 0));
        open_to(own_at[d], size, d, 1);
        must(hipSetDevice(d));
        must(hipMemset(own_at[d], 0, size));
        must(hipDeviceSynchronize());
    }
}

static void make_object(size_t size)
{
    hipExtMulticastObjectProp prop;
    memset(&prop, 0, sizeof prop);
    prop.numDevices = DEVICES;
    prop.size = size;
    must(hipExtMulticastCreate(&object, &prop));
}

static void add_devices(void)
{
    int d;
    for (d = 0; d < DEVICES; ++d)
        must(hipExtMulticastAddDevice(object, d));
}

static void map_object(size_t size, size_t offset)
{
    must(hipMemAddressReserve((void **)&shared_at, size, 0, NULL, 0));
    must(hipMemMap(shared_at, size, offset, object, 0));
    open_to(shared_at, size, 0, DEVICES);
}

/* The whole team with 2 MiB each. */
static void set_up(void)
{
    int d;
    make_memory(PART);
    make_object(PART);
    add_devices();
    for (d = 0; d < DEVICES; ++d)
        must(hipExtMulticastBindMem(object, 0, memory[d], 0, PART, 0));
    map_object(PART, 0);
}

static void start(const char *name, int device)
{
    hipFunction_t f;
    void *params[] = {&shared_at, &own_at[device]};
    must(hipSetDevice(device));
    if (!modules[device])
        must(hipModuleLoadData(&modules[device], TEXT));
    must(hipModuleGetFunction(&f, modules[device], name));
    must(hipModuleLaunchKernel(f, 1, 1, 1, THREADS, 1, 1, 0, NULL, params, NULL));
}

static hipError_t run(const char *name, int device)
{
    start(name, device);
    return hipDeviceSynchronize();
}

static unsigned word(int device, size_t offset)
{
    unsigned value = 0;
    must(hipMemcpy(&value, own_at[device] + offset, sizeof value, hipMemcpyDeviceToHost));
    return value;
}

/* A word of each device's memory. */
static void words(const char *step, size_t offset)
{
    int d;
    char text[64];
    for (d = 0; d < DEVICES; ++d) {
        snprintf(text, sizeof text, "%s, device %d", step, d);
        tell(text, word(d, offset));
    }
}

static void fill(int device, const unsigned *values, size_t count)
{
    must(hipMemcpy(own_at[device], values, count * sizeof *values, hipMemcpyHostToDevice));
}

static void store(void)
{
    set_up();
    tell("code", run("store", 1));
    words("last word", 4 * (THREADS - 1));
    tell("beyond", word(2, 4 * THREADS));
}

static void reductions(void)
{
    static const char *const NAMES[] = {"add_u32", "min_u32", "max_s32", "and_b32", "or_b32", "xor_b32", "add_u64"};
    size_t n;
    int d, i;
    set_up();
    for (d = 0; d < DEVICES; ++d) {
        unsigned values[THREADS];
        for (i = 0; i < THREADS; ++i)
            values[i] = (unsigned)(10 * (d + 1) + i);
        fill(d, values, THREADS);
    }
    for (n = 0; n < sizeof NAMES / sizeof *NAMES; ++n) {
        must(run(NAMES[n], 2));
        tell(NAMES[n], word(2, 4096));
        tell("the next word", word(2, 4100));
    }
}

/* Halves: 2048 and three times 1, twice. Only a wide sum keeps the ones. */
static void halves(void)
{
    static const char *const NAMES[] = {"add_f16x2", "wide_f16x2", "max_f16x2"};
    const unsigned large = 0x68003c00, ones = 0x3c003c00, large_bf16 = 0x43803f80, ones_bf16 = 0x3f803f80;
    size_t n;
    int d;
    set_up();
    for (d = 0; d < DEVICES; ++d)
        fill(d, d == 0 ? &large : &ones, 1);
    for (n = 0; n < sizeof NAMES / sizeof *NAMES; ++n) {
        must(run(NAMES[n], 3));
        tell(NAMES[n], word(3, 4096));
    }
    for (d = 0; d < DEVICES; ++d)
        fill(d, d == 0 ? &large_bf16 : &ones_bf16, 1);
    must(run("wide_bf16x2", 0));
    tell("wide_bf16x2", word(0, 4096));
}

static void floats(void)
{
    int d, n;
    set_up();
    for (d = 0; d < DEVICES; ++d) {
        float values[4];
        unsigned bits[4];
        for (n = 0; n < 4; ++n)
            values[n] = (float)((d + 1) << n);
        memcpy(bits, values, sizeof bits);
        fill(d, bits, 4);
    }
    {
        hipFunction_t f;
        void *params[] = {&shared_at, &own_at[1]};
        must(hipSetDevice(1));
        must(hipModuleLoadData(&modules[1], TEXT));
        must(hipModuleGetFunction(&f, modules[1], "add_f32"));
        must(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
        must(hipDeviceSynchronize());
    }
    for (n = 4; n < 10; ++n) {
        unsigned bits = word(3, 4 * (size_t)n);
        float value;
        memcpy(&value, &bits, sizeof value);
        tell("element", (long long)value);
    }
}

static void counting(void)
{
    int d;
    set_up();
    for (d = 0; d < DEVICES; ++d)
        start("count", d);
    for (d = 0; d < DEVICES; ++d) {
        must(hipSetDevice(d));
        must(hipDeviceSynchronize());
    }
    words("count", 0);
    must(run("even", 0));
    words("even lane", 4 * 62);
    words("odd lane", 4 * 63);
}

static void bulk(void)
{
    set_up();
    tell("code", run("copy", 3));
    words("copied", 12);
    words("copied and added", 16 + 8);
}

static void meet(const char *kernel)
{
    int d;
    set_up();
    for (d = 0; d < DEVICES; ++d)
        start(kernel, d);
    for (d = 0; d < DEVICES; ++d) {
        must(hipSetDevice(d));
        must(hipDeviceSynchronize());
    }
    words("after", 4096);
}

static void barrier(void)
{
    meet("meet");
}

static void barrier_of_sums(void)
{
    meet("meet_sum");
}

/* The halves of each memory are bound the other way round, and the object is mapped from its second half on. */
static void offsets(void)
{
    int d;
    make_memory(2 * PART);
    make_object(2 * PART);
    add_devices();
    for (d = 0; d < DEVICES; ++d) {
        must(hipExtMulticastBindMem_v2(object, d, 0, memory[d], PART, PART, 0));
        must(hipExtMulticastBindMem_v2(object, d, PART, memory[d], 0, PART, 0));
    }
    map_object(PART, PART);
    must(run("store", 0));
    words("first half", 4 * (THREADS - 1));
    words("second half", PART + 4 * (THREADS - 1));
    must(hipMemUnmap(shared_at, PART));
    must(hipMemMap(shared_at, PART, 0, object, 0));
    open_to(shared_at, PART, 0, DEVICES);
    must(run("count", 0));
    words("second half", PART);
    tell("unbind half of it", hipExtMulticastUnbind(object, 0, 0, 2 * PART));
    tell("unbind", hipExtMulticastUnbind(object, 0, 0, PART));
    tell("unbind again", hipExtMulticastUnbind(object, 0, 0, PART));
}

/* Memory that is mapped nowhere else while kernels use it. */
static void by_address(void)
{
    int d;
    make_memory(PART);
    make_object(PART);
    add_devices();
    for (d = 0; d < DEVICES; ++d) {
        tell("bind", hipExtMulticastBindAddr(object, 0, own_at[d], PART, 0));
        must(hipMemUnmap(own_at[d], PART));
    }
    map_object(PART, 0);
    tell("release", hipMemRelease(object));
    must(run("store", 2));
    for (d = 0; d < DEVICES; ++d) {
        must(hipMemMap(own_at[d], PART, 0, memory[d], 0));
        open_to(own_at[d], PART, d, 1);
    }
    words("last word", 4 * (THREADS - 1));
}

static void unbound(void)
{
    set_up();
    must(hipExtMulticastUnbind(object, 3, 0, PART));
    tell("store", run("store", 0));
}

static void unbound_ordinary(void)
{
    set_up();
    must(hipExtMulticastUnbind(object, 3, 0, PART));
    tell("ordinary store", run("plain", 0));
}

static void not_open(void)
{
    hipMemAccessDesc desc;
    set_up();
    must(hipMemUnmap(shared_at, PART));
    must(hipMemMap(shared_at, PART, 0, object, 0));
    open_to(shared_at, PART, 0, 1);
    tell("a device with access", run("store", 0));
    memset(&desc, 0, sizeof desc);
    desc.location.type = hipMemLocationTypeDevice;
    desc.location.id = 1;
    desc.flags = hipMemAccessFlagsProtRead;
    tell("access to read", hipMemSetAccess(shared_at, PART, &desc, 1));
    tell("a device without", run("store", 1));
}

static void ordinary(void)
{
    unsigned value = 0;
    set_up();
    tell("store", run("plain", 2));
    words("a word", 4 * (THREADS - 1));
    words("the last of four words", 1024 + 12);
    words("a byte", 1040);
    words("half a word", 1044);
    words("copied", 2048 + 8);
    tell("copy from it", hipMemcpy(&value, shared_at, sizeof value, hipMemcpyDeviceToHost));
    tell("load", run("load", 0));
}

static void *bind_early(void *code)
{
    *(hipError_t *)code = hipExtMulticastBindMem(object, 0, memory[0], 0, PART, 0);
    return NULL;
}

static void team(void)
{
    pthread_t thread;
    hipError_t code = hipErrorUnknown;
    make_memory(PART);
    make_object(PART);
    if (pthread_create(&thread, NULL, bind_early, &code))
        exit(1);
    add_devices();
    pthread_join(thread, NULL);
    tell("bind while devices are added", code);
    tell("one device too many", hipExtMulticastAddDevice(object, 0));
}

static const struct {
    const char *title;
    void (*run)(void);
} CASES[] = {
    {"store", store},
    {"reductions", reductions},
    {"halves", halves},
    {"floats", floats},
    {"counting", counting},
    {"bulk", bulk},
    {"barrier", barrier},
    {"barrier of sums", barrier_of_sums},
    {"offsets", offsets},
    {"by address", by_address},
    {"unbound", unbound},
    {"unbound, ordinary", unbound_ordinary},
    {"not open", not_open},
    {"ordinary access", ordinary},
    {"team", team},
};

int main(void)
{
    size_t n;
    for (n = 0; n < sizeof CASES / sizeof *CASES; ++n) {
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
