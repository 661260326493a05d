//! Work queues of green contexts (CUDA driver API 13, "Workqueues"): which channels a context's streams push
//! to.
//!
//! Without a wish, or with one to share, green contexts use the channels of their device's primary context,
//! as an H200's were seen to do. Balanced ones get channels of their own, so that no stream of one stalls
//! another's.

use crate::Error;
use crate::config::{GreenRules, config};
use crate::handle::Id;
use crate::object::DeviceObject;
use crate::object::{ContextKind, ContextObject, QueueConfig, QueueWish, WorkQueues};
use crate::state::process;

/// Channels that a context has at most.
const MOST: u32 = 32;

/// Whether the rules that green contexts follow have work queues at all.
pub fn rules_know_queues() -> bool {
    config().green >= GreenRules::Cuda13
}

fn shared(device: u32) -> QueueConfig {
    QueueConfig { device, limit: config().connections, balanced: false }
}

/// Those of a device's primary context.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn device_queues(ordinal: i32) -> Result<WorkQueues, Error> {
    let device = process()?.device(ordinal.into())?;
    let context = crate::state::primary(device, true)?;
    Ok(WorkQueues { config: shared(context.device as u32), owner: context.id.word(), set: 0 })
}

/// Those of a context.
///
/// # Errors
/// `ContextDestroyed`, `NoContext`.
pub fn context_queues(id: Id<ContextObject>) -> Result<WorkQueues, Error> {
    let context = process()?.get(id)?;
    Ok(match &context.kind {
        ContextKind::Green { queues, .. } => *queues,
        _ => WorkQueues { config: shared(context.device as u32), owner: context.id.word(), set: 0 },
    })
}

pub(super) fn device_of(wish: &QueueWish) -> i32 {
    let (QueueWish::Config(config) | QueueWish::Existing(WorkQueues { config, .. })) = wish;
    i32::try_from(config.device).unwrap_or(-1)
}

/// Refuses what no device could provide.
pub(super) fn check(wish: &QueueWish) -> Result<(), Error> {
    process()?.device(device_of(wish).into())?;
    match wish {
        QueueWish::Config(QueueConfig { limit: 0, .. }) => {
            Err(Error::OutOfRange { what: "concurrent streams", got: 0, min: 1, max: u32::MAX.into() })
        }
        QueueWish::Config(_) | QueueWish::Existing(_) => Ok(()),
    }
}

/// The queues of a green context that is made in a primary context.
pub(super) fn provide(
    device: &DeviceObject,
    primary: &ContextObject,
    wish: Option<QueueWish>,
) -> Result<WorkQueues, Error> {
    let owner = primary.id.word();
    match wish {
        Some(QueueWish::Existing(queues)) if queues.owner == owner => Ok(queues),
        Some(QueueWish::Existing(_)) => {
            Err(Error::ResourceConfiguration { why: "the work queues are of a context that is gone" })
        }
        Some(QueueWish::Config(config @ QueueConfig { balanced: true, .. })) => {
            let set = primary.backend.work_queues(config.limit.min(MOST))?;
            Ok(WorkQueues { config, owner, set })
        }
        Some(QueueWish::Config(config)) => Ok(WorkQueues { config, owner, set: 0 }),
        None => Ok(WorkQueues { config: shared(device.ordinal as u32), owner, set: 0 }),
    }
}
