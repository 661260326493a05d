"""Numba, as it comes: shared memory, atomics, warps, grids that meet, universal functions, reductions, random numbers."""

import math
import warnings

import numpy as np
from numba import cuda, float32, guvectorize, int32, vectorize
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

# Small grids and the linker of the driver, which are what is wanted here.
warnings.simplefilter("ignore")
n = 10_000
blocks = (n + 127) // 128
a = np.arange(n, dtype=np.float32)


@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


@cuda.jit
def total(a, out):
    part = cuda.shared.array(128, dtype=float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = a[i] if i < a.size else 0.0
    cuda.syncthreads()
    s = 64
    while s > 0:
        if t < s:
            part[t] += part[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        cuda.atomic.add(out, 0, part[0])


@cuda.jit
def bins(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, x[i] % 16, 1)
        cuda.atomic.max(out, 16, x[i])
        cuda.atomic.min(out, 17, x[i])
        cuda.atomic.cas(out, 18, 0, 7)


@cuda.jit
def warp_sum(out):
    i = cuda.laneid
    v = i
    for step in (16, 8, 4, 2, 1):
        v += cuda.shfl_xor_sync(0xFFFFFFFF, v, step)
    out[i] = v if cuda.ballot_sync(0xFFFFFFFF, i % 2 == 0) == 0x55555555 else -1


@cuda.jit
def shift(x):
    grid = cuda.cg.this_grid()
    i = cuda.grid(1)
    for _ in range(3):
        v = x[(i + 1) % x.size]
        grid.sync()
        x[i] = v + 1
        grid.sync()


table = np.arange(8, dtype=np.int32)


@cuda.jit(device=True)
def from_table(i):
    return cuda.const.array_like(table)[i]


@cuda.jit
def private(out):
    own = cuda.local.array(8, int32)
    for k in range(8):
        own[k] = from_table(k) * cuda.threadIdx.x
    s = 0
    for k in range(8):
        s += own[k]
    out[cuda.threadIdx.x] = s


@vectorize(["float32(float32, float32)"], target="cuda")
def hypotenuse(a, b):
    return math.sqrt(a * a + b * b)


@guvectorize(["void(float32[:], float32[:], float32[:])"], "(n),(n)->()", target="cuda")
def dot(x, y, out):
    s = 0.0
    for i in range(x.shape[0]):
        s += x[i] * y[i]
    out[0] = s


@cuda.jit
def pi(states, out, tries):
    i = cuda.grid(1)
    inside = 0
    for _ in range(tries):
        u = xoroshiro128p_uniform_float32(states, i)
        v = xoroshiro128p_uniform_float32(states, i)
        inside += u * u + v * v <= 1
    out[i] = 4.0 * inside / tries


c = np.zeros(n, np.float32)
add[blocks, 128](a, np.full(n, 2, np.float32), c)
assert (c == a + 2).all()
out = cuda.to_device(np.zeros(1, np.float32))
total[blocks, 128](cuda.to_device(np.ones(n, np.float32)), out)
assert out.copy_to_host()[0] == n
counts = cuda.to_device(np.array([0] * 16 + [0, n, 0], np.int32))
bins[blocks, 128](np.arange(5, n, dtype=np.int32), counts)
counts = counts.copy_to_host()
assert (counts[:16] == np.bincount(np.arange(5, n) % 16)).all() and list(counts[16:]) == [n - 1, 5, 7]
lanes = cuda.device_array(32, np.int64)
warp_sum[1, 32](lanes)
assert (lanes.copy_to_host() == 496).all()
ring, shifted = np.arange(256), cuda.to_device(np.arange(256))
shift[4, 64](shifted)
assert (shifted.copy_to_host() == np.roll(ring, -3) + 3).all()
sums = cuda.device_array(32, np.int32)
private[1, 32](sums)
assert (sums.copy_to_host() == 28 * np.arange(32)).all()
assert np.allclose(hypotenuse(a, a[::-1].copy()), np.hypot(a, a[::-1]))
rows = np.random.default_rng(1).random((50, 20), dtype=np.float32)
assert np.allclose(dot(rows, rows), (rows * rows).sum(axis=1), rtol=1e-5)
assert cuda.reduce(lambda x, y: x + y)(np.ones(n)) == n
stream = cuda.stream()
with stream.auto_synchronize():
    back = cuda.to_device(a, stream=stream).copy_to_host(stream=stream)
assert (back == a).all()
guesses = cuda.device_array(256, np.float32)
pi[4, 64](create_xoroshiro128p_states(256, seed=1), guesses, 100)
assert abs(guesses.copy_to_host().mean() - math.pi) < 0.05
print("arrays, atomics, warps, grid barrier, ufuncs, reductions, random numbers: PASS")
