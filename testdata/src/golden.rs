//! Recorded kernels: a program's PTX, its inputs by generator, its launches, and what an H200 answered.
//!
//! `testdata/gpu/README.md` tells the format. A case is engine-neutral: an engine allocates the buffers,
//! asks for the parameter block of each launch, runs it, and hands the buffers back to be compared.

use crate::{compare::Rule, elem::Elem, generate::Init};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One recorded program.
#[derive(Debug, Deserialize)]
pub struct Case {
    /// Its name, also its folder's.
    pub name: String,
    /// Description.
    pub about: String,
    /// Required features.
    pub tags: Vec<String>,
    /// Expected end: success or a fault.
    pub expect: Expect,
    /// Comparison of standard output, if it is recorded.
    pub stdout: Option<Stdout>,
    /// Stack bytes a thread needs, 0 for the default.
    #[serde(default)]
    pub stack: Option<u64>,
    /// Memory the launches use.
    pub buffers: Vec<Buffer>,
    /// Module variables the host fills before, or reads after.
    #[serde(default)]
    pub globals: Vec<Buffer>,
    /// In order, in one stream.
    pub launches: Vec<GoldenLaunch>,
    /// Recorded results by variant (`O3`, and `O0` or `G` where recorded).
    pub recorded: BTreeMap<String, Recorded>,
    #[serde(skip)]
    dir: PathBuf,
}

/// End of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// It runs through.
    Ok,
    /// It stops with the error in [`Recorded::error_code`].
    Fault,
}

/// Comparison of standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stdout {
    /// Line by line.
    Exact,
    /// The same lines in any order.
    Sorted,
}

/// A buffer or module variable.
#[derive(Debug, Deserialize)]
pub struct Buffer {
    /// Its name; for a module variable the PTX symbol.
    pub name: String,
    /// Type of its elements.
    #[serde(rename = "type")]
    pub elem: Elem,
    /// Number of elements.
    pub count: usize,
    /// Initial content.
    pub init: Init,
    /// `true` if the final content was recorded.
    pub output: bool,
    /// Comparison of the content.
    pub compare: Option<Rule>,
    /// CRC-32 of what it holds at first, hexadecimal.
    crc32: Option<String>,
    out_file: Option<String>,
}

/// One launch.
#[derive(Debug, Deserialize)]
pub struct GoldenLaunch {
    /// The kernel's PTX name.
    pub kernel: String,
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory, bytes.
    pub shared: u32,
    /// All blocks must be resident at once.
    pub cooperative: bool,
    args: Vec<Arg>,
}

/// Results of one PTX variant.
#[derive(Debug, Deserialize)]
pub struct Recorded {
    /// File of the PTX, in the case's folder.
    ptx: String,
    /// CUDA's number of the error that stopped it.
    pub error_code: Option<u32>,
    /// `same` as the O3 variant, or a file.
    #[serde(default)]
    outputs: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Arg {
    Buffer { buffer: String, offset: u64 },
    Scalar { r#type: Elem, value: Option<serde_json::Number>, bits: Option<String> },
    Null,
    Struct { size: usize, align: usize, fields: Vec<Field> },
}

#[derive(Debug, Deserialize)]
struct Field {
    offset: usize,
    r#type: Elem,
    value: Option<serde_json::Number>,
    bits: Option<String>,
    buffer: Option<String>,
    #[serde(default)]
    buffer_offset: u64,
}

/// All cases below a folder, by name.
///
/// # Panics
/// If the folder or a case cannot be read: recorded data is part of the source.
pub fn cases_in(folder: &Path) -> Vec<Case> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut dirs: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    dirs.retain(|d| d.join("case.json").is_file());
    dirs.sort();
    assert!(!dirs.is_empty(), "no cases below {}", folder.display());
    dirs.iter().map(|d| Case::load(d)).collect()
}

/// The cases that come with the project, by name.
pub fn cases() -> Vec<Case> {
    cases_in(&crate::root().join("gpu/kernels"))
}

impl Case {
    /// Reads one case's folder.
    ///
    /// # Panics
    /// If `case.json` cannot be read.
    pub fn load(dir: &Path) -> Case {
        let path = dir.join("case.json");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut case: Case =
            serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        dir.clone_into(&mut case.dir);
        case
    }

    /// Names of the recorded variants.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.recorded.keys().map(String::as_str)
    }

