//! Workloads on graphs: breadth-first search, shortest paths, colouring. Each vertex of a round has a thread,
//! with its neighbours as items.

use super::graph::Graph;
use super::seeded::Seeded;
use super::work::{Effort, Kernel, Thread, kernel};
use std::sync::Arc;

/// Effort for reading a vertex and the range of its edges.
const VERTEX: Effort = Effort::new(18, 1, 1);

fn round(name: &Arc<str>, graph: &Graph, vertices: &[u32], serial: Effort, child: Effort) -> Kernel {
    let threads: Vec<Thread> = vertices
        .iter()
        .map(|&vertex| Thread::with_equal_items(graph.degree(vertex), serial, child))
        .collect();
    kernel(name, VERTEX, &threads)
}

/// Returns the levels from the hub, and a kernel for each.
pub(super) fn search(graph: &Graph) -> (Vec<u32>, Vec<Kernel>) {
    let name = Arc::from("bfs_edges");
    let (serial, child) = (Effort::new(12, 1, 1), Effort::new(16, 0, 2));
    let mut level = vec![u32::MAX; graph.vertices() as usize];
    let mut front = vec![graph.hub()];
    level[front[0] as usize] = 0;
    let mut kernels = Vec::new();
    while !front.is_empty() {
        kernels.push(round(&name, graph, &front, serial, child));
        let mut next = Vec::new();
        for &vertex in &front {
            for &other in graph.neighbours(vertex) {
                if level[other as usize] == u32::MAX {
                    level[other as usize] = kernels.len() as u32;
                    next.push(other);
                }
            }
        }
        front = next;
    }
    (level, kernels)
}

/// Returns the weight of an edge: 1 to 16, the same in both directions.
pub(super) fn weight(a: u32, b: u32) -> u32 {
    let (low, high) = (a.min(b), a.max(b));
    1 + Seeded::new(u64::from(low) << 32 | u64::from(high)).below(16)
}

/// Returns the distances from the hub, by rounds of relaxation from changed vertices, and a kernel for each.
pub(super) fn shortest(graph: &Graph) -> (Vec<u32>, Vec<Kernel>) {
    let name = Arc::from("sssp_edges");
    let (serial, child) = (Effort::new(16, 2, 1), Effort::new(20, 0, 3));
    let mut distance = vec![u32::MAX; graph.vertices() as usize];
    let mut work = vec![graph.hub()];
    distance[work[0] as usize] = 0;
    let mut kernels = Vec::new();
    while !work.is_empty() {
        kernels.push(round(&name, graph, &work, serial, child));
        let mut nearer = Vec::new();
        let before: Vec<u32> = work.iter().map(|&vertex| distance[vertex as usize]).collect();
        for (&vertex, from) in work.iter().zip(before) {
            for &other in graph.neighbours(vertex) {
                let through = from + weight(vertex, other);
                if through < distance[other as usize] {
                    distance[other as usize] = through;
                    nearer.push(other);
                }
            }
        }
        nearer.sort_unstable();
        nearer.dedup();
        work = nearer;
    }
    (distance, kernels)
}

/// Returns colours by rounds: uncoloured vertices that precede all uncoloured neighbours get the round's
/// colour (Jones and Plassmann).
pub(super) fn colour(graph: &Graph) -> (Vec<u32>, Vec<Kernel>) {
    let name = Arc::from("gc_edges");
    let (serial, child) = (Effort::new(14, 1, 1), Effort::new(18, 0, 2));
    // High degrees first, ties at random: fewer rounds.
    let rank = |vertex: u32| (graph.degree(vertex), Seeded::new(u64::from(vertex)).word());
    let ranks: Vec<_> = (0..graph.vertices()).map(rank).collect();
    let mut colours = vec![u32::MAX; graph.vertices() as usize];
    let mut left: Vec<u32> = (0..graph.vertices()).collect();
    let mut kernels = Vec::new();
    while !left.is_empty() {
        kernels.push(round(&name, graph, &left, serial, child));
        let colour = kernels.len() as u32 - 1;
        let first = |&vertex: &u32| {
            let own = ranks[vertex as usize];
            let mut neighbours = graph.neighbours(vertex).iter().map(|&other| other as usize);
            neighbours.all(|other| colours[other] != u32::MAX || ranks[other] < own)
        };
        let chosen: Vec<u32> = left.iter().copied().filter(first).collect();
        for &vertex in &chosen {
            colours[vertex as usize] = colour;
        }
        left.retain(|&vertex| colours[vertex as usize] == u32::MAX);
    }
    (colours, kernels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BinaryHeap, VecDeque};

    fn graphs() -> [Graph; 2] {
        [Graph::graph500(9, 3), Graph::citations(9, 3)]
    }

    #[test]
    fn levels_are_those_of_a_queue() {
        for graph in graphs() {
            let mut expected = vec![u32::MAX; graph.vertices() as usize];
            let mut queue = VecDeque::from([(graph.hub(), 0)]);
            while let Some((vertex, level)) = queue.pop_front() {
                if expected[vertex as usize] == u32::MAX {
                    expected[vertex as usize] = level;
                    queue.extend(graph.neighbours(vertex).iter().map(|&other| (other, level + 1)));
                }
            }
            assert_eq!(search(&graph).0, expected);
        }
    }

    #[test]
    fn distances_are_dijkstras() {
        for graph in graphs() {
            let mut expected = vec![u32::MAX; graph.vertices() as usize];
            let mut heap = BinaryHeap::from([(std::cmp::Reverse(0), graph.hub())]);
            while let Some((std::cmp::Reverse(distance), vertex)) = heap.pop() {
                if distance < expected[vertex as usize] {
                    expected[vertex as usize] = distance;
                    let next = |&other: &u32| (std::cmp::Reverse(distance + weight(vertex, other)), other);
                    heap.extend(graph.neighbours(vertex).iter().map(next));
                }
            }
            assert_eq!(shortest(&graph).0, expected);
        }
    }

    #[test]
    fn no_edge_joins_two_of_a_colour() {
        for graph in graphs() {
            let (colours, kernels) = colour(&graph);
            assert_eq!(colours.iter().max().copied(), Some(kernels.len() as u32 - 1));
            for vertex in 0..graph.vertices() {
                assert!(
                    graph
                        .neighbours(vertex)
                        .iter()
                        .all(|&other| colours[other as usize] != colours[vertex as usize])
                );
            }
        }
    }
}
