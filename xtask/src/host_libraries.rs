//! Exports and headers of the host libraries, written from their tables of functions.

use crate::tables::Table;
use crate::workspace::{Outcome, root};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// A host library.
pub(crate) struct Library {
    /// Directory below `libraries`.
    pub(crate) directory: &'static str,
    /// Name in the chapter of COVERAGE.md.
    title: &'static str,
    /// Name of its CMake package, and version.
    package: (&'static str, &'static str),
    /// File that programs load.
    soname: &'static str,
    /// Header below `include`, and what it includes.
    header: &'static str,
    includes: &'static [&'static str],
    /// Header of the enumerations.
    enumerations: &'static str,
    /// Type of statuses, which functions return.
    pub(crate) status: &'static str,
    /// Declarations that are no rows: functions that return no status. Names of extensions contain `Ext`.
    others: &'static str,
    /// Imports of `exports.rs`, and the beginnings of operations that take the arguments as they are.
    uses: &'static str,
    plain: &'static [&'static str],
    /// Whether calls come in batches, with operands that are more than their pointers.
    has_batches: bool,
    /// Beginning of operations that choose between this library and the real one on a GPU; the others are
    /// forwarded there.
    chooses: Option<&'static str>,
}

pub(crate) const LIBRARIES: [Library; 7] = [BLAS, BLASLT, FFT, RAND, RCCL, SPARSE, SOLVER];

pub(crate) const BLAS: Library = Library {
    directory: "blas",
    title: "hipBLAS 3",
    package: ("hipblas", "3.0.0"),
    soname: "libhipblas.so.3",
    header: "hipblas/hipblas.h",
    includes: &["hipblas/hipblas_types.h"],
    enumerations: "hipblas-common/hipblas-common.h",
    status: "hipblasStatus_t",
    others: "const char *hipblasStatusToString(hipblasStatus_t status);\n\
             size_t hipblasExtGetCudartVersion(void);\n",
    uses: "use crate::call::Operand;\nuse crate::status::Status;\n\
           use crate::{\n    \
           constructions, ex, grouped, level1, level2, level3, modes, packed, reflections, solve, typed, xt,\n};\n\
           use half::{bf16, f16};\n\
           use num_complex::{Complex32 as c32, Complex64 as c64};\nuse work::Pointer;\n",
    plain: &["grouped::", "modes::", "xt::"],
    has_batches: true,
    chooses: None,
};

pub(crate) const BLASLT: Library = Library {
    directory: "blaslt",
    title: "hipBLASLt 1",
    package: ("hipblaslt", "1.0.0"),
    soname: "libhipblaslt.so.1",
    header: "hipblaslt/hipblaslt.h",
    includes: &["hipblaslt/hipblaslt_types.h"],
    enumerations: "hipblaslt/hipblaslt_enums.h",
    status: "hipblasStatus_t",
    others: "",
    uses: "use crate::status::Status;\nuse crate::{descriptors, matmul, transform};\nuse work::Pointer;\n",
    plain: &[""],
    has_batches: false,
    chooses: None,
};

pub(crate) const FFT: Library = Library {
    directory: "fft",
    title: "hipFFT 1",
    package: ("hipfft", "1.0.20"),
    soname: "libhipfft.so.0",
    header: "hipfft/hipfft.h",
    includes: &["hipfft/hipfft_types.h"],
    enumerations: "hipfft/hipfft_enums.h",
    status: "hipfftResult",
    others: "",
    uses: "use crate::plans::Request;\nuse crate::status::Status;\nuse crate::{execute, plans, sizes};\nuse work::Pointer;\n",
    plain: &[""],
    has_batches: false,
    chooses: None,
};

