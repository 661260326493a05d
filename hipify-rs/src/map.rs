//! Embedded tables that map CUDA names to HIP names: sorted text, searched in place.

pub(crate) mod arguments;
pub(crate) mod device_pointers;
pub(crate) mod extensions;
pub(crate) mod fields;
mod index;
pub(crate) mod literals;
pub(crate) mod rules;
mod words;

use crate::choices::Target;
use index::Index;
pub(crate) use index::hash;
pub use rules::RuleSet;
use std::sync::OnceLock;
pub(crate) use words::WORDS;
pub use words::Word;

/// Kind of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameKind {
    /// A host function.
    Function,
    /// A type.
    Type,
    /// An enumerator.
    Constant,
    /// A macro.
    Macro,
    /// A function or variable of device code.
    Device,
    /// A namespace.
    Namespace,
    /// A header.
    Include,
}

/// Row of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The CUDA name.
    pub cuda: &'static str,
    /// HIP name; `None` if HIP has none.
    pub hip: Option<&'static str>,
    /// Name in AMD's own library below HIP's (rocBLAS, MIOpen…). Equal to the HIP name if there is no other,
    /// `None` if that library has none.
    pub roc: Option<&'static str>,
    /// Kind of the name.
    pub kind: NameKind,
    /// API that it belongs to (`driver`, `runtime`, `cuBLAS`…).
    pub family: &'static str,
    /// Explanation for the report; may be empty.
    pub note: &'static str,
    /// Rules that look for the name.
    pub rules: RuleSet,
}

impl Row {
    /// Returns the replacement for a target, if there is one.
    pub fn becomes(&self, target: Target) -> Option<&'static str> {
        match target {
            Target::Hip => self.hip,
            Target::Roc | Target::RocMiopen => self.roc,
            Target::Miopen => {
                if self.family == "cuDNN" {
                    self.roc
                } else {
                    self.hip
                }
            }
        }
    }

    /// Returns whether the name counts in the report. Device functions with the same name in HIP need no
    /// translation.
    pub(crate) fn counts(&self) -> bool {
        self.kind != NameKind::Device || self.hip.is_some_and(|hip| hip != self.cuda)
    }
}

/// Returns whether a HIP name is a word; a few are `void*` or a number.
pub(crate) fn is_word(hip: &str) -> bool {
    hip.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !hip.starts_with(|c: char| c.is_ascii_digit())
}

/// Names and texts of the tables. The first table that contains a name wins.
pub const TABLES: [(&str, &str); 5] = [
    ("driver", include_str!("../map/driver.tsv")),
    ("runtime", include_str!("../map/runtime.tsv")),
    ("device", include_str!("../map/device.tsv")),
    ("libraries", include_str!("../map/libraries.tsv")),
    ("includes", include_str!("../map/includes.tsv")),
];

