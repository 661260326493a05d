//! Handles in their C form; structures are in `hip_sys`.

use runtime::Error;
use runtime::graph::{ExecObject, GraphObject, NodeObject, UserObject};
use runtime::handle::{Id, Kind};
use runtime::object::{
    ArrayObject, ContextObject, DescObject, EventObject, FunctionObject, KernelObject, LibraryObject,
    LinkObject, MipmapObject, ModuleObject, ProgramObject, StreamObject,
};
use std::marker::PhantomData;

/// Handle: a word that only the runtime's tables can interpret.
#[repr(transparent)]
pub struct Handle<T>(u64, PhantomData<fn() -> T>);

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> Handle<T> {
    /// No object.
    pub(crate) const NULL: Self = Handle(0, PhantomData);

    /// The word.
    pub(crate) fn word(self) -> u64 {
        self.0
    }

    /// Handle of a word.
    pub(crate) fn of_word(word: u64) -> Self {
        Handle(word, PhantomData)
    }

    /// Returns the handle in a C structure.
    pub(crate) fn of_c<C>(pointer: *mut C) -> Self {
        Handle(pointer as u64, PhantomData)
    }

    /// Returns the handle in the form of C structures.
    pub(crate) fn c<C>(self) -> *mut C {
        self.0 as *mut C
    }
}

impl<T: Kind> Handle<T> {
    /// Returns the handle of an object.
    pub(crate) fn of(id: Id<T>) -> Self {
        Handle(id.word(), PhantomData)
    }

    /// The object's id.
    ///
    /// # Errors
    /// `BadHandle`; for a context `NoContext`, as in the runtime.
    #[inline]
    pub(crate) fn id(self) -> Result<Id<T>, Error> {
        Id::from_word(self.0).ok_or(match T::TAG == ContextObject::TAG {
            true => Error::NoContext { what: "a handle that names none" },
            false => Error::BadHandle { kind: T::NAME, word: self.0 },
        })
    }
}

/// `hipCtx_t`, `hipExecutionCtx_t`
pub type Context = Handle<ContextObject>;
/// `hipStream_t`; see [`runtime::api::StreamRef::from_word`] for special words.
pub type Stream = Handle<StreamObject>;

/// Replaces `NULL` by the calling thread's own default stream.
pub(crate) fn own(stream: Stream) -> Stream {
    if stream.word() == 0 { Stream::of_c(hip_sys::hipStreamPerThread) } else { stream }
}

/// `hipEvent_t`
pub type Event = Handle<EventObject>;
/// `hipModule_t`
pub type Module = Handle<ModuleObject>;
/// `hipFunction_t`
pub type Function = Handle<FunctionObject>;
/// `hipLinkState_t`
pub type Link = Handle<LinkObject>;
/// `hiprtcProgram`
pub type Program = Handle<ProgramObject>;
/// `hipLibrary_t`
pub type Library = Handle<LibraryObject>;
/// `hipKernel_t`
pub type Kernel = Handle<KernelObject>;
/// `hipDevResourceDesc_t`
pub type Desc = Handle<DescObject>;

/// `hipArray_t`
pub type Array = Handle<ArrayObject>;
/// `hipMipmappedArray_t`
pub type Mipmap = Handle<MipmapObject>;

/// `hipGraph_t`
pub type Graph = Handle<GraphObject>;
/// `hipGraphNode_t`
pub type Node = Handle<NodeObject>;
/// `hipGraphExec_t`
pub type Exec = Handle<ExecObject>;
/// `hipUserObject_t`
pub type User = Handle<UserObject>;
