/* Resources, descriptors, contexts, streams: parts of green.c. */
#include "green.h"

#include <string.h>

#define GARBAGE(type) ((type)0x123456789abcdefull)

static hipDevResource all, bad;

static void ask_resources(void)
{
    hipDevResource other;
    memset(&bad, 0, sizeof bad);
    say("devres", hipDeviceGetDevResource(0, &all, hipDevResourceTypeSm));
    gave("type=%d sms=%u sizeof=%zu", all.type, all.sm.smCount, sizeof all);
    gave("min=%u align=%u", all.sm.minSmPartitionSize, all.sm.smCoscheduledAlignment);
    say("devres type0", hipDeviceGetDevResource(0, &other, hipDevResourceTypeInvalid));
    say("devres type99", hipDeviceGetDevResource(0, &other, (hipDevResourceType)99));
    say("devres null", hipDeviceGetDevResource(0, NULL, hipDevResourceTypeSm));
    say("devres dev7", hipDeviceGetDevResource(7, &other, hipDevResourceTypeSm));
}

static void ask_splits(void)
{
    static const unsigned wants[] = { 1, 2, 3, 4, 0 };
    hipDevResource groups[4], rest, again;
    unsigned count, n;
    for (n = 0; n < 5; n++) {
        memset(groups, 0, sizeof groups);
        memset(&rest, 0, sizeof rest);
        count = wants[n];
        say("split min=16", hipDevSmResourceSplitByCount(groups, &count, &all, &rest, 0, 16));
        gave("groups=%u size=%u rem=%u type=%d", count, groups[0].sm.smCount, rest.sm.smCount, rest.type);
    }
    count = 1;
    say("split null nb", hipDevSmResourceSplitByCount(groups, NULL, &all, NULL, 0, 8));
    say("split null in", hipDevSmResourceSplitByCount(groups, &count, NULL, NULL, 0, 8));
    say("split bad in", hipDevSmResourceSplitByCount(groups, &count, &bad, NULL, 0, 8));
    count = 1;
    say("split rem null", hipDevSmResourceSplitByCount(groups, &count, &all, NULL, 0, 8));
    count = 1;
    say("split of result", hipDevSmResourceSplitByCount(&again, &count, groups, NULL, 0, 8));
}

static hipDevResource eights[16];

static void ask_descriptors(void)
{
    hipDevResource rest, sixteens[2], pair[2], forged;
    hipDevResourceDesc_t desc = NULL;
    unsigned count = 16;
    memset(&rest, 0, sizeof rest);
    say("split16", hipDevSmResourceSplitByCount(eights, &count, &all, &rest, 0, 8));
    gave("nb=%u", count);
    count = 2;
    hipDevSmResourceSplitByCount(sixteens, &count, &all, NULL, 0, 16);
    say("desc whole", hipDevResourceGenerateDesc(&desc, &all, 1));
    pair[0] = eights[0], pair[1] = sixteens[0];
    say("desc mixed splits", hipDevResourceGenerateDesc(&desc, pair, 2));
    pair[1] = eights[1];
    say("desc two of one split", hipDevResourceGenerateDesc(&desc, pair, 2));
    pair[1] = rest;
    say("desc result+remaining", hipDevResourceGenerateDesc(&desc, pair, 2));
    gave("remtype=%d", rest.type);
    pair[1] = eights[0];
    say("desc duplicate", hipDevResourceGenerateDesc(&desc, pair, 2));
    pair[0] = all;
    say("desc whole+part", hipDevResourceGenerateDesc(&desc, pair, 2));
    say("desc n=0", hipDevResourceGenerateDesc(&desc, eights, 0));
    say("desc null out", hipDevResourceGenerateDesc(NULL, eights, 1));
    say("desc null res", hipDevResourceGenerateDesc(&desc, NULL, 1));
    say("desc invalid res", hipDevResourceGenerateDesc(&desc, &bad, 1));
    forged = eights[0];
    forged.sm.smCount = 40;
    say("desc forged count", hipDevResourceGenerateDesc(&desc, &forged, 1));
}

static hipExecutionCtx_t green;

