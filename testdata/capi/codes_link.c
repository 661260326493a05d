/* Sections of codes.c: links at run time, libraries and their kernels, records of compilers. */
#include "codes.h"

#include <stdio.h>
#include <string.h>

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

static const char CALLER[] = HEAD
    ".extern .func (.param .b32 r) twice (.param .b32 x);\n"
    ".extern .global .align 4 .u32 g;\n"
    ".visible .entry main (.param .u64 out)\n"
    "{ .reg .b32 %r<4>; .reg .b64 %rd<2>; ld.param.u64 %rd1, [out]; ld.global.u32 %r1, [g];\n"
    "{ .param .b32 p; .param .b32 q; st.param.b32 [p], %r1; call (q), twice, (p); ld.param.b32 %r2, [q]; }\n"
    "st.global.u32 [%rd1], %r2; ret; }\n";
static const char CALLED[] = HEAD
    ".visible .global .align 4 .u32 g = 21;\n"
    ".visible .func (.param .b32 r) twice (.param .b32 x)\n"
    "{ .reg .b32 %r<3>; ld.param.b32 %r1, [x]; add.u32 %r2, %r1, %r1; st.param.b32 [r], %r2; ret; }\n";
static const char SPOILT[] = HEAD ".visible .entry k() { bogus; }";
static const char LIBRARY[] = HEAD
    ".visible .global .align 4 .u32 g = 21;\n.global .attribute(.managed) .align 8 .u64 mg = 5;\n"
    ".visible .entry k1(.param .u64 a, .param .u32 b, .param .u64 c)\n"
    "{ .reg .b64 %rd<2>; .reg .b32 %r<2>; ld.param.u64 %rd1, [a]; ld.param.u32 %r1, [b]; st.global.u32 [%rd1], %r1; ret; }\n"
    ".visible .entry k0() { ret; }\n";

static char log_text[1024];

static hipLinkState_t begun(void)
{
    hipJitOption options[] = { hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes };
    void *values[] = { log_text, (void *)sizeof log_text };
    hipLinkState_t link = NULL;
    log_text[0] = 0;
    if (hipLinkCreate(2, options, values, &link) != hipSuccess)
        return NULL;
    return link;
}

static hipError_t add(hipLinkState_t link, hipJitInputType type, const char *text, const char *name)
{
    return hipLinkAddData(link, type, (void *)(uintptr_t)text, strlen(text) + 1, name, 0, NULL, NULL);
}

void links(void)
{
    hipLinkState_t link = begun();
    hipModule_t module = NULL;
    hipFunction_t function = NULL;
    void *image = NULL, *out = NULL, *params[1];
    size_t size = 0;
    int value = 0;
    say("create, null place", hipLinkCreate(0, NULL, NULL, NULL));
    say("add a caller", add(link, hipJitInputPtx, CALLER, "a.ptx"));
    say("add what it calls", add(link, hipJitInputPtx, CALLED, "b.ptx"));
    say("complete", hipLinkComplete(link, &image, &size));
    tell("the image has bytes", image != NULL && size > 0);
    say("complete again", hipLinkComplete(link, &image, &size));
    say("add to a complete one", add(link, hipJitInputPtx, CALLED, "c.ptx"));
    say("load the image", hipModuleLoadData(&module, image));
    say("destroy", hipLinkDestroy(link));
    say("destroy again", hipLinkDestroy(link));
    say("the linked kernel", hipModuleGetFunction(&function, module, "main"));
    say("alloc", hipMalloc(&out, 4));
    params[0] = &out;
    say("launch it", launch(function, 1, 1, 0, params));
    say("copy back", hipMemcpy(&value, out, 4, hipMemcpyDeviceToHost));
    tell("value", value);
    say("unload", hipModuleUnload(module));

    link = begun();
    say("add a caller alone", add(link, hipJitInputPtx, CALLER, "a.ptx"));
    say("complete, undefined", hipLinkComplete(link, &image, &size));
    tell("the log names both", strstr(log_text, "error   : Undefined reference to 'twice' in 'a.ptx'") != NULL
                                   && strstr(log_text, "error   : Undefined reference to 'g' in 'a.ptx'") != NULL);
    hipLinkDestroy(link);
    link = begun();
    say("add", add(link, hipJitInputPtx, CALLED, "b1"));
    say("add the same again", add(link, hipJitInputPtx, CALLED, "b2"));
    tell("the log says so", strstr(log_text, "Multiple definition of 'twice' in 'b2', first defined in 'b1'") != NULL);
    say("complete, defined twice", hipLinkComplete(link, &image, &size));
    hipLinkDestroy(link);
    link = begun();
    say("add a spoilt one", add(link, hipJitInputPtx, SPOILT, "bad"));
    tell("the log has the line", strstr(log_text, "line 4; error   : Not a name of any known instruction: 'bogus'") != NULL);
    say("complete after it", hipLinkComplete(link, &image, &size));
    hipLinkDestroy(link);
    link = begun();
    say("complete, null place", hipLinkComplete(link, NULL, NULL));
    hipLinkDestroy(link);
    link = begun();
    say("add without a name", hipLinkAddData(link, hipJitInputPtx, (void *)(uintptr_t)CALLED, sizeof CALLED, NULL, 0, NULL, NULL));
    hipLinkDestroy(link);
    /* An H200 adds nothing to a link that was to be completed, in whatever way that failed. */
    link = begun();
    say("add garbage as a cubin", add(link, hipJitInputCubin, "garbage", "x"));
    say("add garbage as a fat binary", add(link, hipJitInputFatBinary, "garbage garbage", "x"));
    say("add garbage as an object", add(link, hipJitInputObject, "garbage", "x"));
    say("add, kind 99", add(link, (hipJitInputType)99, CALLED, "x"));
    say("add NVVM", add(link, hipJitInputNvvm, "BC", "x"));
    say("add null", hipLinkAddData(link, hipJitInputPtx, NULL, 5, "x", 0, NULL, NULL));
    say("add 0 bytes", hipLinkAddData(link, hipJitInputPtx, (void *)(uintptr_t)CALLED, 0, "x", 0, NULL, NULL));
    say("add a missing file", hipLinkAddFile(link, hipJitInputPtx, "/nonexistent.ptx", 0, NULL, NULL));
    say("add a null file", hipLinkAddFile(link, hipJitInputPtx, NULL, 0, NULL, NULL));
    say("add a file", hipLinkAddFile(link, hipJitInputPtx, kernels_path, 0, NULL, NULL));
    say("complete with it", hipLinkComplete(link, &image, &size));
    hipLinkDestroy(link);
    link = begun();
    say("complete nothing", hipLinkComplete(link, &image, &size));
    hipLinkDestroy(link);
    say("destroy null", hipLinkDestroy(NULL));
    say("destroy garbage", hipLinkDestroy(GARBAGE(hipLinkState_t)));
    say("free", hipFree(out));
}

