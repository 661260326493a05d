//! A picture of the measured ratios, for the book.

use crate::Row;
use std::fmt::Write as _;

const STYLE: &str = ".back { fill: #fff; } .ink { fill: #1b1f24; } .line { stroke: #ddd; } .one { stroke: #333; }
@media (prefers-color-scheme: dark) { .back { fill: #0d1117; } .ink { fill: #e6edf3; } .line { stroke: #30363d; } .one { stroke: #aaa; } }";

/// Height of a kernel's two bars and the space below them.
const ROW: usize = 24;

/// Ratios at the left and the right edge.
const RANGE: (f64, f64) = (1.0 / 4.0, 64.0);

/// Colours of C's bars and of PoCL's.
const COLOURS: [&str; 2] = ["#0072b2", "#e69f00"];

/// Draws two bars for each kernel, from 1 to the time of C and of PoCL divided by ours, on a logarithmic
/// scale.
pub(crate) fn svg(rows: &[Row], threads: usize) -> String {
    let (left, right, top) = (120.0, 680.0, 56.0);
    let bottom = top + (ROW * rows.len()) as f64;
    let (low, high) = (RANGE.0.ln(), RANGE.1.ln());
    let place = |ratio: f64| left + (right - left) * (ratio.ln() - low) / (high - low);
    let cores = if threads == 1 { "one core".into() } else { format!("{threads} cores") };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 {0:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
        <style>\n{STYLE}\n</style>\n<rect width=\"780\" height=\"{0:.0}\" class=\"back\"/>\n\
        <text x=\"{left}\" y=\"16\" font-size=\"13\" class=\"ink\">Time of others divided by ours, {cores}: ours is faster right of 1</text>\n",
        bottom + 12.0,
    );
    let keys = ["C (-O3 -march=native -ffast-math)", "PoCL (-cl-fast-relaxed-math)"];
    for ((x, colour), key) in [left, left + 220.0].iter().zip(COLOURS).zip(keys) {
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"23\" width=\"10\" height=\"10\" fill=\"{colour}\"/>\
            <text x=\"{}\" y=\"32\" class=\"ink\">{key}</text>",
            x + 14.0
        );
    }
    for power in -2..=6 {
        let ratio = 2f64.powi(power);
        let (x, class) = (place(ratio), if power == 0 { "one" } else { "line" });
        let text = if power < 0 { format!("1/{}", 1 << -power) } else { format!("{}", 1 << power) };
        let _ = writeln!(
            out,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{bottom}\" class=\"{class}\"/>\
            <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\" class=\"ink\">{text}</text>",
            top - 6.0
        );
    }
    for (n, row) in rows.iter().enumerate() {
        let y = top + (ROW * n) as f64 + 2.0;
        let _ = writeln!(
            out,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\" class=\"ink\">{}</text>",
            left - 6.0,
            y + 13.0,
            row.kernel
        );
        for (side, colour) in (1..).zip(COLOURS) {
            let ratio = row.ratio(side);
            if ratio.is_nan() {
                continue;
            }
            let (y, end) = (y + 10.0 * (side - 1) as f64, place(ratio.clamp(RANGE.0, RANGE.1)));
            let (from, to) = (end.min(place(1.0)), end.max(place(1.0)));
            let _ = writeln!(
                out,
                "<rect x=\"{from:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"9\" fill=\"{colour}\"/>\
                <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"9\" class=\"ink\">{ratio:.2}</text>",
                to - from,
                right + 8.0,
                y + 8.0,
            );
        }
    }
    out + "</svg>\n"
}
