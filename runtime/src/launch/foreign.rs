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
