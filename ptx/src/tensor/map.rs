//! Tensor map, and its encoding in 128 bytes.
//!
//! The encoding is our own (it is opaque in CUDA). Each field of `tensormap.replace` is a separate number in
//! it.

use super::elements::Element;

/// Size of a map in bytes.
pub const BYTES: usize = 128;
/// Largest number of dimensions of a tensor.
pub const RANKS: usize = 5;
/// Marks of valid maps: of boxes, or of columns.
const TILED: u16 = 0x7ea5;
const COLUMNS: u16 = 0x7ea6;

/// Layout of a tensor in global memory. Values are the driver's numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Interleave {
    /// Contiguous elements.
    #[default]
    None = 0,
    /// Pixels of 16 bytes; slices of channels are a dimension of their own.
    Bytes16 = 1,
    /// Pixels of 32 bytes.
    Bytes32 = 2,
}

/// Permutation of 16-byte pieces in shared memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the driver's names say it")]
pub enum Swizzle {
    #[default]
    None = 0,
    Bytes32 = 1,
    Bytes64 = 2,
    Bytes128 = 3,
}

/// Value of elements outside the tensor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Fill {
    /// Zeros.
    #[default]
    Zeros = 0,
    /// NaN.
    Nan = 1,
}

/// Parameters of an im2col map: a box of pixels, which are copied in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Im2col {
    /// Start of the box of pixels, by spatial dimension.
    pub lower: [i16; 3],
    /// Distance of its end from the tensor's last pixel.
    pub upper: [i16; 3],
    /// Pixels of a copy.
    pub pixels: u16,
}

/// A tensor map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Map {
    /// Address of the tensor.
    pub address: u64,
    /// Number of dimensions: 1 to 5.
    pub rank: usize,
    /// Element type.
    pub element: Element,
    /// Extent of each dimension in elements, 1 to 2^32; the first is the innermost.
    pub dims: [u64; RANKS],
    /// Stride of each dimension but the first, in bytes.
    pub strides: [u64; RANKS - 1],
    /// Extent of a box in elements, by dimension; of columns only the first: channels.
    pub extent: [u32; RANKS],
    /// Step between elements of a box, by dimension.
    pub steps: [u32; RANKS],
    /// Layout in global memory.
    pub interleave: Interleave,
    /// Layout of a box in shared memory.
    pub swizzle: Swizzle,
    /// Value of elements outside the tensor.
    pub fill: Fill,
    /// Parameters of an im2col map; `None` for a tiled one.
    pub im2col: Option<Im2col>,
}

/// Field that `tensormap.replace` changes.
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

/// Offsets in the encoding.
const ADDRESS: usize = 0;
const STRIDES: usize = 8;
const DIMS: usize = 40;
const MARK: usize = 60;
/// Bit mask of dimensions of 2^32 elements; their word is zero.
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
    /// Returns offset and size of the field in a map, the `ordinal`th if there are several; `None` beyond the
    /// last.
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
    /// Returns the encoding.
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
        // `tensormap.replace` numbers ranks from zero.
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

    /// Decodes a map; `None` if the bytes are not a valid map, or a field was replaced by an invalid value.
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

    fn example() -> Map {
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
        assert_eq!(Map::from_bytes(&example().to_bytes()), Some(example()));
        let im2col = Some(Im2col { lower: [-1, -2, 0], upper: [3, -32768, 0], pixels: 1024 });
        let columns = Map { im2col, ..example() };
        assert_eq!(Map::from_bytes(&columns.to_bytes()), Some(columns));
        assert_eq!(Map::from_bytes(&[0; BYTES]), None);
        assert_eq!(Map::from_bytes(&[255; BYTES]), None);
    }

    #[test]
    fn a_replaced_field_is_another_map() {
        let mut bytes = example().to_bytes();
        let (at, count) = Field::GlobalDim.place(1).unwrap();
        bytes[at..at + count as usize].copy_from_slice(&7u32.to_le_bytes());
        assert_eq!(Map::from_bytes(&bytes).unwrap().dims[1], 7);
        bytes[Field::GlobalDim.place(0).unwrap().0] = 0;
        assert_eq!(Map::from_bytes(&bytes), None, "no tensor is empty");
        assert_eq!(Field::GlobalStride.place(4), None);
        assert_eq!(Field::Rank.place(1), None);
    }
}
