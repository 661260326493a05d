// Arguments of trigonometric functions without multiples of pi / 2.

/// For arguments of any size, by the product with those bits of 2/pi that matter (Payne and Hanek). The number of multiples, modulo 4,
/// goes to n.
SHARED two_d __hip_reduce(double x, int *n)
{
    unsigned long long bits = bits_d(x) & ~(1ull << 63);
    int e = (int)(bits >> 52) - 1075;
    unsigned long long m = (bits & ((1ull << 52) - 1)) | 1ull << 52;
    // Bits of 2/pi before this one are of multiples of 4. 64 zeros precede the first.
    int from = e - 2 + 64;
    const unsigned long long *at = __hip_two_over_pi + from / 64;
    int shift = from % 64;
    unsigned long long w[3];
#pragma unroll
    for (int k = 0; k < 3; k++)
        w[k] = shift ? at[k] << shift | at[k + 1] >> (64 - shift) : at[k];
    // The product modulo 2^192; its two upper bits count multiples.
    unsigned __int128 low = (unsigned __int128)m * w[2];
    unsigned __int128 middle = (unsigned __int128)m * w[1] + (unsigned long long)(low >> 64);
    unsigned long long top = m * w[0] + (unsigned long long)(middle >> 64);
    unsigned long long second = (unsigned long long)middle, third = (unsigned long long)low;
    unsigned count = (unsigned)(top >> 62) + (unsigned)(top >> 61 & 1);
    top <<= 2, top |= second >> 62, second <<= 2, second |= third >> 62, third <<= 2;
    // A fraction beyond one half becomes negative.
    int negative = (int)(top >> 63);
    if (negative)
        top = ~top, second = ~second, third = ~third;
    int zeros = 0;
    if (top == 0)
        top = second, second = third, third = 0, zeros = 64;
    int more = top ? __builtin_clzll(top) : 0;
    if (more)
        top = top << more | second >> (64 - more), second = second << more | third >> (64 - more);
    zeros += more;
    double high = (double)(top >> 11), low_part = (double)((top & 0x7ff) << 42 | second >> 22);
    two_d fraction = quick_d(high * 0x1p-53, low_part * 0x1p-106);
    two_d r = mul_d(fraction, pair_d(HALF_PI_d[0], HALF_PI_d[1]));
    double power = power_of_two_d(-zeros);
    r = pair_d(r.h * power, r.l * power);
    int is_minus = x < 0;
    *n = (int)(is_minus ? -count : count) & 3;
    return negative != is_minus ? minus_d(r) : r;
}

INLINE two_d reduce_d(double x, int *n)
{
    if (!(abs_d(x) < 1e6))
        return __hip_reduce(x, n);
    double k = __builtin_rint(x * 0x1.45f306dc9c883p-1);
    two_d p = product_d(k, HALF_PI_d[1]);
    two_d r = sum_d(__builtin_fma(-k, HALF_PI_d[0], x), -p.h);
    *n = (int)k;
    return quick_d(r.h, r.l - __builtin_fma(k, HALF_PI_d[2], p.l));
}

INLINE two_f reduce_f(float x, int *n)
{
    if (!(abs_f(x) < 1e5f)) {
        two_d r = __hip_reduce(x, n);
        float h = (float)r.h;
        return pair_f(h, (float)(r.h - h));
    }
    float k = __builtin_rintf(x * 0x1.45f306p-1f);
    two_f p = product_f(k, HALF_PI_f[1]);
    two_f r = sum_f(__builtin_fmaf(-k, HALF_PI_f[0], x), -p.h);
    *n = (int)k;
    return quick_f(r.h, r.l - __builtin_fmaf(k, HALF_PI_f[2], p.l));
}
