"""Dr.Jit, as it comes: arithmetic, gathers and scatters, loops, reductions, derivatives, random numbers."""

import drjit as dr
import numpy as np
from drjit.auto.ad import Float as DiffFloat  # noqa: F401  (imports the backend)
from drjit.cuda import Array3f, Float, UInt32, PCG32, TensorXf
from drjit.cuda.ad import Float as ADFloat

n = 10_000
x = dr.arange(Float, n)
a = np.arange(n, dtype=np.float32)
assert (np.array(x * 2 + 1) == a * 2 + 1).all()
assert np.allclose(np.array(dr.sin(x) ** 2 + dr.cos(x) ** 2), 1, atol=1e-5)

order = UInt32(np.random.default_rng(1).permutation(n).astype(np.uint32))
there = dr.zeros(Float, n)
dr.scatter(there, x, order)
assert (np.array(dr.gather(Float, there, order)) == a).all()
counts = dr.zeros(UInt32, 16)
dr.scatter_reduce(dr.ReduceOp.Add, counts, UInt32(1), dr.arange(UInt32, n) % 16)
assert (np.array(counts) == n // 16).all()


@dr.syntax
def collatz(value):
    steps = UInt32(0)
    while value != 1:
        value = dr.select(value & 1 == 0, value // 2, 3 * value + 1)
        steps += 1
    return steps


def steps(value):
    count = 0
    while value != 1:
        value, count = value // 2 if value % 2 == 0 else 3 * value + 1, count + 1
    return count


assert np.array(collatz(dr.arange(UInt32, 500) + 1)).tolist() == [steps(i) for i in range(1, 501)]

assert dr.sum(x)[0] == a.sum(dtype=np.float64)
assert dr.max(x)[0] == n - 1 and dr.min(x)[0] == 0 and dr.all(x >= 0)
assert (np.array(dr.cumsum(dr.arange(UInt32, n))) == np.cumsum(np.arange(n))).all()
assert (np.array(dr.compress(x > n - 11)) == np.arange(n - 10, n)).all()

v = ADFloat(a / n)
dr.enable_grad(v)
dr.backward(dr.sum(v * v * dr.exp(-v)))
expected = (2 * (a / n) - (a / n) ** 2) * np.exp(-a / n)
assert np.allclose(np.array(v.grad), expected, atol=1e-5)

up = dr.normalize(Array3f(x + 1, 2, 3))
assert np.allclose(np.array(dr.dot(up, up)), 1, atol=1e-5)
random = np.array(PCG32(size=n).next_float32())
assert abs(random.mean() - 0.5) < 0.02 and random.min() >= 0 and random.max() < 1
assert np.array(TensorXf(a[:12].reshape(3, 4)) * 2).shape == (3, 4)
print("Dr.Jit: arithmetic, gathers, scatters, loops, reductions, prefix sums, derivatives, random numbers: PASS")
