//! Fetches of several lanes at once: the common ones, in loops over the lanes that a compiler turns into
//! vectors.
//!
//! Results are those of [`super::sample`], which computes what is not common: mipmaps, cubes, gathers,
//! offsets, coordinates far outside, sums near the ends of the range of numbers, memory that is not there.

use super::address::FRACTION;
use super::filter::{self, Part};
use super::{
    COORDINATES, Edge, Format, Image, LANES, Level, Object, Objects, Sampler, Shape, Texels, Words,
    other_sampler, selected_sampler,
};
use crate::ir::texture::Sample;

/// Repeats a block for all numbers below one that is at most eight. Of a loop over corners around a loop over
/// lanes, compilers make vectors of corners, with gathers and scatters.
macro_rules! unrolled {
    ($n:ident in 0..$count:expr => $body:block) => {
        unrolled!(@each $n, $count, $body, 0, 1, 2, 3, 4, 5, 6, 7)
    };
    (@each $n:ident, $count:expr, $body:block, $($number:literal),*) => {
        $(if $number < $count {
            let $n: usize = $number;
            $body
        })*
    };
}

/// Texels' indices along a dimension, or those of one of several corners.
#[derive(Clone, Copy)]
struct Indices {
    /// Within the image.
    at: [i32; LANES],
    /// All bits where the border's colour is read instead.
    border: Words,
}

/// Two neighbours along a dimension, and the upper one's weight in 256ths.
struct Pairs {
    at: [Indices; 2],
    weight: Words,
}

/// Fetches for the lanes of the mask `active`, by handles of a texture and of a sampler that they share.
/// `words` are the first operands of [`Sample`]. Returns `false` if [`super::carry_out`] must fetch for each
/// lane: if the fetch is not a common one, or faults. Results of other lanes are undefined.
#[inline(always)]
pub fn sample_lanes<T: Texels + ?Sized>(
    objects: Objects<'_>,
    op: &Sample,
    [handle, second]: [u64; 2],
    (active, words): (u32, [&Words; COORDINATES]),
    out: &mut [Words; 4],
    memory: &mut T,
) -> bool {
    let Ok(other) = other_sampler(objects.table, [handle, second]) else { return false };
    let Ok(Some(Object::Texture(image, own))) = objects.table.get_recent(handle, objects.recent) else {
        return false;
    };
    let sampler = selected_sampler(other.as_ref(), own);
    is_common((image, sampler), op) && sample((image, sampler), active, words, out, memory)
}

/// Returns whether fetches of a texture are common ones.
fn is_common((image, sampler): (&Image, &Sampler), op: &Sample) -> bool {
    let same = op.shape == image.shape && image.linear == (op.integer && op.shape == Shape::D1);
    let plain = op.gather.is_none() && !op.offset && !op.half && !image.shape.is_cube() && !sampler.srgb;
    // A row is filtered like a rectangle at its border.
    let is_row = image.shape.filtered() == 1 && sampler.edges[1] == Edge::Border;
    same && plain && image.linear == op.integer && image.levels.len() == 1 && !is_row
}

/// Fetches for the lanes of the mask `active`, if [`is_common`]. `words` are the first operands of
/// [`Sample`]. Returns `false` if [`super::sample`] must compute the lanes. Results of other lanes are
/// undefined.
#[inline(always)]
fn sample<T: Texels + ?Sized>(
    (image, sampler): (&Image, &Sampler),
    active: u32,
    words: [&Words; COORDINATES],
    out: &mut [Words; 4],
    memory: &mut T,
) -> bool {
    if image.linear {
        return row_of_texels((image, sampler), active, words[0], out, memory);
    }
    let wide = matches!(image.format, Format::U32 | Format::S32);
    let corners = if sampler.linear && !wide { 1 << image.shape.filtered() } else { 1 };
    match corners {
        1 => single((image, sampler), active, words, out, memory),
        2 => filtered::<T, 2>((image, sampler), active, words, out, memory),
        4 => filtered::<T, 4>((image, sampler), active, words, out, memory),
        _ => filtered::<T, 8>((image, sampler), active, words, out, memory),
    }
}

