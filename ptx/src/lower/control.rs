//! Lowering of bodies: basic blocks from labels and branches, guards, declarations.

use super::dispatch::{Effect, Handler, handler};
use super::names::{self, Frame, Place};
use super::{Lower, SharedKey};
use crate::ast::{Guard, Instruction, Operand, Statement, StatementKind, VarSpace, VariableDecl};
use crate::diag::Problem;
use crate::ir::{BlockId, Edge, Scalar, Term, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Control flow of a body, by statement indices.
struct Flow<'m> {
    /// Statements visited by the walk.
    reached: Vec<bool>,
    /// Unreachable statements at which the walk restarted, ascending.
    roots: Vec<usize>,
    /// For each label's statement, the number of edges to it.
    edges: Vec<usize>,
    /// For each statement, its scope.
    scope: Vec<usize>,
    scopes: Vec<LabelScope<'m>>,
}

#[derive(Default)]
struct LabelScope<'m> {
    parent: usize,
    labels: BTreeMap<&'m str, usize>,
}

impl<'m> Flow<'m> {
    /// Returns the statement of a label that is visible at a statement.
    fn label(&self, at: usize, name: &str) -> Option<usize> {
        let mut scope = self.scope[at];
        loop {
            if let Some(&n) = self.scopes[scope].labels.get(name) {
                return Some(n);
            }
            if scope == 0 {
                return None;
            }
            scope = self.scopes[scope].parent;
        }
    }
}

/// Successors of a statement.
enum Exit<'s, 'm> {
    /// The next statement only.
    Next,
    /// A label, and the next statement if guarded.
    Label(&'m str),
    /// The labels of a table.
    Table(&'s [&'m str]),
    /// None, or the next statement if guarded.
    Stop,
}

fn exit<'s, 'm>(statements: &'s [Statement<'m>], flow: &Flow<'m>, at: usize) -> (Exit<'s, 'm>, bool) {
    let StatementKind::Inst(inst) = &statements[at].kind else { return (Exit::Next, true) };
    let guarded = inst.guard.is_some();
    match (inst.form.row.map(|r| r.op), inst.operands.last()) {
        (Some("bra"), Some(Operand::Name { name, .. })) => (Exit::Label(name), guarded),
        (Some("brx"), Some(Operand::Name { name, .. })) => match table(statements, flow, at, name) {
            Some(labels) => (Exit::Table(labels), guarded),
            None => (Exit::Stop, guarded),
        },
        (Some("exit" | "ret" | "trap" | "brkpt"), _) => (Exit::Stop, guarded),
        _ => (Exit::Next, true),
    }
}

/// Returns the labels of a `.branchtargets` statement with this name.
fn table<'s, 'm>(
    statements: &'s [Statement<'m>],
    flow: &Flow<'m>,
    at: usize,
    name: &str,
) -> Option<&'s [&'m str]> {
    let label = flow.label(at, name)?;
    match &statements.get(label + 1)?.kind {
        StatementKind::BranchTargets(labels) => Some(labels),
        _ => None,
    }
}

