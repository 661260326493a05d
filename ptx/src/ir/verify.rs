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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Invariant {
    /// The entry block has parameters.
    #[error("the entry block has parameters")]
    EntryHasParams,
    /// An edge leads to the entry block.
    #[error("an edge leads to the entry block")]
    EntryHasPredecessor,
    /// There is no block at all.
    #[error("the function has no block")]
    NoEntry,
    /// An id out of range.
    #[error("unknown block {0}")]
    UnknownBlock(BlockId),
    /// An id out of range.
    #[error("unknown instruction {0}")]
    UnknownInst(InstId),
    /// An id out of range.
    #[error("unknown value {0}")]
    UnknownValue(Value),
    /// An instruction occurs twice.
    #[error("instruction {0} occurs twice")]
    InstTwice(InstId),
    /// A value's recorded definition differs from its actual one.
    #[error("the recorded definition of {0} is wrong")]
    WrongDefinition(Value),
    /// A value is used that no instruction in a block and no block parameter defines.
    #[error("{0} is used but not defined in any block")]
    Undefined(Value),
    /// A use that is not dominated by its definition.
    #[error("the definition of {0} does not dominate this use")]
    NotDominated(Value),
    /// An edge passes the wrong number of arguments.
    #[error("edge to {to} passes {got} arguments, not {want}")]
    EdgeCount {
        /// The edge's target.
        to: BlockId,
        /// Arguments passed.
        got: usize,
        /// Parameters of the target.
        want: usize,
    },
    /// An edge passes an argument of the wrong type.
    #[error("edge to {to} passes {arg} of type {got} where {want} is expected")]
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
    #[error("the selector has type {0}")]
    SelectorType(Type),
    /// A switch without targets.
    #[error("the switch has no targets")]
    NoTargets,
    /// Operands or results of an operation have the wrong number or types.
    #[error("operation expects `{want}`, has `{} → {}`", types(.args), types(.results))]
    Signature {
        /// Expected signature, in the notation of the operation's documentation.
        want: &'static str,
        /// Types of the operands.
        args: Vec<Type>,
        /// Types of the results.
        results: Vec<Type>,
    },
    /// A scalar type that the operation cannot read or write.
    #[error("operation has no form for .{0}")]
    ScalarOf(super::Scalar),
}

/// Lists types.
fn types(types: &[Type]) -> String {
    types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ")
}

/// A violation and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Violated invariant.
    pub invariant: Invariant,
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
        write!(f, "{}", self.invariant)
    }
}

