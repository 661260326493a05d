//! Records of compiled code against the reference interpreter: each instruction accesses the same addresses
//! in the same threads.

use crate::device::{Case, Device, cases, module};
use hip_profile::Code;
use hip_profile::words::{Addresses, HEADER, Header, LANE, STRIP};
use jit::trace::{BlockMemory, BlockTrace, Trace};
use ptx::exec::Geometry;
use ptx::interp::watch::Event;
use ptx::interp::{Arena, Memory, run_grid};
use ptx::ir::Function;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// Elements of the arrays.
const ELEMENTS: u32 = 1 << 15;
/// Kernels whose last argument is the side of a square.
const SQUARE: [&str; 7] =
    ["transpose", "sgemm", "stencil2d", "mandelbrot", "life", "convolve5", "outer_sums"];

/// Accesses of an instruction: their number, and a sum over threads and addresses.
type Accesses = BTreeMap<u32, (u64, u64)>;

fn add(all: &mut Accesses, inst: u32, thread: u64, address: u64) {
    let sum = all.entry(inst).or_default();
    sum.0 += 1;
    sum.1 = sum.1.wrapping_add((address ^ (thread << 48)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
}

struct Interpreted {
    arena: Arena,
    accesses: Accesses,
    /// Addresses of instructions whose addresses are not recorded: by instruction and thread, in order.
    untraced: BTreeMap<u32, BTreeMap<u32, Vec<u64>>>,
}

impl Memory for Interpreted {
    fn load(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        self.arena.load(address, bytes)
    }

    fn store(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.arena.store(address, bytes)
    }

    fn is_watched(&self) -> bool {
        true
    }

    fn watch(&mut self, event: Event<'_>) -> bool {
        if let Event::Access(access, _) = event {
            add(&mut self.accesses, access.inst, access.thread.into(), access.address);
            if let Some(threads) = self.untraced.get_mut(&access.inst) {
                threads.entry(access.thread).or_default().push(access.address);
            }
        }
        true
    }
}

/// Decoder of the words of compiled code.
struct Words {
    code: Code,
    /// Instructions of the memory instructions.
    insts: Vec<u32>,
    accesses: Mutex<Accesses>,
}

impl Words {
    /// Adds the accesses of a strip's record.
    fn strip(&self, header: Header, record: &[u64], accesses: &mut Accesses) {
        let mut at = HEADER;
        let sites = self.code.blocks[header.block].sites.clone();
        for site in sites.filter(|&site| self.code.sites[site].word.is_some()) {
            let (addresses, words) = Addresses::read(&record[at..]).expect("an access");
            let mut all = [0; 32];
            addresses.expand(&mut all);
            for lane in (0..32).filter(|lane| record[1] >> lane & 1 != 0) {
                add(accesses, self.insts[site], (header.thread + lane) as u64, all[lane]);
            }
            at += words;
        }
        assert_eq!(at, record.len());
    }
}

struct Shared(Arc<Words>);

impl Trace for Shared {
    fn block(&self, _: u64, _: BlockMemory) -> Option<Box<dyn BlockTrace>> {
        Some(Box::new(Shared(Arc::clone(&self.0))))
    }

    fn records(&self, _: u64) -> bool {
        true
    }
}

impl BlockTrace for Shared {
    fn lanes(&mut self, words: &[u64]) {
        let mut accesses = self.0.accesses.lock().expect("no panic");
        let (mut at, mut thread) = (0, 0);
        while at < words.len() {
            if words[at] & STRIP != 0 {
                let header = Header::new(words[at]);
                self.0.strip(header, &words[at..at + header.words], &mut accesses);
                at += header.words;
                continue;
            }
            if words[at] & LANE != 0 {
                thread = words[at] & !LANE;
                at += 1;
                continue;
            }
            let block = &self.0.code.blocks[words[at] as usize];
            for site in block.sites.clone() {
                if let Some(word) = self.0.code.sites[site].word {
                    add(&mut accesses, self.0.insts[site], thread, words[at + word]);
                }
            }
            at += block.words;
        }
    }

    fn lost(&mut self) {
        panic!("words were lost");
    }

    fn end(&mut self) {}
}

fn accessing(f: &Function) -> Vec<u32> {
    let insts = f.blocks().flat_map(|block| f.block(block).insts.clone());
    insts.filter(|&inst| f.inst(inst).op.accesses_memory()).map(|inst| inst.index() as u32).collect()
}

/// Checks addresses that are not recorded: without the offsets, lanes of a warp that execute an instruction
/// together have the same. In these kernels, those that execute it less often stop earlier.
fn check_offsets(threads: &BTreeMap<u32, Vec<u64>>, offsets: &[u32]) {
    let common = |thread: u32| {
        threads[&thread].iter().map(move |&address| (address as u32).wrapping_sub(offsets[thread as usize]))
    };
    let warps: BTreeSet<u32> = threads.keys().map(|thread| thread / 32).collect();
    for warp in warps {
        let lanes: Vec<u32> = threads.range(32 * warp..32 * (warp + 1)).map(|(&thread, _)| thread).collect();
        let longest = lanes.iter().copied().max_by_key(|thread| threads[thread].len()).expect("a lane");
        for thread in lanes {
            assert!(common(thread).zip(common(longest)).all(|(own, other)| own == other), "{thread}");
        }
    }
}

#[test]
fn compiled_code_records_what_the_interpreter_does() {
    let module = module();
    let (mut seen, mut checked) = (BTreeSet::new(), 0);
    for case in cases() {
        if !seen.insert(case.kernel.clone()) {
            continue;
        }
        let square = SQUARE.iter().any(|name| case.kernel.starts_with(name));
        let grid = if case.block[1] > 1 { [2, 2, 1] } else { [2, 1, 1] };
        let n = if square || case.kernel.starts_with("matvec") { 128 } else { 1 << 11 };
        let case = Case { grid, n, ..case };
        let mut function = module.lower(&case.kernel).expect("a kernel");
        ptx::pass::run(&mut function).expect("passes");
        let function = Arc::new(function);
        let device = Device::new(ELEMENTS);
        let params = device.prepare(&case);
        let base = device.arrays[0];
        let mut bytes = vec![0; (device.arrays[3] + u64::from(ELEMENTS) * 4 - base) as usize];
        assert!(device.window.read(base, &mut bytes));
        let (code, insts) = (Code::new(&function), accessing(&function));
        let sites = code.sites.iter().zip(&insts);
        let offsets: BTreeMap<u32, Vec<u32>> = sites
            .filter_map(|(site, &inst)| Some((inst, site.offsets.as_ref()?.of_threads(case.block))))
            .collect();
        let mut interpreted = Interpreted {
            arena: Arena { base, bytes },
            accesses: Accesses::new(),
            untraced: offsets.keys().map(|&inst| (inst, BTreeMap::new())).collect(),
        };
        let geometry = Geometry::new(case.grid, case.block);
        run_grid(&function, geometry, &params, case.shared, &[], &mut interpreted).expect("no fault");
        for (inst, threads) in &interpreted.untraced {
            check_offsets(threads, &offsets[inst]);
            checked += usize::from(threads.len() > 1);
        }
        // Parameters are accessed by the interpreter only.
        let recorded = |inst: &u32| insts.iter().zip(&code.sites).any(|(n, s)| n == inst && s.word.is_some());
        interpreted.accesses.retain(|inst, _| recorded(inst));
        let words = Arc::new(Words { code, insts, accesses: Mutex::default() });
        device.launch(&function, &case, &params, Arc::new(Shared(Arc::clone(&words))));
        let recorded = words.accesses.lock().expect("no panic");
        assert!(!recorded.is_empty() || !offsets.is_empty() || case.kernel == "empty", "{}", case.kernel);
        assert_eq!(*recorded, interpreted.accesses, "{}", case.kernel);
    }
    assert!(seen.len() > 90);
    assert!(checked > 50, "{checked} instructions without recorded addresses");
}
