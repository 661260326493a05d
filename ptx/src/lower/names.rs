//! Names inside a function: registers, variables, parameters, special registers.

use crate::ast::Interface;
use crate::ir::ssa::{KeyHasher, Ssa, Var};
use crate::ir::{BlockId, Scalar, Space, Sreg, Type, VarId};
use crate::system::Call;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// Map by name; never iterated.
pub(super) type NameMap<'m, T> = HashMap<&'m str, T, BuildHasherDefault<KeyHasher>>;

/// Meaning of a name.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Place {
    /// A register of a declared type.
    Register { var: Var, ty: Scalar },
    /// A vector register: its elements as registers (with two elements, the last two are unused).
    Vector { vars: [Var; 4], lanes: u8, ty: Scalar },
    /// A parameter of the kernel, at an offset in the parameter block.
    KernelParam { offset: u32 },
    /// A scalar parameter of a call, treated as a register.
    Cell { var: Var, ty: Scalar },
    /// A variable on the thread's stack, or an aggregate parameter of a call.
    Stack { offset: u32, bytes: u64 },
    /// A variable in shared memory.
    Shared { offset: u32 },
    /// The start of dynamic shared memory.
    DynamicShared { align: u32 },
    /// A variable in global or constant memory.
    Module { var: VarId, constant: bool },
    /// A function.
    Function { index: usize },
}

impl Place {
    /// Returns the state space of a variable; `None` for registers and functions.
    pub(super) fn space(&self) -> Option<Space> {
        match self {
            Place::KernelParam { .. } => Some(Space::Param),
            Place::Stack { .. } => Some(Space::Local),
            Place::Shared { .. } | Place::DynamicShared { .. } => Some(Space::Shared),
            Place::Module { constant: true, .. } => Some(Space::Const),
            Place::Module { .. } => Some(Space::Global),
            _ => None,
        }
    }
}

/// `name<count>`: registers declared by a pattern, created at their first use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    pub(super) count: u32,
    pub(super) ty: Scalar,
    pub(super) lanes: u8,
}

/// Declares the register or registers of a declaration.
pub(super) fn registers(ssa: &mut Ssa, ty: Scalar, lanes: u8) -> Place {
    let mut declare = || ssa.declare(ty.register());
    if lanes == 1 {
        return Place::Register { var: declare(), ty };
    }
    Place::Vector { vars: std::array::from_fn(|_| declare()), lanes, ty }
}

/// Returns the vector register and the element's index for `v.x` or `v.r`.
fn element(name: &str) -> Option<(&str, u8)> {
    let (vector, letter) = name.rsplit_once('.')?;
    let at = match letter {
        "x" | "r" => 0,
        "y" | "g" => 1,
        "z" | "b" => 2,
        "w" | "a" => 3,
        _ => return None,
    };
    Some((vector, at))
}

#[derive(Default)]
struct Scope<'m> {
    names: NameMap<'m, Place>,
    families: NameMap<'m, Family>,
}

impl Scope<'_> {
    /// Returns the pattern that declares a register.
    fn family(&self, name: &str) -> Option<Family> {
        if self.families.is_empty() {
            return None;
        }
        // `%r<12>` declares `%r0` to `%r11`. The prefix may itself end in digits, so every split is tried.
        let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        (1..=digits.min(10)).rev().find_map(|n| {
            let (prefix, number) = name.split_at(name.len() - n);
            let family = self.families.get(prefix)?;
            let plain = n == 1 || !number.starts_with('0');
            (plain && number.parse().is_ok_and(|k: u32| k < family.count)).then_some(*family)
        })
    }
}

