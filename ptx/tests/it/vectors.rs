//! Instruction forms in the front end and the interpreter, compared with results of a GPU.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use testdata::edge;
use testdata::vectors::{self, Form};

const BASE: u64 = 0x10_0000;

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
        if got != want[0] {
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
