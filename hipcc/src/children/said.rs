//! Maps clang's messages about rewritten text to the source: shows the source's lines instead of the compiled
//! ones, and the names of kernels.

use super::rewrite::{HELP, LAUNCH};

/// Returns clang's messages with the source's lines for rewritten ones. `line` returns a line of a file,
/// counted from 1.
pub(super) fn restored(said: &str, line: impl Fn(&str, usize) -> Option<String>) -> String {
    let mut made = String::new();
    // The next line to show, and whether marks below it would point at text that the source does not have.
    let (mut place, mut is_replaced) = (None, false);
    for text in said.lines() {
        let shown = snippet(text);
        match shown {
            Some((number, code)) if !code.is_empty() => {
                is_replaced = number.is_some() && (code.contains(LAUNCH) || code.contains(HELP));
                let own = place.take().filter(|_| is_replaced).and_then(|(file, at)| line(file, at));
                match own {
                    Some(own) if is_replaced => {
                        let end = text.find('|').map_or(0, |bar| bar + 1);
                        made.push_str(&format!("{} {own}\n", &text[..end]));
                    }
                    _ if is_replaced => {}
                    _ => made.push_str(&format!("{text}\n")),
                }
            }
            // Carets and underlines.
            Some(_) if is_replaced => {}
            _ => {
                place = header(text).or(place);
                is_replaced = false;
                made.push_str(&format!("{}\n", text.replace(LAUNCH, "")));
            }
        }
    }
    made
}

/// Parses `   12 | code`, or the line of marks below it, with an empty code.
fn snippet(text: &str) -> Option<(Option<usize>, &str)> {
    let (before, behind) = text.split_once('|')?;
    let number = before.trim();
    match number.is_empty() {
        true if before.len() > 3 => Some((None, "")),
        true => None,
        false => Some((Some(number.parse().ok()?), behind)),
    }
}

/// Parses the position in `file:line:column: error: …`.
fn header(text: &str) -> Option<(&str, usize)> {
    let at = [": error: ", ": warning: ", ": note: ", ": fatal error: "]
        .iter()
        .find_map(|kind| text.find(kind))?;
    let (rest, _column) = text[..at].rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}
