//! Pages of the rules for other languages than C and C++.

/// Rules for build files.
pub const BUILD: [(&str, &str); 4] = [
    ("build_cargo", include_str!("../../rules/build_cargo.md")),
    ("build_cmake", include_str!("../../rules/build_cmake.md")),
    ("build_make", include_str!("../../rules/build_make.md")),
    ("build_shell", include_str!("../../rules/build_shell.md")),
];

/// Rules for Rust.
pub const RUST: [(&str, &str); 6] = [
    ("rust_enum", include_str!("../../rules/rust_enum.md")),
    ("rust_extern", include_str!("../../rules/rust_extern.md")),
    ("rust_launch", include_str!("../../rules/rust_launch.md")),
    ("rust_name", include_str!("../../rules/rust_name.md")),
    ("rust_pointer", include_str!("../../rules/rust_pointer.md")),
    ("rust_use", include_str!("../../rules/rust_use.md")),
];
