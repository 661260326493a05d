//! Texture fetches: `tex` and `tld4`.

use super::address::{Axis, Pair};
use super::level::{self, Levels};
use super::{AccessFault, Edge, Image, Level, Sampler, Shape, Texels, cube, filter, format};
use crate::interp::value::eval;
use crate::ir::texture::{Lod, Sample};
use crate::ir::{Mode, Op, Scalar, Type};

/// Channels of a texel, unconverted; missing channels are zero.
type Raw = [u32; 4];

/// Texels that contribute, with weights of sum 256: at most eight of each of two levels.
#[derive(Default)]
struct Taps {
    taps: [(Raw, u32); 16],
    count: usize,
}

impl Taps {
    /// Adds a texel with this weight and returns its channels, to be filled in. Passing the texel by value
    /// would copy it twice.
    fn add(&mut self, weight: u32) -> &mut Raw {
        let tap = &mut self.taps[self.count];
        self.count += 1;
        tap.1 = weight;
        &mut tap.0
    }

    /// Returns the texels that were added.
    fn all(&mut self) -> &mut [(Raw, u32)] {
        &mut self.taps[..self.count]
    }
}

/// Reader of a texture.
struct Reader<'a, T: ?Sized> {
    image: &'a Image,
    sampler: &'a Sampler,
    memory: &'a mut T,
}

/// Returns the four words that a kernel reads. `words` are the operands of [`Sample`]; missing ones are zero.
///
/// # Errors
/// Returns [`AccessFault::Illegal`] if the texture's memory was freed.
pub fn sample<T: Texels + ?Sized>(
    (image, sampler): (&Image, &Sampler),
    op: &Sample,
    words: &[u32],
    memory: &mut T,
) -> Result<[u32; 4], AccessFault> {
    // A shape other than the texture's reads zeros. Linear memory has no positions between texels.
    if op.shape != image.shape || image.linear != (op.integer && op.shape == Shape::D1) {
        return Ok([0; 4]);
    }
    let mut reader = Reader { image, sampler, memory };
    let values = reader.read(op, words)?;
    Ok(if op.half { values.map(|v| u32::from(half(v))) } else { values })
}

/// Converts the bits of a float to binary16, to nearest even.
fn half(bits: u32) -> u16 {
    let op = Op::Cvt { to: Scalar::F16, from: Scalar::F32, mode: Mode::RN, integral: false };
    eval(&op, Type::I16, &[Type::F32], &[bits.into()]) as u16
}

/// Iterator over operands.
struct Words<'a>(&'a [u32]);

impl Words<'_> {
    fn next(&mut self) -> u32 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn take<const N: usize>(&mut self, count: usize) -> [u32; N] {
        std::array::from_fn(|n| if n < count { self.next() } else { 0 })
    }
}

