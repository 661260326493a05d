//! The residence model compared with a slow one that keeps every page separately, and with results worked out
//! by hand.
//!
//! `PROPTEST_CASES` raises the number of sequences.

use hip_device::residence::{
    Access, Act, BLOCK, Counters, Habits, PAGE, Page, Place, Policy, Processor, Processors, Reach, Residence,
    ResidenceError,
};
use proptest::prelude::*;

const HOST: usize = 0;
/// The host and two devices.
const COUNT: usize = 3;
const PAGES: usize = (BLOCK / PAGE) as usize;

fn processor(n: usize) -> Processor {
    if n == HOST { Processor::HOST } else { Processor::device(n as u32 - 1).expect("two devices") }
}

fn number(processor: Processor) -> usize {
    processor.ordinal().map_or(HOST, |ordinal| ordinal as usize + 1)
}

/// One page, nothing shared with others.
#[derive(Clone, Default)]
struct Plain {
    read_mostly: bool,
    preferred: Option<Place>,
    accessed_by: [bool; COUNT],
    last_prefetch: Option<Place>,
    coarse: bool,
    discarded: bool,
    moves: u8,
    copies: [bool; COUNT],
    mapped: [bool; COUNT],
}

/// The slow model.
struct Slow {
    coherent: bool,
    peers: bool,
    atomics: bool,
    habits: Habits,
    capacity: [usize; COUNT],
    /// Blocks with pages on each device, the oldest first.
    order: [Vec<(usize, usize)>; COUNT],
    regions: Vec<Vec<Plain>>,
    counters: Vec<Counters>,
    /// Pages with contents that are valid again.
    written: Vec<(usize, usize)>,
}

impl Slow {
    /// Returns whether `from` can map memory of `to`.
    fn reaches(&self, from: usize, to: usize) -> bool {
        match (from, to) {
            _ if from == to => true,
            (_, HOST) => true,
            (HOST, _) => self.coherent,
            _ => self.peers,
        }
    }

    /// Maps the page for `who` if that is allowed.
    fn map(&mut self, region: usize, page: usize, who: usize) {
        let found = &self.regions[region][page];
        let local = found.copies[who];
        let remote = (0..COUNT).any(|at| found.copies[at] && self.reaches(who, at));
        let home = found.preferred.map(|place| number(place.processor()));
        let bound = found.read_mostly || home == Some(who);
        if local || remote && !bound {
            self.regions[region][page].mapped[who] = true;
        }
    }

    fn map_accessors(&mut self, region: usize, page: usize) {
        for who in 0..COUNT {
            if self.regions[region][page].accessed_by[who] {
                self.map(region, page, who);
            }
        }
    }

    /// Evicts the oldest block of discarded pages, or else the oldest one.
    fn evict_oldest(&mut self, device: usize) {
        let unwanted = self.order[device].iter().position(|&(region, block)| {
            let pages = &self.regions[region];
            let own = &pages[block * PAGES..pages.len().min((block + 1) * PAGES)];
            own.iter().all(|page| page.discarded || !page.copies[device])
        });
        let (region, block) = self.order[device].remove(unwanted.unwrap_or(0));
        self.counters[region].evictions += 1;
        for page in block * PAGES..self.regions[region].len().min((block + 1) * PAGES) {
            let found = &mut self.regions[region][page];
            if !found.copies[device] {
                continue;
            }
            if !found.copies[HOST] && !found.discarded {
                self.counters[region].to_host += PAGE;
            }
            found.copies[device] = false;
            found.copies[HOST] = true;
            found.moves = 0;
            found.mapped[device] = false;
            for who in 0..COUNT {
                if !found.read_mostly || !found.copies[who] {
                    found.mapped[who] = false;
                }
            }
            if !found.read_mostly {
                self.map_accessors(region, page);
            }
        }
    }

