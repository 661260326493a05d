//! User objects: what a program's own destructor takes away when the last reference is given back.

use crate::Error;
use crate::graph::GraphError;
use crate::handle::Id;
use crate::object::process::Process;
use crate::objects::kinds;
use crate::sync::{Arc, Mutex, Rank};
use std::collections::BTreeMap;
use std::fmt;

kinds! {
    UserObject = 19, "user object";
}

/// A user object.
pub struct UserObject {
    pub(crate) id: Id<UserObject>,
    count: Mutex<u32>,
    destroy: Box<dyn Fn() + Send + Sync>,
}

impl fmt::Debug for UserObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

/// Makes an object that goes when `count` references have been given back.
pub(crate) fn create(
    process: &Process,
    destroy: impl Fn() + Send + Sync + 'static,
    count: u32,
) -> Id<UserObject> {
    let destroy: Box<dyn Fn() + Send + Sync> = Box::new(destroy);
    process.insert(|id| UserObject { id, count: Mutex::new(Rank::Object, count), destroy }).id
}

/// Adds references.
///
/// # Errors
/// Stale handles; `Graph` for more than can be counted.
pub(crate) fn retain(process: &Process, id: Id<UserObject>, count: u32) -> Result<(), Error> {
    let object = process.get(id)?;
    let mut have = object.count.lock();
    *have = have.checked_add(count).ok_or(GraphError::References { count, have: *have })?;
    Ok(())
}

/// Gives references back; with the last one the object is destroyed, on this thread.
///
/// # Errors
/// Stale handles; `Graph` for more than there are.
pub(crate) fn release(process: &Process, id: Id<UserObject>, count: u32) -> Result<(), Error> {
    let object: Arc<UserObject> = process.get(id)?;
    let left = {
        let mut have = object.count.lock();
        *have = have.checked_sub(count).ok_or(GraphError::References { count, have: *have })?;
        *have
    };
    if left == 0 {
        process.remove(id)?;
        (object.destroy)();
    }
    Ok(())
}

/// Adds the references of a copy.
///
/// # Errors
/// As [`retain`].
pub(crate) fn retain_all(process: &Process, users: &BTreeMap<Id<UserObject>, u32>) -> Result<(), Error> {
    users.iter().try_for_each(|(&id, &count)| retain(process, id, count))
}

/// Gives back what a graph or an executable held. An object that the program gave back too often is gone
/// already: that is its mistake, and this one's end goes on.
pub(crate) fn release_all(process: &Process, users: BTreeMap<Id<UserObject>, u32>) {
    for (id, count) in users {
        drop(release(process, id, count));
    }
}
