//! What becomes of one page: the rules of the unified-memory driver as a pure function of a page's state.
//!
//! The order of the decisions on a fault is that of NVIDIA's open kernel driver
//! (`block_select_processor_residency`); what advice and prefetches do is what CUDA documents ("Unified
//! Memory Programming").

/// The host or a device.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Processor(u8);

impl Processor {
    /// The host.
    pub const HOST: Processor = Processor(0);
    /// Devices that the model tells apart.
    pub const MAX_DEVICES: u32 = 63;

    /// The device with an ordinal; `None` from [`Processor::MAX_DEVICES`] on.
    pub fn device(ordinal: u32) -> Option<Processor> {
        (ordinal < Self::MAX_DEVICES).then_some(Processor(ordinal as u8 + 1))
    }

    /// The device's ordinal; `None` for the host.
    pub fn ordinal(self) -> Option<u32> {
        u32::from(self.0).checked_sub(1)
    }
}

/// A set of processors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Processors(u64);

impl Processors {
    /// Just one.
    pub fn only(processor: Processor) -> Self {
        Processors(1 << processor.0)
    }

    /// Whether one is among them.
    pub fn has(self, processor: Processor) -> bool {
        self.0 & 1 << processor.0 != 0
    }

    /// How many they are.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and one more.
    pub fn with(self, processor: Processor) -> Self {
        Processors(self.0 | 1 << processor.0)
    }

    /// These without one.
    pub fn without(self, processor: Processor) -> Self {
        Processors(self.0 & !(1 << processor.0))
    }

    /// These without others.
    pub fn minus(self, others: Processors) -> Self {
        Processors(self.0 & !others.0)
    }

    /// The host first, then devices by ordinal.
    pub fn iter(self) -> impl Iterator<Item = Processor> {
        (0..64).filter(move |n| self.0 >> n & 1 != 0).map(Processor)
    }
}

/// Where a page may be wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The host's memory.
    Host,
    /// A NUMA node of the host's memory.
    Node(u32),
    /// The node that is nearest to whoever asks.
    Here,
    /// A device's memory.
    Device(Processor),
}

impl Place {
    /// Whose memory it is.
    pub fn processor(self) -> Processor {
        match self {
            Place::Host | Place::Node(_) | Place::Here => Processor::HOST,
            Place::Device(device) => device,
        }
    }
}

/// Who can map whose memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// The host maps device memory, as on machines whose processors are coherent.
    pub coherent: bool,
    /// Pairs of devices of which the first maps the second's memory.
    pub peers: Vec<(Processor, Processor)>,
    /// Those of the pairs whose link carries atomic operations.
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

/// What the driver does of its own accord. Off, as long as nobody asks for it: then a page depends on what
/// was done to it alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// A page that faults have moved so often from one processor to another is pinned: it stays where
    /// whoever touches it can map it. 0: never.
    pub pin_after: u8,
    /// A page that a fault brings takes others of its block along: all of the largest part, a power of two
    /// of pages, of which at least 51 % are there then.
    pub grow: bool,
}

/// What was advised about a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Policy {
    /// Mostly read: every reader gets a copy.
    pub read_mostly: bool,
    /// Where it should be.
    pub preferred: Option<Place>,
    /// Who keeps a mapping of it.
    pub accessed_by: Processors,
    /// Where the last prefetch was asked to bring it, carried out or not.
    pub last_prefetch: Option<Place>,
    /// Devices need not see each other's writes while kernels run (HIP's coarse grain). It is kept and told;
    /// no rule asks it.
    pub coarse: bool,
}

/// A page's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// What was advised.
    pub policy: Policy,
    /// Whose memory holds it: nobody's before the first touch, several ones' while it is duplicated.
    pub resident: Processors,
    /// Who accesses it without a fault; reading only while it is duplicated.
    pub mapped: Processors,
    /// Nobody wants what it holds: it is not copied when it moves. Ended by a write or a prefetch.
    pub discarded: bool,
    /// How often faults moved it since it was placed otherwise; counted where that matters, see
    /// [`Habits::pin_after`].
    pub moves: u8,
}

/// How memory is touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// It is changed by an atomic operation.
    Atomic,
}