static void ask_contexts(void)
{
    hipDevResourceDesc_t desc = NULL;
    hipExecutionCtx_t other = NULL;
    hipDevResource own, groups[2], rest;
    hipCtx_t context = NULL, again = NULL;
    unsigned count = 2;
    say("desc a0", hipDevResourceGenerateDesc(&desc, &eights[0], 1));
    say("green flags0", hipGreenCtxCreate(&other, desc, 0, 0));
    say("green flags bad", hipGreenCtxCreate(&other, desc, 0, 8));
    say("green null out", hipGreenCtxCreate(NULL, desc, 0, 1));
    say("green null desc", hipGreenCtxCreate(&other, NULL, 0, 1));
    say("green dev9", hipGreenCtxCreate(&other, desc, 9, 1));
    say("green ok", hipGreenCtxCreate(&green, desc, 0, 1));
    say("green same desc again", hipGreenCtxCreate(&other, desc, 0, 1));
    say("green getres", hipExecutionCtxGetDevResource(green, &own, hipDevResourceTypeSm));
    gave("type=%d sms=%u", own.type, own.sm.smCount);
    say("green getres null ctx", hipExecutionCtxGetDevResource(NULL, &own, hipDevResourceTypeSm));
    say("split of green res", hipDevSmResourceSplitByCount(groups, &count, &own, &rest, 0, 4));
    gave("n=%u size=%u", count, groups[0].sm.smCount);
    count = 2;
    say("split of green res min8", hipDevSmResourceSplitByCount(groups, &count, &own, &rest, 0, 8));
    gave("n=%u", count);
    count = 2;
    say("split of green res ignore min2", hipDevSmResourceSplitByCount(groups, &count, &own, &rest, 1, 2));
    gave("n=%u size=%u rem=%u", count, groups[0].sm.smCount, rest.sm.smCount);
    say("fromgreen", hipExtCtxFromGreenCtx(&context, green));
    say("fromgreen again", hipExtCtxFromGreenCtx(&again, green));
    gave("same=%d", context == again);
    say("fromgreen null", hipExtCtxFromGreenCtx(&again, NULL));
    say("fromgreen null out", hipExtCtxFromGreenCtx(NULL, green));
    gave("primary same as green ctx %d", primary == context);
    say("ctxgetres green", hipExecutionCtxGetDevResource((hipExecutionCtx_t)context, &own, hipDevResourceTypeSm));
    gave("sms=%u", own.sm.smCount);
    say("ctxgetres primary", hipExecutionCtxGetDevResource((hipExecutionCtx_t)primary, &own, hipDevResourceTypeSm));
    gave("sms=%u", own.sm.smCount);
}

static void ask_green_streams(void)
{
    static const int priorities[] = { 5, 0, -1, -3, -5, -9, 100 };
    hipExecutionCtx_t of = NULL;
    hipStream_t stream = NULL, plain = NULL, made = NULL, other = NULL;
    hipCtx_t context = NULL;
    hipDevice_t device;
    hipEvent_t event;
    unsigned flags = 99, n;
    unsigned long long id = 0;
    int low, high, count;
    hipExtCtxFromGreenCtx(&context, green);
    say("stream flags0", hipExecutionCtxStreamCreate(&stream, green, 0, 0));
    say("stream nb", hipExecutionCtxStreamCreate(&stream, green, hipStreamNonBlocking, 0));
    say("stream null out", hipExecutionCtxStreamCreate(NULL, green, hipStreamNonBlocking, 0));
    say("stream null ctx", hipExecutionCtxStreamCreate(&other, NULL, hipStreamNonBlocking, 0));
    hipDeviceGetStreamPriorityRange(&low, &high);
    gave("prio range least=%d greatest=%d", low, high);
    for (n = 0; n < 7; n++) {
        int got = 77;
        say("stream prio", hipExecutionCtxStreamCreate(&other, green, hipStreamNonBlocking, priorities[n]));
        hipStreamGetPriority(other, &got);
        gave("%d got=%d", priorities[n], got);
    }
    say("getgreen of green stream", hipExtStreamGetGreenCtx(stream, &of));
    gave("same=%d", of == green);
    hipStreamCreateWithFlags(&plain, 0);
    say("getgreen of plain stream", hipExtStreamGetGreenCtx(plain, &of));
    gave("null=%d", of == NULL);
    say("getgreen of null stream under primary", hipExtStreamGetGreenCtx(NULL, &of));
    gave("null=%d", of == NULL);
    hipCtxSetCurrent(context);
    say("getgreen of null stream under green", hipExtStreamGetGreenCtx(NULL, &of));
    gave("same=%d", of == green);
    of = NULL;
    say("getgreen legacy under green", hipExtStreamGetGreenCtx(hipStreamLegacy, &of));
    gave("same=%d", of == green);
    say("streamcreate under green flags0", hipStreamCreateWithFlags(&made, 0));
    hipStreamGetFlags(made, &flags);
    gave("flags: %u", flags);
    of = NULL;
    hipExtStreamGetGreenCtx(made, &of);
    gave("is green %d", of == green);
    hipEventCreateWithFlags(&event, 0);
    say("record", hipExecutionCtxRecordEvent(green, event));
    say("wait", hipExecutionCtxWaitEvent(green, event));
    say("record null ev", hipExecutionCtxRecordEvent(green, NULL));
    say("record null ctx", hipExecutionCtxRecordEvent(NULL, event));
    say("wait null ev", hipExecutionCtxWaitEvent(green, NULL));
    hipCtxSetCurrent(primary);
    hipEventCreateWithFlags(&event, 0);
    say("record primary event on green", hipExecutionCtxRecordEvent(green, event));
    hipCtxSetCurrent(context);
    hipDeviceGetAttribute(&count, hipDeviceAttributeMultiprocessorCount, 0);
    gave("SMs of the device %d", count);
    say("ctxgetdevice", hipCtxGetDevice(&device));
    say("ctxid", hipExecutionCtxGetId(green, &id));
    gave("nonzero=%d", id != 0);
    say("ctxid null, green current", hipExecutionCtxGetId(NULL, &id));
    say("ctxdestroy of green cx", hipCtxDestroy(context));
    hipCtxSetCurrent(primary);
    say("ctxid null, primary current", hipExecutionCtxGetId(NULL, &id));
    say("streamdestroy", hipStreamDestroy(stream));
    say("greendestroy", hipExtGreenCtxDestroy(green));
    say("greendestroy null", hipExtGreenCtxDestroy(NULL));
    say("greendestroy again", hipExtGreenCtxDestroy(green));
    say("greendestroy garbage", hipExtGreenCtxDestroy(GARBAGE(hipExecutionCtx_t)));
    say("greendestroy of the primary", hipExtGreenCtxDestroy((hipExecutionCtx_t)primary));
}

