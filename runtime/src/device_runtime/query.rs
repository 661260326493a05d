//! Queries by kernels about the device and about kernels.

use super::{Answer, CallError, Requests, code, store};
use crate::attributes::FunctionAttribute;
use crate::memory::copy::Copy;
use crate::types::{AllocationKind, Pointer, Request};
use ptx::system::{Call, CallerMemory};

/// Names and texts of errors, and attribute numbers of CUDA.
const ERRORS: &str = include_str!("errors.tsv");
const ATTRIBUTES: &str = include_str!("attributes.tsv");
/// Text for a number that is not an error, as of an H200's device runtime.
const NO_ERROR: &str = "unrecognized error code";

/// Flag in an attribute's number: it is HIP's number, as `hip/device/children.h` passes.
const OF_HIP: u32 = 0x1_0000;

/// Version that an H200's device runtime reports.
const VERSION: u32 = 6000;
/// `cudaSharedMemBankSizeFourByte`, `cudaFuncCachePreferNone`
const BANKS: u32 = 1;
const CACHE: u32 = 0;
/// `cudaLimitDevRuntimeSyncDepth`: unsupported since CUDA 12, although a value is written.
const SYNC_DEPTH: u32 = 3;

/// Rows of a table.
fn rows(table: &'static str) -> impl Iterator<Item = [&'static str; 3]> {
    tsv::table(table)
}

/// Row with a number.
fn row(table: &'static str, number: u32) -> Option<[&'static str; 3]> {
    rows(table).find(|row| row[0].parse() == Ok(number))
}

impl Requests {
    /// Executes a query.
    pub(super) fn query(&self, call: Call, args: &[u64], reach: &mut dyn CallerMemory) -> Answer {
        let arg = |n: usize| args.get(n).copied().unwrap_or(0);
        let int = |reach: &mut dyn CallerMemory, value: u32| store(reach, arg(0), &value.to_le_bytes());
        match call {
            Call::GetDevice => int(reach, self.device as u32)?,
            Call::GetDeviceCount => int(reach, self.family.context.device.all().len() as u32)?,
            Call::RuntimeGetVersion => int(reach, VERSION)?,
            Call::DeviceGetCacheConfig => int(reach, CACHE)?,
            Call::DeviceGetSharedMemConfig => int(reach, BANKS)?,
            Call::DeviceGetAttribute => {
                let (attribute, device) = (arg(1) as u32, arg(2) as i32);
                let devices = self.family.context.device.all();
                let device = usize::try_from(device).ok().and_then(|device| devices.get(device));
                let device = device.ok_or(CallError::Error(code::INVALID_DEVICE))?;
                let found = match attribute & OF_HIP {
                    0 => row(ATTRIBUTES, attribute).and_then(|row| row[1].parse().ok()),
                    _ => Some((attribute & !OF_HIP) as i32),
                };
                let value = device.find_attribute(found.ok_or(CallError::Error(code::INVALID_VALUE))?)?;
                int(reach, value as u32)?;
            }
            Call::DeviceGetLimit => {
                let number = arg(1) as u32;
                if number == SYNC_DEPTH {
                    store(reach, arg(0), &u64::MAX.to_le_bytes())?;
                    return Err(CallError::ReturnedOnly(code::UNSUPPORTED_LIMIT));
                }
                let value = self.family.context.known_limit(number);
                let value = value.ok_or(CallError::ReturnedOnly(code::INVALID_VALUE))?;
                store(reach, arg(0), &value.to_le_bytes())?;
            }
            Call::FuncGetAttributes => {
                let function = self.kernel(arg(1))?;
                let attribute = |which| function.get_attribute(which);
                let mut bytes = Vec::new();
                for size in [
                    FunctionAttribute::SharedBytes,
                    FunctionAttribute::ConstBytes,
                    FunctionAttribute::LocalBytes,
                ] {
                    bytes.extend(u64::from(attribute(size)? as u32).to_le_bytes());
                }
                for number in [
                    FunctionAttribute::MaxThreadsPerBlock,
                    FunctionAttribute::Registers,
                    FunctionAttribute::PtxVersion,
                    FunctionAttribute::BinaryVersion,
                    FunctionAttribute::CacheModeCa,
                    FunctionAttribute::MaxDynamicShared,
                    FunctionAttribute::Carveout,
                ] {
                    bytes.extend(attribute(number)?.to_le_bytes());
                }
                store(reach, arg(0), &bytes)?;
            }
            // Occupancy queries; their flags have no effect.
            _ => {
                if arg(2) as i32 <= 0 {
                    int(reach, 0)?;
                    return Err(CallError::ReturnedOnly(code::INVALID_VALUE));
                }
                let function = self.kernel(arg(1))?;
                let blocks = function.resident_blocks(arg(2) as u32, arg(3))?;
                int(reach, blocks)?;
            }
        }
        Ok(0)
    }

    /// Address of an error's name (0) or text (1) in the context's memory; 0 if out of memory.
    pub(super) fn error_text(&self, error: u32, which: usize) -> u64 {
        let mut texts = self.desk.texts.lock();
        if texts.is_empty() {
            let mut bytes = Vec::new();
            let mut offsets = Vec::new();
            let mut add = |text: &str| {
                let offset = bytes.len() as u64;
                bytes.extend(text.bytes());
                bytes.push(0);
                offset
            };
            let none = add(NO_ERROR);
            for [number, name, text] in rows(ERRORS) {
                offsets.push((number.parse().unwrap_or(u32::MAX), [add(name), add(text)]));
            }
            offsets.push((u32::MAX, [none, none]));
            let request = Request {
                bytes: bytes.len() as u64,
                kind: AllocationKind::Variable,
                device: self.device,
                owner: self.owner,
            };
            // Freed with the context's other memory.
            let memory = self.memory();
            let Ok(piece) = memory.allocate(request) else { return 0 };
            let Ok(copy) = Copy::from_bytes(memory, Pointer::on_device(piece.base()), bytes) else {
                return 0;
            };
            copy.run();
            texts.extend(offsets.into_iter().map(|(n, at)| (n, at.map(|at| piece.base() + at))));
        }
        texts.get(&error).or_else(|| texts.get(&u32::MAX)).map_or(0, |at| at[which.min(1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_match_hip_s() {
        for table in [ERRORS, ATTRIBUTES] {
            let numbers: Vec<u32> = rows(table).map(|row| row[0].parse().expect("a number")).collect();
            assert!(!numbers.is_empty() && numbers.is_sorted_by(|a, b| a < b));
        }
        assert_eq!(
            row(ERRORS, code::PENDING_COUNT).map(|row| row[1]),
            Some("cudaErrorLaunchPendingCountExceeded")
        );
        assert_eq!(row(ERRORS, 12345), None);
        // HIP's number in each row belongs to the name in it.
        let hip = include_str!("../api/attributes.tsv");
        for [_, number, name] in rows(ATTRIBUTES) {
            assert!(hip.lines().any(|line| line.starts_with(&format!("{number}\t{name}\t"))), "{name}");
        }
    }
}
