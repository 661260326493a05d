//! A picture of the measured ratios, for the book.

use std::fmt::Write as _;

const STYLE: &str = ".back { fill: #fff; } .ink { fill: #1b1f24; } .line { stroke: #ddd; } .one { stroke: #333; }
@media (prefers-color-scheme: dark) { .back { fill: #0d1117; } .ink { fill: #e6edf3; } .line { stroke: #30363d; } .one { stroke: #aaa; } }";

/// Height of a bar and the space below it.
const ROW: usize = 18;

/// Ratios at the left and the right edge.
const RANGE: (f64, f64) = (1.0 / 32.0, 16.0);

/// Draws a bar for each kernel, from 1 to C's time divided by ours, on a logarithmic scale.
pub(crate) fn svg(ratios: &[(&str, f64)]) -> String {
    let (left, right, top) = (120.0, 720.0, 40.0);
    let bottom = top + (ROW * ratios.len()) as f64;
    let (low, high) = (RANGE.0.ln(), RANGE.1.ln());
    let place = |ratio: f64| left + (right - left) * (ratio.ln() - low) / (high - low);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 780 {:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
        <style>\n{STYLE}\n</style>\n<rect width=\"780\" height=\"{:.0}\" class=\"back\"/>\n\
        <text x=\"{left}\" y=\"16\" font-size=\"13\" class=\"ink\">Time of C (gcc -O3 -march=native -ffast-math) by ours, one core</text>\n",
        bottom + 12.0,
        bottom + 12.0,
    );
    for power in -5..=4 {
        let ratio = 2f64.powi(power);
        let (x, class) = (place(ratio), if power == 0 { "one" } else { "line" });
        let text = if power < 0 { format!("1/{}", 1 << -power) } else { format!("{}", 1 << power) };
        let _ = writeln!(
            out,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{bottom}\" class=\"{class}\"/>\
            <text x=\"{x:.1}\" y=\"34\" text-anchor=\"middle\" class=\"ink\">{text}</text>"
        );
    }
    for (n, &(name, ratio)) in ratios.iter().enumerate() {
        let y = top + (ROW * n) as f64 + 3.0;
        let end = place(ratio.clamp(RANGE.0, RANGE.1));
        let (from, to) = (end.min(place(1.0)), end.max(place(1.0)));
        let colour = match ratio {
            r if r >= 0.8 => "#009e73",
            r if r >= 0.5 => "#e69f00",
            _ => "#d55e00",
        };
        let _ = writeln!(
            out,
            "<text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\" class=\"ink\">{name}</text>\
            <rect x=\"{from:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"12\" fill=\"{colour}\"/>\
            <text x=\"{:.1}\" y=\"{:.1}\" class=\"ink\">{ratio:.2}</text>",
            left - 6.0,
            y + 10.0,
            to - from,
            right + 8.0,
            y + 10.0,
        );
    }
    out + "</svg>\n"
}
