//! Kinds of memory that values own: whether it is still there, and how it ends.

use super::storage::{Use, order, wait_all};
use crate::Error;
use crate::api::pool::pool_of;
use crate::api::{array, context, virtual_memory};
use crate::object::{ArrayObject, MipmapObject};
use crate::state::process;
use crate::sync::{Arc, Mutex};

/// Memory of a value, and its owner.
pub(super) enum Owned {
    /// No bytes.
    Nothing,
    /// Memory of a context, with the number of the allocation: a later one at the same address has another.
    Device { serial: u64 },
    /// Memory of a device's primary context, which is retained: the host uses it, too.
    Shared { serial: u64, ordinal: i32 },
    /// Another process's memory.
    Opened { serial: u64 },
    /// Memory of an array, in a layout of the device's.
    Array(Arc<ArrayObject>),
    /// Memory of an array with levels.
    Mipmaps(Arc<MipmapObject>),
    /// Reserved addresses, of this many bytes, with the sizes of the parts that are mapped, in order.
    Reserved { bytes: u64, mapped: Mutex<Vec<u64>> },
}

impl Owned {
    /// Fails if the memory was freed with its context. Its address may be another value's since.
    pub(super) fn check(&self, address: u64) -> Result<(), Error> {
        let is_there = match self {
            Owned::Nothing | Owned::Reserved { .. } => true,
            Owned::Shared { .. } if address == 0 => true,
            Owned::Device { serial } | Owned::Shared { serial, .. } | Owned::Opened { serial } => {
                process()?.memory.facts(address).is_some_and(|found| found.serial == *serial)
            }
            Owned::Array(array) => process()?.get(array.id).is_ok(),
            Owned::Mipmaps(levels) => process()?.get(levels.id).is_ok(),
        };
        match is_there {
            true => Ok(()),
            false => Err(Error::BadPointer { what: "buffer of a context that ended", address }),
        }
    }

    /// Ends the memory after the work that uses it. Memory of a context that ended is gone already.
    ///
    /// # Errors
    /// `Fault`, `ContextDestroyed`; those of the kind of memory.
    pub(super) fn end(&self, address: u64, pending: &[Use]) -> Result<(), Error> {
        let is_there = self.check(address).is_ok();
        match self {
            Owned::Device { .. } if is_there => free_in_order(address, pending),
            // The host's memory cannot be freed in a stream's order, nor can mappings and arrays.
            Owned::Shared { ordinal, .. } => {
                let freed = match is_there && address != 0 {
                    true => wait_all(pending).and_then(|()| free(address)),
                    false => Ok(()),
                };
                freed.and(context::release_primary(*ordinal))
            }
            Owned::Opened { .. } if is_there => {
                wait_all(pending)?;
                process()?.memory.close(address)
            }
            Owned::Array(array) if is_there => {
                wait_all(pending)?;
                process()?.remove(array.id)?;
                array.backend.free();
                Ok(())
            }
            Owned::Mipmaps(levels) if is_there => {
                wait_all(pending)?;
                array::free_mipmapped(levels.id)
            }
            Owned::Reserved { bytes, mapped } => {
                let _ = wait_all(pending);
                let size: u64 = mapped.lock().iter().sum();
                if size > 0 {
                    virtual_memory::unmap(address, size)?;
                }
                virtual_memory::free(address, *bytes)
            }
            Owned::Nothing
            | Owned::Device { .. }
            | Owned::Opened { .. }
            | Owned::Array(_)
            | Owned::Mipmaps(_) => Ok(()),
        }
    }
}

fn free(address: u64) -> Result<(), Error> {
    let freed = process()?.memory.free_later(address);
    let freed = freed.ok_or(Error::BadPointer { what: "what is to be freed", address })?;
    if let Some(pool) = pool_of(freed.kind) {
        pool.backend.freed(freed.bytes);
    }
    Ok(())
}

/// Frees memory in the order of a stream that used it last, after the work of the others; at once if all work
/// is done.
fn free_in_order(address: u64, pending: &[Use]) -> Result<(), Error> {
    let Some(last) = pending.last() else { return free(address) };
    let others = pending.iter().filter(|used| !used.is_in(&last.stream));
    others.map(|used| order(&last.stream, used)).collect::<Result<Vec<()>, Error>>()?;
    let pool = process()?.memory.facts(address).and_then(|found| pool_of(found.kind));
    last.stream.backend.free(address, pool.as_ref().map(|pool| &*pool.backend))
}
