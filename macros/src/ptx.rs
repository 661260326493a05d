//! Signatures of the kernels of a PTX text: names, parameters, bounds of blocks. Nothing else is read, and
//! nothing is checked that the assembler checks.

/// A kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    /// `.reqntid`: the only block size.
    pub(crate) required: Option<[u32; 3]>,
    /// `.maxntid`: most threads of a block.
    pub(crate) most: Option<u32>,
}

/// A parameter of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Param {
    /// Type without the dot: `u64`, `f32`, `b8`…
    pub(crate) ty: String,
    /// Elements of an array; a structure is an array of bytes.
    pub(crate) array: Option<u64>,
    /// `.ptr`: it is used as an address.
    pub(crate) is_pointer: bool,
}

impl Param {
    /// Bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let bits: u64 = self.ty[1..].parse().unwrap_or(0);
        bits / 8 * self.array.unwrap_or(1)
    }

    /// The declaration as PTX has it.
    pub(crate) fn text(&self) -> String {
        match self.array {
            Some(elements) => format!(".{}[{elements}]", self.ty),
            None => format!(".{}", self.ty),
        }
    }
}

/// Returns the kernels of a text, in its order.
///
/// # Errors
/// A message that says what is no kernel's header, and at which line.
pub(crate) fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let mut tokens = Tokens { rest: text, line: 1 };
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        if token == ".entry" {
            let line = tokens.line;
            let entry =
                entry(&mut tokens).ok_or_else(|| format!("line {line}: not the header of a kernel"))?;
            // A declaration may precede the definition.
            if !found.iter().any(|known: &Entry| known.name == entry.name) {
                found.push(entry);
            }
        }
    }
    match found.is_empty() {
        true => Err("no kernel (`.entry`) in it; is it PTX?".to_owned()),
        false => Ok(found),
    }
}

fn entry(tokens: &mut Tokens<'_>) -> Option<Entry> {
    let name = tokens.next()?.to_owned();
    let mut params = Vec::new();
    let mut token = tokens.next()?;
    if token == "(" {
        token = tokens.next()?;
        while token != ")" {
            if token != ".param" {
                return None;
            }
            let (param, end) = param(tokens)?;
            params.push(param);
            token = if end == "," { tokens.next()? } else { end };
        }
        token = tokens.next()?;
    }
    let (mut required, mut most) = (None, None);
    while token != "{" && token != ";" {
        match token {
            ".maxntid" | ".reqntid" => {
                let is_required = token == ".reqntid";
                let (extents, next) = extents(tokens)?;
                match is_required {
                    true => required = Some(extents),
                    false => most = Some(extents.iter().product()),
                }
                token = next;
            }
            _ => token = tokens.next()?,
        }
    }
    Some(Entry { name, params, required, most })
}

/// Reads a parameter behind `.param`: it, and the token after it.
fn param<'a>(tokens: &mut Tokens<'a>) -> Option<(Param, &'a str)> {
    let mut found = Param { ty: String::new(), array: None, is_pointer: false };
    loop {
        match tokens.next()? {
            // Its number follows.
            ".align" => drop(tokens.next()?),
            ".ptr" => found.is_pointer = true,
            ty if is_type(ty) => found.ty = ty[1..].to_owned(),
            // A state space behind `.ptr`.
            word if word.starts_with('.') => {}
            _name => break,
        }
    }
    let mut end = tokens.next()?;
    if end == "[" {
        found.array = Some(tokens.next()?.parse().ok()?);
        (tokens.next()? == "]").then_some(())?;
        end = tokens.next()?;
    }
    (!found.ty.is_empty()).then_some((found, end))
}

fn is_type(word: &str) -> bool {
    let rest = word.strip_prefix(['.']).and_then(|word| word.strip_prefix(['u', 's', 'b', 'f']));
    rest.is_some_and(|bits| matches!(bits, "8" | "16" | "32" | "64" | "128"))
}

/// Reads up to three extents: them, and the token after them.
fn extents<'a>(tokens: &mut Tokens<'a>) -> Option<([u32; 3], &'a str)> {
    let mut extents = [1; 3];
    for extent in &mut extents {
        *extent = tokens.next()?.parse().ok()?;
        let next = tokens.next()?;
        if next != "," {
            return Some((extents, next));
        }
    }
    None
}

/// Tokens of a text: words with their dots, and single characters.
struct Tokens<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Tokens<'a> {
    /// Skips bytes, and counts their lines.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let space = self.rest.len() - self.rest.trim_start().len();
            self.skip(space);
            let comment = match self.rest {
                text if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
                text if text.starts_with("/*") => text.find("*/").map_or(text.len(), |end| end + 2),
                // Names of files hold no kernels.
                text if text.starts_with('"') => text[1..].find('"').map_or(text.len(), |end| end + 2),
                _ => break,
            };
            self.skip(comment);
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%' | '.');
        let word = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let length = if word == 0 { self.rest.chars().next()?.len_utf8() } else { word };
        Some(self.skip(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        let text = ".version 8.0 // .entry no\n/* .entry neither */ .file 1 \".entry nor\"\n.visible .entry k(\n.param .u64 \
                    .ptr .global .align 4 k_param_0,\n.param .f32 x, .param .align 8 .b8 s[24])\n.maxntid 64, 2\n.minnctapersm \
                    2 { ret; }\n.entry e() .reqntid 32, 2, 1 {}\n.weak .entry none { ret; }";
        let found = entries(text).expect("kernels");
        let shown: Vec<String> = found
            .iter()
            .map(|entry| {
                let params: Vec<String> = entry
                    .params
                    .iter()
                    .map(|p| format!("{}{}", p.text(), if p.is_pointer { "*" } else { "" }))
                    .collect();
                format!("{}({}) {:?} {:?}", entry.name, params.join(", "), entry.required, entry.most)
            })
            .collect();
        assert_eq!(
            shown,
            ["k(.u64*, .f32, .b8[24]) None Some(128)", "e() Some([32, 2, 1]) None", "none() None None"]
        );
        assert_eq!(found[0].params[2].bytes(), 24);
    }

    #[test]
    fn other_texts_are_refused() {
        assert!(entries("ELF").is_err_and(|why| why.contains("is it PTX?")));
        for text in
            [".entry", ".entry k(", ".entry k(.param .u64", ".entry k(x)", "\n.entry k() .maxntid x {"]
        {
            assert!(entries(text).is_err_and(|why| why.contains("not the header")), "{text}");
        }
    }
}
