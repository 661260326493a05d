#!/usr/bin/env python3
"""Writes values.tsv and forms.tsv: which operands meet which instruction forms. Then record.py asks a GPU."""
import itertools
import pathlib
import struct

HERE = pathlib.Path(__file__).parent
INTEGERS = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"]
# Bits of the exponent and of the fraction.
FLOATS = {"f64": (11, 52), "f32": (8, 23), "bf16": (8, 7), "f16": (5, 10)}
WIDTH = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16}


def unpack(bits, ty):
    """The number of a pattern, if it is one."""
    exponent, fraction = FLOATS[ty]
    top = (1 << exponent) - 1
    e, f = bits >> fraction & top, bits & (1 << fraction) - 1
    return 2.0 ** (max(e, 1) - top // 2 - fraction) * (f + (1 << fraction if e else 0))


def pack(x, ty):
    """The pattern of a positive number, rounded towards zero."""
    if ty == "f64":
        return struct.unpack("<Q", struct.pack("<d", x))[0]
    low, high = 0, ((1 << FLOATS[ty][0]) - 1 << FLOATS[ty][1]) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if unpack(middle, ty) <= x else (low, middle - 1)
    return low


def special(ty):
    """Zero, subnormals, the ends of the range, infinity and NaNs."""
    exponent, fraction = FLOATS[ty]
    one, infinity = 1 << fraction, (1 << exponent) - 1 << fraction
    subnormals = [1, 2, 3, one >> 1, (one >> 1) + 1, one - 2, one - 1]
    quiet = infinity | one >> 1
    nans = [quiet, infinity | 1, quiet | one >> 2 | 1, infinity | one >> 2, infinity | one - 1]
    return [0, *subnormals, one, one + 1, 2 * one - 1, 2 * one, infinity - 1, infinity - 2, infinity, *nans]


def ties(ty):
    """Numbers halfway between neighbours of a narrower format, or of integers, and at its ends."""
    exponent, fraction = FLOATS[ty]
    bias, least = (1 << exponent - 1) - 1, 2 - (1 << exponent - 1)
    unit, largest = 2.0**-fraction, 2.0**bias * (2 - 2.0**-fraction)
    ulps = [1, 1.5, 2.5, 0.5, 0.25, 0.75]
    return [
        *(1 + n * unit / 2 for n in (1, 2, 3, 5)),
        2 - unit / 2, 2 - unit,
        *(2.0 ** (least - fraction) * n for n in ulps),
        2.0**least - 2.0 ** (least - fraction - 1), 2.0**least,
        largest, largest + 2.0 ** (bias - fraction - 1) if ty != "f64" else largest,
    ]


E4M3 = [1 + 2**-4, 1 + 3 * 2**-4, 448.0, 464.0, 480.0, 2.0**-9, 2.0**-10, 3 * 2.0**-10, 2.0**-6 - 2.0**-10]
E5M2 = [1 + 2**-3, 1 + 3 * 2**-3, 57344.0, 61440.0, 65536.0, 2.0**-16, 2.0**-17, 3 * 2.0**-17, 2.0**-14 - 2.0**-17]
TF32 = [1 + 2**-11, 1 + 3 * 2**-11, 2.0**127 * (2 - 2**-11), 2.0**-126 * (1 + 2**-11), 2.0**-136 * 1.5, 2.0**-137]
HALVES = [0.5, 1.5, 2.5, 3.5, 126.5, 127.5, 128.5, 254.5, 255.5, 32766.5, 32767.5, 65534.5, 65535.5]
LIMITS = [2.0**n for n in (7, 8, 15, 16, 31, 32, 63, 64)]
# Where ex2, lg2, tanh, sin, cos, rcp and div have something to say of their own.
FUNCTIONS = [126.0, 126.5, 127.5, 149.0, 149.5, 150.0, 15.0, 24.0, 25.0, 133.0, 0.785398163, 1.570796327, 3.141592654,
             6.283185307, 12.56637061, 1e4, 1e10, 2.0**23, 2.0**24, 1e30, 2.0**125, 2.0**126, 2.0**126 * 1.0000002,
             2.0**127, 0.99999994, 0.1, 0.7, 9.0, 10.0, 1e-5, 1e-20, 3.0, 5.0, 7.0, 88.0, 104.0, 2.0**-63, 2.0**-12]


def unary_float(ty):
    exponent, fraction = FLOATS[ty]
    top = ((1 << exponent) - 1 << fraction) - 1
    found = dict.fromkeys(special(ty))
    numbers = [*ties("f16"), *ties("bf16"), *E4M3, *E5M2, *TF32, *HALVES, *LIMITS, *FUNCTIONS]
    numbers += ties("f32") if ty == "f64" else []
    exact = {*ties("f16"), *ties("bf16"), *ties("f32"), *E4M3, *E5M2, *TF32, *HALVES, *LIMITS}
    for x in numbers:
        bits = pack(x, ty)
        for near in (bits - 1, bits, bits + 1) if x in exact else (bits,):
            if 0 <= near <= top:
                found[near] = None
    sign = 1 << WIDTH[ty] - 1
    return [x | s for x in found for s in (0, sign)]


def unary_integer(ty):
    bits = int(ty[1:])
    numbers = {0, 1, 2, 3, 7, 10, 100, 127, 128, 129, 254, 255, 256, 257, 258, 259, 2047, 2048, 2049, 2050, 2051,
               4098, 4099, 65503, 65504, 65519, 65520, 65521, 65535, 65536}
    for n in (24, 25, 31, 32, 53, 54, 62, 63):
        for delta in (-3, -2, -1, 0, 1, 2, 3, 1 << max(n - 24, 0), 3 << max(n - 24, 0), (1 << max(n - 24, 0)) + 1,
                      1 << max(n - 53, 0), 1 << n - 8, 3 << n - 8, (1 << n - 8) + 1, 1 << n - 11, 3 << n - 11):
            numbers.add((1 << n) + delta)
    numbers |= {(1 << bits - 1) + d for d in (-2, -1, 0, 1)} | {(1 << bits) - d for d in (1, 2, 3)}
    signed = {x for n in numbers for x in (n, -n)}
    return sorted({x & (1 << bits) - 1 for x in signed if -(1 << bits) < x < 1 << bits})


def few(ty, most):
    """Operands of instructions with two or three of them."""
    exponent, fraction = FLOATS[ty]
    one, infinity = 1 << fraction, (1 << exponent) - 1 << fraction
    bias, sign = (1 << exponent - 1) - 1, 1 << WIDTH[ty] - 1
    p = lambda n: n + bias << fraction  # 2^n
    ends = max(-fraction - 1, 1 - bias)
    chosen = [
        0, sign, p(0), sign | p(0), one - 1, sign | 1, infinity, sign | infinity, infinity | one >> 1,
        infinity - 1, p(0) + 1, sign | one, infinity | 1,
        sign | infinity - 1, 1, sign | one - 1, p(1), p(0) - 1, p(ends), p(ends) + 1, sign | p(ends),
        sign | infinity | one >> 1 | 3, p(bias), p(bias - 1), p(bias - 1) + 1, one >> 1, one + 1, p(1) | one >> 1,
        sign | p(0) | one >> 1, p(1 - bias // 2), sign | p(bias // 2), p(fraction if fraction <= bias else 1) + 1,
        p(0) | 1 << fraction // 2, sign | p(0) + 3, infinity | one >> 2,
    ]
    return list(dict.fromkeys(chosen))[:most]


def pairs(list_, bits=16):
    turned = list_[7:] + list_[:7]
    return [low | high << bits for low, high in zip(list_, turned)]


def values():
    for ty in FLOATS:
        yield ty, 1, unary_float(ty)
        yield ty, 2, few(ty, 34)
        yield ty, 3, few(ty, 13)
        if WIDTH[ty] == 16:
            for arity in (1, 2, 3):
                yield ty + "x2", arity, pairs(unary_float(ty) if arity == 1 else few(ty, 30 if arity == 2 else 12))
    for ty in INTEGERS:
        yield ty, 1, unary_integer(ty)
    for ty in ("e4m3x2", "e5m2x2"):
        yield ty, 1, [n | (n * 37 + 101 & 255) << 8 for n in range(256)]


def product(*groups):
    return ("".join(words) for words in itertools.product(*groups))


def forms():
    """Names, types of operands and of the result."""
    rounds, directed, ftz, sat = ["", ".rn", ".rz", ".rm", ".rp"], [".rn", ".rz", ".rm", ".rp"], ["", ".ftz"], ["", ".sat"]
    for name in product([".add", ".sub", ".mul"], rounds, ftz, sat):
        yield name[1:] + ".f32", ["f32"] * 2, "f32"
    for name in product(["fma"], directed, ftz, sat):
        yield name + ".f32", ["f32"] * 3, "f32"
    for name in product(["add", "sub", "mul"], rounds):
        yield name + ".f64", ["f64"] * 2, "f64"
    for r in directed:
        yield f"fma{r}.f64", ["f64"] * 3, "f64"
        yield f"div{r}.f64", ["f64"] * 2, "f64"
        yield f"rcp{r}.f64", ["f64"], "f64"
        yield f"sqrt{r}.f64", ["f64"], "f64"
    for name in product(["div"], directed + [".approx", ".full"], ftz):
        yield name + ".f32", ["f32"] * 2, "f32"
    for name in product(["rcp", "sqrt"], directed + [".approx"], ftz):
        yield name + ".f32", ["f32"], "f32"
    for name in product(["rsqrt", "sin", "cos", "lg2", "ex2"], [".approx"], ftz):
        yield name + ".f32", ["f32"], "f32"
    for name in ("rsqrt.approx.f64", "rsqrt.approx.ftz.f64", "rcp.approx.ftz.f64"):
        yield name, ["f64"], "f64"
    yield "tanh.approx.f32", ["f32"], "f32"
    for ty in ("f16", "f16x2"):
        for name in product(["add", "sub", "mul"], ["", ".rn"], ftz, sat):
            yield f"{name}.{ty}", [ty] * 2, ty
        for name in product(["fma.rn"], ftz, ["", ".sat", ".relu"]):
            yield f"{name}.{ty}", [ty] * 3, ty
        for name in ["fma.rn.oob", "fma.rn.oob.relu"]:
            yield f"{name}.{ty}", [ty] * 3, ty
        for name in product(["min", "max"], ftz, ["", ".NaN"], ["", ".xorsign.abs"]):
            yield f"{name}.{ty}", [ty] * 2, ty
        for name in ("neg", "neg.ftz", "abs", "abs.ftz", "ex2.approx", "tanh.approx"):
            yield f"{name}.{ty}", [ty], ty
    for ty in ("bf16", "bf16x2"):
        for name in product(["add", "sub", "mul"], ["", ".rn"]):
            yield f"{name}.{ty}", [ty] * 2, ty
        for name in ("fma.rn", "fma.rn.relu", "fma.rn.oob", "fma.rn.oob.relu"):
            yield f"{name}.{ty}", [ty] * 3, ty
        for name in product(["min", "max"], ["", ".NaN"], ["", ".xorsign.abs"]):
            yield f"{name}.{ty}", [ty] * 2, ty
        for name in ("neg", "abs", "ex2.approx.ftz", "tanh.approx"):
            yield f"{name}.{ty}", [ty], ty
    for name in product(["min", "max"], ftz, ["", ".NaN"]):
        yield f"{name}.f32", ["f32"] * 2, "f32"
        yield f"{name}.xorsign.abs.f32", ["f32"] * 2, "f32"
    for name in ("min", "max", "copysign"):
        yield f"{name}.f64", ["f64"] * 2, "f64"
    yield "copysign.f32", ["f32"] * 2, "f32"
    for name in ("neg.f32", "neg.ftz.f32", "abs.f32", "abs.ftz.f32", "neg.f64", "abs.f64"):
        yield name, [name[-3:]], name[-3:]
    for name in product(["testp"], [".finite", ".infinite", ".number", ".notanumber", ".normal", ".subnormal"]):
        yield f"{name}.f32", ["f32"], "pred"
        yield f"{name}.f64", ["f64"], "pred"
    yield from conversions(directed, ftz, sat)


def conversions(directed, ftz, sat):
    integral = [".rni", ".rzi", ".rmi", ".rpi"]

    def cvt(name, to, *operands):
        return f"cvt{name}.{to}.{operands[0]}", list(operands), to

    for integer in INTEGERS:
        for ty in ("f16", "f64"):
            yield from (cvt(name, integer, ty) for name in product(integral, sat))
            yield from (cvt(name, ty, integer) for name in product(directed, sat))
        yield from (cvt(name, integer, "f32") for name in product(integral, ftz, sat))
        yield from (cvt(name, "f32", integer) for name in product(directed, ftz, sat))
        if integer[1:] != "8":
            yield from (cvt(name, integer, "bf16") for name in integral)
            yield from (cvt(name, "bf16", integer) for name in directed)
    yield from (cvt(name, "f16", "f64") for name in product(directed, sat))
    yield from (cvt(name, "f16", "f32") for name in product(directed, ftz, sat))
    yield from (cvt(name, "f32", "f64") for name in product(directed, ftz, sat))
    yield from (cvt(name, "f64", "f16") for name in sat)
    yield from (cvt(name, to, fr) for name in product(ftz, sat) for to, fr in (("f32", "f16"), ("f64", "f32")))
    for ty in ("f16", "f64"):
        yield from (cvt(name, ty, ty) for name in product(["", *integral], sat))
    yield from (cvt(name, "f32", "f32") for name in product(["", *integral], ftz, sat))
    yield from (cvt(name, "bf16", "bf16") for name in ["", *integral])
    yield from (cvt(name, ty, "bf16") for name in ["", *directed] for ty in ("f16", "f64"))
    yield from (cvt(name, "bf16", "f16") for name in ["", *directed])
    yield from (cvt(name, "f32", "bf16") for name in product(["", *directed], ftz))
    yield from (cvt(name, "bf16", "f64") for name in directed)
    yield from (cvt(name, "bf16", "f32") for name in product(directed, ftz))
    two = [".rn", ".rz"]
    yield from (cvt(name, ty, "f32") for name in product(two, [".relu", ".satfinite", ".relu.satfinite"])
                for ty in ("f16", "bf16"))
    yield from (cvt(name, "tf32", "f32") for name in [*product(two, ["", ".relu"]), ".rna", ".rna.satfinite"])
    yield from (cvt(name, ty, "f32", "f32") for name in product(two, ["", ".relu"], ["", ".satfinite"])
                for ty in ("f16x2", "bf16x2"))
    for relu, small in itertools.product(["", ".relu"], ["e4m3x2", "e5m2x2"]):
        yield cvt(f".rn.satfinite{relu}", small, "f32", "f32")
        yield cvt(f".rn.satfinite{relu}", small, "f16x2")
        yield cvt(f".rn{relu}", "f16x2", small)


def main():
    with open(HERE / "values.tsv", "w") as out:
        out.write("# Operands by type and number of operands: hexadecimal. Written by tables.py.\ntype\toperands\tvalues\n")
        for ty, arity, list_ in values():
            print(ty, arity, " ".join(f"{x:x}" for x in list_), sep="\t", file=out)
    with open(HERE / "forms.tsv", "w") as out:
        out.write("# Instruction forms, in the order of the answers. Written by tables.py, from which record.py drops what\n"
                  "# the assembler refuses.\nform\toperands\tresult\n")
        for name, operands, result in dict.fromkeys((n, tuple(o), r) for n, o, r in forms()):
            text = f"{name} %d, {', '.join('%' + x for x in 'abc'[:len(operands)])};"
            print(text, ",".join(operands), result, sep="\t", file=out)


main()
