// Exponentials, logarithms, powers, hyperbolic and trigonometric functions, roots, for the precision that real.h was included for.
// Results are computed as sums of two numbers where a bound needs it.

/// log(m + l) for m near one: twice the series of atanh(s), s = f / (2 + f).
INLINE TWO F(log_near_one)(TWO f)
{
    TWO denominator = F(sum)(2, f.h);
    denominator.l += f.l;
    TWO s = F(divide)(f, denominator);
    TWO w = F(mul)(s, s);
    REAL tail = w.h * POLY(w.h, LOG);
    TWO c = F(quick)(K(TWO_THIRDS)[0], tail);
    c.l += K(TWO_THIRDS)[1];
    TWO cubic = F(mul)(F(mul)(s, w), c);
    return F(add)(F(pair)(2 * s.h, 2 * s.l), cubic);
}

/// log of the significand of a > 0, between the roots of one half and of two; the exponent goes to k.
INLINE TWO F(log_reduced)(TWO a, int *k)
{
    int lifted = 0;
    if (F(bits)(a.h) >> FRACTION == 0) {
        a.h *= F(power_of_two)(FRACTION + 1);
        lifted = FRACTION + 1;
    }
    BITS b = F(bits)(a.h);
    int e = (SIGNED)(b - F(bits)(K(SQRT_HALF)[0])) >> FRACTION;
    REAL m = F(real)(b - ((BITS)e << FRACTION));
    REAL l = F(shift)(a.l, -e);
    *k = e - lifted;
    return F(log_near_one)(F(sum)(m - 1, l));
}

/// log(a) for a > 0.
INLINE TWO F(log_two)(TWO a)
{
    int k;
    TWO l = F(log_reduced)(a, &k);
    TWO s = F(sum)(k * K(LN2)[0], l.h);
    return F(quick)(s.h, s.l + FMA(k, K(LN2)[1], l.l));
}

/// log(1 + u) for u > -1.
INLINE TWO F(log_one_plus)(TWO u)
{
    TWO a = F(sum)(1, u.h);
    a.l += u.l;
    return F(log_two)(a);
}

/// The value of a logarithm where it is not a finite number; 0 elsewhere.
INLINE REAL F(log_special)(REAL x)
{
    return x > 0 ? x : x == 0 ? -INFINITE : NOT_A_NUMBER;
}

INLINE int F(log_is_special)(REAL x)
{
    return !(x > 0 && x < INFINITE);
}

INLINE REAL F(log)(REAL x)
{
    if (F(log_is_special)(x))
        return F(log_special)(x);
    TWO l = F(log_two)(F(pair)(x, 0));
    return l.h + l.l;
}

INLINE REAL F(log2)(REAL x)
{
    if (F(log_is_special)(x))
        return F(log_special)(x);
    int k;
    TWO l = F(mul)(F(log_reduced)(F(pair)(x, 0), &k), CONSTANT(INV_LN2));
    TWO s = F(sum)(k, l.h);
    return s.h + (s.l + l.l);
}

INLINE REAL F(log10)(REAL x)
{
    if (F(log_is_special)(x))
        return F(log_special)(x);
    int k;
    TWO l = F(mul)(F(log_reduced)(F(pair)(x, 0), &k), CONSTANT(INV_LN10));
    TWO s = F(sum)(k * K(LOG10_2)[0], l.h);
    return s.h + (s.l + FMA(k, K(LOG10_2)[1], l.l));
}

INLINE REAL F(log1p)(REAL x)
{
    if (!(x > -1 && x < INFINITE))
        return x == -1 ? -INFINITE : x > -1 ? x : NOT_A_NUMBER;
    if (F(abs)(x) < TINY * TINY)
        return x;
    TWO l = F(log_one_plus)(F(pair)(x, 0));
    return l.h + l.l;
}

