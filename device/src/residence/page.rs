//! Rules of the unified-memory driver for one page, as a pure function of its state.
//!
//! The order of decisions on a fault is that of NVIDIA's open kernel driver
//! (`block_select_processor_residency`); advice and prefetches follow CUDA's documentation ("Unified Memory
//! Programming").

/// The host or a device.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Processor(u8);

impl Processor {
    /// The host.
    pub const HOST: Processor = Processor(0);
    /// Maximum number of devices in the model.
    pub const MAX_DEVICES: u32 = 63;

    /// Returns the device with an ordinal; `None` from [`Processor::MAX_DEVICES`] on.
    pub fn device(ordinal: u32) -> Option<Processor> {
        (ordinal < Self::MAX_DEVICES).then_some(Processor(ordinal as u8 + 1))
    }

    /// Returns the device's ordinal; `None` for the host.
    pub fn ordinal(self) -> Option<u32> {
        u32::from(self.0).checked_sub(1)
    }
}

/// A set of processors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Processors(u64);

impl Processors {
    /// Returns the set of one processor.
    pub fn single(processor: Processor) -> Self {
        Processors(1 << processor.0)
    }

    /// Returns whether a processor is in the set.
    pub fn has(self, processor: Processor) -> bool {
        self.0 & 1 << processor.0 != 0
    }

    /// Returns the number of processors.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set with a processor added.
    pub fn with(self, processor: Processor) -> Self {
        Processors(self.0 | 1 << processor.0)
    }

    /// Returns the set with a processor removed.
    pub fn excluding(self, processor: Processor) -> Self {
        Processors(self.0 & !(1 << processor.0))
    }

    /// Returns the difference of two sets.
    pub fn minus(self, others: Processors) -> Self {
        Processors(self.0 & !others.0)
    }

    /// Iterates over the host first, then devices by ordinal.
    pub fn iter(self) -> impl Iterator<Item = Processor> {
        (0..64).filter(move |n| self.0 >> n & 1 != 0).map(Processor)
    }
}

/// Preferred location of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The host's memory.
    Host,
    /// A NUMA node of the host's memory.
    Node(u32),
    /// The node closest to the caller.
    Here,
    /// A device's memory.
    Device(Processor),
}

impl Place {
    /// Returns the processor that owns the memory.
    pub fn processor(self) -> Processor {
        match self {
            Place::Host | Place::Node(_) | Place::Here => Processor::HOST,
            Place::Device(device) => device,
        }
    }
}

/// Ability of processors to map each other's memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// `true` if the host maps device memory, as on cache-coherent machines.
    pub coherent: bool,
    /// Pairs of devices, the first of which maps the second's memory.
    pub peers: Vec<(Processor, Processor)>,
    /// Pairs with a link that supports atomic operations.
    pub atomics: Vec<(Processor, Processor)>,
}

impl Reach {
    fn maps(&self, from: Processor, to: Processor) -> bool {
        from == to
            || to == Processor::HOST
            || from == Processor::HOST && self.coherent
            || self.peers.contains(&(from, to))
    }
}

/// Heuristics of the driver. Off by default: a page's state then depends on operations on this page alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// Number of migrations by faults after which a page is pinned: it stays where the accessing processor
    /// can map it. 0: never.
    pub pin_after: u8,
    /// `true` if a faulting page brings others of its block: all of the largest part, a power of two of
    /// pages, with at least 51 % resident.
    pub grow: bool,
}

/// Advice for a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Policy {
    /// Read-mostly: every reader gets a copy.
    pub read_mostly: bool,
    /// Preferred location.
    pub preferred: Option<Place>,
    /// Processors that keep a mapping of it.
    pub accessed_by: Processors,
    /// Target of the last prefetch, carried out or not.
    pub last_prefetch: Option<Place>,
    /// Coarse grain (HIP): devices need not see each other's writes while kernels run. Stored and reported;
    /// no rule depends on it.
    pub coarse: bool,
}

/// State of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// Its advice.
    pub policy: Policy,
    /// Processors that hold it: none before the first access, several while it is duplicated.
    pub resident: Processors,
    /// Processors that access it without a fault, for reads only while it is duplicated.
    pub mapped: Processors,
    /// Its contents are discarded: it is migrated without a copy. Ended by a write or a prefetch.
    pub discarded: bool,
    /// Number of migrations by faults since its last other placement; counted if [`Habits::pin_after`] is
    /// set.
    pub moves: u8,
}

/// Kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A read.
    Read,
    /// A write.
    Write,
    /// An atomic operation.
    Atomic,
}

/// Action on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// Sets or clears read-mostly.
    ReadMostly(bool),
    /// Sets or clears the preferred location.
    Preferred(Option<Place>),
    /// Adds an accessing processor.
    AccessedBy(Processor),
    /// Removes an accessing processor.
    NotAccessedBy(Processor),
    /// Requests a prefetch to a place.
    Ask(Place),
    /// Carries out a prefetch to a place.
    Prefetch(Place),
    /// Discards the contents.
    Discard,
    /// Sets or clears coarse grain.
    Coarse(bool),
    /// An access by a processor.
    Touch(Processor, Access),
    /// A migration together with a faulting page, see [`Habits::grow`].
    Grow(Processor),
}

/// Costs of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The access faulted.
    pub fault: bool,
    /// The page was populated.
    pub populated: bool,
    /// The page was copied: source and target.
    pub copied: Option<(Processor, Processor)>,
    /// The copy is a duplicate.
    pub duplicated: bool,
    /// The page was discarded: no bytes were copied.
    pub empty: bool,
    /// It migrated without a fault of its own.
    pub grown: bool,
    /// It would have migrated once more, and is pinned from now on.
    pub pinned: bool,
}

impl Page {
    /// Returns whether a processor may map the page where it is. A processor that is its preferred location,
    /// or gets a copy, does not map another one's memory.
    fn may_map(&self, reach: &Reach, who: Processor) -> bool {
        let at_home = self.policy.preferred.is_some_and(|place| place.processor() == who);
        self.resident.has(who)
            || !self.policy.read_mostly && !at_home && self.resident.iter().any(|at| reach.maps(who, at))
    }

    fn map(&mut self, reach: &Reach, who: Processor) {
        if self.may_map(reach, who) {
            self.mapped = self.mapped.with(who);
        }
    }

    fn map_accessors(&mut self, reach: &Reach) {
        self.policy.accessed_by.iter().for_each(|who| self.map(reach, who));
    }

    /// Moves the page to one place, for processor `who`.
    fn bring(&mut self, reach: &Reach, to: Processor, who: Processor) -> Cost {
        let source = self.resident.iter().next();
        let moved = !self.resident.has(to);
        if self.resident != Processors::single(to) {
            self.resident = Processors::single(to);
            self.mapped = Processors::default();
        }
        self.map(reach, who);
        self.map_accessors(reach);
        let copied = source.filter(|_| moved).map(|from| (from, to));
        Cost { populated: source.is_none(), copied, empty: self.discarded, ..Cost::default() }
    }

    /// Adds a copy of the page.
    fn duplicate(&mut self, to: Processor) -> Cost {
        let source = self.resident.iter().next();
        let copied = source.filter(|_| !self.resident.has(to)).map(|from| (from, to));
        self.resident = self.resident.with(to);
        self.mapped = self.mapped.with(to);
        let duplicated = copied.is_some();
        Cost { populated: source.is_none(), copied, duplicated, empty: self.discarded, ..Cost::default() }
    }

    /// Returns the page after an action, and the costs.
    pub fn apply(mut self, act: Act, reach: &Reach, habits: &Habits) -> (Page, Cost) {
        let cost = match act {
            Act::Touch(who, access) => self.touch(reach, habits, who, access),
            Act::Grow(who) => self.grow(reach, who),
            Act::Prefetch(place) => {
                self.moves = 0;
                let to = place.processor();
                let cost =
                    if self.policy.read_mostly { self.duplicate(to) } else { self.bring(reach, to, to) };
                self.discarded = false;
                cost
            }
            _ => {
                self.advise(reach, act);
                Cost::default()
            }
        };
        (self, cost)
    }

