//! Host files: the sections of objects, executables and libraries that contain device code, and the members
//! of archives.
//!
//! Mainly ELF; the other formats of the `object` crate (COFF and PE, Mach-O) by their truncated section
//! names.

use crate::Error;
use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection};

/// First bytes of an archive (`.a`).
pub(crate) const ARCHIVE_MAGIC: &[u8; 8] = b"!<arch>\n";

/// Sections with device code, including the truncated names of other formats: NVIDIA's fat binaries, linked
/// and relocatable; HIP's bundles; LLVM's offload binaries.
const SECTIONS: [&str; 8] = [
    ".nv_fatbin",
    "__nv_relfatbin",
    "__nv_fatbin",
    ".nv_fatb",
    ".hip_fatbin",
    "__hip_fatbin",
    ".hip_fat",
    ".llvm.offloading",
];

/// One section of device code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section<'a> {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub data: &'a [u8],
}

/// Returns the sections of a host object, executable or library with device code, in file order.
///
/// # Errors
/// [`Error::BadElf`] for a broken object.
pub fn sections(bytes: &[u8]) -> Result<Vec<Section<'_>>, Error> {
    let file = object::File::parse(bytes).map_err(bad)?;
    let mut found = Vec::new();
    for section in file.sections() {
        let Ok(name) = section.name() else { continue };
        if SECTIONS.contains(&name) {
            found.push(Section { name: name.to_owned(), data: section.data().map_err(bad)? });
        }
    }
    Ok(found)
}

/// Returns the members of an archive, in file order: name and bytes.
///
/// # Errors
/// [`Error::BadElf`] for a broken archive.
pub fn members(bytes: &[u8]) -> Result<Vec<(String, &[u8])>, Error> {
    let archive = ArchiveFile::parse(bytes).map_err(bad)?;
    let mut found = Vec::new();
    for member in archive.members() {
        let member = member.map_err(bad)?;
        // A thin archive refers to external files.
        if archive.is_thin() {
            continue;
        }
        let name = String::from_utf8_lossy(member.name()).into_owned();
        found.push((name, member.data(bytes).map_err(bad)?));
    }
    Ok(found)
}

fn bad(error: object::Error) -> Error {
    Error::BadElf { reason: error.to_string() }
}
