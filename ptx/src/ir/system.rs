//! Requests of a thread to the host.

use super::types::Type;
use crate::system::Call;

/// A request to the host; [`crate::system`] defines its meaning. Addresses are generic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum System {
    /// `i64 format, i64 arguments → i32`: `vprintf`; the result is the number of arguments in the format.
    Printf,
    /// `i64 message, i64 file, i32 line, i64 function, i64 character size →`: a failed assertion. It ends the
    /// thread and, after the concurrent threads, the kernel.
    Assert,
    /// `i64 bytes → i64`: allocates from the device heap; the result is 0 if the heap is full.
    Malloc,
    /// `i64 →`: frees an allocation of the device heap.
    Free,
    /// `i64 →`: a call of this address, which is not a function. It stops the kernel.
    BadCall,
    /// A function of the device runtime, with its operands and results.
    Call(Call),
}

impl System {
    /// Returns the operand types.
    pub const fn operand_types(self) -> &'static [Type] {
        use Type::{I32, I64};
        match self {
            System::Printf => &[I64, I64],
            System::Assert => &[I64, I64, I32, I64, I64],
            System::Malloc | System::Free | System::BadCall => &[I64],
            System::Call(call) => call.operand_types(),
        }
    }

    /// Returns the result type, if any.
    pub const fn result_types(self) -> &'static [Type] {
        match self {
            System::Printf => &[Type::I32],
            System::Malloc => &[Type::I64],
            System::Assert | System::Free | System::BadCall => &[],
            System::Call(call) => call.result_types(),
        }
    }
}
