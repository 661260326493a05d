#include <cuda_runtime.h>

__global__ void step(cudaGraphConditionalHandle handle, const int *left)
{
    cudaGraphSetConditional(handle, *left > 0);
}

__global__ void relaunch(cudaGraphExec_t next)
{
    cudaGraphLaunch(next, cudaStreamGraphFireAndForget);
    cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

void build(cudaGraph_t graph, cudaGraphNode_t *node, cudaGraphExec_t *exec, cudaStream_t stream)
{
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphAddNode(node, graph, nullptr, 0, &params);
    cudaGraph_t body = params.conditional.phGraph_out[0];
    cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed);
    cudaGraphInstantiate(exec, graph, cudaGraphInstantiateFlagDeviceLaunch);
    cudaGraphUpload(*exec, stream);
}
