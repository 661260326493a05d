//! Work queues of green contexts (CUDA driver API 13, "Workqueues"): the channels that a context's streams
//! use.
//!
//! By default, or if sharing is requested, green contexts use the channels of their device's primary context
//! (observed on an H200). Balanced ones get their own channels, so that no stream of one stalls another's.

use crate::Error;
use crate::config::{GreenRules, config};
use crate::handle::Id;
use crate::object::DeviceObject;
use crate::object::{ContextKind, ContextObject, QueueConfig, QueueWish, WorkQueues};
use crate::state::process;

/// Limit of a context's channels.
const MOST: u32 = 32;

/// Returns whether the configured rules of green contexts have work queues.
pub fn rules_know_queues() -> bool {
    config().green >= GreenRules::Cuda13
}

fn shared(device: u32) -> QueueConfig {
    QueueConfig { device, limit: config().connections, balanced: false }
}

/// Work queues of a device's primary context.
///
/// # Errors
/// `BadOrdinal`, `NoDevice`.
pub fn device_queues(ordinal: i32) -> Result<WorkQueues, Error> {
    let device = process()?.device(ordinal.into())?;
    let context = crate::state::primary(device, true)?;
    Ok(WorkQueues { config: shared(context.device as u32), owner: context.id.word(), set: 0 })
}

/// Work queues of a context.
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

/// Refuses requests that no device could satisfy.
pub(super) fn check(wish: &QueueWish) -> Result<(), Error> {
    process()?.device(device_of(wish).into())?;
    match wish {
        QueueWish::Config(QueueConfig { limit: 0, .. }) => {
            Err(Error::OutOfRange { what: "concurrent streams", got: 0, min: 1, max: u32::MAX.into() })
        }
        QueueWish::Config(_) | QueueWish::Existing(_) => Ok(()),
    }
}

/// Creates the queues of a green context in a primary context.
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
