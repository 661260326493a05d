#include <cuda_runtime.h>

cudaGraphExec_t record(cudaStream_t stream, void (*work)(cudaStream_t))
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCaptureStatus status;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    work(stream);
    cudaStreamIsCapturing(stream, &status);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphNode_t node;
    cudaKernelNodeParams params = {};
    cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params);
    cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(exec, stream);
    cudaGraphDebugDotPrint(graph, "graph.dot", cudaGraphDebugDotFlagsVerbose);
    cudaGraphDestroy(graph);
    return exec;
}
