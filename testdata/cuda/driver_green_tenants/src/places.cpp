// Who runs where: groups of groups, several tenants at once, work that one tenant hands to another.
#include "tenants.hpp"

#include <cstring>
#include <thread>

static std::string number(unsigned long long value)
{
    return std::to_string(value);
}

static std::string sizes(const std::vector<CUdevResource> &groups)
{
    std::string text;
    for (const CUdevResource &group : groups)
        text += (text.empty() ? "" : " ") + std::to_string(group.sm.smCount);
    return text;
}

// The rest of a split is made a context, only to read its resource back and split that again; the parent goes before its children.
void lay_out(void)
{
    part("lay out");
    CUdevResource rest, left, again;
    std::memset(&left, 0, sizeof left);
    std::vector<CUdevResource> first = groups_of(whole(), 1, 24, &rest);
    told("first", sizes(first) + ", left " + number(rest.sm.smCount));
    unsigned one = 1;
    asked("the rest is split again", cuDevSmResourceSplitByCount(&again, &one, &rest, nullptr, 0, 8));
    CUgreenCtx parent = tenant_of(rest);
    CUdevResource own;
    asked("a context of the rest tells its resource", cuGreenCtxGetDevResource(parent, &own, CU_DEV_RESOURCE_TYPE_SM));
    told("SMs", number(own.sm.smCount));
    std::vector<CUdevResource> halves = groups_of(own, 2, 40, &left);
    told("split", sizes(halves) + ", left " + number(left.type == CU_DEV_RESOURCE_TYPE_SM ? left.sm.smCount : 0));
    CUgreenCtx critical = tenant_of(first[0]);
    CUgreenCtx children[] = {tenant_of(halves[0]), tenant_of(halves[1])};
    Places of_parent = Survey(stream_of(parent)).places();
    asked("the parent is destroyed", cuGreenCtxDestroy(parent));
    CUstream streams[] = {stream_of(children[0]), stream_of(children[1]), stream_of(critical)};
    // All three at once.
    Survey surveys[] = {Survey(streams[0]), Survey(streams[1]), Survey(streams[2])};
    Places places[] = {surveys[0].places(), surveys[1].places(), surveys[2].places()};
    told("SMs used", number(places[0].size()) + " " + number(places[1].size()) + " " + number(places[2].size()));
    told("apart", number(apart(places[0], places[1]) && apart(places[0], places[2]) && apart(places[1], places[2])));
    bool within = true;
    for (const Places &child : {places[0], places[1]})
        for (unsigned sm : child)
            within = within && of_parent.count(sm);
    told("children within their parent's", number(within));
    // A group of a split whose context is gone makes another.
    CUgreenCtx twin = tenant_of(rest);
    told("the parent's SMs, again", number(Survey(stream_of(twin)).places() == of_parent));
    for (CUgreenCtx green : {critical, children[0], children[1], twin})
        MUST(cuGreenCtxDestroy(green));
    // Small groups, whose SMs need not be of one GPC; what a context of one says of its own parts.
    unsigned few = 3;
    std::vector<CUdevResource> small(few);
    CUdevResource all = whole();
    MUST(cuDevSmResourceSplitByCount(small.data(), &few, &all, &rest, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING, 9));
    told("small groups", sizes(small) + ", left " + number(rest.sm.smCount));
    told("of a group: least, multiple", number(small[0].sm.minSmPartitionSize) + " " + number(small[0].sm.smCoscheduledAlignment));
    CUgreenCtx little = tenant_of(small[0]), large = tenant_of(first[0]);
    MUST(cuGreenCtxGetDevResource(little, &own, CU_DEV_RESOURCE_TYPE_SM));
    told("of its context", number(own.sm.minSmPartitionSize) + " " + number(own.sm.smCoscheduledAlignment));
    for (unsigned least : {0u, 4u, 8u}) {
        unsigned count = 8;
        CUdevResource parts[8];
        std::memset(parts, 0, sizeof parts);
        asked("split of its context, at least " + number(least), cuDevSmResourceSplitByCount(parts, &count, &own, &left, 0, least));
        told("gave", number(count) + " of " + number(parts[0].sm.smCount));
    }
    MUST(cuGreenCtxGetDevResource(large, &own, CU_DEV_RESOURCE_TYPE_SM));
    told("of a large one's", number(own.sm.minSmPartitionSize) + " " + number(own.sm.smCoscheduledAlignment));
    MUST(cuGreenCtxDestroy(little));
    MUST(cuGreenCtxDestroy(large));
}

