//! Values that are live into a region and defined again in it.
//!
//! A region that starts inside a loop follows the back-edge to where it started. On the way it defines values
//! of the next iteration, while lanes on the other side of a divergent branch, whose blocks stand later in
//! the code, still need those of the current iteration. A definition under a mask therefore keeps the other
//! lanes' values.

use ptx::analysis::live::defining_blocks;
use ptx::analysis::regions::Regions;
use ptx::analysis::uniform::Uniformity;
use ptx::ir::{BlockId, Function, Value};

/// Redefined values of each region, in ascending order.
pub(super) struct Redefined {
    by_region: Vec<Vec<Value>>,
    /// Those defined in blocks that only some lanes run, over all regions.
    divergent: Vec<Value>,
}

impl Redefined {
    pub(super) fn find(f: &Function, uniformity: &Uniformity, regions: &Regions) -> Redefined {
        let home = defining_blocks(f);
        let mut defined = vec![false; f.blocks().len()];
        let mut redefined = Redefined { by_region: Vec::new(), divergent: Vec::new() };
        for (_, region) in regions.iter() {
            region.blocks.iter().for_each(|b| defined[b.index()] = true);
            let is_defined = |&&v: &&Value| {
                let home = defined.get(home[v.index()] as usize);
                home.is_some_and(|&defined| defined) && f.constant(v).is_none()
            };
            let own: Vec<Value> = region.live_in.iter().filter(is_defined).copied().collect();
            let home = |v: &Value| BlockId::new(home[v.index()] as usize);
            redefined.divergent.extend(own.iter().filter(|v| uniformity.is_controlled(home(v))));
            redefined.by_region.push(own);
            region.blocks.iter().for_each(|b| defined[b.index()] = false);
        }
        redefined
    }

    /// Returns whether a definition of `v` in a region keeps the values of inactive lanes.
    pub(super) fn contains(&self, region: usize, v: Value) -> bool {
        self.by_region[region].binary_search(&v).is_ok()
    }

    /// Returns whether `condition` holds for all values that are redefined under a mask.
    pub(super) fn all_divergent(&self, condition: impl FnMut(&Value) -> bool) -> bool {
        self.divergent.iter().all(condition)
    }
}
