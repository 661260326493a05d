//! Routes of multicast addresses to the memory of each device of a team, as of a launch.

use std::ops::Range;

/// Memory of one device behind a range of multicast addresses.
pub(crate) struct Replica {
    /// Multicast addresses.
    pub(crate) range: Range<u64>,
    /// Address behind the first of them.
    pub(crate) base: u64,
}

/// Mapping of a multicast object.
pub(crate) struct Route {
    /// Addresses of the mapping.
    pub(crate) range: Range<u64>,
    /// Bound memory of each device, in the order in which the devices were added.
    pub(crate) team: Vec<Vec<Replica>>,
}

/// Multicast addresses that a launch may use, ascending.
pub(crate) struct Routes(pub(crate) Vec<Route>);

impl Routes {
    /// Address of replica `number` of an address; 0 if there are fewer. For a device without bound memory it
    /// is the multicast address itself, which is unmapped, so that the access faults.
    pub(crate) fn replica(&self, address: u64, number: u32) -> u64 {
        let after = self.0.partition_point(|route| route.range.start <= address);
        let route = after.checked_sub(1).map(|n| &self.0[n]).filter(|route| route.range.contains(&address));
        let Some(route) = route else { return ptx::system::only_replica(address, number) };
        let Some(bound) = route.team.get(number as usize) else { return 0 };
        let found = bound.iter().find(|replica| replica.range.contains(&address));
        found.map_or(address, |replica| replica.base + (address - replica.range.start))
    }

    /// Returns whether it is a multicast address.
    pub(crate) fn contains(&self, address: u64) -> bool {
        self.0.iter().any(|route| route.range.contains(&address))
    }

    /// Returns whether an access is to memory behind the multicast addresses.
    pub(crate) fn reaches(&self, address: u64, bytes: u64) -> bool {
        self.0.iter().flat_map(|route| route.team.iter().flatten()).any(|replica| {
            let size = replica.range.end - replica.range.start;
            let offset = address.wrapping_sub(replica.base);
            offset < size && bytes <= size - offset
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replicas_by_number() {
        let of = |range: Range<u64>, base| vec![Replica { range, base }];
        let routes = Routes(vec![
            Route { range: 100..200, team: vec![of(100..200, 1000), of(150..200, 2050)] },
            Route { range: 300..400, team: vec![of(300..400, 3000)] },
        ]);
        let all = |address| (0..3).map(|n| routes.replica(address, n)).collect::<Vec<_>>();
        assert_eq!(all(160), [1060, 2060, 0]);
        assert_eq!(all(120), [1020, 120, 0], "nothing is bound there on the second device");
        assert_eq!(all(399), [3099, 0, 0]);
        for other in [0, 99, 200, 250, 400] {
            assert_eq!(all(other), [other, 0, 0], "no multicast address");
        }
        assert!(routes.reaches(1099, 1) && routes.reaches(2050, 50) && routes.reaches(3000, 100));
        assert!(!routes.reaches(1099, 2) && !routes.reaches(2049, 1) && !routes.reaches(100, 1));
    }
}