/// Returns all violations in the order of blocks; empty for a function that can be run.
pub fn check(f: &Function) -> Vec<Violation> {
    let mut c = Checker { f, found: Vec::new(), block: None, inst: None, line: 0 };
    c.check_ids();
    // `check_invariants` indexes by id, so ids must be valid.
    if c.found.is_empty() {
        c.check_invariants();
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
    fn report(&mut self, invariant: Invariant) {
        self.found.push(Violation { invariant, block: self.block, inst: self.inst, line: self.line });
    }

    fn enter_inst(&mut self, i: InstId) {
        self.inst = Some(i);
        self.line = self.f.inst(i).line;
    }

    fn enter_terminator(&mut self, b: BlockId) {
        self.block = Some(b);
        self.inst = None;
        self.line = self.f.block(b).line;
    }

    /// Checks that every id is valid and every instruction occurs once.
    fn check_ids(&mut self) {
        let f = self.f;
        if f.blocks().len() == 0 {
            return self.report(Invariant::NoEntry);
        }
        let known = |v: Value| v.index() < f.value_count();
        let mut placed = vec![false; f.inst_count()];
        for b in f.blocks() {
            self.enter_terminator(b);
            let block = f.block(b);
            for &v in block.params.iter().filter(|&&v| !known(v)) {
                self.report(Invariant::UnknownValue(v));
            }
            for &i in &block.insts {
                if i.index() >= f.inst_count() {
                    self.report(Invariant::UnknownInst(i));
                    continue;
                }
                self.enter_inst(i);
                if std::mem::replace(&mut placed[i.index()], true) {
                    self.report(Invariant::InstTwice(i));
                }
                let inst = f.inst(i);
                for &v in inst.args.iter().chain(&inst.results).filter(|&&v| !known(v)) {
                    self.report(Invariant::UnknownValue(v));
                }
            }
            self.enter_terminator(b);
            for v in block.term.selector().into_iter().filter(|&v| !known(v)) {
                self.report(Invariant::UnknownValue(v));
            }
            for e in block.term.edges() {
                if e.to.index() >= f.blocks().len() {
                    self.report(Invariant::UnknownBlock(e.to));
                }
                for &v in e.args.iter().filter(|&&v| !known(v)) {
                    self.report(Invariant::UnknownValue(v));
                }
            }
        }
    }

    /// Checks definitions, dominance, types and terminators; all ids must be valid.
    fn check_invariants(&mut self) {
        let f = self.f;
        let graph = Graph::from_function(f);
        let dom = Dominators::new(&graph);
        self.enter_terminator(f.entry());
        if !f.block(f.entry()).params.is_empty() {
            self.report(Invariant::EntryHasParams);
        }
        if graph.preds(f.entry().index()).len() != 0 {
            self.report(Invariant::EntryHasPredecessor);
        }

        // Block of each definition, and position in it (0 for parameters).
        let mut place: Vec<Option<(usize, usize)>> = vec![None; f.value_count()];
        for b in f.blocks() {
            self.enter_terminator(b);
            let block = f.block(b);
            for (n, &v) in block.params.iter().enumerate() {
                if f.value(v).def != Def::Param(b, n as u32) || place[v.index()].is_some() {
                    self.report(Invariant::WrongDefinition(v));
                }
                place[v.index()] = Some((b.index(), 0));
            }
            for (k, &i) in block.insts.iter().enumerate() {
                self.enter_inst(i);
                for (n, &v) in f.inst(i).results.iter().enumerate() {
                    if f.value(v).def != Def::Inst(i, n as u8) || place[v.index()].is_some() {
                        self.report(Invariant::WrongDefinition(v));
                    }
                    place[v.index()] = Some((b.index(), k + 1));
                }
            }
        }

        for b in f.blocks() {
            let block = f.block(b);
            let here = b.index();
            let invalid_use = |v: Value, at: usize| match place[v.index()] {
                None => Some(Invariant::Undefined(v)),
                // Dominance is undefined in unreachable blocks.
                Some(_) if !dom.is_reachable(here) => None,
                Some((home, k)) if home == here => (k >= at).then_some(Invariant::NotDominated(v)),
                Some((home, _)) => (!dom.dominates(home, here)).then_some(Invariant::NotDominated(v)),
            };
            self.block = Some(b);
            for (k, &i) in block.insts.iter().enumerate() {
                self.enter_inst(i);
                let inst = f.inst(i);
                for invariant in inst.args.iter().filter_map(|&v| invalid_use(v, k + 1)).collect::<Vec<_>>() {
                    self.report(invariant);
                }
                if let Some(invariant) = signature::violation(f, inst) {
                    self.report(invariant);
                }
            }
            self.enter_terminator(b);
            let end = block.insts.len() + 1;
            if let Some(v) = block.term.selector() {
                if let Some(invariant) = invalid_use(v, end) {
                    self.report(invariant);
                }
                let want =
                    if matches!(block.term, super::Term::Branch { .. }) { Type::Pred } else { Type::I32 };
                if f.ty(v) != want {
                    self.report(Invariant::SelectorType(f.ty(v)));
                }
            }
            if matches!(&block.term, super::Term::Switch { targets, .. } if targets.is_empty()) {
                self.report(Invariant::NoTargets);
            }
            for e in block.term.edges() {
                let params = &f.block(e.to).params;
                if e.args.len() != params.len() {
                    self.report(Invariant::EdgeCount { to: e.to, got: e.args.len(), want: params.len() });
                }
                for (&arg, &p) in e.args.iter().zip(params) {
                    if let Some(invariant) = invalid_use(arg, end) {
                        self.report(invariant);
                    }
                    let (got, want) = (f.ty(arg), f.ty(p));
                    if got != want {
                        self.report(Invariant::EdgeType { to: e.to, arg, got, want });
                    }
                }
            }
        }
    }
}
