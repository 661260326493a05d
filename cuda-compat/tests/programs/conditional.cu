// Conditional nodes of graphs: what runs, what is refused, what an update changes. The lines were recorded on an H100 (CUDA 13.0,
// driver 580); handles, which are numbers of the graph there and of the process here, are not in them.
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

__global__ void set(cudaGraphConditionalHandle handle, unsigned value)
{
    cudaGraphSetConditional(handle, value);
}

// Counts to five.
__global__ void on(cudaGraphConditionalHandle handle)
{
    count += 1;
    cudaGraphSetConditional(handle, count < 5);
}

static cudaStream_t stream;

static cudaGraph_t empty(void)
{
    cudaGraph_t graph = NULL;
    cudaGraphCreate(&graph, 0);
    return graph;
}

static cudaGraphNode_t kernel(cudaGraph_t graph, cudaGraphNode_t after, const void *function, void **arguments)
{
    cudaGraphNode_t node = NULL;
    cudaKernelNodeParams params = {};
    params.func = (void *)function;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    cudaGraphAddKernelNode(&node, graph, &after, after != NULL, &params);
    return node;
}

static cudaGraphNode_t adds(cudaGraph_t graph, int n)
{
    void *arguments[] = {&n};
    return kernel(graph, NULL, (const void *)add, arguments);
}

static cudaGraphNode_t sets(cudaGraph_t graph, cudaGraphConditionalHandle handle, unsigned value)
{
    void *arguments[] = {&handle, &value};
    return kernel(graph, NULL, (const void *)set, arguments);
}

static cudaGraphConditionalHandle handle(cudaGraph_t graph, unsigned value, unsigned flags)
{
    cudaGraphConditionalHandle made = 0;
    cudaGraphConditionalHandleCreate(&made, graph, value, flags);
    return made;
}

static cudaGraphNode_t node;
static cudaGraph_t body[4];

static cudaError_t conditional(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphConditionalHandle handle, int type, unsigned size)
{
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = (cudaGraphConditionalNodeType)type;
    params.conditional.size = size;
#if CUDART_VERSION >= 13000
    cudaError_t error = cudaGraphAddNode(&node, graph, &after, NULL, after != NULL, &params);
#else
    cudaError_t error = cudaGraphAddNode(&node, graph, &after, after != NULL, &params);
#endif
    for (unsigned i = 0; error == cudaSuccess && i < size && i < 4; ++i)
        body[i] = params.conditional.phGraph_out[i];
    return error;
}

static cudaGraphExec_t exec;

static cudaError_t instantiate(cudaGraph_t graph)
{
    cudaGraphInstantiateParams params = {};
    cudaError_t error = cudaGraphInstantiateWithParams(&exec, graph, &params);
    printf("result %d, node %d, ", (int)params.result_out, params.errNode_out != NULL);
    return error;
}

static void launch(const char *what, cudaGraphExec_t which, int begin, int times)
{
    cudaMemcpyToSymbol((const void *)&count, &begin, 4, 0, cudaMemcpyHostToDevice);
    for (int i = 0; i < times; ++i)
        cudaGraphLaunch(which, stream);
    cudaError_t error = cudaStreamSynchronize(stream);
    cudaMemcpyFromSymbol(&begin, (const void *)&count, 4, 0, cudaMemcpyDeviceToHost);
    printf("%s: %d, %s\n", what, begin, cudaGetErrorName(error));
}

static void nothing(void *) {}

static void handles_and_sizes(void)
{
    cudaGraph_t graph = empty();
    cudaGraphConditionalHandle h = 0;
    SAY(cudaGraphConditionalHandleCreate(NULL, graph, 0, 0));
    SAY(cudaGraphConditionalHandleCreate(&h, NULL, 0, 0));
    SAY(cudaGraphConditionalHandleCreate(&h, graph, 0, 2));
    SAY(cudaGraphConditionalHandleCreate(&h, graph, 1, cudaGraphCondAssignDefault));
    SAY(instantiate(graph));
    SAY(conditional(graph, NULL, h, cudaGraphCondTypeIf, 0));
    SAY(conditional(graph, NULL, h, cudaGraphCondTypeIf, 3));
    SAY(conditional(graph, NULL, h, cudaGraphCondTypeWhile, 0));
    SAY(conditional(graph, NULL, h, cudaGraphCondTypeWhile, 2));
    SAY(conditional(graph, NULL, h, cudaGraphCondTypeSwitch, 0));
    SAY(conditional(graph, NULL, h, 3, 1));
    SAY(conditional(graph, NULL, 0, cudaGraphCondTypeIf, 1));
    SAY(conditional(graph, NULL, h, cudaGraphCondTypeIf, 1));
    SAY(conditional(graph, NULL, h, cudaGraphCondTypeIf, 1));
    SAY(instantiate(graph));
    SAY(cudaGraphDestroy(graph));
}

