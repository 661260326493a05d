//! Words that engines record of what lanes execute.
//!
//! Code that runs thread by thread writes the number of a thread, with [`LANE`], and the blocks that it
//! executes in a region: each block's index, and the addresses of its memory instructions. Code for strips of
//! lanes writes a record for each block that a strip executes: a header, the lanes that execute it, and for
//! each memory instruction a word with the form of its addresses, and the addresses in that form.

/// Flag of a word that holds a thread's index in its block.
pub const LANE: u64 = 1 << 63;
/// Flag of the header of a strip's record. Its low bits are the block's index.
pub const STRIP: u64 = 1 << 62;
/// Flag of the header of a record that stands also for the blocks that its block
/// [leads](ptx::analysis::leaders): strips are whole warps.
pub const LEADS: u64 = 1 << 61;
/// Place of the record's size, in words, in a header.
pub const WORDS: u32 = 36;
/// Place of the strip's first thread in a header.
pub const THREAD: u32 = 24;
/// Words before the first access: the header, and the lanes, from the first thread on.
pub const HEADER: usize = 2;
/// Place of the number of a strip's lanes in the word of an access.
pub const LANES: u32 = 8;
/// Place of the step from lane to lane in the word of an access, 32 bits with a sign.
pub const STRIDE: u32 = 32;
/// Form of addresses: the first lane's; the others step by the stride.
pub const STEP: u64 = 0;
/// The same, but the addresses wrap at 32 bits.
pub const STEP_32: u64 = 1;
/// Form of addresses: one a lane.
pub const EACH: u64 = 2;
/// Form of addresses: one of 32 bits a lane.
pub const EACH_32: u64 = 3;

/// Header of a strip's record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Block.
    pub block: usize,
    /// First thread of the strip.
    pub thread: usize,
    /// Size of the record.
    pub words: usize,
    /// It stands also for the blocks that its block leads.
    pub leads: bool,
}

impl Header {
    /// Reads a header.
    pub fn new(word: u64) -> Header {
        let part = |place: u32, end: u32| (word >> place & ((1 << (end - place)) - 1)) as usize;
        Header {
            block: part(0, THREAD),
            thread: part(THREAD, WORDS),
            words: part(WORDS, 61),
            leads: word & LEADS != 0,
        }
    }
}

/// Addresses of a strip's access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addresses<'a> {
    /// The first lane's, and the step to the next; `true` if they wrap at 32 bits.
    Step(u64, i64, bool),
    /// One a lane.
    Each(&'a [u64]),
    /// Two a word.
    Each32(&'a [u64]),
}

impl Addresses<'_> {
    /// Reads an access at the start of `words`; returns the number of its words, too.
    pub fn read(words: &[u64]) -> Option<(Addresses<'_>, usize)> {
        let (&tag, rest) = words.split_first()?;
        let lanes = (tag >> LANES & 0xff) as usize;
        let stride = i64::from((tag >> STRIDE) as u32 as i32);
        Some(match tag & 0xff {
            EACH => (Addresses::Each(rest.get(..lanes)?), 1 + lanes),
            EACH_32 => (Addresses::Each32(rest.get(..lanes / 2)?), 1 + lanes / 2),
            form => (Addresses::Step(*rest.first()?, stride, form == STEP_32), 2),
        })
    }

    /// Writes the addresses of the lanes to `out`.
    pub fn expand(self, out: &mut [u64]) {
        match self {
            Addresses::Step(first, stride, narrow) => {
                let limit = if narrow { u64::from(u32::MAX) } else { u64::MAX };
                for (lane, out) in (0i64..).zip(out) {
                    *out = first.wrapping_add_signed(lane.wrapping_mul(stride)) & limit;
                }
            }
            Addresses::Each(words) => out.iter_mut().zip(words).for_each(|(out, word)| *out = *word),
            Addresses::Each32(words) => {
                for (pair, word) in out.chunks_mut(2).zip(words) {
                    pair[0] = word & 0xffff_ffff;
                    if let Some(second) = pair.get_mut(1) {
                        *second = word >> 32;
                    }
                }
            }
        }
    }
}