    /// Adds a copy of a page, or moves the page.
    fn put(&mut self, region: usize, page: usize, to: usize, beside: bool) {
        let block = (region, page / PAGES);
        let had = self.regions[region][page].copies[to];
        if to != HOST && !self.order[to].contains(&block) {
            if self.order[to].len() == self.capacity[to] {
                self.evict_oldest(to);
            }
            self.order[to].push(block);
        }
        let found = &mut self.regions[region][page];
        let counters = &mut self.counters[region];
        let source = (0..COUNT).find(|&at| found.copies[at]);
        let left = (1..COUNT).any(|device| device != to && found.copies[device]);
        match source {
            None => counters.populated += 1,
            Some(_) if had => {}
            Some(source) => {
                if beside {
                    counters.duplications += 1;
                } else {
                    counters.migrations += 1;
                }
                match (source, to) {
                    _ if found.discarded => {}
                    (_, HOST) => counters.to_host += PAGE,
                    (HOST, _) => counters.to_device += PAGE,
                    _ => counters.between_devices += PAGE,
                }
            }
        }
        if !beside {
            let alone = (0..COUNT).all(|at| found.copies[at] == (at == to));
            if !alone {
                found.copies = [false; COUNT];
                found.mapped = [false; COUNT];
            }
        }
        found.copies[to] = true;
        if left && !beside {
            self.tidy_block(block);
        }
    }

    /// Releases a block on devices that hold no page of it any more.
    fn tidy_block(&mut self, block: (usize, usize)) {
        let pages = &self.regions[block.0];
        let end = pages.len().min((block.1 + 1) * PAGES);
        for device in 1..COUNT {
            if !pages[block.1 * PAGES..end].iter().rev().any(|page| page.copies[device]) {
                self.order[device].retain(|&other| other != block);
            }
        }
    }

    fn touch(&mut self, region: usize, page: usize, who: usize, access: Access) {
        let found = self.regions[region][page].clone();
        let reads = access == Access::Read;
        let copies = found.copies.iter().filter(|&&is| is).count();
        if !reads {
            // In any case the written page becomes valid again, but only after its placement.
            self.written.push((region, page));
        }
        if found.mapped[who] && (reads || copies == 1) {
            return;
        }
        self.counters[region].faults += 1;
        let home = found.preferred.map(|place| number(place.processor()));
        let reached_home = home.filter(|&home| self.reaches(who, home));
        let reached_copy = (0..COUNT).find(|&at| found.copies[at] && self.reaches(who, at));
        // The driver's rules, in its order.
        if found.read_mostly && reads {
            self.put(region, page, who, true);
            self.map(region, page, who);
            return;
        }
        let pinned = self.habits.pin_after > 0
            && found.moves >= self.habits.pin_after
            && home.is_none()
            && !found.read_mostly;
        let to = if found.read_mostly || home == Some(who) {
            Some(who)
        } else if pinned {
            self.counters[region].pinned += 1;
            Some(reached_copy.unwrap_or(HOST))
        } else if copies == 0 {
            Some(reached_home.unwrap_or(who))
        } else if reached_copy
            .is_some_and(|at| found.accessed_by[who] || access == Access::Atomic && self.native(who, at))
        {
            None
        } else if !found.copies[who] && reached_home.is_some() {
            reached_home
        } else {
            Some(who)
        };
        if let Some(to) = to {
            if copies > 0 && !found.copies[to] {
                let moves = &mut self.regions[region][page].moves;
                *moves = (*moves + 1).min(self.habits.pin_after);
            }
            self.put(region, page, to, false);
            self.map(region, page, who);
            self.map_accessors(region, page);
        } else {
            self.map(region, page, who);
        }
    }

    fn end_discards(&mut self) {
        for (region, page) in std::mem::take(&mut self.written) {
            self.regions[region][page].discarded = false;
        }
    }

    fn native(&self, from: usize, to: usize) -> bool {
        self.atomics && from != to && from != HOST && to != HOST
    }

    /// Applies an access to a page, and the migrations together with it.
    fn touch_and_grow(&mut self, region: usize, page: usize, who: usize, access: Access) {
        let had = self.regions[region][page].copies[who];
        self.act(region, page, Act::Touch(processor(who), access));
        if had || !self.regions[region][page].copies[who] {
            return;
        }
        let first = page / PAGES * PAGES;
        let end = self.regions[region].len().min(first + PAGES);
        let there: Vec<bool> = (first..end).map(|page| self.regions[region][page].copies[who]).collect();
        let mut size = PAGES;
        while size > 1 {
            let start = (page - first) / size * size;
            let part = start..(start + size).min(end - first);
            let count = there[part.clone()].iter().filter(|&&is| is).count();
            if count * 100 >= part.len() * 51 {
                part.for_each(|along| self.grow(region, first + along, who));
                return;
            }
            size /= 2;
        }
    }

    fn grow(&mut self, region: usize, page: usize, who: usize) {
        let found = &self.regions[region][page];
        let elsewhere = found.preferred.is_some_and(|place| number(place.processor()) != who);
        if found.read_mostly || elsewhere || found.copies[who] || found.mapped[who] {
            return;
        }
        self.counters[region].grown += 1;
        self.put(region, page, who, false);
        self.map(region, page, who);
        self.map_accessors(region, page);
    }

