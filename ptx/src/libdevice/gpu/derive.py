#!/usr/bin/env python3
"""Derives the constants of math.c and writes tables.h. Needs mpmath.

Polynomials interpolate at Chebyshev nodes and are then written in powers. Each is given by the function, the interval, and the degree
for double and for single precision; a degree of -1 leaves that precision out.
"""
from mpmath import mp, mpf, pi, log, exp, sin, cos, atan, sqrt, erf, erfc, erfinv, loggamma, besselj, bessely, besseli, matrix, lu_solve
from mpmath import euler, findroot, atan2, taylor, gamma, factorial, floor
import struct
import sys

mp.dps = 60


def double(x):
    """Returns the nearest double."""
    return float(mpf(x))


def single(x):
    """Returns the nearest float, as a double."""
    return struct.unpack("f", struct.pack("f", float(mpf(x))))[0]


def chebyshev(f, a, b, degree):
    """Returns the coefficients, in powers of the variable, of the interpolation at Chebyshev nodes."""
    n = degree + 1
    mid, half = (mpf(a) + b) / 2, (mpf(b) - a) / 2
    nodes = [cos(pi * (2 * k + 1) / (2 * n)) for k in range(n)]
    values = [f(mid + half * t) for t in nodes]
    series = [2 * sum(values[k] * cos(j * pi * (2 * k + 1) / (2 * n)) for k in range(n)) / n for j in range(n)]
    series[0] /= 2
    # From the series to powers of t, and then of x.
    before, now = [mpf(1)], [mpf(0), mpf(1)]
    powers = [mpf(0)] * n
    for j in range(n):
        this = before if j == 0 else now
        for k, c in enumerate(this):
            powers[k] += series[j] * c
        if j > 0:
            after = [mpf(0)] + [2 * c for c in now]
            for k, c in enumerate(before):
                after[k] -= c
            before, now = now, after
    out = [mpf(0)] * n
    for c in reversed(powers):
        # out = out * (x - mid) / half + c
        shifted = [mpf(0)] + [o / half for o in out[:-1]]
        out = [s - o * mid / half for s, o in zip(shifted, out)]
        out[0] += c
    return out


def emit_array(name, values, kind):
    kind_name = {"d": "double", "f": "float"}[kind]
    turn = double if kind == "d" else single
    suffix = "" if kind == "d" else "f"
    body = ", ".join(turn(v).hex() + suffix for v in values)
    print(f"static const {kind_name} {name}_{kind}[] = {{{body}}};")


def poly(name, f, a, b, degree_double, degree_single=-1, turn=lambda c: c):
    for kind, degree in (("d", degree_double), ("f", degree_single)):
        if degree >= 0:
            emit_array(name, turn(chebyshev(f, a, b, degree)), kind)


def short(x, bits):
    """Returns a number cut to some bits of significand."""
    e = floor(log(abs(x), 2))
    return floor(x * mpf(2) ** (bits - 1 - e)) / mpf(2) ** (bits - 1 - e)


def parts(name, x, first=None, count=3):
    """Writes a constant as a sum of parts; `first` limits the bits of the first part for each precision."""
    for kind, turn in (("d", double), ("f", single)):
        rest, out = mpf(x), []
        for n in range(count):
            part = short(rest, first[kind]) if first and n == 0 else turn(rest)
            out.append(part)
            rest -= mpf(part)
        emit_array(name, out, kind)


def near(x, f, limit):
    """Evaluates f at x, or at a tiny number instead of a removable singularity."""
    return f(x if abs(x) > limit else mpf(limit))


def tiny(f):
    """Returns f without its removable singularity at zero."""
    return lambda w: f(w if abs(w) > mpf(10) ** -25 else mpf(10) ** -25)


print("// Written by derive.py.")
print("// clang-format off")
# Products of the first part with an exponent are exact.
parts("LN2", log(2), {"d": 41, "f": 15})
parts("LOG10_2", log(2) / log(10), {"d": 41, "f": 15})
parts("INV_LN2", 1 / log(2))
parts("INV_LN10", 1 / log(10))
parts("LN10", log(10))
parts("HALF_PI", pi / 2)
parts("PI", pi)
parts("TWO_THIRDS", mpf(2) / 3)
parts("SQRT_HALF", sqrt(mpf(1) / 2))
parts("TWO_OVER_SQRT_PI", 2 / sqrt(pi))
parts("LN_PI", log(pi))
parts("HALF_LN_TWO_PI", log(2 * pi) / 2)
parts("SQRT_TWO_OVER_PI", sqrt(2 / pi))
parts("INV_SQRT_TWO_PI", 1 / sqrt(2 * pi))

