//! Managed memory: locations with their encodings in C, and advice.

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

/// Advice about a range (`hipMemoryAdvise`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advise {
    /// It is mostly read.
    SetReadMostly,
    /// It is not mostly read.
    UnsetReadMostly,
    /// It should be at a place.
    SetPreferredLocation(Location),
    /// It has no preferred location.
    UnsetPreferredLocation,
    /// A processor will access it.
    SetAccessedBy(Location),
    /// The processor will not access it.
    UnsetAccessedBy(Location),
    /// Kernels see the host's writes, and it theirs, at their ends only.
    SetCoarseGrain,
    /// They see them at once.
    UnsetCoarseGrain,
}

impl Advise {
    /// Location in the advice.
    pub(crate) fn location(self) -> Option<Location> {
        match self {
            Advise::SetPreferredLocation(place)
            | Advise::SetAccessedBy(place)
            | Advise::UnsetAccessedBy(place) => Some(place),
            _ => None,
        }
    }
}