/// exp(r) - 1 for |r| up to half of log(2).
INLINE TWO F(expm1_near_zero)(TWO r)
{
    TWO square = F(product)(r.h, r.h);
    TWO s = F(quick)(r.h, square.h / 2);
    REAL cubic = r.h * square.h * POLY(r.h, EXP);
    return F(quick)(s.h, s.l + (square.l / 2 + (cubic + FMA(r.h, r.l, r.l))));
}

/// exp(x) - 1 without the power of two, whose exponent goes to n.
INLINE TWO F(expm1_reduced)(TWO x, int *n)
{
    REAL k = ROUND(x.h * K(INV_LN2)[0]);
    TWO p = F(product)(k, K(LN2)[1]);
    TWO r = F(sum)(FMA(-k, K(LN2)[0], x.h), -p.h);
    r = F(quick)(r.h, r.l + (x.l - p.l));
    *n = (int)k;
    return F(expm1_near_zero)(r);
}

/// exp(x) times 2 to the extra. The argument is not far beyond what overflows or underflows.
INLINE REAL F(exp_scaled)(TWO x, int extra)
{
    int n;
    TWO q = F(expm1_reduced)(x, &n);
    TWO e = F(quick)(1, q.h);
    return F(scale)(e.h + (e.l + q.l), n + extra);
}

/// exp(x) - 1 for arguments that do not overflow.
INLINE TWO F(expm1_two)(TWO x)
{
    int n;
    TWO q = F(expm1_reduced)(x, &n);
    REAL p = F(power_of_two)(n);
    return F(add)(F(sum)(p, -1), F(pair)(q.h * p, q.l * p));
}

/// exp where its argument is not a number between the limits.
INLINE REAL F(exp_special)(REAL x)
{
    return F(is_nan)(x) ? x : x > 0 ? INFINITE : 0;
}

INLINE REAL F(exp)(REAL x)
{
    if (!(F(abs)(x) < EXP_LIMIT))
        return F(exp_special)(x);
    return F(exp_scaled)(F(pair)(x, 0), 0);
}

INLINE REAL F(exp2)(REAL x)
{
    if (!(F(abs)(x) < 2 * EXP_LIMIT))
        return F(exp_special)(x);
    REAL k = ROUND(x);
    TWO r = F(mul)(F(pair)(x - k, 0), F(add)(F(pair)(K(LN2)[0], K(LN2)[1]), F(pair)(K(LN2)[2], 0)));
    TWO q = F(expm1_near_zero)(r);
    TWO e = F(quick)(1, q.h);
    return F(scale)(e.h + (e.l + q.l), (int)k);
}

INLINE REAL F(exp10)(REAL x)
{
    if (!(F(abs)(x) < EXP_LIMIT / 2))
        return F(exp_special)(x);
    // Around multiples of log10(2).
    REAL k = ROUND(x * (K(INV_LN2)[0] * K(LN10)[0]));
    TWO p = F(product)(k, K(LOG10_2)[1]);
    TWO r = F(sum)(FMA(-k, K(LOG10_2)[0], x), -p.h);
    r = F(mul)(F(quick)(r.h, r.l - p.l), CONSTANT(LN10));
    TWO q = F(expm1_near_zero)(r);
    TWO e = F(quick)(1, q.h);
    return F(scale)(e.h + (e.l + q.l), (int)k);
}

INLINE REAL F(expm1)(REAL x)
{
    if (F(is_nan)(x) || F(abs)(x) < TINY * TINY)
        return x;
    if (x < -60)
        return -1;
    if (x > 60)
        return F(exp)(x);
    TWO e = F(expm1_two)(F(pair)(x, 0));
    return e.h + e.l;
}

INLINE REAL F(sinh)(REAL x)
{
    REAL a = F(abs)(x);
    if (F(is_nan)(x) || a < TINY)
        return x;
    REAL out;
    if (a > 40) {
        out = a < 2 * EXP_LIMIT ? F(exp_scaled)(F(pair)(a, 0), -1) : INFINITE;
    } else {
        TWO e = F(expm1_two)(F(pair)(a, 0));
        TWO s = F(add)(e, F(divide)(e, F(add)(F(pair)(1, 0), e)));
        out = (s.h + s.l) / 2;
    }
    return F(with_sign)(out, x);
}