/// Reads texels of linear memory by index; zeros outside.
#[inline(always)]
fn row_of_texels<T: Texels + ?Sized>(
    (image, sampler): (&Image, &Sampler),
    active: u32,
    index: &Words,
    out: &mut [Words; 4],
    memory: &mut T,
) -> bool {
    let level = &image.levels[0];
    let mut offsets = [0; LANES];
    let mut outside = [0; LANES];
    for lane in 0..LANES {
        let is_there = index[lane] < level.size[0];
        offsets[lane] = u64::from(index[lane]) * u64::from(image.texel_bytes());
        outside[lane] = if is_there { 0 } else { u32::MAX };
    }
    let mut words = [[0; LANES]; 4];
    if !texels((image, level), active, (&offsets, &outside), memory, &mut words) {
        return false;
    }
    convert((image, sampler), &words, out);
    for row in out {
        for lane in 0..LANES {
            row[lane] &= !outside[lane];
        }
    }
    true
}

/// Additions of an index along a dimension to a texel's place.
#[derive(Clone, Copy)]
struct Steps {
    /// Bytes.
    offsets: [u64; LANES],
    border: Words,
}

/// Returns where each lane's layer begins, in bytes from the image.
#[inline(always)]
fn layers(image: &Image, words: [&Words; COORDINATES]) -> [u64; LANES] {
    if !image.shape.is_layered() {
        return [0; LANES];
    }
    let (last, pitch) = (image.levels[0].size[2] - 1, image.levels[0].pitch[1]);
    let mut starts = [0; LANES];
    for lane in 0..LANES {
        starts[lane] = u64::from(words[0][lane].min(last)).wrapping_mul(pitch);
    }
    starts
}

/// Returns the bytes from one texel to the next along a dimension.
#[inline(always)]
fn pitch(image: &Image, axis: usize) -> u64 {
    if axis == 0 { image.texel_bytes().into() } else { image.levels[0].pitch[axis - 1] }
}

/// Returns the coordinates along a dimension, and their bounds.
#[inline(always)]
fn along<'a>(
    (image, sampler): (&Image, &Sampler),
    words: [&'a Words; COORDINATES],
    axis: usize,
) -> (&'a Words, (u32, Edge, bool)) {
    let bounds = (image.levels[0].size[axis], sampler.edges[axis], sampler.normalized);
    (words[usize::from(image.shape.is_layered()) + axis], bounds)
}

/// Replaces texels of lanes outside by the border's colour.
#[inline(always)]
fn put_border((image, sampler): (&Image, &Sampler), outside: &Words, texels: &mut [Words; 4]) {
    if !sampler.edges[..image.shape.filtered()].contains(&Edge::Border) {
        return;
    }
    let border = super::sample::border_texel(image, sampler);
    unrolled!(n in 0..4 => {
        let colour = (border >> (32 * n)) as u32;
        for lane in 0..LANES {
            texels[n][lane] = texels[n][lane] & !outside[lane] | colour & outside[lane];
        }
    });
}

/// Reads the texel at each point.
#[inline(always)]
fn single<T: Texels + ?Sized>(
    (image, sampler): (&Image, &Sampler),
    active: u32,
    words: [&Words; COORDINATES],
    out: &mut [Words; 4],
    memory: &mut T,
) -> bool {
    let level = &image.levels[0];
    let (mut offsets, mut outside) = (layers(image, words), [0; LANES]);
    for axis in 0..image.shape.filtered() {
        let (words, bounds) = along((image, sampler), words, axis);
        let Some(Indices { at, border }) = nearest(words, active, bounds) else { return false };
        let pitch = pitch(image, axis);
        for lane in 0..LANES {
            offsets[lane] = offsets[lane].wrapping_add((at[lane] as u64).wrapping_mul(pitch));
            outside[lane] |= border[lane];
        }
    }
    let mut read = [[0; LANES]; 4];
    if !texels((image, level), active, (&offsets, &outside), memory, &mut read) {
        return false;
    }
    put_border((image, sampler), &outside, &mut read);
    convert((image, sampler), &read, out);
    true
}

