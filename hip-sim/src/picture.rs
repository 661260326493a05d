//! Workloads on a plane: adaptive mesh refinement, and the Mandelbrot set by subdivision.

use super::work::{Blocks, Effort, Kernel, Thread, kernel};
use std::sync::Arc;

/// Effort for a cell and its neighbours.
const CELL: Effort = Effort::new(40, 4, 1);
/// Effort for a cell of a refined patch: five values of the coarse mesh, and one written.
const FINE: Effort = Effort::new(46, 4, 1);
const FINE_CHILD: Effort = Effort::new(52, 0, 2);

/// Refines a mesh of `side` × `side` cells around a moving front: each step is a kernel with a thread a cell.
/// A cell with similar neighbours stays, one with larger differences becomes a patch of 16 × 16, one on the
/// front itself of 64 × 64. Returns the numbers of cells refined in each step, by patch size.
pub(super) fn refine(side: i64, steps: i64) -> (Vec<[u32; 2]>, Vec<Kernel>) {
    let name = Arc::from("amr_patch");
    let mut counts = Vec::new();
    let kernels = (0..steps).map(|step| {
        // Two fronts, circles that grow from corners: the mesh holds squared distances.
        let fronts = [
            (side / 5, side / 4, (step + 3) * side / (steps + 6)),
            (side, side, (step + 2) * side / (steps + 8)),
        ];
        let mut count = [0; 2];
        let threads: Vec<Thread> = (0..side * side)
            .map(|cell| {
                let (x, y) = (cell % side, cell / side);
                let near = fronts.iter().map(|&(cx, cy, radius)| {
                    let squared = (x - cx) * (x - cx) + (y - cy) * (y - cy);
                    // Approximate distance from the front, in 64ths of a cell: |d² - r²| / 2r.
                    (squared - radius * radius).abs() * 32 / radius.max(1)
                });
                let items = match near.min().unwrap_or(i64::MAX) {
                    // The front crosses few cells closely enough for the finest mesh.
                    0..=1 => {
                        count[1] += 1;
                        64 * 64
                    }
                    2..=16 => {
                        count[0] += 1;
                        16 * 16
                    }
                    _ => 0,
                };
                Thread::with_equal_items(items, FINE, FINE_CHILD)
            })
            .collect();
        counts.push(count);
        kernel(&name, CELL, &threads)
    });
    let kernels = kernels.collect();
    (counts, kernels)
}

/// Maximum iterations.
const DWELL: u32 = 256;
/// Side of a tile, which one thread computes, pixels.
const TILE: i64 = 32;
/// Instructions of an iteration.
const ITERATION: u64 = 10;

/// Returns the iterations until a point escapes; numbers have 28 fractional bits.
pub(super) fn dwell(x: i64, y: i64) -> u32 {
    let (mut a, mut b) = (0i64, 0i64);
    for count in 0..DWELL {
        let (aa, bb) = ((a * a) >> 28, (b * b) >> 28);
        if aa + bb > 4 << 28 {
            return count;
        }
        (a, b) = (aa - bb + x, ((a * b) >> 27) + y);
    }
    DWELL
}

/// Part of the plane that a frame shows; numbers have 28 fractional bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Centre, across.
    pub cx: i64,
    /// Centre, down.
    pub cy: i64,
    /// Width and height.
    pub width: i64,
}

/// Returns a view around a point on the edge of the set, 3 wide at first and scaled by 3/4 for each frame.
pub(super) fn view(frame: i64) -> View {
    let width = (0..frame).fold(3i64 << 28, |width, _| width / 4 * 3);
    View { cx: -(3i64 << 28) / 4, cy: (1i64 << 28) / 10, width }
}

/// Computes `frames` pictures of `side` × `side` pixels, each closer: a thread for a tile of 32 × 32. It
/// computes the tile's border; if that is uniform, so is the tile, otherwise all its pixels are computed.
/// Returns the sums of dwells of each frame.
pub(super) fn mandelbrot(side: i64, frames: i64) -> (Vec<u64>, Vec<Kernel>) {
    let name = Arc::from("mandel_tile");
    let mut sums = Vec::new();
    let kernels = (0..frames).map(|frame| {
        let View { cx, cy, width } = view(frame);
        let point =
            |x: i64, y: i64| dwell(cx + (x - side / 2) * width / side, cy + (y - side / 2) * width / side);
        let tiles = side / TILE;
        let mut sum = 0;
        let mut border_dwell = 0;
        let threads: Vec<Thread> = (0..tiles * tiles)
            .map(|tile| {
                let (left, top) = (tile % tiles * TILE, tile / tiles * TILE);
                let along = |n: i64| {
                    [(left + n, top), (left + n, top + TILE - 1), (left, top + n), (left + TILE - 1, top + n)]
                };
                let border: Vec<u32> = (0..TILE).flat_map(along).map(|(x, y)| point(x, y)).collect();
                border_dwell = border_dwell.max(border.iter().map(|&dwell| u64::from(dwell)).sum());
                if border.iter().all(|&dwell| dwell == border[0]) {
                    sum += u64::from(border[0]) * (TILE * TILE) as u64;
                    return Thread { items: 0, serial: 0, child: Blocks::Equal(0) };
                }
                let pixels: Vec<u32> =
                    (0..TILE * TILE).map(|n| point(left + n % TILE, top + n / TILE)).collect();
                let total: u64 = pixels.iter().map(|&dwell| u64::from(dwell)).sum();
                sum += total;
                // A block of two rows runs as long as its longest pixel.
                let cycles = |dwells: &[u32]| {
                    let longest = u64::from(dwells.iter().copied().max().unwrap_or(0));
                    u32::try_from(Effort::new(16 + ITERATION * longest, 0, 1).cycles()).unwrap_or(u32::MAX)
                };
                let blocks = Blocks::Each(pixels.chunks(64).map(cycles).collect());
                let serial = Effort::new(ITERATION * total + 12 * (TILE * TILE) as u64, 0, 0).cycles();
                Thread { items: (TILE * TILE) as u32, serial, child: blocks }
            })
            .collect();
        sums.push(sum);
        kernel(&name, Effort::new(30 + ITERATION * border_dwell, 0, 1), &threads)
    });
    let kernels = kernels.collect();
    (sums, kernels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_the_set_stay() {
        assert_eq!(dwell(0, 0), DWELL);
        assert_eq!(dwell(-(1 << 28), 0), DWELL);
        assert!(dwell(1 << 28, 1 << 28) < 4);
    }

    #[test]
    fn the_front_is_refined_and_little_else() {
        let (counts, kernels) = refine(64, 3);
        assert_eq!(kernels.len(), 3);
        for [coarse, fine] in counts {
            assert!((1..400).contains(&coarse) && (1..40).contains(&fine), "{coarse} {fine}");
        }
    }

    #[test]
    fn subdivision_gives_the_whole_picture() {
        let (sums, _) = mandelbrot(128, 1);
        let (side, View { cx, cy, width }) = (128, view(0));
        let all: u64 = (0..side * side)
            .map(|n| {
                u64::from(dwell(
                    cx + (n % side - side / 2) * width / side,
                    cy + (n / side - side / 2) * width / side,
                ))
            })
            .sum();
        // A tile with a uniform border may still have a detail inside: hardly ever.
        assert!(all.abs_diff(sums[0]) * 1000 < all, "{all} {}", sums[0]);
    }
}
