//! Calls that take addresses of memory, texts, several values, or functions.
#![expect(unsafe_code, reason = "the driver is a C library")]

use crate::{Copy3d, Driver, Failure, Handle};
use hip_sys::{
    HIP_LAUNCH_CONFIG, HIP_RESOURCE_DESC, HIP_TEXTURE_DESC, hipLaunchAttribute, hipLaunchAttributeID,
    hipLaunchAttributeValue, hipMemAccessDesc, hipMemLocation, hipStreamBatchMemOpParams, zeroed,
};
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `CUDA_ERROR_INVALID_VALUE`, for names with a zero.
const INVALID_VALUE: u32 = 1;

/// Device code that the driver takes as it is.
#[derive(Clone, Copy, Debug)]
pub enum Image<'a> {
    /// PTX.
    Text(&'a CStr),
    /// Fat binary or machine code, which says its size by itself. Callers have checked that the bytes hold
    /// all of it.
    Whole(&'a [u8]),
}

impl Image<'_> {
    fn address(self) -> *const c_void {
        match self {
            Image::Text(text) => text.as_ptr().cast(),
            Image::Whole(bytes) => bytes.as_ptr().cast(),
        }
    }
}

/// Attributes of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LaunchAttributes {
    /// All blocks are resident at once.
    pub cooperative: bool,
    /// Blocks of a cluster, by dimension.
    pub cluster: Option<[u32; 3]>,
}

/// Shape of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Blocks, by dimension.
    pub grid: [u32; 3],
    /// Threads of a block, by dimension.
    pub block: [u32; 3],
    /// Dynamic shared memory of a block, bytes.
    pub shared_bytes: u32,
    /// Attributes.
    pub attributes: LaunchAttributes,
}

/// `CUpointer_attribute` whose value is a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum PointerFact {
    /// `CUmemorytype`: 1 host, 2 device.
    MemoryType = 2,
    /// Number of the allocation, unlike any other's.
    BufferId = 7,
    /// It is managed.
    IsManaged = 8,
    /// Ordinal of the device.
    Device = 9,
    /// First address of the allocation.
    RangeStart = 11,
    /// Its bytes.
    RangeSize = 12,
}

/// `CU_JIT_ERROR_LOG_BUFFER`, `CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES`
const ERROR_LOG: [u32; 2] = [5, 6];
const LOG_BYTES: usize = 8 << 10;

/// Kernel of an image: its name, and offset and size of its parameters.
pub type NamedKernel = (String, Vec<(u32, u32)>);

/// Link of images.
#[derive(Debug)]
pub struct Link {
    /// `CUlinkState`
    pub state: Handle,
    /// The driver's text about errors, up to the first zero.
    log: Box<[u8]>,
    /// Values of the options: address and size of that text. The driver writes the size when the link ends.
    _values: Box<[usize; 2]>,
}

impl Link {
    /// Returns what the driver has said about errors.
    pub fn log(&self) -> String {
        text_of(&self.log)
    }
}

/// Returns the text of a log.
fn text_of(log: &[u8]) -> String {
    let end = log.iter().position(|&byte| byte == 0).unwrap_or(log.len());
    String::from_utf8_lossy(&log[..end]).trim_end().to_owned()
}

/// `CU_POINTER_ATTRIBUTE_SYNC_MEMOPS`
const SYNC_MEMOPS: u32 = 6;

/// Function of the host that a stream calls.
type Boxed = Box<dyn FnOnce() + Send>;

/// Calls a function that [`Driver::call_host`] has boxed.
unsafe extern "C" fn call(function: *mut c_void) {
    // SAFETY: made by `call_host`, and the driver calls each once.
    let function = unsafe { Box::from_raw(function.cast::<Boxed>()) };
    // A panic must not reach the driver; the panic hook has reported it.
    let _: Result<(), _> = catch_unwind(AssertUnwindSafe(function));
}

/// Calls a function of [`Driver::call_or_drop`], unless the stream ended by an error.
unsafe extern "C" fn called_back(_stream: Handle, status: u32, function: *mut c_void) {
    // SAFETY: made by `call_or_drop`, and the driver calls each once.
    let function = unsafe { Box::from_raw(function.cast::<Boxed>()) };
    let end = move || if status == 0 { function() } else { drop(function) };
    // A panic must not reach the driver; the panic hook has reported it.
    let _: Result<(), _> = catch_unwind(AssertUnwindSafe(end));
}

