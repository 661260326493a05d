//! `wmma.load`, `wmma.store`, `stmatrix`, `movmatrix`: which lane has which element.

use super::{FILL, Trial};
use crate::root;

/// Elements between the lines of a matrix beyond those of a line: at least as many as the alignment of lines
/// asks.
const PADDING: usize = 128;

/// One load or store of a fragment.
struct Move<'a> {
    name: &'a str,
    /// Registers of a lane, and their type.
    count: usize,
    register: &'a str,
    /// Bits of an element.
    bits: usize,
    /// Elements side by side in memory.
    line: usize,
    /// By lane and element of its registers: the element's index in a matrix without padding.
    lanes: Vec<Vec<usize>>,
}

/// Two trials a load, one a store, and one for moves of 8×8 matrices.
pub(super) fn trials() -> Vec<Trial> {
    let folder = root().join("gpu/mma");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("recorded fragments");
    let table = read("fragments.tsv");
    let mut trials = Vec::new();
    for row in tsv::rows(&table) {
        let columns: Vec<&str> = tsv::cells(row).collect();
        let (count, register) = columns[1].split_once('x').expect("registers");
        let number = |text: &str| text.parse().expect("a number");
        let lanes = columns[4].split(' ').map(|lane| lane.split(',').map(number).collect()).collect();
        let (count, bits, line) = (number(count), number(columns[2]), number(columns[3]));
        let one = Move { name: columns[0], count, register, bits, line, lanes };
        if one.name.contains("store") {
            trials.push(one.store());
        } else {
            trials.extend([one.load(0, "global"), one.load(PADDING, "shared")]);
        }
    }
    trials.push(Trial {
        name: "movmatrix and stmatrix".into(),
        ptx: read("matrices.ptx"),
        operands: (1000u16..1256).flat_map(u16::to_le_bytes).collect(),
        expected: std::fs::read(folder.join("matrices.bin")).expect("recorded matrices"),
    });
    trials
}

/// Puts the low bits of a number at an element.
fn put(bytes: &mut [u8], bits: usize, at: usize, value: u64) {
    for bit in 0..bits {
        let place = at * bits + bit;
        bytes[place / 8] &= !(1 << (place % 8));
        bytes[place / 8] |= ((value >> bit & 1) as u8) << (place % 8);
    }
}

impl Move<'_> {
    fn elements(&self) -> usize {
        self.lanes.iter().flatten().max().map_or(0, |last| last + 1)
    }

    /// Returns the position of an element in lines that are `padding` elements apart.
    fn place(&self, index: usize, padding: usize) -> usize {
        index / self.line * (self.line + padding) + index % self.line
    }

    fn bytes(&self) -> usize {
        if self.register == "f64" { 8 } else { 4 }
    }

    fn registers(&self) -> String {
        let names: Vec<String> = (0..self.count).map(|k| format!("%d{k}")).collect();
        format!("{{{}}}", names.join(", "))
    }

    /// A module with a kernel of this body, in which `%p0` and `%p1` point at operands and results and `%o`
    /// is the offset of the lane's registers.
    fn module(&self, body: &str) -> String {
        let (count, register, bytes) = (self.count, self.register, self.count * self.bytes());
        format!(
            ".version 8.8\n.target sm_90\n.address_size 64\n.shared .align 32 .b8 tile[32768];\n\
             .visible .entry k(.param .u64 operands, .param .u64 results) {{\n\
             .reg .b64 %p<2>; .reg .b64 %o; .reg .b64 %q; .reg .b32 %t<3>; .reg .pred %end; .reg .{register} %d<{count}>;\n\
             ld.param.u64 %p0, [operands]; ld.param.u64 %p1, [results];\n\
             mov.u32 %t0, %tid.x; mul.wide.u32 %o, %t0, {bytes};\n{body}ret;\n}}\n"
        )
    }

    /// The name with a state space before its type.
    fn in_space(&self, space: &str) -> String {
        let (name, ty) = self.name.rsplit_once('.').expect("a type");
        format!("{name}.{space}.{ty}")
    }

    /// Elements hold their index, or as many of its low bits as they have, which tell neighbours apart.
    fn load(&self, padding: usize, space: &str) -> Trial {
        let places = self.place(self.elements() - 1, padding) + 1;
        let mut operands = vec![0; (places * self.bits).div_ceil(32) * 4];
        // A number of which every element's bits say something of the index.
        let value = |index: usize| (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        for index in 0..self.elements() {
            put(&mut operands, self.bits, self.place(index, padding), value(index));
        }
        let each = self.lanes[0].len();
        let mut expected = vec![0; 32 * self.count * self.bytes()];
        for (lane, elements) in self.lanes.iter().enumerate() {
            for (x, &index) in elements.iter().enumerate() {
                put(&mut expected, self.bits, lane * each + x, value(index));
            }
        }
        let stride = self.line + padding;
        let load = self.in_space(space);
        let mut body = String::new();
        let from = if space == "shared" {
            // The warp copies the words first.
            body += &format!(
                "mul.lo.u32 %t1, %t0, 4; cvt.u64.u32 %q, %t1; add.u64 %p0, %p0, %q;\n\
                 copy: setp.ge.u32 %end, %t1, {}; @%end bra copied;\n\
                 ld.global.b32 %t0, [%p0]; mov.u32 %t2, tile; add.u32 %t2, %t2, %t1; st.shared.b32 [%t2], %t0;\n\
                 add.u32 %t1, %t1, 128; add.u64 %p0, %p0, 128; bra copy;\n\
                 copied: bar.warp.sync 0xffffffff;\n",
                operands.len()
            );
            "tile"
        } else {
            "%p0"
        };
        body += &format!(
            "mov.u32 %t1, {stride};\n{load} {}, [{from}], %t1;\nadd.u64 %p1, %p1, %o;\n",
            self.registers()
        );
        for k in 0..self.count {
            body += &format!("st.global.{} [%p1+{}], %d{k};\n", self.register, k * self.bytes());
        }
        Trial { name: load, ptx: self.module(&body), operands, expected }
    }

    /// Elements hold their number among the registers.
    fn store(&self) -> Trial {
        let each = self.lanes[0].len();
        let mut operands = vec![0; 32 * self.count * self.bytes()];
        let places = self.place(self.elements() - 1, PADDING) + 1;
        let mut expected = vec![FILL; places * self.bits / 8];
        for (lane, elements) in self.lanes.iter().enumerate() {
            for (x, &index) in elements.iter().enumerate() {
                let number = lane * each + x;
                put(&mut operands, self.bits, number, number as u64);
                put(&mut expected, self.bits, self.place(index, PADDING), number as u64);
            }
        }
        let stride = self.line + PADDING;
        let mut body = String::from("add.u64 %p0, %p0, %o;\n");
        for k in 0..self.count {
            body += &format!("ld.global.{} %d{k}, [%p0+{}];\n", self.register, k * self.bytes());
        }
        // In generic space.
        body += &format!("mov.u32 %t1, {stride};\n{} [%p1], {}, %t1;\n", self.name, self.registers());
        Trial { name: self.name.into(), ptx: self.module(&body), operands, expected }
    }
}
