//! Results of a study as text, and as a drawing (SVG) with bars for every workload.

use super::{Compared, Outcome};
use std::fmt::Write as _;

/// Returns the geometric mean of ratios.
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio: f64| (sum + ratio.ln(), count + 1.0));
    if count == 0.0 { 1.0 } else { (sum / count).exp() }
}

/// Returns the speedup of `to` over `of`.
pub fn ratio(base: &Outcome, to: &Outcome) -> f64 {
    base.time as f64 / to.time.max(1) as f64
}

/// Policies and their colours, distinguishable in print and by colour-blind readers.
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

/// Returns the text table, a line for each workload: milliseconds of virtual time, launches, and SPAWN's
/// speedup over the others.
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
const TOP: f64 = 66.0;
const HEIGHT: f64 = 260.0;
const GROUP: f64 = 62.0;
/// Width of a legend entry: three a row, the longest of which is "… with more than a warp's work".
const ENTRY: f64 = 215.0;
const ENTRIES: usize = 3;
/// Range of the axis in doublings: from an eighth of flat to 64 times as fast.
const DOUBLINGS: std::ops::RangeInclusive<i32> = -3..=6;
/// Colours of background and text, in light and dark mode.
const STYLE: &str = "<style>\n\
.back { fill: #fff; } .ink { fill: #1b1f24; } .line { stroke: #ddd; } .one { stroke: #333; }\n\
@media (prefers-color-scheme: dark) { .back { fill: #0d1117; } .ink { fill: #e6edf3; } .line { stroke: #30363d; } .one { stroke: #aaa; } }\n\
</style>\n";

/// Returns the height of a speedup on the axis, and whether it exceeds the axis.
fn height(speedup: f64) -> (f64, bool) {
    let (low, high) = (f64::from(*DOUBLINGS.start()), f64::from(*DOUBLINGS.end()));
    let doublings = speedup.max(1e-9).log2();
    (TOP + HEIGHT * (high - doublings.clamp(low, high)) / (high - low), !(low..=high).contains(&doublings))
}

/// Returns the drawing as a file: speedup over threads alone, on a logarithmic axis.
pub fn svg(title: &str, all: &[Compared]) -> String {
    let heading = format!("<text x=\"{LEFT}\" y=\"18\" font-size=\"13\" class=\"ink\">{title}</text>\n");
    let width = width(all);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} 420\" font-family=\"sans-serif\" font-size=\"11\">\n\
         {STYLE}<rect width=\"{width}\" height=\"420\" class=\"back\"/>\n{heading}{}</svg>\n",
        drawing(all)
    )
}

fn width(all: &[Compared]) -> f64 {
    (LEFT + GROUP * all.len() as f64 + 12.0).max(LEFT + ENTRY * ENTRIES as f64)
}

fn drawing(all: &[Compared]) -> String {
    let mut out = String::new();
    for (place, (name, colour)) in WAYS.iter().enumerate() {
        let x = LEFT + ENTRY * (place % ENTRIES) as f64;
        let y = 27.0 + 17.0 * (place / ENTRIES) as f64;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\" class=\"ink\">{name}</text>",
            x + 14.0,
            y + 9.0
        );
    }
    for doubling in DOUBLINGS {
        let (y, _) = height(2f64.powi(doubling));
        let label = if doubling < 0 { format!("1/{}", 1 << -doubling) } else { (1 << doubling).to_string() };
        let class = if doubling == 0 { "one" } else { "line" };
        let _ = writeln!(
            out,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"{class}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" class=\"ink\">{label}×</text>",
            width(all) - 12.0,
            LEFT - 6.0,
            y + 4.0
        );
    }
    for (place, one) in all.iter().enumerate() {
        let x = LEFT + GROUP * place as f64 + 6.0;
        for (way, (speedup, (name, colour))) in bars(one).into_iter().zip(WAYS).enumerate() {
            bar(&mut out, x + 10.0 * way as f64, speedup, colour, &format!("{}, {name}", one.pair));
        }
        let (x, y) = (x + 25.0, TOP + HEIGHT + 18.0);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" transform=\"rotate(-35 {x:.1} {y:.1})\" class=\"ink\">{}</text>",
            one.pair
        );
    }
    out
}

