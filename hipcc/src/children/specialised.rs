//! Gives explicit specialisations the sides of their templates. Pure: text in, text out.
//!
//! For nvcc a template for both sides may have a specialisation for the device alone. Clang takes the sides
//! for a part of the signature, and finds no template for it.

use super::declared::is_attribute;
use super::source::Text;
use std::collections::BTreeMap;

/// A template or a specialisation of a function.
struct Declared<'a> {
    name: &'a [u8],
    /// Token of its attribute for the device, and whether it has one for the host.
    device: Option<usize>,
    is_host: bool,
}

/// Adds the host's attribute to specialisations for the device, if all templates of the name have both
/// attributes. Lines stay where they are. Returns `None` if there is no such specialisation.
pub(super) fn specialised(preprocessed: &[u8]) -> Option<Vec<u8>> {
    let text = Text::new(preprocessed);
    let source = text.source();
    let mut templates: BTreeMap<&[u8], bool> = BTreeMap::new();
    let mut found = Vec::new();
    for at in (0..source.tokens.len()).filter(|&at| source.word(at) == b"template" && source.is(at + 1, b'<'))
    {
        if source.is(at + 2, b'>') {
            found.extend(declared(&text, at + 3));
        } else if let Some(one) = declared(&text, text.template_lists(at).1) {
            let is_both = one.is_host && one.device.is_some();
            templates.entry(one.name).and_modify(|all| *all &= is_both).or_insert(is_both);
        }
    }
    let is_of_both = |one: &Declared<'_>| !one.is_host && templates.get(one.name) == Some(&true);
    let places: Vec<usize> = found.into_iter().filter(is_of_both).filter_map(|one| one.device).collect();
    if places.is_empty() {
        return None;
    }
    let (mut made, mut done) = (Vec::with_capacity(preprocessed.len() + 32 * places.len()), 0);
    for start in places.into_iter().map(|at| source.tokens[at].start) {
        made.extend_from_slice(&preprocessed[done..start]);
        made.extend_from_slice(b"__attribute__((host)) ");
        done = start;
    }
    made.extend_from_slice(&preprocessed[done..]);
    Some(made)
}

/// Reads a declaration of a function up to its parameters.
fn declared<'a>(text: &'a Text, start: usize) -> Option<Declared<'a>> {
    let source = text.source();
    let (mut device, mut is_host, mut at) = (None, false, start);
    while at < source.tokens.len() {
        match source.tokens[at].byte() {
            b'{' | b'}' | b';' | b'=' | b')' => return None,
            b'(' => {
                let last = at.checked_sub(1)?;
                let name = match source.is(last, b'>') {
                    true => source.angle_open(last, start)?.checked_sub(1)?,
                    false => last,
                };
                let name = text.is_name(name).then(|| source.word(name))?;
                return Some(Declared { name, device, is_host });
            }
            _ if source.word(at) == b"__attribute__" => {
                is_host |= is_attribute(text, at, b"host");
                if is_attribute(text, at, b"device") {
                    device = Some(at);
                }
                at = text.behind(at + 1);
            }
            // `alignas(8)`, `decltype(x)`, `noexcept(…)` before the name.
            _ if matches!(source.word(at), b"alignas" | b"decltype" | b"__declspec") => {
                at = text.behind(at + 1)
            }
            _ => at += 1,
        }
    }
    None
}
