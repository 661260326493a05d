//! Transforms of one instance, axis by axis, by `rustfft` and `realfft`.

use crate::plans::Type;
use num_complex::Complex;
use rayon::prelude::*;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::num_traits::Zero;
use rustfft::{Fft, FftNum, FftPlanner};
use std::ops::{Deref, DerefMut};
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
    scratch: Spare<Complex<T>>,
}

/// Buffers of earlier transforms of a plan. Fresh memory costs a page fault for each page.
pub(crate) struct Spare<V: Copy>(Mutex<Vec<Vec<V>>>);

impl<V: Copy + Zero> Spare<V> {
    fn new() -> Spare<V> {
        Spare(Mutex::new(Vec::new()))
    }

    /// A buffer, whose contents are of no meaning.
    pub(crate) fn take(&self, count: usize) -> Buffer<'_, V> {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        if buffer.len() < count {
            buffer.resize(count, V::zero());
        }
        Buffer { of: self, buffer, count }
    }
}

/// A buffer, which becomes a spare one when it is dropped.
pub(crate) struct Buffer<'a, V: Copy> {
    of: &'a Spare<V>,
    buffer: Vec<V>,
    count: usize,
}

impl<V: Copy> Deref for Buffer<'_, V> {
    type Target = [V];

    fn deref(&self) -> &[V] {
        &self.buffer[..self.count]
    }
}

impl<V: Copy> DerefMut for Buffer<'_, V> {
    fn deref_mut(&mut self) -> &mut [V] {
        &mut self.buffer[..self.count]
    }
}

impl<V: Copy> Drop for Buffer<'_, V> {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.buffer);
        self.of.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
    }
}

/// Elements from which on lines are transformed side by side.
const PARALLEL_FROM: usize = 1 << 15;
/// Neighbouring lines that are transformed together, for whole lines of the cache.
const TOGETHER: usize = 8;

/// Least number of lines for a thread, of so many elements in all.
fn least_lines(elements: usize) -> usize {
    if elements >= PARALLEL_FROM { 1 } else { usize::MAX }
}

impl<T: FftNum> Axes<T> {
    fn new(sizes: &[usize], is_real: bool) -> Axes<T> {
        let mut planner = FftPlanner::new();
        let complex =
            sizes.iter().map(|&n| [planner.plan_fft_forward(n), planner.plan_fft_inverse(n)]).collect();
        let real = sizes.last().filter(|_| is_real).map(|&n| {
            let mut planner = RealFftPlanner::new();
            (planner.plan_fft_forward(n), planner.plan_fft_inverse(n))
        });
        Axes { complex, real, spare: Spare::new(), spare_real: Spare::new(), scratch: Spare::new() }
    }

    /// Transforms data of these sizes along all axes, or along all but the last.
    pub(crate) fn transform(&self, data: &mut [Complex<T>], sizes: &[usize], forward: bool, with_last: bool) {
        let last = sizes.len() - 1;
        let mut distance = 1;
        for (axis, &size) in sizes.iter().enumerate().rev() {
            if axis != last || with_last {
                let fft = &self.complex[axis][usize::from(!forward)];
                self.transform_axis(fft.as_ref(), data, size, distance);
            }
            distance *= size;
        }
    }

    /// Transforms rows from one place to another.
    pub(crate) fn rows(&self, from: &[Complex<T>], to: &mut [Complex<T>], row: usize, forward: bool) {
        let Some(directions) = self.complex.last() else { return };
        let fft = &directions[usize::from(!forward)];
        let lines = from.par_chunks_exact(row).zip(to.par_chunks_exact_mut(row));
        lines.with_min_len(least_lines(from.len())).for_each_init(
            || self.scratch.take(fft.get_immutable_scratch_len()),
            |scratch, (from, to)| fft.process_immutable_with_scratch(from, to, scratch),
        );
    }

    /// Transforms rows of real numbers, which `read` brings by their number.
    pub(crate) fn rows_from_real(
        &self,
        read: impl Fn(usize, &mut [T]) + Send + Sync,
        to: &mut [Complex<T>],
        row: usize,
    ) {
        let Some((fft, _)) = &self.real else { return };
        let least = least_lines(2 * to.len());
        let lines = to.par_chunks_exact_mut(row / 2 + 1).enumerate().with_min_len(least);
        lines.for_each_init(
            || (self.spare_real.take(row), self.scratch.take(fft.get_scratch_len())),
            |(from, scratch), (number, to)| {
                read(number, from);
                // Only wrong lengths are an error.
                let _ = fft.process_with_scratch(from, to, scratch);
            },
        );
    }

    /// Transforms rows into real numbers. Imaginary parts that such rows cannot have are ignored.
    pub(crate) fn rows_to_real(&self, data: &mut [Complex<T>], to: &mut [T], row: usize) {
        let Some((_, fft)) = &self.real else { return };
        let least = least_lines(data.len());
        let (from, to) = (data.par_chunks_exact_mut(row / 2 + 1), to.par_chunks_exact_mut(row));
        from.zip(to).with_min_len(least).for_each_init(
            || self.scratch.take(fft.get_scratch_len()),
            |scratch, (from, to)| {
                from[0].im = T::zero();
                if row.is_multiple_of(2) {
                    from[row / 2].im = T::zero();
                }
                let _ = fft.process_with_scratch(from, to, scratch);
            },
        );
    }

    /// Transforms along an axis whose neighbours are at a distance.
    fn transform_axis(&self, fft: &dyn Fft<T>, data: &mut [Complex<T>], size: usize, distance: usize) {
        let least = least_lines(data.len());
        let scratch = || self.scratch.take(fft.get_inplace_scratch_len());
        if distance == 1 {
            let rows = data.par_chunks_exact_mut(size).with_min_len(least);
            return rows.for_each_init(scratch, |scratch, row| fft.process_with_scratch(row, scratch));
        }
        for block in data.chunks_exact_mut(size * distance) {
            let lines = MatrixView::in_slice(block, distance, size);
            let groups = (0..distance.div_ceil(TOGETHER)).into_par_iter().with_min_len(least);
            groups.for_each_init(
                || (self.spare.take(size * TOGETHER), scratch()),
                |(buffer, scratch), group| {
                    let first = group * TOGETHER;
                    let lines = lines.part((first, 0), (TOGETHER.min(distance - first), size));
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
}
