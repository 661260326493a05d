//! Records of the launches and waits by a grid's threads, kept for the virtual timeline until the grid has
//! ended.

use super::{ChildLaunch, Family};
use crate::config::config;
use crate::exec::device_side::Later;
use crate::software::desk::ledger::Decided;
use crate::sync::Arc;
use device::GridSpec;
use ptx::exec::WARP;
use ptx::system::Caller;
use std::collections::BTreeMap;
use timeline::{Body, Child, Cost, Step, Target};

/// Recorded action of a thread.
pub(crate) struct Recorded {
    caller: Caller,
    what: Action,
}

/// Kind of action.
pub(crate) enum Action {
    /// A launch of a grid, with its cost once that has ended, and what tells another one later.
    Launch {
        target: Target,
        name: Arc<str>,
        grid: GridSpec,
        cost: Option<Cost>,
        later: Option<Later>,
        decided: Option<Decided>,
    },
    /// A launch that `hipExtSpawnDecide` declined; the thread did the work itself.
    Declined { decided: Decided },
    /// A wait for the children of the block.
    Join,
}

impl Family {
    /// Records an action, if there is a timeline. Returns its index.
    pub(super) fn record(&self, caller: Caller, what: impl FnOnce() -> Action) -> Option<usize> {
        if !config().simulates() {
            return None;
        }
        let mut noted = self.actions.lock();
        noted.push(Recorded { caller, what: what() });
        Some(noted.len() - 1)
    }

    /// Number of recorded actions.
    pub(super) fn recorded(&self) -> usize {
        self.actions.lock().len()
    }

    /// Cost of the grid's blocks: `base` plus their launches; drops their records. `warps` is the
    /// number of warps a block.
    pub(crate) fn cost(&self, base: Cost, blocks: u64, warps: u32) -> Cost {
        let noted = std::mem::take(&mut *self.actions.lock());
        if noted.is_empty() { base } else { bodies(base, noted, (blocks, warps)) }
    }
}

impl ChildLaunch {
    /// Stores the index of the parent's record of this launch.
    pub(super) fn set_index(&self, at: Option<usize>) {
        if let Some(at) = at {
            // Set once.
            let _ = self.index.set(at);
        }
    }

    /// Stores the cost in the parent's record of this launch.
    pub(super) fn record_cost(&self, known: Cost, after: Option<Later>) {
        let Some(&at) = self.index.get() else { return };
        let mut noted = self.parent.family.actions.lock();
        let Some(Recorded { what: Action::Launch { cost, later, grid, decided, .. }, .. }) =
            noted.get_mut(at)
        else {
            return;
        };
        let (grid, decided) = (grid.clone(), *decided);
        (*cost, *later) = (Some(known.clone()), after);
        drop(noted);
        self.parent.desk.ledger.add(&grid, &known, decided);
    }
}

/// Actions of the lanes of a warp, aligned by their sequence numbers: the first action of each lane, the
/// second, and so on. The key is warp and sequence number.
type Moments = BTreeMap<(u32, u32), BTreeMap<u32, Action>>;

