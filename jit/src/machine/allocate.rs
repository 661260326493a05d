//! Register allocation, one block after the other, together with encoding.
//!
//! A value has a register from its definition or its first use on, until the register is needed for a value
//! whose next use is nearer. It is stored to the frame at most once on each way, when it loses its register.
//! The first edge to a block decides where values are at its start; all other edges move them there.

mod edges;
mod instruction;
mod joined;
mod lists;
mod slots;

use super::assembler::{Assembler, Label, Number, Place, RSP};
use super::inst::{Class, Code, Constant, End, Inst, NONE, OPERANDS, Op, Reg};
use super::live::{Liveness, penalty};
use joined::Joined;
use lists::{Passed, Stores};
use slots::Slots;

/// Stands for no register of the processor.
const NOWHERE: Number = u8::MAX;

/// Integer registers in the order in which they are used: those that calls preserve come last.
const INTS: [Number; 14] = [0, 1, 2, 6, 7, 8, 9, 10, 3, 5, 12, 13, 14, 15];

/// Vector registers, without one for moves, and those with AVX-512.
const VECTORS: u32 = 15;
const EVEX_VECTORS: u32 = 31;

/// Registers that a function preserves for its caller.
pub(super) const PRESERVED: [Number; 6] = [3, 5, 12, 13, 14, 15];

/// Registers of arguments.
pub(super) const ARGUMENTS: [Number; 6] = [7, 6, 2, 1, 8, 9];

/// Next use of a value without one.
const NEVER: u32 = u32::MAX;

/// Distance that an edge adds to the use of a value that it passes in the frame.
const PASSED_IN_FRAME: u32 = 10_000;

/// A set of registers of one class.
type Mask = u32;

/// Places of values at the start of a block.
pub(super) struct Entry {
    registers: Vec<(Reg, Number)>,
    params: Vec<Target>,
}

/// The place of a block's parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Register(Number),
    Frame,
    /// It is not used.
    Nowhere,
}

pub(super) struct Allocator<'a> {
    code: &'a Code,
    live: &'a Liveness,
    pub(super) asm: Assembler,
    /// Register of each value.
    home: Vec<Number>,
    stored: Stores,
    /// Value in each register, by class, and the registers that hold one.
    holds: [[Reg; 32]; 2],
    occupied: [Mask; 2],
    /// Position of the next use of each value, as far as it is live.
    next: Vec<u32>,
    /// Register that a value should get: that of the parameter to which it is passed.
    wish: Vec<Number>,
    entries: Vec<Option<Entry>>,
    labels: Vec<Label>,
    /// Interval of each block in a walk through the dominator tree.
    walk: Vec<(u32, u32)>,
    /// Most registers live at once in each loop, by the place of its header.
    pressure: Vec<[u32; 2]>,
    /// The block that follows each in the code.
    following: Vec<u32>,
    slots: Slots,
    joined: Joined,
    block: u32,
    /// Next uses of the operands of each instruction of the block.
    after: Vec<[u32; OPERANDS]>,
    /// Next uses of the arguments of the block's calls, the first one last.
    after_calls: Vec<u32>,
    /// Values that are in memory at the start of blocks, once the edge at hand has its moves.
    pending: Vec<(Reg, u32)>,
    /// Arguments of edges to each block, and the index of their parameter.
    passed: Passed,
    /// Number of the set in which each value was last, and the number of the latest set.
    marks: Vec<u32>,
    mark: u32,
    used: Mask,
    pub(super) epilogue: Label,
}