    fn act(&mut self, region: usize, page: usize, act: Act) {
        match act {
            Act::Touch(who, access) => {
                self.touch(region, page, number(who), access);
                self.end_discards();
                return;
            }
            Act::Prefetch(place) => {
                let (to, beside) = (number(place.processor()), self.regions[region][page].read_mostly);
                self.put(region, page, to, beside);
                self.regions[region][page].moves = 0;
                self.written.push((region, page));
                self.end_discards();
                self.map(region, page, to);
                if !beside {
                    self.map_accessors(region, page);
                }
                return;
            }
            _ => {}
        }
        let found = &mut self.regions[region][page];
        match act {
            Act::ReadMostly(true) => {
                found.moves = 0;
                found.read_mostly = true;
                for who in 0..COUNT {
                    found.mapped[who] &= found.copies[who];
                }
            }
            Act::ReadMostly(false) => {
                found.read_mostly = false;
                let home = found.preferred.map(|place| number(place.processor()));
                let first = (0..COUNT).find(|&at| found.copies[at]);
                let kept = home.filter(|&home| found.copies[home]).or(first);
                for who in 0..COUNT {
                    found.copies[who] &= Some(who) == kept;
                    found.mapped[who] &= kept.is_none() || Some(who) == kept;
                }
                self.map_accessors(region, page);
            }
            Act::Preferred(place) => {
                found.moves = 0;
                let old = std::mem::replace(&mut found.preferred, place);
                if let Some(new) = place.map(|place| number(place.processor())) {
                    found.mapped[new] &= found.copies[new];
                }
                if let Some(old) = old.map(|place| number(place.processor()))
                    && found.accessed_by[old]
                {
                    self.map(region, page, old);
                }
            }
            Act::AccessedBy(who) => {
                found.accessed_by[number(who)] = true;
                if !found.read_mostly {
                    self.map(region, page, number(who));
                }
            }
            Act::NotAccessedBy(who) => {
                found.accessed_by[number(who)] = false;
                found.mapped[number(who)] &= found.copies[number(who)];
            }
            Act::Ask(place) => found.last_prefetch = Some(place),
            Act::Discard => found.discarded = found.copies.contains(&true),
            Act::Coarse(coarse) => found.coarse = coarse,
            Act::Prefetch(_) | Act::Touch(..) | Act::Grow(_) => {}
        }
        if matches!(act, Act::ReadMostly(false)) {
            self.tidy_block((region, page / PAGES));
        }
    }

    fn page(&self, region: usize, page: usize) -> Page {
        let found = &self.regions[region][page];
        let set = |of: [bool; COUNT]| {
            let members = (0..COUNT).filter(|&who| of[who]);
            members.fold(Processors::default(), |set, who| set.with(processor(who)))
        };
        Page {
            policy: Policy {
                read_mostly: found.read_mostly,
                preferred: found.preferred,
                accessed_by: set(found.accessed_by),
                last_prefetch: found.last_prefetch,
                coarse: found.coarse,
            },
            resident: set(found.copies),
            mapped: set(found.mapped),
            discarded: found.discarded,
            moves: found.moves,
        }
    }
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        Just(Place::Host),
        Just(Place::Node(1)),
        Just(Place::Here),
        (1..COUNT).prop_map(|n| Place::Device(processor(n)))
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let who = || (0..COUNT).prop_map(processor);
    let access = prop_oneof![Just(Access::Read), Just(Access::Write), Just(Access::Atomic)];
    prop_oneof![
        2 => any::<bool>().prop_map(Act::ReadMostly),
        2 => proptest::option::of(place()).prop_map(Act::Preferred),
        2 => who().prop_map(Act::AccessedBy),
        1 => who().prop_map(Act::NotAccessedBy),
        4 => place().prop_map(Act::Prefetch),
        2 => place().prop_map(Act::Ask),
        2 => Just(Act::Discard),
        1 => any::<bool>().prop_map(Act::Coarse),
        6 => (who(), access).prop_map(|(who, access)| Act::Touch(who, access)),
    ]
}

/// Returns a range of a region's bytes: often whole blocks, and always at least one.
fn range(bytes: u64) -> impl Strategy<Value = (u64, u64)> {
    let blocks = bytes.div_ceil(BLOCK);
    let whole = (0..blocks, 1..=blocks).prop_map(move |(first, count)| {
        let start = first * BLOCK;
        (start, (count * BLOCK).min(bytes - start))
    });
    let any = (0..bytes).prop_flat_map(move |start| (Just(start), 1..=bytes - start));
    prop_oneof![whole, any]
}

