//! Checks that the book's table of environment variables matches the settings. `UPDATE_DOCS=1` rewrites it.

use std::path::Path;

const HEAD: &str = "| variable | does |\n|---|---|\n";

#[test]
fn every_environment_variable_is_in_the_book() {
    let rows: String = hip_runtime::config::variables()
        .map(|(names, help)| format!("| `{}` | {help} |\n", names.replace(" or ", "` or `")))
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/settings.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (before, table) = page.split_once(HEAD).expect("the table");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{HEAD}{rows}")).expect("the page can be written");
        return;
    }
    assert_eq!(table, rows, "write the page anew with UPDATE_DOCS=1");
}