INLINE REAL F(cosh)(REAL x)
{
    REAL a = F(abs)(x);
    if (F(is_nan)(x))
        return x;
    if (a > 40)
        return a < 2 * EXP_LIMIT ? F(exp_scaled)(F(pair)(a, 0), -1) : INFINITE;
    TWO e = F(add)(F(pair)(1, 0), F(expm1_two)(F(pair)(a, 0)));
    TWO s = F(add)(e, F(divide)(F(pair)(1, 0), e));
    return (s.h + s.l) / 2;
}

INLINE REAL F(tanh)(REAL x)
{
    REAL a = F(abs)(x);
    if (F(is_nan)(x) || a < TINY)
        return x;
    if (a > 22)
        return F(with_sign)(1, x);
    TWO e = F(expm1_two)(F(pair)(2 * a, 0));
    TWO t = F(divide)(e, F(add)(F(pair)(2, 0), e));
    return F(with_sign)(t.h + t.l, x);
}

/// log(2 a) for large arguments of the inverse hyperbolic functions.
INLINE REAL F(log_twice)(REAL a)
{
    TWO l = F(add)(F(log_two)(F(pair)(a, 0)), F(pair)(K(LN2)[0], K(LN2)[1]));
    return l.h + l.l;
}

INLINE REAL F(asinh)(REAL x)
{
    REAL a = F(abs)(x);
    if (!F(is_finite)(x) || a < TINY)
        return x;
    if (a > 1 / TINY)
        return F(with_sign)(F(log_twice)(a), x);
    TWO square = F(product)(a, a);
    TWO root = F(root)(F(add)(F(pair)(1, 0), square));
    TWO part = F(divide)(square, F(add)(F(pair)(1, 0), root));
    TWO l = F(log_one_plus)(F(add)(F(pair)(a, 0), part));
    return F(with_sign)(l.h + l.l, x);
}

INLINE REAL F(acosh)(REAL x)
{
    if (!(x >= 1))
        return NOT_A_NUMBER;
    if (x > 1 / TINY)
        return x == INFINITE ? x : F(log_twice)(x);
    if (x == 1)
        return 0;
    TWO t = F(sum)(x, -1);
    TWO root = F(root)(F(mul)(t, F(add)(F(pair)(2, 0), t)));
    TWO l = F(log_one_plus)(F(add)(root, t));
    return l.h + l.l;
}

INLINE REAL F(atanh)(REAL x)
{
    REAL a = F(abs)(x);
    if (!(a < 1))
        return a == 1 ? F(with_sign)(INFINITE, x) : NOT_A_NUMBER;
    if (a < TINY)
        return x;
    TWO l = F(log_one_plus)(F(divide)(F(pair)(2 * a, 0), F(sum)(1, -a)));
    return F(with_sign)((l.h + l.l) / 2, x);
}

/// 0 if y is no integer, 1 if it is odd, 2 if it is even.
INLINE int F(parity)(REAL y)
{
    REAL a = F(abs)(y);
    if (!(a < F(power_of_two)(FRACTION + 1)))
        return 2;
    if (TRUNCATE(a) != a)
        return 0;
    return (unsigned long long)a & 1 ? 1 : 2;
}