pub(crate) const RAND: Library = Library {
    directory: "rand",
    title: "hipRAND 3",
    package: ("hiprand", "3.0.0"),
    soname: "libhiprand.so.1",
    header: "hiprand/hiprand.h",
    includes: &["hiprand/hiprand_types.h"],
    enumerations: "hiprand/hiprand_enums.h",
    status: "hiprandStatus_t",
    others: "",
    uses: "use crate::status::Status;\nuse crate::{generate, generators, sobol};\nuse work::Pointer;\n",
    plain: &[""],
    has_batches: false,
    chooses: None,
};

const RCCL: Library = Library {
    directory: "rccl",
    title: "RCCL 2.27",
    package: ("rccl", "2.27.7"),
    soname: "librccl.so.1",
    header: "rccl/rccl.h",
    includes: &["rccl/rccl_types.h"],
    enumerations: "rccl/rccl_enums.h",
    status: "ncclResult_t",
    others: "const char *ncclGetErrorString(ncclResult_t result);\n\
             const char *ncclGetLastError(ncclComm_t comm);\n\
             void ncclResetDebugInit(void);\n",
    uses: "use crate::communicator::UniqueId;\nuse crate::status::Status;\n\
           use crate::{both, collective, group, init, lifecycle, memory, operators, pair, queries, split};\nuse work::Pointer;\n",
    plain: &[""],
    has_batches: false,
    chooses: Some("both::"),
};

pub(crate) const SPARSE: Library = Library {
    directory: "sparse",
    title: "hipSPARSE 4",
    package: ("hipsparse", "4.0.0"),
    soname: "libhipsparse.so.4",
    header: "hipsparse/hipsparse.h",
    includes: &["hipsparse/hipsparse_types.h"],
    enumerations: "hipsparse/hipsparse_enums.h",
    status: "hipsparseStatus_t",
    others: "const char *hipsparseGetErrorName(hipsparseStatus_t status);\n\
             const char *hipsparseGetErrorString(hipsparseStatus_t status);\n\
             hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t descrA);\n\
             hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t descrA);\n\
             hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t descrA);\n\
             hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t descrA);\n",
    uses: "use crate::legacy::Csr;\nuse crate::status::Status;\n\
           use crate::{\n    \
           blocks, color, convert, factor, handle, multiply, objects, product, prune, sort, triangular, tridiagonal,\n    \
           vectors,\n};\n\
           use num_complex::{Complex32 as c32, Complex64 as c64};\nuse work::Pointer;\n",
    plain: &[
        "handle::create",
        "handle::copy",
        "handle::destroy",
        "handle::pointer",
        "handle::set",
        "handle::stream",
        "handle::version",
        "objects::",
        "product::create",
        "product::destroy",
        "product::number",
        "sort::create",
        "sort::destroy",
        "triangular::create",
        "triangular::destroy",
    ],
    has_batches: false,
    chooses: None,
};

pub(crate) const SOLVER: Library = Library {
    directory: "solver",
    title: "hipSOLVER 3",
    package: ("hipsolver", "3.0.0"),
    soname: "libhipsolver.so.1",
    header: "hipsolver/hipsolver.h",
    includes: &["hipsolver/hipsolver_types.h"],
    enumerations: "hipsolver/hipsolver_enums.h",
    status: "hipsolverStatus_t",
    others: "",
    uses: "use crate::sparse::Method;\nuse crate::status::Status;\nuse crate::stepwise::Place;\n\
           use crate::{\n    \
           cholesky, condensed, eigen, generic, handle, indefinite, lu, orders, refactor, refined, reflections,\n    \
           singular, sparse, stepwise,\n};\n\
           use num_complex::{Complex32 as c32, Complex64 as c64};\nuse work::Pointer;\n",
    plain: &[
        "handle::create",
        "handle::destroy",
        "handle::mode",
        "handle::residual",
        "handle::set",
        "handle::stream",
        "handle::sweeps",
        "refactor::",
        "refined::create",
        "refined::destroy",
        "refined::iterations",
        "refined::most",
        "refined::no",
        "refined::request",
        "refined::residuals",
        "refined::set",
        "stepwise::create",
        "stepwise::destroy",
    ],
    has_batches: false,
    chooses: None,
};

