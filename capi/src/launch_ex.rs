//! Launches with attributes (HIP: "Module Management"; CUDA: `cuLaunchKernelEx`).

use crate::entry::{In, entry_points};
use crate::module::launch;
use crate::types::{Function, LaunchConfig};
use runtime::Error;
use runtime::api::module::LaunchShape;

// `hipLaunchAttributeID`
const COOPERATIVE: u32 = 2;
const CLUSTER_DIMENSION: u32 = 4;
/// Those that only say what would be good for speed or order of memory, and those that ask to be ignored: nothing, access
/// policy, synchronization policy, cluster scheduling, priority, domains, prefetch.
const HINTS: [u32; 8] = [0, 1, 3, 5, 8, 9, 10, 1024];

/// Whether the attributes ask for a cooperative launch, and for which clusters.
fn asked(config: &LaunchConfig) -> Result<(bool, Option<[u32; 3]>), Error> {
    let count = config.attribute_count as usize;
    if count > 0 && config.attributes.is_null() {
        return Err(Error::Null { what: "attrs" });
    }
    let (mut cooperative, mut cluster) = (false, None);
    for attribute in config.attributes.array(count) {
        // An `int`, or three of them.
        let [x, y, z] = [0, 1, 2].map(|n| attribute.value[n]);
        match attribute.id {
            COOPERATIVE => cooperative = x != 0,
            CLUSTER_DIMENSION => cluster = Some([x, y, z]),
            id if HINTS.contains(&id) => {}
            id => return Err(Error::UnknownEnumerator { what: "launch attribute", got: id.into() }),
        }
    }
    Ok((cooperative, cluster))
}

entry_points! {
    /// Launches a kernel as a structure says.
    fn hipDrvLaunchKernelEx(config: In<LaunchConfig>, function: Function, params: In<u64>, extra: In<u64>) {
        let config = config.read("config")?;
        let (cooperative, cluster) = asked(&config)?;
        let shape = LaunchShape {
            grid: config.grid,
            block: config.block,
            shared_bytes: config.shared_bytes,
            cooperative,
            cluster,
        };
        launch(function, shape, config.stream, params, extra)?;
    }
}
