// The kernels' work as loops of C. A function gets the buffers of the kernel and its size. Without -fopenmp it runs
// on one thread.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef void *const *Buffers;

void vecadd(Buffers b, unsigned size) {
    const float *restrict x = b[0], *restrict y = b[1];
    float *restrict z = b[2];
    size_t n = (size_t)size << 20;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) z[i] = x[i] + y[i];
}

void saxpy(Buffers b, unsigned size) {
    const float *restrict x = b[0];
    float *restrict y = b[1];
    size_t n = (size_t)size << 20;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) y[i] = 1.5f * x[i] + y[i];
}

void stencil5(Buffers b, unsigned size) {
    enum { WIDTH = 4096 };
    const float *restrict in = b[0];
    float *restrict out = b[1];
#pragma omp parallel for
    for (size_t y = 1; y < 256 * (size_t)size - 1; y++)
        for (size_t x = 1; x + 1 < WIDTH; x++) {
            size_t i = y * WIDTH + x;
            out[i] = 0.5f * in[i] + 0.125f * ((in[i - 1] + in[i + 1]) + (in[i - WIDTH] + in[i + WIDTH]));
        }
}

static void sum_groups(Buffers b, unsigned size, size_t group) {
    const float *restrict in = b[0];
    float *restrict out = b[1];
    size_t n = ((size_t)size << 20) / group;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        float sum = 0;
        for (size_t j = 0; j < group; j++) sum += in[i * group + j];
        out[i] = sum;
    }
}

void reduce(Buffers b, unsigned size) { sum_groups(b, size, 512); }
void sums(Buffers b, unsigned size) { sum_groups(b, size, 1024); }

void histogram(Buffers b, unsigned size) {
    const uint8_t *restrict in = b[0];
    uint32_t *restrict counts = b[1];
    size_t n = (size_t)size << 22;
#pragma omp parallel for reduction(+ : counts[:256])
    for (size_t i = 0; i < n; i++) counts[in[i]]++;
}

static void product(Buffers b, size_t n) {
    const float *restrict x = b[0], *restrict y = b[1];
    float *restrict z = b[2];
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) z[i * n + j] = 0;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++) z[i * n + j] += x[i * n + k] * y[k * n + j];
    }
}

void sgemm(Buffers b, unsigned size) { product(b, 32 * (size_t)size); }
void sgemm_naive(Buffers b, unsigned n) { product(b, n); }
void sgemm_blocked(Buffers b, unsigned n) { product(b, n); }
void sgemm_registers(Buffers b, unsigned n) { product(b, n); }
void sgemm_vectors(Buffers b, unsigned n) { product(b, n); }
void sgemm_buffered(Buffers b, unsigned n) { product(b, n); }

void nbody(Buffers b, unsigned size) {
    const float *restrict bodies = b[0];
    float *restrict out = b[1];
    size_t n = 256 * (size_t)size;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        float ax = 0, ay = 0, az = 0, px = bodies[4 * i], py = bodies[4 * i + 1], pz = bodies[4 * i + 2];
        for (size_t j = 0; j < n; j++) {
            float dx = bodies[4 * j] - px, dy = bodies[4 * j + 1] - py, dz = bodies[4 * j + 2] - pz;
            float r = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = bodies[4 * j + 3] * r * r * r;
            ax += dx * s, ay += dy * s, az += dz * s;
        }
        out[4 * i] = ax, out[4 * i + 1] = ay, out[4 * i + 2] = az, out[4 * i + 3] = 0;
    }
}

void mandelbrot(Buffers b, unsigned size) {
    uint32_t *restrict out = b[0];
    unsigned width = 32 * size;
    float dx = 3.0f / width, dy = 2.4f / width;
#pragma omp parallel for
    for (unsigned py = 0; py < width; py++)
        for (unsigned px = 0; px < width; px++) {
            float re = dx * px - 2, im = dy * py - 1.2f, x = 0, y = 0;
            uint32_t iterations = 0;
            while (iterations < 256 && x * x + y * y <= 4) {
                float next = x * x - y * y + re;
                y = (x + x) * y + im, x = next, iterations++;
            }
            out[(size_t)py * width + px] = iterations;
        }
}

static float below(float d) {
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1 - tail : tail;
}

