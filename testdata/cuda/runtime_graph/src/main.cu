// Graphs: a pipeline of several streams, captured and launched often; updates in a loop; graphs built by hand with copies,
// fills, host functions, children and memory of their own.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                                  \
    do {                                                                                             \
        cudaError_t code = (call);                                                                   \
        if (code != cudaSuccess) {                                                                   \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(code)); \
            std::exit(1);                                                                            \
        }                                                                                            \
    } while (0)

constexpr int N = 4096;

__global__ void scale(const int *in, int *out, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        out[i] = in[i] * factor;
}

__global__ void add(const int *a, const int *b, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        out[i] = a[i] + b[i];
}

static int failures;

static void expect(bool holds, const char *what)
{
    if (!holds) {
        std::printf("wrong: %s\n", what);
        ++failures;
    }
}

static bool all(const std::vector<int> &values, int factor)
{
    for (int i = 0; i < N; ++i)
        if (values[i] != i * factor)
            return false;
    return true;
}

static void count(void *data)
{
    ++*static_cast<int *>(data);
}

struct Pipeline {
    int *host, *in, *left, *right, *out, *back;
    cudaStream_t first, second;
    cudaEvent_t forked, joined;
    int calls = 0;
};

// Copies in, scales twice side by side, adds up, copies out, tells the host.
static void pipeline(Pipeline &p, int left, int right)
{
    CHECK(cudaMemcpyAsync(p.in, p.host, N * sizeof(int), cudaMemcpyHostToDevice, p.first));
    CHECK(cudaEventRecord(p.forked, p.first));
    CHECK(cudaStreamWaitEvent(p.second, p.forked, 0));
    scale<<<N / 256, 256, 0, p.first>>>(p.in, p.left, left);
    scale<<<N / 256, 256, 0, p.second>>>(p.in, p.right, right);
    CHECK(cudaEventRecord(p.joined, p.second));
    CHECK(cudaStreamWaitEvent(p.first, p.joined, 0));
    add<<<N / 256, 256, 0, p.first>>>(p.left, p.right, p.out);
    CHECK(cudaMemcpyAsync(p.back, p.out, N * sizeof(int), cudaMemcpyDeviceToHost, p.first));
    CHECK(cudaLaunchHostFunc(p.first, count, &p.calls));
}

static cudaGraph_t capture(Pipeline &p, int left, int right)
{
    cudaGraph_t graph = nullptr;
    CHECK(cudaStreamBeginCapture(p.first, cudaStreamCaptureModeThreadLocal));
    pipeline(p, left, right);
    CHECK(cudaStreamEndCapture(p.first, &graph));
    return graph;
}

static void captured()
{
    Pipeline p;
    for (int **place : {&p.in, &p.left, &p.right, &p.out})
        CHECK(cudaMalloc(place, N * sizeof(int)));
    CHECK(cudaMallocHost(&p.host, N * sizeof(int)));
    CHECK(cudaMallocHost(&p.back, N * sizeof(int)));
    CHECK(cudaStreamCreate(&p.first));
    CHECK(cudaStreamCreateWithFlags(&p.second, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&p.forked, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&p.joined, cudaEventDisableTiming));
    for (int i = 0; i < N; ++i)
        p.host[i] = i;

    cudaGraph_t graph = capture(p, 2, 3);
    size_t nodes = 0, edges = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
    expect(nodes == 6 && edges == 6, "six nodes and six edges");
    expect(p.calls == 0, "capturing runs nothing");

    cudaGraphExec_t exec = nullptr;
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    for (int round = 0; round < 50; ++round)
        CHECK(cudaGraphLaunch(exec, p.first));
    CHECK(cudaStreamSynchronize(p.first));
    expect(p.calls == 50, "fifty calls");
    expect(all(std::vector<int>(p.back, p.back + N), 5), "2 and 3 are 5");

    // Other factors: the executable takes them over.
    for (int factor = 1; factor <= 20; ++factor) {
        cudaGraph_t next = capture(p, factor, 2 * factor);
        cudaGraphNode_t different = nullptr;
        cudaGraphExecUpdateResult result;
        // As CUDA 11 has it.
        CHECK(cudaGraphExecUpdate(exec, next, &different, &result));
        expect(result == cudaGraphExecUpdateSuccess, "the shape is the same");
        CHECK(cudaGraphDestroy(next));
        CHECK(cudaGraphLaunch(exec, p.first));
        CHECK(cudaStreamSynchronize(p.first));
        expect(all(std::vector<int>(p.back, p.back + N), 3 * factor), "the new factors");
    }
    CHECK(cudaGraphExecDestroy(exec));
}

static void by_hand()
{
    std::vector<int> in(N), out(N);
    for (int i = 0; i < N; ++i)
        in[i] = i;
    int calls = 0;
    cudaGraph_t graph = nullptr, inner = nullptr;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphCreate(&inner, 0));
    cudaHostNodeParams tell = {};
    tell.fn = count;
    tell.userData = &calls;
    cudaGraphNode_t called = nullptr;
    CHECK(cudaGraphAddHostNode(&called, inner, nullptr, 0, &tell));

    // The memory lives from its node to its free, in every launch.
    cudaMemAllocNodeParams room = {};
    room.poolProps.allocType = cudaMemAllocationTypePinned;
    room.poolProps.location.type = cudaMemLocationTypeDevice;
    room.bytesize = 2 * N * sizeof(int);
    cudaGraphNode_t made, copied, kernel, child, fetched, freed;
    CHECK(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &room));
    int *from = static_cast<int *>(room.dptr), *to = from + N;
    CHECK(cudaGraphAddMemcpyNode1D(&copied, graph, &made, 1, from, in.data(), N * sizeof(int), cudaMemcpyHostToDevice));
    int factor = 7;
    void *arguments[] = {&from, &to, &factor};
    cudaKernelNodeParams launch = {};
    launch.func = reinterpret_cast<void *>(scale);
    launch.gridDim = dim3(N / 256);
    launch.blockDim = dim3(256);
    launch.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&kernel, graph, &copied, 1, &launch));
    CHECK(cudaGraphAddChildGraphNode(&child, graph, &kernel, 1, inner));
    CHECK(cudaGraphAddMemcpyNode1D(&fetched, graph, &child, 1, out.data(), to, N * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaGraphAddMemFreeNode(&freed, graph, &fetched, 1, room.dptr));

    cudaGraphExec_t exec = nullptr;
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect(all(out, 7), "times 7");
    factor = 9;
    CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect(all(out, 9), "times 9");
    expect(calls == 2, "the child ran twice");

    // A kernel that is left out leaves what was there: the copy of the input is elsewhere.
    CHECK(cudaGraphNodeSetEnabled(exec, kernel, 0));
    factor = 1;
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect(calls == 3, "the child runs without it");
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(inner));
}

// What cannot be captured spoils the capture, and says so.
static void refused()
{
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    expect(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported, "no waiting while capturing");
    CHECK(cudaStreamIsCapturing(stream, &status));
    expect(status == cudaStreamCaptureStatusInvalidated, "spoilt");
    expect(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated, "its end says so");
    expect(graph == nullptr, "no graph");
    (void)cudaGetLastError();
    CHECK(cudaStreamSynchronize(stream));
}

int main()
{
    captured();
    by_hand();
    refused();
    std::printf("runtime_graph: %s\n", failures == 0 ? "PASS" : "FAIL");
    return failures == 0 ? 0 : 1;
}