fn rows(text: &'static str) -> &'static str {
    // One comment line and the header row.
    let mut ends = memchr::memchr_iter(b'\n', text.as_bytes());
    ends.nth(1).map_or("", |end| &text[end + 1..])
}

/// Finds the line with `name` in the first field, by binary search.
fn find_line(text: &'static str, name: &str) -> Option<&'static str> {
    let rows = rows(text);
    let (mut low, mut high) = (0, rows.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = rows[..middle].rfind('\n').map_or(0, |at| at + 1);
        let end = rows[start..].find('\n').map_or(rows.len(), |at| start + at);
        let line = &rows[start..end];
        match tsv::cells(line).next().unwrap_or("").cmp(name) {
            std::cmp::Ordering::Equal => return Some(line),
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

fn parse(line: &'static str) -> Option<Row> {
    let mut rest = Some(line);
    let mut fields = std::iter::from_fn(|| {
        let (field, behind) = match rest?.bytes().position(|b| b == b'\t') {
            Some(tab) => (&rest?[..tab], Some(&rest?[tab + 1..])),
            None => (rest?, None),
        };
        rest = behind;
        Some(field)
    });
    let name = |field: &'static str| (field != "-").then_some(field);
    let (cuda, hip) = (fields.next()?, name(fields.next()?));
    let roc = match fields.next()? {
        "=" => hip,
        roc => name(roc),
    };
    let kind = match fields.next()? {
        "function" => NameKind::Function,
        "type" => NameKind::Type,
        "constant" => NameKind::Constant,
        "macro" => NameKind::Macro,
        "device" => NameKind::Device,
        "namespace" => NameKind::Namespace,
        "include" => NameKind::Include,
        _ => return None,
    };
    let (family, note) = (fields.next()?, fields.next().unwrap_or(""));
    Some(Row { cuda, hip, roc, kind, family, note, rules: RuleSet::default() })
}

/// Parses the rows of some tables.
fn table_rows(tables: &'static [(&str, &str)]) -> Vec<Row> {
    tables.iter().flat_map(|(_, text)| rows(text).lines().filter_map(parse)).collect()
}

/// Looks up an identifier.
pub fn name(name: &str) -> Option<Row> {
    name_bytes(name.as_bytes())
}

/// Names of the tables, and the words that rules look for.
struct Names {
    /// The words, then the rows, so that a lookup meets a word before a name.
    index: Index,
    rows: Vec<Row>,
}

#[inline]
fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut rows = table_rows(&TABLES[..4]);
        let words = WORDS.iter().map(|(word, _)| word.as_bytes());
        let index = Index::new(words.chain(rows.iter().map(|row| row.cuda.as_bytes())));
        for row in &mut rows {
            if [row.hip, row.roc].into_iter().flatten().any(|name| !is_word(name)) {
                row.rules.add(RuleSet::NO_WORD);
            }
        }
        for (rule, name) in rules::names() {
            let place = |n: u32| (n as usize).checked_sub(WORDS.len()).filter(|&row| rows[row].cuda == name);
            if let Some(row) = index.find(name.as_bytes(), place) {
                rows[row].rules.add(rule);
            }
        }
        Names { index, rows }
    })
}

/// Looks up an identifier, given as bytes of a text.
pub fn name_bytes(name: &[u8]) -> Option<Row> {
    lookup(name).0.copied()
}

/// Looks up an identifier: its row, and its meaning as a word that a rule looks for.
pub fn lookup(name: &[u8]) -> (Option<&'static Row>, Option<Word>) {
    let names = names();
    let mut word = None;
    let row = names.index.find(name, |n| match WORDS.get(n as usize) {
        Some((listed, meant)) => {
            if listed.as_bytes() == name {
                word = Some(*meant);
            }
            None
        }
        None => names.rows.get(n as usize - WORDS.len()).filter(|row| row.cuda.as_bytes() == name),
    });
    (row, word)
}

/// Table of reasons why names stay, by their prefix. It also claims names of some libraries that have no
/// other table.
pub const REASONS: &str = include_str!("../map/reasons.tsv");

/// Iterates over the reasons: prefix, family of the names that it claims, reason.
fn reasons() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    // Split once: every name that stays asks for its reason.
    static ROWS: OnceLock<Vec<(&str, &str, &str)>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        tsv::table(REASONS).map(|[prefix, family, reason]| (prefix, family, reason)).collect()
    });
    rows.iter().copied()
}

/// Returns the reason why HIP has no equivalent of a name.
pub fn reason(name: &str, row: &Row) -> &'static str {
    if !row.note.is_empty() {
        return row.note;
    }
    let longest =
        reasons().filter(|(begin, ..)| name.starts_with(begin)).max_by_key(|(begin, ..)| begin.len());
    longest.map_or(
        match row.kind {
            NameKind::Function | NameKind::Device => "HIP has no such function",
            NameKind::Type => "HIP has no such type",
            NameKind::Constant => "HIP has no such enumerator",
            NameKind::Macro | NameKind::Namespace | NameKind::Include => "HIP has no such name",
        },
        |(.., reason)| reason,
    )
}

/// Iterates over the reasons that claim names.
pub(crate) fn claims() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    reasons().filter(|(_, family, _)| *family != "-")
}

