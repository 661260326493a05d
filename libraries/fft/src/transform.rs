//! Transforms of one instance, axis by axis, by `rustfft` and `realfft`.

use crate::plans::Type;
use num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftNum, FftPlanner};
use std::sync::Arc;

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
        Axes { complex, real }
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
    pub(crate) fn rows_from_real(&self, rows: &mut [T], row: usize) -> Vec<Complex<T>> {
        let mut all = vec![Complex::new(T::zero(), T::zero()); rows.len() / row * (row / 2 + 1)];
        if let Some((fft, _)) = &self.real {
            let mut scratch = fft.make_scratch_vec();
            for (from, to) in rows.chunks_exact_mut(row).zip(all.chunks_exact_mut(row / 2 + 1)) {
                // Only wrong lengths are an error.
                let _ = fft.process_with_scratch(from, to, &mut scratch);
            }
        }
        all
    }

    /// Transforms rows into real numbers. Imaginary parts that such rows cannot have are ignored.
    pub(crate) fn rows_to_real(&self, data: &mut [Complex<T>], row: usize) -> Vec<T> {
        let mut all = vec![T::zero(); data.len() / (row / 2 + 1) * row];
        if let Some((_, fft)) = &self.real {
            let mut scratch = fft.make_scratch_vec();
            for (from, to) in data.chunks_exact_mut(row / 2 + 1).zip(all.chunks_exact_mut(row)) {
                from[0].im = T::zero();
                if row.is_multiple_of(2) {
                    from[row / 2].im = T::zero();
                }
                let _ = fft.process_with_scratch(from, to, &mut scratch);
            }
        }
        all
    }
}

/// Transforms along an axis whose neighbours are at a distance.
fn transform_axis<T: FftNum>(fft: &dyn Fft<T>, data: &mut [Complex<T>], size: usize, distance: usize) {
    let mut scratch = vec![Complex::new(T::zero(), T::zero()); fft.get_inplace_scratch_len()];
    if distance == 1 {
        return fft.process_with_scratch(data, &mut scratch);
    }
    let mut line = vec![Complex::new(T::zero(), T::zero()); size];
    for block in data.chunks_exact_mut(size * distance) {
        for first in 0..distance {
            line.iter_mut().enumerate().for_each(|(n, value)| *value = block[first + n * distance]);
            fft.process_with_scratch(&mut line, &mut scratch);
            line.iter().enumerate().for_each(|(n, &value)| block[first + n * distance] = value);
        }
    }
}
