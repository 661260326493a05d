// What a driver says of the kernels of fat binaries: their attributes, launches of blocks of all sizes, occupancy. The files are in the
// folder that is the argument. Recorded with `program FOLDER`, CUDA 13.0.
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

static std::vector<char> bytes(const std::string &path) {
    std::vector<char> all;
    std::FILE *file = std::fopen(path.c_str(), "rb");
    if (!file) return all;
    char part[4096];
    for (size_t n; (n = std::fread(part, 1, sizeof part, file)) > 0;) all.insert(all.end(), part, part + n);
    std::fclose(file);
    all.push_back(0);
    return all;
}

static int get(CUfunction kernel, CUfunction_attribute what) {
    int value = -1;
    need(cuFuncGetAttribute(&value, what, kernel), "an attribute");
    return value;
}

static void attributes(const char *file, const char *name, CUfunction kernel) {
    std::printf("attributes\t%s\t%s", file, name);
    for (auto what : {CU_FUNC_ATTRIBUTE_NUM_REGS, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                      CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
                      CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, CU_FUNC_ATTRIBUTE_PTX_VERSION,
                      CU_FUNC_ATTRIBUTE_BINARY_VERSION, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES})
        std::printf("\t%d", get(kernel, what));
    std::printf("\n");
}

struct Buffer {
    CUdeviceptr data;
    int rounds;
};

// Launches of one cluster, or of one block, of so many threads: what the call says, and what waiting for it does.
static void launches(const char *file, const char *name, CUfunction kernel, Buffer buffer) {
    void *params[] = {&buffer.data, &buffer.rounds};
    unsigned blocks = std::string(name) == "paired" ? 2 : 1;
    auto launch = [&](unsigned x, unsigned y, unsigned z) {
        return (int)cuLaunchKernel(kernel, blocks, 1, 1, x, y, z, 0, nullptr, params, nullptr);
    };
    int most = get(kernel, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    for (int threads : std::set<int>{1, 32, 64, 128, 256, 512, 768, 896, 1024, 1025, most - 1, most, most + 1, most + 32}) {
        int code = launch(threads, 1, 1);
        std::printf("launch\t%s\t%s\t%d\t%d\t%d\n", file, name, threads, code, (int)cuCtxSynchronize());
    }
    if (std::string(file) != "bounds.ptx") return;
    const unsigned shapes[][3] = {{32, 2, 1}, {64, 1, 1}, {2, 32, 1}, {33, 2, 1}, {16, 2, 1}, {32, 1, 2}};
    for (auto &[x, y, z] : shapes) {
        int code = launch(x, y, z);
        std::printf("shape\t%s\t%s\t%u,%u,%u\t%d\t%d\n", file, name, x, y, z, code, (int)cuCtxSynchronize());
    }
}

static size_t none(int) { return 0; }
static size_t by_threads(int threads) { return 40 * (size_t)threads; }

static void occupancy(const char *name, CUfunction kernel) {
    std::vector<int> sizes;
    for (int threads = 32; threads <= 1024; threads += 32) sizes.push_back(threads);
    for (int threads : {1, 33, 97, 500, 1025}) sizes.push_back(threads);
    for (size_t shared : {0u, 1000u, 8192u, 20000u, 49152u, 100000u, 200000u}) {
        CUresult opt_in = CUDA_SUCCESS;
        if (shared > 20000)
            opt_in = cuFuncSetAttribute(kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)shared);
        std::printf("blocks\t%s\t%zu\t%d", name, shared, (int)opt_in);
        for (int threads : sizes) {
            int blocks = -1;
            CUresult code = cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared);
            if (code)
                std::printf("\te%d", (int)code);
            else
                std::printf("\t%d:%d", threads, blocks);
        }
        std::printf("\n");
    }
    struct Way {
        const char *name;
        CUoccupancyB2DSize of_block;
        size_t shared;
    };
    for (int limit : {0, 100, 256, 512, 1000})
        for (Way way : {Way{"4096", nullptr, 4096}, Way{"0", none, 0}, Way{"40*threads", by_threads, 0}}) {
            int grid = -1, block = -1;
            CUresult code = cuOccupancyMaxPotentialBlockSize(&grid, &block, kernel, way.of_block, way.shared, limit);
            std::printf("best\t%s\t%d\t%s\t%d\t%d\t%d\n", name, limit, way.name, (int)code, grid, block);
        }
    for (int threads : {64, 256, 512, 1024})
        for (int blocks : {1, 2, 3, 4, 8, 16, 32}) {
            size_t free = 0;
            CUresult code = cuOccupancyAvailableDynamicSMemPerBlock(&free, kernel, blocks, threads);
            std::printf("free\t%s\t%d\t%d\t%d\t%zu\n", name, threads, blocks, (int)code, code ? 0 : free);
        }
}