impl<T: Texels + ?Sized> Reader<'_, T> {
    fn read(&mut self, op: &Sample, words: &[u32]) -> Result<[u32; 4], AccessFault> {
        let mut words = Words(words);
        let shape = op.shape;
        let layer = if shape.is_layered() { words.next() } else { 0 };
        let dimensions = shape.dimensions();
        let at: [u32; 3] = words.take(dimensions);
        let lod = match op.lod {
            Lod::Base => 0,
            Lod::Level if op.integer => {
                let level = words.next() as usize;
                let offset = words.take::<3>(if op.offset { shape.filtered() } else { 0 });
                return self.texel_at(level, layer, at, offset);
            }
            Lod::Level => level::fixed(f32::from_bits(words.next())),
            Lod::Gradient => {
                let along = [words.take::<3>(dimensions), words.take::<3>(dimensions)];
                level::gradient(along.map(|d| self.to_texels(d.map(f32::from_bits))))
            }
        };
        // `tex` uses four bits of an offset, `tld4` all bits.
        let bits = if op.gather.is_some() { 0 } else { 28 };
        let offset = words.take::<3>(if op.offset { shape.filtered() } else { 0 });
        let offset = offset.map(|v| (v as i32) << bits >> bits);
        if op.integer {
            return self.texel_at(0, layer, at, offset.map(|v| v as u32));
        }
        let levels = level::levels(self.sampler, lod, self.image.levels.len());
        let mut point = at.map(f32::from_bits);
        let mut slice = 0;
        if shape.is_cube() {
            let on = cube::face(point);
            (point, slice) = ([on.at[0], on.at[1], 0.0], on.face);
        }
        let last = self.image.levels[0].size[2] - 1;
        match shape {
            Shape::Layers1 | Shape::Layers2 => slice = layer.min(last),
            Shape::Cubes => slice += 6 * layer.min(last / 6),
            _ => {}
        }
        match op.gather {
            Some(component) => self.gather(component, levels.first, slice, point, offset),
            None => self.filtered(levels, slice, point, offset),
        }
    }

    /// Scales a derivative to texels of the largest level.
    fn to_texels(&self, along: [f32; 3]) -> [f32; 3] {
        let (size, n) = (self.image.levels[0].size, self.image.shape.dimensions());
        let scale = |axis: usize| if self.sampler.normalized { size[axis] as f32 } else { 1.0 };
        std::array::from_fn(|axis| if axis < n { along[axis] * scale(axis) } else { 0.0 })
    }

    /// Returns the channels of the texel at some indices; zeros outside the image.
    fn texel_at(
        &mut self,
        level: usize,
        layer: u32,
        at: [u32; 3],
        offset: [u32; 3],
    ) -> Result<[u32; 4], AccessFault> {
        let Some(&there) = self.image.levels.get(level) else { return Ok([0; 4]) };
        let shape = self.image.shape;
        let mut place = [0u32; 3];
        for axis in 0..shape.filtered() {
            // Indices count texels of the largest level.
            let index = (i64::from(at[axis] as i32) >> level) + i64::from((offset[axis] as i32) << 28 >> 28);
            if !(0..i64::from(there.size[axis])).contains(&index) {
                return Ok([0; 4]);
            }
            place[axis] = index as u32;
        }
        if shape.is_layered() {
            if layer >= there.size[2] {
                return Ok([0; 4]);
            }
            place[2] = layer;
        }
        let mut raw = [0; 4];
        self.load(&there, place, &mut raw)?;
        Ok(self.plain(raw))
    }

    fn load(&mut self, level: &Level, [x, y, z]: [u32; 3], raw: &mut Raw) -> Result<(), AccessFault> {
        let size = self.image.texel_bytes();
        // A texture on plain memory may lie anywhere: the load is what is checked.
        let step = |count: u32, pitch: u64| u64::from(count).wrapping_mul(pitch);
        let address = level
            .address
            .wrapping_add(step(z, level.pitch[1]))
            .wrapping_add(step(y, level.pitch[0]))
            .wrapping_add(step(x, u64::from(size)));
        let mut bytes = [0; 16];
        if !self.memory.load(address, &mut bytes[..(size as usize).min(16)]) {
            return Err(AccessFault::Illegal { address, write: false });
        }
        let (texel, format) = (u128::from_le_bytes(bytes), self.image.format);
        for (n, channel) in raw.iter_mut().enumerate().take(self.image.channels.into()) {
            *channel = format.extend((texel >> (n as u32 * format.bytes() * 8)) as u32);
        }
        Ok(())
    }

    /// Returns the border's colour as a texel.
    fn border(&self) -> Raw {
        let mut raw = [0; 4];
        for (n, channel) in raw.iter_mut().enumerate().take(self.image.channels.into()) {
            let bits = self.sampler.border[n];
            *channel = if self.sampler.integers && !self.image.format.is_float() {
                self.image.format.extend(bits)
            } else {
                self.image.format.quantize(bits)
            };
        }
        raw
    }

    /// Returns whether a channel is sRGB: a byte, and not the last of several channels.
    fn is_srgb(&self, channel: usize) -> bool {
        let last = usize::from(self.image.channels) - 1;
        self.sampler.srgb && self.image.format == format::Format::U8 && (channel < last || last == 0)
    }

    /// Converts a single texel.
    fn plain(&self, raw: Raw) -> [u32; 4] {
        let format = self.image.format;
        let mut values = [0; 4];
        for n in 0..usize::from(self.image.channels).min(4) {
            values[n] = if self.sampler.integers && !format.is_float() {
                raw[n]
            } else if self.is_srgb(n) {
                format::widen(format::linear_from_srgb(raw[n] as u8))
            } else {
                format.number(raw[n])
            };
        }
        values
    }

    fn axes(&self, level: &Level, point: [f32; 3], offset: [i32; 3]) -> [Axis; 3] {
        let cube = self.image.shape.is_cube();
        std::array::from_fn(|axis| Axis {
            coordinate: point[axis],
            size: level.size[axis],
            whole: self.image.levels[0].size[axis],
            edge: if cube { Edge::Clamp } else { self.sampler.edges[axis] },
            normalized: self.sampler.normalized || cube,
            offset: offset[axis],
        })
    }

    fn tap(&mut self, level: &Level, place: [Option<u32>; 3], raw: &mut Raw) -> Result<(), AccessFault> {
        if let [Some(x), Some(y), Some(z)] = place {
            return self.load(level, [x, y, z], raw);
        }
        *raw = self.border();
        Ok(())
    }

    fn filtered(
        &mut self,
        levels: Levels,
        slice: u32,
        point: [f32; 3],
        offset: [i32; 3],
    ) -> Result<[u32; 4], AccessFault> {
        if !self.is_linear()
            && levels.weight == 0
            && let Some(&level) = self.image.levels.get(levels.first)
        {
            let mut raw = [0; 4];
            self.nearest(&level, slice, point, offset, &mut raw)?;
            return Ok(self.plain(raw));
        }
        let mut taps = Taps::default();
        for (number, upper) in [(levels.first, false), (levels.first + 1, true)] {
            let Some(&level) = self.image.levels.get(number).filter(|_| !upper || levels.weight != 0) else {
                continue;
            };
            let first = taps.count;
            self.footprint(&level, slice, point, offset, &mut taps)?;
            for (_, weight) in &mut taps.all()[first..] {
                let part = filter::share(*weight, levels.weight);
                *weight = if upper { part } else { *weight - part };
            }
        }
        let taps = taps.all();
        if let [(raw, _)] = taps {
            return Ok(self.plain(*raw));
        }
        let format = self.image.format;
        let mut values = [0; 4];
        for (n, value) in values.iter_mut().enumerate().take(self.image.channels.into()) {
            let mut parts = [(0, 0); 16];
            for (part, (raw, weight)) in parts.iter_mut().zip(&*taps) {
                *part = (raw[n], *weight);
            }
            let parts = &parts[..taps.len()];
            *value = if self.sampler.integers && !format.is_float() {
                filter::integers(parts)
            } else if self.is_srgb(n) {
                filter::srgb(parts)
            } else {
                filter::numbers(format, parts)
            };
        }
        Ok(values)
    }

    /// Reads the texel of a level that is nearest to the point.
    fn nearest(
        &mut self,
        level: &Level,
        slice: u32,
        point: [f32; 3],
        offset: [i32; 3],
        raw: &mut Raw,
    ) -> Result<(), AccessFault> {
        let mut place = [Some(0), Some(0), Some(slice)];
        let axes = self.axes(level, point, offset);
        for (place, axis) in place.iter_mut().zip(axes).take(self.image.shape.filtered()) {
            *place = axis.nearest();
        }
        self.tap(level, place, raw)
    }

    /// Returns whether the texture's texels can be filtered linearly.
    fn is_linear(&self) -> bool {
        let wide = matches!(self.image.format, format::Format::U32 | format::Format::S32);
        self.sampler.linear && !wide
    }

    /// Returns the texels of a level that contribute, with weights of sum 256.
    fn footprint(
        &mut self,
        level: &Level,
        slice: u32,
        point: [f32; 3],
        offset: [i32; 3],
        taps: &mut Taps,
    ) -> Result<(), AccessFault> {
        if !self.is_linear() {
            return self.nearest(level, slice, point, offset, taps.add(256));
        }
        let mut dimensions = self.image.shape.filtered();
        let axes = self.axes(level, point, offset);
        let mut pairs = self.pairs(&axes, dimensions);
        if dimensions == 1 && self.sampler.edges[1] == Edge::Border {
            // A row is sampled like a rectangle at its upper edge, of which half is border.
            pairs[1] = Pair { at: [None, Some(0)], weight: 128 };
            dimensions = 2;
        }
        if self.image.shape.is_cube() && self.sampler.seamless {
            return self.around_edges(level, slice, &axes, taps);
        }
        let weights = filter::weights(pairs.map(|pair| pair.weight), dimensions);
        for (corner, weight) in weights.into_iter().enumerate().take(1 << dimensions) {
            let mut place = [Some(0), Some(0), Some(slice)];
            for (axis, (place, pair)) in place.iter_mut().zip(&pairs).enumerate().take(dimensions) {
                *place = pair.at[corner >> axis & 1];
            }
            self.tap(level, place, taps.add(weight))?;
        }
        Ok(())
    }

    /// Returns the texels of a cube's level that contribute; near an edge, some are on other faces.
    fn around_edges(
        &mut self,
        level: &Level,
        slice: u32,
        axes: &[Axis; 3],
        taps: &mut Taps,
    ) -> Result<(), AccessFault> {
        let (cube, face) = (slice / 6 * 6, slice % 6);
        let [(left, x), (upper, y)] = [axes[0].unbounded(), axes[1].unbounded()];
        let weights = filter::weights([x, y, 0], 2);
        let mut missing = 0;
        let first = taps.count;
        for (corner, weight) in weights.into_iter().enumerate().take(4) {
            let at = [left + (corner & 1) as i64, upper + (corner >> 1) as i64];
            match cube::across(face, at, level.size[0]) {
                Some([column, row, face]) => {
                    self.load(level, [column, row, cube + face], taps.add(weight))?;
                }
                None => missing = weight,
            }
        }
        // At a corner there are only three texels, which share the weight of the fourth.
        let there = taps.count - first;
        for (n, tap) in taps.all()[first..].iter_mut().enumerate() {
            let part = (missing + there as u32 - 1 - n as u32) / there as u32;
            tap.1 += part;
        }
        Ok(())
    }

    fn pairs(&self, axes: &[Axis; 3], dimensions: usize) -> [Pair; 3] {
        let none = Pair { at: [Some(0); 2], weight: 0 };
        let mut pairs = [none; 3];
        for (pair, axis) in pairs.iter_mut().zip(axes).take(dimensions) {
            *pair = axis.neighbours();
        }
        pairs
    }

    /// Gathers for `tld4`: counter-clockwise from the lower left.
    fn gather(
        &mut self,
        component: u8,
        level: usize,
        slice: u32,
        point: [f32; 3],
        offset: [i32; 3],
    ) -> Result<[u32; 4], AccessFault> {
        let Some(&level) = self.image.levels.get(level) else { return Ok([0; 4]) };
        let pairs = self.pairs(&self.axes(&level, point, offset), 2);
        let mut values = [0; 4];
        for (value, [right, down]) in values.iter_mut().zip([[0, 1], [1, 1], [1, 0], [0, 0]]) {
            let mut raw = [0; 4];
            self.tap(&level, [pairs[0].at[right], pairs[1].at[down], Some(slice)], &mut raw)?;
            *value = self.plain(raw)[usize::from(component & 3)];
        }
        Ok(values)
    }
}
