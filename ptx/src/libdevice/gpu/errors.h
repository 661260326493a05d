// The error function and its relatives.

/// exp(a*a) erfc(a) for a >= 0: a polynomial in (a - 3) / (a + 3).
INLINE REAL F(erfcx_positive)(REAL a)
{
    if (a > 1 / (TINY * TINY))
        return K(TWO_OVER_SQRT_PI)[0] / 2 / a;
    REAL t = FMA(-6, 1 / (a + 3), 1);
    return POLY(t, ERFCX) / FMA(2, a, 1);
}

/// exp(-(z * z)) for the square as a sum, times 2 to the extra.
INLINE REAL F(exp_minus)(TWO square, int extra)
{
    return square.h < EXP_LIMIT ? F(exp_scaled)(F(minus)(square), extra) : 0;
}

INLINE REAL F(erf_small)(REAL x)
{
    REAL p = POLY(x * x, ERF) + K(TWO_OVER_SQRT_PI)[1];
    return FMA(x, K(TWO_OVER_SQRT_PI)[0], x * p);
}

INLINE REAL F(erf)(REAL x)
{
    REAL a = F(abs)(x);
    if (!(a >= 1))
        return F(erf_small)(x);
    REAL rest = a < 7 ? F(exp_minus)(F(product)(a, a), 0) * F(erfcx_positive)(a) : 0;
    return F(with_sign)(1 - rest, x);
}

INLINE REAL F(erfc)(REAL x)
{
    if (F(is_nan)(x))
        return x;
    REAL a = F(abs)(x);
    if (x > -1 && x < (REAL)0.65)
        return 1 - F(erf_small)(x);
    REAL rest = a < 30 ? F(exp_minus)(F(product)(a, a), 8) * F(erfcx_positive)(a) * (REAL)0x1p-8 : 0;
    return x < 0 ? 2 - rest : rest;
}

INLINE REAL F(erfcx)(REAL x)
{
    if (F(is_nan)(x))
        return x;
    REAL a = F(abs)(x);
    if (a < (REAL)0.5)
        return F(exp_scaled)(F(product)(a, a), 0) * (1 - F(erf_small)(x));
    REAL rest = F(erfcx_positive)(a);
    if (x >= 0)
        return rest;
    if (a > 30)
        return INFINITE;
    return F(exp_scaled)(F(product)(a, a), 1) - rest;
}

INLINE REAL F(normcdf)(REAL x)
{
    if (F(is_nan)(x))
        return x;
    REAL a = F(abs)(x);
    if (a < (REAL)0.7)
        return FMA((REAL)0.5, F(erf_small)(x * K(SQRT_HALF)[0]), (REAL)0.5);
    if (a > 40)
        return x < 0 ? 0 : 1;
    TWO square = F(product)(a, a);
    REAL tail = F(exp_minus)(F(pair)(square.h / 2, square.l / 2), 7) * F(erfcx_positive)(a * K(SQRT_HALF)[0]) * (REAL)0x1p-8;
    return x < 0 ? tail : 1 - tail;
}
