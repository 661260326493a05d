//! Texture fetches: `tex` and `tld4`.

use super::address::{Axis, Pair};
use super::level::{self, Levels};
use super::{AccessFault, Edge, Image, Level, Sampler, Shape, Texels, cube, filter, format};
use crate::interp::value::eval;
use crate::ir::texture::{Lod, Sample};
use crate::ir::{Mode, Op, Scalar, Type};

/// A texel as in memory, its first channel in the lowest bits. An array of channels would be written word by
/// word and copied as a whole, which a processor waits for.
type Texel = u128;

/// A texel that contributes to a result, with its weight in 256ths.
type Tap = (Texel, u32);

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

/// Returns the border's colour as a texel.
#[cold]
pub(super) fn border_texel(image: &Image, sampler: &Sampler) -> Texel {
    let format = image.format;
    let colours = sampler.border.iter().take(image.channels.into());
    colours.rev().fold(0, |texel, &bits| {
        let number = !sampler.integers || format.is_float();
        let channel = format.extend(if number { format.quantize(bits) } else { bits });
        let mask = u32::MAX >> (32 - 8 * format.bytes());
        texel << (8 * format.bytes()) | u128::from(channel & mask)
    })
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
        let texel = self.load(&there, place)?;
        Ok(self.plain(texel))
    }

    fn load(&mut self, level: &Level, [x, y, z]: [u32; 3]) -> Result<Texel, AccessFault> {
        let size = self.image.texel_bytes();
        // A texture on plain memory may lie anywhere: the load is what is checked.
        let step = |count: u32, pitch: u64| u64::from(count).wrapping_mul(pitch);
        let address = level
            .address
            .wrapping_add(step(z, level.pitch[1]))
            .wrapping_add(step(y, level.pitch[0]))
            .wrapping_add(step(x, u64::from(size)));
        let texel = match size {
            1 => self.word::<1>(address),
            2 => self.word::<2>(address),
            4 => self.word::<4>(address),
            8 => self.word::<8>(address),
            _ => self.word::<16>(address),
        };
        texel.ok_or(AccessFault::Illegal { address, write: false })
    }

    /// Reads a word of so many bytes.
    #[inline]
    fn word<const BYTES: usize>(&mut self, address: u64) -> Option<u128> {
        let mut bytes = [0; BYTES];
        let is_there = self.memory.load(address, &mut bytes);
        is_there.then(|| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte)))
    }

    /// Returns a channel of a texel, extended by its sign.
    #[inline]
    fn channel(&self, texel: Texel, n: usize) -> u32 {
        let format = self.image.format;
        format.extend((texel >> (n as u32 * format.bytes() * 8)) as u32)
    }

    /// Returns whether a channel is sRGB: a byte, and not the last of several channels.
    fn is_srgb(&self, channel: usize) -> bool {
        let last = usize::from(self.image.channels) - 1;
        self.sampler.srgb && self.image.format == format::Format::U8 && (channel < last || last == 0)
    }

    /// Converts a single texel.
    fn plain(&self, texel: Texel) -> [u32; 4] {
        let format = self.image.format;
        let mut values = [0; 4];
        for (n, value) in values.iter_mut().enumerate().take(self.image.channels.into()) {
            let raw = self.channel(texel, n);
            *value = if self.sampler.integers && !format.is_float() {
                raw
            } else if self.is_srgb(n) {
                format::widen(format::linear_from_srgb(raw as u8))
            } else {
                format.number(raw)
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

    /// Returns the texel at a place, or the border's colour.
    fn texel(&mut self, level: &Level, place: [Option<u32>; 3]) -> Result<Texel, AccessFault> {
        match place {
            [Some(x), Some(y), Some(z)] => self.load(level, [x, y, z]),
            _ => Ok(border_texel(self.image, self.sampler)),
        }
    }

    fn filtered(
        &mut self,
        levels: Levels,
        slice: u32,
        point: [f32; 3],
        offset: [i32; 3],
    ) -> Result<[u32; 4], AccessFault> {
        let image = self.image;
        let all = &image.levels;
        let Some(&first) = all.get(levels.first) else { return Ok([0; 4]) };
        let second = all.get(levels.first + 1).copied().filter(|_| levels.weight != 0);
        let Some(second) = second else {
            if !self.is_linear() {
                let texel = self.nearest(&first, slice, point, offset)?;
                return Ok(self.plain(texel));
            }
            // The sum of so many taps is compiled without loops.
            return match self.filtered_dimensions() {
                1 => self.corners::<2>(&first, slice, point, offset).map(|taps| self.sum(&taps)),
                2 => self.corners::<4>(&first, slice, point, offset).map(|taps| self.sum(&taps)),
                _ => self.corners::<8>(&first, slice, point, offset).map(|taps| self.sum(&taps)),
            };
        };
        let mut taps = [(0, 0); 16];
        for (number, (level, taps)) in [first, second].into_iter().zip(taps.chunks_mut(8)).enumerate() {
            self.footprint(&level, slice, point, offset, taps)?;
            for (_, weight) in taps {
                let part = filter::share(*weight, levels.weight);
                *weight = if number == 1 { part } else { *weight - part };
            }
        }
        Ok(self.sum(&taps))
    }

    /// Returns the weighted sum of texels.
    fn sum<const N: usize>(&self, taps: &[Tap; N]) -> [u32; 4] {
        let format = self.image.format;
        let mut values = [0; 4];
        for (n, value) in values.iter_mut().enumerate().take(self.image.channels.into()) {
            let parts: &[_; N] = &std::array::from_fn(|k| (self.channel(taps[k].0, n), taps[k].1));
            *value = if self.sampler.integers && !format.is_float() {
                filter::integers(parts)
            } else if self.is_srgb(n) {
                filter::srgb(parts)
            } else {
                filter::numbers(format, parts)
            };
        }
        values
    }

    /// Reads the texel of a level that is nearest to the point.
    fn nearest(
        &mut self,
        level: &Level,
        slice: u32,
        point: [f32; 3],
        offset: [i32; 3],
    ) -> Result<Texel, AccessFault> {
        let mut place = [Some(0), Some(0), Some(slice)];
        let axes = self.axes(level, point, offset);
        for (place, axis) in place.iter_mut().zip(axes).take(self.image.shape.filtered()) {
            *place = axis.nearest();
        }
        self.texel(level, place)
    }

    /// Returns whether the texture's texels can be filtered linearly.
    fn is_linear(&self) -> bool {
        let wide = matches!(self.image.format, format::Format::U32 | format::Format::S32);
        self.sampler.linear && !wide
    }

    /// Returns whether a row is filtered like a rectangle: at its upper edge, of which half is border.
    fn is_at_border(&self) -> bool {
        self.image.shape.filtered() == 1 && self.sampler.edges[1] == Edge::Border
    }

    /// Returns the number of dimensions in which texels are summed.
    fn filtered_dimensions(&self) -> usize {
        if self.is_at_border() { 2 } else { self.image.shape.filtered() }
    }

    /// Reads the texels of a level that contribute, at most eight; the others keep the weight zero.
    fn footprint(
        &mut self,
        level: &Level,
        slice: u32,
        point: [f32; 3],
        offset: [i32; 3],
        taps: &mut [Tap],
    ) -> Result<(), AccessFault> {
        if !self.is_linear() {
            taps[0] = (self.nearest(level, slice, point, offset)?, 256);
            return Ok(());
        }
        match self.filtered_dimensions() {
            1 => taps[..2].copy_from_slice(&self.corners::<2>(level, slice, point, offset)?),
            2 => taps[..4].copy_from_slice(&self.corners::<4>(level, slice, point, offset)?),
            _ => taps[..8].copy_from_slice(&self.corners::<8>(level, slice, point, offset)?),
        }
        Ok(())
    }

    /// Reads the `N` texels around a point, with weights of sum 256.
    fn corners<const N: usize>(
        &mut self,
        level: &Level,
        slice: u32,
        point: [f32; 3],
        offset: [i32; 3],
    ) -> Result<[Tap; N], AccessFault> {
        let dimensions = N.trailing_zeros() as usize;
        let axes = self.axes(level, point, offset);
        let mut taps = [(0, 0); N];
        if self.image.shape.is_cube() && self.sampler.seamless {
            self.around_edges(level, slice, &axes, &mut taps)?;
            return Ok(taps);
        }
        let mut pairs = self.pairs(&axes, dimensions);
        if self.is_at_border() {
            pairs[1] = Pair { at: [None, Some(0)], weight: 128 };
        }
        let weights: [u32; N] = filter::weights(pairs.map(|pair| pair.weight));
        for (corner, tap) in taps.iter_mut().enumerate() {
            let mut place = [Some(0), Some(0), Some(slice)];
            for (axis, (place, pair)) in place.iter_mut().zip(&pairs).enumerate().take(dimensions) {
                *place = pair.at[corner >> axis & 1];
            }
            *tap = (self.texel(level, place)?, weights[corner]);
        }
        Ok(taps)
    }

    /// Reads the texels of a cube's level that contribute; near an edge, some are on other faces.
    fn around_edges(
        &mut self,
        level: &Level,
        slice: u32,
        axes: &[Axis; 3],
        taps: &mut [Tap],
    ) -> Result<(), AccessFault> {
        let (cube, face) = (slice / 6 * 6, slice % 6);
        let [(left, x), (upper, y)] = [axes[0].unbounded(), axes[1].unbounded()];
        let weights: [u32; 4] = filter::weights([x, y, 0]);
        let (mut missing, mut there) = (0, 0);
        for (corner, weight) in weights.into_iter().enumerate().take(4) {
            let at = [left + (corner & 1) as i64, upper + (corner >> 1) as i64];
            match cube::across(face, at, level.size[0]) {
                Some([column, row, face]) => {
                    taps[there] = (self.load(level, [column, row, cube + face])?, weight);
                    there += 1;
                }
                None => missing = weight,
            }
        }
        // At a corner there are only three texels, which share the weight of the fourth.
        for (n, (_, weight)) in taps[..there].iter_mut().enumerate() {
            *weight += (missing + there as u32 - 1 - n as u32) / there as u32;
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
            let texel = self.texel(&level, [pairs[0].at[right], pairs[1].at[down], Some(slice)])?;
            *value = self.plain(texel)[usize::from(component & 3)];
        }
        Ok(values)
    }
}
