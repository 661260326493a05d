//! JSON report: one object with totals, and each file with its notes.

use super::{FileReport, total};
use crate::walk::Treatment;
use serde_json::json;

/// Formats the report. Copied files are left out.
pub fn write(files: &[FileReport<'_>], errors: &[String]) -> String {
    let each: Vec<_> = files
        .iter()
        .filter(|file| file.treatment != Treatment::Copy || file.remark.is_some())
        .map(|file| {
            let mut object = json!({"file": file.path, "changed": file.changed, "report": file.report});
            if let Some(remark) = file.remark {
                object["remark"] = json!(remark);
            }
            object
        })
        .collect();
    let all = json!({"total": total(files), "files": each, "errors": errors});
    format!("{all:#}\n")
}
