//! Laws of the layers: nothing imports upward, or from beyond a layer that hides another, every file has a
//! layer, circles are small.

use super::Figures;
use super::crates::{self, Crate};
use super::table::{Layers, WORKSPACE};
use crate::workspace::Outcome;

/// Limit of the files that import each other in a circle, in a crate that no row gives another.
const CIRCLE: usize = 8;

/// Breaches of the laws in all crates, one line each.
///
/// # Errors
/// The table, a manifest or a source cannot be read.
pub(crate) fn complaints() -> Outcome<Vec<String>> {
    let layers = Layers::read()?;
    let crates = crates::crates()?;
    let mut found = of_workspace(&layers, &crates);
    for crate_ in &crates {
        found.extend(of_crate(&layers, &Figures::of(&crate_.name)?));
    }
    let known = |name: &&str| !crates.iter().any(|crate_| crate_.name == *name);
    found.extend(layers.crates().filter(known).map(|name| format!("layers.tsv: there is no crate `{name}`")));
    Ok(found)
}

/// Crates with a name that the registry has given to another package, and their own there.
const TAKEN: [(&str, &str); 1] = [("hip-sys", "hip-soft-sys")];

/// Breaches among the crates.
fn of_workspace(layers: &Layers, crates: &[Crate]) -> Vec<String> {
    let mut found = Vec::new();
    let members = layers.of(WORKSPACE).iter().flat_map(|layer| &layer.members);
    let stranger = |name: &&String| !crates.iter().any(|crate_| crate_.name == **name);
    found.extend(members.filter(stranger).map(|name| format!("layers.tsv: there is no crate `{name}`")));
    for Crate { name, package, needs } in crates {
        let directory = name.rsplit('/').next().unwrap_or(name);
        let is_other = TAKEN.contains(&(directory, package));
        if package != directory && package.strip_prefix("hip-") != Some(directory) && !is_other {
            found.push(format!(
                "{name}/Cargo.toml:1: `{package}` is neither `{directory}` nor `hip-{directory}`"
            ));
        }
        let Some(own) = layers.of_member(name) else {
            found.push(format!("{name}/Cargo.toml:1: layers.tsv gives the crate no layer"));
            continue;
        };
        for (needed, line) in needs {
            let Some(layer) = layers.of_member(needed).filter(|layer| layer.number >= own.number) else {
                continue;
            };
            let (of, on) = (&own.name, &layer.name);
            found.push(format!(
                "{name}/Cargo.toml:{line}: `{name}` of layer `{of}` depends on `{needed}` of layer `{on}`, which is not below it"
            ));
        }
    }
    found
}

