//! Errors of approximate instructions: the table of `docs/approximate.md`.

use crate::vectors::{number, run, smallest};
use std::fmt::Write;
use std::path::Path;
use testdata::vectors::{self, Form};

const HEAD: &str = "\
# Approximate instructions, to the last bit

`rcp`, `sqrt`, `rsqrt`, `sin`, `cos`, `lg2`, `ex2`, `tanh` and `div` in their approximate forms give the bits of an H200. The special
function unit interpolates by quadratic polynomials with integer coefficients; its structure and the coefficients are known, and the
software device computes with the same integers (`ptx/src/sfu.rs` says how).

## What is proved, and by how many inputs

`testdata/special/h200.tsv` has digests of all results of an H200 (driver 580.159.04):

| forms | inputs |
|---|---|
| `rcp`, `sqrt`, `rsqrt`, `lg2`, `ex2` with and without `.ftz`, `sin`, `cos`, `tanh`, of `f32` | all 2^32 of each |
| `ex2` and `tanh` of `f16` and `bf16` | all 2^16 of each; pairs (`f16x2`, `bf16x2`) by halves: all numbers in either half |
| `rcp.approx.ftz.f64`, `rsqrt.approx.ftz.f64` | all 2^32 upper halves; the lower half does not count |
| `div.approx` and `div.full` with and without `.ftz`, of `f32` | 2^28 pseudo-random pairs of each |
| `rsqrt.approx.f64` | 2^28 pseudo-random numbers |

None differs. `cargo xtask exhaust` computes all of ours again and compares (minutes of all processors); every test run does it for a
sample of some 16,000 inputs in each of 32 blocks. With another NVIDIA GPU, `cargo run --release -p hip-special -- record --out FILE`
runs all forms there and says which of ours differ, and `solve --out FILE` finds the coefficients by its results.

**Architectures.** The recording is of sm_90. The coefficients of `rcp`, `rsqrt`, `sin`, `ex2` and `lg2` are those that the envytools
project found for the first unit of this kind (sm_10), so the generations between are assumed to have them as well; `sqrt`, `tanh`
and what the assembler makes of each form are assumed to be an H200's on all architectures.

**Constants.** NVIDIA's assembler itself computes functions of constants (all but `tanh`), rounded once, and makes a product with the
reciprocal of a quotient with a constant divisor. So do we (`ptx/src/lower/constants.rs`), except in modules for debugging.

**Speed.** Vector code computes 16 lanes at once (AVX-512) or twice 8 (AVX2), with the coefficients in permuted registers or in the first
cache. `HIP_SOFT_MATH=fast` computes `f32` forms by the host's arithmetic instead: in binary64, rounded once, within the bounds below, and
not the hardware's bits. It is at most a quarter faster: see `jit/benches/README.md`.

## Where numbers can still differ

* Floating-point atomics of several threads on one address: the order of additions is not fixed, on a GPU either.
* Races, and whatever depends on `%clock`, `%globaltimer`, `%smid` or the order of blocks.
* Products and sums without a rounding modifier (`mul.f32`, `add.f32` and not `mul.rn.f32`): the PTX ISA lets an assembler fuse them.
  They are fused here by the rules that machine code of `ptxas` 13 shows (`ptx/src/lower/contract.rs`). With them all 85 recorded programs,
  compiled in 147 ways, give an H200's bits; the assembler may choose otherwise in others.

## Errors

The largest errors over the recorded vectors (256 a form), beside the bound that the PTX ISA documents. Errors are against the result
in double precision: relative where the ISA bounds that, else absolute; a result that is subnormal or beyond the range does not
count. Sine and cosine count in [-2\u{3c0}, 2\u{3c0}], where the ISA bounds them. Written by
`UPDATE_DOCS=1 cargo test -p hip-ptx --test it approximate`.

| form | bound (PTX ISA) | | an H200, and ours |
|---|---|---|---|
";