/// Sizes of the regions, bytes: the last block of each is truncated.
const REGIONS: [u64; 2] = [3 * BLOCK + 5 * PAGE + 1, BLOCK + 9];

fn step() -> impl Strategy<Value = (usize, (u64, u64), Act)> {
    (0..REGIONS.len()).prop_flat_map(|region| (Just(region), range(REGIONS[region]), act()))
}

fn compare(
    links: (bool, bool, bool),
    habits: Habits,
    capacity: (usize, usize),
    shrunk: (usize, usize),
    steps: &[(usize, (u64, u64), Act)],
) {
    let (coherent, peers, atomics) = links;
    let pair = (processor(1), processor(2));
    let both = |is: bool| if is { vec![pair, (pair.1, pair.0)] } else { Vec::new() };
    let reach = Reach { coherent, peers: both(peers), atomics: both(peers && atomics) };
    let mut fast = Residence::new(&[capacity.0 as u64, capacity.1 as u64], reach).with_habits(habits);
    let mut slow = Slow {
        coherent,
        peers,
        atomics: peers && atomics,
        habits,
        capacity: [0, capacity.0, capacity.1],
        order: Default::default(),
        regions: REGIONS.map(|bytes| vec![Plain::default(); bytes.div_ceil(PAGE) as usize]).to_vec(),
        counters: vec![Counters::default(); REGIONS.len()],
        written: Vec::new(),
    };
    for (region, bytes) in REGIONS.into_iter().enumerate() {
        fast.insert(region as u64, bytes).expect("a new region");
    }
    for (turn, &(region, (start, bytes), act)) in steps.iter().enumerate() {
        fast.act(region as u64, start, bytes, act).expect("a good range");
        for page in (start / PAGE) as usize..(start + bytes).div_ceil(PAGE) as usize {
            match act {
                Act::Touch(who, access) if habits.grow => {
                    slow.touch_and_grow(region, page, number(who), access);
                }
                _ => slow.act(region, page, act),
            }
        }
        if turn == shrunk.0 {
            fast.resize(processor(1), shrunk.1 as u64).expect("a device");
            slow.capacity[1] = shrunk.1;
            while slow.order[1].len() > shrunk.1 {
                slow.evict_oldest(1);
            }
        }
        for device in 1..COUNT {
            let used = fast.blocks_in_use(processor(device)).expect("a device");
            assert_eq!(
                used,
                slow.order[device].len() as u64,
                "blocks of device {device} after {turn}: {act:?}"
            );
        }
        let mut total = Counters::default();
        slow.counters.iter().for_each(|&counters| total += counters);
        assert_eq!(fast.total(), total);
        for (region, counters) in slow.counters.iter().enumerate() {
            assert_eq!(fast.counters(region as u64).as_ref(), Ok(counters), "after {turn}: {act:?}");
        }
        for (run, page) in fast.states(region as u64, start, bytes).expect("a good range") {
            for at in run {
                assert_eq!(page, slow.page(region, at as usize), "page {at} after {turn}: {act:?}");
            }
        }
    }
    for (region, bytes) in REGIONS.into_iter().enumerate() {
        for by in 0..COUNT {
            let held = slow.regions[region].iter().filter(|page| page.copies[by]).count();
            assert_eq!(fast.held_pages(region as u64, processor(by)), Ok(held as u64));
        }
        let mut next = 0;
        for (run, page) in fast.states(region as u64, 0, bytes).expect("all of it") {
            assert_eq!(run.start, next, "runs touch");
            next = run.end;
            for at in run {
                assert_eq!(page, slow.page(region, at as usize), "page {at} at the end");
            }
        }
        assert_eq!(next, bytes.div_ceil(PAGE));
        fast.remove(region as u64).expect("it is there");
    }
    assert_eq!((1..COUNT).map(|n| fast.blocks_in_use(processor(n))).collect::<Vec<_>>(), [Ok(0), Ok(0)]);
}

/// Returns 2,000 sequences unless the environment asks for another number.
#[expect(clippy::disallowed_methods, reason = "a test's own setting")]
fn config() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    if asked { ProptestConfig::default() } else { ProptestConfig::with_cases(2000) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn runs_answer_as_single_pages_do(
        links in any::<(bool, bool, bool)>(),
        habits in (0..4u8, any::<bool>()).prop_map(|(pin_after, grow)| Habits { pin_after, grow }),
        capacity in (1..5usize, 1..4usize),
        shrunk in (0..20usize, 1..3usize),
        steps in proptest::collection::vec(step(), 1..16),
    ) {
        compare(links, habits, capacity, shrunk, &steps);
    }
}

