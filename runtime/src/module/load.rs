//! Module loading: variables in device memory, and kernels compiled on first use.
//!
//! All kernels are read at load, so that malformed PTX fails the load with its line, as in the CUDA driver.
//! Well-formed PTX that this compiler does not support is reported when that kernel is used; other kernels
//! still work.

use crate::Error;
use crate::check::{Checker, Facts, checker};
use crate::config::{JitMode, config};
use crate::exec::block_cost::BlockCost;
use crate::exec::spin_wait;
use crate::memory::copy::{Copy, Fill};
use crate::memory::range::Allocation;
use crate::memory::{HEAP_ALIGN, Memory};
use crate::module::groups;
use crate::module::image::Machine;
use crate::profile::pace::{Paces, is_modelled};
use crate::profile::profiler;
use crate::profile::repeats::Repeats;
use crate::store;
use crate::sync::{Arc, AtomicU64, Mutex, Ordering, Rank};
use crate::types::{AllocationKind, Pattern, Pointer, Request};
use ::profile::Profiled;
use device::Spec;
use jit::check::Checked;
use ptx::analysis::branching::reads_clock;
use ptx::diag::Cause;
use ptx::module::Variable;
use ptx::pass::OrderDependence;
use std::collections::BTreeMap;

/// Loaded image: its variables and kernels.
pub(crate) struct Image {
    pub(crate) ptx: ptx::Module,
    /// Facts about kernels from machine code beside the text.
    pub(crate) machine: BTreeMap<String, Machine>,
    /// PTX text, if the checker, the profiler or the interpreter reports lines of it.
    pub(crate) text: Arc<str>,
    /// Variables of the module, in the order of its ids.
    vars: Vec<Arc<Allocation>>,
    addresses: Arc<[u64]>,
    memory: &'static Memory,
    /// Kernels that are lowered but not compiled.
    lowered: Mutex<BTreeMap<String, ptx::ir::Function>>,
}

impl Drop for Image {
    fn drop(&mut self) {
        for var in &self.vars {
            self.memory.remove(var.base());
        }
    }
}

/// Compiled kernel.
pub(crate) struct Code {
    pub(crate) kernel: Arc<jit::Kernel>,
    /// Facts for the checker, if there is one.
    pub(crate) facts: Option<Arc<Facts>>,
    /// Facts for the profiler, if there is one.
    pub(crate) profiled: Option<Arc<Profiled>>,
    /// Paces of its launches in virtual time, if they are modelled.
    pub(crate) paces: Option<Paces>,
    /// Instruction counts of its launches in virtual time, if they follow from parameters.
    pub(crate) repeats: Option<Arc<Repeats>>,
    /// Time that its blocks took lately.
    pub(crate) cost: Arc<BlockCost>,
    /// Static shared memory a block, bytes.
    pub(crate) shared_bytes: u32,
    /// Local memory a thread, bytes.
    pub(crate) local_bytes: u32,
    pub(crate) attributes: ptx::ir::Attributes,
    /// Addresses of the module's variables.
    pub(crate) vars: Arc<[u64]>,
    /// Aspect of the kernel that depends on the block order, if there is a timeline.
    pub(crate) order: OrderDependence,
}

impl Image {
    /// Loads a text, with facts from machine code beside it, for a context (`owner`) of a device.
    ///
    /// # Errors
    /// `Ptx`, `PtxTarget`, `Unresolved` for the text; `OutOfMemory` for its variables.
    pub(crate) fn load(
        (text, machine): (&str, BTreeMap<String, Machine>),
        memory: &'static Memory,
        spec: &Spec,
        device: usize,
        owner: u64,
    ) -> Result<Image, Error> {
        let text = &groups::link_groups(text)?;
        let mut ptx = ptx::Module::parse(text)?;
        if checker().is_some() {
            ptx = ptx.watched();
        }
        check_target(&ptx, spec)?;
        // A declaration without definition defines a zero-initialised variable, if it has a size (observed on
        // an H200).
        if let Some(var) = ptx.vars.iter().find(|var| var.external && var.size == 0) {
            return Err(Error::Unresolved { name: var.name.clone() });
        }
        let lowered = read_all(&ptx, text)?;
        if config().simulates() && !spin_wait::is_enabled() && lowered.values().any(ptx::pass::has_spin_wait)
        {
            spin_wait::enable();
        }
        let mut image = Image {
            ptx,
            machine,
            text: if config().interprets() || checker().is_some() || profiler().is_some() || is_modelled() {
                text.as_ref().into()
            } else {
                Arc::default()
            },
            vars: Vec::new(),
            addresses: Arc::new([]),
            memory,
            lowered: Mutex::new(Rank::Object, lowered),
        };
        for n in 0..image.ptx.vars.len() {
            let var = &image.ptx.vars[n];
            let kind = if var.managed { AllocationKind::Managed(1) } else { AllocationKind::Variable };
            let beyond = u64::from(var.align).saturating_sub(HEAP_ALIGN);
            let request = Request { bytes: var.size.max(1) + beyond, kind, device, owner };
            image.vars.push(memory.allocate(request)?);
        }
        let aligned = |(var, allocation): (&Variable, &Arc<Allocation>)| {
            allocation.base().next_multiple_of(u64::from(var.align).max(1))
        };
        image.addresses = image.ptx.vars.iter().zip(&image.vars).map(aligned).collect();
        for (var, &address) in image.ptx.vars.iter().zip(&*image.addresses) {
            initialise(memory, var, address, &image.addresses)?;
        }
        Ok(image)
    }

