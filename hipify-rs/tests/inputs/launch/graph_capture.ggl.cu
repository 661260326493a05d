#include <cuda_runtime.h>
__global__ void k(float *p, int n);
void run(float *p, int n, cudaStream_t s)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    for (int i = 0; i < 4; ++i) k<<<n / 256, 256, 0, s>>>(p, n);
    cudaStreamEndCapture(s, &graph);
    cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(exec, s);
}
