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

/// Operands whose sums, products or quotients are near the smallest normal number.
fn small_operands(count: usize) -> Vec<Vec<u64>> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: u64| {
        state = (state ^ state >> 27).wrapping_mul(0x3c79_ac49_2ba7_b653).wrapping_add(1);
        (state >> 33) % below
    };
    let number = |exponent: u64, random: &mut dyn FnMut(u64) -> u64| {
        let fraction = [0, 1, 0x7f_ffff, 0x7f_fffe, 0x40_0000, random(1 << 23)][random(6) as usize];
        random(2) << 31 | exponent.min(255) << 23 | fraction
    };
    (0..count)
        .map(|_| {
            let exponent = random(254);
            let other = [random(4), (126 + random(4)).saturating_sub(exponent), exponent + 125 + random(3)];
            let exponents = match random(4) {
                0 => [random(4), random(4), random(4)],
                n => [exponent, other[n as usize - 1], random(4)],
            };
            exponents.map(|exponent| number(exponent, &mut random)).to_vec()
        })
        .collect()
}

#[test]
fn flushing_arithmetic_near_the_smallest_normal_number() {
    let forms = [
        ("add.rn.ftz.f32 %d, %a, %b;", 2),
        ("sub.rn.ftz.f32 %d, %a, %b;", 2),
        ("mul.rn.ftz.f32 %d, %a, %b;", 2),
        ("mul.rn.ftz.sat.f32 %d, %a, %b;", 2),
        ("div.rn.ftz.f32 %d, %a, %b;", 2),
        ("fma.rn.ftz.f32 %d, %a, %b, %c;", 3),
        ("min.ftz.f32 %d, %a, %b;", 2),
        ("max.ftz.f32 %d, %a, %b;", 2),
        ("sqrt.rn.ftz.f32 %d, %a;", 1),
        ("rcp.rn.ftz.f32 %d, %a;", 1),
        ("abs.ftz.f32 %d, %a;", 1),
        ("neg.ftz.f32 %d, %a;", 1),
        ("div.approx.ftz.f32 %d, %a, %b;", 2),
        ("div.full.ftz.f32 %d, %a, %b;", 2),
        (".reg .pred %q; setp.lt.ftz.f32 %q, %a, %b; selp.b32 %d, %a, %b, %q;", 2),
        (".reg .b32 %s, %u; mul.rn.ftz.f32 %s, %a, %b; neg.ftz.f32 %u, %c; add.rn.ftz.f32 %d, %s, %u;", 3),
        (".reg .b32 %s; div.full.ftz.f32 %s, %a, %b; mul.rn.ftz.f32 %d, %s, %c;", 3),
    ];
    let rows = small_operands(8 << 10);
    let mut wrong = Vec::new();
    for (text, operands) in forms {
        for rows in rows.chunks(1024) {
            let own = |row: &Vec<u64>| row[..operands].iter().copied().chain([0]).collect();
            let form = Form {
                text: text.into(),
                sm: 90,
                operands: vec!["f32".into(); operands],
                result: "f32".into(),
                rows: rows.iter().map(own).collect(),
            };
            wrong.extend(check(&form, Mode::Vector, false).err().map(|e| format!("{text}  {e}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
