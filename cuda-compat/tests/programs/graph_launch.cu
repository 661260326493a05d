// Graphs that kernels launch. The lines were recorded on an H100 (CUDA 13.0, driver 580).
#include <cuda_runtime.h>
#ifndef __CUDACC_VER_MAJOR__ // clang
#include <cuda_graphs.h>
#endif

#include <stdio.h>

#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__device__ int count, codes[8], order[16], places;
__device__ cudaGraphExec_t target;

__global__ void note(int n)
{
    order[places++] = n;
    count += n;
}

__global__ void go(int at, unsigned long long stream)
{
    codes[at] = cudaGraphLaunch(target, (cudaStream_t)stream);
}

__global__ void again(int limit)
{
    count += 1;
    codes[1] = cudaGetCurrentGraphExec() != NULL;
    if (count < limit)
        codes[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

__global__ void itself(unsigned long long stream)
{
    codes[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), (cudaStream_t)stream);
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

static cudaGraphNode_t notes(cudaGraph_t graph, cudaGraphNode_t after, int n)
{
    void *arguments[] = {&n};
    return kernel(graph, after, (const void *)note, arguments);
}

static cudaGraphNode_t goes(cudaGraph_t graph, cudaGraphNode_t after, int at, unsigned long long on)
{
    void *arguments[] = {&at, &on};
    return kernel(graph, after, (const void *)go, arguments);
}

static cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
    cudaGraphInstantiateParams params = {};
    params.flags = flags;
    params.uploadStream = stream;
    cudaError_t error = cudaGraphInstantiateWithParams(exec, graph, &params);
    printf("result %d, node %d, ", (int)params.result_out, params.errNode_out != NULL);
    return error;
}

static void run(const char *what, cudaGraphExec_t exec)
{
    int zeros[16] = {0}, got[16] = {0}, many = 0;
    cudaMemcpyToSymbol((const void *)&count, zeros, 4, 0, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol((const void *)&places, zeros, 4, 0, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol((const void *)codes, zeros, 32, 0, cudaMemcpyHostToDevice);
    cudaError_t launched = cudaGraphLaunch(exec, stream);
    printf("%s: %s, %s, codes", what, cudaGetErrorName(launched), cudaGetErrorName(cudaStreamSynchronize(stream)));
    cudaMemcpyFromSymbol(got, (const void *)codes, 32, 0, cudaMemcpyDeviceToHost);
    printf(" %d %d", got[0], got[1]);
    cudaMemcpyFromSymbol(got, (const void *)&count, 4, 0, cudaMemcpyDeviceToHost);
    printf(", count %d, order", got[0]);
    cudaMemcpyFromSymbol(&many, (const void *)&places, 4, 0, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(got, (const void *)order, 64, 0, cudaMemcpyDeviceToHost);
    for (int i = 0; i < many; ++i)
        printf(" %d", got[i]);
    printf("\n");
}

static void nothing(void *) {}

static void instantiates(void)
{
    cudaGraphExec_t exec = NULL, second = NULL;
    cudaGraph_t graph = empty();
    cudaGraphNode_t node = NULL;
    SAY(instantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
    cudaGraphAddEmptyNode(&node, graph, NULL, 0);
    SAY(instantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
    cudaGraphDestroy(graph);
    graph = empty();
    cudaHostNodeParams host = {nothing, NULL};
    cudaGraphAddHostNode(&node, graph, NULL, 0, &host);
    SAY(instantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
    cudaGraphDestroy(graph);
    graph = empty();
    cudaGraphConditionalHandle handle = 0;
    cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.size = 1;
#if CUDART_VERSION >= 13000
    cudaGraphAddNode(&node, graph, NULL, NULL, 0, &params);
#else
    cudaGraphAddNode(&node, graph, NULL, 0, &params);
#endif
    SAY(instantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
    cudaGraphDestroy(graph);
    graph = empty();
    notes(graph, NULL, 1);
    SAY(instantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagAutoFreeOnLaunch));
    SAY(instantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
    SAY(instantiate(&second, graph, cudaGraphInstantiateFlagDeviceLaunch));
    SAY(cudaGraphExecDestroy(second));
    SAY(cudaGraphExecDestroy(exec));
    cudaGraphDestroy(graph);
}

static void launches(void)
{
    const unsigned long long streams[] = {0x0100000000000000, 0x0200000000000000, 0x0300000000000000, 0, 3, 4, 0x0400000000000000};
    cudaGraph_t graph = empty(), launcher = NULL;
    cudaGraphExec_t exec = NULL, launch = NULL, none = NULL;
    notes(graph, NULL, 10);
    SAY(instantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch));
    cudaMemcpyToSymbol((const void *)&target, &exec, 8, 0, cudaMemcpyHostToDevice);
    for (int uploaded = 0; uploaded < 2; ++uploaded) {
        for (int i = 0; i < 7; ++i) {
            launcher = empty();
            goes(launcher, NULL, 0, streams[i]);
            cudaGraphInstantiate(&launch, launcher, cudaGraphInstantiateFlagDeviceLaunch);
            printf("%llx ", streams[i]);
            run(uploaded ? "uploaded" : "not uploaded", launch);
            cudaGraphExecDestroy(launch);
            cudaGraphDestroy(launcher);
        }
        SAY(cudaGraphUpload(exec, stream));
    }
    // The graph goes on beside what it launched; a tail comes when it is over.
    launcher = empty();
    notes(launcher, notes(launcher, goes(launcher, notes(launcher, NULL, 1), 0, streams[0]), 2), 3);
    cudaGraphInstantiate(&launch, launcher, 0);
    run("a tail, from a graph that kernels do not launch", launch);
    cudaMemcpyToSymbol((const void *)&target, &none, 8, 0, cudaMemcpyHostToDevice);
    run("a null graph", launch);
    cudaGraphExecDestroy(launch);
    cudaGraphDestroy(launcher);
    for (int i = 1; i < 3; ++i) {
        launcher = empty();
        void *arguments[] = {(void *)&streams[i]};
        kernel(launcher, NULL, (const void *)itself, arguments);
        cudaGraphInstantiate(&launch, launcher, cudaGraphInstantiateFlagDeviceLaunch);
        SAY(cudaGraphUpload(launch, stream));
        run("itself", launch);
        cudaGraphExecDestroy(launch);
        cudaGraphDestroy(launcher);
    }
    launcher = empty();
    int limit = 5;
    void *arguments[] = {&limit};
    kernel(launcher, NULL, (const void *)again, arguments);
    cudaGraphInstantiate(&launch, launcher, cudaGraphInstantiateFlagDeviceLaunch);
    run("itself, as its tail", launch);
    cudaGraph_t other = empty();
    notes(other, NULL, 7);
    cudaGraphExecUpdateResultInfo info = {};
    SAY(cudaGraphExecUpdate(exec, other, &info));
    SAY(cudaGraphUpload(exec, stream));
    run("updated, by the host", exec);
    cudaGraphExecDestroy(launch);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(launcher);
    cudaGraphDestroy(other);
    cudaGraphDestroy(graph);
}

int main()
{
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    instantiates();
    launches();
    return 0;
}
