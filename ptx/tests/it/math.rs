//! `testdata/ptx/math`: the math library, as engines compute it and as text for GPUs, compared with correctly
//! rounded results. Errors stay within those that CUDA documents.

use crate::libdevice::{call, caller, kernels, real};
use hip_ptx::Module;
use hip_ptx::link::with_math_library;
use std::collections::{BTreeMap, BTreeSet};

const EXACT: &str = include_str!("../../../testdata/ptx/math/exact.tsv");
const BOUNDS: &str = include_str!("../../../testdata/ptx/math/bounds.tsv");

/// Returns the error of a result in units of the last place of the correct one.
fn ulps(letter: char, got: u64, want: u64) -> f64 {
    if got == want {
        return 0.0;
    }
    let (got, want_real) = (real(letter, got), real(letter, want));
    let unit = match letter {
        'f' => {
            f64::from(f32::from_bits(want as u32 & 0x7fff_ffff).next_up())
                - f64::from(f32::from_bits(want as u32 & 0x7fff_ffff))
        }
        _ => want_real.abs().next_up() - want_real.abs(),
    };
    if got.is_finite() { (got - want_real).abs() / unit } else { f64::INFINITY }
}

/// Returns the functions with larger errors than documented. The text of their kernels may be changed before.
fn too_coarse(change: impl FnOnce(String) -> String) -> BTreeSet<String> {
    let bounds: BTreeMap<&str, [f64; 2]> = tsv::table(BOUNDS)
        .map(|[name, double, single]| (name, [double, single].map(|bound| bound.parse().unwrap())))
        .collect();
    let rows: Vec<[&str; 4]> = tsv::table(EXACT).collect();
    let functions: BTreeMap<&str, &str> = rows.iter().map(|[name, types, ..]| (*name, *types)).collect();
    assert_eq!(functions.len(), 2 * bounds.len());
    let module = Module::parse(&change(kernels(functions))).unwrap_or_else(|e| panic!("{e}"));
    let mut coarse = BTreeSet::new();
    for rows in rows.chunk_by(|a, b| a[0] == b[0]) {
        let (name, letter) = (rows[0][0], rows[0][1].chars().next().unwrap());
        let [double, single] = bounds[if letter == 'f' { &name[..name.len() - 1] } else { name }];
        let bound = if letter == 'f' { single } else { double };
        let caller = caller(&module, name);
        for [_, _, arguments, want] in rows {
            let words: Vec<u64> =
                arguments.split(' ').map(|word| u64::from_str_radix(word, 16).unwrap()).collect();
            let got = call(&caller, &words);
            let error = ulps(letter, got, u64::from_str_radix(want, 16).unwrap());
            // The correct result has half a unit of its own.
            if error > bound + 0.5 {
                eprintln!("{name} {arguments}: {got:x}, exactly {want}: {error} units");
                coarse.insert(name.to_owned());
            }
        }
    }
    coarse
}

/// Functions of engines with larger errors, in double precision: Bessel functions near their zeros, others by
/// a unit or two.
const COARSE: [&str; 4] = ["cyl_bessel_i0", "exp10", "y0", "y1"];

#[test]
fn engines_are_as_exact_as_documented_but_for_four_functions() {
    assert!(too_coarse(|text| text).iter().eq(COARSE.iter()));
}

#[test]
fn functions_for_gpus_are_as_exact_as_documented() {
    let coarse = too_coarse(|text| with_math_library(&text).expect("functions are missing").unwrap());
    assert_eq!(coarse, BTreeSet::new());
}