/// Computes the weighted sum of the `N` texels around each point.
#[inline(always)]
fn filtered<T: Texels + ?Sized, const N: usize>(
    (image, sampler): (&Image, &Sampler),
    active: u32,
    words: [&Words; COORDINATES],
    out: &mut [Words; 4],
    memory: &mut T,
) -> bool {
    let level = &image.levels[0];
    let mut steps = [[Steps { offsets: [0; LANES], border: [0; LANES] }; 2]; 3];
    let mut upper = [[0; LANES]; 3];
    for axis in 0..image.shape.filtered() {
        let (words, bounds) = along((image, sampler), words, axis);
        let Some(at) = positions(words, active, bounds) else { return false };
        let (pitch, pairs) = (pitch(image, axis), neighbours(&at, bounds));
        upper[axis] = pairs.weight;
        unrolled!(side in 0..2 => {
            let step = &mut steps[axis][side];
            for lane in 0..LANES {
                step.offsets[lane] = (pairs.at[side].at[lane] as u64).wrapping_mul(pitch);
            }
            step.border = pairs.at[side].border;
        });
    }
    let start = layers(image, words);
    let mut taps = [[[0; LANES]; 4]; N];
    let mut are_there = true;
    unrolled!(corner in 0..N => {
        let (mut offsets, mut outside) = (start, [0; LANES]);
        unrolled!(axis in 0..3 => {
            let step = &steps[axis][corner >> axis & 1];
            for lane in 0..LANES {
                offsets[lane] = offsets[lane].wrapping_add(step.offsets[lane]);
                outside[lane] |= step.border[lane];
            }
        });
        let tap = &mut taps[corner];
        are_there = are_there && texels((image, level), active, (&offsets, &outside), memory, tap);
        put_border((image, sampler), &outside, tap);
    });
    if !are_there {
        return false;
    }
    let mut weights = [[0; LANES]; N];
    for lane in 0..LANES {
        let own: [u32; N] = filter::weights([upper[0][lane], upper[1][lane], upper[2][lane]]);
        unrolled!(corner in 0..N => {
            weights[corner][lane] = own[corner];
        });
    }
    sums((image, sampler), &taps, &weights, out);
    true
}

/// Coordinates below it are not far outside.
const NEAR: f32 = (1u64 << 29) as f32;

/// Converts coordinates to texels times 2²¹, as the position of [`super::address::Axis`]; `None` if an active
/// lane's is no number or far outside.
#[inline(always)]
fn positions(
    coordinates: &Words,
    active: u32,
    (size, edge, normalized): (u32, Edge, bool),
) -> Option<[i64; LANES]> {
    const ONE: i64 = 1 << FRACTION;
    const FAR: i64 = 1 << 40;
    /// The sum with a smaller number is an integer, which is in the lower bits.
    const MAGIC: f64 = (3u64 << 51) as f64;
    let mut at = [0; LANES];
    let mut far = 0;
    for lane in 0..LANES {
        let scaled = f64::from(f32::from_bits(coordinates[lane])) * ONE as f64;
        let is_near = f32::from_bits(coordinates[lane]).abs() < NEAR;
        far |= u32::from(!is_near) << lane;
        let nearest = scaled + MAGIC;
        let above = i64::from(nearest - MAGIC > scaled);
        at[lane] = (nearest.to_bits() as i64).wrapping_sub(MAGIC.to_bits() as i64).wrapping_sub(above);
    }
    if far & active != 0 {
        return None;
    }
    let (most, bits, size) = match edge {
        _ if !normalized => (FAR, !0, 1),
        Edge::Wrap => (i64::MAX, ONE - 1, size.into()),
        Edge::Mirror => (i64::MAX, 2 * ONE - 1, size.into()),
        Edge::Clamp | Edge::Border => (FAR / 1024, !0, size.into()),
    };
    for at in &mut at {
        *at = ((*at).clamp(-most, most) & bits) * size;
    }
    Some(at)
}

/// Bounds indices that are at most a period outside.
#[inline(always)]
fn bounded(index: &[i32; LANES], (size, edge, normalized): (u32, Edge, bool)) -> Indices {
    let (size, last) = (size as i32, size as i32 - 1);
    let mut at = [0; LANES];
    match edge {
        Edge::Wrap if normalized => {
            for lane in 0..LANES {
                let n = index[lane];
                at[lane] = n + if n < 0 { size } else { 0 } - if n > last { size } else { 0 };
            }
        }
        Edge::Mirror if normalized => {
            for lane in 0..LANES {
                let (n, period) = (index[lane], 2 * size);
                let n = n + if n < 0 { period } else { 0 } - if n >= period { period } else { 0 };
                at[lane] = if n > last { 2 * last + 1 - n } else { n };
            }
        }
        _ => {
            for lane in 0..LANES {
                at[lane] = index[lane].max(0).min(last);
            }
        }
    }
    let mut border = [0; LANES];
    if edge == Edge::Border {
        for lane in 0..LANES {
            border[lane] = if at[lane] == index[lane] { 0 } else { u32::MAX };
        }
    }
    Indices { at, border }
}

