//! Transforms as work of a stream.

use crate::layout::Layout;
use crate::plans::{Made, Type, plan};
use crate::status::Status;
use crate::transform::{Number, Spare};
use num_complex::Complex;
use rayon::prelude::*;
use rustfft::num_traits::Zero;
use std::ffi::CStr;
use std::ops::Mul;
use std::sync::Arc;
use work::{Memory, Pointer, Refused, VectorView};

type Done = Result<(), Status>;

/// Direction of a transform (`HIPFFT_FORWARD`, `HIPFFT_BACKWARD`).
fn is_forward(direction: i64) -> Result<bool, Status> {
    match direction {
        -1 => Ok(true),
        1 => Ok(false),
        _ => Err(Status::InvalidValue),
    }
}

/// Submits a transform of the type that the called function is for.
fn submit(
    name: &'static CStr,
    handle: Pointer,
    kind: Type,
    from: Pointer,
    to: Pointer,
    forward: bool,
) -> Done {
    let plan = plan(handle)?;
    let (stream, made) = {
        let state = plan.lock();
        (state.stream(), state.made.clone().ok_or(Status::InvalidPlan)?)
    };
    if made.kind != kind {
        return Err(Status::InvalidType);
    }
    if from.is_null() || to.is_null() {
        return Err(Status::InvalidValue);
    }
    let (from, to) = (from.expose_provenance(), to.expose_provenance());
    let run = Run { layouts: made.layouts(from == to), made, from, to, forward };
    Ok(work::launch(stream, name, move |memory| run.carry_out(memory))?)
}

/// A transform with its arguments.
struct Run {
    made: Arc<Made>,
    layouts: (Layout, Layout),
    from: usize,
    to: usize,
    forward: bool,
}

impl Run {
    fn carry_out(&self, memory: &Memory) -> Result<(), Refused> {
        match self.made.kind {
            Type::C2c => self.complex::<f32>(memory),
            Type::R2c => self.real_to_complex::<f32>(memory),
            Type::C2r => self.complex_to_real::<f32>(memory),
            Type::Z2z => self.complex::<f64>(memory),
            Type::D2z => self.real_to_complex::<f64>(memory),
            Type::Z2d => self.complex_to_real::<f64>(memory),
        }
    }

    /// Holds both sides.
    fn hold<A: Copy, B: Copy>(&self, memory: &Memory) -> Result<(VectorView<A>, VectorView<B>), Refused> {
        let (input, output) = &self.layouts;
        let batch = self.made.batch;
        let from = memory.vector(self.from, input.span(batch), 1, self.from == self.to)?;
        Ok((from, memory.vector(self.to, output.span(batch), 1, true)?))
    }

    /// Runs the instances side by side.
    fn each(&self, compute: impl Fn(usize) + Send + Sync) {
        match self.made.batch {
            1 => compute(0),
            batch => (0..batch).into_par_iter().for_each(compute),
        }
    }

    fn complex<T: Number>(&self, memory: &Memory) -> Result<(), Refused> {
        let (from, to) = self.hold::<Complex<T>, Complex<T>>(memory)?;
        let axes = T::axes(&self.made.engine);
        let ((input, output), in_place, batch) = (&self.layouts, self.from == self.to, self.made.batch);
        let is_same = batch == 1 || input.instance(1) == output.instance(1);
        let input_is_dense = input.is_dense(batch);
        let is_direct = self.is_direct(&from, &to) && (!in_place || input_is_dense && is_same);
        self.each(|instance| {
            self.result(is_direct, &to, instance, &axes.spare, |data| {
                if is_direct && !in_place && input_is_dense {
                    let from = from.part(input.instance(instance), input.count());
                    // SAFETY: the results are elsewhere, and the engine's branches depend on sizes alone.
                    let Some(from) = (unsafe { from.as_slice() }) else { return };
                    axes.rows(from, data, input.row(), self.forward);
                    axes.transform(data, &self.made.sizes, self.forward, false);
                } else {
                    if !(is_direct && in_place) {
                        load(input, &from, instance, data);
                    }
                    axes.transform(data, &self.made.sizes, self.forward, true);
                }
                self.scale::<T, _>(data);
            });
        });
        Ok(())
    }

    fn real_to_complex<T: Number>(&self, memory: &Memory) -> Result<(), Refused> {
        let (from, to) = self.hold::<T, Complex<T>>(memory)?;
        let axes = T::axes(&self.made.engine);
        let (input, output) = &self.layouts;
        let is_direct = self.from != self.to && self.is_direct(&from, &to);
        self.each(|instance| {
            let first = input.instance(instance);
            let read = |row: usize, to: &mut [T]| {
                from.spread(first + input.start(row), input.row(), input.stride()).copy_to(to);
            };
            self.result(is_direct, &to, instance, &axes.spare, |data| {
                axes.rows_from_real(read, data, input.row());
                axes.transform(data, &output.sizes, true, false);
                self.scale::<T, _>(data);
            });
        });
        Ok(())
    }

