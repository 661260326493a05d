//! The documents: every link leads somewhere, every page of `docs` is in the book, the README is short.

use crate::workspace::{Outcome, root};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Most words of the README.
const README_WORDS: usize = 1300;

/// Documents beside those in `docs`.
const OTHERS: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "COVERAGE.md",
    "README.md",
    "hipify-rs/README.md",
    "jit/benches/README.md",
    "testdata/README.md",
];

/// Directives of the book's own that stand for another file's text.
const INCLUDE: &str = "{{#include ";

/// Links and anchors of a document.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

/// Everything that is wrong, one line each.
///
/// # Errors
/// A document cannot be read.
pub(crate) fn complaints() -> Outcome<Vec<String>> {
    let mut wrong = Vec::new();
    let mut pages = BTreeMap::new();
    for path in documents()? {
        let text = read(&path)?;
        let text = match text.trim().strip_prefix(INCLUDE).and_then(|rest| rest.strip_suffix("}}")) {
            Some(included) => read(&joined(&path, included))?,
            None => text,
        };
        pages.insert(path, page(&text));
    }
    for (path, page) in &pages {
        let broken =
            page.links.iter().filter_map(|link| Some(format!("`{link}`: {}", lost(path, link, &pages)?)));
        wrong.extend(broken.map(|what| format!("{}: {what}", shown(path))));
    }
    wrong.extend(unlisted(&pages));
    let words = read(&root().join("README.md"))?.split_whitespace().count();
    if words > README_WORDS {
        wrong.push(format!("README.md: {words} words; at most {README_WORDS}"));
    }
    Ok(wrong)
}

fn documents() -> Outcome<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = OTHERS.iter().map(|name| root().join(name)).collect();
    for entry in walkdir::WalkDir::new(root().join("docs")).sort_by_file_name() {
        let path = entry.map_err(|e| e.to_string())?.into_path();
        if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
    Ok(paths)
}

fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn page(text: &str) -> Page {
    let mut page = Page::default();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.into_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => page.anchors.extend(heading.take().map(|text| anchor(&text))),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    page
}

/// Anchor of a heading, as mdBook and GitHub make it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    kept.chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
            _ => None,
        })
        .collect()
}

/// Reason why a link leads nowhere, if it does. Links to other sites are not followed.
fn lost(from: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target = if file.is_empty() { from.to_owned() } else { joined(from, file) };
    if !target.exists() {
        return Some("no such file".to_owned());
    }
    let known = pages.get(&target)?;
    let anchor = anchor?;
    (!known.anchors.contains(anchor)).then(|| format!("no heading for `#{anchor}`"))
}

/// Path that a relative one means beside a file.
fn joined(from: &Path, relative: &str) -> PathBuf {
    let mut path = from.parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(relative).components() {
        match component {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

/// Pages of `docs` that the book's summary does not list.
fn unlisted(pages: &BTreeMap<PathBuf, Page>) -> Vec<String> {
    let summary = root().join("docs/SUMMARY.md");
    let Some(listed) = pages.get(&summary) else { return vec!["docs/SUMMARY.md: missing".to_owned()] };
    let listed: BTreeSet<PathBuf> = listed.links.iter().map(|link| joined(&summary, link)).collect();
    pages
        .keys()
        .filter(|path| path.starts_with(root().join("docs")) && **path != summary && !listed.contains(*path))
        .map(|path| format!("{}: not in docs/SUMMARY.md", shown(path)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_become_anchors() {
        assert_eq!(anchor("From `hello.cu` to output"), "from-hellocu-to-output");
        assert_eq!(anchor("JSON"), "json");
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let here = root().join("docs/install.md");
        let pages = BTreeMap::from([(
            here.clone(),
            page("# One\n[a](#one) [b](#two) [c](../README.md) [d](none.md)"),
        )]);
        let lost: Vec<_> = pages[&here].links.iter().map(|link| lost(&here, link, &pages)).collect();
        assert!(lost[0].is_none() && lost[2].is_none());
        assert_eq!(lost[1].as_deref(), Some("no heading for `#two`"));
        assert_eq!(lost[3].as_deref(), Some("no such file"));
    }
}
