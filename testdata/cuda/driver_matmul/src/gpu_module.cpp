#include "gpu_module.h"
#include "cu_helpers.h"

#include <fstream>
#include <iterator>
#include <vector>

CUmodule load_module(const std::string &path, std::string &info_log)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("cannot open " + path);
    std::string ptx((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());

    std::vector<char> info(8192), error(8192);
    const unsigned max_registers = 64;

    CUjit_option options[] = {
        CU_JIT_MAX_REGISTERS,
        CU_JIT_INFO_LOG_BUFFER,
        CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
        CU_JIT_ERROR_LOG_BUFFER,
        CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
    };
    void *values[] = {
        (void *)(uintptr_t)max_registers,
        info.data(),
        (void *)(uintptr_t)info.size(),
        error.data(),
        (void *)(uintptr_t)error.size(),
    };
    const unsigned count = sizeof(options) / sizeof(options[0]);

    CUmodule module = nullptr;
    CUresult status = cuModuleLoadDataEx(&module, ptx.c_str(), count, options, values);
    if (status != CUDA_SUCCESS)
        throw CudaError(status, path + " was refused:\n" + error.data());
    info_log = info.data();
    return module;
}
