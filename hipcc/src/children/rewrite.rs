//! Rewrites launches in kernels as calls that every clang accepts. Pure: text in, text out.
//!
//! Clang rejects every mention of a kernel in a device function, except in template arguments. Therefore each
//! kernel that is launched there by name gets a function next to it, with the same parameters, defaults and
//! template, which names the kernel in a template argument and launches it:
//!
//! ```text
//! template <class T> __global__ void scale(T *x, T by = 2) { … }
//! template <class T> … void __hip_launch_scale(Settings s, T *x, T by) {
//!     of(Kernel<void (*)(T *x, T by), ::scale<T>>::pointer)(s, x, by);
//! }
//! ```
//!
//! `scale<float><<<g, b>>>(x)` becomes `__hip_launch_scale<float>(Settings(g, b), x)`: overloads, deduction,
//! conversions and defaults are clang's to work out, as they would be for the kernel. Everything stays on its
//! line.

use super::body::{self, Body, bodies, innermost};
use super::declared::{Kernel, kernels, names};
use super::parameter::{Parameter, parameter};
use super::source::Text;
use hipify_rs::chevron::{self, Chevron};
use std::collections::BTreeSet;
use std::ops::Range;

/// The half of a source that is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Host,
    Device,
}

/// Namespace of the helpers of launches, in `hip/device/children.h`.
pub(super) const HELP: &str = "::hip_device_launch::";
/// Prefix of the names of launching functions.
pub(super) const LAUNCH: &str = "__hip_launch_";

/// Returns whether the text of a source launches from a device function. Its headers and macros are not
/// examined.
pub(crate) fn launches_children(written: Vec<u8>) -> bool {
    if memmem(&written, b"<<<").is_none() {
        return false;
    }
    let text = Text::of_source(written);
    let bodies = bodies(&text, body::written(&text));
    let launches = chevron::find(text.source(), &text.chevrons(), &BTreeSet::new());
    launches.iter().any(|launch| innermost(&bodies, launch.open.start).is_some())
}

fn memmem(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

/// Rewrites launches from the device in preprocessed text as calls, and kernels that are named there as
/// constants. Returns `None` if there are neither. The host's half keeps functions that are also host
/// functions unchanged.
pub(crate) fn rewrite(preprocessed: &[u8], side: Side) -> Option<Vec<u8>> {
    let text = Text::new(preprocessed);
    let all = bodies(&text, body::preprocessed(&text));
    let is_ours =
        |at: usize| innermost(&all, at).is_some_and(|body| side == Side::Device || !body.is_host_too);
    let found = chevron::find(text.source(), &text.chevrons(), &BTreeSet::new());
    let launches = found.iter().filter(|launch| launch.arguments.is_some() && is_ours(launch.open.start));
    let kernels = kernels(&text);
    let mut work = Work { text: &text, names: names(&kernels), launched: BTreeSet::new(), edits: Vec::new() };
    for launch in launches {
        work.launch(launch);
    }
    work.mentions(&all, is_ours);
    if work.edits.is_empty() {
        return None;
    }
    work.using();
    for (at, kernel) in kernels.iter().enumerate() {
        if work.launched.contains(&kernel.name) {
            work.twin(kernel, is_defined_here(&kernels, at));
        }
    }
    Some(work.applied(preprocessed))
}

/// Returns whether the launching function of a kernel is defined after this declaration: after the
/// definition, or after the last declaration if it is defined elsewhere.
fn is_defined_here(kernels: &[Kernel], at: usize) -> bool {
    let kernel = &kernels[at];
    let is_other_definition = |other: &Kernel| other.is_definition && kernel.is_akin(other);
    kernel.is_definition
        || !kernels.iter().any(is_other_definition)
            && !kernels[at + 1..].iter().any(|other| kernel.is_alike(other))
}

struct Work<'a> {
    text: &'a Text,
    names: BTreeSet<&'a [u8]>,
    /// Kernels that are launched by name.
    launched: BTreeSet<String>,
    edits: Vec<(Range<usize>, String)>,
}

