//! Copies of boxes by tensor maps, and what an H200 answered.
//!
//! `testdata/gpu/tensor/README.md` tells the format. A trial is engine-neutral: an engine makes the map, runs
//! the kernel that is named once, and hands back what was in memory.

use crate::generate::draw;
use std::collections::BTreeMap;

/// Bytes around a tensor that belong to its memory.
pub const GUARD: usize = 512;
/// Bytes of shared memory behind the box: alignment and the barrier's object.
pub const BESIDE: u32 = 2048;

/// Recorded result of a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// CUDA's error.
    Fault(u32),
    /// The bytes that the copy counted, if it counts any, and the CRC-32 of what it changed.
    Done(Option<u32>, u32),
}

/// A map, a copy, and what came of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its line.
    pub line: String,
    fields: BTreeMap<String, String>,
    answer: String,
}

fn read(name: &str) -> Vec<Trial> {
    let path = crate::root().join("gpu/tensor").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let trial = |line: &str| {
        let (given, answer) = line.split_once(" : ").unwrap_or_else(|| panic!("no answer in `{line}`"));
        let fields = given.split(' ').filter_map(|w| w.split_once('=')).map(|(k, v)| (k.into(), v.into()));
        Trial { line: line.into(), fields: fields.collect(), answer: answer.into() }
    };
    text.lines().map(trial).collect()
}

/// All copies.
///
/// # Panics
/// If the data is missing or damaged.
pub fn trials() -> Vec<Trial> {
    read("cases.txt")
}

/// Arguments of the driver's functions; the answers are its codes.
///
/// # Panics
/// If the data is missing or damaged.
pub fn codes() -> Vec<Trial> {
    read("codes.txt")
}

