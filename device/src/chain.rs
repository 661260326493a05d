//! Chains of dependences between operations, and their description.

use crate::{Device, OpId};
use std::collections::BTreeSet;

/// Number of steps described at each end of a chain.
const SAID: usize = 6;

impl Device {
    /// Returns an operation, the one that [holds it](Device::held_by), the one that holds that, and so on.
    /// The last one waits for nothing, or occurs in the chain before.
    pub fn chain_of(&self, op: OpId) -> Vec<OpId> {
        let (mut chain, mut seen) = (vec![op], BTreeSet::from([op]));
        while let Some(next) = chain.last().and_then(|&last| self.held_by(last)) {
            chain.push(next);
            if !seen.insert(next) {
                break;
            }
        }
        chain
    }
}

/// Describes a chain from the waiting end; of a long one, such as a full channel, both ends only.
pub fn in_words(chain: &[OpId], describe: impl Fn(OpId) -> String) -> String {
    let Some((last, before)) = chain.split_last() else { return String::new() };
    let mut steps: Vec<String> = match chain.len().checked_sub(2 * SAID + 1) {
        None | Some(0) => before.iter().map(|&op| describe(op)).collect(),
        Some(more) => {
            let (first, rest) = before.split_at(SAID);
            let mut steps: Vec<String> = first.iter().map(|&op| describe(op)).collect();
            steps.push(format!("{} more", more + 1));
            steps.extend(rest[more + 1..].iter().map(|&op| describe(op)));
            steps
        }
    };
    steps.push(if before.contains(last) { "itself".to_owned() } else { describe(*last) });
    steps.join(" ← ")
}
