//! `compile_commands.json`: the sources that a build compiles.

use serde::Deserialize;
use std::io;
use std::path::{Path, PathBuf};

/// The file's name, where a folder is given for it.
pub const NAME: &str = "compile_commands.json";

#[derive(Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
}

/// The files that a database names, each once, sorted; relative ones stand below their command's directory,
/// and that below the database's own folder if it is relative too.
///
/// # Errors
/// Text that is no such database.
pub fn files(folder: &Path, text: &[u8]) -> io::Result<Vec<PathBuf>> {
    let commands: Vec<Command> = serde_json::from_slice(text)?;
    let mut files: Vec<PathBuf> =
        commands.iter().map(|command| folder.join(&command.directory).join(&command.file)).collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// The deepest folder that holds all of some files.
pub fn common_folder(files: &[PathBuf]) -> Option<PathBuf> {
    let mut folder = files.first()?.parent()?.to_owned();
    for file in files {
        while !file.starts_with(&folder) {
            folder = folder.parent()?.to_owned();
        }
    }
    Some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_once_where_they_are() {
        let text = br#"[{"directory": "/b", "command": "nvcc -c ../src/a.cu", "file": "/p/src/a.cu"},
            {"directory": "/p/src", "file": "b/c.cpp", "arguments": []}, {"directory": "/b", "file": "/p/src/a.cu"}]"#;
        let files = files(Path::new("/p"), text).expect("a database");
        assert_eq!(files, [PathBuf::from("/p/src/a.cu"), PathBuf::from("/p/src/b/c.cpp")]);
        assert_eq!(common_folder(&files), Some(PathBuf::from("/p/src")));
        assert_eq!(common_folder(&[]), None);
        assert!(super::files(Path::new("/"), b"{}").is_err());
    }
}