// More SMs are given away than there are; threads have a tenant each.
void at_once(void)
{
    part("at once");
    CUdevResource rest;
    std::vector<CUdevResource> eights = groups_of(whole(), 4, 8, &rest);
    std::vector<CUgreenCtx> tenants;
    for (int turn = 0; turn < 2; ++turn)
        for (const CUdevResource &eight : eights)
            tenants.push_back(tenant_of(eight));
    std::vector<Survey> surveys;
    for (CUgreenCtx tenant : tenants)
        surveys.emplace_back(stream_of(tenant));
    std::vector<Places> places;
    for (Survey &survey : surveys)
        places.push_back(survey.places());
    bool disjoint = true, same = true;
    for (int n = 0; n < 4; ++n) {
        same = same && places[n].size() == 8 && places[n] == places[n + 4];
        for (int other = n + 1; other < 4; ++other)
            disjoint = disjoint && apart(places[n], places[other]);
    }
    told("eight tenants of four groups: each on its own 8", number(disjoint && same));
    told("the primary context on all", number(Survey(nullptr).places().size() == whole().sm.smCount));

    // Each thread's default stream is its tenant's.
    bool own[4] = {false, false, false, false};
    std::vector<std::thread> threads;
    for (int n = 0; n < 4; ++n)
        threads.emplace_back([&, n] {
            MUST(cuCtxSetCurrent(context_of(tenants[n])));
            Survey survey(nullptr);
            CUcontext current;
            MUST(cuCtxGetCurrent(&current));
            own[n] = survey.places() == places[n] && current == context_of(tenants[n]);
        });
    for (std::thread &thread : threads)
        thread.join();
    told("threads, each with a tenant current", number(own[0] && own[1] && own[2] && own[3]));

    // Contexts are pushed and popped; work goes where the top one says.
    CUcontext popped = nullptr;
    MUST(cuCtxPushCurrent(context_of(tenants[1])));
    MUST(cuCtxPushCurrent(context_of(tenants[2])));
    told("null stream of the top", number(Survey(nullptr).places() == places[2]));
    MUST(cuCtxPopCurrent(&popped));
    told("popped the top", number(popped == context_of(tenants[2])));
    told("null stream of the next", number(Survey(nullptr).places() == places[1]));
    CUstream made, low;
    int priority = 77, least, greatest;
    unsigned flags = 77;
    CUgreenCtx of = nullptr;
    asked("priorities under a tenant", cuCtxGetStreamPriorityRange(&least, &greatest));
    told("range", std::to_string(least) + " " + std::to_string(greatest));
    MUST(cuStreamCreateWithPriority(&made, CU_STREAM_NON_BLOCKING, -2));
    MUST(cuStreamGetPriority(made, &priority));
    MUST(cuStreamGetGreenCtx(made, &of));
    told("a stream with priority", std::to_string(priority) + (of == tenants[1] ? ", the tenant's" : ", no tenant's"));
    told("its places", number(Survey(made).places() == places[1]));
    MUST(cuStreamCreate(&low, CU_STREAM_DEFAULT));
    MUST(cuStreamGetFlags(low, &flags));
    told("flags of a default one", number(flags));
    MUST(cuStreamGetPriority(nullptr, &priority));
    MUST(cuStreamGetFlags(nullptr, &flags));
    told("null stream: priority, flags", std::to_string(priority) + " " + number(flags));
    CUgraph graph = nullptr;
    asked("null stream captures", cuStreamBeginCapture(nullptr, CU_STREAM_CAPTURE_MODE_RELAXED));
    asked("a stream captures", cuStreamBeginCapture(made, CU_STREAM_CAPTURE_MODE_RELAXED));
    asked("ends", cuStreamEndCapture(made, &graph));
    MUST(cuGraphDestroy(graph));
    cuStreamEndCapture(nullptr, &graph);
    MUST(cuStreamDestroy(made));
    MUST(cuStreamDestroy(low));
    MUST(cuCtxPopCurrent(&popped));
    told("null stream of the primary", number(Survey(nullptr).places().size() == whole().sm.smCount));
    for (CUgreenCtx tenant : tenants)
        MUST(cuGreenCtxDestroy(tenant));
}

