//! Order of a generator's numbers: subsequences take turns.

use crate::mrg32k3a::Mrg32k3a;
use crate::philox::Philox;
use crate::sobol::Sobol;
use crate::source::Source;
use crate::status::Status;
use crate::xorwow::Xorwow;

/// Type of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Xorwow,
    Mrg32k3a,
    Philox,
    Sobol32,
    Sobol64,
}

impl Kind {
    /// Whether its numbers are coordinates of points.
    pub(crate) fn is_quasi(self) -> bool {
        matches!(self, Kind::Sobol32 | Kind::Sobol64)
    }

    /// `hiprandRngType_t`
    pub(crate) fn from_code(code: u32) -> Result<Kind, Status> {
        match code {
            400 | 401 => Ok(Kind::Xorwow),
            402 => Ok(Kind::Mrg32k3a),
            405 => Ok(Kind::Philox),
            500 | 501 => Ok(Kind::Sobol32),
            503 => Ok(Kind::Sobol64),
            // The Mersenne twisters and the scrambled sequences.
            403 | 404 | 502 | 504 => Err(Status::NotImplemented),
            _ => Err(Status::TypeError),
        }
    }
}

/// Number of subsequences that take turns.
const COUNT: usize = 4096;

/// Numbers that a subsequence of Philox gives at its turn.
const OF_PHILOX: usize = 4;

/// Subsequences of a generator, and whose turn it is.
pub(crate) enum Lanes {
    Xorwow(Vec<Xorwow>, usize),
    Mrg32k3a(Vec<Mrg32k3a>, usize),
    /// Seed, and number of the next result: every subsequence has one turn.
    Philox(u64, u64),
    Sobol(Sobol),
}

impl Lanes {
    /// Begins at a number of the sequence.
    pub(crate) fn new(kind: Kind, seed: u64, offset: u64, dimensions: u32) -> Lanes {
        let (turns, next) = (offset / COUNT as u64, (offset % COUNT as u64) as usize);
        match kind {
            Kind::Xorwow => {
                let mut lanes = Xorwow::subsequences(seed, COUNT, turns);
                pass(&mut lanes[..next]);
                Lanes::Xorwow(lanes, next)
            }
            Kind::Mrg32k3a => {
                let mut lanes = Mrg32k3a::subsequences(seed, COUNT, turns);
                pass(&mut lanes[..next]);
                Lanes::Mrg32k3a(lanes, next)
            }
            Kind::Philox => Lanes::Philox(seed, offset),
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
            Lanes::Sobol(points) => points.fill(values, draw),
            Lanes::Philox(seed, next) => {
                let mut rest = values;
                while !rest.is_empty() {
                    let mut source = Philox::new(*seed, *next / OF_PHILOX as u64);
                    let mut turn = [T::default(); OF_PHILOX];
                    turn.chunks_mut(width).for_each(|part| draw(&mut source, part));
                    let turn = &turn[(*next % OF_PHILOX as u64) as usize..];
                    let (now, later) = rest.split_at_mut(turn.len().min(rest.len()));
                    now.copy_from_slice(&turn[..now.len()]);
                    *next = next.wrapping_add(now.len() as u64);
                    rest = later;
                }
            }
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
        *next = (*next + 1) % COUNT;
    }
}
