// Goes round a loop so often, and writes what came out of it.
extern "C" __global__ void spin(unsigned turns, unsigned *out)
{
    unsigned value = blockIdx.x + threadIdx.x;
    for (unsigned i = 0; i < turns; ++i)
        value = value * 1664525u + 1013904223u;
    if (threadIdx.x == 0)
        out[blockIdx.x] = value;
}
