#include <cuda_runtime.h>

void f(cudaGraph_t graph)
{
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventCreate(&e, cudaEventDisableTiming);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
    cudaGraphNode_t error;
    char log[64];
    cudaGraphInstantiate(&exec, graph, &error, log, sizeof(log));
    cudaGraphInstantiateWithFlags(&exec, graph, 0);
}
