//! Objects of recorded trials, in memory. The compiler's tests include this file.

use hip_ptx::texture::{Edge, Format, Image, Object, Sampler, Shape};
use testdata::texture::Trial;

/// Returns the trial's image at an address, and its bytes.
fn image(trial: &Trial, base: u64) -> (Image, Vec<u8>) {
    let shape = Shape::from_name(trial.text("shape")).expect("a shape");
    let format = Format::from_name(trial.text("format")).expect("a format");
    let [w, h, d, _] = trial.list("size", 10);
    let channels = trial.number("channels") as u8;
    let levels = trial.number("levels").max(1);
    let (mut image, bytes) = Image::packed(shape, format, channels, [w, h, d], levels, base);
    image.linear = trial.text("memory") == "linear";
    let mut memory = vec![0; bytes as usize];
    for (n, level) in image.levels.iter().enumerate() {
        let count = level.size.iter().product::<u32>() as usize * usize::from(channels);
        let at = (level.address - base) as usize;
        let bytes = trial.fill(count, n);
        memory[at..at + bytes.len()].copy_from_slice(&bytes);
    }
    (image, memory)
}

fn sampler(trial: &Trial) -> Sampler {
    let edge = |n| [Edge::Wrap, Edge::Clamp, Edge::Mirror, Edge::Border][n as usize & 3];
    let [x, y, z, _] = trial.list("edges", 10).map(edge);
    let flags = trial.number("flags");
    Sampler {
        edges: [x, y, z],
        linear: trial.number("filter") != 0,
        linear_levels: trial.number("mipfilter") != 0,
        integers: flags & 1 != 0,
        normalized: flags & 2 != 0,
        srgb: flags & 0x10 != 0,
        seamless: flags & 0x40 != 0,
        anisotropy: trial.number("anisotropy"),
        border: trial.list("border", 16),
        ..Sampler::default()
    }
    .with_levels(trial.float("bias"), trial.float("lowest"), trial.float("highest"))
}

/// Returns the trial's object at an address, and its bytes.
pub(crate) fn object(trial: &Trial, base: u64) -> (Object, Vec<u8>) {
    let (image, bytes) = image(trial, base);
    let object =
        if trial.is_surface() { Object::Surface(image) } else { Object::Texture(image, sampler(trial)) };
    (object, bytes)
}

/// Returns the bytes of the largest level's texels.
pub(crate) fn texel_bytes(object: &Object) -> usize {
    let image = object.image();
    (image.levels[0].size.iter().product::<u32>() * image.texel_bytes()) as usize
}
