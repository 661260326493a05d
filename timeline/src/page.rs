//! A trace as a page of its own: the viewer, with the trace inside.

const VIEWER: &str = include_str!("viewer.html");
/// Where the trace goes in the viewer.
const PLACE: &str = "/*TRACE*/";

/// The page of a trace: one file, no network.
///
/// A trace that was cut off is closed behind its last whole line.
///
/// # Errors
/// A text that is no trace says so.
pub fn page(trace: &str) -> Result<String, String> {
    let body = trace.trim();
    let Some(rest) = body.strip_prefix('[') else {
        return Err("this is no trace: it does not begin with `[`".into());
    };
    let whole = match rest.strip_suffix(']') {
        Some(whole) => whole,
        // Cut off, perhaps in the middle of a line.
        None => rest.rfind("},\n").map_or("", |at| &rest[..=at]),
    };
    let whole = whole.trim().trim_end_matches(',');
    if !whole.is_empty() && !whole.starts_with('{') {
        return Err("this is no trace: its first event is no object".into());
    }
    // Nothing in the data may end the element that holds it.
    let safe = whole.replace("</", "<\\/");
    let (before, after) = VIEWER.split_once(PLACE).ok_or("the viewer has no place for a trace")?;
    Ok([before, "[", &safe, "]", after].concat())
}
