//! `capi/include/hip`: headers, written from the table of the C API.

use crate::api::{Api, Function, Type};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Functions with names that are macros in the header. The library also exports them for programs built with
/// old headers.
const RENAMED: [(&str, &str); 2] =
    [("hipChooseDevice", "hipChooseDeviceR0600"), ("hipGetDeviceProperties", "hipGetDevicePropertiesR0600")];

const WRITTEN: &str =
    "/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */\n";

/// Every header: its name below `include/hip`, and its text.
pub(crate) fn all(api: &Api) -> Vec<(&'static str, String)> {
    vec![
        ("../hiprtc.h", forward("HIPRTC_FORWARD_H", "hip/hiprtc.h")),
        // What translated programs include by these names is declared in the two that everybody includes.
        ("channel_descriptor.h", forward("HIP_CHANNEL_DESCRIPTOR_H", "hip/hip_runtime.h")),
        ("device_functions.h", forward("HIP_DEVICE_FUNCTIONS_H", "hip/hip_runtime.h")),
        ("driver_types.h", forward("HIP_DRIVER_TYPES_H", "hip/hip_runtime_api.h")),
        ("hip_bfloat16.h", forward("HIP_BFLOAT16_H", "hip/hip_bf16.h")),
        ("hip_deprecated.h", forward("HIP_DEPRECATED_H", "hip/hip_runtime_api.h")),
        ("hip_ext.h", forward("HIP_EXT_H", "hip/hip_runtime.h")),
        ("hip_gl_interop.h", forward("HIP_GL_INTEROP_H", "hip/hip_runtime_api.h")),
        ("hip_hcc.h", forward("HIP_HCC_H", "hip/hip_runtime.h")),
        ("hip_profile.h", forward("HIP_PROFILE_H", "hip/hip_common.h")),
        ("linker_types.h", forward("HIP_LINKER_TYPES_H", "hip/hip_runtime_api.h")),
        ("amd_detail/amd_hip_runtime.h", forward("HIP_AMD_DETAIL_RUNTIME_H", "hip/hip_runtime.h")),
        ("amd_detail/host_defines.h", forward("HIP_AMD_DETAIL_HOST_DEFINES_H", "hip/host_defines.h")),
        ("hip_texture_types.h", forward("HIP_TEXTURE_TYPES_H", "hip/hip_runtime.h")),
        ("library_types.h", forward("HIP_LIBRARY_TYPES_H", "hip/hip_runtime_api.h")),
        ("math_functions.h", forward("HIP_MATH_FUNCTIONS_H", "hip/hip_runtime.h")),
        ("surface_types.h", forward("HIP_SURFACE_TYPES_H", "hip/hip_runtime_api.h")),
        ("texture_types.h", forward("HIP_TEXTURE_TYPES_FORWARD_H", "hip/hip_runtime_api.h")),
        ("hip_common.h", common()),
        ("hip_runtime.h", runtime()),
        ("hip_runtime_api.h", runtime_api(api)),
        ("hip_soft_typedefs.h", typedefs(api)),
        ("hip_version.h", version()),
        ("hiprtc.h", rtc(api)),
    ]
}

fn forward(guard: &str, to: &str) -> String {
    format!("{WRITTEN}#ifndef {guard}\n#define {guard}\n#include <{to}>\n#endif\n")
}

fn version() -> String {
    format!(
        "{WRITTEN}#ifndef HIP_VERSION_H\n#define HIP_VERSION_H\n\
         #define HIP_VERSION_MAJOR 7\n#define HIP_VERSION_MINOR 15\n#define HIP_VERSION_PATCH 0\n\
         #define HIP_VERSION_GITHASH \"\"\n#define HIP_VERSION_BUILD_ID 0\n#define HIP_VERSION_BUILD_NAME \"\"\n\
         #define HIP_VERSION (HIP_VERSION_MAJOR * 10000000 + HIP_VERSION_MINOR * 100000 + HIP_VERSION_PATCH)\n#endif\n"
    )
}

fn common() -> String {
    format!(
        "{WRITTEN}#ifndef HIP_COMMON_H\n#define HIP_COMMON_H\n\
         #if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)\n#define __HIP_PLATFORM_AMD__ 1\n#endif\n\
         /* Kernels run on a software device that takes PTX: warps have 32 lanes. */\n\
         #define __HIP_PLATFORM_SOFT__ 1\n#include <hip/hip_version.h>\n#endif\n"
    )
}

