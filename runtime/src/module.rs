//! Device code: from the bytes of an image to launchable kernels.

pub(crate) mod contents;
mod groups;
pub(crate) mod image;
pub(crate) mod load;
