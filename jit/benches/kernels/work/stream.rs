//! Memory-bound kernels: every buffer is larger than the caches at `size` 16 (64 MiB).

use super::{Argument, Buffer, Count, Native, Tolerance, Work};

/// Returns the words of a buffer.
fn words(size: u32) -> u32 {
    size << 20
}

/// `c[i] = a[i] + b[i]`.
pub(crate) fn vecadd(size: u32) -> Work {
    let n = words(size);
    let native: Native = |buffers, _| {
        let [a, b, c] = buffers else { unreachable!("three buffers") };
        for ((c, a), b) in c.float().iter_mut().zip(a.float()).zip(b.float()) {
            *c = *a + *b;
        }
    };
    Work {
        kernel: "vecadd",
        grid: [n / 256, 1, 1],
        block: [256, 1, 1],
        buffers: vec![Buffer::quarters("a", n), Buffer::quarters("b", n), Buffer::floats("c", n)],
        arguments: vec![
            Argument::Buffer("a"),
            Argument::Buffer("b"),
            Argument::Buffer("c"),
            Argument::Int(n),
        ],
        count: Count::Bytes(12 * u64::from(n)),
        native,
        answer: native,
        tolerance: Tolerance::Equal,
        size,
    }
}

/// `y[i] = a * x[i] + y[i]`.
pub(crate) fn saxpy(size: u32) -> Work {
    let n = words(size);
    let native: Native = |buffers, _| {
        let [x, y] = buffers else { unreachable!("two buffers") };
        for (y, x) in y.float().iter_mut().zip(x.float()) {
            *y += 1.5 * *x;
        }
    };
    Work {
        kernel: "saxpy",
        grid: [n / 256, 1, 1],
        block: [256, 1, 1],
        buffers: vec![Buffer::quarters("x", n), Buffer::quarters("y", n)],
        arguments: vec![Argument::Float(1.5), Argument::Buffer("x"), Argument::Buffer("y"), Argument::Int(n)],
        count: Count::Bytes(12 * u64::from(n)),
        native,
        answer: native,
        tolerance: Tolerance::Equal,
        size,
    }
}

/// Returns a five-point stencil; each point is read from memory once.
pub(crate) fn stencil5(size: u32) -> Work {
    let (width, height) = (4096, 256 * size);
    let n = width * height;
    let native: Native = |buffers, _| {
        const WIDTH: usize = 4096;
        let [input, output] = buffers else { unreachable!("two buffers") };
        let (input, output) = (input.float(), output.float());
        for (y, row) in output.chunks_exact_mut(WIDTH).enumerate().skip(1) {
            let Some(below) = input.get((y + 1) * WIDTH..(y + 2) * WIDTH) else { break };
            let (above, here) = (&input[(y - 1) * WIDTH..y * WIDTH], &input[y * WIDTH..(y + 1) * WIDTH]);
            for x in 1..WIDTH - 1 {
                row[x] = 0.5 * here[x] + 0.125 * ((here[x - 1] + here[x + 1]) + (above[x] + below[x]));
            }
        }
    };
    Work {
        kernel: "stencil5",
        grid: [width / 64, height / 4, 1],
        block: [64, 4, 1],
        buffers: vec![Buffer::quarters("in", n), Buffer::floats("out", n)],
        arguments: vec![
            Argument::Buffer("in"),
            Argument::Buffer("out"),
            Argument::Int(width),
            Argument::Int(height),
        ],
        count: Count::Bytes(8 * u64::from(n)),
        native,
        answer: native,
        tolerance: Tolerance::Equal,
        size,
    }
}

/// Sums groups of `N` elements with sixteen accumulators.
fn summing<const N: usize>(buffers: &mut [Buffer], _: u32) {
    let [input, sums] = buffers else { unreachable!("two buffers") };
    for (sum, input) in sums.float().iter_mut().zip(input.float().chunks_exact(N)) {
        let mut parts = [0.0_f32; 16];
        for chunk in input.as_chunks::<16>().0 {
            for (part, x) in parts.iter_mut().zip(chunk) {
                *part += x;
            }
        }
        *sum = parts.iter().sum();
    }
}

fn reduction<const N: u32>(kernel: &'static str, native: Native, size: u32) -> Work {
    let n = words(size);
    Work {
        kernel,
        grid: [n / N, 1, 1],
        block: [256, 1, 1],
        buffers: vec![Buffer::quarters("in", n), Buffer::floats("sums", n / N)],
        arguments: vec![Argument::Buffer("in"), Argument::Buffer("sums")],
        count: Count::Bytes(4 * u64::from(n)),
        native,
        answer: native,
        tolerance: Tolerance::Equal,
        size,
    }
}

/// Returns sums of 512 elements, by a tree in shared memory.
pub(crate) fn reduce(size: u32) -> Work {
    reduction::<512>("reduce", summing::<512>, size)
}

/// Returns sums of 1024 elements, by shuffles.
pub(crate) fn sums(size: u32) -> Work {
    reduction::<1024>("sums", summing::<1024>, size)
}

/// Returns a histogram of bytes: counts of a block in shared memory, then one sum.
pub(crate) fn histogram(size: u32) -> Work {
    let n = words(size);
    let mut input = Buffer::ints("in", n);
    let mut state = 1_u32;
    for word in input.int() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // The low bits of such a sequence have a short period.
        *word = state ^ state >> 16;
    }
    let native: Native = |buffers, _| {
        let [input, counts] = buffers else { unreachable!("two buffers") };
        let counts = counts.int();
        for word in input.int() {
            for byte in word.to_le_bytes() {
                counts[usize::from(byte)] += 1;
            }
        }
    };
    Work {
        kernel: "histogram",
        grid: [264, 1, 1],
        block: [256, 1, 1],
        buffers: vec![input, Buffer::ints("counts", 256)],
        arguments: vec![Argument::Buffer("in"), Argument::Buffer("counts"), Argument::Int(n)],
        count: Count::Bytes(4 * u64::from(n)),
        native,
        answer: native,
        tolerance: Tolerance::Equal,
        size,
    }
}