/// Returns the texels in which points lie; `None` if an active lane's is no number or far outside.
#[inline(always)]
fn nearest(coordinates: &Words, active: u32, bounds: (u32, Edge, bool)) -> Option<Indices> {
    let (size, _, normalized) = bounds;
    if normalized {
        let at = positions(coordinates, active, bounds)?;
        let mut index = [0; LANES];
        for lane in 0..LANES {
            index[lane] = (at[lane] >> FRACTION) as i32;
        }
        return Some(bounded(&index, bounds));
    }
    // The sum of a smaller integer and this number has that in its lower bits.
    const MAGIC: f32 = (3u32 << 22) as f32;
    let (mut index, mut far) = ([0; LANES], 0);
    for lane in 0..LANES {
        let at = f32::from_bits(coordinates[lane]);
        let is_near = at.abs() < NEAR;
        far |= u32::from(!is_near) << lane;
        let within = at.floor().max(-1.0).min(size as f32);
        index[lane] = (within + MAGIC).to_bits().wrapping_sub(MAGIC.to_bits()) as i32;
    }
    (far & active == 0 && size < 1 << 22).then(|| bounded(&index, bounds))
}

/// Returns the texels between whose centres positions lie, as [`super::address::Axis::neighbours`].
#[inline(always)]
fn neighbours(positions: &[i64; LANES], bounds: (u32, Edge, bool)) -> Pairs {
    let (mut lower, mut upper, mut weight) = ([0; LANES], [0; LANES], [0; LANES]);
    for lane in 0..LANES {
        let fixed = super::address::centred(positions[lane]);
        lower[lane] = (fixed >> 8) as i32;
        upper[lane] = lower[lane] + 1;
        weight[lane] = (fixed & 255) as u32;
    }
    let at = [bounded(&lower, bounds), bounded(&upper, bounds)];
    for (lane, weight) in weight.iter_mut().enumerate() {
        let same = at[0].at[lane] == at[1].at[lane] && at[0].border[lane] == at[1].border[lane];
        *weight = if same { 0 } else { *weight };
    }
    Pairs { at, weight }
}

/// Reads texels as words, the first channel in the lowest bits of the first word. Lanes that are not active
/// or outside get any texel.
#[inline(always)]
fn texels<T: Texels + ?Sized>(
    (image, level): (&Image, &Level),
    active: u32,
    (offsets, outside): (&[u64; LANES], &Words),
    memory: &mut T,
    to: &mut [Words; 4],
) -> bool {
    let mut addresses = [0; LANES];
    for lane in 0..LANES {
        let reads = active >> lane & 1 != 0 && outside[lane] == 0;
        addresses[lane] = level.address.wrapping_add(if reads { offsets[lane] } else { 0 });
    }
    memory.gather(&addresses, image.texel_bytes(), to)
}

/// Returns a channel of texels, extended by its sign.
#[inline(always)]
fn channel(format: Format, texels: &[Words; 4], n: usize) -> Words {
    let mut raw = [0; LANES];
    let bit = n as u32 * format.bytes() * 8;
    let words = &texels[bit as usize / 32];
    for lane in 0..LANES {
        raw[lane] = format.extend(words[lane] >> (bit % 32));
    }
    raw
}

/// Converts single texels.
#[inline(always)]
fn convert((image, sampler): (&Image, &Sampler), texels: &[Words; 4], out: &mut [Words; 4]) {
    let format = image.format;
    let as_is = sampler.integers && !format.is_float();
    *out = [[0; LANES]; 4];
    for (n, row) in out.iter_mut().enumerate().take(image.channels.into()) {
        *row = channel(format, texels, n);
        match format {
            _ if as_is => {}
            Format::U8 => numbers(Format::U8, row),
            Format::U16 => numbers(Format::U16, row),
            Format::S8 => numbers(Format::S8, row),
            Format::S16 => numbers(Format::S16, row),
            Format::F16 => numbers(Format::F16, row),
            Format::U32 | Format::S32 | Format::F32 => {}
        }
    }
}