fn runtime() -> String {
    format!(
        "{WRITTEN}#ifndef HIP_RUNTIME_H\n#define HIP_RUNTIME_H\n\
         #include <assert.h>\n#include <limits.h>\n#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n\
         #include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/time.h>\n#include <time.h>\n\
         #if defined(__cplusplus)\n#include <initializer_list>\n#include <new>\n#include <utility>\n#endif\n\
         #include <hip/hip_common.h>\n#include <hip/hip_runtime_api.h>\n\
         #include <hip/host_defines.h>\n#include <hip/hip_vector_types.h>\n\
         #if defined(__cplusplus)\n#include <hip/device/launch.h>\n#include <hip/device/symbols.h>\n#endif\n\
         /* First parameter of kernels before HIP 1.5, still in old sources. */\ntypedef int hipLaunchParm;\n\
         /* CUDA's include guard, by which programs detect the runtime. */\n\
         #ifndef __CUDA_RUNTIME_H__\n#define __CUDA_RUNTIME_H__\n#endif\n#endif\n"
    )
}

/// Returns whether a name is declared in `hiprtc.h` rather than in `hip_runtime_api.h`.
fn is_rtc(name: &str) -> bool {
    name.starts_with("hiprtc")
}

fn rtc(api: &Api) -> String {
    let mut out =
        format!("{WRITTEN}#ifndef HIPRTC_H\n#define HIPRTC_H\n\n#include <hip/hip_runtime_api.h>\n\n");
    for (name, value) in &api.rtc_macros {
        let _ = writeln!(out, "#define {name} {value}");
    }
    out += "\n#if defined(__cplusplus)\nextern \"C\" {\n#endif\n\n";
    enumerations(api, is_rtc, &mut out);
    api.types.iter().filter(|ty| is_rtc(&ty.name)).for_each(|ty| declare(ty, &mut out));
    functions(api, is_rtc, &mut out);
    out + "\n#if defined(__cplusplus)\n}\n#endif\n#endif\n"
}

fn runtime_api(api: &Api) -> String {
    let mut out = format!("{WRITTEN}#ifndef HIP_RUNTIME_API_H\n#define HIP_RUNTIME_API_H\n\n");
    out += GUARDS;
    out += "#include <hip/hip_common.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n";
    out += "#if defined(__cplusplus)\n#define __HIP_SOFT_DEFAULT(x) = x\n#define __HIP_SOFT_ASSERT(c, m) static_assert(c, m)\n\
            #else\n#define __HIP_SOFT_DEFAULT(x)\n#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n\
            #define __HIP_SOFT_ASSERT(c, m) _Static_assert(c, m)\n#else\n#define __HIP_SOFT_ASSERT(c, m) struct hip_assert_unused\n#endif\n#endif\n\n";
    out += "#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)\n#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)\n\
            #define HIP_LAUNCH_PARAM_END ((void *)0x03)\n#define HIPRT_CB\n#define HIP_SYMBOL(symbol) symbol\n\
            #define hipKernelNodeAttrID hipLaunchAttributeID\n#define hipKernelNodeAttrValue hipLaunchAttributeValue\n\
            #define hipStreamAttrID hipLaunchAttributeID\n#define hipStreamAttrValue hipLaunchAttributeValue\n\
            #define hipDrvLaunchAttribute hipLaunchAttribute\n#define hipDrvLaunchAttributeID hipLaunchAttributeID\n\
            #define hipDrvLaunchAttributeValue hipLaunchAttributeValue\n#define hipHostAllocUncached 0x10000000\n\
            #if defined(__GNUC__)\n#define HIP_DEPRECATED(message) __attribute__((deprecated(message)))\n#else\n\
            #define HIP_DEPRECATED(message)\n#endif\n#define hipStreamLegacy ((hipStream_t)1)\n#define hipStreamPerThread ((hipStream_t)2)\n\
";
    for (name, symbol) in RENAMED {
        let _ = writeln!(out, "#define {name} {symbol}");
    }
    out.push('\n');
    let special = ["HIP_LAUNCH_PARAM_", "hipStreamLegacy", "hipStreamPerThread", "HIP_VERSION", "__HIP"];
    for (name, value) in api.macros.iter().filter(|(name, _)| !special.iter().any(|s| name.starts_with(s))) {
        let _ = writeln!(out, "#define {name} {value}");
    }
    out += "\n#if defined(__cplusplus)\nextern \"C\" {\n#endif\n\n";
    enumerations(api, |name| !is_rtc(name), &mut out);
    types(api, &mut out);
    functions(api, |name| !is_rtc(name), &mut out);
    out += BUILDERS;
    out += "\n#if defined(__cplusplus)\n}\n\n";
    out += CONVENIENCES;
    out += "#endif\n";
    assertions(api, &mut out);
    out += "#endif\n/* Driver and runtime share one type of error codes: overloads for both would be declared twice. */\n\
            #undef CUDA_DRIVER_API\n\
            /* Programs that undefine the qualifiers include this header to restore them. */\n\
            #if defined(__HIP__) && defined(__clang__)\n\
            #ifndef __host__\n#define __host__ __attribute__((host))\n#endif\n\
            #ifndef __device__\n#define __device__ __attribute__((device))\n#endif\n#endif\n";
    out
}

