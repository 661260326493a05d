//! Functions of the math library, each called by a kernel, compared with the results of NVIDIA's library on
//! an H200.
//!
//! Exact functions are bit-identical. Approximate ones are within the errors of CUDA's programming guide
//! ("Mathematical Functions") around the recorded result, which has an error of its own.

use crate::small::{BASE, place_variables};
use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use hip_ptx::ir::Function;
use hip_ptx::link::with_math_library;
use std::collections::BTreeMap;
use std::fmt::Write;

const RECORDED: &str = include_str!("../../../testdata/gpu/libdevice.tsv");

/// Returns the size in bits of a parameter or result, by its letter.
fn bits(letter: char) -> u32 {
    match letter {
        'h' => 16,
        'i' | 'f' => 32,
        _ => 64,
    }
}

/// Returns a kernel that reads the arguments in steps of 8 bytes and stores the result after them.
fn kernel(name: &str, result: char, params: &str) -> String {
    let mut text = format!("\n.extern .func (.param .b{} r) __nv_{name}(", bits(result));
    let formals: Vec<String> =
        params.chars().enumerate().map(|(n, p)| format!(".param .b{} p{n}", bits(p))).collect();
    write!(text, "{});\n.visible .entry k_{name}(.param .u64 at)\n{{\n", formals.join(", ")).unwrap();
    text += ".reg .b16 %h; .reg .b32 %w; .reg .b64 %d; .reg .b64 %p;\nld.param.u64 %p, [at];\n{\n";
    let register = |letter| match bits(letter) {
        16 => "%h",
        32 => "%w",
        _ => "%d",
    };
    for (n, p) in params.chars().enumerate() {
        let (b, r) = (bits(p), register(p));
        writeln!(text, ".param .b{b} q{n};\nld.global.b{b} {r}, [%p+{}];\nst.param.b{b} [q{n}], {r};", 8 * n)
            .unwrap();
    }
    let actuals: Vec<String> = (0..params.len()).map(|n| format!("q{n}")).collect();
    let (b, r) = (bits(result), register(result));
    writeln!(
        text,
        ".param .b{b} q;\ncall.uni (q), __nv_{name}, ({});\nld.param.b{b} {r}, [q];\n}}\nst.global.b{b} [%p+56], {r};\nret;\n}}",
        actuals.join(", ")
    )
    .unwrap();
    text
}

/// Returns the declaration and the kernel of each function, which is given with its types.
pub(super) fn kernels<'a>(functions: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::from(".version 7.0\n.target sm_70\n.address_size 64\n");
    for (name, types) in functions {
        let (result, params) = types.trim_end_matches(')').split_once('(').unwrap();
        text += &kernel(name, result.chars().next().unwrap(), params);
    }
    text
}

/// Kernel that calls a function, with the module's variables in memory.
pub(super) struct Caller {
    function: Function,
    /// Arguments and result, then the variables.
    memory: Arena,
    vars: Vec<u64>,
}

/// Returns the kernel of a function, ready to run.
pub(super) fn caller(module: &Module, name: &str) -> Caller {
    let function = module.lower(&format!("k_{name}")).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut memory = Arena { base: BASE, bytes: vec![0; 64] };
    let vars = place_variables(module, &mut memory);
    Caller { function, memory, vars }
}

/// Returns the result of a function.
pub(super) fn call(caller: &Caller, arguments: &[u64]) -> u64 {
    let mut memory = Arena { base: BASE, bytes: caller.memory.bytes.clone() };
    for (n, argument) in arguments.iter().enumerate() {
        memory.bytes[8 * n..8 * n + 8].copy_from_slice(&argument.to_le_bytes());
    }
    let geometry = Geometry::new([1; 3], [1; 3]);
    run_grid(&caller.function, geometry, &BASE.to_le_bytes(), 0, &caller.vars, &mut memory)
        .unwrap_or_else(|e| panic!("{}: {e}", caller.function.name));
    u64::from_le_bytes(memory.bytes[56..64].try_into().unwrap())
}

