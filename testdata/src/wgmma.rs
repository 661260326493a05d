//! Matrix instructions of warpgroups (`wgmma.mma_async`): kernels, operands by generator, and what an H200
//! answered.
//!
//! `testdata/gpu/wgmma/README.md` tells the format. A trial is engine-neutral: an engine runs the kernel of
//! its form with one warpgroup and hands back the results.

use crate::mma::{draw, element, metadata, width};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Bytes of shared memory that descriptors point into; elements of A fill the first half, those of B the
/// second.
pub const SHARED: usize = 48 << 10;
/// Threads of a warpgroup.
const THREADS: usize = 128;
/// Metadata of a sparse A: two places of each four in rising order; of `tf32` one of each two, as two halves.
const A: u64 = 0;
const B: u64 = 1;
const C: u64 = 2;
const META: u64 = 3;

/// An instruction.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its kernel.
    pub name: String,
    instruction: String,
    in_registers: bool,
    immediates: String,
    selector: Option<u32>,
}

/// An instruction with operands, and what came of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its line.
    pub line: String,
    form: Form,
    numbers: BTreeMap<String, u64>,
    /// `fault` and CUDA's error, or the CRC-32 of D.
    answer: String,
}

fn read(name: &str) -> String {
    let path = crate::root().join("gpu/wgmma").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All forms.
///
/// # Panics
/// If the data is missing or damaged.
pub fn forms() -> Vec<Form> {
    let text = read("forms.tsv");
    let form = |row: &str| {
        let columns: Vec<&str> = tsv::cells(row).collect();
        Form {
            name: columns[0].into(),
            instruction: columns[1].into(),
            in_registers: columns[2] == "registers",
            immediates: columns[3].into(),
            selector: columns[4].parse().ok(),
        }
    };
    tsv::rows(&text).map(form).collect()
}

/// All trials.
///
/// # Panics
/// If the data is missing or damaged.
pub fn trials() -> Vec<Trial> {
    let forms: BTreeMap<String, Form> = forms().into_iter().map(|form| (form.name.clone(), form)).collect();
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    let trial = |line: &str| {
        let (given, answer) = line.split_once(" : ").unwrap_or((line, ""));
        let fields: BTreeMap<&str, &str> = given.split(' ').filter_map(|w| w.split_once('=')).collect();
        let numbers = fields.iter().filter(|(key, _)| **key != "form");
        let numbers = numbers.map(|(key, text)| ((*key).to_owned(), number(text).expect("a number")));
        Trial {
            line: line.into(),
            form: forms[fields["form"]].clone(),
            numbers: numbers.collect(),
            answer: answer.into(),
        }
    };
    read("cases.txt").lines().map(trial).collect()
}

/// A module with the kernels of some forms.
pub fn kernels<'a>(forms: impl IntoIterator<Item = &'a Form>) -> String {
    let mut text = String::from(".version 8.8\n.target sm_90a\n.address_size 64\n");
    for form in forms {
        // Writing to a string cannot fail.
        let _ = form.write_kernel(&mut text);
    }
    text
}

impl Form {
    /// The element types of D, A and B.
    fn elements(&self) -> [&str; 3] {
        let words: Vec<&str> = self.instruction.split('.').collect();
        let last = words.len() - if words.ends_with(&["and", "popc"]) { 2 } else { 0 };
        [words[last - 3], words[last - 2], words[last - 1]]
    }

    fn columns(&self) -> usize {
        let shape = self.instruction.split('.').find_map(|word| word.strip_prefix("m64n")).expect("a shape");
        shape.split_once('k').expect("a shape").0.parse().expect("columns")
    }

    /// Registers of D, and of A.
    fn registers(&self) -> [usize; 2] {
        let d = self.columns() / if self.elements()[0] == "f16" { 4 } else { 2 };
        [d, if self.in_registers { 4 } else { 0 }]
    }

    /// Words of a thread's operands: A, C, metadata.
    fn words(&self) -> usize {
        let [d, a] = self.registers();
        d + a + usize::from(self.selector.is_some())
    }

