//! Manual pages, of what the programs say of themselves.

use std::fmt::Write;

/// Returns the page of a program in section 1, from the text that its `--help` prints.
pub(super) fn page(program: &str, help: &str) -> String {
    let about = help.lines().find(|line| !line.is_empty() && !line.starts_with("Usage:")).unwrap_or_default();
    let mut page = format!(
        ".TH {} 1 \"\" \"hip-soft {}\"\n.SH NAME\n{program} \\- {}\n.SH DESCRIPTION\n.nf\n",
        program.to_uppercase(),
        env!("CARGO_PKG_VERSION"),
        text(about.trim_end_matches('.')),
    );
    for line in help.lines() {
        // Writing to a string does not fail.
        let _ = writeln!(page, "{}", text(line));
    }
    page.push_str(".fi\n");
    page
}

/// Returns a line as roff reads it: neither an escape nor a request.
fn text(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_name_and_no_request_of_the_help() {
        let page = page("hip-x", "Usage: hip-x\n\nRuns it.\n.bad \\n\n  --all\n");
        assert!(page.contains("hip-x \\- Runs it\n"), "{page}");
        assert!(page.contains("\n\\&.bad \\en\n") && page.contains("  \\-\\-all\n"), "{page}");
    }
}
