//! What the README says of the runtime is what the runtime does.

const README: &str = include_str!("../../../README.md");

#[test]
fn every_environment_variable_is_in_the_table() {
    let rows: Vec<String> = hip_runtime::config::variables()
        .map(|(names, help)| format!("| `{}` | {help} |", names.replace(" or ", "` or `")))
        .collect();
    let head = README.split_once("| variable | does |\n|---|---|\n").expect("the table").1;
    let table: Vec<&str> = head.lines().take_while(|line| line.starts_with('|')).collect();
    assert_eq!(table, rows);
}
