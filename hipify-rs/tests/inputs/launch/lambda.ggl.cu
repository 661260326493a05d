template <class F> __global__ void apply(int n, F f);

void run(float *x, int n)
{
    apply<<<(n + 255) / 256, 256>>>(n, [=] __device__(int i) { x[i] *= 2.0f; });
    apply<<<[&] { return n / 64; }(), 64>>>(n, [x] __device__(int i) mutable { x[i] = 0, x[i] += 1; });
    auto launch = [&](int blocks) { apply<<<blocks, 64>>>(n, [=] __device__(int i) { x[i] -= 1; }); };
    launch(4);
}
