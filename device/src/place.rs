//! Selection of the SM for the next block, among those with room.

use crate::Spec;
use crate::sm::{Room, SmSet};
use std::fmt;
use std::str::FromStr;

/// Order in which SMs get blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Placement {
    /// One block on each SM in order of their numbers, starting after the SM that got the last one.
    #[default]
    RoundRobin,
    /// The order observed on an H200: first the SMs outside whole GPCs, then GPC by GPC, one block on each of
    /// its SMs, starting after the GPC that got the last one. After five GPCs the first ones get another
    /// block. Blocks that do not fill a pass over all SMs are distributed over the GPCs.
    Gpcs,
    /// Fills an SM before the next one gets a block.
    Packed,
    /// Shuffled for each grid from a seed, to expose assumptions of programs about the order.
    Seeded(u64),
}

/// Returns the number of rows (GPCs) before a turn of the SMs outside GPCs: the first turn comes before all,
/// the next after five, then every six, up to one for each pass (observed on an H200).
const fn turn_of_singles(turn: usize) -> usize {
    (6 * turn).saturating_sub(1)
}

/// Returns the number of rows by which their turn is delayed in a last pass of `rest` blocks that does not
/// fill all SMs. In grids of fewer than ten passes the delay is constant. Fitted to the 20 recorded sequences
/// that show it; two differ by one row.
const fn delay_of_last(rest: usize, alone: usize) -> usize {
    match rest.checked_sub(alone) {
        None | Some(0) => 4 + rest / 2,
        Some(more) => (816 + 25 * more) / 64,
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Placement::RoundRobin => f.write_str("roundrobin"),
            Placement::Gpcs => f.write_str("gpcs"),
            Placement::Packed => f.write_str("packed"),
            Placement::Seeded(seed) => write!(f, "seed:{seed}"),
        }
    }
}

/// Error of an unknown placement name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoPlacement;

impl FromStr for Placement {
    type Err = NoPlacement;

    fn from_str(text: &str) -> Result<Self, NoPlacement> {
        match text {
            "roundrobin" => Ok(Placement::RoundRobin),
            "gpcs" => Ok(Placement::Gpcs),
            "packed" => Ok(Placement::Packed),
            _ => {
                let seed = text.strip_prefix("seed:").and_then(|seed| seed.parse().ok());
                seed.map(Placement::Seeded).ok_or(NoPlacement)
            }
        }
    }
}

/// Free resources of each SM, and the state of the placement order.
pub(crate) struct Sms {
    rooms: Vec<Room>,
    policy: Placement,
    /// SMs in placement order; for [`Placement::Gpcs`] row by row.
    rows: Vec<Vec<u16>>,
    /// SMs outside GPCs.
    singles: Vec<u16>,
    /// Next row: for placements other than `Gpcs` a row is one SM.
    rotor: usize,
    /// Half of the SMs outside GPCs that got the last block: 0 or 1.
    last_half: usize,
    /// SM sets that contain whole clusters, and the next one in order.
    domains: Vec<Vec<u16>>,
    domain: usize,
    /// Number of grids started.
    grids: u64,
}

impl Sms {
    pub(crate) fn new(spec: &Spec, policy: Placement) -> Self {
        let (rows, singles) = match policy {
            Placement::Gpcs if !spec.gpcs.is_empty() => spec.topology(),
            _ => ((0..spec.sms as u16).map(|sm| vec![sm]).collect(), Vec::new()),
        };
        let rooms = vec![Room::whole(spec); spec.sms as usize];
        let mut domains = spec.cluster_domains();
        if policy == Placement::Gpcs {
            // Starts with the SMs outside GPCs.
            domains.rotate_left(spec.gpcs.len());
        }
        Sms { rooms, policy, rows, singles, rotor: 0, last_half: 1, domains, domain: 0, grids: 0 }
    }

    /// Releases the resources of an ended block.
    pub(crate) fn give(&mut self, sm: u16, block: &Room) {
        if let Some(room) = self.rooms.get_mut(usize::from(sm)) {
            room.give(block);
        }
    }

