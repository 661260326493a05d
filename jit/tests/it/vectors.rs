//! Every recorded instruction form: compiled code equals the interpreter bit for bit.
//!
//! Tests of the interpreter compare it with a GPU.

use crate::host::Device;
use hip_jit::{Kernel, Mode};
use ptx::Module;
use ptx::exec::Geometry;
use ptx::interp::{Arena, run_grid};
use ptx::pass::fast_math;
use std::sync::Arc;
use testdata::edge;
use testdata::vectors::{self, Form};

fn rows(form: &Form) -> Vec<u8> {
    let cleared = form.rows.iter().flat_map(|row| row[..row.len() - 1].iter().copied().chain([0]));
    cleared.flat_map(u64::to_le_bytes).collect()
}

/// Reports the first row in which a mode and the interpreter differ, both with fast functions if `fast`.
fn check(form: &Form, mode: Mode, fast: bool) -> Result<(), String> {
    let module = Module::parse(&form.kernel()).map_err(|e| format!("refused: {e}"))?;
    let mut device = Device::new();
    let base = device.place("rows", &rows(form));
    let geometry = Geometry::new([1; 3], [form.rows.len() as u32, 1, 1]);

    let mut function = module.lower("k").map_err(|e| format!("refused: {e}"))?;
    if fast {
        fast_math::run(&mut function);
    }
    let mut memory = Arena { base, bytes: rows(form) };
    run_grid(&function, geometry, &base.to_le_bytes(), 0, &[], &mut memory).map_err(|e| e.to_string())?;

    ptx::pass::run(&mut function).map_err(|e| e.to_string())?;
    let compiled = Arc::new(Kernel::new(Arc::new(function), mode));
    device.run(&compiled, geometry, &base.to_le_bytes(), 0, &[].into()).map_err(|e| e.to_string())?;
    device.check_guards()?;
    let width = 8 * (form.operands.len() + 1);
    let both = device.bytes("rows").chunks_exact(width).zip(memory.bytes.chunks_exact(width));
    match both.enumerate().find(|(_, (got, want))| got != want) {
        None => Ok(()),
        Some((n, (got, want))) => {
            Err(format!("{:x?}: {:x?}, not {:x?}", form.rows[n], &got[width - 8..], &want[width - 8..]))
        }
    }
}

fn check_all(mode: Mode) {
    // All recorded forms if they are available, else the committed ones.
    let mut forms = vectors::full().unwrap_or_else(vectors::committed);
    forms.extend(edge::forms());
    let wrong: Vec<String> = forms
        .iter()
        .filter_map(|form| check(form, mode, false).err().map(|e| format!("{}  {e}", form.text)))
        .collect();
    assert!(wrong.is_empty(), "{} of {} forms:\n{}", wrong.len(), forms.len(), wrong.join("\n"));
}

#[test]
fn every_form_in_quickly_made_code() {
    check_all(Mode::Quick);
}

#[test]
fn every_form_in_scalar_code() {
    check_all(Mode::Scalar);
}

#[test]
fn every_form_in_strips() {
    check_all(Mode::Vector);
}

#[test]
fn approximate_forms_with_fast_functions() {
    let forms: Vec<Form> = edge::forms().into_iter().filter(|form| form.text.contains(".approx")).collect();
    assert!(forms.len() > 25, "{} forms", forms.len());
    for mode in [Mode::Scalar, Mode::Vector] {
        let wrong: Vec<String> = forms
            .iter()
            .filter_map(|form| check(form, mode, true).err().map(|e| format!("{}  {e}", form.text)))
            .collect();
        assert!(
            wrong.is_empty(),
            "{mode:?}: {} of {} forms:\n{}",
            wrong.len(),
            forms.len(),
            wrong.join("\n")
        );
    }
}
