/*
 * The calls of a recording of the CUDA driver API on an H200, made through the hip API in the same order and state: a line for
 * each, "part<TAB>call<TAB>answer".
 *
 *   answers KERNELS           all of them but faults; KERNELS is kernels.ptx
 *   answers KERNELS FAULT     one fault: illegal, trap or misaligned
 *
 * answers.tsv says what an H200 answered, what ours must be, and why where they differ.
 */
#include "answers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *memory;
char pageable[1 << 20];
hipCtx_t context;
hipModule_t module;
hipFunction_t add;
const char *kernels_text;
static hipDevice_t device;
static const char *current = "";
static const char *last = "";

void part(const char *name)
{
    current = name;
}

void say(const char *call, hipError_t code)
{
    last = call;
    printf("%s\t%s\t%s\n", current, call, hipGetErrorName(code));
    fflush(stdout);
}

void gave(const char *format, ...)
{
    va_list values;
    printf("%s\t%s gave\t", current, last);
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
    fflush(stdout);
}

static void ask_first(void)
{
    int count;
    void *p;
    say("deviceGetCount before init", hipGetDeviceCount(&count));
    say("memAlloc before init", hipMalloc(&p, 16));
    say("init flags 1", hipInit(1));
}

static void ask_devices(void)
{
    char name[8];
    int value;
    say("deviceGetName len 8", hipDeviceGetName(name, 8, device));
    gave("name truncated len %d", (int)strlen(name));
    say("deviceGetName null", hipDeviceGetName(NULL, 8, device));
    say("attr bad", hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)9999, device));
    say("attr 0", hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)0, device));
    say("attr bad dev", hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 5));
    say("attr null", hipDeviceGetAttribute(NULL, hipDeviceAttributeWarpSize, device));
}

static void ask_without_context(void)
{
    void *p;
    hipCtx_t none = (hipCtx_t)&none;
    hipDevice_t of;
    hipStream_t stream;
    hipModule_t loaded;
    unsigned flags;
    int active;
    say("memAlloc no ctx", hipMalloc(&p, 16));
    say("ctxGetCurrent none", hipCtxGetCurrent(&none));
    gave("current is null %d", none == NULL);
    say("ctxPop empty", hipCtxPopCurrent(&none));
    say("ctxGetDevice none", hipCtxGetDevice(&of));
    say("ctxSync none", hipCtxSynchronize());
    say("streamCreate none", hipStreamCreateWithFlags(&stream, 0));
    say("moduleLoadData none", hipModuleLoadData(&loaded, kernels_text));
    say("ctxSetCurrent null", hipCtxSetCurrent(NULL));
    say("ctxPush null", hipCtxPushCurrent(NULL));
    say("primaryGetState", hipDevicePrimaryCtxGetState(device, &flags, &active));
    gave("flags %u active %d", flags, active);
    say("primaryRelease unretained", hipDevicePrimaryCtxRelease(device));
}

static void ask_primary(void)
{
    unsigned flags;
    int active;
    say("primaryGetState", hipDevicePrimaryCtxGetState(device, &flags, &active));
    gave("flags %u active %d", flags, active);
    say("primarySetFlags active", hipDevicePrimaryCtxSetFlags(device, hipDeviceScheduleSpin));
    say("primarySetFlags bad", hipDevicePrimaryCtxSetFlags(device, 0x4000));
    say("destroy primary", hipCtxDestroy(context));
}

static void ask_last(void)
{
    int can;
    void *p;
    say("canAccessPeer self", hipDeviceCanAccessPeer(&can, device, device));
    gave("%d", can);
    say("enablePeer self", hipCtxEnablePeerAccess(context, 0));
    say("moduleUnload", hipModuleUnload(module));
    say("memFree", hipFree(memory));
    say("primaryReset", hipDevicePrimaryCtxReset(device));
    say("memAlloc after reset", hipMalloc(&p, 16));
    say("primaryRelease", hipDevicePrimaryCtxRelease(device));
    say("primaryRelease extra", hipDevicePrimaryCtxRelease(device));
}

/* A kernel fails; what do calls say from then on? */
static void ask_fault(const char *kind)
{
    hipFunction_t failing;
    void *args[1], *at, *p;
    int value;
    part(kind);
    hipModuleGetFunction(&failing, module, strcmp(kind, "trap") == 0 ? "trapper" : "store");
    hipMalloc((void **)&memory, 64);
    at = strcmp(kind, "misaligned") == 0 ? memory + 1 : (char *)16;
    args[0] = &at;
    say("launch", hipModuleLaunchKernel(failing, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    say("sync", hipCtxSynchronize());
    say("sync again", hipCtxSynchronize());
    say("malloc after", hipMalloc(&p, 16));
    say("launch after", hipModuleLaunchKernel(failing, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL));
    say("free after", hipFree(memory));
    say("deviceGetCount after", hipGetDeviceCount(&value));
    say("getName after", hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, device));
    say("reset", hipDevicePrimaryCtxReset(device));
    say("malloc after reset", hipMalloc(&p, 16));
}

static const char *read_text(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t length;
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    return text;
}

int main(int argc, char **argv)
{
    int all = argc == 2;
    if (argc < 2 || argc > 3)
        return 2;
    kernels_text = read_text(argv[1]);
    part(all ? "start" : argv[2]);
    if (all)
        ask_first();
    say("init", hipInit(0));
    say("init again", hipInit(0));
    if (all) {
        say("deviceGet -1", hipDeviceGet(&device, -1));
        say("deviceGet 99", hipDeviceGet(&device, 99));
        say("deviceGet null", hipDeviceGet(NULL, 0));
    }
    say("deviceGet 0", hipDeviceGet(&device, 0));
    if (all) {
        ask_devices();
        ask_without_context();
    }
    say("primaryRetain", hipDevicePrimaryCtxRetain(&context, device));
    say("setCurrent", hipCtxSetCurrent(context));
    if (all) {
        ask_primary();
        ask_memory();
        ask_host_memory();
        ask_pointers();
        ask_advice();
        ask_mappings();
        ask_queues();
        ask_images();
    }
    say("load", hipModuleLoadData(&module, kernels_text));
    say("getFunction", hipModuleGetFunction(&add, module, "add"));
    if (all) {
        ask_modules();
        ask_launches();
        ask_functions();
        ask_contexts();
        ask_last();
    } else {
        ask_fault(argv[2]);
    }
    return 0;
}
