// The kernels of testdata/bench in OpenCL C, for PoCL: the same steps in groups of the same shape. Two differ: warps
// of `scan` and `sums` pass their words through local memory, because PoCL has no shuffles on this device.
kernel void vecadd(global const float *a, global const float *b, global float *c, int n) {
    int i = get_global_id(0);
    if (i < n) c[i] = a[i] + b[i];
}

kernel void saxpy(float a, global const float *x, global float *y, int n) {
    int i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}

kernel void stencil5(global const float *in, global float *out, int width, int height) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    int i = y * width + x;
    out[i] = 0.5f * in[i] + 0.125f * ((in[i - 1] + in[i + 1]) + (in[i - width] + in[i + width]));
}

kernel void stencil7(global const float *in, global float *out, int n) {
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    int i = (z * n + y) * n + x;
    float around = (in[i - 1] + in[i + 1]) + (in[i - n] + in[i + n]) + (in[i - n * n] + in[i + n * n]);
    out[i] = 0.25f * in[i] + 0.125f * around;
}

kernel void reduce(global const float *in, global float *sums) {
    local float s[256];
    int t = get_local_id(0), i = get_group_id(0) * 512 + t;
    s[t] = in[i] + in[i + 256];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int stride = 128; stride > 0; stride /= 2) {
        if (t < stride) s[t] += s[t + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) sums[get_group_id(0)] = s[0];
}

