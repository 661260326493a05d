//! Registration record of a host object: the address of its fat binary in the process.

use crate::{Error, cursor};

/// First word of the record that a host program registers.
pub const WRAPPER_MAGIC: u32 = 0x4662_43B1;
/// Length of the record on 64-bit hosts.
pub const WRAPPER_BYTES: usize = 0x18;

/// The record; its addresses belong to the process that holds it, or to an unrelocated file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wrapper {
    /// 1: a plain fat binary. 2: one linked from relocatable device code.
    pub version: u32,
    /// Address of the fat binary; for version 2 of the linked image.
    pub image: u64,
    /// Version 1: address of a file name, or 0. Version 2: address of the null-terminated list of linked fat
    /// binaries.
    pub more: u64,
}

impl Wrapper {
    /// Reads a record.
    ///
    /// # Errors
    /// [`Error::Truncated`]; [`Error::BadField`] for another magic number or a version other than 1 and 2.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let what = "registration record";
        let magic = cursor::u32(bytes, 0, what)?;
        if magic != WRAPPER_MAGIC {
            return Err(Error::BadField {
                what: "magic number of the record",
                offset: 0,
                value: magic.into(),
            });
        }
        let version = cursor::u32(bytes, 4, what)?;
        if !(1..=2).contains(&version) {
            return Err(Error::BadField { what: "version of the record", offset: 4, value: version.into() });
        }
        Ok(Wrapper { version, image: cursor::u64(bytes, 8, what)?, more: cursor::u64(bytes, 16, what)? })
    }
}
