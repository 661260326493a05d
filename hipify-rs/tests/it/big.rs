//! Texts that are large in one respect: time or stack that grows faster than the text shows up here.

use hipify_rs::report::Reason;
use hipify_rs::{KernelLaunch, Options, translate};

/// Length at which a quadratic search takes minutes.
const BYTES: usize = 24_000;

/// Repeats a piece between a beginning and an end.
fn big(head: &str, piece: &str, tail: &str, bytes: usize) -> Vec<u8> {
    let times = bytes / piece.len();
    [head, &piece.repeat(times), tail].concat().into_bytes()
}

const SHAPES: [(&str, &str, &str, &str); 31] = [
    ("one line of calls", "#include <cuda.h>\nvoid f() { ", "cuCtxCreate(&c, 0, d); ", "}"),
    ("one line of launches", "__global__ void k(int); void f() { ", "k<<<1, 2>>>(3); ", "}"),
    ("open parentheses", "cuInit(0);", "(", ""),
    ("closed parentheses", "cuInit(0);", ")", ""),
    ("nested blocks", "#include <cuda.h>\n", "{ cuInit(0); ", ""),
    ("nested classes", "#include <cuda.h>\n", "struct A { int cuInit; ", ""),
    ("angles", "cuInit(0); x", "<a", ""),
    ("angles with calls", "cuInit(0); ", "f<a>(cuInit<b, ", ""),
    ("chevrons that do not end", "__global__ void k(); ", "k<<<a, ", ""),
    ("ends of chevrons", "k<<<1, 2", ">>>", "(x)"),
    ("kernels of kernels", "__global__ void k(); k", "<<<1, 2>>>(x)", ";"),
    ("sums of pointers", "CUdeviceptr p; void f() { x = p", " + p", "; }"),
    ("statements on pointers", "CUdeviceptr p; void f() { ", "p = p + 4; ", "}"),
    ("one declaration", "CUdeviceptr a", ", cuInit", ";"),
    ("commas", "cuMemAdvise(a", ", b", ");"),
    ("entries", "cudaMemsetParams m[] = {", "{p, 0, 1, 2, 3, 4}, ", "};"),
    ("directives", "cuInit(0);\n", "#if A\n{\n", ""),
    ("alternatives", "#include <cuda.h>\n", "#if A\n(\n#else\n(\n#endif\n", ""),
    ("enumerators", "enum { a", ", cuInit", "};"),
    ("one macro", "#define M(x) ", "cuInit(x); \\\n", "\n"),
    ("sums in a list", "CUdeviceptr p; f(", "p + 1, ", "0);"),
    ("differences", "CUdeviceptr p; x = ", "p - p, ", "0;"),
    ("members", "struct S { CUdeviceptr p; }; ", "s.p + 1; ", ""),
    ("declarations apart", "", "{ CUdeviceptr p; } p + 1; ", ""),
    ("one condition", "#if ", "defined(__CUDA_ARCH__) || ", "1\n"),
    ("headers in branches", "", "#if A\n#include <cuda.h>\n#endif\n", ""),
    ("own functions", "", "int f(int cuInit) { ", ""),
    ("launches of launches", "__global__ void k(); ", "k<<<k<<<", ""),
    ("launches on results", "cuInit(0); ", "a.k<<<1,2>>>().", ""),
    ("shared memory", "cuInit(0); void f() { ", "__shared__ extern ", "x; }"),
    ("one line of questions", "", "cuDeviceGetAttribute(&v, 16, d);", ""),
];

#[test]
fn time_and_stack_do_not_grow_faster_than_the_text() {
    for (name, head, piece, tail) in SHAPES {
        for kernel_launch in [KernelLaunch::Keep, KernelLaunch::Ggl] {
            let text = big(head, piece, tail, BYTES);
            let options = Options { kernel_launch, ..Options::default() };
            let done = translate(&text, &options);
            assert!(done.report.notes.iter().all(|n| n.reason != Reason::Internal), "{name}");
            assert!(translate(&done.text, &options).text == done.text, "{name}: not idempotent");
        }
    }
}
