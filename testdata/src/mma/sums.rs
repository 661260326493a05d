//! `mma` and `wmma.mma`: registers in, registers out.

use super::Trial;
use super::operands::{DISTRIBUTIONS, draw, element, layout, metadata, width};
use crate::root;
use std::fmt::Write;

/// One operand: registers of a lane and what elements they hold.
struct Fragment<'a> {
    count: usize,
    register: &'a str,
    element: &'a str,
}

impl<'a> Fragment<'a> {
    /// `4xb32:f16`
    fn parse(text: &'a str) -> Self {
        let (count, rest) = text.split_once('x').expect("registers");
        let (register, element) = rest.split_once(':').expect("elements");
        Fragment { count: count.parse().expect("a count"), register, element }
    }

    /// Bytes of a lane.
    fn bytes(&self) -> usize {
        self.count * if self.register == "f64" { 8 } else { 4 }
    }
}

/// One instruction: D, A, B and C, and the sparsity selector where it has one.
struct Form<'a> {
    name: &'a str,
    selector: Option<u32>,
    fragments: [Fragment<'a>; 4],
    /// Its line in the table, on which operands depend.
    index: u64,
}

/// One trial a form and distribution.
pub(super) fn trials() -> Vec<Trial> {
    let folder = root().join("gpu/mma");
    let table = std::fs::read_to_string(folder.join("forms.tsv")).expect("the table of forms");
    let sums = std::fs::read(folder.join("sums.bin")).expect("recorded sums");
    let mut rest = sums.as_slice();
    let mut trials = Vec::new();
    for (index, row) in tsv::rows(&table).enumerate() {
        let columns: Vec<&str> = tsv::cells(row).collect();
        let form = Form {
            name: columns[0],
            selector: columns[1].parse().ok(),
            fragments: [2, 3, 4, 5].map(|n| Fragment::parse(columns[n])),
            index: index as u64,
        };
        let mut ptx = String::new();
        // Writing to a string cannot fail.
        let _ = form.write_kernel(&mut ptx);
        for distribution in 0..form.distributions() {
            let (expected, after) = rest.split_at(form.fragments[0].bytes() * 32);
            rest = after;
            let selector = form.selector.map(|s| format!(" with selector {s}")).unwrap_or_default();
            trials.push(Trial {
                name: format!("{}{selector}, distribution {distribution}", form.name),
                ptx: ptx.clone(),
                operands: form.operands(distribution),
                expected: expected.to_vec(),
            });
        }
    }
    assert!(rest.is_empty(), "{} bytes of results belong to no form", rest.len());
    trials
}

impl Form<'_> {
    fn distributions(&self) -> u32 {
        if layout(self.fragments[1].element).is_some() { DISTRIBUTIONS } else { 2 }
    }

    /// The registers of all lanes, one lane after the other: A, B, C, metadata.
    fn operands(&self, distribution: u32) -> Vec<u8> {
        let seed = |n: u64| ((self.index * 8 + u64::from(distribution)) * 4 + n) << 20;
        let mut bytes = Vec::new();
        for lane in 0..32 {
            for (n, fragment) in self.fragments[1..].iter().enumerate() {
                let bits = width(fragment.element);
                let at = |i: usize| element(seed(n as u64), i, fragment.element, distribution);
                if bits == 64 {
                    let registers = lane * fragment.count..(lane + 1) * fragment.count;
                    bytes.extend(registers.flat_map(|i| at(i).to_le_bytes()));
                    continue;
                }
                let each = (32 / bits) as usize;
                for k in 0..fragment.count {
                    let first = (lane * fragment.count + k) * each;
                    let word = (0..each).fold(0, |word, p| word | at(first + p) << (p as u32 * bits));
                    bytes.extend((word as u32).to_le_bytes());
                }
            }
            if self.selector.is_some() {
                let word = metadata(self.fragments[1].element, |p| draw(seed(3), lane * 8 + p));
                bytes.extend(word.to_le_bytes());
            }
        }
        bytes
    }

    fn write_kernel(&self, out: &mut String) -> std::fmt::Result {
        let [d, a, b, c] = &self.fragments;
        let lane = a.bytes() + b.bytes() + c.bytes() + if self.selector.is_some() { 4 } else { 0 };
        writeln!(out, ".version 8.8\n.target sm_90\n.address_size 64")?;
        writeln!(out, ".visible .entry k(.param .u64 operands, .param .u64 results) {{")?;
        writeln!(out, " .reg .b64 %p<3>; .reg .b32 %t<3>; .reg .b32 %e;")?;
        for (fragment, name) in [(d, 'd'), (a, 'a'), (b, 'b'), (c, 'c')] {
            writeln!(out, " .reg .{} %{name}<{}>;", fragment.register, fragment.count)?;
        }
        writeln!(out, " ld.param.u64 %p0, [operands]; ld.param.u64 %p1, [results]; mov.u32 %t0, %tid.x;")?;
        writeln!(out, " mul.wide.u32 %p2, %t0, {lane}; add.u64 %p0, %p0, %p2;")?;
        writeln!(out, " mul.wide.u32 %p2, %t0, {}; add.u64 %p1, %p1, %p2;", d.bytes())?;
        let mut at = 0;
        for (fragment, name) in [(a, 'a'), (b, 'b'), (c, 'c')] {
            for k in 0..fragment.count {
                if fragment.register == "f64" {
                    // A lane's doubles need not be aligned.
                    writeln!(out, " ld.global.b32 %t1, [%p0+{at}]; ld.global.b32 %t2, [%p0+{}];", at + 4)?;
                    writeln!(out, " mov.b64 %{name}{k}, {{%t1,%t2}};")?;
                    at += 8;
                } else {
                    writeln!(out, " ld.global.{} %{name}{k}, [%p0+{at}];", fragment.register)?;
                    at += 4;
                }
            }
        }
        if self.selector.is_some() {
            writeln!(out, " ld.global.b32 %e, [%p0+{at}];")?;
        }
        let braces = |fragment: &Fragment, name: char| {
            let names: Vec<String> = (0..fragment.count).map(|k| format!("%{name}{k}")).collect();
            format!("{{{}}}", names.join(", "))
        };
        write!(out, " {} {}, {}", self.name, braces(d, 'd'), braces(a, 'a'))?;
        write!(out, ", {}, {}", braces(b, 'b'), braces(c, 'c'))?;
        if let Some(selector) = self.selector {
            write!(out, ", %e, {selector}")?;
        }
        writeln!(out, ";")?;
        for k in 0..d.count {
            writeln!(out, " st.global.{} [%p1+{}], %d{k};", d.register, k * d.bytes() / d.count)?;
        }
        writeln!(out, " ret;\n}}")
    }
}
