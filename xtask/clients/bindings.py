"""cuda-bindings with NVRTC and nvJitLink: PTX runs, the driver and nvJitLink link it, and what stands for machine code runs."""

import ctypes

from cuda.bindings import driver, nvrtc
from cuda.bindings import nvjitlink

SOURCE = rb"""
__device__ int twice(int x);
extern "C" __global__ void fill(int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = twice(i) + 1;
}
"""
OTHER = rb"__device__ int twice(int x) { return 2 * x; }"


def ok(answer):
    code, *values = answer
    assert int(code) == 0, code
    return values[0] if len(values) == 1 else values


def compile(source, options):
    program = ok(nvrtc.nvrtcCreateProgram(source, b"source.cu", 0, [], []))
    ok(nvrtc.nvrtcCompileProgram(program, len(options), options))
    return program


def ptx(source):
    program = compile(source, [b"--gpu-architecture=compute_90", b"-rdc=true"])
    text = b" " * ok(nvrtc.nvrtcGetPTXSize(program))
    ok(nvrtc.nvrtcGetPTX(program, text))
    return text


def run(image):
    module = ok(driver.cuModuleLoadData(image))
    kernel = ok(driver.cuModuleGetFunction(module, b"fill"))
    n = 1000
    memory = ok(driver.cuMemAlloc(4 * n))
    arguments = ((int(memory), n), (ctypes.c_void_p, ctypes.c_int))
    ok(driver.cuLaunchKernel(kernel, 8, 1, 1, 128, 1, 1, 0, 0, arguments, 0))
    values = (ctypes.c_int * n)()
    ok(driver.cuMemcpyDtoH(ctypes.addressof(values), memory, 4 * n))
    ok(driver.cuMemFree(memory))
    assert list(values) == [2 * i + 1 for i in range(n)]


ok(driver.cuInit(0))
device = ok(driver.cuDeviceGet(0))
context = ok(driver.cuDevicePrimaryCtxRetain(device))
ok(driver.cuCtxSetCurrent(context))
parts = [ptx(SOURCE), ptx(OTHER)]

# The driver's linker: PTX in, an image out that our own loader takes.
state = ok(driver.cuLinkCreate(0, [], []))
for part in parts:
    kind = driver.CUjitInputType.CU_JIT_INPUT_PTX
    ok(driver.cuLinkAddData(state, kind, part, len(part), b"part", 0, [], []))
image, size = ok(driver.cuLinkComplete(state))
assert size > 0
run(image)
ok(driver.cuLinkDestroy(state))

# A program of one part, as NVRTC hands it over.
whole = compile(SOURCE.replace(b"int twice(int x);", b"int twice(int x) { return 2 * x; }"), [b"--gpu-architecture=compute_90"])
text = b" " * ok(nvrtc.nvrtcGetPTXSize(whole))
ok(nvrtc.nvrtcGetPTX(whole, text))
run(text)

# nvJitLink gives our loader PTX in the place of machine code.
linker = nvjitlink.create(1, ["-arch=sm_90"])
for part in parts:
    nvjitlink.add_data(linker, nvjitlink.InputType.PTX, part, len(part), "part")
nvjitlink.complete(linker)
code = bytearray(nvjitlink.get_linked_cubin_size(linker))
nvjitlink.get_linked_cubin(linker, code)
run(bytes(code))
nvjitlink.destroy(linker)
print("NVRTC, the driver's linker, nvJitLink: PASS")
