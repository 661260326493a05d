//! `compile_commands.json`: the sources that a build compiles.

use serde::Deserialize;
use std::io;
use std::path::{Path, PathBuf};

/// Name of the file, if its directory is given.
pub const NAME: &str = "compile_commands.json";

#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
}

/// Returns the files that a database lists, each once, sorted. Relative paths are resolved against their
/// command's directory, and that against the database's.
///
/// # Errors
/// Text that is not a compilation database.
pub fn files(directory: &Path, text: &[u8]) -> io::Result<Vec<PathBuf>> {
    let commands: Vec<Command> = serde_json::from_slice(text)?;
    let mut files: Vec<PathBuf> =
        commands.iter().map(|command| directory.join(&command.directory).join(&command.file)).collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// Returns the deepest directory that contains all of some files.
pub fn common_directory(files: &[PathBuf]) -> Option<PathBuf> {
    let mut directory = files.first()?.parent()?.to_owned();
    for file in files {
        while !file.starts_with(&directory) {
            directory = directory.parent()?.to_owned();
        }
    }
    Some(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_once() {
        let text = br#"[{"directory": "/b", "command": "nvcc -c ../src/a.cu", "file": "/p/src/a.cu"},
            {"directory": "/p/src", "file": "b/c.cpp", "arguments": []}, {"directory": "/b", "file": "/p/src/a.cu"}]"#;
        let files = files(Path::new("/p"), text).expect("a database");
        assert_eq!(files, [PathBuf::from("/p/src/a.cu"), PathBuf::from("/p/src/b/c.cpp")]);
        assert_eq!(common_directory(&files), Some(PathBuf::from("/p/src")));
        assert_eq!(common_directory(&[]), None);
        assert!(super::files(Path::new("/"), b"{}").is_err());
    }
}
