//! `hipify.toml`: the settings of a project, instead of repeated command-line options.
//!
//! Pure: takes text and returns settings, or an error with its line. The command finds the file, and lets
//! command-line options override it.

use crate::excluded::Defines;
use crate::{KernelLaunch, Options};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The file's name.
pub const NAME: &str = "hipify.toml";

/// Content of the file. Paths are relative to its directory.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Config {
    /// Paths to translate if the command line names none.
    pub paths: Vec<String>,
    /// Output directory.
    pub output: Option<String>,
    /// `keep` or `ggl`.
    pub kernel_launch: Option<LaunchSyntax>,
    /// `hip`, `roc`, `miopen` or `roc-miopen`.
    pub target: Option<Target>,
    /// `keep`, `widen` or `drop`: treatment of 32-lane masks.
    pub warp_masks: Option<Masks>,
    /// `true` to translate names in strings as well.
    pub strings: Option<bool>,
    /// `true` to leave branches of `#if` unchanged that a compiler would skip.
    pub skip_excluded: Option<bool>,
    /// Macros for evaluating such conditions, and their values.
    pub define: BTreeMap<Spanned<String>, String>,
    /// Patterns in `.gitignore` syntax; if given, only matching files are translated.
    pub include: Vec<String>,
    /// Patterns of files that are not translated.
    pub exclude: Vec<String>,
    /// Macros with calls that replace chevrons.
    pub launch_macros: Vec<Spanned<String>>,
    /// The program's own names and their replacements.
    pub names: BTreeMap<Spanned<String>, Spanned<String>>,
    /// The program's own headers and their replacements.
    pub headers: BTreeMap<String, Spanned<String>>,
}

impl Config {
    /// Returns the macros for evaluating conditions.
    pub fn defines(&self) -> Defines {
        self.define.iter().map(|(name, value)| (name.get_ref().clone(), value.clone())).collect()
    }

    /// Returns the options set by the file; others have their defaults.
    pub fn options(&self) -> Options {
        let words = |map: &BTreeMap<Spanned<String>, Spanned<String>>| {
            map.iter().map(|(from, to)| (from.get_ref().clone(), to.get_ref().clone())).collect()
        };
        Options {
            kernel_launch: match self.kernel_launch {
                Some(LaunchSyntax::Ggl) => KernelLaunch::Ggl,
                Some(LaunchSyntax::Keep) | None => KernelLaunch::Keep,
            },
            target: match self.target {
                Some(Target::Roc) => crate::Target::Roc,
                Some(Target::Miopen) => crate::Target::Miopen,
                Some(Target::RocMiopen) => crate::Target::RocMiopen,
                Some(Target::Hip) | None => crate::Target::Hip,
            },
            release: crate::Release::default(),
            warp_masks: self.warp_masks.map(Into::into).unwrap_or_default(),
            strings: self.strings.unwrap_or(false),
            verify: false,
            renames: Default::default(),
            program: Default::default(),
            macros: Default::default(),
            source_lists: Default::default(),
            nvtx: false,
            parallel_algorithms: false,
            members: Default::default(),
            own_headers: Default::default(),
            left_headers: Default::default(),
            headers_beside: Default::default(),
            names: words(&self.names),
            headers: self.headers.iter().map(|(from, to)| (from.clone(), to.get_ref().clone())).collect(),
            skip: self.skip_excluded.unwrap_or(false).then(|| self.defines()),
            launch_macros: self.launch_macros.iter().map(|name| name.get_ref().clone()).collect(),
        }
    }
}

/// Treatment of launches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LaunchSyntax {
    /// Keep chevrons.
    Keep,
    /// Replace them by `hipLaunchKernelGGL`.
    Ggl,
}

/// Libraries that calls of CUDA's libraries are translated to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// HIP's portable libraries.
    Hip,
    /// ROCm's own libraries.
    Roc,
    /// HIP's libraries, but MIOpen for cuDNN.
    Miopen,
    /// ROCm's own libraries, with MIOpen's name for a stream.
    RocMiopen,
}

/// Treatment of 32-lane masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Masks {
    /// Keep them.
    Keep,
    /// Widen them to 64 lanes.
    Widen,
    /// Drop them.
    Drop,
}

impl From<Masks> for crate::WarpMasks {
    fn from(masks: Masks) -> Self {
        match masks {
            Masks::Keep => crate::WarpMasks::Keep,
            Masks::Widen => crate::WarpMasks::Widen,
            Masks::Drop => crate::WarpMasks::Drop,
        }
    }
}

