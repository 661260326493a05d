//! Calls by which tools subscribe to calls, and put functions of their own in the place of the library's.

use crate::entry::{Out, entry_points, text};
use crate::names;
use crate::watch::{Callback, Subscriber, replace, subscribe, unsubscribe};
use runtime::Error;
use std::ffi::{CStr, c_char, c_void};

entry_points! {
    /// Tells a function of every call, before and after, on the thread that makes it, from here on.
    fn hipExtApiSubscribe(out: Out<Subscriber>, callback: Callback, user: *mut c_void) {
        let out = out.wanted("subscriber")?;
        out.set(subscribe(callback.ok_or(Error::Null { what: "callback" })?, user));
    }
    /// Ends a subscription. A call that is under way on another thread may still be told.
    fn hipExtApiUnsubscribe(subscriber: Subscriber) {
        if !unsubscribe(&subscriber) {
            return Err(Error::BadHandle { kind: "subscriber", word: subscriber.0 });
        }
    }
    /// Has a function of the same type called instead of one of the library's; null puts the library's back.
    /// What the function calls is the library's.
    fn hipExtApiReplace(name: *const c_char, function: *const c_void) {
        replace(observed(&text(name, "name")?)?, function);
    }
    /// The number of a function of which tools are told; `hipApiName` gives its name.
    fn hipExtApiId(name: *const c_char, out: Out<u32>) {
        let out = out.wanted("id")?;
        out.set(names::id(observed(&text(name, "name")?)?).unwrap_or(0));
    }
}

/// Name of a function that returns a code: others are neither observed nor replaced.
fn observed(name: &str) -> Result<&'static CStr, Error> {
    names::with_code(name).ok_or_else(|| Error::NoFunction { name: name.to_owned() })
}
