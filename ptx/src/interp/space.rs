//! Memory as seen by a thread: state spaces, generic addresses, atomics.
//!
//! Shared, local and parameter memory have ranges of generic addresses, 4 GiB each, that device memory does
//! not use.

use super::value::{self, extend};
use super::{LaunchState, Memory, mbarrier, watch};
use crate::exec::FaultKind;
use crate::ir::{AtomOp, CLUSTER_SHIFT, Class, FloatOp, IntOp, Mode, Op, Order, Scalar, Space};

const SHARED: u64 = 0x4000_0000_0000_0000;
const LOCAL: u64 = 0x4000_0001_0000_0000;
const PARAM: u64 = 0x4000_0002_0000_0000;
const WINDOW: u64 = 1 << 32;

/// Memory of a block.
pub(super) struct Spaces {
    pub(super) shared: Vec<u8>,
    /// Rank of the block in its cluster.
    rank: u32,
    /// Local memories of all threads, consecutively.
    local: Vec<u8>,
    local_bytes: usize,
}

/// An access, with the data for its fault.
#[derive(Clone, Copy)]
pub(super) struct Access {
    /// State space of the instruction.
    pub(super) space: Space,
    /// Address in that space.
    pub(super) address: u64,
    /// Index of the accessing thread in its block.
    pub(super) thread: usize,
}

impl Access {
    /// Returns the event for watchers.
    pub(super) fn event<'a>(
        self,
        (bytes, stored): (usize, watch::Stored<'a>),
        kind: watch::AccessKind,
        order: Order,
        (line, inst): (u32, u32),
        spaces: &Spaces,
    ) -> watch::Event<'a> {
        let (space, address) = spaces.resolve(self);
        let (bytes, thread) = (bytes as u32, self.thread as u32);
        watch::Event::Access(watch::Access { space, address, bytes, kind, order, thread, line, inst }, stored)
    }
}

impl Spaces {
    pub(super) fn new(launch: &LaunchState<'_>, rank: u32) -> Self {
        let local_bytes = launch.local_bytes;
        Spaces {
            shared: vec![0; launch.shared_bytes],
            local: vec![0; local_bytes * launch.geometry.threads() as usize],
            local_bytes,
            rank,
        }
    }

    /// Resolves an access to a space and an address in it. Shared memory of other blocks counts as global.
    fn resolve(&self, access: Access) -> (Space, u64) {
        if access.space != Space::Generic {
            return (access.space, access.address);
        }
        let a = access.address;
        match a & !(WINDOW - 1) {
            SHARED => match cluster_address(a) {
                Some((rank, at)) if rank == self.rank => (Space::Shared, at),
                _ => (Space::Global, a),
            },
            LOCAL => (Space::Local, a - LOCAL),
            PARAM => (Space::Param, a - PARAM),
            _ => (Space::Global, a),
        }
    }

    fn check(access: Access, bytes: usize) -> Result<(), FaultKind> {
        let Access { space, address, .. } = access;
        if address % bytes as u64 == 0 {
            Ok(())
        } else {
            Err(FaultKind::Misaligned { space, address, bytes: bytes as u32 })
        }
    }

    pub(super) fn load(
        &self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        access: Access,
        bytes: &mut [u8],
    ) -> Result<(), FaultKind> {
        Self::check(access, bytes.len())?;
        let (space, at) = self.resolve(access);
        let piece = match space {
            Space::Shared => slice(&self.shared, at, bytes.len()),
            Space::Local => slice(self.local_memory(access.thread), at, bytes.len()),
            Space::Param => slice(launch.params, at, bytes.len()),
            _ if memory.load(at, bytes) => return Ok(()),
            _ => None,
        };
        match piece {
            Some(piece) => bytes.copy_from_slice(piece),
            None => return Err(illegal(access, bytes.len(), false)),
        }
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        memory: &mut impl Memory,
        access: Access,
        bytes: &[u8],
    ) -> Result<(), FaultKind> {
        Self::check(access, bytes.len())?;
        let (space, at) = self.resolve(access);
        let piece = match space {
            Space::Shared => slice_mut(&mut self.shared, at, bytes.len()),
            Space::Local => {
                let first = access.thread * self.local_bytes;
                slice_mut(&mut self.local[first..first + self.local_bytes], at, bytes.len())
            }
            Space::Param | Space::Const => None,
            _ if memory.store(at, bytes) => return Ok(()),
            _ => None,
        };
        match piece {
            Some(piece) => piece.copy_from_slice(bytes),
            None => return Err(illegal(access, bytes.len(), true)),
        }
        Ok(())
    }

    /// Executes a read-modify-write operation; returns the old value.
    pub(super) fn atomic(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        access: Access,
        op: AtomOp,
        ty: Scalar,
        [b, c]: [u128; 2],
    ) -> Result<u128, FaultKind> {
        let mut word = [0; 16];
        let size = ty.bytes() as usize;
        self.load(launch, memory, access, &mut word[..size]).map_err(|fault| match fault {
            FaultKind::IllegalAddress { space, address, bytes, .. } => {
                FaultKind::IllegalAddress { space, address, bytes, write: true }
            }
            other => other,
        })?;
        let old = u128::from_le_bytes(word);
        let (space, at) = self.resolve(access);
        let global = space == Space::Global && cluster_address(at).is_none();
        let new = combine(op, ty, global, old, b, c);
        self.store(memory, access, &new.to_le_bytes()[..size])?;
        Ok(old)
    }