/// A function of a library.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) params: String,
    pub(crate) cuda: String,
    operation: String,
    /// Whether it is one of CUDA's that AMD's library lacks.
    is_extension: bool,
}

impl Function {
    pub(crate) fn is_there(&self) -> bool {
        self.operation != "-"
    }

    pub(crate) fn parameters(&self) -> Outcome<Vec<Parameter<'_>>> {
        let all = self.params.split(',').filter(|text| *text != "void");
        let all = all.map(parameter).collect::<Outcome<_>>();
        all.map_err(|e| format!("{}: {e}", self.name))
    }
}

pub(crate) fn functions(library: &Library) -> Outcome<Vec<Function>> {
    let mut all = Vec::new();
    for (table, is_extension) in [("functions", false), ("extensions", true)] {
        let path = format!("libraries/{}/api/{table}.tsv", library.directory);
        if is_extension && !root().join(&path).exists() {
            continue;
        }
        for cells in Table::read(&root().join(&path))?.rows {
            let [name, params, cuda, operation] =
                <[String; 4]>::try_from(cells).map_err(|cells| format!("{path}: {cells:?} is no row"))?;
            all.push(Function { name, params, cuda, operation, is_extension });
        }
    }
    Ok(all)
}

const WRITTEN: &str = "Written by `cargo xtask check --write` from the tables in";

/// Files of all libraries.
pub(crate) fn files() -> Outcome<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for library in &LIBRARIES {
        let functions = functions(library)?;
        let directory = root().join("libraries").join(library.directory);
        files.push((directory.join("src/exports.rs"), exports(library, &functions)?));
        let include = directory.join("include");
        files.push((include.join(library.header), header(library, &functions)?));
        files.push((include.join(library.enumerations), enumerations(library)?));
        if functions.iter().any(|f| f.is_extension) {
            let path = soft_header(library);
            files.push((include.join(&path), extensions(library, &path, &functions)));
        }
    }
    Ok(files)
}

/// Begins a header.
fn opening(library: &Library, path: &str) -> String {
    let guard = path.to_uppercase().replace(['/', '.', '-'], "_");
    format!(
        "/* {WRITTEN} libraries/{}/api: change those. */\n#ifndef {guard}\n#define {guard}\n\n",
        library.directory
    )
}

fn header(library: &Library, functions: &[Function]) -> Outcome<String> {
    let mut out = opening(library, library.header);
    let status = library.status;
    for include in library.includes {
        let _ = writeln!(out, "#include <{include}>");
    }
    out += "\n#if defined(__cplusplus)\nextern \"C\" {\n#endif\n\n";
    for f in functions.iter().filter(|f| f.is_there() && !f.is_extension) {
        let _ = writeln!(out, "{status} {}({});", f.name, f.params);
    }
    out.extend(others(library, false));
    out += "\n#if defined(__cplusplus)\n}\n#endif\n";
    out += &of_halves(functions);
    out += &of_types(functions);
    out += &of_constants(functions);
    let older = older_spellings(functions)?;
    if !older.is_empty() {
        out += "\n/* Spellings of earlier versions, which translated programs have. */\n";
        out += &older;
    }
    out += "#endif\n";
    Ok(out)
}

/// Declarations that are no rows, of extensions or of AMD's functions.
fn others(library: &Library, of_extensions: bool) -> impl Iterator<Item = &'static str> {
    library.others.split_inclusive('\n').filter(move |line| line.contains("Ext") == of_extensions)
}

/// Header of a library's functions that AMD's lacks.
fn soft_header(library: &Library) -> String {
    library.header.replace(".h", "_soft.h")
}

