//! Blocks of several regions, which prefetch what later blocks read and store: pieces of a row at equal
//! distances or not, rows that are no multiple of a strip, and blocks behind which the buffer ends. Compared
//! with scalar code.

use crate::outcome::outcome;
use hip_jit::Mode;
use ptx::exec::Geometry;

/// A kernel whose threads add words of a block's row, `offsets` bytes apart, and store the sum of another
/// thread's, turned round in shared memory.
struct Rows {
    offsets: &'static [u32],
    threads: u32,
    blocks: u32,
}

impl Rows {
    /// Returns the bytes that a block reads, up to the next block's.
    fn row(&self) -> u32 {
        self.threads * 4 * self.offsets.len() as u32
    }

    fn text(&self) -> String {
        let loads: String = self
            .offsets
            .iter()
            .map(|offset| format!("ld.global.u32 %r9, [%rd3+{offset}]; mad.lo.u32 %r8, %r8, 3, %r9;\n"))
            .collect();
        format!(
            ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
            .reg .b32 %r<20>; .reg .b64 %rd<20>; .shared .align 16 .b8 s[4096];\n\
            ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n\
            mul.lo.u32 %r3, %r2, {row}; mad.lo.u32 %r4, %r1, 4, %r3; mul.wide.u32 %rd3, %r4, 1; add.s64 %rd3, %rd1, %rd3;\n\
            mov.u32 %r8, %r2;\n{loads}\
            mov.u32 %r5, s; mad.lo.u32 %r6, %r1, 4, %r5; st.shared.u32 [%r6], %r8; bar.sync 0;\n\
            sub.u32 %r7, {last}, %r1; mad.lo.u32 %r7, %r7, 4, %r5; ld.shared.u32 %r10, [%r7];\n\
            mad.lo.u32 %r11, %r2, {threads}, %r1; mul.wide.u32 %rd4, %r11, 4; add.s64 %rd5, %rd2, %rd4;\n\
            st.global.u32 [%rd5], %r10;\nret;\n}}\n",
            row = self.row(),
            last = self.threads - 1,
            threads = self.threads,
        )
    }

    fn run(&self, mode: Mode) -> Result<Vec<u8>, String> {
        let last = self.offsets.last().expect("an offset") + 4 * self.threads;
        let words = ((self.blocks - 1) * self.row() + last.max(self.row())) / 4;
        let bytes: Vec<u8> = (0..words).flat_map(|n| n.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();
        let out = vec![0; (4 * self.threads * self.blocks) as usize];
        let geometry = Geometry::new([self.blocks, 1, 1], [self.threads, 1, 1]);
        outcome(&self.text(), mode, geometry, &[&bytes, &out], &[])
    }
}

#[test]
fn blocks_that_prefetch_for_later_ones_equal_scalar_code() {
    let offsets: [&[u32]; 7] = [
        &[0],
        &[0, 1024],
        &[0, 1024, 2048],
        &[0, 1024, 2048, 3072],
        &[0, 400, 800],
        &[4, 8, 64, 1200],
        &[0, 4096, 8192, 12288],
    ];
    for offsets in offsets {
        for threads in [1024, 256, 100, 32] {
            for blocks in [1, 3, 9] {
                let rows = Rows { offsets, threads, blocks };
                let [expected, got] = [Mode::Scalar, Mode::Vector].map(|mode| rows.run(mode));
                let failed = (expected.as_ref().err(), got.as_ref().err());
                assert!(expected.is_ok() && got == expected, "{offsets:?} {threads} {blocks}: {failed:?}");
            }
        }
    }
}
