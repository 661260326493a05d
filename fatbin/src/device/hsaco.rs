//! AMD's machine code: a note in MessagePack lists the kernels with their attributes (LLVM, "User Guide for
//! AMDGPU Backend", code object metadata).

use super::{Kernel, bad};
use crate::Error;
use object::read::elf::ElfFile64;
use object::{Endianness, Object};
use rmpv::ValueRef;

const METADATA: u32 = 32;

/// Processors by their number in the ELF flags.
const PROCESSORS: &str = include_str!("gfx.tsv");

/// Returns the target id: from the metadata, or from the flags.
pub(super) fn target(bytes: &[u8], flags: u32) -> Option<String> {
    let noted = ElfFile64::<Endianness>::parse(bytes).ok().and_then(|file| {
        let id = metadata(&file).ok()??;
        let text = text(get(&id, "amdhsa.target")?)?.to_owned();
        Some(text.split_once("--").map_or(text.clone(), |(_, id)| id.to_owned()))
    });
    noted.or_else(|| {
        let number = format!("0x{:02x}", flags & 0xff);
        let [_, name] = tsv::table(PROCESSORS).find(|[of, _]| *of == number)?;
        let feature = |name: &str, bits: u32| match bits & 3 {
            2 => format!(":{name}-"),
            3 => format!(":{name}+"),
            _ => String::new(),
        };
        Some(format!("{name}{}{}", feature("sramecc", flags >> 10), feature("xnack", flags >> 8)))
    })
}

/// Returns the note's map; `None` if the object has none.
fn metadata<'a>(file: &ElfFile64<'a>) -> Result<Option<ValueRef<'a>>, Error> {
    let endian = file.endian();
    for header in file.elf_program_headers() {
        use object::read::elf::ProgramHeader;
        let Some(mut notes) = header.notes(endian, file.data()).map_err(bad)? else { continue };
        while let Some(note) = notes.next().map_err(bad)? {
            if note.name() == b"AMDGPU" && note.n_type(endian).0 == METADATA {
                let mut data = note.desc();
                return rmpv::decode::read_value_ref(&mut data)
                    .map(Some)
                    .map_err(|error| Error::BadElf { reason: format!("metadata note: {error}") });
            }
        }
    }
    Ok(None)
}

/// Returns the value of a text key of a map.
fn get<'v, 'a>(map: &'v ValueRef<'a>, key: &str) -> Option<&'v ValueRef<'a>> {
    match map {
        ValueRef::Map(pairs) => pairs.iter().find(|(k, _)| text(k) == Some(key)).map(|(_, v)| v),
        _ => None,
    }
}

fn text<'a>(value: &ValueRef<'a>) -> Option<&'a str> {
    match value {
        ValueRef::String(text) => text.into_str(),
        _ => None,
    }
}

pub(super) fn kernels(file: &ElfFile64<'_>) -> Result<Vec<Kernel>, Error> {
    let Some(metadata) = metadata(file)? else { return symbols(file) };
    let Some(ValueRef::Array(list)) = get(&metadata, "amdhsa.kernels") else { return Ok(Vec::new()) };
    Ok(list
        .iter()
        .map(|kernel| {
            let number = |key: &str| get(kernel, key).and_then(ValueRef::as_u64);
            let named = |key: &str| get(kernel, key).and_then(text).map(str::to_owned);
            let short = |key: &str| number(key).and_then(|n| u32::try_from(n).ok());
            Kernel {
                name: named(".name").unwrap_or_default(),
                registers: short(".vgpr_count"),
                shared: number(".group_segment_fixed_size"),
                local: number(".private_segment_fixed_size"),
                params: number(".kernarg_segment_size"),
                max_threads: short(".max_flat_workgroup_size"),
            }
        })
        .collect())
}

/// Returns the kernels of an object without metadata: the kernel descriptors among the symbols.
fn symbols(file: &ElfFile64<'_>) -> Result<Vec<Kernel>, Error> {
    use object::ObjectSymbol;
    let names =
        file.symbols().filter_map(|symbol| symbol.name().ok()?.strip_suffix(".kd").map(str::to_owned));
    Ok(names.map(|name| Kernel { name, ..Kernel::default() }).collect())
}