static void ifs(void)
{
    cudaGraph_t graph = empty(), other = empty(), copy = NULL;
    cudaGraphNode_t made = NULL;
    conditional(graph, NULL, handle(graph, 1, 0), cudaGraphCondTypeIf, 2);
    adds(body[0], 1);
    adds(body[1], 100);
    SAY(instantiate(graph));
    launch("no default", exec, 0, 1);
    SAY(instantiate(graph));
    SAY(cudaGraphClone(&copy, graph));
    SAY(cudaGraphAddChildGraphNode(&made, other, NULL, 0, graph));
    SAY(cudaGraphAddChildGraphNode(&made, other, NULL, 0, body[0]));
    SAY(cudaGraphDestroy(body[0]));
    SAY(instantiate(body[0]));
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    SAY(cudaGraphNodeGetType(node, &type));
    printf("type %d\n", (int)type);
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.size = 2;
    SAY(cudaGraphNodeSetParams(node, &params));
    SAY(cudaGraphExecNodeSetParams(exec, node, &params));
    SAY(cudaGraphNodeSetEnabled(exec, node, 0));
    SAY(cudaGraphDestroyNode(node));
    SAY(cudaGraphExecDestroy(exec));
    SAY(instantiate(graph));
    cudaGraphDestroy(graph);
    cudaGraphDestroy(other);
}

static void updates(void)
{
    cudaGraph_t graph = empty();
    cudaGraphConditionalHandle h = handle(graph, 0, 0);
    cudaGraphNode_t setter = sets(graph, h, 1);
    conditional(graph, setter, h, cudaGraphCondTypeIf, 2);
    cudaGraphNode_t inside = adds(body[0], 1);
    adds(body[1], 100);
    SAY(instantiate(graph));
    launch("set to 1, twice", exec, 0, 2);
    SAY(cudaGraphNodeSetEnabled(exec, setter, 0));
    launch("no setter: the value stays", exec, 0, 1);
    int seven = 7;
    void *arguments[] = {&seven};
    cudaKernelNodeParams params = {};
    params.func = (void *)add;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    SAY(cudaGraphExecKernelNodeSetParams(exec, inside, &params));
    launch("a node of a body", exec, 0, 1);
    cudaGraph_t other = empty();
    h = handle(other, 0, 1);
    conditional(other, sets(other, h, 1), h, cudaGraphCondTypeIf, 2);
    adds(body[0], 10);
    adds(body[1], 1000);
    cudaGraphExecUpdateResultInfo info = {};
    SAY(cudaGraphExecUpdate(exec, other, &info));
    printf("result %d, node %d\n", (int)info.result, info.errorNode != NULL);
    launch("the other's value by default", exec, 0, 1);
    cudaGraphDestroy(other);
    other = empty();
    h = handle(other, 0, 1);
    conditional(other, sets(other, h, 1), h, cudaGraphCondTypeSwitch, 2);
    adds(body[0], 10);
    adds(body[1], 1000);
    SAY(cudaGraphExecUpdate(exec, other, &info));
    printf("result %d, node %d\n", (int)info.result, info.errorNode != NULL);
    cudaGraphDestroy(other);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

static void loops_and_switches(void)
{
    cudaGraph_t graph = empty(), captured = NULL;
    cudaGraphConditionalHandle h = handle(graph, 1, cudaGraphCondAssignDefault);
    void *arguments[] = {&h};
    conditional(graph, NULL, h, cudaGraphCondTypeWhile, 1);
    kernel(body[0], NULL, (const void *)on, arguments);
    void *ten[] = {(void *)&"\x0a\0\0"};
    kernel(graph, node, (const void *)add, ten);
    SAY(instantiate(graph));
    launch("while, then 10 more", exec, 0, 1);
    launch("again, ends at once", exec, 7, 1);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    for (unsigned value = 0; value < 4; ++value) {
        graph = empty();
        h = handle(graph, value, cudaGraphCondAssignDefault);
        cudaGraphConditionalHandle inner = handle(graph, 1, cudaGraphCondAssignDefault);
        conditional(graph, NULL, h, cudaGraphCondTypeSwitch, 3);
        adds(body[0], 1);
        SAY(cudaStreamBeginCaptureToGraph(stream, body[1], NULL, NULL, 0, cudaStreamCaptureModeRelaxed));
        add<<<1, 1, 0, stream>>>(10);
        add<<<1, 1, 0, stream>>>(10);
        SAY(cudaStreamEndCapture(stream, &captured));
        cudaGraph_t child = empty();
        adds(child, 50);
        cudaGraphNode_t made = NULL;
        SAY(cudaGraphAddChildGraphNode(&made, body[2], NULL, 0, child));
        SAY(conditional(body[2], made, inner, cudaGraphCondTypeIf, 1));
        adds(body[0], 100);
        SAY(instantiate(graph));
        launch("switch", exec, 0, 1);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
        cudaGraphDestroy(child);
    }
}

static void refused_in_bodies(void)
{
    cudaGraph_t graph = empty();
    cudaGraphNode_t made = NULL;
    cudaHostNodeParams host = {nothing, NULL};
    conditional(graph, NULL, handle(graph, 1, 1), cudaGraphCondTypeIf, 1);
    SAY(cudaGraphAddHostNode(&made, body[0], NULL, 0, &host));
    SAY(instantiate(graph));
    SAY(cudaGraphDestroyNode(made));
    SAY(instantiate(graph));
    SAY(cudaGraphExecDestroy(exec));
    cudaGraphNode_t first = adds(body[0], 1), second = adds(body[0], 1);
#if CUDART_VERSION >= 13000
    cudaGraphAddDependencies(body[0], &first, &second, NULL, 1);
    cudaGraphAddDependencies(body[0], &second, &first, NULL, 1);
#else
    cudaGraphAddDependencies(body[0], &first, &second, 1);
    cudaGraphAddDependencies(body[0], &second, &first, 1);
#endif
    SAY(instantiate(graph));
    cudaGraphDestroy(graph);
}

int main()
{
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    handles_and_sizes();
    ifs();
    updates();
    loops_and_switches();
    refused_in_bodies();
    return 0;
}