/// Returns a real by its bits.
pub(super) fn real(letter: char, bits: u64) -> f64 {
    if letter == 'f' { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

/// Returns whether a result is within CUDA's documented error of a recorded one.
fn fits(name: &str, letter: char, arguments: &[f64], got: u64, want: u64) -> bool {
    if got == want {
        return true;
    }
    let (g, w) = (real(letter, got), real(letter, want));
    let single = letter == 'f';
    let family = if single { name.trim_end_matches('f') } else { name };
    let ulps = got.abs_diff(want);
    let absolute = (g - w).abs();
    let x = arguments.first().copied().unwrap_or(0.0);
    match family {
        // The guide's range is that of the hardware's argument reduction.
        "fast_sin" | "fast_cos" | "fast_tan" => x.abs() > 3.0 || absolute <= 1e-6 * (1.0 + g * g),
        "fast_log" | "fast_log2" | "fast_log10" => absolute <= 6e-7 * w.abs().max(1.0),
        "fast_exp" | "fast_exp10" | "fast_fdivide" | "fast_pow" => absolute <= 1e-4 * w.abs(),
        // The low word is unspecified.
        "rcp64h" => got >> 32 == want >> 32 || (got >> 32).abs_diff(want >> 32) <= 1,
        // Absolute from 8 on, as in the guide; order n of a zero differs by its sign.
        "j0" | "j1" | "jn" | "y0" | "y1" | "yn" => {
            ulps <= 9
                || absolute <= if single { 2.2e-6 } else { 5e-12 } * w.abs().max(1.0)
                || (w.is_nan() && x > 1.0 && g.abs() < 1e-30)
        }
        // Near its zeros between -10.001 and -2.264, only the absolute error is small.
        "lgamma" => {
            ulps <= 6 || (-10.001..-2.264).contains(&x) && absolute <= if single { 1e-6 } else { 1e-14 }
        }
        "tgamma" => ulps <= 10,
        // The recorded result was computed by repeated multiplication.
        "powi" => ulps <= 64,
        "cyl_bessel_i0" | "cyl_bessel_i1" => ulps <= 6,
        _ => ulps <= 4,
    }
}

/// Returns all functions of the library with their types.
pub(super) fn functions() -> BTreeMap<&'static str, &'static str> {
    tsv::table(RECORDED).map(|[name, types, _, _]| (name, types)).collect()
}

/// Compares all functions with the recorded results. The text of their kernels may be changed before.
fn compare_with_recorded(change: impl FnOnce(String) -> String) {
    let rows: Vec<Vec<&str>> = tsv::rows(RECORDED).map(|line| tsv::cells(line).collect()).collect();
    let functions = functions();
    assert_eq!(functions.len(), 413);
    let text = change(kernels(functions));
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    let mut wrong = String::new();
    for rows in rows.chunk_by(|a, b| a[0] == b[0]) {
        let caller = caller(&module, rows[0][0]);
        for row in rows {
            let (result, params) = row[1].trim_end_matches(')').split_once('(').unwrap();
            let result = result.chars().next().unwrap();
            let arguments: Vec<u64> =
                row[2].split(' ').map(|a| u64::from_str_radix(a, 16).unwrap()).collect();
            let got = call(&caller, &arguments);
            let is_real = matches!(result, 'f' | 'd');
            let fine = match row[3] {
                "nan" if real(result, got).is_nan() => true,
                "nan" => fits(
                    row[0],
                    result,
                    &[real(params.chars().last().unwrap(), arguments[0]) + 2.0],
                    got,
                    f64::NAN.to_bits(),
                ),
                want => {
                    let want = u64::from_str_radix(want, 16).unwrap();
                    let reals: Vec<f64> = params.chars().zip(&arguments).map(|(p, a)| real(p, *a)).collect();
                    if is_real { fits(row[0], result, &reals, got, want) } else { got == want }
                }
            };
            if !fine {
                writeln!(wrong, "{} {}: {got:x}, recorded {}", row[0], row[2], row[3]).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_function_gives_what_the_gpu_gave() {
    compare_with_recorded(|text| text);
}

#[test]
fn every_function_for_gpus_gives_what_the_gpu_gave() {
    compare_with_recorded(|text| with_math_library(&text).expect("functions are missing").unwrap());
}

/// Runs a kernel that calls a function with results in memory, for `x`. Returns the results, in words of 8
/// bytes.
fn through_pointers(call: &str, x: f64) -> [f64; 3] {
    let text = format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n\
         .extern .func __nv_sincos(.param .b64 a, .param .b64 b, .param .b64 c);\n\
         .extern .func __nv_sincospi(.param .b64 a, .param .b64 b, .param .b64 c);\n\
         .extern .func (.param .b64 r) __nv_frexp(.param .b64 a, .param .b64 b);\n\
         .extern .func (.param .b64 r) __nv_modf(.param .b64 a, .param .b64 b);\n\
         .extern .func (.param .b64 r) __nv_remquo(.param .b64 a, .param .b64 b, .param .b64 c);\n\
         .extern .func (.param .b64 r) __nv_norm(.param .b32 a, .param .b64 b);\n\
         .visible .entry k(.param .u64 at, .param .f64 x)\n{{\n.reg .b64 %p, %q, %s, %x, %r;\n.param .b64 a, b, c, r;\n\
         .param .b32 n;\n\
         ld.param.u64 %p, [at];\ncvta.global.u64 %p, %p;\nadd.u64 %q, %p, 8;\nadd.u64 %s, %p, 16;\nld.param.b64 %x, [x];\n\
         st.param.b64 [a], %x;\n{call}\nret;\n}}\n"
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    let function = module.lower("k").unwrap_or_else(|e| panic!("{e}"));
    let mut memory = Arena { base: BASE, bytes: vec![0; 24] };
    let params: Vec<u8> = BASE.to_le_bytes().into_iter().chain(x.to_le_bytes()).collect();
    run_grid(&function, Geometry::new([1; 3], [1; 3]), &params, 0, &[], &mut memory)
        .unwrap_or_else(|e| panic!("{e}"));
    [0, 8, 16].map(|at| f64::from_le_bytes(memory.bytes[at..at + 8].try_into().unwrap()))
}

#[test]
fn answers_come_through_pointers() {
    let two = "st.param.b64 [b], %q;\nst.param.b64 [c], %s;\n";
    let [_, s, c] = through_pointers(&format!("{two}call __nv_sincos, (a, b, c);"), 0.75);
    assert_eq!((s, c), (0.75f64.sin(), 0.75f64.cos()));
    let [_, s, c] = through_pointers(&format!("{two}call __nv_sincospi, (a, b, c);"), 1.5);
    assert_eq!((s, c), (-1.0, 0.0));
    let one = "st.param.b64 [b], %q;\n";
    let store = "ld.param.b64 %r, [r];\nst.b64 [%p], %r;";
    let [m, e, _] = through_pointers(&format!("{one}call (r), __nv_frexp, (a, b);\n{store}"), -48.0);
    assert_eq!((m, e.to_bits()), (-0.75, 6));
    for x in [-2.75, 3.0, f64::INFINITY, f64::NEG_INFINITY] {
        let [fraction, whole, _] =
            through_pointers(&format!("{one}call (r), __nv_modf, (a, b);\n{store}"), x);
        let want = if x.is_infinite() { 0.0f64.copysign(x) } else { x.fract() };
        assert_eq!((fraction.to_bits(), whole), (want.to_bits(), x.trunc()), "{x}");
    }
    let divide = "mov.b64 %r, 0d4008000000000000;\nst.param.b64 [b], %r;\nst.param.b64 [c], %q;\ncall (r), __nv_remquo, (a, b, c);\n";
    let [rest, quotient, _] = through_pointers(&format!("{divide}{store}"), -11.0);
    assert_eq!((rest, quotient.to_bits() as u32 as i32 & 7), (1.0, -4 & 7));
    let norm = "st.b64 [%q], %x;\nmov.b64 %r, 0d4010000000000000;\nst.b64 [%s], %r;\nst.param.b32 [n], 2;\nst.param.b64 [b], %q;\ncall (r), __nv_norm, (n, b);\n";
    assert_eq!(through_pointers(&format!("{norm}{store}"), 3.0)[0], 5.0);
}

#[test]
fn a_function_that_is_wrongly_declared_is_refused_by_name() {
    for declaration in [
        ".extern .func (.param .b64 r) __nv_sinf(.param .b32 a);",
        ".extern .func (.param .b32 r) __nv_sinf(.param .b32 a, .param .b32 b);",
        ".extern .func (.param .b32 r) __nv_unheard_of(.param .b32 a);",
    ] {
        let two = declaration.contains(", ");
        let name = if declaration.contains("unheard") { "__nv_unheard_of" } else { "__nv_sinf" };
        let r = if declaration.contains("b64") { 64 } else { 32 };
        let text = format!(
            ".version 7.0\n.target sm_70\n.address_size 64\n{declaration}\n.visible .entry k()\n{{\n.param .b32 a, b;\n\
             .param .b{r} r;\nst.param.b32 [a], 0;\nst.param.b32 [b], 0;\ncall (r), {name}, ({});\nret;\n}}\n",
            if two { "a, b" } else { "a" }
        );
        let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
        let error = module.lower("k").expect_err("no such function").to_string();
        assert!(error.contains(name), "{error}");
    }
}
