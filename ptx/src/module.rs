//! A PTX module: an indexed text, lowered on demand.
//!
//! [`Module::parse`] reads directives, variables and function headers. [`Module::lower`] reads the body of a
//! kernel, at each call; callers keep the compiled result. Errors inside bodies are reported then, so that a
//! module with one invalid kernel still offers the others.

use crate::ast::{Statement, VarSpace, VariableDecl};
use crate::diag::{Diagnostics, Lines, Problem, Sink};
use crate::ir::{self, Attributes, Scalar, Space, VarId};
use crate::libdevice;
use crate::lower;
use crate::parse::index::{self, Index, Linkage, ModuleVar};
use crate::parse::isa::Dialect;
use crate::system::Call;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Relocation of a variable's initial bytes to the address of another variable. (Addresses of functions are
/// known before loading and need no relocation.)
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Byte offset in the variable.
    pub offset: u64,
    /// Size of the relocated value in bytes: 4 or 8, or 1 for one byte of the address.
    pub bytes: u32,
    /// Number of bits by which the address is shifted right before it is stored.
    pub shift: u32,
    /// Variable that the stored address refers to.
    pub target: VarId,
    /// Added to the address.
    pub addend: i64,
}

/// A variable in global or constant memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Name in the PTX. For a variable declared inside a function's body it is numbered, like `$__name__2`,
    /// because such names are not unique.
    pub name: String,
    /// [`Space::Global`] or [`Space::Const`].
    pub space: Space,
    /// Size in bytes; 0 for an `.extern` array without a size.
    pub size: u64,
    /// Size in bytes of a scalar element, the unit of constant array indices.
    pub scalar: u32,
    /// Alignment in bytes, a power of two.
    pub align: u32,
    /// Initial bytes; the rest is zero.
    pub init: Vec<u8>,
    /// Relocations of the initial bytes.
    pub relocations: Vec<Relocation>,
    /// `.attribute(.managed)`: used by host and device.
    pub managed: bool,
    /// `.texref`, `.samplerref`, `.surfref`: the variable holds a handle, and a `mov` of its name loads the
    /// handle.
    pub opaque: bool,
    /// `.extern`: defined in another module.
    pub external: bool,
    /// `.visible`: accessible to other modules.
    pub visible: bool,
}

/// Symbol at module scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    /// A variable in global or constant memory.
    Var(VarId),
    /// A variable in shared memory (index).
    Shared(usize),
    /// A function (index).
    Function(usize),
}