/// Returns whether a name begins with two letters of NVIDIA's prefixes. It rejects most identifiers.
#[inline]
fn begins_as_claimed(name: &[u8]) -> bool {
    let [first, second, ..] = name else { return false };
    let seconds: &[u8] = match first {
        b'c' => b"u",
        b'C' => b"U",
        b'n' => b"vp",
        b'N' => b"VPp",
        b'o' => b"p",
        b'O' => b"P",
        _ => return false,
    };
    seconds.contains(second)
}

/// Returns `false` for most names that neither [`lookup`] nor [`claimed`] knows: a fast prefilter.
#[inline]
pub fn may_know(name: &[u8]) -> bool {
    names().index.may_hold(name) || begins_as_claimed(name)
}

/// Returns a row for a name of a library that no table lists. HIP lacks these names, or forms theirs
/// differently.
pub fn claimed(name: &[u8]) -> Option<Row> {
    if !begins_as_claimed(name) {
        return None;
    }
    static CLAIMS: OnceLock<Vec<(&str, &str, &str)>> = OnceLock::new();
    let claims = CLAIMS.get_or_init(|| claims().collect());
    let third = name.get(2);
    let found = claims.iter().find(|(begin, ..)| {
        let may_be = begin.as_bytes().get(2).is_none_or(|b| third == Some(b));
        let rest = if may_be { name.strip_prefix(begin.as_bytes()) } else { None };
        rest.is_some_and(|rest| begin.ends_with('_') || rest.first().is_none_or(|b| !b.is_ascii_lowercase()))
    });
    let Some(&(begin, family, note)) = found else { return unlisted(name) };
    Some(row_without_hip(begin, family, note))
}

fn row_without_hip(begin: &'static str, family: &'static str, note: &'static str) -> Row {
    let (kind, rules) = (NameKind::Function, RuleSet::default());
    Row { cuda: begin, hip: None, roc: None, kind, family, note, rules }
}

/// Note on names that are formed like those of a table and stand in none.
pub(crate) const UNLISTED: &str = "it is in no table: newer than CUDA 13, misspelt, or the program's own";

/// Beginnings of such names. Behind one that ends with `_` come capitals, behind `CU` a small letter, behind
/// others a capital and small letters.
const BEGINNINGS: [(&str, &str); 18] = [
    ("CUBLAS_", "cuBLAS"),
    ("CUDA_ERROR_", "driver"),
    ("CUDNN_", "cuDNN"),
    ("CUFFT_", "cuFFT"),
    ("CURAND_", "cuRAND"),
    ("CUSOLVER_", "cuSOLVER"),
    ("CUSPARSE_", "cuSPARSE"),
    ("CU_", "driver"),
    ("CU", "driver"),
    ("cublas", "cuBLAS"),
    ("cudnn", "cuDNN"),
    ("cufft", "cuFFT"),
    ("curand", "cuRAND"),
    ("cusolver", "cuSOLVER"),
    ("cusparse", "cuSPARSE"),
    ("cuda", "runtime"),
    ("cu", "driver"),
    ("nvrtc", "NVRTC"),
];

/// Returns a row for a name that is formed like those of a table; the caller has looked it up in all of them.
pub(crate) fn unlisted(name: &[u8]) -> Option<Row> {
    let fits = |begin: &str| {
        let Some([first, rest @ ..]) = name.strip_prefix(begin.as_bytes()) else { return false };
        match begin {
            "CU" => first.is_ascii_lowercase() && rest.len() > 1,
            _ if begin.ends_with('_') => {
                first.is_ascii_uppercase() && !rest.iter().any(u8::is_ascii_lowercase)
            }
            _ => first.is_ascii_uppercase() && rest.len() > 1 && rest.iter().any(u8::is_ascii_lowercase),
        }
    };
    let (begin, family) = *BEGINNINGS.iter().find(|(begin, _)| fits(begin))?;
    Some(row_without_hip(begin, family, UNLISTED))
}