fn one_device(blocks: u64) -> (Residence, Processor) {
    let mut model = Residence::new(&[blocks], Reach::default());
    model.insert(7, 4 * BLOCK).expect("a new region");
    (model, processor(1))
}

fn holders(model: &Residence) -> Vec<(u64, Vec<usize>)> {
    let runs = model.states(7, 0, 4 * BLOCK).expect("all of it");
    runs.map(|(run, page)| (run.end / PAGES as u64, page.resident.iter().map(number).collect())).collect()
}

#[test]
fn a_full_device_gives_up_what_came_first_and_not_what_was_used_least() {
    let (mut model, gpu) = one_device(2);
    for block in [0, 1, 0, 2] {
        model.act(7, block * BLOCK, BLOCK, Act::Touch(gpu, Access::Write)).expect("a good range");
    }
    assert_eq!(holders(&model), [(1, vec![0]), (3, vec![1]), (4, vec![])]);
    let pages = PAGES as u64;
    let expected = Counters {
        faults: 3 * pages,
        populated: 3 * pages,
        evictions: 1,
        to_host: BLOCK,
        ..Counters::default()
    };
    assert_eq!(model.counters(7), Ok(expected));
}

#[test]
fn more_than_fits_leaves_the_end_on_the_device() {
    let (mut model, gpu) = one_device(3);
    model.act(7, 0, 4 * BLOCK, Act::Prefetch(Place::Device(gpu))).expect("a good range");
    assert_eq!(holders(&model), [(1, vec![0]), (4, vec![1])]);
    model.resize(gpu, 1).expect("a device");
    assert_eq!(holders(&model), [(3, vec![0]), (4, vec![1])]);
    assert_eq!(model.remove(7).map(|counters| counters.evictions), Ok(3));
}

#[test]
fn what_nobody_wants_goes_before_what_is_older() {
    let (mut model, gpu) = one_device(3);
    model.act(7, 0, 3 * BLOCK, Act::Touch(gpu, Access::Write)).expect("a good range");
    model.act(7, BLOCK, BLOCK, Act::Discard).expect("a good range");
    model.act(7, 3 * BLOCK, PAGE, Act::Touch(gpu, Access::Write)).expect("a good range");
    assert_eq!(holders(&model)[..2], [(1, vec![1]), (2, vec![0])], "the second block went");
    let counters = model.counters(7).expect("it is there");
    assert_eq!((counters.evictions, counters.to_host), (1, 0), "without its bytes");
    model.act(7, 2 * BLOCK, BLOCK, Act::Discard).expect("a good range");
    model.act(7, 2 * BLOCK, PAGE, Act::Touch(gpu, Access::Write)).expect("a good range");
    model.act(7, BLOCK, PAGE, Act::Touch(gpu, Access::Write)).expect("a good range");
    assert_eq!(holders(&model)[0], (1, vec![0]), "a page of it is wanted: the oldest goes");
}

#[test]
fn what_comes_in_unwanted_goes_first_too() {
    let (mut model, gpu) = one_device(2);
    model.act(7, BLOCK, BLOCK, Act::Touch(Processor::HOST, Access::Read)).expect("a good range");
    model.act(7, 0, 2 * BLOCK, Act::Discard).expect("a good range");
    model.act(7, 3 * BLOCK, BLOCK, Act::Touch(gpu, Access::Read)).expect("a good range");
    model.act(7, 0, 3 * BLOCK, Act::Touch(gpu, Access::Read)).expect("a good range");
    assert_eq!(holders(&model), [(1, vec![1]), (2, vec![0]), (3, vec![1]), (4, vec![0])]);
    assert_eq!(model.counters(7).map(|counters| (counters.evictions, counters.to_host)), Ok((2, BLOCK)));
}

