//! Texture fetches: time of one, by filter and format, and relative to a bilinear filter of `f32` arithmetic
//! that is exact nowhere.
//!
//! `cargo bench -p hip-ptx --bench texture`; without `--bench` each is run once. Results are the best of
//! several runs on one core.

#![expect(clippy::print_stdout, reason = "a benchmark prints its measurements")]
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use hip_ptx::ir::texture::{Lod, Sample};
use hip_ptx::ir::{AtomOp, Scalar, Texture};
use hip_ptx::texture::{Format, Image, Object, Objects, Recent, Sampler, Shape, Table, Texels, carry_out};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Texels in a row, and rows.
const SIDE: u32 = 256;

/// Memory from address zero.
struct Bytes(Vec<u8>);

impl Texels for Bytes {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let from = self.0.get(address as usize..).and_then(|rest| rest.get(..bytes.len()));
        from.map(|from| bytes.copy_from_slice(from)).is_some()
    }

    fn store(&mut self, _address: u64, _bytes: &[u8]) -> bool {
        false
    }

    fn combine(&mut self, _address: u64, _op: AtomOp, _ty: Scalar, _with: u64) -> bool {
        false
    }
}

/// Returns the coordinates of a fetch: along rows, as a kernel's threads go.
fn place(n: u32) -> [f32; 2] {
    [(n % SIDE) as f32 + 0.37, (n / SIDE) as f32 + 0.81]
}

/// Returns the shortest time of a run of `SIDE * SIDE` fetches, by fetch.
fn measure(runs: usize, mut fetch: impl FnMut([f32; 2]) -> u32) -> Duration {
    let times = (0..runs).map(|_| {
        let start = Instant::now();
        for n in 0..SIDE * SIDE {
            black_box(fetch(black_box(place(n))));
        }
        start.elapsed()
    });
    times.min().unwrap_or_default() / (SIDE * SIDE)
}

/// Returns the bilinear filter of C programs.
fn bilinear(texels: &[f32], [x, y]: [f32; 2]) -> f32 {
    let (x, y) = (x - 0.5, y - 0.5);
    let (left, upper) = (x.floor(), y.floor());
    let (right, lower) = (x - left, y - upper);
    let last = SIDE as i32 - 1;
    let at = |column: f32, row: f32| {
        texels[((row as i32).clamp(0, last) * SIDE as i32 + (column as i32).clamp(0, last)) as usize]
    };
    let above = at(left, upper) * (1.0 - right) + at(left + 1.0, upper) * right;
    let below = at(left, upper + 1.0) * (1.0 - right) + at(left + 1.0, upper + 1.0) * right;
    above * (1.0 - lower) + below * lower
}

fn main() {
    let runs = if std::env::args().any(|word| word == "--bench") { 50 } else { 1 };
    let texels: Vec<f32> = (0..SIDE * SIDE).map(|n| (n * 7919 % 1000) as f32 * 0.001).collect();
    let native = measure(runs, |at| bilinear(&texels, at).to_bits());
    println!("bilinear filter in f32: {:.1} ns", native.as_secs_f64() * 1e9);
    let mut memory = Bytes(texels.iter().flat_map(|v| v.to_le_bytes().repeat(4)).collect());
    for (format, channels) in [(Format::F32, 1), (Format::F32, 4), (Format::U8, 4), (Format::F16, 1)] {
        for linear in [false, true] {
            let (image, _) = Image::packed(Shape::D2, format, channels, [SIDE, SIDE, 1], 1, 0);
            let table = Table::default();
            let sampler = Sampler { linear, ..Sampler::default() };
            let Some(handle) = table.insert(Object::Texture(image, sampler)) else { continue };
            let mut recent = Recent::default();
            let sample = Texture::Sample(Sample {
                shape: Shape::D2,
                integer: false,
                lod: Lod::Base,
                gather: None,
                offset: false,
                compare: false,
                half: false,
            });
            let time = measure(runs, |[x, y]| {
                let words = [handle, handle, x.to_bits().into(), y.to_bits().into()];
                let objects = Objects { table: &table, recent: &mut recent };
                carry_out(objects, &sample, &words, &mut memory).map_or(0, |values| values[0] as u32)
            });
            let filter = if linear { "linear" } else { "point" };
            let ratio = time.as_secs_f64() / native.as_secs_f64();
            println!(
                "{format:?} x {channels}, {filter}: {:.1} ns, {ratio:.1} times",
                time.as_secs_f64() * 1e9
            );
        }
    }
}
