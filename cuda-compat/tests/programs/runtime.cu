// One line for each call whose structure or number is CUDA's own; kernels, symbols and graphs on the way. The lines were
// recorded on an H200 (CUDA 13.0, driver 580), but for the last, which only our library says.
#include <cuda_runtime.h>

#include <stdio.h>

#ifdef __CUDACC_VER_MAJOR__ // nvcc
#define STATUS_OF(s) (cudaDriverEntryPointQueryResult *)&s
#else
#define STATUS_OF(s) &s
#endif

#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__constant__ float factor = 2;
__device__ int launches = 5;

__global__ void scale(float *values, int count)
{
#ifdef __CUDACC_VER_MAJOR__ // nvcc
    int at = blockIdx.x * blockDim.x + threadIdx.x;
#else
    int at = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
#endif
    if (at < count)
        values[at] *= factor;
    if (at == 0)
        launches += 1;
}

int main()
{
    int value = 0;
    SAY(cudaRuntimeGetVersion(&value));
    printf("version %d\n", value);
    cudaDeviceProp properties;
    SAY(cudaGetDeviceProperties(&properties, 0));
    printf("%s: %zu MiB, %d.%d, %d SMs, clusters %d\n", properties.name, properties.totalGlobalMem >> 20, properties.major,
           properties.minor, properties.multiProcessorCount, properties.clusterLaunch);
    SAY(cudaGetDeviceProperties(&properties, 7));
    SAY(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
    printf("threads per block %d\n", value);
    SAY(cudaDeviceGetAttribute(&value, cudaDevAttrClusterLaunch, 0));
    printf("clusters %d\n", value);
    SAY(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)100000, 0));
    SAY(cudaMemset(NULL, 0, 4));
    SAY(cudaDeviceGetAttribute(NULL, cudaDevAttrMaxThreadsPerBlock, 0));
    printf("last error %s\n", cudaGetErrorString(cudaPeekAtLastError()));
    printf("last error %s\n", cudaGetErrorString(cudaGetLastError()));
    printf("last error %s\n", cudaGetErrorString(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName((cudaError_t)12345));

    const char *name = NULL;
    float values[256], *on_device = NULL;
    for (int i = 0; i < 256; ++i)
        values[i] = (float)i;
    SAY(cudaMalloc((void **)&on_device, sizeof(values)));
    SAY(cudaMemcpy(on_device, values, sizeof(values), cudaMemcpyHostToDevice));
    scale<<<1, 256>>>(on_device, 256);
    SAY(cudaGetLastError());
    scale<<<1, 2000>>>(on_device, 256);
    SAY(cudaGetLastError());
    scale<<<0, 200>>>(on_device, 256);
    SAY(cudaGetLastError());
    scale<<<dim3(1, 70000), 200>>>(on_device, 256);
    SAY(cudaGetLastError());
    scale<<<1, 200, 60000>>>(on_device, 256);
    SAY(cudaGetLastError());
    scale<<<1, 200, 6000000>>>(on_device, 256);
    SAY(cudaGetLastError());
    scale<<<1, dim3(1, 1, 65)>>>(on_device, 256);
    SAY(cudaGetLastError());
    SAY(cudaMemcpy(NULL, values, 4, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy(on_device, values, 4, (cudaMemcpyKind)77));
    SAY(cudaMemcpy(on_device, values, sizeof(values) * 1000, cudaMemcpyHostToDevice));
    SAY(cudaFuncGetName(&name, (const void *)&value));
    SAY(cudaMemcpyToSymbol((const void *)&value, &value, 4, 0, cudaMemcpyHostToDevice));
    SAY(cudaGetLastError());
    SAY(cudaGetLastError());
    cudaStream_t stream;
    SAY(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    float three = 3;
    SAY(cudaMemcpyToSymbol((const void *)&factor, &three, sizeof(three), 0, cudaMemcpyHostToDevice));
    SAY(cudaDeviceSynchronize());
    scale<<<dim3(2), dim3(128), 0, stream>>>(on_device, 256);
    SAY(cudaMemcpyAsync(values, on_device, sizeof(values), cudaMemcpyDeviceToHost, stream));
    SAY(cudaStreamSynchronize(stream));
    printf("values %g %g %g\n", values[0], values[100], values[255]);
    SAY(cudaMemcpyFromSymbol(&value, (const void *)&launches, sizeof(value), 0, cudaMemcpyDeviceToHost));
    printf("launches %d\n", value);

    struct {
        cudaPointerAttributes of;
        unsigned guard;
    } pointer = {{}, 0xfeedbeef};
    SAY(cudaPointerGetAttributes(&pointer.of, on_device + 1));
    printf("type %u, device %d, %s, guard %x\n", pointer.of.type, pointer.of.device,
           pointer.of.devicePointer == on_device + 1 ? "its address" : "another address", pointer.guard);
    cudaFuncAttributes attributes;
    SAY(cudaFuncGetAttributes(&attributes, (const void *)scale));
    printf("threads %d, shared %zu, ptx %d\n", attributes.maxThreadsPerBlock, attributes.sharedSizeBytes,
           attributes.ptxVersion > 0);
    SAY(cudaFuncGetName(&name, (const void *)scale));
    printf("%s\n", name);

    // By handle, as CUDA's launches take kernels too.
    cudaKernel_t kernel;
    int count = 256;
    void *params[] = {&on_device, &count};
    SAY(cudaGetKernel(&kernel, (const void *)scale));
    SAY(cudaLaunchKernel((const void *)kernel, dim3(1), dim3(256), params, 0, stream));

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[2];
    SAY(cudaGraphCreate(&graph, 0));
    cudaKernelNodeParams node = {(void *)scale, dim3(4), dim3(64), 0, params, NULL}, back = {};
    SAY(cudaGraphAddKernelNode(&nodes[0], graph, NULL, 0, &node));
    SAY(cudaGraphKernelNodeGetParams(nodes[0], &back));
    printf("grid %u, block %u, %s\n", back.gridDim.x, back.blockDim.x, back.func == node.func ? "its function" : "another");
    cudaMemsetParams set = {on_device + 128, 0, 0, 4, 128, 1};
    SAY(cudaGraphAddMemsetNode(&nodes[1], graph, nodes, 1, &set));
    SAY(cudaGraphInstantiate(&exec, graph, 0));
    SAY(cudaGraphLaunch(exec, stream));
    SAY(cudaMemcpyAsync(values, on_device, sizeof(values), cudaMemcpyDeviceToHost, stream));
    SAY(cudaStreamSynchronize(stream));
    printf("values %g %g %g\n", values[0], values[100], values[255]);
    SAY(cudaGraphExecDestroy(exec));
    SAY(cudaGraphDestroy(graph));
    SAY(cudaStreamDestroy(stream));

    // The driver of the same process has the same memory and the same context.
    cudaError_t (*range)(void **, size_t *, void *) = NULL;
    int status = -1;
    SAY(cudaGetDriverEntryPointByVersion("cuMemGetAddressRange", (void **)&range, 12000, 0, STATUS_OF(status)));
    void *base = NULL;
    size_t bytes = 0;
    printf("driver says %d\n", range(&base, &bytes, on_device + 3));
    printf("status %d, %zu bytes, %s\n", status, bytes, base == on_device ? "the same memory" : "other memory");
    SAY(cudaGetDriverEntryPointByVersion("cuNoSuchFunction", (void **)&range, 12000, 0, STATUS_OF(status)));
    printf("status %d\n", status);
    SAY(cudaFree(on_device));
    SAY(cudaFree(on_device));
#ifndef __CUDACC_VER_MAJOR__
    unsigned found = 0;
    SAY(cudaGLGetDevices(&found, NULL, 0, 1));
#endif
    return 0;
}
