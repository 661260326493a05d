//! Macros of the program with names that begin like a library's.

use crate::map;

/// Returns the macros that a text defines with names that begin like those of a library without a table:
/// `NPP_CHECK`. In other files of the program such names are not the library's.
pub fn macros(text: &[u8]) -> Vec<String> {
    let define = memchr::memmem::find_iter(text, b"define");
    let hash = |at: usize| text[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t')) == Some(&b'#');
    let word = |at: usize| {
        let rest = &text[at + "define".len()..];
        let blank = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let length = rest[blank..].iter().take_while(|&&b| crate::lex::in_ident(b)).count();
        let word = &rest[blank..blank + length];
        let own = blank > 0 && map::claimed(word).is_some() && map::name_bytes(word).is_none();
        own.then(|| std::str::from_utf8(word).ok().map(str::to_owned)).flatten()
    };
    define.filter(|&at| hash(at)).filter_map(word).collect()
}