INLINE REAL F(pow)(REAL x, REAL y)
{
    if (x == 1 || y == 0)
        return 1;
    if (F(is_nan)(x) || F(is_nan)(y))
        return NOT_A_NUMBER;
    REAL a = F(abs)(x);
    int parity = F(parity)(y);
    REAL sign = parity == 1 ? F(with_sign)(1, x) : 1;
    if (F(is_infinite)(y))
        return a == 1 ? 1 : (a > 1) == (y > 0) ? INFINITE : 0;
    if (a == 0 || a == INFINITE)
        return sign * ((a == 0) == (y > 0) ? 0 : INFINITE);
    if (F(is_negative)(x) && parity == 0)
        return NOT_A_NUMBER;
    TWO l = F(log_two)(F(pair)(a, 0));
    // No logarithm but zero is so small that a larger exponent gives a finite power.
    y = y > POW_LIMIT ? POW_LIMIT : y < -POW_LIMIT ? -POW_LIMIT : y;
    TWO p = F(product)(y, l.h);
    p = F(quick)(p.h, FMA(y, l.l, p.l));
    if (!(F(abs)(p.h) < EXP_LIMIT))
        return sign * F(exp_special)(p.h);
    return sign * F(exp_scaled)(p, 0);
}

/// The angle of the point (x, y), which is in the first quadrant, from the first axis.
INLINE TWO F(angle)(TWO y, TWO x)
{
    int swapped = y.h > x.h;
    TWO n = swapped ? x : y, d = swapped ? y : x;
    int turned = n.h > d.h * (REAL)0.414213562373095;
    TWO z = F(divide)(turned ? F(add)(n, F(minus)(d)) : n, turned ? F(add)(n, d) : d);
    REAL w = z.h * z.h;
    TWO part = F(quick)(z.h, z.l + z.h * w * POLY(w, ATAN));
    TWO quarter = F(pair)(K(HALF_PI)[0] / 2, K(HALF_PI)[1] / 2);
    TWO out = turned ? F(add)(quarter, part) : part;
    return swapped ? F(add)(CONSTANT(HALF_PI), F(minus)(out)) : out;
}

INLINE REAL F(atan)(REAL x)
{
    REAL a = F(abs)(x);
    if (F(is_nan)(x) || a < TINY)
        return x;
    if (a > 1 / (TINY * TINY))
        return F(with_sign)(K(HALF_PI)[0], x);
    TWO out = F(angle)(F(pair)(a, 0), F(pair)(1, 0));
    return F(with_sign)(out.h + out.l, x);
}

INLINE REAL F(atan2)(REAL y, REAL x)
{
    if (F(is_nan)(x) || F(is_nan)(y))
        return NOT_A_NUMBER;
    int left = F(is_negative)(x);
    REAL a = F(abs)(x), b = F(abs)(y);
    if (b == 0)
        return left ? F(with_sign)(K(PI)[0], y) : y;
    if (b == INFINITE && a == INFINITE)
        return F(with_sign)(left ? 3 * (K(HALF_PI)[0] / 2) : K(HALF_PI)[0] / 2, y);
    if (a == 0 || b == INFINITE)
        return F(with_sign)(K(HALF_PI)[0], y);
    if (a == INFINITE)
        return F(with_sign)(left ? K(PI)[0] : 0, y);
    int ea = F(exponent)(a), eb = F(exponent)(b);
    if (ea - eb > FRACTION + 8)
        return F(with_sign)(left ? K(PI)[0] : b / a, y);
    if (eb - ea > FRACTION + 8)
        return F(with_sign)(K(HALF_PI)[0], y);
    TWO out = F(angle)(F(pair)(F(shift)(b, -ea), 0), F(pair)(F(shift)(a, -ea), 0));
    if (left)
        out = F(add)(CONSTANT(PI), F(minus)(out));
    return F(with_sign)(out.h + out.l, y);
}

/// The root of 1 - a*a.
INLINE TWO F(other_leg)(REAL a)
{
    TWO square = F(product)(a, a);
    TWO rest = F(sum)(1, -square.h);
    return F(root)(F(quick)(rest.h, rest.l - square.l));
}

INLINE REAL F(asin)(REAL x)
{
    REAL a = F(abs)(x);
    if (!(a <= 1))
        return NOT_A_NUMBER;
    if (a < TINY)
        return x;
    TWO out = F(angle)(F(pair)(a, 0), F(other_leg)(a));
    return F(with_sign)(out.h + out.l, x);
}

