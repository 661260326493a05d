//! Values that an image, a part or a recording borrows are used by nothing else meanwhile.

use hip_runtime::{Array, DeviceBuffer, Error, IpcHandle, Region, RegionMut, Sampling, Stream, Surface, Texture, VirtualBuffer};
use hip_runtime::{kernels, launch};

kernels! {
    unsafe mod own = "typed.ptx" {
        safe fn bounded(image: &Texture<f32>);
    }
}

fn write_under_a_texture(mut image: Array<f32>) -> Result<(), Error> {
    let texture = Texture::new(&image, &Sampling::default())?;
    image.copy_from(&[1.0])?;
    drop(texture);
    Ok(())
}

fn read_beside_a_surface(mut image: Array<f32>) -> Result<Vec<f32>, Error> {
    let mut surface = Surface::new(&mut image)?;
    let values = image.to_vec();
    drop(&mut surface);
    values
}

fn other_texels(image: &Array<u32>, buffer: &DeviceBuffer<f64>) -> Result<(), Error> {
    let texture = Texture::new(image, &Sampling::default())?;
    launch!(own::bounded<<<1, 1>>>(&texture))?;
    Texture::new(buffer, &Sampling::default())?;
    Ok(())
}

fn shrink_under_a_part(mut data: VirtualBuffer<u32>) -> Result<(), Error> {
    let part = data.slice(..)?;
    data.resize(0)?;
    drop(part);
    Ok(())
}

fn copy_a_box_onto_itself(stream: &Stream, mut data: DeviceBuffer<u32>) -> Result<(), Error> {
    stream.copy_box(Region::rows(&data, 4), RegionMut::rows(&mut data, 4), [4, 4, 1])
}

fn open_what_others_write(handle: &IpcHandle) -> Result<DeviceBuffer<u32>, Error> {
    DeviceBuffer::open(handle, 4)
}

fn main() {}