    fn advise(&mut self, reach: &Reach, act: Act) {
        match act {
            Act::ReadMostly(true) => {
                self.moves = 0;
                self.policy.read_mostly = true;
                self.mapped = self.mapped.minus(self.mapped.minus(self.resident));
            }
            Act::ReadMostly(false) => {
                self.policy.read_mostly = false;
                let preferred = self.policy.preferred.map(Place::processor);
                let kept = preferred.filter(|&at| self.resident.has(at));
                if let Some(kept) = kept.or_else(|| self.resident.iter().next()) {
                    self.resident = Processors::single(kept);
                    self.mapped = self.mapped.minus(self.mapped.excluding(kept));
                }
                self.map_accessors(reach);
            }
            Act::Preferred(place) => {
                self.moves = 0;
                let old = std::mem::replace(&mut self.policy.preferred, place);
                if let Some(who) = place.map(Place::processor).filter(|&who| !self.resident.has(who)) {
                    self.mapped = self.mapped.excluding(who);
                }
                if let Some(who) = old.map(Place::processor).filter(|&who| self.policy.accessed_by.has(who)) {
                    self.map(reach, who);
                }
            }
            Act::AccessedBy(who) => {
                self.policy.accessed_by = self.policy.accessed_by.with(who);
                if !self.policy.read_mostly {
                    self.map(reach, who);
                }
            }
            Act::NotAccessedBy(who) => {
                self.policy.accessed_by = self.policy.accessed_by.excluding(who);
                if !self.resident.has(who) {
                    self.mapped = self.mapped.excluding(who);
                }
            }
            Act::Ask(place) => self.policy.last_prefetch = Some(place),
            Act::Discard => self.discarded = !self.resident.is_empty(),
            Act::Coarse(coarse) => self.policy.coarse = coarse,
            Act::Prefetch(_) | Act::Touch(..) | Act::Grow(_) => {}
        }
    }

    /// Migrates the page with a fault around it, unless a preferred location says otherwise or it is there.
    fn grow(&mut self, reach: &Reach, who: Processor) -> Cost {
        let free = self.policy.preferred.is_none_or(|place| place.processor() == who);
        if self.policy.read_mostly || !free || self.resident.has(who) || self.mapped.has(who) {
            return Cost::default();
        }
        Cost { grown: true, ..self.bring(reach, who, who) }
    }

    /// Returns the place of a page that has migrated too often: its current one if the accessing processor
    /// can map that, else the host.
    fn pinned(&self, reach: &Reach, habits: &Habits, who: Processor) -> Option<Processor> {
        let often = habits.pin_after > 0 && self.moves >= habits.pin_after;
        let free = often && self.policy.preferred.is_none() && !self.policy.read_mostly;
        let holder = self.resident.iter().find(|&at| reach.maps(who, at));
        free.then(|| holder.unwrap_or(Processor::HOST))
    }

    fn touch(&mut self, reach: &Reach, habits: &Habits, who: Processor, access: Access) -> Cost {
        let reads = access == Access::Read;
        if self.mapped.has(who) && (reads || self.resident.count() == 1) {
            self.discarded &= reads;
            return Cost::default();
        }
        let preferred = self.policy.preferred.map(Place::processor);
        let reached = preferred.filter(|&at| reach.maps(who, at));
        let holder = self.resident.iter().find(|&at| reach.maps(who, at));
        let native = |at| reach.atomics.contains(&(who, at));
        let cost = if self.policy.read_mostly {
            if reads { self.duplicate(who) } else { self.bring(reach, who, who) }
        } else if preferred == Some(who) {
            self.bring(reach, who, who)
        } else if let Some(at) = self.pinned(reach, habits, who) {
            Cost { pinned: true, ..self.bring(reach, at, who) }
        } else if self.resident.is_empty() {
            self.bring(reach, reached.unwrap_or(who), who)
        } else if holder.is_some() && self.policy.accessed_by.has(who)
            || access == Access::Atomic && holder.is_some_and(native)
        {
            self.map(reach, who);
            Cost::default()
        } else if let Some(at) = reached.filter(|_| !self.resident.has(who)) {
            self.bring(reach, at, who)
        } else {
            self.bring(reach, who, who)
        };
        self.discarded &= reads;
        if cost.copied.is_some() && !cost.duplicated {
            self.moves = self.moves.saturating_add(1).min(habits.pin_after);
        }
        Cost { fault: true, ..cost }
    }

    /// Returns the page after a device evicted it, and whether it had to be copied to the host.
    pub fn evicted(mut self, device: Processor, reach: &Reach) -> (Page, bool) {
        if !self.resident.has(device) {
            return (self, false);
        }
        let copied = !self.resident.has(Processor::HOST) && !self.discarded;
        self.resident = self.resident.excluding(device).with(Processor::HOST);
        self.moves = 0;
        if self.policy.read_mostly {
            self.mapped = self.mapped.minus(self.mapped.minus(self.resident));
        } else {
            self.mapped = Processors::default();
            self.map_accessors(reach);
        }
        (self, copied)
    }
}