/// The kernels that copy.
///
/// # Panics
/// If the data is missing.
pub fn kernels() -> String {
    let path = crate::root().join("gpu/tensor/kernels.ptx");
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

impl Trial {
    /// A field's text; empty if the field is left out.
    pub fn text(&self, key: &str) -> &str {
        self.fields.get(key).map_or("", String::as_str)
    }

    /// Returns whether a field is set.
    pub fn has(&self, key: &str) -> bool {
        self.fields.contains_key(key)
    }

    /// A field's numbers, between commas.
    ///
    /// # Panics
    /// If they are none.
    pub fn list(&self, key: &str) -> Vec<i64> {
        let number = |text: &str| text.parse().unwrap_or_else(|e| panic!("{}: {key}: {e}", self.line));
        self.text(key).split(',').filter(|t| !t.is_empty()).map(number).collect()
    }

    /// A field's number; 0 if it is left out.
    pub fn number(&self, key: &str) -> i64 {
        self.list(key).first().copied().unwrap_or(0)
    }

    /// Returns the recorded code: `crash` if the driver terminated.
    pub fn code(&self) -> &str {
        &self.answer
    }

    /// Returns the recorded result of a copy.
    ///
    /// # Panics
    /// If the result is not one of a copy.
    pub fn answer(&self) -> Answer {
        let words: Vec<&str> = self.answer.split(' ').collect();
        let hex = |text| u32::from_str_radix(text, 16).unwrap_or_else(|e| panic!("{}: {e}", self.line));
        let number = |text: &str| text.parse().unwrap_or_else(|e| panic!("{}: {e}", self.line));
        match words[..] {
            ["fault", code] => Answer::Fault(number(code)),
            [count, crc] => Answer::Done(Some(number(count)), hex(crc)),
            [crc] => Answer::Done(None, hex(crc)),
            _ => panic!("`{}` is no answer", self.answer),
        }
    }

    /// The kernel's name.
    pub fn kernel(&self) -> String {
        format!("{}_{}d", self.text("op"), self.list("dims").len())
    }

    /// Its blocks: a cluster of four where boxes go to several.
    pub fn blocks(&self) -> u32 {
        if self.text("op") == "multicast" { 4 } else { 1 }
    }

    /// The copy goes to shared memory.
    pub fn is_load(&self) -> bool {
        matches!(self.text("op"), "load" | "column" | "multicast" | "replace")
    }

    /// Bytes of shared memory that are handed out, or in.
    pub fn bytes(&self) -> usize {
        self.number("bytes") as usize
    }

    fn filled(&self, bytes: usize, kind: &str, seed: u64) -> Vec<u8> {
        const SIZES: [usize; 13] = [1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4];
        let number = self.number("type") as usize;
        let size = SIZES[number];
        let fraction = match size {
            2 if number == 9 => 7,
            2 => 10,
            8 => 52,
            _ => 23,
        };
        let mut all = Vec::with_capacity(bytes + size);
        for n in 0..bytes.div_ceil(size) as u64 {
            let r = draw(seed, n);
            all.extend_from_slice(&element(r, kind, 8 * size as u32, fraction).to_le_bytes()[..size]);
        }
        all.truncate(bytes);
        all
    }

    fn seed(&self) -> u64 {
        self.number("seed") as u64
    }

    /// The tensor's memory, with its guards, as it is before.
    pub fn memory(&self) -> Vec<u8> {
        let kind = self.text(if self.is_load() { "data" } else { "before" });
        self.filled(self.number("size") as usize + 2 * GUARD, kind, self.seed())
    }

    /// Returns the content of shared memory for stores, with space for the results of loads.
    pub fn data(&self) -> Vec<u8> {
        match self.is_load() {
            true => vec![0; self.bytes() * self.blocks() as usize],
            false => self.filled(self.bytes(), self.text("data"), self.seed() + 1),
        }
    }

    /// The kernel's parameters, with the addresses of the tensor, of [`Trial::data`], of the answer's two
    /// words, and of room for a map at a multiple of 128.
    pub fn params(&self, map: &[u8; 128], [tensor, data, answer, scratch]: [u64; 4]) -> Vec<u8> {
        let mut params = map.to_vec();
        let [at, by] = ["at", "by"].map(|key| self.list(key));
        let nth = |list: &[i64], n: usize| list.get(n).copied().unwrap_or(0);
        (0..5).for_each(|n| params.extend((nth(&at, n) as i32).to_le_bytes()));
        (0..4).for_each(|n| params.extend((nth(&by, n) as u16).to_le_bytes()));
        let expected = match self.answer() {
            Answer::Done(Some(count), _) => count,
            _ => 0,
        };
        let what = self.number("what");
        let words = [self.number("offset") as u32, self.bytes() as u32, expected, 0, what as u32];
        words.iter().for_each(|word| params.extend(word.to_le_bytes()));
        params.extend((self.number("which") as u32).to_le_bytes());
        params.extend([0; 4]);
        let moved = if self.text("op") == "replace" && what == 0 { tensor } else { 0 };
        let value = (self.number("value") as u64).wrapping_add(moved);
        [value, data, answer, scratch].iter().for_each(|word| params.extend(word.to_le_bytes()));
        params
    }

    /// Compares what a run left behind, or the error that stopped it, with what was recorded.
    ///
    /// # Errors
    /// What differs.
    pub fn check(
        &self,
        run: Result<(), Option<u32>>,
        done: u64,
        memory: &[u8],
        data: &[u8],
    ) -> Result<(), String> {
        let line = &self.line;
        match (self.answer(), run) {
            (Answer::Fault(want), Err(Some(got))) if want == got => Ok(()),
            (_, Err(code)) => Err(format!("{line}: stopped, {code:?}")),
            (Answer::Fault(_), Ok(())) => Err(format!("{line}: not stopped")),
            (Answer::Done(..), Ok(())) if done != 1 => Err(format!("{line}: bytes are not counted")),
            (Answer::Done(_, crc), Ok(())) => {
                let got = crc32fast::hash(if self.is_load() { data } else { memory });
                if got == crc { Ok(()) } else { Err(format!("{line}: {got:08x}")) }
            }
        }
    }
}

/// An element's bits.
fn element(r: u64, kind: &str, bits: u32, fraction: u32) -> u64 {
    // As `draw` mixes; what is drawn of a drawn number.
    let x = draw(r.wrapping_sub(0x9E37_79B9_7F4A_7C15), 0);
    let float =
        |exponent: u64| (r & 1) << (bits - 1) | exponent << fraction | (r >> 1 & ((1 << fraction) - 1));
    match kind {
        "" | "hash" => r,
        "near" => float((1 << (bits - 2 - fraction)) - 3 + x % 5),
        "small" => float(x % 4),
        "ties" => {
            let ends = [0, 1, 0xfff, 0x1000, 0x1001, 0x1fff];
            let mut v = r & !0x1fff | ends[(x % 6) as usize];
            if x >> 8 & 7 == 0 {
                let exponent = [0, 0x7f00_0000, 0x7f80_0000, 0x7f80_0000];
                let which = if x >> 16 & 1 != 0 { 2 } else { x >> 17 & 1 };
                v = v & !0x7f80_0000 | exponent[which as usize];
            }
            if x >> 20 & 15 == 0 { v | 0x7f_e000 } else { v }
        }
        other => panic!("no data is called `{other}`"),
    }
}
