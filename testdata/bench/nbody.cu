// Accelerations of n bodies (x, y, z, mass), n a multiple of the block.
constexpr int TILE = 256;

extern "C" __global__ void nbody(const float4 *bodies, float4 *out, int n) {
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 p = bodies[i];
    float ax = 0, ay = 0, az = 0;
    for (int t = 0; t < n; t += TILE) {
        tile[threadIdx.x] = bodies[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            float dx = tile[k].x - p.x, dy = tile[k].y - p.y, dz = tile[k].z - p.z;
            float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float r = 1.0f / sqrtf(d2);
            float s = tile[k].w * r * r * r;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        __syncthreads();
    }
    out[i] = make_float4(ax, ay, az, 0.0f);
}
