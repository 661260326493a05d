//! Contexts and primary contexts (HIP: "Context Management", "Primary Context"; deprecated, and used by all
//! driver code).

use crate::entry::{Out, entry_points};
use crate::types::Context;
use runtime::Error;
use runtime::api::{context, device};

/// Result of `cuCtxGetApiVersion`, observed on an H200.
const API_VERSION: u32 = 3020;

/// Checks a hint, which HIP's documentation lets a device ignore.
fn hint(what: &'static str, got: u32, most: u32) -> Result<(), Error> {
    device::current_ordinal()?;
    if got > most { Err(Error::UnknownEnumerator { what, got: got.into() }) } else { Ok(()) }
}

/// Returns `hipFuncCachePreferNone`.
fn cache(out: Out<u32>) -> Result<(), Error> {
    let out = out.wanted("cacheConfig")?;
    device::current_ordinal()?;
    out.set(0);
    Ok(())
}

/// Returns `hipSharedMemBankSizeFourByte`.
fn banks(out: Out<u32>) -> Result<(), Error> {
    let out = out.wanted("pConfig")?;
    device::current_ordinal()?;
    out.set(1);
    Ok(())
}

entry_points! {
    /// Creates a context and pushes it on the thread's stack.
    fn hipCtxCreate(out: Out<Context>, flags: u32, device: i32) {
        let out = out.wanted("ctx")?;
        out.set(Context::of(context::create(flags, device)?));
    }
    /// Destroys a context with its objects.
    fn hipCtxDestroy(context: Context) { context::destroy(context.id()?)?; }
    /// Pushes a context on the thread's stack.
    fn hipCtxPushCurrent(context: Context) {
        if context.word() == 0 {
            return Err(Error::Null { what: "ctx" });
        }
        context::push(context.id()?)?;
    }
    /// Pops the thread's stack.
    fn hipCtxPopCurrent(out: Out<Context>) {
        let popped = context::pop()?;
        if let Some(out) = out.optional() {
            out.set(Context::of(popped));
        }
    }
    /// Replaces the top of the thread's stack; null pops it.
    fn hipCtxSetCurrent(context: Context) {
        let id = if context.word() == 0 { None } else { Some(context.id()?) };
        context::set_current(id)?;
    }
    /// The top of the thread's stack, or null.
    fn hipCtxGetCurrent(out: Out<Context>) {
        let out = out.wanted("ctx")?;
        out.set(context::get_current().map_or(Context::NULL, Context::of));
    }
    /// The current context's device.
    fn hipCtxGetDevice(out: Out<i32>) {
        let out = out.wanted("device")?;
        out.set(context::device()?);
    }
    /// The current context's flags.
    fn hipCtxGetFlags(out: Out<u32>) {
        let out = out.wanted("flags")?;
        out.set(context::flags()?);
    }
    /// Waits for all work of the current context.
    fn hipCtxSynchronize() { context::synchronize()?; }
    /// A limit of the current context.
    fn hipDeviceGetLimit(out: Out<u64>, limit: u32) {
        let out = out.wanted("pValue")?;
        out.set(context::limit(limit)?);
    }
    /// Sets a limit of the current context.
    fn hipDeviceSetLimit(limit: u32, value: u64) { context::set_limit(limit, value)?; }
    /// Retains a device's primary context, and creates it if there is none.
    fn hipDevicePrimaryCtxRetain(out: Out<Context>, device: i32) {
        let out = out.wanted("pctx")?;
        out.set(Context::of(context::primary_retain(device)?));
    }
    /// Releases a device's primary context.
    fn hipDevicePrimaryCtxRelease(device: i32) {
        // SAFETY: C promised that the context is not used any more.
        unsafe { context::primary_release(device) }?;
    }
    /// Destroys a device's primary context with its objects.
    fn hipDevicePrimaryCtxReset(device: i32) {
        // SAFETY: C promised that the context is not used any more.
        unsafe { context::primary_reset(device) }?;
    }
    /// Flags of a device's primary context, and whether there is one.
    fn hipDevicePrimaryCtxGetState(device: i32, flags: Out<u32>, active: Out<i32>) {
        let (flags, active) = (flags.wanted("flags")?, active.wanted("active")?);
        let (value, is_active) = context::primary_state(device)?;
        flags.set(value);
        active.set(is_active.into());
    }
    /// Sets the flags of a device's primary context.
    fn hipDevicePrimaryCtxSetFlags(device: i32, flags: u32) { context::primary_set_flags(device, flags)?; }
    /// API version of a context: that of the CUDA driver.
    fn hipCtxGetApiVersion(context: Context, out: Out<u32>) {
        let out = out.wanted("apiVersion")?;
        context::check(context.id()?)?;
        out.set(API_VERSION);
    }
    /// Cache preference: caches are not modelled.
    fn hipCtxGetCacheConfig(out: Out<u32>) { cache(out)?; }
    /// Sets the cache preference: a hint without effect.
    fn hipCtxSetCacheConfig(config: u32) { hint("hipFuncCache_t", config, 3)?; }
    /// Cache preference: caches are not modelled.
    fn hipDeviceGetCacheConfig(out: Out<u32>) { cache(out)?; }
    /// Sets the cache preference: a hint without effect.
    fn hipDeviceSetCacheConfig(config: u32) { hint("hipFuncCache_t", config, 3)?; }
    /// Width of shared-memory banks.
    fn hipCtxGetSharedMemConfig(out: Out<u32>) { banks(out)?; }
    /// Sets the width of shared-memory banks: a hint without effect.
    fn hipCtxSetSharedMemConfig(config: u32) { hint("hipSharedMemConfig", config, 2)?; }
    /// Width of shared-memory banks.
    fn hipDeviceGetSharedMemConfig(out: Out<u32>) { banks(out)?; }
    /// Sets the width of shared-memory banks: a hint without effect.
    fn hipDeviceSetSharedMemConfig(config: u32) { hint("hipSharedMemConfig", config, 2)?; }
    /// Flags of the primary context of the thread's device.
    fn hipGetDeviceFlags(out: Out<u32>) {
        let out = out.wanted("flags")?;
        out.set(context::primary_state(device::current_ordinal()?)?.0);
    }
    /// Sets the flags of the primary context of the thread's device.
    fn hipSetDeviceFlags(flags: u32) { context::primary_set_flags(device::current_ordinal()?, flags)?; }
}
