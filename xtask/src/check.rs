//! `check`: everything that can be said without compiling.

use crate::api::Api;
use crate::tables::{self, Table};
use crate::workspace::{Outcome, root};
use crate::{
    clients, coverage, cuda, cuda_driver, cuda_headers, cuda_libraries, cuda_names, cudart, docs, headers,
    host_libraries, layers, libdevice, names, prose, rust_sys, sources, stubs, symbols, tidy,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

pub(crate) fn run(write: bool) -> Outcome<()> {
    let mut wrong = Vec::new();
    for path in tables::all() {
        wrong.extend(Table::read(&path)?.complaints());
    }
    let api = Api::read()?;
    wrong.extend(references(&api)?);
    wrong.extend(written(&api, write)?);
    let (sources, unreadable) = sources::all();
    wrong.extend(unreadable);
    wrong.extend(tidy::complaints(&sources));
    wrong.extend(prose::complaints(&sources));
    wrong.extend(docs::complaints()?);
    wrong.extend(layers::complaints()?);
    wrong.extend(libdevice::complaints()?);
    wrong.extend(host_libraries::complaints()?);
    if wrong.is_empty() {
        eprintln!("xtask check: all is well");
        return Ok(());
    }
    for line in &wrong {
        eprintln!("{line}");
    }
    Err(format!("{} complaints", wrong.len()))
}

/// Checks that the table has all functions that the library implements, and that those that the translator
/// uses exist.
fn references(api: &Api) -> Outcome<Vec<String>> {
    let cpp: BTreeSet<String> =
        Table::read(&root().join("capi/api/cpp.tsv"))?.rows.into_iter().flatten().collect();
    let known: BTreeSet<&str> = api.functions.iter().map(|f| f.name.as_str()).collect();
    let mut wrong: Vec<String> = api
        .implemented
        .iter()
        // What the headers define inline may be exported beside.
        .filter(|name| !known.contains(name.as_str()) && !cpp.contains(*name))
        .map(|name| format!("capi: `{name}` is not in functions.tsv"))
        .collect();
    let lacking = api.extensions.iter().filter(|(_, implemented)| !implemented);
    wrong.extend(lacking.map(|(name, _)| format!("extensions.tsv: `{name}` is not implemented")));
    let declared = fs::read_to_string(root().join("capi/include/hip/hip_soft.h"))
        .map_err(|e| format!("capi/include/hip/hip_soft.h: {e}"))?;
    let undeclared = api.extensions.iter().filter(|(name, _)| !declared.contains(&format!("{name}(")));
    wrong.extend(
        undeclared.map(|(name, _)| format!("hip_soft.h: `{name}` of extensions.tsv is not declared")),
    );
    for default in &api.defaults {
        let of = api.functions.iter().find(|f| f.name == default.function);
        if !of.is_some_and(|f| f.params.contains(&default.parameter)) {
            wrong.push(format!("defaults.tsv: `{}` has no `{}`", default.function, default.parameter));
        }
    }
    wrong.extend(names::complaints(api, &cpp)?);
    Ok(wrong)
}

/// Files that are written from others.
fn written(api: &Api, write: bool) -> Outcome<Vec<String>> {
    let include = root().join("capi/include/hip");
    let mut files: Vec<(PathBuf, String)> =
        headers::all(api).into_iter().map(|(name, text)| (include.join(name), text)).collect();
    let sys = root().join("hip-sys");
    files.extend(rust_sys::all(api).into_iter().map(|(name, text)| (sys.join(name), text)));
    files.push((root().join("hipify-rs/map/rust_sys.tsv"), rust_sys::kinds(api)));
    files.push((root().join("capi/src/stubs.rs"), stubs::text(api)));
    files.push(symbols::file(api)?);
    files.push((root().join("cuda-compat/src/forward.rs"), cuda::text(api)?));
    files.push(cuda_driver::file()?);
    files.extend(cudart::files(api)?);
    files.extend(cuda_headers::files()?);
    files.extend(cuda_names::files()?);
    files.extend(host_libraries::files()?);
    files.extend(cuda_libraries::files()?);
    files.push((root().join("COVERAGE.md"), coverage::text(api)?));
    files.push(layers::file()?);
    files.push(clients::page()?);
    let mut stale = Vec::new();
    for (path, text) in files {
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        if !write {
            let below = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            stale.push(format!("{below} is stale: `cargo xtask check --write`"));
            continue;
        }
        let fail = |e: std::io::Error| format!("{}: {e}", path.display());
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(fail)?;
        }
        fs::write(&path, text).map_err(fail)?;
        eprintln!("wrote {}", path.strip_prefix(root()).unwrap_or(&path).display());
    }
    Ok(stale)
}