    /// Address and size of a variable.
    pub(crate) fn var(&self, name: &str) -> Option<(u64, u64)> {
        let id = self.ptx.var(name)?;
        Some((self.addresses[id.index()], self.ptx.vars[id.index()].size))
    }

    /// Compiles a kernel.
    ///
    /// # Errors
    /// `Ptx` for unsupported instructions; `Bug` if a pass broke it.
    pub(crate) fn compile(&self, name: &str) -> Result<Code, Error> {
        let ready = self.lowered.lock().remove(name);
        let mut function = match ready {
            Some(function) => function,
            None => self.ptx.lower(name)?,
        };
        if config().fast_math {
            ptx::pass::fast_math::run(&mut function);
        }
        let mut notes = config().notes();
        notes.waits = notes.counts && spin_wait::is_enabled();
        let order = ptx::pass::order_dependence(&function, notes);
        let own_bytes = function.param_bytes;
        let repeatable = notes.counts && !notes.pages && !config().interprets() && !reads_clock(&function);
        let plain = repeatable.then(|| function.clone());
        // Interpreted kernels stay as written: passes may move a load to a path that would not execute it.
        let passed = match config().interprets() {
            true => ptx::pass::instrument(&mut function, notes),
            false if notes.any() => ptx::pass::run_instrumented(&mut function, notes),
            false => ptx::pass::run(&mut function),
        };
        passed.map_err(|error| {
            crate::trace::complain(&error.to_string());
            crate::bug::bug!("a pass broke a kernel")
        })?;
        if !config().interprets() && checker().is_none() && profiler().is_none() {
            ptx::pass::full_masks::run(&mut function);
        }
        let shared_bytes = function.shared_bytes - function.guard_bytes;
        let local_bytes = function.local_bytes;
        let attributes = function.attributes.clone();
        let function = Arc::new(function);
        let facts = checker().map(|_| Arc::new(Facts::new(Arc::clone(&function), Arc::clone(&self.text))));
        let profiled = profiler().map(|_| Arc::new(Profiled::new(&function, &function, &self.text)));
        let paces = Paces::new(&function, own_bytes, &self.text);
        let repeats = plain.and_then(|plain| Repeats::new(&function, plain, optimised));
        let kernel = executable(function);
        let vars = Arc::clone(&self.addresses);
        let cost = Arc::default();
        Ok(Code {
            kernel,
            facts,
            profiled,
            paces,
            repeats,
            cost,
            shared_bytes,
            local_bytes,
            attributes,
            vars,
            order,
        })
    }
}

/// Makes a kernel executable on which the passes have run.
fn executable(function: Arc<ptx::ir::Function>) -> Arc<jit::Kernel> {
    let mode = match config().jit {
        JitMode::Auto | JitMode::Interp => jit::Mode::Auto,
        JitMode::Quick => jit::Mode::Quick,
        JitMode::Scalar => jit::Mode::Scalar,
        JitMode::Vector => jit::Mode::Vector,
    };
    let limits = jit::Limits {
        instructions: config().jit_instructions,
        memory: (config().jit_megabytes as usize) << 20,
    };
    let kernel = jit::Kernel::new(function, mode)
        .with_cache(Arc::clone(store::cache()))
        .with_limits(limits)
        .with_log(|line| crate::trace::log(crate::trace::Level::Call, line))
        .checked(checker().map_or(Checked::No, Checker::checked));
    Arc::new(kernel)
}

/// Makes a kernel executable without instrumentation, if the passes succeed.
fn optimised(mut function: ptx::ir::Function) -> Option<Arc<jit::Kernel>> {
    ptx::pass::run(&mut function).ok()?;
    ptx::pass::full_masks::run(&mut function);
    Some(executable(Arc::new(function)))
}

/// Checks that a text may be linked: malformed PTX is an error, unresolved names are not.
///
/// # Errors
/// `Ptx`, `PtxTarget`.
pub(crate) fn check(text: &str, spec: &Spec) -> Result<(), Error> {
    let ptx = ptx::Module::parse(text)?;
    check_target(&ptx, spec)?;
    let found = ptx.kernels().filter_map(|kernel| ptx.lower(kernel).err());
    let wrong: Vec<_> = found
        .filter(|found| found.kind() == Cause::Invalid)
        .flat_map(|f| f.iter().cloned().collect::<Vec<_>>())
        .collect();
    match ptx::Diagnostics::new(wrong) {
        Some(found) => Err(found.into()),
        None => Ok(()),
    }
}

