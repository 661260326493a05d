//! Circles of a directed graph.

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

/// Sets of at least two nodes that reach each other, the largest first; nodes ascend.
pub(super) fn circles(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::<(), ()>::new();
    let indices: Vec<_> = (0..nodes).map(|_| graph.add_node(())).collect();
    graph.extend_with_edges(edges.iter().map(|&(from, to)| (indices[from], indices[to])));
    let mut circles: Vec<Vec<usize>> = tarjan_scc(&graph)
        .into_iter()
        .map(|nodes| nodes.into_iter().map(|node| node.index()).collect())
        .filter(|nodes: &Vec<usize>| nodes.len() > 1)
        .collect();
    circles.iter_mut().for_each(|nodes| nodes.sort_unstable());
    circles.sort_by_key(|nodes| (std::cmp::Reverse(nodes.len()), nodes[0]));
    circles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_told_from_chains() {
        let edges = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2), (5, 0)];
        assert_eq!(circles(6, &edges), [vec![2, 3, 4], vec![0, 1]]);
        assert!(circles(3, &[(0, 1), (1, 2), (2, 2)]).is_empty());
    }
}
