//! NVIDIA's machine code: kernels are the entry symbols, and `.nv.info` sections hold their attributes.

use super::{Kernel, bad};
use crate::Error;
use object::read::elf::ElfFile64;
use object::{Object, ObjectSection, ObjectSymbol, SymbolFlags};
use std::collections::BTreeMap;

/// Mark of an entry in a symbol's `st_other`.
const ENTRY: u8 = 0x10;

// Attributes of `.nv.info`, by their numbers in cuobjdump's ELF dumps.
const MAX_THREADS: u8 = 0x05;
const FRAME_SIZE: u8 = 0x11;
const PARAM_SIZE: u8 = 0x19;
const REGISTERS: u8 = 0x2f;

/// Returns `sm_90`: there are two layouts of the flags, ABI version 8 moved the number up by one byte.
pub(super) fn target(bytes: &[u8], flags: u32) -> String {
    let arch = if bytes.get(8) == Some(&8) { flags >> 8 & 0xff } else { flags & 0xff };
    format!("sm_{arch}")
}

/// One attribute: its number and its value in its format.
enum Value<'a> {
    Short(u16),
    Block(&'a [u8]),
}

/// Returns the attributes of a section; a truncated tail ends them.
fn attributes(mut data: &[u8]) -> Vec<(u8, Value<'_>)> {
    let mut found = Vec::new();
    while let [format, number, low, high, rest @ ..] = data {
        let short = u16::from_le_bytes([*low, *high]);
        if *format == 4 {
            let Some((block, after)) = rest.split_at_checked(short.into()) else { break };
            found.push((*number, Value::Block(block)));
            data = after;
        } else {
            found.push((*number, Value::Short(short)));
            data = rest;
        }
    }
    found
}

/// Returns the values of a per-kernel attribute of the whole object: pairs of symbol index and value.
fn per_symbol(attributes: &[(u8, Value<'_>)], wanted: u8) -> BTreeMap<u32, u32> {
    let pair = |(number, value): &(u8, Value<'_>)| match value {
        Value::Block(block) if *number == wanted => Some((word(block, 0)?, word(block, 4)?)),
        _ => None,
    };
    // Of several for one symbol the first counts.
    attributes.iter().rev().filter_map(pair).collect()
}

fn word(block: &[u8], at: usize) -> Option<u32> {
    block.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes)
}

/// Returns the registers from the section of a kernel's code: the top byte of its information, before ABI
/// version 8 and `sm_90`.
fn of_section(info: u32) -> Option<u32> {
    Some(info >> 24).filter(|&count| count > 0)
}

pub(super) fn kernels(file: &ElfFile64<'_>) -> Result<Vec<Kernel>, Error> {
    // Objects have thousands of kernels with several sections each: this avoids repeated searches.
    let sections: BTreeMap<&str, _> =
        file.sections().filter_map(|section| Some((section.name().ok()?, section))).collect();
    let data = |name: &str| sections.get(name).map(|s| s.data()).transpose().map(Option::unwrap_or_default);
    let whole = attributes(data(".nv.info").map_err(bad)?);
    let (registers, frames) = (per_symbol(&whole, REGISTERS), per_symbol(&whole, FRAME_SIZE));
    let mut found = Vec::new();
    for symbol in file.symbols() {
        let SymbolFlags::Elf { st_other, .. } = symbol.flags() else { continue };
        let Ok(name) = symbol.name() else { continue };
        if st_other.0 & ENTRY == 0 || symbol.is_undefined() || name.is_empty() || symbol.size() == 0 {
            continue;
        }
        let own = attributes(data(&format!(".nv.info.{name}")).map_err(bad)?);
        let Ok(index) = u32::try_from(symbol.index().0) else { continue };
        let code = sections.get(&*format!(".text.{name}"));
        let of_code = code.and_then(|code| of_section(code.elf_section_header().sh_info.get(file.endian())));
        found.push(Kernel {
            name: name.to_owned(),
            registers: registers.get(&index).copied().or(of_code),
            shared: Some(sections.get(&*format!(".nv.shared.{name}")).map_or(0, |s| s.size())),
            local: frames.get(&index).copied().map(u64::from),
            params: own.iter().find_map(|(number, value)| match value {
                Value::Short(size) if *number == PARAM_SIZE => Some(u64::from(*size)),
                _ => None,
            }),
            max_threads: own.iter().find_map(|(number, value)| match value {
                Value::Block(block) if *number == MAX_THREADS => {
                    word(block, 0)?.checked_mul(word(block, 4)?)?.checked_mul(word(block, 8)?)
                }
                _ => None,
            }),
        });
    }
    Ok(found)
}
