//! Warpgroup multiplications in generated kernels: every mode leaves the interpreter's result.
//!
//! Each warpgroup of a block fills shared memory in a loop, multiplies several times with random descriptors
//! and forms, waits, and computes the next operands from its sums; an operand that is read too late or lost
//! therefore changes the result.

use crate::host::{Device, kernel};
use hip_jit::Mode;
use ptx::Module;
use ptx::exec::{FaultKind, Geometry};
use ptx::interp::{Arena, run_grid};
use std::fmt::Write;
use std::sync::Arc;
use testdata::generate::draw;

const BASE: u64 = 0x7f00_0000_0000;
/// Shared memory of a warpgroup, bytes.
const SHARED: u32 = 8192;
/// Registers of D in each thread.
const SUMS: usize = 16;
const MODES: [Mode; 3] = [Mode::Quick, Mode::Scalar, Mode::Vector];

/// Pseudo-random numbers of a seed.
struct Numbers {
    seed: u64,
    next: u64,
}

impl Numbers {
    fn number(&mut self, most: u64) -> u64 {
        self.next += 1;
        draw(self.seed, self.next) % most
    }

    fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.number(list.len() as u64) as usize]
    }

    /// Returns a descriptor without its start address: any strides within the memory of a warpgroup.
    fn descriptor(&mut self) -> u64 {
        let (leading, stride) = (self.number(16), self.number(24));
        leading << 16 | stride << 32 | self.number(8) << 49 | self.number(4) << 62
    }

    /// Writes a multiplication with operands in the kernel's declared registers.
    fn multiplication(&mut self, out: &mut String) {
        let (d, ab, depth) = self.choose(&[
            ("f32", "f16.f16", 16),
            ("f16", "f16.f16", 16),
            ("f32", "bf16.bf16", 16),
            ("f32", "tf32.tf32", 8),
            ("f32", "e4m3.e5m2", 32),
            ("f16", "e5m2.e5m2", 32),
            ("s32", "s8.u8", 32),
            ("s32", "u8.s8", 32),
        ]);
        let sparse = self.number(4) == 0;
        let columns = if d == "f16" { 4 * SUMS } else { 2 * SUMS };
        let (name, depth) = if sparse { (".sp", 2 * depth) } else { ("", depth) };
        let halves = depth == 16 || (sparse && ab.ends_with("f16"));
        let in_registers = self.number(2) == 0;
        let letter = if d == "f32" { 'f' } else { 'r' };
        let sums: Vec<String> = (0..SUMS).map(|n| format!("%{letter}{n}")).collect();
        let a = if in_registers { "{%a0,%a1,%a2,%a3}".into() } else { "%da".to_owned() };
        let _ = writeln!(
            out,
            " add.u64 %da, %base, {}; add.u64 %db, %base, {};",
            self.descriptor(),
            self.descriptor()
        );
        let _ = write!(out, " wgmma.mma_async{name}.sync.aligned.m64n{columns}k{depth}.{d}.{ab} ");
        let _ = write!(out, "{{{}}}, {a}, %db, ", sums.join(","));
        if sparse {
            let selectors = if ab.contains("16") || ab.contains("32") { 2 } else { 1 };
            let _ = write!(out, "%meta, {}, ", self.number(selectors));
        }
        out.push_str(self.choose(&["1", "1", "%q0", "0"]));
        if d != "s32" {
            let _ = write!(out, ", {}, {}", self.choose(&["1", "-1"]), self.choose(&["1", "-1"]));
        }
        if halves && !ab.starts_with("tf32") && !ab.starts_with('e') && d != "s32" {
            let count = if in_registers { 1 } else { 2 };
            (0..count).for_each(|_| out.push_str(self.choose(&[", 0", ", 1"])));
        }
        out.push_str(";\n");
    }
}

