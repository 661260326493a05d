//! Transforms of one instance, axis by axis, by `rustfft` and `realfft`.

use crate::plans::Type;
use num_complex::Complex;
use rayon::prelude::*;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::num_traits::Zero;
use rustfft::{Fft, FftNum, FftPlanner};
use std::sync::{Arc, Mutex, PoisonError};
use work::MatrixView;

/// Real number of a transform's elements.
pub(crate) trait Number: FftNum {
    /// The engine's transforms of this precision.
    fn axes(engine: &Engine) -> &Axes<Self>;
    /// Rounds a factor.
    fn factor(factor: f64) -> Self;
}

/// Transforms along the axes of a plan.
pub(crate) enum Engine {
    Single(Axes<f32>),
    Double(Axes<f64>),
}

impl Engine {
    pub(crate) fn new(kind: Type, sizes: &[usize]) -> Engine {
        let is_real = kind.is_from_real() || kind.is_to_real();
        match kind {
            Type::C2c | Type::R2c | Type::C2r => Engine::Single(Axes::new(sizes, is_real)),
            Type::Z2z | Type::D2z | Type::Z2d => Engine::Double(Axes::new(sizes, is_real)),
        }
    }
}

impl Number for f32 {
    fn axes(engine: &Engine) -> &Axes<f32> {
        match engine {
            Engine::Single(axes) => axes,
            Engine::Double(_) => unreachable!("the plan's type chose the precision"),
        }
    }
    fn factor(factor: f64) -> f32 {
        factor as f32
    }
}

impl Number for f64 {
    fn axes(engine: &Engine) -> &Axes<f64> {
        match engine {
            Engine::Double(axes) => axes,
            Engine::Single(_) => unreachable!("the plan's type chose the precision"),
        }
    }
    fn factor(factor: f64) -> f64 {
        factor
    }
}

/// Transforms of a row with one real side: there and back.
type Real<T> = (Arc<dyn RealToComplex<T>>, Arc<dyn ComplexToReal<T>>);

/// Transforms along each axis.
pub(crate) struct Axes<T: FftNum> {
    /// Forward and backward.
    complex: Vec<[Arc<dyn Fft<T>>; 2]>,
    /// Along the last axis, if one side is real.
    real: Option<Real<T>>,
    pub(crate) spare: Spare<Complex<T>>,
    pub(crate) spare_real: Spare<T>,
}

/// Buffers of earlier transforms of a plan. Fresh memory costs a page fault for each page.
pub(crate) struct Spare<V>(Mutex<Vec<Vec<V>>>);

impl<V: Copy + Zero> Spare<V> {
    fn new() -> Spare<V> {
        Spare(Mutex::new(Vec::new()))
    }

    /// A buffer, whose contents are of no meaning.
    pub(crate) fn take(&self, count: usize) -> Vec<V> {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        buffer.resize(count, V::zero());
        buffer
    }

    pub(crate) fn give(&self, buffer: Vec<V>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
    }
}

/// Elements from which on lines are transformed side by side.
const PARALLEL_FROM: usize = 1 << 15;
/// Neighbouring lines that are transformed together, for whole lines of the cache.
const TOGETHER: usize = 8;

impl<T: FftNum> Axes<T> {
    fn new(sizes: &[usize], is_real: bool) -> Axes<T> {
        let mut planner = FftPlanner::new();
        let complex =
            sizes.iter().map(|&n| [planner.plan_fft_forward(n), planner.plan_fft_inverse(n)]).collect();
        let real = sizes.last().filter(|_| is_real).map(|&n| {
            let mut planner = RealFftPlanner::new();
            (planner.plan_fft_forward(n), planner.plan_fft_inverse(n))
        });
        Axes { complex, real, spare: Spare::new(), spare_real: Spare::new() }
    }

    /// Transforms data of these sizes along all axes, or along all but the last.
    pub(crate) fn transform(&self, data: &mut [Complex<T>], sizes: &[usize], forward: bool, with_last: bool) {
        let last = sizes.len() - 1;
        let mut distance = 1;
        for (axis, &size) in sizes.iter().enumerate().rev() {
            if axis != last || with_last {
                let fft = &self.complex[axis][usize::from(!forward)];
                transform_axis(fft.as_ref(), data, size, distance);
            }
            distance *= size;
        }
    }

    /// Transforms rows of real numbers.
    pub(crate) fn rows_from_real(&self, rows: &mut [T], to: &mut [Complex<T>], row: usize) {
        let Some((fft, _)) = &self.real else { return };
        let transform = |scratch: &mut Vec<Complex<T>>, (from, to): (&mut [T], &mut [Complex<T>])| {
            // Only wrong lengths are an error.
            let _ = fft.process_with_scratch(from, to, scratch);
        };
        let is_large = rows.len() >= PARALLEL_FROM;
        let (from, to) = (rows.par_chunks_exact_mut(row), to.par_chunks_exact_mut(row / 2 + 1));
        let lines = from.zip(to).with_min_len(if is_large { 1 } else { usize::MAX });
        lines.for_each_init(|| fft.make_scratch_vec(), transform);
    }

    /// Transforms rows into real numbers. Imaginary parts that such rows cannot have are ignored.
    pub(crate) fn rows_to_real(&self, data: &mut [Complex<T>], to: &mut [T], row: usize) {
        let Some((_, fft)) = &self.real else { return };
        let transform = |scratch: &mut Vec<Complex<T>>, (from, to): (&mut [Complex<T>], &mut [T])| {
            from[0].im = T::zero();
            if row.is_multiple_of(2) {
                from[row / 2].im = T::zero();
            }
            let _ = fft.process_with_scratch(from, to, scratch);
        };
        let is_large = data.len() >= PARALLEL_FROM;
        let (from, to) = (data.par_chunks_exact_mut(row / 2 + 1), to.par_chunks_exact_mut(row));
        let lines = from.zip(to).with_min_len(if is_large { 1 } else { usize::MAX });
        lines.for_each_init(|| fft.make_scratch_vec(), transform);
    }
}

/// Transforms along an axis whose neighbours are at a distance.
fn transform_axis<T: FftNum>(fft: &dyn Fft<T>, data: &mut [Complex<T>], size: usize, distance: usize) {
    let zero = Complex::new(T::zero(), T::zero());
    let least = if data.len() >= PARALLEL_FROM { 1 } else { usize::MAX };
    let scratch = || vec![zero; fft.get_inplace_scratch_len()];
    if distance == 1 {
        let rows = data.par_chunks_exact_mut(size).with_min_len(least);
        return rows.for_each_init(scratch, |scratch, row| fft.process_with_scratch(row, scratch));
    }
    for block in data.chunks_exact_mut(size * distance) {
        let lines = MatrixView::in_slice(block, distance, size);
        let groups = (0..distance.div_ceil(TOGETHER)).into_par_iter().with_min_len(least);
        groups.for_each_init(
            || (vec![zero; size * TOGETHER], scratch()),
            |(buffer, scratch), group| {
                let lines =
                    lines.part((group * TOGETHER, 0), (TOGETHER.min(distance - group * TOGETHER), size));
                let buffer = &mut buffer[..lines.rows() * size];
                for n in 0..size {
                    (0..lines.rows()).for_each(|line| buffer[line * size + n] = lines.get(line, n));
                }
                fft.process_with_scratch(buffer, scratch);
                for n in 0..size {
                    (0..lines.rows()).for_each(|line| lines.set(line, n, buffer[line * size + n]));
                }
            },
        );
    }
}
