//! The embedded tables: which CUDA name becomes which HIP name. Sorted text, searched in place.

pub(crate) mod arguments;
pub(crate) mod asked;
pub(crate) mod device_pointers;
pub(crate) mod extensions;
pub(crate) mod fields;
mod index;
pub(crate) mod literals;
mod words;

use crate::choices::Target;
pub use asked::Asked;
use index::Index;
pub(crate) use index::hash;
use std::sync::OnceLock;
pub(crate) use words::WORDS;
pub use words::Word;

/// What a name is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
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

/// One row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The CUDA name.
    pub cuda: &'static str,
    /// The HIP name; `None` if HIP has none.
    pub hip: Option<&'static str>,
    /// The name in AMD's own library below HIP's (rocBLAS, MIOpen…): the HIP name where there is no other,
    /// `None` if that library has none.
    pub roc: Option<&'static str>,
    /// What it is.
    pub kind: Kind,
    /// The API it belongs to (`driver`, `runtime`, `cuBLAS`…).
    pub family: &'static str,
    /// Why, where there is something to say.
    pub note: &'static str,
    /// Which rules look for it.
    pub asked: Asked,
}

impl Row {
    /// The name it gets, if it gets one.
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

    /// Whether the name counts in the report: device functions that HIP spells alike are no translation.
    pub(crate) fn counts(&self) -> bool {
        self.kind != Kind::Device || self.hip.is_some_and(|hip| hip != self.cuda)
    }
}

/// Whether a HIP name is a word; a few are `void*` or a number.
pub(crate) fn is_word(hip: &str) -> bool {
    hip.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !hip.starts_with(|c: char| c.is_ascii_digit())
}

/// A table: its name and text. The first that knows a name wins.
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

/// Binary search for the line whose first field is `name`.
fn find_line(text: &'static str, name: &str) -> Option<&'static str> {
    let rows = rows(text);
    let (mut low, mut high) = (0, rows.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = rows[..middle].rfind('\n').map_or(0, |at| at + 1);
        let end = rows[start..].find('\n').map_or(rows.len(), |at| start + at);
        let line = &rows[start..end];
        match line.split('\t').next().unwrap_or("").cmp(name) {
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
        "function" => Kind::Function,
        "type" => Kind::Type,
        "constant" => Kind::Constant,
        "macro" => Kind::Macro,
        "device" => Kind::Device,
        "namespace" => Kind::Namespace,
        "include" => Kind::Include,
        _ => return None,
    };
    let (family, note) = (fields.next()?, fields.next().unwrap_or(""));
    Some(Row { cuda, hip, roc, kind, family, note, asked: Asked::default() })
}

/// The rows of some tables.
fn table_rows(tables: &'static [(&str, &str)]) -> Vec<Row> {
    tables.iter().flat_map(|(_, text)| rows(text).lines().filter_map(parse)).collect()
}

/// What the tables know of an identifier.
pub fn name(name: &str) -> Option<Row> {
    name_of(name.as_bytes())
}

/// The names of the tables, and the words that rules look for.
struct Names {
    /// The words, then the rows: the words are met before a name.
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
                row.asked.add(Asked::NO_WORD);
            }
        }
        for (rule, name) in asked::names() {
            let place = |n: u32| (n as usize).checked_sub(WORDS.len()).filter(|&row| rows[row].cuda == name);
            if let Some(row) = index.find(name.as_bytes(), place) {
                rows[row].asked.add(rule);
            }
        }
        Names { index, rows }
    })
}

/// What the tables know of an identifier, in bytes as it stands in a text.
pub fn name_of(name: &[u8]) -> Option<Row> {
    look(name).0.copied()
}

/// What the tables know of an identifier, and whether it is a word that a rule looks for.
pub fn look(name: &[u8]) -> (Option<&'static Row>, Option<Word>) {
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

/// Why names stay, by how they begin; the names of some libraries that no other table has.
pub const REASONS: &str = include_str!("../map/reasons.tsv");

/// A row of the reasons: the beginning, the family of names that it claims, the reason.
fn reasons() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    // Asked for every name that stays: the text is taken apart once.
    static ROWS: OnceLock<Vec<(&str, &str, &str)>> = OnceLock::new();
    let rows = ROWS.get_or_init(|| {
        let row = |line: &'static str| {
            let mut fields = line.split('\t');
            Some((fields.next()?, fields.next()?, fields.next()?))
        };
        REASONS.lines().skip(2).filter_map(row).collect()
    });
    rows.iter().copied()
}