    fn local_memory(&self, thread: usize) -> &[u8] {
        &self.local[thread * self.local_bytes..][..self.local_bytes]
    }
}

/// Returns the new value of an atomic operation; this function defines its meaning. In `global` memory,
/// `add.f32` flushes subnormals (PTX ISA, `atom`). Of two NaNs, `add.f64` keeps the operand in `global`
/// memory, and the old value elsewhere.
pub fn combine(op: AtomOp, ty: Scalar, global: bool, old: u128, b: u128, c: u128) -> u128 {
    let reg = ty.register();
    let ftz = ty == Scalar::F32 && global;
    let float = |op| Op::Float { op, ty, mode: Mode { ftz, ..Mode::RN } };
    let plain = Mode { ftz: false, ..Mode::RN };
    let signed = ty.class() == Class::Signed;
    let int = |op| {
        value::eval(
            &Op::Int(op),
            reg,
            &[reg, reg],
            &[extend(old, ty) & value::mask(reg), extend(b, ty) & value::mask(reg)],
        )
    };
    let number = |op| value::eval(&op, reg, &[reg, reg], &[old, b]);
    let extreme = |op| Op::Float { op, ty, mode: plain };
    match op {
        AtomOp::Exch => b,
        AtomOp::Cas if extend(old, ty) == extend(b, ty) => c,
        AtomOp::Cas => old,
        AtomOp::Add if ty == Scalar::F64 && !global => {
            value::eval(&float(FloatOp::Add), reg, &[reg, reg], &[b, old])
        }
        AtomOp::Add if ty.is_float() => number(float(FloatOp::Add)),
        AtomOp::Min if ty.is_float() => number(extreme(FloatOp::Min { nan: false, xorsign: false })),
        AtomOp::Max if ty.is_float() => number(extreme(FloatOp::Max { nan: false, xorsign: false })),
        AtomOp::Add => int(IntOp::Add),
        AtomOp::Min => int(if signed { IntOp::MinS } else { IntOp::MinU }),
        AtomOp::Max => int(if signed { IntOp::MaxS } else { IntOp::MaxU }),
        AtomOp::And => old & b,
        AtomOp::Or => old | b,
        AtomOp::Xor => old ^ b,
        AtomOp::Inc if old >= b => 0,
        AtomOp::Inc => old + 1,
        AtomOp::Dec if old == 0 || old > b => b,
        AtomOp::Dec => old - 1,
        AtomOp::Arrive { drop } => u128::from(mbarrier::arrive(old as u64, b as u64, c as u64, drop)),
    }
}

fn illegal(access: Access, bytes: usize, write: bool) -> FaultKind {
    let Access { space, address, .. } = access;
    FaultKind::IllegalAddress { space, address, bytes: bytes as u32, write }
}

fn slice(bytes: &[u8], at: u64, len: usize) -> Option<&[u8]> {
    let at = usize::try_from(at).ok()?;
    bytes.get(at..at.checked_add(len)?)
}

fn slice_mut(bytes: &mut [u8], at: u64, len: usize) -> Option<&mut [u8]> {
    let at = usize::try_from(at).ok()?;
    bytes.get_mut(at..at.checked_add(len)?)
}

/// Returns the rank of the block that owns a generic shared-memory address, and the offset in its memory.
pub(super) fn cluster_address(address: u64) -> Option<(u32, u64)> {
    let at = address.checked_sub(SHARED).filter(|&at| at < WINDOW)?;
    let rank = (at >> CLUSTER_SHIFT).checked_sub(1)?;
    Some((rank as u32, at & ((1 << CLUSTER_SHIFT) - 1)))
}

impl Spaces {
    /// Returns the offset in the block's own shared memory of a generic address, if it is there.
    pub(super) fn own_shared(&self, address: u64) -> Option<u64> {
        let (space, at) = self.resolve(Access { space: Space::Generic, address, thread: 0 });
        (space == Space::Shared).then_some(at)
    }

    /// Implements `cvta`, between a space and generic addresses. Those of shared memory include the rank of
    /// their block.
    pub(super) fn convert_address(&self, space: Space, to_generic: bool, address: u64) -> u64 {
        let own = u64::from(self.rank + 1) << CLUSTER_SHIFT;
        let base = match space {
            Space::Shared => SHARED + own,
            Space::Cluster if to_generic && address >> CLUSTER_SHIFT == 0 => SHARED + own,
            Space::Cluster => SHARED,
            Space::Local => LOCAL,
            Space::Param => PARAM,
            Space::Generic | Space::Global | Space::Const => 0,
        };
        if to_generic { address.wrapping_add(base) } else { address.wrapping_sub(base) }
    }

    /// Implements `isspacep`. Constant memory has no addresses of its own, so the result is `false` for it.
    pub(super) fn is_space(&self, space: Space, address: u64, blocks: u32) -> bool {
        let access = Access { space: Space::Generic, address, thread: 0 };
        match space {
            Space::Cluster => self.rank_of(address, blocks).is_some(),
            Space::Global => self.resolve(access).0 == space && cluster_address(address).is_none(),
            _ => self.resolve(access).0 == space,
        }
    }

    /// Returns the rank, below `blocks`, of the block that owns a generic shared-memory address.
    pub(super) fn rank_of(&self, address: u64, blocks: u32) -> Option<u32> {
        let (rank, at) = cluster_address(address)?;
        (rank < blocks && at < self.shared.len() as u64).then_some(rank)
    }
}