/// Scopes and labels of a function being lowered.
pub(super) struct Frame<'m> {
    scopes: Vec<Scope<'m>>,
    /// Blocks of labels, with the number of edges to each.
    pub(super) labels: Vec<Option<(BlockId, usize)>>,
    /// Interfaces of indirect calls, by label.
    pub(super) interfaces: BTreeMap<&'m str, Rc<Interface<'m>>>,
    /// `true` if some registers are vectors.
    pub(super) has_vectors: bool,
    /// The carry flag.
    pub(super) carry: Var,
    /// Target of `ret`; `None` ends the thread.
    pub(super) ret: Option<BlockId>,
}

impl<'m> Frame<'m> {
    /// Creates a frame without names.
    pub(super) fn new(ssa: &mut Ssa, ret: Option<BlockId>) -> Self {
        let carry = ssa.declare(Type::Pred);
        Frame {
            scopes: vec![Scope::default()],
            labels: Vec::new(),
            interfaces: BTreeMap::new(),
            has_vectors: false,
            carry,
            ret,
        }
    }

    /// Opens a scope.
    pub(super) fn open(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Closes the innermost scope.
    pub(super) fn close(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    /// Declares a name in the innermost scope. Returns `false` without a change if it exists.
    pub(super) fn declare(&mut self, name: &'m str, place: Place) -> bool {
        let Some(scope) = self.scopes.last_mut() else { return false };
        let fresh = !scope.names.contains_key(name) && scope.family(name).is_none();
        if fresh {
            scope.names.insert(name, place);
        }
        fresh
    }

    /// Declares `prefix<count>`. Returns `false` without a change if it clashes with a declared name.
    pub(super) fn declare_family(&mut self, prefix: &'m str, family: Family) -> bool {
        let Some(scope) = self.scopes.last_mut() else { return false };
        let member = |name: &&str| {
            let number = name.strip_prefix(prefix).filter(|n| *n == "0" || !n.starts_with('0'));
            number.and_then(|n| n.parse::<u32>().ok()).is_some_and(|n| n < family.count)
        };
        let fresh = !scope.families.contains_key(prefix) && !scope.names.keys().any(member);
        if fresh {
            scope.families.insert(prefix, family);
        }
        fresh
    }

    /// Resolves a name in this function.
    pub(super) fn lookup(&mut self, ssa: &mut Ssa, name: &'m str) -> Option<Place> {
        if let Some(place) = self.declared(ssa, name) {
            return Some(place);
        }
        let (vector, at) = element(name)?;
        match self.declared(ssa, vector)? {
            Place::Vector { vars, lanes, ty } if at < lanes => {
                Some(Place::Register { var: vars[usize::from(at)], ty })
            }
            _ => None,
        }
    }

    fn declared(&mut self, ssa: &mut Ssa, name: &'m str) -> Option<Place> {
        for scope in self.scopes.iter_mut().rev() {
            if let Some(place) = scope.names.get(name) {
                return Some(place.clone());
            }
            if let Some(Family { ty, lanes, .. }) = scope.family(name) {
                let place = registers(ssa, ty, lanes);
                scope.names.insert(name, place.clone());
                return Some(place);
            }
        }
        None
    }
}

/// Value of a special register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    /// A register of the machine.
    Register(Sreg),
    /// A constant.
    Constant(u64),
    /// Size of the block's shared memory, including the reserved part.
    SharedTotal,
    /// Result of a call of the host.
    Call(Call),
}

/// Size of the shared memory that the system reserves in each block, and the end of its used part, in bytes
/// (observed on an H200).
pub(super) const RESERVED_SHARED: u64 = 1024;
const RESERVED_SHARED_END: u64 = 288;

/// Returns a special register and its width; `Some(None)` if it is known but not supported.
pub(super) fn special(name: &str) -> Option<Option<(Special, Type)>> {
    let name = name.strip_prefix('%')?;
    let (base, axis) = match name.split_once('.') {
        Some((base, "x")) => (base, Some(0u8)),
        Some((base, "y")) => (base, Some(1)),
        Some((base, "z")) => (base, Some(2)),
        Some(_) => return None,
        None => (name, None),
    };
    let vector = match (base, axis) {
        ("tid", Some(a)) => Some(Sreg::Tid(a)),
        ("ntid", Some(a)) => Some(Sreg::Ntid(a)),
        ("ctaid", Some(a)) => Some(Sreg::Ctaid(a)),
        ("nctaid", Some(a)) => Some(Sreg::Nctaid(a)),
        ("clusterid", Some(a)) => Some(Sreg::Clusterid(a)),
        ("nclusterid", Some(a)) => Some(Sreg::Nclusterid(a)),
        ("cluster_ctaid", Some(a)) => Some(Sreg::ClusterCtaid(a)),
        ("cluster_nctaid", Some(a)) => Some(Sreg::ClusterNctaid(a)),
        (_, Some(_)) => return None,
        _ => None,
    };
    if let Some(sreg) = vector {
        return Some(Some((Special::Register(sreg), Type::I32)));
    }
    let scalar = match base {
        "laneid" => Sreg::LaneId,
        "warpid" => Sreg::WarpId,
        "nwarpid" => Sreg::NWarpId,
        "smid" => Sreg::SmId,
        "nsmid" => Sreg::NSmId,
        "gridid" => return Some(Some((Special::Register(Sreg::GridId), Type::I64))),
        "lanemask_eq" => Sreg::LanemaskEq,
        "lanemask_lt" => Sreg::LanemaskLt,
        "lanemask_le" => Sreg::LanemaskLe,
        "lanemask_gt" => Sreg::LanemaskGt,
        "lanemask_ge" => Sreg::LanemaskGe,
        "clock" | "clock_lo" => Sreg::Clock,
        "clock_hi" => Sreg::ClockHi,
        "clock64" => return Some(Some((Special::Register(Sreg::Clock64), Type::I64))),
        "globaltimer" => return Some(Some((Special::Register(Sreg::GlobalTimer), Type::I64))),
        "globaltimer_lo" => Sreg::GlobalTimerLo,
        "globaltimer_hi" => Sreg::GlobalTimerHi,
        "dynamic_smem_size" => Sreg::DynamicSmemSize,
        "total_smem_size" => Sreg::TotalSmemSize,
        "cluster_ctarank" => Sreg::ClusterCtarank,
        "cluster_nctarank" => Sreg::ClusterNctarank,
        "is_explicit_cluster" => Sreg::IsExplicitCluster,
        "current_graph_exec" => return Some(Some((Special::Call(Call::CurrentGraphExec), Type::I64))),
        "aggr_smem_size" => return Some(Some((Special::SharedTotal, Type::I32))),
        "tid" | "ntid" | "ctaid" | "nctaid" => return Some(None),
        _ => {
            if let Some(n) =
                base.strip_prefix("envreg").and_then(|n| n.parse::<u8>().ok()).filter(|&n| n < 32)
            {
                return Some(Some((Special::Register(Sreg::EnvReg(n)), Type::I32)));
            }
            // Performance counters are never configured and read as zero.
            let counter = base.strip_prefix("pm").map(|n| n.split_once('_').unwrap_or((n, "")));
            if let Some((n, half)) = counter
                && n.parse::<u8>().is_ok_and(|n| n < 8)
            {
                return match half {
                    "" => Some(Some((Special::Constant(0), Type::I32))),
                    "64" => Some(Some((Special::Constant(0), Type::I64))),
                    _ => None,
                };
            }
            let reserved = match base.strip_prefix("reserved_smem_offset_")? {
                "begin" | "0" | "1" => 0,
                "end" => RESERVED_SHARED_END,
                "cap" => RESERVED_SHARED,
                _ => return None,
            };
            return Some(Some((Special::Constant(reserved), Type::I32)));
        }
    };
    let width = if scalar == Sreg::IsExplicitCluster { Type::Pred } else { Type::I32 };
    Some(Some((Special::Register(scalar), width)))
}
