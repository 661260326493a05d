#!/usr/bin/env python3
"""Computes exact.tsv: functions of the math library for random arguments, correctly rounded. Needs mpmath and its gmpy2."""
import math
import random
import struct

import mpmath as M
from mpmath import mp, mpf

mp.prec = 220
COUNT = 10


def bits(kind, x):
    """Returns the bits of a number in hexadecimal; i is .b32, f .f32, d .f64."""
    if kind == "i":
        return f"{x & 0xffffffff:x}"
    form, word = ("<f", "<I") if kind == "f" else ("<d", "<Q")
    return f"{struct.unpack(word, struct.pack(form, x))[0]:x}"


def rounded(kind, x):
    """Rounds a number of mpmath once, to the nearest, halves to even."""
    if x == 0:
        return 0.0
    digits, least, limit = (53, -1074, 1024) if kind == "d" else (24, -149, 128)
    exponent = int(M.floor(M.log(abs(x), 2)))
    unit = max(exponent - digits + 1, least)
    whole = int(M.nint(M.ldexp(x, -unit)))
    return math.copysign(math.inf, x) if unit + abs(whole).bit_length() > limit else math.ldexp(whole, unit)


def between(low, high):
    return lambda kind: random.uniform(low, high)


def size(low=None, high=None, sign=True):
    """Numbers of all magnitudes between two powers of two."""

    def draw(kind):
        least, most = (-1070, 1023) if kind == "d" else (-145, 127)
        x = math.ldexp(random.uniform(1, 2), random.randint(least if low is None else max(low, least), most if high is None else min(high, most)))
        return -x if sign and random.random() < 0.5 else x

    return draw


def near(x, first):
    return lambda kind: x + math.ldexp(random.uniform(-1, 1), -random.randint(first, 45 if kind == "d" else 20))


def erfcinv(y):
    x = M.sqrt(-M.log(y)) if y < mpf("0.1") else M.erfinv(1 - y) if y < mpf("1.9") else -M.sqrt(-M.log(2 - y))
    for _ in range(300):
        step = (M.erfc(x) - y) / (-2 / M.sqrt(M.pi) * M.exp(-x * x))
        x -= step
        if abs(step) < mpf(10) ** -50 * abs(x):
            break
    return x


def erfinv(y):
    return M.erfinv(y) if abs(y) < 0.9 else M.sign(y) * erfcinv(1 - abs(y))


def erfcx(x):
    if x < 60:
        return M.exp(x * x) * M.erfc(x)
    total = term = mpf(1)
    for k in range(1, 30):
        term *= -mpf(2 * k - 1) / (2 * x * x)
        total += term
    return total / (x * M.sqrt(M.pi))


def lgamma(x):
    if x > 0:
        return M.loggamma(x)
    return M.log(abs(M.pi / (x * M.sin(M.pi * x)))) - M.loggamma(-x)


def root3(x):
    return M.sign(x) * M.cbrt(abs(x))


def norm(*all):
    return M.sqrt(sum(x * x for x in all))


positive = lambda low=None, high=None: size(low, high, False)
ANGLES = [size(), between(-10, 10), between(-1e6, 1e6)]
TURNS = [size(-40, 60), between(-10, 10)]
UNIT = [between(-1, 1), size(-60, -1), near(1, 3)]
LOGS = [positive(), between(0.3, 3), near(1, 1)]
ONE = {
    "acos": (M.acos, UNIT),
    "acosh": (M.acosh, [between(1, 3), positive(0, 30), positive(0), near(1.01, 7)]),
    "asin": (M.asin, UNIT),
    "asinh": (M.asinh, [between(-3, 3), size(-60, 30), size()]),
    "atan": (M.atan, [between(-3, 3), size()]),
    "atanh": (M.atanh, UNIT),
    "cbrt": (root3, [size()]),
    "cos": (M.cos, ANGLES),
    "cosh": (M.cosh, [between(-3, 3), size(-60, 5), between(-80, 80)]),
    "cospi": (M.cospi, TURNS),
    "cyl_bessel_i0": (lambda x: M.besseli(0, x), [between(-20, 20), between(-80, 80)]),
    "cyl_bessel_i1": (lambda x: M.besseli(1, x), [between(-20, 20), between(-80, 80), size(-60, 0)]),
    "erf": (M.erf, [between(-1, 1), between(-6, 6), size(-60, 2)]),
    "erfc": (M.erfc, [between(-1, 1), between(-6, 9), between(0, 26), size(-60, 2)]),
    "erfcinv": (erfcinv, [between(0, 2), positive(-1000, -1), near(1, 3)]),
    "erfcx": (erfcx, [between(-1, 1), between(-9, 10), positive(-60)]),
    "erfinv": (erfinv, UNIT),
    "exp": (M.exp, [between(-1, 1), between(-745, 709), between(-103, 88), size(-60, 6)]),
    "exp10": (lambda x: mpf(10) ** x, [between(-1, 1), between(-323, 308), between(-44, 38), size(-60, 5)]),
    "exp2": (lambda x: mpf(2) ** x, [between(-1, 1), between(-1074, 1023), between(-149, 127), size(-60, 6)]),
    "expm1": (M.expm1, [between(-1, 1), between(-60, 80), size(-60, 5)]),
    "j0": (lambda x: M.besselj(0, x), [between(-8, 8), size(-60, 2)]),
    "j1": (lambda x: M.besselj(1, x), [between(-8, 8), size(-60, 2)]),
    "lgamma": (lgamma, [between(0, 10), between(0.5, 3), positive(-60, 100), near(1, 2), near(2, 2), between(-2.26, 0), size(-60, -1)]),
    "log": (M.log, LOGS),
    "log10": (M.log10, LOGS),
    "log1p": (M.log1p, [positive(), between(-0.99999, 3), size(-60, -1)]),
    "log2": (lambda x: M.log(x) / M.log(2), LOGS),
    "normcdf": (lambda x: M.erfc(-x / M.sqrt(2)) / 2, [between(-1, 1), between(-37, 9), between(-13, 6)]),
    "normcdfinv": (lambda x: -M.sqrt(2) * erfcinv(2 * x), [between(0, 1), positive(-1000, -1)]),
    "rcbrt": (lambda x: 1 / root3(x), [size()]),
    "rsqrt": (lambda x: 1 / M.sqrt(x), [positive()]),
    "sin": (M.sin, ANGLES),
    "sinh": (M.sinh, [between(-3, 3), size(-60, 5), between(-80, 80)]),
    "sinpi": (M.sinpi, TURNS),
    "tan": (M.tan, ANGLES),
    "tanh": (M.tanh, [between(-3, 3), size(-60, 5)]),
    "tgamma": (M.gamma, [between(0, 10), between(0.5, 3), between(0, 34), between(-30, 10), size(-60, -1)]),
    "y0": (lambda x: M.bessely(0, x), [between(0, 8), positive(-60, 2), near(0.8935769662791675, 3), near(3.95767842, 3)]),
    "y1": (lambda x: M.bessely(1, x), [between(0, 8), positive(-60, 2), near(2.1971413, 3)]),
}


