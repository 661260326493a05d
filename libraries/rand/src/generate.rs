//! Numbers as work of a stream.

use crate::generators::generator;
use crate::lanes::{Kind, Lanes};
use crate::source::{PoissonQuantiles, Source, normal_pair, normal_quantile, poisson, wide_normal_pair};
use crate::status::Status;
use half::f16;
use std::ffi::CStr;
use std::sync::PoisonError;
use work::{Pointer, Refused};

type Done = Result<(), Status>;

/// Number of values that are drawn before they are written; even, for pairs.
const PART: usize = 1 << 14;

/// Draws values and hands them on in parts, with the number of values before each.
fn draw_parts<T: Copy + Default>(
    lanes: &mut Lanes,
    count: usize,
    width: usize,
    draw: &dyn Fn(&mut dyn Source, &mut [T]),
    mut write: impl FnMut(usize, &[T]) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let mut values = vec![T::default(); count.min(PART)];
    lanes.begin(count);
    for start in (0..count).step_by(PART) {
        let part = &mut values[..(count - start).min(PART)];
        lanes.fill(part, width, draw);
        write(start, part)?;
    }
    lanes.end();
    Ok(())
}

/// Submits the filling of memory with numbers, of which `draw` makes as many at once as `width` says.
fn submit<T: Copy + Default + 'static>(
    name: &'static CStr,
    handle: Pointer,
    to: Pointer,
    count: usize,
    width: usize,
    draw: impl Fn(&mut dyn Source, &mut [T]) + Send + Sync + 'static,
) -> Done {
    let generator = generator(handle)?;
    // The subsequences of Philox give four at a time, of which the last call may leave some.
    let width_matters = generator.lock().kind() != Kind::Philox;
    if width_matters && !count.is_multiple_of(width) || !count.is_multiple_of(generator.lock().group()) {
        return Err(Status::LengthNotMultiple);
    }
    if count == 0 {
        return Ok(());
    }
    if to.is_null() || !to.cast::<T>().is_aligned() {
        return Err(Status::OutOfRange);
    }
    let (lanes, stream, on_host) = {
        let mut state = generator.lock();
        (state.lanes(), state.stream, state.on_host)
    };
    if on_host {
        let mut lanes = lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let write = |start, part: &[T]| {
            // SAFETY: C promised memory for `count` values, and those before the part are fewer.
            unsafe { to.cast::<T>().add(start).copy_from_nonoverlapping(part.as_ptr(), part.len()) };
            Ok(())
        };
        return draw_parts(&mut lanes, count, width, &draw, write).map_err(|Refused| Status::OutOfRange);
    }
    let to = to.expose_provenance();
    Ok(work::launch(stream, name, move |memory| {
        // Refused as a whole, before a number is drawn.
        memory.values::<T>(to, count, true)?;
        let mut lanes = lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let write = |start, part: &[T]| memory.write(to + start * size_of::<T>(), part);
        draw_parts(&mut lanes, count, width, &draw, write)
    })?)
}

/// Functions whose numbers are drawn one by one.
macro_rules! singles {
    ($($name:ident as $c_name:literal: $value:ty = $draw:expr;)*) => {$(
        pub(crate) fn $name(handle: Pointer, to: Pointer, count: usize) -> Done {
            let draw: fn(&mut dyn Source) -> $value = $draw;
            submit($c_name, handle, to, count, 1, move |source, values| values[0] = draw(source))
        }
    )*};
}
singles! {
    shorts as c"hiprandGenerateShort": u16 = |source| source.word() as u16;
    bytes as c"hiprandGenerateChar": u8 = |source| source.word() as u8;
    uniform as c"hiprandGenerateUniform": f32 = |source| source.uniform();
    uniform_double as c"hiprandGenerateUniformDouble": f64 = |source| source.wide_uniform();
    uniform_half as c"hiprandGenerateUniformHalf": f16 = |source| {
        const STEP: f32 = 1.0 / 65536.0;
        f16::from_f32(f32::from(source.word() as u16) * STEP + STEP / 2.0)
    };
}

pub(crate) fn words(handle: Pointer, to: Pointer, count: usize) -> Done {
    if generator(handle)?.lock().kind() == Kind::Sobol64 {
        return Err(Status::TypeError);
    }
    submit(c"hiprandGenerate", handle, to, count, 1, |source, values: &mut [u32]| values[0] = source.word())
}

