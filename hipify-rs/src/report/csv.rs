//! The report as comma-separated values: a row for each file and family of names, a header row first.

use super::FileReport;

fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Formats the report. A file has rows only for families with names in it.
pub fn write(files: &[FileReport<'_>]) -> String {
    let mut out = "file,family,translated,left,coverage\n".to_owned();
    for file in files {
        for (family, count) in &file.report.families {
            let (path, family) = (field(&file.path), field(family));
            out.push_str(&format!(
                "{path},{family},{},{},{}\n",
                count.translated,
                count.left,
                count.coverage()
            ));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_with_commas_and_quotes_are_quoted() {
        assert_eq!(super::field("a,\"b\".cu"), "\"a,\"\"b\"\".cu\"");
        assert_eq!(super::field("plain.cu"), "plain.cu");
    }
}