    /// Counts a grid before its first blocks are placed.
    pub(crate) fn begin_grid(&mut self) {
        self.grids += 1;
    }

    /// Returns how many blocks of a size fit on SMs of a set now, at most `enough`.
    pub(crate) fn room(&self, among: &SmSet, block: &Room, enough: u64) -> u64 {
        let mut room = 0;
        for sm in among.iter() {
            room += u64::from(self.rooms[usize::from(sm)].fits(block));
            if room >= enough {
                return enough;
            }
        }
        room
    }

    /// Places one block on an SM of a set, if there is room.
    pub(crate) fn place_one(&mut self, among: &SmSet, block: &Room) -> Option<u16> {
        (self.room(among, block, 1) > 0)
            .then(|| self.place(among, block, 1))
            .and_then(|sms| sms.first().copied())
    }

    /// Places `wanted` blocks on SMs of a set with enough room; returns the SM of each.
    pub(crate) fn place(&mut self, among: &SmSet, block: &Room, wanted: usize) -> Vec<u16> {
        match self.policy {
            Placement::RoundRobin => self.round_robin(among, block, wanted),
            Placement::Gpcs => self.by_rows(among, block, wanted),
            Placement::Packed => self.packed(among, block, wanted),
            Placement::Seeded(seed) => self.shuffled(among, block, wanted, seed),
        }
    }

    /// Returns how many clusters of `size` blocks fit on SMs of a set now, at most `enough`.
    pub(crate) fn room_for_clusters(&self, among: &SmSet, block: &Room, size: u64, enough: u64) -> u64 {
        let of_domain = |domain: &Vec<u16>| {
            let fits = |&sm: &u16| u64::from(self.rooms[usize::from(sm)].fits(block));
            let fits: Vec<u64> = domain.iter().filter(|&&sm| among.contains(sm)).map(fits).collect();
            // Blocks of a cluster are on different SMs: the number is limited by the room for one block of
            // each.
            let hold =
                |clusters: u64| fits.iter().map(|&fit| fit.min(clusters)).sum::<u64>() >= clusters * size;
            let (mut some, mut too_many) = (0, fits.iter().sum::<u64>() / size + 1);
            while too_many - some > 1 {
                let half = some.midpoint(too_many);
                *(if hold(half) { &mut some } else { &mut too_many }) = half;
            }
            some
        };
        let mut room = 0;
        for domain in &self.domains {
            room += of_domain(domain);
            if room >= enough {
                return enough;
            }
        }
        room
    }

    /// Places clusters for which there [is room](Sms::room_for_clusters), each in one GPC with its blocks on
    /// different SMs: the GPCs get one in round-robin order or, with packed placement, as many as they hold.
    /// Returns the SM of each block, cluster by cluster.
    pub(crate) fn place_clusters(
        &mut self,
        among: &SmSet,
        block: &Room,
        (size, wanted): (u64, u64),
    ) -> Vec<u16> {
        let (size, wanted) = (size as usize, wanted as usize);
        let mut placed = Vec::with_capacity(size * wanted);
        let mut turn: Vec<usize> = (0..self.domains.len()).collect();
        match self.policy {
            Placement::Packed => {}
            Placement::Seeded(seed) => shuffle(&mut turn, seed, self.grids),
            Placement::RoundRobin | Placement::Gpcs => turn.rotate_left(self.domain),
        }
        let mut at = 0;
        let mut without = 0;
        while placed.len() < size * wanted && without < turn.len() {
            let number = turn[at % turn.len()];
            let domain = self.domains[number].iter().copied();
            let mut open: Vec<u16> = domain.filter(|&sm| self.has_room(sm, among, block)).collect();
            if open.len() < size {
                (at, without) = (at + 1, without + 1);
                continue;
            }
            without = 0;
            // SMs with the most room first, so that every cluster that fits is placed.
            open.sort_by_key(|&sm| std::cmp::Reverse(self.rooms[usize::from(sm)].fits(block)));
            open.truncate(size);
            open.sort_unstable();
            open.into_iter().for_each(|sm| self.place_on(sm, block, &mut placed));
            self.domain = (number + 1) % self.domains.len();
            at += usize::from(self.policy != Placement::Packed);
        }
        placed
    }

