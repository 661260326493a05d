//! User objects: what a program's own destructor takes away when the last reference is given back.

use crate::Error;
use crate::graph::GraphError;
use crate::handle::Id;
use crate::objects::kinds;
use crate::state::process;
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
///
/// # Errors
/// Those of the process's start.
pub(crate) fn create(
    destroy: impl Fn() + Send + Sync + 'static,
    count: u32,
) -> Result<Id<UserObject>, Error> {
    let destroy: Box<dyn Fn() + Send + Sync> = Box::new(destroy);
    Ok(process()?.insert(|id| UserObject { id, count: Mutex::new(Rank::Object, count), destroy }).id)
}

/// Adds references.
///
/// # Errors
/// Stale handles; `Graph` for more than can be counted.
pub(crate) fn retain(id: Id<UserObject>, count: u32) -> Result<(), Error> {
    let object = process()?.get(id)?;
    let mut have = object.count.lock();
    *have = have.checked_add(count).ok_or(GraphError::References { count, have: *have })?;
    Ok(())
}

/// Gives references back; with the last one the object is destroyed, on this thread.
///
/// # Errors
/// Stale handles; `Graph` for more than there are.
pub(crate) fn release(id: Id<UserObject>, count: u32) -> Result<(), Error> {
    let process = process()?;
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
pub(crate) fn retain_all(users: &BTreeMap<Id<UserObject>, u32>) -> Result<(), Error> {
    users.iter().try_for_each(|(&id, &count)| retain(id, count))
}

/// Gives back what a graph or an executable held. An object that the program gave back too often is gone already: that
/// is its mistake, and this one's end goes on.
///
/// # Errors
/// None but those of the process's start.
pub(crate) fn release_all(users: BTreeMap<Id<UserObject>, u32>) -> Result<(), Error> {
    process()?;
    for (id, count) in users {
        drop(release(id, count));
    }
    Ok(())
}
