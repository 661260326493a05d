//! Storage of the values of the region being emitted: results of instructions, and variables.

use cranelift_codegen::ir::{Value as Cl, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use ptx::ir::Value;

/// Storage of a value.
#[derive(Clone, Copy)]
pub(super) enum Held {
    Nowhere,
    Here(Cl),
    Variable(Variable),
}

/// Values of the region being emitted.
pub(super) struct Values {
    /// Storage by value. Nearly all have one definition.
    held: Vec<Held>,
    /// Values with storage.
    holding: Vec<Value>,
    /// Variables of earlier regions by type, and how many of each this region uses.
    variables: Vec<(types::Type, Vec<Variable>, usize)>,
    /// Variables of values of this region that only their own block read.
    spare: Vec<(types::Type, Variable)>,
}

impl Values {
    /// Returns the state for `count` values without storage.
    pub(super) fn new(count: usize) -> Values {
        Values {
            held: vec![Held::Nowhere; count],
            holding: Vec::new(),
            variables: Vec::new(),
            spare: Vec::new(),
        }
    }

    pub(super) fn held(&self, v: Value) -> Held {
        self.held[v.index()]
    }

    pub(super) fn keep(&mut self, v: Value, held: Held) {
        self.holding.push(v);
        self.held[v.index()] = held;
    }

    /// Clears the storage of all values.
    pub(super) fn forget(&mut self) {
        for v in self.holding.drain(..) {
            self.held[v.index()] = Held::Nowhere;
        }
    }

    /// Returns a variable that is unused in the region.
    pub(super) fn variable(&mut self, b: &mut FunctionBuilder<'_>, ty: types::Type) -> Variable {
        let at = match self.variables.iter().position(|pool| pool.0 == ty) {
            Some(at) => at,
            None => {
                self.variables.push((ty, Vec::new(), 0));
                self.variables.len() - 1
            }
        };
        let (_, known, taken) = &mut self.variables[at];
        if *taken == known.len() {
            known.push(b.declare_var(ty));
        }
        *taken += 1;
        known[*taken - 1]
    }

    /// Returns a variable that was given back.
    pub(super) fn spare(&mut self, ty: types::Type) -> Option<Variable> {
        let at = self.spare.iter().rposition(|spare| spare.0 == ty)?;
        Some(self.spare.swap_remove(at).1)
    }

    /// Makes a variable available to other values that only their own block reads.
    pub(super) fn give_back(&mut self, ty: types::Type, variable: Variable) {
        self.spare.push((ty, variable));
    }

    /// Returns the number of variables of all types.
    pub(super) fn variable_count(&self) -> usize {
        self.variables.iter().map(|pool| pool.1.len()).sum()
    }

    /// Returns the number of types with variables.
    pub(super) fn pools(&self) -> usize {
        self.variables.len()
    }

    /// Makes the variables of a type available again; returns the type.
    pub(super) fn release(&mut self, pool: usize) -> types::Type {
        self.variables[pool].2 = 0;
        self.spare.clear();
        self.variables[pool].0
    }

    pub(super) fn pool_variables(&self, pool: usize) -> &[Variable] {
        &self.variables[pool].1
    }
}

/// Values by their number, quickly cleared.
pub(super) struct Known {
    values: Vec<Option<Cl>>,
    members: Vec<Value>,
}

impl Known {
    pub(super) fn new(count: usize) -> Known {
        Known { values: vec![None; count], members: Vec::new() }
    }

    pub(super) fn get(&self, v: Value) -> Option<Cl> {
        self.values[v.index()]
    }

    pub(super) fn insert(&mut self, v: Value, value: Cl) {
        self.values[v.index()] = Some(value);
        self.members.push(v);
    }

    pub(super) fn clear(&mut self) {
        for v in self.members.drain(..) {
            self.values[v.index()] = None;
        }
    }
}
