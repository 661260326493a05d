// The kernels' work as loops of C, one core. A function gets the buffers of the kernel and its size.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef void *const *Buffers;

void vecadd(Buffers b, unsigned size) {
    const float *restrict x = b[0], *restrict y = b[1];
    float *restrict z = b[2];
    for (size_t i = 0, n = (size_t)size << 20; i < n; i++) z[i] = x[i] + y[i];
}

void saxpy(Buffers b, unsigned size) {
    const float *restrict x = b[0];
    float *restrict y = b[1];
    for (size_t i = 0, n = (size_t)size << 20; i < n; i++) y[i] = 1.5f * x[i] + y[i];
}

void stencil5(Buffers b, unsigned size) {
    enum { WIDTH = 4096 };
    const float *restrict in = b[0];
    float *restrict out = b[1];
    for (size_t y = 1; y + 1 < 256 * (size_t)size; y++)
        for (size_t x = 1; x + 1 < WIDTH; x++) {
            size_t i = y * WIDTH + x;
            out[i] = 0.5f * in[i] + 0.125f * ((in[i - 1] + in[i + 1]) + (in[i - WIDTH] + in[i + WIDTH]));
        }
}

static void sum_groups(Buffers b, unsigned size, size_t group) {
    const float *restrict in = b[0];
    float *restrict out = b[1];
    for (size_t i = 0, n = ((size_t)size << 20) / group; i < n; i++) {
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
    for (size_t i = 0, n = (size_t)size << 22; i < n; i++) counts[in[i]]++;
}

void sgemm(Buffers b, unsigned size) {
    const float *restrict x = b[0], *restrict y = b[1];
    float *restrict z = b[2];
    size_t n = 32 * (size_t)size;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) z[i * n + j] = 0;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++) z[i * n + j] += x[i * n + k] * y[k * n + j];
    }
}

void nbody(Buffers b, unsigned size) {
    const float *restrict bodies = b[0];
    float *restrict out = b[1];
    size_t n = 256 * (size_t)size;
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
    for (size_t i = 0; i < size; i++) {
        float root = sqrtf(years[i]);
        float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root;
        call[i] = price[i] * below(d1) - strike[i] * expf(-rate * years[i]) * below(d2);
    }
}

void softmax(Buffers b, unsigned size) {
    enum { LENGTH = 4096 };
    for (size_t r = 0; r < size; r++) {
        const float *restrict in = (const float *)b[0] + r * LENGTH;
        float *restrict out = (float *)b[1] + r * LENGTH;
        float most = in[0], sum = 0;
        for (size_t i = 0; i < LENGTH; i++) most = fmaxf(most, in[i]);
        for (size_t i = 0; i < LENGTH; i++) sum += out[i] = expf(in[i] - most);
        for (size_t i = 0; i < LENGTH; i++) out[i] /= sum;
    }
}
