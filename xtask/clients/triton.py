"""Triton, as it comes, with PyTorch's memory: the kernels of its tutorials. PyTorch's own kernels are machine code,
so that tensors come from the host, and results go back there."""

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

torch.manual_seed(0)
cuda = torch.device("cuda")


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


def add():
    n = 98_432
    a, b = torch.rand(n), torch.rand(n)
    out = torch.empty(n, device=cuda)
    add_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](a.to(cuda), b.to(cuda), out, n, BLOCK=1024)
    assert torch.equal(out.cpu(), a + b)


@triton.jit
def softmax_kernel(out, x, stride, rows, columns, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=STAGES):
        at = tl.arange(0, BLOCK)
        mask = at < columns
        values = tl.load(x + row * stride + at, mask=mask, other=-float("inf"))
        values = tl.exp(values - tl.max(values, axis=0))
        tl.store(out + row * stride + at, values / tl.sum(values, axis=0), mask=mask)


def softmax():
    x = torch.randn(123, 781)
    out = torch.empty(x.shape, device=cuda)
    softmax_kernel[(40,)](out, x.to(cuda), x.stride(0), 123, 781, BLOCK=1024, STAGES=2, num_warps=8)
    assert torch.allclose(out.cpu(), torch.softmax(x, axis=1), atol=1e-6)