/// Declarations of functions of CUDA's libraries that AMD's lack, under names of this SDK.
fn extensions(library: &Library, path: &str, functions: &[Function]) -> String {
    let mut out = opening(library, path);
    let extensions = functions.iter().filter(|f| f.is_extension && f.is_there());
    if extensions.clone().any(|f| f.params.contains("hipLibraryPropertyType")) {
        out += "#include <hip/hip_soft_library_types.h>\n";
    }
    let _ = writeln!(out, "#include <{}>\n", library.header);
    // States of steps, of which a program only has the handles.
    let word = |c: char| !(c.is_alphanumeric() || c == '_');
    let states = extensions.clone().flat_map(|f| f.params.split(word));
    let states: BTreeSet<&str> =
        states.filter(|name| name.contains("Ext") && OPAQUE.iter().any(|end| name.ends_with(end))).collect();
    states.iter().for_each(|name| out += &format!("typedef void *{name};\n"));
    out += "\n#if defined(__cplusplus)\nextern \"C\" {\n#endif\n\n";
    for f in extensions {
        let _ = writeln!(out, "{} {}({});", library.status, f.name, f.params);
    }
    out.extend(others(library, true));
    out + "\n#if defined(__cplusplus)\n}\n#endif\n#endif\n"
}

/// Overloads of cuBLAS' functions of half precision, which take `__half` there and bits in hipBLAS.
fn of_halves(functions: &[Function]) -> String {
    let mut out = String::new();
    for f in functions.iter().filter(|f| f.is_there() && f.name.starts_with("hipblasHgemm")) {
        let pass = |param: &str| {
            let (kind, name) = param.rsplit_once([' ', '*']).unwrap_or(("", param));
            let name = name.trim_end_matches("[]");
            match kind.contains("hipblasHalf") {
                true => format!("({} *){name}", kind.trim_end()),
                false => name.to_owned(),
            }
        };
        let passed: Vec<String> = f.params.split(", ").map(pass).collect();
        let params = f.params.replace("hipblasHalf", "__half");
        let (name, passed) = (&f.name, passed.join(", "));
        let _ = writeln!(out, "inline hipblasStatus_t {name}({params}) {{ return {name}({passed}); }}");
    }
    match out.is_empty() {
        true => out,
        false => format!(
            "\n/* With `__half`, as translated programs of cuBLAS call them. */\n\
             #if defined(__cplusplus) && !defined(HIPBLAS_USE_HIP_HALF)\nstruct __half;\n{out}#endif\n"
        ),
    }
}

/// Number of a type of a computation that cuBLAS' C++ overloads take instead of a kind of computation.
const COMPUTE_TYPE: &str =
    "\n/* With the type of the computation's numbers, as cuBLAS' C++ overloads take it. */
#if defined(__cplusplus)
inline bool hipblasExtComputeType(hipDataType type, hipblasComputeType_t *compute)
{
    switch (type) {
    case HIP_R_32F: case HIP_C_32F: *compute = HIPBLAS_COMPUTE_32F; return true;
    case HIP_R_64F: case HIP_C_64F: *compute = HIPBLAS_COMPUTE_64F; return true;
    case HIP_R_16F: *compute = HIPBLAS_COMPUTE_16F; return true;
    case HIP_R_32I: *compute = HIPBLAS_COMPUTE_32I; return true;
    default: return false;
    }
}
";

