//! Arrays, textures, surfaces, and copies of boxes.

use super::setup;
use hip_runtime::{
    Array, Context, Device, DeviceBuffer, Edge, Error, Mipmaps, PinnedBuffer, Region, RegionMut, Sampling,
    Stream, Surface, Texel, Texture, kernels,
};
use std::sync::Arc;

kernels! {
    // SAFETY: `read` and `read_levels` store a texel for each thread of a block, `write` sets those of the
    // first row.
    unsafe mod images = "images.ptx" {
        safe fn read(image: &Texture<f32>, to: &mut [f32; block.x * 1]);
        safe fn read_levels(image: &Texture<f32>, to: &mut [f32; block.x * 1]);
        safe fn write(image: &mut Surface<f32>, value: f32);
    }
}

/// `launch!` as programs have it.
use hip_runtime::launch as safely;

fn stream() -> Stream {
    Stream::non_blocking(0).expect("a stream")
}

/// Values that a texture gives for -1, 0, 1….
fn read(texture: &Texture<'_, f32>, count: usize) -> Vec<f32> {
    let mut to = DeviceBuffer::<f32>::zeroed(count).expect("memory");
    safely!(images::read<<<1, count>>>(texture, &mut to)).expect("a launch");
    to.to_vec().expect("values")
}

#[test]
fn arrays_hold_texels_of_all_shapes() {
    let (_, _context) = setup();
    fn round_trip<T: Texel + PartialEq + std::fmt::Debug>(array: Result<Array<T>, Error>, texel: T) {
        let mut array = array.expect("an array");
        let texels = vec![texel; array.len()];
        array.copy_from(&texels).expect("a copy");
        assert_eq!(array.to_vec().expect("texels"), texels);
        assert!(matches!(array.copy_from(&texels[1..]), Err(Error::PastEnd { .. })));
    }
    round_trip(Array::d1(100), 7u8);
    round_trip(Array::d2(33, 5), [1.0f32, 2.0, 3.0, 4.0]);
    round_trip(Array::d3(4, 3, 2), [1i16, -2]);
    round_trip(Array::layers(4, 3, 5), 0.5f32);
    assert_eq!(Array::<u32>::d3(4, 3, 2).expect("an array").extent(), [4, 3, 2]);
    assert!(matches!(Array::<u32>::d2(0, 3), Err(Error::OutOfRange { .. })));
}

#[test]
fn textures_keep_what_they_read() {
    let (_, _context) = setup();
    let mut array = Array::<f32>::d1(3).expect("an array");
    array.copy_from(&[1.0, 2.0, 3.0]).expect("a copy");
    let array = Arc::new(array);
    let clamped = Texture::new(Arc::clone(&array), &Sampling::default()).expect("a texture");
    let border = Sampling { edges: [Edge::Border; 3], border: [9.0; 4], ..Sampling::default() };
    let bordered = Texture::new(&*array, &border).expect("a texture");
    assert_eq!(read(&bordered, 5), [9.0, 1.0, 2.0, 3.0, 9.0]);
    drop(bordered);
    drop(array);
    assert_eq!(read(&clamped, 5), [1.0, 1.0, 2.0, 3.0, 3.0], "the texture has the last reference");
}

#[test]
fn surfaces_and_copies_are_in_order_of_their_array() {
    let (_, _context) = setup();
    let mut array = Array::<f32>::d1(4).expect("an array");
    array.copy_from(&[0.0; 4]).expect("a copy");
    let (first, second) = (stream(), stream());
    for round in 1..=3 {
        let mut surface = Surface::new(&mut array).expect("a surface");
        safely!(images::write<<<1, 4, 0, &first>>>(&mut surface, round as f32)).expect("a launch");
        drop(surface);
        let mut copy = DeviceBuffer::<f32>::zeroed(4).expect("memory");
        let (from, to) = (array.region([0; 3]), RegionMut::rows(&mut copy, 4));
        second.copy_box(from, to, [4, 1, 1]).expect("a copy");
        assert_eq!(copy.to_vec().expect("values"), [round as f32; 4]);
    }
}

