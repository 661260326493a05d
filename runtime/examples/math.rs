//! Computes the functions of `testdata/ptx/math` on the device that `HIP_BACKEND` chooses, and compares them
//! with correctly rounded results.
//!
//! `cargo run --release -p hip-runtime --example math`: a line for each function, with its largest error and
//! the documented one, in units of the last place. The exit code is 1 if an error is larger than documented.
#![expect(unsafe_code, reason = "the kernels are made here")]
#![expect(clippy::print_stdout, reason = "the table is its output")]

use hip_runtime::{Context, Device, DeviceBuffer, Error, Module, launch};
use std::collections::BTreeMap;
use std::process::ExitCode;

const EXACT: &str = include_str!("../../testdata/ptx/math/exact.tsv");
const BOUNDS: &str = include_str!("../../testdata/ptx/math/bounds.tsv");

/// Words of a row: arguments, and the result in the last one.
const WORDS: usize = 8;

fn bits(letter: char) -> u32 {
    if matches!(letter, 'i' | 'f') { 32 } else { 64 }
}

/// Returns a kernel that calls a function in each thread, with the arguments of a row.
fn kernel(name: &str, types: &str) -> String {
    let (result, params) = types.trim_end_matches(')').split_once('(').unwrap_or_default();
    let result = bits(result.chars().next().unwrap_or('d'));
    let formals: Vec<String> = params.chars().map(|p| format!(".param .b{} p", bits(p))).collect();
    let formals: Vec<String> = formals.iter().enumerate().map(|(n, formal)| format!("{formal}{n}")).collect();
    let register = |size| if size == 32 { "%w" } else { "%d" };
    let mut text = format!(
        "\n.extern .func (.param .b{result} r) __nv_{name}({});\n.visible .entry k_{name}(.param .u64 at, .param .u32 \
         count)\n{{\n.reg .pred %q; .reg .b32 %w, %t, %n; .reg .b64 %d, %p, %o;\nld.param.u64 %p, [at];\nld.param.u32 %n, \
         [count];\nmov.u32 %t, %tid.x;\nsetp.ge.u32 %q, %t, %n;\n@%q ret;\nmul.wide.u32 %o, %t, {};\nadd.u64 %p, %p, \
         %o;\n{{\n.param .b{result} q;\n",
        formals.join(", "),
        8 * WORDS
    );
    for (n, size) in params.chars().map(bits).enumerate() {
        let register = register(size);
        text += &format!(
            ".param .b{size} a{n};\nld.global.b{size} {register}, [%p+{}];\nst.param.b{size} [a{n}], {register};\n",
            8 * n
        );
    }
    let actuals: Vec<String> = (0..params.len()).map(|n| format!("a{n}")).collect();
    text + &format!(
        "call.uni (q), __nv_{name}, ({});\nld.param.b{result} {1}, [q];\n}}\nst.global.b{result} [%p+{2}], {1};\nret;\n}}\n",
        actuals.join(", "),
        register(result),
        8 * (WORDS - 1)
    )
}

/// Returns the error of a result in units of the last place of the correct one.
fn ulps(is_single: bool, got: u64, want: u64) -> f64 {
    if got == want {
        return 0.0;
    }
    let (got, want, next) = if is_single {
        let (got, want) = (f32::from_bits(got as u32), f32::from_bits(want as u32));
        (got.into(), want.into(), f64::from(want.abs().next_up()))
    } else {
        let want = f64::from_bits(want);
        (f64::from_bits(got), want, want.abs().next_up())
    };
    if got.is_finite() { (got - want).abs() / (next - want.abs()) } else { f64::INFINITY }
}

fn word(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or(0)
}

/// Prints the errors; returns whether all are within the bounds.
fn compare() -> Result<bool, Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let bounds: BTreeMap<&str, [f64; 2]> = tsv::table(BOUNDS)
        .map(|[name, double, single]| (name, [double, single].map(|bound| bound.parse().unwrap_or(0.0))))
        .collect();
    let rows: Vec<[&str; 4]> = tsv::table(EXACT).collect();
    let functions: BTreeMap<&str, &str> = rows.iter().map(|[name, types, ..]| (*name, *types)).collect();
    let kernels: String = functions.iter().map(|(name, types)| kernel(name, types)).collect();
    let module =
        Module::from_bytes(format!(".version 7.0\n.target sm_70\n.address_size 64\n{kernels}\0").as_bytes())?;
    let mut is_good = true;
    for rows in rows.chunk_by(|a, b| a[0] == b[0]) {
        let (name, is_single) = (rows[0][0], rows[0][1].starts_with('f'));
        let mut words = vec![0u64; rows.len() * WORDS];
        for (words, row) in words.chunks_mut(WORDS).zip(rows) {
            words.iter_mut().zip(row[2].split(' ')).for_each(|(word_of, text)| *word_of = word(text));
        }
        let mut buffer = DeviceBuffer::from_slice(&words)?;
        let kernel = module.function(&format!("k_{name}"))?;
        // SAFETY: the kernel uses as many rows of the buffer as it is told.
        unsafe { launch!(kernel<<<1, 1024>>>(&mut buffer, rows.len() as u32)) }?;
        let results = buffer.to_vec()?;
        let result = |row: usize| {
            let word = results[row * WORDS + WORDS - 1];
            if is_single { word & 0xffff_ffff } else { word }
        };
        let errors = rows.iter().enumerate().map(|(n, row)| ulps(is_single, result(n), word(row[3])));
        let largest = errors.fold(0.0, f64::max);
        let bound = bounds[if is_single { &name[..name.len() - 1] } else { name }][usize::from(is_single)];
        // The correct result has half a unit of its own.
        let verdict = if largest <= bound + 0.5 { "" } else { "\tlarger than documented" };
        is_good &= verdict.is_empty();
        println!("{name}\t{largest:.0}\t{bound}{verdict}");
    }
    Ok(is_good)
}

fn main() -> ExitCode {
    match compare() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}
