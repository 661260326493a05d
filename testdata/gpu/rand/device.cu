// Numbers of every generator of kernels, as a table.
#include <cstdio>
#include <cstring>
#include <curand_kernel.h>
template <class S> struct N;
template <> struct N<curandStateXORWOW_t> { static constexpr const char *n = "xorwow"; };
template <> struct N<curandStatePhilox4_32_10_t> { static constexpr const char *n = "philox"; };
template <> struct N<curandStateMRG32k3a_t> { static constexpr const char *n = "mrg32k3a"; };
struct R { unsigned raw[16]; float uni[16]; double dbl[16]; float nor[16]; double nod[16]; float lgn[16]; unsigned poi[3][16]; unsigned skip[16]; unsigned subs[16]; float n2[16]; double n2d[16]; };
template <class S> __global__ void fill(R *r, unsigned long long seed, unsigned long long sub, unsigned long long off) {
    S s; memset(&s, 0, sizeof s); curand_init(seed, sub, off, &s);
    S b = s;
    for (int i = 0; i < 16; i++) r->raw[i] = curand(&s);
    s = b; for (int i = 0; i < 16; i++) r->uni[i] = curand_uniform(&s);
    s = b; for (int i = 0; i < 16; i++) r->dbl[i] = curand_uniform_double(&s);
    s = b; for (int i = 0; i < 16; i++) r->nor[i] = curand_normal(&s);
    s = b; for (int i = 0; i < 16; i++) r->nod[i] = curand_normal_double(&s);
    s = b; for (int i = 0; i < 16; i++) r->lgn[i] = curand_log_normal(&s, 0.5f, 0.25f);
    s = b; for (int i = 0; i < 16; i += 2) { float2 v = curand_normal2(&s); r->n2[i] = v.x; r->n2[i+1] = v.y; }
    s = b; for (int i = 0; i < 16; i += 2) { double2 v = curand_normal2_double(&s); r->n2d[i] = v.x; r->n2d[i+1] = v.y; }
    double lam[3] = {0.7, 30.0, 5000.0};
    for (int k = 0; k < 3; k++) { s = b; for (int i = 0; i < 16; i++) r->poi[k][i] = curand_poisson(&s, lam[k]); }
    s = b; skipahead(1000003ULL, &s); for (int i = 0; i < 16; i++) r->skip[i] = curand(&s);
    s = b; skipahead_sequence(11ULL, &s); for (int i = 0; i < 16; i++) r->subs[i] = curand(&s);
}
static void line(const char *g, unsigned long long seed, unsigned long long sub, unsigned long long off, const char *what, const void *p, int bytes, int n) {
    printf("%s\t%llu\t%llu\t%llu\t%s\t", g, seed, sub, off, what);
    for (int i = 0; i < n; i++) { unsigned long long v = 0; memcpy(&v, (const char *)p + (size_t)i * bytes, bytes); printf("%s%0*llx", i ? " " : "", bytes * 2, v); }
    printf("\n");
}
template <class S> void device() {
    R *d; cudaMalloc(&d, sizeof(R)); R *h = new R;
    auto one = [&](unsigned long long seed, unsigned long long sub, unsigned long long off) {
        fill<S><<<1, 1>>>(d, seed, sub, off); cudaMemcpy(h, d, sizeof(R), cudaMemcpyDeviceToHost);
        const char *g = N<S>::n;
#define L(w, f, b) line(g, seed, sub, off, w, h->f, b, 16)
        L("raw", raw, 4); L("uniform", uni, 4); L("uniform_double", dbl, 8); L("normal", nor, 4); L("normal_double", nod, 8);
        L("log_normal", lgn, 4); L("normal2", n2, 4); L("normal2_double", n2d, 8); L("poisson_0.7", poi[0], 4); L("poisson_30", poi[1], 4); L("poisson_5000", poi[2], 4); L("skipahead_1000003", skip, 4); L("skipahead_sequence_11", subs, 4);
    };
    for (unsigned long long seed : {0ULL, 1234ULL}) for (unsigned long long sub : {0ULL, 1ULL, 7ULL}) for (unsigned long long off : {0ULL, 5ULL}) one(seed, sub, off);
    for (unsigned long long seed : {1ULL, 2ULL, 4ULL, 0x80000000ULL, 0x100000000ULL, 0x200000000ULL, 0xfedcba9876543210ULL, 0xffffffffffffffffULL}) one(seed, 0, 0);
    one(1234, 0x123456789abULL, 0x1000000000ULL + 3);
    if (cudaDeviceSynchronize() != cudaSuccess) printf("FAIL %s\n", N<S>::n);
}
template <class S> __global__ void fours(float *u, unsigned *q, double *d, float *n) {
    S s; curand_init(1234, 7, 5, &s);
    for (int i = 0; i < 4; i++) { uint4 v = curand4(&s); memcpy(q + 4 * i, &v, 16); }
    curand_init(1234, 7, 5, &s); for (int i = 0; i < 4; i++) { float4 v = curand_uniform4(&s); memcpy(u + 4 * i, &v, 16); }
    curand_init(1234, 7, 5, &s); for (int i = 0; i < 8; i++) { double2 v = curand_uniform2_double(&s); memcpy(d + 2 * i, &v, 16); }
    curand_init(1234, 7, 5, &s); for (int i = 0; i < 4; i++) { float4 v = curand_normal4(&s); memcpy(n + 4 * i, &v, 16); }
}
int main() {
    printf("generator\tseed\tsubsequence\toffset\twhat\tvalues\n");
    device<curandStateXORWOW_t>(); device<curandStatePhilox4_32_10_t>(); device<curandStateMRG32k3a_t>();
    { float *u, *n; unsigned *q; double *d; cudaMallocManaged(&u, 64); cudaMallocManaged(&n, 64); cudaMallocManaged(&q, 64); cudaMallocManaged(&d, 128);
      fours<curandStatePhilox4_32_10_t><<<1, 1>>>(u, q, d, n); cudaDeviceSynchronize();
      line("philox", 1234, 7, 5, "raw4", q, 4, 16); line("philox", 1234, 7, 5, "uniform4", u, 4, 16); line("philox", 1234, 7, 5, "uniform2_double", d, 8, 16); line("philox", 1234, 7, 5, "normal4", n, 4, 16); }
    return 0;
}