void black_scholes(Buffers b, unsigned size) {
    const float *restrict price = b[0], *restrict strike = b[1], *restrict years = b[2];
    float *restrict call = b[3];
    const float rate = 0.02f, volatility = 0.3f;
#pragma omp parallel for
    for (size_t i = 0; i < size; i++) {
        float root = sqrtf(years[i]);
        float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root;
        call[i] = price[i] * below(d1) - strike[i] * expf(-rate * years[i]) * below(d2);
    }
}

void softmax(Buffers b, unsigned size) {
    enum { LENGTH = 4096 };
#pragma omp parallel for
    for (size_t r = 0; r < size; r++) {
        const float *restrict in = (const float *)b[0] + r * LENGTH;
        float *restrict out = (float *)b[1] + r * LENGTH;
        float most = in[0], sum = 0;
        for (size_t i = 0; i < LENGTH; i++) most = fmaxf(most, in[i]);
        for (size_t i = 0; i < LENGTH; i++) sum += expf(in[i] - most);
        for (size_t i = 0; i < LENGTH; i++) out[i] = expf(in[i] - most) / sum;
    }
}

void stencil7(Buffers b, unsigned n) {
    const float *restrict in = b[0];
    float *restrict out = b[1];
    size_t plane = (size_t)n * n;
#pragma omp parallel for
    for (size_t z = 1; z < (size_t)n - 1; z++)
        for (size_t y = 1; y + 1 < n; y++)
            for (size_t x = 1; x + 1 < n; x++) {
                size_t i = (z * n + y) * n + x;
                float around = (in[i - 1] + in[i + 1]) + (in[i - n] + in[i + n]) + (in[i - plane] + in[i + plane]);
                out[i] = 0.25f * in[i] + 0.125f * around;
            }
}

void scan(Buffers b, unsigned size) {
    const uint32_t *restrict in = b[0];
    uint32_t *restrict out = b[1];
#pragma omp parallel for
    for (size_t i = 0; i < size; i++) {
        uint32_t sum = 0;
        for (size_t j = 0; j < 1024; j++) out[1024 * i + j] = sum += in[1024 * i + j];
    }
}

void transpose(Buffers b, unsigned n) {
    const float *restrict in = b[0];
    float *restrict out = b[1];
#pragma omp parallel for
    for (size_t y = 0; y < n; y += 32)
        for (size_t x = 0; x < n; x += 32)
            for (size_t i = 0; i < 32; i++)
                for (size_t j = 0; j < 32; j++) out[(y + i) * n + x + j] = in[(x + j) * n + y + i];
}

static int inside(uint32_t x, uint32_t y) {
    float a = (x >> 8) * 0x1p-24f, c = (y >> 8) * 0x1p-24f;
    return a * a + c * c < 1;
}

void philox(Buffers b, unsigned size) {
    uint32_t *restrict out = b[0];
#pragma omp parallel for
    for (uint32_t thread = 0; thread < size; thread++) {
        uint32_t hits = 0;
        for (uint32_t i = 0; i < 64; i++) {
            uint32_t x = i, y = thread, z = 0, w = 0, k0 = 0x12345678, k1 = 0x9abcdef0;
            for (int round = 0; round < 10; round++) {
                uint64_t p0 = (uint64_t)0xD2511F53u * x, p1 = (uint64_t)0xCD9E8D57u * z;
                x = (uint32_t)(p1 >> 32) ^ y ^ k0, y = (uint32_t)p1, z = (uint32_t)(p0 >> 32) ^ w ^ k1, w = (uint32_t)p0;
                k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
            }
            hits += inside(x, y) + inside(z, w);
        }
        out[thread] = hits;
    }
}

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int by) { return x >> by | x << (32 - by); }

void sha256(Buffers buffers, unsigned size) {
    uint32_t *restrict out = buffers[0];
#pragma omp parallel for
    for (uint32_t thread = 0; thread < size; thread++) {
        uint32_t w[16];
        for (uint32_t i = 0; i < 16; i++) w[i] = thread + i * 0x01000193u;
        uint32_t a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
        uint32_t e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma GCC unroll 64
        for (int i = 0; i < 64; i++) {
            if (i >= 16) {
                uint32_t u = w[(i + 1) % 16], v = w[(i + 14) % 16];
                w[i % 16] += (turn(u, 7) ^ turn(u, 18) ^ u >> 3) + w[(i + 9) % 16] + (turn(v, 17) ^ turn(v, 19) ^ v >> 10);
            }
            uint32_t first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i % 16];
            uint32_t second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
        }
        out[thread] = a + 0x6a09e667;
    }
}

