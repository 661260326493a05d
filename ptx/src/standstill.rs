//! Diagnosis of a block without progress: the conditions that its warps wait for.
//!
//! It is a report, not a fault, because the conditions may still become true.

use crate::analysis::cfg::Graph;
use crate::analysis::dependence::is_in_space;
use crate::analysis::dom::Dominators;
use crate::analysis::live::defining_blocks;
use crate::analysis::loops::{Loop, Loops};
use crate::analysis::waits::{is_rematerializable, wait_loops};
use crate::exec::WARP;
use crate::interp::value;
use crate::ir::{BlockId, Def, Function, Op, Order, Scalar, Space, System, Value};
use crate::source;
use std::fmt;

/// Reader of device memory: returns the value of this many bytes at an address, if they are accessible.
pub type Peek<'a> = dyn Fn(u64, u32) -> Option<u64> + 'a;

/// Number of idle iterations of spin-wait loops, of all lanes together and without other progress, after
/// which a report is due: a few seconds of a thread that does nothing else.
pub const TRIPS: u64 = 1 << 28;

/// A block without progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standstill {
    /// Name of the kernel.
    pub kernel: String,
    /// Coordinates of the block.
    pub block: [u32; 3],
    /// Groups of lanes with the same wait, by warp.
    pub waiting: Vec<Waiting>,
}

/// Lanes of a warp that wait for the same condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Index of the warp.
    pub warp: u32,
    /// Mask of the lanes.
    pub lanes: u32,
    /// 1-based line of the PTX.
    pub line: u32,
    /// Condition waited for.
    pub reason: Reason,
}

/// Condition that lanes wait for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A loop that polls memory.
    Loop(Vec<PolledWord>),
    /// A barrier of the block.
    Barrier {
        /// Number of the barrier.
        number: u32,
        /// Number of threads it expects, if not all.
        expected: Option<u32>,
        /// Number of threads that have arrived.
        arrived: u32,
        /// Live lanes that have not arrived, by warp.
        missing: Vec<(u32, u32)>,
    },
    /// An operation of the warp that these lanes have not reached.
    Lanes(u32),
    /// The other blocks of the cluster, at its barrier.
    Cluster,
}

/// A polled word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolledWord {
    /// State space.
    pub space: Space,
    /// Type in memory.
    pub ty: Scalar,
    /// Address, or offset in its space, if known.
    pub address: Option<u64>,
    /// Current value, if known.
    pub value: Option<u64>,
}

/// Spin-wait loops of a function, and the words that they poll.
pub struct SpinLoops<'a> {
    f: &'a Function,
    loops: Vec<Loop>,
}

impl<'a> SpinLoops<'a> {
    /// Finds the loops that only wait: no store, no clock, the same words each time.
    pub fn new(f: &'a Function) -> SpinLoops<'a> {
        let graph = Graph::from_function(f);
        let spinning: Vec<usize> = wait_loops(f).into_iter().filter(|w| w.spins).map(|w| w.header).collect();
        let stores = |l: &Loop| {
            let mut insts = l.nodes.iter().flat_map(|&n| &f.block(BlockId::new(n)).insts);
            insts.any(|&i| matches!(f.inst(i).op, Op::Store { .. }) || has_host_effect(&f.inst(i).op))
        };
        let all = Loops::new(&graph, &Dominators::new(&graph));
        let loops = all.iter().map(|(_, l)| l).filter(|l| spinning.contains(&l.header) && !stores(l));
        SpinLoops { f, loops: loops.cloned().collect() }
    }

    /// Returns the condition that a thread in this block waits for, and its line; `None` outside of such
    /// loops. `known` returns the thread's value of an IR value, `peek` the contents of memory.
    pub fn reason(
        &self,
        block: usize,
        known: &dyn Fn(Value) -> Option<u64>,
        peek: &dyn Fn(Space, u64, u32) -> Option<u64>,
    ) -> Option<(u32, Reason)> {
        let l = self.loops.iter().rev().find(|l| l.nodes.binary_search(&block).is_ok())?;
        let home = defining_blocks(self.f);
        let inside = |v: Value| l.nodes.binary_search(&(home[v.index()] as usize)).is_ok();
        let (mut first, mut polled) = (0, Vec::new());
        for &id in l.nodes.iter().flat_map(|&n| &self.f.block(BlockId::new(n)).insts) {
            let inst = self.f.inst(id);
            let (space, ty, offset) = match inst.op {
                Op::Load { order: Order::Weak, .. } => continue,
                Op::Load { space, .. } if is_in_space(self.f, Space::Local, space, inst.args[0]) => continue,
                Op::Load { space, ty, offset, .. } | Op::Atom { space, ty, offset, .. } => {
                    (space, ty, offset)
                }
                _ => continue,
            };
            let address = inst.args.first().and_then(|&v| computed(self.f, v, MAX_DEPTH, &inside, known));
            let address = address.map(|at| match space {
                Space::Shared => (at as u32).wrapping_add(offset as u32).into(),
                _ => at.wrapping_add_signed(offset),
            });
            let value = address.and_then(|at| peek(space, at, ty.bytes()));
            if first == 0 {
                first = inst.line;
            }
            let word = PolledWord { space, ty, address, value };
            if !polled.contains(&word) {
                polled.push(word);
            }
        }
        Some((first, Reason::Loop(polled)))
    }
}

/// Returns whether the host does more for an operation than recording it.
fn has_host_effect(op: &Op) -> bool {
    match op {
        Op::System(System::Call(call)) => !call.is_instrumentation(),
        Op::System(_) => true,
        _ => false,
    }
}

/// Limit of instructions followed from an address to its base.
const MAX_DEPTH: u32 = 16;

/// Computes a value inside a loop from the thread's values defined outside.
fn computed(
    f: &Function,
    v: Value,
    depth: u32,
    inside: &dyn Fn(Value) -> bool,
    known: &dyn Fn(Value) -> Option<u64>,
) -> Option<u64> {
    if let Some(bits) = f.constant(v) {
        return Some(bits);
    }
    let made = match f.value(v).def {
        Def::Inst(inst, _) => Some(f.inst(inst)),
        Def::Param(..) => None,
    };
    if let Some(inst) =
        made.filter(|inst| inside(v) && value::is_known(&inst.op) && is_rematerializable(&inst.op))
    {
        let args: Option<Vec<u128>> = inst
            .args
            .iter()
            .map(|&arg| if depth == 0 { None } else { computed(f, arg, depth - 1, inside, known) })
            .map(|arg| arg.map(u128::from))
            .collect();
        let types: Vec<_> = inst.args.iter().map(|&arg| f.ty(arg)).collect();
        return Some(value::eval(&inst.op, f.ty(v), &types, &args?) as u64);
    }
    known(v)
}

impl Standstill {
    /// Builds the report. `found` is the condition of each lane; lanes of one warp with the same line and
    /// condition share an entry.
    pub fn new(
        kernel: &str,
        block: [u32; 3],
        found: impl IntoIterator<Item = (u32, (u32, Reason))>,
    ) -> Standstill {
        let mut waiting: Vec<Waiting> = Vec::new();
        for (thread, (line, reason)) in found {
            let (warp, bit) = (thread / WARP, 1 << (thread % WARP));
            let same = waiting.iter_mut().rev().take_while(|own| own.warp == warp);
            match { same }.find(|own| own.line == line && own.reason == reason) {
                Some(own) => own.lanes |= bit,
                None => waiting.push(Waiting { warp, lanes: bit, line, reason }),
            }
        }
        Standstill { kernel: kernel.to_owned(), block, waiting }
    }

