//! Neighbouring words at unrelated addresses, as unrolled loops along rows and structures read them: two to
//! nine loads at one address in any order, of integers and floats, vectors of two and four words, by all
//! threads of a block or some. Vector code does what single threads do.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

const THREADS: u32 = 100;

/// Words of the buffer that threads read.
const WORDS: u32 = 1024;

/// A kernel in which threads from `from` on, below `to`, read words at a place that is read from memory, and
/// add them up in an order of their own. `stored` stores a word of the first one's before the rest are read.
fn text(reads: &[&str], (from, to): (u32, u32), stored: bool) -> String {
    let read = |(n, read): (usize, &&str)| {
        let [into, place] = read.split('@').collect::<Vec<_>>()[..] else { panic!("a read") };
        let list = match into {
            "v2" => "{%r10, %r11}",
            "v4" => "{%r10, %r11, %r12, %r13}",
            _ => "%r10",
        };
        let ty = match into {
            "v2" => "v2.u32",
            "v4" => "v4.u32",
            ty => ty,
        };
        let list = if ty == "f32" { "%f1" } else { list };
        let cast = if ty == "f32" { "mov.b32 %r10, %f1;" } else { "" };
        let more = match into {
            "v2" => "mad.lo.u32 %r4, %r4, 33, %r11;",
            "v4" => {
                "mad.lo.u32 %r4, %r11, 5, %r4; mad.lo.u32 %r4, %r12, 7, %r4; mad.lo.u32 %r4, %r13, 9, %r4;"
            }
            _ => "",
        };
        let store = if stored && n == 0 { "st.global.u32 [%rd4+8], %r4;\n" } else { "" };
        format!(
            "ld.global.{ty} {list}, [%rd4+{place}];\n{cast} mad.lo.u32 %r4, %r4, 33, %r10;\n{more}\n{store}"
        )
    };
    let reads: String = reads.iter().enumerate().map(read).collect();
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 places, .param .u64 words, \
        .param .u64 sums)\n{{\n.reg .pred %p<2>; .reg .b32 %r<20>; .reg .f32 %f<2>; .reg .b64 %rd<9>;\n\
        ld.param.u64 %rd1, [places]; ld.param.u64 %rd2, [words]; ld.param.u64 %rd3, [sums]; mov.u32 %r1, %tid.x;\n\
        mov.u32 %r4, 1; setp.lt.u32 %p1, %r1, {from}; @%p1 bra DONE;\nsetp.ge.u32 %p1, %r1, {to}; @%p1 bra DONE;\n\
        mul.wide.u32 %rd5, %r1, 4; add.s64 %rd6, %rd1, %rd5; ld.global.u32 %r2, [%rd6];\n\
        mul.wide.u32 %rd7, %r2, 4; add.s64 %rd4, %rd2, %rd7;\n{reads}\
        DONE:\nmul.wide.u32 %rd5, %r1, 4; add.s64 %rd8, %rd3, %rd5; st.global.u32 [%rd8], %r4;\nret;\n}}\n"
    )
}

/// Runs a kernel with places `apart` words apart, `end` words before the end of the buffer one of them.
fn run(text: &str, (apart, end): (u32, u32), mode: Mode) -> Result<Vec<u8>, String> {
    let module = Module::parse(text).map_err(|e| e.to_string())?;
    let mut device = Device::new();
    let bytes = |words: Vec<u32>| words.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>();
    let rows = WORDS / apart - 2;
    let mut places: Vec<u32> = (0..THREADS).map(|n| (1 + n * 37 % rows) * apart).collect();
    places[THREADS as usize - 7] = WORDS.wrapping_sub(end);
    // No float is a NaN: its bits may change.
    let words = (0..WORDS).map(|n| n.wrapping_mul(0x9e37_79b9) & 0x3fff_ffff).collect();
    let mut params = device.place("places", &bytes(places)).to_le_bytes().to_vec();
    params.extend(device.place("words", &bytes(words)).to_le_bytes());
    params.extend(device.place("sums", &[0; 4 * THREADS as usize]).to_le_bytes());
    let kernel = kernel(&module, "k", mode)?;
    let geometry = Geometry::new([1; 3], [THREADS, 1, 1]);
    let end = device.run(&kernel, geometry, &params, 0, &Arc::from(Vec::new()));
    // Each device has its memory elsewhere, and of a page that is not there strips do not tell the thread.
    end.map_err(|fault| {
        let text = fault.to_string();
        let (before, after) = text.split_once("0x").expect("an address");
        let (address, after) = after.split_once(' ').expect("more");
        let address = u64::from_str_radix(address, 16).expect("a number");
        let place = address.wrapping_sub(device.address("words")) as i64;
        format!("{before}{place}, {}", after.split(", thread").next().unwrap_or(after))
    })?;
    device.check_guards()?;
    Ok(device.bytes("sums").to_vec())
}

/// Words from a place to the end of what a thread reads there.
const APART: u32 = 12;

/// Reads of a thread: type and offset of each.
const READS: [&[&str]; 11] = [
    &["u32@0", "u32@4"],
    &["u32@0", "u32@4", "u32@8", "u32@12"],
    &["u32@12", "f32@4", "u32@8", "f32@0"],
    &["f32@0", "f32@4", "f32@8"],
    &["u32@-8", "u32@-4", "u32@0", "u32@4", "u32@8", "u32@12", "u32@16", "u32@20"],
    &["u32@4", "u32@0", "u32@4", "u32@8", "u32@16", "u32@20", "u32@12", "u32@24", "u32@28"],
    &["u32@0", "u32@8", "u32@16", "u32@20"],
    &["u32@0", "u32@4", "u16@8", "u16@10", "u32@12", "u32@20"],
    &["v2@0", "v2@8"],
    &["v4@0", "u32@16", "u32@20"],
    &["v4@16", "v2@0"],
];

#[test]
fn neighbouring_words_are_what_threads_load() {
    for reads in READS {
        let parts = [(0, THREADS), (3, 90), (99, THREADS)];
        for (part, stored) in parts.into_iter().flat_map(|part| [(part, false), (part, true)]) {
            let text = text(reads, part, stored);
            let [expected, got] = [Mode::Quick, Mode::Vector].map(|mode| run(&text, (APART, APART), mode));
            assert!(expected.is_ok(), "{reads:?}: {expected:?}");
            assert!(got == expected, "{reads:?}, threads {part:?}, stored {stored}: {:?}", got.err());
        }
    }
}

#[test]
fn neighbouring_words_beyond_a_buffer_are_not_read() {
    for reads in READS {
        let text = text(reads, (0, THREADS), false);
        for far in [u32::MAX - 1_000_000, u32::MAX - (1 << 28)] {
            let [expected, got] =
                [Mode::Quick, Mode::Vector].map(|mode| run(&text, (APART, far.wrapping_neg()), mode));
            assert!(expected.is_err(), "{reads:?}");
            assert_eq!(got, expected, "{reads:?}");
        }
    }
}
