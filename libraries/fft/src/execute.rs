//! Transforms as work of a stream.

use crate::layout::Layout;
use crate::plans::{Made, Type, plan};
use crate::status::Status;
use crate::transform::Number;
use num_complex::Complex;
use rayon::prelude::*;
use std::ffi::CStr;
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
        self.each(|instance| {
            let mut data = axes.spare.take(self.layouts.0.count());
            load(&self.layouts.0, &from, instance, &mut data);
            axes.transform(&mut data, &self.made.sizes, self.forward, true);
            store(&self.layouts.1, &to, instance, self.scaled(&mut data));
            axes.spare.give(data);
        });
        Ok(())
    }

    fn real_to_complex<T: Number>(&self, memory: &Memory) -> Result<(), Refused> {
        let (from, to) = self.hold::<T, Complex<T>>(memory)?;
        let axes = T::axes(&self.made.engine);
        self.each(|instance| {
            let mut rows = axes.spare_real.take(self.layouts.0.count());
            let mut data = axes.spare.take(self.layouts.1.count());
            load(&self.layouts.0, &from, instance, &mut rows);
            axes.rows_from_real(&mut rows, &mut data, self.layouts.0.row());
            axes.transform(&mut data, &self.layouts.1.sizes, true, false);
            store(&self.layouts.1, &to, instance, self.scaled(&mut data));
            axes.spare_real.give(rows);
            axes.spare.give(data);
        });
        Ok(())
    }

    fn complex_to_real<T: Number>(&self, memory: &Memory) -> Result<(), Refused> {
        let (from, to) = self.hold::<Complex<T>, T>(memory)?;
        let axes = T::axes(&self.made.engine);
        self.each(|instance| {
            let mut data = axes.spare.take(self.layouts.0.count());
            let mut rows = axes.spare_real.take(self.layouts.1.count());
            load(&self.layouts.0, &from, instance, &mut data);
            axes.transform(&mut data, &self.layouts.0.sizes, false, false);
            axes.rows_to_real(&mut data, &mut rows, self.layouts.1.row());
            if self.made.scale != 1.0 {
                rows.iter_mut().for_each(|value| *value = *value * T::factor(self.made.scale));
            }
            store(&self.layouts.1, &to, instance, &rows);
            axes.spare_real.give(rows);
            axes.spare.give(data);
        });
        Ok(())
    }

    /// Multiplies results by the plan's factor.
    fn scaled<'a, T: Number>(&self, data: &'a mut [Complex<T>]) -> &'a [Complex<T>] {
        if self.made.scale != 1.0 {
            data.iter_mut().for_each(|value| *value = *value * T::factor(self.made.scale));
        }
        data
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
