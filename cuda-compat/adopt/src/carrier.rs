//! Objects that carry CUDA's static runtime: its functions, found by their names in the symbol table.

use memchr::memmem;
use object::elf::{FileHeader64, PF_X, PT_LOAD, SHN_UNDEF, SHT_SYMTAB, STT_FUNC};
use object::read::elf::{FileHeader as _, ProgramHeader as _, SectionHeader as _, Sym as _};
use object::{Endianness, ReadRef};
use std::ops::Range;
use std::str::Lines;
use std::sync::OnceLock;

/// Major version of the runtime that an object carries. Version 11 is served by the library of 12, whose
/// names include it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// CUDA 12 and before.
    Cuda12,
    /// CUDA 13.
    Cuda13,
}

impl Version {
    /// Name of the library.
    pub fn library(self) -> &'static str {
        match self {
            Version::Cuda12 => "libcudart.so.12",
            Version::Cuda13 => "libcudart.so.13",
        }
    }
}

/// Function of the runtime in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Name, which our library has, too.
    pub name: &'static str,
    /// Address in the object's own terms.
    pub address: u64,
    /// Bytes up to the next symbol: the code and the padding behind it.
    pub room: u64,
}

/// The static runtime in an object.
#[derive(Debug, PartialEq, Eq)]
pub struct Carrier {
    /// Major version.
    pub version: Version,
    /// Functions that our library of that version has.
    pub functions: Vec<Function>,
    /// Ranges of executable addresses in the object's own terms.
    pub code: Vec<Range<u64>>,
}

/// Exported names of our libraries, by version.
const EXPORTS: [&str; 2] =
    [include_str!("../../cudart12/symbols.map"), include_str!("../../cudart13/symbols.map")];

/// Function of the runtime that registers device code: an object that defines it carries the runtime.
const REGISTERS: &str = "__cudaRegisterFatBinary";

/// Returns the names in a version script.
fn exported(lines: Lines<'static>) -> Vec<&'static str> {
    let mut names: Vec<&str> = lines
        .filter_map(|line| line.trim().strip_suffix(';'))
        .filter(|name| name.starts_with("cuda") || name.starts_with("__cuda"))
        .collect();
    names.sort_unstable();
    names
}

/// Returns the exported names of both libraries, sorted.
fn names() -> &'static [Vec<&'static str>; 2] {
    static NAMES: OnceLock<[Vec<&'static str>; 2]> = OnceLock::new();
    NAMES.get_or_init(|| EXPORTS.map(|map| exported(map.lines())))
}

fn find(names: &[&'static str], wanted: &[u8]) -> Option<&'static str> {
    let at = names.binary_search_by(|name| name.as_bytes().cmp(wanted)).ok()?;
    Some(names[at])
}

/// Returns the static runtime that an object carries; none if it carries none, or is stripped of symbols.
pub fn read<'a, R: ReadRef<'a>>(data: R) -> Option<Carrier> {
    let header = FileHeader64::<Endianness>::parse(data).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, data).ok()?;
    let table = sections.iter().find(|section| section.sh_type(endian) == SHT_SYMTAB)?;
    let strings = sections.section(object::SectionIndex(table.sh_link(endian) as usize)).ok()?;
    let strings = strings.data(endian, data).ok()?;
    memmem::find(strings, REGISTERS.as_bytes())?;
    let symbols = table.data_as_array::<object::elf::Sym64<Endianness>, _>(endian, data).ok()?;
    let text = |at: u32| {
        let rest = strings.get(at as usize..)?;
        memchr::memchr(0, rest).map(|end| &rest[..end])
    };
    let defined = symbols.iter().filter(|symbol| symbol.st_shndx(endian) != SHN_UNDEF);
    let mut addresses: Vec<u64> = defined.clone().map(|symbol| symbol.st_value(endian)).collect();
    addresses.sort_unstable();
    let runtime: Vec<(&[u8], u64)> = defined
        .filter(|symbol| symbol.st_type() == STT_FUNC)
        .filter_map(|symbol| Some((text(symbol.st_name(endian))?, symbol.st_value(endian))))
        .filter(|(name, _)| name.starts_with(b"cuda") || name.starts_with(b"__cuda"))
        .collect();
    if !runtime.iter().any(|(name, ..)| *name == REGISTERS.as_bytes()) {
        return None;
    }
    let [cuda12, cuda13] = names();
    let is_old = |name: &[u8]| find(cuda12, name).is_some() && find(cuda13, name).is_none();
    let old = runtime.iter().any(|(name, ..)| is_old(name));
    let (version, names) = if old { (Version::Cuda12, cuda12) } else { (Version::Cuda13, cuda13) };
    let room = |address: u64| {
        let next = addresses.partition_point(|other| *other <= address);
        addresses.get(next).map_or(0, |next| next - address)
    };
    let functions = runtime
        .iter()
        .filter_map(|&(name, address)| {
            Some(Function { name: find(names, name)?, address, room: room(address) })
        })
        .collect();
    let segments = header.program_headers(endian, data).ok()?.iter();
    let code = segments
        .filter(|segment| segment.p_type(endian) == PT_LOAD && segment.p_flags(endian).contains(PF_X))
        .map(|segment| {
            segment.p_vaddr(endian)..segment.p_vaddr(endian).saturating_add(segment.p_memsz(endian))
        })
        .collect();
    Some(Carrier { version, functions, code })
}
