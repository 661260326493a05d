//! Copies observed piece by piece: each piece is an access of up to 16 bytes, aligned to its size.

use super::BoxMemory;
use crate::interp::watch::AccessKind;
use crate::ir::{AtomOp, Scalar};

/// Largest piece in bytes.
const MAX_BYTES: u64 = 16;

/// Memory with accesses filtered by a watcher.
pub trait FilteredMemory: BoxMemory {
    /// Returns whether an access is to be executed.
    fn permits(&mut self, address: u64, bytes: u32, kind: AccessKind) -> bool;
}

/// Memory with accesses filtered in pieces: a suppressed piece reads as zeros and is not written.
pub struct Filtered<P>(pub P);

/// Returns the size of the largest access that address and remaining bytes permit.
fn piece(address: u64, left: usize) -> usize {
    let aligned = 1 << (address | MAX_BYTES).trailing_zeros();
    usize::min(aligned, 1 << left.ilog2())
}

impl<P: FilteredMemory> BoxMemory for Filtered<P> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let mut at = 0;
        while at < bytes.len() {
            let place = address.wrapping_add(at as u64);
            let size = piece(place, bytes.len() - at);
            let part = &mut bytes[at..at + size];
            if !self.0.permits(place, size as u32, AccessKind::Load) {
                part.fill(0);
            } else if !self.0.read(place, part) {
                return false;
            }
            at += size;
        }
        true
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        let mut at = 0;
        while at < bytes.len() {
            let place = address.wrapping_add(at as u64);
            let size = piece(place, bytes.len() - at);
            let part = &bytes[at..at + size];
            if self.0.permits(place, size as u32, AccessKind::Store) && !self.0.write(place, part) {
                return false;
            }
            at += size;
        }
        true
    }

    fn combine(&mut self, address: u64, op: AtomOp, ty: Scalar, ftz: bool, with: u64) -> bool {
        !self.0.permits(address, ty.bytes(), AccessKind::Atom(op))
            || self.0.combine(address, op, ty, ftz, with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 64 bytes from address 0; accesses to bytes 16 to 32 are suppressed.
    struct Memory([u8; 64], Vec<(u64, u32)>);

    impl BoxMemory for Memory {
        fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
            let from = self.0.get(address as usize..address as usize + bytes.len());
            from.map(|from| bytes.copy_from_slice(from)).is_some()
        }

        fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
            let to = self.0.get_mut(address as usize..address as usize + bytes.len());
            to.map(|to| to.copy_from_slice(bytes)).is_some()
        }

        fn combine(&mut self, address: u64, _: AtomOp, _: Scalar, _: bool, with: u64) -> bool {
            self.write(address, &with.to_le_bytes())
        }
    }

    impl FilteredMemory for Memory {
        fn permits(&mut self, address: u64, bytes: u32, _: AccessKind) -> bool {
            self.1.push((address, bytes));
            !(16..32).contains(&address)
        }
    }

    #[test]
    fn each_piece_is_filtered() {
        let mut memory = Filtered(Memory([7; 64], Vec::new()));
        let mut bytes = [1; 39];
        assert!(memory.read(9, &mut bytes));
        assert_eq!(memory.0.1, [(9, 1), (10, 2), (12, 4), (16, 16), (32, 16)]);
        assert_eq!((&bytes[..7], &bytes[7..23], &bytes[23..]), (&[7; 7][..], &[0; 16][..], &[7; 16][..]));
        assert!(memory.write(8, &[2; 32]));
        assert_eq!(memory.0.0[..48], [[7; 8], [2; 8], [7; 8], [7; 8], [2; 8], [7; 8]].concat());
        assert!(!memory.read(60, &mut bytes), "the last bytes are not there");
        assert!(memory.combine(16, AtomOp::Add, Scalar::U64, false, 1) && memory.0.0[16] == 7);
    }
}
