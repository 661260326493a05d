//! Imports between the source files of a crate, read off its syntax. A name that a module only passes on
//! (`pub use`) leads to the file that defines it, so that a front door ties nothing together; tests are left
//! out.

use crate::workspace::Outcome;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, UseTree, Visibility};

/// Steps along names that are passed on, in case they go round in a circle.
const STEPS: usize = 16;

/// Path of a module or of an item below the crate's root.
type Names = Vec<String>;

/// Source files of a crate.
#[derive(Default)]
pub(super) struct Sources {
    /// Paths below `src`.
    names: Vec<String>,
    lines: usize,
    /// File of each module, inline modules too.
    modules: BTreeMap<Names, usize>,
    /// Names that a module passes on: module and name, and where that leads.
    passed_on: BTreeMap<(Names, String), Names>,
    /// Paths that a file names, by line.
    uses: Vec<(usize, usize, Names)>,
}

/// An import of one file by another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Import {
    pub(super) from: usize,
    pub(super) to: usize,
    /// 1-based, in the importing file.
    pub(super) line: usize,
}

impl Sources {
    /// Reads all files below a directory.
    ///
    /// # Errors
    /// A file cannot be read, or is no Rust.
    pub(super) fn read(src: &Path) -> Outcome<Sources> {
        let mut files = Vec::new();
        for entry in walkdir::WalkDir::new(src).sort_by_file_name() {
            let entry = entry.map_err(|e| e.to_string())?;
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
            let name = path.strip_prefix(src).unwrap_or(path).display().to_string();
            files.push((name, text));
        }
        Sources::of(files)
    }

    /// Takes files by path below `src` and text.
    pub(super) fn of(files: Vec<(String, String)>) -> Outcome<Sources> {
        let mut parsed = Vec::new();
        let mut tests = BTreeSet::new();
        let has_library = files.iter().any(|(name, _)| name == "lib.rs");
        for (name, text) in files {
            let file: File = syn::parse_file(&text).map_err(|e| format!("{name}: {e}"))?;
            // The program beside a library imports it by its name.
            let module =
                if has_library && name == "main.rs" { vec!["main".to_owned()] } else { module_of(&name) };
            tests.extend(test_modules(&file).map(|child| below(&module, &child)));
            parsed.push((name, module, file, text.lines().count()));
        }
        parsed.retain(|(_, module, file, _)| {
            let is_test = file.attrs.iter().any(is_for_tests);
            !is_test && !tests.iter().any(|test: &Names| module.starts_with(test))
        });
        let mut sources = Sources::default();
        for (number, (name, module, _, lines)) in parsed.iter().enumerate() {
            sources.names.push(name.clone());
            sources.lines += lines;
            sources.modules.insert(module.clone(), number);
        }
        for (number, (_, module, file, _)) in parsed.iter().enumerate() {
            sources.inline_modules(number, module, &file.items);
        }
        for (number, (_, module, file, _)) in parsed.iter().enumerate() {
            Reader { sources: &mut sources, file: number, module: module.clone() }.visit_file(file);
        }
        Ok(sources)
    }

    /// Paths of the files below `src`.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Lines of all files.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    fn inline_modules(&mut self, file: usize, module: &Names, items: &[Item]) {
        for item in items {
            if let Item::Mod(inner) = item
                && let Some((_, items)) = &inner.content
                && !inner.attrs.iter().any(is_for_tests)
            {
                let module = below(module, &inner.ident.to_string());
                self.modules.insert(module.clone(), file);
                self.inline_modules(file, &module, items);
            }
        }
    }

    /// Imports, each pair of files once, by its first line.
    pub(super) fn imports(&self) -> Vec<Import> {
        let mut imports: Vec<Import> = self.uses.iter().filter_map(|use_| self.import_of(use_)).collect();
        imports.sort_unstable_by_key(|import| (import.from, import.to, import.line));
        imports.dedup_by_key(|import| (import.from, import.to));
        imports
    }

    fn import_of(&self, (from, line, path): &(usize, usize, Names)) -> Option<Import> {
        let to = self.file_of(path, STEPS)?;
        (*from != to).then_some(Import { from: *from, to, line: *line })
    }

    /// Importing and imported file of each import.
    pub(super) fn edges(&self) -> Vec<(usize, usize)> {
        self.imports().into_iter().map(|import| (import.from, import.to)).collect()
    }

    /// File that defines what a path names.
    fn file_of(&self, path: &[String], steps: usize) -> Option<usize> {
        let steps = steps.checked_sub(1)?;
        let len = (0..=path.len()).rev().find(|&len| self.modules.contains_key(&path[..len]))?;
        let (module, rest) = path.split_at(len);
        let Some(name) = rest.first() else { return self.modules.get(module).copied() };
        if let Some(target) = self.passed_on.get(&(module.to_vec(), name.clone())) {
            let path: Names = target.iter().chain(&rest[1..]).cloned().collect();
            return self.file_of(&path, steps);
        }
        self.modules.get(module).copied()
    }
}

/// Module that a file is.
fn module_of(file: &str) -> Names {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let mut names: Names = stem.split('/').map(str::to_owned).collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        names.pop();
    }
    names
}

