#include <cuda.h>

CUfunction load(const void *image, const char *name, CUdeviceptr *table, size_t *bytes)
{
    CUmodule module;
    CUfunction function;
    CUjit_option options[] = {CU_JIT_MAX_REGISTERS, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    char log[4096];
    void *values[] = {(void *)32, log, (void *)sizeof log};
    cuModuleLoadDataEx(&module, image, 3, options, values);
    cuModuleGetFunction(&function, module, name);
    cuModuleGetGlobal(table, bytes, module, "table");
    int regs;
    cuFuncGetAttribute(&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
    return function;
}

void link(const char *ptx, size_t n)
{
    CUlinkState state;
    void *cubin;
    size_t size;
    cuLinkCreate(0, nullptr, nullptr, &state);
    cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)ptx, n, "kernel.ptx", 0, nullptr, nullptr);
    cuLinkComplete(state, &cubin, &size);
    cuLinkDestroy(state);
}
