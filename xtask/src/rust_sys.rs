//! `hip-sys`: the C API as Rust declares it, written from the tables that the headers are written from.

mod offsets;

use crate::api::{Api, Type};
use crate::c_decl::{Decl, Members, members};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const WRITTEN: &str =
    "//! Written by `cargo xtask check --write` from the tables in capi/api: change those.\n//!\n";

/// Words that Rust keeps for itself.
const KEYWORDS: [&str; 7] = ["fn", "in", "match", "mod", "move", "ref", "type"];

/// The translator's table of what names are in Rust.
pub(crate) fn kinds(api: &Api) -> String {
    let mut rows: BTreeMap<&str, &str> = api.enums.iter().map(|(name, ..)| (name.as_str(), "enum")).collect();
    let aliases = api.types.iter().filter(|ty| ty.kind == "alias");
    let aliases: Vec<&str> =
        aliases.filter(|ty| rows.contains_key(ty.declaration.as_str())).map(|ty| ty.name.as_str()).collect();
    rows.extend(aliases.into_iter().map(|name| (name, "enum")));
    let constants = constants(api);
    let numbers = constants.lines().filter_map(|line| line.strip_prefix("pub const "));
    rows.extend(numbers.filter_map(|line| Some((line.split_once(':')?.0, "number"))));
    let mut out = String::from(
        "# Enumerations (`enum`) and plain constants (`number`) of `hip_runtime::sys`. Written by `cargo xtask check --write` from\n\
         # the tables in capi/api: change those.\nname\tkind\n",
    );
    rows.iter().for_each(|(name, kind)| out += &format!("{name}\t{kind}\n"));
    out
}

/// Every file: its name below `hip-sys`, and its text.
pub(crate) fn all(api: &Api) -> Vec<(&'static str, String)> {
    vec![
        ("src/constants.rs", constants(api)),
        ("src/enums.rs", enums(api)),
        ("src/functions.rs", functions(api)),
        ("src/types.rs", types(api)),
        ("tests/it/offsets.rs", offsets::text(api)),
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
        let _ = writeln!(out, "pub const {name}: {ty} = {value};");
    }
    for (name, value) in [("hipStreamLegacy", 1), ("hipStreamPerThread", 2)] {
        let _ = writeln!(out, "pub const {name}: hipStream_t = std::ptr::without_provenance_mut({value});");
    }
    for (name, value) in [("POINTER", 1), ("SIZE", 2)] {
        let _ = writeln!(
            out,
            "pub const HIP_LAUNCH_PARAM_BUFFER_{name}: *mut c_void = std::ptr::without_provenance_mut({value});"
        );
    }
    out += "pub const HIP_LAUNCH_PARAM_END: *mut c_void = std::ptr::without_provenance_mut(3);\n";
    out
}

/// Enumerations, by name; the enumerators of each by value.
fn enums(api: &Api) -> String {
    let mut out =
        format!("{WRITTEN}//! Enumerations. Every enumerator also stands in the module, as in C.\n\n");
    out += "use super::enumeration::enumeration;\n";
    let mut all: BTreeMap<&str, Vec<(&str, i64)>> = BTreeMap::new();
    for (name, constant, value) in &api.enums {
        all.entry(name).or_default().push((constant, value.parse().unwrap_or(0)));
    }
    for (name, rows) in all {
        let repr = if rows.iter().any(|r| r.1 < 0) { "i32" } else { "u32" };
        let _ = writeln!(out, "\nenumeration! {{\n    {name}({repr}) {{");
        for (constant, value) in rows {
            let _ = writeln!(out, "        {constant} = {value},");
        }
        out += "    }\n}\n";
    }
    out
}

fn functions(api: &Api) -> String {
    let mut out = format!("{WRITTEN}//! Functions. Their pointers are what HIP's manual says.\n\n");
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
        let _ = writeln!(out, "    pub fn {}({}){returns};", f.name, params.join(", "));
    }
    out += "}\n";
    out
}

