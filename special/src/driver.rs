//! The CUDA driver of this machine, as far as running a kernel over a range of inputs needs it.

#![expect(unsafe_code, reason = "the driver is a C library")]

use crate::forms::Function;
use libloading::{Library, Symbol};
use std::ffi::{CString, c_char, c_int, c_uint, c_void};

/// A device with a context.
pub(crate) struct Gpu {
    driver: Library,
    context: *mut c_void,
}

/// A compiled form, and memory for inputs and results of a part of a block.
pub(crate) struct Runner<'a> {
    gpu: &'a Gpu,
    module: *mut c_void,
    function: *mut c_void,
    inputs: u64,
    results: u64,
    width: usize,
}

/// Inputs of one launch.
pub(crate) const PART: usize = 1 << 22;

macro_rules! call {
    ($driver:expr, $name:literal, ($($ty:ty),*), ($($arg:expr),* $(,)?)) => {{
        type Function = unsafe extern "C" fn($($ty),*) -> c_int;
        // SAFETY: the driver's functions have these types (CUDA driver API).
        let function: Result<Symbol<'_, Function>, _> = unsafe { $driver.get($name) };
        let name = String::from_utf8_lossy($name).into_owned();
        function.map_err(|e| format!("libcuda.so.1: {e}")).and_then(|function| {
            // SAFETY: callers pass live handles and memory of the sizes that they name.
            match unsafe { function($($arg),*) } {
                0 => Ok(()),
                code => Err(format!("{name}: CUDA error {code}")),
            }
        })
    }};
}

impl Gpu {
    /// Opens the first device.
    ///
    /// # Errors
    /// There is no driver, or no device.
    pub(crate) fn open() -> Result<Gpu, String> {
        // SAFETY: the driver's initialisers are what any CUDA program runs.
        let driver = unsafe { Library::new("libcuda.so.1") }.map_err(|e| format!("libcuda.so.1: {e}"))?;
        let (mut device, mut context) = (0, std::ptr::null_mut());
        call!(driver, b"cuInit", (c_uint), (0))?;
        call!(driver, b"cuDeviceGet", (*mut c_int, c_int), (&raw mut device, 0))?;
        call!(driver, b"cuCtxCreate_v2", (*mut *mut c_void, c_uint, c_int), (&raw mut context, 0, device))?;
        Ok(Gpu { driver, context })
    }

    /// Returns the device's name and the driver's version.
    ///
    /// # Errors
    /// The driver's.
    pub(crate) fn name(&self) -> Result<String, String> {
        let (mut name, mut version) = ([0u8; 128], 0);
        call!(
            self.driver,
            b"cuDeviceGetName",
            (*mut c_char, c_int, c_int),
            (name.as_mut_ptr().cast(), 127, 0)
        )?;
        call!(self.driver, b"cuDriverGetVersion", (*mut c_int), (&raw mut version))?;
        let end = name.iter().position(|&b| b == 0).unwrap_or(0);
        Ok(format!("{}, driver API {}", String::from_utf8_lossy(&name[..end]), version))
    }

    /// Makes the context current on this thread.
    ///
    /// # Errors
    /// The driver's.
    pub(crate) fn enter(&self) -> Result<(), String> {
        call!(self.driver, b"cuCtxSetCurrent", (*mut c_void), (self.context))
    }

    fn allocate(&self, bytes: usize) -> Result<u64, String> {
        let mut address = 0;
        call!(self.driver, b"cuMemAlloc_v2", (*mut u64, usize), (&raw mut address, bytes))?;
        Ok(address)
    }

    /// Compiles a form for this thread's use.
    ///
    /// # Errors
    /// The driver's.
    pub(crate) fn runner(&self, name: &str, function: Function) -> Result<Runner<'_>, String> {
        let text = CString::new(kernel(name, function)).map_err(|e| e.to_string())?;
        let (mut module, mut entry) = (std::ptr::null_mut(), std::ptr::null_mut());
        call!(
            self.driver,
            b"cuModuleLoadData",
            (*mut *mut c_void, *const c_char),
            (&raw mut module, text.as_ptr())
        )
        .map_err(|e| format!("{name}: {e}"))?;
        call!(
            self.driver,
            b"cuModuleGetFunction",
            (*mut *mut c_void, *mut c_void, *const c_char),
            (&raw mut entry, module, c"k".as_ptr())
        )?;
        let width = if matches!(function, Function::Double(_)) { 8 } else { 4 };
        let (inputs, results) = (self.allocate(PART * 8)?, self.allocate(PART * width)?);
        Ok(Runner { gpu: self, module, function: entry, inputs, results, width })
    }
}

