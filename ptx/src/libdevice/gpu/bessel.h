// Bessel functions in double precision.


/// t * polynomial(t) for the distance t from a zero.
INLINE double from_zero(double x, const double *zero, const double *c, int n)
{
    double t = (x - zero[0]) - zero[1];
    return t * poly_d(t, c, n);
}

#define FROM_ZERO(x, name, number) from_zero((x), name##_Z##number##_d, ARRAY(name##_P##number))

/// The wave of large arguments: amplitude times cosine (or sine) of the phase.
INLINE double wave(double x, double amplitude, double shift, int turns, int is_sine)
{
    int n;
    two_d r = reduce_d(x, &n);
    // The phase is x + shift - (2 turns + 1) pi / 4.
    r = add_d(r, pair_d(shift, 0));
    if (r.h > 0) {
        r = add_d(r, pair_d(-HALF_PI_d[0] / 2, -HALF_PI_d[1] / 2));
    } else {
        r = add_d(r, pair_d(HALF_PI_d[0] / 2, HALF_PI_d[1] / 2));
        n -= 1;
    }
    n -= turns;
    return amplitude * __builtin_sqrt(2 / PI_d[0] / x) * sine_at_d(r, is_sine ? n : n + 1);
}

INLINE double wave0(double x, int is_sine)
{
    double inverse = 1 / x, w = inverse * inverse;
    return wave(x, poly_d(w, ARRAY(AMPLITUDE0)), inverse * poly_d(w, ARRAY(PHASE0)), 0, is_sine);
}

INLINE double wave1(double x, int is_sine)
{
    double inverse = 1 / x, w = inverse * inverse;
    return wave(x, poly_d(w, ARRAY(AMPLITUDE1)), inverse * poly_d(w, ARRAY(PHASE1)), 1, is_sine);
}

SHARED double __hip_j0(double x)
{
    double a = abs_d(x);
    if (is_nan_d(x) || a == __builtin_inf())
        return a == __builtin_inf() ? 0 : x;
    if (a < 1.6)
        return poly_d(a * a, ARRAY(J0_P0));
    if (a < 4)
        return FROM_ZERO(a, J0, 1);
    if (a < 7)
        return FROM_ZERO(a, J0, 2);
    return a <= 8 ? FROM_ZERO(a, J0, 3) : wave0(a, 0);
}

SHARED double __hip_j1(double x)
{
    double a = abs_d(x), out;
    if (is_nan_d(x) || a == __builtin_inf())
        return a == __builtin_inf() ? with_sign_d(0, x) : x;
    if (a < 2)
        out = a * poly_d(a * a, ARRAY(J1_P0));
    else if (a < 5.4)
        out = FROM_ZERO(a, J1, 1);
    else
        out = a <= 8 ? FROM_ZERO(a, J1, 2) : wave1(a, 0);
    return is_negative_d(x) ? -out : out;
}

/// 2 / pi log(x / zero), exact near the zero.
INLINE double log_from(double x, const double *zero)
{
    two_d ratio = divide_d(pair_d(x, 0), pair_d(zero[0], zero[1]));
    two_d l = log_two_d(ratio);
    return 2 / PI_d[0] * (l.h + l.l);
}

SHARED double __hip_y0(double x)
{
    if (!(x > 0))
        return x == 0 ? -__builtin_inf() : __builtin_nan("");
    if (x == __builtin_inf())
        return 0;
    if (x < 2.2) {
        // x*x - zero*zero, without cancellation.
        double t = ((x - Y0_Z0_d[0]) - Y0_Z0_d[1]) * (x + Y0_Z0_d[0]);
        return __builtin_fma(log_from(x, Y0_Z0_d), __hip_j0(x), t * poly_d(x * x, ARRAY(Y0_P0)));
    }
    if (x < 5.5)
        return FROM_ZERO(x, Y0, 1);
    return x <= 8 ? FROM_ZERO(x, Y0, 2) : wave0(x, 1);
}

SHARED double __hip_y1(double x)
{
    if (!(x > 0))
        return x == 0 ? -__builtin_inf() : __builtin_nan("");
    if (x == __builtin_inf())
        return 0;
    if (x < 0x1p-60)
        return -2 / PI_d[0] / x;
    if (x < 3.8) {
        double t = ((x - Y1_Z0_d[0]) - Y1_Z0_d[1]) * (x + Y1_Z0_d[0]);
        return __builtin_fma(log_from(x, Y1_Z0_d), __hip_j1(x), t * poly_d(x * x, ARRAY(Y1_P0)) / x);
    }
    if (x < 7)
        return FROM_ZERO(x, Y1, 1);
    return x <= 8 ? FROM_ZERO(x, Y1, 2) : wave1(x, 1);
}

