//! Static device variables in code that is to be linked. If the host uses one, clang defines it under a name
//! of its unit (`x.static.ID`), but uses the plain name in kernels before that use. Both are joined here.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// Text between the plain name and the unit's in clang's names for devices.
const MARKS: [&str; 2] = [".static.", "__static__"];

/// Returns PTX with one name for each static variable.
pub(crate) fn joined(text: &str) -> Cow<'_, str> {
    let defined =
        text.lines().filter(|line| line.starts_with(".visible ") && MARKS.iter().any(|m| line.contains(m)));
    let names: BTreeMap<&str, &str> =
        defined.flat_map(words).filter_map(|word| Some((plain(word)?, word))).collect();
    let is_known = |line: &str| words(line).any(|word| names.contains_key(word));
    if names.is_empty() || !text.lines().any(is_known) {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len());
    for line in text.split_inclusive('\n').filter(|line| !(line.starts_with(".extern ") && is_known(line))) {
        let mut rest = 0;
        for word in words(line) {
            if let Some(name) = names.get(word) {
                let at = word.as_ptr() as usize - line.as_ptr() as usize;
                made.push_str(&line[rest..at]);
                made.push_str(name);
                rest = at + word.len();
            }
        }
        made.push_str(&line[rest..]);
    }
    Cow::Owned(made)
}

/// Returns the words of a line that may be names of variables.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '%')))
        .filter(|word| !word.is_empty())
}

fn plain(word: &str) -> Option<&str> {
    MARKS
        .iter()
        .find_map(|mark| word.split_once(mark))
        .map(|(plain, _)| plain)
        .filter(|plain| !plain.is_empty())
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn a_static_variable_gets_its_units_name() {
        let text = ".extern .global .align 4 .b8 _ZL1x[4];\n.extern .global .b8 y[4];\n\
            .visible .global .align 4 .b8 _ZL1x.static.b1[4];\n\tmov.u64 %rd1, _ZL1x;\n\tmov.u64 %rd2, _ZL1xy;\n";
        let made = ".extern .global .b8 y[4];\n.visible .global .align 4 .b8 _ZL1x.static.b1[4];\n\
            \tmov.u64 %rd1, _ZL1x.static.b1;\n\tmov.u64 %rd2, _ZL1xy;\n";
        assert_eq!(joined(text), made);
        assert_eq!(joined(made), made);
    }
}
