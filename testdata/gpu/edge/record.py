#!/usr/bin/env python3
"""Asks a GPU for the answers: record.py OUTDIR writes answers.gz and forms.tsv without what the driver's assembler refuses.

An answer is as many bytes as its type has (a predicate one), little endian; one follows the other, form by form.
"""
import ctypes
import gzip
import itertools
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
WIDTH = {"u8": 8, "s8": 8, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "e4m3x2": 16, "e5m2x2": 16, "u64": 64, "s64": 64,
         "f64": 64, "pred": 8}


def rows(path):
    lines = (line for line in path.read_text().splitlines() if not line.startswith("#"))
    return [line.split("\t") for line in lines][1:]


VALUES = {(ty, int(n)): [int(x, 16) for x in list_.split()] for ty, n, list_ in rows(HERE / "values.tsv")}


def operands(text, types):
    """All combinations; of a conversion of two operands each with one other."""
    if text.startswith("cvt") and len(types) == 2:
        list_ = VALUES[types[0], 1]
        return list(zip(list_, list_[7:] + list_[:7]))
    return list(itertools.product(*(VALUES[ty, len(types)] for ty in types)))


def kernel(text, types, result):
    width = lambda ty: max(WIDTH.get(ty, 32), 16)
    lines = [".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u32 n) {",
             ".reg .b64 %p, %w; .reg .b32 %t, %s, %n; .reg .pred %q; ld.param.u64 %p, [p]; ld.param.u32 %n, [n];",
             "mov.u32 %t, %ctaid.x; mov.u32 %s, %ntid.x; mul.lo.u32 %t, %t, %s; mov.u32 %s, %tid.x; add.u32 %t, %t, %s;",
             f"setp.ge.u32 %q, %t, %n; @%q ret; mad.wide.u32 %p, %t, {8 * len(types) + 8}, %p;"]
    for n, (ty, name) in enumerate(zip(types, "abc")):
        w = width(ty)
        lines.append(f".reg .b{w} %{name}; ld.global.u64 %w, [%p+{8 * n}];")
        lines.append(f"mov.b64 %{name}, %w;" if w == 64 else f"cvt.u{w}.u64 %{name}, %w;")
    w = 32 if result in ("u8", "s8") else width(result)
    if result == "pred":
        lines.append(f".reg .pred %d; {text} selp.u64 %w, 1, 0, %d;")
    else:
        lines.append(f".reg .b{w} %d; {text} " + ("mov.b64 %w, %d;" if w == 64 else f"cvt.u64.u{w} %w, %d;"))
    lines.append(f"st.global.u64 [%p+{8 * len(types)}], %w; ret; }}\n")
    return "\n".join(lines)


def main():
    out, cuda = pathlib.Path(sys.argv[1]), ctypes.CDLL("libcuda.so.1")

    def check(code, what):
        if code:
            raise RuntimeError(f"{what}: {code}")

    device, context, memory = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
    check(cuda.cuInit(0), "cuInit")
    check(cuda.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
    check(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    check(cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(1 << 24)), "cuMemAlloc")
    answers, kept, refused = [], [], []
    for text, types_, result in rows(HERE / "forms.tsv"):
        types, module, function = types_.split(","), ctypes.c_void_p(), ctypes.c_void_p()
        code = cuda.cuModuleLoadData(ctypes.byref(module), kernel(text, types, result).encode() + b"\0")
        if code:
            refused.append(f"{text} {code}")
            continue
        check(cuda.cuModuleGetFunction(ctypes.byref(function), module, b"k"), text)
        all_ = operands(text, types)
        words = [x for row in all_ for x in (*row, 0)]
        buffer = (ctypes.c_uint64 * len(words))(*words)
        check(cuda.cuMemcpyHtoD_v2(memory, buffer, ctypes.c_size_t(8 * len(words))), text)
        count = ctypes.c_uint32(len(all_))
        given = (ctypes.c_void_p * 2)(*(ctypes.cast(ctypes.byref(x), ctypes.c_void_p) for x in (memory, count)))
        check(cuda.cuLaunchKernel(function, (len(all_) + 127) // 128, 1, 1, 128, 1, 1, 0, None, given, None), text)
        check(cuda.cuMemcpyDtoH_v2(buffer, memory, ctypes.c_size_t(8 * len(words))), text)
        cuda.cuModuleUnload(module)
        size, step = WIDTH.get(result, 32) // 8, len(types) + 1
        answers.append(b"".join(
            (x & (1 << 8 * size) - 1).to_bytes(size, "little") for x in buffer[step - 1::step]))
        kept.append("\t".join((text, types_, result)))
    # No time in the file: the same answers are the same bytes.
    (out / "answers.gz").write_bytes(gzip.compress(b"".join(answers), 9, mtime=0))
    head = [line for line in (HERE / "forms.tsv").read_text().splitlines()][:3]
    (out / "forms.tsv").write_text("\n".join(head + kept) + "\n")
    print(f"{len(kept)} forms recorded, {sum(map(len, answers))} bytes; refused:", *refused, sep="\n")


main()