/// Overloads of products that take a type of numbers as the kind of computation.
fn of_types(functions: &[Function]) -> String {
    let names = ["hipblasGemmEx", "hipblasGemmBatchedEx", "hipblasGemmStridedBatchedEx"];
    let is_one = |f: &&Function| f.is_there() && names.contains(&f.name.trim_end_matches("_64"));
    let mut out = String::new();
    for f in functions.iter().filter(is_one) {
        let pass = |param: &str| {
            let (_, name) = param.rsplit_once([' ', '*']).unwrap_or(("", param));
            if name == "computeType" { "compute".to_owned() } else { name.trim_end_matches("[]").to_owned() }
        };
        let passed: Vec<String> = f.params.split(", ").map(pass).collect();
        let params = f.params.replace("hipblasComputeType_t ", "hipDataType ");
        let (name, passed) = (&f.name, passed.join(", "));
        let _ = writeln!(
            out,
            "inline hipblasStatus_t {name}({params}) {{ hipblasComputeType_t compute; return \
             hipblasExtComputeType(computeType, &compute) ? {name}({passed}) : HIPBLAS_STATUS_NOT_SUPPORTED; }}"
        );
    }
    if out.is_empty() { out } else { format!("{COMPUTE_TYPE}{out}#endif\n") }
}

/// Overloads of solvers in batches, whose inputs are constant in cuBLAS and not in hipBLAS.
fn of_constants(functions: &[Function]) -> String {
    let mut out = String::new();
    let takes_constants =
        |f: &&Function| f.name.ends_with("getriBatched") || f.name.ends_with("getrsBatched");
    for f in functions.iter().filter(|f| f.is_there()).filter(takes_constants) {
        let (mut params, mut passed) = (Vec::new(), Vec::new());
        for param in f.params.split(", ") {
            let (kind, name) = param.rsplit_once([' ', '*']).unwrap_or(("", param));
            let name = name.trim_end_matches("[]");
            let cast = match name {
                "A" | "ipiv" => format!("({} *)", kind.trim_end()),
                _ => String::new(),
            };
            params.push(if cast.is_empty() { param.to_owned() } else { format!("const {param}") });
            passed.push(cast + name);
        }
        let (name, params, passed) = (&f.name, params.join(", "), passed.join(", "));
        let _ = writeln!(out, "inline hipblasStatus_t {name}({params}) {{ return {name}({passed}); }}");
    }
    match out.is_empty() {
        true => out,
        false => format!(
            "\n/* With constant inputs, as translated programs of cuBLAS call them. */\n\
             #if defined(__cplusplus)\n{out}#endif\n"
        ),
    }
}

/// Macros for names that the translator writes with the `_v2` that the library has dropped.
fn older_spellings(functions: &[Function]) -> Outcome<String> {
    let known: BTreeSet<&str> = functions.iter().filter(|f| f.is_there()).map(|f| f.name.as_str()).collect();
    let written = Table::read(&root().join("hipify-rs/map/libraries.tsv"))?.rows;
    let written: BTreeSet<String> = written.into_iter().filter_map(|row| row.into_iter().nth(1)).collect();
    let older = written.iter().filter(|name| !known.contains(name.as_str()));
    let pairs = older.filter_map(|name| Some((name, *known.get(name.replace("_v2", "").as_str())?)));
    Ok(pairs.map(|(older, name)| format!("#define {older} {name}\n")).collect())
}

/// Enumerations, as C declares them.
fn enumerations(library: &Library) -> Outcome<String> {
    let table = Table::read(&root().join(format!("libraries/{}/api/enums.tsv", library.directory)))?;
    let (mut out, mut last) = (opening(library, library.enumerations), String::new());
    for row in table.rows {
        let [name, constant, value] = row.as_slice() else { return Err(format!("enums.tsv: {row:?}")) };
        if *name != last {
            if !last.is_empty() {
                let _ = writeln!(out, "}} {last};");
            }
            let _ = writeln!(out, "typedef enum {{");
            last.clone_from(name);
        }
        let _ = writeln!(out, "    {constant} = {value},");
    }
    let _ = writeln!(out, "}} {last};\n\n#endif");
    Ok(out)
}

/// A parameter of C.
pub(crate) struct Parameter<'a> {
    pub(crate) name: &'a str,
    /// Type, without `const`.
    pub(crate) ty: &'a str,
    pub(crate) kind: Kind,
}

/// What a parameter is passed as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Pointer,
    Letter,
    Int,
    Long,
    Size,
    Number,
    Half,
    Single,
    Double,
    UniqueId,
}

