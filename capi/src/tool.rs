//! Functions for tools: subscription to calls, and replacement of the library's functions.

use crate::entry::{Out, entry_points, text};
use crate::names;
use crate::watch::{Callback, Subscriber, replace, subscribe, unsubscribe};
use runtime::Error;
use std::ffi::{CStr, c_char, c_void};

entry_points! {
    /// Subscribes a function to every call: it runs before and after the call, on the calling thread.
    fn hipExtApiSubscribe(out: Out<Subscriber>, callback: Callback, user: *mut c_void) {
        let out = out.wanted("subscriber")?;
        out.set(subscribe(callback.ok_or(Error::Null { what: "callback" })?, user));
    }
    /// Ends a subscription. A call in progress on another thread may still be reported.
    fn hipExtApiUnsubscribe(subscriber: Subscriber) {
        if !unsubscribe(&subscriber) {
            return Err(Error::BadHandle { kind: "subscriber", word: subscriber.0 });
        }
    }
    /// Replaces a function of the library by another one of the same type; null restores it. Calls made by
    /// the replacement reach the library's functions.
    fn hipExtApiReplace(name: *const c_char, function: *const c_void) {
        replace(observed(&text(name, "name")?)?, function);
    }
    /// The number of an observable function; `hipApiName` returns its name.
    fn hipExtApiId(name: *const c_char, out: Out<u32>) {
        let out = out.wanted("id")?;
        out.set(names::id(observed(&text(name, "name")?)?).unwrap_or(0));
    }
}

/// Returns the name of a function that returns a code; others can be neither observed nor replaced.
fn observed(name: &str) -> Result<&'static CStr, Error> {
    names::with_code(name).ok_or_else(|| Error::NoFunction { name: name.to_owned() })
}
