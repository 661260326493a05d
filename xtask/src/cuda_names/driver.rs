//! `capi/include/hip/cuda_names/cuda.h`: CUDA's driver by its own names, as headers of NVIDIA's libraries use
//! it. Its types are HIP's; their layouts and numbers are CUDA's, except for device attributes. Its functions
//! are those of the SDK's `libcuda.so.1`.

use super::{WRITTEN, is_name};
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Start of the runtime's names of device attributes.
pub(super) const RUNTIME_ATTRIBUTE: &str = "cudaDevAttr";
/// Start of the driver's names of device attributes.
const ATTRIBUTE: &str = "CU_DEVICE_ATTRIBUTE_";
/// HIP's number of an attribute without a name in HIP is CUDA's number plus this.
const UNNAMED: i64 = 20_000;
/// Names that differ between the runtime and the driver by more than their spelling.
const SPELT: [(&str, &str); 2] = [
    ("IPCEVENTSUPPORT", "IPCEVENTSUPPORTED"),
    ("HOSTREGISTERREADONLYSUPPORTED", "READONLYHOSTREGISTERSUPPORTED"),
];
/// Names that the header defines itself.
const OWN: [&str; 5] =
    ["CUDAAPI", "CUDA_VERSION", "CUdeviceptr", "CUdevice_attribute", "CUdevice_attribute_enum"];
/// Newest version that plain names stand for, as in CUDA 12.0.
const VERSION: u32 = 12_000;

fn table<const N: usize>(path: &str) -> Outcome<Vec<[String; N]>> {
    let rows = Table::read(&root().join(path))?.rows.into_iter();
    rows.map(|row| <[String; N]>::try_from(row).map_err(|row| format!("{path}: {row:?} is no row"))).collect()
}

/// Writes `cuda.h` and `cudaTypedefs.h`.
pub(super) fn files() -> Outcome<Vec<(&'static str, String)>> {
    let mut out = format!(
        "{WRITTEN}/* CUDA's driver. Types are HIP's, which have the same layouts and numbers; functions are those of libcuda.so.1. */\n\
         #pragma once\n#include <cuda_runtime.h>\n#include <hip/hip_soft.h>\n#define CUDAAPI\n\n"
    );
    let named = names(&mut out)?;
    types(&mut out, &named)?;
    out += "\n#ifdef __cplusplus\n";
    attributes(&mut out)?;
    out += "#endif\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
    let mut pointers = format!("{WRITTEN}#pragma once\n#include <cuda.h>\n\n");
    let declarations: BTreeMap<String, (String, String)> = table::<4>("cuda-compat/api/declarations.tsv")?
        .into_iter()
        .filter(|[_, whose, ..]| whose == "driver")
        .map(|[symbol, _, returns, parameters]| (symbol, (returns, parameters)))
        .collect();
    let listed = |parameters: &str| if parameters == "-" { String::new() } else { parameters.to_owned() };
    for (symbol, (returns, parameters)) in &declarations {
        let _ = writeln!(out, "{returns} {symbol}({});", listed(parameters));
    }
    out += "#ifdef __cplusplus\n}\n#endif\n\n";
    let mut newest: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for [symbol, function, since, ..] in table::<6>("cuda-compat/api/functions.tsv")? {
        let (Ok(since), Some((returns, parameters))) = (since.parse::<u32>(), declarations.get(&symbol))
        else {
            continue;
        };
        let _ = writeln!(pointers, "typedef {returns} (*PFN_{function}_v{since})({});", listed(parameters));
        let best = newest.entry(function).or_insert((0, String::new()));
        if since <= VERSION && best.0 < since {
            *best = (since, symbol);
        }
    }
    for (function, (since, symbol)) in newest.iter().filter(|(_, (since, _))| *since > 0) {
        let _ = writeln!(pointers, "typedef PFN_{function}_v{since} PFN_{function};");
        if symbol != function {
            let _ = writeln!(out, "#define {function} {symbol}");
        }
    }
    Ok(vec![("cuda.h", out), ("cudaTypedefs.h", pointers)])
}

