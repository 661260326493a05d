//! Map from lines of PTX to lines of the source, read from `.loc` and `.file` directives (PTX ISA, "Debugging
//! Directives").

/// A line of a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location<'a> {
    /// Name, as the `.file` directive gives it.
    pub file: &'a str,
    /// 1-based line number.
    pub line: u32,
}

/// Returns the source line of a PTX line: the last `.loc` before it in the same function, or `None`.
pub fn locate(text: &str, ptx_line: u32) -> Option<Location<'_>> {
    let mut here = None;
    for line in text.lines().take(ptx_line as usize).map(str::trim_start) {
        if line.contains(".entry ") || line.contains(".func ") {
            here = None;
        } else if let Some(rest) = line.strip_prefix(".loc") {
            let mut words = rest.split_whitespace().map(|w| w.trim_end_matches([',', ';']));
            here = words.next().zip(words.next().and_then(|w| w.parse().ok()));
        }
    }
    let (index, line) = here?;
    let file =
        text.lines().map(str::trim_start).filter_map(|l| l.strip_prefix(".file")).find_map(|rest| {
            let (number, name) = rest.trim_start().split_once(char::is_whitespace)?;
            (number == index).then(|| name.split('"').nth(1)).flatten()
        })?;
    Some(Location { file, line })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = ".visible .entry k()\n{\n.loc 1 7 3\nadd;\n.loc\t2 9 1, function_name $x, inlined_at 1 2 3\n\
                        sub;\nret;\n}\n.visible .entry other()\n{\nret;\n}\n.file\t1 \"a.cu\"\n.file\t2 \"dir/b.h\", 1, 2\n";

    #[test]
    fn the_last_loc_of_the_function_counts() {
        assert_eq!(locate(TEXT, 2), None);
        assert_eq!(locate(TEXT, 4), Some(Location { file: "a.cu", line: 7 }));
        assert_eq!(locate(TEXT, 6), Some(Location { file: "dir/b.h", line: 9 }));
        assert_eq!(locate(TEXT, 11), None);
        assert_eq!(locate(TEXT, 1000), None);
    }
}
