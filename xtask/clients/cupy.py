"""CuPy, as it comes: raw, element-wise and reduction kernels, sums, scans, sorts, FFT, linear algebra, random numbers."""

import cupy as cp
import numpy as np

rng = np.random.default_rng(4)
a, b = rng.standard_normal((2, 5000), dtype=np.float32)
x, y = cp.asarray(a), cp.asarray(b)


def same(found, expected, **tolerance):
    assert np.allclose(cp.asnumpy(found), expected, **tolerance), (found, expected)


add = cp.RawKernel("""
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}""", "add")
out = cp.empty_like(x)
add((40,), (128,), (x, y, out, np.int32(a.size)))
same(out, a + b)
module = cp.RawModule(code="""
template <typename T> __global__ void scaled(T *x, T by) { x[blockDim.x * blockIdx.x + threadIdx.x] *= by; }
""", options=("-std=c++17",), name_expressions=("scaled<double>",))
wide = cp.ones(256)
module.get_function("scaled<double>")((2,), (128,), (wide, 3.0))
same(wide, 3)
line = cp.ElementwiseKernel("T x, T y, T k", "T z", "z = k * x + y", "line")
same(line(x, y, np.float32(2)), 2 * a + b, atol=1e-5)
length = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "length")
same(length(x), np.linalg.norm(a), rtol=1e-4)


@cp.fuse()
def fused(x, y):
    return cp.sqrt(x * x + y * y) * 2


same(fused(x, y), np.hypot(a, b) * 2, rtol=1e-4)

same(cp.sin(x) * y - x / (1 + y * y), np.sin(a) * b - a / (1 + b * b), atol=1e-5)
same(x.sum(), a.sum(), rtol=1e-3)
square, flat = a.reshape(50, 100), x.reshape(50, 100)
same(flat.mean(axis=0), square.mean(axis=0), atol=1e-5)
same(flat.std(axis=1), square.std(axis=1), rtol=1e-4)
same(cp.cumsum(x), np.cumsum(a), atol=1e-2)
assert int(x.argmax()) == a.argmax() and (cp.asnumpy(cp.where(x > 1)[0]) == np.where(a > 1)[0]).all()
assert (cp.asnumpy(cp.histogram(x, bins=10)[0]) == np.histogram(a, bins=10)[0]).all()
same(cp.interp(cp.asarray([0.5, 1.5]), cp.arange(3.0), cp.asarray([0.0, 2.0, 6.0])), [1, 4])

same(cp.fft.fft(x), np.fft.fft(a), atol=1e-2)
same(cp.fft.irfft2(cp.fft.rfft2(flat)), square, atol=1e-4)

m = rng.standard_normal((40, 40))
spd, g = m @ m.T + 40 * np.eye(40), cp.asarray(m)
same(g @ g, m @ m)
same(cp.linalg.solve(cp.asarray(spd), cp.asarray(m)), np.linalg.solve(spd, m))
same(cp.linalg.cholesky(cp.asarray(spd)), np.linalg.cholesky(spd))
same(cp.linalg.inv(cp.asarray(spd)), np.linalg.inv(spd), atol=1e-9)
same(cp.linalg.det(cp.asarray(spd)) / np.linalg.det(spd), 1)
same(cp.linalg.eigvalsh(cp.asarray(spd)), np.linalg.eigvalsh(spd))
same(cp.linalg.svd(g, compute_uv=False), np.linalg.svd(m, compute_uv=False))
q, r = cp.linalg.qr(g)
same(q @ r, m)
same(cp.einsum("ij,jk->ik", g, g), m @ m)

cp.random.seed(1)
uniform = cp.random.random(20_000)
assert abs(float(uniform.mean()) - 0.5) < 0.02 and 0 <= float(uniform.min()) and float(uniform.max()) < 1
normal = cp.random.standard_normal(20_000)
assert abs(float(normal.mean())) < 0.05 and abs(float(normal.std()) - 1) < 0.05

with cp.cuda.Stream(non_blocking=True) as stream:
    begin, end = cp.cuda.Event(), cp.cuda.Event()
    begin.record()
    z = x + y
    end.record()
stream.synchronize()
same(z, a + b)
assert cp.cuda.get_elapsed_time(begin, end) >= 0

# CuPy's compiled kernels have PTX for the newest devices alone.
newest = int(cp.cuda.Device().compute_capability) >= 120
if newest:
    assert abs(float(cp.random.default_rng(7).random(20_000).mean()) - 0.5) < 0.02
    assert (cp.asnumpy(cp.sort(x)) == np.sort(a)).all()
    assert (cp.asnumpy(cp.argsort(x)) == np.argsort(a)).all()
    assert (cp.asnumpy(cp.unique(cp.asarray([3, 1, 3, 2]))) == [1, 2, 3]).all()
print("CuPy: raw, element-wise, reductions, scans,", *["sorts,"] * newest, "FFT, linear algebra, random numbers: PASS")
