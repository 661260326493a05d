//! Launches: results, shapes, arguments.

use crate::raw;
use crate::setup;
use hip_runtime::launch::argument;
use hip_runtime::{
    Array, DeviceBuffer, DeviceSlice, Dim3, Error, LaunchConfig, Plain, Pod, Status, Stream, kernels,
};
use std::num::Wrapping;

kernels! {
    // SAFETY: it adds one to `n` values.
    unsafe mod built = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/", "kernels.ptx") {
        safe fn add_one(data: &mut [u32; n], n: u32);
    }
}

#[test]
fn settings_of_every_kind() {
    let (module, _context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1000).expect("memory");
    let (n, name) = (1000u32, String::from("add_one"));
    launch!(module.add_one<<<4, 256>>>(data.ptr(), n)).expect("integers");
    launch!(module.add_one<<<(8u32, 1), [128]>>>(data.ptr(), n)).expect("tuple and array");
    launch!(module["add_one"]<<<Dim3::new(4, 1, 1), (256usize, 1, 1), 16>>>(data.ptr(), n)).expect("name");
    launch!(module[name]<<<4, 256>>>(data.ptr(), n)).expect("a computed name");
    let function = module.function("add_one").expect("a kernel");
    launch!(function<<<4, 256>>>(data.ptr(), n)).expect("a function");
    let config = LaunchConfig::new(Dim3::new(4, 1, 1), Dim3::new(256, 1, 1));
    raw::run(&function, &config, &[argument(data.ptr()), argument(n)]).expect("without the macro");
    assert_eq!(data.to_vec().expect("values"), [6; 1000]);
}

#[derive(Clone, Copy, PartialEq, Debug, Plain)]
#[repr(C)]
struct Particle {
    position: [f32; 3],
    charge: half::f16,
    kind: u16,
    weight: Weight,
}

#[derive(Clone, Copy, PartialEq, Debug, Plain)]
#[repr(transparent)]
struct Weight(f32);

#[test]
fn structures_are_values_of_buffers_and_arguments() {
    let (_module, _context) = setup();
    let one = Particle {
        position: [1.0, 2.0, 3.0],
        charge: half::f16::from_f32(1.0),
        kind: 7,
        weight: Weight(4.0),
    };
    let data = DeviceBuffer::from_slice(&[one; 3]).expect("memory");
    let mut values = [Particle { kind: 0, ..one }; 3];
    data.copy_to(&mut values).expect("values");
    assert_eq!(values, [one; 3]);
    assert_eq!(argument(one).bytes()[..14], [0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64, 0, 60]);
    // The same bytes as other values.
    let words = data.slice(1..).and_then(DeviceSlice::cast::<[u32; 5]>).expect("a view");
    assert_eq!(words.len(), 2);
    let mut copy = DeviceBuffer::<[u32; 5]>::zeroed(2).expect("memory");
    Stream::new().and_then(|stream| stream.copy(&words, &mut copy)).expect("a copy");
    assert_eq!(copy.to_vec().expect("values")[1][0], 1.0f32.to_bits());
    assert!(matches!(data.slice(..).and_then(DeviceSlice::cast::<u64>), Err(Error::Unaligned { .. })));
    assert!(matches!(data.slice(1..).and_then(DeviceSlice::cast::<u64>), Err(Error::Unaligned { .. })));
}

#[test]
fn numbers_of_other_crates() {
    use half::{bf16, f16};
    use num_complex::Complex;
    let (_module, _context) = setup();
    let halves = [f16::from_f32(1.5), f16::from_f32(-2.0)];
    assert_eq!(DeviceBuffer::from_slice(&halves).and_then(|data| data.to_vec()).expect("values"), halves);
    let numbers = [Complex::new(1.0f32, 2.0), Complex::new(3.0, 4.0)];
    assert_eq!(DeviceBuffer::from_slice(&numbers).and_then(|data| data.to_vec()).expect("values"), numbers);
    let words = [Wrapping(7u32), Wrapping(8)];
    let copy: Vec<Pod<Wrapping<u32>>> =
        DeviceBuffer::from_slice(Pod::wrap(&words)).and_then(|data| data.to_vec()).expect("values");
    assert_eq!((Pod::peel(&copy), argument(copy[1]).bytes()), (&words[..], &[8, 0, 0, 0][..]));
    assert_eq!(argument(bf16::from_f32(1.0)).bytes(), [0x80, 0x3f]);
    assert_eq!(argument(numbers[1]).bytes(), [0, 0, 64, 64, 0, 0, 128, 64]);
}

