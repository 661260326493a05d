//! Files and reports that settings ask for, written when the process ends.

use super::complain;
use crate::config::{ReportSetting, config};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// Creates the file that a setting names, for the device `ordinal`; `%p` stands for the process number. On
/// error, prints a message and returns `None`.
pub(crate) fn create(setting: &str, path: Option<&Path>, ordinal: usize) -> Option<BufWriter<File>> {
    let name = path?.to_string_lossy();
    // Child processes inherit the settings: `%p` keeps their files apart.
    let mut path = PathBuf::from(name.replace("%p", &std::process::id().to_string()));
    if ordinal > 0 {
        path.as_mut_os_string().push(format!(".{ordinal}"));
    }
    match File::create(&path) {
        Ok(file) => Some(BufWriter::new(file)),
        Err(error) => {
            complain(&format!("{setting}: {}: {error}", path.display()));
            None
        }
    }
}

/// Writes the report of the device `ordinal` to where `HIP_SOFT_REPORT` says.
pub(crate) fn report(ordinal: usize, lines: impl FnOnce() -> Vec<String>, json: impl FnOnce() -> String) {
    match &config().report {
        ReportSetting::Off => {}
        ReportSetting::Text => {
            let lines = lines();
            let (first, rest) = lines.split_first().map_or(("", &lines[..]), |(first, rest)| (first, rest));
            let indented = rest.iter().map(|line| format!("hip:   {line}\n"));
            eprint!("hip: {first}\n{}", indented.collect::<String>());
        }
        ReportSetting::Json => eprintln!("{}", json()),
        ReportSetting::At(path) => {
            let Some(mut file) = create("HIP_SOFT_REPORT", Some(path), ordinal) else { return };
            if let Err(error) = writeln!(file, "{}", json()).and_then(|()| file.flush()) {
                complain(&format!("HIP_SOFT_REPORT: {}: {error}", path.display()));
            }
        }
    }
}

/// Notes that a trace has reached its limit, or was not written.
pub(crate) fn trace_ended(is_cut: bool, outcome: std::io::Result<()>) {
    if is_cut {
        let size = config().trace_size >> 20;
        complain(&format!(
            "HIP_SOFT_TRACE: the trace is cut at {size} MiB; HIP_SOFT_TRACE_SIZE sets another limit"
        ));
    }
    if let Err(error) = outcome {
        complain(&format!("HIP_SOFT_TRACE: {error}"));
    }
}
