//! A study as text, and as a drawing (SVG) in which every workload has its bars.

use super::{Compared, Outcome};
use std::fmt::Write as _;

/// The geometric mean of ratios.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio: f64| (sum + ratio.ln(), count + 1.0));
    if count == 0.0 { 1.0 } else { (sum / count).exp() }
}

/// How many times shorter the second is.
pub fn ratio(of: &Outcome, to: &Outcome) -> f64 {
    of.time as f64 / to.time.max(1) as f64
}

/// One colour each, which printers and people without all colours tell apart.
const WAYS: [(&str, &str); 5] = [
    ("each thread with work launches", "#d55e00"),
    ("… with more than a warp's work", "#e69f00"),
    ("best threshold, found offline", "#999999"),
    ("SPAWN", "#0072b2"),
    ("SPAWN, plain window", "#56b4e9"),
];

fn bars(compared: &Compared) -> [f64; 5] {
    let all = [compared.always(), compared.careful(), compared.best().1, &compared.spawn, &compared.window];
    all.map(|outcome| ratio(&compared.flat, outcome))
}

/// The text table, a line a workload: milliseconds of virtual time, launches, and what SPAWN gains over the others.
pub fn table(all: &[Compared]) -> String {
    let mut text = String::from(
        "workload            flat    always   careful      best   SPAWN    launches: always   careful  best (above)    SPAWN   SPAWN over: flat always careful  best\n",
    );
    for one in all {
        let ms = |outcome: &Outcome| outcome.time as f64 / 1e9;
        let (above, best) = one.best();
        let above = above.map_or("none".to_owned(), |items| items.to_string());
        let over = |outcome| ratio(outcome, &one.spawn);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<14} {:>9.3} {:>9.3} {:>9.3} {:>9.3} {:>7.3} {:>20} {:>9} {:>7} {:>6} {:>8} {:>17.2} {:>6.2} {:>7.2} {:>5.2}",
            one.pair,
            ms(&one.flat),
            ms(one.always()),
            ms(one.careful()),
            ms(best),
            ms(&one.spawn),
            one.always().launched.grids,
            one.careful().launched.grids,
            best.launched.grids,
            format!("({above})"),
            one.spawn.launched.grids,
            over(&one.flat),
            over(one.always()),
            over(one.careful()),
            over(best)
        );
    }
    let mean = |outcome: fn(&Compared) -> &Outcome| {
        geometric_mean(all.iter().map(|one| ratio(outcome(one), &one.spawn)))
    };
    let _ = writeln!(
        text,
        "{:<14} {:>123.2} {:>6.2} {:>7.2} {:>5.2}",
        "geometric mean",
        mean(|one| &one.flat),
        mean(Compared::always),
        mean(Compared::careful),
        mean(|one| one.best().1)
    );
    text
}

const LEFT: f64 = 50.0;
const TOP: f64 = 46.0;
const HEIGHT: f64 = 260.0;
const GROUP: f64 = 62.0;
/// What the axis shows: from an eighth of flat to 64 times as fast, in doublings.
const DOUBLINGS: std::ops::RangeInclusive<i32> = -3..=6;

/// Where a speedup is on the axis.
fn height(speedup: f64) -> f64 {
    let (low, high) = (f64::from(*DOUBLINGS.start()), f64::from(*DOUBLINGS.end()));
    let at = speedup.max(1e-9).log2().clamp(low, high);
    TOP + HEIGHT * (high - at) / (high - low)
}

/// The drawing: how many times faster than threads alone, on an axis of doublings.
pub fn svg(title: &str, all: &[Compared]) -> String {
    let width = LEFT + GROUP * all.len() as f64 + 12.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 400\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"400\" fill=\"#fff\"/>\n<text x=\"{LEFT}\" y=\"16\" font-size=\"13\">{title}</text>\n"
    );
    for (place, (name, colour)) in WAYS.iter().enumerate() {
        let x = LEFT + 185.0 * place as f64;
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"25\" width=\"10\" height=\"10\" fill=\"{colour}\"/><text x=\"{}\" y=\"34\">{name}</text>",
            x + 14.0
        );
    }
    for doubling in DOUBLINGS {
        let y = height(2f64.powi(doubling));
        let label = if doubling < 0 { format!("1/{}", 1 << -doubling) } else { (1 << doubling).to_string() };
        let colour = if doubling == 0 { "#333" } else { "#ddd" };
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}×</text>",
            width - 12.0,
            LEFT - 6.0,
            y + 4.0
        );
    }
    for (place, one) in all.iter().enumerate() {
        let x = LEFT + GROUP * place as f64 + 6.0;
        for (way, (speedup, (name, colour))) in bars(one).into_iter().zip(WAYS).enumerate() {
            let (y, zero) = (height(speedup), height(1.0));
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"{:.1}\" fill=\"{colour}\"><title>{}, {name}: {speedup:.2}×</title></rect>",
                x + 10.0 * way as f64,
                y.min(zero),
                (y - zero).abs().max(0.5),
                one.pair
            );
        }
        let (x, y) = (x + 25.0, TOP + HEIGHT + 14.0);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" transform=\"rotate(-35 {x:.1} {y:.1})\">{}</text>",
            one.pair
        );
    }
    out + "</svg>\n"
}

/// A page with the drawing and the table, for a browser.
pub fn page(title: &str, all: &[Compared]) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\n\
         <body style=\"font-family:sans-serif;max-width:1100px;margin:2em auto\">\n<h1>{title}</h1>\n\
         <p>How many times faster than threads alone, in virtual time. A bar says its number when pointed at.</p>\n{}\
         <pre style=\"overflow-x:auto\">{}</pre>\n</body></html>\n",
        svg(title, all),
        table(all)
    )
}
