//! The kernels of a text: their declarations, definitions and parameters.

use super::parameter::{Parameter, parameter};
use super::source::Text;
use std::collections::BTreeSet;
use std::ops::Range;

/// A declaration or definition of a kernel at namespace scope.
pub(super) struct Kernel {
    pub(super) name: String,
    /// Qualifier of its name in the declaration: `a::`.
    pub(super) qualifier: String,
    /// Namespaces around the declaration: `::a::b::`.
    pub(super) scope: String,
    /// Parameters of its template, `None` if it is not a template.
    pub(super) template: Option<Vec<Parameter>>,
    pub(super) parameters: Vec<Parameter>,
    /// Return type, which is `void` or another name for it.
    pub(super) returned: String,
    /// Its first token.
    pub(super) start: usize,
    /// The token after it.
    pub(super) end: usize,
    pub(super) is_definition: bool,
}

impl Kernel {
    /// Returns its name as a full path: `::a::b::name`.
    pub(super) fn path(&self) -> String {
        format!("{}{}{}", self.scope, self.qualifier, self.name)
    }

    /// Returns whether another declaration has the same parameters, as far as the text shows.
    pub(super) fn is_alike(&self, other: &Kernel) -> bool {
        let types = |kernel: &Kernel| -> Vec<String> {
            let bare = |one: &Parameter| one.declared.trim_end_matches(one.passed.as_str()).replace(' ', "");
            kernel.parameters.iter().map(bare).collect()
        };
        self.is_akin(other) && self.returned == other.returned && types(self) == types(other)
    }

    /// Returns whether another declaration has the same name and number of parameters.
    pub(super) fn is_akin(&self, other: &Kernel) -> bool {
        let count = |kernel: &Kernel| (kernel.template.as_ref().map(Vec::len), kernel.parameters.len());
        self.path() == other.path() && count(self) == count(other)
    }
}

/// Returns whether a token is a function attribute that decides where the function runs.
pub(super) fn is_attribute(text: &Text, at: usize, name: &[u8]) -> bool {
    let source = text.source();
    if source.word(at) != b"__attribute__" || !source.is(at + 1, b'(') || !source.is(at + 2, b'(') {
        return false;
    }
    (at + 3..text.behind(at + 2)).any(|n| source.word(n) == name)
}

/// Returns all kernels at namespace scope. Explicit specialisations and instantiations are covered by their
/// templates.
pub(super) fn kernels(text: &Text) -> Vec<Kernel> {
    let source = text.source();
    let mut found: Vec<Kernel> = Vec::new();
    for at in 0..source.tokens.len() {
        if found.last().is_some_and(|last| at < last.end) || !is_attribute(text, at, b"global") {
            continue;
        }
        found.extend(kernel(text, at));
    }
    found
}

/// Returns the names of all kernels.
pub(super) fn names(kernels: &[Kernel]) -> BTreeSet<&[u8]> {
    kernels.iter().map(|kernel| kernel.name.as_bytes()).collect()
}

fn kernel(text: &Text, attribute: usize) -> Option<Kernel> {
    let source = text.source();
    let start = source.statement_start(attribute);
    let scope = scope(text, start)?;
    let (lists, first) = text.template_lists(start);
    // An explicit instantiation or a friend. Several lists belong to members.
    if lists.len() > 1 || matches!(source.word(first), b"template" | b"friend") {
        return None;
    }
    let open = parameters_open(text, attribute)?;
    let name = open - 1;
    let mut qualifier = name;
    while qualifier >= 3 && text.is_scope(qualifier - 2) && text.is_name(qualifier - 3) {
        qualifier -= 3;
    }
    let close = source.structure.partner(open)?;
    let mut end = close + 1;
    while end < source.tokens.len() && !matches!(source.tokens[end].byte(), b'{' | b';' | b'}') {
        end = text.behind(end);
    }
    let is_definition = source.is(end, b'{');
    let list = |inside: Range<usize>| -> Vec<Parameter> {
        let entries = text.entries(inside).into_iter().enumerate();
        entries.map(|(number, entry)| parameter(text, entry, number)).collect()
    };
    let is_empty = close == open + 2 && source.word(open + 1) == b"void";
    let template = lists.into_iter().next().map(list);
    // `template <>`
    if template.as_ref().is_some_and(Vec::is_empty) {
        return None;
    }
    Some(Kernel {
        name: String::from_utf8_lossy(source.word(name)).into_owned(),
        returned: returned(text, first, qualifier),
        qualifier: text.written(qualifier..name),
        scope,
        template,
        parameters: if is_empty { Vec::new() } else { list(open + 1..close) },
        start,
        end: if is_definition { text.behind(end) } else { end + 1 },
        is_definition,
    })
}

/// Returns the type before a kernel's name, which can distinguish templates (`enable_if`).
fn returned(text: &Text, first: usize, name: usize) -> String {
    let source = text.source();
    let (mut runs, mut at) = (Vec::<Range<usize>>::new(), first);
    while at < name {
        match source.word(at) {
            b"__attribute__" | b"requires" => at = text.behind(at + 1),
            b"static" | b"inline" | b"constexpr" => at += 1,
            // Includes the name of the language.
            b"extern" => at += 2,
            // Tokens after the parameters belong to this declaration.
            b"auto" => return "void".to_owned(),
            _ => {
                match runs.last_mut().filter(|run| run.end == at) {
                    Some(run) => run.end += 1,
                    None => runs.push(at..at + 1),
                }
                at += 1;
            }
        }
    }
    runs.into_iter().map(|run| text.written(run)).collect::<Vec<_>>().join(" ")
}

/// Returns the parenthesis after a kernel's name: the first one after a name that takes no parenthesis
/// itself.
fn parameters_open(text: &Text, attribute: usize) -> Option<usize> {
    let source = text.source();
    let mut at = attribute;
    while at < source.tokens.len() {
        match source.tokens[at].byte() {
            b';' | b'{' | b'}' | b'=' => return None,
            b'<' => at = text.list_close(at, source.tokens.len())? + 1,
            b'(' => {
                let takes_some = matches!(
                    source.word(at - 1),
                    b"__attribute__" | b"alignas" | b"decltype" | b"noexcept" | b"requires"
                );
                if text.is_name(at - 1) && !takes_some {
                    return Some(at);
                }
                at = text.behind(at);
            }
            _ => at += 1,
        }
    }
    None
}

/// Returns the namespaces around a position: `::a::b::`. `None` if it is within anything else.
fn scope(text: &Text, at: usize) -> Option<String> {
    let source = text.source();
    let mut names = Vec::new();
    let mut inside = source.structure.inside(at);
    while let Some(open) = inside {
        let start = source.statement_start(open);
        let head = start..open;
        let is_linkage = source.word(start) == b"extern" && head.len() == 2;
        match head.clone().find(|&n| source.word(n) == b"namespace") {
            Some(keyword) => {
                let mut name = text.written(keyword + 1..open);
                if name.contains("__attribute__") {
                    name = text.written(
                        keyword + 1..(keyword + 1..open).find(|&n| source.word(n) == b"__attribute__")?,
                    );
                }
                if !name.is_empty() {
                    names.push(name.trim().replace(' ', ""));
                }
            }
            None if is_linkage => {}
            None => return None,
        }
        inside = source.structure.inside(open);
    }
    names.reverse();
    Some(names.iter().fold("::".to_owned(), |path, name| path + name + "::"))
}
