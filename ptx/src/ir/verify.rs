//! Verifier of the IR's invariants.
//!
//! [`check`] returns every violation and its place. A function without violations can be run by any engine.
//! The checks do not depend on how a function was made, and never panic, however broken it is.

mod signature;

use super::{BlockId, Def, Function, InstId, Type, Value};
use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use std::fmt;

/// A violated invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Law {
    /// The entry block has parameters.
    EntryHasParams,
    /// An edge leads to the entry block.
    EntryHasPredecessor,
    /// There is no block at all.
    NoEntry,
    /// An id out of range.
    UnknownBlock(BlockId),
    /// An id out of range.
    UnknownInst(InstId),
    /// An id out of range.
    UnknownValue(Value),
    /// An instruction occurs twice.
    InstTwice(InstId),
    /// A value's recorded definition differs from its actual one.
    WrongDefinition(Value),
    /// A value is used that no instruction in a block and no block parameter defines.
    Undefined(Value),
    /// A use that is not dominated by its definition.
    NotDominated(Value),
    /// An edge passes the wrong number of arguments.
    EdgeCount {
        /// The edge's target.
        to: BlockId,
        /// Arguments passed.
        got: usize,
        /// Parameters of the target.
        want: usize,
    },
    /// An edge passes an argument of the wrong type.
    EdgeType {
        /// The edge's target.
        to: BlockId,
        /// The argument.
        arg: Value,
        /// Its type.
        got: Type,
        /// The parameter's type.
        want: Type,
    },
    /// A branch on a value that is not a predicate, or a switch on a value that is not an `i32`.
    SelectorType(Type),
    /// A switch without targets.
    NoTargets,
    /// Operands or results of an operation have the wrong number or types.
    Signature {
        /// Expected signature, in the notation of the operation's documentation.
        want: &'static str,
        /// Types of the operands.
        args: Vec<Type>,
        /// Types of the results.
        results: Vec<Type>,
    },
    /// A scalar type that the operation cannot read or write.
    ScalarOf(super::Scalar),
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Law::EntryHasParams => f.write_str("the entry block has parameters"),
            Law::EntryHasPredecessor => f.write_str("an edge leads to the entry block"),
            Law::NoEntry => f.write_str("the function has no block"),
            Law::UnknownBlock(b) => write!(f, "unknown block {b}"),
            Law::UnknownInst(i) => write!(f, "unknown instruction {i}"),
            Law::UnknownValue(v) => write!(f, "unknown value {v}"),
            Law::InstTwice(i) => write!(f, "instruction {i} occurs twice"),
            Law::WrongDefinition(v) => write!(f, "the recorded definition of {v} is wrong"),
            Law::Undefined(v) => write!(f, "{v} is used but not defined in any block"),
            Law::NotDominated(v) => write!(f, "the definition of {v} does not dominate this use"),
            Law::EdgeCount { to, got, want } => write!(f, "edge to {to} passes {got} arguments, not {want}"),
            Law::EdgeType { to, arg, got, want } => {
                write!(f, "edge to {to} passes {arg} of type {got} where {want} is expected")
            }
            Law::SelectorType(ty) => write!(f, "the selector has type {ty}"),
            Law::NoTargets => f.write_str("the switch has no targets"),
            Law::Signature { want, args, results } => {
                let list = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
                write!(f, "operation expects `{want}`, has `{} → {}`", list(args), list(results))
            }
            Law::ScalarOf(s) => write!(f, "operation has no form for .{s}"),
        }
    }
}

/// A violation and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Violated invariant.
    pub law: Law,
    /// Block, if it is in one.
    pub block: Option<BlockId>,
    /// Instruction; `None` at the block's terminator or parameters.
    pub inst: Option<InstId>,
    /// PTX line, 0 if unknown.
    pub line: u32,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(b) = self.block {
            write!(f, "{b}: ")?;
        }
        if let Some(i) = self.inst {
            write!(f, "{i}: ")?;
        }
        if self.line != 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "{}", self.law)
    }
}

/// Returns all violations in the order of blocks; empty for a function that can be run.
pub fn check(f: &Function) -> Vec<Violation> {
    let mut c = Checker { f, found: Vec::new(), block: None, inst: None, line: 0 };
    c.names();
    // The checks of laws index by id, so ids must be valid.
    if c.found.is_empty() {
        c.laws();
    }
    c.found
}

struct Checker<'a> {
    f: &'a Function,
    found: Vec<Violation>,
    block: Option<BlockId>,
    inst: Option<InstId>,
    line: u32,
}

