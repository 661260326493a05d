"""tinygrad, as it comes: kernels that it has NVRTC compile, and PTX that it writes itself."""

import numpy as np
from tinygrad import Context, Device, Tensor, TinyJit


def steps():
    """A small network, trained for a few steps, with numpy doing the same beside it."""
    rng = np.random.default_rng(7)
    x, w, y = (rng.standard_normal(shape, dtype=np.float32) for shape in ((32, 24), (24, 8), (32, 8)))
    weights = Tensor(w).realize()

    @TinyJit
    def gradient(inputs, wanted):
        loss = ((inputs @ weights).relu() - wanted).square().mean()
        (change,) = loss.gradient(weights)
        return loss.realize(), change.realize()

    for _ in range(4):
        loss, change = gradient(Tensor(x).realize(), Tensor(y).realize())
        out = np.maximum(x @ w, 0)
        own = x.T @ ((out - y) * (out > 0) * (2 / y.size))
        assert np.isclose(loss.item(), np.square(out - y).mean(), rtol=1e-4), loss.item()
        assert np.allclose(change.numpy(), own, atol=1e-5)
        w = w - 0.1 * own
        weights.assign(Tensor(w)).realize()


def parts():
    a = np.arange(1000, dtype=np.float32)
    assert (Tensor(a) * 2 + 1).sum().item() == 1e6
    rng = np.random.default_rng(3)
    image, kernel = (rng.standard_normal(shape, dtype=np.float32) for shape in ((1, 2, 9, 9), (3, 2, 3, 3)))
    found = Tensor(image).conv2d(Tensor(kernel)).numpy()[0]
    for c in range(3):
        for i in range(7):
            for j in range(7):
                assert np.isclose(found[c, i, j], (image[0, :, i : i + 3, j : j + 3] * kernel[c]).sum(), atol=1e-4)
    soft = Tensor(image[0, 0]).softmax().numpy()
    assert np.allclose(soft.sum(axis=1), 1, atol=1e-5)
    assert (Tensor(a[::-1].copy()).reshape(10, 100).max(axis=1).numpy() == a[::-1].reshape(10, 100).max(axis=1)).all()


for device in ("CUDA", "CUDA:PTX"):
    with Context(DEV=device):
        assert Device.DEFAULT == "CUDA"
        parts()
        steps()
print("tinygrad: sums, convolution, softmax, training under a graph, by NVRTC and by its own PTX: PASS")
