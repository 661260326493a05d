#include <cuda.h>

void build(CUgraph g, CUgraphNode *nodes, CUstream s, size_t n)
{
    cuGraphAddDependencies(g, nodes, nodes + 1, n);
    cuGraphAddDependencies(g, nodes, nodes + 1, NULL, n);
    cuGraphAddDependencies_v2(g, nodes, nodes + 1, nullptr, n);
    cuStreamUpdateCaptureDependencies(s, nodes, n, 0);
    cuStreamUpdateCaptureDependencies(s, nodes, nullptr, n, 0);
    CUstreamCaptureStatus status;
    cuuint64_t id;
    CUgraph captured;
    const CUgraphNode *deps;
    cuStreamGetCaptureInfo(s, &status, &id);
    cuStreamGetCaptureInfo(s, &status, &id, &captured, &deps, &n);
    cuStreamGetCaptureInfo(s, &status, &id, &captured, &deps, nullptr, &n);
    CUgraphExec exec;
    cuGraphInstantiate(&exec, g, 0);
    cuGraphInstantiate(&exec, g, nullptr, nullptr, 0);
    CUgraphExecUpdateResultInfo info;
    cuGraphExecUpdate(exec, g, &info);
}