/// Reads a text of the driver's.
///
/// # Safety
/// The address is null or leads to a text.
unsafe fn text(at: *const c_char) -> String {
    if at.is_null() {
        return String::new();
    }
    // SAFETY: as the caller says.
    unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned()
}

impl Driver {
    /// Returns a device's name.
    ///
    /// # Errors
    /// The driver's.
    pub fn device_name(&self, device: i32) -> Result<String, Failure> {
        let mut name = [0 as c_char; 256];
        // SAFETY: the driver writes at most as many bytes, with a zero at the end.
        unsafe {
            self.cuDeviceGetName(name.as_mut_ptr(), 255, device)?;
            Ok(text(name.as_ptr()))
        }
    }

    /// Returns the driver's description of a `CUresult`.
    pub fn describe(&self, code: u32) -> Option<String> {
        let mut at = std::ptr::null();
        // SAFETY: a local's address; the driver's texts are constants.
        unsafe { self.cuGetErrorString(code, &raw mut at).ok().map(|()| text(at)) }
    }

    /// Loads a module into the current context.
    ///
    /// # Errors
    /// The driver's, with what its compiler says.
    pub fn load_module(&self, image: Image<'_>) -> Result<Handle, (Failure, String)> {
        let mut log = vec![0u8; LOG_BYTES];
        let mut options = ERROR_LOG;
        let mut values: [*mut c_void; 2] =
            [log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(log.len())];
        let mut module = Handle::default();
        // SAFETY: the options' values are a buffer and its size.
        let loaded = unsafe {
            self.cuModuleLoadDataEx(
                &raw mut module,
                image.address(),
                2,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        loaded.map(|()| module).map_err(|failure| (failure, text_of(&log)))
    }

    /// Returns a module's kernel of a name.
    ///
    /// # Errors
    /// The driver's.
    pub fn module_function(&self, module: Handle, name: &str) -> Result<Handle, Failure> {
        let name = c_name("cuModuleGetFunction", name)?;
        let mut function = Handle::default();
        // SAFETY: a local's address, and a name that ends in a zero.
        unsafe { self.cuModuleGetFunction(&raw mut function, module, name.as_ptr()) }.map(|()| function)
    }

    /// Returns address and bytes of a module's variable.
    ///
    /// # Errors
    /// The driver's.
    pub fn module_variable(&self, module: Handle, name: &str) -> Result<(u64, u64), Failure> {
        let name = c_name("cuModuleGetGlobal", name)?;
        let (mut address, mut bytes) = (0, 0);
        // SAFETY: addresses of locals, and a name that ends in a zero.
        unsafe { self.cuModuleGetGlobal_v2(&raw mut address, &raw mut bytes, module, name.as_ptr()) }
            .map(|()| (address, bytes as u64))
    }

    /// Returns the kernels of a module.
    ///
    /// # Errors
    /// The driver's.
    pub fn module_functions(&self, module: Handle) -> Result<Vec<Handle>, Failure> {
        let mut count = 0;
        self.cuModuleGetFunctionCount(&mut count, module)?;
        let mut functions = vec![Handle::default(); count as usize];
        // SAFETY: room for as many.
        unsafe { self.cuModuleEnumerateFunctions(functions.as_mut_ptr(), count, module) }.map(|()| functions)
    }

    /// Returns a kernel's name.
    ///
    /// # Errors
    /// The driver's.
    pub fn function_name(&self, function: Handle) -> Result<String, Failure> {
        let mut at = std::ptr::null();
        // SAFETY: a local's address; the text lives as long as the module.
        unsafe { self.cuFuncGetName(&raw mut at, function).map(|()| text(at)) }
    }

    /// Returns the kernels of an image, without a context: names, and offset and size of parameters.
    ///
    /// # Errors
    /// The driver's.
    pub fn kernels_of(&self, image: Image<'_>) -> Result<Vec<NamedKernel>, Failure> {
        let mut library = Handle::default();
        let none = std::ptr::null_mut::<u32>();
        let nothing = std::ptr::null_mut();
        // SAFETY: no options; the image is whole.
        unsafe {
            self.cuLibraryLoadData(&raw mut library, image.address(), none, nothing, 0, none, nothing, 0)?;
        }
        let read = || {
            let mut count = 0;
            self.cuLibraryGetKernelCount(&mut count, library)?;
            let mut kernels = vec![Handle::default(); count as usize];
            // SAFETY: room for as many.
            unsafe { self.cuLibraryEnumerateKernels(kernels.as_mut_ptr(), count, library)? };
            let one = |kernel: Handle| {
                let mut at = std::ptr::null();
                // SAFETY: a local's address; the text lives as long as the library.
                let name = unsafe { self.cuKernelGetName(&raw mut at, kernel).map(|()| text(at))? };
                Ok((name, parameters(|n, offset, size| self.cuKernelGetParamInfo(kernel, n, offset, size))?))
            };
            kernels.into_iter().map(one).collect()
        };
        let kernels = read();
        self.cuLibraryUnload(library)?;
        kernels
    }

    /// Returns offset and size of a kernel's parameters.
    ///
    /// # Errors
    /// The driver's.
    pub fn parameters_of(&self, function: Handle) -> Result<Vec<(u32, u32)>, Failure> {
        parameters(|n, offset, size| self.cuFuncGetParamInfo(function, n, offset, size))
    }

    /// Launches a kernel with a block of parameters.
    ///
    /// # Errors
    /// The driver's.
    pub fn launch(
        &self,
        function: Handle,
        shape: &Shape,
        parameters: &[u8],
        stream: Handle,
    ) -> Result<(), Failure> {
        let mut bytes = parameters.len();
        let words = std::ptr::without_provenance_mut::<c_void>;
        // `CU_LAUNCH_PARAM_BUFFER_POINTER`, `CU_LAUNCH_PARAM_BUFFER_SIZE`, `CU_LAUNCH_PARAM_END`
        let mut extra =
            [words(1), parameters.as_ptr().cast_mut().cast(), words(2), (&raw mut bytes).cast(), words(0)];
        let extra = if bytes == 0 { std::ptr::null_mut() } else { extra.as_mut_ptr() };
        let ([x, y, z], [u, v, w]) = (shape.grid, shape.block);
        let none = std::ptr::null_mut();
        if shape.attributes == LaunchAttributes::default() {
            // SAFETY: the block is read during the call.
            return unsafe {
                self.cuLaunchKernel(function, x, y, z, u, v, w, shape.shared_bytes, stream, none, extra)
            };
        }
        let mut attributes = shape.attributes.list();
        let config = config(shape, stream, &mut attributes);
        // SAFETY: the configuration and the block are read during the call.
        unsafe { self.cuLaunchKernelEx(&raw const config, function, none, extra) }
    }

    /// Returns the clusters of a shape that the current context's SMs hold at once.
    ///
    /// # Errors
    /// The driver's.
    pub fn active_clusters(&self, function: Handle, shape: &Shape) -> Result<i32, Failure> {
        let (mut count, mut attributes) = (0, shape.attributes.list());
        let config = config(shape, Handle::default(), &mut attributes);
        // SAFETY: addresses of locals.
        unsafe { self.cuOccupancyMaxActiveClusters(&raw mut count, function, &raw const config) }
            .map(|()| count)
    }

    /// Returns the most blocks of a cluster.
    ///
    /// # Errors
    /// The driver's.
    pub fn largest_cluster(&self, function: Handle, shape: &Shape) -> Result<i32, Failure> {
        let (mut count, mut attributes) = (0, shape.attributes.list());
        let config = config(shape, Handle::default(), &mut attributes);
        // SAFETY: addresses of locals.
        unsafe { self.cuOccupancyMaxPotentialClusterSize(&raw mut count, function, &raw const config) }
            .map(|()| count)
    }

    /// Has a stream call a function of the host.
    ///
    /// # Errors
    /// The driver's.
    pub fn call_host(&self, stream: Handle, function: Boxed) -> Result<(), Failure> {
        let boxed = Box::into_raw(Box::new(function)).cast::<c_void>();
        // SAFETY: `call` takes back what it is given.
        let sent = unsafe { self.cuLaunchHostFunc(stream, Some(call), boxed) };
        if sent.is_err() {
            // SAFETY: the driver did not take it.
            drop(unsafe { Box::from_raw(boxed.cast::<Boxed>()) });
        }
        sent
    }

    /// Has a stream call a function of the host. If a kernel makes the context unusable before, the function
    /// is dropped: the driver then calls no function of [`Driver::call_host`], and tells no one.
    ///
    /// # Errors
    /// The driver's.
    pub fn call_or_drop(&self, stream: Handle, function: Boxed) -> Result<(), Failure> {
        let boxed = Box::into_raw(Box::new(function)).cast::<c_void>();
        // SAFETY: `called_back` takes back what it is given.
        let sent = unsafe { self.cuStreamAddCallback(stream, Some(called_back), boxed, 0) };
        if sent.is_err() {
            // SAFETY: the driver did not take it.
            drop(unsafe { Box::from_raw(boxed.cast::<Boxed>()) });
        }
        sent
    }

    /// Copies bytes between addresses of any kind.
    ///
    /// # Errors
    /// The driver's.
    #[inline]
    pub fn copy(&self, to: u64, from: u64, bytes: u64, stream: Handle) -> Result<(), Failure> {
        // SAFETY: callers vouch for host addresses.
        unsafe { self.cuMemcpyAsync(to, from, bytes as usize, stream) }
    }

    /// Copies a box.
    ///
    /// # Errors
    /// The driver's.
    pub fn copy_box(&self, copy: &Copy3d, stream: Handle) -> Result<(), Failure> {
        // SAFETY: callers vouch for host addresses.
        unsafe { self.cuMemcpy3DAsync_v2(copy, stream) }
    }

    /// Allocates page-locked memory.
    ///
    /// # Errors
    /// The driver's.
    pub fn allocate_host(&self, bytes: u64, flags: u32) -> Result<u64, Failure> {
        let mut at = std::ptr::null_mut();
        // SAFETY: a local's address.
        unsafe { self.cuMemHostAlloc(&raw mut at, bytes as usize, flags) }
            .map(|()| at.expose_provenance() as u64)
    }

    /// Frees page-locked memory.
    ///
    /// # Errors
    /// The driver's.
    pub fn free_host(&self, address: u64) -> Result<(), Failure> {
        // SAFETY: the driver knows what it has allocated.
        unsafe { self.cuMemFreeHost(pointer(address)) }
    }

    /// Registers memory of the program.
    ///
    /// # Errors
    /// The driver's.
    pub fn register_host(&self, address: u64, bytes: u64, flags: u32) -> Result<(), Failure> {
        // SAFETY: the driver checks that the pages are there.
        unsafe { self.cuMemHostRegister_v2(pointer(address), bytes as usize, flags) }
    }

    /// Ends a registration.
    ///
    /// # Errors
    /// The driver's.
    pub fn unregister_host(&self, address: u64) -> Result<(), Failure> {
        // SAFETY: the driver knows what is registered.
        unsafe { self.cuMemHostUnregister(pointer(address)) }
    }

    /// Returns a fact about an address; none if the driver does not know the address.
    pub fn pointer_fact(&self, address: u64, fact: PointerFact) -> Option<u64> {
        let mut value = 0u64;
        // SAFETY: no value is larger than a word.
        unsafe { self.cuPointerGetAttribute((&raw mut value).cast(), fact as u32, address) }.ok()?;
        Some(value)
    }

    /// Sets whether operations on the allocation at an address are synchronous.
    ///
    /// # Errors
    /// The driver's.
    pub fn set_sync_memops(&self, address: u64, on: bool) -> Result<(), Failure> {
        let value = u32::from(on);
        // SAFETY: the attribute's value is a number of 32 bits.
        unsafe { self.cuPointerSetAttribute((&raw const value).cast(), SYNC_MEMOPS, address) }
    }

    /// Returns an attribute of a range of managed memory: so many numbers of 32 bits.
    ///
    /// # Errors
    /// The driver's.
    pub fn range_attribute(
        &self,
        attribute: u32,
        (address, bytes): (u64, u64),
        count: usize,
    ) -> Result<Vec<i32>, Failure> {
        let mut values = vec![0i32; count];
        let to = values.as_mut_ptr().cast();
        // SAFETY: room for as many bytes.
        unsafe { self.cuMemRangeGetAttribute(to, count * 4, attribute, address, bytes as usize) }?;
        Ok(values)
    }

    /// Gives up what a range of managed memory holds, and brings it to a place if there is one.
    ///
    /// # Errors
    /// The driver's.
    pub fn discard(
        &self,
        (address, bytes): (u64, u64),
        to: Option<hipMemLocation>,
        stream: Handle,
    ) -> Result<(), Failure> {
        let (mut address, mut bytes, mut first) = (address, bytes as usize, 0usize);
        // SAFETY: one range, and one place for it.
        unsafe {
            match to {
                None => self.cuMemDiscardBatchAsync(&raw mut address, &raw mut bytes, 1, 0, stream),
                Some(mut place) => self.cuMemDiscardAndPrefetchBatchAsync(
                    &raw mut address,
                    &raw mut bytes,
                    1,
                    &raw mut place,
                    &raw mut first,
                    1,
                    0,
                    stream,
                ),
            }
        }
    }

    /// Waits for words and writes them, one after the other.
    ///
    /// # Errors
    /// The driver's.
    pub fn memory_operations(
        &self,
        stream: Handle,
        operations: &mut [hipStreamBatchMemOpParams],
    ) -> Result<(), Failure> {
        let count = operations.len() as u32;
        // SAFETY: as many operations.
        unsafe { self.cuStreamBatchMemOp_v2(stream, count, operations.as_mut_ptr(), 0) }
    }

    /// Returns an attribute of a pool.
    ///
    /// # Errors
    /// The driver's.
    pub fn pool_attribute(&self, pool: Handle, attribute: u32) -> Result<u64, Failure> {
        let mut value = 0u64;
        // SAFETY: no value is larger than a word; smaller ones are its lower half.
        unsafe { self.cuMemPoolGetAttribute(pool, attribute, (&raw mut value).cast()) }.map(|()| value)
    }

    /// Sets an attribute of a pool.
    ///
    /// # Errors
    /// The driver's.
    pub fn set_pool_attribute(&self, pool: Handle, attribute: u32, value: u64) -> Result<(), Failure> {
        let mut value = value;
        // SAFETY: as above.
        unsafe { self.cuMemPoolSetAttribute(pool, attribute, (&raw mut value).cast()) }
    }

    /// Sets a device's access to a pool.
    ///
    /// # Errors
    /// The driver's.
    pub fn set_pool_access(&self, pool: Handle, access: &[hipMemAccessDesc]) -> Result<(), Failure> {
        // SAFETY: as many entries.
        unsafe { self.cuMemPoolSetAccess(pool, access.as_ptr(), access.len()) }
    }

    /// Sets devices' access to mapped memory.
    ///
    /// # Errors
    /// The driver's.
    pub fn set_access(&self, address: u64, bytes: u64, access: &[hipMemAccessDesc]) -> Result<(), Failure> {
        // SAFETY: as many entries.
        unsafe { self.cuMemSetAccess(address, bytes as usize, access.as_ptr(), access.len()) }
    }

    /// Returns a file descriptor of physical memory, which is the caller's.
    ///
    /// # Errors
    /// The driver's.
    pub fn export_file(&self, memory: u64) -> Result<i32, Failure> {
        let mut file = -1i32;
        // SAFETY: a handle of this type is a descriptor.
        unsafe { self.cuMemExportToShareableHandle((&raw mut file).cast(), memory, FILE_HANDLE, 0) }
            .map(|()| file)
    }

    /// Opens physical memory by a file descriptor.
    ///
    /// # Errors
    /// The driver's.
    pub fn import_file(&self, file: i32) -> Result<u64, Failure> {
        let mut memory = 0;
        // SAFETY: a handle of this type is a descriptor, passed as an address.
        unsafe {
            self.cuMemImportFromShareableHandle(
                &raw mut memory,
                std::ptr::without_provenance_mut(file as usize),
                FILE_HANDLE,
            )
        }
        .map(|()| memory)
    }

    /// Returns a file descriptor of a pool, which is the caller's.
    ///
    /// # Errors
    /// The driver's.
    pub fn export_pool(&self, pool: Handle) -> Result<i32, Failure> {
        let mut file = -1i32;
        // SAFETY: a handle of this type is a descriptor.
        unsafe { self.cuMemPoolExportToShareableHandle((&raw mut file).cast(), pool, FILE_HANDLE, 0) }
            .map(|()| file)
    }

    /// Opens a pool by a file descriptor.
    ///
    /// # Errors
    /// The driver's.
    pub fn import_pool(&self, file: i32) -> Result<Handle, Failure> {
        let mut pool = Handle::default();
        let file = std::ptr::without_provenance_mut(file as usize);
        // SAFETY: a handle of this type is a descriptor, passed as an address.
        unsafe { self.cuMemPoolImportFromShareableHandle(&raw mut pool, file, FILE_HANDLE, 0) }.map(|()| pool)
    }

    /// Makes a texture.
    ///
    /// # Errors
    /// The driver's.
    pub fn texture(&self, resource: &HIP_RESOURCE_DESC, texture: &HIP_TEXTURE_DESC) -> Result<u64, Failure> {
        let mut object = 0;
        // SAFETY: two structures, and no view.
        unsafe { self.cuTexObjectCreate(&raw mut object, resource, texture, std::ptr::null()) }
            .map(|()| object)
    }

    /// Begins a link, whose log the driver writes until the link is destroyed.
    ///
    /// # Errors
    /// The driver's.
    pub fn begin_link(&self) -> Result<Link, Failure> {
        let mut log: Box<[u8]> = vec![0; LOG_BYTES].into();
        let mut values = Box::new([log.as_mut_ptr().expose_provenance(), LOG_BYTES]);
        let (mut options, mut state) = (ERROR_LOG, Handle::default());
        // SAFETY: the options' values are a buffer and its size, which stay where they are.
        unsafe {
            self.cuLinkCreate_v2(2, options.as_mut_ptr(), values.as_mut_ptr().cast(), &raw mut state)?;
        }
        Ok(Link { state, log, _values: values })
    }

    /// Adds an input (`CUjitInputType`) to a link.
    ///
    /// # Errors
    /// The driver's.
    pub fn add_to_link(&self, link: &Link, kind: u32, bytes: &[u8], name: &str) -> Result<(), Failure> {
        let name = c_name("cuLinkAddData", name)?;
        let at = bytes.as_ptr().cast_mut().cast();
        // SAFETY: the bytes are read during the call; no options.
        unsafe {
            self.cuLinkAddData_v2(
                link.state,
                kind,
                at,
                bytes.len(),
                name.as_ptr(),
                0,
                std::ptr::null_mut(),
                std::ptr::null_mut(),
            )
        }
    }

    /// Completes a link. Returns the machine code.
    ///
    /// # Errors
    /// The driver's.
    pub fn complete_link(&self, link: &Link) -> Result<Vec<u8>, Failure> {
        let (mut at, mut bytes) = (std::ptr::null_mut(), 0);
        // SAFETY: the driver's memory is valid until the link is destroyed.
        unsafe {
            self.cuLinkComplete(link.state, &raw mut at, &raw mut bytes)?;
            Ok(std::slice::from_raw_parts(at.cast::<u8>(), bytes).to_vec())
        }
    }
}

/// `CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR`
const FILE_HANDLE: u32 = 1;

fn pointer(address: u64) -> *mut c_void {
    std::ptr::with_exposed_provenance_mut(address as usize)
}

fn c_name(call: &'static str, name: &str) -> Result<CString, Failure> {
    CString::new(name).map_err(|_| Failure { call, code: INVALID_VALUE })
}

/// Offset and size of parameters, until the driver knows no further one.
fn parameters(
    ask: impl Fn(usize, &mut usize, &mut usize) -> Result<(), Failure>,
) -> Result<Vec<(u32, u32)>, Failure> {
    let mut found = Vec::new();
    loop {
        let (mut offset, mut size) = (0, 0);
        match ask(found.len(), &mut offset, &mut size) {
            Ok(()) => found.push((offset as u32, size as u32)),
            Err(failure) if failure.code == INVALID_VALUE => return Ok(found),
            Err(failure) => return Err(failure),
        }
    }
}

impl LaunchAttributes {
    /// Attributes as the driver takes them: the first ones of the array.
    fn list(self) -> ([hipLaunchAttribute; 2], u32) {
        let mut list = [zeroed::<hipLaunchAttribute>(); 2];
        let mut count = 0;
        let mut add = |id, value: hipLaunchAttributeValue| {
            list[count].id = id;
            list[count].__bindgen_anon_1.value = value;
            count += 1;
        };
        if self.cooperative {
            add(
                hipLaunchAttributeID::hipLaunchAttributeCooperative,
                hipLaunchAttributeValue { cooperative: 1 },
            );
        }
        if let Some([x, y, z]) = self.cluster {
            let cluster = hip_sys::hipLaunchAttributeValue_clusterDim { x, y, z };
            let value = hipLaunchAttributeValue { clusterDim: cluster };
            add(hipLaunchAttributeID::hipLaunchAttributeClusterDimension, value);
        }
        (list, count as u32)
    }
}

fn config(
    shape: &Shape,
    stream: Handle,
    attributes: &mut ([hipLaunchAttribute; 2], u32),
) -> HIP_LAUNCH_CONFIG {
    let ([x, y, z], [u, v, w]) = (shape.grid, shape.block);
    HIP_LAUNCH_CONFIG {
        gridDimX: x,
        gridDimY: y,
        gridDimZ: z,
        blockDimX: u,
        blockDimY: v,
        blockDimZ: w,
        sharedMemBytes: shape.shared_bytes,
        hStream: std::ptr::with_exposed_provenance_mut(stream.0),
        attrs: attributes.0.as_mut_ptr(),
        numAttrs: attributes.1,
    }
}
