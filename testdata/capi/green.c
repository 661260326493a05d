/*
 * Green contexts: the calls of two recordings of the CUDA driver API on an H200, made through the hip API in the same order and
 * state: a line for each, "part<TAB>call<TAB>answer".
 *
 *   green KERNELS PART        KERNELS is green.ptx
 *
 * green.tsv says what an H200 answered, what ours must be by the rules of CUDA 12 and of 13, and why where they differ.
 */
#include "green.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

hipCtx_t primary;
hipFunction_t spin, mark, nothing, where;
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

hipDevResource whole(void)
{
    hipDevResource all;
    memset(&all, 0, sizeof all);
    hipDeviceGetDevResource(0, &all, hipDevResourceTypeSm);
    return all;
}

hipExecutionCtx_t green_with(hipDevResource resource)
{
    hipDevResourceDesc_t desc = NULL;
    hipExecutionCtx_t made = NULL;
    hipDevResourceGenerateDesc(&desc, &resource, 1);
    hipGreenCtxCreate(&made, desc, 0, 0);
    return made;
}

hipExecutionCtx_t green_of(unsigned group)
{
    hipDevResource all = whole(), groups[8], rest;
    unsigned count = 8;
    hipDevSmResourceSplitByCount(groups, &count, &all, &rest, 0, 16);
    return green_with(groups[group]);
}

hipStream_t stream_of(hipExecutionCtx_t context)
{
    hipStream_t made = NULL;
    hipExecutionCtxStreamCreate(&made, context, hipStreamNonBlocking, 0);
    return made;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*ask)(void);
    } parts[] = {
        { "calls", ask_calls },       { "rules", ask_rules },       { "queues", ask_queues },
        { "channels", ask_channels }, { "streams", ask_streams },   { "events", ask_events },
        { "captures", ask_captures }, { "lives", ask_lives },       { "places", ask_places },
        { "balanced", ask_balanced },
    };
    hipModule_t module;
    size_t n;
    if (argc != 3)
        return 2;
    if (hipInit(0) || hipDevicePrimaryCtxRetain(&primary, 0) || hipCtxSetCurrent(primary) ||
        hipModuleLoad(&module, argv[1]) || hipModuleGetFunction(&spin, module, "spin") ||
        hipModuleGetFunction(&mark, module, "mark") || hipModuleGetFunction(&nothing, module, "nothing") ||
        hipModuleGetFunction(&where, module, "where"))
        return 3;
    for (n = 0; n < sizeof parts / sizeof *parts; n++) {
        if (strcmp(parts[n].name, argv[2]) == 0) {
            part(parts[n].name);
            parts[n].ask();
            return 0;
        }
    }
    return 2;
}
