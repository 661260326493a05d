//! A kernel as the counters see it: blocks with their instructions by class, and memory instructions.

mod arrays;
mod data;
mod merge;
mod pipes;
mod registers;

use crate::class::{Class, Uses, is_reduced};
use ptx::analysis::cfg::Graph;
use ptx::analysis::converge::Convergence;
use ptx::analysis::dom::Dominators;
use ptx::analysis::lane_offsets::{LaneOffsets, Offsets};
use ptx::analysis::leaders::Leaders;
use ptx::analysis::loops::Loops;
use ptx::analysis::uniform::{Class as Lanes, ShapeClass, Uniformity};
use ptx::ir::{AtomOp, BlockId, Function, Inst, InstId, Op, Space, Term};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Kind of a memory instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A load.
    Load,
    /// A store.
    Store,
    /// An atomic operation whose old value is used.
    Atom,
    /// An atomic operation without a result.
    Red,
}

/// A memory instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Line of the PTX statement.
    pub line: u32,
    /// State space of its addresses.
    pub space: Space,
    /// Kind.
    pub kind: Kind,
    /// Bytes that a lane accesses.
    pub bytes: u32,
    /// `true` if the assembler combines the warp's lanes before: an integer reduction at one address.
    pub reduced: bool,
    /// `true` for plain accesses, which the first-level cache may serve.
    pub plain: bool,
    /// Time that an atomic operation occupies its slice, relative to that of an integer.
    pub weight: u32,
    /// `true` for atomic operations on shared memory whose lanes take turns at one address: those but sums of
    /// 1, for which lanes are counted.
    pub serial: bool,
    /// Neighbouring accesses of shared memory that the assembler merges.
    pub merge: Merge,
    /// Place of its address among the words of its block; `None` if engines do not record it.
    pub word: Option<usize>,
    /// `true` for local memory that an assembler keeps in registers: nothing is accessed.
    pub in_registers: bool,
    /// Distances between the lanes' addresses, if they are constant; such addresses are not recorded.
    pub offsets: Option<Arc<Offsets>>,
}

impl Site {
    /// Returns whether it is an atomic operation.
    pub fn is_atomic(&self) -> bool {
        matches!(self.kind, Kind::Atom | Kind::Red)
    }

    /// Returns whether the first-level cache may serve it.
    pub fn is_cached(&self) -> bool {
        self.kind == Kind::Load && self.plain
    }
}

/// Part of a merged access of shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Merge {
    /// Not merged.
    #[default]
    No,
    /// The first of two or four.
    First(u32),
    /// Another one.
    Rest,
}

/// Composition of the longest chain of dependent instructions in a block.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Path {
    /// Cycles of instructions that are no loads.
    pub cycles: u32,
    /// Loads and atomic operations on global and local memory.
    pub global: u32,
    /// Loads and atomic operations on shared memory.
    pub shared: u32,
}

/// Assumed latencies that decide which chain is the longest, cycles.
const GLOBAL: u64 = 400;
const SHARED: u64 = 30;

/// Cycles from the predicate of a branch to the next instruction. Observed on an H200: an iteration of
/// `loop_1` (a sum, a comparison, a branch) takes 27 cycles.
const BRANCH: u32 = 10;

impl Path {
    fn length(self) -> u64 {
        u64::from(self.cycles) + GLOBAL * u64::from(self.global) + SHARED * u64::from(self.shared)
    }

    fn longer(self, other: Path) -> Path {
        if other.length() > self.length() { other } else { self }
    }
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BlockCode {
    /// Estimated machine instructions by class.
    pub classes: [u32; Class::ALL.len()],
    /// Of those of class `fma`, the ones that occupy their pipe twice as long: products of integers, and sums
    /// of products that read three registers at once. Registers have two banks. An operand that the
    /// instruction before has, too, is at hand, but not for one that waits for that instruction.
    pub slow: u32,
    /// Estimated machine instructions by PTX line.
    pub lines: Vec<(u32, u32)>,
    /// Memory instructions, in order.
    pub sites: Range<usize>,
    /// `true` if it ends in a conditional branch or a switch.
    pub branches: bool,
    /// Block barriers.
    pub barriers: u32,
    /// Line of its terminator.
    pub line: u32,
    /// Place in the order in which diverged lanes continue: the smallest first.
    pub rank: u32,
    /// Longest chain of dependent instructions.
    pub path: Path,
    /// Single and double precision operations of a lane; a fused one counts twice.
    pub flops: [u32; 2],
    /// Words that a lane records, the block's index included.
    pub words: usize,
    /// Block with the record that stands for this one's if strips are whole warps.
    pub leader: usize,
    /// Other blocks that this one's record stands for.
    pub led: Vec<usize>,
    /// Branching block that has diverged if other lanes than this block's execute it.
    pub tells: Option<usize>,
    /// A target tells so of this one.
    pub is_told: bool,
}

/// A kernel's blocks and memory instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// Name.
    pub name: String,
    /// Blocks, by index.
    pub blocks: Vec<BlockCode>,
    /// Memory instructions, by block.
    pub sites: Vec<Site>,
    /// Estimated registers of a thread.
    pub registers: u32,
    /// Launches with equal parameters have equal counters.
    pub independent: bool,
}

