"""PyTorch, as it comes: what torch.cuda does without kernels of its own, and kernels that torch.compile has Triton make."""

import torch

assert torch.cuda.is_available() and torch.cuda.device_count() >= 1
name, capability = torch.cuda.get_device_name(0), torch.cuda.get_device_capability(0)
properties = torch.cuda.get_device_properties(0)
assert name in str(properties) and properties.major == capability[0] and properties.total_memory > 1 << 30
cuda = torch.device("cuda")

x = torch.arange(10_000, dtype=torch.float32)
there = x.to(cuda)
assert torch.equal(there.cpu(), x) and torch.cuda.memory_allocated() >= 40_000
assert torch.equal(there[100:200].cpu(), x[100:200]) and torch.equal(there.view(100, 100)[3].cpu(), x[300:400])
pinned, back = x.pin_memory(), torch.empty(10_000).pin_memory()
stream, begin, end = torch.cuda.Stream(), torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
with torch.cuda.stream(stream):
    begin.record()
    copy = pinned.to(cuda, non_blocking=True)
    back.copy_(copy, non_blocking=True)
    end.record()
end.synchronize()
assert stream.query() and torch.equal(back, x) and begin.elapsed_time(end) >= 0
copied = torch.empty_like(there)
copied.copy_(there)
assert torch.equal(copied.cpu(), x)
free, total = torch.cuda.mem_get_info()
assert 0 < free <= total
peak = torch.cuda.max_memory_allocated()
del there, copy, copied
torch.cuda.empty_cache()
assert torch.cuda.memory_allocated() == 0 and peak > 0
torch.cuda.synchronize()
torch.cuda.nvtx.range_push("step")
torch.cuda.nvtx.range_pop()
try:
    (x.to(cuda) + 1).cpu()
except torch.AcceleratorError as error:
    assert "no kernel image" in str(error), error
else:
    raise SystemExit("PyTorch's own kernels run: they have PTX now")


@torch.compile
def smooth(a, b):
    return torch.nn.functional.gelu(a * 2 + b).sum(dim=1), torch.softmax(a, dim=1)

a, b = torch.randn(64, 200), torch.randn(64, 200)
sums, soft = smooth(a.to(cuda), b.to(cuda))
assert torch.allclose(sums.cpu(), torch.nn.functional.gelu(a * 2 + b).sum(dim=1), atol=1e-3)
assert torch.allclose(soft.cpu(), torch.softmax(a, dim=1), atol=1e-5)
activities = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
with torch.profiler.profile(activities=activities) as profile:
    x.to(cuda).cpu()
assert any("copy" in event.key for event in profile.key_averages())
print("PyTorch: start, memory, streams, events, copies, compiled kernels: PASS")
