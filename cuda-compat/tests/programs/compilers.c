// Client of NVRTC and nvJitLink that asks for machine code and hands it to the driver.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Function)();

static void *library;

static Function function(const char *name)
{
    Function found = (Function)dlsym(library, name);
    if (!found) {
        printf("%s is missing\n", name);
        exit(0);
    }
    return found;
}

#define CALL(name, ...) printf("%s: %d\n", #name, function(#name)(__VA_ARGS__))

static const char source[] =
    "__device__ int twice(int n) { return 2 * n; }\n"
    "template <typename T> __global__ void fill(T *out) { out[threadIdx.x] = twice(threadIdx.x); }\n";

static const char *units[] = {
    ".version 7.0\n.target sm_70\n.address_size 64\n.extern .func (.param .b32 r) answer();\n"
    ".visible .entry ask(.param .u64 out)\n{\n.reg .b64 %d;\n.reg .b32 %r;\nld.param.u64 %d, [out];\n"
    "{\n.param .b32 v;\ncall (v), answer, ();\nld.param.b32 %r, [v];\n}\nst.global.u32 [%d], %r;\nret;\n}\n",
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .func (.param .b32 r) answer()\n"
    "{\n.reg .b32 %r;\nmov.u32 %r, 42;\nst.param.b32 [r], %r;\nret;\n}\n",
};

// Loads an image, runs one of its kernels in four threads and prints what it stored.
static void run(const void *image, const char *name)
{
    void *driver = library, *context, *module, *kernel;
    unsigned long long memory;
    int device = 0, numbers[4] = {-1, -1, -1, -1};
    void *arguments[] = {&memory};
    library = dlopen("libcuda.so.1", RTLD_NOW);
    function("cuInit")(0);
    function("cuDevicePrimaryCtxRetain")(&context, device);
    function("cuCtxSetCurrent")(context);
    CALL(cuModuleLoadData, &module, image);
    CALL(cuModuleGetFunction, &kernel, module, name);
    function("cuMemAlloc_v2")(&memory, sizeof numbers);
    function("cuMemcpyHtoD_v2")(memory, numbers, sizeof numbers);
    CALL(cuLaunchKernel, kernel, 1, 1, 1, 4, 1, 1, 0, NULL, arguments, NULL);
    function("cuMemcpyDtoH_v2")(numbers, memory, sizeof numbers);
    printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
    library = driver;
}

static void compile(const char *name)
{
    void *program = NULL;
    const char *options[] = {"-arch=sm_90", "--std=c++17"}, *lowered = NULL;
    size_t size = 0;
    library = dlopen(name, RTLD_NOW);
    CALL(nvrtcCreateProgram, &program, source, "fill.cu", 0, NULL, NULL);
    CALL(nvrtcAddNameExpression, program, "fill<int>");
    CALL(nvrtcCompileProgram, program, 2, options);
    CALL(nvrtcGetLoweredName, program, "fill<int>", &lowered);
    CALL(nvrtcGetCUBINSize, program, &size);
    char *code = malloc(size);
    CALL(nvrtcGetCUBIN, program, code);
    run(code, lowered);
    CALL(nvrtcDestroyProgram, &program);
    printf("%s\n", ((const char *(*)(int))dlsym(library, "nvrtcGetErrorString"))(6));
    free(code);
}

static void join(const char *name)
{
    void *link = NULL;
    const char *options[] = {"-arch=sm_90", "-O3"};
    size_t size = 0;
    library = dlopen(name, RTLD_NOW);
    CALL(nvJitLinkCreate, &link, 2, options);
    for (int i = 0; i < 2; i++) CALL(nvJitLinkAddData, link, 2, units[i], strlen(units[i]), "unit");
    CALL(nvJitLinkComplete, link);
    CALL(nvJitLinkGetLinkedCubinSize, link, &size);
    char *code = malloc(size);
    CALL(nvJitLinkGetLinkedCubin, link, code);
    run(code, "ask");
    CALL(nvJitLinkAddData, link, 7, units[0], 4, "index");
    char log[200];
    CALL(nvJitLinkGetErrorLog, link, log);
    printf("%s", log);
    CALL(nvJitLinkDestroy, &link);
    free(code);
}

int main(int count, char **arguments)
{
    if (count != 3) return 2;
    if (strcmp(arguments[2], "compile") == 0) compile(arguments[1]);
    else join(arguments[1]);
    return 0;
}
