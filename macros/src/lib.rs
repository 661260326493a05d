//! `launch!`: kernel launches with chevrons.
//!
//! The macro only parses the syntax and passes every piece, with its span, to a function of
//! `hip_runtime::launch`. Those functions define the meaning of a launch: allowed values, their layout, and
//! checks.

mod expand;
mod parse;

use proc_macro::TokenStream;

/// Launches a kernel: `launch!(module.kernel<<<grid, block, shared, stream>>>(arguments…))?`
///
/// Evaluates to `Result<(), hip_runtime::Error>`. The launch is asynchronous: it is queued on the stream, and
/// a later call returns a fault of the kernel, as in CUDA and HIP.
///
/// * **Kernel.** `module.add` is the kernel that the PTX of `module` names `add`; `module["_Z3addPf"]` takes
///   any string expression, for names that are no Rust identifiers. Anything else is an expression that names
///   a kernel, a `hip_runtime::Function` or its handle: `function<<<…>>>(…)`, `(self.add)<<<…>>>(…)`.
/// * **Grid** in blocks and **block** in threads: an integer, a tuple `(x, y)` or `(x, y, z)`, an array, or a
///   `Dim3`.
/// * **Shared**, optional: dynamic shared memory in bytes. **Stream**, optional: a `&Stream`; without it, the
///   current context's default stream.
/// * **Arguments**: buffers (`&buffer` to be read, `&mut buffer` to be written) and their slices, device
///   pointers (`buffer.ptr()`), numbers, and `#[repr(C)]` values of types that implement `KernelArg`. Their
///   number and sizes are checked against the kernel's parameters at the launch.
///
/// The launch is `unsafe`: only the caller knows what the kernel does with its arguments.
///
/// ```text
/// unsafe { launch!(module.scale<<<n.div_ceil(256), 256>>>(&mut data, 2.5f32, n)) }?;
/// unsafe { launch!(module.matmul<<<(8, 8), (16, 16), 0, &stream>>>(&a, &b, &mut c, 128)) }?;
/// unsafe { launch!(module["_Z9transposePf"]<<<grid, block, tile_bytes>>>(&mut matrix)) }?;
/// ```
#[proc_macro]
pub fn launch(input: TokenStream) -> TokenStream {
    match parse::parse(input.into()) {
        Ok(parts) => expand::expand(&parts).into(),
        Err(error) => error.into_compile_error().into(),
    }
}
