//! Sources named `.cu`: where they are made part of a target, their language is set to HIP.

use super::super::file::Build;
use super::syntax::{Command, indent};
use super::variables::Variables;

/// CMake commands with arguments that are not sources of a target.
const NO_SOURCES: [&str; 39] = [
    "add_compile_definitions",
    "add_compile_options",
    "add_custom_command",
    "add_custom_target",
    "add_definitions",
    "add_dependencies",
    "add_link_options",
    "add_subdirectory",
    "add_test",
    "cmake_minimum_required",
    "cmake_parse_arguments",
    "configure_file",
    "cuda_add_executable",
    "cuda_add_library",
    "cuda_compile",
    "cuda_compile_cubin",
    "cuda_compile_fatbin",
    "cuda_compile_ptx",
    "elseif",
    "execute_process",
    "file",
    "foreach",
    "function",
    "get_filename_component",
    "if",
    "include",
    "install",
    "link_libraries",
    "list",
    "macro",
    "mark_as_advanced",
    "message",
    "option",
    "return",
    "set",
    "source_group",
    "string",
    "try_compile",
    "while",
];

/// Returns whether a command makes a target of its arguments, or may do so: a function of the project.
fn takes_sources(name: &str) -> bool {
    matches!(
        name,
        "add_executable" | "add_library" | "target_sources" | "cuda_add_executable" | "cuda_add_library"
    ) || !NO_SOURCES.contains(&name)
        && !["set_", "get_", "target_", "find_", "end", "include_", "unset"]
            .iter()
            .any(|p| name.starts_with(p))
}

/// Returns whether a text names a device source, or is a pattern for them.
pub(super) fn is_device(text: &str) -> bool {
    text.ends_with(".cu") || text.ends_with(".cu\"")
}

/// Sets the language of a command's sources to HIP.
pub(super) fn run(build: &mut Build<'_>, command: &Command, all: &[Command], variables: &Variables<'_>) {
    let text = build.text;
    let name = command.name(text);
    if !takes_sources(&name) || command.args.iter().any(|arg| arg.raw) {
        return;
    }
    let makes = name.contains("add_executable") || name.contains("add_library") || name == "target_sources";
    let here = branches(text, all, command);
    // An alternative (`else`) says nothing about the other case.
    let holds_here =
        |c: &Command| branches(text, all, c).iter().all(|branch| branch.1 == 0 || here.contains(branch));
    let is_set = |what: &str| {
        all.iter().filter(|c| holds_here(c)).any(|c| {
            let args = || c.args.iter().map(|arg| &text[arg.whole.clone()]);
            match c.name(text).as_str() {
                "set_source_files_properties" => args().any(|a| a == "LANGUAGE") && args().any(|a| a == what),
                "foreach" => c.arg(text, 0) == Some("hip_source") && args().any(|a| a == what),
                _ => false,
            }
        })
    };
    // The first argument of CMake's commands is the target.
    let sources = command.args.iter().skip(usize::from(makes));
    // In a file related to CUDA, a list that is set elsewhere may hold device sources.
    let unknown = makes && mentions_cuda(text);
    let (mut files, mut lists) = (Vec::new(), Vec::new());
    for arg in sources {
        let (inner, whole) = (&text[arg.at.clone()], &text[arg.whole.clone()]);
        let list = inner.starts_with("${") && inner.ends_with('}') && !inner.contains(['/', ' ']);
        if list {
            // A quoted list would be a single item of the loop.
            if variables.has_piece(inner, unknown, &is_device) && !is_set(inner) && !lists.contains(&inner) {
                lists.push(inner);
            }
        } else if inner.ends_with(".cu") && !is_set(whole) && !inner.starts_with("$<") && !inner.contains('*')
        {
            files.push(whole);
        }
    }
    let indent = indent(build.text, command.name.start);
    let mut lines = String::new();
    // Properties of sources are per directory; those of another directory's target are set there.
    let target =
        command.args.first().map(|arg| &text[arg.whole.clone()]).filter(|_| name == "target_sources");
    let place = target.map(|target| format!(" TARGET_DIRECTORY {target}")).unwrap_or_default();
    if !files.is_empty() {
        let files = files.join(" ");
        lines += &format!("set_source_files_properties({files}{place} PROPERTIES LANGUAGE HIP)\n{indent}");
    }
    if !lists.is_empty() {
        let lists = lists.join(" ");
        lines +=
            &format!("foreach(hip_source IN ITEMS {lists})\n{indent}  if(hip_source MATCHES \"[.]cu$\")\n");
        lines += &format!(
            "{indent}    set_source_files_properties(${{hip_source}}{place} PROPERTIES LANGUAGE HIP)\n"
        );
        lines += &format!("{indent}  endif()\n{indent}endforeach()\n{indent}");
    }
    if !lines.is_empty() {
        build.edit(command.name.start..command.name.start, lines);
    }
}

/// Returns the conditions around a command: where each `if` begins, and the number of the branch.
fn branches(text: &str, all: &[Command], command: &Command) -> Vec<(usize, usize)> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    for c in all.iter().take_while(|c| c.name.start < command.name.start) {
        match c.name(text).as_str() {
            "if" => open.push((c.name.start, 0)),
            "elseif" | "else" => {
                if let Some(last) = open.last_mut() {
                    last.1 += 1;
                }
            }
            "endif" => {
                open.pop();
            }
            _ => {}
        }
    }
    open
}

/// Returns whether a file mentions CUDA, or the language that replaced it.
fn mentions_cuda(text: &str) -> bool {
    ["CUDA", ".cu", "LANGUAGES HIP", "CXX HIP", "LANGUAGE HIP"].iter().any(|word| text.contains(word))
}
