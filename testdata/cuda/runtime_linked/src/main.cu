// Several translation units whose device code is linked: functions, variables and constants of other units, names that
// each unit has for itself.
#include "body.h"
#include <cmath>
#include <cstdio>
#include <vector>

int unit_of_table();

static __device__ int unit = 3;

static __global__ void check(int *out)
{
    *out = unit;
}

__global__ void step(const Body *before, Body *after, int n, float time)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Body body = before[i];
    float3 force = pull(before, n, i);
    body.speed += make_float3(force.x * time * settings[1], force.y * time * settings[1], force.z * time * settings[1]);
    body.at += make_float3(body.speed.x * time, body.speed.y * time, body.speed.z * time);
    after[i] = body;
}

// A function of another unit by its address.
typedef float (*Softening)(float);
__device__ Softening by_address = softened;

__global__ void through_pointer(float *out)
{
    *out = by_address(2.0f) + squared_length(1.0f, 2.0f, 3.0f);
}

static bool near(float a, double b)
{
    return std::fabs(a - b) < 1e-5;
}

int main()
{
    const int n = 60;
    const float time = 0.01f, epsilon = 0.25f;
    std::vector<Body> host(n), out(n);
    for (int i = 0; i < n; ++i)
        host[i] = {{std::sin(1.0f * i), std::cos(2.0f * i), 0.1f * i}, {0, 0, 0.01f * i}};
    Body *before, *after;
    cudaMalloc(&before, n * sizeof(Body));
    cudaMalloc(&after, n * sizeof(Body));
    cudaMemcpy(before, host.data(), n * sizeof(Body), cudaMemcpyHostToDevice);
    if (set_softening(epsilon) != cudaSuccess)
        return 1;
    step<<<2, 32>>>(before, after, n, time);
    cudaMemcpy(out.data(), after, n * sizeof(Body), cudaMemcpyDeviceToHost);

    for (int i = 0; i < n; ++i) {
        double force = 0;
        for (int j = 0; j < n; ++j) {
            double x = host[j].at.x - host[i].at.x, y = host[j].at.y - host[i].at.y, z = host[j].at.z - host[i].at.z;
            force += j == i ? 0 : x / (x * x + y * y + z * z + epsilon * epsilon);
        }
        if (!near(out[i].at.x, host[i].at.x + (host[i].speed.x + force * time) * time)) {
            std::printf("body %d is at %.7f: FAIL\n", i, out[i].at.x);
            return 1;
        }
    }
    unsigned long long seen = 0;
    cudaMemcpyFromSymbol(&seen, pairs, sizeof seen);

    int *number;
    float *value;
    cudaMallocManaged(&number, sizeof *number);
    cudaMallocManaged(&value, sizeof *value);
    check<<<1, 1>>>(number);
    through_pointer<<<1, 1>>>(value);
    bool is_right = cudaDeviceSynchronize() == cudaSuccess && seen == n * (n - 1ull) && *number == 3 &&
                    unit_of_table() == 2 && near(*value, 2 + epsilon * epsilon + 14);
    std::printf("runtime_linked: %d bodies, %llu pairs: %s\n", n, seen, is_right ? "PASS" : "FAIL");
    return is_right ? 0 : 1;
}
