/*
 * Makes and destroys each kind of object over and over: memory of the process, of the device, threads and files are as many as before.
 *
 *   leaks KERNELS SECONDS     KERNELS is kernels.ptx
 *
 * Each kind has its share of the time and at least 256 rounds. The first fifth fills caches; what grows after it grows for ever. Exits
 * with 0 if nothing does, and with 1 after saying what did.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST = 256, BYTES = 1 << 16, MOST_GROWTH = 2048 /* KiB */ };

/* The device starts its own threads as work needs them, at most some for each processor: a leak is one in two rounds. */
enum { MOST_THREADS = LEAST / 2 };

static char *text;
static hipModule_t kept;
static hipFunction_t store;
static void *buffer;
static int failed;

#define CALL(expression)                                                                              \
    do {                                                                                              \
        hipError_t said = (expression);                                                               \
        if (said != hipSuccess) {                                                                     \
            fprintf(stderr, "%d: %s: %s\n", __LINE__, #expression, hipGetErrorName(said));              \
            exit(1);                                                                                  \
        }                                                                                             \
    } while (0)

static void load(void)
{
    CALL(hipModuleLoadData(&kept, text));
    CALL(hipModuleGetFunction(&store, kept, "store"));
    CALL(hipMalloc(&buffer, BYTES));
}

static void launch(hipStream_t stream)
{
    void *parameters[] = {&buffer};
    CALL(hipModuleLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
}

static void memory(unsigned round)
{
    void *device, *managed, *host;
    CALL(hipMalloc(&device, BYTES + round % 64 * 512));
    CALL(hipMallocManaged(&managed, BYTES, hipMemAttachGlobal));
    CALL(hipHostMalloc(&host, BYTES, 0));
    memset(managed, (int)round, BYTES);
    memset(host, (int)round, BYTES);
    CALL(hipMemcpy(device, host, BYTES, hipMemcpyHostToDevice));
    CALL(hipFree(device));
    CALL(hipFree(managed));
    CALL(hipHostFree(host));
}

static void registered(unsigned round)
{
    static char own[BYTES];
    own[0] = (char)round;
    CALL(hipHostRegister(own, sizeof own, 0));
    CALL(hipHostUnregister(own));
}

static void pools(unsigned round)
{
    void *device;
    (void)round;
    CALL(hipMallocAsync(&device, BYTES, NULL));
    CALL(hipMemsetAsync(device, 1, BYTES, NULL));
    CALL(hipFreeAsync(device, NULL));
    CALL(hipStreamSynchronize(NULL));
}

static void queues(unsigned round)
{
    hipStream_t stream;
    hipEvent_t before, after;
    float ms;
    CALL(hipStreamCreateWithFlags(&stream, round % 2));
    CALL(hipEventCreate(&before));
    CALL(hipEventCreate(&after));
    CALL(hipEventRecord(before, stream));
    launch(stream);
    CALL(hipEventRecord(after, stream));
    CALL(hipStreamWaitEvent(NULL, after, 0));
    CALL(hipEventSynchronize(after));
    CALL(hipEventElapsedTime(&ms, before, after));
    CALL(hipEventDestroy(before));
    CALL(hipEventDestroy(after));
    CALL(hipStreamDestroy(stream));
}

static void ignore(void *data)
{
    (void)data;
}

static void calls(unsigned round)
{
    (void)round;
    CALL(hipLaunchHostFunc(NULL, ignore, NULL));
    CALL(hipStreamSynchronize(NULL));
}

static void modules(unsigned round)
{
    hipModule_t module;
    hipFunction_t function;
    void *parameters[] = {&buffer};
    (void)round;
    CALL(hipModuleLoadData(&module, text));
    CALL(hipModuleGetFunction(&function, module, "store"));
    CALL(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    CALL(hipDeviceSynchronize());
    CALL(hipModuleUnload(module));
}

static void graphs(unsigned round)
{
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t executable;
    (void)round;
    CALL(hipStreamCreate(&stream));
    CALL(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    for (int n = 0; n < 4; n++)
        launch(stream);
    CALL(hipMemsetAsync(buffer, 0, 64, stream));
    CALL(hipStreamEndCapture(stream, &graph));
    CALL(hipGraphInstantiate(&executable, graph, NULL, NULL, 0));
    CALL(hipGraphLaunch(executable, stream));
    CALL(hipStreamSynchronize(stream));
    CALL(hipGraphExecDestroy(executable));
    CALL(hipGraphDestroy(graph));
    CALL(hipStreamDestroy(stream));
}

static void refused(unsigned round)
{
    hipModule_t module;
    void *device;
    (void)round;
    if (hipModuleLoadData(&module, "no PTX") == hipSuccess || hipFree((void *)8) == hipSuccess)
        exit(1);
    if (hipMalloc(&device, ~(size_t)0 / 2) == hipSuccess || hipStreamSynchronize((hipStream_t)77) == hipSuccess)
        exit(1);
    hipGetLastError();
}

static void contexts(unsigned round)
{
    hipCtx_t context;
    void *device;
    (void)round;
    CALL(hipCtxCreate(&context, 0, 0));
    CALL(hipMalloc(&device, BYTES));
    CALL(hipMemset(device, 1, BYTES));
    CALL(hipCtxDestroy(context));
}

static void resets(unsigned round)
{
    hipStream_t stream;
    (void)round;
    CALL(hipStreamCreate(&stream));
    launch(stream);
    CALL(hipDeviceReset());
    load();
}

static const struct {
    const char *name;
    void (*round)(unsigned);
} KINDS[] = {
    {"memory", memory},   {"registered memory", registered}, {"pools", pools},       {"streams and events", queues},
    {"host functions", calls}, {"modules", modules},          {"graphs", graphs},     {"refused calls", refused},
    {"contexts", contexts},    {"resets", resets},
};
enum { COUNT = sizeof KINDS / sizeof KINDS[0] };

/* A number of /proc/self/status: KiB, or threads. */
static long status(const char *field)
{
    char line[256];
    long value = -1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, field, strlen(field)) == 0)
            value = atol(line + strlen(field));
    if (file)
        fclose(file);
    return value;
}

static long files(void)
{
    long count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct state {
    long resident, threads, files;
    size_t used;
};

static struct state look(void)
{
    size_t available, total;
    CALL(hipDeviceSynchronize());
    CALL(hipMemGetInfo(&available, &total));
    return (struct state){status("VmRSS:"), status("Threads:"), files(), total - available};
}

static unsigned long rounds(int kind, unsigned long least, double seconds)
{
    unsigned long done = 0;
    for (double end = now() + seconds; done < least || now() < end; done++)
        KINDS[kind].round((unsigned)done);
    return done;
}

static void compare(const char *kind, const char *what, long before, long after, long most)
{
    if (after - before > most) {
        fprintf(stderr, "%s: %s grew from %ld to %ld\n", kind, what, before, after);
        failed = 1;
    }
}

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (!file)
        return 2;
    text = calloc(1, 1 << 20);
    if (fread(text, 1, (1 << 20) - 1, file) == 0)
        return 2;
    fclose(file);
    load();
    double share = atof(argv[2]) / COUNT;
    for (int kind = 0; kind < COUNT; kind++) {
        const char *name = KINDS[kind].name;
        rounds(kind, LEAST / 4, share / 5);
        struct state before = look();
        unsigned long done = rounds(kind, LEAST, share * 4 / 5);
        struct state after = look();
        printf("%-20s %lu rounds, %ld KiB more\n", name, done, after.resident - before.resident);
        compare(name, "resident memory (KiB)", before.resident, after.resident, MOST_GROWTH);
        compare(name, "threads", before.threads, after.threads, MOST_THREADS);
        compare(name, "files", before.files, after.files, 0);
        compare(name, "device memory", (long)before.used, (long)after.used, 0);
    }
    return failed;
}
