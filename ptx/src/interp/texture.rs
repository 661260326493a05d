//! Textures and surfaces in the memory of the interpreter.

use super::block::Block;
use super::space::{Access, Spaces};
use super::{LaunchState, Memory};
use crate::exec::FaultKind;
use crate::ir::{AtomOp, Inst, Op, Scalar, Space, Texture};
use crate::texture::{self, AccessFault, Objects, Recent, Texels};

/// Device memory as texels.
struct Direct<'a, 'l, M> {
    spaces: &'a mut Spaces,
    launch: &'a LaunchState<'l>,
    memory: &'a mut M,
    thread: usize,
}

impl<M> Direct<'_, '_, M> {
    fn access(&self, address: u64) -> Access {
        Access { space: Space::Global, address, thread: self.thread }
    }
}

impl<M: Memory> Texels for Direct<'_, '_, M> {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.memory.load(address, bytes)
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.memory.store(address, bytes)
    }

    fn combine(&mut self, address: u64, op: AtomOp, ty: Scalar, with: u64) -> bool {
        let access = self.access(address);
        self.spaces.atomic(self.launch, self.memory, access, op, ty, [with.into(), 0]).is_ok()
    }
}

/// Returns the fault of an invalid access.
pub fn fault(broken: AccessFault) -> FaultKind {
    match broken {
        AccessFault::Illegal { address, write } => {
            FaultKind::IllegalAddress { space: Space::Global, address, bytes: 1, write }
        }
        AccessFault::Misaligned { address, bytes } => {
            FaultKind::Misaligned { space: Space::Global, address, bytes }
        }
    }
}

impl Block {
    /// Executes a request of thread `t`.
    pub(super) fn texture(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        t: usize,
        inst: &Inst,
    ) -> Result<(), FaultKind> {
        let Op::Texture(request) = inst.op else { return Ok(()) };
        let words: [u64; Texture::OPERANDS] =
            std::array::from_fn(|n| inst.args.get(n).map_or(0, |&v| self.get(launch, t, v) as u64));
        let table = memory.textures();
        let table = table.as_deref().unwrap_or(&texture::EMPTY);
        let objects = Objects { table, recent: &mut Recent::default() };
        let mut texels = Direct { spaces: &mut self.spaces, launch, memory, thread: t };
        let values = texture::carry_out(objects, &request, &words, &mut texels).map_err(fault)?;
        for (&result, value) in inst.results.iter().zip(values) {
            let value = if launch.function.ty(result).bits() == 32 { u64::from(value as u32) } else { value };
            self.set(launch, t, result, u128::from(value));
        }
        Ok(())
    }
}