impl<'m> Lower<'m> {
    /// Lowers a function's body into the current block, and closes it. `params` are the formals. `ret` is the
    /// target of `ret`; `None` ends the thread.
    pub(super) fn function(&mut self, index: usize, params: Vec<(&'m str, Place)>, ret: Option<BlockId>) {
        let Some(body) = self.body(index) else { return };
        self.calls.budget = self.calls.budget.saturating_sub(body.len());
        if self.calls.budget == 0 {
            let kernel = self.f.name.clone();
            self.error(Problem::TooMuchInlining { kernel, limit: super::MAX_STATEMENTS });
            return;
        }
        let mut frame = Frame::new(&mut self.ssa, ret);
        let decl = &self.module.functions[index];
        let registers = super::call::vectors(decl, &params);
        frame.has_vectors = !registers.is_empty();
        for (name, place) in params.into_iter().chain(registers) {
            if !frame.declare(name, place) {
                self.error(Problem::Duplicate { name: name.into() });
            }
        }
        // The parameters share the body's outermost scope, so a declaration there may not hide one.
        let flow = self.flow(&body);
        frame.labels = vec![None; body.len()];
        for pair in body.windows(2) {
            if let [StatementKind::Label(name), StatementKind::CallInterface(interface)] =
                [&pair[0].kind, &pair[1].kind]
            {
                frame.interfaces.insert(name, Rc::clone(interface));
            }
        }
        self.calls.frames.push(frame);
        self.calls.active.push(index);
        for n in 0..body.len() {
            self.statement(&body, &flow, n);
        }
        if self.cursor.open {
            self.leave();
        }
        self.calls.active.pop();
        self.calls.frames.pop();
    }

    /// Lowers `ret`, or the end of the body.
    fn leave(&mut self) {
        let term = match self.frame().ret {
            Some(block) => Term::Jump(Edge::new(block)),
            None => Term::Exit,
        };
        self.terminate(term);
    }

    fn flow(&mut self, body: &[Statement<'m>]) -> Flow<'m> {
        let mut flow = Flow {
            reached: vec![false; body.len()],
            roots: Vec::new(),
            edges: vec![0; body.len()],
            scope: Vec::with_capacity(body.len()),
            scopes: vec![LabelScope::default()],
        };
        let mut current = 0;
        for (n, statement) in body.iter().enumerate() {
            match statement.kind {
                StatementKind::Open => {
                    flow.scopes.push(LabelScope { parent: current, labels: BTreeMap::new() });
                    current = flow.scopes.len() - 1;
                }
                StatementKind::Close => current = flow.scopes[current].parent,
                StatementKind::Label(name) if flow.scopes[current].labels.insert(name, n).is_some() => {
                    self.sink.error(statement.at, Problem::Duplicate { name: name.into() });
                }
                _ => {}
            }
            flow.scope.push(current);
        }
        // Control enters the first statement from outside.
        if let Some(edges) = flow.edges.first_mut() {
            *edges = 1;
        }
        self.walk(body, &mut flow, 0);
        // Unreachable code is lowered too, so that it is checked; its blocks are dropped at the end.
        for n in 0..body.len() {
            if !flow.reached[n] {
                flow.edges[n] = 1;
                flow.roots.push(n);
                self.walk(body, &mut flow, n);
            }
        }
        flow
    }

    /// Marks the statements reachable from a statement, and counts the edges to labels.
    fn walk(&mut self, body: &[Statement<'m>], flow: &mut Flow<'m>, start: usize) {
        let mut work = vec![start];
        while let Some(start) = work.pop() {
            let mut at = start;
            while at < body.len() && !flow.reached[at] {
                flow.reached[at] = true;
                let (how, falls) = exit(body, flow, at);
                let targets = match how {
                    Exit::Label(name) => vec![name],
                    Exit::Table(labels) => labels.to_vec(),
                    Exit::Next | Exit::Stop => Vec::new(),
                };
                for name in targets {
                    match flow.label(at, name) {
                        Some(target) => {
                            flow.edges[target] += 1;
                            work.push(target);
                        }
                        None => self.sink.error(body[at].at, Problem::UnknownLabel { name: name.into() }),
                    }
                }
                if !falls {
                    break;
                }
                at += 1;
                // Falling through to a label is an edge; a label already reached is not walked again.
                if at < body.len() && matches!(body[at].kind, StatementKind::Label(_)) {
                    flow.edges[at] += 1;
                }
            }
        }
    }

    fn statement(&mut self, body: &[Statement<'m>], flow: &Flow<'m>, n: usize) {
        let statement = &body[n];
        self.cursor.at = statement.at;
        self.open_root(flow, n);
        match &statement.kind {
            StatementKind::Open => self.frame().open(),
            StatementKind::Close => self.frame().close(),
            StatementKind::Registers(registers) => self.declare_registers(registers),
            StatementKind::Variable(decl) => self.declare_variable(decl),
            StatementKind::Pragma(text) => self.for_amd |= *text == crate::FOR_AMD,
            StatementKind::BranchTargets(_) => {}
            // Of several with the same name, the last before a call counts.
            StatementKind::CallInterface(interface) => {
                if let Some(StatementKind::Label(name)) = n.checked_sub(1).map(|n| &body[n].kind) {
                    self.frame().interfaces.insert(name, Rc::clone(interface));
                }
            }
            StatementKind::Label(_) => {
                let block = self.label_block(flow, n);
                if self.cursor.open {
                    self.terminate(Term::Jump(Edge::new(block)));
                    self.seal_when_complete(block, n);
                }
                self.cursor.block = block;
                self.cursor.open = true;
            }
            StatementKind::Inst(inst) => {
                self.cursor.line = self.module.lines().line(statement.at);
                if self.cursor.open {
                    self.instruction(body, flow, n, inst);
                }
            }
        }
    }

    /// Starts a block for unreachable statements, which is dropped at the end.
    fn open_root(&mut self, flow: &Flow<'m>, n: usize) {
        if !self.cursor.open && flow.roots.binary_search(&n).is_ok() {
            let block = self.new_block();
            self.start_sealed(block);
        }
    }

    /// Returns the block of the label at a statement.
    fn label_block(&mut self, flow: &Flow<'m>, n: usize) -> BlockId {
        if let Some((block, _)) = self.frame().labels[n] {
            return block;
        }
        let block = self.new_block();
        let edges = flow.edges[n];
        self.frame().labels[n] = Some((block, edges));
        block
    }

    fn seal_when_complete(&mut self, block: BlockId, label: usize) {
        if let Some((_, edges)) = self.frame().labels[label]
            && self.ssa.pred_count(block) >= edges
        {
            self.ssa.seal(&mut self.f, block);
        }
    }

    fn declare_registers(&mut self, registers: &crate::ast::Registers<'m>) {
        self.frame().has_vectors |= registers.lanes != 1;
        for &(name, count) in &registers.names {
            let fresh = match count {
                Some(count) => {
                    let family = names::Family { count, ty: registers.ty, lanes: registers.lanes };
                    self.frame().declare_family(name, family)
                }
                None => {
                    let place = names::registers(&mut self.ssa, registers.ty, registers.lanes);
                    self.frame().declare(name, place)
                }
            };
            if !fresh {
                self.error(Problem::Duplicate { name: name.into() });
            }
        }
    }

    fn declare_variable(&mut self, decl: &VariableDecl<'m>) {
        let bytes = decl.bytes();
        let place = match decl.space {
            VarSpace::Local => {
                Place::Stack { offset: self.allocate_local(bytes, decl.align, decl.name), bytes }
            }
            VarSpace::Param if decl.elements.is_none() && decl.lanes == 1 => {
                let var = self.ssa.declare(cell_type(decl.ty));
                Place::Cell { var, ty: decl.ty }
            }
            VarSpace::Param => {
                Place::Stack { offset: self.allocate_local(bytes, decl.align, decl.name), bytes }
            }
            VarSpace::Shared if decl.unsized_array => Place::DynamicShared { align: decl.align },
            VarSpace::Shared => {
                let key = SharedKey::Function(decl.at);
                Place::Shared { offset: self.allocate_shared(key, bytes, decl.align, decl.name) }
            }
            VarSpace::Global | VarSpace::Const => {
                // Invalid variables were reported when the module was indexed.
                let Some(&var) = self.module.inner.get(&decl.at) else { return };
                Place::Module { var, constant: decl.space == VarSpace::Const }
            }
            // `.reg` is a statement of its own.
            VarSpace::Reg => return,
        };
        if !self.frame().declare(decl.name, place) {
            self.error(Problem::Duplicate { name: decl.name.into() });
        }
    }

    fn instruction(&mut self, body: &[Statement<'m>], flow: &Flow<'m>, n: usize, inst: &Instruction<'m>) {
        let Some(row) = inst.form.row else { return };
        let with_vectors_expanded = self.with_vectors_expanded(inst);
        let inst = with_vectors_expanded.as_ref().unwrap_or(inst);
        if self.check_count(inst).is_none() {
            return;
        }
        let guard = match &inst.guard {
            None => None,
            Some(guard) => match self.guard_value(guard) {
                Some(value) => Some((value, guard.negated)),
                None => return,
            },
        };
        match row.op {
            "bra" | "brx" => self.branch(body, flow, n, inst, guard),
            "exit" | "ret" | "trap" | "brkpt" => self.stop(row.op, guard),
            op => match handler(op, inst) {
                Some((run, Effect::Pure)) => {
                    self.cursor.guard = guard;
                    run(self, inst);
                    self.cursor.guard = None;
                }
                Some((run, Effect::Other)) => self.guarded(run, inst, guard),
                None => {
                    let instruction = inst.form.text.into();
                    self.error(Problem::UnsupportedInstruction { instruction });
                }
            },
        }
    }

    fn guard_value(&mut self, guard: &Guard<'m>) -> Option<Value> {
        match self.lookup(guard.name) {
            Some(Place::Register { var, ty: Scalar::Pred }) => {
                Some(self.ssa.read(&mut self.f, var, self.cursor.block))
            }
            _ => {
                self.error(Problem::BadGuard { name: guard.name.into() });
                None
            }
        }
    }

    /// Lowers an instruction with side effects under a guard, as a branch around it.
    fn guarded(&mut self, run: Handler<'m>, inst: &Instruction<'m>, guard: Option<(Value, bool)>) {
        let Some(guard) = guard else {
            run(self, inst);
            return;
        };
        let (inside, after) = (self.new_block(), self.new_block());
        self.terminate(choose(guard, inside, after));
        self.start_sealed(inside);
        run(self, inst);
        if self.cursor.open {
            self.terminate(Term::Jump(Edge::new(after)));
        }
        self.start_sealed(after);
    }

    /// Lowers `exit`, `ret`, `trap` or `brkpt`. Without a debugger, `brkpt` ends a kernel like `trap`
    /// (observed on an H200).
    fn stop(&mut self, op: &str, guard: Option<(Value, bool)>) {
        let after = guard.map(|guard| {
            let (inside, after) = (self.new_block(), self.new_block());
            self.terminate(choose(guard, inside, after));
            self.start_sealed(inside);
            after
        });
        match op {
            "ret" => self.leave(),
            "exit" => self.terminate(Term::Exit),
            _ => self.terminate(Term::Trap),
        }
        if let Some(after) = after {
            self.start_sealed(after);
        }
    }

    fn branch(
        &mut self,
        body: &[Statement<'m>],
        flow: &Flow<'m>,
        n: usize,
        inst: &Instruction<'m>,
        guard: Option<(Value, bool)>,
    ) {
        if inst.form.base() == "bra" {
            let Some(Operand::Name { name, .. }) = inst.operands.first() else {
                self.bad_operand(inst, 0);
                return;
            };
            // `walk` reported a missing label.
            let Some(label) = flow.label(n, name) else { return };
            let target = self.label_block(flow, label);
            let Some(guard) = guard else {
                self.terminate(Term::Jump(Edge::new(target)));
                self.seal_when_complete(target, label);
                return;
            };
            let after = self.new_block();
            self.terminate(choose(guard, target, after));
            self.seal_when_complete(target, label);
            self.start_sealed(after);
            return;
        }
        let Some(Operand::Name { name, .. }) = inst.operands.get(1) else {
            self.bad_operand(inst, 1);
            return;
        };
        let Some(labels) = table(body, flow, n, name).map(<[_]>::to_vec) else {
            self.error(Problem::WrongSymbol { name: (*name).into(), expected: "a list of branch targets" });
            return;
        };
        let Some(index) = self.arg(inst, 0) else { return };
        let after = guard.map(|guard| {
            let (inside, after) = (self.new_block(), self.new_block());
            self.terminate(choose(guard, inside, after));
            self.start_sealed(inside);
            after
        });
        let found: Vec<usize> = labels.iter().filter_map(|name| flow.label(n, name)).collect();
        if found.len() == labels.len() {
            let targets = found.iter().map(|&label| Edge::new(self.label_block(flow, label))).collect();
            self.terminate(Term::Switch { index, targets });
            for label in found {
                let block = self.label_block(flow, label);
                self.seal_when_complete(block, label);
            }
        } else {
            self.terminate(Term::Trap);
        }
        if let Some(after) = after {
            self.start_sealed(after);
        }
    }
}

/// Returns the register type of a scalar parameter.
pub(super) fn cell_type(ty: Scalar) -> crate::ir::Type {
    ty.register()
}

fn choose((cond, negated): (Value, bool), then: BlockId, other: BlockId) -> Term {
    let (then, other) = if negated { (other, then) } else { (then, other) };
    Term::Branch { cond, then: Edge::new(then), other: Edge::new(other) }
}