/// Looks up a header by the path between quotes or angles. A HIP name of `=` drops the line. A row
/// `directory/*` covers the headers of a directory that have no row of their own.
pub fn header(name: &str) -> Option<Row> {
    static HEADERS: OnceLock<(Index, Vec<Row>)> = OnceLock::new();
    let (index, rows) = HEADERS.get_or_init(|| {
        let rows = table_rows(&TABLES[4..]);
        (Index::new(rows.iter().map(|row| row.cuda.as_bytes())), rows)
    });
    let row = |n: u32| rows.get(n as usize).copied();
    let find = |name: &[u8]| index.find(name, |n| row(n).filter(|row| row.cuda.as_bytes() == name));
    // Headers of libcu++ have no extension. A file in a directory `cuda` with an extension is the program's
    // own.
    let own = || name.starts_with("cuda/") && name.contains('.');
    let directory =
        || name.split_once('/').and_then(|(directory, _)| find(format!("{directory}/*").as_bytes()));
    find(name.as_bytes()).or_else(|| if own() { None } else { directory() })
}

/// Names spelled differently in HIP 6.
const HIP6: &str = include_str!("../map/hip6.tsv");

/// Returns the name in HIP 6, if it differs from HIP 7.
pub fn hip6(cuda: &str) -> Option<&'static str> {
    find_line(HIP6, cuda).and_then(|line| tsv::cells(line).nth(1))
}

/// Functions of `cublas.h`, which has no handles, and this SDK's functions for them.
const V2_ONLY: &str = include_str!("../map/v2_only.tsv");

/// Returns whether `cublas.h` declares this cuBLAS function without a handle, unlike HIP's of that name.
pub fn is_v2_only(name: &str) -> bool {
    find_line(V2_ONLY, name).is_some()
}

/// Returns this SDK's function for one of `cublas.h`.
pub fn without_handle(name: &str) -> Option<&'static str> {
    tsv::cells(find_line(V2_ONLY, name)?).nth(1).filter(|own| *own != "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found() {
        for (table, text) in TABLES {
            let mut last = "";
            for line in rows(text).lines() {
                let row = parse(line).unwrap_or_else(|| panic!("{table}: {line}"));
                assert!(last < row.cuda, "{table} is not sorted at {}", row.cuda);
                assert_eq!(find_line(text, row.cuda).and_then(parse), Some(row));
                last = row.cuda;
            }
        }
    }

    #[test]
    fn what_rules_look_for_is_in_the_tables_and_marked() {
        for (rule, wanted) in rules::names() {
            assert!(name(wanted).is_some_and(|row| row.rules.contains(rule)), "{wanted}");
        }
    }

    #[test]
    fn some_names() {
        let hip = |n| name(n).and_then(|row| row.hip);
        assert_eq!(hip("cuMemAlloc_v2"), Some("hipMalloc"));
        assert_eq!(hip("CUgreenCtx"), Some("hipExecutionCtx_t"));
        assert_eq!(
            name("cublasSaxpy").map(|row| (row.becomes(Target::Hip), row.becomes(Target::Roc))),
            Some((Some("hipblasSaxpy"), Some("rocblas_saxpy")))
        );
        assert_eq!(name("cudaMalloc").and_then(|row| row.becomes(Target::Roc)), Some("hipMalloc"));
        assert_eq!(hip("CU_JIT_MAX_REGISTERS"), Some("hipJitOptionMaxRegisters"));
        assert_eq!(
            name("cuMemcpyAsync").map(|row| row.hip),
            Some(None),
            "hipMemcpyAsync means another function"
        );
        assert_eq!((name("cuda_is_nice"), name("cuMemAlloc_v"), name("")), (None, None, None));
        for (_, text) in &TABLES[..4] {
            assert!(rows(text).lines().all(|line| name(tsv::cells(line).next().unwrap_or("")).is_some()));
        }
        assert_eq!(hip6("CU_JIT_MAX_REGISTERS"), Some("HIPRTC_JIT_MAX_REGISTERS"));
        assert_eq!(hip6("cuMemAlloc"), None);
        assert_eq!(header("cuda.h").and_then(|row| row.hip), Some("hip/hip_runtime.h"));
    }
}