/// Returns a kernel with its launch shape: blocks of a cluster, and warpgroups of a block.
fn program(seed: u64) -> (String, u32, u32) {
    let mut numbers = Numbers { seed, next: 0 };
    let (cluster, groups) = (1 + numbers.number(2) as u32, 1 + numbers.number(3) as u32);
    let mut text = String::from(".version 8.8\n.target sm_90a\n.address_size 64\n");
    text +=
        ".visible .entry k(.param .u64 out) {\n .reg .b64 %da, %db, %base, %out, %at; .reg .pred %q<4>;\n";
    text += " .reg .b32 %r<16>, %a<4>, %meta, %t<12>; .reg .f32 %f<16>;\n";
    let _ = writeln!(text, " .shared .align 1024 .b8 sm[{}];", SHARED * groups);
    text += " mov.u32 %t0, %tid.x; mov.u32 %t1, %ctaid.x; mad.lo.u32 %t2, %t1, 977, %t0; mov.u32 %t3, 0;\n";
    // The warpgroup's part of shared memory.
    let _ = writeln!(text, " shr.u32 %t4, %t0, 7; mov.u32 %t5, sm; mad.lo.u32 %t5, %t4, {SHARED}, %t5;");
    text +=
        " shr.u32 %t6, %t5, 4; cvt.u64.u32 %base, %t6; and.b32 %t7, %t0, 127; mov.u32 %meta, 0x4e4e9c84;\n";
    for n in 0..SUMS {
        let _ = writeln!(text, " mov.f32 %f{n}, 0f00000000; mov.b32 %r{n}, {n};");
    }
    for n in 0..4 {
        let _ = writeln!(text, " mad.lo.u32 %a{n}, %t2, {}, 0x2b3c1d3e;", 0x9e37 + n);
    }
    text += "again:\n mov.u32 %t8, 0;\nfill:\n mad.lo.u32 %t9, %t8, 128, %t7; mad.lo.u32 %t10, %t9, 0x343fd, %t3;\n";
    // Floats near 1 in any format of 8 or 16 bits.
    text += " mad.lo.u32 %t10, %t10, 0x9e3779b1, %t1; shr.u32 %t11, %t10, 15; xor.b32 %t10, %t10, %t11;\n";
    text += " and.b32 %t10, %t10, 0x8f8f8f8f; or.b32 %t10, %t10, 0x30303030;\n";
    text += " mad.lo.u32 %t11, %t9, 4, %t5; st.shared.u32 [%t11], %t10; add.u32 %t8, %t8, 1;\n";
    let _ = writeln!(text, " setp.lt.u32 %q1, %t8, {}; @%q1 bra fill;", SHARED / 512);
    text += " setp.ne.u32 %q0, %t3, 1; fence.proxy.async; bar.sync 0; wgmma.fence.sync.aligned;\n";
    for _ in 0..1 + numbers.number(3) {
        numbers.multiplication(&mut text);
    }
    text += " wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; bar.sync 0;\n";
    // Registers of A come from sums.
    text +=
        " mov.b32 %t8, %f3; xor.b32 %a0, %a0, %t8; add.u32 %a1, %a1, %r5; and.b32 %a0, %a0, 0xbfbfbfbf;\n";
    text += " and.b32 %a1, %a1, 0x3f7f3f7f; add.u32 %t3, %t3, 1; setp.lt.u32 %q2, %t3, 3; @%q2 bra again;\n";
    let _ = writeln!(text, " mad.lo.u32 %t8, %t1, {}, %t0;", groups * 128);
    let _ = writeln!(
        text,
        " ld.param.u64 %out, [out]; mul.wide.u32 %at, %t8, {}; add.u64 %out, %out, %at;",
        8 * SUMS
    );
    for n in 0..SUMS {
        let _ = writeln!(
            text,
            " st.global.f32 [%out+{}], %f{n}; st.global.b32 [%out+{}], %r{n};",
            8 * n,
            8 * n + 4
        );
    }
    text += " ret;\n}\n";
    (text, cluster, groups)
}

fn compare(seed: u64) -> Result<bool, String> {
    let (text, cluster, groups) = program(seed);
    let module = Module::parse(&text).map_err(|e| format!("seed {seed}: {e}\n{text}"))?;
    let function = module.lower("k").map_err(|e| format!("seed {seed}: {e}\n{text}"))?;
    let blocks = 2;
    let cluster = (cluster > 1).then_some([cluster, 1, 1]);
    let geometry = Geometry { cluster, ..Geometry::new([blocks, 1, 1], [groups * 128, 1, 1]) };
    let size = (blocks * groups * 128) as usize * 8 * SUMS;
    let mut arena = Arena { base: BASE, bytes: vec![0xee; size] };
    let want =
        run_grid(&function, geometry, &BASE.to_le_bytes(), 0, &[], &mut arena).map_err(|fault| fault.kind);
    for mode in MODES {
        let kernel = kernel(&module, "k", mode)?;
        let mut device = Device::new();
        let out = device.place("out", &vec![0xee; size]);
        let got = device.run(&kernel, geometry, &out.to_le_bytes(), 0, &Arc::from(Vec::new()));
        device.check_guards()?;
        match (&want, got.map_err(|fault| fault.kind)) {
            (Ok(()), Ok(())) if device.bytes("out") == arena.bytes => {}
            (Err(want), Err(got)) if *want == got => {}
            (want, got) => {
                return Err(format!("seed {seed}, {mode:?}: {got:?}, the interpreter {want:?}\n{text}"));
            }
        }
    }
    Ok(want.is_ok())
}

#[test]
fn generated_multiplications_leave_the_same_bytes_in_every_mode() {
    const SEEDS: u64 = 40;
    let mut ended = 0;
    for seed in 0..SEEDS {
        ended += u64::from(compare(seed).unwrap_or_else(|e| panic!("{e}")));
    }
    assert!(ended * 2 > SEEDS, "only {ended} of {SEEDS} kernels came to their end");
}

/// A multiplication that some lanes never reach, because they wait elsewhere, is a fault in every mode.
#[test]
fn a_multiplication_without_all_lanes_is_a_fault() {
    let text = "
.version 8.8
.target sm_90a
.address_size 64
.visible .entry k() {
 .reg .b32 %r<4>; .reg .f32 %f<4>; .reg .b64 %l; .reg .pred %p;
 .shared .align 1024 .b8 sm[8192];
 mov.u32 %r0, %tid.x; and.b32 %r0, %r0, 31; setp.lt.u32 %p, %r0, 7; mov.u64 %l, 0;
 mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;
 @%p bra around;
 wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %l, %l, 1, 1, 1, 0, 0;
around:
 bar.sync 0;
 st.shared.f32 [sm], %f0;
 ret;
}";
    let module = Module::parse(text).unwrap();
    let geometry = Geometry::new([1, 1, 1], [128, 1, 1]);
    let function = module.lower("k").unwrap();
    let mut arena = Arena { base: BASE, bytes: Vec::new() };
    let fault = run_grid(&function, geometry, &[], 0, &[], &mut arena).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Deadlock);
    for mode in MODES {
        let kernel = kernel(&module, "k", mode).unwrap();
        let fault = Device::new().run(&kernel, geometry, &[], 0, &Arc::from(Vec::new())).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Deadlock, "{mode:?}");
    }
}
