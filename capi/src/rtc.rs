//! Kernels compiled at run time (HIP: "Runtime Compilation").

use crate::entry::{Code, In, Out, Place, run_rtc, text, watched_points};
use crate::link::{self, Image, Options};
use crate::types::{Link, Program};
use hip_sys::{hipJitInputType, hipJitOption};
use runtime::Error;
use runtime::api::rtc::{self, Failure, Unit};
use std::ffi::{CStr, c_char, c_void};

crate::entry::export!(hiprtcGetErrorString);

/// Declares C functions that return a `hiprtcResult`.
macro_rules! rtc_entry_points {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {
        watched_points! { run_rtc => $($(#[$meta])* fn $name($($arg: $ty),*) $body)* }
    };
}

/// Reads the bytes of a string that C passes.
fn bytes(pointer: *const c_char, what: &'static str) -> Result<Vec<u8>, Failure> {
    if pointer.is_null() {
        return Err(Failure::Null(what));
    }
    // SAFETY: C promised a string that ends in a zero.
    Ok(unsafe { CStr::from_ptr(pointer) }.to_bytes().to_vec())
}

/// Reads the strings of an array that C passes with its length.
fn strings(count: i32, array: In<*const c_char>, what: &'static str) -> Result<Vec<*const c_char>, Failure> {
    let count = usize::try_from(count).map_err(|_| Failure::Negative(what, count))?;
    match count > 0 && array.is_null() {
        true => Err(Failure::Null(what)),
        false => array.array(count).map_err(Failure::Runtime),
    }
}

/// Writes bytes to memory provided by C.
fn put(place: &Place<u8>, bytes: &[u8]) {
    bytes.iter().enumerate().for_each(|(n, byte)| place.set_at(n, *byte));
}

/// Returns a program's log as a C string.
fn log(program: Program) -> Result<Vec<u8>, Failure> {
    let mut said = rtc::log(program.id()?)?.replace('\0', " ").into_bytes();
    said.push(0);
    Ok(said)
}

/// Converts an error of a link; errors of its handle have codes of their own.
fn linked<T>(outcome: Result<T, Error>) -> Result<T, Failure> {
    outcome.map_err(|error| match error {
        Error::BadHandle { .. } | Error::StaleHandle { .. } | Error::Null { .. } => Failure::Null("link"),
        Error::UnknownEnumerator { .. } => Failure::Runtime(error),
        other => Failure::Link(other),
    })
}

/// The name of a code: `HIPRTC_ERROR_COMPILATION`.
pub extern "C" fn hiprtcGetErrorString(result: Code) -> *const c_char {
    let known = rtc::Code::ALL.iter().find(|code| **code as u32 == result);
    known.map_or(c"Invalid HIPRTC error code", |code| code.name()).as_ptr()
}

rtc_entry_points! {
    /// The version of this interface.
    fn hiprtcVersion(major: Out<i32>, minor: Out<i32>) {
        let (major, minor) = (major.wanted("major")?, minor.wanted("minor")?);
        major.set(rtc::VERSION.0);
        minor.set(rtc::VERSION.1);
    }
    /// Makes a program of a source and headers.
    fn hiprtcCreateProgram(
        out: Out<Program>,
        source: *const c_char,
        name: *const c_char,
        count: i32,
        headers: In<*const c_char>,
        names: In<*const c_char>,
    ) {
        let out = out.wanted("prog")?;
        let source = bytes(source, "src")?;
        let name = if name.is_null() { "default_program".to_owned() } else { text(name, "name")? };
        let headers = strings(count, headers, "headers")?;
        let names = strings(count, names, "includeNames")?;
        let pair = |(header, name): (&*const c_char, &*const c_char)| {
            Ok((text(*name, "includeNames")?, bytes(*header, "headers")?))
        };
        let headers = headers.iter().zip(&names).map(pair).collect::<Result<Vec<_>, Failure>>()?;
        out.set(Program::of(rtc::create(Unit { source, name, headers })?));
    }
    /// Destroys a program; the handle becomes null.
    fn hiprtcDestroyProgram(program: Out<Program>) {
        let place = program.wanted("prog")?;
        rtc::destroy(place.get().id()?)?;
        place.set(Program::NULL);
    }
    /// Requests a lowered name.
    fn hiprtcAddNameExpression(program: Program, expression: *const c_char) {
        let id = program.id()?;
        rtc::add_name(id, text(expression, "name_expression")?)?;
    }
    /// Compiles.
    fn hiprtcCompileProgram(program: Program, count: i32, options: In<*const c_char>) {
        let id = program.id()?;
        let options = strings(count, options, "options")?;
        let options = options.iter().map(|option| text(*option, "options"));
        rtc::compile(id, &options.collect::<Result<Vec<_>, Error>>()?)?;
    }
    /// The lowered name of an expression.
    fn hiprtcGetLoweredName(program: Program, expression: *const c_char, out: Out<u64>) {
        let (id, expression) = (program.id()?, text(expression, "name_expression")?);
        out.wanted("lowered_name")?.set(rtc::lowered(id, &expression)?);
    }
    /// Size of the log in bytes, including the NUL.
    fn hiprtcGetProgramLogSize(program: Program, out: Out<usize>) {
        let said = log(program)?;
        out.wanted("logSizeRet")?.set(said.len());
    }
    /// Messages of the compiler.
    fn hiprtcGetProgramLog(program: Program, out: Out<u8>) {
        let said = log(program)?;
        put(&out.wanted("log")?, &said);
    }
    /// Size of the code in bytes: PTX, including the NUL.
    fn hiprtcGetCodeSize(program: Program, out: Out<usize>) {
        let (id, out) = (program.id()?, out.wanted("codeSizeRet")?);
        out.set(rtc::code(id)?.len());
    }
    /// The code.
    fn hiprtcGetCode(program: Program, out: Out<u8>) {
        let (id, out) = (program.id()?, out.wanted("code")?);
        put(&out, &rtc::code(id)?);
    }
    /// Size of the bitcode in bytes.
    fn hiprtcGetBitcodeSize(program: Program, out: Out<usize>) {
        let (id, out) = (program.id()?, out.wanted("bitcode_size")?);
        out.set(rtc::bitcode(id)?.len());
    }
    /// The code as LLVM bitcode, to be linked.
    fn hiprtcGetBitcode(program: Program, out: Out<u8>) {
        let (id, out) = (program.id()?, out.wanted("bitcode")?);
        put(&out, &rtc::bitcode(id)?);
    }
    /// Creates a linker.
    fn hiprtcLinkCreate(count: u32, options: In<hipJitOption>, values: In<u64>, out: Out<Link>) {
        out.wanted("hip_link_state_ptr")?.set(linked(link::create(Options { count, options, values }))?);
    }
    /// Adds code from a file.
    fn hiprtcLinkAddFile(
        state: Link,
        kind: hipJitInputType,
        path: *const c_char,
        count: u32,
        options: In<hipJitOption>,
        values: In<u64>,
    ) {
        linked(link::add_file(state, kind, path, Options { count, options, values }))?;
    }
    /// Adds code from memory; it may have no name.
    fn hiprtcLinkAddData(
        state: Link,
        kind: hipJitInputType,
        image: *const c_void,
        size: usize,
        name: *const c_char,
        count: u32,
        options: In<hipJitOption>,
        values: In<u64>,
    ) {
        let name = if name.is_null() { c"hiprtcLinkAddData".as_ptr() } else { name };
        linked(link::add_data(state, kind, Image { data: image, size }, name, Options { count, options, values }))?;
    }
    /// Links; the image lives until the linker is destroyed.
    fn hiprtcLinkComplete(state: Link, image: Out<u64>, size: Out<usize>) {
        linked(link::complete(state, image, size))?;
    }
    /// Destroys a linker.
    fn hiprtcLinkDestroy(state: Link) {
        linked(state.id().and_then(runtime::api::link::destroy))?;
    }
}
