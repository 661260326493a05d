// A polynomial with complex coefficients at complex points, by Horner's rule.
extern "C" __global__ void complex(const float2 *coefficients, const float2 *points, float2 *out, int degree) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 z = points[i], sum = {0, 0};
    for (int k = 0; k < degree; k++) {
        float2 c = coefficients[k];
        sum = {sum.x * z.x - sum.y * z.y + c.x, sum.x * z.y + sum.y * z.x + c.y};
    }
    out[i] = sum;
}
