//! Compiled code of a kernel.

use crate::compile::CompileError;
use crate::executable::Executable;
use crate::lower::plan::Plan;
use crate::object::Object;
use crate::sites::Sites;
use ptx::ir::Function;
use std::fmt;

/// Compiled code of one kernel for one way that threads lie in strips.
pub struct Code {
    pub(crate) executable: Executable,
    pub(crate) plan: Plan,
    /// The functions that it is, see [`Object::parts`].
    parts: Vec<(u32, u32)>,
    /// Instruction of each piece of code, by its offset: sorted.
    pub(crate) places: Vec<(u32, u32)>,
    /// What the code calls the host with.
    pub(crate) sites: Sites,
    /// Lanes that run together.
    pub(crate) width: u32,
    /// Bytes of stack that its frame takes.
    pub(crate) stack: u32,
}

impl Code {
    /// Puts an object where it can run. It is one of this function's.
    pub(crate) fn load(f: &Function, object: Object) -> Result<Code, CompileError> {
        debug_assert_eq!(Object::from_bytes(f, &object.to_bytes()).as_ref(), Some(&object));
        let executable = Executable::new(&object.machine).map_err(|e| CompileError::Memory(e.to_string()))?;
        let sites = Sites::collect(f, &object.sites).ok_or_else(|| CompileError::Codegen {
            kernel: f.name.clone(),
            reason: "the host is called for what is none of its operations".into(),
        })?;
        let plan = Plan::new(f, object.starts, &object.frame);
        let Object { parts, places, width, stack, .. } = object;
        Ok(Code { executable, plan, parts, places, sites, width, stack })
    }

    /// Bytes of machine code.
    pub fn bytes(&self) -> usize {
        let range = self.executable.range();
        (range.end - range.start) as usize
    }

    /// Bytes of memory that the machine code takes: whole pages.
    pub(crate) fn mapped_bytes(&self) -> usize {
        self.executable.mapped()
    }

    /// Bytes of stack that its frame takes.
    pub fn stack_bytes(&self) -> u32 {
        self.stack
    }

    /// The address of the function that a region is in.
    pub(crate) fn entrance(&self, region: u32) -> u64 {
        let start = self.executable.range().start;
        match self.parts[..] {
            [_] => start,
            _ => {
                let after = self.parts.partition_point(|&(first, _)| first <= region);
                start + u64::from(self.parts[after - 1].1)
            }
        }
    }

    /// Lanes that run together: 1 for scalar code.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The instruction that code at an offset belongs to.
    pub(crate) fn inst_at(&self, offset: u32) -> Option<u32> {
        let after = self.places.partition_point(|&(start, _)| start <= offset);
        Some(self.places[after.checked_sub(1)?].1)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("bytes", &self.bytes())
            .field("width", &self.width)
            .finish_non_exhaustive()
    }
}