static hipError_t load(hipLibrary_t *library, const char *text)
{
    return hipLibraryLoadData(library, text, NULL, NULL, 0, NULL, NULL, 0);
}

void libraries(void)
{
    hipLibrary_t library = NULL, spoilt = NULL, of = NULL;
    hipKernel_t kernels[5] = { NULL, NULL, NULL, NULL, NULL }, kernel = NULL, same = NULL;
    hipFunction_t function = NULL, again = NULL;
    const char *name = NULL;
    void *address = NULL, *out = NULL, *params[3];
    size_t size = 0, offset = 0;
    unsigned count = 0, word = 77, got = 0;
    int value = 0;
    say("load, null place", load(NULL, LIBRARY));
    say("load null", load(&library, NULL));
    say("load a spoilt one", load(&spoilt, SPOILT));
    say("its kernel", hipLibraryGetKernel(&kernel, spoilt, "k"));
    say("unload it", hipLibraryUnload(spoilt));
    say("load a missing file", hipLibraryLoadFromFile(&library, "/nonexistent", NULL, NULL, 0, NULL, NULL, 0));
    say("load a file", hipLibraryLoadFromFile(&spoilt, kernels_path, NULL, NULL, 0, NULL, NULL, 0));
    say("a kernel of the file", hipLibraryGetKernel(&kernel, spoilt, "add"));
    say("unload the file", hipLibraryUnload(spoilt));
    say("a kernel that is gone", hipKernelGetName(&name, kernel));
    say("load", load(&library, LIBRARY));
    say("count", hipLibraryGetKernelCount(&count, library));
    tell("kernels", count);
    say("enumerate 5", hipLibraryEnumerateKernels(kernels, 5, library));
    tell("two of them", kernels[0] != NULL && kernels[1] != NULL && kernels[2] == NULL);
    say("enumerate 0", hipLibraryEnumerateKernels(kernels, 0, library));
    say("enumerate, null place", hipLibraryEnumerateKernels(NULL, 1, library));
    say("count, null place", hipLibraryGetKernelCount(NULL, library));
    say("kernel", hipLibraryGetKernel(&kernel, library, "k1"));
    say("the kernel again", hipLibraryGetKernel(&same, library, "k1"));
    tell("is the same", kernel == same);
    say("no kernel", hipLibraryGetKernel(&same, library, "nope"));
    say("kernel, null name", hipLibraryGetKernel(&same, library, NULL));
    say("kernel, empty name", hipLibraryGetKernel(&same, library, ""));
    say("kernel of a variable", hipLibraryGetKernel(&same, library, "g"));
    say("kernel, null place", hipLibraryGetKernel(NULL, library, "k1"));
    say("variable", hipLibraryGetGlobal(&address, &size, library, "g"));
    tell("bytes of it", (long long)size);
    say("variable, null places", hipLibraryGetGlobal(NULL, NULL, library, "g"));
    say("no variable", hipLibraryGetGlobal(&address, &size, library, "nope"));
    say("variable of a kernel", hipLibraryGetGlobal(&address, &size, library, "k1"));
    say("variable that is managed", hipLibraryGetGlobal(&address, &size, library, "mg"));
    say("managed", hipLibraryGetManaged(&address, &size, library, "mg"));
    tell("bytes of the managed", (long long)size);
    tell("its value", (long long)*(unsigned long long *)address);
    say("managed of one that is not", hipLibraryGetManaged(&address, &size, library, "g"));
    say("no managed", hipLibraryGetManaged(&address, &size, library, "nope"));
    say("function", hipKernelGetFunction(&function, kernel));
    say("function again", hipKernelGetFunction(&again, kernel));
    tell("function is the same", function == again);
    say("function, null place", hipKernelGetFunction(NULL, kernel));
    say("function of null", hipKernelGetFunction(&again, NULL));
    say("name", hipKernelGetName(&name, kernel));
    tell("is k1", strcmp(name, "k1") == 0);
    say("name, null place", hipKernelGetName(NULL, kernel));
    say("library of the kernel", hipKernelGetLibrary(&of, kernel));
    tell("is the library", of == library);
    say("parameter 1", hipKernelGetParamInfo(kernel, 1, &offset, &size));
    tell("offset and size", (long long)(offset * 100 + size));
    say("parameter 3", hipKernelGetParamInfo(kernel, 3, &offset, &size));
    say("parameter, null offset", hipKernelGetParamInfo(kernel, 0, NULL, &size));
    say("parameter, null size", hipKernelGetParamInfo(kernel, 0, &offset, NULL));
    say("attribute 0", hipKernelGetAttribute(&value, (hipFunction_attribute)0, kernel, 0));
    tell("threads", value);
    say("attribute 99", hipKernelGetAttribute(&value, (hipFunction_attribute)99, kernel, 0));
    say("attribute, device 9", hipKernelGetAttribute(&value, (hipFunction_attribute)0, kernel, 9));
    say("attribute, null place", hipKernelGetAttribute(NULL, (hipFunction_attribute)0, kernel, 0));
    say("set dynamic shared memory", hipKernelSetAttribute((hipFunction_attribute)8, 100000, kernel, 0));
    say("the function's", hipFuncGetAttribute(&value, (hipFunction_attribute)8, function));
    tell("is set too", value);
    say("set too much", hipKernelSetAttribute((hipFunction_attribute)8, 10000000, kernel, 0));
    say("set threads", hipKernelSetAttribute((hipFunction_attribute)0, 1, kernel, 0));
    say("set, device 9", hipKernelSetAttribute((hipFunction_attribute)8, 1, kernel, 9));
    say("alloc", hipMalloc(&out, 4));
    params[0] = &out;
    params[1] = &word;
    params[2] = &out;
    say("launch the library's kernel", launch((hipFunction_t)kernel, 1, 1, 0, params));
    say("copy back", hipMemcpy(&got, out, 4, hipMemcpyDeviceToHost));
    tell("stored", got);
    say("free", hipFree(out));
    say("unload", hipLibraryUnload(library));
    say("unload again", hipLibraryUnload(library));
    say("unload null", hipLibraryUnload(NULL));
    say("function of a kernel that is gone", hipKernelGetFunction(&again, kernel));
}

