//! PoCL: the kernels in OpenCL C (`kernels.cl`) on the processor's cores. It is loaded at run time, if the
//! machine has it.

use crate::kernels::work::{Argument, Work};
use libloading::Library;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

/// A platform, device, context, queue, program, kernel, or buffer.
type Handle = *mut c_void;

const DEVICE_TYPE_CPU: u64 = 1 << 1;
const MEM_READ_WRITE: u64 = 1 << 0;
const MEM_USE_HOST_PTR: u64 = 1 << 3;
const PLATFORM_VERSION: u32 = 0x0901;
const PROGRAM_BUILD_LOG: u32 = 0x1183;

macro_rules! functions {
    ($($name:ident($($parameter:ty),*) -> $result:ty;)*) => {
        /// Functions of the OpenCL library.
        #[expect(non_snake_case, reason = "OpenCL's names")]
        struct Functions {
            $($name: unsafe extern "C" fn($($parameter),*) -> $result,)*
        }

        impl Functions {
            fn load() -> Result<Self, libloading::Error> {
                // SAFETY: the functions' types are those of OpenCL 1.2. The library stays loaded.
                unsafe {
                    let library: &'static Library = Box::leak(Box::new(Library::new("libOpenCL.so.1")?));
                    Ok(Functions { $($name: *library.get(concat!(stringify!($name), "\0").as_bytes())?,)* })
                }
            }
        }
    };
}

