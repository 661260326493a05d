//! Picture of a trace (SVG): the streams' blocks on each SM over time. One file without a script, for
//! documents.
//!
//! Reads only the output of [`chrome`](crate::chrome), with one event a line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Width of the drawing without margins.
const WIDTH: f64 = 900.0;
/// Height of an SM's row.
const ROW: f64 = 3.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 24.0;

/// Colours of streams, cyclically; distinguishable in print and by colour-blind readers.
const COLOURS: [&str; 7] = ["#0072b2", "#e69f00", "#56b4e9", "#d55e00", "#009e73", "#cc79a7", "#999999"];

/// Blocks of a stream on SMs during a span of time.
#[derive(PartialEq, Clone, Debug)]
struct Slice {
    /// Start in microseconds, as written in the trace.
    begin: String,
    time: String,
    stream: u32,
    blocks: u32,
}

/// Returns the text after a name in a line, up to the next comma or brace.
fn word<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let at = line.find(name)? + name.len();
    let rest = &line[at..];
    Some(rest[..rest.find([',', '}'])?].trim_matches('"'))
}

/// Returns a member of a line's `args`, which follow any kernel's name.
fn argument<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    word(&line[line.rfind("\"args\":{")?..], name)
}

/// Returns the picture of a trace.
///
/// # Errors
/// The trace has no blocks on SMs.
pub fn picture(trace: &str) -> Result<String, String> {
    let (mut rows, mut partitions) = (BTreeMap::<u32, Vec<Slice>>::new(), BTreeMap::<u32, String>::new());
    let mut device = "the device";
    for line in trace.lines() {
        if let Some(at) = line.find("\"name\":\"SMs of ") {
            device = line[at + 15..].split('"').next().unwrap_or(device);
        } else if line.contains("\"name\":\"partition\"") {
            // A list of SMs contains commas.
            let sms = line.split("\"sms\":\"").nth(1).and_then(|rest| rest.split('"').next());
            if let (Some(stream), Some(sms)) = (word(line, "\"tid\":").and_then(|id| id.parse().ok()), sms) {
                partitions.insert(stream, sms.to_owned());
            }
        } else if line.starts_with("{\"ph\":\"X\",\"pid\":4,")
            && let Some((sm, slice)) = slice(line)
        {
            rows.entry(sm).or_default().push(slice);
        }
    }
    if rows.is_empty() {
        return Err("no block ran on an SM in this trace".into());
    }
    Ok(draw(device, &rows, &partitions))
}

fn slice(line: &str) -> Option<(u32, Slice)> {
    let begin = word(line, "\"ts\":")?.to_owned();
    let time = word(line, "\"dur\":")?.to_owned();
    let number = |name| argument(line, name)?.parse().ok();
    Some((
        number("\"sm\":")?,
        Slice { begin, time, stream: number("\"stream\":")?, blocks: number("\"blocks\":")? },
    ))
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

fn draw(device: &str, rows: &BTreeMap<u32, Vec<Slice>>, partitions: &BTreeMap<u32, String>) -> String {
    let all = || rows.values().flatten();
    let end = all().map(|slice| number(&slice.begin) + number(&slice.time)).fold(0.0, f64::max);
    let most = all().map(|slice| slice.blocks).max().unwrap_or(1);
    let mut streams: Vec<u32> = all().map(|slice| slice.stream).collect();
    streams.sort_unstable();
    streams.dedup();
    let last = rows.keys().next_back().copied().unwrap_or(0);
    let bottom = TOP + ROW * f64::from(last + 1);
    let height = bottom + 40.0 + 16.0 * streams.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"15\">Blocks on each SM of {}, {end:.1} µs of virtual time; the darker the more, at most {most}</text>\n",
        LEFT + WIDTH + 20.0,
        escaped(device),
    );
    let x = |time: f64| LEFT + WIDTH * time / end.max(f64::MIN_POSITIVE);
    // Writing to a string cannot fail.
    for sm in (0..=last).step_by(16) {
        let _ = writeln!(out, "<text x=\"4\" y=\"{}\">SM {sm}</text>", TOP + ROW * f64::from(sm) + 8.0);
    }
    for Shape { first_sm, sms, slice } in merged(rows) {
        let colour = streams.iter().position(|&stream| stream == slice.stream).unwrap_or(0) % COLOURS.len();
        let begin = number(&slice.begin);
        let _ = writeln!(
            out,
            "<rect x=\"{:.2}\" y=\"{}\" width=\"{:.2}\" height=\"{}\" fill=\"{}\" fill-opacity=\"{:.2}\"/>",
            x(begin),
            TOP + ROW * f64::from(first_sm),
            x(begin + number(&slice.time)) - x(begin),
            ROW * f64::from(sms),
            COLOURS[colour],
            0.55 + 0.45 * f64::from(slice.blocks) / f64::from(most),
        );
    }
    for tick in 0..=4 {
        let time = end * f64::from(tick) / 4.0;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{time:.0} µs</text>",
            x(time),
            bottom + 16.0
        );
    }
    for (n, stream) in streams.iter().enumerate() {
        let y = bottom + 34.0 + 16.0 * n as f64;
        let sms = partitions.get(stream).map_or("all SMs".to_owned(), |sms| format!("SMs {}", escaped(sms)));
        let colour = COLOURS[n % COLOURS.len()];
        let _ = writeln!(
            out,
            "<rect x=\"{LEFT}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{colour}\"/><text x=\"{}\" y=\"{y:.1}\">stream {stream}: {sms}</text>",
            y - 9.0,
            LEFT + 16.0,
        );
    }
    out + "</svg>\n"
}

