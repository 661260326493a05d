//! Copies and fills by kernels, ordered in streams like launches.

use super::{Answer, CallError, Requests, code, words};
use crate::exec::Work;
use crate::exec::device_side::ChildLaunch as _;
use crate::memory::copy::{Copy, Fill};
use crate::types::{Direction, Extent, Pattern, Pitch, Pointer};
use device::Op;
use ptx::system::{Call, Caller, CallerMemory};

/// `cudaMemcpyDeviceToDevice`, `cudaMemcpyDefault`: kernels may not copy from or to host memory.
const KINDS: [u64; 2] = [3, 4];

/// Copy or fill.
enum Task {
    Copy { to: (u64, Pitch), from: (u64, Pitch), extent: Extent, kind: u64 },
    Fill { to: (u64, Pitch), byte: u8, extent: Extent },
}

/// Pitch from the bytes a row and the rows a slice.
fn rows(row: u64, height: u64) -> Pitch {
    Pitch { row, slice: row.saturating_mul(height) }
}

/// Decodes `cudaMemcpy3DParms`: array, position and pitched pointer of source and destination, extent, kind.
fn parameters(w: &[u64; 20]) -> Result<Task, CallError> {
    // Kernels cannot access arrays.
    if w[0] != 0 || w[8] != 0 {
        return Err(CallError::Error(code::NOT_SUPPORTED));
    }
    let end = |at: usize| {
        let [x, y, z, pointer, row, _, height] = std::array::from_fn(|n| w[at + n]);
        let pitch = rows(row, height);
        let offset = z.wrapping_mul(pitch.slice).wrapping_add(y.wrapping_mul(row)).wrapping_add(x);
        (pointer.wrapping_add(offset), pitch)
    };
    let extent = Extent { width: w[16], height: w[17], depth: w[18] };
    Ok(Task::Copy { to: end(9), from: end(1), extent, kind: w[19] & 0xffff_ffff })
}

impl Requests {
    /// Executes a copy or fill call.
    pub(super) fn memory_call(
        &self,
        call: Call,
        caller: Caller,
        args: &[u64],
        reach: &mut dyn CallerMemory,
    ) -> Answer {
        let stream = call.stream().and_then(|at| args.get(at)).copied().unwrap_or(0);
        let tight = Pitch::default();
        let task = match (call, args) {
            (Call::MemcpyAsync, &[to, from, bytes, kind, ..]) => {
                Task::Copy { to: (to, tight), from: (from, tight), extent: Extent::row(bytes), kind }
            }
            (Call::Memcpy2DAsync, &[to, to_row, from, from_row, width, height, kind, ..]) => {
                let extent = Extent { width, height, depth: 1 };
                Task::Copy { to: (to, rows(to_row, 0)), from: (from, rows(from_row, 0)), extent, kind }
            }
            (Call::Memcpy3DAsync, &[address, ..]) => parameters(&words(reach, address)?)?,
            (Call::MemsetAsync, &[to, byte, bytes, ..]) => {
                Task::Fill { to: (to, tight), byte: byte as u8, extent: Extent::row(bytes) }
            }
            (Call::Memset2DAsync, &[to, row, byte, width, height, ..]) => {
                let extent = Extent { width, height, depth: 1 };
                Task::Fill { to: (to, rows(row, 0)), byte: byte as u8, extent }
            }
            (_, &[to, row, _, height, byte, width, rows_of, depth, ..]) => {
                let extent = Extent { width, height: rows_of, depth };
                Task::Fill { to: (to, rows(row, height)), byte: byte as u8, extent }
            }
            _ => return Err(CallError::Error(code::INVALID_VALUE)),
        };
        let position = self.position(stream, caller)?;
        let memory = self.memory();
        let run: Box<dyn FnOnce() + Send> = match task {
            Task::Copy { kind, .. } if !KINDS.contains(&kind) => {
                return Err(CallError::Error(code::INVALID_DIRECTION));
            }
            Task::Copy { extent, .. } | Task::Fill { extent, .. } if extent.bytes() == 0 => return Ok(0),
            Task::Copy { to, from, extent, .. } => {
                let [to, from] = [to, from].map(|(address, pitch)| (Pointer::on_device(address), pitch));
                let copy = Copy::plan_box(memory, to, from, extent, Direction::OnDevice)?;
                Box::new(move || copy.run())
            }
            Task::Fill { to: (address, pitch), byte, extent } => {
                let to = (Pointer::on_device(address), pitch);
                let fill = Fill::plan_box(memory, to, Pattern::D8(byte), extent)?;
                Box::new(move || fill.run())
            }
        };
        let launch = self.begin(&position, caller).map_err(|wrong| match wrong {
            CallError::Error(code::PENDING_COUNT) => CallError::Error(code::UNKNOWN),
            other => other,
        })?;
        let task = move || {
            run();
            launch.end();
        };
        self.submit_child(&position, &Op::Copy, Work::Copy(Box::new(task)))
    }
}
