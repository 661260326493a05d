//! `launch!`: kernel launches with chevrons; `kernels!`: types for the kernels of PTX files;
//! `#[derive(Plain)]`: structures in buffers.
//!
//! `launch!` only parses the syntax and passes every piece, with its span, to a function of
//! `hip_runtime::launch`. Those functions define the meaning of a launch: allowed values, their layout, and
//! checks.

mod expand;
mod kernels;
mod parse;
mod plain;
mod ptx;

use proc_macro::TokenStream;

/// Makes a module for a PTX file, with a type for each kernel: `kernels! { mod vector = "vector_add.ptx"; }`
///
/// The path is relative to the source file; PTX that a build script made is
/// `concat!(env!("OUT_DIR"), "/vector_add.ptx")` (see the crate `hip-build`). The PTX becomes part of the
/// program; a context loads it when it first launches one of its kernels.
/// `launch!(vector::vector_add<<<grid, block, 0, &stream>>>(…))` launches. Number and sizes of the
/// arguments, and blocks of literals against `.maxntid` and `.reqntid`, are checked by the compiler.
///
/// PTX does not say what an address is used for, so such launches are `unsafe`. A declaration says it, and
/// which values a buffer must have. Whoever writes `unsafe mod` vouches for the declarations: for all
/// arguments, a kernel that is `safe` reads what `&` lends and writes what `&mut` lends, within the stated
/// lengths, nothing else, and keeps no address. Lengths are checked at each launch, and its launches are
/// safe:
///
/// ```text
/// kernels! {
///     // SAFETY: it adds `n` values of `a` and `b` to `c`.
///     unsafe mod vector = "vector_add.ptx" {
///         safe fn vector_add(a: &[f32; n], b: &[f32; n], c: &mut [f32; n], n: i32);
///     }
/// }
/// launch!(vector::vector_add<<<n.div_ceil(256), 256>>>(&a, &b, &mut c, n as i32))?;
/// ```
///
/// * `&[T]`, `&mut [T]`: a buffer or part of one; with a length, `&[T; n * m]`, it has at least so many
///   values. A length is made of parameters, numbers, the launch's `grid.x`, `block.y`…, `+`, `-`, `*`,
///   `/`, parentheses.
/// * `&Texture<T>`, `&mut Surface<T>`: a texture to be read, a surface to be read and written.
/// * `*const T`, `*mut T`: an address, not in a `safe` kernel. Other types: values, of the parameter's size.
/// * Without `safe`, a declared kernel is checked the same way, and its launches are `unsafe`.
/// * `#[kernel = "_Z3addPf"] fn add(…);` names a kernel whose name is another; `#[block(16, 16)]` requires
///   a block size, as `.reqntid` does.
#[proc_macro]
pub fn kernels(input: TokenStream) -> TokenStream {
    match syn::parse::<kernels::Modules>(input) {
        Ok(modules) => modules.0.iter().map(|module| TokenStream::from(kernels::expand(module))).collect(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// Launches a kernel: `launch!(module.kernel<<<grid, block, shared, stream>>>(arguments…))?`
///
/// Evaluates to `Result<(), hip_runtime::Error>`. The launch is asynchronous: it is queued on the stream, and
/// a later call returns a fault of the kernel, as in CUDA and HIP.
///
/// * **Kernel.** `own::add` is a kernel of [`kernels!`]. `module.add` is the kernel that the PTX of
///   `module` names `add`; `module["_Z3addPf"]` takes any string expression, for names that are no Rust
///   identifiers. Anything else is an expression that names a kernel, a `hip_runtime::Function`, a
///   `LibraryKernel` or a handle: `function<<<…>>>(…)`, `(self.add)<<<…>>>(…)`.
/// * **Grid** in blocks and **block** in threads: an integer, a tuple `(x, y)` or `(x, y, z)`, an array, or a
///   `Dim3`.
/// * **Shared**, optional: dynamic shared memory in bytes. **Stream**, optional: a `&Stream`; without it, the
///   current context's default stream. **Form**, optional: `Cooperative`, `Cluster(extents)` or both as a
///   tuple.
/// * **Arguments**: buffers (`&buffer` to be read, `&mut buffer` to be written) and their slices, device
///   pointers (`buffer.ptr()`), numbers, and `#[repr(C)]` values of types that implement `KernelArg`. Their
///   number and sizes are checked against the kernel's parameters at the launch.
///
/// The launch is `unsafe`, unless a declaration in `kernels!` vouches for the kernel: only the caller knows
/// what it does with its arguments.
///
/// ```text
/// launch!(own::add<<<n.div_ceil(256), 256>>>(&a, &mut b, n))?;
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

/// Implements `Plain`, and what makes a structure an argument of kernels.
///
/// The structure is `#[repr(C)]` or `#[repr(transparent)]`, its fields are `Plain`, and there is no padding
/// between or behind them: the compiler checks all of it.
///
/// ```text
/// #[derive(Clone, Copy, Plain)]
/// #[repr(C)]
/// struct Particle {
///     position: [f32; 3],
///     mass: f32,
/// }
/// ```
#[proc_macro_derive(Plain)]
pub fn plain(input: TokenStream) -> TokenStream {
    match syn::parse(input).and_then(|input| plain::expand(&input)) {
        Ok(implementations) => implementations.into(),
        Err(error) => error.into_compile_error().into(),
    }
}
