//! Compiled code of a kernel.

use crate::compile::CompileError;
use crate::executable::Executable;
use crate::lower::plan::Plan;
use crate::object::Object;
use crate::sites::Sites;
use ptx::ir::Function;
use std::fmt;

/// Compiled code of one kernel for one lane layout.
pub struct Code {
    pub(crate) executable: Executable,
    pub(crate) plan: Plan,
    /// First region and start of each function, see [`Object::parts`].
    parts: Vec<(u32, u32)>,
    /// Instruction of each piece of code, sorted by offset.
    pub(crate) places: Vec<(u32, u32)>,
    /// Operands of host calls.
    pub(crate) sites: Sites,
    /// Lanes of a strip.
    pub(crate) width: u32,
    /// Size of the stack frame, bytes.
    pub(crate) stack: u32,
}

impl Code {
    /// Copies an object, which must be one of this function's, to executable memory.
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

    /// Returns the size of the machine code, bytes.
    pub fn bytes(&self) -> usize {
        let range = self.executable.range();
        (range.end - range.start) as usize
    }

    /// Returns the memory that the machine code occupies, in bytes: whole pages.
    pub(crate) fn mapped_bytes(&self) -> usize {
        self.executable.mapped()
    }

    /// Returns the size of the stack frame, bytes.
    pub fn stack_bytes(&self) -> u32 {
        self.stack
    }

    /// Returns the address of the function that contains a region.
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

    /// Returns the lanes of a strip: 1 for scalar code.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the instruction to which the code at an offset belongs.
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
