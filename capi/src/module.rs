//! Modules, kernels and launches (HIP: "Module Management", "Execution Control").

use crate::entry::{In, Out, entry_points, path, text};
use crate::image;
use crate::library::launched;
use crate::types::{Function, Module, Stream};
use hip_sys::hipJitOption as Jit;
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::module::{self, FunctionAttribute, LaunchShape};
use runtime::handle::Id;
use runtime::object::FunctionObject;
use std::ffi::{c_char, c_void};

/// Markers of the `extra` array (`HIP_LAUNCH_PARAM_…`).
const PARAM_POINTER: u64 = 1;
const PARAM_SIZE: u64 = 2;
const PARAM_END: u64 = 3;

/// Options of `hipModuleLoadDataEx` that have an effect: the log buffers.
struct Logs {
    error: Option<(*mut c_char, usize)>,
    info: Option<(*mut c_char, usize)>,
}

fn logs(options: &[Jit], values: &[u64]) -> Logs {
    let value = |option: Jit| options.iter().position(|&o| o == option).map(|at| values[at]);
    let buffer = |at: Jit, size: Jit| Some((value(at)? as *mut c_char, value(size)? as usize));
    Logs {
        info: buffer(Jit::hipJitOptionInfoLogBuffer, Jit::hipJitOptionInfoLogBufferSizeBytes),
        error: buffer(Jit::hipJitOptionErrorLogBuffer, Jit::hipJitOptionErrorLogBufferSizeBytes),
    }
}

fn put(buffer: Option<(*mut c_char, usize)>, text: &str) {
    if let Some((pointer, size)) = buffer {
        crate::entry::put_text(pointer, size, text);
    }
}

/// Bytes of a parameter block up to which it needs no allocation.
const SMALL: usize = 128;

/// Builds the parameter block of a layout, offset and size of each parameter, from an array of pointers.
fn gather(layout: &[(u32, u32)], block: &mut [u8], pointers: In<u64>) -> Result<(), Error> {
    if layout.is_empty() {
        return Ok(());
    }
    if pointers.is_null() {
        return Err(Error::Null { what: "kernelParams" });
    }
    for (index, &(offset, size)) in layout.iter().enumerate() {
        let pointer = pointers.get_at(index);
        if pointer == 0 {
            return Err(Error::Null { what: "kernelParams" });
        }
        let (offset, size) = (offset as usize, size as usize);
        // SAFETY: C promised that each pointer leads to a value of its parameter's size.
        let value = unsafe { std::slice::from_raw_parts(pointer as *const u8, size) };
        block[offset..offset + size].copy_from_slice(value);
    }
    Ok(())
}

/// Builds a kernel's parameter block from an array of pointers.
pub(crate) fn gathered(function: Id<FunctionObject>, pointers: In<u64>) -> Result<Vec<u8>, Error> {
    let layout = module::params(function)?;
    let mut block = vec![0; layout.bytes as usize];
    gather(&layout.each, &mut block, pointers)?;
    Ok(block)
}

/// Reads the parameter block from the `extra` array of alternating markers and values.
pub(crate) fn packed(extra: &In<u64>) -> Result<Vec<u8>, Error> {
    let (mut start, mut size) = (0, 0);
    // Each marker at most once, and the end.
    for at in 0..3 {
        let words = extra.array(2 * at + 1)?;
        let mark = words[2 * at];
        if mark == PARAM_END {
            break;
        }
        let value = extra.array(2 * at + 2)?[2 * at + 1];
        match mark {
            PARAM_POINTER => start = value,
            // SAFETY: the mark says that the value points to a size.
            PARAM_SIZE if value != 0 => size = unsafe { (value as *const usize).read_unaligned() },
            other => return Err(Error::UnknownEnumerator { what: "extra", got: other as i64 }),
        }
    }
    if start == 0 {
        return Err(Error::Null { what: "extra" });
    }
    // SAFETY: C promised `size` bytes at the buffer.
    Ok(unsafe { std::slice::from_raw_parts(start as *const u8, size) }.to_vec())
}