void murmur(Buffers b, unsigned size) {
    const uint32_t *restrict keys = b[0];
    uint32_t *restrict out = b[1];
#pragma omp parallel for
    for (size_t thread = 0; thread < size; thread++) {
        uint32_t h = 42;
        for (int i = 0; i < 16; i++) {
            uint32_t k = keys[16 * thread + i] * 0xcc9e2d51;
            k = (k << 15 | k >> 17) * 0x1b873593;
            h ^= k;
            h = (h << 13 | h >> 19) * 5 + 0xe6546b64;
        }
        h ^= 64;
        h = (h ^ h >> 16) * 0x85ebca6b;
        h = (h ^ h >> 13) * 0xc2b2ae35;
        out[thread] = h ^ h >> 16;
    }
}

void complex(Buffers b, unsigned size) {
    const float *restrict coefficients = b[0], *restrict points = b[1];
    float *restrict out = b[2];
#pragma omp parallel for
    for (size_t i = 0; i < size; i++) {
        float zx = points[2 * i], zy = points[2 * i + 1], x = 0, y = 0;
        for (size_t k = 0; k < 64; k++) {
            float next = x * zx - y * zy + coefficients[2 * k];
            y = x * zy + y * zx + coefficients[2 * k + 1], x = next;
        }
        out[2 * i] = x, out[2 * i + 1] = y;
    }
}

void spmv(Buffers b, unsigned size) {
    const int32_t *restrict rows = b[0], *restrict columns = b[1];
    const float *restrict values = b[2], *restrict x = b[3];
    float *restrict y = b[4];
#pragma omp parallel for
    for (size_t row = 0; row < size; row++) {
        float sum = 0;
        for (int32_t i = rows[row]; i < rows[row + 1]; i++) sum += values[i] * x[columns[i]];
        y[row] = sum;
    }
}

void bitonic(Buffers b, unsigned size) {
    const uint32_t *restrict in = b[0];
#pragma omp parallel for
    for (size_t block = 0; block < size; block++) {
        uint32_t *restrict s = (uint32_t *)b[1] + 512 * block;
        for (size_t i = 0; i < 512; i++) s[i] = in[512 * block + i];
        for (size_t width = 2; width <= 512; width *= 2)
            for (size_t stride = width / 2; stride > 0; stride /= 2)
                for (size_t start = 0; start < 512; start += 2 * stride)
                    for (size_t i = start; i < start + stride; i++) {
                        uint32_t low = s[i] < s[i + stride] ? s[i] : s[i + stride];
                        uint32_t high = s[i] < s[i + stride] ? s[i + stride] : s[i];
                        s[i] = (i & width) == 0 ? low : high, s[i + stride] = (i & width) == 0 ? high : low;
                    }
    }
}

void attention(Buffers b, unsigned n) {
    const float *restrict queries = b[0], *restrict keys = b[1], *restrict values = b[2];
    float *restrict out = b[3];
#pragma omp parallel for
    for (size_t row = 0; row < n; row++) {
        float scores[4096], sums[32] = {0}, most = -INFINITY, total = 0;
        for (size_t j = 0; j < n; j++) {
            float score = 0;
            for (size_t d = 0; d < 32; d++) score += queries[row * 32 + d] * keys[j * 32 + d];
            scores[j] = score, most = fmaxf(most, score);
        }
        for (size_t j = 0; j < n; j++) total += scores[j] = expf(scores[j] - most);
        for (size_t j = 0; j < n; j++)
            for (size_t d = 0; d < 32; d++) sums[d] += scores[j] * values[j * 32 + d];
        for (size_t d = 0; d < 32; d++) out[row * 32 + d] = sums[d] / total;
    }
}

// The second matrix is transposed.
void hgemm_mma(Buffers b, unsigned size) {
    static float wide[2][1024 * 1024];
    size_t n = 128 * (size_t)size;
    for (int m = 0; m < 2; m++) {
        const _Float16 *restrict half = b[m];
#pragma omp parallel for
        for (size_t i = 0; i < n * n; i++) wide[m][i] = half[i];
    }
    float *restrict out = b[2];
#pragma omp parallel for
    for (size_t row = 0; row < n; row++)
        for (size_t column = 0; column < n; column++) {
            float sum = 0;
            for (size_t k = 0; k < n; k++) sum += wide[0][row * n + k] * wide[1][column * n + k];
            out[row * n + column] = sum;
        }
}
