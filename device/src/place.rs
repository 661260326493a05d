//! Which SM the next block goes to, of those with room for it.

use crate::Spec;
use crate::sm::{Room, SmSet};
use std::fmt;
use std::str::FromStr;

/// The order in which SMs get blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Placement {
    /// One block on each SM in order of their numbers, from behind the SM that got the last one.
    #[default]
    RoundRobin,
    /// As measured on an H200: first the SMs that belong to no whole GPC, then GPC by GPC, one block on each SM of it, from
    /// behind the GPC that got the last one. After five GPCs the first ones have another turn.
    Gpcs,
    /// An SM is filled before the next one gets a block.
    Packed,
    /// SMs in an order that is shuffled for each grid, from a seed: shakes out what programs assume about order.
    Seeded(u64),
}

/// GPCs that get blocks before the SMs of no GPC have their second turn, if the rest of a pass does not take all blocks, and
/// before each further one: so it is in recorded sequences up to the 190th block at least, and in most to their end.
const ROWS_BETWEEN: usize = 5;
const FURTHER_ROWS: usize = 11;

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

/// There is no placement of such a name.
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

/// What is free on each SM, and whose turn it is.
pub(crate) struct Sms {
    rooms: Vec<Room>,
    policy: Placement,
    /// SMs in the order of turns; for [`Placement::Gpcs`] row by row.
    rows: Vec<Vec<u16>>,
    /// SMs of no GPC.
    singles: Vec<u16>,
    /// The row whose turn is next: for other placements than `Gpcs` a row is one SM.
    rotor: usize,
    /// Grids that were begun.
    grids: u64,
}

impl Sms {
    pub(crate) fn new(spec: &Spec, policy: Placement) -> Self {
        let (rows, singles) = match policy {
            Placement::Gpcs => spec.topology(),
            _ => ((0..spec.sms as u16).map(|sm| vec![sm]).collect(), Vec::new()),
        };
        let rooms = vec![Room::whole(spec); spec.sms as usize];
        Sms { rooms, policy, rows, singles, rotor: 0, grids: 0 }
    }

    /// An ended block's room.
    pub(crate) fn give(&mut self, sm: u16, block: &Room) {
        if let Some(room) = self.rooms.get_mut(usize::from(sm)) {
            room.give(block);
        }
    }

    /// Notes that a grid's first blocks are about to be placed.
    pub(crate) fn begin_grid(&mut self) {
        self.grids += 1;
    }

    /// Blocks of a size that fit on SMs of a set now, at most `enough`.
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

    /// Places one block on some SM of a set, if there is room.
    pub(crate) fn place_one(&mut self, among: &SmSet, block: &Room) -> Option<u16> {
        (self.room(among, block, 1) > 0)
            .then(|| self.place(among, block, 1))
            .and_then(|sms| sms.first().copied())
    }

    /// Places `wanted` blocks on SMs of a set, which have room for so many; the SM of each.
    pub(crate) fn place(&mut self, among: &SmSet, block: &Room, wanted: usize) -> Vec<u16> {
        match self.policy {
            Placement::RoundRobin => self.in_turn(among, block, wanted),
            Placement::Gpcs => self.by_rows(among, block, wanted),
            Placement::Packed => self.packed(among, block, wanted),
            Placement::Seeded(seed) => self.shuffled(among, block, wanted, seed),
        }
    }

    fn in_turn(&mut self, among: &SmSet, block: &Room, wanted: usize) -> Vec<u16> {
        let rotor = self.rotor as u16;
        let turn = among.from(rotor).chain(among.iter().take_while(|&sm| sm < rotor));
        let placed = self.layers(turn, block, wanted);
        if let Some(&last) = placed.last() {
            self.rotor = (usize::from(last) + 1) % self.rooms.len();
        }
        placed
    }

