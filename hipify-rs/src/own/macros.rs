//! Macros of the program under names that begin as a library's do.

use crate::map;

/// The macros that a text defines under names which begin as those of a library that no table lists:
/// `NPP_CHECK`. In the other files of the same program they are no names of the library's.
pub fn macros(text: &[u8]) -> Vec<String> {
    let define = memchr::memmem::find_iter(text, b"define");
    let hash = |at: usize| text[..at].iter().rev().find(|b| !matches!(b, b' ' | b'\t')) == Some(&b'#');
    let word = |at: usize| {
        let rest = &text[at + "define".len()..];
        let blank = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        let length = rest[blank..].iter().take_while(|&&b| crate::lex::in_ident(b)).count();
        let word = &rest[blank..blank + length];
        let own = blank > 0 && map::claimed(word).is_some() && map::name_of(word).is_none();
        own.then(|| std::str::from_utf8(word).ok().map(str::to_owned)).flatten()
    };
    define.filter(|&at| hash(at)).filter_map(word).collect()
}
