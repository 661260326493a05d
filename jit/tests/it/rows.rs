//! Kernels that guard an access by a value that steps along a row: strips that run whole, in part and not at
//! all, rows that end within a strip, numbers that wrap. Each is compared with plain Rust.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::Geometry;
use std::sync::Arc;

const WORDS: usize = 512;

/// `if (start + x CMP limit) buffer[wide(start + x) * stride + first + 128 * y] += 3 * (start + x) + y`,
/// then, after a barrier, every thread with `x` below 40 adds 1000 to `buffer[x]`, in rows of `y` 0 only.
#[derive(Clone, Copy, Debug)]
struct Guarded {
    block: [u32; 3],
    start: u32,
    limit: u32,
    compare: &'static str,
    signed: bool,
    /// `true` if the comparison is one of 64 bits.
    wide: bool,
    stride: i64,
    first: i64,
}

impl Guarded {
    fn text(&self) -> String {
        let sign = if self.signed { "s" } else { "u" };
        let Guarded { start, limit, compare, stride, first, .. } = *self;
        let (stride, first) = (4 * stride, 4 * first);
        let test = if self.wide {
            let limit = self.widened(limit);
            format!("cvt.{sign}64.{sign}32 %rd3, %r2; setp.{compare}.{sign}64 %p1, %rd3, {limit};")
        } else {
            format!("setp.{compare}.{sign}32 %p1, %r2, {};", limit as i32)
        };
        format!(
            ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{{\n\
            .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n\
            ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r5, %tid.y; add.u32 %r2, %r1, {start};\n\
            {test}\n@!%p1 bra PAST;\n\
            mul.wide.{sign}32 %rd2, %r2, {stride}; add.s64 %rd2, %rd1, %rd2; mul.wide.u32 %rd4, %r5, 512;\n\
            add.s64 %rd2, %rd2, %rd4; ld.global.u32 %r3, [%rd2+{first}]; mad.lo.u32 %r4, %r2, 3, %r5;\n\
            add.u32 %r3, %r3, %r4; st.global.u32 [%rd2+{first}], %r3;\nPAST:\nbar.sync 0;\n\
            setp.ne.u32 %p2, %r5, 0; setp.ge.u32 %p3, %r1, 40; or.pred %p2, %p2, %p3; @%p2 bra DONE;\n\
            mul.wide.u32 %rd5, %r1, 4; add.s64 %rd5, %rd1, %rd5; ld.global.u32 %r6, [%rd5];\n\
            add.u32 %r6, %r6, 1000; st.global.u32 [%rd5], %r6;\nDONE:\nret;\n}}\n"
        )
    }

    fn widened(&self, n: u32) -> i64 {
        if self.signed { (n as i32).into() } else { n.into() }
    }

    /// Returns the buffer's expected contents; `None` if a thread leaves it, or two access one word.
    fn expected(&self) -> Option<Vec<u32>> {
        let mut words: Vec<u32> = (0..WORDS as u32).collect();
        let mut met = vec![false; WORDS];
        for y in 0..self.block[1] {
            for x in 0..self.block[0] {
                let i = x.wrapping_add(self.start);
                let (a, b) = (self.widened(i), self.widened(self.limit));
                let holds = match self.compare {
                    "lt" => a < b,
                    "le" => a <= b,
                    "gt" => a > b,
                    "ge" => a >= b,
                    "eq" => a == b,
                    _ => a != b,
                };
                if holds {
                    let at = usize::try_from(a * self.stride + self.first + 128 * i64::from(y)).ok()?;
                    if std::mem::replace(met.get_mut(at)?, true) {
                        return None;
                    }
                    words[at] = words[at].wrapping_add(i.wrapping_mul(3).wrapping_add(y));
                }
            }
        }
        let count = self.block[0].min(40) as usize;
        words[..count].iter_mut().for_each(|word| *word = word.wrapping_add(1000));
        Some(words)
    }

    fn got(&self, mode: Mode) -> Result<Vec<u32>, String> {
        let module = Module::parse(&self.text()).map_err(|e| e.to_string())?;
        let mut device = Device::new();
        let bytes: Vec<u8> = (0..WORDS as u32).flat_map(u32::to_le_bytes).collect();
        let base = device.place("buffer", &bytes);
        let kernel = kernel(&module, "k", mode)?;
        let geometry = Geometry::new([1; 3], self.block);
        let vars = Arc::from(Vec::new());
        device.run(&kernel, geometry, &base.to_le_bytes(), 0, &vars).map_err(|e| e.to_string())?;
        device.check_guards()?;
        Ok(device.bytes("buffer").as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect())
    }
}

/// Returns one in thirteen of all combinations; 13 divides none of the numbers of choices.
fn cases() -> Vec<(Guarded, Vec<u32>)> {
    let shapes = [[64, 1, 1], [100, 1, 1], [7, 1, 1], [64, 3, 1], [16, 2, 1], [24, 2, 1]];
    let starts = [0, 5, 30, 5u32.wrapping_neg(), 0x8000_0000 - 20, 0x7fff_0000];
    let mut cases = Vec::new();
    for (shape, start) in shapes.into_iter().flat_map(|s| starts.map(|start| (s, start))) {
        for compare in ["lt", "le", "gt", "ge", "eq", "ne"] {
            for reach in [0, 1, 16, 17, 31, 32, 50, 200] {
                let limit = start.wrapping_add(reach);
                for (signed, wide) in [(true, false), (false, false), (true, true), (false, true)] {
                    for stride in [1, 3, -1] {
                        let from = if signed { i64::from(start as i32) } else { start.into() };
                        let own = Guarded {
                            block: shape,
                            start,
                            limit,
                            compare,
                            signed,
                            wide,
                            stride,
                            first: 64 - from * stride + if stride < 0 { 63 } else { 0 },
                        };
                        cases.push(own);
                    }
                }
            }
        }
    }
    // The product is of unsigned numbers too.
    let near = |case: &Guarded| case.first.abs() < 1 << 28 && (case.signed || case.stride > 0);
    let chosen = cases.into_iter().step_by(13).filter(near);
    chosen.filter_map(|case| case.expected().map(|words| (case, words))).collect()
}

#[test]
fn guards_along_rows_select_the_right_threads() {
    let cases = cases();
    assert!(cases.len() > 150, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for (case, expected) in cases {
        match case.got(Mode::Vector) {
            Ok(got) if got == expected => {}
            Ok(got) => {
                let at = got.iter().zip(&expected).position(|(a, b)| a != b);
                wrong.push(format!("{case:?}: word {at:?}"));
            }
            Err(e) => wrong.push(format!("{case:?}: {e}")),
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}