impl Work<'_> {
    fn replace(&mut self, tokens: Range<usize>, with: impl Into<String>) {
        let source = self.text.source();
        let bytes = source.tokens[tokens.start].start..source.tokens[tokens.end - 1].end;
        // Later text stays on its line.
        let ends = source.text[bytes.clone()].iter().filter(|&&b| b == b'\n').count();
        self.edits.push((bytes, with.into() + &"\n".repeat(ends)));
    }

    fn insert(&mut self, at: usize, with: impl Into<String>) {
        self.edits.push((at..at, with.into()));
    }

    fn launch(&mut self, launch: &Chevron) {
        let source = self.text.source();
        let Some(last) = launch.open.start.checked_sub(1).filter(|&last| source.ends_operand(last)) else {
            return;
        };
        let Some((open, close)) = launch.arguments else { return };
        let behind = if close > open + 1 { ", " } else { "" };
        let name = named_by(self.text, last);
        let parameters = template_parameters(self.text, last);
        let is_parameter = |at: usize| parameters.iter().any(|one| one.as_bytes() == source.word(at));
        if self.names.contains(source.word(name)) && !source.is_member(name) && !is_parameter(name) {
            let plain = String::from_utf8_lossy(source.word(name)).into_owned();
            self.replace(name..name + 1, format!("{LAUNCH}{plain}"));
            self.replace(launch.open.clone(), format!("({HELP}Settings("));
            self.launched.insert(plain);
        } else {
            let first = source.primary_start(last);
            if first == last && is_parameter(last) {
                let plain = String::from_utf8_lossy(source.word(last)).into_owned();
                self.replace(
                    first..last + 1,
                    format!("{HELP}of({HELP}Kernel<decltype({plain}), {plain}>::pointer"),
                );
            } else {
                self.insert(source.tokens[first].start, format!("{HELP}of("));
            }
            self.replace(launch.open.clone(), format!(")({HELP}Settings("));
        }
        self.replace(launch.close.clone(), format!("){behind}"));
        self.replace(open..open + 1, "");
    }

    /// Rewrites mentions of kernels that are not launches: `pick ? first : second`, `&kernel`,
    /// `f(kernel<int>)`.
    fn mentions(&mut self, bodies: &[Body], is_ours: impl Fn(usize) -> bool) {
        let (text, source) = (self.text, self.text.source());
        let mut done = 0;
        for body in bodies {
            let from = body.range.start.max(done);
            done = done.max(body.range.end);
            let in_body = |at: &usize| text.is_name(*at) && self.names.contains(source.word(*at));
            let named: Vec<usize> = (from..body.range.end).filter(in_body).collect();
            for at in named {
                let mut first = at;
                while first >= 3 && text.is_scope(first - 2) && text.is_name(first - 3) {
                    first -= 3;
                }
                if first >= 2 && text.is_scope(first - 2) {
                    first -= 2;
                }
                let mut end = at + 1;
                if source.is(end, b'<') && !source.is(end + 1, b'<') {
                    match source.structure.angle_close(source.tokens, end, body.range.end) {
                        Some((close, _)) => end = close + 1,
                        None => continue,
                    }
                }
                // A parameter may have the name of a kernel elsewhere: `T kernel`, `void (*kernel)(T)`.
                let is_pointer = |n: usize| {
                    let before = n >= 2 && source.is(n - 2, b'(') && source.is(n - 1, b'*');
                    before && source.is(n + 1, b')') && source.is(n + 2, b'(')
                };
                let declares = |n: usize| source.declares(n).is_some() || is_pointer(n);
                let is_own = |n: usize| source.word(n) == source.word(at) && declares(n);
                let is_launch = source.is(end, b'<') && source.is(end + 1, b'<') && source.is(end + 2, b'<');
                let is_argument = first > 0 && source.is(first - 1, b'<') || source.is(end, b'>');
                if !is_ours(at)
                    || source.is_member(at)
                    || is_launch
                    || is_argument
                    || source.is(end, b'(')
                    || text.is_scope(end)
                    || (body.start..body.range.end).any(is_own)
                {
                    continue;
                }
                let written = text.written(first..end);
                self.replace(
                    first..end,
                    format!("(*{HELP}Kernel<decltype(&{written}), &{written}>::pointer)"),
                );
            }
        }
    }

    /// Lets `using a::kernel;` also declare its launching function.
    fn using(&mut self) {
        let (text, source) = (self.text, self.text.source());
        for at in 0..source.tokens.len() {
            let is_one = source.is(at + 1, b';')
                && at >= 2
                && text.is_scope(at - 2)
                && source.word(source.statement_start(at)) == b"using";
            if !is_one {
                continue;
            }
            let name = String::from_utf8_lossy(source.word(at)).into_owned();
            if self.launched.contains(&name) {
                let qualifier = text.written(source.statement_start(at) + 1..at);
                self.insert(source.tokens[at + 1].end, format!(" using {qualifier}{LAUNCH}{name};"));
            }
        }
    }

    /// Inserts the launching function of a kernel: declared before the kernel, so that it can launch itself,
    /// and defined after it.
    fn twin(&mut self, kernel: &Kernel, is_defined: bool) {
        let tokens = self.text.source().tokens;
        if kernel.qualifier.is_empty() {
            let declaration = twin_head(kernel, |one| &one.complete);
            self.insert(tokens[kernel.start].start, format!("{declaration}; "));
        }
        if is_defined && let Some(last) = tokens.get(kernel.end.saturating_sub(1)) {
            let head = twin_head(kernel, |one| &one.declared);
            self.insert(last.end, format!(" {head} {{ {} }}", twin_body(kernel)));
        }
    }

    fn applied(mut self, text: &[u8]) -> Vec<u8> {
        self.edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut made = Vec::with_capacity(text.len() + 4096);
        let mut done = 0;
        for (range, with) in self.edits {
            if range.start < done {
                continue;
            }
            made.extend_from_slice(&text[done..range.start]);
            made.extend_from_slice(with.as_bytes());
            done = range.end;
        }
        made.extend_from_slice(&text[done..]);
        made
    }
}

