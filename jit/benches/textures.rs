//! Times of a texture fetch of a lane, by format, filter and edge, in strips and thread by thread.
//!
//! `cargo bench -p hip-jit --bench textures` prints them for one core: minima of twenty launches.
//! Threads fetch along the rows of an image that fits the first cache. Compiling is not measured.

#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
#![expect(unsafe_code, reason = "a benchmark places buffers in device memory")]
#![allow(dead_code, reason = "the host is shared with the tests")]

#[path = "../tests/it/host.rs"]
mod host;

use hip_jit::Mode;
use host::Device;
use ptx::Module;
use ptx::exec::Geometry;
use ptx::texture::{Edge, Format, Image, Object, Sampler, Shape};
use std::sync::Arc;
use std::time::Instant;

const THREADS: u32 = 128;
const BLOCKS: u32 = 16;

/// Fetches of a thread.
const FETCHES: u32 = 256;

/// Texels in a row, and rows.
const SIDE: u32 = 64;

/// A format, its channels, whether texels are filtered, the edge, whether coordinates are normalised, and
/// whether all threads of a block fetch from one place.
type Case = (Format, u8, bool, Edge, bool, bool);

const CASES: [Case; 11] = [
    (Format::F32, 1, false, Edge::Clamp, false, false),
    (Format::F32, 1, false, Edge::Clamp, false, true),
    (Format::F32, 1, false, Edge::Border, false, false),
    (Format::F32, 1, false, Edge::Wrap, true, false),
    (Format::F32, 4, false, Edge::Clamp, false, false),
    (Format::U8, 1, false, Edge::Clamp, false, false),
    (Format::U8, 4, false, Edge::Clamp, false, false),
    (Format::F32, 1, true, Edge::Clamp, false, false),
    (Format::F32, 1, true, Edge::Wrap, true, false),
    (Format::F32, 4, true, Edge::Clamp, false, false),
    (Format::U8, 4, true, Edge::Clamp, false, false),
];

/// Adds the first two channels of fetches at (x + n / 8, n / 8), scaled, to sums of each thread, where x is
/// the thread's number or 1.
const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 image, .param .f32 scale, .param .u32 same)
{
    .reg .pred %p<3>; .reg .b32 %r<9>; .reg .f32 %f<12>; .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [image]; ld.param.f32 %f1, [scale]; ld.param.u32 %r1, [same];
    mov.u32 %r2, %tid.x; setp.ne.u32 %p1, %r1, 0;
    and.b32 %r3, %r2, 63;
    @%p1 mov.u32 %r3, 1;
    cvt.rn.f32.u32 %f2, %r3; mul.f32 %f2, %f2, %f1; mov.f32 %f3, 0f00000000; mul.f32 %f4, %f1, 0f3e000000;
    mov.f32 %f9, 0f00000000; mov.f32 %f10, 0f00000000; mov.u32 %r4, 0;
AGAIN:
    tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [%rd2, {%f2, %f3}];
    add.f32 %f9, %f9, %f5; add.f32 %f10, %f10, %f6;
    add.f32 %f2, %f2, %f4; add.f32 %f3, %f3, %f4;
    add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, FETCHES; @%p2 bra AGAIN;
    mul.wide.u32 %rd3, %r2, 8; add.s64 %rd4, %rd1, %rd3;
    st.global.v2.f32 [%rd4], {%f9, %f10};
    ret;
}";

fn main() {
    let measured = std::env::args().any(|argument| argument == "--bench");
    println!("| ns a fetch in strips | thread by thread | fetch |\n|---|---|---|");
    // Without `--bench`, two show that it works.
    for case in CASES.iter().take(if measured { CASES.len() } else { 2 }) {
        let [strips, threads] = [Mode::Vector, Mode::Scalar].map(|mode| time(case, mode));
        let (format, channels, linear, edge, normalized, same) = case;
        let filter = if *linear { "linear" } else { "nearest" };
        let unit = if *normalized { "normalised" } else { "texels" };
        let place = if *same { ", one place" } else { "" };
        println!(
            "| {strips:.1} | {threads:.1} | {format:?} x {channels}, {filter}, {edge:?}, {unit}{place} |"
        );
    }
}

/// Returns the time of a fetch, ns.
fn time(&(format, channels, linear, edge, normalized, same): &Case, mode: Mode) -> f64 {
    let module = Module::parse(&TEXT.replace("FETCHES", &FETCHES.to_string())).expect("PTX");
    let kernel = host::kernel(&module, "k", mode).expect("a kernel that lowers");
    let mut device = Device::new();
    let (_, bytes) = Image::packed(Shape::D2, format, channels, [SIDE, SIDE, 1], 1, 0);
    let texels: Vec<u8> = (0..bytes).map(|n| if n % 4 == 3 { 0x3f } else { n as u8 }).collect();
    let base = device.place("texels", &texels);
    let (image, _) = Image::packed(Shape::D2, format, channels, [SIDE, SIDE, 1], 1, base);
    let sampler = Sampler { edges: [edge; 3], linear, normalized, ..Sampler::default() };
    let handle = device.host.textures.insert(Object::Texture(image, sampler)).expect("an empty table");
    let sums = device.place("sums", &[0; 8 * THREADS as usize]);
    let scale = if normalized { 1.0 / SIDE as f32 } else { 1.0 };
    let params = [sums.to_le_bytes(), handle.to_le_bytes()].concat();
    let params = [params, [scale.to_bits(), u32::from(same)].map(u32::to_le_bytes).concat()].concat();
    let geometry = Geometry::new([BLOCKS, 1, 1], [THREADS, 1, 1]);
    let mut least = f64::INFINITY;
    // The first of them compiles.
    for _ in 0..21 {
        let start = Instant::now();
        device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new())).expect("no fault");
        least = least.min(start.elapsed().as_secs_f64());
    }
    least * 1e9 / f64::from(BLOCKS * THREADS * FETCHES)
}