/// Returns the error bound of a form in the PTX ISA, and whether it is relative.
fn bound(text: &str) -> Option<(&'static str, bool)> {
    const TABLE: &[(&str, &str, bool)] = &[
        ("cos.approx", "2^-20.5", false),
        ("div.approx", "2 ulp, |y| in [2^-126, 2^126]", true),
        ("div.full", "2 ulp", true),
        ("ex2.approx.f16", "2^-9.9", true),
        ("ex2.approx.ftz.bf16", "2^-7", true),
        ("ex2.approx", "2^-22.5 + 2^-24 \u{b7} |x|", true),
        ("lg2.approx", "2^-22, absolute in (0.5, 2)", true),
        ("rcp.approx.ftz.f64", "2^-20, of the upper word", true),
        ("rcp.approx", "1 ulp", true),
        ("rsqrt.approx.ftz.f64", "2^-20, of the upper word", true),
        ("rsqrt.approx", "2^-22.9", true),
        ("sin.approx", "2^-20.5", false),
        ("sqrt.approx", "2^-23", true),
        ("tanh.approx.bf16", "2^-8", true),
        ("tanh.approx.f16", "2^-10.987", false),
        ("tanh.approx.f32", "2^-11", true),
    ];
    TABLE.iter().find(|(form, ..)| text.starts_with(form)).map(|&(_, words, relative)| (words, relative))
}

/// Returns the exact result of an approximate form.
fn exact(text: &str, x: f64, y: f64) -> f64 {
    match text.split('.').next().unwrap_or_default() {
        "cos" => x.cos(),
        "div" => x / y,
        "ex2" => x.exp2(),
        "lg2" => x.log2(),
        "rcp" => x.recip(),
        "rsqrt" => x.sqrt().recip(),
        "sin" => x.sin(),
        "sqrt" => x.sqrt(),
        _ => x.tanh(),
    }
}

/// Returns the smallest and the largest normal number of a type.
fn normal(ty: &str) -> (f64, f64) {
    let largest = match ty {
        "f64" => f64::MAX,
        "f16" | "f16x2" => 65504.0,
        _ => f32::MAX.into(),
    };
    (smallest(ty), largest)
}

fn row(form: &Form) -> String {
    let (words, relative) = bound(&form.text).unwrap_or_else(|| panic!("no bound of {}", form.text));
    let ours = run(form).unwrap_or_else(|e| panic!("{}: {e}", form.text));
    let (least, largest) = normal(&form.result);
    let mut error = 0f64;
    for (row, got) in form.rows.iter().zip(ours) {
        let operand = |n: usize| {
            row.get(n).map_or(0.0, |bits| number(&form.operands[n.min(form.operands.len() - 1)], *bits))
        };
        let (x, y) = (operand(0), if form.operands.len() > 1 { operand(1) } else { 0.0 });
        let truth = exact(&form.text, x, y);
        let is_angle = form.text.starts_with("sin") || form.text.starts_with("cos");
        let counts = truth.is_finite()
            && (truth.abs() <= largest && (truth.abs() >= least || truth == 0.0))
            && (x.abs() >= least || x == 0.0)
            && (!is_angle || x.abs() <= std::f64::consts::TAU)
            && (!form.text.starts_with("div.approx") || y.abs() <= 2f64.powi(126));
        let result = number(&form.result, got);
        if !counts || !result.is_finite() {
            continue;
        }
        let near_one = form.text.starts_with("lg2") && 0.5 < x && x < 2.0;
        let scale = if relative && truth != 0.0 && !near_one { truth.abs() } else { 1.0 };
        error = error.max((result - truth).abs() / scale);
    }
    // A bar would end the table cell.
    let words = words.replace('|', "\\|");
    let power = |error: f64| if error == 0.0 { "0".to_owned() } else { format!("2^{:.1}", error.log2()) };
    let form = form.text.split([' ', ';']).next().unwrap_or_default();
    let kind = if relative { "relative" } else { "absolute" };
    format!("| `{form}` | {words} | {kind} | {} |", power(error))
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the crate reads no file, its test maintains a document")]
fn errors_are_those_of_the_documents() {
    let Some(forms) = vectors::full() else {
        eprintln!("skipped: the full vectors are missing");
        return;
    };
    let mut table = HEAD.to_owned();
    let mut rows: Vec<String> = forms.iter().filter(|form| bound(&form.text).is_some()).map(row).collect();
    rows.sort();
    rows.dedup();
    assert!(rows.len() > 15, "{} forms", rows.len());
    for row in rows {
        writeln!(table, "{row}").expect("a String");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/approximate.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &table).expect("the document");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, table, "docs/approximate.md: regenerate it with UPDATE_DOCS=1");
}
