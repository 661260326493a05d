// arch: sm_70 sm_90
// A loop and a branch in a graph, which kernels decide, and graphs that kernels launch.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int count, codes[3];

__global__ void add(int n)
{
    count += n;
}

__global__ void step(cudaGraphConditionalHandle loop, cudaGraphConditionalHandle branch)
{
    count += 1;
    cudaGraphSetConditional(loop, count < 7);
    cudaGraphSetConditional(branch, count % 2);
}

__global__ void relaunch(cudaGraphExec_t other)
{
    count += 1;
    if (count < 12)
        codes[0] |= cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
    else
        codes[1] = cudaGraphLaunch(other, cudaStreamGraphFireAndForget);
    codes[2] = cudaGraphLaunch(nullptr, cudaStreamGraphFireAndForget);
}

static bool wrong;

static void must(cudaError_t error, int line)
{
    if (error != cudaSuccess) {
        printf("line %d: %s\n", line, cudaGetErrorName(error));
        wrong = true;
    }
}
#define MUST(call) must(call, __LINE__)

static void expect(int wanted, int line)
{
    int got = 0;
    MUST(cudaMemcpyFromSymbol(&got, count, sizeof got));
    if (got != wanted) {
        printf("line %d: %d instead of %d\n", line, got, wanted);
        wrong = true;
    }
}

static cudaGraph_t *conditional(cudaGraph_t graph, cudaGraphNode_t *node, const cudaGraphNode_t *after,
                                cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned size)
{
    cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    MUST(cudaGraphAddNode(node, graph, after, after != nullptr, &params));
    return params.conditional.phGraph_out;
}

template <class... Types> static void kernel(cudaGraph_t graph, void *function, Types... values)
{
    void *arguments[] = {&values...};
    cudaKernelNodeParams params = {};
    params.func = function;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    cudaGraphNode_t node;
    MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
}

int main()
{
    cudaStream_t stream;
    MUST(cudaStreamCreate(&stream));
    cudaGraph_t graph, captured, other, launcher;
    MUST(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle loop, branch;
    MUST(cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault));
    MUST(cudaGraphConditionalHandleCreate(&branch, graph, 0, 0));
    cudaGraphNode_t first, then;
    cudaGraph_t *body = conditional(graph, &first, nullptr, loop, cudaGraphCondTypeWhile, 1);
    MUST(cudaStreamBeginCaptureToGraph(stream, body[0], nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
    step<<<1, 1, 0, stream>>>(loop, branch);
    MUST(cudaStreamEndCapture(stream, &captured));
    body = conditional(graph, &then, &first, branch, cudaGraphCondTypeIf, 2);
    kernel(body[0], (void *)add, 10);
    kernel(body[1], (void *)add, 100);
    cudaGraphExec_t exec, added;
    MUST(cudaGraphInstantiate(&exec, graph, 0));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    expect(17, __LINE__);
    int zero = 0;
    MUST(cudaMemcpyToSymbol(count, &zero, sizeof zero));
    MUST(cudaGraphCreate(&other, 0));
    kernel(other, (void *)add, 1000);
    MUST(cudaGraphInstantiate(&added, other, cudaGraphInstantiateFlagDeviceLaunch));
    MUST(cudaGraphUpload(added, stream));
    MUST(cudaGraphCreate(&launcher, 0));
    kernel(launcher, (void *)relaunch, added);
    MUST(cudaGraphInstantiate(&exec, launcher, cudaGraphInstantiateFlagDeviceLaunch));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    expect(1012, __LINE__);
    int answers[3];
    MUST(cudaMemcpyFromSymbol(answers, codes, sizeof answers));
    if (answers[0] != cudaSuccess || answers[1] != cudaSuccess || answers[2] != cudaErrorInvalidValue) {
        printf("%d %d %d\n", answers[0], answers[1], answers[2]);
        wrong = true;
    }
    if (!wrong)
        printf("right\n");
    return wrong;
}
