//! Device code: from the bytes of an image to kernels that can be launched.

mod groups;
pub(crate) mod image;
pub(crate) mod load;