/// Costs of blocks, warp by warp. The work of a warp is divided evenly between its launches, as their
/// positions in it are unknown.
fn bodies(base: Cost, noted: Vec<Recorded>, (blocks, warps): (u64, u32)) -> Cost {
    let mut numbers: BTreeMap<(u64, u32), u32> = BTreeMap::new();
    let mut moments: BTreeMap<u64, Moments> = BTreeMap::new();
    for Recorded { caller: Caller { block, thread }, what } in noted {
        let number = numbers.entry((block, thread)).or_default();
        let moment = moments.entry(block).or_default().entry((thread / WARP, *number)).or_default();
        *number += 1;
        moment.insert(thread, what);
    }
    let mut plain: BTreeMap<u64, Body> = BTreeMap::new();
    let body = |block: u64| {
        let cycles = match &base {
            Cost::Each(cycles) => *cycles,
            Cost::List(list) => {
                let at = usize::try_from(block).unwrap_or(usize::MAX).min(list.len().saturating_sub(1));
                list.get(at).copied().unwrap_or(0).into()
            }
            // Counted blocks have one of the two other kinds of costs.
            Cost::Endless | Cost::Unknown | Cost::Work(_) | Cost::Coupled(_) => 0,
        };
        let Some(moments) = moments.remove(&block) else {
            let run = || Arc::from([vec![Step::Run(cycles)]]);
            return Arc::clone(plain.entry(cycles).or_insert_with(run));
        };
        let mut of_warps: BTreeMap<u32, Vec<Vec<Step>>> = BTreeMap::new();
        for ((warp, _), lanes) in moments {
            of_warps.entry(warp).or_default().push(steps(lanes));
        }
        let busy = of_warps.len() as u32;
        let mut all: Vec<Vec<Step>> = Vec::new();
        for groups in of_warps.into_values() {
            let part = cycles / (groups.len() as u64 + 1);
            let mut left = cycles;
            let mut warp = Vec::new();
            for group in groups {
                warp.push(Step::Run(part));
                left -= part;
                warp.extend(group);
            }
            warp.push(Step::Run(left));
            all.push(warp);
        }
        all.extend((busy < warps).then(|| vec![Step::Run(cycles)]));
        all.into()
    };
    Cost::Work((0..blocks).map(body).collect())
}

/// Steps of one moment: the lanes' launches, then their waits. A failed launch costs nothing.
fn steps(lanes: BTreeMap<u32, Action>) -> Vec<Step> {
    let mut joins = false;
    let (mut children, mut declined) = (Vec::new(), Vec::new());
    for what in lanes.into_values() {
        match what {
            Action::Join => joins = true,
            Action::Declined { decided: (decision, items) } => {
                declined.push(Step::Declined { decision, items })
            }
            Action::Launch { cost: None, .. } => {}
            Action::Launch { target, name, grid, cost: Some(cost), later, decided } => {
                let cost = later.and_then(|later| later()).unwrap_or(cost);
                children.push(Child { target, name, grid, cost, decided });
            }
        }
    }
    let launch = (!children.is_empty()).then(|| Step::Launch(children.into()));
    let steps = launch.into_iter().chain(declined);
    steps.chain(joins.then_some(Step::Join)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(cycles: Option<u64>) -> Action {
        Action::Launch {
            target: Target::Block(0),
            name: "k".into(),
            grid: GridSpec::new(1, 32),
            cost: cycles.map(Cost::Each),
            later: None,
            decided: None,
        }
    }

    #[test]
    fn lanes_launch_together_with_equal_work_in_between() {
        let by = |block, thread, what| Recorded { caller: Caller { block, thread }, what };
        let noted = vec![
            by(1, 3, launch(Some(7))),
            by(1, 2, launch(Some(8))),
            by(1, 2, launch(None)),
            by(1, 3, launch(Some(9))),
            by(1, 3, Action::Join),
        ];
        let Cost::Work(made) = bodies(Cost::List([10, 100, 20].into()), noted, (3, 2)) else {
            panic!("blocks that launch are described warp by warp")
        };
        assert_eq!(made.len(), 3);
        assert_eq!(made[0][..], [vec![Step::Run(10)]]);
        let child = |cycles| Child {
            target: Target::Block(0),
            name: "k".into(),
            grid: GridSpec::new(1, 32),
            cost: Cost::Each(cycles),
            decided: None,
        };
        let warp = vec![
            Step::Run(25),
            // In order of lanes, not of time.
            Step::Launch([child(8), child(7)].into()),
            Step::Run(25),
            Step::Launch([child(9)].into()),
            Step::Run(25),
            Step::Join,
            Step::Run(25),
        ];
        assert_eq!(made[1][..], [warp, vec![Step::Run(100)]]);
    }
}
