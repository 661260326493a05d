//! Facts about a checked kernel, collected before its blocks run.

use super::grid::Grid;
use super::shadow::Live;
use super::{BlockState, Checker};
use crate::memory::Memory;
use crate::sync::{Arc, Mutex, Rank};
use jit::check::{BlockWatch, Watch};
use ptx::analysis::origin::{self, Origins};
use ptx::exec::Geometry;
use ptx::ir::{Function, InstId, Op, Space};

/// Facts about a kernel's instructions, shared by all launches.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(super) function: Arc<Function>,
    /// PTX text of the module.
    pub(super) text: Arc<str>,
    pub(super) origins: Origins,
    /// Size of the narrowest access to shared and to global memory, as shifts.
    pub(super) shifts: [u32; 2],
}

impl Facts {
    /// Collects the facts about a kernel of a module.
    pub(crate) fn new(function: Arc<Function>, text: Arc<str>) -> Facts {
        let mut least = [16u32; 2];
        for inst in function.blocks().flat_map(|b| &function.block(b).insts).map(|&id| function.inst(id)) {
            let (Op::Load { space, ty, .. } | Op::Store { space, ty, .. } | Op::Atom { space, ty, .. }) =
                inst.op
            else {
                continue;
            };
            let places: &[usize] = match space {
                Space::Shared => &[0],
                Space::Generic => &[0, 1],
                Space::Global => &[1],
                _ => &[],
            };
            places.iter().for_each(|&n| least[n] = least[n].min(ty.bytes()));
        }
        let shifts = least.map(|bytes| bytes.min(4).trailing_zeros());
        Facts { origins: Origins::new(&function), function, text, shifts }
    }

    /// PTX line of an instruction; 0 if unknown.
    pub(super) fn line(&self, inst: u32) -> u32 {
        let known = (inst as usize) < self.function.inst_count();
        if known { self.function.inst(InstId::new(inst as usize)).line } else { 0 }
    }
}

/// Checked launch of a kernel.
pub(crate) struct Kernel {
    pub(super) checker: &'static Checker,
    pub(super) memory: &'static Memory,
    pub(super) facts: Arc<Facts>,
    pub(super) geometry: Geometry,
    pub(super) params: Vec<u8>,
    /// Bytes of a block's shared memory, and of a thread's local memory.
    pub(super) shared: u64,
    pub(super) local: u64,
    /// Accesses to global memory by blocks that have ended, while no block holds them.
    pub(super) grid: Mutex<Option<Box<Grid>>>,
    /// Buffers of blocks that have ended.
    pub(super) spare: Mutex<Vec<super::Parts>>,
}

impl Kernel {
    /// Creates the record of a launch. `params` is its parameter block; the last argument the bytes of shared
    /// and local memory.
    pub(crate) fn new(
        checker: &'static Checker,
        memory: &'static Memory,
        facts: Arc<Facts>,
        geometry: Geometry,
        params: Vec<u8>,
        (shared, local): (u64, u64),
    ) -> Arc<Kernel> {
        let (grid, spare) = (Mutex::new(Rank::Leaf, None), Mutex::new(Rank::Leaf, Vec::new()));
        Arc::new(Kernel { checker, memory, facts, geometry, params, shared, local, grid, spare })
    }

    /// Allocation of the pointer parameter from which an instruction's address is computed.
    pub(super) fn base(&self, inst: u32) -> Option<Live> {
        let f = &self.facts.function;
        let known = (inst as usize) < f.inst_count();
        let inst = known.then(|| f.inst(InstId::new(inst as usize)))?;
        let (Op::Load { .. } | Op::Store { .. } | Op::Atom { .. }) = inst.op else { return None };
        let mut found: Option<Live> = None;
        for offset in origin::base_parameters(f, *inst.args.first()?) {
            let bytes = self.params.get(offset as usize..offset as usize + 8)?;
            let pointer = u64::from_le_bytes(bytes.try_into().ok()?);
            let Some(live) = self.checker.live(pointer, 1) else { continue };
            if found.as_ref().is_some_and(|found| found.base != live.base) {
                return None;
            }
            found = Some(live);
        }
        found
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        let grid = self.grid.lock().take();
        if let Some(grid) = grid {
            self.checker.spare(*grid);
        }
    }
}

/// Checker of a launch, as compiled code calls it.
pub(crate) struct Watcher(pub(crate) Arc<Kernel>);

impl Watch for Watcher {
    fn block(&self, index: u64) -> Box<dyn BlockWatch> {
        Box::new(BlockState::new(&self.0, index))
    }

    fn text(&self) -> &str {
        &self.0.facts.text
    }
}
