// What a driver says of parts of a device: clusters that fit on a green context's SMs, and what its context says of itself. The
// kernels are in the folder that is the argument. Recorded with `program FOLDER`, CUDA 13.0.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

static void need(CUresult code, const char *what) {
    if (code != CUDA_SUCCESS) {
        std::printf("FAILED %s %d\n", what, (int)code);
        std::fflush(stdout);
        std::exit(1);
    }
}

static std::string text(const std::string &path) {
    std::string all;
    std::FILE *file = std::fopen(path.c_str(), "rb");
    if (!file) return all;
    char part[4096];
    for (size_t n; (n = std::fread(part, 1, sizeof part, file)) > 0;) all.append(part, n);
    std::fclose(file);
    return all;
}

// What the current context says of itself.
static void about(const char *which) {
    for (int kind = 0; kind < 3; ++kind) {
        CUexecAffinityParam told{};
        told.type = (CUexecAffinityType)77;
        told.param.smCount.val = 4321;
        CUresult code = cuCtxGetExecAffinity(&told, (CUexecAffinityType)kind);
        std::printf("affinity\t%s\ttype %d\t%d\t%d\t%u\n", which, kind, (int)code, (int)told.type, told.param.smCount.val);
    }
    std::printf("affinity\t%s\tnull\t%d\n", which, (int)cuCtxGetExecAffinity(nullptr, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
    std::printf("affinity\t%s\tnull type 9\t%d\n", which, (int)cuCtxGetExecAffinity(nullptr, (CUexecAffinityType)9));
    for (int limit = 0; limit <= 4; ++limit) {
        size_t value = 4321;
        CUresult code = cuCtxGetLimit(&value, (CUlimit)limit);
        std::printf("limit\t%s\t%d\t%d\t%zu\n", which, limit, (int)code, value);
    }
}

// The limit to launches by kernels: what comes of values.
static void pending(const char *which) {
    const size_t one = 1;
    for (size_t value : {one - 1, one, one + 4, one << 12, 100000 * one, one << 20, one << 31, one << 33, one << 11}) {
        CUresult code = cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, value);
        size_t got = 4321;
        CUresult other = cuCtxGetLimit(&got, CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT);
        std::printf("pending\t%s\t%zu\t%d\t%d\t%zu\n", which, value, (int)code, (int)other, got);
    }
}

struct Count {
    CUresult code = CUDA_SUCCESS, other = CUDA_SUCCESS;
    int active = -1, largest = -1;
};

// Clusters of so many blocks that are active on a stream's SMs, and the largest that there could be.
static Count count(CUfunction kernel, CUstream stream, unsigned threads, unsigned size, size_t shared) {
    CUlaunchAttribute cluster{};
    cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    cluster.value.clusterDim.x = size;
    cluster.value.clusterDim.y = cluster.value.clusterDim.z = 1;
    CUlaunchConfig config{};
    config.gridDimX = 48 * 16;
    config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = threads;
    config.blockDimY = config.blockDimZ = 1;
    config.sharedMemBytes = (unsigned)shared;
    config.hStream = stream;
    config.attrs = &cluster;
    config.numAttrs = 1;
    Count told;
    told.code = cuOccupancyMaxActiveClusters(&told.active, kernel, &config);
    config.numAttrs = 0;
    told.other = cuOccupancyMaxPotentialClusterSize(&told.largest, kernel, &config);
    return told;
}

static void clusters(const std::string &where, CUfunction kernel, CUstream stream) {
    for (size_t shared : {(size_t)0, (size_t)60000, (size_t)200000})
        for (unsigned threads : {32u, 512u, 1024u}) {
            std::printf("clusters\t%s\t%u\t%zu", where.c_str(), threads, shared);
            Count told;
            for (unsigned size : {1u, 2u, 3u, 4u, 5u, 6u, 8u, 12u, 16u}) {
                told = count(kernel, stream, threads, size, shared);
                if (told.code)
                    std::printf("\te%d", (int)told.code);
                else
                    std::printf("\t%d", told.active);
            }
            std::printf("\t%d:%d\n", (int)told.other, told.largest);
        }
}

struct Kernels {
    CUfunction where, plain;
};

static Kernels load(const std::string &image) {
    CUmodule module;
    need(cuModuleLoadData(&module, image.c_str()), "a module");
    Kernels kernels;
    need(cuModuleGetFunction(&kernels.where, module, "where"), "where");
    need(cuModuleGetFunction(&kernels.plain, module, "plain"), "plain");
    return kernels;
}

// The SMs that blocks of a stream run on.
static void places(const std::string &which, unsigned told, CUfunction where, CUstream stream, CUdeviceptr data) {
    const int blocks = 2 * 264;
    std::vector<int> sms(blocks, -1);
    int unused = 0;
    void *params[] = {&data, &unused};
    need(cuLaunchKernel(where, blocks, 1, 1, 1024, 1, 1, 0, stream, params, nullptr), "a launch");
    need(cuStreamSynchronize(stream), "a stream");
    need(cuMemcpyDtoH(sms.data(), data, blocks * sizeof(int)), "a copy");
    std::printf("sms\t%s\t%u\t", which.c_str(), told);
    const char *before = "";
    for (int sm : std::set<int>(sms.begin(), sms.end())) {
        std::printf("%s%d", before, sm);
        before = ",";
    }
    std::printf("\n");
}

// A green context's own context, while it is current.
static void current(const std::string &which, CUgreenCtx green, CUstream own, CUstream another, Kernels kernels, const std::string &image) {
    CUcontext converted;
    need(cuCtxFromGreenCtx(&converted, green), "a context");
    need(cuCtxSetCurrent(converted), "a context");
    about(which.c_str());
    pending(which.c_str());
    clusters(which + " current, null stream", kernels.plain, nullptr);
    clusters(which + " current, legacy stream", kernels.plain, CU_STREAM_LEGACY);
    clusters(which + " current, another stream", kernels.plain, another);
    Kernels of_it = load(image);
    int grid, block;
    need(cuOccupancyMaxPotentialBlockSize(&grid, &block, of_it.plain, nullptr, 0, 0), "a block");
    std::printf("best\t%s current, its own kernel\t%d\t%d\n", which.c_str(), grid, block);
    need(cuOccupancyMaxPotentialBlockSize(&grid, &block, kernels.plain, nullptr, 0, 0), "a block");
    std::printf("best\t%s current, the primary's kernel\t%d\t%d\n", which.c_str(), grid, block);
    const struct {
        const char *name;
        CUstream stream;
    } streams[] = {{"null", nullptr}, {"its stream", own}, {"another", another}};
    for (auto &[name, stream] : streams)
        for (unsigned size : {1u, 2u, 4u, 8u}) {
            Count told = count(of_it.plain, stream, 1024, size, 0);
            std::printf("own\t%s\t%s\t%u\t%d\t%d\t%d:%d\n", which.c_str(), name, size, (int)told.code, told.active,
                        (int)told.other, told.largest);
        }
}

int main(int, char **argv) {
    const std::string image = text(std::string(argv[1]) + "/parts.ptx");
    need(cuInit(0), "cuInit");
    CUdevice device;
    need(cuDeviceGet(&device, 0), "a device");
    CUexecAffinityParam affinity{};
    std::printf("affinity\tno context\ttype 0\t%d\n", (int)cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
    for (int kind = 0; kind < 3; ++kind) {
        int supported = -1;
        CUresult code = cuDeviceGetExecAffinitySupport(&supported, (CUexecAffinityType)kind, device);
        std::printf("support\t%d\t%d\t%d\n", kind, (int)code, supported);
    }
    CUcontext primary, made;
    need(cuDevicePrimaryCtxRetain(&primary, device), "a context");
    need(cuCtxSetCurrent(primary), "a context");
    about("primary");
    pending("primary");
    need(cuCtxCreate(&made, nullptr, 0, device), "a context");
    about("made");
    need(cuCtxDestroy(made), "a context");
    need(cuCtxSetCurrent(primary), "a context");
    Kernels kernels = load(image);
    need(cuFuncSetAttribute(kernels.plain, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1), "large clusters");
    need(cuFuncSetAttribute(kernels.plain, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 200000), "shared memory");
    CUdeviceptr data;
    need(cuMemAlloc(&data, 4096), "memory");
    CUdevResource whole;
    need(cuDeviceGetDevResource(device, &whole, CU_DEV_RESOURCE_TYPE_SM), "the SMs");
    CUstream plain_stream;
    need(cuStreamCreate(&plain_stream, CU_STREAM_NON_BLOCKING), "a stream");
    clusters("whole null", kernels.plain, nullptr);
    clusters("whole stream", kernels.plain, plain_stream);
    const struct {
        unsigned min, flags;
    } splits[] = {{2, 1}, {4, 1}, {8, 0}, {16, 0}, {24, 0}, {32, 0}, {48, 0}, {64, 0}, {96, 0}, {10, 1}, {20, 1}, {16, 2}, {40, 1}};
    for (auto &[min, flags] : splits) {
        unsigned groups = 64;
        std::vector<CUdevResource> parts(groups);
        CUdevResource rest{};
        CUresult code = cuDevSmResourceSplitByCount(parts.data(), &groups, &whole, &rest, flags, min);
        std::printf("split\t%u\t%u\t%d\t%u\n", min, flags, (int)code, groups);
        if (code) continue;
        std::vector<std::pair<std::string, CUdevResource>> taken{{"first", parts[0]}};
        if (groups > 2) taken.push_back({"second", parts[1]});
        if (groups > 1) taken.push_back({"last", parts[groups - 1]});
        if (rest.type == CU_DEV_RESOURCE_TYPE_SM && rest.sm.smCount) taken.push_back({"rest", rest});
        for (auto &[name, part] : taken) {
            std::string which = std::to_string(min) + "/" + std::to_string(flags) + " " + name;
            CUdevResourceDesc desc;
            CUgreenCtx green;
            CUstream stream;
            need(cuDevResourceGenerateDesc(&desc, &part, 1), "a descriptor");
            need(cuGreenCtxCreate(&green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM), "a green context");
            need(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0), "a stream");
            places(which, part.sm.smCount, kernels.where, stream, data);
            clusters(which + " stream", kernels.plain, stream);
            if (min == 16 && flags == 0) {
                current(which, green, stream, plain_stream, kernels, image);
                need(cuCtxCreate(&made, nullptr, 0, device), "a context");
                clusters("made current, green stream", kernels.plain, stream);
                need(cuCtxDestroy(made), "a context");
                need(cuCtxSetCurrent(primary), "a context");
            }
            need(cuStreamDestroy(stream), "a stream");
            need(cuGreenCtxDestroy(green), "a green context");
        }
    }
    std::printf("end\n");
    return 0;
}