/// A variable in shared memory at module scope.
#[derive(Clone, Debug)]
pub(crate) struct SharedVar {
    pub(crate) size: u64,
    /// Size in bytes of a scalar element.
    pub(crate) scalar: u32,
    pub(crate) align: u32,
    /// `true` if the launch decides the size.
    pub(crate) dynamic: bool,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct Formal {
    pub(crate) name: String,
    /// `true` for `.reg`, `false` for `.param`.
    pub(crate) register: bool,
    pub(crate) ty: Scalar,
    /// `true` if it is neither an array nor a vector.
    pub(crate) scalar: bool,
    /// Elements of a vector register, in its first element; 1 otherwise. Each element of a vector register is
    /// a formal of its own.
    pub(crate) lanes: u8,
    pub(crate) bytes: u32,
    pub(crate) align: u32,
    pub(crate) hidden: bool,
}

/// Alignment of function addresses. Invalid numbers are easy to detect, and the lowest bits are free for the
/// encoding of C++ pointers to members.
pub(crate) const FUNCTION_ALIGN: u64 = 16;

/// Returns the address of a function: unique in the module, not an address of memory, and never 0.
pub(crate) fn function_address(index: usize) -> u64 {
    (index as u64 + 1) * FUNCTION_ALIGN
}

/// Header of a function, and the text range of its body.
#[derive(Clone, Debug)]
pub(crate) struct FunctionDecl {
    pub(crate) name: String,
    pub(crate) kernel: bool,
    pub(crate) returns: Vec<Formal>,
    pub(crate) params: Vec<Formal>,
    pub(crate) attributes: Attributes,
    pub(crate) body: Option<Range<usize>>,
    /// `true` if its address is among the initial bytes of a variable.
    pub(crate) in_initializer: bool,
}

/// An indexed module.
#[derive(Debug)]
pub struct Module {
    text: Arc<str>,
    /// `.version`: major and minor.
    pub version: (u32, u32),
    /// `.target`: the architecture, such as `sm_90a`.
    pub target: String,
    pub(crate) dialect: Dialect,
    /// `true` if `.target` has `debug`: nothing is optimised.
    pub(crate) debugged: bool,
    /// `.address_size`: 32 or 64.
    pub address_size: u32,
    /// Variables in global and constant memory; a [`VarId`] is an index.
    pub vars: Vec<Variable>,
    pub(crate) shared: Vec<SharedVar>,
    pub(crate) functions: Vec<FunctionDecl>,
    pub(crate) symbols: BTreeMap<String, Symbol>,
    /// Variables declared inside function bodies, by the byte offset of the name there.
    pub(crate) inner: BTreeMap<u32, VarId>,
    lines: OnceLock<Lines>,
    address_taken: OnceLock<Vec<usize>>,
    /// `true` if kernels are lowered for watching.
    pub(crate) watched: bool,
}

/// Returns the text with the missing functions of the math library appended, if there are any that the target
/// does not have itself.
pub(crate) fn with_library(text: &str, target: libdevice::Target) -> Option<String> {
    if !text.contains("__nv_") {
        return None;
    }
    let (index, mut sink) = index::parse(text);
    let tables = Tables::build(&index, &mut sink);
    let undefined = tables.functions.iter().filter(|f| f.body.is_none()).map(|f| f.name.as_str());
    libdevice::completed(text, undefined, target)
}

/// Limit of the text in bytes: offsets have 32 bits.
const LARGEST_TEXT: usize = u32::MAX as usize - 1;

impl Module {
    /// Indexes a PTX text.
    ///
    /// # Errors
    /// Reports all errors outside function bodies.
    pub fn parse(text: &str) -> Result<Module, Diagnostics> {
        if text.len() > LARGEST_TEXT {
            let problem = Problem::TooLarge { name: "module text".into(), bytes: text.len() as u64 };
            return Err(Diagnostics::without_place(problem));
        }
        // Tools pass the terminating zero of C strings too.
        let mut text: Arc<str> = text.trim_end_matches('\0').into();
        // Library functions follow the program's own text, whose line numbers remain valid.
        if let Some(whole) = with_library(&text, libdevice::Target::Engine) {
            text = whole.into();
        }
        let (index, mut sink) = index::parse(&text);
        let tables = Tables::build(&index, &mut sink);
        if !sink.is_empty()
            && let Some(found) = sink.finish(&Lines::new(&text))
        {
            return Err(found);
        }
        // The target is set, because there was no error.
        let dialect = index.dialect.unwrap_or(Dialect { version: index.version, sm: 0, specific: false });
        let (version, target, address_size) = (index.version, index.target.to_owned(), index.address_size);
        let debugged = index.debugged;
        drop(index);
        let Tables { vars, shared, functions, symbols, inner } = tables;
        let (lines, address_taken) = (OnceLock::new(), OnceLock::new());
        Ok(Module {
            text,
            version,
            target,
            dialect,
            debugged,
            address_size,
            vars,
            shared,
            functions,
            symbols,
            inner,
            lines,
            address_taken,
            watched: false,
        })
    }

    /// Returns the bytes of constant memory that the variables occupy, with alignment. Visible variables come
    /// first, as in the layout observed on an H200.
    pub fn constant_bytes(&self) -> u64 {
        let constants = || self.vars.iter().filter(|v| v.space == Space::Const && !v.external);
        let ordered = constants().filter(|v| v.visible).chain(constants().filter(|v| !v.visible));
        ordered.fold(0u64, |end, v| {
            end.checked_next_multiple_of(v.align.max(1).into())
                .and_then(|at| at.checked_add(v.size))
                .unwrap_or(end)
        })
    }

