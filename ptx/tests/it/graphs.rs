//! Dominators, loops and orders of random graphs, compared with their definitions.

use hip_ptx::analysis::cfg::Graph;
use hip_ptx::analysis::converge::Convergence;
use hip_ptx::analysis::dom::Dominators;
use hip_ptx::analysis::loops::Loops;
use proptest::prelude::*;

/// Generates graphs of up to 12 nodes; the entry is node 0 and has no predecessor.
fn graphs() -> impl Strategy<Value = Graph> {
    (2usize..12).prop_flat_map(|n| {
        prop::collection::vec((0..n, 1..n), 1..2 * n).prop_map(move |mut edges| {
            edges.push((0, 1));
            // Terminators have at most two targets here.
            let mut out = vec![0; n];
            edges.retain(|&(from, _)| {
                out[from] += 1;
                out[from] <= 2
            });
            Graph::new(n, 0, &edges)
        })
    })
}

/// Marks the nodes reachable from `from` without passing `without`.
fn reach_without(g: &Graph, from: usize, without: usize) -> Vec<bool> {
    g.reach([from], |n| n == without)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_node_dominates_what_is_cut_off_without_it(g in graphs()) {
        let dom = Dominators::new(&g);
        let reachable = g.reach([0], |_| false);
        for a in 0..g.len() {
            let left = reach_without(&g, 0, a);
            for b in 0..g.len() {
                prop_assert_eq!(dom.dominates(a, b), reachable[a] && reachable[b] && !left[b], "{} {}", a, b);
            }
            let strict: Vec<usize> = (0..g.len()).filter(|&d| d != a && dom.dominates(d, a)).collect();
            let nearest = strict.iter().copied().find(|&d| strict.iter().all(|&s| dom.dominates(s, d)));
            prop_assert_eq!(dom.idom(a), nearest);
        }
    }

    #[test]
    fn a_node_post_dominates_what_cannot_end_without_it(g in graphs()) {
        let reachable = g.reach([0], |_| false);
        let ends: Vec<usize> = (0..g.len()).filter(|&n| g.succs(n).len() == 0).collect();
        let ends_from = |n: usize, without: usize| {
            let seen = reach_without(&g, n, without);
            ends.iter().any(|&e| seen[e])
        };
        // If a node reaches no end, the definition needs artificial ends; other tests cover those.
        prop_assume!((0..g.len()).all(|n| !reachable[n] || ends_from(n, usize::MAX)));
        let post = Dominators::post(&g);
        for a in (0..g.len()).filter(|&a| reachable[a]) {
            for b in (0..g.len()).filter(|&b| reachable[b]) {
                prop_assert_eq!(post.dominates(a, b), a == b || !ends_from(b, a), "{} {}", a, b);
            }
        }
    }

    #[test]
    fn loops_are_entered_by_their_headers_and_nest(g in graphs()) {
        let dom = Dominators::new(&g);
        let loops = Loops::new(&g, &dom);
        for (id, l) in loops.iter() {
            for &n in &l.nodes {
                prop_assert!(dom.dominates(l.header, n));
                prop_assert!(loops.contains(id, n));
                if n != l.header {
                    let from_outside = g.preds(n).any(|p| dom.is_reachable(p) && !loops.contains(id, p));
                    prop_assert!(!from_outside || loops.irreducible());
                }
            }
            if let Some(parent) = l.parent {
                prop_assert!(parent < id);
                prop_assert!(l.nodes.iter().all(|&n| loops.contains(parent, n)));
            }
        }
    }

    #[test]
    fn a_topological_order_goes_back_only_to_headers_and_keeps_loops_together(g in graphs()) {
        let dom = Dominators::new(&g);
        let loops = Loops::new(&g, &dom);
        let order = g.topological_order(&loops);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        let reachable: Vec<usize> = (0..g.len()).filter(|&n| dom.is_reachable(n)).collect();
        prop_assert_eq!(sorted, reachable);
        prop_assume!(!loops.irreducible());
        let place = |n: usize| order.iter().position(|&m| m == n).unwrap();
        for &n in &order {
            for s in g.succs(n) {
                let back = loops.iter().any(|(id, l)| l.header == s && loops.contains(id, n));
                prop_assert!(back || place(n) < place(s), "{} → {} in {:?}", n, s, order);
            }
        }
        for (_, l) in loops.iter() {
            let first = place(l.header);
            prop_assert!(l.nodes.iter().all(|&n| (first..first + l.nodes.len()).contains(&place(n))));
        }
    }

    #[test]
    fn diverged_lanes_reconverge_on_every_path_that_does_not_exit(
        g in graphs(), sync in prop::collection::vec(any::<bool>(), 12)
    ) {
        let flow = Convergence::with_virtual_edges(&g, &vec![1; g.len()], &sync[..g.len()]);
        let loops = Loops::new(&g, &Dominators::new(&g));
        prop_assert_eq!(loops.irreducible(), flow.loops.irreducible());
        for (n, &synced) in sync[..g.len()].iter().enumerate() {
            // Virtual edges start at ends and follow the real ones.
            let real: Vec<usize> = g.succs(n).collect();
            let all: Vec<usize> = flow.graph.succs(n).collect();
            prop_assert_eq!(&all[..real.len()], &real[..]);
            prop_assert!(all.len() == real.len() || (real.is_empty() && !synced));
            if let Some(meeting) = flow.reconvergence_point(n) {
                let influence = flow.influence(n);
                prop_assert!(!influence.contains(&meeting));
                for (id, l) in flow.loops.iter().filter(|_| flow.order.contains(&n)) {
                    prop_assert!(!flow.loops.contains(id, meeting) || !influence.contains(&l.header));
                }
                for &m in &influence {
                    for s in g.succs(m) {
                        prop_assert!(s == meeting || influence.contains(&s));
                    }
                }
            }
        }
    }
}
