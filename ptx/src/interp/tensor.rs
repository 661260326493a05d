//! Copies of boxes in the memory of the interpreter.
//!
//! A watcher receives each piece as an access of the copying thread.

use super::block::Block;
use super::space::{Access, Spaces, combine};
use super::watch::{AccessKind, NO_INST, Stored};
use super::{LaunchState, Memory};
use crate::exec::FaultKind;
use crate::ir::{AtomOp, Inst, Op, Order, Scalar, Space, Tensor};
use crate::tensor::{self, BoxMemory, CopyFault, Filtered, FilteredMemory};

/// Memory as seen by the copying thread.
struct ThreadMemory<'a, 'l, M> {
    spaces: &'a mut Spaces,
    launch: &'a LaunchState<'l>,
    memory: &'a mut M,
    thread: usize,
    line: u32,
}

impl<M: Memory> ThreadMemory<'_, '_, M> {
    fn access(&self, address: u64) -> Access {
        Access { space: Space::Generic, address, thread: self.thread }
    }
}

impl<M: Memory> FilteredMemory for ThreadMemory<'_, '_, M> {
    fn permits(&mut self, address: u64, bytes: u32, kind: AccessKind) -> bool {
        let (size, place) = ((bytes as usize, Stored::default()), (self.line, NO_INST));
        let event = self.access(address).event(size, kind, Order::Weak, place, self.spaces);
        self.memory.watch(event)
    }
}

impl<M: Memory> BoxMemory for ThreadMemory<'_, '_, M> {
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.spaces.load(self.launch, self.memory, self.access(address), bytes).is_ok()
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.spaces.store(self.memory, self.access(address), bytes).is_ok()
    }

    fn combine(&mut self, address: u64, op: AtomOp, ty: Scalar, ftz: bool, with: u64) -> bool {
        let (access, size) = (self.access(address), ty.bytes() as usize);
        let mut word = [0; 16];
        if self.spaces.load(self.launch, self.memory, access, &mut word[..size]).is_err() {
            return false;
        }
        let new = combine(op, ty, ftz, u128::from_le_bytes(word), with.into(), 0);
        self.spaces.store(self.memory, access, &new.to_le_bytes()[..size]).is_ok()
    }
}

/// Returns the fault of an invalid copy.
pub fn fault(broken: CopyFault) -> FaultKind {
    match broken {
        CopyFault::Copy { address, why } => FaultKind::BadTensor { address, why },
        CopyFault::Misaligned { address, bytes } => {
            FaultKind::Misaligned { space: Space::Generic, address, bytes }
        }
        CopyFault::Illegal { address, bytes, write } => {
            FaultKind::IllegalAddress { space: Space::Generic, address, bytes, write }
        }
    }
}

impl Block {
    /// Copies a box for thread `t`.
    pub(super) fn tensor(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        t: usize,
        inst: &Inst,
    ) -> Result<(), FaultKind> {
        let Op::Tensor(what) = inst.op else { return Ok(()) };
        let words: [u64; Tensor::OPERANDS] =
            std::array::from_fn(|n| inst.args.get(n).map_or(0, |&v| self.get(launch, t, v) as u64));
        let seen = ThreadMemory { spaces: &mut self.spaces, launch, memory, thread: t, line: inst.line };
        let mut seen = Filtered(seen);
        let bytes = tensor::carry_out(&what, &words, &mut seen).map_err(fault)?;
        if let Some(&v) = inst.results.first() {
            self.set(launch, t, v, bytes.into());
        }
        Ok(())
    }
}