INLINE REAL F(acos)(REAL x)
{
    REAL a = F(abs)(x);
    if (!(a <= 1))
        return NOT_A_NUMBER;
    TWO out = F(angle)(F(other_leg)(a), F(pair)(a, 0));
    if (F(is_negative)(x))
        out = F(add)(CONSTANT(PI), F(minus)(out));
    return out.h + out.l;
}

/// sin(r) for |r| up to a quarter of pi.
INLINE TWO F(sine)(TWO r)
{
    REAL w = r.h * r.h;
    TWO s = F(quick)(r.h, r.h * w * POLY(w, SIN));
    return F(quick)(s.h, s.l + FMA(-w / 2, r.l, r.l));
}

/// cos(r) for |r| up to a quarter of pi.
INLINE TWO F(cosine)(TWO r)
{
    TWO w = F(product)(r.h, r.h);
    TWO s = F(quick)(1, -w.h / 2);
    return F(quick)(s.h, s.l + FMA(w.h * w.h, POLY(w.h, COS), -w.l / 2) - r.h * r.l);
}

/// sin(r + n pi / 2).
INLINE REAL F(sine_at)(TWO r, int n)
{
    TWO s = n & 1 ? F(cosine)(r) : F(sine)(r);
    REAL out = s.h + s.l;
    return n & 2 ? -out : out;
}

INLINE REAL F(sin)(REAL x)
{
    if (x == 0 || !F(is_finite)(x))
        return x == 0 ? x : NOT_A_NUMBER;
    int n;
    TWO r = F(reduce)(x, &n);
    return F(sine_at)(r, n);
}

INLINE REAL F(cos)(REAL x)
{
    if (!F(is_finite)(x))
        return NOT_A_NUMBER;
    int n;
    TWO r = F(reduce)(x, &n);
    return F(sine_at)(r, n + 1);
}

INLINE REAL F(tan)(REAL x)
{
    if (x == 0 || !F(is_finite)(x))
        return x == 0 ? x : NOT_A_NUMBER;
    int n;
    TWO r = F(reduce)(x, &n);
    TWO s = F(sine)(r), c = F(cosine)(r);
    TWO t = n & 1 ? F(divide)(F(minus)(c), s) : F(divide)(s, c);
    return t.h + t.l;
}

/// The angle pi x without multiples of pi / 2, whose number goes to n.
INLINE TWO F(reduce_pi)(REAL x, int *n)
{
    REAL k = ROUND(2 * x);
    REAL r = FMA((REAL)-0.5, k, x);
    *n = (int)((long long)k & 3);
    TWO p = F(product)(r, K(PI)[0]);
    return F(quick)(p.h, FMA(r, K(PI)[1], p.l));
}

INLINE REAL F(sinpi)(REAL x)
{
    if (!F(is_finite)(x))
        return NOT_A_NUMBER;
    if (TRUNCATE(x) == x)
        return F(with_sign)(0, x);
    int n;
    TWO r = F(reduce_pi)(x, &n);
    return F(sine_at)(r, n);
}

INLINE REAL F(cospi)(REAL x)
{
    if (!F(is_finite)(x))
        return NOT_A_NUMBER;
    if (F(abs)(x) >= F(power_of_two)(FRACTION + 1))
        return 1;
    int n;
    TWO r = F(reduce_pi)(x, &n);
    return F(sine_at)(r, n + 1) + 0;
}

/// The cube root of a finite number other than zero: of its absolute value without a power of two, the third of whose exponent goes to
/// k.
INLINE TWO F(cube_root)(REAL x, int *k)
{
    int e = F(exponent)(x);
    int third = (e + 3 * BIAS) / 3 - BIAS;
    REAL m = F(shift)(F(abs)(x), -3 * third);
    // m is in [1, 8). Halley's method triples the number of bits of a line's 4.
    REAL y = FMA((REAL)0.136, m, (REAL)0.93);
#pragma unroll
    for (int n = 0; n < (BITS_COUNT == 64 ? 3 : 2); n++) {
        REAL cube = y * y * y;
        y = y * (cube + 2 * m) / FMA(2, cube, m);
    }
    TWO square = F(product)(y, y);
    TWO cube = F(product)(square.h, y);
    REAL rest = (m - cube.h) - FMA(square.l, y, cube.l);
    *k = third;
    return F(quick)(y, rest / (3 * square.h));
}

