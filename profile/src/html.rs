//! A profile as one HTML page, without scripts and without a network.

mod charts;

use crate::advice::{findings, of_shape};
use crate::clock::Bound;
use crate::report::{Counts, Kernel, Line, Profile, ratio};
use crate::summary::{counted, duration, honesty, place};
use charts::{bars, curve, roofline, timeline};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const STYLE: &str = include_str!("html/page.css");

/// Returns a text with the characters that HTML reserves replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Returns a count with thin spaces between groups of digits.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// Returns the page. `source` returns the text of a source file, if it is at hand.
pub fn page(profile: &Profile, source: &dyn Fn(&str) -> Option<String>) -> String {
    let total: f64 = profile.kernels.iter().map(|kernel| kernel.ns).sum();
    let mut body = String::new();
    let _ = write!(
        body,
        "<h1>Profile</h1><p class=note>{}: {} SMs at {} MHz. {}</p>",
        escape(&profile.device.name),
        profile.device.sms,
        profile.device.mhz,
        escape(&honesty(profile))
    );
    body.push_str("<table><tr><th>kernel<th>launches<th>time<th>of all<th>bound by<th>sectors / request<th>conflicts / request<th>divergent<th>lanes</tr>");
    for (n, kernel) in profile.kernels.iter().enumerate() {
        let counts = &kernel.counts;
        let _ = write!(
            body,
            "<tr><td><a href=#k{n}>{}</a><td>{}<td>{}<td>{:.1} %<td>{}<td>{:.2}<td>{:.2}<td>{:.1} %<td>{:.1}</tr>",
            escape(&kernel.name),
            kernel.launches,
            duration(kernel.ns),
            100.0 * kernel.ns / total.max(1.0),
            kernel.bound.name(),
            counts.sectors_per_request(),
            counts.conflicts_per_request(),
            100.0 * counts.divergence(),
            counts.active_lanes()
        );
    }
    body.push_str("</table><h2>Launches</h2>");
    body.push_str(&timeline(profile));
    body.push_str("<h2>Roofline</h2>");
    body.push_str(&roofline(profile));
    for (n, kernel) in profile.kernels.iter().enumerate() {
        let _ = write!(body, "<section id=k{n}>");
        of_kernel(kernel, profile, source, &mut body);
        body.push_str("</section>");
    }
    format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>Profile</title><style>{STYLE}</style><body>{body}</body></html>\n"
    )
}

fn of_kernel(kernel: &Kernel, profile: &Profile, source: &dyn Fn(&str) -> Option<String>, body: &mut String) {
    let _ = write!(
        body,
        "<h2>{}</h2><p>{} in {}, bound by <b>{}</b>.</p>",
        escape(&kernel.name),
        duration(kernel.ns),
        counted(kernel.launches, "launch"),
        kernel.bound.name()
    );
    if kernel.blocks[1] < kernel.blocks[0] {
        let _ = write!(
            body,
            "<p class=note>Counted in {} of {} blocks and scaled.</p>",
            kernel.blocks[1], kernel.blocks[0]
        );
    }
    if kernel.lost > 0 {
        let _ = write!(
            body,
            "<p class=note>{} warps ran too long to be recorded: counts are too small.</p>",
            kernel.lost
        );
    }
    if let Some(found) = of_shape(kernel, &profile.device) {
        let _ = write!(body, "<p class=note>{}.</p>", escape(&found));
    }
    let found = findings(kernel);
    if !found.is_empty() {
        body.push_str("<ul class=findings>");
        for finding in found.iter().take(8) {
            let _ = write!(
                body,
                "<li><b>{}</b> {}: {} — {}.<br><code>{}</code></li>",
                escape(&place(&finding.line)),
                finding.reason.name(),
                finding.counted,
                finding.reason.help(),
                escape(&finding.line.text)
            );
        }
        body.push_str("</ul>");
    }
    body.push_str("<div class=columns><div><h3>Busy resources <small>modelled</small></h3>");
    let busy: Vec<(String, f64)> = Bound::ALL
        .iter()
        .map(|bound| (bound.name().to_owned(), kernel.busy.get(bound).copied().unwrap_or(0.0)))
        .collect();
    body.push_str(&bars(&busy));
    body.push_str("</div><div><h3>Instructions by pipe <small>estimated</small></h3>");
    let all: u64 = kernel.classes.values().sum();
    let mut classes: Vec<(String, f64)> =
        kernel.classes.iter().map(|(class, count)| (class.clone(), ratio(*count, all))).collect();
    classes.sort_by(|a, b| b.1.total_cmp(&a.1));
    body.push_str(&bars(&classes));
    body.push_str("</div></div>");
    memory(&kernel.counts, body);
    occupancy(kernel, profile, body);
    let _ = write!(body, "<details><summary>All counters</summary><table>");
    for (name, count) in kernel.counts.named() {
        let _ = write!(body, "<tr><td>{}<td class=number>{}</tr>", name.replace('_', " "), grouped(count));
    }
    body.push_str("</table></details>");
    lines(kernel, source, body);
}

