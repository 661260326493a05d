// Kernels whose counters and durations are recorded on a GPU. All take the same arguments: three arrays of floats, a permutation
// of [0, n), and n, a power of two. `cases.tsv` lists the launches.
#define KERNEL extern "C" __global__ void
#define ARGS float *__restrict__ a, float *__restrict__ b, float *__restrict__ c, int *__restrict__ p, int n
#define I (blockIdx.x * blockDim.x + threadIdx.x)

// --- Global memory: widths, strides, alignment.
KERNEL copy1(ARGS) { int i = I; if (i < n) c[i] = a[i]; }
KERNEL copy2(ARGS) { int i = I; if (i < n / 2) ((float2 *)c)[i] = ((float2 *)a)[i]; }
KERNEL copy4(ARGS) { int i = I; if (i < n / 4) ((float4 *)c)[i] = ((float4 *)a)[i]; }
KERNEL copy_bytes(ARGS) { int i = I; if (i < n) ((char *)c)[i] = ((char *)a)[i]; }
KERNEL copy_shorts(ARGS) { int i = I; if (i < n) ((short *)c)[i] = ((short *)a)[i]; }
KERNEL copy_ahead(ARGS) { int i = I; if (i < n - 1) c[i] = a[i + 1]; }
KERNEL stride2(ARGS) { int i = I; if (i < n) c[i] = a[(i * 2) & (n - 1)]; }
KERNEL stride8(ARGS) { int i = I; if (i < n) c[i] = a[(i * 8) & (n - 1)]; }
KERNEL stride32(ARGS) { int i = I; if (i < n) c[i] = a[(i * 32) & (n - 1)]; }
KERNEL store_stride4(ARGS) { int i = I; if (i < n) c[(i * 4) & (n - 1)] = i; }
KERNEL gather(ARGS) { int i = I; if (i < n) c[i] = a[p[i]]; }
KERNEL gather4(ARGS) { int i = I; if (i < n / 4) ((float4 *)c)[i] = ((float4 *)a)[p[i] >> 2]; }
KERNEL scatter(ARGS) { int i = I; if (i < n) c[p[i]] = a[i]; }
KERNEL broadcast1(ARGS) { int i = I; if (i < n) c[i] = a[i >> 5]; }
KERNEL broadcast4(ARGS) { int i = I; if (i < n) { float4 v = ((float4 *)a)[i >> 5]; c[i] = v.x + v.y + v.z + v.w; } }
KERNEL pairs8(ARGS) { int i = I; if (i < n / 4) { float2 v = ((float2 *)a)[i * 2]; c[i] = v.x + v.y; } }
KERNEL reversed(ARGS) { int i = I; if (i < n) c[i] = a[n - 1 - i]; }
KERNEL structs(ARGS) { int i = I; if (i < n / 4) { float s = 0; for (int k = 0; k < 3; k++) s += a[i * 3 + k]; c[i] = s; } }
KERNEL grid_stride(ARGS) { for (int i = I; i < n; i += gridDim.x * blockDim.x) c[i] = 2.5f * a[i] + b[i]; }
KERNEL triad(ARGS) { int i = I; if (i < n) c[i] = a[i] + 3.f * b[i]; }
KERNEL read_sum(ARGS) {
  float s = 0;
  for (int i = I; i < n / 4; i += gridDim.x * blockDim.x) { float4 v = ((float4 *)a)[i]; s += v.x + v.y + v.z + v.w; }
  if (s == 1.25f) c[0] = s;
}
KERNEL fill(ARGS) { int i = I; if (i < n) c[i] = 1.f; }