    fn complex_to_real<T: Number>(&self, memory: &Memory) -> Result<(), Refused> {
        let (from, to) = self.hold::<Complex<T>, T>(memory)?;
        let axes = T::axes(&self.made.engine);
        let (input, output) = &self.layouts;
        let is_direct = self.from != self.to && self.is_direct(&from, &to);
        self.each(|instance| {
            let mut data = axes.spare.take(input.count());
            load(input, &from, instance, &mut data);
            axes.transform(&mut data, &input.sizes, false, false);
            self.result(is_direct, &to, instance, &axes.spare_real, |rows| {
                axes.rows_to_real(&mut data, rows, output.row());
                self.scale::<T, _>(rows);
            });
        });
        Ok(())
    }

    /// Returns whether the engine may write results to their place: they have no gaps, and the input is
    /// elsewhere or at the very same place.
    fn is_direct<A: Copy, B: Copy>(&self, from: &VectorView<A>, to: &VectorView<B>) -> bool {
        let ends = (self.from + from.len() * size_of::<A>(), self.to + to.len() * size_of::<B>());
        let is_apart = ends.0 <= self.to || ends.1 <= self.from;
        self.layouts.1.is_dense(self.made.batch) && (is_apart || self.from == self.to)
    }

    /// Calls what computes an instance of the result with its place, or with a buffer that is copied there.
    fn result<V: Copy + Zero>(
        &self,
        is_direct: bool,
        to: &VectorView<V>,
        instance: usize,
        spare: &Spare<V>,
        compute: impl FnOnce(&mut [V]),
    ) {
        let layout = &self.layouts.1;
        if is_direct {
            let place = to.part(layout.instance(instance), layout.count());
            // SAFETY: instances have elements of their own, the input is elsewhere or not looked at, and the
            // engine's branches depend on sizes alone.
            if let Some(place) = unsafe { place.as_mut_slice() } {
                return compute(place);
            }
        }
        let mut values = spare.take(layout.count());
        compute(&mut values);
        store(layout, to, instance, &values);
    }

    /// Multiplies results by the plan's factor.
    fn scale<T: Number, V: Copy + Mul<T, Output = V>>(&self, values: &mut [V]) {
        if self.made.scale != 1.0 {
            values.iter_mut().for_each(|value| *value = *value * T::factor(self.made.scale));
        }
    }
}

/// Copies an instance, row by row.
fn load<V: Copy>(layout: &Layout, from: &VectorView<V>, instance: usize, to: &mut [V]) {
    let (start, stride) = (layout.instance(instance), layout.stride());
    for (row, to) in to.chunks_exact_mut(layout.row()).enumerate() {
        from.spread(start + layout.start(row), layout.row(), stride).copy_to(to);
    }
}

fn store<V: Copy>(layout: &Layout, to: &VectorView<V>, instance: usize, values: &[V]) {
    let (start, stride) = (layout.instance(instance), layout.stride());
    for (row, values) in values.chunks_exact(layout.row()).enumerate() {
        to.spread(start + layout.start(row), layout.row(), stride).copy_from(values);
    }
}

pub(crate) fn c2c(handle: Pointer, from: Pointer, to: Pointer, direction: i64) -> Done {
    submit(c"hipfftExecC2C", handle, Type::C2c, from, to, is_forward(direction)?)
}

pub(crate) fn z2z(handle: Pointer, from: Pointer, to: Pointer, direction: i64) -> Done {
    submit(c"hipfftExecZ2Z", handle, Type::Z2z, from, to, is_forward(direction)?)
}

pub(crate) fn r2c(handle: Pointer, from: Pointer, to: Pointer) -> Done {
    submit(c"hipfftExecR2C", handle, Type::R2c, from, to, true)
}

pub(crate) fn d2z(handle: Pointer, from: Pointer, to: Pointer) -> Done {
    submit(c"hipfftExecD2Z", handle, Type::D2z, from, to, true)
}

pub(crate) fn c2r(handle: Pointer, from: Pointer, to: Pointer) -> Done {
    submit(c"hipfftExecC2R", handle, Type::C2r, from, to, false)
}

pub(crate) fn z2d(handle: Pointer, from: Pointer, to: Pointer) -> Done {
    submit(c"hipfftExecZ2D", handle, Type::Z2d, from, to, false)
}

/// Transform of the plan's own type; real ones have one direction.
pub(crate) fn exec(handle: Pointer, from: Pointer, to: Pointer, direction: i64) -> Done {
    let kind = plan(handle)?.lock().made.as_ref().map(|made| made.kind).ok_or(Status::InvalidPlan)?;
    let forward = match kind {
        Type::C2c | Type::Z2z => is_forward(direction)?,
        kind => kind.is_from_real(),
    };
    submit(c"hipfftXtExec", handle, kind, from, to, forward)
}
