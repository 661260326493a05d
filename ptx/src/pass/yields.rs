//! Yields: marks the ends of iterations of loops that wait, by [`Op::Yield`].
//!
//! A thread that waits in a loop would keep its processor from what it waits for. Engines leave a thread's
//! code at a yield, as at all sync operations, and run others first. A loop that only [retries an
//! update](crate::analysis::retry) needs none.

use super::nest::split_header;
use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::{Loop, Loops};
use crate::analysis::retry::retries;
use crate::analysis::waiting::waits_beside;
use crate::analysis::waits::wait_loops;
use crate::ir::{BlockId, Function, Op, Value};

/// Runs the pass.
pub(super) fn run(f: &mut Function) {
    let graph = Graph::from_function(f);
    let dominators = Dominators::new(&graph);
    let loops = Loops::new(&graph, &dominators);
    let retries = retries(f, &graph, &dominators, &loops);
    let agrees = |n: usize| retries.iter().any(|retry| retry.branch == Some(n));
    let waits = |&(own, l): &(usize, &Loop)| {
        retries.iter().all(|retry| retry.own != own) && waits_beside(f, &graph, l, agrees)
    };
    let waiting = loops.iter().filter(waits);
    let waiting: Vec<(usize, Vec<usize>)> = waiting.map(|(_, l)| (l.header, l.latches.clone())).collect();
    if waiting.is_empty() {
        return;
    }
    let polls = wait_loops(f);
    for (header, latches) in waiting {
        let words = polls.iter().filter(|wait| wait.header == header).flat_map(|wait| wait.origins(f));
        let words: Vec<Value> = words.collect();
        let header = BlockId::new(header);
        let (own, line) = (split_header(f, header, &latches), f.block(header).line);
        f.append(own, Op::Yield, words, &[], line);
    }
}