// What belongs to the device: memory, modules, events, graphs.
void across(void)
{
    part("across");
    CUdevResource rest;
    std::vector<CUdevResource> groups = groups_of(whole(), 2, 16, &rest);
    CUgreenCtx one = tenant_of(groups[0]), two = tenant_of(groups[1]);
    CUstream first = stream_of(one), second = stream_of(two), plain;
    MUST(cuStreamCreate(&plain, CU_STREAM_NON_BLOCKING));
    Places own = Survey(first).places();
    // A graph that one tenant captured runs where its launch is.
    CUdeviceptr out;
    MUST(cuMemAlloc(&out, 512 * sizeof(unsigned)));
    std::vector<unsigned> seen(512);
    unsigned turns = 50;
    void *arguments[] = {&out, &turns};
    for (CUstream captured : {first, plain}) {
        CUgraph graph;
        CUgraphExec exec;
        MUST(cuStreamBeginCapture(captured, CU_STREAM_CAPTURE_MODE_RELAXED));
        MUST(cuLaunchKernel(where, 512, 1, 1, 32, 1, 1, 0, captured, arguments, nullptr));
        MUST(cuStreamEndCapture(captured, &graph));
        MUST(cuGraphInstantiateWithFlags(&exec, graph, 0));
        for (CUstream launched : {first, second, plain}) {
            const char *names[] = {captured == first ? "a tenant's graph" : "the primary's graph",
                                   launched == first ? "in its stream" : launched == second ? "in another's" : "in the primary's"};
            asked(std::string(names[0]) + " " + names[1], cuGraphLaunch(exec, launched));
            MUST(cuStreamSynchronize(launched));
            MUST(cuMemcpyDtoH(seen.data(), out, seen.size() * sizeof(unsigned)));
            Places places(seen.begin(), seen.end());
            bool within = true;
            for (unsigned sm : places)
                within = within && own.count(sm);
            told("on the first tenant's SMs", number(within));
        }
        MUST(cuGraphExecDestroy(exec));
        MUST(cuGraphDestroy(graph));
    }
    // An event of one is recorded and awaited by others; memory of one is freed by another.
    CUevent event, timed;
    CUdeviceptr memory;
    MUST(cuCtxSetCurrent(context_of(one)));
    MUST(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    MUST(cuEventCreate(&timed, CU_EVENT_DEFAULT));
    asked("memory of a tenant", cuMemAlloc(&memory, 4096));
    asked("filled in its stream", cuMemsetD32Async(memory, 7, 1024, first));
    asked("event of a tenant, recorded in its stream", cuEventRecord(event, first));
    asked("in another's", cuEventRecord(event, second));
    asked("in the primary's", cuEventRecord(timed, plain));
    asked("over another tenant", cuGreenCtxRecordEvent(two, event));
    asked("timed, over a tenant", cuGreenCtxRecordEvent(one, timed));
    asked("waited for", cuEventSynchronize(timed));
    asked("awaited by the other", cuGreenCtxWaitEvent(two, timed));
    MUST(cuCtxSetCurrent(context_of(two)));
    unsigned word = 0;
    asked("read by another tenant", cuMemcpyDtoH(&word, memory, sizeof word));
    told("value", number(word));
    asked("freed by it", cuMemFree(memory));
    asked("event destroyed by it", cuEventDestroy(event));
    MUST(cuCtxSetCurrent(primary));
    MUST(cuEventDestroy(timed));
    MUST(cuMemFree(out));
    MUST(cuStreamDestroy(plain));
    for (CUstream stream : {first, second})
        MUST(cuStreamDestroy(stream));
    for (CUgreenCtx tenant : {one, two})
        MUST(cuGreenCtxDestroy(tenant));
}
