//! Self-contained HTML page: the viewer with a trace inside.

/// The viewer's markup, with placeholders for style, trace and script.
const VIEWER: &str = include_str!("viewer/page.html");
const STYLE: &str = include_str!("viewer/page.css");
/// Parts of the script, in the order in which they run.
const SCRIPT: [&str; 9] = [
    include_str!("viewer/trace.js"),
    include_str!("viewer/colour.js"),
    include_str!("viewer/rows.js"),
    include_str!("viewer/draw.js"),
    include_str!("viewer/heat.js"),
    include_str!("viewer/kernels.js"),
    include_str!("viewer/waits.js"),
    include_str!("viewer/select.js"),
    include_str!("viewer/input.js"),
];

/// Returns the page of a trace: one file, no network access.
///
/// A truncated trace is closed after its last whole line.
///
/// # Errors
/// The text is not a trace.
pub fn page(trace: &str) -> Result<String, String> {
    let body = trace.trim();
    let Some(rest) = body.strip_prefix('[') else {
        return Err("not a trace: it does not begin with `[`".into());
    };
    let whole = match rest.strip_suffix(']') {
        Some(whole) => whole,
        // Truncated, possibly in the middle of a line.
        None => rest.rfind("},\n").map_or("", |at| &rest[..=at]),
    };
    let whole = whole.trim().trim_end_matches(',');
    if !whole.is_empty() && !whole.starts_with('{') {
        return Err("not a trace: the first event is not an object".into());
    }
    // The data must not contain the end tag of its element.
    let safe = whole.replace("</", "<\\/");
    let missing = |place| format!("the viewer has no place {place}");
    let split = |text: &'static str, place| text.split_once(place).ok_or_else(|| missing(place));
    let (head, rest) = split(VIEWER, "/*STYLE*/")?;
    let (body, rest) = split(rest, "/*TRACE*/")?;
    let (before, after) = split(rest, "/*SCRIPT*/")?;
    Ok([head, STYLE, body, "[", &safe, "]", before, &SCRIPT.concat(), after].concat())
}
