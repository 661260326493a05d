/* The lines of h200_green_rules: a part of green.c. */
#include "green.h"

#include <stdio.h>
#include <string.h>

static hipDevResource all;

static void split(unsigned flags, unsigned least, unsigned wanted)
{
    hipDevResource groups[20], rest;
    char name[64];
    unsigned count = wanted;
    memset(groups, 0, sizeof groups);
    memset(&rest, 0, sizeof rest);
    snprintf(name, sizeof name, "split f%u mc%u n%u", flags, least, wanted);
    say(name, hipDevSmResourceSplitByCount(groups, &count, &all, &rest, flags, least));
    gave("%u x %u rem t%d %u", count, groups[0].sm.smCount, rest.type, rest.sm.smCount);
}

void ask_rules(void)
{
    static const unsigned splits[][3] = {
        { 0, 72, 2 }, { 0, 11, 6 },  { 1, 11, 6 }, { 0, 1, 2 },  { 0, 8, 1 },
        { 0, 16, 2 }, { 0, 124, 1 }, { 0, 40, 3 }, { 0, 8, 20 }, { 0, 8, 0 },
    };
    hipDevResource four[4], eight[8], two[2], rest, pair[2], again, bad, own, parts[4], left;
    hipDevResourceDesc_t desc = NULL;
    hipExecutionCtx_t green = NULL;
    hipStream_t stream = NULL;
    unsigned n, count = 4, flags[] = { 0, 1, 2, 3 };
    int priority = 77;
    all = whole();
    for (n = 0; n < 10; n++)
        split(splits[n][0], splits[n][1], splits[n][2]);
    hipDevSmResourceSplitByCount(four, &count, &all, &rest, 0, 16);
    count = 2;
    hipDevSmResourceSplitByCount(two, &count, &all, NULL, 0, 16);
    count = 1;
    say("resplit res", hipDevSmResourceSplitByCount(&again, &count, &four[0], NULL, 0, 8));
    count = 1;
    say("resplit rem", hipDevSmResourceSplitByCount(&again, &count, &rest, NULL, 0, 8));
    say("nb null", hipDevSmResourceSplitByCount(&again, NULL, &all, NULL, 0, 8));
    say("in null", hipDevSmResourceSplitByCount(&again, &count, NULL, NULL, 0, 8));
    bad = all;
    bad.type = hipDevResourceTypeInvalid;
    say("badtype", hipDevSmResourceSplitByCount(&again, &count, &bad, NULL, 0, 8));
    pair[0] = four[0], pair[1] = two[1];
    say("desc mix splits", hipDevResourceGenerateDesc(&desc, pair, 2));
    say("desc no resources", hipDevResourceGenerateDesc(&desc, pair, 0));
    say("desc null", hipDevResourceGenerateDesc(&desc, NULL, 1));
    pair[1] = four[0];
    say("desc twice", hipDevResourceGenerateDesc(&desc, pair, 2));
    say("desc whole", hipDevResourceGenerateDesc(&desc, &all, 1));
    pair[1] = rest;
    say("desc res+rem", hipDevResourceGenerateDesc(&desc, pair, 2));
    hipDevResourceGenerateDesc(&desc, four, 1);
    for (n = 0; n < 4; n++) {
        char name[16];
        snprintf(name, sizeof name, "create fl%u", flags[n]);
        say(name, hipGreenCtxCreate(&green, desc, 0, flags[n]));
    }
    say("create null desc", hipGreenCtxCreate(&green, NULL, 0, 1));
    count = 8;
    hipDevSmResourceSplitByCount(eight, &count, &all, NULL, 0, 16);
    hipDevResourceGenerateDesc(&desc, eight, 2);
    say("create", hipGreenCtxCreate(&green, desc, 0, 1));
    say("greenres", hipExecutionCtxGetDevResource(green, &own, hipDevResourceTypeSm));
    gave("%u min%u al%u", own.sm.smCount, own.sm.minSmPartitionSize, own.sm.smCoscheduledAlignment);
    for (n = 2; n <= 4; n += 2) {
        count = n;
        say(n == 2 ? "split of green, mc8 n2" : "split of green, mc8 n4",
            hipDevSmResourceSplitByCount(parts, &count, &own, &left, 0, 8));
        gave("%u x %u rem t%d %u", count, parts[0].sm.smCount, left.type, left.sm.smCount);
    }
    say("gstream fl0", hipExecutionCtxStreamCreate(&stream, green, 0, 0));
    say("nb", hipExecutionCtxStreamCreate(&stream, green, hipStreamNonBlocking, -100));
    hipStreamGetPriority(stream, &priority);
    gave("prio %d", priority);
    say("destroy", hipExtGreenCtxDestroy(green));
}