pub(crate) fn launch(
    function: Function,
    shape: LaunchShape,
    stream: Stream,
    params: In<u64>,
    extra: In<u64>,
) -> Result<(), Error> {
    let function = launched(function)?;
    let (mut small, mut large) = ([0; SMALL], Vec::new());
    let (small, large) = (&mut small, &mut large);
    let stream = StreamRef::from_word(stream.word())?;
    // SAFETY: C promised that the kernel uses its arguments as it may.
    unsafe {
        module::launch_gathered(
            function,
            shape,
            move |layout, bytes| match (params.is_null(), extra.is_null()) {
                (_, true) => {
                    let bytes = bytes as usize;
                    let block = match small.get_mut(..bytes) {
                        Some(block) => block,
                        None => {
                            large.resize(bytes, 0);
                            large.as_mut_slice()
                        }
                    };
                    gather(layout, block, params)?;
                    Ok(&*block)
                }
                (true, false) => {
                    *large = packed(&extra)?;
                    Ok(large.as_slice())
                }
                (false, false) => {
                    let what = "kernelParams beside extra";
                    Err(Error::OutOfRange { what, got: params.address(), min: 0, max: 0 })
                }
            },
            stream,
        )
    }
}

entry_points! {
    /// Loads an image from a file.
    fn hipModuleLoad(out: Out<Module>, name: *const c_char) {
        let out = out.wanted("module")?;
        out.set(Module::NULL);
        out.set(Module::of(module::load(&path(name)?)?));
    }
    /// Loads an image from memory.
    fn hipModuleLoadData(out: Out<Module>, data: *const c_void) {
        let out = out.wanted("module")?;
        out.set(Module::NULL);
        out.set(Module::of(module::load_data(image::bytes(data)?)?));
    }
    /// Loads a fat binary from memory.
    fn hipModuleLoadFatBinary(out: Out<Module>, data: *const c_void) {
        let out = out.wanted("module")?;
        out.set(Module::NULL);
        out.set(Module::of(module::load_data(image::bytes(data)?)?));
    }
    /// Loads an image from memory; compiler messages go to the log buffers of the options.
    fn hipModuleLoadDataEx(out: Out<Module>, data: *const c_void, count: u32, options: In<Jit>, values: In<u64>) {
        let out = out.wanted("module")?;
        out.set(Module::NULL);
        if count > 0 && (options.is_null() || values.is_null()) {
            return Err(Error::Null { what: "options" });
        }
        let logs = logs(&options.array(count as usize)?, &values.array(count as usize)?);
        put(logs.info, "");
        put(logs.error, "");
        match module::load_data(image::bytes(data)?) {
            Ok(loaded) => out.set(Module::of(loaded)),
            Err(error) => {
                put(logs.error, &error.jit_log().unwrap_or_else(|| error.to_string()));
                return Err(error);
            }
        }
    }
    /// Unloads a module.
    fn hipModuleUnload(module: Module) { module::unload(module.id()?)?; }
    /// A module's kernel.
    fn hipModuleGetFunction(out: Out<Function>, module: Module, name: *const c_char) {
        let out = out.wanted("function")?;
        out.set(Function::NULL);
        out.set(Function::of(module::function(module.id()?, &text(name, "kname")?)?));
    }
    /// Returns the number of kernels of a module.
    fn hipModuleGetFunctionCount(out: Out<u32>, module: Module) {
        let out = out.wanted("count")?;
        out.set(module::function_count(module.id()?)? as u32);
    }
    /// Address and size of a module's variable.
    fn hipModuleGetGlobal(address: Out<u64>, size: Out<u64>, module: Module, name: *const c_char) {
        let (address, size) = (address.optional(), size.optional());
        if address.is_none() && size.is_none() {
            return Err(Error::Null { what: "dptr and bytes" });
        }
        let (start, bytes) = module::global(module.id()?, &text(name, "name")?)?;
        if let Some(out) = address {
            out.set(start);
        }
        if let Some(out) = size {
            out.set(bytes);
        }
    }
    /// An attribute of a kernel.
    fn hipFuncGetAttribute(out: Out<i32>, attribute: i32, function: Function) {
        let out = out.wanted("value")?;
        out.set(module::attribute(function.id()?, FunctionAttribute::from_code(attribute)?)?);
    }
    /// Launches a kernel.
    fn hipModuleLaunchKernel(
        function: Function,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared_bytes: u32,
        stream: Stream,
        params: In<u64>,
        extra: In<u64>,
    ) {
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        launch(function, LaunchShape { grid, block, shared_bytes, cooperative: false, cluster: None }, stream, params, extra)?;
    }
    /// Launches a kernel with all blocks resident at once.
    fn hipModuleLaunchCooperativeKernel(
        function: Function,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared_bytes: u32,
        stream: Stream,
        params: In<u64>,
    ) {
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        launch(function, LaunchShape { grid, block, shared_bytes, cooperative: true, cluster: None }, stream, params, In::nothing())?;
    }
}
