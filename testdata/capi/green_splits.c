/*
 * Splits of all SMs of a device, as rows on standard input ask for them: flags, least SMs, groups (`-` for as many as there are), and
 * what hipDevSmResourceSplitByCount answers: "15x8+12", or the name of a code.
 *
 *   green_splits sizes
 *   green_splits sets KERNELS     KERNELS is green.ptx: also which SMs kernels in a context of each group, and of the rest, ran on
 */
#include <hip/hip_runtime.h>
#include <hip/hip_soft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GROUPS = 140, MOST_SMS = 256, TIMES = 4 };

static hipDevResource groups[MOST_GROUPS], rest;
static hipFunction_t where;

/* Where blocks of a context of the resource run, as "0-3,16" or "-". */
static int print_places(const hipDevResource *resource)
{
    static unsigned sms[TIMES * MOST_SMS];
    char used[MOST_SMS] = { 0 };
    hipDevResource one = *resource;
    hipDevResourceDesc_t desc;
    hipExecutionCtx_t context;
    hipStream_t stream;
    void *there = NULL, *arguments[1];
    unsigned n, end, blocks = TIMES * resource->sm.smCount;
    const char *comma = "";
    if (resource->type != hipDevResourceTypeSm)
        return printf("-") < 0;
    arguments[0] = &there;
    if (hipDevResourceGenerateDesc(&desc, &one, 1) || hipGreenCtxCreate(&context, desc, 0, 0) ||
        hipExecutionCtxStreamCreate(&stream, context, hipStreamNonBlocking, 0) || hipMalloc(&there, sizeof sms) ||
        hipModuleLaunchKernel(where, blocks, 1, 1, 1, 1, 1, 0, stream, arguments, NULL) ||
        hipStreamSynchronize(stream) || hipMemcpy(sms, there, blocks * sizeof *sms, hipMemcpyDeviceToHost) ||
        hipFree(there) || hipStreamDestroy(stream) || hipExecutionCtxDestroy(context))
        return 1;
    for (n = 0; n < blocks; n++)
        used[sms[n] % MOST_SMS] = 1;
    for (n = 0; n < MOST_SMS; n = end + 1) {
        for (end = n; end < MOST_SMS && used[end]; end++)
            ;
        if (end == n)
            continue;
        printf(end == n + 1 ? "%s%u" : "%s%u-%u", comma, n, end - 1);
        comma = ",";
    }
    return 0;
}

int main(int argc, char **argv)
{
    hipDevResource all;
    hipModule_t module;
    unsigned flags, least;
    char wanted[16];
    int sets = argc == 3 && strcmp(argv[1], "sets") == 0;
    if (argc < 2 || hipSetDevice(0) || hipDeviceGetDevResource(0, &all, hipDevResourceTypeSm))
        return 2;
    if (sets && (hipModuleLoad(&module, argv[2]) || hipModuleGetFunction(&where, module, "where")))
        return 3;
    while (scanf("%u %u %15s", &flags, &least, wanted) == 3) {
        unsigned there = 0, count, n;
        hipError_t asked = hipDevSmResourceSplitByCount(NULL, &there, &all, NULL, flags, least), done;
        count = wanted[0] == '-' ? MOST_GROUPS : (unsigned)atoi(wanted);
        memset(groups, 0, sizeof groups);
        memset(&rest, 0, sizeof rest);
        done = hipDevSmResourceSplitByCount(groups, &count, &all, &rest, flags, least);
        printf("%u\t%u\t%s\t", flags, least, wanted);
        if (done != hipSuccess) {
            printf("%s\n", hipGetErrorName(done));
            continue;
        }
        /* A question without a place for groups answers how many there could be. */
        if (asked != hipSuccess || (wanted[0] == '-' ? there != count : there < count))
            return printf("%u groups were foretold, not %u\n", there, count) < 0;
        for (n = 1; n < count; n++)
            if (groups[n].sm.smCount != groups[0].sm.smCount)
                return 4;
        if (!sets) {
            printf("%ux%u+%u\n", count, groups[0].sm.smCount, rest.sm.smCount);
            continue;
        }
        for (n = 0; n < count; n++)
            if ((n > 0 && printf(";") < 0) || print_places(&groups[n]))
                return 5;
        printf("\t");
        if (print_places(&rest))
            return 5;
        printf("\n");
    }
    return 0;
}
