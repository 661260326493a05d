//! Compute-bound kernels: their data stays in the caches.

use super::{Argument, Buffer, Count, Data, Native, Tolerance, Work, single};

/// Returns a product of square matrices of 32 × `size`, by tiles of 16 in shared memory; the loop goes row by
/// row.
pub(crate) fn sgemm(size: u32) -> Work {
    let n = size * 32;
    let native: Native = |buffers, size| {
        let [a, b, c] = buffers else { unreachable!("three buffers") };
        let n = size as usize * 32;
        for (row, a) in c.float().chunks_exact_mut(n).zip(a.float().chunks_exact(n)) {
            row.fill(0.0);
            for (a, b) in a.iter().zip(b.float().chunks_exact(n)) {
                for (c, b) in row.iter_mut().zip(b) {
                    *c += a * b;
                }
            }
        }
    };
    product("sgemm", n, [16, 16], [16, 16], (Buffer::quarters, native), size)
}

/// Returns a product of matrices of halves, 128 × `size` a side, the second transposed, by `wgmma`.
pub(crate) fn hgemm_wgmma(size: u32) -> Work {
    hgemm("hgemm_wgmma", size)
}

/// Returns the same product by `mma`.
pub(crate) fn hgemm_mma(size: u32) -> Work {
    hgemm("hgemm_mma", size)
}

fn hgemm(kernel: &'static str, size: u32) -> Work {
    let n = size * 128;
    let native: Native = |buffers, size| {
        let [a, b, c] = buffers else { unreachable!("three buffers") };
        let n = size as usize * 128;
        let (a, b) = (single(a.int()), single(b.int()));
        for (row, a) in c.float().chunks_exact_mut(n).zip(a.chunks_exact(n)) {
            for (c, b) in row.iter_mut().zip(b.chunks_exact(n)) {
                *c = a.iter().zip(b).map(|(a, b)| a * b).sum();
            }
        }
    };
    product(kernel, n, [128, 64], [128, 1], (Buffer::halves, native), size)
}

/// Creates an input buffer of a name and a length.
type Input = fn(&'static str, u32) -> Buffer;

/// Returns a product of square matrices, `n` a side; each block computes a tile.
fn product(
    kernel: &'static str,
    n: u32,
    tile: [u32; 2],
    [width, height]: [u32; 2],
    (input, native): (Input, Native),
    size: u32,
) -> Work {
    Work {
        kernel,
        grid: [n / tile[0], n / tile[1], 1],
        block: [width, height, 1],
        buffers: vec![input("a", n * n), input("b", n * n), Buffer::floats("c", n * n)],
        arguments: vec![
            Argument::Buffer("a"),
            Argument::Buffer("b"),
            Argument::Buffer("c"),
            Argument::Int(n),
        ],
        count: Count::Flops(2 * u64::from(n).pow(3)),
        native,
        answer: native,
        tolerance: Tolerance::Equal,
        size,
    }
}

/// Returns accelerations of 256 × `size` bodies, by tiles of 256 in shared memory. The loop takes eight
/// bodies at a time; it adds in the kernel's order, but rounds products.
pub(crate) fn nbody(size: u32) -> Work {
    let n = size * 256;
    let coordinate = |i: u32| (i.wrapping_mul(2_654_435_769) >> 8) as f32 / 8_388_608.0 - 1.0;
    let bodies = (0..4 * n).map(|i| if i % 4 == 3 { 0.5 + 0.25 * coordinate(i) } else { coordinate(i) });
    let native: Native = |buffers, _| {
        const LANES: usize = 8;
        let [bodies, out] = buffers else { unreachable!("two buffers") };
        let bodies = bodies.float().as_chunks::<4>().0;
        let out = out.float().as_chunks_mut::<4>().0;
        for (here, out) in bodies.as_chunks::<LANES>().0.iter().zip(out.as_chunks_mut::<LANES>().0) {
            let [px, py, pz] = [0, 1, 2].map(|axis| here.map(|p| p[axis]));
            let (mut ax, mut ay, mut az) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
            for &[x, y, z, mass] in bodies {
                for i in 0..LANES {
                    let (dx, dy, dz) = (x - px[i], y - py[i], z - pz[i]);
                    let r = 1.0 / (dx * dx + dy * dy + dz * dz + 0.01).sqrt();
                    let s = mass * r * r * r;
                    ax[i] += dx * s;
                    ay[i] += dy * s;
                    az[i] += dz * s;
                }
            }
            for (i, out) in out.iter_mut().enumerate() {
                *out = [ax[i], ay[i], az[i], 0.0];
            }
        }
    };
    Work {
        kernel: "nbody",
        grid: [n / 256, 1, 1],
        block: [256, 1, 1],
        buffers: vec![
            Buffer { name: "bodies", data: Data::Float(bodies.collect()) },
            Buffer::floats("out", 4 * n),
        ],
        arguments: vec![Argument::Buffer("bodies"), Argument::Buffer("out"), Argument::Int(n)],
        count: Count::Flops(20 * u64::from(n).pow(2)),
        native,
        answer: native,
        tolerance: Tolerance::OfLargest(1e-4),
        size,
    }
}

const LIMIT: u32 = 256;

/// Counts the iterations until each point of a square of 32 × `size` escapes; `FUSED` rounds as the kernel
/// does.
fn iterations<const FUSED: bool>(out: &mut [u32], size: u32) {
    let fma = |a: f32, b: f32, c: f32| if FUSED { a.mul_add(b, c) } else { a * b + c };
    let width = size * 32;
    let (dx, dy) = (3.0 / width as f32, 2.4 / width as f32);
    for (py, row) in (0..).zip(out.chunks_exact_mut(width as usize)) {
        let im = fma(dy, py as f32, -1.2);
        for (px, out) in (0..).zip(row) {
            let re = fma(dx, px as f32, -2.0);
            let (mut a, mut b, mut iterations) = (0.0_f32, 0.0_f32, 0);
            while iterations < LIMIT && a * a + b * b <= 4.0 {
                (a, b) = (a * a - b * b + re, fma(a + a, b, im));
                iterations += 1;
            }
            *out = iterations;
        }
    }
}

/// Returns the iterations until a point escapes, at most 256: adjacent points leave the loop in different
/// iterations. Eight operations an iteration.
pub(crate) fn mandelbrot(size: u32) -> Work {
    let width = size * 32;
    let mut once = vec![0; (width * width) as usize];
    iterations::<false>(&mut once, size);
    Work {
        kernel: "mandelbrot",
        grid: [width / 16, width / 16, 1],
        block: [16, 16, 1],
        buffers: vec![Buffer::ints("iterations", width * width)],
        arguments: vec![
            Argument::Buffer("iterations"),
            Argument::Int(width),
            Argument::Int(width),
            Argument::Int(LIMIT),
        ],
        count: Count::Flops(8 * once.iter().map(|&iterations| u64::from(iterations)).sum::<u64>()),
        native: |buffers, size| iterations::<false>(buffers[0].int(), size),
        answer: |buffers, size| iterations::<true>(buffers[0].int(), size),
        tolerance: Tolerance::Equal,
        size,
    }
}
