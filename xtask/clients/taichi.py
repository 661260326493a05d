"""Taichi, as it comes: fields, atomics, structures, shared arrays, and automatic differentiation."""

import numpy as np
import taichi as ti

ti.init(arch=ti.cuda, offline_cache=False, log_level=ti.ERROR)
assert ti.cfg.arch == ti.cuda, "it found no CUDA device"
n = 1024
x = ti.field(ti.f32, shape=n)
bins = ti.field(ti.i32, shape=16)
Particle = ti.types.struct(at=ti.math.vec3, speed=ti.math.vec3)
particles = Particle.field(shape=100)
a, loss = ti.field(ti.f32, shape=n, needs_grad=True), ti.field(ti.f32, shape=(), needs_grad=True)


@ti.kernel
def fill():
    for i in x:
        x[i] = i * 2.0


@ti.kernel
def total() -> ti.f32:
    sum = 0.0
    for i in x:
        sum += x[i]
    return sum


@ti.kernel
def count():
    for i in x:
        ti.atomic_add(bins[i % 16], i)


@ti.kernel
def move(time: ti.f32):
    for p in particles:
        particles[p].at += particles[p].speed * time + ti.Vector([p, 0.0, 1.0])


@ti.kernel
def backwards(out: ti.types.ndarray()):
    ti.loop_config(block_dim=128)
    for i in range(n):
        part = ti.simt.block.SharedArray((128,), ti.f32)
        t = i % 128
        part[t] = x[i]
        ti.simt.block.sync()
        out[i] = part[127 - t]


@ti.kernel
def squares():
    for i in a:
        loss[None] += a[i] ** 2


fill()
assert total() == n * (n - 1)
count()
assert (bins.to_numpy() == [sum(range(b, n, 16)) for b in range(16)]).all()
particles.speed.fill(2.0)
move(0.5)
assert (particles.at.to_numpy() == [[p + 1, 1, 2] for p in range(100)]).all()
out = np.zeros(n, np.float32)
backwards(out)
assert (out == 2 * np.arange(n).reshape(-1, 128)[:, ::-1].ravel()).all()
a.from_numpy(np.linspace(0, 1, n, dtype=np.float32))
with ti.ad.Tape(loss):
    squares()
assert np.allclose(a.grad.to_numpy(), 2 * a.to_numpy())
print("Taichi: fields, atomics, structures, shared arrays, gradients: PASS")
