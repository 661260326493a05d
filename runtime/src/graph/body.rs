//! Contents of a graph: nodes, in the order of their creation, and edges.
//!
//! A node's handle names it in any call; inside its graph it goes by a key, which counts up. Everything that
//! lists nodes or edges does so by keys, so the answer depends on the calls alone.

use crate::Error;
use crate::graph::condition::{ConditionalCall, Handle};
use crate::graph::exec::ExecObject;
use crate::graph::memory::Layout;
use crate::graph::{EdgeData, GraphError, Operation, UserObject};
use crate::handle::Id;
use crate::object::process::Process;
use crate::objects::kinds;
use crate::sync::{Arc, AtomicU32, Guard, Mutex, Ordering, Rank};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Weak;

kinds! {
    GraphObject = 16, "graph";
    NodeObject = 17, "node";
}

/// A node's place in its graph.
pub(crate) type Key = u32;

/// Relation of a graph to a node.
#[derive(Clone, Debug)]
pub(crate) enum Role {
    /// It belongs to none.
    Whole,
    /// Child graph of a node.
    Child,
    /// Body of a conditional node in another graph.
    Body(Weak<GraphObject>),
}

/// A graph.
pub struct GraphObject {
    pub(crate) process: &'static Process,
    pub(crate) id: Id<GraphObject>,
    pub(crate) role: Role,
    next: AtomicU32,
    body: Mutex<Body>,
}

/// A node, as its handle names it.
#[derive(Debug)]
pub struct NodeObject {
    pub(crate) id: Id<NodeObject>,
    pub(crate) graph: Id<GraphObject>,
    pub(crate) key: Key,
}

/// A node in its graph.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) id: Id<NodeObject>,
    pub(crate) operation: Operation,
    /// The node that this one was cloned from.
    pub(crate) origin: Option<Id<NodeObject>>,
    /// Nodes that it waits for.
    pub(crate) before: BTreeSet<Key>,
    /// Data of edges from them, for those that are no full dependencies.
    pub(crate) data: BTreeMap<Key, EdgeData>,
    /// Nodes that wait for it.
    pub(crate) behind: BTreeSet<Key>,
}

/// All of a graph.
#[derive(Default)]
pub(crate) struct Body {
    pub(crate) nodes: BTreeMap<Key, Node>,
    /// Allocations of its memory nodes.
    pub(crate) layout: Layout,
    /// The references to user objects that it holds.
    pub(crate) users: BTreeMap<Id<UserObject>, u32>,
    /// Its conditional handles.
    pub(crate) conditions: BTreeMap<u64, Handle>,
    /// Its executable, if it has memory nodes or conditional ones: there may be one at a time.
    pub(crate) executable: Weak<ExecObject>,
}

impl fmt::Debug for GraphObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

impl GraphObject {
    /// An empty graph of a process.
    pub(crate) fn create(process: &'static Process, role: Role) -> Arc<GraphObject> {
        process.insert(|id| GraphObject {
            process,
            id,
            role,
            next: AtomicU32::new(0),
            body: Mutex::new(Rank::Object, Body::default()),
        })
    }

    /// Returns whether it belongs to a node of another graph.
    pub(crate) fn is_owned(&self) -> bool {
        !matches!(self.role, Role::Whole)
    }

