#include <math_constants.h>

__device__ float clampf(float x) { return x > CUDART_INF_F ? CUDART_NAN_F : x * CUDART_PI_F; }
__device__ double hypot1() { return CUDART_SQRT_TWO + CUDART_ZERO; }
