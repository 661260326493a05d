//! Target architectures and the PTX versions that introduced them.

use super::isa::Dialect;
use crate::diag::Problem;

const TABLE: &str = include_str!("../targets.tsv");

/// Returns the dialect that `.version` and `.target` select.
///
/// # Errors
/// [`Problem::UnsupportedTarget`] for an unknown architecture, [`Problem::TargetTooNew`] for one that the
/// version does not support.
pub(crate) fn dialect(version: (u32, u32), target: &str) -> Result<Dialect, Problem> {
    let unsupported = || Problem::UnsupportedTarget { target: target.into() };
    let [name, since] = tsv::table(TABLE).find(|[name, _]| *name == target).ok_or_else(unsupported)?;
    let since = since.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let digits = name.trim_start_matches("sm_").trim_end_matches(['a', 'f']);
    let (since, sm): ((u32, u32), u32) = since.zip(digits.parse().ok()).ok_or_else(unsupported)?;
    if version < since {
        return Err(Problem::TargetTooNew { major: version.0, minor: version.1, target: target.into() });
    }
    Ok(Dialect { version, sm, specific: name.ends_with(['a', 'f']) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_target() {
        for line in tsv::rows(TABLE) {
            let name = tsv::cells(line).next().unwrap();
            let dialect = dialect((9, 9), name).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(dialect.sm >= 10, "{name}");
        }
    }

    #[test]
    fn a_target_younger_than_the_version() {
        let message = dialect((7, 0), "sm_90").unwrap_err().to_string();
        assert_eq!(message, "PTX .version 7.0 does not support .target sm_90");
        assert_eq!(dialect((8, 0), "sm_91").unwrap_err().to_string(), "Unsupported .target 'sm_91'");
    }
}