mp.dps = 80
limit = log(2) / 2 * mpf("1.001")
poly("EXP", tiny(lambda r: (exp(r) - 1 - r - r * r / 2) / r**3), -limit, limit, 9, 4)
s2 = mpf("0.02945")
poly("LOG", tiny(lambda w: (log((1 + sqrt(w)) / (1 - sqrt(w))) - 2 * sqrt(w) - 2 * sqrt(w) ** 3 / 3) / sqrt(w) ** 5), 0, s2, 8, 3)
quarter = (pi / 4 * mpf("1.001")) ** 2
poly("SIN", tiny(lambda w: (sin(sqrt(w)) - sqrt(w)) / sqrt(w) ** 3), 0, quarter, 6, 3)
poly("COS", tiny(lambda w: (cos(sqrt(w)) - 1 + w / 2) / w**2), 0, quarter, 6, 3)
poly("ATAN", tiny(lambda w: (atan(sqrt(w)) - sqrt(w)) / sqrt(w) ** 3), 0, mpf("0.1716"), 12, 5)
poly("ERF", tiny(lambda w: erf(sqrt(w)) / sqrt(w) - 2 / sqrt(pi)), 0, mpf("1.0"), 12, 6, lambda c: c)


def scaled_erfc(x):
    if x > 60:
        total, term = mpf(1), mpf(1)
        for k in range(1, 40):
            term *= -mpf(2 * k - 1) / (2 * x * x)
            total += term
        return total / (x * sqrt(pi))
    return exp(x * x) * erfc(x)


def erfcx_mapped(t):
    if t >= 1 - mpf(10) ** -30:
        return 2 / sqrt(pi)
    x = ERFCX_AT * (1 + t) / (1 - t)
    return (1 + 2 * x) * scaled_erfc(x)


ERFCX_AT = mpf(3)
poly("ERFCX", erfcx_mapped, -1, 1, 24, 11)


def high_erfinv(one_minus):
    """Returns the inverse of erfc, by Newton's method."""
    y = one_minus
    x = sqrt(-log(y)) if y < mpf("0.1") else mpf(erfinv(1 - y))
    for _ in range(200):
        step = (erfc(x) - y) / (-2 / sqrt(pi) * exp(-x * x))
        x -= step
        if abs(step) < mpf(10) ** -45 * abs(x):
            break
    return x


def erfinv_ratio(w):
    """Returns erfinv(x)/x for x with w = -log(1-x^2)."""
    if w < mpf(10) ** -30:
        return sqrt(pi) / 2
    e = exp(-w)
    x = sqrt(1 - e)
    y = e / (1 + x)
    return high_erfinv(y) / x


mp.dps = 50
print("// The inverse of the error function over its argument, by w = -log(1 - x*x): around 3.125, and by the root of w beyond 6.25, by its inverse beyond 64.")
poly("ERFINV_A", lambda t: erfinv_ratio(t + mpf("3.125")), mpf("-3.125"), mpf("3.125"), 25)
poly("ERFINV_B", lambda t: erfinv_ratio((t + mpf("3.25")) ** 2), mpf("-0.75"), mpf("0.75"), 20)
poly("ERFINV_C", lambda t: erfinv_ratio((t + mpf("6")) ** 2), mpf("-2"), mpf("2"), 24)
poly("ERFINV_D", lambda t: erfinv_ratio(1 / (t + mpf("0.08")) ** 2) * (t + mpf("0.08")), mpf("-0.045"), mpf("0.045"), 20)

mp.dps = 40
print("// lgamma(2 + z) / z without its value at zero, over z; and the series of Stirling's formula in 1/x^2.")
mp.dps = 120
parts("ONE_MINUS_EULER", 1 - euler)
poly("LGAMMA2", tiny(lambda z: (loggamma(2 + z).real / z - (1 - euler)) / z), mpf("-0.5"), mpf("0.5"), 22)
mp.dps = 40
poly("STIRLING", lambda w: (lambda x: (loggamma(x) - (x - mpf(1) / 2) * log(x) + x - log(2 * pi) / 2) * x)(1 / sqrt(w if w > mpf(10) ** -12 else mpf(10) ** -12)), 0, mpf(1) / 100, 8)

mp.dps = 40


def bessel_zero(f, guess):
    return findroot(f, mpf(guess))


