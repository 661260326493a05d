//! Order of a generator's numbers: subsequences take turns.

use crate::mrg32k3a::Mrg32k3a;
use crate::mt19937::Twisters;
use crate::philox::Turns;
use crate::sobol::Sobol;
use crate::source::Source;
use crate::status::Status;
use crate::xorwow::Xorwow;

/// Type of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Xorwow,
    Mrg32k3a,
    Mt19937,
    Philox,
    Sobol32,
    Sobol64,
}

impl Kind {
    /// Whether its numbers are coordinates of points.
    pub(crate) fn is_quasi(self) -> bool {
        matches!(self, Kind::Sobol32 | Kind::Sobol64)
    }

    /// Whether a normal number is made of one word, by the inverse of its probability.
    pub(crate) fn has_quantiles(self) -> bool {
        self.is_quasi() || self == Kind::Mt19937
    }

    /// `hiprandRngType_t`
    pub(crate) fn from_code(code: u32) -> Result<Kind, Status> {
        match code {
            400 | 401 => Ok(Kind::Xorwow),
            402 => Ok(Kind::Mrg32k3a),
            404 => Ok(Kind::Mt19937),
            405 => Ok(Kind::Philox),
            500 | 501 => Ok(Kind::Sobol32),
            503 => Ok(Kind::Sobol64),
            // MTGP32 and the scrambled sequences.
            403 | 502 | 504 => Err(Status::NotImplemented),
            _ => Err(Status::TypeError),
        }
    }
}

/// Number of subsequences that take turns.
const COUNT: usize = 4096;
/// Number of those of MRG32k3a in all orders but the old one.
const OF_MRG32K3A: usize = 81_920;

/// Place in a sequence, and its order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) seed: u64,
    pub(crate) offset: u64,
    /// Dimensions of points.
    pub(crate) dimensions: u32,
    /// Whether this is cuRAND's old order, from which one kind's default differs.
    pub(crate) is_legacy: bool,
}

/// Subsequences of a generator, and whose turn it is.
pub(crate) enum Lanes {
    Xorwow(Vec<Xorwow>, usize),
    Mrg32k3a(Vec<Mrg32k3a>, usize),
    Mt19937(Twisters),
    Philox(Turns),
    Sobol(Sobol),
}

impl Lanes {
    /// Begins at a number of the sequence.
    pub(crate) fn new(kind: Kind, start: Start) -> Lanes {
        let Start { seed, offset, dimensions, is_legacy } = start;
        let count = if kind == Kind::Mrg32k3a && !is_legacy { OF_MRG32K3A } else { COUNT };
        let (turns, next) = (offset / count as u64, (offset % count as u64) as usize);
        match kind {
            Kind::Xorwow => {
                let mut lanes = Xorwow::subsequences(seed, count, turns);
                pass(&mut lanes[..next]);
                Lanes::Xorwow(lanes, next)
            }
            Kind::Mrg32k3a => {
                let mut lanes = Mrg32k3a::subsequences(seed, count, turns);
                pass(&mut lanes[..next]);
                Lanes::Mrg32k3a(lanes, next)
            }
            Kind::Mt19937 => Lanes::Mt19937(Twisters::new(seed)),
            Kind::Philox => Lanes::Philox(Turns::new(seed, offset)),
            Kind::Sobol32 | Kind::Sobol64 => {
                Lanes::Sobol(Sobol::new(kind == Kind::Sobol64, dimensions, offset))
            }
        }
    }

    /// Begins a call with so many values.
    pub(crate) fn begin(&mut self, count: usize) {
        if let Lanes::Sobol(points) = self {
            points.begin(count);
        }
    }

    /// Ends a call after its values.
    pub(crate) fn end(&mut self) {
        if let Lanes::Sobol(points) = self {
            points.end();
        }
    }

    /// Fills values, of which `draw` makes as many at once as `width` says.
    pub(crate) fn fill<T: Copy + Default>(
        &mut self,
        values: &mut [T],
        width: usize,
        draw: &dyn Fn(&mut dyn Source, &mut [T]),
    ) {
        match self {
            Lanes::Xorwow(lanes, next) => take_turns(lanes, next, values, width, draw),
            Lanes::Mrg32k3a(lanes, next) => take_turns(lanes, next, values, width, draw),
            Lanes::Mt19937(twisters) => values.chunks_mut(width).for_each(|part| draw(twisters, part)),
            Lanes::Sobol(points) => points.fill(values, draw),
            Lanes::Philox(turns) => turns.fill(values, width, draw),
        }
    }
}

/// Passes over one number of each.
fn pass(lanes: &mut [impl Source]) {
    for lane in lanes {
        lane.word();
    }
}

fn take_turns<T>(
    lanes: &mut [impl Source],
    next: &mut usize,
    values: &mut [T],
    width: usize,
    draw: &dyn Fn(&mut dyn Source, &mut [T]),
) {
    for part in values.chunks_mut(width) {
        draw(&mut lanes[*next], part);
        *next = (*next + 1) % lanes.len();
    }
}
