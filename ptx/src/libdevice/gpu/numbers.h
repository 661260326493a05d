// Functions of a number's parts: exponents, remainders, neighbours. Their results are exact.

INLINE int F(ilogb)(REAL x)
{
    if (x == 0 || F(is_nan)(x))
        return -2147483647 - 1;
    return F(is_infinite)(x) ? 2147483647 : F(exponent)(x);
}

INLINE REAL F(logb)(REAL x)
{
    if (x == 0)
        return -INFINITE;
    if (!F(is_finite)(x))
        return x * x;
    return F(exponent)(x);
}

/// The exponent of frexp.
INLINE int F(fraction_exponent)(REAL x)
{
    return x == 0 || !F(is_finite)(x) ? 0 : F(exponent)(x) + 1;
}

/// The significand of frexp.
INLINE REAL F(mantissa)(REAL x)
{
    return F(__hip_scale)(x, -F(fraction_exponent)(x));
}

INLINE REAL F(nextafter)(REAL x, REAL y)
{
    if (F(is_nan)(x) || F(is_nan)(y))
        return NOT_A_NUMBER;
    if (x == y)
        return y;
    if (x == 0)
        return F(with_sign)(F(real)(1), y);
    return F(real)(F(bits)(x) + ((x < y) == (x > 0) ? 1 : (BITS)-1));
}

/// The nearest integer, halves away from zero.
INLINE REAL F(round)(REAL x)
{
    REAL whole = TRUNCATE(x);
    REAL rest = F(abs)(x - whole);
    return F(with_sign)(rest >= (REAL)0.5 ? whole + F(with_sign)(1, x) : whole, x);
}

/// Significand as an integer, and its exponent, of a finite number greater than zero.
INLINE BITS F(integer)(REAL x, int *e)
{
    BITS b = F(bits)(x);
    *e = b >> FRACTION ? (int)(b >> FRACTION) : 1;
    return b >> FRACTION ? (b & ~FIELD) | (BITS)1 << FRACTION : b;
}

/// The remainder of |x| by |y| for finite numbers other than a zero y; the quotient's low bits go to q.
INLINE REAL F(remainder_positive)(REAL x, REAL y, BITS *q)
{
    *q = 0;
    if (x < y)
        return x;
    int ex, ey;
    BITS mx = F(integer)(x, &ex), my = F(integer)(y, &ey);
    *q = mx / my;
    mx -= *q * my;
#pragma nounroll
    for (int left = ex - ey; left > 0;) {
        int step = left < CHUNK ? left : CHUNK;
        mx <<= step;
        BITS part = mx / my;
        *q = (*q << step) + part;
        mx -= part * my;
        left -= step;
    }
    // The remainder has the exponent of y.
    int zeros = mx ? LEADING_ZEROS(mx) - (BITS_COUNT - 1 - FRACTION) : 0;
    if (mx == 0)
        return 0;
    if (ey - zeros > 0)
        return F(real)(((mx << zeros) & ~((BITS)1 << FRACTION)) | (BITS)(ey - zeros) << FRACTION);
    return F(real)(mx << (ey - 1));
}

/// Whether a remainder does not exist.
INLINE int F(no_remainder)(REAL x, REAL y)
{
    return !F(is_finite)(x) || F(is_nan)(y) || y == 0;
}

INLINE REAL F(fmod)(REAL x, REAL y)
{
    if (F(no_remainder)(x, y))
        return NOT_A_NUMBER;
    if (F(is_infinite)(y))
        return x;
    BITS q;
    return F(with_sign)(F(remainder_positive)(F(abs)(x), F(abs)(y), &q), x);
}

/// The remainder of least absolute value, for a finite y; the quotient's low bits go to q.
INLINE REAL F(least_remainder)(REAL x, REAL y, BITS *q)
{
    REAL a = F(abs)(y);
    REAL r = F(remainder_positive)(F(abs)(x), a, q);
    // a - r is exact where it matters: r is at least half of a.
    REAL other = a - r;
    if (r > other || (r == other && (*q & 1))) {
        r = -other;
        *q += 1;
    }
    return F(is_negative)(x) ? -r : r;
}

INLINE REAL F(remainder)(REAL x, REAL y)
{
    if (F(no_remainder)(x, y))
        return NOT_A_NUMBER;
    if (F(is_infinite)(y))
        return x;
    BITS q;
    return F(least_remainder)(x, y, &q);
}

/// The quotient of remquo: sign and low bits.
INLINE int F(quotient)(REAL x, REAL y)
{
    if (F(no_remainder)(x, y) || F(is_infinite)(y))
        return 0;
    BITS q;
    F(least_remainder)(x, y, &q);
    int low = (int)(q & 0x7fffffff);
    return F(is_negative)(x) != F(is_negative)(y) ? -low : low;
}
