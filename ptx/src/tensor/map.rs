//! A tensor map: what it says, and its 128 bytes.
//!
//! The bytes are ours (CUDA calls them opaque), laid out so that each field that `tensormap.replace` replaces
//! is a number of its own.

use super::elements::Element;

/// Bytes of a map.
pub const BYTES: usize = 128;
/// Most dimensions of a tensor.
pub const RANKS: usize = 5;
/// Says that bytes are a map: of boxes, or of columns.
const TILED: u16 = 0x7ea5;
const COLUMNS: u16 = 0x7ea6;

/// How a tensor lies in global memory. Values are the driver's numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Interleave {
    /// Elements one by one.
    #[default]
    None = 0,
    /// Pixels are of 16 bytes, and the channels' slices a dimension of their own.
    Bytes16 = 1,
    /// Of 32 bytes.
    Bytes32 = 2,
}

/// How the 16-byte pieces of shared memory are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the driver's names say it")]
pub enum Swizzle {
    #[default]
    None = 0,
    Bytes32 = 1,
    Bytes64 = 2,
    Bytes128 = 3,
}

/// What is read beyond the tensor's edges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Fill {
    /// Zeros.
    #[default]
    Zeros = 0,
    /// NaN.
    Nan = 1,
}

/// What a map of columns has besides: a box of pixels, whose pixels are taken one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Im2col {
    /// Where the box of pixels begins, by spatial dimension.
    pub lower: [i16; 3],
    /// How far it ends from the tensor's last pixel.
    pub upper: [i16; 3],
    /// Pixels a copy takes.
    pub pixels: u16,
}

/// A tensor map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Map {
    /// Where the tensor begins.
    pub address: u64,
    /// Dimensions: 1 to 5.
    pub rank: usize,
    /// What it holds.
    pub element: Element,
    /// Elements by dimension, 1 to 2^32; the first is the innermost.
    pub dims: [u64; RANKS],
    /// Bytes from one to the next, of every dimension but the first.
    pub strides: [u64; RANKS - 1],
    /// Elements of a box by dimension; of columns the first: channels.
    pub extent: [u32; RANKS],
    /// A box has every so-manieth element.
    pub steps: [u32; RANKS],
    /// How the tensor lies in global memory.
    pub interleave: Interleave,
    /// How a box lies in shared memory.
    pub swizzle: Swizzle,
    /// What is read beyond the edges.
    pub fill: Fill,
    /// The map is one of columns.
    pub im2col: Option<Im2col>,
}

/// A number in a map that `tensormap.replace` replaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the PTX names say it")]
pub enum Field {
    GlobalAddress,
    Rank,
    BoxDim,
    GlobalDim,
    GlobalStride,
    ElementStride,
    ElemType,
    InterleaveLayout,
    SwizzleMode,
    FillMode,
}

/// Places in the bytes.
const ADDRESS: usize = 0;
const STRIDES: usize = 8;
const DIMS: usize = 40;
const MARK: usize = 60;
/// Dimensions of 2^32 elements, whose word is zero.
const HUGE: usize = 62;
const EXTENT: usize = 64;
const STEPS: usize = 84;
const RANK: usize = 104;
const ELEMENT: usize = 105;
const INTERLEAVE: usize = 106;
const SWIZZLE: usize = 107;
const FILL: usize = 108;
const LOWER: usize = 110;
const UPPER: usize = 116;
const PIXELS: usize = 122;

impl Field {
    /// Where the field lies in a map and how many bytes it has; the `ordinal`th if there are several. `None`
    /// if there are not that many.
    pub const fn place(self, ordinal: u64) -> Option<(usize, u32)> {
        let (first, bytes, count) = match self {
            Field::GlobalAddress => (ADDRESS, 8, 1),
            Field::GlobalStride => (STRIDES, 8, RANKS - 1),
            Field::GlobalDim => (DIMS, 4, RANKS),
            Field::BoxDim => (EXTENT, 4, RANKS),
            Field::ElementStride => (STEPS, 4, RANKS),
            Field::Rank => (RANK, 1, 1),
            Field::ElemType => (ELEMENT, 1, 1),
            Field::InterleaveLayout => (INTERLEAVE, 1, 1),
            Field::SwizzleMode => (SWIZZLE, 1, 1),
            Field::FillMode => (FILL, 1, 1),
        };
        if ordinal < count as u64 { Some((first + ordinal as usize * bytes as usize, bytes)) } else { None }
    }
}