impl Kind {
    pub(crate) fn rust(self) -> &'static str {
        match self {
            Kind::Pointer => "Pointer",
            Kind::Letter => "i8",
            Kind::Int => "i32",
            Kind::Long => "i64",
            Kind::Size => "usize",
            Kind::Number => "u32",
            Kind::Half => "u16",
            Kind::Single => "f32",
            Kind::Double => "f64",
            Kind::UniqueId => "UniqueId",
        }
    }
}

/// Ends of the names of types that are pointers.
const OPAQUE: [&str; 9] = [
    "Descr_t",
    "Handle_t",
    "Info_t",
    "Infos_t",
    "LtMatmulDesc_t",
    "LtMatmulPreference_t",
    "LtMatrixLayout_t",
    "LtMatrixTransformDesc_t",
    "Params_t",
];

fn parameter(text: &str) -> Outcome<Parameter<'_>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let bare = text.trim().trim_end_matches("[]");
    let start = bare.rfind(|c| !is_word(c)).map_or(0, |at| at + 1);
    let (ty, name) = (bare[..start].trim().trim_start_matches("const "), &bare[start..]);
    let kind = match ty {
        _ if ty.contains('*') || text.ends_with("[]") => Kind::Pointer,
        "hipfftHandle" | "hiprandGenerator_t" | "hipStream_t" | "ncclComm_t" | "ncclWindow_t" => {
            Kind::Pointer
        }
        "ncclUniqueId" => Kind::UniqueId,
        ty if OPAQUE.iter().any(|end| ty.ends_with(end)) => Kind::Pointer,
        "signed char" => Kind::Letter,
        "int" => Kind::Int,
        "int64_t" | "hipblasStride" | "long long int" => Kind::Long,
        "hiprandHalf" => Kind::Half,
        "float" => Kind::Single,
        "double" => Kind::Double,
        "size_t" | "uint64_t" | "unsigned long long" => Kind::Size,
        "unsigned int" => Kind::Number,
        ty if ty.ends_with("_t") || ty.ends_with("Type") => Kind::Number,
        _ => return Err(format!("`{text}` is no parameter that is known")),
    };
    Ok(Parameter { name, ty, kind })
}

/// Pointers that are no operands: factors and results.
const SCALARS: [&str; 9] = ["alpha", "beta", "c", "s", "param", "result", "info", "deviceInfo", "handle"];

fn exports(library: &Library, functions: &[Function]) -> Outcome<String> {
    let mut out = format!(
        "//! {WRITTEN} libraries/{}/api: change those.\n//!\n//! Functions of C.\n\n{}",
        library.directory, library.uses
    );
    let (mut calls, mut plain, mut forwarded) = (String::new(), String::new(), String::new());
    for f in functions.iter().filter(|f| f.is_there()) {
        let parameters = f.parameters()?;
        let declared = |all: &[Parameter<'_>]| {
            all.iter().map(|p| format!("{}: {}", p.name, p.kind.rust())).collect::<Vec<_>>().join(", ")
        };
        let Function { name, operation, .. } = f;
        let (path, given) = match operation.split_once('(') {
            None if library.has_batches && !is_plain(library, operation) => {
                (operation.as_str(), operands(&parameters[1..]))
            }
            None => (operation.as_str(), parameters.iter().map(argument).collect()),
            Some((path, list)) => (path, chosen(&parameters, list.strip_suffix(')').unwrap_or(list))),
        };
        let given = given.join(", ");
        if library.chooses.is_some_and(|chooses| !operation.starts_with(chooses)) {
            let on = if parameters.last().is_some_and(|p| p.name == "stream") { " on stream" } else { "" };
            let _ = writeln!(forwarded, "    {name}({}){on} => {path}: ({given});", declared(&parameters));
            continue;
        }
        if is_plain(library, operation) {
            let _ = writeln!(plain, "    {name}({}) => {path}: ({given});", declared(&parameters));
            continue;
        }
        let batch = if library.has_batches { batch(name, &parameters) } else { String::new() };
        let _ = writeln!(calls, "    {name}({}){batch} => {path}: ({given});", declared(&parameters[1..]));
    }
    let _ = write!(out, "\n#[rustfmt::skip]\nwork::plain! {{\nStatus;\n{plain}}}\n");
    if !forwarded.is_empty() {
        let _ = write!(out, "\n#[rustfmt::skip]\ncrate::nvidia::exported! {{\n{forwarded}}}\n");
    }
    if !calls.is_empty() {
        let opening = if library.has_batches {
            "crate::entry::calls! {\n"
        } else {
            "work::calls! {\nStatus;\ncrate::handle::call;\n"
        };
        let _ = write!(out, "\n#[rustfmt::skip]\n{opening}{calls}}}\n");
    }
    Ok(out)
}

