//! Position-independent result of compiling a kernel, as bytes that are valid in any process on the same
//! processor.
//!
//! The machine code contains no address: it finds all data by its context (see [`crate::abi`]). Other data
//! for the driver refers to the kernel's IR by number, so an object is meaningful only together with its
//! function. This module does not inspect the machine code, and validates every number that it reads.

use ptx::analysis::regions::Start;
use ptx::ir::{Function, InstId, Value};

use crate::abi::slot_bytes;
use crate::lower::plan::Kept;
use crate::sites::SiteIds;
use crate::stack::MOST_FRAME;

/// Code of one kernel for one lane layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Object {
    pub(crate) machine: Vec<u8>,
    /// First region and code offset of each function, in ascending order, from region 0 at offset 0.
    pub(crate) parts: Vec<(u32, u32)>,
    /// Instruction of each piece of code, sorted by offset.
    pub(crate) places: Vec<(u32, u32)>,
    pub(crate) sites: SiteIds,
    /// Reason for the start of each region.
    pub(crate) starts: Vec<Start>,
    /// Values of the frame and their slots.
    pub(crate) frame: Vec<Kept>,
    /// Lanes of a strip.
    pub(crate) width: u32,
    /// Size of the code's stack frame, bytes.
    pub(crate) stack: u32,
}

/// Encodings of the [`Start`]s without an instruction.
const ENTRY: u32 = u32::MAX;
const JOIN: u32 = u32::MAX - 1;

impl Object {
    /// Encodes as 32-bit words: the width and the stack size, then each list after its length; the machine
    /// code comes last.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.machine.len() + 8 * self.places.len() + 64);
        let mut word = |n: u32| bytes.extend(n.to_le_bytes());
        word(self.width);
        word(self.stack);
        for pairs in [&self.parts, &self.places] {
            word(pairs.len() as u32);
            for &(a, b) in pairs {
                word(a);
                word(b);
            }
        }
        for ids in [&self.sites.evals, &self.sites.atoms] {
            word(ids.len() as u32);
            ids.iter().for_each(|id| word(id.index() as u32));
        }
        word(self.starts.len() as u32);
        for start in &self.starts {
            word(match start {
                Start::Entry => ENTRY,
                Start::Join => JOIN,
                Start::After(id) => id.index() as u32,
            });
        }
        word(self.frame.len() as u32);
        for &(v, slot) in &self.frame {
            word(v.index() as u32);
            word(slot);
        }
        word(self.machine.len() as u32);
        bytes.extend(&self.machine);
        bytes
    }

    /// Decodes the bytes of [`Object::to_bytes`] for a function; `None` if they are invalid.
    pub(crate) fn from_bytes(f: &Function, bytes: &[u8]) -> Option<Object> {
        let mut rest = Words(bytes);
        let width = rest.word().filter(|width| [1, 8, 16, 32].contains(width))?;
        let stack = rest.word().filter(|&bytes| bytes <= MOST_FRAME)?;
        let inst = |n: u32| ((n as usize) < f.inst_count()).then(|| InstId::new(n as usize));
        let pair = |&[a, b]: &[u32; 2]| (a, b);
        let mut pairs = || Some(rest.list(2)?.as_chunks().0.iter().map(pair).collect::<Vec<_>>());
        let (parts, places) = (pairs()?, pairs()?);
        let mut ids = || rest.list(1)?.into_iter().map(inst).collect::<Option<Vec<_>>>();
        let sites = SiteIds { evals: ids()?, atoms: ids()? };
        let start = |n| match n {
            ENTRY => Some(Start::Entry),
            JOIN => Some(Start::Join),
            n => inst(n).map(Start::After),
        };
        let starts: Vec<Start> = rest.list(1)?.into_iter().map(start).collect::<Option<_>>()?;
        let frame = frame(f, &rest.list(2)?)?;
        let length = rest.word()?;
        let machine = rest.0.to_vec();
        let ascending = parts.first() == Some(&(0, 0)) && parts.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1);
        let last = parts.last().is_some_and(|&(region, at)| (region as usize) < starts.len() && at < length);
        let whole = machine.len() == length as usize && ascending && last;
        whole.then_some(Object { machine, parts, places, sites, starts, frame, width, stack })
    }
}

/// Returns values and their slots; `None` if there are more slots than values, or values of different sizes
/// in one.
fn frame(f: &Function, words: &[u32]) -> Option<Vec<Kept>> {
    let mut sizes = vec![None; words.len() / 2];
    let value = |&[v, slot]: &[u32; 2]| {
        let v = ((v as usize) < f.value_count()).then(|| Value::new(v as usize))?;
        if f.constant(v).is_none() {
            let bytes = slot_bytes(f.ty(v));
            let size = *sizes.get_mut(slot as usize)?.get_or_insert(bytes);
            (size == bytes).then_some(())?;
        }
        Some((v, slot))
    };
    words.as_chunks::<2>().0.iter().map(value).collect()
}

/// Words left to read.
struct Words<'a>(&'a [u8]);

impl Words<'_> {
    fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*word))
    }

    /// Reads a list after its length, with `each` words an element.
    fn list(&mut self, each: usize) -> Option<Vec<u32>> {
        let words = (self.word()? as usize).checked_mul(each)?;
        let (list, rest) = self.0.split_at_checked(words.checked_mul(4)?)?;
        self.0 = rest;
        Some(list.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }
}
