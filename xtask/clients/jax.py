"""JAX, as it comes: compiled functions, derivatives, vectorised maps, loops, products, sorts, FFT, linear algebra, random numbers."""

import numpy as np
from jax._src import hardware_utils

# JAX looks for NVIDIA's device file before it starts its plugin; `touch /dev/nvidiactl` does the same for good.
hardware_utils.has_visible_nvidia_gpu = lambda: True

import jax
import jax.numpy as jnp

assert [device.platform for device in jax.devices()] == ["gpu"], jax.devices()
rng = np.random.default_rng(6)
a, b = rng.standard_normal((2, 64, 96), dtype=np.float32)


def same(found, expected, **tolerance):
    assert np.allclose(np.asarray(found), expected, **{"rtol": 1e-4, "atol": 1e-4, **tolerance}), (found, expected)


def soft(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


same(jax.jit(lambda x, y: jnp.sin(x) * y + x.sum(axis=1, keepdims=True))(a, b), np.sin(a) * b + a.sum(axis=1, keepdims=True))
same(jax.nn.softmax(a), soft(a))
same(jnp.where(a > 0, a, b).max(axis=0), np.where(a > 0, a, b).max(axis=0))
same(jnp.cumsum(a, axis=1), np.cumsum(a, axis=1))
same(jnp.asarray(a) @ jnp.asarray(b).T, a @ b.T, atol=1e-1)
same(jnp.einsum("ij,kj->ik", a.astype(np.float16), b.astype(np.float16)).astype(np.float32), a @ b.T, atol=2e-1)
same(jax.grad(lambda x: (jnp.tanh(x) ** 2).sum())(a), 2 * np.tanh(a) * (1 - np.tanh(a) ** 2))
same(jax.vmap(lambda x, y: jnp.dot(x, y))(a, b), (a * b).sum(axis=1), atol=1e-2)
same(jax.lax.fori_loop(0, 4, lambda i, x: x * 0.5 + i, jnp.ones(8)), [4.3125] * 8)
_, steps = jax.lax.scan(lambda c, x: (c + x, c * x), 0.0, jnp.arange(6.0))
same(steps, [0, 0, 2, 9, 24, 50])
same(jax.lax.while_loop(lambda s: s[0] < 100, lambda s: (s[0] * 2, s[1] + 1), (1, 0))[1], 7)
same(jnp.sort(a, axis=1), np.sort(a, axis=1))
assert (np.asarray(jnp.argsort(a[0])) == np.argsort(a[0])).all()
same(jnp.zeros(10).at[jnp.array([1, 1, 3])].add(2.0), [0, 4, 0, 2, 0, 0, 0, 0, 0, 0])
same(jnp.fft.fft(a), np.fft.fft(a), atol=1e-2)
uniform = jax.random.uniform(jax.random.key(1), (20_000,))
assert abs(float(uniform.mean()) - 0.5) < 0.02 and float(uniform.min()) >= 0 and float(uniform.max()) < 1
spd = (a @ a.T + 64 * np.eye(64)).astype(np.float32)
same(jnp.linalg.cholesky(spd), np.linalg.cholesky(spd), atol=1e-3)
same(jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(spd), True), a), np.linalg.solve(spd, a), atol=1e-3)
q, r = jnp.linalg.qr(spd)
same(q @ r, spd, atol=1e-1)
same(jnp.linalg.eigvalsh(spd), np.linalg.eigvalsh(spd), rtol=1e-3, atol=1e-2)

x, y = jnp.asarray(a), jnp.asarray(b[:, :4])
weights = {"in": jnp.full((96, 16), 0.01), "out": jnp.full((16, 4), 0.02)}


@jax.jit
def step(weights):
    def loss(w):
        return jnp.mean((jax.nn.relu(x @ w["in"]) @ w["out"] - y) ** 2)

    value, slopes = jax.value_and_grad(loss)(weights)
    return value, jax.tree.map(lambda w, g: w - 0.1 * g, weights, slopes)


losses = []
for _ in range(5):
    value, weights = step(weights)
    losses.append(float(value))
assert losses == sorted(losses, reverse=True) and losses[-1] < losses[0], losses
print("JAX: compiled functions, derivatives, loops, products, sorts, FFT, linear algebra, random numbers, training: PASS")