/// Types of pointers to functions, as CUDA's `cudaTypedefs.h` has them.
fn typedefs(api: &Api) -> String {
    let mut out = format!(
        "{WRITTEN}/* Types of pointers to functions that programs look up by hipGetProcAddress (CUDA: cudaTypedefs.h). */\n\
         #ifndef HIP_SOFT_TYPEDEFS_H\n#define HIP_SOFT_TYPEDEFS_H\n#include <hip/hip_runtime_api.h>\n#include <hip/hip_soft.h>\n\n"
    );
    for f in api.functions.iter().filter(|f| !is_rtc(&f.name)) {
        let _ = writeln!(out, "typedef {} (*PFN_{})({});", f.returns, f.name, f.params);
    }
    for (name, _) in &api.extensions {
        let _ = writeln!(out, "typedef __typeof__(&{name}) PFN_{name};");
    }
    out + "#endif\n"
}

fn enumerations(api: &Api, here: impl Fn(&str) -> bool, out: &mut String) {
    let mut last = "";
    for (name, constant, value) in api.enums.iter().filter(|(name, ..)| here(name)) {
        if name != last {
            if !last.is_empty() {
                let _ = writeln!(out, "}} {last};");
            }
            let _ = writeln!(out, "typedef enum {name} {{");
            last = name;
        }
        let _ = writeln!(out, "    {constant} = {value},");
    }
    if !last.is_empty() {
        let _ = writeln!(out, "}} {last};\n");
    }
}

