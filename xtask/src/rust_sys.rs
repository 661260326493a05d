//! `runtime/src/sys`: the C API as Rust declares it, written from the tables that the headers are written from.

use crate::api::{Api, Type};
use crate::c_decl::{Decl, Members, members};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const WRITTEN: &str =
    "//! Written by `cargo xtask check --write` from the tables in capi/api: change those.\n//!\n";

/// Words that Rust keeps for itself.
const KEYWORDS: [&str; 7] = ["fn", "in", "match", "mod", "move", "ref", "type"];

/// Every file: its name below `runtime/src/sys`, and its text.
pub(crate) fn all(api: &Api) -> Vec<(&'static str, String)> {
    vec![
        ("constants.rs", constants(api)),
        ("enums.rs", enums(api)),
        ("functions.rs", functions(api)),
        ("types.rs", types(api)),
    ]
}

/// A name as Rust may have it, in the way of bindgen, which programs know.
fn safe(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// Macros that stand for numbers; flags and sizes are `u32`, what is negative is `i32`.
fn constants(api: &Api) -> String {
    let mut out = format!("{WRITTEN}//! Macros that stand for numbers.\n\n");
    out += "use super::types::hipStream_t;\nuse std::ffi::c_void;\n\n";
    let enumerators: BTreeSet<&str> = api.enums.iter().map(|(_, name, _)| name.as_str()).collect();
    let special = ["hipStreamLegacy", "hipStreamPerThread"];
    for (name, value) in &api.macros {
        if special.contains(&name.as_str()) || name.starts_with("HIP_LAUNCH_PARAM_") || name.starts_with("__")
        {
            continue;
        }
        if enumerators.contains(name.as_str()) {
            continue;
        }
        let ty = if value.starts_with('-') { "i32" } else { "u32" };
        let _ = writeln!(out, "/// `{value}`\npub const {name}: {ty} = {value};");
    }
    for (name, value) in [("hipStreamLegacy", 1), ("hipStreamPerThread", 2)] {
        let _ = writeln!(
            out,
            "/// A stream that always exists.\npub const {name}: hipStream_t = {value} as hipStream_t;"
        );
    }
    for (name, value) in [("POINTER", 1), ("SIZE", 2)] {
        let _ = writeln!(
            out,
            "/// In `extra` of a launch: what follows.\npub const HIP_LAUNCH_PARAM_BUFFER_{name}: *mut c_void = std::ptr::without_provenance_mut({value});"
        );
    }
    out += "/// In `extra` of a launch: the end.\npub const HIP_LAUNCH_PARAM_END: *mut c_void = std::ptr::without_provenance_mut(3);\n";
    out
}

/// Enumerations; of enumerators with one value the first is the enumerator, the others are constants of the type.
fn enums(api: &Api) -> String {
    let mut out =
        format!("{WRITTEN}//! Enumerations. Every enumerator also stands in the module, as in C.\n");
    let mut all: BTreeMap<&str, Vec<(&str, i64)>> = BTreeMap::new();
    for (name, constant, value) in &api.enums {
        all.entry(name).or_default().push((constant, value.parse().unwrap_or(0)));
    }
    for (name, rows) in all {
        let repr = if rows.iter().any(|r| r.1 < 0) { "i32" } else { "u32" };
        let (mut seen, mut aliases, mut names) = (BTreeMap::new(), Vec::new(), Vec::new());
        let _ = writeln!(
            out,
            "\n/// `enum {name}`\n#[repr({repr})]\n#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\npub enum {name} {{"
        );
        for (constant, value) in rows {
            match seen.get(&value) {
                Some(first) => aliases.push((constant, *first)),
                None => {
                    let _ = writeln!(out, "    /// `{value}`\n    {constant} = {value},");
                    seen.insert(value, constant);
                    names.push(constant);
                }
            }
        }
        out += "}\n";
        let _ = writeln!(out, "pub use self::{name}::{{{}}};", names.join(", "));
        if !aliases.is_empty() {
            let _ = writeln!(out, "impl {name} {{");
            for (alias, first) in &aliases {
                let _ = writeln!(
                    out,
                    "    /// Another name of `{first}`.\n    pub const {alias}: Self = Self::{first};"
                );
            }
            out += "}\n";
            for (alias, first) in &aliases {
                let _ = writeln!(
                    out,
                    "/// Another name of `{first}`.\npub const {alias}: {name} = {name}::{first};"
                );
            }
        }
    }
    out
}

fn functions(api: &Api) -> String {
    let mut out = format!(
        "{WRITTEN}//! Functions. A safety section would say the same of each: pointers are what HIP's manual says.\n\n"
    );
    out += "use super::enums::*;\nuse super::types::*;\nuse std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};\n\n";
    out += "#[cfg_attr(feature = \"link\", link(name = \"amdhip64\"))]\nunsafe extern \"C\" {\n";
    for f in &api.functions {
        let mut types = Nested::default();
        let mut params = Vec::new();
        for (n, param) in members(&f.params).into_iter().enumerate() {
            let (name, ty) = types.of("", &param, n);
            if ty != "c_void" {
                params.push(format!("{name}: {ty}"));
            }
        }
        let returns =
            members(&f.returns).first().map_or_else(|| "c_void".to_owned(), |d| types.of("", d, 0).1);
        let returns = if returns == "c_void" { String::new() } else { format!(" -> {returns}") };
        let _ = writeln!(
            out,
            "    /// HIP: {}.\n    pub fn {}({}){returns};",
            f.group,
            f.name,
            params.join(", ")
        );
    }
    out += "}\n";
    out
}

/// Structures and unions within others, which Rust wants by name.
#[derive(Default)]
struct Nested {
    written: String,
}

impl Nested {
    /// A declaration's name and Rust type. `n` counts declarations, for those without a name.
    fn of(&mut self, parent: &str, decl: &Decl, n: usize) -> (String, String) {
        let name = if decl.name.is_empty() { format!("__bindgen_anon_{n}") } else { safe(&decl.name) };
        let mut ty = match &decl.members {
            Some((kind, inner)) => {
                let own = format!(
                    "{parent}_{}",
                    if decl.name.is_empty() { format!("anon_{n}") } else { decl.name.clone() }
                );
                let text = self.aggregate(&own, kind, inner);
                self.written += &text;
                own
            }
            None => primitive(&decl.base).to_owned(),
        };
        for (depth, _) in decl.pointers.iter().enumerate() {
            // What is pointed at is constant if the star before this one, or the base, was.
            let constant = if depth == 0 { decl.base_const } else { decl.pointers[depth - 1] };
            ty = format!("*{} {ty}", if constant { "const" } else { "mut" });
        }
        for size in decl.arrays.iter().rev() {
            ty = format!("[{ty}; {size}]");
        }
        (name, ty)
    }

    /// A structure or union, and before it those it holds.
    fn aggregate(&mut self, name: &str, kind: &str, inner: &Members) -> String {
        let mut fields = String::new();
        let (mut bits, mut anonymous) = (0, 0);
        for decl in inner {
            if let Some(width) = decl.bits {
                bits += width;
                continue;
            }
            anonymous += usize::from(decl.name.is_empty());
            let (field, ty) = self.of(name, decl, anonymous);
            let _ = writeln!(fields, "    /// `{field}`\n    pub {field}: {ty},");
        }
        if bits > 0 {
            let _ = writeln!(
                fields,
                "    /// {bits} bits, the first declared lowest.\n    pub bits: [u32; {}],",
                bits.div_ceil(32)
            );
        }
        let kind = if kind == "union" { "union" } else { "struct" };
        let debug = if kind == "union" { "" } else { ", Debug" };
        // A union in it has no Debug; where one is, none is derived.
        let derived = if fields.contains("_anon_") || self.holds_union(&fields) { "" } else { debug };
        format!(
            "\n/// `{name}`\n#[repr(C)]\n#[derive(Clone, Copy{derived})]\npub {kind} {name} {{\n{fields}}}\n"
        )
    }

    /// Whether a field's type is a union written here, or holds one.
    fn holds_union(&self, fields: &str) -> bool {
        let plain = |name: &str| {
            self.written.contains(&format!("pub union {name} "))
                || self.written.contains(&format!("#[derive(Clone, Copy)]\npub struct {name} "))
        };
        fields.lines().filter_map(|l| l.split(": ").nth(1)).any(|ty| {
            let name = ty.trim_end_matches(',').trim_start_matches('[').split(';').next().unwrap_or("");
            plain(name) || NO_DEBUG.contains(&name)
        })
    }
}

/// Types with unions in them, by the names under which others hold them.
const NO_DEBUG: [&str; 12] = [
    "hipExternalSemaphoreSignalParams",
    "hipExternalSemaphoreSignalParams_st",
    "hipExternalSemaphoreWaitParams",
    "hipExternalSemaphoreWaitParams_st",
    "hipLaunchAttributeValue",
    "hipLaunchAttribute",
    "hipLaunchAttribute_st",
    "hipMemAllocationProp",
    "hipMemcpy3DOperand",
    "hipResourceDesc",
    "hipStreamMemOpWaitValueParams_t",
    "hipStreamMemOpWriteValueParams_t",
];

fn primitive(base: &str) -> &str {
    match base {
        "void" => "c_void",
        "char" => "c_char",
        "unsigned char" => "c_uchar",
        "short" => "c_short",
        "unsigned short" => "c_ushort",
        "int" => "c_int",
        "unsigned" | "unsigned int" => "c_uint",
        "long long" => "c_longlong",
        "unsigned long long" => "c_ulonglong",
        "float" => "f32",
        "double" => "f64",
        "size_t" => "usize",
        "uint32_t" => "u32",
        "uint64_t" => "u64",
        "int32_t" => "i32",
        "int64_t" => "i64",
        other => other,
    }
}

fn types(api: &Api) -> String {
    let mut out = format!("{WRITTEN}//! Structures, handles, callbacks; their sizes are what C has.\n\n");
    out += "use super::enums::*;\nuse std::ffi::{c_char, c_int, c_longlong, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};\n";
    let known: BTreeSet<&str> =
        api.types.iter().map(|t| t.name.as_str()).chain(api.enums.iter().map(|e| e.0.as_str())).collect();
    let mut opaque = BTreeSet::new();
    let mut sizes = String::new();
    for ty in api.types.iter() {
        let mut nested = Nested::default();
        let text = one(ty, &mut nested, &known, &mut opaque);
        out += &nested.written;
        out += &text;
        if ty.bytes.parse::<u32>().is_ok() {
            let _ = writeln!(sizes, "const _: () = assert!(size_of::<{}>() == {});", ty.name, ty.bytes);
        }
    }
    for extra in ["uint3"].into_iter().filter(|n| !known.contains(n)) {
        let _ = writeln!(
            out,
            "\n/// `{extra}`\n#[repr(C)]\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub struct {extra} {{\n    /// `x`\n    pub x: c_uint,\n    /// `y`\n    pub y: c_uint,\n    /// `z`\n    pub z: c_uint,\n}}"
        );
    }
    for name in opaque {
        let _ = writeln!(
            out,
            "\n/// Known by its address only.\n#[repr(C)]\n#[derive(Debug)]\npub struct {name} {{\n    _private: [u8; 0],\n}}"
        );
    }
    out + "\n" + &sizes
}

fn one(ty: &Type, nested: &mut Nested, known: &BTreeSet<&str>, opaque: &mut BTreeSet<String>) -> String {
    let (name, text) = (&ty.name, &ty.declaration);
    if ty.kind == "alias" {
        if let Some((_, params)) = text.split_once("(*)") {
            let params = params.trim().trim_start_matches('(').trim_end_matches(')');
            let params: Vec<String> =
                members(params).iter().enumerate().map(|(n, d)| nested.of("", d, n).1).collect();
            return format!(
                "\n/// A callback.\npub type {name} = Option<unsafe extern \"C\" fn({})>;\n",
                params.join(", ")
            );
        }
        let all = members(text);
        let [decl] = all.as_slice() else { return format!("\n// {name}: {text}\n") };
        if !known.contains(decl.base.as_str()) && primitive(&decl.base) == decl.base && decl.members.is_none()
        {
            opaque.insert(decl.base.clone());
        }
        if decl.base == *name {
            opaque.insert(decl.base.clone());
            return String::new();
        }
        let target = nested.of(name, decl, 0).1;
        return format!("\n/// `{name}`\npub type {name} = {target};\n");
    }
    let text = nested.aggregate(name, &ty.kind, &members(text));
    text.to_owned()
}