INLINE REAL F(cbrt)(REAL x)
{
    if (x == 0 || !F(is_finite)(x))
        return x;
    int k;
    TWO y = F(cube_root)(x, &k);
    return F(with_sign)(F(scale)(y.h + y.l, k), x);
}

INLINE REAL F(rcbrt)(REAL x)
{
    if (x == 0 || !F(is_finite)(x))
        return 1 / x;
    int k;
    TWO y = F(cube_root)(x, &k);
    y = F(divide)(F(pair)(1, 0), y);
    return F(with_sign)(F(scale)(y.h + y.l, -k), x);
}

/// The norm of up to four numbers, of which the largest has exponent e, over a power of two. Zero if one is not a number or infinite, or
/// if all are zero.
INLINE TWO F(norm_two)(REAL a, REAL b, REAL c, REAL d, int *e)
{
    REAL all[4] = {a, b, c, d};
    REAL largest = 0;
#pragma unroll
    for (int n = 0; n < 4; n++)
        largest = F(abs)(all[n]) > largest ? F(abs)(all[n]) : largest;
    *e = largest > 0 ? F(exponent)(largest) : 0;
    TWO sum = F(pair)(0, 0);
#pragma unroll
    for (int n = 0; n < 4; n++) {
        REAL v = F(shift)(all[n], -*e);
        sum = F(add)(sum, F(product)(v, v));
    }
    return F(root)(sum);
}

/// The norm if it is zero, infinite or not a number; negative otherwise.
INLINE REAL F(norm_special)(REAL a, REAL b, REAL c, REAL d)
{
    if (F(is_infinite)(a) || F(is_infinite)(b) || F(is_infinite)(c) || F(is_infinite)(d))
        return INFINITE;
    if (F(is_nan)(a) || F(is_nan)(b) || F(is_nan)(c) || F(is_nan)(d))
        return NOT_A_NUMBER;
    return a == 0 && b == 0 && c == 0 && d == 0 ? 0 : -1;
}

INLINE REAL F(norm)(REAL a, REAL b, REAL c, REAL d)
{
    REAL special = F(norm_special)(a, b, c, d);
    if (!(special < 0))
        return special;
    int e;
    TWO out = F(norm_two)(a, b, c, d, &e);
    return F(scale)(out.h + out.l, e);
}

INLINE REAL F(inverse_norm)(REAL a, REAL b, REAL c, REAL d)
{
    REAL special = F(norm_special)(a, b, c, d);
    if (!(special < 0))
        return 1 / special;
    int e;
    TWO out = F(divide)(F(pair)(1, 0), F(norm_two)(a, b, c, d, &e));
    return F(scale)(out.h + out.l, -e);
}

INLINE REAL F(hypot)(REAL a, REAL b)
{
    return F(norm)(a, b, 0, 0);
}

INLINE REAL F(rhypot)(REAL a, REAL b)
{
    return F(inverse_norm)(a, b, 0, 0);
}

INLINE REAL F(norm3d)(REAL a, REAL b, REAL c)
{
    return F(norm)(a, b, c, 0);
}

INLINE REAL F(rnorm3d)(REAL a, REAL b, REAL c)
{
    return F(inverse_norm)(a, b, c, 0);
}

INLINE REAL F(norm4d)(REAL a, REAL b, REAL c, REAL d)
{
    return F(norm)(a, b, c, d);
}

INLINE REAL F(rnorm4d)(REAL a, REAL b, REAL c, REAL d)
{
    return F(inverse_norm)(a, b, c, d);
}
