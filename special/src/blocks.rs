//! Work on the blocks of a form, on all processors.

use crate::forms::BLOCKS;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Returns what `work` makes of each block, in order. Each thread begins with `start`.
///
/// # Errors
/// The first of `start` or `work` that a thread meets.
pub(crate) fn each<S, T: Send>(
    start: impl Fn() -> Result<S, String> + Sync,
    work: impl Fn(&S, u64) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let (next, done) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let thread = || -> Result<(), String> {
        let state = start()?;
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= BLOCKS {
                return Ok(());
            }
            let result = work(&state, block)?;
            done.lock().unwrap_or_else(PoisonError::into_inner).push((block, result));
        }
    };
    let count = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(thread)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| Err("a panic".to_owned())))
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(block, _)| *block);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