impl Code {
    /// Describes a kernel in the form in which engines run it.
    pub fn new(f: &Function) -> Code {
        Code::instrumented(f, f)
    }

    /// Describes a kernel, `f`, of which engines run an instrumented form with the same blocks.
    pub fn instrumented(f: &Function, run: &Function) -> Code {
        let uses = Uses::count(f, arrays::in_registers(f));
        let graph = Graph::from_function(f);
        let loops = Loops::new(&graph, &Dominators::new(&graph));
        let mut ranks = vec![0; graph.len()];
        for (rank, block) in graph.topological_order(&loops).into_iter().enumerate() {
            ranks[block] = rank as u32;
        }
        let flow = Convergence::new(f);
        let uniform = Uniformity::new(f, &flow, (ShapeClass::new([32, 1, 1], 32), 32));
        let mut sites = Vec::new();
        let mut blocks: Vec<BlockCode> =
            f.blocks().map(|id| block(f, id, &uses, &uniform, &mut sites, ranks[id.index()])).collect();
        for site in sites.iter_mut().filter(|site| site.space == Space::Local) {
            site.in_registers = uses.array().is_some();
        }
        let offsets = LaneOffsets::new(run);
        for (id, block) in run.blocks().zip(&mut blocks) {
            let of_block = &mut sites[block.sites.clone()];
            block.words = place_words((f, f.block(id).insts.iter().copied()), (run, id), &offsets, of_block);
        }
        let leaders =
            Leaders::new(run, |id| run.block(id).insts.iter().any(|&inst| offsets.is_traced(run, inst)));
        for id in run.blocks() {
            let leader = leaders.leader(id).index();
            blocks[id.index()].leader = leader;
            if leader != id.index() {
                blocks[leader].led.push(id.index());
            }
            if let Some(branch) = leaders.diverged_branch(id) {
                blocks[id.index()].tells = Some(branch.index());
                blocks[branch.index()].is_told = true;
            }
        }
        let (registers, independent) = (registers::estimate(f, &graph), data::is_independent(f));
        Code { name: f.name.clone(), blocks, sites, registers, independent }
    }

    /// Returns the memory instructions of a block that have recorded addresses.
    pub(crate) fn recorded_sites(&self, block: usize) -> impl Iterator<Item = usize> {
        self.blocks[block].sites.clone().filter(|&site| self.sites[site].word.is_some())
    }

    /// Returns the words that a lane records in a block, its index included.
    pub(crate) fn words(&self, block: usize) -> usize {
        self.blocks[block].words
    }
}

/// Finds the words of a block's memory instructions among those that the instrumented block records. Returns
/// the number of all words.
fn place_words(
    (f, own): (&Function, impl Iterator<Item = InstId>),
    (run, id): (&Function, BlockId),
    offsets: &LaneOffsets,
    sites: &mut [Site],
) -> usize {
    let mut own = own.filter(|&inst| f.inst(inst).op.accesses_memory()).zip(sites).peekable();
    let mut words = 1;
    for &inst in &run.block(id).insts {
        let is_recorded = offsets.is_traced(run, inst);
        if let Some((_, site)) = own.next_if(|(other, _)| *other == inst) {
            site.word = is_recorded.then_some(words);
            site.offsets = offsets.offsets(inst).cloned();
        }
        words += usize::from(is_recorded);
    }
    words
}

