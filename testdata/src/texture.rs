//! Textures and surfaces: instructions, the objects they read, and what an H200 answered.
//!
//! `testdata/gpu/texture/README.md` tells the format. A trial is engine-neutral: an engine makes the object,
//! runs the kernel `k` over the operands, and compares words, and for surfaces what they hold afterwards.

use crate::generate::draw;
use std::collections::BTreeMap;

/// One instruction, an object, and coordinates with answers.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its name in the file.
    pub name: String,
    /// Fields that describe the object and the access: `key=value`.
    fields: BTreeMap<String, String>,
    /// The instruction.
    op: String,
    /// Words that the instruction's operands `a0`, `a1`… get, and the words `d0` to `d3` afterwards.
    pub rows: Vec<(Vec<u32>, [u32; 4])>,
    /// CRC-32 of what the surface holds afterwards.
    pub after: Option<u32>,
}

/// All recorded trials.
///
/// # Panics
/// If the data is missing or damaged.
pub fn trials() -> Vec<Trial> {
    trials_in("gpu/texture")
}

/// Returns trials with answers that follow from an observed rule.
///
/// # Panics
/// If the data is missing or damaged.
pub fn trials_by_rule() -> Vec<Trial> {
    trials_in("ptx/texture")
}

fn trials_in(directory: &str) -> Vec<Trial> {
    crate::files(directory, "txt")
        .iter()
        .flat_map(|path| {
            let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            parse(&text)
        })
        .collect()
}

fn hex(word: &str) -> u32 {
    u32::from_str_radix(word, 16).unwrap_or_else(|e| panic!("`{word}`: {e}"))
}

fn parse(text: &str) -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(rest) = line.strip_prefix("case ") {
            let mut words = rest.split(' ');
            let name = words.next().unwrap_or("").to_string();
            let fields = words.filter_map(|w| w.split_once('=')).map(|(k, v)| (k.into(), v.into())).collect();
            trials.push(Trial { name, fields, op: String::new(), rows: Vec::new(), after: None });
            continue;
        }
        let trial = trials.last_mut().unwrap_or_else(|| panic!("`{line}` stands before any case"));
        if let Some(op) = line.strip_prefix("op ") {
            trial.op = op.into();
        } else if let Some(crc) = line.strip_prefix("after ") {
            trial.after = Some(hex(crc));
        } else {
            let (given, got) = line.split_once('=').unwrap_or_else(|| panic!("no answer in `{line}`"));
            let mut words = got.split_whitespace().map(hex);
            let answer = std::array::from_fn(|_| words.next().unwrap_or(0));
            trial.rows.push((given.split_whitespace().map(hex).collect(), answer));
        }
    }
    trials
}

impl Trial {
    /// A field's text; empty if the field is left out.
    pub fn text(&self, key: &str) -> &str {
        self.fields.get(key).map_or("", String::as_str)
    }

    /// A field's number; 0 if the field is left out.
    ///
    /// # Panics
    /// If it is none.
    pub fn number(&self, key: &str) -> u32 {
        match self.text(key) {
            "" => 0,
            text => text.parse().unwrap_or_else(|e| panic!("{}: {key}: {e}", self.name)),
        }
    }

    /// A field's bits as a float; 0 if the field is left out.
    pub fn float(&self, key: &str) -> f32 {
        f32::from_bits(if self.text(key).is_empty() { 0 } else { hex(self.text(key)) })
    }

    /// Numbers of a field between commas; those that lack are 0.
    pub fn list(&self, key: &str, radix: u32) -> [u32; 4] {
        let mut words = self.text(key).split(',').filter(|w| !w.is_empty());
        std::array::from_fn(|_| words.next().map_or(0, |w| u32::from_str_radix(w, radix).expect("a number")))
    }

    /// The object is a surface.
    pub fn is_surface(&self) -> bool {
        self.number("surface") != 0
    }