impl Map {
    /// Its bytes.
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        put(ADDRESS, &self.address.to_le_bytes());
        let mut huge = 0u8;
        for n in 0..RANKS {
            put(DIMS + 4 * n, &(self.dims[n] as u32).to_le_bytes());
            huge |= u8::from(self.dims[n] > u64::from(u32::MAX)) << n;
            put(EXTENT + 4 * n, &self.extent[n].to_le_bytes());
            put(STEPS + 4 * n, &self.steps[n].to_le_bytes());
        }
        for (n, stride) in self.strides.iter().enumerate() {
            put(STRIDES + 8 * n, &stride.to_le_bytes());
        }
        let mark = if self.im2col.is_some() { COLUMNS } else { TILED };
        put(MARK, &mark.to_le_bytes());
        put(HUGE, &[huge]);
        // As `tensormap.replace` counts: from zero.
        put(RANK, &[self.rank.wrapping_sub(1) as u8]);
        put(ELEMENT, &[self.element.to_ptx()]);
        put(INTERLEAVE, &[self.interleave as u8]);
        put(SWIZZLE, &[self.swizzle as u8]);
        put(FILL, &[self.fill as u8]);
        if let Some(columns) = &self.im2col {
            for n in 0..3 {
                put(LOWER + 2 * n, &columns.lower[n].to_le_bytes());
                put(UPPER + 2 * n, &columns.upper[n].to_le_bytes());
            }
            put(PIXELS, &columns.pixels.to_le_bytes());
        }
        bytes
    }

    /// The map that bytes are; `None` if they are none: no map was encoded there, or one was replaced by what
    /// none has.
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Option<Map> {
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let word = |at: usize| u32::from(half(at)) | u32::from(half(at + 2)) << 16;
        let wide = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        let im2col = match half(MARK) {
            TILED => None,
            COLUMNS => Some(Im2col {
                lower: std::array::from_fn(|n| half(LOWER + 2 * n) as i16),
                upper: std::array::from_fn(|n| half(UPPER + 2 * n) as i16),
                pixels: half(PIXELS),
            }),
            _ => return None,
        };
        let huge = |n: usize| bytes[HUGE] >> n & 1 != 0;
        let map = Map {
            address: wide(ADDRESS),
            rank: usize::from(bytes[RANK]) + 1,
            element: Element::from_ptx(bytes[ELEMENT].into())?,
            dims: std::array::from_fn(|n| match word(DIMS + 4 * n) {
                0 if huge(n) => 1 << 32,
                some => some.into(),
            }),
            strides: std::array::from_fn(|n| wide(STRIDES + 8 * n)),
            extent: std::array::from_fn(|n| word(EXTENT + 4 * n)),
            steps: std::array::from_fn(|n| word(STEPS + 4 * n)),
            interleave: match bytes[INTERLEAVE] {
                0 => Interleave::None,
                1 => Interleave::Bytes16,
                2 => Interleave::Bytes32,
                _ => return None,
            },
            swizzle: match bytes[SWIZZLE] {
                0 => Swizzle::None,
                1 => Swizzle::Bytes32,
                2 => Swizzle::Bytes64,
                3 => Swizzle::Bytes128,
                _ => return None,
            },
            fill: if bytes[FILL] & 1 == 0 { Fill::Zeros } else { Fill::Nan },
            im2col,
        };
        let whole = |list: &[u32]| list.iter().all(|n| (1..=256).contains(n));
        let fits = map.rank <= RANKS
            && (map.rank >= 3 || map.im2col.is_none() && map.interleave == Interleave::None)
            && map.dims[..map.rank].iter().all(|&n| n > 0)
            && whole(&map.extent[..if map.im2col.is_some() { 1 } else { map.rank }])
            && whole(&map.steps[..map.rank])
            && map.strides.iter().all(|&stride| stride < 1 << 40);
        fits.then_some(map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Map {
        Map {
            address: 0x7000_1230,
            rank: 4,
            element: Element::Bf16,
            dims: [64, 1 << 32, 3, 9, 0],
            strides: [128, 4096, 1 << 39, 0],
            extent: [64, 2, 3, 256, 0],
            steps: [1, 8, 2, 1, 0],
            interleave: Interleave::Bytes32,
            swizzle: Swizzle::Bytes64,
            fill: Fill::Nan,
            im2col: None,
        }
    }

    #[test]
    fn bytes_are_the_map() {
        assert_eq!(Map::from_bytes(&some().to_bytes()), Some(some()));
        let im2col = Some(Im2col { lower: [-1, -2, 0], upper: [3, -32768, 0], pixels: 1024 });
        let columns = Map { im2col, ..some() };
        assert_eq!(Map::from_bytes(&columns.to_bytes()), Some(columns));
        assert_eq!(Map::from_bytes(&[0; BYTES]), None);
        assert_eq!(Map::from_bytes(&[255; BYTES]), None);
    }

    #[test]
    fn a_replaced_field_is_another_map() {
        let mut bytes = some().to_bytes();
        let (at, count) = Field::GlobalDim.place(1).unwrap();
        bytes[at..at + count as usize].copy_from_slice(&7u32.to_le_bytes());
        assert_eq!(Map::from_bytes(&bytes).unwrap().dims[1], 7);
        bytes[Field::GlobalDim.place(0).unwrap().0] = 0;
        assert_eq!(Map::from_bytes(&bytes), None, "no tensor is empty");
        assert_eq!(Field::GlobalStride.place(4), None);
        assert_eq!(Field::Rank.place(1), None);
    }
}
