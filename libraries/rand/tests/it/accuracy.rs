//! Distances of numbers from their distributions, and errors of normal numbers, in the book's table.

use crate::accuracy_table::Table;
use crate::{Generator, MRG32K3A, MT19937, PHILOX, SOBOL32, SOBOL64, XORWOW, quasi, status};
use std::f64::consts::TAU;

/// Numbers of a row.
const COUNT: usize = 100_000;
/// Distance that random numbers exceed once in a thousand tries.
const RANDOM: f64 = 1.95;
/// Distance of points that fill the interval evenly.
const EVEN: f64 = 0.05;

const F32: u32 = 0;
const F64: u32 = 1;
const U32: u32 = 8;

/// Probability of a normal number below `x`, by the series of odd powers over odd factorials.
fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x < 0.0 { 0.0 } else { 1.0 };
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..400 {
        term *= x * x / f64::from(2 * n + 1);
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / TAU.sqrt()
}

/// Greatest distance of the numbers' distribution from `wanted`, times the root of their number (the
/// statistic of Kolmogorov and Smirnov).
fn distance(mut values: Vec<f64>, wanted: impl Fn(f64) -> f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let count = values.len() as f64;
    let steps = values.iter().enumerate().map(|(n, &x)| {
        let at = wanted(x);
        (at - n as f64 / count).abs().max((at - (n + 1) as f64 / count).abs())
    });
    steps.fold(0.0, f64::max) * count.sqrt()
}

/// The same of whole numbers, of which many are equal.
fn distance_of_counts(values: &[u32], mean: f64) -> f64 {
    let count = values.len() as f64;
    let most = values.iter().copied().max().unwrap_or(0);
    let (mut term, mut wanted, mut got, mut greatest) = ((-mean).exp(), 0.0, 0.0, 0f64);
    let mut seen = vec![0u32; most as usize + 1];
    values.iter().for_each(|&x| seen[x as usize] += 1);
    for (k, seen) in seen.into_iter().enumerate() {
        wanted += term;
        got += f64::from(seen) / count;
        greatest = greatest.max((wanted - got).abs());
        term *= mean / (k + 1) as f64;
    }
    greatest * count.sqrt()
}

/// Numbers of a kind, as f64.
fn numbers(generator: &Generator, what: &str, ty: u32) -> Vec<f64> {
    let bits = generator.numbers(what, COUNT);
    let wide =
        |bits: u64| if ty == F64 { f64::from_bits(bits) } else { f64::from(f32::from_bits(bits as u32)) };
    bits.into_iter().map(wide).collect()
}

/// Greatest error of normal numbers beside those that f64 makes of the same uniform ones. The two uniform
/// numbers of a pair follow each other in their subsequence: in the whole order they are neighbours, or one
/// is in the second half of the numbers.
fn error_of_normal(kind: u32, together: usize) -> f64 {
    const LANES: usize = 4096;
    let new = || {
        let generator = Generator::new(kind, false, 2026, 0);
        // MRG32k3a has as many subsequences in the old order.
        assert_eq!(status!(hiprandSetGeneratorOrdering(generator.handle, 103)), hiprand::Status::Success);
        generator
    };
    let single = |what| -> Vec<f64> {
        let bits = new().numbers(what, 2 * LANES);
        bits.into_iter().map(|bits| f64::from(f32::from_bits(bits as u32))).collect()
    };
    let (got, uniform) = (single("normal"), single("uniform"));
    let pairs = (0..LANES).map(|n| match together {
        1 => [uniform[n], uniform[n + LANES]],
        _ => [uniform[2 * n], uniform[2 * n + 1]],
    });
    let errors = pairs.zip(got.chunks_exact(2)).map(|([length, turn], got)| {
        let length = (-2.0 * length.ln()).sqrt();
        let (sine, cosine) = (TAU * turn).sin_cos();
        let wanted = [sine, cosine].map(|part| 1.0 + 2.0 * length * part);
        (got[0] - wanted[0]).abs().max((got[1] - wanted[1]).abs())
    });
    errors.fold(0.0, f64::max)
}

#[test]
fn numbers_are_near_their_distributions() {
    let mut table = Table::new("rand");
    let size = COUNT.to_string();
    let kinds = [
        ("XORWOW", XORWOW, RANDOM),
        ("MRG32k3a", MRG32K3A, RANDOM),
        ("MT19937", MT19937, RANDOM),
        ("Philox4x32-10", PHILOX, RANDOM),
        ("Sobol, 32 bits", SOBOL32, EVEN),
        ("Sobol, 64 bits", SOBOL64, EVEN),
    ];
    for (name, kind, limit) in kinds {
        // Sequences of points begin anew for each row. Their first point is zero, which is no normal number.
        let new = || match limit == EVEN {
            true => quasi(kind, true, 1, 1),
            false => Generator::new(kind, true, 2026, 0),
        };
        let mut generator = new();
        let mut row = |what: &str, ty| {
            if limit == EVEN {
                generator = new();
            }
            numbers(&generator, what, ty)
        };
        for (what, ty) in [("uniform", F32), ("uniform_double", F64)] {
            let distance = distance(row(what, ty), |x| x);
            table.add_plain(&format!("{name}: uniform"), &size, ty, distance, limit);
        }
        for (what, ty) in [("normal", F32), ("normal_double", F64)] {
            // Mean 1, deviation 2.
            let distance = distance(row(what, ty), |x| normal((x - 1.0) / 2.0));
            table.add_plain(&format!("{name}: normal"), &size, ty, distance, limit);
        }
        let distance = distance(row("log_normal", F32), |x| normal((x.ln() - 0.5) / 0.25));
        table.add_plain(&format!("{name}: log-normal"), &size, F32, distance, limit);
        if limit == RANDOM {
            for mean in [0.5, 30.0, 200.0] {
                let values: Vec<u32> = generator
                    .fill(COUNT, |handle, to| status!(hiprandGeneratePoisson(handle, to, COUNT, mean)));
                let distance = distance_of_counts(&values, mean);
                table.add_plain(&format!("{name}: Poisson of {mean}"), &size, U32, distance, limit);
            }
        }
    }
    for (name, kind, together) in
        [("XORWOW", XORWOW, 1), ("MRG32k3a", MRG32K3A, 1), ("Philox4x32-10", PHILOX, 2)]
    {
        table.add(&format!("{name}: normal, beside f64"), "8192", F32, error_of_normal(kind, together), 32.0);
    }
    table.check();
}