/// Error in the file, with its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {text}")]
pub struct Error {
    /// Line, 1-based.
    pub line: usize,
    /// Column, 1-based, in bytes.
    pub column: usize,
    /// Message.
    pub text: String,
}

fn error_at(text: &str, place: usize, message: String) -> Error {
    let before = &text.as_bytes()[..place.min(text.len())];
    let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
    let column = 1 + before.iter().rev().take_while(|&&b| b != b'\n').count();
    Error { line, column, text: message }
}

fn is_identifier(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Reads the text of a file.
///
/// # Errors
/// Invalid TOML, an unknown key or an invalid value, with its position.
pub fn parse(text: &str) -> Result<Config, Error> {
    let config: Config = toml::from_str(text).map_err(|e| {
        let place = e.span().map_or(0, |span| span.start);
        error_at(text, place, e.message().trim_end().to_owned())
    })?;
    let names = config.names.iter().flat_map(|(from, to)| [from, to]);
    let words = || names.chain(&config.launch_macros).chain(config.define.keys());
    if let Some(word) = words().find(|word| !is_identifier(word.get_ref())) {
        return Err(error_at(text, word.span().start, format!("`{}` is not an identifier", word.get_ref())));
    }
    for (from, to) in &config.headers {
        if to.get_ref().is_empty() || to.get_ref().contains(['"', '<', '>', '\n']) {
            let message = format!("`{}` is not a valid header to replace `{from}`", to.get_ref());
            return Err(error_at(text, to.span().start, message));
        }
    }
    // A chain of replacements would change the text again when it is translated twice.
    for (from, to) in &config.names {
        let chained = config.names.keys().find(|key| key.get_ref() == to.get_ref());
        if chained.is_some() && from.get_ref() != to.get_ref() {
            let message =
                format!("`{}` becomes `{}`, which [names] replaces again", from.get_ref(), to.get_ref());
            return Err(error_at(text, to.span().start, message));
        }
    }
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn error(text: &str) -> String {
        parse(text).expect_err("an error").to_string()
    }

    #[test]
    fn errors_carry_line_and_column() {
        assert_eq!(error("target = \"hip\"\ncolour = 3\n")[..4], *"2:1:");
        assert!(error("target = \"hip\"\ncolour = 3\n").contains("unknown field `colour`"));
        assert!(error("\n\ntarget = \"cuda\"").starts_with("3:10: "));
        assert_eq!(error("[names]\nmy_copy = \"a-b\"\n"), "2:11: `a-b` is not an identifier");
        assert_eq!(
            error("[names]\na = \"b\"\nb = \"c\"\n"),
            "2:5: `a` becomes `b`, which [names] replaces again"
        );
        assert_eq!(error("launch-macros = [\"OK\",\n  \"1X\"]"), "2:3: `1X` is not an identifier");
        assert_eq!(
            error("[headers]\n'a.h' = '<b.h>'"),
            "2:9: `<b.h>` is not a valid header to replace `a.h`"
        );
        assert_eq!(error("[define]\n'A B' = '1'"), "2:1: `A B` is not an identifier");
        assert!(error("paths = [").starts_with("1:"));
    }

    #[test]
    fn all_settings_are_read() {
        let config = parse(
            "paths = ['src']\noutput = 'out'\nkernel-launch = 'ggl'\ntarget = 'roc'\nstrings = true\n\
             skip-excluded = true\ninclude = ['*.cu']\nexclude = ['vendor/']\nlaunch-macros = ['KERNEL_ARGS2']\n\
             [names]\ncheck_cuda = 'check_hip'\n[headers]\n'helper_cuda.h' = 'helper_hip.h'\n\
             [define]\nLEVEL = '2'\n",
        )
        .expect("valid settings");
        let defines =
            |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        assert_eq!(config.options().skip, Some(defines(&[("LEVEL", "2")])));
        assert_eq!(parse("[define]\nLEVEL = '2'").expect("valid settings").options().skip, None);
        assert_eq!((config.paths, config.output.as_deref()), (vec!["src".to_owned()], Some("out")));
        assert_eq!(
            config.names.iter().next().map(|(a, b)| (a.get_ref().as_str(), b.get_ref().as_str())),
            Some(("check_cuda", "check_hip"))
        );
    }
}