impl<'a> Allocator<'a> {
    pub(super) fn new(code: &'a Code, live: &'a Liveness) -> Allocator<'a> {
        let mut asm = Assembler::new(code.pool.clone(), code.evex);
        let labels = code.blocks.iter().map(|_| asm.label()).collect();
        let epilogue = asm.label();
        let count = code.infos.len();
        Allocator {
            code,
            live,
            asm,
            home: vec![NOWHERE; count],
            stored: Stores::new(count),
            holds: [[NONE; 32]; 2],
            occupied: [0; 2],
            next: vec![NEVER; count],
            wish: vec![NOWHERE; count],
            entries: code.blocks.iter().map(|_| None).collect(),
            labels,
            walk: walk(&code.idom),
            pressure: loop_pressure(code, live),
            following: following(code),
            slots: Slots::new(code.slots, count),
            joined: Joined::new(code, live, if code.evex { EVEX_VECTORS } else { VECTORS }),
            block: 0,
            after: Vec::new(),
            after_calls: Vec::new(),
            pending: Vec::new(),
            passed: Passed::collect(code),
            marks: vec![0; count],
            mark: 0,
            used: 0,
            epilogue,
        }
    }

    /// Allocates and encodes the whole function. Returns the size of its frame and the preserved registers
    /// that it uses.
    pub(super) fn run(&mut self) -> (u32, Mask) {
        for n in 0..self.code.blocks.len() {
            self.block(n as u32);
        }
        (self.slots.bytes(), self.used)
    }

    fn block(&mut self, n: u32) {
        self.block = n;
        let code = self.code;
        let block = &code.blocks[n as usize];
        (self.holds, self.occupied) = ([[NONE; 32]; 2], [0; 2]);
        self.asm.switch(block.cold);
        self.asm.bind(self.labels[n as usize]);
        self.look_ahead(n);
        if n == 0 {
            for (&param, &number) in code.entry.iter().zip(&ARGUMENTS) {
                if self.next[param as usize] != NEVER {
                    self.put(param, number);
                }
            }
        } else if let Some(entry) = self.entries[n as usize].take() {
            for &(reg, number) in &entry.registers {
                self.put(reg, number);
            }
            for (&param, &target) in block.params.iter().zip(&entry.params) {
                if let Target::Register(number) = target {
                    self.put(param, number);
                }
            }
            self.entries[n as usize] = Some(entry);
        }
        let first = block.insts.start;
        let last = block.insts.end - 1;
        for inst in block.insts.clone() {
            let at = inst - first;
            if inst == last {
                self.end(n, &code.insts[inst as usize], at);
            } else {
                self.instruction(&code.insts[inst as usize], at);
            }
        }
        // Values of this block are nowhere in the next one, unless it says so.
        for class in 0..2 {
            for number in numbers(self.occupied[class]) {
                let reg = self.holds[class][number as usize];
                self.home[reg as usize] = NOWHERE;
            }
        }
    }

    /// Computes the next uses in a block: of all operands, and of values that are live at its start.
    fn look_ahead(&mut self, n: u32) {
        let code = self.code;
        let block = &code.blocks[n as usize];
        let length = block.insts.len() as u32;
        for live in self.live.at_start(n) {
            self.next[live.reg as usize] = NEVER;
        }
        for &param in block.params.iter().chain(if n == 0 { &code.entry[..] } else { &[] }) {
            self.next[param as usize] = NEVER;
        }
        let list = |inst: &Inst| match inst.op {
            Op::Call(list) => &code.calls[list as usize].args[..],
            _ => &[],
        };
        for inst in block.insts.clone().map(|inst| &code.insts[inst as usize]) {
            if inst.def != NONE {
                self.next[inst.def as usize] = NEVER;
            }
            // Constants are in no list; all others are defined here, or live at the start.
            for &reg in inst.registers().iter().chain(list(inst)) {
                self.next[reg as usize] = NEVER;
            }
        }
        for &reg in block.end.edges().iter().flat_map(|edge| &edge.args) {
            self.next[reg as usize] = NEVER;
        }
        for edge in block.end.edges() {
            let far = penalty(code, n as usize, edge.to as usize);
            // Constants that are live at an edge's end count at its start within a loop only.
            let loops = &code.loops;
            let same = loops[n as usize].is_some() && loops[n as usize] == loops[edge.to as usize];
            for live in self.live.at_start(edge.to).iter().filter(|live| same || !live.is_constant()) {
                let own = &mut self.next[live.reg as usize];
                *own = (*own).min(length.saturating_add(live.distance()).saturating_add(far));
            }
            let entry = self.entries[edge.to as usize].as_ref();
            for (k, &reg) in edge.args.iter().enumerate() {
                // What ends in the frame may go there at once.
                let stored = entry.is_some_and(|entry| entry.params[k] == Target::Frame);
                let far = far + if stored { PASSED_IN_FRAME } else { 0 };
                let own = &mut self.next[reg as usize];
                *own = (*own).min(length.saturating_add(far));
            }
        }
        self.after.clear();
        self.after.resize(length as usize, [NEVER; OPERANDS]);
        self.after_calls.clear();
        for at in (0..length).rev() {
            let inst = &code.insts[(block.insts.start + at) as usize];
            for (after, &reg) in self.after[at as usize].iter_mut().zip(inst.registers()) {
                *after = self.next[reg as usize];
            }
            let passed = list(inst);
            self.after_calls.extend(passed.iter().rev().map(|&reg| self.next[reg as usize]));
            for &reg in inst.registers().iter().chain(passed) {
                self.next[reg as usize] = at;
            }
        }
    }

    /// Makes the values of a list those for which [`Self::is_marked`] holds.
    fn mark(&mut self, list: &[(Reg, Number)]) {
        self.mark += 1;
        for &(reg, _) in list {
            self.marks[reg as usize] = self.mark;
        }
    }

    fn is_marked(&self, reg: Reg) -> bool {
        self.marks[reg as usize] == self.mark
    }

    // Registers.

    fn class(&self, reg: Reg) -> usize {
        match self.code.infos[reg as usize].class {
            Class::Int => 0,
            Class::Vector => 1,
        }
    }

    /// Returns the number of registers of a class that are allocated.
    fn count(&self, class: usize) -> u32 {
        match (class, self.code.evex) {
            (0, _) => INTS.len() as u32,
            (_, false) => VECTORS,
            (_, true) => EVEX_VECTORS,
        }
    }

    fn put(&mut self, reg: Reg, number: Number) {
        let class = self.class(reg);
        self.holds[class][number as usize] = reg;
        self.occupied[class] |= 1 << number;
        self.home[reg as usize] = number;
        if class == 0 {
            self.used |= 1 << number;
        }
    }

    fn release(&mut self, reg: Reg) {
        let number = self.home[reg as usize];
        if number != NOWHERE {
            let class = self.class(reg);
            self.holds[class][number as usize] = NONE;
            self.occupied[class] &= !(1 << number);
            self.home[reg as usize] = NOWHERE;
        }
    }

    /// Returns the `n`-th register of a class.
    fn nth(class: usize, n: u32) -> Number {
        if class == 0 { INTS[n as usize] } else { n as Number }
    }

    fn free_register(&self, class: usize, not: Mask) -> Option<Number> {
        let taken = not | self.occupied[class];
        (0..self.count(class)).map(|n| Self::nth(class, n)).find(|&number| taken >> number & 1 == 0)
    }

    /// Returns a register that is free, or that of the value whose next use is farthest, outside `not`.
    fn pick(&mut self, class: usize, not: Mask) -> Number {
        if let Some(number) = self.free_register(class, not) {
            return number;
        }
        let length = self.code.blocks[self.block as usize].insts.len() as u32;
        let mut best = (0, 0, NOWHERE);
        for number in (0..self.count(class)).map(|n| Self::nth(class, n)) {
            if not >> number & 1 != 0 {
                continue;
            }
            let reg = self.holds[class][number as usize];
            let next = self.next[reg as usize];
            // Beyond the block, one that need not be stored is better.
            let cheap = u32::from(next >= length && self.in_memory(reg));
            let key = (next.saturating_add(cheap * 1000), cheap, number);
            if best.2 == NOWHERE || key > best {
                best = key;
            }
        }
        if best.2 != NOWHERE {
            self.evict(best.2, class);
        }
        best.2
    }

    /// Takes a register from its value, which is stored if it is needed.
    fn evict(&mut self, number: Number, class: usize) {
        let reg = self.holds[class][number as usize];
        if reg == NONE {
            return;
        }
        if self.next[reg as usize] != NEVER {
            self.save(reg);
        }
        self.release(reg);
    }

    /// Stores a value to the frame, if it is not there.
    fn save(&mut self, reg: Reg) {
        if self.in_memory(reg) {
            return;
        }
        let number = self.home[reg as usize];
        let place = self.frame_place(reg);
        let info = self.code.infos[reg as usize];
        match info.class {
            Class::Int => self.asm.store_int(number, place),
            Class::Vector => self.asm.store_vector(number, place, info.log_bytes),
        }
        self.stored.push(reg, self.block);
    }

    /// Returns whether a value can be read from memory, or is a constant.
    fn in_memory(&self, reg: Reg) -> bool {
        self.code.infos[reg as usize].constant.is_some() || self.is_stored_at(reg, self.block)
    }

    fn dominates(&self, above: u32, below: u32) -> bool {
        let (start, end) = self.walk[above as usize];
        (start..end).contains(&self.walk[below as usize].0)
    }

    /// Returns a value's place in the frame, which is reserved at the first call.
    fn frame_place(&mut self, reg: Reg) -> Place {
        let info = self.code.infos[reg as usize];
        let (place, range) = self.joined.place_of(reg).unwrap_or((reg, self.live.range[reg as usize]));
        let at = self.slots.of(place, info.log_bytes, range);
        Place::At { base: Some(RSP), index: None, scale: 0, disp: at as i32 }
    }

    /// Loads a value into a register that is free.
    fn load_to(&mut self, reg: Reg, number: Number) {
        let info = self.code.infos[reg as usize];
        match info.constant {
            Some(Constant::Int(n)) => self.asm.number(number, n),
            Some(Constant::Frame(at)) => self.asm.frame_address(number, at),
            Some(Constant::Zero) => self.asm.zero_vector(number),
            Some(Constant::Pool(at, log_bytes)) => self.asm.load_vector(number, Place::Pool(at), log_bytes),
            None => {
                let place = self.frame_place(reg);
                match info.class {
                    Class::Int => self.asm.load_int(number, place),
                    Class::Vector => self.asm.load_vector(number, place, info.log_bytes),
                }
            }
        }
    }

    /// Returns the place in memory of a value without a register; `None` for a constant that has none.
    fn memory_of(&mut self, reg: Reg) -> Option<Place> {
        match self.code.infos[reg as usize].constant {
            Some(Constant::Pool(at, _)) => Some(Place::Pool(at)),
            Some(_) => None,
            None => Some(self.frame_place(reg)),
        }
    }

    fn end(&mut self, n: u32, inst: &Inst, at: u32) {
        let code = self.code;
        match &code.blocks[n as usize].end {
            End::Jump(edge) => {
                self.edge_code(edge);
                self.jump_to(n, edge.to);
            }
            End::Branch(flags, cond, edges) => {
                let placed = self.operands(inst, at, 0);
                self.asm.place(inst.place);
                self.asm.flags(*flags, &placed);
                self.branch(n, *cond, edges);
            }
            End::Table(edges) => self.table(inst, at, edges),
            End::Return => {
                if inst.plain > 0 {
                    let value = inst.args[0];
                    let from = self.home[value as usize];
                    if from == NOWHERE {
                        self.load_to(value, 0);
                    } else {
                        self.asm.move_int(0, from);
                    }
                }
                let epilogue = self.epilogue;
                self.asm.jump(epilogue);
            }
        }
    }

    /// Jumps to a block, unless it follows.
    fn jump_to(&mut self, from: u32, to: u32) {
        if self.following[from as usize] != to {
            let label = self.labels[to as usize];
            self.asm.jump(label);
        }
    }
}