#[test]
fn dynamic_shared_memory_and_barriers() {
    let (module, _context) = setup();
    let values: Vec<u32> = (0..96).collect();
    let data = DeviceBuffer::from_slice(&values).expect("memory");
    launch!(module.reverse<<<1, 96, 4 * 96>>>(data.ptr())).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), (0..96).rev().collect::<Vec<_>>());
}

#[test]
fn variables_are_initialised() {
    let (module, _context) = setup();
    let to = DeviceBuffer::<u32>::zeroed(1).expect("memory");
    launch!(module.read_counter<<<1, 1>>>(to.ptr())).expect("a launch");
    assert_eq!(to.to_vec().expect("a value"), [7]);
    let (address, size) = module.global("counter").expect("a variable");
    assert_eq!(size, 4);
    launch!(module.store<<<1, 1>>>(address, 9u32)).expect("a launch");
    launch!(module.read_counter<<<1, 1>>>(to.ptr())).expect("a launch");
    assert_eq!(to.to_vec().expect("a value"), [9]);
    assert_eq!(module.global("table").expect("a variable").1, 64);
}

#[test]
fn limits_are_checked_as_an_h200_checks_them() {
    let (module, context) = setup();
    let data = DeviceBuffer::<u32>::zeroed(1024).expect("memory");
    let add = module.function("add_one").expect("a kernel");
    let go = |grid: (u64, u64, u64), block: (u64, u64, u64), shared: u64| {
        launch!(add<<<grid, block, shared>>>(data.ptr(), 1u32)).map_err(|e| e.status())
    };
    let refused = Err(Status::InvalidValue);
    assert_eq!(go((0, 1, 1), (1, 1, 1), 0), refused);
    assert_eq!(go((1, 1, 1), (0, 1, 1), 0), refused);
    assert_eq!(go((1, 1, 1), (1025, 1, 1), 0), refused);
    assert_eq!(go((1, 1, 1), (32, 33, 1), 0), refused);
    assert_eq!(go((1, 1, 1), (1, 1, 65), 0), refused);
    assert_eq!(go((1, 1, 1), (1, 1, 64), 0), Ok(()));
    assert_eq!(go((1, 65536, 1), (1, 1, 1), 0), refused);
    assert_eq!(go((1, 1, 65536), (1, 1, 1), 0), refused);
    assert_eq!(go((1 << 31, 1, 1), (1, 1, 1), 0), refused);
    assert_eq!(go((1, 1, 1), (1, 1, 1), 48 << 10), Ok(()));
    assert_eq!(go((1, 1, 1), (1, 1, 1), (48 << 10) + 1), refused);
    assert_eq!(go((1, 1, 1), (1, 1, 1), 1 << 40), refused);
    assert!(launch!(module.bounded<<<1, 64>>>(data.ptr())).is_ok());
    assert!(launch!(module.bounded<<<1, 65>>>(data.ptr())).is_err());
    assert!(launch!(module.exact<<<1, (32, 2)>>>(data.ptr())).is_ok());
    let error = launch!(module.exact<<<1, 64>>>(data.ptr())).expect_err("another shape");
    assert_eq!(error.to_string(), "kernel `exact` requires blocks of (32, 2, 1), not (64, 1, 1)");
    // A buffer's end does not wait for launches by its address.
    context.synchronize().expect("all");
}

#[test]
fn a_path_may_lead_to_the_output_of_a_build_script() {
    let (_, _context) = setup();
    let mut data = DeviceBuffer::from_slice(&[4u32; 3]).expect("memory");
    hip_runtime::launch!(built::add_one<<<1, 64>>>(&mut data, 3)).expect("a launch");
    assert_eq!(data.to_vec().expect("values"), [5; 3]);
}

#[test]
fn texels_may_be_halves() {
    let (_, _context) = setup();
    let texels = [half::f16::from_f32(0.5); 12];
    let mut array = Array::layers(2, 3, 2).expect("an array");
    array.copy_from(&texels).expect("a copy");
    assert_eq!(array.to_vec().expect("texels"), texels);
}
