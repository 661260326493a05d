//! Declarations of C, as the tables of the API write them: members of a structure, parameters of a function.

/// Declarations that stand beside each other.
pub(crate) type Members = Vec<Decl>;

/// One declaration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Decl {
    /// Empty if it has none.
    pub(crate) name: String,
    /// The type without stars, arrays, `const`, `struct`, `enum`.
    pub(crate) base: String,
    pub(crate) base_const: bool,
    /// One for each star, from the inside: whether that pointer is constant.
    pub(crate) pointers: Vec<bool>,
    /// Sizes of arrays, outermost first.
    pub(crate) arrays: Vec<usize>,
    /// `: 1`
    pub(crate) bits: Option<u32>,
    /// A structure or union written in place: which, and its members.
    pub(crate) members: Option<(String, Members)>,
}

/// Words that may be part of a type of several words.
const WORDS: [&str; 7] = ["unsigned", "signed", "int", "char", "short", "long", "double"];

/// The declarations of a text, between `;` or `,` outside braces.
pub(crate) fn members(text: &str) -> Members {
    let tokens = tokens(text);
    split(&tokens).into_iter().filter(|part| !part.is_empty()).map(decl).collect()
}

fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match word(first) {
            true => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

fn split<'a, 'b>(tokens: &'b [&'a str]) -> Vec<&'b [&'a str]> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            ";" | "," if depth == 0 => {
                parts.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tokens[start..]);
    parts
}

fn decl(tokens: &[&str]) -> Decl {
    let mut out = Decl::default();
    let mut rest = tokens;
    if let [kind @ ("struct" | "union"), "{", inner @ ..] = tokens {
        let close = inner.iter().rposition(|t| *t == "}").unwrap_or(inner.len());
        let all = split(&inner[..close]).into_iter().filter(|p| !p.is_empty()).map(decl).collect();
        out.members = Some(((*kind).to_owned(), all));
        rest = inner.get(close + 1..).unwrap_or(&[]);
    }
    let mut base: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(&token) = rest.get(at) {
        match token {
            "struct" | "enum" | "union" => {}
            "const" => match out.pointers.last_mut() {
                Some(last) => *last = true,
                None => out.base_const = true,
            },
            "*" => out.pointers.push(false),
            "[" => {
                // `T name[]` as a parameter is a pointer.
                match rest.get(at + 1).and_then(|n| n.parse().ok()) {
                    Some(size) => out.arrays.push(size),
                    None => out.pointers.push(false),
                }
            }
            "]" => {}
            ":" => {
                out.bits = rest.get(at + 1).and_then(|n| n.parse().ok());
                break;
            }
            word if word.starts_with(|c: char| c.is_ascii_digit()) => {}
            word => {
                let first = base.is_empty() && out.members.is_none();
                let goes_on = WORDS.contains(&word) && base.iter().all(|b| WORDS.contains(b));
                if first || goes_on && out.pointers.is_empty() {
                    base.push(word);
                } else {
                    out.name = word.to_owned();
                }
            }
        }
        at += 1;
    }
    out.base = base.join(" ");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_taken_apart() {
        let all = members("const void *const *p; unsigned int n[4]; struct { int a : 3; } in; void **");
        assert_eq!((all[0].name.as_str(), all[0].base.as_str(), all[0].base_const), ("p", "void", true));
        assert_eq!(all[0].pointers, [true, false]);
        assert_eq!((all[1].base.as_str(), all[1].arrays.as_slice()), ("unsigned int", &[4][..]));
        let (kind, inner) = all[2].members.as_ref().expect("written in place");
        assert_eq!((kind.as_str(), inner[0].bits, all[2].name.as_str()), ("struct", Some(3), "in"));
        assert_eq!((all[3].name.as_str(), all[3].pointers.len()), ("", 2));
    }
}
