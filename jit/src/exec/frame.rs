//! Values in a block's frame, lane by lane.

use super::Block;
use crate::abi::{Slot, slot_bytes};
use crate::launch::Launch;
use crate::lower::plan::Home;
use ptx::ir::{Type, Value};

impl Block {
    fn offset(&self, launch: &Launch, slot: Slot, t: usize) -> usize {
        let frame = launch.code(self.better).plan.frame_bytes as usize;
        t / 32 * frame + slot.offset as usize + t % 32 * slot_bytes(slot.ty) as usize
    }

    fn all(&self) -> &[u8] {
        let len = size_of_val(self.frame.as_slice());
        // SAFETY: any bytes are valid, and the vector is borrowed for as long as the slice.
        unsafe { std::slice::from_raw_parts(self.frame.as_ptr().cast::<u8>(), len) }
    }

    pub(super) fn bytes(&mut self) -> &mut [u8] {
        let len = size_of_val(self.frame.as_slice());
        // SAFETY: any bytes are valid, and the vector is borrowed for as long as the slice.
        unsafe { std::slice::from_raw_parts_mut(self.frame.as_mut_ptr().cast::<u8>(), len) }
    }

    /// Returns thread `t`'s value from the frame, or a constant.
    pub(super) fn get(&self, launch: &Launch, t: usize, v: Value) -> u128 {
        match launch.code(self.better).plan.home(v) {
            Home::Constant(bits) => bits.into(),
            Home::Nowhere => 0,
            Home::Slot(slot) => {
                let at = self.offset(launch, slot, t);
                let size = slot_bytes(slot.ty) as usize;
                let mut word = [0; 16];
                word[..size].copy_from_slice(&self.all()[at..at + size]);
                let word = u128::from_le_bytes(word);
                match slot.ty {
                    Type::Pred => u128::from(word != 0),
                    ty => word & (u128::MAX >> (128 - ty.bits())),
                }
            }
        }
    }

    /// Stores a value of thread `t` in the frame.
    pub(super) fn set(&mut self, launch: &Launch, t: usize, v: Value, value: u128) {
        if let Home::Slot(slot) = launch.code(self.better).plan.home(v) {
            let at = self.offset(launch, slot, t);
            let size = slot_bytes(slot.ty) as usize;
            let value = if slot.ty == Type::Pred && value != 0 { u128::MAX } else { value };
            self.bytes()[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
}