/// An argument as Rust's functions take it.
fn argument(parameter: &Parameter<'_>) -> String {
    match parameter.kind {
        Kind::Int => format!("{}.into()", parameter.name),
        _ => parameter.name.to_owned(),
    }
}

fn is_plain(library: &Library, operation: &str) -> bool {
    library.plain.iter().any(|start| operation.starts_with(start))
}

/// Form in which the instances of a call are given, and their number.
fn batch(name: &str, parameters: &[Parameter<'_>]) -> String {
    let layout = match name {
        name if name.contains("StridedBatched") => "Strides",
        name if name.contains("Batched") => "Arrays",
        _ => "One",
    };
    let count = parameters.iter().find(|p| p.name.eq_ignore_ascii_case("batchCount"));
    format!(" {layout} {}", count.map_or("1".to_owned(), argument))
}

/// Arguments that a row lists. A description and the arrays that follow it, with their number of entries
/// between, are one matrix; what is no parameter stays as it is.
fn chosen(parameters: &[Parameter<'_>], list: &str) -> Vec<String> {
    let is_array = |p: &&Parameter<'_>| {
        let of_rows = p.name.starts_with("csr") || p.name.starts_with("bsr");
        p.kind == Kind::Pointer && of_rows && !p.name.contains("Nnz") && !p.ty.ends_with("MatDescr_t")
    };
    let arrays = |after: &[Parameter<'_>]| {
        let after =
            if after.first().is_some_and(|p| p.name.starts_with("nnz")) { &after[1..] } else { after };
        after.iter().take_while(is_array).map(|p| p.name.to_owned()).collect::<Vec<_>>()
    };
    let of_name = |name: &str| {
        let (at, p) = parameters.iter().enumerate().find(|(_, p)| p.name == name)?;
        if !p.ty.ends_with("MatDescr_t") {
            return Some(argument(p));
        }
        match arrays(&parameters[at + 1..]).as_slice() {
            [values, offsets, indices] => Some(format!("Csr::new({name}, {values}, {offsets}, {indices})")),
            [offsets, indices] => {
                Some(format!("Csr::new({name}, std::ptr::null_mut(), {offsets}, {indices})"))
            }
            _ => Some(argument(p)),
        }
    };
    let (mut given, mut depth) = (vec![String::new()], 0);
    for c in list.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        match given.last_mut() {
            Some(last) if c != ',' || depth > 0 => last.push(c),
            _ => given.push(String::new()),
        }
    }
    let given = given.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    given.map(|text| of_name(text).unwrap_or_else(|| text.to_owned())).collect()
}

