//! Completion scripts for shells: the options that hipcc itself interprets, and the commonest of clang's.
//!
//! `clap_complete` knows no options with one dash and several letters, of which a compiler has many.

use clang::arguments;

/// Options of clang and of hipcc's command line that no table has.
const OTHERS: [&str; 14] = [
    "--completions",
    "--help",
    "--version",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Wall",
    "-Werror",
    "-Wextra",
    "-fPIC",
    "-fsanitize=address",
    "-g",
    "-std=c++17",
];

/// Returns the script of a shell; `None` for a shell without one.
pub(crate) fn script(shell: &str) -> Option<String> {
    let mut words: Vec<&str> = arguments::interpreted().chain(OTHERS).collect();
    words.sort_unstable();
    Some(match shell {
        "bash" => format!(
            "_hipcc() {{\n    COMPREPLY=()\n    [[ $2 == -* ]] && mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$2\")\n}}\n\
             complete -o default -F _hipcc hipcc\n",
            words.join(" ")
        ),
        "fish" => words.iter().filter_map(|word| fish(word)).collect(),
        "zsh" => format!(
            "#compdef hipcc\nif [[ $PREFIX == -* ]]; then\n    compadd -- {}\nelse\n    _files\nfi\n",
            words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ")
        ),
        _ => return None,
    })
}

/// Returns fish's line for an option, by the number of its dashes and letters; `None` for `-###`.
fn fish(option: &str) -> Option<String> {
    let (kind, name) = match (option.strip_prefix("--"), option.strip_prefix('-')) {
        (Some(name), _) => ("l", name),
        (None, Some(name)) if name.len() == 1 => ("s", name),
        (None, Some(name)) => ("o", name),
        (None, None) => return None,
    };
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=+".contains(&byte));
    is_word.then(|| format!("complete -c hipcc -{kind} '{name}'\n"))
}

#[cfg(test)]
mod tests {
    use super::script;

    #[test]
    fn each_shell_gets_the_options() {
        for shell in ["bash", "fish", "zsh"] {
            let script = script(shell).expect("a script");
            for option in ["offload-arch", "genco", "fgpu-rdc", "O2"] {
                assert!(script.contains(option), "{option}: {script}");
            }
            assert!(!script.contains("compress-mode"), "an option without effect: {script}");
        }
        assert!(script("tcsh").is_none());
    }
}
