//! An image is enlarged through a texture, which interpolates: `cargo run -p hip-runtime --example textures`.

#![expect(clippy::print_stdout, reason = "an example says what it did")]

use hip_runtime::{Array, Context, Device, Error, Sampling, Surface, Texture, kernels, launch};

kernels! {
    // SAFETY: the kernel reads the texture, and writes `width` × `height` values of the surface; what is
    // beyond its edges is dropped.
    unsafe mod textures = "kernels/textures.ptx" {
        safe fn resize(image: &Texture<f32>, out: &mut Surface<f32>, width: i32, height: i32);
    }
}

pub(crate) fn main() -> Result<(), Error> {
    let _context = Context::primary(Device::get(0)?)?;
    let (small, large) = (4usize, 16usize);
    let mut image = Array::<f32>::d2(small, small)?;
    let ramp: Vec<f32> = (0..small * small).map(|i| (i % small) as f32).collect();
    image.copy_from(&ramp)?;
    let texture = Texture::new(image, &Sampling { linear: true, normalized: true, ..Sampling::default() })?;

    let mut out = Array::<f32>::d2(large, large)?;
    let mut surface = Surface::new(&mut out)?;
    launch!(textures::resize<<<(2, 2), (8, 8)>>>(&texture, &mut surface, large as i32, large as i32))?;
    drop(surface);

    // Between the middles of the first and the last texel, values grow by the same step.
    let (values, step) = (out.to_vec()?, small as f32 / large as f32);
    let inner = |x: usize| (x as f32 + 0.5) * step - 0.5;
    for (i, value) in values.iter().enumerate() {
        let expected = inner(i % large).clamp(0.0, small as f32 - 1.0);
        assert!((value - expected).abs() < 1e-2, "{i}: {value}, not {expected}");
    }
    println!("textures: {small} × {small} texels shown as {large} × {large}, PASS");
    Ok(())
}
