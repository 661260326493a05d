//! The measured launches: those of the benchmark `kernels`, and those that have their loop in C alone.

use crate::kernels::work::{Argument, Buffer, Count, Data, Native, Tolerance, Work, compute, stream};

/// Returns words without order.
fn mixed(i: u32) -> u32 {
    let i = (i ^ i >> 16).wrapping_mul(0x7feb_352d);
    (i ^ i >> 15).wrapping_mul(0x846c_a68b)
}

/// Returns numbers in 0.5 ..= 1.5.
fn numbers(name: &'static str, n: u32) -> Buffer {
    let seed = u32::from(name.as_bytes()[0]) * 977;
    let number = |i: u32| 0.5 + ((i + seed).wrapping_mul(2_654_435_769) >> 8) as f32 / 16_777_216.0;
    Buffer { name, data: Data::Float((0..n).map(number).collect()) }
}

fn words(name: &'static str, n: u32) -> Buffer {
    Buffer { name, data: Data::Int((0..n).map(mixed).collect()) }
}

/// Returns a launch whose arguments are its buffers, then integers; C's loop gets `size`.
fn case(
    kernel: &'static str,
    (grid, block): ([u32; 3], [u32; 3]),
    buffers: Vec<Buffer>,
    integers: &[u32],
    size: u32,
) -> Work {
    let mut arguments: Vec<Argument> = buffers.iter().map(|buffer| Argument::Buffer(buffer.name)).collect();
    arguments.extend(integers.iter().map(|&n| Argument::Int(n)));
    let nothing: Native = |_, _| {};
    Work {
        kernel,
        grid,
        block,
        buffers,
        arguments,
        count: Count::Bytes(0),
        native: nothing,
        answer: nothing,
        tolerance: Tolerance::OfLargest(1e-3),
        size,
    }
}

/// Returns the shape of a grid of `threads` in blocks of 256.
fn line(threads: u32) -> ([u32; 3], [u32; 3]) {
    ([threads / 256, 1, 1], [256, 1, 1])
}

fn spmv() -> Work {
    const ROWS: u32 = 1 << 17;
    let ends: Vec<u32> = (0..=ROWS)
        .scan(0, |sum, row| {
            let start = *sum;
            *sum += 8 + mixed(row) % 17;
            Some(start)
        })
        .collect();
    let entries = *ends.last().expect("an end");
    let columns = (0..entries).map(|i| mixed(i) % ROWS).collect();
    let buffers = vec![
        Buffer { name: "rows", data: Data::Int(ends) },
        Buffer { name: "columns", data: Data::Int(columns) },
        numbers("values", entries),
        numbers("x", ROWS),
        Buffer::floats("out", ROWS),
    ];
    case("spmv", line(ROWS), buffers, &[ROWS], ROWS)
}

fn sgemm(kernel: &'static str, shape: ([u32; 3], [u32; 3])) -> Work {
    let buffers = vec![numbers("a", 512 * 512), numbers("b", 512 * 512), Buffer::floats("out", 512 * 512)];
    case(kernel, shape, buffers, &[512], 512)
}

/// Returns queries and keys whose products differ by a few units, as scores of a model do.
fn attention() -> Work {
    const LENGTH: u32 = 1024;
    let buffers = ["queries", "keys", "values"].map(|name| numbers(name, 32 * LENGTH));
    let buffers = buffers.into_iter().chain([Buffer::floats("out", 32 * LENGTH)]).collect();
    case("attention", ([LENGTH / 64, 1, 1], [64, 1, 1]), buffers, &[LENGTH], LENGTH)
}

/// Returns the launches in the order of the table.
pub(crate) fn launches() -> Vec<Work> {
    let million = 1 << 20;
    let price = ["price", "strike", "years"].map(|name| numbers(name, million));
    vec![
        stream::vecadd(16),
        stream::saxpy(16),
        stream::stencil5(16),
        case(
            "stencil7",
            ([8, 32, 256], [32, 8, 1]),
            vec![numbers("in", 16 * million), Buffer::floats("out", 16 * million)],
            &[256],
            256,
        ),
        stream::reduce(16),
        stream::sums(16),
        case(
            "scan",
            ([16384, 1, 1], [1024, 1, 1]),
            vec![words("in", 16 * million), Buffer::ints("out", 16 * million)],
            &[],
            16384,
        ),
        stream::histogram(16),
        case(
            "transpose",
            ([128, 128, 1], [32, 8, 1]),
            vec![numbers("in", 16 * million), Buffer::floats("out", 16 * million)],
            &[4096],
            4096,
        ),
        sgemm("sgemm_naive", ([32, 32, 1], [16, 16, 1])),
        compute::sgemm(16),
        sgemm("sgemm_blocked", ([8, 8, 1], [16, 16, 1])),
        sgemm("sgemm_registers", ([4, 4, 1], [256, 1, 1])),
        sgemm("sgemm_vectors", ([4, 4, 1], [256, 1, 1])),
        sgemm("sgemm_buffered", ([4, 4, 1], [16, 16, 1])),
        compute::hgemm_mma(4),
        compute::nbody(32),
        compute::mandelbrot(32),
        case(
            "black_scholes",
            line(million),
            price.into_iter().chain([Buffer::floats("out", million)]).collect(),
            &[million],
            million,
        ),
        case("philox", line(million / 8), vec![Buffer::ints("out", million / 8)], &[64], million / 8),
        case("sha256", line(million / 4), vec![Buffer::ints("out", million / 4)], &[], million / 4),
        case(
            "murmur",
            line(million),
            vec![words("keys", 16 * million), Buffer::ints("out", million)],
            &[],
            million,
        ),
        case(
            "complex",
            line(million / 2),
            vec![numbers("coefficients", 128), numbers("points", million), Buffer::floats("out", million)],
            &[64],
            million / 2,
        ),
        spmv(),
        case(
            "bitonic",
            ([8192, 1, 1], [256, 1, 1]),
            vec![words("in", 4 * million), Buffer::ints("out", 4 * million)],
            &[],
            8192,
        ),
        case(
            "softmax",
            ([512, 1, 1], [256, 1, 1]),
            vec![numbers("in", 2 * million), Buffer::floats("out", 2 * million)],
            &[4096],
            512,
        ),
        attention(),
    ]
}
