/* Run-time compilation, as a C program sees it. With the argument `errors` only what needs no compiler is asked; with
 * `without` there must be none, and a compilation says what to install. Every call's answer is compared; the last line counts. */
#define _POSIX_C_SOURCE 200809L
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int calls, wrong;

static void expect(int line, const char *call, int got, int wanted)
{
    ++calls;
    if (got != wanted) {
        ++wrong;
        printf("line %d: %s: %d (%s), not %d (%s)\n", line, call, got, hiprtcGetErrorString((hiprtcResult)got), wanted,
               hiprtcGetErrorString((hiprtcResult)wanted));
    }
}

#define RTC(wanted, call) expect(__LINE__, #call, (int)(call), HIPRTC_##wanted)
#define HIP(call) expect(__LINE__, #call, (int)(call), hipSuccess)
#define HOLDS(condition) expect(__LINE__, #condition, (condition) ? 1 : 0, 1)
#define GARBAGE(type) ((type)(uintptr_t)0xdeadbeef)

static const char SOURCE[] =
    "#include \"deep/scale.h\"\n"
    "static __constant__ int offsets[4];\n"
    "namespace n { __device__ float total = 1.5f; }\n"
    "template <typename T> __global__ void apply(T *x, T by)\n"
    "{\n"
    "    x[threadIdx.x] = scale(x[threadIdx.x], by) + T(offsets[threadIdx.x % 4]) + EXTRA;\n"
    "}\n"
    "extern \"C\" __global__ void plain(int *x) { x[threadIdx.x] = int(blockDim.x); }\n";
static const char HEADER[] = "#pragma once\n#include \"factor.h\"\n"
                             "template <typename T> __device__ T scale(T x, T by) { return x * by * FACTOR; }\n";
static const char FACTOR[] = "#define FACTOR 2\n";

static char text[65536];

static const char *log_of(hiprtcProgram program)
{
    size_t size = 0;
    RTC(SUCCESS, hiprtcGetProgramLogSize(program, &size));
    text[0] = 0;
    if (size <= sizeof text)
        RTC(SUCCESS, hiprtcGetProgramLog(program, text));
    HOLDS(size == strlen(text) + 1);
    return text;
}

static hiprtcProgram make(const char *source, const char *name)
{
    const char *headers[] = {HEADER, FACTOR}, *names[] = {"deep/scale.h", "factor.h"};
    hiprtcProgram program = NULL;
    RTC(SUCCESS, hiprtcCreateProgram(&program, source, name, 2, headers, names));
    return program;
}

static char *code_of(hiprtcProgram program, size_t *size)
{
    char *code;
    *size = 0;
    RTC(SUCCESS, hiprtcGetCodeSize(program, size));
    code = calloc(1, *size + 1);
    RTC(SUCCESS, hiprtcGetCode(program, code));
    return code;
}

