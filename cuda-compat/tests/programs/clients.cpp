// What other people's programs turned out to need: launches of graphs with packed arguments (tinygrad), occupancy of a library's
// kernel (Numba), a grid whose blocks meet by NVIDIA's device runtime (Numba), contexts with
// parameters that ask for nothing (OpenMM), and launches as before CUDA 4 (PyCUDA).
#include <cstdio>
#include <driver.h>

static const char *text = R"(
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope);
.extern .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, .param .b32 flags);
// Every block adds 1 to the first word, meets the others, and stores what it then reads; what meeting answered comes behind.
.visible .entry meet(.param .u64 words)
{
	.reg .b32 %r<8>;
	.reg .b64 %d<6>;
	.reg .pred %p<2>;
	ld.param.u64 %d1, [words];
	mov.u32 %r1, %tid.x;
	setp.ne.u32 %p1, %r1, 0;
	@!%p1 red.global.add.u32 [%d1], 1;
	{
		.param .b32 scope;
		.param .b64 handle;
		st.param.b32 [scope], 1;
		call.uni (handle), cudaCGGetIntrinsicHandle, (scope);
		ld.param.b64 %d2, [handle];
	}
	{
		.param .b64 handle;
		.param .b32 flags;
		.param .b32 error;
		st.param.b64 [handle], %d2;
		st.param.b32 [flags], 0;
		call.uni (error), cudaCGSynchronize, (handle, flags);
		ld.param.b32 %r2, [error];
	}
	ld.volatile.global.u32 %r3, [%d1];
	mov.u32 %r4, %ctaid.x;
	mul.wide.u32 %d3, %r4, 8;
	add.u64 %d4, %d1, %d3;
	@!%p1 st.global.u32 [%d4+4], %r3;
	@!%p1 st.global.u32 [%d4+8], %r2;
	ret;
}
// Stores a number.
.visible .entry put(.param .u64 words, .param .u32 number)
{
	.reg .b32 %r<2>;
	.reg .b64 %d<2>;
	ld.param.u64 %d1, [words];
	ld.param.u32 %r1, [number];
	st.global.u32 [%d1], %r1;
	ret;
}
)";

#define SAY(call) std::printf("%s: %u\n", #call, call)

static void show(CUdeviceptr words)
{
    unsigned host[9] = {};
    SAY(cuMemcpyDtoH_v2(host, words, sizeof host));
    for (unsigned word : host)
        std::printf(" %u", word);
    std::printf("\n");
}

int main()
{
    CUcontext context;
    CUlibrary library;
    CUkernel meet, put;
    CUdeviceptr words;
    SAY(cuInit(0));
    SAY(cuDevicePrimaryCtxRetain(&context, 0));
    SAY(cuCtxSetCurrent(context));
    SAY(cuLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
    SAY(cuLibraryGetKernel(&meet, library, "meet"));
    SAY(cuLibraryGetKernel(&put, library, "put"));
    int blocks = 0;
    SAY(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<CUfunction>(meet), 64, 0));
    std::printf("%d blocks of an SM\n", blocks);

    SAY(cuMemAlloc_v2(&words, 36));
    SAY(cuMemsetD32_v2(words, 0, 9));
    void *arguments[] = {&words};
    SAY(cuLaunchCooperativeKernel(reinterpret_cast<CUfunction>(meet), 4, 1, 1, 64, 1, 1, 0, nullptr, arguments));
    show(words);
    // Blocks of an ordinary launch have nowhere to meet.
    SAY(cuMemsetD32_v2(words, 0, 9));
    SAY(cuLaunchKernel(reinterpret_cast<CUfunction>(meet), 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
    show(words);

    struct {
        CUdeviceptr words;
        unsigned number;
    } block = {words, 41};
    size_t size = sizeof block;
    void *packed[] = {reinterpret_cast<void *>(1), &block, reinterpret_cast<void *>(2), &size, nullptr};
    struct {
        CUfunction function;
        unsigned grid[3], block[3], shared;
        void **arguments, **extra;
    } params = {reinterpret_cast<CUfunction>(put), {1, 1, 1}, {1, 1, 1}, 0, nullptr, packed};
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec executable;
    const auto *of_graph = reinterpret_cast<const CUDA_KERNEL_NODE_PARAMS_v1 *>(&params);
    SAY(cuGraphCreate(&graph, 0));
    SAY(cuGraphAddKernelNode(&node, graph, nullptr, 0, of_graph));
    SAY(cuGraphInstantiate_v2(&executable, graph, nullptr, nullptr, 0));
    SAY(cuGraphLaunch(executable, nullptr));
    show(words);
    block.number = 42;
    SAY(cuGraphExecKernelNodeSetParams(executable, node, of_graph));
    SAY(cuGraphLaunch(executable, nullptr));
    show(words);

    CUmodule module;
    CUfunction old;
    SAY(cuModuleLoadData(&module, text));
    SAY(cuModuleGetFunction(&old, module, "put"));
    SAY(cuFuncSetBlockShape(nullptr, 1, 1, 1));
    SAY(cuFuncSetBlockShape(old, 0, 1, 1));
    SAY(cuFuncSetBlockShape(old, 1, 1, 1));
    SAY(cuFuncSetSharedSize(old, 16));
    SAY(cuParamSetv(old, 0, &words, sizeof words));
    SAY(cuParamSeti(old, 8, 43));
    SAY(cuParamSeti(old, 4095, 43));
    SAY(cuParamSetSize(old, 12));
    SAY(cuLaunchGrid(old, 1, 1));
    show(words);
    SAY(cuParamSetf(old, 8, 1.0f));
    SAY(cuLaunch(old));
    show(words);

    struct {
        void *affinity;
        int count;
        void *graphics;
    } nothing = {nullptr, 0, nullptr}, graphics = {nullptr, 0, &words};
    CUcontext made;
    SAY(cuCtxCreate_v4(&made, reinterpret_cast<CUctxCreateParams *>(&nothing), 0, 0));
    SAY(cuCtxDestroy_v2(made));
    SAY(cuCtxCreate_v4(&made, reinterpret_cast<CUctxCreateParams *>(&graphics), 0, 0));
    return 0;
}