fn block(
    f: &Function,
    id: BlockId,
    uses: &Uses,
    uniform: &Uniformity,
    sites: &mut Vec<Site>,
    rank: u32,
) -> BlockCode {
    let body = f.block(id);
    let first = sites.len();
    let mut code = BlockCode { rank, line: body.line, ..BlockCode::default() };
    let mut lines: BTreeMap<u32, u32> = BTreeMap::new();
    let mut ready: BTreeMap<usize, Path> = BTreeMap::new();
    let mut pipes = pipes::Pipes::default();
    for inst in body.insts.iter().map(|&inst| f.inst(inst)) {
        let made = uses.made(f, inst);
        for (class, count) in made.parts.into_iter().flatten() {
            code.classes[class as usize] += u32::from(count);
            *lines.entry(inst.line).or_default() += u32::from(count);
        }
        pipes.add(f, inst, &made);
        let flops = match inst.op {
            Op::Fma { ty, .. } => Some((ty, 2)),
            Op::Float { ty, .. } => Some((ty, 1)),
            _ => None,
        };
        if let Some((ty, count)) = flops {
            code.flops[usize::from(ty.bits() == 64 && ty.class() == ptx::ir::Class::Float)] += count;
        }
        code.barriers += u32::from(matches!(inst.op, Op::Barrier { .. }));
        let mut at =
            inst.args.iter().filter_map(|v| ready.get(&v.index())).fold(Path::default(), |a, &b| a.longer(b));
        at.cycles += made.latency;
        if let Some(site) = site(f, inst, uses, uniform) {
            let waits = site.kind != Kind::Store && site.kind != Kind::Red;
            match site.space {
                Space::Shared | Space::Cluster => at.shared += u32::from(waits),
                Space::Const => at.cycles += 8,
                Space::Local if uses.array().is_some() => {}
                _ => at.global += u32::from(waits),
            }
            sites.push(site);
        }
        code.path = code.path.longer(at);
        for result in &inst.results {
            ready.insert(result.index(), at);
        }
    }
    pipes.balance(&mut code.classes);
    code.slow = pipes.slow;
    if id == f.entry() {
        // The stack's address, and the descriptor of global memory.
        code.classes[Class::Alu as usize] += 2;
    }
    code.branches = matches!(body.term, Term::Branch { .. } | Term::Switch { .. });
    if code.branches || matches!(body.term, Term::Exit) {
        code.classes[Class::Branch as usize] += 1;
        *lines.entry(body.line).or_default() += 1;
        if code.branches {
            let selector = body.term.selector().and_then(|v| ready.get(&v.index()));
            let mut at = selector.copied().unwrap_or_default();
            at.cycles += BRANCH;
            code.path = code.path.longer(at);
        }
    }
    code.sites = first..sites.len();
    code.lines = lines.into_iter().collect();
    merge::run(f, id, &mut sites[first..], &mut code);
    code
}

fn site(f: &Function, inst: &Inst, uses: &Uses, uniform: &Uniformity) -> Option<Site> {
    let (space, ty, kind, count, order) = match inst.op {
        Op::Load { space, ty, order, .. } => (space, ty, Kind::Load, inst.results.len(), order),
        Op::Store { space, ty, order, .. } => (space, ty, Kind::Store, inst.args.len() - 1, order),
        Op::Atom { space, ty, order, .. } => {
            let is_used = inst.results.iter().any(|&v| uses.is_used(v));
            (space, ty, if is_used { Kind::Atom } else { Kind::Red }, 1, order)
        }
        _ => return None,
    };
    if !inst.op.accesses_memory() {
        return None;
    }
    let reduced = match inst.op {
        Op::Atom { op, ty, .. } => {
            kind == Kind::Red && is_reduced(op, ty) && matches!(uniform.class(inst.args[0]), Lanes::Uniform)
        }
        _ => false,
    };
    let plain = order == ptx::ir::Order::Weak;
    // Observed on an H200: float sums on one address take three times as long.
    let weight = match (kind, ty.class()) {
        (Kind::Atom | Kind::Red, ptx::ir::Class::Float | ptx::ir::Class::SmallFloat) => 3,
        _ => 1,
    };
    let is_one = inst.args.get(1).is_some_and(|&v| f.constant(v) == Some(1));
    let serial = match inst.op {
        Op::Atom { space: Space::Shared | Space::Cluster, op: AtomOp::Add, .. } => {
            kind == Kind::Atom || !is_one
        }
        Op::Atom { space, .. } => matches!(space, Space::Shared | Space::Cluster),
        _ => false,
    };
    Some(Site {
        line: inst.line,
        space,
        kind,
        bytes: ty.bytes() * count as u32,
        reduced,
        plain,
        weight,
        serial,
        merge: Merge::No,
        word: None,
        in_registers: false,
        offsets: None,
    })
}