    /// Marks the module's kernels for lowering with [watching](crate::interp::watch): gaps separate shared
    /// variables, and the steps of asynchronous copies are reported.
    #[must_use]
    pub fn watched(self) -> Module {
        Module { watched: true, ..self }
    }

    /// Returns the kernels with a body, in the order of the text.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().filter(|f| f.kernel && f.body.is_some()).map(|f| f.name.as_str())
    }

    /// Returns the kernel with this device address, by which other kernels launch it.
    pub fn kernel_at(&self, address: u64) -> Option<&str> {
        let index =
            (address / FUNCTION_ALIGN).checked_sub(1).filter(|_| address.is_multiple_of(FUNCTION_ALIGN))?;
        let f = self.functions.get(usize::try_from(index).ok()?)?;
        (f.kernel && f.body.is_some()).then_some(f.name.as_str())
    }

    /// Returns the parameters that launches of a kernel pass, with their offsets, and the size of the
    /// parameter block in bytes, without lowering. Hidden parameters are in the block, but launches do not
    /// pass them. `None` if the module has no such kernel.
    pub fn params(&self, kernel: &str) -> Option<(Vec<ir::Param>, u32)> {
        let f = &self.functions[self.kernel(kernel)?];
        let (params, bytes) = lower::param_layout(&f.params);
        let passed = params.into_iter().zip(&f.params).filter(|(_, formal)| !formal.hidden);
        Some((passed.map(|(param, _)| param).collect(), bytes))
    }

    /// Returns whether functions of the module may call a function of the device runtime.
    pub fn declares(&self, call: Call) -> bool {
        self.functions.iter().any(|function| Call::from_symbol(&function.name).is_some_and(|of| of.0 == call))
    }

    /// Returns the values of a kernel's directives; `None` if the module has no such kernel.
    pub fn attributes(&self, kernel: &str) -> Option<&Attributes> {
        Some(&self.functions[self.kernel(kernel)?].attributes)
    }

    /// Returns the variable in global or constant memory with this name.
    pub fn var(&self, name: &str) -> Option<VarId> {
        match self.symbols.get(name)? {
            Symbol::Var(id) => Some(*id),
            _ => None,
        }
    }

    /// Lowers a kernel to IR, with the device functions that it calls. If calls cannot be inlined (recursion,
    /// pointers, `alloca`), each thread has 64 KiB of stack in addition to the kernel's own variables.
    ///
    /// # Errors
    /// Reports all errors in the kernel and its callees.
    pub fn lower(&self, kernel: &str) -> Result<ir::Function, Diagnostics> {
        match self.kernel(kernel) {
            Some(n) => lower::kernel(self, n),
            None => Err(Diagnostics::without_place(Problem::UnknownKernel { name: kernel.into() })),
        }
    }

    /// Parses all bodies without lowering them and returns the number of statements, for measurements of the
    /// parser and for statistics. Errors in bodies are not reported.
    pub fn statements(&self) -> usize {
        self.bodies().map(|(statements, _)| statements.len()).sum()
    }

    /// Returns whether an instruction in a body needs a later `.version` or a higher `.target` than the
    /// module has. Bodies are parsed for it, not lowered.
    pub fn has_newer_instructions(&self) -> bool {
        self.bodies().any(|(_, found)| found.has_newer_forms())
    }

    /// Parses the bodies of functions, each with its errors.
    fn bodies(&self) -> impl Iterator<Item = (Vec<Statement<'_>>, Sink)> {
        let ranges = self.functions.iter().filter_map(|f| f.body.clone());
        ranges.map(move |range| lower::parse_body(self, range))
    }