fn joined<'a>(list: &'a [Parameter], part: impl Fn(&'a Parameter) -> &'a String) -> String {
    list.iter().map(|one| part(one).as_str()).collect::<Vec<_>>().join(", ")
}

fn twin_head<'a>(kernel: &'a Kernel, part: impl Fn(&'a Parameter) -> &'a String + Copy) -> String {
    let template = kernel
        .template
        .as_deref()
        .map_or(String::new(), |list| format!("template <{}> ", joined(list, part)));
    let settings = format!("{HELP}Settings __hip_settings");
    let parameters = std::iter::once(settings.as_str())
        .chain(kernel.parameters.iter().map(|one| part(one).as_str()))
        .collect::<Vec<_>>()
        .join(", ");
    let (returned, qualifier, name) = (&kernel.returned, &kernel.qualifier, &kernel.name);
    // A qualified name has the linkage of its first declaration.
    let linkage = if qualifier.is_empty() { "static " } else { "" };
    let attributes = "inline __attribute__((unused, always_inline, host, device))";
    format!("{template}{linkage}{attributes} {returned} {qualifier}{LAUNCH}{name}({parameters})")
}

fn twin_body(kernel: &Kernel) -> String {
    let passed =
        |list: &[Parameter]| list.iter().map(|one| one.passed.clone()).collect::<Vec<_>>().join(", ");
    let arguments = kernel.template.as_deref().map_or(String::new(), |list| format!("<{}>", passed(list)));
    let taken = joined(&kernel.parameters, |one| &one.declared);
    let target = format!("{HELP}Kernel<void (*)({taken}), {}{arguments}>::pointer", kernel.path());
    let behind = if kernel.parameters.is_empty() { "" } else { ", " };
    format!("{HELP}of({target})(__hip_settings{behind}{});", passed(&kernel.parameters))
}

/// Returns the token that names the expression ending here: `k` of `k`, `a::k<int>`, `((k<int>))`.
fn named_by(text: &Text, mut last: usize) -> usize {
    let source = text.source();
    // Macros put brackets around their arguments.
    while source.is(last, b')')
        && let Some(open) = source.structure.partner(last).filter(|&open| open > 0 && open + 1 < last)
        && !source.ends_operand(open - 1)
        && source.primary_start(last - 1) == open + 1
    {
        last -= 1;
    }
    match source.is(last, b'>') {
        true => source.angle_open(last, 0).map_or(last, |open| open - 1),
        false => last,
    }
}

/// Returns the names of the template parameters that are in scope at a position.
fn template_parameters(text: &Text, at: usize) -> Vec<String> {
    let source = text.source();
    let mut found = Vec::new();
    let mut inside = source.structure.inside(at);
    while let Some(open) = inside {
        let (lists, _) = text.template_lists(source.statement_start(open));
        for list in lists {
            let entries = text.entries(list).into_iter();
            found.extend(entries.map(|entry| parameter(text, entry, 0).passed));
        }
        inside = source.structure.inside(open);
    }
    found
}
