//! Plan of a launch: the nodes of a graph and of its child graphs, in order, and the lanes in which they run
//! concurrently. The nodes of each body of a conditional node are a region of their own, which the device
//! launches.
//!
//! A node goes on in the lane of the first node that it waits for and that nothing else has followed; else it
//! takes the lane that was used least lately. Lane 0 is the stream of the launch. Which nodes share a lane
//! depends on the graph alone; what they compute does not depend on it.

use crate::Error;
use crate::graph::body::{Body, Key};
use crate::graph::{GraphObject, NodeObject, Operation, UpdateResult};
use crate::handle::Id;
use std::collections::BTreeMap;

/// Nodes side by side at most.
const LANES: usize = 8;

/// A node as it is launched.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The node; what goes before and behind a child graph's nodes has the child's.
    pub(crate) node: Id<NodeObject>,
    pub(crate) operation: Operation,
    /// The steps that it waits for.
    pub(crate) before: Vec<usize>,
    pub(crate) enabled: bool,
    /// Depth in child graphs and bodies.
    depth: u32,
    /// Its region.
    region: usize,
    /// Regions of a conditional node's bodies.
    pub(crate) bodies: Vec<usize>,
}

/// Steps of a launch.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// In the order of the nodes' making.
    pub(crate) steps: Vec<Step>,
    /// The graph itself, and then the bodies of conditional nodes.
    pub(crate) regions: Vec<Region>,
}

/// Steps that are launched together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    /// The steps and their lanes, in the order of the launch.
    pub(crate) order: Vec<(usize, usize)>,
    /// Number of lanes, at least 1.
    pub(crate) lanes: usize,
}

impl Plan {
    /// The plan of a graph.
    ///
    /// # Errors
    /// `Graph` if nodes wait for each other.
    pub(crate) fn of(graph: &GraphObject) -> Result<Plan, Error> {
        let mut plan = Plan { steps: Vec::new(), regions: vec![Region::default()] };
        plan.flatten(graph, &[], (0, 0))?;
        for region in 0..plan.regions.len() {
            plan.regions[region] = plan.arrange(region);
        }
        Ok(plan)
    }

    /// The steps of the graph itself and their lanes, in the order of the launch, and the number of lanes.
    pub(crate) fn whole(&self) -> (&[(usize, usize)], usize) {
        self.regions.first().map_or((&[], 1), |region| (&region.order, region.lanes))
    }

    /// Adds a graph's steps behind others, in a place: depth and region. Returns the last of them.
    fn flatten(
        &mut self,
        graph: &GraphObject,
        behind: &[usize],
        (depth, region): (u32, usize),
    ) -> Result<Vec<usize>, Error> {
        // The lock of one graph is not held while another's is taken.
        let (nodes, order) = {
            let body: &Body = &graph.body();
            (body.nodes.clone(), body.order()?)
        };
        // Where the steps of each node begin and end: a child's are more than one.
        let mut ends: BTreeMap<Key, usize> = BTreeMap::new();
        let mut starts: BTreeMap<Key, usize> = BTreeMap::new();
        for (&key, node) in &nodes {
            let start = self.push(node.id, node.operation.clone(), Vec::new(), (depth, region));
            starts.insert(key, start);
            let end = match &node.operation {
                Operation::Child(child) => {
                    let last = self.flatten(child, &[start], (depth + 1, region))?;
                    self.push(node.id, Operation::Empty, last, (depth, region))
                }
                Operation::Conditional(call) => {
                    for body in &call.bodies {
                        let own = self.regions.len();
                        self.regions.push(Region::default());
                        self.steps[start].bodies.push(own);
                        self.flatten(body, &[], (depth + 1, own))?;
                    }
                    start
                }
                _ => start,
            };
            ends.insert(key, end);
        }
        for (key, node) in &nodes {
            let before: Vec<usize> =
                node.before.iter().filter_map(|other| ends.get(other).copied()).collect();
            if let Some(step) = starts.get(key).and_then(|&start| self.steps.get_mut(start)) {
                step.before = if before.is_empty() { behind.to_vec() } else { before };
            }
        }
        debug_assert_eq!(order.len(), nodes.len());
        let last: Vec<usize> = nodes
            .iter()
            .filter(|(_, node)| node.behind.is_empty())
            .filter_map(|(key, _)| ends.get(key).copied())
            .collect();
        Ok(if last.is_empty() { behind.to_vec() } else { last })
    }

    fn push(
        &mut self,
        node: Id<NodeObject>,
        operation: Operation,
        before: Vec<usize>,
        (depth, region): (u32, usize),
    ) -> usize {
        self.steps.push(Step { node, operation, before, enabled: true, depth, region, bodies: Vec::new() });
        self.steps.len() - 1
    }

    /// Finds the order and the lanes of a region.
    fn arrange(&self, region: usize) -> Region {
        let count = self.steps.len();
        let mut waits: Vec<usize> = self.steps.iter().map(|step| step.before.len()).collect();
        let mut behind = vec![Vec::new(); count];
        for (index, step) in self.steps.iter().enumerate() {
            step.before.iter().for_each(|&other| behind[other].push(index));
        }
        let mut free: std::collections::BTreeSet<usize> =
            (0..count).filter(|&n| waits[n] == 0 && self.steps[n].region == region).collect();
        let mut order = Vec::new();
        // The last step of each lane.
        let mut tails: Vec<Option<usize>> = Vec::new();
        let mut last_used: Vec<usize> = Vec::new();
        while let Some(step) = free.pop_first() {
            let follows =
                |lane: &usize| tails[*lane].is_some_and(|tail| self.steps[step].before.contains(&tail));
            let lane = match (0..tails.len()).find(follows) {
                Some(lane) => lane,
                None if tails.len() < LANES => {
                    tails.push(None);
                    last_used.push(0);
                    tails.len() - 1
                }
                None => (0..LANES).min_by_key(|&lane| last_used[lane]).unwrap_or(0),
            };
            tails[lane] = Some(step);
            last_used[lane] = order.len();
            order.push((step, lane));
            for &next in &behind[step] {
                waits[next] -= 1;
                if waits[next] == 0 {
                    free.insert(next);
                }
            }
        }
        Region { order, lanes: tails.len().max(1) }
    }

    /// The step of a node.
    pub(crate) fn step(&self, node: Id<NodeObject>) -> Option<usize> {
        self.steps.iter().position(|step| step.node == node)
    }

    /// Compares the shape with that of another plan. Returns the first difference, and its node.
    pub(crate) fn differs(&self, other: &Plan) -> Option<(UpdateResult, Option<Id<NodeObject>>)> {
        if self.steps.len() != other.steps.len() {
            return Some((UpdateResult::TopologyChanged, None));
        }
        for (mine, its) in self.steps.iter().zip(&other.steps) {
            if mine.operation.code() != its.operation.code() || mine.depth != its.depth {
                return Some((UpdateResult::NodeTypeChanged, Some(its.node)));
            }
            if mine.before != its.before {
                return Some((UpdateResult::TopologyChanged, Some(its.node)));
            }
            if let (Operation::Conditional(mine), Operation::Conditional(other)) =
                (&mine.operation, &its.operation)
                && (mine.kind, mine.bodies.len()) != (other.kind, other.bodies.len())
            {
                return Some((UpdateResult::NotSupported, Some(its.node)));
            }
        }
        None
    }
}
