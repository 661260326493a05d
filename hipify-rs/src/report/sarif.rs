//! SARIF 2.1.0 report, for display in code hosts and editors.

use super::{FileReport, Reason};
use crate::rule;
use serde_json::{Value, json};

/// Formats a path as a URI reference: all but unreserved characters and slashes are escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for b in path.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(b))
            }
            _ => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}

/// Returns the first paragraph of a rule's page, as one line.
fn first_paragraph(page: &str) -> String {
    let lines = page.lines().skip_while(|line| line.is_empty() || line.starts_with('#'));
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Formats the report.
pub fn write(files: &[FileReport<'_>], errors: &[String]) -> String {
    let rules: Vec<Value> = rule::pages()
        .map(|(name, page)| {
            json!({
                "id": name,
                "shortDescription": {"text": first_paragraph(page)},
                "help": {"text": page, "markdown": page},
            })
        })
        .collect();
    let mut results = Vec::new();
    for file in files {
        for note in &file.report.notes {
            let level = match note.reason {
                Reason::Unsupported => "warning",
                Reason::Look => "note",
                Reason::Internal => "error",
            };
            let text = match &note.advice {
                Some(advice) => format!("{} ({advice})", note.text),
                None => note.text.clone(),
            };
            let (start, length) = (note.at.start, note.at.len());
            results.push(json!({
                "ruleId": note.rule,
                "level": level,
                "message": {"text": text},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": uri(&file.path)},
                    "region": {
                        "startLine": note.line,
                        "startColumn": note.columns.start, "endColumn": note.columns.end,
                        "byteOffset": start, "byteLength": length,
                    },
                }}],
            }));
        }
    }
    let trouble: Vec<Value> =
        errors.iter().map(|text| json!({"level": "error", "message": {"text": text}})).collect();
    let log = json!({
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{
            "tool": {"driver": {"name": "hipify-rs", "version": env!("CARGO_PKG_VERSION"), "rules": rules}},
            "columnKind": "utf16CodeUnits",
            "invocations": [{"executionSuccessful": errors.is_empty(), "toolExecutionNotifications": trouble}],
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_are_counted_as_editors_do() {
        let text = "\"é😀\"; cuCtxGetId(c);\n cuCtxGetId(c);\n".as_bytes();
        let report = crate::translate(text, &crate::Options::default()).report;
        let columns: Vec<_> = report.notes.iter().map(|note| (note.line, note.columns.clone())).collect();
        assert_eq!(columns, [(1, 8..18), (2, 2..12)]);
    }

    #[test]
    fn paths_are_escaped() {
        assert_eq!(super::uri("src/my file#1.cu"), "src/my%20file%231.cu");
    }
}
