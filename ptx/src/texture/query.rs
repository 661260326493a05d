//! Texture and surface queries: `txq` and `suq`.

use super::{Edge, Format, Image, Object, Shape};
use crate::ir::texture::Query;

/// Returns the code of a channel type, which is OpenCL's (PTX ISA, "Texture, sampler and surface types").
const fn data_type(format: Format, number: bool) -> u32 {
    match (format, number) {
        (Format::S8, true) => 0x10d0,
        (Format::S16, true) => 0x10d1,
        (Format::U8, true) => 0x10d2,
        (Format::U16, true) => 0x10d3,
        (Format::S8, false) => 0x10d7,
        (Format::S16, false) => 0x10d8,
        (Format::S32, _) => 0x10d9,
        (Format::U8, false) => 0x10da,
        (Format::U16, false) => 0x10db,
        (Format::U32, _) => 0x10dc,
        (Format::F16, _) => 0x10dd,
        (Format::F32, _) => 0x10de,
    }
}

const fn order(channels: u8) -> u32 {
    match channels {
        1 => 0x10b0,
        2 => 0x10b2,
        _ => 0x10b5,
    }
}

const fn edge(edge: Edge) -> u32 {
    match edge {
        Edge::Wrap => 0,
        Edge::Mirror => 1,
        Edge::Clamp => 2,
        Edge::Border => 4,
    }
}

/// Returns width, height and depth of a level, as on an H200. Layers follow the last dimension; layers of
/// cubes count cubes for textures, and faces for surfaces. All are 0 for a missing level.
fn size(image: &Image, level: u32, surface: bool) -> [u32; 3] {
    let Some(&there) = image.levels.get(level as usize) else { return [0; 3] };
    let [width, height, depth] = there.size;
    match image.shape {
        Shape::D1 => [width, if surface { 0 } else { 1 }, 0],
        Shape::D2 => [width, height, 0],
        Shape::Layers1 => [width, depth, 0],
        Shape::D3 | Shape::Layers2 => [width, height, depth],
        Shape::Cube | Shape::Cubes if surface => [width, height, depth],
        Shape::Cube => [width, height, 0],
        Shape::Cubes => [width, height, depth / 6],
    }
}

/// Returns the result of a query; 0 for an object of the other kind.
pub fn query(object: &Object, question: Query, level: u32, surface: bool) -> u32 {
    let image = object.image();
    let sampler = match object {
        Object::Texture(_, sampler) => Some(sampler),
        Object::Surface(_) => None,
    };
    let [width, height, depth] = size(image, level, surface);
    match question {
        Query::Width => width,
        Query::Height => height,
        Query::Depth => depth,
        Query::ChannelDataType => data_type(image.format, !surface && sampler.is_some_and(|s| !s.integers)),
        Query::ChannelOrder => order(image.channels),
        Query::NormalizedCoords => sampler.map_or(0, |s| s.normalized.into()),
        Query::ArraySize if image.shape == Shape::Layers1 => height,
        Query::ArraySize => {
            if image.shape.is_layered() {
                depth
            } else {
                0
            }
        }
        Query::NumMipmapLevels => image.levels.len() as u32,
        Query::NumSamples => 0,
        Query::MemoryLayout => u32::from(image.linear),
        Query::FilterMode => sampler.map_or(0, |s| s.linear.into()),
        Query::AddressMode(n) => sampler.map_or(0, |s| edge(s.edges[usize::from(n.min(2))])),
        Query::ForceUnnormalized => 0,
    }
}