    fn kernel(&self, name: &str) -> Option<usize> {
        match self.symbols.get(name)? {
            Symbol::Function(n) if self.functions[*n].kernel && self.functions[*n].body.is_some() => Some(*n),
            _ => None,
        }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the functions with their address taken, ascending.
    pub(crate) fn address_taken(&self) -> impl Iterator<Item = usize> {
        self.address_taken.get_or_init(|| lower::address_taken(self)).iter().copied()
    }

    /// Returns the line table of the text.
    pub(crate) fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::new(&self.text))
    }
}

/// Limit of the bytes of a function's parameters (PTX ISA, "Kernel Function Parameters").
const LARGEST_PARAMS: u64 = 32_764;

/// Tables of a module, built from its index.
#[derive(Default)]
struct Tables {
    vars: Vec<Variable>,
    shared: Vec<SharedVar>,
    functions: Vec<FunctionDecl>,
    symbols: BTreeMap<String, Symbol>,
    inner: BTreeMap<u32, VarId>,
}

impl Tables {
    fn build(index: &Index<'_>, sink: &mut Sink) -> Tables {
        let mut tables = Tables::default();
        for header in &index.functions {
            let mut total = 0u64;
            for decl in header.params.iter().chain(&header.returns) {
                total = total.next_multiple_of(u64::from(decl.align)).saturating_add(decl.bytes());
                if total > LARGEST_PARAMS {
                    sink.error(decl.at, Problem::TooLarge { name: decl.name.into(), bytes: decl.bytes() });
                    break;
                }
            }
            let function = FunctionDecl {
                name: header.name.into(),
                kernel: header.kernel,
                returns: formals(&header.returns),
                params: formals(&header.params),
                attributes: header.attributes.clone(),
                body: header.body.clone(),
                in_initializer: false,
            };
            match tables.symbols.get(header.name) {
                None => {
                    tables.symbols.insert(header.name.into(), Symbol::Function(tables.functions.len()));
                    tables.functions.push(function);
                }
                // A declaration followed by its definition, or the reverse.
                Some(&Symbol::Function(n)) if header.body.is_none() => {
                    debug_assert!(n < tables.functions.len());
                }
                Some(&Symbol::Function(n)) if tables.functions[n].body.is_none() => {
                    tables.functions[n] = function;
                }
                Some(_) => sink.error(header.at, Problem::Duplicate { name: header.name.into() }),
            }
        }
        for &(name, target) in &index.aliases {
            if let Some(&Symbol::Function(n)) = tables.symbols.get(target) {
                tables.symbols.insert(name.into(), Symbol::Function(n));
            }
        }
        let kept: Vec<Option<VarId>> = index.vars.iter().map(|var| tables.declare(var, sink)).collect();
        for (var, id) in index.vars.iter().zip(kept) {
            if let Some(id) = id {
                tables.relocate(var, id, sink);
            }
        }
        for var in &index.inner {
            if let Some(mut variable) = variable(var, sink) {
                variable.name = format!("$__{}__{}", variable.name, tables.inner.len());
                tables.inner.insert(var.decl.at, VarId::new(tables.vars.len()));
                tables.vars.push(variable);
            }
        }
        for var in &index.inner {
            if let Some(&id) = tables.inner.get(&var.decl.at) {
                tables.relocate(var, id, sink);
            }
        }
        tables
    }

    fn declare(&mut self, var: &ModuleVar<'_>, sink: &mut Sink) -> Option<VarId> {
        let decl = &var.decl;
        let variable = variable(var, sink)?;
        if decl.space == VarSpace::Shared {
            if self.symbols.contains_key(decl.name) {
                sink.error(decl.at, Problem::Duplicate { name: decl.name.into() });
                return None;
            }
            self.symbols.insert(decl.name.into(), Symbol::Shared(self.shared.len()));
            let size = decl.bytes();
            let dynamic = decl.unsized_array || (var.is_external() && size == 0);
            self.shared.push(SharedVar { size, scalar: decl.ty.bytes(), align: decl.align, dynamic });
            return None;
        }
        match self.symbols.get(decl.name) {
            None => {
                let id = VarId::new(self.vars.len());
                self.symbols.insert(decl.name.into(), Symbol::Var(id));
                self.vars.push(variable);
                Some(id)
            }
            Some(&Symbol::Var(id)) if self.vars[id.index()].external => {
                self.vars[id.index()] = variable;
                Some(id)
            }
            Some(&Symbol::Var(_)) if var.is_external() => None,
            Some(_) => {
                sink.error(decl.at, Problem::Duplicate { name: decl.name.into() });
                None
            }
        }
    }