def pairs(kind):
    """Bases and exponents whose power is neither too large nor too small."""
    x = abs(random.choice([size(-3, 3), size(), near(1, 2)])(kind))
    x = struct.unpack("f", struct.pack("f", x))[0] if kind == "f" else x
    limit = (-1070, 1020) if kind == "d" else (-147, 126)
    return (x, random.uniform(*limit) / math.log2(x)) if x != 1 else (x, 2.0)


def together(count):
    """Numbers of similar magnitude, or of any."""

    def draw(kind):
        first = size(-900, 900)(kind) if kind == "d" else size(-120, 120)(kind)
        return tuple(first * random.uniform(-4, 4) for _ in range(count))

    return draw


MORE = {
    "atan2": (M.atan2, "rr", [together(2), lambda kind: (size()(kind), size()(kind))]),
    "hypot": (norm, "rr", [together(2)]),
    "norm3d": (norm, "rrr", [together(3)]),
    "norm4d": (norm, "rrrr", [together(4)]),
    "pow": (M.power, "rr", [pairs, lambda kind: (-abs(size(-8, 8)(kind)), float(random.randint(-12, 12)))]),
    "powi": (lambda x, n: x ** int(n), "ri", [lambda kind: (size(-4, 4)(kind), random.randint(-20, 20))]),
    "rhypot": (lambda *all: 1 / norm(*all), "rr", [together(2)]),
    "rnorm3d": (lambda *all: 1 / norm(*all), "rrr", [together(3)]),
    "rnorm4d": (lambda *all: 1 / norm(*all), "rrrr", [together(4)]),
}


def rows(name, kind, exact, types, draws):
    seen = set()
    for draw in draws:
        for _ in range(COUNT):
            arguments = draw(kind)
            arguments = arguments if isinstance(arguments, tuple) else (arguments,)
            try:
                words = [bits(kind if t == "r" else t, x) for t, x in zip(types, arguments)]
                if kind == "f":
                    arguments = [struct.unpack("f", struct.pack("f", x))[0] for x in arguments]
                value = exact(*[mpf(x) for x in arguments])
            except (OverflowError, ZeroDivisionError, ValueError):
                continue
            if isinstance(value, M.mpc) or not M.isfinite(value):
                continue
            result = rounded(kind, value)
            if math.isfinite(result) and tuple(words) not in seen:
                seen.add(tuple(words))
                letters = types.replace("r", kind)
                print(name + ("f" if kind == "f" else ""), f"{kind}({letters})", " ".join(words), bits(kind, result), sep="\t")


random.seed(1)
print("# Functions of the math library, correctly rounded (record.py): name, result(parameters), arguments and result as bits in")
print("# hexadecimal; i .b32, f .f32, d .f64.")
print("name", "type", "arguments", "result", sep="\t")
functions = [(name, exact, "r", draws) for name, (exact, draws) in ONE.items()]
functions += [(name, *rest) for name, rest in MORE.items()]
for name, kind, exact, types, draws in sorted(((n + "f" * (k == "f"), k, e, t, d) for n, e, t, d in functions for k in "df"), key=lambda row: row[0]):
    rows(name[: len(name) - (kind == "f")], kind, exact, types, draws)