/* What compilers write into host objects: NVIDIA's record in both versions, HIP's, and ones that are neither. */
void registration(void)
{
    static struct {
        unsigned magic, version;
        const void *binary;
        void *more;
    } records[] = {
        { 0x466243b1, 1, NULL, NULL }, /* NVIDIA: whole programs */
        { 0x466243b1, 2, NULL, NULL }, /* NVIDIA: code that was linked */
        { 0x48495046, 1, NULL, NULL }, /* clang for HIP */
        { 0x466243b1, 9, NULL, NULL },
        { 0x48495046, 9, NULL, NULL },
        { 0x12345678, 1, NULL, NULL },
    };
    static const char *const NAMES[] = { "NVIDIA 1", "NVIDIA 2", "HIP 1", "NVIDIA 9", "HIP 9", "neither" };
    static char keys[sizeof records / sizeof *records];
    hipLinkState_t link = begun();
    hipFunction_t function = NULL;
    void *image = NULL, **handle;
    size_t size = 0;
    unsigned n;
    say("add the kernels", add(link, hipJitInputPtx, kernels_text, "kernels"));
    say("a fat binary", hipLinkComplete(link, &image, &size));
    for (n = 0; n < sizeof records / sizeof *records; n++) {
        records[n].binary = image;
        handle = __hipRegisterFatBinary(&records[n]);
        __hipRegisterFunction(handle, &keys[n], NULL, "add", ~0u, NULL, NULL, NULL, NULL, NULL);
        say(NAMES[n], hipGetFuncBySymbol(&function, &keys[n]));
        __hipUnregisterFatBinary(handle);
    }
    say("after it is unregistered", hipGetFuncBySymbol(&function, &keys[0]));
    say("destroy", hipLinkDestroy(link));
}