    fn relocate(&mut self, var: &ModuleVar<'_>, id: VarId, sink: &mut Sink) {
        for reference in &var.references {
            let shift = reference.mask.map_or(0, |m| m.trailing_zeros().min(56));
            let inner = reference.inner.and_then(|at| self.inner.get(&at)).map(|&id| Symbol::Var(id));
            let target = match inner.or_else(|| self.symbols.get(reference.name).copied()) {
                Some(Symbol::Var(v)) => v,
                Some(Symbol::Function(n)) => {
                    self.functions[n].in_initializer = true;
                    let value = function_address(n).wrapping_add_signed(reference.addend) >> shift;
                    let (at, count) = (reference.offset as usize, reference.bytes.min(8) as usize);
                    let init = &mut self.vars[id.index()].init;
                    if init.len() < at + count {
                        init.resize(at + count, 0);
                    }
                    init[at..at + count].copy_from_slice(&value.to_le_bytes()[..count]);
                    continue;
                }
                Some(Symbol::Shared(_)) => {
                    sink.error(reference.at, Problem::UnsupportedInit { name: reference.name.into() });
                    continue;
                }
                None => {
                    sink.error(reference.at, Problem::UnknownSymbol { name: reference.name.into() });
                    continue;
                }
            };
            self.vars[id.index()].relocations.push(Relocation {
                offset: reference.offset,
                bytes: reference.bytes,
                shift,
                target,
                addend: reference.addend,
            });
        }
    }
}

/// Returns a declared variable, without the addresses in its initialiser; `None` if it exceeds its state
/// space.
fn variable(var: &ModuleVar<'_>, sink: &mut Sink) -> Option<Variable> {
    let decl = &var.decl;
    let (size, limit) = (decl.bytes(), if decl.space == VarSpace::Global { 1 << 40 } else { 1 << 20 });
    if size > limit {
        sink.error(decl.at, Problem::TooLarge { name: decl.name.into(), bytes: size });
        return None;
    }
    Some(Variable {
        name: decl.name.into(),
        space: if decl.space == VarSpace::Const { Space::Const } else { Space::Global },
        size,
        scalar: decl.ty.bytes(),
        align: decl.align,
        init: var.init.clone(),
        relocations: Vec::new(),
        managed: var.managed,
        opaque: var.opaque,
        external: var.is_external(),
        visible: var.linkage == Linkage::Visible,
    })
}

/// Returns the formals of a function. A vector register becomes one formal for each element, named as in
/// bodies.
pub(crate) fn formals(decls: &[VariableDecl<'_>]) -> Vec<Formal> {
    let mut all = Vec::with_capacity(decls.len());
    for decl in decls {
        let register = decl.space == VarSpace::Reg;
        let formal = Formal {
            name: decl.name.into(),
            register,
            ty: decl.ty,
            scalar: decl.elements.is_none() && decl.lanes == 1,
            lanes: 1,
            bytes: u32::try_from(decl.bytes()).unwrap_or(u32::MAX),
            align: decl.align,
            hidden: decl.hidden,
        };
        if !(register && decl.elements.is_none() && matches!(decl.lanes, 2 | 4)) {
            all.push(formal);
            continue;
        }
        for (at, letter) in ["x", "y", "z", "w"].into_iter().enumerate().take(decl.lanes.into()) {
            all.push(Formal {
                name: format!("{}.{letter}", decl.name),
                scalar: true,
                lanes: if at == 0 { decl.lanes } else { 1 },
                bytes: decl.ty.bytes(),
                align: decl.ty.bytes(),
                ..formal.clone()
            });
        }
    }
    all
}