INLINE double j0_d(double x)
{
    return __hip_j0(x);
}

INLINE double j1_d(double x)
{
    return __hip_j1(x);
}

INLINE double y0_d(double x)
{
    return __hip_y0(x);
}

INLINE double y1_d(double x)
{
    return __hip_y1(x);
}

SHARED double __hip_jn(int n, double x)
{
    if (n < 0 || is_nan_d(x))
        return __builtin_nan("");
    double a = abs_d(x);
    int is_minus = n & 1 && is_negative_d(x);
    if (n == 0)
        return __hip_j0(x);
    if (n == 1)
        return __hip_j1(x);
    if (a == 0 || a == __builtin_inf())
        return is_minus ? -0.0 : 0;
    double out;
    if (n < a) {
        double before = __hip_j0(a), now = __hip_j1(a);
#pragma nounroll
        for (int k = 1; k < n; k++) {
            double next = now * (2.0 * k / a) - before;
            before = now, now = next;
        }
        out = now;
    } else {
        // The first term of the series bounds the result: (x/2)^n / n!, less than (e x / 2n)^n.
        if (n * log_d(1.36 * a / n) < -760)
            return is_minus ? -0.0 : 0;
        // Miller: downwards from an order where the function is tiny, then scaled so that J0 + 2 J2 + 2 J4 + ... is 1.
        int start = 2 * ((n + (int)__builtin_sqrt(160.0 * n)) / 2);
        double after = 0, now = 1, sum = 0;
        out = 0;
#pragma nounroll
        for (int k = start; k > 0; k--) {
            double before = now * (2.0 * k / a) - after;
            after = now, now = before;
            if (abs_d(now) > 0x1p400)
                now *= 0x1p-400, after *= 0x1p-400, out *= 0x1p-400, sum *= 0x1p-400;
            if (k & 1)
                sum += now;
            if (k == n)
                out = after;
        }
        out /= 2 * sum - now;
    }
    return is_minus ? -out : out;
}

SHARED double __hip_yn(int n, double x)
{
    if (n < 0 || !(x >= 0))
        return __builtin_nan("");
    double before = __hip_y0(x), now = __hip_y1(x);
    if (n == 0)
        return before;
    if (x == 0 || x == __builtin_inf())
        return now;
#pragma nounroll
    for (int k = 1; k < n && now > -__builtin_inf(); k++) {
        double next = now * (2.0 * k / x) - before;
        before = now, now = next;
    }
    return now;
}

/// exp(a) / sqrt(a) times a factor, which does not overflow before the result does.
INLINE double grown(double a, double factor)
{
    double e = exp_scaled_d(pair_d(a, 0), -16);
    return __hip_scale_d(e * factor / __builtin_sqrt(a), 16);
}

/// A power series of a*a. Its slope, about a/2 - less in the logarithms, would enlarge the square's rounding error.
INLINE double series(double a, double less, const double *c, int n)
{
    two_d square = product_d(a, a);
    double value = poly_d(square.h, c, n);
    return a < 2 ? value : value * __builtin_fma(square.l / square.h, a / 2 - less, 1);
}

SHARED double __hip_i0(double x)
{
    double a = abs_d(x);
    if (is_nan_d(x))
        return x;
    if (a < 12)
        return series(a, 0.25, ARRAY(I0_SERIES));
    return a > 720 ? __builtin_inf() : grown(a, poly_d(1 / a, ARRAY(I0_LARGE)));
}

SHARED double __hip_i1(double x)
{
    double a = abs_d(x);
    if (is_nan_d(x))
        return x;
    double out;
    if (a < 12)
        out = a * series(a, 0.75, ARRAY(I1_SERIES));
    else
        out = a > 720 ? __builtin_inf() : grown(a, poly_d(1 / a, ARRAY(I1_LARGE)));
    return is_negative_d(x) ? -out : out;
}

INLINE double cyl_bessel_i0_d(double x)
{
    return __hip_i0(x);
}

INLINE double cyl_bessel_i1_d(double x)
{
    return __hip_i1(x);
}