// --- Transposes of a square matrix; n is its side.
KERNEL transpose_naive(ARGS) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) c[x * n + y + k] = a[(y + k) * n + x];
}
template <int PAD> __device__ void transpose(const float *a, float *c, int n) {
  __shared__ float tile[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = a[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) c[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
KERNEL transpose_tiled(ARGS) { transpose<0>(a, c, n); }
KERNEL transpose_padded(ARGS) { transpose<1>(a, c, n); }

// --- Shared memory: strides and widths.
template <typename T, int STRIDE> __device__ void shared_reads(float *c) {
  extern __shared__ float4 memory[];
  T *s = (T *)memory;
  const int words = 16384 / sizeof(T);
  for (int k = threadIdx.x; k < 16384 / 4; k += blockDim.x) ((float *)memory)[k] = k;
  __syncthreads();
  float sum = 0;
  int at = threadIdx.x * STRIDE;
  for (int k = 0; k < 64; k++) { sum += *(float *)&s[at & (words - 1)]; at += 32 * STRIDE + (k & 1); }
  c[I] = sum;
}
KERNEL shared_1(ARGS) { shared_reads<float, 1>(c); }
KERNEL shared_2(ARGS) { shared_reads<float, 2>(c); }
KERNEL shared_4(ARGS) { shared_reads<float, 4>(c); }
KERNEL shared_16(ARGS) { shared_reads<float, 16>(c); }
KERNEL shared_32(ARGS) { shared_reads<float, 32>(c); }
KERNEL shared_33(ARGS) { shared_reads<float, 33>(c); }
KERNEL shared_0(ARGS) { shared_reads<float, 0>(c); }
template <typename T, int STRIDE> __device__ void shared_wide(float *c) {
  extern __shared__ float4 memory[];
  T *s = (T *)memory;
  const int words = 16384 / sizeof(T);
  for (int k = threadIdx.x; k < 16384 / 4; k += blockDim.x) ((float *)memory)[k] = k;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 64; k++) {
    T v = s[(threadIdx.x * STRIDE + k) & (words - 1)];
    for (int w = 0; w < sizeof(T) / 4; w++) sum += ((float *)&v)[w];
  }
  c[I] = sum;
}
KERNEL shared_wide8_1(ARGS) { shared_wide<float2, 1>(c); }
KERNEL shared_wide8_2(ARGS) { shared_wide<float2, 2>(c); }
KERNEL shared_wide8_16(ARGS) { shared_wide<float2, 16>(c); }
KERNEL shared_wide16_1(ARGS) { shared_wide<float4, 1>(c); }
KERNEL shared_wide16_2(ARGS) { shared_wide<float4, 2>(c); }
KERNEL shared_wide16_8(ARGS) { shared_wide<float4, 8>(c); }
KERNEL shared_wide16_0(ARGS) { shared_wide<float4, 0>(c); }
KERNEL shared_store2(ARGS) {
  __shared__ float s[2048];
  for (int k = 0; k < 64; k++) { s[(threadIdx.x * 2 + k) & 2047] = k; __syncthreads(); }
  c[I] = s[threadIdx.x];
}
KERNEL shared_random(ARGS) {
  __shared__ float s[4096];
  for (int k = threadIdx.x; k < 4096; k += blockDim.x) s[k] = a[k];
  __syncthreads();
  unsigned h = I * 2654435761u; float sum = 0;
  for (int k = 0; k < 64; k++) { h = h * 1664525u + 1013904223u; sum += s[h >> 20]; }
  c[I] = sum;
}

// --- Atomics.
KERNEL atomic_one(ARGS) { int i = I; if (i < n) atomicAdd(&c[0], 1.f); }
KERNEL atomic_int_one(ARGS) { int i = I; if (i < n) atomicAdd((int *)c, 1 + (i & 1)); }
KERNEL atomic_16(ARGS) { int i = I; if (i < n) atomicAdd((int *)c + (p[i] & 15), 1); }
KERNEL atomic_1024(ARGS) { int i = I; if (i < n) atomicAdd((int *)c + (p[i] & 1023), 1); }
KERNEL atomic_each(ARGS) { int i = I; if (i < n) atomicAdd((int *)c + i, 1); }
KERNEL atomic_returned(ARGS) { int i = I; if (i < n) b[i] = atomicAdd((int *)c + (i >> 3), 1); }
KERNEL atomic_max_return(ARGS) { int i = I; if (i < n) b[i] = atomicMax((int *)c + i, i); }
KERNEL atomic_cas(ARGS) { int i = I; if (i < n) b[i] = atomicCAS((int *)c + p[i], 0, i); }
KERNEL histogram_shared(ARGS) {
  __shared__ int bins[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) bins[k] = 0;
  __syncthreads();
  for (int i = I; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[p[i] & 255], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x) atomicAdd((int *)c + k, bins[k]);
}
KERNEL histogram_hot(ARGS) {
  __shared__ int bins[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) bins[k] = 0;
  __syncthreads();
  for (int i = I; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[p[i] & 3], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < 256; k += blockDim.x) atomicAdd((int *)c + k, bins[k]);
}

// --- Pipes: chains of dependent instructions, several beside each other.
template <int WAYS, int ROUNDS> __device__ void fma_chain(const float *a, float *c) {
  float x[WAYS]; float m = a[0], s = a[1];
  for (int w = 0; w < WAYS; w++) x[w] = threadIdx.x + w;
  for (int k = 0; k < ROUNDS; k++)
#pragma unroll
    for (int w = 0; w < WAYS; w++) x[w] = x[w] * m + s;
  float sum = 0;
  for (int w = 0; w < WAYS; w++) sum += x[w];
  c[I] = sum;
}
KERNEL fma_1(ARGS) { fma_chain<1, 1024>(a, c); }
KERNEL fma_4(ARGS) { fma_chain<4, 512>(a, c); }
KERNEL fma_8(ARGS) { fma_chain<8, 512>(a, c); }
KERNEL double_4(ARGS) {
  double x[4]; double m = a[0], s = a[1];
  for (int w = 0; w < 4; w++) x[w] = threadIdx.x + w;
  for (int k = 0; k < 256; k++)
#pragma unroll
    for (int w = 0; w < 4; w++) x[w] = x[w] * m + s;
  c[I] = x[0] + x[1] + x[2] + x[3];
}
KERNEL multiply_4(ARGS) {
  int x[4]; int m = p[1], s = p[2];
  for (int w = 0; w < 4; w++) x[w] = threadIdx.x + w;
  for (int k = 0; k < 256; k++)
#pragma unroll
    for (int w = 0; w < 4; w++) x[w] = x[w] * m + s;
  c[I] = x[0] + x[1] + x[2] + x[3];
}
KERNEL logic_4(ARGS) {
  unsigned x[4]; unsigned m = p[1], s = p[2];
  for (int w = 0; w < 4; w++) x[w] = threadIdx.x + w;
  for (int k = 0; k < 256; k++)
#pragma unroll
    for (int w = 0; w < 4; w++) { x[w] = (x[w] ^ m) + s; x[w] = (x[w] & s) - m; }
  c[I] = x[0] + x[1] + x[2] + x[3];
}
KERNEL shifts_4(ARGS) {
  unsigned x[4]; unsigned m = p[1] & 7;
  for (int w = 0; w < 4; w++) x[w] = threadIdx.x + w;
  for (int k = 0; k < 256; k++)
#pragma unroll
    for (int w = 0; w < 4; w++) x[w] = (x[w] << m) ^ (x[w] >> 3);
  c[I] = x[0] + x[1] + x[2] + x[3];
}
KERNEL special_4(ARGS) {
  float x[4];
  for (int w = 0; w < 4; w++) x[w] = threadIdx.x + w;
  for (int k = 0; k < 128; k++)
#pragma unroll
    for (int w = 0; w < 4; w++) x[w] = __sinf(x[w]);
  c[I] = x[0] + x[1] + x[2] + x[3];
}
KERNEL divide(ARGS) {
  float x = threadIdx.x + 1; float m = a[3] + 1.5f;
  for (int k = 0; k < 64; k++) x = (x + 3.f) / m;
  c[I] = x;
}
KERNEL roots(ARGS) {
  float x = threadIdx.x + 1;
  for (int k = 0; k < 64; k++) x = sqrtf(x + 2.f);
  c[I] = x;
}
KERNEL conversions(ARGS) {
  float x = threadIdx.x;
  for (int k = 0; k < 128; k++) { int v = (int)x; x = (float)(v + k); }
  c[I] = x;
}
KERNEL shuffles(ARGS) {
  int x = threadIdx.x;
  for (int k = 0; k < 128; k++) x += __shfl_xor_sync(~0u, x, 1 + (k & 15));
  c[I] = x;
}
KERNEL votes(ARGS) {
  unsigned x = threadIdx.x;
  for (int k = 0; k < 128; k++) x = x * 5 + __popc(__ballot_sync(~0u, x & 1));
  c[I] = x;
}
KERNEL barriers(ARGS) {
  for (int k = 0; k < 128; k++) __syncthreads();
  c[I] = 1;
}

// --- Divergence.
KERNEL halves(ARGS) {
  float x = threadIdx.x;
  if (threadIdx.x & 1) { for (int k = 0; k < 64; k++) x = x * 1.5f + a[0]; }
  else { for (int k = 0; k < 64; k++) x = x * 0.5f - a[1]; }
  c[I] = x;
}
KERNEL four_ways(ARGS) {
  int i = I; float x = i;
  switch (threadIdx.x & 3) {
    case 0: for (int k = 0; k < 32; k++) x = x * 1.5f + k; break;
    case 1: for (int k = 0; k < 32; k++) x = x * x - k; break;
    case 2: for (int k = 0; k < 32; k++) x = (x + k) * 0.5f; break;
    default: for (int k = 0; k < 32; k++) x = k - x; break;
  }
  c[i] = x;
}
KERNEL trips(ARGS) {
  float x = 0; int most = threadIdx.x & 31;
#pragma unroll 1
  for (int k = 0; k < most; k++) x = x * 0.5f + a[k];
  c[I] = x;
}
KERNEL collatz(ARGS) {
  int i = I; if (i >= n) return;
  unsigned v = i + 1; int steps = 0;
  while (v != 1 && steps < 200) { v = v & 1 ? 3 * v + 1 : v >> 1; steps++; }
  c[i] = steps;
}
KERNEL warps_apart(ARGS) {
  float x = threadIdx.x;
  if ((threadIdx.x >> 5) & 1) { for (int k = 0; k < 64; k++) x = x * 1.5f + a[0]; }
  else x += a[1];
  c[I] = x;
}
KERNEL early_exit(ARGS) { int i = I; if (p[i & (n - 1)] & 7) return; c[i] = a[i & (n - 1)] * 2.f; }
KERNEL mandelbrot(ARGS) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  float cr = -2.f + 3.f * x / n, ci = -1.5f + 3.f * y / n, r = 0, i = 0; int k = 0;
  while (k < 64 && r * r + i * i < 4.f) { float t = r * r - i * i + cr; i = 2.f * r * i + ci; r = t; k++; }
  c[y * n + x] = k;
}

// --- Whole algorithms.
KERNEL stencil3(ARGS) { int i = I; if (i > 0 && i < n - 1) c[i] = a[i - 1] + a[i] + a[i + 1]; }
KERNEL stencil2d(ARGS) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
    c[y * n + x] = 0.25f * (a[y * n + x - 1] + a[y * n + x + 1] + a[(y - 1) * n + x] + a[(y + 1) * n + x]);
}
KERNEL stencil_shared(ARGS) {
  __shared__ float s[256 + 16];
  int i = I;
  s[threadIdx.x + 8] = a[i & (n - 1)];
  if (threadIdx.x < 8) { s[threadIdx.x] = a[(i - 8) & (n - 1)]; s[threadIdx.x + 264] = a[(i + 256) & (n - 1)]; }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k <= 16; k++) sum += s[threadIdx.x + k] * (k + 1);
  if (i < n) c[i] = sum;
}
KERNEL sgemm_naive(ARGS) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float s = 0;
  for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}
