//! Location of memory (actual, preferred, or prefetched to), with its encodings in C.

use device::residence::{Place, Processor};
use hip_sys::hipMemLocationType;
use std::collections::BTreeSet;

/// Location of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Location {
    /// No location, or several different ones (−2 in C).
    Unset,
    /// The host (−1).
    Host,
    /// A NUMA node of the host.
    Node(u32),
    /// NUMA node of the host that is nearest to the calling thread.
    Here,
    /// Device with this ordinal.
    Device(u32),
}

impl Location {
    /// Encoding for functions that know only devices and the host.
    pub fn ordinal(self) -> i32 {
        match self {
            Location::Unset => -2,
            Location::Host | Location::Node(_) | Location::Here => -1,
            Location::Device(n) => n as i32,
        }
    }

    /// Decodes it; `None` for an undefined negative number.
    pub fn from_ordinal(ordinal: i32) -> Option<Location> {
        match ordinal {
            -1 => Some(Location::Host),
            n => u32::try_from(n).ok().map(Location::Device),
        }
    }

    /// Type in C's `hipMemLocation`.
    pub fn kind(self) -> hipMemLocationType {
        match self {
            Location::Unset => hipMemLocationType::hipMemLocationTypeInvalid,
            Location::Device(_) => hipMemLocationType::hipMemLocationTypeDevice,
            Location::Host => hipMemLocationType::hipMemLocationTypeHost,
            Location::Node(_) => hipMemLocationType::hipMemLocationTypeHostNuma,
            Location::Here => hipMemLocationType::hipMemLocationTypeHostNumaCurrent,
        }
    }

    /// Number in C's `hipMemLocation`; where it has no meaning, the value observed on an H200.
    pub fn id(self) -> i32 {
        match self {
            Location::Node(node) => node as i32,
            // The simulated host has one node.
            Location::Here => 0,
            other => other.ordinal(),
        }
    }

    /// Processor at the location; `None` if it is unset.
    pub(crate) fn processor(self) -> Option<Processor> {
        self.place().map(Place::processor)
    }

    /// Location in the model of residence; `None` if it is unset, or a device beyond the model's limit.
    pub(crate) fn place(self) -> Option<Place> {
        match self {
            Location::Unset => None,
            Location::Host => Some(Place::Host),
            Location::Node(node) => Some(Place::Node(node)),
            Location::Here => Some(Place::Here),
            Location::Device(ordinal) => Processor::device(ordinal).map(Place::Device),
        }
    }
}

impl From<Option<Place>> for Location {
    fn from(place: Option<Place>) -> Location {
        match place {
            None => Location::Unset,
            Some(Place::Host) => Location::Host,
            Some(Place::Node(node)) => Location::Node(node),
            Some(Place::Here) => Location::Here,
            Some(Place::Device(device)) => device.ordinal().map_or(Location::Host, Location::Device),
        }
    }
}

/// Advice about a range of managed memory, and its last prefetch. Where parts of the range differ, a location
/// is [`Location::Unset`], and a set has the common elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// All of it is advised as read-mostly.
    pub read_mostly: bool,
    /// Preferred location.
    pub preferred: Location,
    /// Processors that are advised to access it.
    pub accessed_by: BTreeSet<Location>,
    /// Destination of the last prefetch.
    pub last_prefetch: Location,
    /// Coarse-grained (`hipMemAdviseSetCoarseGrain`); `None` if parts differ.
    pub coarse: Option<bool>,
}

impl Default for Advice {
    fn default() -> Self {
        Advice {
            read_mostly: false,
            preferred: Location::Unset,
            accessed_by: BTreeSet::new(),
            last_prefetch: Location::Unset,
            coarse: Some(false),
        }
    }
}