/// Writes a macro for each type and constant that has another name in HIP, and returns their names.
fn names(out: &mut String) -> Outcome<BTreeSet<String>> {
    let mut headers = String::new();
    for header in ["hip_runtime_api.h", "hip_soft.h", "driver_types.h"] {
        let path = root().join("capi/include/hip").join(header);
        headers += &std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let macros: BTreeSet<&str> =
        headers.lines().filter_map(|line| line.strip_prefix("#define ")?.split([' ', '(']).next()).collect();
    let (mut named, mut numbers) = (BTreeSet::new(), Vec::new());
    for [cuda, hip, _, kind, ..] in table::<6>("hipify-rs/map/driver.tsv")? {
        let is_ours =
            OWN.contains(&cuda.as_str()) || [ATTRIBUTE, "PFN_"].iter().any(|head| cuda.starts_with(head));
        if is_ours || !matches!(kind.as_str(), "type" | "constant") || hip == cuda {
            continue;
        }
        // `::CU_EVENT_WAIT_DEFAULT` must name something.
        if hip.parse::<i64>().is_ok() || kind == "constant" && macros.contains(hip.as_str()) {
            numbers.push(format!("{cuda} = {hip},"));
        } else if is_name(&hip) {
            let _ = writeln!(out, "#define {cuda} {hip}");
            named.insert(cuda);
        }
    }
    let _ = writeln!(
        out,
        "enum {{\n{}\nCU_GET_PROC_ADDRESS_DEFAULT = 0,\nCU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,\n\
         CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2\n}};",
        numbers.join("\n")
    );
    Ok(named)
}

/// Writes the driver's types that HIP lacks, as `cuda-compat/include/types.h` has them.
fn types(out: &mut String, named: &BTreeSet<String>) -> Outcome<()> {
    *out += "\ntypedef unsigned long long CUdeviceptr;\n";
    let rows = table::<3>("cuda-compat/api/types.tsv")?;
    for wanted in ["number", "enumeration", "handle", "structure", "function"] {
        for [name, kind, what] in &rows {
            let is_ours = OWN.contains(&name.as_str()) || named.contains(name);
            if kind != wanted || is_ours || !name.starts_with("CU") {
                continue;
            }
            let _ = match wanted {
                "number" => writeln!(out, "typedef {what} {name};"),
                "enumeration" => writeln!(out, "typedef unsigned int {name};"),
                "handle" => writeln!(out, "typedef struct {what}{name};"),
                "structure" => writeln!(out, "typedef struct {name} {name};"),
                _ => writeln!(out, "typedef {};", what.replacen("(*)", &format!("(*{name})"), 1)),
            };
        }
    }
    Ok(())
}

/// Writes the device attributes: a class with CUDA's numbers, which converts HIP's, and the runtime's names
/// that HIP has no enumerator for.
fn attributes(out: &mut String) -> Outcome<()> {
    let rows = table::<3>("cuda-compat/api/device_attributes.tsv")?;
    let mut converted = BTreeSet::new();
    *out += "/* An attribute with CUDA's number. The runtime's attributes have HIP's numbers, and are converted. */\n\
        struct CUdevice_attribute {\n    int value;\n    CUdevice_attribute() = default;\n\
        \x20   constexpr explicit CUdevice_attribute(int cuda) : value(cuda) {}\n\
        \x20   constexpr CUdevice_attribute(hipDeviceAttribute_t hip) : value(of(hip)) {}\n\
        \x20   constexpr operator int() const { return value; }\n\
        \x20   static constexpr int of(hipDeviceAttribute_t hip)\n    {\n        switch (hip) {\n";
    for [value, _, hip] in &rows {
        if is_name(hip) && !hip.starts_with("hipExt") && converted.insert(hip) {
            let _ = writeln!(out, "        case {hip}: return {value};");
        }
    }
    let _ = writeln!(out, "        default: return (int)hip - {UNNAMED};\n        }}\n    }}\n}};");
    *out += "typedef CUdevice_attribute CUdevice_attribute_enum;\n";
    let mut numbers = BTreeMap::new();
    for [value, cuda, _] in &rows {
        let _ = writeln!(out, "static constexpr CUdevice_attribute {cuda}{{{value}}};");
        numbers.insert(cuda.trim_start_matches(ATTRIBUTE).replace('_', ""), value);
    }
    for [cuda, hip, ..] in table::<6>("hipify-rs/map/runtime.tsv")? {
        let Some(plain) = cuda.strip_prefix(RUNTIME_ATTRIBUTE).map(str::to_uppercase) else { continue };
        let plain =
            SPELT.iter().find(|(one, _)| *one == plain).map_or(plain, |(_, other)| (*other).to_owned());
        if hip.starts_with("hipExt") {
            let _ = writeln!(out, "static constexpr hipDeviceAttribute_t {cuda} = {hip};");
        } else if let (Some(value), "-") = (numbers.get(&plain), hip.as_str()) {
            let _ = writeln!(
                out,
                "static constexpr hipDeviceAttribute_t {cuda} = (hipDeviceAttribute_t)({UNNAMED} + {value});"
            );
        }
    }
    Ok(())
}