functions! {
    clGetPlatformIDs(u32, *mut Handle, *mut u32) -> i32;
    clGetPlatformInfo(Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    clGetDeviceIDs(Handle, u64, u32, *mut Handle, *mut u32) -> i32;
    clCreateContext(*const isize, u32, *const Handle, *const c_void, *mut c_void, *mut i32) -> Handle;
    clCreateCommandQueue(Handle, Handle, u64, *mut i32) -> Handle;
    clCreateProgramWithSource(Handle, u32, *const *const c_char, *const usize, *mut i32) -> Handle;
    clBuildProgram(Handle, u32, *const Handle, *const c_char, *const c_void, *mut c_void) -> i32;
    clGetProgramBuildInfo(Handle, Handle, u32, usize, *mut c_void, *mut usize) -> i32;
    clCreateKernel(Handle, *const c_char, *mut i32) -> Handle;
    clCreateBuffer(Handle, u64, usize, *mut c_void, *mut i32) -> Handle;
    clSetKernelArg(Handle, u32, usize, *const c_void) -> i32;
    clEnqueueNDRangeKernel(
        Handle, Handle, u32, *const usize, *const usize, *const usize, u32, *const Handle, *mut Handle
    ) -> i32;
    clFinish(Handle) -> i32;
    clReleaseMemObject(Handle) -> i32;
}

/// Panics with the function's name unless it succeeded.
fn check(function: &str, status: i32) {
    assert_eq!(status, 0, "{function}");
}

/// The kernels, compiled for PoCL's device.
pub(crate) struct Pocl {
    functions: Functions,
    context: Handle,
    queue: Handle,
    program: Handle,
    /// The platform's version, for the table.
    pub(crate) version: String,
}

impl Pocl {
    /// Loads the platform, and compiles all kernels. Its number of threads is set by variables of the
    /// environment.
    ///
    /// # Errors
    /// The reason for which there is no PoCL here.
    pub(crate) fn new() -> Result<Self, String> {
        let functions = Functions::load().map_err(|error| error.to_string())?;
        let mut platforms = [null_mut(); 16];
        let mut device = null_mut();
        // SAFETY: the arrays have the sizes that are passed.
        let (platform, version) = unsafe {
            let mut count = 0;
            (functions.clGetPlatformIDs)(16, platforms.as_mut_ptr(), &raw mut count);
            let version = |platform| {
                let mut text = [0_u8; 256];
                (functions.clGetPlatformInfo)(
                    platform,
                    PLATFORM_VERSION,
                    255,
                    text.as_mut_ptr().cast(),
                    null_mut(),
                );
                CStr::from_bytes_until_nul(&text)
                    .map_or_else(|_| String::new(), |text| text.to_string_lossy().into())
            };
            let mut known =
                platforms.iter().take(count as usize).map(|&platform| (platform, version(platform)));
            known.find(|(_, version)| version.contains("PoCL")).ok_or("no such platform of OpenCL")?
        };
        // SAFETY: handles are those that the library returned, and texts end in zeros.
        let (context, queue, program) = unsafe {
            let mut status =
                (functions.clGetDeviceIDs)(platform, DEVICE_TYPE_CPU, 1, &raw mut device, null_mut());
            check("clGetDeviceIDs", status);
            let context = (functions.clCreateContext)(
                null(),
                1,
                &raw const device,
                null(),
                null_mut(),
                &raw mut status,
            );
            check("clCreateContext", status);
            let queue = (functions.clCreateCommandQueue)(context, device, 0, &raw mut status);
            check("clCreateCommandQueue", status);
            let source = include_str!("kernels.cl");
            let (text, length) = (source.as_ptr().cast(), source.len());
            let program = (functions.clCreateProgramWithSource)(
                context,
                1,
                &raw const text,
                &raw const length,
                &raw mut status,
            );
            check("clCreateProgramWithSource", status);
            let options = c"-cl-std=CL1.2 -cl-fast-relaxed-math".as_ptr();
            let status =
                (functions.clBuildProgram)(program, 1, &raw const device, options, null(), null_mut());
            let mut log = vec![0_u8; 1 << 16];
            (functions.clGetProgramBuildInfo)(
                program,
                device,
                PROGRAM_BUILD_LOG,
                log.len(),
                log.as_mut_ptr().cast(),
                null_mut(),
            );
            assert_eq!(status, 0, "kernels.cl: {}", String::from_utf8_lossy(&log).trim_end_matches('\0'));
            (context, queue, program)
        };
        Ok(Pocl { functions, context, queue, program, version })
    }

    /// Prepares a launch of a kernel on buffers at the given addresses, which outlive it. The device is this
    /// processor: it works in them, without copies.
    pub(crate) fn launch(&self, work: &Work, addresses: &[*mut c_void]) -> Launch<'_> {
        let functions = &self.functions;
        let name = CString::new(work.kernel).expect("no zeros");
        let mut status = 0;
        // SAFETY: the buffers are at the addresses, and arguments have the sizes of the kernel's parameters.
        unsafe {
            let kernel = (functions.clCreateKernel)(self.program, name.as_ptr(), &raw mut status);
            check(work.kernel, status);
            let buffers: Vec<Handle> = work
                .buffers
                .iter()
                .zip(addresses)
                .map(|(buffer, &address)| {
                    let (flags, bytes) = (MEM_READ_WRITE | MEM_USE_HOST_PTR, buffer.bytes().len());
                    (functions.clCreateBuffer)(self.context, flags, bytes, address, &raw mut status)
                })
                .collect();
            for (n, argument) in (0..).zip(&work.arguments) {
                let set =
                    |size, value| check(work.kernel, (functions.clSetKernelArg)(kernel, n, size, value));
                match argument {
                    Argument::Buffer(name) => {
                        let at = work.buffers.iter().position(|buffer| buffer.name == *name);
                        set(size_of::<Handle>(), (&raw const buffers[at.expect("a buffer")]).cast());
                    }
                    Argument::Int(n) => set(4, (&raw const *n).cast()),
                    Argument::Float(x) => set(4, (&raw const *x).cast()),
                }
            }
            let local = work.block.map(|n| n as usize);
            let global = [0, 1, 2].map(|axis| local[axis] * work.grid[axis] as usize);
            Launch { pocl: self, kernel, buffers, local, global }
        }
    }
}

/// A kernel with its arguments and shape.
pub(crate) struct Launch<'a> {
    pocl: &'a Pocl,
    kernel: Handle,
    buffers: Vec<Handle>,
    local: [usize; 3],
    global: [usize; 3],
}

impl Launch<'_> {
    /// Runs the kernel, and waits for its end.
    pub(crate) fn run(&self) {
        let Pocl { functions, queue, .. } = self.pocl;
        let (global, local) = (self.global.as_ptr(), self.local.as_ptr());
        // SAFETY: the handles are alive, and the shapes have three dimensions.
        unsafe {
            let status = (functions.clEnqueueNDRangeKernel)(
                *queue,
                self.kernel,
                3,
                null(),
                global,
                local,
                0,
                null(),
                null_mut(),
            );
            check("clEnqueueNDRangeKernel", status);
            check("clFinish", (functions.clFinish)(*queue));
        }
    }
}

impl Drop for Launch<'_> {
    fn drop(&mut self) {
        for &buffer in &self.buffers {
            // SAFETY: nothing uses the buffer any more. The kernel's handle is left: it is small.
            unsafe { (self.pocl.functions.clReleaseMemObject)(buffer) };
        }
    }
}