def around(name, f, order, zeros):
    """Writes (f(z + t)) / t around zeros z; the zeros in three parts."""
    for n, (guess, a, b, degree) in enumerate(zeros):
        z = bessel_zero(lambda x: f(order, x), guess)
        parts_of = [double(z)]
        parts_of.append(double(z - mpf(parts_of[0])))
        emit_array(f"{name}_Z{n + 1}", parts_of, "d")

        def ratio(t, z=z):
            t = t if abs(t) > mpf(10) ** -18 else mpf(10) ** -18
            return f(order, z + t) / t

        poly(f"{name}_P{n + 1}", ratio, a - z, b - z, degree)


print("// Bessel functions: powers of x^2 near zero, quotients around the zeros, amplitudes and phases from 8 on.")
poly("J0_P0", tiny(lambda w: besselj(0, sqrt(w))), 0, mpf("1.6") ** 2, 9)
poly("J1_P0", tiny(lambda w: besselj(1, sqrt(w)) / sqrt(w)), 0, mpf(2) ** 2, 10)
around("J0", besselj, 0, [("2.404", mpf("1.6"), mpf(4), 17), ("5.52", mpf(4), mpf(7), 18), ("8.65", mpf(7), mpf("8.01"), 17)])
around("J1", besselj, 1, [("3.83", mpf(2), mpf("5.4"), 18), ("7.01", mpf("5.4"), mpf("8.01"), 18)])
Z0 = bessel_zero(lambda x: bessely(0, x), "0.8935")
Z1 = bessel_zero(lambda x: bessely(1, x), "2.197")
for name, z in (("Y0_Z0", Z0), ("Y1_Z0", Z1)):
    emit_array(name, [double(z), double(z - mpf(double(z)))], "d")


def y0_rest(w):
    x = sqrt(w)
    if abs(x - Z0) < mpf(10) ** -12:
        x += mpf(10) ** -12
    return (bessely(0, x) - 2 / pi * log(x / Z0) * besselj(0, x)) / (x * x - Z0 * Z0)


def y1_rest(w):
    x = sqrt(w)
    if abs(x - Z1) < mpf(10) ** -12:
        x += mpf(10) ** -12
    return (bessely(1, x) - 2 / pi * log(x / Z1) * besselj(1, x)) * x / (x * x - Z1 * Z1)


poly("Y0_P0", tiny(y0_rest), 0, mpf("2.2") ** 2, 13)
poly("Y1_P0", tiny(y1_rest), 0, mpf("3.8") ** 2, 16)
around("Y0", bessely, 0, [("3.957", mpf("2.2"), mpf("5.5"), 26), ("7.086", mpf("5.5"), mpf("8.01"), 20)])
around("Y1", bessely, 1, [("5.43", mpf("3.8"), mpf(7), 22), ("8.596", mpf(7), mpf("8.01"), 20)])


def amplitude(order, w):
    if w < mpf(10) ** -12:
        return mpf(1)
    x = 1 / sqrt(w)
    return sqrt((besselj(order, x) ** 2 + bessely(order, x) ** 2) * pi * x / 2)


def phase(order, w):
    if w < mpf(10) ** -9:
        return mpf(4 * order * order - 1) / 8
    x = 1 / sqrt(w)
    theta = atan2(bessely(order, x), besselj(order, x))
    rest = theta - (x - (2 * order + 1) * pi / 4)
    rest -= 2 * pi * mp.nint(rest / (2 * pi))
    return rest * x


for order in (0, 1):
    poly(f"AMPLITUDE{order}", lambda w: amplitude(order, w), 0, mpf(1) / 63, 13)
    poly(f"PHASE{order}", lambda w: phase(order, w), 0, mpf(1) / 63, 13)
    emit_array(f"I{order}_SERIES", [mpf(1) / (factorial(k) * factorial(k + order) * mpf(4) ** k * 2**order) for k in range(32)], "d")

    def large(v):
        if v < mpf(10) ** -9:
            return 1 / sqrt(2 * pi)
        x = 1 / v
        return besseli(order, x) * exp(-x) * sqrt(x)

    poly(f"I{order}_LARGE", large, 0, mpf(1) / 12, 24)

mp.dps = 500
bits = int(floor(2 / pi * mpf(2) ** (64 * 19)))
words = [0] + [(bits >> (64 * (18 - n))) & (2**64 - 1) for n in range(19)]
print("// The bits of 2/pi after 64 zeros.")
print("static const unsigned long long __hip_two_over_pi[] = {" + ", ".join(f"0x{w:016x}" for w in words) + "};")
