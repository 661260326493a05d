//! Recorded instruction forms: operands and the answers of an H200.

use serde::Deserialize;
use std::fmt::Write;
use std::process::{Command, Stdio};

/// One instruction form.
#[derive(Clone, Debug)]
pub struct Form {
    /// PTX statements over `%a`, `%b`, `%c` that set `%d`.
    pub text: String,
    /// The least `sm_` target.
    pub sm: u32,
    /// PTX types of the operands.
    pub operands: Vec<String>,
    /// PTX type of the result.
    pub result: String,
    /// One row of operands and the answer (last) a vector.
    pub rows: Vec<Vec<u64>>,
}

/// Register width of a PTX type: 8-bit operands come in 16-bit registers, 8-bit results in 32-bit ones.
fn width(ty: &str, result: bool) -> u32 {
    match ty {
        "u8" | "s8" => {
            if result {
                32
            } else {
                16
            }
        }
        "u16" | "s16" | "b16" | "f16" | "bf16" | "e4m3x2" | "e5m2x2" => 16,
        "u64" | "s64" | "b64" | "f64" => 64,
        _ => 32,
    }
}

impl Form {
    /// A kernel `k` that applies the form to one row of 8-byte operands a thread; the answer is the row's
    /// last word.
    pub fn kernel(&self) -> String {
        let columns = self.operands.len() + 1;
        let mut text = format!(
            ".version 8.6\n.target sm_{}\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .b64 %p, %w;\n.reg .b32 %t;\nld.param.u64 %p, [p];\nmov.u32 %t, %tid.x;\n\
         mad.wide.u32 %p, %t, {}, %p;\n",
            self.sm.max(90),
            columns * 8
        );
        for (n, (ty, name)) in self.operands.iter().zip(["a", "b", "c"]).enumerate() {
            let w = width(ty, false);
            let _ = write!(text, ".reg .b{w} %{name};\nld.global.u64 %w, [%p+{}];\n", n * 8);
            let _ = match w {
                64 => writeln!(text, "mov.b64 %{name}, %w;"),
                _ => writeln!(text, "cvt.u{w}.u64 %{name}, %w;"),
            };
        }
        let w = width(&self.result, true);
        let _ = match (self.result.as_str(), w) {
            ("pred", _) => writeln!(text, ".reg .pred %d;\n{}\nselp.u64 %w, 1, 0, %d;", self.text),
            (_, 64) => writeln!(text, ".reg .b64 %d;\n{}\nmov.b64 %w, %d;", self.text),
            _ => writeln!(text, ".reg .b{w} %d;\n{}\ncvt.u64.u{w} %w, %d;", self.text),
        };
        let _ = write!(text, "st.global.u64 [%p+{}], %w;\nret;\n}}\n", (columns - 1) * 8);
        text
    }
}

fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or_else(|e| panic!("`{text}`: {e}"))
}

/// The forms that come with the project, 16 vectors each.
///
/// # Panics
/// If the table is missing or malformed.
pub fn committed() -> Vec<Form> {
    let path = crate::root().join("gpu/vectors.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    tsv::rows(&text)
        .map(|row| {
            let cells: Vec<&str> = tsv::cells(row).collect();
            let operands: Vec<String> = cells[2].split(',').map(str::to_owned).collect();
            let columns: Vec<Vec<u64>> = cells[4..4 + operands.len()]
                .iter()
                .chain(&cells[7..8])
                .map(|c| c.split(' ').map(hex).collect())
                .collect();
            let rows = (0..columns[0].len()).map(|n| columns.iter().map(|c| c[n]).collect()).collect();
            let sm = cells[1].parse().unwrap_or_else(|e| panic!("{row}: {e}"));
            Form { text: cells[0].into(), sm, operands, result: cells[3].into(), rows }
        })
        .collect()
}

/// All recorded vectors, 256 a form, where the gathered data and `xz` are present.
///
/// # Panics
/// If the data is present and malformed.
pub fn full() -> Option<Vec<Form>> {
    #[derive(Deserialize)]
    struct Line {
        body: String,
        r#in: Vec<String>,
        out: String,
        sm: u32,
        a: Vec<String>,
        #[serde(default)]
        b: Vec<String>,
        #[serde(default)]
        c: Vec<String>,
        o: Vec<String>,
    }
    let path = crate::shared()?.join("golden/ptx_vectors_h200.jsonl.xz");
    let unpacked = Command::new("xz").arg("-dc").arg(&path).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(unpacked.stdout).ok().filter(|t| !t.is_empty())?;
    let form = |line: &str| {
        let l: Line = serde_json::from_str(line).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let columns = [&l.a, &l.b, &l.c];
        let used = columns.into_iter().take(l.r#in.len()).chain([&l.o]);
        let used: Vec<&Vec<String>> = used.collect();
        let rows = (0..l.o.len()).map(|n| used.iter().map(|c| hex(&c[n])).collect()).collect();
        Form { text: l.body, sm: l.sm, operands: l.r#in, result: l.out, rows }
    };
    Some(text.lines().map(form).collect())
}
