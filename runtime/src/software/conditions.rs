//! Conditional handles: kernels set their values by number.

use crate::backend::Condition;
use crate::sync::{Arc, Global, Ordering, Rank, fixed};
use std::collections::BTreeMap;
use std::sync::Weak;

/// Values by their handles, as long as a graph holds them.
static KNOWN: Global<BTreeMap<u64, Weak<Condition>>> = Global::new(Rank::Leaf, BTreeMap::new());

/// Makes a value with a handle that no other has.
pub(crate) fn create() -> Arc<Condition> {
    static NEXT: fixed::AtomicU64 = fixed::AtomicU64::new(1);
    let made = Arc::new(Condition::new(NEXT.fetch_add(1, Ordering::Relaxed)));
    let mut known = KNOWN.lock();
    known.retain(|_, condition| condition.strong_count() > 0);
    known.insert(made.handle(), Arc::downgrade(&made));
    made
}

/// Sets the value of a handle; `false` if there is no such handle.
pub(crate) fn set(handle: u64, value: u32) -> bool {
    let known = KNOWN.lock().get(&handle).and_then(Weak::upgrade);
    known.inspect(|condition| condition.set(value)).is_some()
}