#[test]
fn pages_that_go_to_and_fro_stay_in_the_end() {
    let (model, gpu) = one_device(4);
    let mut model = model.with_habits(Habits { pin_after: 4, grow: false });
    let mut turn = |who| {
        model.act(7, 0, 1, Act::Touch(who, Access::Write)).expect("a good range");
        let counters = model.counters(7).expect("it is there");
        (counters.faults, counters.migrations, counters.pinned)
    };
    let all: Vec<_> = [gpu, Processor::HOST].into_iter().cycle().take(10).map(&mut turn).collect();
    // It is populated, migrates four times, is pinned to the host, which the device maps: no fault from then
    // on.
    assert_eq!(all[..6], [(1, 0, 0), (2, 1, 0), (3, 2, 0), (4, 3, 0), (5, 4, 0), (6, 5, 1)]);
    assert_eq!(all[6..], [(7, 5, 2), (7, 5, 2), (7, 5, 2), (7, 5, 2)]);
    // A prefetch ends that.
    model.act(7, 0, 1, Act::Prefetch(Place::Device(gpu))).expect("a good range");
    model.act(7, 0, 1, Act::Touch(Processor::HOST, Access::Write)).expect("a good range");
    assert_eq!(model.counters(7).map(|counters| (counters.faults, counters.pinned)), Ok((8, 2)));
}

#[test]
fn neighbours_come_along_once_half_of_them_is_there() {
    let (model, gpu) = one_device(4);
    let mut model = model.with_habits(Habits { pin_after: 0, grow: true });
    model.act(7, 0, 4 * BLOCK, Act::Prefetch(Place::Host)).expect("a good range");
    // Every fourth page of a block in order, as a sparse reader accesses them.
    let mut faults = Vec::new();
    for page in (0..PAGES as u64).step_by(4) {
        model.act(7, page * PAGE, 1, Act::Touch(gpu, Access::Read)).expect("a good range");
        let counters = model.counters(7).expect("it is there");
        faults.push(counters.faults);
    }
    assert_eq!(faults.last(), Some(&128), "a quarter of any part is too little to bring more");
    model.act(7, BLOCK, BLOCK / 2 + 6 * PAGE, Act::Touch(gpu, Access::Read)).expect("a good range");
    let counters = model.counters(7).expect("it is there");
    // Pages 0, 1, 2, 4, 8, 16, 32, 64, 65, 128 to 130, 256 to 258 and 260 fault; migrated pages end with page
    // 263.
    assert_eq!(counters.faults, 128 + 16);
    assert_eq!(counters.grown, 264 - 16);
    assert_eq!(counters.to_device, (128 + 264) * PAGE);
}

#[test]
fn readers_of_mostly_read_pages_get_copies_until_one_writes() {
    let (mut model, gpu) = one_device(4);
    let mut touch = |act| {
        model.act(7, 0, 1, act).expect("a good range");
        let counters = model.counters(7).expect("it is there");
        (holders(&model)[0].1.clone(), counters.faults, counters.duplications, counters.to_device)
    };
    assert_eq!(touch(Act::Touch(Processor::HOST, Access::Write)), (vec![0], 1, 0, 0));
    assert_eq!(touch(Act::ReadMostly(true)), (vec![0], 1, 0, 0));
    assert_eq!(touch(Act::Touch(gpu, Access::Read)), (vec![0, 1], 2, 1, PAGE));
    assert_eq!(touch(Act::Touch(Processor::HOST, Access::Read)), (vec![0, 1], 2, 1, PAGE), "no fault");
    assert_eq!(touch(Act::Touch(gpu, Access::Write)), (vec![1], 3, 1, PAGE), "the host's copy is void");
}

#[test]
fn what_is_refused_changes_nothing() {
    let (mut model, gpu) = one_device(4);
    let bad = |start, bytes| Err(ResidenceError::BadRange { start, bytes, have: 4 * BLOCK });
    assert_eq!(model.act(7, 0, 0, Act::ReadMostly(true)), bad(0, 0));
    assert_eq!(model.act(7, BLOCK, 4 * BLOCK, Act::ReadMostly(true)), bad(BLOCK, 4 * BLOCK));
    assert_eq!(model.act(7, u64::MAX, 2, Act::ReadMostly(true)), bad(u64::MAX, 2));
    assert_eq!(model.act(8, 0, 1, Act::ReadMostly(true)), Err(ResidenceError::NoRegion(8)));
    let other = processor(2);
    assert_eq!(model.act(7, 0, 1, Act::AccessedBy(other)), Err(ResidenceError::NoDevice(other)));
    assert_eq!(model.insert(7, 1), Err(ResidenceError::Exists(7)));
    assert_eq!(model.resize(Processor::HOST, 1), Err(ResidenceError::NoDevice(Processor::HOST)));
    assert_eq!(holders(&model), [(4, vec![])]);
    assert_eq!(model.blocks_in_use(gpu), Ok(0));
}
