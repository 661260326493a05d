//! Judges the output of a program.

use super::limits::Ended;
use super::manifest::{Judge, Numbers, Program, Reference};

/// Checks a program by its output.
///
/// # Errors
/// The reason why the program is not right.
pub(super) fn judge(program: &Program, ended: &Ended) -> Result<(), String> {
    if ended.status.and_then(|status| status.code()) != Some(program.exit) {
        return Err(ended.how.clone());
    }
    if program.judge != Judge::Output {
        return refused(program, &ended.said);
    }
    refused(program, &ended.said)?;
    if let Some(text) = program.expect.iter().find(|text| !ended.said.contains(text.as_str())) {
        return Err(format!("does not print `{text}`"));
    }
    program.numbers.iter().try_for_each(|numbers| compare(numbers, &ended.said))
}

fn refused(program: &Program, said: &str) -> Result<(), String> {
    match program.refuse.iter().find_map(|text| said.lines().find(|line| line.contains(text.as_str()))) {
        Some(line) => Err(format!("prints `{}`", line.trim())),
        None => Ok(()),
    }
}

/// Numbers that stand behind each occurrence of a text: the first on the rest of the line.
fn numbers(said: &str, after: &str) -> Vec<f64> {
    said.lines()
        .filter_map(|line| line.split_once(after))
        .filter_map(|(_, rest)| rest.split(separates).find_map(number))
        .collect()
}

/// Returns whether a character separates a number from text around it.
fn separates(c: char) -> bool {
    !(c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_'))
}

/// A number, also with a unit or full stop behind it; `nan` and `inf` are numbers.
fn number(word: &str) -> Option<f64> {
    let word = word.trim_end_matches('.');
    if let Ok(value) = word.parse::<f64>() {
        return Some(value);
    }
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic() || c == '.');
    (digits.len() < word.len() && digits.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
        .then(|| digits.parse().ok())
        .flatten()
}

/// Returns whether two numbers are equal within a relative error. NaN equals NaN, since both versions
/// computed it.
fn close(a: f64, b: f64, tolerance: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * a.abs().max(b.abs())
}

fn compare(wanted: &Numbers, said: &str) -> Result<(), String> {
    let Numbers { after, at_most, at_least, like, is, tolerance } = wanted;
    let found = numbers(said, after);
    if found.is_empty() {
        return Err(format!("prints no number after `{after}`"));
    }
    for value in &found {
        // A comparison with NaN is false.
        let value_is_nan = value.is_nan();
        if at_most.is_some_and(|most| value_is_nan || value.abs() > most) {
            return Err(format!(
                "prints {value} after `{after}`, at most {} is right",
                at_most.unwrap_or(0.0)
            ));
        }
        if at_least.is_some_and(|least| value_is_nan || *value < least) {
            return Err(format!(
                "prints {value} after `{after}`, at least {} is right",
                at_least.unwrap_or(0.0)
            ));
        }
        if is.is_some_and(|is| !close(*value, is, *tolerance)) {
            return Err(format!("prints {value} after `{after}`, {} is right", is.unwrap_or(0.0)));
        }
    }
    let Some(like) = like else { return Ok(()) };
    let mut others = numbers(said, like);
    if others.len() == 1 {
        // One reference for all variants of a kernel.
        others = vec![others[0]; found.len()];
    }
    if others.len() != found.len() {
        return Err(format!(
            "prints {} numbers after `{after}`, {} after `{like}`",
            found.len(),
            others.len()
        ));
    }
    match found.iter().zip(&others).find(|(a, b)| !close(**a, **b, *tolerance) || a.is_nan()) {
        Some((a, b)) => Err(format!("prints {a} after `{after}`, {b} after `{like}`")),
        None => Ok(()),
    }
}

/// Compares a program's results with those of its CPU version: word by word, numbers within the tolerance.
///
/// # Errors
/// The first line that differs.
pub(super) fn same(reference: &Reference, own: &str, other: &str) -> Result<(), String> {
    let lines = |text: &str| -> Vec<String> {
        let kept = text.lines().filter(|line| {
            !line.trim().is_empty() && !reference.ignore.iter().any(|text| line.contains(text.as_str()))
        });
        kept.map(str::to_owned).collect()
    };
    let (own, other) = (lines(own), lines(other));
    if other.is_empty() {
        return Err("the CPU version has no results".to_owned());
    }
    let words = |line: &str| -> Vec<String> {
        line.split([' ', '\t', ',', ';', ':', '=', '(', ')', '[', ']'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let equal = |a: &String, b: &String| match (number(a), number(b)) {
        (Some(x), Some(y)) => close(x, y, reference.tolerance),
        _ => a == b,
    };
    for (at, (a, b)) in own.iter().zip(&other).enumerate() {
        let (left, right) = (words(a), words(b));
        if left.len() != right.len() || !left.iter().zip(&right).all(|(a, b)| equal(a, b)) {
            return Err(format!("line {}: `{}`, the CPU version has `{}`", at + 1, a.trim(), b.trim()));
        }
    }
    if own.len() == other.len() {
        Ok(())
    } else {
        Err(format!("{} lines, the CPU version has {}", own.len(), other.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(after: &str) -> Numbers {
        let after = after.to_owned();
        Numbers { after, at_most: None, at_least: None, like: None, is: None, tolerance: 1e-3 }
    }

    #[test]
    fn numbers_behind_text() {
        assert_eq!(numbers("sum = -1.5e3.\nno sum here\nsum: 7ms, 8", "sum"), [-1500.0, 7.0]);
        assert_eq!(numbers("error (max): 0.25%", "error"), [0.25]);
        assert!(numbers("x = nan", "x")[0].is_nan());
    }

    #[test]
    fn bounds_hold_for_each_number_and_nan_fails() {
        let most = Numbers { at_most: Some(1e-3), ..wanted("error") };
        assert!(compare(&most, "error 1e-4\nerror -1e-4").is_ok());
        assert!(compare(&most, "error 1e-4\nerror 1e-2").is_err());
        assert!(compare(&most, "error nan").is_err());
        assert!(compare(&most, "nothing").is_err());
        let like = Numbers { like: Some("cpu".to_owned()), ..wanted("gpu") };
        assert!(compare(&like, "cpu 1000\ngpu 1000.5").is_ok());
        assert!(compare(&like, "cpu 1000\ngpu 1010").is_err());
        assert!(compare(&like, "cpu nan\ngpu nan").is_err());
        assert!(compare(&like, "cpu 7\ngpu 7\ngpu 7").is_ok());
        assert!(compare(&like, "cpu 7\ngpu 7\ngpu 6").is_err());
        assert!(compare(&like, "cpu 7\ncpu 7\ngpu 7").is_err());
    }

    #[test]
    fn results_of_a_cpu_version() {
        let reference = Reference {
            folder: String::new(),
            files: Vec::new(),
            flags: Vec::new(),
            arguments: Vec::new(),
            file: None,
            ignore: vec!["time".to_owned()],
            tolerance: 1e-3,
        };
        assert!(same(&reference, "time 3\na 1.0001", "a 1.0\ntime 4").is_ok());
        assert!(same(&reference, "a 1.1", "a 1.0").is_err());
        assert!(same(&reference, "b 1.0", "a 1.0").is_err());
        assert!(same(&reference, "a 1\nb 2", "a 1").is_err());
        assert!(same(&reference, "", "").is_err());
    }
}
