//! What a thread asks of the host.

use super::types::Type;
use crate::system::Call;

/// A request; what it means is in [`crate::system`]. Addresses are generic ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum System {
    /// `i64 format, i64 arguments → i32`: `vprintf`; how many arguments the format takes.
    Printf,
    /// `i64 message, i64 file, i32 line, i64 function, i64 character size →`: an assertion has failed. The
    /// thread ends behind it, and with the threads that run beside it the kernel.
    Assert,
    /// `i64 bytes → i64`: memory of the device's heap; 0 if there is none.
    Malloc,
    /// `i64 →`: gives it back.
    Free,
    /// `i64 →`: a call of this address, where no function is. The kernel ends.
    BadCall,
    /// A function of the device runtime; takes and gives what that does.
    Call(Call),
}

impl System {
    /// The types it takes.
    pub const fn takes(self) -> &'static [Type] {
        use Type::{I32, I64};
        match self {
            System::Printf => &[I64, I64],
            System::Assert => &[I64, I64, I32, I64, I64],
            System::Malloc | System::Free | System::BadCall => &[I64],
            System::Call(call) => call.takes(),
        }
    }

    /// The type it gives.
    pub const fn gives(self) -> &'static [Type] {
        match self {
            System::Printf => &[Type::I32],
            System::Malloc => &[Type::I64],
            System::Assert | System::Free | System::BadCall => &[],
            System::Call(call) => call.gives(),
        }
    }
}