impl Checker<'_> {
    fn broken(&mut self, law: Law) {
        self.found.push(Violation { law, block: self.block, inst: self.inst, line: self.line });
    }

    fn at_inst(&mut self, i: InstId) {
        self.inst = Some(i);
        self.line = self.f.inst(i).line;
    }

    fn at_end(&mut self, b: BlockId) {
        self.block = Some(b);
        self.inst = None;
        self.line = self.f.block(b).line;
    }

    /// Checks that every id is valid and every instruction occurs once.
    fn names(&mut self) {
        let f = self.f;
        if f.blocks().len() == 0 {
            return self.broken(Law::NoEntry);
        }
        let known = |v: Value| v.index() < f.value_count();
        let mut placed = vec![false; f.inst_count()];
        for b in f.blocks() {
            self.at_end(b);
            let block = f.block(b);
            for &v in block.params.iter().filter(|&&v| !known(v)) {
                self.broken(Law::UnknownValue(v));
            }
            for &i in &block.insts {
                if i.index() >= f.inst_count() {
                    self.broken(Law::UnknownInst(i));
                    continue;
                }
                self.at_inst(i);
                if std::mem::replace(&mut placed[i.index()], true) {
                    self.broken(Law::InstTwice(i));
                }
                let inst = f.inst(i);
                for &v in inst.args.iter().chain(&inst.results).filter(|&&v| !known(v)) {
                    self.broken(Law::UnknownValue(v));
                }
            }
            self.at_end(b);
            for v in block.term.selector().into_iter().filter(|&v| !known(v)) {
                self.broken(Law::UnknownValue(v));
            }
            for e in block.term.edges() {
                if e.to.index() >= f.blocks().len() {
                    self.broken(Law::UnknownBlock(e.to));
                }
                for &v in e.args.iter().filter(|&&v| !known(v)) {
                    self.broken(Law::UnknownValue(v));
                }
            }
        }
    }

    /// Checks definitions, dominance, types and terminators; all ids must be valid.
    fn laws(&mut self) {
        let f = self.f;
        let graph = Graph::of(f);
        let dom = Dominators::of(&graph);
        self.at_end(f.entry());
        if !f.block(f.entry()).params.is_empty() {
            self.broken(Law::EntryHasParams);
        }
        if graph.preds(f.entry().index()).len() != 0 {
            self.broken(Law::EntryHasPredecessor);
        }

        // Block of each definition, and position in it (0 for parameters).
        let mut place: Vec<Option<(usize, usize)>> = vec![None; f.value_count()];
        for b in f.blocks() {
            self.at_end(b);
            let block = f.block(b);
            for (n, &v) in block.params.iter().enumerate() {
                if f.value(v).def != Def::Param(b, n as u32) || place[v.index()].is_some() {
                    self.broken(Law::WrongDefinition(v));
                }
                place[v.index()] = Some((b.index(), 0));
            }
            for (k, &i) in block.insts.iter().enumerate() {
                self.at_inst(i);
                for (n, &v) in f.inst(i).results.iter().enumerate() {
                    if f.value(v).def != Def::Inst(i, n as u8) || place[v.index()].is_some() {
                        self.broken(Law::WrongDefinition(v));
                    }
                    place[v.index()] = Some((b.index(), k + 1));
                }
            }
        }

        for b in f.blocks() {
            let block = f.block(b);
            let here = b.index();
            let bad_use = |v: Value, at: usize| match place[v.index()] {
                None => Some(Law::Undefined(v)),
                // Dominance is undefined in unreachable blocks.
                Some(_) if !dom.is_reachable(here) => None,
                Some((home, k)) if home == here => (k >= at).then_some(Law::NotDominated(v)),
                Some((home, _)) => (!dom.dominates(home, here)).then_some(Law::NotDominated(v)),
            };
            self.block = Some(b);
            for (k, &i) in block.insts.iter().enumerate() {
                self.at_inst(i);
                let inst = f.inst(i);
                for law in inst.args.iter().filter_map(|&v| bad_use(v, k + 1)).collect::<Vec<_>>() {
                    self.broken(law);
                }
                if let Some(law) = signature::broken(f, inst) {
                    self.broken(law);
                }
            }
            self.at_end(b);
            let end = block.insts.len() + 1;
            if let Some(v) = block.term.selector() {
                if let Some(law) = bad_use(v, end) {
                    self.broken(law);
                }
                let want =
                    if matches!(block.term, super::Term::Branch { .. }) { Type::Pred } else { Type::I32 };
                if f.ty(v) != want {
                    self.broken(Law::SelectorType(f.ty(v)));
                }
            }
            if matches!(&block.term, super::Term::Switch { targets, .. } if targets.is_empty()) {
                self.broken(Law::NoTargets);
            }
            for e in block.term.edges() {
                let params = &f.block(e.to).params;
                if e.args.len() != params.len() {
                    self.broken(Law::EdgeCount { to: e.to, got: e.args.len(), want: params.len() });
                }
                for (&arg, &p) in e.args.iter().zip(params) {
                    if let Some(law) = bad_use(arg, end) {
                        self.broken(law);
                    }
                    let (got, want) = (f.ty(arg), f.ty(p));
                    if got != want {
                        self.broken(Law::EdgeType { to: e.to, arg, got, want });
                    }
                }
            }
        }
    }
}
