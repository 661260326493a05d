//! Where memory is, should be, or was asked to go, as C names it.

use device::residence::{Place, Processor};
use hip_sys::hipMemLocationType;
use std::collections::BTreeSet;

/// A place for memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Location {
    /// Nowhere in particular, or in several places (−2 in C).
    Unset,
    /// The host (−1).
    Host,
    /// A NUMA node of the host.
    Node(u32),
    /// The host's node that is nearest to the calling thread.
    Here,
    /// The device with this ordinal.
    Device(u32),
}

impl Location {
    /// As functions that know only devices and the host write it.
    pub fn ordinal(self) -> i32 {
        match self {
            Location::Unset => -2,
            Location::Host | Location::Node(_) | Location::Here => -1,
            Location::Device(n) => n as i32,
        }
    }

    /// What such functions read; `None` for a negative number that means nothing.
    pub fn from_ordinal(ordinal: i32) -> Option<Location> {
        match ordinal {
            -1 => Some(Location::Host),
            n => u32::try_from(n).ok().map(Location::Device),
        }
    }

    /// The kind that C names.
    pub fn kind(self) -> hipMemLocationType {
        match self {
            Location::Unset => hipMemLocationType::hipMemLocationTypeInvalid,
            Location::Device(_) => hipMemLocationType::hipMemLocationTypeDevice,
            Location::Host => hipMemLocationType::hipMemLocationTypeHost,
            Location::Node(_) => hipMemLocationType::hipMemLocationTypeHostNuma,
            Location::Here => hipMemLocationType::hipMemLocationTypeHostNumaCurrent,
        }
    }

    /// The number beside that type; where it means nothing, what an H200 answers.
    pub fn id(self) -> i32 {
        match self {
            Location::Node(node) => node as i32,
            // The host that is simulated has one node.
            Location::Here => 0,
            other => other.ordinal(),
        }
    }

    /// Who accesses memory there; nobody if it is unset.
    pub(crate) fn processor(self) -> Option<Processor> {
        self.place().map(Place::processor)
    }

    /// As the model of residence names it; none if it is unset, or a device beyond those the model tells
    /// apart.
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

/// What was advised about a range of managed memory, and where it was last asked to go. Where parts of the
/// range differ, a place is [`Location::Unset`], and a set what the parts have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Mostly read, seldom written: all of it.
    pub read_mostly: bool,
    /// Where it should be.
    pub preferred: Location,
    /// Who will access it.
    pub accessed_by: BTreeSet<Location>,
    /// Where the last prefetch was to bring it.
    pub last_prefetch: Location,
    /// Coarse-grained or not (`hipMemAdviseSetCoarseGrain`); none if parts differ.
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
