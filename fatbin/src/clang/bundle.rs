//! Offload bundle: code objects of several targets, each with an id that names its target (LLVM, "Clang
//! Offload Bundler"). HIP programs contain one in `.hip_fatbin`.

use crate::{Error, cursor};

/// First bytes of a binary bundle.
pub const MAGIC: &[u8; 24] = b"__CLANG_OFFLOAD_BUNDLE__";
/// Alignment of code objects in HIP's bundles, bytes.
pub const HIP_ALIGNMENT: u64 = 4096;

/// One entry; its code borrows from the bundle's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// `<kind>-<triple>[-<target id>]`.
    pub id: &'a str,
    /// Offset of the code in the bundle.
    pub offset: u64,
    /// The code; empty for the host.
    pub code: &'a [u8],
}

impl<'a> Entry<'a> {
    /// Returns the offload kind: `host`, `hip`, `hipv4`, `openmp`…
    pub fn kind(&self) -> &'a str {
        self.id.split_once('-').map_or(self.id, |(kind, _)| kind)
    }

    /// Returns the target id with its features (`gfx90a:sramecc+:xnack-`), or the triple if there is none.
    pub fn target(&self) -> &'a str {
        let triple = self.id.split_once('-').map_or("", |(_, rest)| rest);
        // A triple has four parts, the last of which may be empty: `amdgcn-amd-amdhsa--gfx90a`.
        match triple.splitn(5, '-').nth(4) {
            Some(target) if !target.is_empty() => target,
            _ => triple.trim_end_matches('-'),
        }
    }
}

/// Returns the entries of the bundle at the start of `bytes`.
///
/// # Errors
/// [`Error::BadField`] for another magic number, [`Error::Truncated`], [`Error::NotText`] for an id.
pub fn entries(bytes: &[u8]) -> Result<Vec<Entry<'_>>, Error> {
    let what = "header of the bundle";
    if !bytes.starts_with(MAGIC) {
        let value = cursor::u64(bytes, 0, what)?;
        return Err(Error::BadField { what: "magic number of the bundle", offset: 0, value });
    }
    let mut at = MAGIC.len();
    let count = cursor::u64(bytes, at, what)?;
    at += 8;
    let mut found = Vec::new();
    for _ in 0..count {
        let offset = cursor::u64(bytes, at, what)?;
        let size = cursor::u64(bytes, at + 8, what)?;
        let id_len = cursor::u64(bytes, at + 16, what)?;
        let id = cursor::take(bytes, at + 24, id_len, "id of a bundle's entry")?;
        let id = std::str::from_utf8(id).map_err(|e| Error::NotText { offset: at + 24 + e.valid_up_to() })?;
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let code = cursor::take(bytes, start, size, "code of a bundle's entry")?;
        found.push(Entry { id, offset, code });
        at += 24 + id.len();
    }
    Ok(found)
}

/// Returns the length of the bundle at the start of `bytes`: it has no such field and ends with its last
/// entry.
///
/// # Errors
/// Those of [`entries`].
pub fn length(bytes: &[u8]) -> Result<usize, Error> {
    let entries = entries(bytes)?;
    let header = MAGIC.len() + 8 + entries.iter().map(|entry| 24 + entry.id.len()).sum::<usize>();
    Ok(entries.iter().map(|entry| entry.offset as usize + entry.code.len()).fold(header, usize::max))
}

/// Builds a bundle of these ids and codes, each code at a multiple of `alignment`.
pub fn write(entries: &[(&str, &[u8])], alignment: u64) -> Vec<u8> {
    let alignment = usize::try_from(alignment).unwrap_or(1).max(1);
    let header: usize = MAGIC.len() + 8 + entries.iter().map(|(id, _)| 24 + id.len()).sum::<usize>();
    let mut out = Vec::with_capacity(header);
    out.extend_from_slice(MAGIC);
    out.extend((entries.len() as u64).to_le_bytes());
    let mut end = header;
    for (id, code) in entries {
        let start = end.next_multiple_of(alignment);
        out.extend((start as u64).to_le_bytes());
        out.extend((code.len() as u64).to_le_bytes());
        out.extend((id.len() as u64).to_le_bytes());
        out.extend_from_slice(id.as_bytes());
        end = start + code.len();
    }
    for (_, code) in entries {
        out.resize(out.len().next_multiple_of(alignment), 0);
        out.extend_from_slice(code);
    }
    out
}

/// Returns the entries of a text bundle (assembly, IR, preprocessed sources), which are framed by comment
/// lines: each id with its text. Empty if there is no frame.
///
/// # Errors
/// [`Error::Truncated`] for an unclosed frame.
pub fn text_entries(text: &str) -> Result<Vec<(&str, &str)>, Error> {
    const START: &str = "__CLANG_OFFLOAD_BUNDLE____START__ ";
    const END: &str = "__CLANG_OFFLOAD_BUNDLE____END__ ";
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(START).map(|n| at + n) {
        let line = &text[start + START.len()..];
        let id = line.lines().next().unwrap_or("");
        let body = start + START.len() + (id.len() + 1).min(line.len());
        let close = format!("{END}{id}");
        let missing = || Error::Truncated {
            what: "bundle of texts",
            offset: start,
            needed: close.len() as u64,
            have: text.len() - body,
        };
        let end = text[body..].find(&close).map(|n| body + n).ok_or_else(missing)?;
        // The closing line starts with its comment mark: the text ends before that line.
        let last = text[body..end].rfind('\n').map_or(body, |n| body + n + 1);
        found.push((id.trim_end(), &text[body..last]));
        at = end + close.len();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_apart() {
        let cases = [
            ("host-x86_64-unknown-linux--", "host", "x86_64-unknown-linux"),
            ("hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-", "hipv4", "gfx90a:sramecc+:xnack-"),
            ("hip-amdgcn-amd-amdhsa-unknown-gfx906", "hip", "gfx906"),
            ("openmp-nvptx64-nvidia-cuda-", "openmp", "nvptx64-nvidia-cuda"),
            ("odd", "odd", ""),
        ];
        for (id, kind, target) in cases {
            let entry = Entry { id, offset: 0, code: &[] };
            assert_eq!((entry.kind(), entry.target()), (kind, target), "{id}");
        }
    }

    #[test]
    fn texts_come_apart() {
        let text = "; __CLANG_OFFLOAD_BUNDLE____START__ hip-a\none\n\ntwo\n; __CLANG_OFFLOAD_BUNDLE____END__ hip-a\n\n\
                    ; __CLANG_OFFLOAD_BUNDLE____START__ host-b\n; __CLANG_OFFLOAD_BUNDLE____END__ host-b\n";
        assert_eq!(text_entries(text), Ok(vec![("hip-a", "one\n\ntwo\n"), ("host-b", "")]));
        assert!(matches!(text_entries(&text[..60]), Err(Error::Truncated { .. })));
        assert_eq!(text_entries("nothing"), Ok(vec![]));
    }
}
