//! Values that a region both finds in the frame and defines.
//!
//! A region that starts inside a loop goes round it to where it started. On the way it defines values of the
//! next trip, while lanes that took another side of a branch, whose blocks stand later in the code, still
//! need those of this trip. A definition by some lanes therefore leaves the other lanes' values as they are.

use ptx::analysis::live::homes;
use ptx::analysis::regions::Regions;
use ptx::analysis::uniform::Uniformity;
use ptx::ir::{BlockId, Function, Value};

/// Such values of each region, ascending.
pub(super) struct Again {
    of_region: Vec<Vec<Value>>,
    /// Those that are defined in blocks which not all lanes run, of any region.
    apart: Vec<Value>,
}

impl Again {
    pub(super) fn of(f: &Function, uniformity: &Uniformity, regions: &Regions) -> Again {
        let home = homes(f);
        let mut here = vec![false; f.blocks().len()];
        let mut again = Again { of_region: Vec::new(), apart: Vec::new() };
        for (_, region) in regions.iter() {
            region.blocks.iter().for_each(|b| here[b.index()] = true);
            let is_defined = |&&v: &&Value| {
                let home = here.get(home[v.index()] as usize);
                home.is_some_and(|&here| here) && f.constant(v).is_none()
            };
            let own: Vec<Value> = region.live_in.iter().filter(is_defined).copied().collect();
            let home = |v: &Value| BlockId::new(home[v.index()] as usize);
            again.apart.extend(own.iter().filter(|v| uniformity.is_controlled(home(v))));
            again.of_region.push(own);
            region.blocks.iter().for_each(|b| here[b.index()] = false);
        }
        again
    }

    /// Whether a definition of a value in a region leaves other lanes' values as they are.
    pub(super) fn has(&self, region: usize, v: Value) -> bool {
        self.of_region[region].binary_search(&v).is_ok()
    }

    /// Whether values for which the lanes must hold vectors meet a condition.
    pub(super) fn are_all(&self, condition: impl FnMut(&Value) -> bool) -> bool {
        self.apart.iter().all(condition)
    }
}
