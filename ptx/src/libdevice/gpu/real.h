// Arithmetic for functions of the math library: numbers as sums of two, bits, scaling. Included once for each precision, with REAL
// (double or float), F(name) for the names of its functions and K(name) for those of its constants.

typedef struct {
    REAL h, l;
} F(two);

INLINE BITS F(bits)(REAL x)
{
    BITS out;
    __builtin_memcpy(&out, &x, sizeof x);
    return out;
}

INLINE REAL F(real)(BITS x)
{
    REAL out;
    __builtin_memcpy(&out, &x, sizeof x);
    return out;
}

INLINE TWO F(pair)(REAL h, REAL l)
{
    TWO out = {h, l};
    return out;
}

/// a + b for |a| >= |b|, or a = 0.
INLINE TWO F(quick)(REAL a, REAL b)
{
    REAL s = a + b;
    return F(pair)(s, b - (s - a));
}

/// a + b.
INLINE TWO F(sum)(REAL a, REAL b)
{
    REAL s = a + b, part = s - a;
    return F(pair)(s, (a - (s - part)) + (b - part));
}

/// a * b.
INLINE TWO F(product)(REAL a, REAL b)
{
    REAL p = a * b;
    return F(pair)(p, FMA(a, b, -p));
}

INLINE TWO F(add)(TWO a, TWO b)
{
    TWO s = F(sum)(a.h, b.h);
    return F(quick)(s.h, s.l + (a.l + b.l));
}

INLINE TWO F(minus)(TWO a)
{
    return F(pair)(-a.h, -a.l);
}

INLINE TWO F(mul)(TWO a, TWO b)
{
    TWO p = F(product)(a.h, b.h);
    return F(quick)(p.h, FMA(a.h, b.l, FMA(a.l, b.h, p.l)));
}

INLINE TWO F(divide)(TWO a, TWO b)
{
    REAL q = a.h / b.h;
    REAL rest = FMA(-q, b.h, a.h) + FMA(-q, b.l, a.l);
    return F(quick)(q, rest / b.h);
}

INLINE TWO F(root)(TWO a)
{
    if (!(a.h > 0))
        return F(pair)(SQRT(a.h), 0);
    REAL r = SQRT(a.h);
    REAL rest = FMA(-r, r, a.h) + a.l;
    return F(quick)(r, rest / (r + r));
}

/// Polynomial with the constant term first.
INLINE REAL F(poly)(REAL x, const REAL *c, int n)
{
    REAL sum = c[n - 1];
#pragma unroll
    for (int k = n - 2; k >= 0; k--)
        sum = FMA(sum, x, c[k]);
    return sum;
}

INLINE REAL F(abs)(REAL x)
{
    return F(real)(F(bits)(x) & ~SIGN);
}

INLINE int F(is_nan)(REAL x)
{
    return x != x;
}

INLINE int F(is_infinite)(REAL x)
{
    return F(abs)(x) == INFINITE;
}

INLINE int F(is_finite)(REAL x)
{
    return F(abs)(x) < INFINITE;
}

INLINE int F(is_negative)(REAL x)
{
    return (F(bits)(x) & SIGN) != 0;
}

INLINE REAL F(with_sign)(REAL x, REAL sign)
{
    return F(real)((F(bits)(x) & ~SIGN) | (F(bits)(sign) & SIGN));
}

/// 2 to the n, for exponents of normal numbers.
INLINE REAL F(power_of_two)(int n)
{
    return F(real)((BITS)(n + BIAS) << FRACTION);
}

/// x times 2 to the n, rounded once.
SHARED REAL F(__hip_scale)(REAL x, int n)
{
    if (x == 0 || !F(is_finite)(x))
        return x;
    n = n > 4 * BIAS ? 4 * BIAS : n < -4 * BIAS ? -4 * BIAS : n;
    if ((F(bits)(x) & ~SIGN) >> FRACTION == 0) {
        x *= F(power_of_two)(FRACTION + 1);
        n -= FRACTION + 1;
    }
    BITS b = F(bits)(x);
    int e = (int)((b & ~SIGN) >> FRACTION) + n;
    if (e > 2 * BIAS)
        return F(with_sign)(INFINITE, x);
    if (e < -FRACTION - 2)
        return F(with_sign)(0, x);
    int lift = e > 0 ? 0 : FRACTION + 3;
    BITS field = FIELD;
    REAL out = F(real)((b & ~field) | (BITS)(e + lift) << FRACTION);
    return lift ? out * F(power_of_two)(-FRACTION - 3) : out;
}

/// x times 2 to the n, for x near one.
INLINE REAL F(scale)(REAL x, int n)
{
    return n > 2 - BIAS && n < BIAS ? x * F(power_of_two)(n) : F(__hip_scale)(x, n);
}

/// x times 2 to the n, where no result but zeros is below the normal numbers.
INLINE REAL F(shift)(REAL x, int n)
{
    return x * F(power_of_two)(n / 2) * F(power_of_two)(n - n / 2);
}

/// Exponent of the leading bit of a finite number other than zero.
INLINE int F(exponent)(REAL x)
{
    BITS b = F(bits)(x) & ~SIGN;
    if (b >> FRACTION == 0)
        return BITS_COUNT - LEADING_ZEROS(b) - BIAS - FRACTION;
    return (int)(b >> FRACTION) - BIAS;
}