/// What is done to a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// It is mostly read, or is not.
    ReadMostly(bool),
    /// It should be at a place, or need not.
    Preferred(Option<Place>),
    /// A processor will access it.
    AccessedBy(Processor),
    /// A processor will not.
    NotAccessedBy(Processor),
    /// A prefetch to a place is asked for.
    Ask(Place),
    /// It is brought to a place.
    Prefetch(Place),
    /// What it holds is no longer wanted.
    Discard,
    /// It is coarse-grained, or is not.
    Coarse(bool),
    /// A processor touches it.
    Touch(Processor, Access),
    /// It comes along with a page that a processor's fault brought, see [`Habits::grow`].
    Grow(Processor),
}

/// What an act took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The processor had to be helped.
    pub fault: bool,
    /// The page came to be.
    pub populated: bool,
    /// It was copied, from and to whom.
    pub copied: Option<(Processor, Processor)>,
    /// The copy is one more.
    pub duplicated: bool,
    /// The page was discarded: no bytes went.
    pub empty: bool,
    /// It came without a fault of its own.
    pub grown: bool,
    /// It was about to move once more, and stays from now on.
    pub pinned: bool,
}

impl Page {
    /// Whether a processor may map the page where it is. Who should hold it, or gets a copy, maps nobody
    /// else's.
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

    /// The page in one place alone, for `who`, who asked for it.
    fn bring(&mut self, reach: &Reach, to: Processor, who: Processor) -> Cost {
        let source = self.resident.iter().next();
        let moved = !self.resident.has(to);
        if self.resident != Processors::only(to) {
            self.resident = Processors::only(to);
            self.mapped = Processors::default();
        }
        self.map(reach, who);
        self.map_accessors(reach);
        let copied = source.filter(|_| moved).map(|from| (from, to));
        Cost { populated: source.is_none(), copied, empty: self.discarded, ..Cost::default() }
    }

    /// One more copy of the page.
    fn duplicate(&mut self, to: Processor) -> Cost {
        let source = self.resident.iter().next();
        let copied = source.filter(|_| !self.resident.has(to)).map(|from| (from, to));
        self.resident = self.resident.with(to);
        self.mapped = self.mapped.with(to);
        let duplicated = copied.is_some();
        Cost { populated: source.is_none(), copied, duplicated, empty: self.discarded, ..Cost::default() }
    }

    /// The page after an act, and what it took.
    pub fn after(mut self, act: Act, reach: &Reach, habits: &Habits) -> (Page, Cost) {
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
                    self.resident = Processors::only(kept);
                    self.mapped = self.mapped.minus(self.mapped.without(kept));
                }
                self.map_accessors(reach);
            }
            Act::Preferred(place) => {
                self.moves = 0;
                let old = std::mem::replace(&mut self.policy.preferred, place);
                if let Some(who) = place.map(Place::processor).filter(|&who| !self.resident.has(who)) {
                    self.mapped = self.mapped.without(who);
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
                self.policy.accessed_by = self.policy.accessed_by.without(who);
                if !self.resident.has(who) {
                    self.mapped = self.mapped.without(who);
                }
            }
            Act::Ask(place) => self.policy.last_prefetch = Some(place),
            Act::Discard => self.discarded = !self.resident.is_empty(),
            Act::Coarse(coarse) => self.policy.coarse = coarse,
            Act::Prefetch(_) | Act::Touch(..) | Act::Grow(_) => {}
        }
    }

    /// The page comes to a processor, unless something is known of where it should be, or it is there.
    fn grow(&mut self, reach: &Reach, who: Processor) -> Cost {
        let free = self.policy.preferred.is_none_or(|place| place.processor() == who);
        if self.policy.read_mostly || !free || self.resident.has(who) || self.mapped.has(who) {
            return Cost::default();
        }
        Cost { grown: true, ..self.bring(reach, who, who) }
    }

    /// Where a page stays that has moved too often: where it is if whoever touches it can map that, else with
    /// the host.
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

    /// The page after a device gave up the memory it lies in, and whether it had to be copied to the host.
    pub fn evicted(mut self, device: Processor, reach: &Reach) -> (Page, bool) {
        if !self.resident.has(device) {
            return (self, false);
        }
        let copied = !self.resident.has(Processor::HOST) && !self.discarded;
        self.resident = self.resident.without(device).with(Processor::HOST);
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