/// Numbers of 64 bits, which one sequence has.
pub(crate) fn long_words(handle: Pointer, to: Pointer, count: usize) -> Done {
    if generator(handle)?.lock().kind() != Kind::Sobol64 {
        return Err(Status::TypeError);
    }
    submit(c"hiprandGenerateLongLong", handle, to, count, 1, |source, values: &mut [u64]| {
        values[0] = source.long_word();
    })
}

/// Normal number of a coordinate, by the inverse of its probability.
fn normal_at(source: &mut dyn Source) -> f32 {
    const STEP: f64 = 1.0 / (1u64 << 32) as f64;
    normal_quantile((f64::from(source.word()) + 0.5) * STEP) as f32
}

/// The greatest probability: at one, which the last word has, no number ends.
const LAST: f64 = 1.0 - f64::EPSILON / 4.0;

/// The same in double precision.
fn wide_normal_at(source: &mut dyn Source) -> f64 {
    normal_quantile(source.wide_probability().min(LAST))
}

/// Functions whose numbers come in pairs, from normal ones.
macro_rules! pairs {
    ($($name:ident($number:ty) as $c_name:literal: $value:ty = $pair:expr, $single:expr, $make:expr;)*) => {$(
        pub(crate) fn $name(handle: Pointer, to: Pointer, count: usize, mean: $number, deviation: $number) -> Done {
            let make: fn($number) -> $value = $make;
            if generator(handle)?.lock().kind().has_quantiles() {
                // A pair would mix two coordinates.
                return submit($c_name, handle, to, count, 1, move |source, values: &mut [$value]| {
                    let x: $number = $single(source);
                    values[0] = make(mean + deviation * x);
                });
            }
            submit($c_name, handle, to, count, 2, move |source, values: &mut [$value]| {
                let pair: [$number; 2] = $pair(source);
                values.iter_mut().zip(pair).for_each(|(value, x)| *value = make(mean + deviation * x));
            })
        }
    )*};
}
pairs! {
    normal(f32) as c"hiprandGenerateNormal": f32 = normal_pair, normal_at, |x| x;
    normal_double(f64) as c"hiprandGenerateNormalDouble": f64 = wide_normal_pair, wide_normal_at, |x| x;
    log_normal(f32) as c"hiprandGenerateLogNormal": f32 = normal_pair, normal_at, f32::exp;
    log_normal_double(f64) as c"hiprandGenerateLogNormalDouble": f64 = wide_normal_pair, wide_normal_at, f64::exp;
    rounded_normal(f32) as c"hiprandGenerateNormalHalf": f16 = normal_pair, normal_at, f16::from_f32;
    rounded_log_normal(f32) as c"hiprandGenerateLogNormalHalf": f16 =
        normal_pair, normal_at, |x| f16::from_f32(x.exp());
}

/// Normal numbers in half precision: those of single precision, rounded.
pub(crate) fn normal_half(handle: Pointer, to: Pointer, count: usize, mean: u16, deviation: u16) -> Done {
    let [mean, deviation] = [mean, deviation].map(|bits| f16::from_bits(bits).to_f32());
    rounded_normal(handle, to, count, mean, deviation)
}

/// Powers of e with them, rounded once.
pub(crate) fn log_normal_half(handle: Pointer, to: Pointer, count: usize, mean: u16, deviation: u16) -> Done {
    let [mean, deviation] = [mean, deviation].map(|bits| f16::from_bits(bits).to_f32());
    rounded_log_normal(handle, to, count, mean, deviation)
}

pub(crate) fn poissons(handle: Pointer, to: Pointer, count: usize, mean: f64) -> Done {
    if !(mean > 0.0 && mean <= f64::from(u32::MAX)) {
        return Err(Status::OutOfRange);
    }
    if generator(handle)?.lock().kind().is_quasi() {
        let quantiles = PoissonQuantiles::new(mean);
        return submit(c"hiprandGeneratePoisson", handle, to, count, 1, move |source, values: &mut [u32]| {
            values[0] = quantiles.number(source.wide_probability().min(LAST));
        });
    }
    submit(c"hiprandGeneratePoisson", handle, to, count, 1, move |source, values: &mut [u32]| {
        values[0] = poisson(source, mean);
    })
}
