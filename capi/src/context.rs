//! Contexts and primary contexts (HIP: "Context Management", "Primary Context"; deprecated, and used by all driver code).

use crate::entry::{Out, entry_points};
use crate::types::Context;
use runtime::Error;
use runtime::api::context;

entry_points! {
    /// Makes a context and pushes it on the thread's stack.
    fn hipCtxCreate(out: Out<Context>, flags: u32, device: i32) {
        let out = out.wanted("ctx")?;
        out.set(Context::of(context::create(flags, device)?));
    }
    /// Destroys a context and what it holds.
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
    /// Keeps a device's primary context, which is made if there is none.
    fn hipDevicePrimaryCtxRetain(out: Out<Context>, device: i32) {
        let out = out.wanted("pctx")?;
        out.set(Context::of(context::primary_retain(device)?));
    }
    /// Gives a device's primary context up.
    fn hipDevicePrimaryCtxRelease(device: i32) { context::primary_release(device)?; }
    /// Destroys a device's primary context and what it holds.
    fn hipDevicePrimaryCtxReset(device: i32) { context::primary_reset(device)?; }
    /// Flags of a device's primary context, and whether there is one.
    fn hipDevicePrimaryCtxGetState(device: i32, flags: Out<u32>, active: Out<i32>) {
        let (flags, active) = (flags.wanted("flags")?, active.wanted("active")?);
        let (value, is_active) = context::primary_state(device)?;
        flags.set(value);
        active.set(is_active.into());
    }
    /// Sets the flags of a device's primary context.
    fn hipDevicePrimaryCtxSetFlags(device: i32, flags: u32) { context::primary_set_flags(device, flags)?; }
}