static void clusters(const char *name, CUfunction kernel) {
    const auto large = CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
    for (unsigned threads : {32u, 256u, 512u, 1024u})
        for (unsigned size : {1u, 2u, 4u, 8u, 16u}) {
            need(cuFuncSetAttribute(kernel, large, size > 8), "large clusters");
            CUlaunchAttribute cluster{};
            cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
            cluster.value.clusterDim.x = size;
            cluster.value.clusterDim.y = cluster.value.clusterDim.z = 1;
            CUlaunchConfig config{};
            config.gridDimX = 256;
            config.gridDimY = config.gridDimZ = 1;
            config.blockDimX = threads;
            config.blockDimY = config.blockDimZ = 1;
            config.attrs = &cluster;
            config.numAttrs = 1;
            int active = -1, largest = -1;
            CUresult code = cuOccupancyMaxActiveClusters(&active, kernel, &config);
            config.numAttrs = 0;
            CUresult other = cuOccupancyMaxPotentialClusterSize(&largest, kernel, &config);
            std::printf("clusters\t%s\t%u\t%u\t%d\t%d\t%d\t%d\n", name, threads, size, (int)code, active, (int)other, largest);
        }
    need(cuFuncSetAttribute(kernel, large, 0), "large clusters");
}

int main(int, char **argv) {
    std::string folder = argv[1];
    need(cuInit(0), "cuInit");
    CUdevice device;
    need(cuDeviceGet(&device, 0), "a device");
    CUcontext context;
    need(cuDevicePrimaryCtxRetain(&context, device), "a context");
    need(cuCtxSetCurrent(context), "a context");
    Buffer buffer{};
    need(cuMemAlloc(&buffer.data, 1 << 24), "memory");
    for (const char *file : {"registers.fatbin", "specific.fatbin", "specific_first.fatbin", "older.fatbin",
                             "apart.fatbin", "bounds.ptx"}) {
        CUmodule module;
        need(cuModuleLoadData(&module, bytes(folder + "/" + file).data()), file);
        unsigned count = 0;
        need(cuModuleGetFunctionCount(&count, module), "a count");
        std::vector<CUfunction> listed(count);
        need(cuModuleEnumerateFunctions(listed.data(), count, module), "a list");
        std::vector<std::pair<const char *, CUfunction>> kernels;
        for (CUfunction one : listed) {
            const char *name;
            need(cuFuncGetName(&name, one), "a name");
            // What is listed and what is named are two handles to some drivers.
            CUfunction named;
            need(cuModuleGetFunction(&named, module, name), name);
            kernels.push_back({name, named});
        }
        for (auto [name, kernel] : kernels) attributes(file, name, kernel);
        for (auto [name, kernel] : kernels) {
            // Which launches are made depends on what is known.
            if (std::string(file) != "older.fatbin") launches(file, name, kernel, buffer);
            if (std::string(file) != "registers.fatbin") continue;
            occupancy(name, kernel);
            clusters(name, kernel);
        }
    }
    std::printf("end\n");
    return 0;
}
