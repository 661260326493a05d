//! All programs recorded on a GPU, run by the interpreter: results are bit-identical, or follow the recorded
//! rule.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, Memory, run_grid};
use hip_ptx::pass;
use hip_ptx::system::{Channel, Collector, Host};
use std::collections::BTreeMap;
use testdata::golden::{self, Buffer, Case, Expect};

const BASE: u64 = 0x7f00_0000_0000;
/// Fill of the gaps between buffers, to detect stray stores.
const GUARD: u8 = 0xa5;
const GAP: usize = 512;
/// Size of the heap in bytes, for programs that allocate.
const HEAP: usize = 1 << 20;

/// Device memory with named buffers and guards around them.
struct Device {
    arena: Arena,
    places: BTreeMap<String, (u64, usize)>,
}

impl Device {
    fn new() -> Self {
        Device { arena: Arena { base: BASE, bytes: vec![GUARD; GAP] }, places: BTreeMap::new() }
    }

    fn allocate(&mut self, name: &str, bytes: &[u8]) -> u64 {
        let end = self.arena.bytes.len().next_multiple_of(256);
        self.arena.bytes.resize(end, GUARD);
        self.arena.bytes.extend(bytes);
        self.arena.bytes.resize(end + bytes.len() + GAP, GUARD);
        let address = BASE + end as u64;
        self.places.insert(name.to_owned(), (address, bytes.len()));
        address
    }

    fn bytes(&mut self, name: &str) -> &mut [u8] {
        let (address, len) = self.places[name];
        &mut self.arena.bytes[(address - BASE) as usize..][..len]
    }

    fn check_guards(&self) -> Result<(), String> {
        let mut free = vec![true; self.arena.bytes.len()];
        for &(address, len) in self.places.values() {
            free[(address - BASE) as usize..][..len].fill(false);
        }
        match free.iter().zip(&self.arena.bytes).position(|(&free, &b)| free && b != GUARD) {
            Some(at) => Err(format!("a store outside all buffers, at byte {at:#x}")),
            None => Ok(()),
        }
    }
}

/// The arena, with a host.
struct Machine<'a>(&'a mut Arena, &'a Collector);

impl Memory for Machine<'_> {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.0.load(address, bytes)
    }
    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.0.store(address, bytes)
    }
    fn host(&self) -> Option<&dyn Host> {
        Some(self.1)
    }
}

/// Allocates a module's variables and applies the relocations of their initialisers.
fn place_variables(module: &Module, device: &mut Device) -> Result<Vec<u64>, String> {
    let mut addresses = Vec::new();
    for var in &module.vars {
        let mut bytes = var.init.clone();
        bytes.resize(var.size as usize, 0);
        addresses.push(device.allocate(&format!("module {}", var.name), &bytes));
    }
    for var in &module.vars {
        for r in &var.relocations {
            let value = addresses[r.target.index()].wrapping_add_signed(r.addend) >> r.shift;
            device.bytes(&format!("module {}", var.name))[r.offset as usize..][..r.bytes as usize]
                .copy_from_slice(&value.to_le_bytes()[..r.bytes as usize]);
        }
    }
    Ok(addresses)
}

fn run(case: &Case, variant: &str, passes: bool) -> Result<(), String> {
    let text = case.ptx(variant);
    let module = Module::parse(&text).map_err(|e| format!("rejected: {e}"))?;
    let mut device = Device::new();
    let vars = place_variables(&module, &mut device)?;
    for buffer in &case.buffers {
        device.allocate(&buffer.name, &buffer.initial());
    }
    for global in &case.globals {
        let bytes = global.initial();
        device.bytes(&format!("module {}", global.name))[..bytes.len()].copy_from_slice(&bytes);
    }
    let heap =
        device.allocate("heap", &vec![0; if case.tags.iter().any(|t| t == "malloc") { HEAP } else { 0 }]);
    let host = Collector::new(heap..heap + HEAP as u64);
    let mut functions = BTreeMap::new();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    for launch in &case.launches {
        if !functions.contains_key(&launch.kernel) {
            let mut f = module.lower(&launch.kernel).map_err(|e| format!("rejected: {e}"))?;
            if passes {
                pass::run(&mut f).map_err(|e| e.to_string())?;
            }
            functions.insert(launch.kernel.clone(), f);
        }
        let params = launch.params(|name| device.places[name].0);
        let geometry = Geometry::new(launch.grid, launch.block);
        let function = &functions[&launch.kernel];
        let mut machine = Machine(&mut device.arena, &host);
        let end = run_grid(function, geometry, &params, launch.shared, &vars, &mut machine);
        let said = host.take();
        out.extend(said(Channel::Out));
        err.extend(said(Channel::Err));
        if let Err(fault) = end {
            let want = case.recorded[variant].error_code;
            return match case.expect {
                Expect::Fault if fault.kind.cuda_error() == want => case.check_said(variant, &out, &err),
                _ => Err(fault.to_string()),
            };
        }
    }
    if case.expect == Expect::Fault {
        return Err("ran to its end".into());
    }
    device.check_guards()?;
    case.check_said(variant, &out, &err)?;
    let mut outputs: Vec<(String, &Buffer)> = case.buffers.iter().map(|b| (b.name.clone(), b)).collect();
    outputs.extend(case.globals.iter().map(|b| (format!("module {}", b.name), b)));
    for (place, buffer) in outputs {
        if let Some((rule, want)) = case.expected(buffer, variant) {
            let got = &device.bytes(&place)[..want.len()];
            rule.check(buffer.elem, got, &want).map_err(|e| format!("`{}`: {e}", buffer.name))?;
        }
    }
    Ok(())
}

fn check(passes: bool) {
    let mut wrong = Vec::new();
    let mut right = 0;
    for case in golden::cases() {
        for variant in case.variants() {
            match run(&case, variant, passes) {
                Ok(()) => right += 1,
                Err(e) => wrong.push(format!("{} {variant}: {e}", case.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{right} pass, these fail:\n{}", wrong.join("\n"));
}

#[test]
fn lowered_programs_give_what_the_gpu_gave() {
    check(false);
}

#[test]
fn programs_after_all_passes_give_what_the_gpu_gave() {
    check(true);
}
