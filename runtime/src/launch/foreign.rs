//! Numbers of other crates as values of buffers and arguments of kernels, by features.
#![expect(unsafe_code, reason = "promises about the bytes of types of other crates")]

#[cfg(feature = "half")]
mod half {
    use crate::kernels::Word;
    use crate::launch::{Argument, KernelArg};
    use crate::types::Plain;
    use half::{bf16, f16};

    macro_rules! numbers {
        ($($ty:ty)*) => {$(
            // SAFETY: a number of 16 bits; every bit pattern is a value.
            unsafe impl Plain for $ty {}
            impl Word<2> for $ty {}
            impl KernelArg for $ty {
                fn write(self, to: &mut Argument) {
                    to.push(&self.to_le_bytes());
                }
            }
        )*};
    }

    numbers!(f16 bf16);
}

#[cfg(feature = "num-complex")]
mod complex {
    use crate::launch::{Argument, KernelArg};
    use crate::types::Plain;
    use num_complex::Complex;

    // SAFETY: two values of one type without a gap, in the order of C (`repr(C)`).
    unsafe impl<T: Plain> Plain for Complex<T> {}

    impl<T: KernelArg> KernelArg for Complex<T> {
        fn write(self, to: &mut Argument) {
            self.re.write(to);
            self.im.write(to);
        }
    }
}

#[cfg(feature = "bytemuck")]
pub use pod::Pod;

#[cfg(feature = "bytemuck")]
mod pod {
    use crate::launch::{Argument, KernelArg};
    use crate::types::Plain;

    /// Value of a type that implements `bytemuck::Pod`, as vectors and matrices of other crates do.
    ///
    /// ```
    /// # use hip_runtime::{Context, Device, DeviceBuffer, Pod};
    /// # fn show(values: &[u64]) -> Result<(), hip_runtime::Error> {
    /// let buffer = DeviceBuffer::from_slice(Pod::wrap(values))?;
    /// # drop(buffer); Ok(()) }
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    #[repr(transparent)]
    pub struct Pod<T>(pub T);

    // SAFETY: `bytemuck::Pod` promises the same of `T`, and nothing is added.
    unsafe impl<T: bytemuck::Pod + Send + Sync> Plain for Pod<T> {}

    // SAFETY: the only field, without a layout of its own.
    unsafe impl<T> bytemuck::TransparentWrapper<T> for Pod<T> {}

    impl<T> Pod<T> {
        /// Views values as values of buffers.
        pub fn wrap(values: &[T]) -> &[Pod<T>] {
            bytemuck::TransparentWrapper::wrap_slice(values)
        }

        /// Views values of buffers as what they are.
        pub fn peel(values: &[Pod<T>]) -> &[T] {
            bytemuck::TransparentWrapper::peel_slice(values)
        }
    }

    impl<T: bytemuck::Pod> KernelArg for Pod<T> {
        fn write(self, to: &mut Argument) {
            to.push(bytemuck::bytes_of(&self.0));
        }
    }
}

#[cfg(all(test, feature = "bytemuck"))]
mod tests {
    use super::Pod;
    use crate::types::plain;

    #[test]
    fn wrapped_values_are_the_values() {
        let values = [std::num::Wrapping(1u16), std::num::Wrapping(2)];
        assert_eq!(plain::bytes(Pod::wrap(&values)), [1, 0, 2, 0]);
        assert_eq!(Pod::peel(Pod::wrap(&values)), values);
    }
}