/// Returns the registers of a set.
fn numbers(mut all: Mask) -> impl Iterator<Item = Number> {
    std::iter::from_fn(move || {
        let number = (all != 0).then(|| all.trailing_zeros() as Number)?;
        all &= all - 1;
        Some(number)
    })
}

/// Returns the block that follows each in the code, among those as rarely executed.
fn following(code: &Code) -> Vec<u32> {
    let mut next = [NONE; 2];
    let mut following = vec![NONE; code.blocks.len()];
    for (n, block) in code.blocks.iter().enumerate().rev() {
        following[n] = std::mem::replace(&mut next[usize::from(block.cold)], n as u32);
    }
    following
}

/// Numbers blocks in a walk through the dominator tree; each gets the interval of those below it.
fn walk(idom: &[u32]) -> Vec<(u32, u32)> {
    let count = idom.len();
    let mut sizes = vec![1u32; count];
    for n in (1..count).rev() {
        sizes[idom[n] as usize] += sizes[n];
    }
    let mut free = vec![0u32; count];
    let mut walk = vec![(0, 0); count];
    for n in 0..count {
        let start = if n == 0 { 0 } else { free[idom[n] as usize] };
        if n != 0 {
            free[idom[n] as usize] += sizes[n];
        }
        free[n] = start + 1;
        walk[n] = (start, start + sizes[n]);
    }
    walk
}

/// Returns the most registers live at once in each loop, rarely executed blocks excluded.
fn loop_pressure(code: &Code, live: &Liveness) -> Vec<[u32; 2]> {
    let mut most = vec![[0; 2]; code.blocks.len()];
    for (n, _) in code.blocks.iter().enumerate().filter(|(_, block)| !block.cold) {
        let mut around = code.loops[n];
        while let Some(header) = around {
            let own: &mut [u32; 2] = &mut most[header as usize];
            *own = [own[0].max(live.pressure[n][0]), own[1].max(live.pressure[n][1])];
            around = code.outer[header as usize];
        }
    }
    most
}