    /// Returns the content of `count` channels of a level.
    ///
    /// # Panics
    /// If the generator is unknown.
    pub fn fill(&self, count: usize, level: usize) -> Vec<u8> {
        let (kind, argument) = self.text("fill").split_once(':').unwrap_or((self.text("fill"), "0"));
        let argument: u64 = argument.parse().expect("a number");
        let format = self.text("format");
        let mut bytes = Vec::new();
        for n in 0..count as u64 {
            let r = draw(argument + 1000 * level as u64, n);
            let most = |bits: u32| (1u64 << bits) - 1;
            let number = |v: f64, bytes: &mut Vec<u8>| match format {
                "f32" => bytes.extend((v as f32).to_le_bytes()),
                "f16" => bytes.extend(half::f16::from_f64(v).to_le_bytes()),
                "u8" | "s8" => bytes.push(v as u64 as u8),
                "u16" | "s16" => bytes.extend((v as u64 as u16).to_le_bytes()),
                _ => bytes.extend((v as u64 as u32).to_le_bytes()),
            };
            match (kind, format) {
                ("hash", "f32") => number((r & 0xff_ffff) as f64 / 8_388_608.0 - 1.0, &mut bytes),
                ("hash", "f16") => number((r & 0x7ff) as f64 / 1024.0 - 1.0, &mut bytes),
                ("wide", "f32") => {
                    let exponent = (r as u32 >> 23 & 127) + 64;
                    bytes.extend((r as u32 & 0x807f_ffff | exponent << 23).to_le_bytes());
                }
                ("wide", _) => {
                    let exponent = (r as u32 >> 10 & 15) + 8;
                    bytes.extend(((r as u32 & 0x83ff | exponent << 10) as u16).to_le_bytes());
                }
                ("hash" | "bits", _) => match format {
                    "u8" | "s8" => bytes.push(r as u8),
                    "u16" | "s16" | "f16" => bytes.extend((r as u16).to_le_bytes()),
                    _ => bytes.extend((r as u32).to_le_bytes()),
                },
                ("impulse", "f32" | "f16") => number(f64::from(u8::from(n == argument)), &mut bytes),
                ("impulse", "u8") => bytes.push(if n == argument { most(8) as u8 } else { 0 }),
                ("ramp", _) => number(n as f64, &mut bytes),
                ("level", _) => number(level as f64, &mut bytes),
                _ => panic!("{}: no generator `{kind}` of {format}", self.name),
            }
        }
        bytes
    }

    /// Returns a module with a kernel `k` that takes addresses of results and operands, a handle, and the
    /// number of rows.
    pub fn kernel(&self) -> String {
        let count = self.rows.first().map_or(0, |row| row.0.len());
        let mut loads = String::new();
        for n in 0..count {
            loads += &format!("ld.global.b32 a{n}, [rd2+{}];\n", 4 * n);
        }
        format!(
            ".version 8.1\n.target sm_90\n.address_size 64\n\
             .visible .entry k(.param .u64 po, .param .u64 pi, .param .u64 pt, .param .u32 pn)\n{{\n\
             .reg .b32 d<4>; .reg .b32 a<16>; .reg .b16 h<4>; .reg .b64 rd<4>; .reg .b64 w<2>; .reg .b64 t;\n\
             .reg .pred p, q; .reg .b32 i, n, c, b;\n\
             ld.param.u64 rd1, [po]; ld.param.u64 rd2, [pi]; ld.param.u64 t, [pt]; ld.param.u32 n, [pn];\n\
             mov.u32 i, %tid.x; mov.u32 c, %ctaid.x; mov.u32 b, %ntid.x; mad.lo.u32 i, c, b, i;\n\
             setp.ge.u32 q, i, n;\n@q ret;\n\
             mad.wide.u32 rd2, i, {}, rd2; mad.wide.u32 rd1, i, 16, rd1;\n{loads}\
             mov.b32 d0, 0; mov.b32 d1, 0; mov.b32 d2, 0; mov.b32 d3, 0;\n{}\n\
             st.global.v4.b32 [rd1], {{d0, d1, d2, d3}};\nret;\n}}\n",
            4 * count,
            self.op,
        )
    }

    /// Operands of all rows.
    pub fn operands(&self) -> Vec<u8> {
        self.rows.iter().flat_map(|row| row.0.iter().flat_map(|w| w.to_le_bytes())).collect()
    }

    /// Compares results, and the final content of a surface without its gaps, with the recorded ones.
    ///
    /// # Errors
    /// The number of different rows, and the first.
    pub fn check(&self, got: &[u8], after: &[u8]) -> Result<(), String> {
        let got: Vec<u32> = got.as_chunks::<4>().0.iter().map(|w| u32::from_le_bytes(*w)).collect();
        let differ: Vec<usize> =
            (0..self.rows.len()).filter(|&n| got[4 * n..][..4] != self.rows[n].1).collect();
        let name = &self.name;
        if let Some(&n) = differ.first() {
            let (given, want) = &self.rows[n];
            let floats: Vec<f32> = given.iter().map(|&w| f32::from_bits(w)).collect();
            return Err(format!(
                "{name}: {} of {} rows differ, row {n} ({given:x?}, {floats:?}) gives {:x?}, not {want:x?}",
                differ.len(),
                self.rows.len(),
                &got[4 * n..][..4]
            ));
        }
        match self.after {
            Some(crc) if crc32fast::hash(after) != crc => {
                Err(format!("{name}: the surface holds something else"))
            }
            _ => Ok(()),
        }
    }
}