/// Architecture of a text, 90 for `sm_90a`, and the suffix, which restricts it to one architecture or to a
/// family.
pub(crate) fn target(ptx: &ptx::Module) -> (u32, &str) {
    let digits = ptx.target.trim_start_matches("sm_");
    let number = digits.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    (number.parse().unwrap_or(0), &digits[number.len()..])
}

fn check_target(ptx: &ptx::Module, spec: &Spec) -> Result<(), Error> {
    let ((wanted, suffix), have) = (target(ptx), spec.capability.0 * 10 + spec.capability.1);
    let fits = match suffix {
        "a" => wanted == have,
        "f" => wanted / 10 == have / 10 && wanted <= have,
        _ => wanted <= have,
    };
    if fits { Ok(()) } else { Err(Error::PtxTarget { target: ptx.target.clone(), device: have }) }
}

/// Name of a called function without definition, if that is the diagnostic.
fn unresolved(found: &ptx::Diagnostic) -> Option<String> {
    match &found.problem {
        ptx::diag::Problem::ExternCall { callee }
            if !callee.starts_with("cuda")
                && ptx::system::Call::from_symbol(callee).is_none()
                && !ptx::system::DRIVER_FUNCTIONS.contains(&callee.as_str()) =>
        {
            Some(callee.clone())
        }
        _ => None,
    }
}

/// Size from which kernels are read by several threads, and the absence of errors is cached, bytes.
const LONG: usize = 64 << 10;

/// Cache entry for a text in which [`read_all`] found no malformed kernel.
const WELL_FORMED: &str = "PTX without malformed kernels";

type Lowered = Result<ptx::ir::Function, ptx::Diagnostics>;

/// Lowers all kernels; returns none if the cache knows that none is malformed. Malformed kernels fail;
/// unsupported ones are left for later.
fn read_all(ptx: &ptx::Module, text: &str) -> Result<BTreeMap<String, ptx::ir::Function>, Error> {
    let long = text.len() >= LONG;
    if long && !config().simulates() && store::cache().holds(WELL_FORMED, text.as_bytes()) {
        return Ok(BTreeMap::new());
    }
    let kernels: Vec<&str> = ptx.kernels().collect();
    let mut lowered = BTreeMap::new();
    let mut wrong = Vec::new();
    for (&kernel, found) in kernels.iter().zip(lower_each(ptx, &kernels, long)) {
        match found {
            Ok(function) => {
                lowered.insert(kernel.to_owned(), function);
            }
            Err(found) if found.kind() == Cause::Invalid => wrong.extend(found.iter().cloned()),
            Err(found) => match found.iter().find_map(unresolved) {
                Some(name) => return Err(Error::Unresolved { name }),
                None => continue,
            },
        }
    }
    match ptx::Diagnostics::new(wrong) {
        Some(found) => Err(found.into()),
        None => {
            if long {
                store::cache().found(WELL_FORMED, text.as_bytes());
            }
            Ok(lowered)
        }
    }
}

/// Lowers kernels, on several threads for a long text. Results are in the kernels' order.
fn lower_each(ptx: &ptx::Module, kernels: &[&str], long: bool) -> Vec<Lowered> {
    let threads = if long { config().workers.min(kernels.len()) } else { 1 };
    let next = AtomicU64::new(0);
    let some = || {
        let take = || kernels.get(next.fetch_add(1, Ordering::Relaxed) as usize..)?.first();
        let mut done = Vec::new();
        while let Some(&kernel) = take() {
            done.push((kernel, ptx.lower(kernel)));
        }
        done
    };
    let mut done: BTreeMap<&str, Lowered> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .filter_map(|_| {
                std::thread::Builder::new().name("hip-load".to_owned()).spawn_scoped(scope, some).ok()
            })
            .collect();
        let mut done = some();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done.into_iter().collect()
    });
    kernels.iter().map(|&kernel| done.remove(kernel).unwrap_or_else(|| ptx.lower(kernel))).collect()
}

/// Writes the initial value of a variable, with relocations.
fn initialise(memory: &Memory, var: &Variable, address: u64, addresses: &[u64]) -> Result<(), Error> {
    if var.size == 0 {
        return Ok(());
    }
    let to = Pointer::on_device(address);
    Fill::plan(memory, to, Pattern::D8(0), var.size)?.run();
    let mut bytes = var.init.clone();
    for relocation in &var.relocations {
        let value =
            addresses[relocation.target.index()].wrapping_add_signed(relocation.addend) >> relocation.shift;
        let (at, count) = (relocation.offset as usize, relocation.bytes.min(8) as usize);
        if bytes.len() < at + count {
            bytes.resize(at + count, 0);
        }
        bytes[at..at + count].copy_from_slice(&value.to_le_bytes()[..count]);
    }
    bytes.truncate(var.size as usize);
    if bytes.is_empty() {
        return Ok(());
    }
    Copy::from_bytes(memory, to, bytes)?.run();
    Ok(())
}