/// Structures and unions within others, which Rust wants by name.
#[derive(Default)]
struct Nested {
    written: String,
    /// Names of all structures and unions, in the order they were written.
    names: Vec<String>,
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
            let _ = writeln!(fields, "    pub {field}: {ty},");
        }
        if bits > 0 {
            let _ = writeln!(
                fields,
                "    /// {bits} bits, the first declared lowest.\n    pub bits: [u32; {}],",
                bits.div_ceil(32)
            );
        }
        let (kind, debug) = if kind == "union" { ("union", "") } else { ("struct", ", Debug") };
        self.names.push(name.to_owned());
        format!("\n#[repr(C)]\n#[derive(Clone, Copy{debug})]\npub {kind} {name} {{\n{fields}}}\n")
    }
}

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
    out += "use super::enums::*;\nuse super::plain::{plain, unions};\nuse std::ffi::{c_char, c_int, c_longlong, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};\n";
    let known: BTreeSet<&str> =
        api.types.iter().map(|t| t.name.as_str()).chain(api.enums.iter().map(|e| e.0.as_str())).collect();
    let mut opaque = BTreeSet::new();
    let (mut sizes, mut unions) = (String::new(), String::new());
    let mut plain = Vec::new();
    for ty in api.types.iter() {
        let mut nested = Nested::default();
        let text = one(ty, &mut nested, &known, &mut opaque);
        out += &nested.written;
        out += &text;
        plain.append(&mut nested.names);
        if ty.bytes.parse::<u32>().is_ok() {
            let _ = writeln!(sizes, "const _: () = assert!(size_of::<{}>() == {});", ty.name, ty.bytes);
        }
    }
    for extra in ["uint3"].into_iter().filter(|n| !known.contains(n)) {
        let _ = writeln!(
            out,
            "\n#[repr(C)]\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub struct {extra} {{\n    pub x: c_uint,\n    pub y: c_uint,\n    pub z: c_uint,\n}}"
        );
        plain.push(extra.to_owned());
    }
    for name in opaque {
        let _ = writeln!(
            out,
            "\n/// Known by its address only.\n#[repr(C)]\n#[derive(Debug)]\npub struct {name} {{\n    _private: [u8; 0],\n}}"
        );
    }
    for name in plain.iter().filter(|name| out.contains(&format!("pub union {name} "))) {
        let _ = writeln!(unions, "    {name},");
    }
    let all: String = plain.iter().map(|name| format!("    {name},\n")).collect();
    let _ = write!(out, "\nunions! {{\n{unions}}}\n\nplain! {{\n{all}}}\n");
    out + "\n" + &sizes
}

fn one(ty: &Type, nested: &mut Nested, known: &BTreeSet<&str>, opaque: &mut BTreeSet<String>) -> String {
    let (name, text) = (&ty.name, &ty.declaration);
    if ty.kind != "alias" {
        return nested.aggregate(name, &ty.kind, &members(text));
    }
    if let Some((_, params)) = text.split_once("(*)") {
        let params = params.trim().trim_start_matches('(').trim_end_matches(')');
        let params: Vec<String> =
            members(params).iter().enumerate().map(|(n, d)| nested.of("", d, n).1).collect();
        return format!("\npub type {name} = Option<unsafe extern \"C\" fn({})>;\n", params.join(", "));
    }
    let all = members(text);
    let [decl] = all.as_slice() else { return format!("\n// {name}: {text}\n") };
    if !known.contains(decl.base.as_str()) && primitive(&decl.base) == decl.base && decl.members.is_none() {
        opaque.insert(decl.base.clone());
    }
    if decl.base == *name {
        opaque.insert(decl.base.clone());
        return String::new();
    }
    let target = nested.of(name, decl, 0).1;
    format!("\npub type {name} = {target};\n")
}