/// Why HIP has nothing for a name.
pub fn reason(name: &str, row: &Row) -> &'static str {
    if !row.note.is_empty() {
        return row.note;
    }
    let longest =
        reasons().filter(|(begin, ..)| name.starts_with(begin)).max_by_key(|(begin, ..)| begin.len());
    longest.map_or(
        match row.kind {
            Kind::Function | Kind::Device => "HIP has no such function",
            Kind::Type => "HIP has no such type",
            Kind::Constant => "HIP has no such enumerator",
            Kind::Macro | Kind::Namespace | Kind::Include => "HIP has no such name",
        },
        |(.., reason)| reason,
    )
}

/// The rows of the reasons that claim names.
pub(crate) fn claims() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    reasons().filter(|(_, family, _)| *family != "-")
}

/// Whether a name begins as NVIDIA's do, by two letters: most identifiers do not.
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

/// Whether `look` or `claimed` may have something to say of an identifier: a quick no for most.
#[inline]
pub fn may_know(name: &[u8]) -> bool {
    names().index.may_hold(name) || begins_as_claimed(name)
}

/// A row for names of libraries that no table lists: HIP has them not, or under names of another make.
pub fn claimed(name: &[u8]) -> Option<Row> {
    if !begins_as_claimed(name) {
        return None;
    }
    static CLAIMS: OnceLock<Vec<(&str, &str, &str)>> = OnceLock::new();
    let claims = CLAIMS.get_or_init(|| claims().collect());
    let third = name.get(2);
    let (begin, family, note) = *claims.iter().find(|(begin, ..)| {
        let may_be = begin.as_bytes().get(2).is_none_or(|b| third == Some(b));
        let rest = if may_be { name.strip_prefix(begin.as_bytes()) } else { None };
        rest.is_some_and(|rest| begin.ends_with('_') || rest.first().is_none_or(|b| !b.is_ascii_lowercase()))
    })?;
    let (kind, asked) = (Kind::Function, Asked::default());
    Some(Row { cuda: begin, hip: None, roc: None, kind, family, note, asked })
}

/// What the tables know of a header, as it stands between quotes or angles. A HIP name of `=` drops the line.
/// A row `folder/*` stands for the headers of a folder that have no row.
pub fn header(name: &str) -> Option<Row> {
    static HEADERS: OnceLock<(Index, Vec<Row>)> = OnceLock::new();
    let (index, rows) = HEADERS.get_or_init(|| {
        let rows = table_rows(&TABLES[4..]);
        (Index::new(rows.iter().map(|row| row.cuda.as_bytes())), rows)
    });
    let row = |n: u32| rows.get(n as usize).copied();
    let find = |name: &[u8]| index.find(name, |n| row(n).filter(|row| row.cuda.as_bytes() == name));
    // libcu++'s headers have no ending: what has one in a folder of that name is the program's own.
    let own = || name.starts_with("cuda/") && name.contains('.');
    let folder = || name.split_once('/').and_then(|(folder, _)| find(format!("{folder}/*").as_bytes()));
    find(name.as_bytes()).or_else(|| if own() { None } else { folder() })
}

/// Names that HIP 6 spells otherwise.
const HIP6: &str = include_str!("../map/hip6.tsv");

/// The name in HIP 6, if it is another one than in HIP 7.
pub fn hip6(cuda: &str) -> Option<&'static str> {
    find_line(HIP6, cuda).and_then(|line| line.split('\t').nth(1))
}

/// Functions that only `cublas_v2.h` declares as HIP has them.
const V2_ONLY: &str = include_str!("../map/v2_only.tsv");

/// Whether this cuBLAS function takes a handle, as HIP's does, only if `cublas_v2.h` declares it.
pub fn is_v2_only(name: &str) -> bool {
    find_line(V2_ONLY, name).is_some()
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
        for (rule, asked) in asked::names() {
            assert!(name(asked).is_some_and(|row| row.asked.includes(rule)), "{asked}");
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
            assert!(rows(text).lines().all(|line| name(line.split('\t').next().unwrap_or("")).is_some()));
        }
        assert_eq!(hip6("CU_JIT_MAX_REGISTERS"), Some("HIPRTC_JIT_MAX_REGISTERS"));
        assert_eq!(hip6("cuMemAlloc"), None);
        assert_eq!(header("cuda.h").and_then(|row| row.hip), Some("hip/hip_runtime.h"));
    }
}