/// Draws a bar. One that exceeds the axis ends in a point and has its value written along it.
fn bar(out: &mut String, x: f64, speedup: f64, colour: &str, what: &str) {
    let ((y, beyond), (zero, _)) = (height(speedup), height(1.0));
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"9\" height=\"{:.1}\" fill=\"{colour}\"><title>{what}: {speedup:.2}×</title></rect>",
        y.min(zero),
        (y - zero).abs().max(0.5)
    );
    if beyond {
        let (point, value) = if y > zero {
            (6.0, format!("1/{:.1}×", 1.0 / speedup))
        } else {
            (-6.0, format!("{speedup:.0}×"))
        };
        // Text reads upwards; it starts at the lower end of the bar, or ends at the upper one.
        let anchor = if y > zero { "start" } else { "end" };
        let (text_x, text_y) = (x + 7.5, if y > zero { y - 2.0 } else { y + 2.0 });
        let _ = writeln!(
            out,
            "<path d=\"M{x:.1} {y:.1}h9l-4.5 {point}z\" fill=\"{colour}\"/><text x=\"{text_x:.1}\" y=\"{text_y:.1}\" font-size=\"9\" text-anchor=\"{anchor}\" transform=\"rotate(-90 {text_x:.1} {text_y:.1})\">{value}</text>"
        );
    }
}

/// Column headers of the page's table: groups with their spans, then columns.
const GROUPS: [(&str, usize); 4] =
    [("", 1), ("virtual time, ms", 5), ("launches", 5), ("SPAWN is faster by, times", 4)];
const COLUMNS: [&str; 15] = [
    "workload", "flat", "always", "careful", "best", "SPAWN", "always", "careful", "best", "above", "SPAWN",
    "flat", "always", "careful", "best",
];

fn html_table(all: &[Compared]) -> String {
    let mut out = String::from("<table>\n<thead><tr>");
    for (name, span) in GROUPS {
        let _ = write!(out, "<th colspan=\"{span}\">{name}</th>");
    }
    out.push_str("</tr>\n<tr>");
    COLUMNS.iter().for_each(|name| out.push_str(&format!("<th>{name}</th>")));
    out.push_str("</tr></thead>\n<tbody>\n");
    for one in all {
        let (above, best) = one.best();
        let outcomes = [&one.flat, one.always(), one.careful(), best];
        let times = outcomes
            .into_iter()
            .chain([&one.spawn])
            .map(|outcome| format!("{:.3}", outcome.time as f64 / 1e9));
        let launches = outcomes[1..].iter().map(|outcome| outcome.launched.grids.to_string());
        let above = above.map_or("none".to_owned(), |items| items.to_string());
        let over = outcomes.into_iter().map(|outcome| format!("{:.2}", ratio(outcome, &one.spawn)));
        let cells = times.chain(launches).chain([above, one.spawn.launched.grids.to_string()]).chain(over);
        let _ = write!(out, "<tr><th>{}</th>", one.pair);
        cells.for_each(|cell| out.push_str(&format!("<td>{cell}</td>")));
        out.push_str("</tr>\n");
    }
    out.push_str("<tr><th>geometric mean</th><td colspan=\"10\"></td>");
    let mean = |outcome: fn(&Compared) -> &Outcome| {
        geometric_mean(all.iter().map(|one| ratio(outcome(one), &one.spawn)))
    };
    let means =
        [mean(|one| &one.flat), mean(Compared::always), mean(Compared::careful), mean(|one| one.best().1)];
    means.iter().for_each(|mean| out.push_str(&format!("<td>{mean:.2}</td>")));
    out + "</tr>\n</tbody></table>\n"
}

/// Style of the page; drawing and table scroll separately in a narrow window.
const PAGE: &str = ":root { color-scheme: light dark; }\n\
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1150px; margin: 0 auto; padding: 1.5rem; background: #fff; color: #1b1f24; }\n\
h1 { font-size: 1.4rem; } .wide { overflow-x: auto; } svg { display: block; min-width: 640px; width: 100%; }\n\
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap; }\n\
th, td { border-bottom: 1px solid #8884; padding: 2px 8px; text-align: right; } thead th[colspan] { text-align: center; } tbody th { font-weight: normal; text-align: left; }\n\
@media (max-width: 900px) { body { padding: 1rem; } table { font-size: 10px; } th, td { padding: 2px 3px; white-space: normal; } }\n\
@media (prefers-color-scheme: dark) { body { background: #0d1117; color: #e6edf3; } }\n";

/// Returns a page with the drawing and the table, for a browser.
pub fn page(title: &str, all: &[Compared]) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title>\n<style>\n{PAGE}</style></head>\n<body>\n<h1>{title}</h1>\n\
         <p>How many times faster than threads alone, in virtual time. A bar says its number when pointed at.</p>\n\
         <div class=\"wide\"><svg viewBox=\"0 20 {} 400\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n{STYLE}{}</svg></div>\n\
         <div class=\"wide\">{}</div>\n</body></html>\n",
        width(all),
        drawing(all),
        html_table(all)
    )
}