    fn round_robin(&mut self, among: &SmSet, block: &Room, wanted: usize) -> Vec<u16> {
        let rotor = self.rotor as u16;
        let turn = among.iter_from(rotor).chain(among.iter().take_while(|&sm| sm < rotor));
        let placed = self.layers(turn, block, wanted);
        if let Some(&last) = placed.last() {
            self.rotor = (usize::from(last) + 1) % self.rooms.len();
        }
        placed
    }

    fn shuffled(&mut self, among: &SmSet, block: &Room, wanted: usize, seed: u64) -> Vec<u16> {
        let mut turn: Vec<u16> = among.iter().collect();
        shuffle(&mut turn, seed, self.grids);
        self.layers(turn.into_iter(), block, wanted)
    }

    fn packed(&mut self, among: &SmSet, block: &Room, wanted: usize) -> Vec<u16> {
        let mut placed = Vec::with_capacity(wanted);
        for sm in among.iter() {
            let room = &mut self.rooms[usize::from(sm)];
            while placed.len() < wanted && room.holds(block) {
                room.take(block);
                placed.push(sm);
            }
        }
        placed
    }

    /// Places one block on each SM with room in the order of `turn`, until all are placed.
    fn layers(&mut self, turn: impl Iterator<Item = u16>, block: &Room, wanted: usize) -> Vec<u16> {
        let mut placed = Vec::with_capacity(wanted);
        for sm in turn {
            if placed.len() == wanted {
                return placed;
            }
            self.place_on(sm, block, &mut placed);
        }
        // An SM without room in one layer has none in the next.
        let mut layer = 0..placed.len();
        while !layer.is_empty() && placed.len() < wanted {
            for at in layer.clone() {
                if placed.len() < wanted {
                    self.place_on(placed[at], block, &mut placed);
                }
            }
            layer = layer.end..placed.len();
        }
        placed
    }

    /// Places blocks in passes over all SMs with room, row (GPC) by row; the SMs outside GPCs have turns of
    /// their own in between. Blocks that do not fill a pass are distributed.
    fn by_rows(&mut self, among: &SmSet, block: &Room, wanted: usize) -> Vec<u16> {
        let mut placed = Vec::with_capacity(wanted);
        // The half of them that had the last block comes first, in each turn of this grid.
        let mut singles = self.singles.clone();
        let first = half(&singles) * self.last_half;
        singles.rotate_left(first);
        loop {
            let open = |sms: &[u16]| sms.iter().filter(|&&sm| self.has_room(sm, among, block)).count();
            let (alone, in_rows) = (open(&singles), self.rows.iter().map(|row| open(row)).sum::<usize>());
            let left = wanted - placed.len();
            let passes = left.checked_div(alone + in_rows).unwrap_or(0);
            if passes == 0 {
                self.place_singles(&singles, among, block, wanted, &mut placed);
                self.share(among, block, wanted, &mut placed);
                return placed;
            }
            let rest = left % (alone + in_rows);
            let (mut turns, first) = (0, self.rotor);
            for row in 0..passes * self.rows.len() {
                let whole = turns < passes && row == turn_of_singles(turns);
                let last =
                    turns == passes && rest > 0 && row == turn_of_singles(turns) + delay_of_last(rest, alone);
                if whole || last {
                    turns += 1;
                    let most = placed.len() + if last { rest.min(alone) } else { alone };
                    self.place_singles(&singles, among, block, wanted.min(most), &mut placed);
                }
                let (at, before) = ((first + row) % self.rows.len(), placed.len());
                let row = std::mem::take(&mut self.rows[at]);
                self.row(&row, among, block, wanted, &mut placed);
                self.rows[at] = row;
                if placed.len() > before {
                    self.rotor = (at + 1) % self.rows.len();
                }
            }
            if turns > passes {
                self.share(among, block, wanted, &mut placed);
            }
        }
    }