kernel void sums(global const float *in, global float *out) {
    local float v[256], s[8];
    int t = get_local_id(0), i = get_group_id(0) * 1024 + t;
    v[t] = (in[i] + in[i + 256]) + (in[i + 512] + in[i + 768]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 16; d > 0; d /= 2) {
        if (t % 32 < d) v[t] += v[t + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t % 32 == 0) s[t / 32] = v[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 4; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[get_group_id(0)] = s[0];
}

kernel void scan(global const uint *in, global uint *out) {
    local uint words[1024], warps[32];
    uint t = get_local_id(0), lane = t % 32, warp = t / 32, i = get_global_id(0);
    words[t] = in[i];
    for (uint step = 1; step < 32; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint other = lane >= step ? words[t - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        words[t] += other;
    }
    if (lane == 31) warps[warp] = words[t];
    for (uint step = 1; step < 32; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint other = warp == 0 && lane >= step ? warps[lane - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (warp == 0) warps[lane] += other;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = words[t] + (warp > 0 ? warps[warp - 1] : 0);
}

kernel void histogram(global const uint *in, global uint *counts, int words) {
    local uint bins[256];
    bins[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < words; i += get_global_size(0)) {
        uint w = in[i];
        atomic_inc(&bins[w & 255]);
        atomic_inc(&bins[w >> 8 & 255]);
        atomic_inc(&bins[w >> 16 & 255]);
        atomic_inc(&bins[w >> 24]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&counts[get_local_id(0)], bins[get_local_id(0)]);
}

kernel void transpose(global const float *in, global float *out, int n) {
    local float tile[32][33];
    int tx = get_local_id(0), ty = get_local_id(1);
    int x = get_group_id(0) * 32 + tx, y = get_group_id(1) * 32 + ty;
    for (int row = 0; row < 32; row += 8) tile[ty + row][tx] = in[(y + row) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * 32 + tx, y = get_group_id(0) * 32 + ty;
    for (int row = 0; row < 32; row += 8) out[(y + row) * n + x] = tile[tx][ty + row];
}

kernel void sgemm_naive(global const float *a, global const float *b, global float *c, int n) {
    int column = get_global_id(0), row = get_global_id(1);
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

kernel void sgemm(global const float *a, global const float *b, global float *c, int n) {
    local float as[16][16], bs[16][16];
    int tx = get_local_id(0), ty = get_local_id(1);
    int row = get_group_id(1) * 16 + ty, col = get_group_id(0) * 16 + tx;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[ty][tx] = a[row * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) sum += as[ty][k] * bs[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}

kernel void sgemm_blocked(global const float *a, global const float *b, global float *c, int n) {
    local float left[16][64], right[16][64];
    int x = get_local_id(0), y = get_local_id(1), t = y * 16 + x;
    int row = get_group_id(1) * 64, column = get_group_id(0) * 64;
    float sums[4][4] = {};
    for (int k = 0; k < n; k += 16) {
        for (int i = t; i < 1024; i += 256) {
            left[i % 16][i / 16] = a[(row + i / 16) * n + k + i % 16];
            right[i / 64][i % 64] = b[(k + i / 64) * n + column + i % 64];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 16; j++) {
            float u[4], v[4];
            for (int i = 0; i < 4; i++) u[i] = left[j][y * 4 + i], v[i] = right[j][x * 4 + i];
            for (int i = 0; i < 4; i++)
                for (int l = 0; l < 4; l++) sums[i][l] += u[i] * v[l];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 4; i++)
        for (int l = 0; l < 4; l++) c[(row + y * 4 + i) * n + column + x * 4 + l] = sums[i][l];
}

kernel void sgemm_registers(global const float *a, global const float *b, global float *c, int n) {
    local float left[128 * 8], right[8 * 128];
    int t = get_local_id(0), x = t % 16 * 8, y = t / 16 * 8;
    int row = get_group_id(1) * 128, column = get_group_id(0) * 128;
    a += row * n, b += column, c += row * n + column;
    float sums[8][8] = {};
    for (int k = 0; k < n; k += 8) {
        for (int i = 0; i < 128; i += 32) left[(t / 8 + i) * 8 + t % 8] = a[(t / 8 + i) * n + t % 8];
        for (int i = 0; i < 8; i += 2) right[(t / 128 + i) * 128 + t % 128] = b[(t / 128 + i) * n + t % 128];
        barrier(CLK_LOCAL_MEM_FENCE);
        a += 8, b += 8 * n;
        for (int j = 0; j < 8; j++) {
            float u[8], v[8];
            for (int i = 0; i < 8; i++) u[i] = left[(y + i) * 8 + j], v[i] = right[j * 128 + x + i];
            for (int i = 0; i < 8; i++)
                for (int l = 0; l < 8; l++) sums[i][l] += u[i] * v[l];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 8; i++)
        for (int l = 0; l < 8; l++) c[(y + i) * n + x + l] = sums[i][l];
}

kernel void sgemm_vectors(global const float *a, global const float *b, global float *c, int n) {
    local float left[8 * 128], right[8 * 128];
    int t = get_local_id(0), x = t % 16 * 8, y = t / 16 * 8;
    int tile_row = get_group_id(1) * 128, column = get_group_id(0) * 128;
    a += tile_row * n, b += column, c += tile_row * n + column;
    float sums[8][8] = {};
    for (int k = 0; k < n; k += 8) {
        int row = t / 2, part = t % 2 * 4;
        float4 words = vload4(0, &a[row * n + part]);
        left[part * 128 + row] = words.x, left[(part + 1) * 128 + row] = words.y;
        left[(part + 2) * 128 + row] = words.z, left[(part + 3) * 128 + row] = words.w;
        vstore4(vload4(0, &b[t / 32 * n + t % 32 * 4]), 0, &right[t / 32 * 128 + t % 32 * 4]);
        barrier(CLK_LOCAL_MEM_FENCE);
        a += 8, b += 8 * n;
        for (int j = 0; j < 8; j++) {
            float u[8], v[8];
            for (int i = 0; i < 8; i += 4) {
                vstore4(vload4(0, &left[j * 128 + y + i]), 0, &u[i]);
                vstore4(vload4(0, &right[j * 128 + x + i]), 0, &v[i]);
            }
            for (int i = 0; i < 8; i++)
                for (int l = 0; l < 8; l++) sums[i][l] += u[i] * v[l];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 8; i++)
        for (int l = 0; l < 8; l += 4) vstore4(vload4(0, &sums[i][l]), 0, &c[(y + i) * n + x + l]);
}

kernel void sgemm_buffered(global const float *a, global const float *b, global float *c, int n) {
    local float left[2][8][128], right[2][8][128];
    int t = get_local_id(1) * 16 + get_local_id(0), x = get_local_id(0) * 8, y = get_local_id(1) * 8;
    int row = t / 2, part = t % 2 * 4, line = t / 32, column = t % 32 * 4;
    int first_row = get_group_id(1) * 128, first_column = get_group_id(0) * 128;
    a += first_row * n, b += first_column, c += first_row * n + first_column;
    float sums[8][8] = {};
    float4 words = vload4(0, &a[row * n + part]), more = vload4(0, &b[line * n + column]);
    for (int k = 8, tile = 0; k <= n; k += 8, tile ^= 1) {
        left[tile][part][row] = words.x, left[tile][part + 1][row] = words.y;
        left[tile][part + 2][row] = words.z, left[tile][part + 3][row] = words.w;
        vstore4(more, 0, &right[tile][line][column]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k < n) {
            words = vload4(0, &a[row * n + part + k]);
            more = vload4(0, &b[(line + k) * n + column]);
        }
        for (int j = 0; j < 8; j++) {
            float u[8], v[8];
            for (int i = 0; i < 8; i += 4) {
                vstore4(vload4(0, &left[tile][j][y + i]), 0, &u[i]);
                vstore4(vload4(0, &right[tile][j][x + i]), 0, &v[i]);
            }
            for (int i = 0; i < 8; i++)
                for (int l = 0; l < 8; l++) sums[i][l] += u[i] * v[l];
        }
    }
    for (int i = 0; i < 8; i++)
        for (int l = 0; l < 8; l += 4) vstore4(vload4(0, &sums[i][l]), 0, &c[(y + i) * n + x + l]);
}

kernel void nbody(global const float4 *bodies, global float4 *out, int n) {
    local float4 tile[256];
    int i = get_global_id(0);
    float4 p = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int t = 0; t < n; t += 256) {
        tile[get_local_id(0)] = bodies[t + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 256; k++) {
            float dx = tile[k].x - p.x, dy = tile[k].y - p.y, dz = tile[k].z - p.z;
            float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float r = 1.0f / sqrt(d2);
            float s = tile[k].w * r * r * r;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = (float4)(ax, ay, az, 0.0f);
}

kernel void mandelbrot(global int *out, int width, int height, int limit) {
    int px = get_global_id(0), py = get_global_id(1);
    if (px >= width || py >= height) return;
    float re = -2.0f + px * (3.0f / width), im = -1.2f + py * (2.4f / height);
    float a = 0, b = 0;
    int iterations = 0;
    while (iterations < limit && a * a + b * b <= 4.0f) {
        float next = a * a - b * b + re;
        b = 2.0f * a * b + im;
        a = next;
        iterations++;
    }
    out[py * width + px] = iterations;
}

float below(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float tail = 0.39894228f * exp(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(global const float *price, global const float *strike, global const float *years, global float *call, int n) {
    int i = get_global_id(0);
    if (i >= n) return;
    const float rate = 0.02f, volatility = 0.3f;
    float root = sqrt(years[i]);
    float d1 = (log(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    float d2 = d1 - volatility * root;
    call[i] = price[i] * below(d1) - strike[i] * exp(-rate * years[i]) * below(d2);
}

uint4 philox4(uint number, uint block) {
    uint x = number, y = block, z = 0, w = 0;
    uint k0 = 0x12345678, k1 = 0x9abcdef0;
    for (int round = 0; round < 10; round++) {
        uint high0 = (uint)((ulong)0xD2511F53u * x >> 32), low0 = 0xD2511F53u * x;
        uint high1 = (uint)((ulong)0xCD9E8D57u * z >> 32), low1 = 0xCD9E8D57u * z;
        x = high1 ^ y ^ k0, y = low1, z = high0 ^ w ^ k1, w = low0;
        k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
    }
    return (uint4)(x, y, z, w);
}

bool inside(uint x, uint y) {
    float a = (x >> 8) * 0x1p-24f, b = (y >> 8) * 0x1p-24f;
    return a * a + b * b < 1;
}

kernel void philox(global uint *out, int rounds) {
    uint thread = get_global_id(0), hits = 0;
    for (int i = 0; i < rounds; i++) {
        uint4 r = philox4(i, thread);
        hits += inside(r.x, r.y) + inside(r.z, r.w);
    }
    out[thread] = hits;
}

constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint turn(uint x, uint by) { return rotate(x, 32 - by); }

kernel void sha256(global uint *out) {
    uint thread = get_global_id(0), w[16];
    for (int i = 0; i < 16; i++) w[i] = thread + i * 0x01000193u;
    uint a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a;
    uint e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
#pragma unroll
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            uint u = w[(i + 1) % 16], v = w[(i + 14) % 16];
            w[i % 16] += (turn(u, 7) ^ turn(u, 18) ^ u >> 3) + w[(i + 9) % 16] + (turn(v, 17) ^ turn(v, 19) ^ v >> 10);
        }
        uint first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i % 16];
        uint second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    out[thread] = a + 0x6a09e667;
}

kernel void murmur(global const uint *keys, global uint *out) {
    uint thread = get_global_id(0), h = 42;
    global const uint *key = keys + 16 * (size_t)thread;
    for (int i = 0; i < 16; i++) {
        uint k = key[i] * 0xcc9e2d51;
        k = (k << 15 | k >> 17) * 0x1b873593;
        h ^= k;
        h = (h << 13 | h >> 19) * 5 + 0xe6546b64;
    }
    h ^= 64;
    h = (h ^ h >> 16) * 0x85ebca6b;
    h = (h ^ h >> 13) * 0xc2b2ae35;
    out[thread] = h ^ h >> 16;
}

kernel void complex(global const float2 *coefficients, global const float2 *points, global float2 *out, int degree) {
    int i = get_global_id(0);
    float2 z = points[i], sum = (float2)(0, 0);
    for (int k = 0; k < degree; k++) {
        float2 c = coefficients[k];
        sum = (float2)(sum.x * z.x - sum.y * z.y + c.x, sum.x * z.y + sum.y * z.x + c.y);
    }
    out[i] = sum;
}

kernel void spmv(global const int *rows, global const int *columns, global const float *values, global const float *x,
            global float *y, int n) {
    int row = get_global_id(0);
    if (row >= n) return;
    float sum = 0;
    for (int i = rows[row]; i < rows[row + 1]; i++) sum += values[i] * x[columns[i]];
    y[row] = sum;
}

kernel void bitonic(global const uint *in, global uint *out) {
    local uint s[512];
    uint t = get_local_id(0), first = get_group_id(0) * 512 + t;
    s[t] = in[first];
    s[t + 256] = in[first + 256];
    for (uint size = 2; size <= 512; size *= 2)
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint at = 2 * t - (t & (stride - 1));
            uint low = s[at], high = s[at + stride];
            if ((low > high) == ((at & size) == 0)) s[at] = high, s[at + stride] = low;
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[first] = s[t];
    out[first + 256] = s[t + 256];
}

kernel void softmax(global const float *in, global float *out, int n) {
    local float shared[256];
    int t = get_local_id(0);
    global const float *row = in + (size_t)get_group_id(0) * n;
    global float *result = out + (size_t)get_group_id(0) * n;
    float most = -MAXFLOAT, sum = 0;
    for (int i = t; i < n; i += 256) most = fmax(most, row[i]);
    shared[t] = most;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) shared[t] = fmax(shared[t], shared[t + step]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    most = shared[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = t; i < n; i += 256) sum += exp(row[i] - most);
    shared[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) shared[t] += shared[t + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sum = shared[0];
    for (int i = t; i < n; i += 256) result[i] = exp(row[i] - most) / sum;
}

kernel void attention(global const float *queries, global const float *keys, global const float *values, global float *out, int n) {
    local float key[64][32], value[64][32];
    int row = get_global_id(0), t = get_local_id(0), threads = get_local_size(0);
    float q[32], sums[32] = {}, most = -MAXFLOAT, total = 0;
    for (int d = 0; d < 32; d++) q[d] = queries[row * 32 + d];
    for (int tile = 0; tile < n; tile += 64) {
        for (int i = t; i < 64 * 32; i += threads) {
            key[i / 32][i % 32] = keys[tile * 32 + i];
            value[i / 32][i % 32] = values[tile * 32 + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 64; j++) {
            float score = 0;
            for (int d = 0; d < 32; d++) score += q[d] * key[j][d];
            float larger = fmax(most, score), scale = exp(most - larger), weight = exp(score - larger);
            most = larger, total = total * scale + weight;
            for (int d = 0; d < 32; d++) sums[d] = sums[d] * scale + weight * value[j][d];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int d = 0; d < 32; d++) out[row * 32 + d] = sums[d] / total;
}

// Tensor cores have no counterpart: a thread makes a column of the group's tile.
kernel void hgemm_mma(global const half *a, global const half *b, global float *c, int n) {
    local float left[64][32], right[128][33];
    int t = get_local_id(0), row = get_group_id(1) * 64, column = get_group_id(0) * 128;
    float sums[64];
    for (int i = 0; i < 64; i++) sums[i] = 0;
    for (int k = 0; k < n; k += 32) {
        for (int i = t; i < 64 * 32; i += 128) left[i / 32][i % 32] = vload_half((row + i / 32) * n + k + i % 32, a);
        for (int i = t; i < 128 * 32; i += 128) right[i / 32][i % 32] = vload_half((column + i / 32) * n + k + i % 32, b);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 32; j++)
            for (int i = 0; i < 64; i++) sums[i] += left[i][j] * right[t][j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 64; i++) c[(row + i) * n + column + t] = sums[i];
}
