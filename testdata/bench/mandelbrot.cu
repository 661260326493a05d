extern "C" __global__ void mandelbrot(int *out, int width, int height, int limit) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float re = -2.0f + px * (3.0f / width), im = -1.2f + py * (2.4f / height);
    float a = 0, b = 0;
    int turns = 0;
    while (turns < limit && a * a + b * b <= 4.0f) {
        float next = a * a - b * b + re;
        b = 2.0f * a * b + im;
        a = next;
        turns++;
    }
    out[py * width + px] = turns;
}
