//! Locations and advice in the model of residence.

use crate::types::{Advise, Location};
use device::residence::{Act, Place, Processor};

impl Location {
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

impl Advise {
    /// Action of the model; `None` for a device beyond the model's limit.
    pub(crate) fn act(self) -> Option<Act> {
        Some(match self {
            Advise::SetReadMostly => Act::ReadMostly(true),
            Advise::UnsetReadMostly => Act::ReadMostly(false),
            // A host of one node prefers no node: an H200's driver answers with the host.
            Advise::SetPreferredLocation(Location::Node(_) | Location::Here) => {
                Act::Preferred(Location::Host.place())
            }
            Advise::SetPreferredLocation(place) => Act::Preferred(place.place()),
            Advise::UnsetPreferredLocation => Act::Preferred(None),
            Advise::SetAccessedBy(who) => Act::AccessedBy(who.processor()?),
            Advise::UnsetAccessedBy(who) => Act::NotAccessedBy(who.processor()?),
            Advise::SetCoarseGrain => Act::Coarse(true),
            Advise::UnsetCoarseGrain => Act::Coarse(false),
        })
    }
}