KERNEL sgemm_tiled(ARGS) {
  __shared__ float as[16][16], bs[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    as[threadIdx.y][threadIdx.x] = a[y * n + k0 + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; k++) s += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = s;
}
KERNEL sgemm_blocked(ARGS) {  // 64 x 64 tiles, 16 x 16 threads, 4 x 4 results each
  __shared__ float as[16][64], bs[16][64];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  float s[4][4] = {};
  for (int k0 = 0; k0 < n; k0 += 16) {
    for (int q = 0; q < 4; q++) {
      int e = t + q * 256;
      as[e & 15][e >> 4] = a[(blockIdx.y * 64 + (e >> 4)) * n + k0 + (e & 15)];
      bs[e >> 6][e & 63] = b[(k0 + (e >> 6)) * n + blockIdx.x * 64 + (e & 63)];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; k++)
#pragma unroll
      for (int u = 0; u < 4; u++)
#pragma unroll
        for (int v = 0; v < 4; v++) s[u][v] += as[k][ty * 4 + u] * bs[k][tx * 4 + v];
    __syncthreads();
  }
  for (int u = 0; u < 4; u++)
    for (int v = 0; v < 4; v++) c[(blockIdx.y * 64 + ty * 4 + u) * n + blockIdx.x * 64 + tx * 4 + v] = s[u][v];
}
KERNEL matvec_thread(ARGS) { int i = I; float s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k]; c[i] = s; }
KERNEL matvec_warp(ARGS) {
  int row = I >> 5, lane = threadIdx.x & 31; float s = 0;
  for (int k = lane; k < n; k += 32) s += a[row * n + k] * b[k];
  for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
  if (lane == 0) c[row] = s;
}
KERNEL reduce_shared(ARGS) {
  __shared__ float s[256];
  s[threadIdx.x] = a[I];
  __syncthreads();
  for (int w = 128; w; w >>= 1) { if (threadIdx.x < w) s[threadIdx.x] += s[threadIdx.x + w]; __syncthreads(); }
  if (threadIdx.x == 0) c[blockIdx.x] = s[0];
}
KERNEL reduce_interleaved(ARGS) {
  __shared__ float s[256];
  s[threadIdx.x] = a[I];
  __syncthreads();
  for (int w = 1; w < 256; w *= 2) { if (threadIdx.x % (2 * w) == 0) s[threadIdx.x] += s[threadIdx.x + w]; __syncthreads(); }
  if (threadIdx.x == 0) c[blockIdx.x] = s[0];
}
KERNEL reduce_shuffle(ARGS) {
  float s = a[I];
  for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o);
  if ((threadIdx.x & 31) == 0) atomicAdd(c, s);
}
KERNEL scan_block(ARGS) {
  __shared__ float s[2][256];
  int at = 0;
  s[0][threadIdx.x] = a[I];
  __syncthreads();
  for (int w = 1; w < 256; w *= 2) {
    s[1 - at][threadIdx.x] = s[at][threadIdx.x] + (threadIdx.x >= w ? s[at][threadIdx.x - w] : 0.f);
    at = 1 - at;
    __syncthreads();
  }
  c[I] = s[at][threadIdx.x];
}
KERNEL bitonic(ARGS) {
  __shared__ int s[512];
  for (int k = threadIdx.x; k < 512; k += 256) s[k] = p[(blockIdx.x * 512 + k) & (n - 1)];
  for (int size = 2; size <= 512; size *= 2)
    for (int gap = size / 2; gap; gap /= 2) {
      __syncthreads();
      int i = 2 * threadIdx.x - (threadIdx.x & (gap - 1)), up = (i & size) == 0;
      int x = s[i], y = s[i + gap];
      if ((x > y) == up) { s[i] = y; s[i + gap] = x; }
    }
  __syncthreads();
  for (int k = threadIdx.x; k < 512; k += 256) c[blockIdx.x * 512 + k] = s[k];
}
KERNEL nbody(ARGS) {
  __shared__ float4 tile[256];
  float4 me = ((float4 *)a)[I]; float fx = 0, fy = 0, fz = 0;
  for (int t = 0; t < n; t += 256) {
    tile[threadIdx.x] = ((float4 *)a)[t + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < 256; k++) {
      float4 o = tile[k]; float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), w = o.w * r * r * r;
      fx += dx * w; fy += dy * w; fz += dz * w;
    }
    __syncthreads();
  }
  c[I] = fx + fy + fz;
}
KERNEL black_scholes(ARGS) {
  int i = I; if (i >= n) return;
  float s = 10.f + 50.f * a[i], k = 20.f + 40.f * b[i], t = 0.25f + a[i], v = 0.3f, r = 0.02f;
  float d1 = (__logf(s / k) + (r + 0.5f * v * v) * t) / (v * sqrtf(t)), d2 = d1 - v * sqrtf(t);
  float n1 = 0.5f * erfcf(-d1 * 0.70710678f), n2 = 0.5f * erfcf(-d2 * 0.70710678f);
  c[i] = s * n1 - k * __expf(-r * t) * n2;
}
KERNEL softmax_rows(ARGS) {  // a block for each row of 1024
  __shared__ float s[8];
  const float *row = a + blockIdx.x * 1024; float x[4], most = -1e30f, sum = 0;
  for (int k = 0; k < 4; k++) { x[k] = row[threadIdx.x + k * 256]; most = fmaxf(most, x[k]); }
  for (int o = 16; o; o >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, o));
  if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = most;
  __syncthreads();
  for (int k = 0; k < 8; k++) most = fmaxf(most, s[k]);
  __syncthreads();
  for (int k = 0; k < 4; k++) { x[k] = __expf(x[k] - most); sum += x[k]; }
  for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
  if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = sum;
  __syncthreads();
  sum = 0;
  for (int k = 0; k < 8; k++) sum += s[k];
  for (int k = 0; k < 4; k++) c[blockIdx.x * 1024 + threadIdx.x + k * 256] = x[k] / sum;
}
KERNEL spmv_rows(ARGS) {  // rows of 0 to 31 entries
  int i = I; if (i >= n / 32) return;
  float s = 0; int most = (i * 7) & 31;
  for (int k = 0; k < most; k++) s += a[i * 32 + k] * b[p[i * 32 + k]];
  c[i] = s;
}
KERNEL local_array(ARGS) {
  float x[32]; int i = I;
  for (int k = 0; k < 32; k++) x[k] = a[(i + k) & (n - 1)];
  int at = p[i & (n - 1)]; float s = 0;
  for (int k = 0; k < 16; k++) { s += x[at & 31]; at = at * 5 + 1; x[at & 31] = s; }
  c[i] = s + x[at & 31];
}
KERNEL hash_words(ARGS) {
  unsigned h = I;
  for (int k = 0; k < 64; k++) { h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16; h += k; }
  c[I] = h;
}
KERNEL chase(ARGS) {  // dependent loads over n words
  int at = threadIdx.x;
  for (int k = 0; k < 2048; k++) at = p[at];
  c[threadIdx.x] = at;
}
KERNEL chase_shared(ARGS) {
  __shared__ int s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = (k * 5 + 32) & 1023;
  __syncthreads();
  int at = threadIdx.x;
  for (int k = 0; k < 2048; k++) at = s[at];
  c[threadIdx.x] = at;
}
KERNEL reread(ARGS) {  // the same n words over and over: first or second level cache
  float s = 0;
#pragma unroll 1
  for (int r = 0; r < 16; r++)
#pragma unroll 4
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += a[i];
  c[I] = s;
}
KERNEL empty(ARGS) {}
KERNEL uneven(ARGS) {  // every 16th block works 16 times as long
  float x = threadIdx.x; int most = blockIdx.x % 16 == 0 ? 2048 : 128;
#pragma unroll 1
  for (int k = 0; k < most; k++) x = x * 1.5f + a[0];
  c[I] = x;
}