    fn shuffled(&mut self, among: &SmSet, block: &Room, wanted: usize, seed: u64) -> Vec<u16> {
        let mut turn: Vec<u16> = among.iter().collect();
        let mut state = seed.wrapping_add(self.grids.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for last in (1..turn.len()).rev() {
            // SplitMix64: any seed will do.
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = state;
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            turn.swap(last, ((word ^ (word >> 31)) % (last as u64 + 1)) as usize);
        }
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

    /// One block on each SM with room in the order of `turn`, until all are placed.
    fn layers(&mut self, turn: impl Iterator<Item = u16>, block: &Room, wanted: usize) -> Vec<u16> {
        let mut placed = Vec::with_capacity(wanted);
        for sm in turn {
            if placed.len() == wanted {
                return placed;
            }
            self.one(sm, block, &mut placed);
        }
        // An SM that had no room in one layer has none in the next.
        let mut layer = 0..placed.len();
        while !layer.is_empty() && placed.len() < wanted {
            for at in layer.clone() {
                if placed.len() < wanted {
                    self.one(placed[at], block, &mut placed);
                }
            }
            layer = layer.end..placed.len();
        }
        placed
    }

    fn by_rows(&mut self, among: &SmSet, block: &Room, wanted: usize) -> Vec<u16> {
        let mut placed = Vec::with_capacity(wanted);
        let singles = self.singles.clone();
        // Two halves, which swap with every grid.
        let half = singles.len() / 4 * 2;
        let (first, second) = singles.split_at(half);
        let singles = if self.grids % 2 == 1 { [first, second].concat() } else { [second, first].concat() };
        let (mut rows, mut idle) = (0usize, 0);
        // Blocks that a GPC gets of a pass that does not fill all.
        let mut shares = None;
        while placed.len() < wanted && idle <= self.rows.len() + FURTHER_ROWS {
            let before = placed.len();
            let turn = rows.checked_sub(ROWS_BETWEEN).is_some_and(|more| more.is_multiple_of(FURTHER_ROWS));
            if rows == 0 || turn && wanted - placed.len() > self.rest_of_pass(rows) {
                self.row(&singles, among, block, wanted, &mut placed);
            }
            if rows.is_multiple_of(self.rows.len()) {
                let left = wanted - placed.len();
                let all: usize = self.rows.iter().map(Vec::len).sum();
                shares = (left < all).then_some((left, self.rows.len()));
            }
            if placed.len() < wanted {
                let row = std::mem::take(&mut self.rows[self.rotor]);
                match &mut shares {
                    None => self.row(&row, among, block, wanted, &mut placed),
                    Some((left, gpcs)) => {
                        let share = left.div_ceil(*gpcs);
                        let enough = wanted.min(placed.len() + share);
                        let had = placed.len();
                        // One on each TPC before the second SMs.
                        let second = row.iter().skip(1).step_by(2);
                        let by_tpc: Vec<u16> = row.iter().step_by(2).chain(second).copied().collect();
                        self.row(&by_tpc, among, block, enough, &mut placed);
                        *left -= placed.len() - had;
                        *gpcs = gpcs.saturating_sub(1).max(1);
                    }
                }
                self.rows[self.rotor] = row;
                self.rotor = (self.rotor + 1) % self.rows.len();
                rows += 1;
            }
            idle = if placed.len() == before { idle + 1 } else { 0 };
        }
        placed
    }

    /// SMs of the GPCs that are left of a pass over all, `rows` rows after the first pass began.
    fn rest_of_pass(&self, rows: usize) -> usize {
        let left = (self.rows.len() - rows % self.rows.len()) % self.rows.len();
        (0..left).map(|ahead| self.rows[(self.rotor + ahead) % self.rows.len()].len()).sum()
    }

    /// One block on each SM of a row that has room.
    fn row(&mut self, row: &[u16], among: &SmSet, block: &Room, wanted: usize, placed: &mut Vec<u16>) {
        for &sm in row.iter().filter(|&&sm| among.contains(sm)) {
            if placed.len() < wanted {
                self.one(sm, block, placed);
            }
        }
    }

    /// Places a block on an SM if it has room.
    fn one(&mut self, sm: u16, block: &Room, placed: &mut Vec<u16>) {
        let room = &mut self.rooms[usize::from(sm)];
        if room.holds(block) {
            room.take(block);
            placed.push(sm);
        }
    }
}