fn below(module: &[String], name: &str) -> Names {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// Returns whether an attribute is `cfg(test)`, alone or in a conjunction.
fn is_for_tests(attribute: &Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    let text = list.tokens.to_string();
    list.path.is_ident("cfg") && (text == "test" || text.starts_with("all (test"))
}

/// Names of the modules that a file declares for tests.
fn test_modules(file: &File) -> impl Iterator<Item = String> {
    file.items.iter().filter_map(|item| match item {
        Item::Mod(module) if module.attrs.iter().any(is_for_tests) => Some(module.ident.to_string()),
        _ => None,
    })
}

/// Collects what one file names.
struct Reader<'a> {
    sources: &'a mut Sources,
    file: usize,
    module: Names,
}

impl Reader<'_> {
    /// Path below the crate's root; none of a path into another crate.
    fn resolved(&self, path: &[String]) -> Option<Names> {
        let mut module = match path.first()?.as_str() {
            "crate" => Names::new(),
            "self" | "super" => self.module.clone(),
            child if self.sources.modules.contains_key(&below(&self.module, child)) => {
                return Some(self.module.iter().chain(path).cloned().collect());
            }
            _ => return None,
        };
        let up = path.iter().take_while(|name| *name == "super").count();
        module.truncate(module.len().saturating_sub(up));
        Some(module.into_iter().chain(path[up.max(1)..].iter().cloned()).collect())
    }

    fn named(&mut self, path: &[String], line: usize) {
        if let Some(path) = self.resolved(path) {
            self.sources.uses.push((self.file, line, path));
        }
    }

    /// Takes an import; `passes_on` is whether others may import the name from here.
    fn import(&mut self, before: &[String], tree: &UseTree, passes_on: bool) {
        match tree {
            UseTree::Path(path) => {
                self.import(&below(before, &path.ident.to_string()), &path.tree, passes_on)
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(before, tree, passes_on));
            }
            UseTree::Name(name) if name.ident == "self" => self.named(before, line_of(name.ident.span())),
            UseTree::Name(name) => self.item(before, &name.ident, None, passes_on),
            UseTree::Rename(rename) => {
                self.item(before, &rename.ident, Some(rename.rename.to_string()), passes_on);
            }
            UseTree::Glob(glob) => self.named(before, line_of(glob.star_token.span)),
        }
    }

    fn item(&mut self, before: &[String], name: &Ident, alias: Option<String>, passes_on: bool) {
        let path = below(before, &name.to_string());
        let Some(target) = self.resolved(&path) else { return };
        if passes_on {
            let name = alias.unwrap_or_else(|| name.to_string());
            self.sources.passed_on.insert((self.module.clone(), name), target);
        } else {
            self.sources.uses.push((self.file, line_of(name.span()), target));
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if attributes.iter().any(is_for_tests) {
            return;
        }
        match item {
            Item::Mod(inner) if inner.content.is_some() => {
                self.module.push(inner.ident.to_string());
                visit::visit_item(self, item);
                self.module.pop();
            }
            Item::Use(import) => {
                let passes_on = !matches!(import.vis, Visibility::Inherited);
                self.import(&[], &import.tree, passes_on);
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 && path.leading_colon.is_none() {
            let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.named(&names, line_of(path.span()));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        let mut paths = Vec::new();
        paths_in(call.tokens.clone(), &mut paths);
        paths.iter().for_each(|(path, line)| self.named(path, *line));
    }
}

/// Line of a token, 1-based.
fn line_of(span: Span) -> usize {
    span.start().line
}

/// Paths that begin with `crate`, `self` or `super` among tokens.
fn paths_in(tokens: TokenStream, found: &mut Vec<(Names, usize)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let name = |at: usize| match tokens.get(at) {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        _ => None,
    };
    let colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            paths_in(group.stream(), found);
        }
        let Some(first) = name(at).filter(|name| matches!(name.as_str(), "crate" | "self" | "super")) else {
            continue;
        };
        let (mut path, mut next) = (vec![first], at + 1);
        while colon(next)
            && colon(next + 1)
            && let Some(name) = name(next + 2)
        {
            path.push(name);
            next += 3;
        }
        if path.len() > 1 {
            found.push((path, line_of(token.span())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let sources = Sources::of(files).expect("Rust");
        let name = |file: usize| sources.names()[file].clone();
        sources.edges().into_iter().map(|(from, to)| (name(from), name(to))).collect()
    }

    fn pair(from: &str, to: &str) -> (String, String) {
        (from.to_owned(), to.to_owned())
    }

    #[test]
    fn a_name_that_is_passed_on_leads_to_its_definition() {
        let found = edges(&[
            ("lib.rs", "mod a; mod b; pub use b::inner::Thing;"),
            ("a.rs", "use crate::b::Thing; use crate::Thing as Same; fn f() { crate::b::inner::g(); }"),
            ("b.rs", "mod inner; pub(crate) use inner::Thing; fn h() { super::a::f() }"),
            ("b/inner.rs", "pub struct Thing; macro_rules! m { () => { crate::a::f() } }"),
        ]);
        assert_eq!(found, [pair("a.rs", "b/inner.rs"), pair("b.rs", "a.rs"), pair("b/inner.rs", "a.rs")]);
    }

    #[test]
    fn tests_and_other_crates_are_left_out() {
        let found = edges(&[
            ("lib.rs", "mod a; mod b; #[cfg(test)] mod t;"),
            ("a.rs", "use std::fmt::Write; #[cfg(test)] mod tests { use crate::b::f; }"),
            ("b.rs", "pub fn f() { std::fs::read(a::PATH) }"),
            ("t.rs", "use crate::a;"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }
}