    /// Returns the report as lines. `text` is the module's, for source lines; it may be empty.
    pub fn lines(&self, text: &str) -> Vec<String> {
        /// Limit of entries; further ones are only counted.
        const MOST: usize = 24;
        let [x, y, z] = self.block;
        let mut lines = vec![format!("block ({x}, {y}, {z}) of `{}` makes no progress", self.kernel)];
        // Warps with the same wait share an entry.
        let same = |a: &Waiting, b: &Waiting| (a.lanes, a.line, &a.reason) == (b.lanes, b.line, &b.reason);
        let entries: Vec<&[Waiting]> = self.waiting.chunk_by(same).collect();
        for warps in entries.iter().take(MOST) {
            let (Some(own), Some(last)) = (warps.first(), warps.last()) else { continue };
            let source = source::locate(text, own.line).map(|at| format!(" ({}:{})", at.file, at.line));
            let which = match warps.len() {
                1 => format!("warp {}", own.warp),
                _ => format!("warps {}-{}", own.warp, last.warp),
            };
            let (lanes, source) = (Lanes(own.lanes), source.unwrap_or_default());
            lines.push(format!("{which}, {lanes}: line {}{source}: {}", own.line, own.reason));
        }
        if let Some(more) = entries.len().checked_sub(MOST).filter(|&more| more > 0) {
            lines.push(format!("and {more} more"));
        }
        lines
    }
}

/// Formats lanes as ranges.
struct Lanes(u32);

impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == u32::MAX {
            return f.write_str("all lanes");
        }
        f.write_str(if self.0.count_ones() == 1 { "lane " } else { "lanes " })?;
        let (mut at, mut first) = (0, true);
        while at < WARP {
            if self.0 >> at & 1 == 0 {
                at += 1;
                continue;
            }
            let end = at + (!(self.0 >> at)).trailing_zeros().min(WARP - at);
            let comma = if std::mem::take(&mut first) { "" } else { ", " };
            match end - at {
                1 => write!(f, "{comma}{at}")?,
                _ => write!(f, "{comma}{at}-{}", end - 1)?,
            }
            at = end;
        }
        Ok(())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Limit of words and warps that are named.
        const MOST: usize = 4;
        match self {
            Reason::Loop(polled) => {
                f.write_str("waits in a loop")?;
                for (n, word) in polled.iter().take(MOST).enumerate() {
                    write!(f, "{}{word}", if n == 0 { " for " } else { " and " })?;
                }
                Ok(())
            }
            Reason::Barrier { number, expected, arrived, missing } => {
                write!(f, "waits at barrier {number}, {arrived}")?;
                if let Some(expected) = expected {
                    write!(f, " of {expected}")?;
                }
                f.write_str(" threads have arrived, missing: ")?;
                for (n, &(warp, lanes)) in missing.iter().take(MOST).enumerate() {
                    write!(f, "{}warp {warp} ({})", if n == 0 { "" } else { ", " }, Lanes(lanes))?;
                }
                if missing.is_empty() {
                    f.write_str("threads that have ended or never existed")?;
                }
                if missing.len() > MOST {
                    write!(f, " and {} more warps", missing.len() - MOST)?;
                }
                Ok(())
            }
            Reason::Lanes(missing) => write!(f, "waits for {} of its warp", Lanes(*missing)),
            Reason::Cluster => f.write_str("waits for other blocks of its cluster"),
        }
    }
}

impl fmt::Display for PolledWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PolledWord { space, ty, address, value } = self;
        write!(f, "{} bytes at {space} address ", ty.bytes())?;
        match address {
            Some(address) => write!(f, "{address:#x}")?,
            None => f.write_str("unknown")?,
        }
        if let Some(value) = value {
            write!(f, ", which hold {value:#x}")?;
        }
        Ok(())
    }
}