/// Draws how bytes move between the levels.
fn memory(counts: &Counts, body: &mut String) {
    let bytes = |sectors: u64| {
        let bytes = sectors as f64 * 32.0;
        match bytes {
            _ if bytes < 1e6 => format!("{:.1} kB", bytes / 1e3),
            _ if bytes < 1e9 => format!("{:.1} MB", bytes / 1e6),
            _ => format!("{:.1} GB", bytes / 1e9),
        }
    };
    let loads = counts.load_sectors + counts.local_sectors;
    let _ = write!(
        body,
        "<h3>Memory</h3><div class=memory><div>kernel</div>\
         <div>{} requests to global memory<br>{} sectors, {}<br>{} requests to shared memory, {} wavefronts</div>\
         <div class=box>L1 cache<br>{:.0} % of loads hit</div><div>{} sectors<br>{}</div>\
         <div class=box>L2 cache<br>{:.0} % hit</div><div>{} read<br>{} written</div><div class=box>device memory</div></div>\
         <p class=note>Requests, sectors and wavefronts are counted, what comes after the L1 cache is modelled.</p>",
        grouped(counts.requests()),
        grouped(counts.sectors()),
        bytes(counts.sectors()),
        grouped(counts.shared_requests),
        grouped(counts.wavefronts),
        100.0 * ratio(counts.first_level_hits, loads),
        grouped(counts.second_level_sectors),
        bytes(counts.second_level_sectors),
        100.0 * ratio(counts.second_level_hits, counts.second_level_sectors),
        bytes(counts.memory_read / 32),
        bytes(counts.memory_written / 32)
    );
}

fn occupancy(kernel: &Kernel, profile: &Profile, body: &mut String) {
    let own = &kernel.occupancy;
    let most = profile.device.most_warps;
    let _ = write!(
        body,
        "<h3>Occupancy</h3><p>{} of {most} warps, {} blocks on an SM; limited by <b>{}</b>.</p><div class=columns>",
        own.warps, own.blocks, own.limit
    );
    let registers = if own.registers_known { "registers" } else { "registers (estimated)" };
    for (what, points, now) in [
        ("threads of a block", &own.by_threads, own.threads),
        (registers, &own.by_registers, own.registers),
        ("KiB of shared memory", &own.by_shared, own.shared / 1024),
    ] {
        body.push_str(&curve(what, points, now, most));
    }
    body.push_str("</div>");
}

/// Writes source lines with their share of the kernel's cost, and the PTX made from them.
fn lines(kernel: &Kernel, source: &dyn Fn(&str) -> Option<String>, body: &mut String) {
    let most = kernel.lines.iter().map(|line| cost(&line.counts)).max().unwrap_or(1).max(1);
    let mut by_source: BTreeMap<(&str, u32), Vec<&Line>> = BTreeMap::new();
    let mut others = Vec::new();
    for line in &kernel.lines {
        match &line.source {
            Some((file, number)) => by_source.entry((file, *number)).or_default().push(line),
            None => others.push(line),
        }
    }
    let head = "<table class=lines><tr><th><th>line<th><th>instructions<th>requests<th>sectors<th>conflicts<th>divergent</tr>";
    let mut texts: BTreeMap<&str, Option<String>> = BTreeMap::new();
    if !by_source.is_empty() {
        let _ = write!(body, "<h3>Source</h3>{head}");
        for ((file, number), lines) in &by_source {
            let text = texts.entry(file).or_insert_with(|| source(file));
            let text = text.as_deref().and_then(|text| text.lines().nth(*number as usize - 1)).unwrap_or("");
            let mut sum = Counts::default();
            lines.iter().for_each(|line| sum.add(&line.counts));
            let name = file.rsplit('/').next().unwrap_or(file);
            let mut ptx = String::new();
            for line in lines {
                row(&line.ptx.to_string(), &escape(&line.text), &line.counts, most, &mut ptx);
            }
            let inner = format!(
                "<details><summary>{}</summary><table class=lines>{ptx}</table></details>",
                if text.is_empty() { "PTX".to_owned() } else { format!("<code>{}</code>", escape(text)) }
            );
            row(&format!("{}:{number}", escape(name)), &inner, &sum, most, body);
        }
        body.push_str("</table>");
    }
    if !others.is_empty() {
        let _ = write!(body, "<h3>PTX</h3>{head}");
        for line in others {
            row(
                &line.ptx.to_string(),
                &format!("<code>{}</code>", escape(&line.text)),
                &line.counts,
                most,
                body,
            );
        }
        body.push_str("</table>");
    }
}

/// Cost of a line: its issue slots, and what its requests take of caches and shared memory.
fn cost(counts: &Counts) -> u64 {
    counts.instructions + counts.sectors() + counts.wavefronts + counts.local_sectors
}

fn row(place: &str, text: &str, counts: &Counts, most: u64, body: &mut String) {
    let heat = cost(counts) as f64 / most as f64;
    let blank = |count: u64| if count == 0 { String::new() } else { grouped(count) };
    let _ = write!(
        body,
        "<tr><td class=heat style=\"--heat:{:.3}\"><td class=number>{place}<td>{text}<td class=number>{}<td class=number>{}\
         <td class=number>{}<td class=number>{}<td class=number>{}</tr>",
        heat.min(1.0).sqrt(),
        blank(counts.instructions),
        blank(counts.requests() + counts.shared_requests + counts.local_requests),
        blank(counts.sectors() + counts.local_sectors),
        blank(counts.bank_conflicts),
        blank(counts.diverged)
    );
}
