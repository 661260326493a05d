"""pynvml, gpustat and nvitop, as they come: what they say of devices and of this process."""

import os

import pynvml
from cuda.bindings import driver as cuda


def good(answer):
    code, *rest = answer
    assert code == cuda.CUresult.CUDA_SUCCESS, code
    return rest[0] if rest else None


pynvml.nvmlInit()
device = pynvml.nvmlDeviceGetHandleByIndex(0)
assert pynvml.nvmlDeviceGetCount() >= 1 and "NVIDIA" in pynvml.nvmlDeviceGetName(device)
assert pynvml.nvmlDeviceGetComputeRunningProcesses(device) == []
good(cuda.cuInit(0))
good(cuda.cuCtxSetCurrent(good(cuda.cuDevicePrimaryCtxRetain(0))))
before = pynvml.nvmlDeviceGetMemoryInfo(device).used
good(cuda.cuMemAlloc(256 << 20))
memory = pynvml.nvmlDeviceGetMemoryInfo(device)
assert memory.used - before >= 256 << 20 and memory.free + memory.used <= memory.total
(process,) = pynvml.nvmlDeviceGetComputeRunningProcesses(device)
assert process.pid == os.getpid() and process.usedGpuMemory >= 256 << 20

import gpustat

(stat, *_) = gpustat.new_query()
assert stat.memory_used >= 256 and stat.memory_total > stat.memory_used, stat.jsonify()
assert [process["pid"] for process in stat.processes] == [os.getpid()], stat.processes

from nvitop import Device

first = Device(0)
assert first.memory_used() >= 256 << 20 and first.name() == pynvml.nvmlDeviceGetName(device)
assert list(first.processes()) == [os.getpid()]
answers = missing = 0
for name in dir(pynvml):
    function = getattr(pynvml, name)
    if name.startswith("nvmlDeviceGet") and callable(function):
        try:
            function(device)
            answers += 1
        except pynvml.NVMLError_FunctionNotFound:
            raise SystemExit(f"{name} is not there")
        except pynvml.NVMLError:
            missing += 1
        except TypeError:
            pass
print(f"pynvml, gpustat, nvitop: memory, processes; {answers} getters answer, {missing} are not supported: PASS")