    /// Places a turn on the SMs outside GPCs: if it does not fill them, one block on each of their TPCs
    /// before the second SMs.
    fn place_singles(
        &mut self,
        turn: &[u16],
        among: &SmSet,
        block: &Room,
        wanted: usize,
        placed: &mut Vec<u16>,
    ) {
        let mut by_tpc: Vec<u16> = self.singles.iter().step_by(2).copied().collect();
        by_tpc.extend(self.singles.iter().skip(1).step_by(2));
        by_tpc.retain(|&sm| self.has_room(sm, among, block));
        let taken = &by_tpc[..by_tpc.len().min(wanted - placed.len())];
        for &sm in turn.iter().filter(|sm| taken.contains(sm)) {
            self.place_on(sm, block, placed);
            let later = self.singles.iter().position(|&other| other == sm) >= Some(half(&self.singles));
            self.last_half = usize::from(later);
        }
    }

    /// Distributes the remaining blocks over the rows: one block to each in round-robin order, up to its
    /// number of TPCs with room, then the second SMs likewise. Placement starts at the next row.
    fn share(&mut self, among: &SmSet, block: &Room, wanted: usize, placed: &mut Vec<u16>) {
        let open_of = |tpc: &[u16]| -> Vec<u16> {
            tpc.iter().copied().filter(|&sm| self.has_room(sm, among, block)).collect()
        };
        let tpcs = |row: &Vec<u16>| row.chunks(2).map(open_of).filter(|tpc| !tpc.is_empty()).collect();
        let open: Vec<Vec<Vec<u16>>> = self.rows.iter().map(tpcs).collect();
        let shares = {
            let firsts: Vec<usize> = open.iter().map(Vec::len).collect();
            let all: Vec<usize> = open.iter().map(|row| row.iter().map(Vec::len).sum()).collect();
            shares(wanted - placed.len(), [&firsts, &all])
        };
        let from = self.rotor;
        for row in (0..open.len()).map(|n| (from + n) % open.len()).filter(|&row| shares[row] > 0) {
            let mut seconds = shares[row].saturating_sub(open[row].len());
            for tpc in open[row].iter().take(shares[row]) {
                let take = 1 + usize::from(seconds > 0 && tpc.len() > 1);
                seconds -= take - 1;
                tpc[..take].iter().for_each(|&sm| self.place_on(sm, block, placed));
            }
            self.rotor = (row + 1) % open.len();
        }
    }

    fn has_room(&self, sm: u16, among: &SmSet, block: &Room) -> bool {
        among.contains(sm) && self.rooms[usize::from(sm)].holds(block)
    }

    /// Places one block on each SM of a row with room.
    fn row(&mut self, row: &[u16], among: &SmSet, block: &Room, wanted: usize, placed: &mut Vec<u16>) {
        for &sm in row.iter().filter(|&&sm| among.contains(sm)) {
            if placed.len() < wanted {
                self.place_on(sm, block, placed);
            }
        }
    }

    /// Places a block on an SM if it has room.
    fn place_on(&mut self, sm: u16, block: &Room, placed: &mut Vec<u16>) {
        let room = &mut self.rooms[usize::from(sm)];
        if room.holds(block) {
            room.take(block);
            placed.push(sm);
        }
    }
}

/// Returns the start of the second half of the SMs outside GPCs, in whole TPCs.
fn half(singles: &[u16]) -> usize {
    singles.len() / 4 * 2
}

/// Distributes `left` items in round-robin order, up to the first limits, then up to the second ones.
fn shares(mut left: usize, limits: [&[usize]; 2]) -> Vec<usize> {
    let mut shares = vec![0; limits[0].len()];
    for limits in limits {
        loop {
            let before = left;
            for (share, &limit) in shares.iter_mut().zip(limits) {
                if left > 0 && *share < limit {
                    *share += 1;
                    left -= 1;
                }
            }
            if left == before {
                break;
            }
        }
    }
    shares
}

/// Shuffles an order by the seed and the grid's number.
fn shuffle<T>(turn: &mut [T], seed: u64, grid: u64) {
    let mut state = seed.wrapping_add(grid.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    for last in (1..turn.len()).rev() {
        // SplitMix64: valid for any seed.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        turn.swap(last, ((word ^ (word >> 31)) % (last as u64 + 1)) as usize);
    }
}