    fn write_kernel(&self, out: &mut String) -> std::fmt::Result {
        let [d, a] = self.registers();
        let (name, words) = (&self.name, self.words());
        let [type_d, type_a, _] = self.elements();
        let register = if type_d == "f32" { "f32" } else { "b32" };
        writeln!(out, ".visible .entry {name}(.param .u64 operands, .param .u64 results,")?;
        writeln!(out, "  .param .u64 a, .param .u64 b, .param .u32 add) {{")?;
        writeln!(out, " .shared .align 1024 .b8 sm[{SHARED}];")?;
        writeln!(out, " .reg .b64 %p<8>; .reg .b32 %t<8>; .reg .b32 %a<4>; .reg .b32 %e; .reg .pred %q<2>;")?;
        writeln!(out, " .reg .{register} %d<{d}>;")?;
        writeln!(out, " ld.param.u64 %p0, [operands]; ld.param.u64 %p1, [results];")?;
        writeln!(out, " ld.param.u64 %p2, [a]; ld.param.u64 %p3, [b]; ld.param.u32 %t0, [add];")?;
        writeln!(out, " setp.ne.u32 %q0, %t0, 0; mov.u32 %t1, %tid.x; mov.u32 %t2, sm;")?;
        writeln!(
            out,
            " shr.u32 %t3, %t2, 4; cvt.u64.u32 %p4, %t3; add.u64 %p2, %p2, %p4; add.u64 %p3, %p3, %p4;"
        )?;
        writeln!(
            out,
            " shl.b32 %t4, %t1, 4; cvt.u64.u32 %p5, %t4; add.u64 %p5, %p5, %p0; add.u32 %t5, %t2, %t4;"
        )?;
        writeln!(out, " mov.u32 %t6, 0;\nfill:\n ld.global.v4.b32 {{%a0,%a1,%a2,%a3}}, [%p5];")?;
        writeln!(out, " st.shared.v4.b32 [%t5], {{%a0,%a1,%a2,%a3}};")?;
        writeln!(out, " add.u64 %p5, %p5, 2048; add.u32 %t5, %t5, 2048; add.u32 %t6, %t6, 2048;")?;
        writeln!(out, " setp.lt.u32 %q1, %t6, {SHARED}; @%q1 bra fill;")?;
        writeln!(out, " fence.proxy.async; bar.sync 0;")?;
        writeln!(out, " mul.wide.u32 %p6, %t1, {}; add.u64 %p6, %p6, %p0;", words * 4)?;
        writeln!(out, " mul.wide.u32 %p7, %t1, {}; add.u64 %p7, %p7, %p1;", d * 4)?;
        for k in 0..a {
            writeln!(out, " ld.global.b32 %a{k}, [%p6+{}];", SHARED + 4 * k)?;
        }
        for k in 0..d {
            writeln!(out, " ld.global.{register} %d{k}, [%p6+{}];", SHARED + 4 * (a + k))?;
        }
        let list: Vec<String> = (0..d).map(|k| format!("%d{k}")).collect();
        write!(out, " wgmma.fence.sync.aligned;\n ")?;
        if self.selector.is_some() {
            write!(out, "ld.global.b32 %e, [%p6+{}]; ", SHARED + 4 * (a + d))?;
        }
        write!(out, "{} {{{}}}, ", self.instruction, list.join(","))?;
        out.push_str(if self.in_registers { "{%a0,%a1,%a2,%a3}, %p3, " } else { "%p2, %p3, " });
        if let Some(selector) = self.selector {
            write!(out, "%e, {selector}, ")?;
        }
        out.push_str("%q0");
        if self.immediates != "-" {
            write!(out, ", {}", self.immediates)?;
        }
        debug_assert!(!type_a.is_empty());
        writeln!(out, ";\n wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;")?;
        for k in 0..d {
            writeln!(out, " st.global.{register} [%p7+{}], %d{k};", 4 * k)?;
        }
        writeln!(out, " ret;\n}}")
    }
}

impl Trial {
    /// Its form.
    pub fn form(&self) -> &Form {
        &self.form
    }

    fn number(&self, key: &str) -> u64 {
        self.numbers.get(key).copied().unwrap_or(0)
    }

    /// Bytes of the results.
    pub fn bytes(&self) -> usize {
        self.form.registers()[0] * 4 * THREADS
    }

    /// The kernel's parameters.
    pub fn params(&self, operands: u64, results: u64) -> Vec<u8> {
        let words = [operands, results, self.number("a"), self.number("b")];
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend((self.number("add") as u32).to_le_bytes());
        bytes
    }

    fn packed(&self, n: u64, ty: &str, range: std::ops::Range<usize>, bytes: &mut Vec<u8>) {
        let (seed, distribution) = ((self.number("seed") * 4 + n) << 20, self.number("distribution") as u32);
        // Bits are drawn by the byte.
        let ty = if ty == "b1" { "u8" } else { ty };
        let size = width(ty) as usize / 8;
        for i in range {
            bytes.extend_from_slice(&element(seed, i, ty, distribution).to_le_bytes()[..size]);
        }
    }

    /// Returns the content of the first parameter's buffer: shared memory, then A, C and metadata of each
    /// thread.
    pub fn operands(&self) -> Vec<u8> {
        let [type_d, type_a, type_b] = self.form.elements();
        let [d, a] = self.form.registers();
        let count = |ty: &str, bytes: usize| bytes * 8 / width(if ty == "b1" { "u8" } else { ty }) as usize;
        let mut bytes = Vec::with_capacity(SHARED + self.form.words() * 4 * THREADS);
        self.packed(A, type_a, 0..count(type_a, SHARED / 2), &mut bytes);
        self.packed(B, type_b, 0..count(type_b, SHARED / 2), &mut bytes);
        let first = count(type_a, SHARED / 2);
        for thread in 0..THREADS {
            let each = count(type_a, 4 * a);
            self.packed(A, type_a, first + thread * each..first + (thread + 1) * each, &mut bytes);
            let each = count(type_d, 4 * d);
            self.packed(C, type_d, thread * each..(thread + 1) * each, &mut bytes);
            if self.form.selector.is_some() {
                let seed = (self.number("seed") * 4 + META) << 20;
                bytes.extend(metadata(type_a, |n| draw(seed, thread * 8 + n)).to_le_bytes());
            }
        }
        bytes
    }

    /// Compares the results with the recorded ones. An error is CUDA's.
    ///
    /// # Errors
    /// The expected and the actual result.
    pub fn check(&self, run: Result<&[u8], u32>) -> Result<(), String> {
        let got = match run {
            Ok(results) => format!("{:08x}", crc32fast::hash(results)),
            Err(code) => format!("fault {code}"),
        };
        if got == self.answer {
            return Ok(());
        }
        let Form { instruction, immediates, .. } = &self.form;
        Err(format!("{}: gave {got} ({instruction} {immediates})", self.line))
    }
}
