// The gamma function, and inverses of the error function, in double precision.

// Coefficients of a polynomial, and their number.
#define ARRAY(name) name##_d, sizeof name##_d / sizeof name##_d[0]

/// erfinv(x) / x for w = -log(1 - x*x).
INLINE double inverse_ratio(double w)
{
    if (w < 6.25)
        return poly_d(w - 3.125, ARRAY(ERFINV_A));
    double s = __builtin_sqrt(w);
    if (s < 4)
        return poly_d(s - 3.25, ARRAY(ERFINV_B));
    if (s < 8)
        return poly_d(s - 6, ARRAY(ERFINV_C));
    return s * poly_d(1 / s - 0.08, ARRAY(ERFINV_D));
}

INLINE double erfinv_d(double x)
{
    double a = abs_d(x);
    if (!(a < 1))
        return a == 1 ? with_sign_d(__builtin_inf(), x) : __builtin_nan("");
    two_d square = product_d(a, a);
    two_d rest = sum_d(1, -square.h);
    return x * inverse_ratio(-log_two_d(quick_d(rest.h, rest.l - square.l)).h);
}

INLINE double erfcinv_d(double x)
{
    if (!(x > 0 && x < 2))
        return x == 0 ? __builtin_inf() : x == 2 ? -__builtin_inf() : __builtin_nan("");
    two_d rest = mul_d(sum_d(2, -x), pair_d(x, 0));
    return (1 - x) * inverse_ratio(-log_two_d(rest).h);
}

INLINE double normcdfinv_d(double x)
{
    // Twice the root of one half is the root of two. The result at one half is a positive zero.
    return x == 0.5 ? 0 : -2 * SQRT_HALF_d[0] * erfcinv_d(2 * x);
}

/// lgamma(x) for x >= 10: Stirling's formula.
INLINE two_d stirling(double x)
{
    double inverse = 1 / x;
    two_d out = mul_d(log_two_d(pair_d(x, 0)), sum_d(x, -0.5));
    out = add_d(out, pair_d(-x, 0));
    out = add_d(out, pair_d(HALF_LN_TWO_PI_d[0], HALF_LN_TWO_PI_d[1]));
    return add_d(out, pair_d(inverse * poly_d(inverse * inverse, ARRAY(STIRLING)), 0));
}

/// lgamma(2 + z) for 0 <= x < 10, an integer other than 2 + z away from x. The factors that lie between go to `factors`, which divide
/// if x is the smaller one.
INLINE two_d gamma_near_two(double x, two_d *factors, int *divides)
{
    double base = __builtin_rint(x), z = x - base;
    *divides = base < 2;
    *factors = pair_d(1, 0);
    if (base < 1)
        *factors = pair_d(z, 0);
    if (base < 2)
        *factors = mul_d(*factors, sum_d(1, z));
#pragma nounroll
    for (double k = 2; k < base; k += 1)
        *factors = mul_d(*factors, sum_d(k, z));
    two_d slope = product_d(z, poly_d(z, ARRAY(LGAMMA2)));
    slope = add_d(pair_d(ONE_MINUS_EULER_d[0], ONE_MINUS_EULER_d[1]), slope);
    return mul_d(pair_d(z, 0), slope);
}

/// lgamma(x) for x > 0.
SHARED two_d __hip_lgamma(double x)
{
    if (x >= 10)
        return stirling(x);
    if (x < 0x1p-60)
        return minus_d(log_two_d(pair_d(x, 0)));
    two_d factors;
    int divides;
    two_d out = gamma_near_two(x, &factors, &divides);
    two_d l = log_two_d(factors);
    return add_d(out, divides ? minus_d(l) : l);
}

INLINE double lgamma_d(double x)
{
    double a = abs_d(x);
    if (is_nan_d(x))
        return x;
    if (a == 0 || a > 0x1.74p1014 * 4 || (x < 0 && __builtin_trunc(x) == x))
        return __builtin_inf();
    two_d out = __hip_lgamma(a);
    if (x < 0 && a >= 0x1p-60) {
        // The reflection: the product with lgamma(-x) is pi / (x sin(pi x)).
        double s = abs_d(sinpi_d(a));
        two_d l = log_two_d(product_d(a, s));
        out = add_d(pair_d(LN_PI_d[0], LN_PI_d[1]), minus_d(add_d(l, out)));
    }
    return out.h + out.l;
}

INLINE double tgamma_d(double x)
{
    double a = abs_d(x);
    if (is_nan_d(x))
        return x;
    if (x == 0)
        return with_sign_d(__builtin_inf(), x);
    if (x < 0 && (a == __builtin_inf() || __builtin_trunc(x) == x))
        return __builtin_nan("");
    if (x > 180)
        return __builtin_inf();
    if (x < -200)
        return with_sign_d(0, sinpi_d(a) > 0 ? -1 : 1);
    if (a >= 10) {
        two_d l = stirling(a);
        if (x > 0)
            return exp_scaled_d(l, 0);
        // The power of two keeps what the quotient makes larger from becoming too small before.
        return __hip_scale_d(exp_scaled_d(minus_d(l), 400) * (-PI_d[0] / (a * sinpi_d(a))), -400);
    }
    two_d factors;
    int divides;
    double e = exp_scaled_d(gamma_near_two(a, &factors, &divides), 0);
    double f = factors.h;
    if (x > 0)
        return divides ? e / f : e * f;
    double s = -PI_d[0] / (a * sinpi_d(a));
    if (a < 0x1p-60)
        return 1 / x;
    return divides ? s * f / e : s / (e * f);
}
