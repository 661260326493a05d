//! ELF objects: which machine they are for, and the fat binaries in the sections of host objects.

use crate::{Error, Found, nvidia};
use object::read::elf::{ElfFile32, ElfFile64};
use object::{Object, ObjectSection};

// `e_machine` of device code.
const EM_CUDA: u16 = 190;
const EM_AMDGPU: u16 = 224;
const NVIDIA_SECTIONS: [&str; 2] = [".nv_fatbin", "__nv_relfatbin"];

fn machine(bytes: &[u8]) -> Option<(u16, u32)> {
    let machine = bytes.get(18..20)?.try_into().ok().map(u16::from_le_bytes)?;
    let flags = bytes.get(48..52)?.try_into().ok().map(u32::from_le_bytes)?;
    Some((machine, flags))
}

/// What an ELF object is, for a message: device code of which architecture, or a host object.
pub fn describe(bytes: &[u8]) -> Found {
    match machine(bytes) {
        Some((EM_CUDA, flags)) => {
            // Two generations of flags: ABI version 8 moved the architecture one byte up.
            let arch = if bytes.get(8) == Some(&8) { flags >> 8 & 0xff } else { flags & 0xff };
            Found { kind: "cubin", target: Some(format!("sm_{arch}")) }
        }
        Some((EM_AMDGPU, _)) => Found { kind: "hsaco", target: None },
        _ => Found { kind: "host object", target: None },
    }
}

/// The NVIDIA fat binaries embedded in a host object, executable or library, in file order.
///
/// # Errors
/// [`Error::BadElf`], and what [`nvidia::length`] says of a section that is cut short.
pub fn fatbins(bytes: &[u8]) -> Result<Vec<&[u8]>, Error> {
    let bad = |e: object::Error| Error::BadElf { reason: e.to_string() };
    let mut found = Vec::new();
    if bytes.get(4) == Some(&1) {
        let file: ElfFile32<'_> = ElfFile32::parse(bytes).map_err(bad)?;
        collect(file.sections(), &mut found)?;
    } else {
        let file: ElfFile64<'_> = ElfFile64::parse(bytes).map_err(bad)?;
        collect(file.sections(), &mut found)?;
    }
    Ok(found)
}

fn collect<'a, S: ObjectSection<'a>>(
    sections: impl Iterator<Item = S>,
    found: &mut Vec<&'a [u8]>,
) -> Result<(), Error> {
    let bad = |e: object::Error| Error::BadElf { reason: e.to_string() };
    for section in sections {
        if !section.name().is_ok_and(|name| NVIDIA_SECTIONS.contains(&name)) {
            continue;
        }
        // One after another, 8-aligned, padded with zeros.
        let mut rest = section.data().map_err(bad)?;
        while let Some(at) = rest.iter().position(|&b| b != 0) {
            rest = &rest[at..];
            if !rest.starts_with(&nvidia::MAGIC.to_le_bytes()) {
                break;
            }
            let (one, after) = rest.split_at(nvidia::length(rest)?);
            found.push(one);
            rest = after;
        }
    }
    Ok(())
}
