//! Parts that the host libraries (BLAS, FFT, random numbers) share.
//!
//! A library computes on the host, on memory of the software device. A call becomes [work](launch) of a
//! stream: it runs when the stream comes to it, is captured in graphs, and reaches memory only by its
//! [`Memory`], which checks every range first. A wrong pointer is the context's error, as a
//! kernel's is.

#![expect(unsafe_code, reason = "calls of the C interface, and device memory by its address")]

mod call;
mod data_type;
mod driver;
mod entry;
mod float8;
mod handles;
mod hip;
mod memory;
mod number;
mod scalar;
mod stream;
mod view;

pub use call::{Call, Given};
pub use data_type::DataType;
pub use driver::{DriverPlace, driver_place, launch_on_driver, on_driver};
pub use entry::{Pointer, Status, put, put_all, run, take};
pub use float8::{E4m3, E5m2};
pub use handles::Handles;
pub use hip::{Rows, allocate, copy, copy_rows, current_device, device_count, free, on_device};
pub use memory::{Memory, Refused};
pub use num_complex::{Complex32, Complex64};
pub use number::{Factor, Number, bytes};
pub use scalar::{Scalar, Stored};
pub use stream::{Failure, Stream, launch, launch_wait};
pub use view::{MatrixView, VectorView};
