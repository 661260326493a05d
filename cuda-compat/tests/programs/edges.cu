// Edges of graphs with data. The lines were recorded on an H100 (CUDA 13.0, driver 580).
#include <cuda_runtime.h>
#ifndef __CUDACC_VER_MAJOR__ // clang
#include <cuda_graphs.h>
#endif

#include <stdio.h>

#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__device__ int count;

__global__ void add(int n)
{
    count += n;
}

static cudaGraphNode_t from[8], to[8];
static cudaGraphEdgeData data[8];

static cudaGraphNode_t adds(cudaGraph_t graph)
{
    cudaGraphNode_t node = NULL;
    int n = 1;
    void *arguments[] = {&n};
    cudaKernelNodeParams params = {};
    params.func = (void *)add;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    cudaGraphAddKernelNode(&node, graph, NULL, 0, &params);
    return node;
}

static cudaGraphEdgeData edge(int from_port, int to_port, int type)
{
    cudaGraphEdgeData data = {};
    data.from_port = from_port;
    data.to_port = to_port;
    data.type = type;
    return data;
}

static void connect(const char *what, cudaGraph_t graph, cudaGraphNode_t first, cudaGraphNode_t then, cudaGraphEdgeData data)
{
    printf("%s, %d %d %d: %s\n", what, data.from_port, data.to_port, data.type,
           cudaGetErrorName(cudaGraphAddDependencies(graph, &first, &then, &data, 1)));
}

static void show(cudaGraph_t graph)
{
    size_t many = 8;
    SAY(cudaGraphGetEdges(graph, from, to, data, &many));
    printf("%d edges:", (int)many);
    for (size_t i = 0; i < many; ++i)
        printf(" %d/%d/%d", data[i].from_port, data[i].to_port, data[i].type);
    printf("\n");
}

static void connects(cudaStream_t stream)
{
    cudaGraph_t graph = NULL;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t first = adds(graph), then = adds(graph), empty = NULL;
    cudaGraphAddEmptyNode(&empty, graph, NULL, 0);
    connect("kernels", graph, first, then, edge(1, 0, 0));
    connect("kernels", graph, first, then, edge(0, 0, 1));
    connect("kernels", graph, first, then, edge(3, 0, 1));
    connect("kernels", graph, first, then, edge(1, 1, 1));
    connect("kernels", graph, first, then, edge(1, 0, 2));
    cudaGraphEdgeData reserved = edge(1, 0, 1);
    reserved.reserved[1] = 1;
    connect("reserved bytes", graph, first, then, reserved);
    connect("from an empty node", graph, empty, then, edge(1, 0, 1));
    connect("from an empty node", graph, empty, then, edge(2, 0, 0));
    connect("to an empty node", graph, first, empty, edge(1, 0, 1));
    connect("to an empty node", graph, first, empty, edge(1, 0, 0));
    connect("kernels", graph, first, then, edge(2, 0, 0));
    show(graph);
    size_t many = 8;
    SAY(cudaGraphGetEdges(graph, from, to, NULL, &many));
    SAY(cudaGraphGetEdges(graph, NULL, NULL, NULL, &many));
    printf("%d\n", (int)many);
    many = 8;
    SAY(cudaGraphNodeGetDependencies(then, from, NULL, &many));
    many = 8;
    SAY(cudaGraphNodeGetDependencies(then, from, data, &many));
    printf("%d: %d/%d/%d\n", (int)many, data[0].from_port, data[0].to_port, data[0].type);
    SAY(cudaGraphNodeGetDependencies(then, NULL, NULL, &many));
    many = 8;
    SAY(cudaGraphNodeGetDependentNodes(first, to, NULL, &many));
    many = 8;
    SAY(cudaGraphNodeGetDependentNodes(first, to, data, &many));
    printf("%d: %d/%d/%d\n", (int)many, data[0].from_port, data[0].to_port, data[0].type);
    connect("again", graph, first, then, edge(1, 0, 1));
    connect("again", graph, first, then, edge(0, 0, 0));
    data[0] = edge(1, 0, 1);
    SAY(cudaGraphRemoveDependencies(graph, &first, &then, data, 1));
    data[0] = edge(2, 0, 0);
    SAY(cudaGraphRemoveDependencies(graph, &first, &then, data, 1));
    SAY(cudaGraphRemoveDependencies(graph, &first, &then, NULL, 1));
    connect("programmatic", graph, first, then, edge(1, 0, 1));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeEmpty;
    cudaGraphNode_t made = NULL;
    data[0] = edge(1, 0, 1);
    SAY(cudaGraphAddNode(&made, graph, &then, data, 1, &params));
    SAY(cudaGraphAddNode(&made, graph, &then, NULL, 1, &params));
    show(graph);
    cudaGraphExec_t exec = NULL;
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaStreamSynchronize(stream));
    int value = 0;
    cudaMemcpyFromSymbol(&value, (const void *)&count, 4, 0, cudaMemcpyDeviceToHost);
    printf("%d\n", value);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

static void captures(cudaStream_t stream)
{
    cudaGraph_t graph = NULL, captured = NULL;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    unsigned long long id = 0;
    const cudaGraphNode_t *last = NULL;
    const cudaGraphEdgeData *edges = NULL;
    size_t many = 0;
    SAY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    add<<<1, 1, 0, stream>>>(1);
    SAY(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &last, &edges, &many));
    printf("%d: %d/%d/%d\n", (int)many, edges[0].from_port, edges[0].to_port, edges[0].type);
    cudaGraphNode_t node = last[0];
    data[0] = edge(1, 0, 1);
    SAY(cudaStreamUpdateCaptureDependencies(stream, &node, data, 1, cudaStreamSetCaptureDependencies));
    SAY(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &last, &edges, &many));
    printf("%d: %d/%d/%d\n", (int)many, edges[0].from_port, edges[0].to_port, edges[0].type);
    SAY(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &last, NULL, &many));
    add<<<1, 1, 0, stream>>>(1);
    SAY(cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &last, NULL, &many));
    SAY(cudaStreamEndCapture(stream, &captured));
    show(captured);
    many = 8;
    cudaGraphGetEdges(captured, from, to, data, &many);
    cudaGraphNode_t end = to[0];
    data[0] = edge(2, 0, 0);
    SAY(cudaStreamBeginCaptureToGraph(stream, captured, &end, data, 1, cudaStreamCaptureModeRelaxed));
    add<<<1, 1, 0, stream>>>(1);
    SAY(cudaStreamEndCapture(stream, &captured));
    show(captured);
    cudaGraphDestroy(captured);
}

int main()
{
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    connects(stream);
    captures(stream);
    return 0;
}