    /// The graph's nodes and edges.
    pub(crate) fn body(&self) -> Guard<'_, Body> {
        self.body.lock()
    }

    /// Adds a node behind others.
    ///
    /// # Errors
    /// `Graph` for dependencies that are in another graph, or there twice; stale handles.
    pub(crate) fn add(
        &self,
        operation: Operation,
        dependencies: &[Id<NodeObject>],
    ) -> Result<Id<NodeObject>, Error> {
        let process = self.process;
        let before = self.keys(dependencies)?;
        let key = self.next.fetch_add(1, Ordering::Relaxed);
        let node = process.insert(|id| NodeObject { id, graph: self.id, key });
        let mut body = self.body();
        for other in &before {
            if let Some(other) = body.nodes.get_mut(other) {
                other.behind.insert(key);
            }
        }
        body.layout.note(key, &operation);
        body.nodes.insert(
            key,
            Node {
                id: node.id,
                operation,
                origin: None,
                before,
                data: BTreeMap::new(),
                behind: BTreeSet::new(),
            },
        );
        Ok(node.id)
    }

    /// Adds a node behind others, by edges with data.
    ///
    /// # Errors
    /// As [`GraphObject::add`]; `Graph` for data that such an edge cannot have.
    pub(crate) fn add_with_data(
        &self,
        operation: Operation,
        dependencies: &[(Id<NodeObject>, EdgeData)],
    ) -> Result<Id<NodeObject>, Error> {
        let mut data = BTreeMap::new();
        for &(node, edge) in dependencies {
            let key = self.key(node)?;
            if let Some(from) = self.body().nodes.get(&key) {
                edge.check(&from.operation, &operation)?;
            }
            if !edge.is_plain() {
                data.insert(key, edge);
            }
        }
        let nodes: Vec<Id<NodeObject>> = dependencies.iter().map(|&(node, _)| node).collect();
        let made = self.add(operation, &nodes)?;
        let key = self.key(made)?;
        if let Some(node) = self.body().nodes.get_mut(&key) {
            node.data = data;
        }
        Ok(made)
    }

    /// The keys of nodes, which are this graph's and differ.
    ///
    /// # Errors
    /// As [`GraphObject::add`].
    pub(crate) fn keys(&self, nodes: &[Id<NodeObject>]) -> Result<BTreeSet<Key>, Error> {
        let mut keys = BTreeSet::new();
        for &id in nodes {
            if !keys.insert(self.key(id)?) {
                let (from, to) = (id.to_string(), "the new node".to_owned());
                return Err(GraphError::Edge { from, to, there: true }.into());
            }
        }
        Ok(keys)
    }

    /// The key of a node of this graph.
    ///
    /// # Errors
    /// `Graph` for another graph's; stale handles.
    pub(crate) fn key(&self, id: Id<NodeObject>) -> Result<Key, Error> {
        let node = self.process.get(id)?;
        if node.graph != self.id {
            return Err(GraphError::Foreign { node: id.to_string() }.into());
        }
        Ok(node.key)
    }

    /// A copy, child graphs included; its nodes remember whose copies they are.
    ///
    /// # Errors
    /// `Graph` if it has memory nodes or conditional ones, or is a body of one.
    pub(crate) fn duplicate(&self, role: Role) -> Result<Arc<GraphObject>, Error> {
        let process = self.process;
        let (nodes, users) = {
            let body = self.body();
            if body.has_memory() {
                return Err(GraphError::Memory { what: "be cloned" }.into());
            }
            if body.has_conditionals() || matches!(self.role, Role::Body(_)) {
                return Err(GraphError::Conditional { what: "be cloned" }.into());
            }
            (body.nodes.clone(), body.users.clone())
        };
        let copy = GraphObject::create(process, role);
        copy.next.store(self.next.load(Ordering::Relaxed), Ordering::Relaxed);
        let mut copied = BTreeMap::new();
        for (key, node) in nodes {
            let operation = match &node.operation {
                Operation::Child(child) => Operation::Child(child.duplicate(Role::Child)?),
                other => other.clone(),
            };
            let handle = process.insert(|id| NodeObject { id, graph: copy.id, key });
            copied.insert(key, Node { id: handle.id, operation, origin: Some(node.id), ..node });
        }
        crate::graph::user::retain_all(process, &users)?;
        let mut body = copy.body();
        body.nodes = copied;
        body.users = users;
        drop(body);
        Ok(copy)
    }

    /// Makes its handle, its nodes' and its children's stale, and gives up what it holds.
    ///
    /// # Errors
    /// Stale handles.
    pub(crate) fn dissolve(&self) -> Result<(), Error> {
        let process = self.process;
        process.remove(self.id)?;
        let (nodes, users) = {
            let mut body = self.body();
            (std::mem::take(&mut body.nodes), std::mem::take(&mut body.users))
        };
        for node in nodes.into_values() {
            process.remove(node.id)?;
            node.operation.dissolve_graphs()?;
        }
        crate::graph::user::release_all(process, users);
        Ok(())
    }
}

impl Body {
    /// Returns whether any of its nodes allocates or frees memory. Nodes of its child graphs never do.
    pub(crate) fn has_memory(&self) -> bool {
        self.nodes.values().any(|node| matches!(node.operation, Operation::Alloc(_) | Operation::Free(_)))
    }

    /// Returns whether any of its nodes is conditional, or will be: a handle is for one.
    pub(crate) fn has_conditionals(&self) -> bool {
        !self.conditions.is_empty() || self.conditionals().next().is_some()
    }

