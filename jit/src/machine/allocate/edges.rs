//! Edges between blocks: where values are at the start of a block, and the moves that bring them there.

use super::{ARGUMENTS, Allocator, Entry, Mask, NOWHERE, RSP, Target};
use crate::machine::assembler::{Number, Place, RAX, SPARE};
use crate::machine::inst::{Class, Cond, Constant, Edge, Inst, Reg};
use crate::machine::live::Live;

/// Registers of both classes.
const MOST_REGISTERS: usize = 48;

/// A place of a value at an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spot {
    Int(Number),
    Vector(Number),
    /// Bytes from the frame's start.
    Frame(u32),
    Constant(Constant),
}

/// A move of a value of 2 to the `log_bytes` bytes.
#[derive(Clone, Copy, Debug)]
struct Move {
    to: Spot,
    from: Spot,
    log_bytes: u8,
}

impl Allocator<'_> {
    /// Decides where values are at the start of a block, from where they are at the end of this one.
    fn decide(&mut self, edge: &Edge) {
        let code = self.code;
        let to = edge.to as usize;
        let block = &code.blocks[to];
        let live = self.live.at_start(edge.to);
        let mut taken: [Mask; 2] = [0; 2];
        let kept = self.kept(edge);
        let mut registers: Vec<(Reg, Number)> = Vec::with_capacity(kept.len());
        for &reg in &kept {
            let number = self.home[reg as usize];
            if number != NOWHERE {
                taken[self.class(reg)] |= 1 << number;
                registers.push((reg, number));
            }
        }
        let fits = |number: Number, taken: Mask| number != NOWHERE && taken >> number & 1 == 0;
        let mut room = [0, 1].map(|class| self.room_for_params(edge.to, class));
        let mut params = vec![Target::Nowhere; block.params.len()];
        let needed = |&(param, _): &(Reg, Reg)| code.needed[param as usize];
        let passed = || block.params.iter().copied().zip(edge.args.iter().copied());
        // A parameter takes its argument's register, before others take it.
        for (target, (param, arg)) in params.iter_mut().zip(passed()).filter(|(_, pair)| needed(pair)) {
            let (class, own) = (self.class(param), self.home[arg as usize]);
            if fits(own, taken[class]) && self.class(arg) == class && room[class] > 0 {
                room[class] -= 1;
                taken[class] |= 1 << own;
                *target = Target::Register(own);
            }
        }
        for (target, (param, _)) in params.iter_mut().zip(passed()).filter(|(_, pair)| needed(pair)) {
            let class = self.class(param);
            if *target != Target::Nowhere {
                continue;
            }
            if room[class] == 0 {
                *target = Target::Frame;
                continue;
            }
            room[class] -= 1;
            let wish = self.wish[param as usize];
            let number = if fits(wish, taken[class]) {
                Some(wish)
            } else {
                // A register that is free now is better: nothing has to be moved away from it.
                let free = |number: &Number| taken[class] >> number & 1 == 0;
                let all = (0..self.count(class)).map(|n| Self::nth(class, n));
                self.free_register(class, taken[class]).or_else(|| all.into_iter().find(free))
            };
            *target = match number {
                Some(number) => {
                    taken[class] |= 1 << number;
                    Target::Register(number)
                }
                None => Target::Frame,
            };
        }
        // What a loop reads often is loaded before it.
        for &reg in kept.iter().filter(|&&reg| self.home[reg as usize] == NOWHERE) {
            let class = self.class(reg);
            let free =
                (0..self.count(class)).map(|n| Self::nth(class, n)).find(|n| taken[class] >> n & 1 == 0);
            if let Some(number) = free {
                taken[class] |= 1 << number;
                registers.push((reg, number));
            }
        }
        // Everything else is in memory, on this edge and on all others.
        self.mark(&registers);
        for live in live {
            if !live.is_constant() && !self.is_marked(live.reg) && !self.is_stored_at(live.reg, edge.to) {
                self.pending.push((live.reg, edge.to));
            }
        }
        for (&param, &target) in block.params.iter().zip(&params) {
            if target == Target::Frame {
                self.stored.push(param, edge.to);
            }
        }
        for &(reg, number) in &registers {
            self.wish[reg as usize] = number;
        }
        for &(arg, n) in self.passed.to_block(edge.to) {
            if let Target::Register(number) = params[n as usize] {
                self.wish[arg as usize] = number;
            }
        }
        self.entries[to] = Some(Entry { registers, params });
    }

    /// Returns how many parameters of a block may be in registers. Of more sums than there are registers, a
    /// loop keeps only those that the rest of its values leave room for: others would be stored at its start
    /// and loaded again at its end.
    fn room_for_params(&self, to: u32, class: usize) -> u32 {
        let block = &self.code.blocks[to as usize];
        if class == 0 || !block.header {
            return u32::MAX;
        }
        // What the loop does not read can be in the frame.
        let through = |live: &&Live| !live.is_constant() && !live.is_near() && self.class(live.reg) == class;
        let through = self.live.at_start(to).iter().filter(through).count() as u32;
        let (count, most) = (self.count(class), self.pressure[to as usize][class].saturating_sub(through));
        if most <= count {
            return u32::MAX;
        }
        let params = block.params.iter().filter(|&&p| self.class(p) == class).count() as u32;
        count.saturating_sub(most.saturating_sub(params))
    }

    /// Returns the values that should be in registers at the start of a block.
    fn kept(&self, edge: &Edge) -> Vec<Reg> {
        let code = self.code;
        let to = edge.to as usize;
        let block = &code.blocks[to];
        let live = self.live.at_start(edge.to);
        let here = |live: &&Live| self.home[live.reg as usize] != NOWHERE;
        if !block.header {
            let mut kept = Vec::with_capacity(live.len().min(MOST_REGISTERS));
            kept.extend(live.iter().filter(here).map(|live| live.reg));
            return kept;
        }
        let mut kept = Vec::new();
        for class in 0..2 {
            let count = self.count(class);
            let own = |live: &&Live| self.class(live.reg) == class;
            let params = block.params.iter().filter(|&&p| self.class(p) == class).count() as u32;
            let pressure = self.pressure[to][class];
            let mut near: Vec<Live> = Vec::new();
            let mut numbers: Vec<Live> = Vec::new();
            let mut far: Vec<Live> = Vec::new();
            for live in live.iter().filter(own) {
                if live.is_constant() {
                    if live.is_near() {
                        numbers.push(*live);
                    }
                } else if live.is_near() {
                    near.push(*live);
                } else {
                    far.push(*live);
                }
            }
            for list in [&mut near, &mut numbers, &mut far] {
                list.sort_by_key(|live| (live.distance(), live.reg));
            }
            let inner = pressure.saturating_sub(far.len() as u32);
            near.truncate(count.saturating_sub(params) as usize);
            let room = count.saturating_sub(inner.max(near.len() as u32 + params));
            // Integer constants are made as quickly as they are moved.
            let numbers_room = if class == 0 { 0 } else { room as usize };
            numbers.truncate(numbers_room);
            far.retain(|live| self.home[live.reg as usize] != NOWHERE);
            far.truncate((room as usize).saturating_sub(numbers.len()));
            kept.extend(near.iter().chain(&numbers).chain(&far).map(|live| live.reg));
        }
        kept
    }

    pub(super) fn is_stored_at(&self, reg: Reg, block: u32) -> bool {
        self.stored.blocks(reg).any(|own| self.dominates(own, block))
    }

    /// Returns the moves of an edge, after deciding where they lead if that is open.
    fn moves(&mut self, edge: &Edge) -> Vec<Move> {
        let to = edge.to as usize;
        if self.entries[to].is_none() {
            if self.code.blocks[to].preds == 1 && self.code.blocks[to].params.is_empty() {
                let live = self.live.at_start(edge.to);
                let mut registers = Vec::with_capacity(live.len().min(MOST_REGISTERS));
                registers.extend(
                    live.iter()
                        .map(|live| (live.reg, self.home[live.reg as usize]))
                        .filter(|r| r.1 != NOWHERE),
                );
                self.entries[to] = Some(Entry { registers, params: Vec::new() });
                return Vec::new();
            }
            self.decide(edge);
        }
        let Some(entry) = self.entries[to].take() else { return Vec::new() };
        let mut moves = Vec::new();
        for &(reg, number) in &entry.registers {
            let target = self.register_spot(reg, number);
            self.add_move(&mut moves, target, reg, reg);
        }
        if self.code.blocks[to].preds > 1 || !self.code.blocks[to].params.is_empty() {
            self.mark(&entry.registers);
            for live in self.live.at_start(edge.to) {
                let reg = live.reg;
                if live.is_constant() || self.is_marked(reg) || self.in_memory(reg) {
                    continue;
                }
                let target = self.frame_spot(reg);
                self.add_move(&mut moves, target, reg, reg);
            }
        }
        let params = &self.code.blocks[to].params;
        for ((&param, &arg), &target) in params.iter().zip(&edge.args).zip(&entry.params) {
            let target = match target {
                Target::Nowhere => continue,
                Target::Register(number) => self.register_spot(param, number),
                Target::Frame => self.frame_spot(param),
            };
            self.add_move(&mut moves, target, param, arg);
        }
        self.entries[to] = Some(entry);
        for (reg, block) in self.pending.drain(..) {
            self.stored.push(reg, block);
        }
        moves
    }

    fn register_spot(&self, reg: Reg, number: Number) -> Spot {
        match self.code.infos[reg as usize].class {
            Class::Int => Spot::Int(number),
            Class::Vector => Spot::Vector(number),
        }
    }

    fn frame_spot(&mut self, reg: Reg) -> Spot {
        match self.frame_place(reg) {
            Place::At { disp, .. } => Spot::Frame(disp as u32),
            Place::Pool(_) => Spot::Frame(0),
        }
    }

    /// Adds the move of a value to a place of `own`, which is the same value or a parameter that becomes it.
    fn add_move(&mut self, moves: &mut Vec<Move>, to: Spot, own: Reg, reg: Reg) {
        let info = self.code.infos[reg as usize];
        let number = self.home[reg as usize];
        let in_frame = matches!(to, Spot::Frame(_)) && info.constant.is_none() && self.in_memory(reg);
        if in_frame && self.frame_spot(reg) == to {
            return;
        }
        let from = match info.constant {
            _ if number != NOWHERE => self.register_spot(reg, number),
            Some(constant) => Spot::Constant(constant),
            None => self.frame_spot(reg),
        };
        if to != from {
            let log_bytes = self.code.infos[own as usize].log_bytes;
            moves.push(Move { to, from, log_bytes });
        }
    }

    /// Emits the moves of an edge.
    pub(super) fn edge_code(&mut self, edge: &Edge) {
        let moves = self.moves(edge);
        self.move_all(moves);
    }

    /// Emits the moves of a call's arguments and of its target, which goes to the register of results.
    pub(super) fn pass(&mut self, args: &[Reg], target: Reg) {
        let mut moves = Vec::new();
        for (&arg, &number) in args.iter().zip(&ARGUMENTS) {
            self.add_move(&mut moves, Spot::Int(number), arg, arg);
        }
        self.add_move(&mut moves, Spot::Int(RAX), target, target);
        self.move_all(moves);
    }

    /// Emits moves as if they were done at once.
    fn move_all(&mut self, mut moves: Vec<Move>) {
        while !moves.is_empty() {
            let free = (0..moves.len()).find(|&n| {
                let to = moves[n].to;
                moves.iter().enumerate().all(|(k, other)| k == n || other.from != to)
            });
            match free {
                Some(n) => {
                    let own = moves.swap_remove(n);
                    self.move_one(own);
                }
                None => {
                    // A cycle: one value waits in the spare register, or in the frame.
                    let own = moves[0];
                    let aside = match own.from {
                        Spot::Int(_) => Spot::Int(SPARE),
                        Spot::Vector(_) => Spot::Vector(self.asm.spare_vector()),
                        _ => Spot::Frame(self.slots.aside()),
                    };
                    let waits_for_memory = moves.iter().any(|m| {
                        matches!((m.to, m.from), (Spot::Frame(_), Spot::Frame(_) | Spot::Constant(_)))
                    });
                    let aside = match aside {
                        Spot::Frame(_) => aside,
                        // The spare register is needed between two places in memory.
                        _ if waits_for_memory => Spot::Frame(self.slots.aside()),
                        _ => aside,
                    };
                    self.move_one(Move { to: aside, ..own });
                    for other in moves.iter_mut().filter(|other| other.from == own.from) {
                        other.from = aside;
                    }
                }
            }
        }
    }

    fn move_one(&mut self, own: Move) {
        let frame = |at: u32| Place::At { base: Some(RSP), index: None, scale: 0, disp: at as i32 };
        let width = own.log_bytes.saturating_sub(4);
        let vector_spare = self.asm.spare_vector();
        match (own.to, own.from) {
            (Spot::Int(to), Spot::Int(from)) => self.asm.move_int(to, from),
            (Spot::Vector(to), Spot::Vector(from)) => self.asm.move_vector(to, from, width),
            (Spot::Frame(to), Spot::Int(from)) => self.asm.store_int(from, frame(to)),
            (Spot::Frame(to), Spot::Vector(from)) => self.asm.store_vector(from, frame(to), own.log_bytes),
            (Spot::Int(to), Spot::Frame(from)) => self.asm.load_int(to, frame(from)),
            (Spot::Vector(to), Spot::Frame(from)) => self.asm.load_vector(to, frame(from), own.log_bytes),
            (Spot::Int(to), Spot::Constant(Constant::Int(n))) => self.asm.number(to, n),
            (Spot::Int(to), Spot::Constant(Constant::Frame(at))) => self.asm.frame_address(to, at),
            (Spot::Vector(to), Spot::Constant(Constant::Zero)) => self.asm.zero_vector(to),
            (Spot::Vector(to), Spot::Constant(Constant::Pool(at, log))) => {
                self.asm.load_vector(to, Place::Pool(at), log);
            }
            (Spot::Frame(_), Spot::Constant(Constant::Int(_) | Constant::Frame(_))) => {
                self.move_one(Move { to: Spot::Int(SPARE), ..own });
                self.move_one(Move { from: Spot::Int(SPARE), ..own });
            }
            (Spot::Frame(_), _) if own.log_bytes > 3 || matches!(own.from, Spot::Constant(_)) => {
                self.move_one(Move { to: Spot::Vector(vector_spare), ..own });
                self.move_one(Move { from: Spot::Vector(vector_spare), ..own });
            }
            (Spot::Frame(_), Spot::Frame(_)) => {
                self.move_one(Move { to: Spot::Int(SPARE), ..own });
                self.move_one(Move { from: Spot::Int(SPARE), ..own });
            }
            // Classes never mix, and nothing is moved to a constant.
            _ => {}
        }
    }

    /// Emits a branch to two edges after the flags are set.
    pub(super) fn branch(&mut self, n: u32, cond: Cond, edges: &[Edge; 2]) {
        let code = self.code;
        let cold = |edge: &Edge| code.blocks[edge.to as usize].cold;
        let own = code.blocks[n as usize].cold;
        // Rarely executed code decides last where values are.
        let first = usize::from(!own && cold(&edges[0]) && !cold(&edges[1]));
        let mut moves: [Vec<Move>; 2] = Default::default();
        for k in [first, 1 - first] {
            moves[k] = self.moves(&edges[k]);
        }
        let [mut yes, mut no] = moves;
        let [to_yes, to_no] = [0, 1].map(|k| self.labels[edges[k].to as usize]);
        if edges[0].to == edges[1].to && yes.is_empty() && no.is_empty() {
            return self.jump_to(n, edges[0].to);
        }
        for (k, cond) in [(0, cond), (1, cond.negated())] {
            let (moved, other) = if k == 0 { (&mut yes, &mut no) } else { (&mut no, &mut yes) };
            // Moves to rarely executed code stand there.
            if !own && cold(&edges[k]) && !moved.is_empty() {
                let stub = self.asm.label();
                self.asm.jump_if(cond, stub);
                let before = self.asm.switch(true);
                self.asm.bind(stub);
                self.move_all(std::mem::take(moved));
                self.asm.jump([to_yes, to_no][k]);
                self.asm.switch(before);
                self.move_all(std::mem::take(other));
                return self.jump_to(n, edges[1 - k].to);
            }
        }
        if yes.is_empty() {
            let follows = self.following[n as usize] == edges[0].to && no.is_empty();
            if follows {
                self.asm.jump_if(cond.negated(), to_no);
                return;
            }
            self.asm.jump_if(cond, to_yes);
            self.move_all(no);
            return self.jump_to(n, edges[1].to);
        }
        if no.is_empty() {
            self.asm.jump_if(cond.negated(), to_no);
            self.move_all(yes);
            return self.jump_to(n, edges[0].to);
        }
        let other = self.asm.label();
        self.asm.jump_if(cond.negated(), other);
        self.move_all(yes);
        self.asm.jump(to_yes);
        self.asm.bind(other);
        self.move_all(no);
        self.jump_to(n, edges[1].to);
    }

    /// Emits a jump by a table.
    pub(super) fn table(&mut self, inst: &Inst, at: u32, edges: &[Edge]) {
        let cases = edges.len() - 1;
        // Register 0 takes part in the computation.
        self.vacate(0, 0);
        let placed = self.operands(inst, at, 1);
        let index = placed.r[0];
        self.asm.compare_number(index, cases as i32, 4);
        let mut labels = Vec::new();
        let mut stubs = Vec::new();
        for edge in edges {
            let moves = self.moves(edge);
            if moves.is_empty() {
                labels.push(self.labels[edge.to as usize]);
            } else {
                let stub = self.asm.label();
                labels.push(stub);
                stubs.push((stub, moves, edge.to));
            }
        }
        if let Some(other) = labels.pop() {
            self.asm.jump_if(Cond::ABOVE_EQUAL, other);
        }
        self.asm.jump_by_table(index, labels);
        for (stub, moves, to) in stubs {
            self.asm.bind(stub);
            self.move_all(moves);
            let label = self.labels[to as usize];
            self.asm.jump(label);
        }
    }
}
