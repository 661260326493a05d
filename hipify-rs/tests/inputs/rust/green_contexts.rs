use cudarc::driver::sys::*;

unsafe fn f(g: *mut CUgreenCtx, d: CUdevResourceDesc, dev: CUdevice) {
    cuGreenCtxCreate(g, d, dev, CUgreenCtxCreate_flags::CU_GREEN_CTX_DEFAULT_STREAM as u32);
    let mut r: CUdevResource = std::mem::zeroed();
    cuDeviceGetDevResource(dev, &mut r, CUdevResourceType::CU_DEV_RESOURCE_TYPE_SM);
    cuGreenCtxDestroy(*g);
}