/// Equal slices of adjacent SMs.
struct Shape<'a> {
    first_sm: u32,
    sms: u32,
    slice: &'a Slice,
}

/// Merges equal slices of adjacent SMs.
fn merged(rows: &BTreeMap<u32, Vec<Slice>>) -> Vec<Shape<'_>> {
    let mut out: Vec<Shape<'_>> = Vec::new();
    // Index in `out` of the slices that reached the row above.
    let mut above: Vec<usize> = Vec::new();
    for (&sm, slices) in rows {
        let mut here = Vec::new();
        for slice in slices {
            let joins = |&n: &usize| out[n].slice == slice && out[n].first_sm + out[n].sms == sm;
            match above.iter().position(joins) {
                Some(at) => {
                    let n = above.swap_remove(at);
                    out[n].sms += 1;
                    here.push(n);
                }
                None => {
                    out.push(Shape { first_sm: sm, sms: 1, slice });
                    here.push(out.len() - 1);
                }
            }
        }
        above = here;
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "[\n\
        {\"ph\":\"M\",\"pid\":4,\"name\":\"process_name\",\"args\":{\"name\":\"SMs of NVIDIA H200\"}},\n\
        {\"ph\":\"M\",\"pid\":3,\"tid\":2,\"name\":\"partition\",\"args\":{\"sms\":\"0-1,4\"}},\n\
        {\"ph\":\"X\",\"pid\":4,\"tid\":0,\"ts\":0.000000,\"dur\":10.000000,\"name\":\"a\\\"sm\\\":7,\",\"args\":{\"op\":1,\"blocks\":8,\"sm\":0,\"stream\":1}},\n\
        {\"ph\":\"X\",\"pid\":4,\"tid\":8,\"ts\":0.000000,\"dur\":10.000000,\"name\":\"a\",\"args\":{\"op\":1,\"blocks\":8,\"sm\":1,\"stream\":1}},\n\
        {\"ph\":\"X\",\"pid\":4,\"tid\":16,\"ts\":5.000000,\"dur\":15.000000,\"name\":\"b\",\"args\":{\"op\":2,\"blocks\":2,\"sm\":2,\"stream\":2}},\n";

    #[test]
    fn blocks_of_a_stream_on_neighbouring_sms_are_one_shape() {
        let drawn = picture(TRACE).expect("a trace");
        let shapes: Vec<&str> = drawn.lines().filter(|line| line.contains("fill-opacity")).collect();
        assert_eq!(
            shapes,
            [
                "<rect x=\"60.00\" y=\"24\" width=\"450.00\" height=\"6\" fill=\"#0072b2\" fill-opacity=\"1.00\"/>",
                "<rect x=\"285.00\" y=\"30\" width=\"675.00\" height=\"3\" fill=\"#e69f00\" fill-opacity=\"0.66\"/>",
            ]
        );
        assert!(drawn.contains("stream 2: SMs 0-1,4<") && drawn.contains("stream 1: all SMs<"), "{drawn}");
        assert!(drawn.contains("of NVIDIA H200, 20.0 µs") && drawn.ends_with("</svg>\n"), "{drawn}");
    }

    #[test]
    fn what_is_no_trace_of_blocks_is_told() {
        for text in ["", "[\n]", "{\"ph\":\"X\",\"pid\":4,", "[{\"ph\":\"X\",\"pid\":4,\"ts\":x}]"] {
            assert!(picture(text).is_err(), "{text}");
        }
    }
}
