//! Solving for the integer coefficients of each segment.
//!
//! A least-squares fit of the published form of polynomial comes within a few steps of the coefficients.
//! Among the integers near them, those are the unit's that give every recorded result; round ones are tried
//! first.

use crate::driver::{Gpu, PART};
use crate::forms::FORMS;
use crate::specification::{ALL, Specification};
use ptx::sfu::half_square;
use std::fmt::Write;
use std::path::Path;

/// Powers of two that coefficients are multiples of, the largest first.
const GRAINS: [i64; 10] = [512, 256, 128, 64, 32, 16, 8, 4, 2, 1];
/// Steps from the fitted slope and curvature within which integers are tried.
const NEAR: [i64; 2] = [3, 4];

/// Recorded facts of an offset.
#[derive(Clone, Copy)]
struct Point {
    offset: i64,
    square: i64,
    /// Bounds of the polynomial in its unit; the upper one is excluded.
    bounds: [i64; 2],
}

/// Solves by results of a GPU and writes the tables.
///
/// # Errors
/// The driver's, the file's, or a segment without a solution.
pub(crate) fn run(out: &Path) -> Result<(), String> {
    let gpu = Gpu::open()?;
    let mut text = String::from(
        "//! Coefficients of the interpolated functions. Written by `special solve` from results of an H200.\n\n\
         /// Constant, slope and curvature of a segment, in the unit of the function.\n\
         pub(super) type Coefficients = [i64; 3];\n",
    );
    for specification in ALL {
        let form = FORMS.iter().find(|form| form.name == specification.form);
        let form = form.ok_or_else(|| format!("no form {}", specification.form))?;
        let runner = gpu.runner(form.name, form.function)?;
        let results = |inputs: &[u32]| {
            let inputs: Vec<u64> = inputs.iter().map(|&input| input.into()).collect();
            let parts: Result<Vec<Vec<u64>>, String> =
                inputs.chunks(PART).map(|part| runner.run(part)).collect();
            Ok(parts?.concat().into_iter().map(|result| result as u32).collect())
        };
        let segments = 0..specification.segments as u32;
        let table: Result<Vec<_>, _> =
            segments.map(|segment| solve_segment(specification, segment, &results)).collect();
        let table = table?;
        let _ = write!(
            text,
            "\n/// {}\npub(super) const {}: [Coefficients; {}] = [\n",
            specification.about,
            specification.table,
            table.len()
        );
        for [constant, slope, curvature] in table {
            let _ = writeln!(text, "    [{constant}, {slope}, {curvature}],");
        }
        text += "];\n";
        eprintln!("{:<6} solved", specification.table);
    }
    std::fs::write(out, text).map_err(|e| format!("{}: {e}", out.display()))
}

/// Returns a function's results of inputs.
pub(crate) type Results<'a> = dyn Fn(&[u32]) -> Result<Vec<u32>, String> + 'a;

/// Solves for the coefficients of a segment.
///
/// # Errors
/// Those of `results`, or none gives all of them.
pub(crate) fn solve_segment(
    specification: &Specification,
    segment: u32,
    results: &Results<'_>,
) -> Result<[i64; 3], String> {
    let offsets = 0..1u32 << specification.offset_bits;
    let inputs: Vec<(u32, u32)> =
        offsets.filter_map(|offset| Some((offset, (specification.input)(segment, offset)?))).collect();
    let numbers: Vec<u32> = inputs.iter().map(|&(_, input)| input).collect();
    let scale = (1u64 << specification.unit) as f64;
    let point = |(&(offset, _), result): (&(u32, u32), u32)| Point {
        offset: offset.into(),
        square: half_square(offset << (17 - specification.offset_bits)).into(),
        bounds: (specification.bounds)(segment, result).map(|bound| (bound * scale) as i64),
    };
    let points: Vec<Point> = inputs.iter().zip(results(&numbers)?).map(point).collect();
    coefficients(&points)
        .ok_or_else(|| format!("{}: no coefficients for segment {segment}", specification.table))
}

/// Returns the coefficients that give all results, the roundest first.
fn coefficients(points: &[Point]) -> Option<[i64; 3]> {
    let [slope, curvature] = fitted(points);
    // Most wrong coefficients fail on few points.
    let few: Vec<Point> = points.iter().copied().step_by(points.len() / 256 + 1).collect();
    for slope_grain in GRAINS {
        for curvature_grain in GRAINS {
            let [slopes, curvatures] = [(slope, slope_grain, NEAR[0]), (curvature, curvature_grain, NEAR[1])]
                .map(|(fit, grain, near)| {
                    let middle = (fit / grain as f64).round() as i64;
                    (middle - near..=middle + near).map(move |n| n * grain)
                });
            for slope in slopes {
                for curvature in curvatures.clone() {
                    let found = |points: &[Point]| constant(points, slope, curvature);
                    if let Some(constant) = found(&few).and_then(|_| found(points)) {
                        return Some([constant, slope, curvature]);
                    }
                }
            }
        }
    }
    None
}

/// Returns the roundest constant that gives all results with a slope and a curvature.
fn constant(points: &[Point], slope: i64, curvature: i64) -> Option<i64> {
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for point in points {
        let rest = slope * point.offset + curvature * point.square;
        low = low.max(point.bounds[0] - rest);
        high = high.min(point.bounds[1] - rest);
    }
    let multiple = |bits: u32| Some(((low + (1 << bits) - 1) >> bits) << bits).filter(|&n| n < high);
    (low < high).then(|| (0..44).rev().find_map(multiple)).flatten()
}

/// Returns slope and curvature by least squares.
fn fitted(points: &[Point]) -> [f64; 2] {
    let count = points.len() as f64;
    let value = |point: &Point| (point.bounds[0] as f64 + point.bounds[1] as f64) / 2.0;
    let mean = |of: &dyn Fn(&Point) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, q, y) = (mean(&|p| p.offset as f64), mean(&|p| p.square as f64), mean(&value));
    let [mut xx, mut xq, mut qq, mut xy, mut qy] = [0.0; 5];
    for point in points {
        let (dx, dq, dy) = (point.offset as f64 - x, point.square as f64 - q, value(point) - y);
        (xx, xq, qq) = (xx + dx * dx, xq + dx * dq, qq + dq * dq);
        (xy, qy) = (xy + dx * dy, qy + dq * dy);
    }
    let determinant = xx * qq - xq * xq;
    [(xy * qq - qy * xq) / determinant, (qy * xx - xy * xq) / determinant]
}