    /// The PTX of a variant.
    ///
    /// # Panics
    /// If there is no such variant or file.
    pub fn ptx(&self, variant: &str) -> String {
        let path = self.dir.join(&self.recorded[variant].ptx);
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// Recorded standard output of a variant, if it was recorded.
    pub fn stdout_text(&self, variant: &str) -> Option<String> {
        self.stdout?;
        let own = self.dir.join(format!("stdout_{variant}.txt"));
        let path = if own.is_file() { own } else { self.dir.join("stdout_O3.txt") };
        std::fs::read_to_string(path).ok()
    }

    /// Compares what kernels printed and what their assertions said with what was recorded, where it was.
    ///
    /// # Errors
    /// What differs, in words.
    pub fn check_said(&self, variant: &str, out: &[u8], err: &[u8]) -> Result<(), String> {
        let recorded_err = std::fs::read_to_string(self.dir.join(format!("stderr_{variant}.txt"))).ok();
        let exact = self.stdout == Some(Stdout::Exact);
        let pairs = [("output", self.stdout_text(variant), out, exact), ("error", recorded_err, err, true)];
        for (what, want, got, exact) in pairs {
            let Some(want) = want else { continue };
            let got = String::from_utf8_lossy(got);
            let (mut want, mut got): (Vec<&str>, Vec<&str>) = (want.lines().collect(), got.lines().collect());
            if !exact {
                want.sort_unstable();
                got.sort_unstable();
            }
            if want != got {
                return Err(format!("standard {what}: wanted {want:#?}, got {got:#?}"));
            }
        }
        Ok(())
    }

    /// Returns the expected final content of a buffer or module variable, and the rule for the comparison.
    /// `None` if it is not an output.
    ///
    /// # Panics
    /// If the recorded file is missing.
    pub fn expected(&self, buffer: &Buffer, variant: &str) -> Option<(Rule, Vec<u8>)> {
        let rule = buffer.compare.filter(|_| buffer.output && self.expect == Expect::Ok)?;
        let recorded = &self.recorded[variant];
        let file = match recorded.outputs.get(&buffer.name).map(String::as_str) {
            Some("same") | None => buffer.out_file.clone()?,
            Some(file) => file.to_owned(),
        };
        let path = self.dir.join(file);
        Some((rule, std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))))
    }
}

impl Buffer {
    /// Its size in bytes.
    pub fn size(&self) -> usize {
        self.count * self.elem.bytes()
    }

    /// Returns the content before the first launch. Empty if the module's own initialiser is used.
    ///
    /// # Panics
    /// If the generated bytes differ from the recorder's (by CRC-32), which is an error in the generator.
    pub fn initial(&self) -> Vec<u8> {
        let bytes = self.init.bytes(self.elem, self.count);
        if let (Some(crc), false) = (&self.crc32, self.init == Init::Module) {
            assert_eq!(
                &format!("{:08x}", crc32fast::hash(&bytes)),
                crc,
                "generator of buffer `{}`",
                self.name
            );
        }
        bytes
    }
}

fn push_value(elem: Elem, value: Option<&serde_json::Number>, bits: Option<&str>, out: &mut Vec<u8>) {
    if let Some(bits) = bits {
        let word = u64::from_str_radix(bits.trim_start_matches("0x"), 16);
        elem.push_bits(word.unwrap_or_else(|e| panic!("bits `{bits}`: {e}")), out);
        return;
    }
    let value = value.expect("a scalar has a value or bits");
    match (value.as_i64(), value.as_u64()) {
        (Some(v), _) => elem.push_int(v.into(), out),
        (None, Some(v)) => elem.push_int(v.into(), out),
        _ => elem.push_float(value.as_f64().expect("a number"), out),
    }
}

impl GoldenLaunch {
    /// The arguments, each as its bytes and alignment; `address` tells where a buffer lies.
    pub fn args(&self, address: impl Fn(&str) -> u64) -> Vec<(Vec<u8>, usize)> {
        self.args
            .iter()
            .map(|arg| {
                let mut out = Vec::new();
                match arg {
                    Arg::Buffer { buffer, offset } => {
                        out.extend((address(buffer) + offset).to_le_bytes());
                        (out, 8)
                    }
                    Arg::Null => (vec![0; 8], 8),
                    Arg::Scalar { r#type, value, bits } => {
                        push_value(*r#type, value.as_ref(), bits.as_deref(), &mut out);
                        (out, r#type.bytes())
                    }
                    Arg::Struct { size, align, fields } => {
                        out.resize(*size, 0);
                        for field in fields {
                            let mut bytes = Vec::new();
                            if let Some(buffer) = &field.buffer {
                                bytes.extend((address(buffer) + field.buffer_offset).to_le_bytes());
                            } else {
                                push_value(
                                    field.r#type,
                                    field.value.as_ref(),
                                    field.bits.as_deref(),
                                    &mut bytes,
                                );
                            }
                            out[field.offset..field.offset + bytes.len()].copy_from_slice(&bytes);
                        }
                        (out, *align)
                    }
                }
            })
            .collect()
    }

    /// The parameter block: every argument at the next multiple of its alignment, as PTX lays parameters out.
    pub fn params(&self, address: impl Fn(&str) -> u64) -> Vec<u8> {
        let mut block = Vec::new();
        for (bytes, align) in self.args(address) {
            block.resize(block.len().next_multiple_of(align), 0);
            block.extend(bytes);
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_whole() {
        let cases = cases();
        assert!(cases.len() >= 79, "{} cases", cases.len());
        for case in &cases {
            for buffer in case.buffers.iter().chain(&case.globals) {
                let bytes = buffer.initial();
                assert!(
                    bytes.len() == buffer.size() || buffer.init == Init::Module,
                    "{}: {}",
                    case.name,
                    buffer.name
                );
                for variant in case.variants() {
                    let want = case.expected(buffer, variant);
                    assert_eq!(
                        want.is_some(),
                        buffer.output && case.expect == Expect::Ok,
                        "{}: {}",
                        case.name,
                        buffer.name
                    );
                    assert!(want.is_none_or(|(_, bytes)| bytes.len() == buffer.size()));
                }
            }
            for launch in &case.launches {
                assert!(case.ptx("O3").contains(&launch.kernel));
                launch.params(|_| 0x1000);
            }
        }
    }
}