// --- Two resources at once, or one after the other: how far they hide each other.
template <int WAYS> __device__ void short_loop(const float *a, float *c) {
  float x = threadIdx.x, m = a[0], s = a[1];
#pragma unroll 1
  for (int k = 0; k < 1024; k++)
#pragma unroll
    for (int w = 0; w < WAYS; w++) x = x * m + s;
  c[I] = x;
}
KERNEL loop_1(ARGS) { short_loop<1>(a, c); }
KERNEL loop_4(ARGS) { short_loop<4>(a, c); }
KERNEL lines_hit(ARGS) {  // each lane in its own line, which the first level holds
  float s = 0;
#pragma unroll 4
  for (int k = 0; k < 512; k++) s += a[(threadIdx.x * 32 + (k & 31)) & (n - 1)];
  c[I] = s;
}
KERNEL chunks(ARGS) {  // each thread reads its own 64 words
  float s = 0;
#pragma unroll 2
  for (int k = 0; k < 64; k++) s += a[(I * 64 + k) & (n - 1)];
  c[I] = s;
}
KERNEL same_lines(ARGS) {  // all blocks read the same words in the same order
  float s = 0;
#pragma unroll 1
  for (int k = threadIdx.x; k < n; k += blockDim.x) s += a[k];
  c[I] = s;
}
KERNEL tile_steps(ARGS) {  // a tile from memory, then work on it, between barriers
  __shared__ float s[256];
  float x = 0;
#pragma unroll 1
  for (int t = 0; t < 32; t++) {
    s[threadIdx.x] = a[(blockIdx.x * 32 + t) * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 64; k++) x = x * 0.5f + s[(threadIdx.x + k * 3) & 255];
    __syncthreads();
  }
  c[I] = x;
}
KERNEL tile_fma(ARGS) {  // the same with arithmetic between the barriers
  __shared__ float s[256];
  float x[4] = {1, 2, 3, 4}, m = b[0];
#pragma unroll 1
  for (int t = 0; t < 32; t++) {
    s[threadIdx.x] = a[(blockIdx.x * 32 + t) * 256 + threadIdx.x];
    __syncthreads();
    float y = s[255 - threadIdx.x];
#pragma unroll
    for (int k = 0; k < 64; k++) x[k & 3] = x[k & 3] * m + y;
    __syncthreads();
  }
  c[I] = x[0] + x[1] + x[2] + x[3];
}
KERNEL load_fma(ARGS) {
  int i = I; float x = a[i], m = b[0], s = b[1];
#pragma unroll
  for (int k = 0; k < 128; k++) x = x * m + s;
  c[i] = x;
}
KERNEL shared_fma(ARGS) {
  __shared__ float s[4096];
  for (int k = threadIdx.x; k < 4096; k += blockDim.x) s[k] = k;
  __syncthreads();
  float x[4] = {1, 2, 3, 4}, m = a[0];
#pragma unroll 4
  for (int k = 0; k < 64; k++) {
    float y = s[(threadIdx.x * 2 + k) & 4095];
#pragma unroll
    for (int w = 0; w < 8; w++) x[w & 3] = x[w & 3] * m + y;
  }
  c[I] = x[0] + x[1] + x[2] + x[3];
}
KERNEL unequal(ARGS) {  // every 8th block works 16 times as long
  float x[4] = {1, 2, 3, 4}, m = a[0], s = a[1]; int most = blockIdx.x % 8 == 0 ? 128 : 8;
#pragma unroll 1
  for (int k = 0; k < most; k++)
#pragma unroll
    for (int w = 0; w < 32; w++) x[w & 3] = x[w & 3] * m + s;
  c[I] = x[0] + x[1] + x[2] + x[3];
}
KERNEL atomic_old_2(ARGS) { int i = I; if (i < n) b[i] = atomicAdd((int *)c + (i >> 1), 1); }
KERNEL atomic_old_32(ARGS) { int i = I; if (i < n) b[i] = atomicAdd((int *)c + (i >> 5), 1); }
template <int PLACES> __device__ void shared_sums(float *c) {
  __shared__ int s[256];
  s[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll 4
  for (int k = 0; k < 64; k++) atomicAdd(&s[(threadIdx.x + k) & (PLACES - 1)], k + 1);
  __syncthreads();
  c[I] = s[threadIdx.x];
}
KERNEL shared_atomic_256(ARGS) { shared_sums<256>(c); }
KERNEL shared_atomic_4(ARGS) { shared_sums<4>(c); }
KERNEL red_rows(ARGS) { atomicAdd((int *)c + threadIdx.x, p[I & (n - 1)]); }
KERNEL store_stride32(ARGS) { int i = I; if (i < n) c[(i * 32 + (i >> 15)) & (n - 1)] = i; }
KERNEL gather2(ARGS) { int i = I; if (i < n / 2) ((float2 *)c)[i] = ((float2 *)a)[p[i] >> 1]; }
KERNEL random_2(ARGS) {  // two wavefronts a request on average, from none to four conflicts
  __shared__ float s[1024];
  for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = k;
  __syncthreads();
  unsigned h = threadIdx.x * 0x9e3779b9u; float sum = 0;
#pragma unroll 4
  for (int k = 0; k < 64; k++) { h = h * 69069u + 12345u; sum += s[h >> 22]; }
  c[I] = sum;
}

// --- More whole algorithms, recorded after the clock was finished: they test it.
KERNEL convolve5(ARGS) {  // 5 x 5 filter over tiles of 16 x 16
  __shared__ float s[20][21];
  int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, t = threadIdx.y * 16 + threadIdx.x;
  for (int k = t; k < 400; k += 256) s[k / 20][k % 20] = a[((y0 + k / 20) & (n - 1)) * n + ((x0 + k % 20) & (n - 1))];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int v = 0; v < 5; v++)
#pragma unroll
    for (int u = 0; u < 5; u++) sum += s[threadIdx.y + v][threadIdx.x + u] * b[v * 5 + u];
  c[(y0 + threadIdx.y) * n + x0 + threadIdx.x] = sum;
}
KERNEL normalise_rows(ARGS) {  // a warp for each row of 256
  int row = I >> 5, lane = threadIdx.x & 31; float x[8], sum = 0, squares = 0;
  for (int k = 0; k < 8; k++) { x[k] = a[row * 256 + k * 32 + lane]; sum += x[k]; squares += x[k] * x[k]; }
  for (int o = 16; o; o >>= 1) { sum += __shfl_xor_sync(~0u, sum, o); squares += __shfl_xor_sync(~0u, squares, o); }
  float mean = sum / 256, scale = rsqrtf(squares / 256 - mean * mean + 1e-5f);
  for (int k = 0; k < 8; k++) c[row * 256 + k * 32 + lane] = (x[k] - mean) * scale;
}
KERNEL scan_warps(ARGS) {
  float x = a[I]; int lane = threadIdx.x & 31;
  for (int o = 1; o < 32; o *= 2) { float y = __shfl_up_sync(~0u, x, o); if (lane >= o) x += y; }
  c[I] = x;
}
KERNEL butterflies(ARGS) {  // Fourier transform of 512 points a block, without reordering
  __shared__ float re[512], im[512];
  for (int k = threadIdx.x; k < 512; k += 256) { re[k] = a[blockIdx.x * 512 + k]; im[k] = 0; }
  for (int half = 256; half; half >>= 1) {
    __syncthreads();
    int j = threadIdx.x & (half - 1), i = 2 * threadIdx.x - j, k = i + half;
    float angle = -3.14159265f * j / half, w = __cosf(angle), v = __sinf(angle);
    float x = re[i] - re[k], y = im[i] - im[k];
    re[i] += re[k]; im[i] += im[k]; re[k] = x * w - y * v; im[k] = x * v + y * w;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 512; k += 256) c[blockIdx.x * 512 + k] = re[k] * re[k] + im[k] * im[k];
}
KERNEL life(ARGS) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, alive = 0;
  for (int v = -1; v <= 1; v++)
    for (int u = -1; u <= 1; u++) alive += (u || v) && (p[((y + v) & (n - 1)) * n + ((x + u) & (n - 1))] & 1);
  int own = p[y * n + x] & 1;
  ((int *)c)[y * n + x] = alive == 3 || (own && alive == 2);
}
KERNEL nearest(ARGS) {  // nearest of 64 centres
  __shared__ float2 centre[64];
  if (threadIdx.x < 64) centre[threadIdx.x] = ((float2 *)b)[threadIdx.x];
  __syncthreads();
  float2 me = ((float2 *)a)[I]; float least = 1e30f; int which = 0;
  for (int k = 0; k < 64; k++) {
    float dx = me.x - centre[k].x, dy = me.y - centre[k].y, d = dx * dx + dy * dy;
    if (d < least) { least = d; which = k; }
  }
  ((int *)c)[I] = which;
}
KERNEL walk(ARGS) { int at = I & (n - 1); for (int k = 0; k < 8; k++) at = p[at]; c[I] = at; }
KERNEL dot_blocks(ARGS) {
  __shared__ float s[8];
  float sum = 0;
  for (int i = I; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
  for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
  if ((threadIdx.x & 31) == 0) s[threadIdx.x >> 5] = sum;
  __syncthreads();
  if (threadIdx.x == 0) { for (int k = 1; k < 8; k++) sum += s[k]; atomicAdd(c, sum); }
}
KERNEL compact(ARGS) {  // keeps elements below a half, with a counter for each of 64 parts
  int i = I; float x = a[i]; bool keep = x < 0.5f; unsigned mask = __ballot_sync(~0u, keep); int lane = threadIdx.x & 31, base = 0;
  if (lane == 0) base = atomicAdd((int *)c + (blockIdx.x & 63), __popc(mask));
  base = __shfl_sync(~0u, base, 0);
  if (keep) b[(blockIdx.x & 63) * (n / 64) + ((base + __popc(mask & ((1u << lane) - 1))) & (n / 64 - 1))] = x;
}
KERNEL monte_carlo(ARGS) {
  unsigned h = I * 2654435761u + 1; int inside = 0;
  for (int k = 0; k < 128; k++) {
    h ^= h << 13; h ^= h >> 17; h ^= h << 5;
    float x = (h & 65535) / 65536.f, y = (h >> 16) / 65536.f;
    inside += x * x + y * y < 1.f;
  }
  c[I] = inside;
}
KERNEL gray(ARGS) {
  int i = I; float4 v = ((float4 *)a)[i]; float g = 0.3f * v.x + 0.59f * v.y + 0.11f * v.z;
  ((uchar4 *)c)[i] = make_uchar4(g * 255, powf(g, 0.45f) * 255, v.w * 255, 255);
}
KERNEL outer_sums(ARGS) {  // a thread for each column: rows are read in turn
  float s = 0; for (int y = 0; y < 256; y++) s += a[y * n + I] * a[y * n + I]; c[I] = sqrtf(s);
}
