//! Textures, through which kernels read arrays and buffers, and surfaces, through which they write arrays.

use super::array::{Array, Texel};
use super::mipmaps::Mipmaps;
use super::slice::DeviceSlice;
use super::storage::Loan;
use crate::api::array::Format;
use crate::api::texture;
use crate::kernels::Word;
use crate::launch::{Argument, KernelArg};
use crate::object::ContextObject;
use crate::object::texture::{Made, Resource, TextureDesc};
use crate::state::usable;
use crate::sync::Arc;
use crate::{DeviceBuffer, Error};
use std::fmt;
use std::marker::PhantomData;

/// Behaviour beyond the edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Edge {
    /// It starts again; with normalised coordinates only.
    Wrap,
    /// The texel at the edge.
    #[default]
    Clamp,
    /// It is reflected; with normalised coordinates only.
    Mirror,
    /// The border's value.
    Border,
}

/// Parameters with which a texture is read. The default is the nearest texel by its indices, clamped to the
/// edges.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sampling {
    /// Beyond the edges of x, y, z.
    pub edges: [Edge; 3],
    /// Weighted sums of the nearest texels, instead of the nearest one.
    pub linear: bool,
    /// Coordinates from 0 to 1, instead of indices.
    pub normalized: bool,
    /// 8- and 16-bit integers are read as numbers from 0 or -1 to 1, instead of integers.
    pub as_fractions: bool,
    /// Red, green, blue, alpha beyond the edges.
    pub border: [f32; 4],
    /// Weighted sums of the two nearest levels of [`Mipmaps`], instead of the nearest one.
    pub blends_levels: bool,
}

const INTEGERS: u32 = 1;
const NORMALIZED: u32 = 2;

impl Sampling {
    fn describe(&self, format: Format) -> TextureDesc {
        let keeps = !self.as_fractions && !matches!(format, Format::F16 | Format::F32);
        let flags = if keeps { INTEGERS } else { 0 } | if self.normalized { NORMALIZED } else { 0 };
        TextureDesc {
            address_modes: self.edges.map(|edge| edge as u32),
            filter: self.linear.into(),
            flags,
            border: self.border,
            level_filter: self.blends_levels.into(),
            levels: [0.0, f32::from(u8::MAX)],
            ..TextureDesc::default()
        }
    }
}

/// Value that textures read: an [`Array`] or [`Mipmaps`], shared, borrowed or owned; a buffer or part of one,
/// of which integers index the values.
pub trait Image<T>: image::Image<T> {}

mod image {
    use super::{Loan, Resource};

    pub trait Image<T> {
        fn resource(&self) -> Resource;
        /// The memory, to be read.
        fn loan(&self) -> Loan;
    }
}

/// Texture, destroyed on drop; launched kernels continue. It borrows or keeps what it reads.
pub struct Texture<'a, T> {
    handle: Handle,
    loan: Loan,
    of: PhantomData<T>,
    /// The image, which nothing writes as long.
    _image: Box<dyn Send + Sync + 'a>,
}

/// Surface of an array, destroyed on drop; launched kernels continue.
pub struct Surface<'a, T> {
    handle: Handle,
    loan: Loan,
    of: PhantomData<&'a mut T>,
}

/// Handle of a texture or surface in a context.
struct Handle {
    word: u64,
    context: Arc<ContextObject>,
}

impl Handle {
    fn new(word: u64, context: Arc<ContextObject>) -> Handle {
        Handle { word, context }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let made: Option<Made> = self.context.textures.lock().remove(&self.word);
        if made.is_some() && self.context.check().is_ok() {
            self.context.backend.remove_texture(self.word);
        }
    }
}

impl<'a, T: Texel> Texture<'a, T> {
    /// Makes a texture in the current context.
    ///
    /// # Errors
    /// `OutOfRange` for a buffer of more values than a texture can have; `StaleHandle`; errors of the current
    /// context.
    pub fn new(image: impl Image<T> + Send + Sync + 'a, sampling: &Sampling) -> Result<Self, Error> {
        let (context, loan) = (usable()?, image.loan());
        let word = texture::create(image.resource(), sampling.describe(T::FORMAT))?;
        let handle = Handle::new(word, context);
        Ok(Texture { handle, loan, of: PhantomData, _image: Box::new(image) })
    }
}

impl<'a, T: Texel> Surface<'a, T> {
    /// Makes a surface in the current context.
    ///
    /// # Errors
    /// `StaleHandle`; errors of the current context.
    pub fn new(array: &'a mut Array<T>) -> Result<Self, Error> {
        let (context, loan) = (usable()?, array.loan(true));
        let handle = Handle::new(texture::create_surface(array.object().id)?, context);
        Ok(Surface { handle, loan, of: PhantomData })
    }
}

macro_rules! images {
    ($of:ident, $resource:ident: $($ty:ty),*) => {$(
        impl<T: Texel> Image<T> for $ty {}
        impl<T: Texel> image::Image<T> for $ty {
            fn resource(&self) -> Resource {
                Resource::$resource(self.object().id)
            }
            fn loan(&self) -> Loan {
                $of::loan(self, false)
            }
        }
    )*};
}

images!(Array, Array: Array<T>, &Array<T>, std::sync::Arc<Array<T>>);
images!(Mipmaps, Mipmapped: Mipmaps<T>, &Mipmaps<T>, std::sync::Arc<Mipmaps<T>>);

fn linear<T: Texel>(loan: &Loan) -> Resource {
    let (address, bytes) = (loan.address(), loan.bytes());
    Resource::Linear { address, format: T::FORMAT, channels: T::CHANNELS, bytes }
}

impl<T: Texel> Image<T> for &DeviceBuffer<T> {}
impl<T: Texel> image::Image<T> for &DeviceBuffer<T> {
    fn resource(&self) -> Resource {
        linear::<T>(&self.loan())
    }
    fn loan(&self) -> Loan {
        self.part().loan(false)
    }
}

impl<T: Texel> Image<T> for DeviceSlice<'_, T> {}
impl<T: Texel> image::Image<T> for DeviceSlice<'_, T> {
    fn resource(&self) -> Resource {
        linear::<T>(&image::Image::<T>::loan(self))
    }
    fn loan(&self) -> Loan {
        super::slice::sealed::Lend::loan(self)
    }
}

macro_rules! arguments {
    ($($ty:ty),*) => {$(
        impl<T> KernelArg for $ty {
            fn write(self, to: &mut Argument) {
                to.name(self.handle.word, self.handle.context.owner(), self.loan.clone());
            }
        }
        impl<T> Word<8> for $ty {}
    )*};
}

arguments!(&Texture<'_, T>, &mut Surface<'_, T>);

impl<T> fmt::Debug for Texture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "texture {:#x}", self.handle.word)
    }
}

impl<T> fmt::Debug for Surface<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "surface {:#x}", self.handle.word)
    }
}
