"""Halide, as it comes: a stencil with tiles in shared memory, a histogram with atomics, mathematics."""

import halide as hl
import numpy as np

target = hl.get_host_target().with_feature(hl.TargetFeature.CUDA).with_feature(hl.TargetFeature.CUDACapability61)
x, y = hl.Var("x"), hl.Var("y")
bx, by, tx, ty = hl.Var("bx"), hl.Var("by"), hl.Var("tx"), hl.Var("ty")


def on_device(function, shape, tiles):
    variables = function.args()
    function.gpu_tile(*variables, *[bx, by][: len(shape)], *[tx, ty][: len(shape)], *tiles)
    output = function.realize(list(shape), target)
    output.copy_to_host()
    return np.array(output)


rng = np.random.default_rng(5)
image = rng.integers(0, 256, (66, 130)).astype(np.uint16)
source = hl.Buffer(image)
across, blurred = hl.Func("across"), hl.Func("blurred")
across[x, y] = (source[x, y] + source[x + 1, y] + source[x + 2, y]) // 3
blurred[x, y] = (across[x, y] + across[x, y + 1] + across[x, y + 2]) // 3
blurred.compute_root()
across.compute_at(blurred, bx).gpu_threads(x, y)
found = on_device(blurred, (128, 64), (16, 8))
rows = (image[:, :-2] + image[:, 1:-1] + image[:, 2:]) // 3
expected = (rows[:-2] + rows[1:-1] + rows[2:]) // 3
assert found.shape == expected.shape and (found == expected).all(), (found.shape, expected.shape)

bytes_ = hl.Buffer(rng.integers(0, 256, (64, 64)).astype(np.uint8))
histogram = hl.Func("histogram")
r = hl.RDom([(0, 64), (0, 64)])
histogram[x] = hl.u32(0)
histogram[hl.i32(bytes_[r.x, r.y])] += hl.u32(1)
histogram.gpu_tile(x, bx, tx, 64)
rbx, rby, rtx, rty = (hl.RVar(name) for name in ("rbx", "rby", "rtx", "rty"))
histogram.update().atomic().gpu_tile(r.x, r.y, rbx, rby, rtx, rty, 8, 8)
counts = histogram.realize([256], target)
counts.copy_to_host()
assert (np.array(counts) == np.bincount(np.array(bytes_).ravel(), minlength=256)).all()

values = hl.Func("values")
t = hl.f32(x) / 100.0
values[x] = hl.sqrt(t) + hl.exp(-t) * hl.sin(t)
found = on_device(values, (1000,), (64,))
t = np.arange(1000) / 100
assert np.allclose(found, np.sqrt(t) + np.exp(-t) * np.sin(t), atol=1e-5)
print("Halide: a stencil in tiles, a histogram, mathematics: PASS")
