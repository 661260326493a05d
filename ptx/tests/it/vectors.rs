//! Instruction forms in the front end and the interpreter, compared with results of a GPU.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use testdata::edge;
use testdata::vectors::{self, Form};

const BASE: u64 = 0x10_0000;

/// Returns the absolute and relative error that the PTX ISA allows a form; `None` for exact forms.
pub(crate) fn tolerance(text: &str) -> Option<(f64, f64)> {
    const TABLE: &[(&str, f64, f64)] = &[
        ("cos.approx", 1e-6, 0.0),
        ("div.approx", 0.0, 2.4e-7),
        ("div.full", 0.0, 2.4e-7),
        ("ex2.approx.f16", 0.0, 1.1e-3),
        ("ex2.approx.f32", 0.0, 2.4e-7),
        ("ex2.approx.ftz.bf16", 0.0, 7.9e-3),
        ("ex2.approx.ftz.f32", 0.0, 2.4e-7),
        ("lg2.approx", 2.4e-7, 2.4e-7),
        ("rcp.approx.f32", 2e-45, 1.2e-7),
        ("rcp.approx.ftz.f32", 0.0, 1.2e-7),
        ("rcp.approx.ftz.f64", 0.0, 9.6e-7),
        ("rsqrt.approx.f32", 0.0, 2.4e-7),
        ("rsqrt.approx.f64", 0.0, 2.4e-7),
        ("rsqrt.approx.ftz.f32", 0.0, 2.4e-7),
        ("rsqrt.approx.ftz.f64", 0.0, 9.6e-7),
        ("sin.approx", 1e-6, 0.0),
        ("sqrt.approx", 0.0, 2.4e-7),
        ("tanh.approx.bf16", 0.0, 7.9e-3),
        ("tanh.approx.f16", 5e-4, 0.0),
        ("tanh.approx.f32", 0.0, 5e-4),
    ];
    TABLE.iter().find(|(form, ..)| text.starts_with(form)).map(|&(_, abs, rel)| (abs, rel))
}

/// Returns a float by its bits; of a pair the lower one.
pub(crate) fn number(ty: &str, bits: u64) -> f64 {
    match ty {
        "f64" => f64::from_bits(bits),
        "f32" => f64::from(f32::from_bits(bits as u32)),
        "bf16" | "bf16x2" => f64::from(f32::from_bits((bits as u32 & 0xffff) << 16)),
        _ => testdata::elem::Elem::F16.to_f64(bits & 0xffff),
    }
}

/// Returns the smallest normal number of a type.
pub(crate) fn smallest(ty: &str) -> f64 {
    match ty {
        "f64" => f64::MIN_POSITIVE,
        "f16" | "f16x2" => 6.103_515_625e-5,
        _ => f32::MIN_POSITIVE.into(),
    }
}

/// Returns whether a result matches the recorded one. For approximate forms, zeros, infinities and NaNs must
/// match, and other results may differ by the error of the PTX ISA.
fn close(form: &Form, got: u64, want: u64) -> bool {
    let Some((abs, rel)) = tolerance(&form.text) else { return got == want };
    let near = |shift: u32, mask: u64| {
        let [got, want] = [got, want].map(|bits| bits >> shift & mask);
        let [a, b] = [got, want].map(|bits| number(&form.result, bits));
        let is_number = |x: f64| x.is_finite() && x != 0.0;
        // The spacing of subnormal numbers is that of the smallest normal one.
        let size = b.abs().max(smallest(&form.result));
        got == want || is_number(a) && is_number(b) && (a - b).abs() <= abs + rel * size
    };
    if form.result.ends_with("x2") { near(0, 0xffff) && near(16, 0xffff) } else { near(0, u64::MAX) }
}

/// Returns the results of a form for each of its rows.
pub(crate) fn run(form: &Form) -> Result<Vec<u64>, String> {
    let text = form.kernel();
    let function = Module::parse(&text).and_then(|m| m.lower("k")).map_err(|e| format!("rejected: {e}"))?;
    let bytes = form.rows.iter().flat_map(|row| {
        let operands = &row[..row.len() - 1];
        operands.iter().copied().chain([0]).flat_map(u64::to_le_bytes)
    });
    let mut memory = Arena { base: BASE, bytes: bytes.collect() };
    let geometry = Geometry::new([1; 3], [form.rows.len() as u32, 1, 1]);
    run_grid(&function, geometry, &BASE.to_le_bytes(), 0, &[], &mut memory).map_err(|e| e.to_string())?;
    let columns = form.operands.len() + 1;
    let result = |n: usize| {
        let at = (n * columns + columns - 1) * 8;
        memory.bytes[at..at + 8].try_into().map(u64::from_le_bytes).map_err(|_| "short".to_owned())
    };
    (0..form.rows.len()).map(result).collect()
}

/// Runs a form; returns the first vector that differs as the error.
fn check(form: &Form) -> Result<(), String> {
    for (row, got) in form.rows.iter().zip(run(form)?) {
        let (operands, want) = row.split_at(row.len() - 1);
        if !close(form, got, want[0]) {
            return Err(format!("{operands:x?} gives {got:x}, not {:x}", want[0]));
        }
    }
    Ok(())
}

fn check_all(forms: &[Form]) {
    let wrong: Vec<String> =
        forms.iter().filter_map(|form| check(form).err().map(|e| format!("{}  {e}", form.text))).collect();
    assert!(wrong.is_empty(), "{} of {} forms:\n{}", wrong.len(), forms.len(), wrong.join("\n"));
}

#[test]
fn recorded_vectors() {
    let forms = vectors::committed();
    assert!(forms.len() >= 900, "{} forms", forms.len());
    check_all(&forms);
}

#[test]
fn edge_operands() {
    let forms = edge::forms();
    assert!(forms.len() >= 1_000, "{} forms", forms.len());
    check_all(&forms);
}

#[test]
fn all_recorded_vectors_where_present() {
    match vectors::full() {
        Some(forms) => check_all(&forms),
        None => eprintln!("the full vectors are missing"),
    }
}
