//! Bounded reads: every offset and length is checked here.

use crate::Error;

/// Returns `len` bytes of `bytes` from `at`.
pub(crate) fn take<'a>(bytes: &'a [u8], at: usize, len: u64, what: &'static str) -> Result<&'a [u8], Error> {
    let have = bytes.len().saturating_sub(at);
    match usize::try_from(len) {
        Ok(len) if len <= have && at <= bytes.len() => Ok(&bytes[at..at + len]),
        _ => Err(Error::Truncated { what, offset: at, needed: len, have }),
    }
}

macro_rules! readers {
    ($($name:ident: $ty:ty;)*) => {$(
        pub(crate) fn $name(bytes: &[u8], at: usize, what: &'static str) -> Result<$ty, Error> {
            let mut word = [0; size_of::<$ty>()];
            word.copy_from_slice(take(bytes, at, size_of::<$ty>() as u64, what)?);
            Ok(<$ty>::from_le_bytes(word))
        }
    )*};
}

readers! {
    u16: u16;
    u32: u32;
    u64: u64;
}