/// Arguments of a call: an operand's pointer, leading dimension or increment, and distance of instances are
/// one.
fn operands(parameters: &[Parameter<'_>]) -> Vec<String> {
    let mut list = Vec::new();
    let mut rest = parameters;
    while let [first, after @ ..] = rest {
        rest = after;
        // Flags concern algorithms, of which there is one.
        if first.name.eq_ignore_ascii_case("batchCount") || first.name == "flags" {
            continue;
        }
        if first.kind != Kind::Pointer || SCALARS.contains(&first.name) {
            list.push(argument(first));
            continue;
        }
        let mut next = |is: &dyn Fn(&Parameter<'_>) -> bool| match rest {
            [one, after @ ..] if is(one) => {
                rest = after;
                Some(argument(one))
            }
            _ => None,
        };
        let ty = next(&|p| p.kind == Kind::Number && p.name.ends_with("Type"));
        let lead = next(&|p| p.name.starts_with("ld") || p.name.starts_with("inc")).unwrap_or("0".to_owned());
        let stride = next(&|p| p.name.starts_with("stride")).unwrap_or("0".to_owned());
        list.push(format!("Operand::new({}, {lead}, {stride})", first.name));
        list.extend(ty);
    }
    list
}

/// The chapter of COVERAGE.md.
pub(crate) fn coverage() -> Outcome<String> {
    let mut out = String::from(
        "\n## Host libraries\n\nTables below `libraries` list their functions. What is missing is not exported.\n",
    );
    for library in &LIBRARIES {
        let functions: Vec<Function> = functions(library)?.into_iter().filter(|f| !f.is_extension).collect();
        let lacking: Vec<&str> =
            functions.iter().filter(|f| !f.is_there()).map(|f| f.name.as_str()).collect();
        let have = functions.len() - lacking.len();
        let cuda = functions.iter().filter(|f| f.cuda != "-" && f.is_there()).count();
        let _ = writeln!(
            out,
            "\n`{}` ({}): {have} of {} functions, {cuda} of them with a name of CUDA's.\n",
            library.soname,
            library.title,
            functions.len()
        );
        // 64-bit forms are missing where the others are.
        let lacking: Vec<&str> = lacking.into_iter().filter(|name| !name.ends_with("_64")).collect();
        if !lacking.is_empty() {
            let _ = writeln!(out, "**Missing**: {}", lacking.join(", "));
        }
    }
    Ok(out)
}

/// Directory of a library's headers.
pub(crate) fn includes() -> impl Iterator<Item = PathBuf> {
    LIBRARIES.iter().map(|library| root().join("libraries").join(library.directory).join("include"))
}

/// Files by which CMake finds the libraries: `find_package(NAME)` and the target `roc::NAME`.
pub(crate) fn packages() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for Library { package: (name, version), soname, .. } in &LIBRARIES {
        let place = format!("lib/cmake/{name}/{name}-config");
        let config = include_str!("../sdk/library-config.cmake");
        files.push((format!("{place}.cmake"), config.replace("@NAME@", name).replace("@SONAME@", soname)));
        files.push((format!("{place}-version.cmake"), checked_version(version)));
    }
    let rocrand = include_str!("../sdk/rocrand-config.cmake");
    files.push(("lib/cmake/rocrand/rocrand-config.cmake".to_owned(), rocrand.to_owned()));
    files.push(("lib/cmake/rocrand/rocrand-config-version.cmake".to_owned(), checked_version("4.0.0")));
    files
}

/// Text of the file by which CMake compares a package's version with the wanted one.
fn checked_version(version: &str) -> String {
    let major = version.split('.').next().unwrap_or_default();
    let text = include_str!("../sdk/hip-config-version.cmake");
    text.replace("@VERSION@", version).replace("@SONAME@", major)
}

/// Complaints about exports that rows do not name.
pub(crate) fn complaints() -> Outcome<Vec<String>> {
    let mut wrong = Vec::new();
    for library in &LIBRARIES {
        let path = root().join("libraries").join(library.directory).join("build.rs");
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        if !text.contains(library.soname) {
            wrong.push(format!("{}: the library's name is {}", path.display(), library.soname));
        }
    }
    Ok(wrong)
}