/// Identifiers that stand in a declaration.
fn needs(ty: &Type) -> BTreeSet<&str> {
    words(&ty.declaration).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

/// Types in an order in which each stands behind what it needs.
fn types(api: &Api, out: &mut String) {
    let names: BTreeSet<&str> = api.types.iter().map(|t| t.name.as_str()).collect();
    for ty in api.types.iter().filter(|t| t.kind != "alias" && t.name != "dim3") {
        let _ = writeln!(out, "typedef {} {} {};", ty.kind, ty.name, ty.name);
    }
    out.push_str(DIM3);
    let mut done: BTreeSet<&str> = BTreeSet::from(["dim3", "uint3"]);
    let mut open: Vec<&Type> =
        api.types.iter().filter(|t| !done.contains(t.name.as_str()) && !is_rtc(&t.name)).collect();
    while !open.is_empty() {
        let ready = |ty: &&Type| {
            // A pointer needs no whole type: every structure is declared above.
            needs(ty).into_iter().all(|n| {
                n == ty.name || !names.contains(n) || done.contains(n) || only_pointed_at(ty, n, api)
            })
        };
        let (now, later): (Vec<&Type>, Vec<&Type>) = open.into_iter().partition(ready);
        if now.is_empty() {
            // Circles cannot be written; what is left is written as it stands, and the compiler complains.
            later.iter().for_each(|ty| declare(ty, out));
            return;
        }
        for ty in now {
            declare(ty, out);
            done.insert(&ty.name);
        }
        open = later;
    }
}

/// Returns whether another structure's members use a structure only behind a `*`.
fn only_pointed_at(ty: &Type, name: &str, api: &Api) -> bool {
    let is_alias = api.types.iter().any(|t| t.name == name && t.kind == "alias");
    let members = ty.declaration.split([';', '{', '}']).filter(|m| words(m).any(|w| w == name));
    let mut members = members.peekable();
    !is_alias && members.peek().is_some() && members.all(|m| m.contains('*'))
}

fn declare(ty: &Type, out: &mut String) {
    // A macro in HIP, so that `struct hipDeviceProp_t` is one too.
    if ty.name == "hipDeviceProp_t" {
        let _ = writeln!(out, "#define {} {}", ty.name, ty.declaration);
        return;
    }
    let (name, declaration) = (&ty.name, &ty.declaration);
    let _ = match ty.kind.as_str() {
        "alias" if declaration.contains("(*)") => {
            writeln!(out, "typedef {};", declaration.replace("(*)", &format!("(*{name})")))
        }
        "alias" => writeln!(out, "typedef {declaration} {name};"),
        kind => writeln!(out, "{kind} {name} {{ {declaration}; }};"),
    };
}

fn functions(api: &Api, here: impl Fn(&str) -> bool, out: &mut String) {
    let mut groups: Vec<&str> =
        api.functions.iter().filter(|f| here(&f.name)).map(|f| f.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let _ = writeln!(out, "\n/* {group} */");
        let declared = |f: &&Function| {
            f.group == group && here(&f.name) && !RENAMED.iter().any(|(name, _)| f.name == *name)
        };
        for f in api.functions.iter().filter(declared) {
            let mut params = f.params.clone();
            for default in api.defaults.iter().filter(|d| d.function == f.name) {
                let ends = |p: &str| {
                    let name = p.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
                    name == Some(default.parameter.as_str())
                };
                let with = |p: &str| match ends(p.trim_end()) {
                    true => format!("{p} __HIP_SOFT_DEFAULT({})", default.value),
                    false => p.to_owned(),
                };
                params = params.split(',').map(with).collect::<Vec<_>>().join(",");
            }
            let deprecated = if f.name.starts_with("hipCtx") { DEPRECATED } else { "" };
            let _ = writeln!(out, "{deprecated}{} {}({params});", f.returns, f.name);
        }
    }
}

fn assertions(api: &Api, out: &mut String) {
    let sized = api.types.iter().filter(|t| !is_rtc(&t.name) && t.bytes.parse::<u32>().is_ok());
    for ty in sized {
        let (name, bytes) = (&ty.name, &ty.bytes);
        let _ = writeln!(out, "__HIP_SOFT_ASSERT(sizeof({name}) == {bytes}, \"{name}\");");
    }
}

/// Stands before functions that HIP's documents deprecate: those of contexts, but for primary ones.
const DEPRECATED: &str = "HIP_DEPRECATED(\"HIP's contexts are deprecated: use devices and streams\") ";

const DIM3: &str = "typedef struct uint3 {\n    unsigned int x;\n    unsigned int y;\n    unsigned int z;\n\
#if defined(__cplusplus) && defined(__HIP__) && defined(__clang__)\n    \
/* For hipcc, components are also elements of `data`, as in AMD's header. */\n    \
__attribute__((host, device)) unsigned int __hip_get(int place) const { return (&x)[place]; }\n    \
__attribute__((host, device)) void __hip_put(int place, unsigned int value) { (&x)[place] = value; }\n    \
__declspec(property(get = __hip_get, put = __hip_put)) unsigned int data[];\n\
#endif\n} uint3;\n\
typedef struct dim3 {\n    uint32_t x;\n    uint32_t y;\n    uint32_t z;\n#if defined(__cplusplus)\n    \
constexpr dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1) : x(x_), y(y_), z(z_) {}\n    \
/* Conversions of CUDA's. */\n    \
constexpr dim3(const uint3 &v) : x(v.x), y(v.y), z(v.z) {}\n    \
constexpr operator uint3() const { return uint3{x, y, z}; }\n#endif\n} dim3;\n\n";

/// CUDA's include guards, which programs ask for: what stands behind them is here. The driver's codes and the
/// runtime's are one type, so what a program declares for each of them would be declared twice: it is told
/// that the driver's are not there.
const GUARDS: &str = "\
/* CUDA's include guards, by which programs detect the runtime and the driver. */\n\
#ifndef __DRIVER_TYPES_H__\n#define __DRIVER_TYPES_H__\n#endif\n\
#ifndef __CUDA_RUNTIME_API_H__\n#define __CUDA_RUNTIME_API_H__\n#endif\n\
#ifndef __cuda_cuda_h__\n#define __cuda_cuda_h__ 1\n#endif\n\n";

/// Functions that exist in headers only, in C too.
const BUILDERS: &str = "\
struct HIP_MEMSET_NODE_PARAMS { hipDeviceptr_t dst; size_t pitch; unsigned int value; unsigned int elementSize; size_t width; \
size_t height; };\n\
typedef struct HIP_MEMSET_NODE_PARAMS HIP_MEMSET_NODE_PARAMS;\n\
struct surfaceReference { hipSurfaceObject_t surfaceObject; };\n\
typedef struct surfaceReference surfaceReference;\n\
static inline struct hipPitchedPtr make_hipPitchedPtr(void *d, size_t p, size_t xsz, size_t ysz)\n\
{\n    struct hipPitchedPtr built = {d, p, xsz, ysz};\n    return built;\n}\n\
static inline struct hipPos make_hipPos(size_t x, size_t y, size_t z)\n\
{\n    struct hipPos built = {x, y, z};\n    return built;\n}\n\
static inline struct hipExtent make_hipExtent(size_t w, size_t h, size_t d)\n\
{\n    struct hipExtent built = {w, h, d};\n    return built;\n}\n";

const CONVENIENCES: &str = "\
template <typename T> static inline hipError_t hipMalloc(T **ptr, size_t size) { return hipMalloc((void **)ptr, size); }\n\
template <typename T> static inline hipError_t hipHostMalloc(T **ptr, size_t size, unsigned int flags = 0)\n\
{\n    return hipHostMalloc((void **)ptr, size, flags);\n}\n\
template <typename T> static inline hipError_t hipMallocManaged(T **ptr, size_t size, unsigned int flags = hipMemAttachGlobal)\n\
{\n    return hipMallocManaged((void **)ptr, size, flags);\n}\n";