#[test]
fn levels_are_written_alone_and_read_together() {
    let (_, _context) = setup();
    let mut mipmaps = Mipmaps::<f32>::d2(8, 4, 3).expect("an array");
    let extents: Vec<_> = mipmaps.levels().iter().map(Array::extent).collect();
    assert_eq!(extents, [[8, 4, 1], [4, 2, 1], [2, 1, 1]]);
    for (number, level) in mipmaps.levels_mut().iter_mut().enumerate() {
        level.copy_from(&vec![10.0 * number as f32; level.len()]).expect("a copy");
    }
    assert_eq!(mipmaps.levels()[2].to_vec().expect("texels"), [20.0; 2]);
    let sampling = Sampling { normalized: true, blends_levels: true, ..Sampling::default() };
    let mut to = DeviceBuffer::<f32>::zeroed(6).expect("memory");
    {
        let texture = Texture::new(&mipmaps, &sampling).expect("a texture");
        safely!(images::read_levels<<<1, 6>>>(&texture, &mut to)).expect("a launch");
        assert_eq!(to.to_vec().expect("values"), [0.0, 5.0, 10.0, 15.0, 20.0, 20.0]);
    }
    assert_eq!(Mipmaps::<u8>::d3(4, 4, 4, 9).expect("an array").levels().len(), 3);
}

#[test]
fn a_texture_of_another_context_is_refused() {
    let (_, _context) = setup();
    let array = Array::<f32>::d1(4).expect("an array");
    let texture = Texture::new(&array, &Sampling::default()).expect("a texture");
    let _second = Context::new(Device::get(0).expect("a device")).expect("a context");
    let mut to = DeviceBuffer::<f32>::zeroed(4).expect("memory");
    let error = safely!(images::read<<<1, 4>>>(&texture, &mut to)).expect_err("another context's handle");
    assert!(matches!(error, Error::ContextsDiffer { .. }), "{error}");
}

#[test]
fn boxes_are_copied_between_all_kinds_of_memory() {
    let (_, _context) = setup();
    let stream = stream();
    let host: Vec<f32> = (0..6 * 5 * 4).map(|i| i as f32).collect();
    let from = PinnedBuffer::from_slice(&host).expect("memory");
    let (mut array, mut to) =
        (Array::d3(4, 3, 2).expect("an array"), DeviceBuffer::<f32>::zeroed(4 * 3 * 2).expect("memory"));
    // From x 1, y 1, z 1 of a volume of 6 × 5 × 4.
    let part = from.slice(1 + 6 + 6 * 5..).expect("a part");
    stream.copy_box(Region::slices(part, 6, 5), array.region_mut([0; 3]), [4, 3, 2]).expect("a copy");
    stream.copy_box(array.region([0; 3]), RegionMut::slices(&mut to, 4, 3), [4, 3, 2]).expect("a copy");
    let values = to.to_vec().expect("values");
    let expected = |i: usize| host[1 + i % 4 + 6 * (1 + i / 4 % 3 + 5 * (1 + i / 12))];
    assert!(values.iter().enumerate().all(|(i, value)| *value == expected(i)), "{values:?}");
    // A column becomes a row.
    let mut row = DeviceBuffer::<f32>::zeroed(3).expect("memory");
    let column = Region::rows(&to, 4);
    stream.copy_box(column, RegionMut::rows(&mut row, 1), [1, 3, 1]).expect("a copy");
    assert_eq!(row.to_vec().expect("values"), [expected(0), expected(4), expected(8)]);
}

#[test]
fn boxes_stay_within_their_memory() {
    let (_, _context) = setup();
    let (stream, from) = (stream(), DeviceBuffer::<u32>::zeroed(100).expect("memory"));
    let mut to = DeviceBuffer::<u32>::zeroed(12).expect("memory");
    let mut copy = |row, rows, extent| {
        stream.copy_box(Region::rows(&from, 10), RegionMut::slices(&mut to, row, rows), extent)
    };
    copy(4, 3, [4, 3, 1]).expect("all of it");
    copy(8, 1, [4, 2, 1]).expect("the last row need not be whole");
    for (row, rows, extent) in [
        (4, 3, [4, 4, 1]),
        (4, 1, [4, 1, 4]),
        (3, 9, [4, 2, 1]),
        (4, 1, [4, 2, 2]),
        (usize::MAX, 2, [1, 2, 1]),
        (1, usize::MAX, [1, 1, 2]),
    ] {
        let error = copy(row, rows, extent).expect_err("it leaves the buffer, or overlaps");
        assert!(matches!(error, Error::PastEnd { .. }), "{error}");
    }
    let mut array = Array::<u32>::d2(4, 4).expect("an array");
    let error = stream.copy_box(Region::rows(&from, 10), array.region_mut([1, 0, 0]), [4, 1, 1]);
    assert!(matches!(error, Err(Error::OutOfRange { .. })));
}
