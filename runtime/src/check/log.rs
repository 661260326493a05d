//! Destination of the checker's text: standard error, standard output or a file.

use crate::config::{CheckLog, config};
use crate::sync::OnceLock;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Returns a file name with `%p` replaced by the process number, which keeps child processes apart.
pub(super) fn of_process(name: &Path) -> PathBuf {
    name.to_string_lossy().replace("%p", &std::process::id().to_string()).into()
}

/// Opens the file of the settings. If it cannot be opened, that is reported once, and the text goes to
/// standard error.
fn file(name: &Path) -> Option<&'static File> {
    static FILE: OnceLock<Option<File>> = OnceLock::new();
    let open = || {
        let path = of_process(name);
        let opened = File::options().append(true).create(true).open(&path);
        let refused = |error: &io::Error| {
            crate::trace::complain(&format!("HIP_SOFT_CHECK_LOG: {}: {error}", path.display()));
        };
        opened.inspect_err(refused).ok()
    };
    FILE.get_or_init(open).as_ref()
}

/// Writes text. A closed pipe or full disk is no failure of the program that is checked.
pub(super) fn write(text: &str) {
    let log = &config().check_output.log;
    let _: io::Result<()> = match log {
        CheckLog::StandardOutput => {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        }
        CheckLog::At(name) if let Some(mut file) = file(name) => file.write_all(text.as_bytes()),
        CheckLog::At(_) | CheckLog::StandardError => io::stderr().write_all(text.as_bytes()),
    };
}
