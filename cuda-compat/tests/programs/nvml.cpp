// What a scheduler asks when it starts. The codes and most numbers were recorded on an H200 (driver 580).
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef int (*Function)(...);

static Function function(void *library, const char *name)
{
    return (Function)dlsym(library, name);
}

#define ASK(name, ...) printf("%s: %d\n", #name, function(library, #name)(__VA_ARGS__))

// A process is listed once it uses the device. The questions leave the thread's context alone.
static void processes(void *library, void *device)
{
    struct {
        unsigned pid;
        unsigned long long used;
        unsigned instances[2];
    } list[2];
    unsigned count = 2;
    ASK(nvmlDeviceGetComputeRunningProcesses_v3, device, &count, list);
    printf("%u processes before\n", count);
    void *cuda = dlopen("libcuda.so.1", RTLD_NOW), *primary = NULL, *own = NULL, *after = NULL;
    unsigned long long memory = 0;
    function(cuda, "cuInit")(0);
    function(cuda, "cuDevicePrimaryCtxRetain")(&primary, 0);
    function(cuda, "cuCtxSetCurrent")(primary);
    function(cuda, "cuMemAlloc_v2")(&memory, (size_t)64 << 20);
    function(cuda, "cuCtxCreate_v2")(&own, 0, 0);
    count = 0;
    ASK(nvmlDeviceGetComputeRunningProcesses_v3, device, &count, list);
    printf("%u processes\n", count);
    ASK(nvmlDeviceGetComputeRunningProcesses_v3, device, &count, list);
    printf("own process %d, instance %x, at least 64 MiB %d\n", list[0].pid == (unsigned)getpid(), list[0].instances[0],
           list[0].used >= 64ull << 20);
    function(cuda, "cuCtxGetCurrent")(&after);
    printf("own context %d\n", own && after == own);
}

int main()
{
    void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    if (!library) {
        printf("%s\n", dlerror());
        return 1;
    }
    unsigned count = 0, value = 0, other = 0;
    char text[96];
    void *device = NULL, *same = NULL;
    ASK(nvmlDeviceGetCount_v2, &count);
    ASK(nvmlInit_v2);
    ASK(nvmlDeviceGetCount_v2, &count);
    printf("%u\n", count);
    ASK(nvmlDeviceGetHandleByIndex_v2, 99, &device);
    ASK(nvmlDeviceGetHandleByIndex_v2, 0, &device);
    ASK(nvmlDeviceGetName, device, text, 96);
    printf("%s\n", text);
    ASK(nvmlDeviceGetName, device, text, 4);
    ASK(nvmlDeviceGetName, (void *)0, text, 96);
    ASK(nvmlDeviceGetUUID, device, text, 96);
    printf("%zu, %.4s\n", strlen(text), text);
    ASK(nvmlDeviceGetHandleByUUID, text, &same);
    printf("the same: %d\n", device == same);
    ASK(nvmlDeviceGetHandleByUUID, "GPU-none", &same);
    struct {
        char legacy[16];
        unsigned domain, bus, device, id, subsystem;
        char text[32];
    } place;
    ASK(nvmlDeviceGetPciInfo_v3, device, &place);
    printf("%s %s\n", place.legacy, place.text);
    ASK(nvmlDeviceGetHandleByPciBusId_v2, place.text, &same);
    ASK(nvmlDeviceGetHandleByPciBusId_v2, "0:0:0.0", &same);
    unsigned long long memory[3];
    ASK(nvmlDeviceGetMemoryInfo, device, memory);
    printf("%llu MiB, of them used %llu\n", memory[0] >> 20, memory[2] >> 20);
    struct {
        unsigned version;
        unsigned long long total, reserved, free, used;
    } newer = {7, 0, 0, 0, 0};
    ASK(nvmlDeviceGetMemoryInfo_v2, device, &newer);
    newer.version = sizeof(newer) | 2 << 24;
    ASK(nvmlDeviceGetMemoryInfo_v2, device, &newer);
    printf("free %llu MiB\n", newer.free >> 20);
    unsigned rates[2];
    ASK(nvmlDeviceGetUtilizationRates, device, rates);
    int major = 0, minor = 0;
    ASK(nvmlDeviceGetCudaComputeCapability, device, &major, &minor);
    ASK(nvmlDeviceGetArchitecture, device, &value);
    printf("%d.%d, architecture %u\n", major, minor, value);
    ASK(nvmlDeviceGetMaxClockInfo, device, 1, &value);
    ASK(nvmlDeviceGetMaxClockInfo, device, 2, &other);
    printf("%u MHz, memory %u MHz\n", value, other);
    ASK(nvmlDeviceGetNumGpuCores, device, &value);
    ASK(nvmlDeviceGetMemoryBusWidth, device, &other);
    printf("%u cores, %u bits\n", value, other);
    ASK(nvmlDeviceGetMigMode, device, &value, &other);
    ASK(nvmlDeviceGetEccMode, device, &value, &other);
    printf("error correction %u\n", value);
    ASK(nvmlDeviceGetTemperature, device, 0, &value);
    ASK(nvmlDeviceGetFanSpeed, device, &value);
    ASK(nvmlDeviceGetClockInfo, device, 1, &value);
    printf("%u MHz\n", value);
    // Error correction now, and the memory's temperature: each has its own code.
    struct {
        unsigned field, scope;
        long long time, latency;
        unsigned kind, code;
        unsigned long long value;
    } fields[2] = {{1, 0, 0, 0, 0, 99, 7}, {82, 0, 0, 0, 0, 99, 7}};
    ASK(nvmlDeviceGetFieldValues, device, 0, fields);
    ASK(nvmlDeviceGetFieldValues, device, 2, fields);
    printf("error correction: %u, %u of kind %u, in time %d; memory's temperature: %u\n", fields[0].code,
           (unsigned)fields[0].value, fields[0].kind, fields[0].time > 1600000000000000ll, fields[1].code);
    ASK(nvmlDeviceGetGraphicsRunningProcesses_v3, device, &count, (void *)0);
    printf("%u processes\n", count);
    processes(library, device);
    ASK(nvmlDeviceGetTotalEnergyConsumption, device, &value);
    ASK(nvmlDeviceGetTotalEnergyConsumption, (void *)0, &value);
    ASK(nvmlSystemGetCudaDriverVersion_v2, &value);
    printf("%u\n", value);
    printf("%s\n", ((const char *(*)(int))dlsym(library, "nvmlErrorString"))(13));
    ASK(nvmlShutdown);
    ASK(nvmlShutdown);
    return 0;
}
