//! The list of the packages that programs and libraries of the release contain, as CycloneDX 1.5
//! ("Software bill of materials").

use super::VERSION;
use crate::install;
use crate::workspace::{Outcome, output, root};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Returns the list as JSON.
///
/// # Errors
/// cargo cannot say what the packages depend on.
pub(super) fn list() -> Outcome<String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    cargo.current_dir(root()).args(["metadata", "--format-version=1", "--locked", "--filter-platform"]);
    let text = output(cargo.arg(platform), "cargo metadata")?;
    let metadata: Value = serde_json::from_str(&text).map_err(|e| format!("cargo metadata: {e}"))?;
    let packages: BTreeMap<&str, &Value> =
        array(&metadata["packages"]).filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let nodes: BTreeMap<&str, &Value> =
        array(&metadata["resolve"]["nodes"]).filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let installed = install::packages()?;
    let is_installed = |package: &Value| {
        package["source"].is_null() && package["name"].as_str().is_some_and(|name| installed.contains(name))
    };
    let mut open: Vec<&str> = packages
        .values()
        .filter(|package| is_installed(package))
        .filter_map(|package| package["id"].as_str())
        .collect();
    let mut linked: BTreeSet<&str> = BTreeSet::new();
    while let Some(id) = open.pop() {
        if linked.insert(id) {
            open.extend(nodes.get(id).into_iter().flat_map(|node| dependencies(node)));
        }
    }
    let components: Vec<Value> =
        linked.iter().filter_map(|id| packages.get(id)).map(|package| component(package)).collect();
    let list = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "hip-soft", "version": VERSION } },
        "components": components,
    });
    serde_json::to_string_pretty(&list).map(|text| text + "\n").map_err(|e| e.to_string())
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Returns the packages that a package is linked with: neither those of its tests nor those of its build
/// program.
fn dependencies(node: &Value) -> impl Iterator<Item = &str> {
    let linked = |dependency: &&Value| array(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null());
    array(&node["deps"]).filter(linked).filter_map(|dependency| dependency["pkg"].as_str())
}

fn component(package: &Value) -> Value {
    let text = |name: &str| package[name].as_str().unwrap_or_default();
    let (name, version) = (text("name"), text("version"));
    let mut component = json!({
        "type": "library",
        "name": name,
        "version": version,
        "purl": format!("pkg:cargo/{name}@{version}"),
    });
    if let Some(license) = package["license"].as_str() {
        component["licenses"] = json!([{ "expression": license.replace('/', " OR ") }]);
    }
    component
}