static void errors(void)
{
    hiprtcProgram program = NULL, gone;
    const char *name = NULL, *outside[] = {"../x.h"}, *options[] = {NULL};
    size_t size = 0;
    char path[4096];
    int major = 0, minor = 0;
    hiprtcLinkState link = NULL;
    void *image = NULL;

    RTC(SUCCESS, hiprtcVersion(&major, &minor));
    HOLDS(major > 0 && minor >= 0);
    RTC(ERROR_INVALID_INPUT, hiprtcVersion(NULL, &minor));
    RTC(ERROR_INVALID_INPUT, hiprtcVersion(&major, NULL));
    HOLDS(strcmp(hiprtcGetErrorString(HIPRTC_ERROR_LINKING), "HIPRTC_ERROR_LINKING") == 0);
    HOLDS(strcmp(hiprtcGetErrorString((hiprtcResult)77), "HIPRTC_SUCCESS") != 0);

    RTC(ERROR_INVALID_INPUT, hiprtcCreateProgram(NULL, SOURCE, "a.cu", 0, NULL, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcCreateProgram(&program, NULL, "a.cu", 0, NULL, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcCreateProgram(&program, SOURCE, "a.cu", -1, NULL, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcCreateProgram(&program, SOURCE, "a.cu", 1, NULL, outside));
    RTC(ERROR_INVALID_INPUT, hiprtcCreateProgram(&program, SOURCE, "a.cu", 1, outside, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcCreateProgram(&program, SOURCE, "a.cu", 1, outside, outside));
    program = make(SOURCE, NULL);
    HOLDS(log_of(program)[0] == 0);
    RTC(SUCCESS, hiprtcAddNameExpression(program, "apply<float>"));
    RTC(SUCCESS, hiprtcAddNameExpression(program, "apply<float>"));
    RTC(ERROR_INVALID_INPUT, hiprtcAddNameExpression(program, NULL));
    RTC(ERROR_INVALID_PROGRAM, hiprtcAddNameExpression(NULL, "x"));
    RTC(ERROR_INVALID_PROGRAM, hiprtcAddNameExpression(GARBAGE(hiprtcProgram), "x"));
    RTC(ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, hiprtcGetLoweredName(program, "apply<float>", &name));
    RTC(ERROR_INVALID_INPUT, hiprtcGetLoweredName(program, NULL, &name));
    RTC(ERROR_INVALID_INPUT, hiprtcGetLoweredName(program, "apply<float>", NULL));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetLoweredName(NULL, "apply<float>", &name));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetCodeSize(program, &size));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetCode(program, text));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetBitcodeSize(program, &size));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetBitcode(program, text));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetCodeSize(GARBAGE(hiprtcProgram), &size));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetCode(GARBAGE(hiprtcProgram), text));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetBitcodeSize(GARBAGE(hiprtcProgram), &size));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetBitcode(GARBAGE(hiprtcProgram), text));
    RTC(ERROR_INVALID_INPUT, hiprtcGetCodeSize(program, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcGetCode(program, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcGetBitcodeSize(program, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcGetBitcode(program, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcGetProgramLogSize(program, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcGetProgramLog(program, NULL));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetProgramLogSize(NULL, &size));
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetProgramLog(NULL, text));
    RTC(ERROR_INVALID_PROGRAM, hiprtcCompileProgram(NULL, 0, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcCompileProgram(program, -1, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcCompileProgram(program, 1, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcCompileProgram(program, 1, options));
    gone = program;
    RTC(SUCCESS, hiprtcDestroyProgram(&program));
    HOLDS(program == NULL);
    RTC(ERROR_INVALID_PROGRAM, hiprtcDestroyProgram(&program));
    RTC(ERROR_INVALID_PROGRAM, hiprtcDestroyProgram(&gone));
    RTC(ERROR_INVALID_INPUT, hiprtcDestroyProgram(NULL));

    RTC(ERROR_INVALID_INPUT, hiprtcLinkCreate(0, NULL, NULL, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkCreate(1, NULL, NULL, &link));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkAddData(NULL, HIPRTC_JIT_INPUT_PTX, text, 1, "a", 0, NULL, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkAddFile(NULL, HIPRTC_JIT_INPUT_PTX, "a", 0, NULL, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkComplete(NULL, &image, &size));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkDestroy(NULL));
    RTC(SUCCESS, hiprtcLinkCreate(0, NULL, NULL, &link));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkAddData(link, (hipJitInputType)55, text, 1, "a", 0, NULL, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_PTX, NULL, 1, "a", 0, NULL, NULL));
    RTC(ERROR_LINKING, hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_PTX, (void *)".version x", 11, "a", 0, NULL, NULL));
    RTC(ERROR_LINKING, hiprtcLinkAddData(link, hipJitInputSpirv, text, 4, "a", 0, NULL, NULL));
    RTC(ERROR_LINKING, hiprtcLinkAddFile(link, HIPRTC_JIT_INPUT_PTX, "/nowhere/a.ptx", 0, NULL, NULL));
    snprintf(path, sizeof path, "%s/../testdata/capi/kernels.ptx", getenv("HIP_PATH"));
    RTC(SUCCESS, hiprtcLinkAddFile(link, HIPRTC_JIT_INPUT_PTX, path, 0, NULL, NULL));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkComplete(link, NULL, &size));
    RTC(SUCCESS, hiprtcLinkComplete(link, &image, &size));
    HOLDS(image != NULL && size > 0);
    RTC(SUCCESS, hiprtcLinkDestroy(link));
    RTC(ERROR_INVALID_INPUT, hiprtcLinkDestroy(link));
    HOLDS(hipPeekAtLastError() == hipSuccess);
}

static void without(void)
{
    hiprtcProgram program = make(SOURCE, "a.cu");
    RTC(ERROR_BUILTIN_OPERATION_FAILURE, hiprtcCompileProgram(program, 0, NULL));
    HOLDS(strstr(log_of(program), "apt-get install clang") != NULL);
    RTC(ERROR_INVALID_PROGRAM, hiprtcGetCode(program, text));
    RTC(SUCCESS, hiprtcDestroyProgram(&program));
}

static void refused(void)
{
    const char *unknown[] = {"--no-such-option"}, *output[] = {"-o", "x"}, *arch[] = {"--gpu-architecture=abacus"};
    hiprtcProgram program = make("__global__ void k(int *x)\n{\n    *x = lost;\n}\n", "dir/name.cu");
    RTC(ERROR_INVALID_OPTION, hiprtcCompileProgram(program, 1, unknown));
    HOLDS(strstr(log_of(program), "--no-such-option") != NULL);
    RTC(ERROR_INVALID_OPTION, hiprtcCompileProgram(program, 2, output));
    RTC(ERROR_INVALID_OPTION, hiprtcCompileProgram(program, 1, arch));
    RTC(ERROR_COMPILATION, hiprtcCompileProgram(program, 0, NULL));
    HOLDS(strstr(log_of(program), "dir/name.cu:3:10: error:") != NULL && strstr(text, "lost") != NULL);
    RTC(ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, hiprtcAddNameExpression(program, "k"));
    RTC(SUCCESS, hiprtcDestroyProgram(&program));

    program = make("__global__ void k(int *x) { *x = 1; }", "a.cu");
    RTC(SUCCESS, hiprtcAddNameExpression(program, "no_such_kernel<3>"));
    RTC(ERROR_COMPILATION, hiprtcCompileProgram(program, 0, NULL));
    HOLDS(strstr(log_of(program), "no_such_kernel") != NULL);
    RTC(SUCCESS, hiprtcDestroyProgram(&program));
}

static void compiled(void)
{
    const char *options[] = {"--gpu-architecture=compute_70", "-std=c++17", "-D EXTRA=100", "-w"};
    const char *kernel = NULL, *ints = NULL, *offsets = NULL, *total = NULL, *plain = NULL, *other = NULL;
    hiprtcProgram program = make(SOURCE, "apply.cu");
    hipModule_t module;
    hipFunction_t function;
    hipDeviceptr_t place, memory;
    size_t size = 0, bitcode_size = 0, bytes = 0;
    int table[4] = {1, 2, 3, 4}, i;
    float x[32], by = 3.0f, value = 0;
    void *params[2];
    char *code, *bitcode;

    RTC(SUCCESS, hiprtcAddNameExpression(program, "apply<float>"));
    RTC(SUCCESS, hiprtcAddNameExpression(program, "&apply<int>"));
    RTC(SUCCESS, hiprtcAddNameExpression(program, "&offsets"));
    RTC(SUCCESS, hiprtcAddNameExpression(program, "&n::total"));
    RTC(SUCCESS, hiprtcAddNameExpression(program, "plain"));
    RTC(SUCCESS, hiprtcCompileProgram(program, 4, options));
    HOLDS(log_of(program)[0] == 0);
    RTC(SUCCESS, hiprtcGetLoweredName(program, "apply<float>", &kernel));
    RTC(SUCCESS, hiprtcGetLoweredName(program, "&apply<int>", &ints));
    RTC(SUCCESS, hiprtcGetLoweredName(program, "&offsets", &offsets));
    RTC(SUCCESS, hiprtcGetLoweredName(program, "&n::total", &total));
    RTC(SUCCESS, hiprtcGetLoweredName(program, "plain", &plain));
    RTC(ERROR_NAME_EXPRESSION_NOT_VALID, hiprtcGetLoweredName(program, "apply<char>", &other));
    HOLDS(strcmp(plain, "plain") == 0 && strcmp(kernel, ints) != 0);
    code = code_of(program, &size);
    HOLDS(size == strlen(code) + 1 && strstr(code, ".target sm_70") != NULL && strstr(code, "__hiprtc") == NULL);
    /* What a translated nvrtcGetCUBIN asks for: without -fgpu-rdc it is what the module loader takes. */
    RTC(SUCCESS, hiprtcGetBitcodeSize(program, &bitcode_size));
    HOLDS(bitcode_size == size);
    bitcode = malloc(bitcode_size);
    RTC(SUCCESS, hiprtcGetBitcode(program, bitcode));
    HOLDS(memcmp(bitcode, code, size) == 0);

    HIP(hipModuleLoadData(&module, bitcode));
    free(bitcode);
    HIP(hipModuleGetFunction(&function, module, ints));
    HIP(hipModuleGetFunction(&function, module, plain));
    HIP(hipModuleGetFunction(&function, module, kernel));
    HIP(hipModuleGetGlobal(&place, &bytes, module, total));
    HIP(hipMemcpyDtoH(&value, place, sizeof value));
    HOLDS(bytes == sizeof value && value == 1.5f);
    HIP(hipModuleGetGlobal(&place, &bytes, module, offsets));
    HOLDS(bytes == sizeof table);
    HIP(hipMemcpyHtoD(place, table, sizeof table));
    HIP(hipMalloc(&memory, sizeof x));
    for (i = 0; i < 32; ++i)
        x[i] = (float)i;
    HIP(hipMemcpyHtoD(memory, x, sizeof x));
    params[0] = &memory;
    params[1] = &by;
    HIP(hipModuleLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
    HIP(hipMemcpyDtoH(x, memory, sizeof x));
    for (i = 0; i < 32; ++i)
        HOLDS(x[i] == (float)i * 3 * 2 + (float)table[i % 4] + 100);
    HIP(hipFree(memory));
    HIP(hipModuleUnload(module));
    RTC(SUCCESS, hiprtcDestroyProgram(&program));
    free(code);
}

/* The shape of a kernel's clusters, in a header in memory. */
static void shaped(void)
{
    const char *options[] = {"--gpu-architecture=compute_90"}, *name = "shape.h", *code_name = "shape.cu";
    const char *header = "extern \"C\" __global__ void __cluster_dims__(1, 4) shaped() {}\n";
    hiprtcProgram program = NULL;
    size_t size = 0;
    char *code;

    RTC(SUCCESS, hiprtcCreateProgram(&program, "#include \"shape.h\"\n", code_name, 1, &header, &name));
    RTC(SUCCESS, hiprtcCompileProgram(program, 1, options));
    code = code_of(program, &size);
    HOLDS(strstr(code, ".reqnctapercluster 1, 4, 1") != NULL);
    RTC(SUCCESS, hiprtcDestroyProgram(&program));
    free(code);
}

/* Returns what the compilation of a source answers; its name and a header in memory, if there is one, are given. */
static hiprtcResult answer_of(const char *source, const char *code_name, const char *header, const char *option)
{
    const char *name = "near.h";
    hiprtcProgram program = NULL;
    hiprtcResult answer;
    RTC(SUCCESS, hiprtcCreateProgram(&program, source, code_name, header != NULL, &header, &name));
    answer = hiprtcCompileProgram(program, option != NULL, &option);
    RTC(SUCCESS, hiprtcDestroyProgram(&program));
    return answer;
}

/* Headers beside the file that a program is named after, as NVRTC 13 finds them. */
static void beside(void)
{
    static const char quoted[] = "#include \"near.h\"\nint near = NEAR;\n";
    static const char angled[] = "#include <near.h>\nint near = NEAR;\n";
    static const char memory[] = "#include \"near.h\"\nstatic_assert(NEAR == 2);\n";
    char directory[] = "/tmp/rtc-XXXXXX", header[64], name[64];
    FILE *file;

    HOLDS(mkdtemp(directory) != NULL);
    snprintf(header, sizeof header, "%s/near.h", directory);
    snprintf(name, sizeof name, "%s/code.cu", directory);
    file = fopen(header, "w");
    HOLDS(file != NULL && fputs("#define NEAR 1\n", file) >= 0 && fclose(file) == 0);
    RTC(SUCCESS, answer_of(quoted, name, NULL, NULL));
    RTC(ERROR_COMPILATION, answer_of(quoted, name, NULL, "--no-source-include"));
    RTC(ERROR_COMPILATION, answer_of(quoted, "code.cu", NULL, NULL));
    RTC(ERROR_COMPILATION, answer_of(angled, name, NULL, NULL));
    RTC(SUCCESS, answer_of(memory, name, "#define NEAR 2\n", NULL));
    RTC(SUCCESS, answer_of(memory, name, "#define NEAR 2\n", "--no-source-include"));
    HOLDS(remove(header) == 0 && rmdir(directory) == 0);
}

/* A texture reference of a module, as HIP's porting guide has it. */
static void references(void)
{
    enum { WIDTH = 64, HEIGHT = 16 };
    hiprtcProgram program = make("texture<float, 2, hipReadModeElementType> tex;\n"
                                 "extern \"C\" __global__ void tex2dKernel(float *out, int width, int height)\n"
                                 "{\n"
                                 "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                                 "    if (x < width && y < height)\n"
                                 "        out[y * width + x] = tex2D(tex, x, y);\n"
                                 "}\n", "tex.cpp");
    static float from[WIDTH * HEIGHT], to[WIDTH * HEIGHT];
    struct {
        hipDeviceptr_t out;
        int width, height;
    } arguments = {NULL, WIDTH, HEIGHT};
    size_t size = 0, bytes = sizeof arguments;
    void *config[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &arguments, HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes, HIP_LAUNCH_PARAM_END};
    HIP_ARRAY_DESCRIPTOR descriptor;
    hip_Memcpy2D copy;
    textureReference *reference;
    hipModule_t module;
    hipFunction_t function;
    hipArray_t array;
    char *code;
    int i;

    RTC(SUCCESS, hiprtcCompileProgram(program, 0, NULL));
    code = code_of(program, &size);
    RTC(SUCCESS, hiprtcDestroyProgram(&program));
    HIP(hipModuleLoadData(&module, code));
    free(code);
    for (i = 0; i < WIDTH * HEIGHT; ++i)
        from[i] = (float)i;
    memset(&descriptor, 0, sizeof descriptor);
    descriptor.Format = HIP_AD_FORMAT_FLOAT;
    descriptor.NumChannels = 1;
    descriptor.Width = WIDTH;
    descriptor.Height = HEIGHT;
    HIP(hipArrayCreate(&array, &descriptor));
    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = hipMemoryTypeHost;
    copy.srcHost = from;
    copy.srcPitch = copy.WidthInBytes = WIDTH * sizeof(float);
    copy.dstMemoryType = hipMemoryTypeArray;
    copy.dstArray = array;
    copy.Height = HEIGHT;
    HIP(hipMemcpyParam2D(&copy));
    HIP(hipModuleGetTexRef(&reference, module, "tex"));
    HIP(hipTexRefSetAddressMode(reference, 0, hipAddressModeWrap));
    HIP(hipTexRefSetAddressMode(reference, 1, hipAddressModeWrap));
    HIP(hipTexRefSetFilterMode(reference, hipFilterModePoint));
    HIP(hipTexRefSetFlags(reference, 0));
    HIP(hipTexRefSetFormat(reference, HIP_AD_FORMAT_FLOAT, 1));
    HIP(hipTexRefSetArray(reference, array, HIP_TRSA_OVERRIDE_FORMAT));
    HIP(hipMalloc(&arguments.out, sizeof to));
    HIP(hipModuleGetFunction(&function, module, "tex2dKernel"));
    HIP(hipModuleLaunchKernel(function, WIDTH / 16, HEIGHT / 16, 1, 16, 16, 1, 0, NULL, NULL, config));
    HIP(hipMemcpyDtoH(to, arguments.out, sizeof to));
    HOLDS(memcmp(from, to, sizeof to) == 0);
    HIP(hipFree(arguments.out));
    HIP(hipArrayDestroy(array));
    HIP(hipModuleUnload(module));
}

/* One unit as bitcode, one as PTX, linked. */
static void linked(void)
{
    const char *options[] = {"-fgpu-rdc"};
    hiprtcProgram caller = make("extern __device__ int answer(int);\n"
                                "extern \"C\" __global__ void ask(int *x) { *x = answer(*x); }\n", "caller.cu");
    hiprtcProgram called = make("__device__ int base = 40;\n__device__ int answer(int x) { return base + x; }\n", "called.cu");
    size_t code_size = 0, bitcode_size = 0, size = 0;
    hiprtcLinkState link;
    void *image = NULL, *params[1];
    hipModule_t module;
    hipFunction_t function;
    hipDeviceptr_t memory;
    int value = 2;
    char *code, *bitcode;

    RTC(SUCCESS, hiprtcCompileProgram(caller, 1, options));
    RTC(SUCCESS, hiprtcCompileProgram(called, 1, options));
    code = code_of(caller, &code_size);
    RTC(SUCCESS, hiprtcGetBitcodeSize(called, &bitcode_size));
    bitcode = malloc(bitcode_size);
    RTC(SUCCESS, hiprtcGetBitcode(called, bitcode));
    HOLDS(bitcode_size > 4 && memcmp(bitcode, "BC", 2) == 0);
    RTC(SUCCESS, hiprtcDestroyProgram(&caller));
    RTC(SUCCESS, hiprtcDestroyProgram(&called));

    RTC(SUCCESS, hiprtcLinkCreate(0, NULL, NULL, &link));
    RTC(SUCCESS, hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_PTX, code, code_size, NULL, 0, NULL, NULL));
    RTC(ERROR_LINKING, hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_LLVM_BITCODE, code, 16, "no bitcode", 0, NULL, NULL));
    RTC(SUCCESS, hiprtcLinkAddData(link, HIPRTC_JIT_INPUT_LLVM_BITCODE, bitcode, bitcode_size, "called", 0, NULL, NULL));
    RTC(SUCCESS, hiprtcLinkComplete(link, &image, &size));
    HIP(hipModuleLoadData(&module, image));
    RTC(SUCCESS, hiprtcLinkDestroy(link));
    HIP(hipModuleGetFunction(&function, module, "ask"));
    HIP(hipMalloc(&memory, sizeof value));
    HIP(hipMemcpyHtoD(memory, &value, sizeof value));
    params[0] = &memory;
    HIP(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
    HIP(hipMemcpyDtoH(&value, memory, sizeof value));
    HOLDS(value == 42);
    HIP(hipFree(memory));
    HIP(hipModuleUnload(module));
    free(code);
    free(bitcode);
}

int main(int argc, char **argv)
{
    const char *wanted = argc > 1 ? argv[1] : "all";
    if (strcmp(wanted, "without") == 0) {
        without();
    } else {
        errors();
        if (strcmp(wanted, "errors") != 0) {
            refused();
            compiled();
            shaped();
            beside();
            linked();
            references();
        }
    }
    printf("rtc: %d answers, %d wrong\n", calls, wrong);
    return wrong == 0 ? 0 : 1;
}
