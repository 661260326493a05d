//! Seeded graphs that resemble common benchmark graphs.

use super::seeded::Seeded;

/// An undirected graph: sorted adjacency lists without duplicates and self-loops.
pub struct Graph {
    first: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Graph {
    fn of_edges(vertices: u32, edges: impl Iterator<Item = (u32, u32)>) -> Graph {
        let mut both: Vec<(u32, u32)> =
            edges.filter(|(a, b)| a != b).flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        both.sort_unstable();
        both.dedup();
        let first =
            (0..=vertices).map(|vertex| both.partition_point(|edge| edge.0 < vertex) as u32).collect();
        Graph { first, neighbours: both.into_iter().map(|(_, to)| to).collect() }
    }

    /// Generates a graph500 graph (R-MAT): edges fall into quarters of the matrix with 57, 19, 19 and 5
    /// percent, recursively; 2^`scale` vertices with 16 edges each on average, a few with thousands.
    pub fn graph500(scale: u32, seed: u64) -> Graph {
        let mut random = Seeded::new(seed);
        let vertices = 1 << scale;
        let edge = move |_| {
            let (mut a, mut b) = (0, 0);
            for _ in 0..scale {
                let (down, right) = match random.below(100) {
                    0..57 => (0, 0),
                    57..76 => (0, 1),
                    76..95 => (1, 0),
                    _ => (1, 1),
                };
                (a, b) = (a << 1 | down, b << 1 | right);
            }
            (a, b)
        };
        Graph::of_edges(vertices, (0..vertices * 16).map(edge))
    }

    /// Generates a citation network: most papers have a handful of citations, some hundreds, at most about
    /// 1200 (power-law degrees with exponent 2.6, ends of edges paired at random).
    pub fn citations(scale: u32, seed: u64) -> Graph {
        let mut random = Seeded::new(seed);
        let vertices = 1u32 << scale;
        let mut ends = Vec::new();
        for vertex in 0..vertices {
            // 6 · u^(-1/1.6) with u uniform in (0, 1], by halves: each halving of u multiplies by 2^(5/8) =
            // 1.542.
            let word = random.word() | 1;
            let halvings = word.leading_zeros();
            let within = (word << halvings >> 32) as u32;
            let scaled = (0..halvings).fold(6000u64, |scaled, _| scaled * 1542 / 1000);
            // Linear interpolation between two halvings.
            let part = u64::from(u32::MAX - within) * 2 * 542 / (1 << 32);
            let degree = (scaled * (1000 + part) / 1_000_000).min(1200);
            ends.extend((0..degree).map(|_| vertex));
        }
        for last in (1..ends.len()).rev() {
            ends.swap(last, random.below(last as u32 + 1) as usize);
        }
        Graph::of_edges(
            vertices,
            ends.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>().into_iter(),
        )
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// Returns the neighbours of a vertex.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let at = |vertex: u32| self.first[vertex as usize] as usize;
        &self.neighbours[at(vertex)..at(vertex + 1)]
    }

    /// Returns the number of neighbours.
    pub fn degree(&self, vertex: u32) -> u32 {
        self.neighbours(vertex).len() as u32
    }

    /// Returns the vertex of the highest degree, the first of equals.
    pub fn hub(&self) -> u32 {
        (0..self.vertices()).max_by_key(|&vertex| (self.degree(vertex), u32::MAX - vertex)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;

    #[test]
    fn graphs_have_the_shapes_of_their_names() {
        for (graph, most, mean) in
            [(Graph::graph500(12, 1), 500..2000, 20..32), (Graph::citations(12, 1), 300..1200, 10..20)]
        {
            let degrees: Vec<u32> = (0..graph.vertices()).map(|vertex| graph.degree(vertex)).collect();
            assert!(most.contains(degrees.iter().max().unwrap_or(&0)), "{:?}", degrees.iter().max());
            let sum: u32 = degrees.iter().sum();
            assert!(mean.contains(&(sum / graph.vertices())), "{}", sum / graph.vertices());
            for vertex in 0..graph.vertices() {
                assert!(
                    graph
                        .neighbours(vertex)
                        .iter()
                        .all(|&other| other != vertex
                            && graph.neighbours(other).binary_search(&vertex).is_ok())
                );
            }
            assert_eq!(graph.degree(graph.hub()), degrees.into_iter().max().unwrap_or(0));
        }
    }
}