// SAFETY: a context may be current on several threads at once, and its functions may be called from all.
unsafe impl Sync for Gpu {}

impl Runner<'_> {
    /// Computes the results of inputs, at most [`PART`].
    ///
    /// # Errors
    /// The driver's.
    pub(crate) fn run(&self, inputs: &[u64]) -> Result<Vec<u64>, String> {
        let (driver, count) = (&self.gpu.driver, inputs.len() as c_uint);
        call!(
            driver,
            b"cuMemcpyHtoD_v2",
            (u64, *const c_void, usize),
            (self.inputs, inputs.as_ptr().cast(), inputs.len() * 8)
        )?;
        let (from, to) = (self.inputs, self.results);
        let mut arguments: [*const c_void; 3] =
            [(&raw const from).cast(), (&raw const to).cast(), (&raw const count).cast()];
        call!(
            driver,
            b"cuLaunchKernel",
            (
                *mut c_void,
                c_uint,
                c_uint,
                c_uint,
                c_uint,
                c_uint,
                c_uint,
                c_uint,
                *mut c_void,
                *mut *const c_void,
                *mut c_void
            ),
            (
                self.function,
                count.div_ceil(256),
                1,
                1,
                256,
                1,
                1,
                0,
                std::ptr::null_mut(),
                arguments.as_mut_ptr(),
                std::ptr::null_mut()
            )
        )?;
        let mut bytes = vec![0u8; inputs.len() * self.width];
        call!(
            driver,
            b"cuMemcpyDtoH_v2",
            (*mut c_void, u64, usize),
            (bytes.as_mut_ptr().cast(), self.results, bytes.len())
        )?;
        let word = |word: &[u8]| word.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Ok(bytes.chunks_exact(self.width).map(word).collect())
    }
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        let driver = &self.gpu.driver;
        // An error here has been an error of the launch before.
        let _ = call!(driver, b"cuMemFree_v2", (u64), (self.inputs));
        let _ = call!(driver, b"cuMemFree_v2", (u64), (self.results));
        let _ = call!(driver, b"cuModuleUnload", (*mut c_void), (self.module));
    }
}

/// Returns a kernel that applies a form to an array of 64-bit inputs. A pair's first operand is the lower
/// half.
fn kernel(name: &str, function: Function) -> String {
    let body = match function {
        Function::Single(_) => format!("cvt.u32.u64 %r4,%q3;mov.b32 %f0,%r4;{name} %f1,%f0;mov.b32 %r5,%f1;"),
        Function::Half(_) => format!("cvt.u16.u64 %h0,%q3;{name} %h1,%h0;cvt.u32.u16 %r5,%h1;"),
        Function::Upper(_) => {
            format!("shl.b64 %q3,%q3,32;mov.b64 %d0,%q3;{name} %d1,%d0;mov.b64 {{%r4,%r5}},%d1;")
        }
        Function::Pair(_) => {
            format!(
                "mov.b64 {{%r4,%r5}},%q3;mov.b32 %f0,%r4;mov.b32 %f1,%r5;{name} %f2,%f0,%f1;mov.b32 %r5,%f2;"
            )
        }
        Function::Double(_) => format!("mov.b64 %d0,%q3;{name} %d1,%d0;mov.b64 %q4,%d1;"),
    };
    let store = match function {
        Function::Double(_) => "mul.wide.u32 %q2,%r1,8;add.u64 %q2,%q1,%q2;st.global.u64 [%q2],%q4;",
        _ => "mul.wide.u32 %q2,%r1,4;add.u64 %q2,%q1,%q2;st.global.u32 [%q2],%r5;",
    };
    format!(
        ".version 7.8\n.target sm_90\n.address_size 64\n\
         .visible .entry k(.param .u64 from,.param .u64 to,.param .u32 count) {{\n\
         .reg .pred %p;.reg .b16 %h<2>;.reg .b32 %r<6>;.reg .f32 %f<3>;.reg .b64 %q<5>;.reg .f64 %d<2>;\n\
         ld.param.u64 %q0,[from];ld.param.u64 %q1,[to];ld.param.u32 %r0,[count];\n\
         mov.u32 %r1,%tid.x;mov.u32 %r2,%ctaid.x;mov.u32 %r3,%ntid.x;mad.lo.u32 %r1,%r2,%r3,%r1;\n\
         setp.ge.u32 %p,%r1,%r0;@%p ret;\n\
         mul.wide.u32 %q2,%r1,8;add.u64 %q2,%q0,%q2;ld.global.u64 %q3,[%q2];\n\
         {body}\n{store}\nret;\n}}\n"
    )
}