/// Breaches in one crate.
fn of_crate(layers: &Layers, figures: &Figures) -> Vec<String> {
    let name = &figures.name;
    let mut found = Vec::new();
    let has_rows = !layers.of(name).is_empty();
    for file in figures.names.iter().filter(|_| has_rows) {
        if layers.of_file(name, file).is_none() {
            found.push(format!("{name}/src/{file}:1: layers.tsv gives the file no layer"));
        }
    }
    let strangers = layers.strangers(name, &figures.names);
    found.extend(strangers.into_iter().map(|member| format!("layers.tsv: `{name}` has no file `{member}`")));
    for import in &figures.imports {
        let [from, to] = [import.from, import.to].map(|file| &figures.names[file]);
        let (Some(own), Some(layer)) = (layers.of_file(name, from), layers.of_file(name, to)) else {
            continue;
        };
        let why = if layer.number > own.number {
            "is above it"
        } else if own.number > layer.up_to {
            "is not for layers that high"
        } else {
            continue;
        };
        found.push(format!(
            "{name}/src/{from}:{}: layer `{}` imports {to} of layer `{}`, which {why}",
            import.line, own.name, layer.name
        ));
    }
    for circle in &figures.circles {
        let limit = layers.of_file(name, &circle[0]).map_or(CIRCLE, |layer| layer.circle);
        if circle.len() > limit {
            let (files, all) = (circle.len(), circle.join(" "));
            found
                .push(format!("{name}: {files} files import each other in a circle, {limit} at most: {all}"));
        }
    }
    for layer in layers.of(name).iter().filter(|layer| layer.circle > CIRCLE) {
        let inside = figures.circles.iter().filter(|circle| {
            layers.of_file(name, &circle[0]).is_some_and(|found| found.number == layer.number)
        });
        let largest = inside.map(Vec::len).max().unwrap_or(0).max(CIRCLE);
        if largest < layer.circle {
            found.push(format!(
                "layers.tsv: circles of `{name}`, layer `{}`, have {largest} files at most: put {largest} for {}",
                layer.name, layer.circle
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::imports::Sources;
    use super::*;

    fn layers(rows: &[&str]) -> Layers {
        let cells = |row: &&str| row.split('|').map(str::to_owned).collect();
        Layers::parse(rows.iter().map(cells).collect()).expect("a table")
    }

    fn figures(files: &[(&str, &str)]) -> Figures {
        let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Figures::new("a", &Sources::of(files).expect("Rust"))
    }

    #[test]
    fn an_upward_import_is_refused_with_its_line_and_both_layers() {
        let layers = layers(&["a|1|text|lex|8|-", "a|2|rules|rule|8|-"]);
        let files =
            [("lib.rs", "mod lex; mod rule;"), ("lex.rs", "\nuse crate::rule::Rule;"), ("rule.rs", "")];
        let found = of_crate(&layers, &figures(&files));
        assert_eq!(
            found,
            [
                "a/src/lib.rs:1: layers.tsv gives the file no layer",
                "a/src/lex.rs:2: layer `text` imports rule.rs of layer `rules`, which is above it",
            ]
        );
    }

    #[test]
    fn a_hidden_layer_is_imported_up_to_its_limit() {
        let layers = layers(&["a|1|parts|part|8|2", "a|2|device|device|8|-", "a|3|calls|call lib|8|-"]);
        let files = [
            ("lib.rs", "mod part; mod device; mod call;"),
            ("part.rs", ""),
            ("device.rs", "use crate::part::Part;"),
            ("call.rs", "use crate::device::Device;\nuse crate::part::Part;"),
        ];
        assert_eq!(
            of_crate(&layers, &figures(&files)),
            [
                "a/src/call.rs:2: layer `calls` imports part.rs of layer `parts`, which is not for layers that high"
            ]
        );
    }

    #[test]
    fn circles_are_held_to_their_limit_which_may_only_fall() {
        let files = [("lib.rs", "mod x; mod y;"), ("x.rs", "use crate::y::Y;"), ("y.rs", "use crate::x::X;")];
        let rows = |limit: &str| layers(&[&format!("a|1|all|*|{limit}|-")]);
        assert_eq!(of_crate(&rows("8"), &figures(&files)), Vec::<String>::new());
        assert_eq!(
            of_crate(&rows("1"), &figures(&files)),
            ["a: 2 files import each other in a circle, 1 at most: x.rs y.rs"]
        );
        assert_eq!(
            of_crate(&rows("40"), &figures(&files)),
            ["layers.tsv: circles of `a`, layer `all`, have 8 files at most: put 8 for 40"]
        );
    }

    #[test]
    fn crates_depend_on_lower_layers_alone() {
        let layers = layers(&[".|1|low|a gone|1|-", ".|2|high|b c|1|-"]);
        let crate_ = |name: &str, needs: &[&str]| Crate {
            name: name.to_owned(),
            package: if name == "d" { "e".to_owned() } else { format!("hip-{name}") },
            needs: needs.iter().map(|need| ((*need).to_owned(), 9)).collect(),
        };
        let crates = [crate_("a", &["b"]), crate_("b", &["a", "c"]), crate_("c", &[]), crate_("d", &[])];
        assert_eq!(
            of_workspace(&layers, &crates),
            [
                "layers.tsv: there is no crate `gone`",
                "a/Cargo.toml:9: `a` of layer `low` depends on `b` of layer `high`, which is not below it",
                "b/Cargo.toml:9: `b` of layer `high` depends on `c` of layer `high`, which is not below it",
                "d/Cargo.toml:1: `e` is neither `d` nor `hip-d`",
                "d/Cargo.toml:1: layers.tsv gives the crate no layer",
            ]
        );
    }
}
