"""Numba, as it comes: a vector addition, shared memory, and a reduction with atomics."""

import warnings

import numpy as np
from numba import cuda, float32

# Small grids and the linker of the driver, which are what is wanted here.
warnings.simplefilter("ignore")


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


n = 10_000
blocks = (n + 127) // 128
a = np.arange(n, dtype=np.float32)
b = np.full(n, 2, np.float32)
c = np.zeros(n, np.float32)
add[blocks, 128](a, b, c)
assert (c == a + b).all()
out = cuda.to_device(np.zeros(1, np.float32))
ones = cuda.to_device(np.ones(n, np.float32))
total[blocks, 128](ones, out)
assert out.copy_to_host()[0] == n
print("vector add, shared memory, reduction: PASS")