void ask_calls(void)
{
    ask_resources();
    ask_splits();
    ask_descriptors();
    ask_contexts();
    ask_green_streams();
}

/* Work queues, and splits by sizes: CUDA 13's. */
void ask_queues(void)
{
    hipDevResource sms = whole(), config, queues, groups[2], rest, resources[3];
    hipDevSmResourceGroupParams wanted[2];
    hipDevResourceDesc_t desc = NULL;
    hipExecutionCtx_t first = NULL, second = NULL;
    unsigned count = 2;
    memset(&config, 0, sizeof config);
    memset(&queues, 0, sizeof queues);
    say("device's config", hipDeviceGetDevResource(0, &config, hipDevResourceTypeWorkqueueConfig));
    gave("type=%d device=%d limit=%u scope=%d", config.type, config.wqConfig.device,
         config.wqConfig.wqConcurrencyLimit, config.wqConfig.sharingScope);
    say("device's queues", hipDeviceGetDevResource(0, &queues, hipDevResourceTypeWorkqueue));
    gave("type=%d", queues.type);
    say("null stream's config", hipStreamGetDevResource(NULL, &rest, hipDevResourceTypeWorkqueueConfig));
    say("null stream's queues", hipStreamGetDevResource(NULL, &rest, hipDevResourceTypeWorkqueue));
    hipDevSmResourceSplitByCount(groups, &count, &sms, &rest, 0, 16);
    config.wqConfig.sharingScope = hipDevWorkqueueConfigScopeGreenCtxBalanced;
    config.wqConfig.wqConcurrencyLimit = 4;
    resources[0] = groups[0], resources[1] = config, resources[2] = queues;
    say("descriptor of SMs and a config", hipDevResourceGenerateDesc(&desc, resources, 2));
    say("context of it", hipGreenCtxCreate(&first, desc, 0, 0));
    say("its config", hipExecutionCtxGetDevResource(first, &config, hipDevResourceTypeWorkqueueConfig));
    gave("limit=%u scope=%d", config.wqConfig.wqConcurrencyLimit, config.wqConfig.sharingScope);
    say("its queues", hipExecutionCtxGetDevResource(first, &queues, hipDevResourceTypeWorkqueue));
    say("descriptor of both", hipDevResourceGenerateDesc(&desc, resources, 3));
    resources[0] = groups[1], resources[1] = queues;
    say("descriptor of SMs and another's queues", hipDevResourceGenerateDesc(&desc, resources, 2));
    say("context of it", hipGreenCtxCreate(&second, desc, 0, 0));
    say("its config", hipExecutionCtxGetDevResource(second, &config, hipDevResourceTypeWorkqueueConfig));
    gave("limit=%u scope=%d", config.wqConfig.wqConcurrencyLimit, config.wqConfig.sharingScope);
    config.wqConfig.sharingScope = (hipDevWorkqueueConfigScope)7;
    say("a scope that there is not", hipDevResourceGenerateDesc(&desc, &config, 1));
    config.wqConfig.sharingScope = hipDevWorkqueueConfigScopeDeviceCtx;
    config.wqConfig.wqConcurrencyLimit = 0;
    say("for no stream", hipDevResourceGenerateDesc(&desc, &config, 1));
    config.wqConfig.wqConcurrencyLimit = 100;
    say("queues alone, for more than there are", hipDevResourceGenerateDesc(&desc, &config, 1));
    config.wqConfig.device = 3;
    say("another device's", hipDevResourceGenerateDesc(&desc, &config, 1));
    memset(wanted, 0, sizeof wanted);
    wanted[0].smCount = 16;
    say("split by sizes", hipDevSmResourceSplit(groups, 2, &sms, &rest, 0, wanted));
    gave("%u of %u, %u of %u, %u left", groups[0].sm.smCount, wanted[0].coscheduledSmCount, groups[1].sm.smCount,
         wanted[1].coscheduledSmCount, rest.sm.smCount);
    wanted[0].smCount = 12;
    wanted[0].coscheduledSmCount = 8;
    say("split by sizes, no multiple", hipDevSmResourceSplit(groups, 1, &sms, &rest, 0, wanted));
    wanted[0].flags = hipDevSmResourceGroupBackfill;
    say("the same, filled up", hipDevSmResourceSplit(groups, 1, &sms, &rest, 0, wanted));
    say("split by sizes, flags", hipDevSmResourceSplit(groups, 1, &sms, &rest, 1, wanted));
}