/// Converts channels of one format, which should be a constant.
#[inline(always)]
fn numbers(format: Format, row: &mut Words) {
    for value in row {
        *value = format.number(*value);
    }
}

/// Computes weighted sums of texels.
#[inline(always)]
fn sums<const N: usize>(
    (image, sampler): (&Image, &Sampler),
    taps: &[[Words; 4]; N],
    weights: &[Words; N],
    out: &mut [Words; 4],
) {
    let format = image.format;
    *out = [[0; LANES]; 4];
    for (n, row) in out.iter_mut().enumerate().take(image.channels.into()) {
        let mut raws = [[0; LANES]; N];
        for corner in 0..N {
            raws[corner] = channel(format, &taps[corner], n);
        }
        *row = match format {
            _ if sampler.integers && !format.is_float() => each(&raws, weights, filter::integers),
            Format::U8 => each(&raws, weights, |parts| filter::numbers(Format::U8, parts)),
            Format::U16 => each(&raws, weights, |parts| filter::numbers(Format::U16, parts)),
            Format::S8 => each(&raws, weights, |parts| filter::numbers(Format::S8, parts)),
            Format::S16 => each(&raws, weights, |parts| filter::numbers(Format::S16, parts)),
            Format::F16 => each(&raws, weights, |parts| filter::numbers(Format::F16, parts)),
            Format::F32 | Format::U32 | Format::S32 => single_sums(&raws, weights),
        };
    }
}

#[inline(always)]
fn each<const N: usize>(raws: &[Words; N], weights: &[Words; N], sum: impl Fn(&[Part; N]) -> u32) -> Words {
    let mut out = [0; LANES];
    for lane in 0..LANES {
        let mut parts = [(0, 0); N];
        for corner in 0..N {
            parts[corner] = (raws[corner][lane], weights[corner][lane]);
        }
        out[lane] = sum(&parts);
    }
    out
}

/// Computes weighted sums of floats. Those near the ends of the range of numbers are computed one by one.
#[inline(always)]
fn single_sums<const N: usize>(raws: &[Words; N], weights: &[Words; N]) -> Words {
    let (mut out, mut odd) = ([0; LANES], 0);
    for lane in 0..LANES {
        let mut largest = 1;
        for corner in 0..N {
            let counts = weights[corner][lane] != 0;
            let exponent = raws[corner][lane] >> 23 & 255;
            largest = largest.max(if counts { exponent } else { 1 });
        }
        let mut sum = 0;
        for corner in 0..N {
            let bits = raws[corner][lane];
            let exponent = bits >> 23 & 255;
            let leading = if exponent == 0 { 0 } else { 1 << 23 };
            let mantissa = (bits & 0x7f_ffff | leading) << filter::GUARD;
            let shift = largest.saturating_sub(exponent.max(1)).min(31);
            let product = (u64::from(mantissa >> shift) * u64::from(weights[corner][lane])) as i64;
            sum += if bits >> 31 != 0 { -product } else { product };
        }
        let ends = largest > 250 || largest < 45 && sum != 0;
        odd |= u32::from(ends) << lane;
        // Of the 53 bits of a double 24 are kept: half of the last one is added, the rest is cut off.
        const HALF: u64 = 1 << 28;
        let kept = f64::from_bits(((sum as f64).to_bits() + HALF) & !(2 * HALF - 1));
        // A sum's unit is 2¹² below the last place of the largest exponent, 150 above that of a float.
        let scale = f64::from_bits(u64::from(largest + 1023 - 150 - 8 - filter::GUARD) << 52);
        out[lane] = ((kept * scale) as f32).to_bits();
    }
    if odd != 0 {
        let exact = each(raws, weights, |parts| filter::numbers(Format::F32, parts));
        for lane in 0..LANES {
            out[lane] = if odd >> lane & 1 != 0 { exact[lane] } else { out[lane] };
        }
    }
    out
}
