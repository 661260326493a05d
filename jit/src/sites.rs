//! Call sites: instructions that the host carries out.

use ptx::ir::{AtomOp, Function, InstId, Op, Scalar, Type};

/// A pure operation that is computed by the interpreter's definition.
pub(crate) struct EvalSite {
    pub(crate) op: Op,
    pub(crate) result: Type,
    pub(crate) types: Vec<Type>,
}

impl EvalSite {
    /// Returns the site of an instruction with one result.
    pub(crate) fn from_inst(f: &Function, id: InstId) -> Option<EvalSite> {
        let inst = f.inst(id);
        let result = f.ty(*inst.results.first()?);
        Some(EvalSite { op: inst.op.clone(), result, types: inst.args.iter().map(|&v| f.ty(v)).collect() })
    }
}

/// A read-modify-write without a machine instruction.
pub(crate) struct AtomSite {
    pub(crate) op: AtomOp,
    pub(crate) ty: Scalar,
}

impl AtomSite {
    /// Returns the site of an atomic instruction; `None` for any other.
    pub(crate) fn from_inst(f: &Function, id: InstId) -> Option<AtomSite> {
        let Op::Atom { op, ty, .. } = f.inst(id).op else { return None };
        Some(AtomSite { op, ty })
    }
}

/// Instructions that the host carries out; a site's number is its index in the list.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct SiteIds {
    pub(crate) evals: Vec<InstId>,
    pub(crate) atoms: Vec<InstId>,
}

/// Adds an instruction to a list and returns its number. Duplicates are possible: a search would take longer.
pub(crate) fn number(list: &mut Vec<InstId>, id: InstId) -> usize {
    if list.last() != Some(&id) {
        list.push(id);
    }
    list.len() - 1
}

/// Sites of host calls; code finds the tables by its context.
pub(crate) struct Sites {
    pub(crate) evals: Vec<EvalSite>,
    pub(crate) atoms: Vec<AtomSite>,
}

impl Sites {
    /// Returns the sites of a function's instructions; `None` if an id is invalid.
    pub(crate) fn collect(f: &Function, ids: &SiteIds) -> Option<Sites> {
        let known = |id: &&InstId| id.index() < f.inst_count();
        if !ids.evals.iter().chain(&ids.atoms).all(|id| known(&id)) {
            return None;
        }
        Some(Sites {
            evals: ids.evals.iter().map(|&id| EvalSite::from_inst(f, id)).collect::<Option<_>>()?,
            atoms: ids.atoms.iter().map(|&id| AtomSite::from_inst(f, id)).collect::<Option<_>>()?,
        })
    }
}
