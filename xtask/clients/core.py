"""cuda.core, as it comes: programs compiled to machine code and to PTX, links, launches, copies, graphs, errors."""

import ctypes

import numpy as np
from cuda.core import Device, LaunchConfig, LegacyPinnedMemoryResource, Linker, LinkerOptions, Program, ProgramOptions, launch

device = Device()
device.set_current()
stream = device.create_stream()
host = LegacyPinnedMemoryResource()
arch = f"sm_{device.arch}"
n = 5000


def seen(buffer, kind):
    """A buffer of the host as an array."""
    return np.frombuffer((ctypes.c_char * buffer.size).from_address(int(buffer.handle)), kind)


SAXPY = """
template <typename T> __global__ void saxpy(T k, const T *x, const T *y, T *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = k * x[i] + y[i];
}
"""
for target in ("cubin", "ptx"):
    program = Program(SAXPY, "c++", ProgramOptions(std="c++17", arch=arch))
    module = program.compile(target, name_expressions=("saxpy<float>", "saxpy<double>"))
    for kind, name in ((np.float32, "saxpy<float>"), (np.float64, "saxpy<double>")):
        kernel = module.get_kernel(name)
        size = n * np.dtype(kind).itemsize
        x, y, out = (host.allocate(size) for _ in range(3))
        seen(x, kind)[:] = np.arange(n)
        seen(y, kind)[:] = 1
        launch(stream, LaunchConfig(grid=(n + 255) // 256, block=256), kernel, kind(3), x, y, out, np.uint64(n))
        stream.sync()
        assert (seen(out, kind) == 3 * np.arange(n) + 1).all()
        there = device.allocate(size, stream=stream)
        there.copy_from(out, stream=stream)
        there.copy_to(x, stream=stream)
        stream.sync()
        assert (seen(x, kind) == seen(out, kind)).all()
        there.close(stream)

separate = ProgramOptions(arch=arch, relocatable_device_code=True)
parts = [
    Program("extern __device__ int twice(int);"
            'extern "C" __global__ void all(int *x) { x[threadIdx.x] = twice(x[threadIdx.x]); }', "c++", separate),
    Program("__device__ int twice(int x) { return 2 * x; }", "c++", separate),
]
linked = Linker(*[part.compile("ptx") for part in parts], options=LinkerOptions(arch=arch)).link("cubin")
values = host.allocate(128)
seen(values, np.int32)[:] = np.arange(32)
builder = stream.create_graph_builder()
builder.begin_building()
launch(builder, LaunchConfig(grid=1, block=32), linked.get_kernel("all"), values)
graph = builder.end_building().complete()
for _ in range(2):
    graph.launch(stream)
event = stream.record()
event.sync()
assert (seen(values, np.int32) == 4 * np.arange(32)).all()
try:
    Program("nonsense", "c++").compile("cubin")
except Exception as wrong:  # noqa: BLE001 (NVRTC's, nvJitLink's or the driver's)
    assert "nonsense" in str(wrong), wrong
else:
    raise SystemExit("nonsense compiles")
print("cuda.core: templates to machine code and to PTX, links, copies, graphs, errors: PASS")