    /// The conditional nodes.
    pub(crate) fn conditionals(&self) -> impl Iterator<Item = &ConditionalCall> {
        self.nodes.values().filter_map(|node| match &node.operation {
            Operation::Conditional(call) => Some(call),
            _ => None,
        })
    }

    /// Returns the data of an edge.
    pub(crate) fn data(&self, from: Key, to: Key) -> EdgeData {
        self.nodes.get(&to).and_then(|node| node.data.get(&from)).copied().unwrap_or_default()
    }

    /// Adds an edge.
    ///
    /// # Errors
    /// `Graph` if it is there, with whatever data, or from a node to itself; for data that it cannot have.
    pub(crate) fn connect(&mut self, from: Key, to: Key, data: EdgeData) -> Result<(), Error> {
        let there = self.nodes.get(&from).is_none_or(|node| node.behind.contains(&to));
        if there || from == to {
            return Err(self.edge(from, to, true));
        }
        if let (Some(from), Some(to)) = (self.nodes.get(&from), self.nodes.get(&to)) {
            data.check(&from.operation, &to.operation)?;
        }
        if let Some(node) = self.nodes.get_mut(&from) {
            node.behind.insert(to);
        }
        if let Some(node) = self.nodes.get_mut(&to) {
            node.before.insert(from);
            if !data.is_plain() {
                node.data.insert(from, data);
            }
        }
        Ok(())
    }

    /// Removes an edge.
    ///
    /// # Errors
    /// `Graph` if it is not there.
    pub(crate) fn disconnect(&mut self, from: Key, to: Key) -> Result<(), Error> {
        let gone = self.nodes.get_mut(&from).is_some_and(|node| node.behind.remove(&to));
        if !gone {
            return Err(self.edge(from, to, false));
        }
        if let Some(node) = self.nodes.get_mut(&to) {
            node.before.remove(&from);
            node.data.remove(&from);
        }
        Ok(())
    }

    /// Error of an edge that cannot be added or removed.
    pub(crate) fn edge(&self, from: Key, to: Key, there: bool) -> Error {
        let name =
            |key| self.nodes.get(&key).map_or_else(|| format!("node {key}"), |node| node.id.to_string());
        GraphError::Edge { from: name(from), to: name(to), there }.into()
    }

    /// Takes a node out, with its edges.
    pub(crate) fn remove(&mut self, key: Key) -> Option<Node> {
        let node = self.nodes.remove(&key)?;
        for other in &node.before {
            if let Some(other) = self.nodes.get_mut(other) {
                other.behind.remove(&key);
            }
        }
        for other in &node.behind {
            if let Some(other) = self.nodes.get_mut(other) {
                other.before.remove(&key);
                other.data.remove(&key);
            }
        }
        Some(node)
    }

    /// All edges, by their ends.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (Key, Key)> {
        self.nodes.iter().flat_map(|(&from, node)| node.behind.iter().map(move |&to| (from, to)))
    }

    /// The nodes, and all that they wait for, however far.
    pub(crate) fn ancestors(&self, of: &BTreeSet<Key>) -> BTreeSet<Key> {
        let mut found = of.clone();
        let mut left: Vec<Key> = of.iter().copied().collect();
        while let Some(key) = left.pop() {
            let before = self.nodes.get(&key).into_iter().flat_map(|node| &node.before);
            left.extend(before.copied().filter(|&other| found.insert(other)));
        }
        found
    }

    /// Every node behind those that it waits for; of several that could come next, the one made first.
    ///
    /// # Errors
    /// `Graph` if nodes wait for each other.
    pub(crate) fn order(&self) -> Result<Vec<Key>, Error> {
        let mut waits: BTreeMap<Key, usize> =
            self.nodes.iter().map(|(&key, node)| (key, node.before.len())).collect();
        let mut free: BTreeSet<Key> = waits.iter().filter(|(_, n)| **n == 0).map(|(&key, _)| key).collect();
        let mut order = Vec::with_capacity(self.nodes.len());
        while let Some(key) = free.pop_first() {
            order.push(key);
            waits.remove(&key);
            for behind in self.nodes.get(&key).into_iter().flat_map(|node| &node.behind) {
                if let Some(left) = waits.get_mut(behind) {
                    *left -= 1;
                    if *left == 0 {
                        free.insert(*behind);
                    }
                }
            }
        }
        match waits.keys().find_map(|key| self.nodes.get(key)) {
            None => Ok(order),
            Some(node) => Err(GraphError::Cycle { node: node.id.to_string() }.into()),
        }
    }
}
