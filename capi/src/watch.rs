//! Tools that observe calls and replace functions.
//!
//! A tool is notified of each call that a program makes, before and after, and may replace functions of the
//! library. Calls made by the library itself, by a tool's function or by a tool's callback are neither
//! reported nor replaced. Nothing here changes the meaning of a call. Without a tool, a call has the extra
//! cost of one load and one branch.

use crate::names;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// Code of a call's outcome.
pub(crate) type Code = u32;

/// `hipExtApiCall`: the report of a call.
#[repr(C)]
pub struct Call {
    struct_size: usize,
    id: u32,
    /// Before or after the call.
    phase: u32,
    name: *const c_char,
    correlation: u64,
    argument_count: u32,
    /// After the call: its result.
    result: Code,
    arguments: *const *const c_void,
    /// Word for the tool, the same before and after the call.
    data: *mut u64,
}

const ENTER: u32 = 0;
const EXIT: u32 = 1;

/// Function of a tool.
type Notify = unsafe extern "C" fn(*const Call, *mut c_void);

/// `hipExtApiCallback_t`
pub type Callback = Option<Notify>;

/// `hipExtApiSubscriber_t`: a number unique among the subscriptions of the process.
#[repr(transparent)]
pub struct Subscriber(pub(crate) u64);

#[derive(Clone, Copy)]
struct Subscription {
    number: u64,
    callback: Notify,
    /// Address passed back to the tool.
    user: usize,
}

/// Requests of tools. Replaced as a whole, so that a call in progress keeps the set that it began with.
#[derive(Clone, Default)]
struct Tools {
    subscriptions: Vec<Subscription>,
    /// Name of a function → address of its replacement.
    instead: BTreeMap<&'static CStr, usize>,
}

static TOOLS: RwLock<Option<Arc<Tools>>> = RwLock::new(None);
/// Number of subscriptions and replacements.
static WATCHING: AtomicUsize = AtomicUsize::new(0);

thread_local!(static INSIDE: Cell<bool> = const { Cell::new(false) });

/// Returns whether calls must go through [`call`].
#[inline(always)]
pub(crate) fn watched() -> bool {
    WATCHING.load(Ordering::Relaxed) != 0
}

fn tools() -> Arc<Tools> {
    TOOLS.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
}

fn change<R>(change: impl FnOnce(&mut Tools) -> R) -> R {
    let mut tools = TOOLS.write().unwrap_or_else(PoisonError::into_inner);
    let mut now = tools.as_deref().cloned().unwrap_or_default();
    let answer = change(&mut now);
    WATCHING.store(now.subscriptions.len() + now.instead.len(), Ordering::Relaxed);
    *tools = Some(Arc::new(now));
    answer
}

/// Makes a call and reports it to tools. `own` calls the library's function, or the one at the given address.
#[cold]
#[inline(never)]
pub(crate) fn call(
    name: &CStr,
    arguments: &[*const c_void],
    own: &mut dyn FnMut(Option<usize>) -> Code,
) -> Code {
    // A thread that is being destroyed has lost its flag, and reports no more.
    if INSIDE.try_with(|inside| inside.replace(true)).unwrap_or(true) {
        return own(None);
    }
    static CORRELATION: AtomicU64 = AtomicU64::new(1);
    let tools = tools();
    let mut words = vec![0; tools.subscriptions.len()];
    let mut call = Call {
        struct_size: size_of::<Call>(),
        id: names::id(name).unwrap_or(0),
        phase: ENTER,
        name: name.as_ptr(),
        correlation: CORRELATION.fetch_add(1, Ordering::Relaxed),
        argument_count: arguments.len() as u32,
        result: 0,
        arguments: arguments.as_ptr(),
        data: std::ptr::null_mut(),
    };
    let mut tell = |call: &mut Call| {
        for (subscription, word) in tools.subscriptions.iter().zip(&mut words) {
            call.data = word;
            // SAFETY: the tool gave the function for this, and its word; the structure lives until the
            // function returns.
            unsafe { (subscription.callback)(call, subscription.user as *mut c_void) };
        }
    };
    tell(&mut call);
    call.result = own(tools.instead.get(name).copied());
    call.phase = EXIT;
    tell(&mut call);
    INSIDE.set(false);
    call.result
}

/// Subscribes a function to every call, before and after it, on the calling thread.
pub(crate) fn subscribe(callback: Notify, user: *mut c_void) -> Subscriber {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    change(|tools| tools.subscriptions.push(Subscription { number, callback, user: user as usize }));
    Subscriber(number)
}

/// Ends a subscription; returns whether it existed.
pub(crate) fn unsubscribe(subscriber: &Subscriber) -> bool {
    change(|tools| {
        let before = tools.subscriptions.len();
        tools.subscriptions.retain(|one| one.number != subscriber.0);
        tools.subscriptions.len() < before
    })
}

/// Replaces a function of the library; null restores it.
pub(crate) fn replace(name: &'static CStr, function: *const c_void) {
    change(|tools| match function.is_null() {
        true => tools.instead.remove(name),
        false => tools.instead.insert(name, function as usize),
    });
}
