//! Tab-separated tables of facts: comments start with `#` and a blank; the first other line names the
//! columns.
//!
//! Nothing is quoted and nothing is escaped; a cell holds no tab. `cargo xtask check` proves order and
//! columns.

use std::str::Split;

/// Returns the lines that are no comments: the column names, then rows.
fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.starts_with("# "))
}

/// Returns the column names.
pub fn columns(table: &str) -> Vec<&str> {
    lines(table).next().map_or_else(Vec::new, |line| cells(line).collect())
}

/// Returns the rows in the table's order.
pub fn rows(table: &str) -> impl Iterator<Item = &str> {
    lines(table).skip(1)
}

/// Returns the cells of a row.
pub fn cells(row: &str) -> Split<'_, char> {
    row.split('\t')
}

/// Returns the first `N` cells of a row; `None` if it has fewer.
pub fn first<const N: usize>(row: &str) -> Option<[&str; N]> {
    let mut cells = cells(row);
    let mut found = [""; N];
    for cell in &mut found {
        *cell = cells.next()?;
    }
    Some(found)
}

/// Returns the first `N` cells of each row; shorter rows are skipped.
pub fn table<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    rows(table).filter_map(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str =
        "# What is counted.\nname\tcount\tnote\n# Options may begin with the mark.\n#a\t1\t\nb\t2\n";

    #[test]
    fn comments_and_the_names_of_columns_are_no_rows() {
        assert_eq!(columns(TABLE), ["name", "count", "note"]);
        assert_eq!(rows(TABLE).collect::<Vec<_>>(), ["#a\t1\t", "b\t2"]);
        assert!(columns("").is_empty() && rows("").next().is_none());
    }

    #[test]
    fn rows_are_taken_by_their_first_cells() {
        assert_eq!(table(TABLE).collect::<Vec<_>>(), [["#a", "1"], ["b", "2"]]);
        assert_eq!(table(TABLE).collect::<Vec<_>>(), [["#a", "1", ""]], "the second has two cells");
        assert_eq!(cells("x\t\ty").collect::<Vec<_>>(), ["x", "", "y"]);
    }
}