@triton.jit
def matmul_kernel(a, b, c, M, N, K, am, ak, bk, bn, cm, cn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                  GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tall, wide = tl.cdiv(M, BM), tl.cdiv(N, BN)
    group = pid // (GROUP * wide)
    first = group * GROUP
    size = min(tall - first, GROUP)
    pm, pn = first + (pid % (GROUP * wide)) % size, (pid % (GROUP * wide)) // size
    rm, rn, rk = (pm * BM + tl.arange(0, BM)) % M, (pn * BN + tl.arange(0, BN)) % N, tl.arange(0, BK)
    pa, pb = a + rm[:, None] * am + rk[None, :] * ak, b + rk[:, None] * bk + rn[None, :] * bn
    sums = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        va = tl.load(pa, mask=rk[None, :] < K - k * BK, other=0.0)
        vb = tl.load(pb, mask=rk[:, None] < K - k * BK, other=0.0)
        sums = tl.dot(va, vb, sums)
        pa += BK * ak
        pb += BK * bk
    rm, rn = pm * BM + tl.arange(0, BM), pn * BN + tl.arange(0, BN)
    tl.store(c + rm[:, None] * cm + rn[None, :] * cn, sums.to(c.dtype.element_ty), mask=(rm[:, None] < M) & (rn[None, :] < N))


def matmul():
    for kind, warps, stages, tolerance in (
        (torch.float16, 4, 3, 2e-2), (torch.bfloat16, 8, 4, 2e-1), (torch.float32, 4, 2, 2e-2), (torch.float8_e5m2, 4, 3, 2e-2),
    ):
        M, N, K = 192, 160, 128
        a, b = (torch.randn(shape).to(kind) for shape in ((M, K), (K, N)))
        out = torch.empty((M, N), device=cuda, dtype=torch.float16 if kind == torch.float8_e5m2 else kind)
        grid = (triton.cdiv(M, 64) * triton.cdiv(N, 64),)
        matmul_kernel[grid](a.to(cuda), b.to(cuda), out, M, N, K, *a.stride(), *b.stride(), *out.stride(),
                            BM=64, BN=64, BK=32, GROUP=8, num_warps=warps, num_stages=stages)
        expected = a.float() @ b.float()
        assert torch.allclose(out.cpu().float(), expected, atol=tolerance, rtol=2e-2), kind


@triton.jit
def dropout_kernel(x, out, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    kept = tl.rand(seed, at) > p
    values = tl.load(x + at, mask=at < n)
    tl.store(out + at, tl.where(kept, values / (1 - p), 0.0), mask=at < n)


def dropout():
    x = torch.ones(10_000)
    outs = [torch.empty(10_000, device=cuda) for _ in range(3)]
    for out, seed in zip(outs, (123, 123, 512)):
        dropout_kernel[(10,)](x.to(cuda), out, 10_000, 0.25, seed, BLOCK=1024)
    first, second, other = (out.cpu() for out in outs)
    assert torch.equal(first, second) and not torch.equal(first, other)
    assert abs((first == 0).float().mean() - 0.25) < 0.02


@triton.jit
def norm_kernel(x, y, w, b, mean, rstd, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + row * stride + at, mask=mask, other=0.0).to(tl.float32)
    m = tl.sum(v, axis=0) / n
    d = tl.where(mask, v - m, 0.0)
    r = 1 / tl.sqrt(tl.sum(d * d, axis=0) / n + eps)
    tl.store(mean + row, m)
    tl.store(rstd + row, r)
    out = (v - m) * r * tl.load(w + at, mask=mask) + tl.load(b + at, mask=mask)
    tl.store(y + row * stride + at, out, mask=mask)


@triton.jit
def norm_gradient_kernel(dx, dy, dw, db, x, w, mean, rstd, lock, stride, n, GROUP: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x + row * stride + at, mask=mask, other=0).to(tl.float32)
    g = tl.load(dy + row * stride + at, mask=mask, other=0).to(tl.float32)
    k = tl.load(w + at, mask=mask).to(tl.float32)
    m, r = tl.load(mean + row), tl.load(rstd + row)
    h = tl.where(mask, (v - m) * r, 0.0)
    s = tl.where(mask, k * g, 0.0)
    c1, c2 = tl.sum(h * s, axis=0) / n, tl.sum(s, axis=0) / n
    tl.store(dx + row * stride + at, (s - (h * c1 + c2)) * r, mask=mask)
    id = row % GROUP
    lock += id
    count = lock + GROUP
    pw, pb = dw + id * n + at, db + id * n + at
    own_w, own_b = g * h, g
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    if tl.load(count) == 0:
        tl.atomic_xchg(count, 1)
    else:
        own_w += tl.load(pw, mask=mask)
        own_b += tl.load(pb, mask=mask)
    tl.store(pw, own_w, mask=mask)
    tl.store(pb, own_b, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


def layer_norm():
    rows, n, groups = 51, 400, 8
    x, w, b, g = torch.randn(rows, n), torch.rand(n), torch.rand(n), 0.1 * torch.randn(rows, n)
    x.requires_grad_()
    w.requires_grad_()
    b.requires_grad_()
    expected = torch.nn.functional.layer_norm(x, (n,), w, b, 1e-5)
    expected.backward(g)
    on = {name: value.detach().to(cuda) for name, value in (("x", x), ("w", w), ("b", b), ("g", g))}
    y, dx = torch.empty(rows, n, device=cuda), torch.empty(rows, n, device=cuda)
    mean, rstd = torch.empty(rows, device=cuda), torch.empty(rows, device=cuda)
    norm_kernel[(rows,)](on["x"], y, on["w"], on["b"], mean, rstd, n, n, 1e-5, BLOCK=512, num_warps=2)
    assert torch.allclose(y.cpu(), expected.detach(), atol=1e-5)
    dw, db = torch.zeros(groups, n).to(cuda), torch.zeros(groups, n).to(cuda)
    locks = torch.zeros(2 * groups, dtype=torch.int32).to(cuda)
    norm_gradient_kernel[(rows,)](dx, on["g"], dw, db, on["x"], on["w"], mean, rstd, locks, n, n, GROUP=groups, BLOCK=512, num_warps=2)
    assert torch.allclose(dx.cpu(), x.grad, atol=1e-5)
    assert torch.allclose(dw.cpu().sum(0), w.grad, atol=1e-4) and torch.allclose(db.cpu().sum(0), b.grad, atol=1e-4)


@triton.jit
def attention_kernel(q, k, v, out, scale, sequence, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, CAUSAL: tl.constexpr):
    base = tl.program_id(1) * sequence * D
    rm, rd = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, D)
    vq = tl.load(q + base + rm[:, None] * D + rd[None, :])
    top = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    sums = tl.zeros((BM, D), tl.float32)
    end = (tl.program_id(0) + 1) * BM if CAUSAL else sequence
    for start in range(0, end, BN):
        rn = start + tl.arange(0, BN)
        vk = tl.load(k + base + rn[None, :] * D + rd[:, None])
        s = tl.dot(vq, vk) * (scale * 1.44269504)
        if CAUSAL:
            s = tl.where(rm[:, None] >= rn[None, :], s, -1.0e6)
        new = tl.maximum(top, tl.max(s, 1))
        p = tl.math.exp2(s - new[:, None])
        factor = tl.math.exp2(top - new)
        total = total * factor + tl.sum(p, 1)
        sums = sums * factor[:, None]
        vv = tl.load(v + base + rn[:, None] * D + rd[None, :])
        sums = tl.dot(p.to(tl.float16), vv, sums)
        top = new
    tl.store(out + base + rm[:, None] * D + rd[None, :], (sums / total[:, None]).to(tl.float16))


def attention():
    heads, sequence, d = 3, 128, 64
    q, k, v = (torch.randn(heads, sequence, d).half() for _ in range(3))
    for causal in (True, False):
        out = torch.empty(heads, sequence, d, device=cuda, dtype=torch.float16)
        attention_kernel[(sequence // 64, heads)](q.to(cuda), k.to(cuda), v.to(cuda), out, 0.5, sequence, D=d, BM=64, BN=32,
                                                  CAUSAL=causal, num_warps=4, num_stages=2)
        expected = torch.nn.functional.scaled_dot_product_attention(q.float(), k.float(), v.float(), is_causal=causal, scale=0.5)
        assert torch.allclose(out.cpu().float(), expected, atol=1e-2), causal


@triton.jit
def grouped_kernel(pa, pb, pc, sizes, leading, count, PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tile = tl.program_id(0)
    last = 0
    for g in range(count):
        M, N, K = tl.load(sizes + g * 3), tl.load(sizes + g * 3 + 1), tl.load(sizes + g * 3 + 2)
        wide = tl.cdiv(N, BN)
        tiles = tl.cdiv(M, BM) * wide
        while tile >= last and tile < last + tiles:
            la, lb, lc = tl.load(leading + g * 3), tl.load(leading + g * 3 + 1), tl.load(leading + g * 3 + 2)
            a = tl.load(pa + g).to(tl.pointer_type(tl.float16))
            b = tl.load(pb + g).to(tl.pointer_type(tl.float16))
            c = tl.load(pc + g).to(tl.pointer_type(tl.float16))
            local = tile - last
            rm, rn, rk = (local // wide) * BM + tl.arange(0, BM), (local % wide) * BN + tl.arange(0, BN), tl.arange(0, BK)
            ta, tb = a + rm[:, None] * la + rk[None, :], b + rk[:, None] * lb + rn[None, :]
            sums = tl.zeros((BM, BN), tl.float32)
            for _ in range(0, tl.cdiv(K, BK)):
                sums += tl.dot(tl.load(ta), tl.load(tb))
                ta += BK
                tb += BK * lb
            tl.store(c + rm[:, None] * lc + rn[None, :], sums.to(tl.float16))
            tile += PROGRAMS
        last += tiles


def grouped():
    shapes = [(128, 64, 96), (64, 64, 32), (64, 192, 64)]
    a = [torch.randn(m, k).half() for m, _, k in shapes]
    b = [torch.randn(k, n).half() for _, n, k in shapes]
    da, db = [x.to(cuda) for x in a], [x.to(cuda) for x in b]
    dc = [torch.empty(m, n, device=cuda, dtype=torch.float16) for m, n, _ in shapes]
    pointers = [torch.tensor([x.data_ptr() for x in group], dtype=torch.int64).to(cuda) for group in (da, db, dc)]
    sizes = torch.tensor(shapes, dtype=torch.int32).to(cuda)
    leading = torch.tensor([[k, n, n] for _, n, k in shapes], dtype=torch.int32).to(cuda)
    grouped_kernel[(5,)](*pointers, sizes, leading, 3, PROGRAMS=5, BM=64, BN=64, BK=32)
    for x, y, z in zip(a, b, dc):
        assert torch.allclose(z.cpu().float(), x.float() @ y.float(), atol=2e-2, rtol=2e-2)


@triton.jit
def asin_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, libdevice.asin(tl.load(x + at, mask=at < n)), mask=at < n)


def extern():
    x = torch.rand(3000)
    out = torch.empty(3000, device=cuda)
    asin_kernel[(3,)](x.to(cuda), out, 3000, BLOCK=1024)
    assert torch.allclose(out.cpu(), torch.asin(x), atol=1e-6)


for test in (add, softmax, matmul, dropout, layer_norm, attention, grouped, extern):
    test()
print("Triton: addition, softmax, matrix products, dropout, layer norm with gradients, attention, grouped products: PASS")
