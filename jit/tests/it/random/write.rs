//! Writes a tree as PTX. For any tree the kernel is valid, ends, and has no race.

use super::forms::{ACCESSES, ATOMICS, FORMS, Pool, SHARED_ATOMICS};
use super::layout::{CELLS, COLUMNS, INPUT, Layout, SLOT, UNIFORMS};
use super::picks::{Picks, choose};
use super::program::{Program, Statement, calls, goes, leaves, waits};
use super::talk::TALK;
use std::fmt::Write;

macro_rules! line {
    ($w:expr, $($format:tt)+) => { writeln!($w.text, "\t{};", format_args!($($format)+)).expect("a string grows") };
}
pub(super) use line;

/// Size of a thread's local memory, bytes.
const LOCAL: u32 = 64;

/// Returns the letter of an operand's pool.
fn letter(operand: &str) -> char {
    operand.chars().next().expect("a letter")
}

pub(super) struct Writer {
    pub(super) text: String,
    layout: Layout,
    pub(super) block: [u32; 3],
    labels: u32,
    counters: u32,
    uniform_stores: u32,
    /// `true` if any statement uses the shared cells of [`SHARED_ATOMICS`].
    shares: bool,
    /// `true` if lanes communicate through volatile memory, and if threads wait for each other in loops.
    pub(super) talks: bool,
    pub(super) waits: bool,
    /// Number of enclosing loops.
    depth: usize,
    /// `true` if all live threads of the block are converged here.
    together: bool,
    /// If they are not: register with the mask of the warp's converged lanes, if known.
    converged: Option<String>,
    parties: u32,
    /// Labels of the enclosing loops: targets of continue and break.
    loops: Vec<(String, String)>,
}

/// Returns the program's text.
pub(crate) fn write(program: &Program) -> String {
    let layout = Layout::new(program.grid, program.block);
    let mut w = Writer {
        text: String::new(),
        layout,
        block: program.block,
        labels: 0,
        counters: 0,
        uniform_stores: 0,
        shares: false,
        talks: false,
        waits: waits(&program.body),
        depth: 0,
        together: true,
        converged: None,
        parties: 0,
        loops: Vec::new(),
    };
    w.statements(&program.body);
    let body = std::mem::take(&mut w.text);
    w.head(program);
    let head = std::mem::replace(&mut w.text, body);
    w.tail();
    head + &w.text
}

impl Writer {
    pub(super) fn label(&mut self) -> String {
        self.labels += 1;
        format!("$L{}", self.labels)
    }

    pub(super) fn place(&mut self, label: &str) {
        writeln!(self.text, "{label}:").expect("a string grows");
    }

    fn head(&mut self, program: &Program) {
        let [x, y, _] = program.block;
        self.text += ".version 8.7\n.target sm_90\n.address_size 64\n";
        if calls(&program.body) {
            self.text += include_str!("functions.ptx");
        }
        self.text += ".visible .entry k(.param .u64 pb, .param .u32 pu, .param .f32 pf)\n{\n";
        for pool in Pool::ALL {
            line!(self, ".reg .{} {}<{}>", pool.ptx_type(), pool.name(), pool.count());
        }
        line!(self, ".reg .b32 %x<6>, %tid, %gtid, %ua, %junk");
        line!(self, ".reg .b64 %y<4>, %base, %own, %long");
        line!(self, ".reg .f32 %uf, %e");
        line!(self, ".reg .pred %q");
        if self.counters > 0 {
            line!(self, ".reg .b32 %c<{}>", self.counters);
        }
        if self.parties > 0 {
            line!(self, ".reg .b32 %m<{}>", self.parties);
        }
        line!(self, ".local .align 16 .b8 own[{LOCAL}]");
        line!(self, ".shared .align 8 .b8 swap[4096]");
        line!(self, ".shared .align 8 .b8 cells[32]");
        if self.talks {
            line!(self, ".shared .align 4 .b8 talk[{TALK}]");
        }
        if self.waits {
            line!(self, ".reg .b32 %stamp");
            line!(self, "mov.u32 %stamp, 0");
            line!(self, ".shared .align 4 .b8 flags[{}]", 2 * TALK);
        }
        if self.shares {
            let label = self.label();
            let bytes = SHARED_ATOMICS.len() as u32 * CELLS * 8;
            line!(self, ".shared .align 8 .b8 more[{bytes}]");
            line!(self, "mov.u64 %long, 0x5a5a5a5a5a5a5a5a");
            line!(self, "mov.u32 %x0, {}", bytes - 8);
            line!(self, "mov.u32 %x1, more");
            self.place(&label);
            line!(self, "add.u32 %x2, %x0, %x1");
            line!(self, "st.shared.b64 [%x2], %long");
            line!(self, "sub.s32 %x0, %x0, 8");
            line!(self, "setp.ge.s32 %q, %x0, 0");
            line!(self, "@%q bra {label}");
        }
        line!(self, "ld.param.u64 %base, [pb]");
        line!(self, "cvta.to.global.u64 %base, %base");
        line!(self, "ld.param.u32 %ua, [pu]");
        line!(self, "ld.param.f32 %uf, [pf]");
        // A thread's number in its block, in the form that the shape needs.
        line!(self, "mov.u32 %tid, %tid.x");
        if y > 1 {
            line!(self, "mov.u32 %x0, %tid.y");
            line!(self, "mov.u32 %x1, %ntid.x");
            line!(self, "mad.lo.s32 %tid, %x0, %x1, %tid");
        }
        if program.block[2] > 1 {
            line!(self, "mov.u32 %x0, %tid.z");
            line!(self, "mad.lo.s32 %tid, %x0, {}, %tid", x * y);
        }
        line!(self, "mov.u32 %x0, %ctaid.y");
        line!(self, "mov.u32 %x1, %nctaid.x");
        line!(self, "mov.u32 %x2, %ctaid.x");
        line!(self, "mad.lo.s32 %x2, %x0, %x1, %x2");
        line!(self, "mad.lo.s32 %gtid, %x2, {}, %tid", program.block.iter().product::<u32>());
        // The order of the threads' slots differs by program.
        line!(self, "mul.lo.u32 %x0, %gtid, {}", program.data as u32 & 0xff | 1);
        line!(self, "add.u32 %x0, %x0, {}", program.data >> 8 & 0xff);
        line!(self, "and.b32 %x0, %x0, {}", self.layout.threads - 1);
        line!(self, "mul.wide.u32 %own, %x0, {SLOT}");
        line!(self, "add.s64 %own, %own, %base");
        line!(self, "add.s64 %own, %own, {}", self.layout.slots());
        line!(self, "mul.wide.u32 %y0, %gtid, 16");
        line!(self, "add.s64 %y0, %y0, %base");
        self.text += include_str!("head.ptx");
        for at in (0..LOCAL).step_by(8) {
            line!(self, "st.local.b64 [own+{at}], %own");
        }
    }

    fn tail(&mut self) {
        line!(self, "mul.wide.u32 %y0, %gtid, 8");
        line!(self, "add.s64 %y0, %y0, %base");
        let mut at = self.layout.shown();
        for pool in Pool::ALL {
            for n in 0..pool.count() {
                let (ptx_type, name) = (pool.ptx_type(), pool.name());
                if pool == Pool::Predicate {
                    line!(self, "selp.u32 %x0, 1, 0, {name}{n}");
                    line!(self, "st.global.b32 [%y0+{at}], %x0");
                } else {
                    line!(self, "st.global.{ptx_type} [%y0+{at}], {name}{n}");
                }
                at += self.layout.threads * 8;
            }
        }
        line!(self, "bar.sync 0");
        line!(self, "and.b32 %x0, %tid, 7");
        line!(self, "shl.b32 %x0, %x0, 2");
        line!(self, "mov.u32 %x1, cells");
        line!(self, "add.u32 %x0, %x0, %x1");
        line!(self, "ld.shared.b32 %x0, [%x0]");
        line!(self, "st.global.b32 [%y0+{at}], %x0");
        if self.shares {
            line!(self, "and.b32 %x0, %tid, 7");
            line!(self, "shl.b32 %x0, %x0, 3");
            line!(self, "mov.u32 %x1, more");
            line!(self, "add.u32 %x0, %x0, %x1");
            line!(self, "mov.u64 %y1, 0");
            for n in 0..SHARED_ATOMICS.len() as u32 {
                line!(self, "ld.shared.b64 %y2, [%x0+{}]", n * CELLS * 8);
                // Rotated, so that equal cells of two operations do not cancel.
                line!(self, "mad.lo.u64 %y1, %y1, 5, %y2");
            }
            line!(self, "st.global.b64 [%y0+{}], %y1", at + self.layout.threads * 8);
        }
        line!(self, "ret");
        self.text += "}\n";
    }

    fn statements(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Pure { form, picks } => self.pure(*form, &mut Picks(*picks)),
            Statement::Load { picks } => self.load(&mut Picks(*picks)),
            Statement::Store { picks } => self.store(&mut Picks(*picks)),
            Statement::Atomic { picks } => self.atomic(&mut Picks(*picks)),
            Statement::Sync { picks } => match (self.together, self.converged.clone()) {
                (true, _) => self.sync(&mut Picks(*picks), None),
                (false, Some(converged)) => self.sync(&mut Picks(*picks), Some(&converged)),
                (false, None) => {}
            },
            Statement::Talk { picks } => match (self.together, self.converged.clone()) {
                (true, _) => self.talk(&mut Picks(*picks), None),
                (false, Some(converged)) => self.talk(&mut Picks(*picks), Some(&converged)),
                (false, None) => {}
            },
            Statement::Wait { picks } if self.together => self.wait(&mut Picks(*picks)),
            Statement::Wait { .. } => {}
            Statement::Local { picks } => self.local(&mut Picks(*picks)),
            Statement::Call { picks } => self.call(&mut Picks(*picks)),
            Statement::Return { picks } => {
                let predicate = Picks(*picks).predicate();
                if self.waits {
                    self.write_end_flags(&predicate);
                }
                line!(self, "@{predicate} ret");
                self.converged = None;
            }
            Statement::Leave { picks } => {
                self.leave(&mut Picks(*picks));
                self.converged = None;
            }
            Statement::If { picks, then, otherwise } => self.branch(&mut Picks(*picks), then, otherwise),
            Statement::Loop { picks, body } => self.iterations(&mut Picks(*picks), body),
            Statement::Search { picks, body, after } => self.search(&mut Picks(*picks), body, after),
            Statement::Switch { picks, arms } => self.switch(&mut Picks(*picks), arms),
        }
    }

    fn pure(&mut self, form: u16, picks: &mut Picks) {
        let (opcode, operands) = FORMS[usize::from(form) % FORMS.len()];
        let opcode = choose(opcode, picks);
        let guard = picks.guard();
        // Halves and pairs of halves take no constants.
        let halves = [".f16", ".f16x2", ".bf16", ".bf16x2", ".u16x2", ".s16x2"];
        let constants = operands.split(' ').count() > 2
            && !operands.contains('{')
            && !halves.iter().any(|ty| opcode.ends_with(ty));
        let operands: Vec<String> = operands
            .split(' ')
            .map(|operand| match operand {
                part if part.starts_with('{') => {
                    format!("{{{}", picks.register(Pool::from_letter(letter(&part[1..]))))
                }
                part if part.ends_with('}') => {
                    format!("{}}}", picks.register(Pool::from_letter(letter(part))))
                }
                "I" => picks.constant(Pool::Word),
                "P" => picks.predicate(),
                "s" if picks.number(2) == 0 => {
                    picks.choose(&["0", "1", "5", "8", "16", "31", "32", "63", "64", "200"]).into()
                }
                "s" => picks.register(Pool::Word),
                "8" => format!("{:#x}", picks.number(256)),
                written if written.starts_with('=') => {
                    picks.register(Pool::from_letter(letter(&written[1..])))
                }
                read => picks.source(Pool::from_letter(letter(read)), constants),
            })
            .collect();
        for opcode in opcode.split(';') {
            line!(self, "{guard}{opcode} {}", operands.join(", "));
        }
    }

    fn registers(letters: &str, picks: &mut Picks, distinct: bool) -> String {
        let mut names: Vec<String> = Vec::new();
        for letter in letters.chars() {
            let pool = Pool::from_letter(letter);
            let first = picks.number(pool.count());
            let free = (0..pool.count()).map(|n| format!("{}{}", pool.name(), (first + n) % pool.count()));
            names.extend(free.into_iter().find(|name| !distinct || !names.contains(name)));
        }
        if names.len() == 1 { names.remove(0) } else { format!("{{{}}}", names.join(", ")) }
    }

    /// Writes the computation of an address of `size` bytes that is this thread's alone.
    fn own_address(&mut self, size: u32, picks: &mut Picks) -> String {
        let Layout { threads, .. } = self.layout;
        let column = picks.number(COLUMNS as usize - 1) as u32;
        let columns = self.layout.columns(size);
        match picks.number(6) {
            0 => format!("%own+{}", size * picks.number((SLOT / size) as usize) as u32),
            1 => {
                let index = picks.register(Pool::Word);
                line!(self, "and.b32 %x0, {index}, {}", SLOT / size - 1);
                line!(self, "mul.wide.u32 %y0, %x0, {size}");
                line!(self, "add.s64 %y0, %y0, %own");
                "%y0".into()
            }
            2 => {
                line!(self, "add.s32 %x0, %gtid, {}", column * threads);
                line!(self, "mul.wide.s32 %y0, %x0, {size}");
                line!(self, "add.s64 %y0, %base, %y0");
                format!("%y0+{columns}")
            }
            3 => {
                line!(self, "cvt.u64.u32 %y0, %gtid");
                line!(self, "shl.b64 %y0, %y0, {}", size.trailing_zeros());
                line!(self, "add.s64 %y0, %y0, %base");
                format!("%y0+{}", columns + column * threads * size)
            }
            4 => {
                // Threads in the opposite order, in a column of their own.
                let column = COLUMNS - 1;
                line!(self, "sub.s32 %x0, {}, %gtid", threads - 1);
                line!(self, "mad.wide.s32 %y0, %x0, {size}, %base");
                format!("%y0+{}", columns + column * threads * size)
            }
            _ => {
                line!(self, "mad.wide.u32 %y0, %gtid, {size}, %base");
                format!("%y0+{}", columns + column * threads * size)
            }
        }
    }

    fn load(&mut self, picks: &mut Picks) {
        let (suffix, size, letters) = picks.choose(ACCESSES);
        let guard = picks.guard();
        let way = picks.number(6);
        let (space, address) = match way {
            0 | 1 => (
                picks.choose(&[".global", "", ".volatile.global", ".relaxed.gpu.global"]),
                self.own_address(size, picks),
            ),
            2 => {
                line!(self, "mad.wide.u32 %y0, %gtid, {size}, %base");
                (".global", "%y0".into())
            }
            3 => {
                line!(self, "and.b32 %x0, %ua, {}", INPUT / size - 1);
                line!(self, "mad.wide.u32 %y0, %x0, {size}, %base");
                (picks.choose(&[".global", ".global.nc", ""]), "%y0".into())
            }
            _ => {
                let index = picks.register(Pool::Word);
                line!(self, "and.b32 %x0, {index}, {}", INPUT / size - 1);
                line!(self, "mad.wide.u32 %y0, %x0, {size}, %base");
                (picks.choose(&[".global", ".global.nc", ""]), "%y0".into())
            }
        };
        // Strong accesses have one element.
        let space = if suffix.starts_with('v') && (space.starts_with(".v") || space.starts_with(".r")) {
            ""
        } else {
            space
        };
        let registers = Self::registers(letters, picks, true);
        line!(self, "{guard}ld{space}.{suffix} {registers}, [{address}]");
    }

    fn store(&mut self, picks: &mut Picks) {
        let (suffix, size, letters) = picks.choose(ACCESSES);
        let guard = picks.guard();
        if picks.number(8) == 0 && self.uniform_stores < UNIFORMS {
            let at = self.layout.uniforms() + self.uniform_stores * 16;
            self.uniform_stores += 1;
            let value = picks.choose(&["%ua", "7"]);
            line!(self, "{guard}st.global.b32 [%base+{at}], {value}");
            return;
        }
        let space = picks.choose(&[".global", "", ".global"]);
        let address = self.own_address(size, picks);
        let registers = Self::registers(letters, picks, false);
        line!(self, "{guard}st{space}.{suffix} [{address}], {registers}");
    }

    fn atomic(&mut self, picks: &mut Picks) {
        let guard = picks.guard();
        let cell = picks.source(Pool::Word, false);
        let kind = picks.number(ATOMICS.len() + 3 + SHARED_ATOMICS.len() / 2);
        let value = picks.register(Pool::Word);
        line!(self, "and.b32 %x0, {cell}, {}", CELLS - 1);
        if kind > ATOMICS.len() + 2 {
            let n = picks.number(SHARED_ATOMICS.len());
            let (operation, letter) = SHARED_ATOMICS[n];
            let value = picks.register(Pool::from_letter(letter));
            self.shares = true;
            let before = picks.wrap_distance();
            line!(self, "mov.u32 %x1, more");
            line!(self, "mad.lo.u32 %x0, %x0, 8, %x1");
            line!(self, "sub.u32 %x0, %x0, {before}");
            let at = n as u32 * CELLS * 8 + before;
            if picks.number(2) == 0 {
                line!(self, "{guard}red.shared.{operation} [%x0+{at}], {value}");
            } else {
                let junk = if letter == 'r' { "%junk" } else { "%long" };
                line!(self, "{guard}atom.shared.{operation} {junk}, [%x0+{at}], {value}");
            }
            return;
        }
        if kind > ATOMICS.len() {
            line!(self, "shl.b32 %x0, %x0, 2");
            line!(self, "mov.u32 %x1, cells");
            line!(self, "add.u32 %x0, %x0, %x1");
            line!(self, "{guard}red.shared.add.u32 [%x0], {value}");
            return;
        }
        line!(self, "mad.wide.u32 %y0, %x0, 8, %base");
        let at = self.layout.atomics() + kind as u32 * CELLS * 8;
        let Some(&(operation, letter)) = ATOMICS.get(kind) else {
            // Sums of small whole numbers are exact in any order.
            line!(self, "and.b32 %x1, {value}, 15");
            line!(self, "cvt.rn.f32.s32 %e, %x1");
            line!(self, "{guard}red.global.add.f32 [%y0+{at}], %e");
            return;
        };
        let value = picks.register(Pool::from_letter(letter));
        if picks.number(2) == 0 {
            line!(self, "{guard}red.global.{operation} [%y0+{at}], {value}");
        } else {
            let junk = if letter == 'r' { "%junk" } else { "%long" };
            line!(self, "{guard}atom.global.{operation} {junk}, [%y0+{at}], {value}");
        }
    }

    /// Writes an access of local memory by its own or by generic addresses.
    fn local(&mut self, picks: &mut Picks) {
        let (suffix, size, letters) = picks.choose(ACCESSES);
        let guard = picks.guard();
        let (space, address) = match picks.number(4) {
            0 => (".local", format!("own+{}", size * picks.number((LOCAL / size) as usize) as u32)),
            way => {
                let index = picks.register(Pool::Word);
                line!(self, "and.b32 %x0, {index}, {}", LOCAL / size - 1);
                if way == 1 {
                    line!(self, "mul.wide.u32 %y0, %x0, {size}");
                    line!(self, "mov.u64 %y1, own");
                    line!(self, "cvta.local.u64 %y1, %y1");
                    line!(self, "add.s64 %y0, %y0, %y1");
                    ("", "%y0".into())
                } else {
                    line!(self, "mov.u32 %x1, own");
                    line!(self, "mad.lo.u32 %x0, %x0, {size}, %x1");
                    let before = picks.wrap_distance();
                    line!(self, "sub.u32 %x0, %x0, {before}");
                    (".local", format!("%x0+{before}"))
                }
            }
        };
        let load = picks.number(2) == 0;
        let registers = Self::registers(letters, picks, load);
        if load {
            line!(self, "{guard}ld{space}.{suffix} {registers}, [{address}]");
        } else {
            line!(self, "{guard}st{space}.{suffix} [{address}], {registers}");
        }
    }

    fn call(&mut self, picks: &mut Picks) {
        let [a, b, result] = [(); 3].map(|()| picks.register(Pool::Word));
        line!(self, "{{\n\t.param .b32 a; .param .b32 b; .param .b32 q");
        line!(self, "st.param.b32 [a], {a}");
        line!(self, "st.param.b32 [b], {b}");
        match picks.number(6) {
            4 | 5 => {
                let own = self.label();
                let by = if picks.number(3) == 0 { "%ua".into() } else { picks.register(Pool::Word) };
                line!(self, "and.b32 %x0, {by}, 1");
                line!(self, "setp.ne.u32 %q, %x0, 0");
                line!(self, "mov.u64 %y0, fold");
                line!(self, "mov.u64 %y1, down");
                line!(self, "selp.b64 %y0, %y0, %y1, %q");
                if picks.number(2) == 0 {
                    line!(self, "and.b32 %x0, {by}, 6");
                    line!(self, "setp.eq.u32 %q, %x0, 2");
                    line!(self, "mov.u64 %y1, {}", picks.choose(&["leaf", "twist"]));
                    line!(self, "selp.b64 %y0, %y1, %y0, %q");
                }
                self.place(&own);
                line!(self, ".callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _)");
                line!(self, "call (q), %y0, (a, b), {own}");
            }
            n => line!(self, "call (q), {}, (a, b)", ["leaf", "fold", "down", "twist"][n]),
        }
        line!(self, "ld.param.b32 {result}, [q]");
        self.text += "\t}\n";
    }

    /// Writes an operation of all lanes of the warp, of the block, or of some lanes.
    fn sync(&mut self, picks: &mut Picks, converged: Option<&str>) {
        let all = converged.unwrap_or("0xffffffff");
        let word = picks.register(Pool::Word);
        let value = picks.register(Pool::Word);
        let predicate = picks.register(Pool::Predicate);
        let asked = picks.predicate();
        let choice = picks.number(12);
        // The rest of the block has diverged.
        let choice = if converged.is_some() && (choice < 2 || choice == 10) { choice + 1 } else { choice };
        match if converged.is_some() && choice == 1 { 2 } else { choice } {
            0 | 1 => {
                let threads: u32 = self.block.iter().product();
                let more = picks.wrap_distance();
                line!(self, "shl.b32 %x0, %tid, 2");
                line!(self, "mov.u32 %x1, swap");
                line!(self, "add.u32 %x0, %x0, %x1");
                line!(self, "sub.u32 %x0, %x0, {more}");
                line!(self, "st.shared.b32 [%x0+{more}], {value}");
                line!(self, "bar.sync 0");
                line!(self, "xor.b32 %x2, %tid, {}", picks.choose(&[1, 2, 5, 16, 32, 33]));
                line!(self, "setp.lt.u32 %q, %x2, {threads}");
                line!(self, "selp.b32 %x2, %x2, %tid, %q");
                line!(self, "mad.lo.u32 %x2, %x2, 4, %x1");
                line!(self, "ld.shared.b32 {word}, [%x2]");
                line!(self, "bar.sync 0");
            }
            2..=4 => {
                let way = picks.choose(&["up", "down", "bfly", "idx"]);
                let lane = picks.source(Pool::Word, true);
                let clamp = picks.choose(&["0x1f", "0", "0x181f", "0x1c03", "0x1800"]);
                line!(self, "shfl.sync.{way}.b32 {word}|{predicate}, {value}, {lane}, {clamp}, {all}");
            }
            5 => {
                line!(
                    self,
                    "vote.sync.{}.pred {predicate}, {asked}, {all}",
                    picks.choose(&["all", "any", "uni"])
                )
            }
            6 => line!(self, "vote.sync.ballot.b32 {word}, {asked}, {all}"),
            7 => line!(self, "match.any.sync.b32 {word}, {value}, {all}"),
            8 => line!(self, "match.all.sync.b32 {word}|{predicate}, {value}, {all}"),
            9 => {
                let way = picks.choose(&["add.u32", "min.s32", "max.u32", "and.b32", "or.b32", "xor.b32"]);
                line!(self, "redux.sync.{way} {word}, {value}, {all}");
            }
            10 => match picks.number(3) {
                0 => line!(self, "bar.red.popc.u32 {word}, 0, {asked}"),
                1 => line!(self, "bar.red.and.pred {predicate}, 0, {asked}"),
                _ => line!(self, "bar.red.or.pred {predicate}, 0, {asked}"),
            },
            _ => match picks.number(2) {
                0 => line!(self, "bar.warp.sync {all}"),
                _ => line!(self, "elect.sync {word}|{predicate}, {all}"),
            },
        }
    }

    fn leave(&mut self, picks: &mut Picks) {
        if self.loops.is_empty() {
            return;
        }
        let depth = picks.number(self.loops.len());
        let (next, end) = self.loops[self.loops.len() - 1 - depth].clone();
        let to = if picks.number(3) == 0 { next } else { end };
        let predicate = picks.predicate();
        line!(self, "@{predicate} bra {to}");
    }

    /// Chooses a branch predicate; returns `true` if it is uniform in the launch.
    fn condition(&mut self, picks: &mut Picks) -> (String, bool) {
        let uniform = picks.number(3) == 0;
        if uniform {
            line!(self, "and.b32 %x0, %ua, {}", 1_u32 << picks.number(8));
            line!(self, "setp.ne.s32 %q, %x0, 0");
            return ("%q".into(), true);
        }
        (picks.register(Pool::Predicate), false)
    }

    /// Writes the masks of lanes for which a predicate holds and does not hold, if the converged lanes are
    /// known.
    fn converged_masks(&mut self, predicate: &str) -> [Option<String>; 2] {
        let here = match (self.together, &self.converged) {
            (true, _) => String::from("0xffffffff"),
            (false, Some(converged)) => converged.clone(),
            (false, None) => return [None, None],
        };
        let [yes, no] = [0, 1].map(|n| format!("%m{}", self.parties + n));
        self.parties += 2;
        line!(self, "vote.sync.ballot.b32 {yes}, {predicate}, {here}");
        line!(self, "vote.sync.ballot.b32 {no}, !{predicate}, {here}");
        [Some(yes), Some(no)]
    }

    fn branch(&mut self, picks: &mut Picks, then: &[Statement], otherwise: &[Statement]) {
        let (predicate, uniform) = self.condition(picks);
        let (other, end) = (self.label(), self.label());
        let (outside, around) = (self.together, self.converged.clone());
        let [yes, no] =
            if uniform { [around.clone(), around.clone()] } else { self.converged_masks(&predicate) };
        self.together &= uniform;
        line!(self, "@!{predicate} bra {}", if otherwise.is_empty() { &end } else { &other });
        self.converged = yes;
        self.statements(then);
        if !otherwise.is_empty() {
            line!(self, "bra {end}");
            self.place(&other);
            self.converged = no;
            self.statements(otherwise);
        }
        self.place(&end);
        self.together = outside;
        // The remaining lanes are unknown here.
        self.converged = around.filter(|_| !goes(then) && !goes(otherwise));
    }

    fn iterations(&mut self, picks: &mut Picks, body: &[Statement]) {
        let counter = format!("%c{}", self.counters);
        self.counters += 1;
        let most = [7, 3, 1][self.depth.min(2)];
        let uniform = picks.number(3) == 0;
        let limit = if uniform { picks.choose(&["%ua", "7"]).into() } else { picks.register(Pool::Word) };
        let (head, next, end) = (self.label(), self.label(), self.label());
        let (outside, around) = (self.together, self.converged.take());
        self.together &= uniform && !leaves(body);
        if uniform && !goes(body) {
            self.converged.clone_from(&around);
        }
        let first = picks.number(2) == 0;
        line!(self, "and.b32 {counter}, {limit}, {most}");
        self.place(&head);
        if first {
            line!(self, "setp.eq.s32 %q, {counter}, 0");
            line!(self, "@%q bra {end}");
        }
        self.loops.push((next.clone(), end.clone()));
        self.depth += 1;
        self.statements(body);
        self.depth -= 1;
        self.loops.pop();
        self.place(&next);
        line!(self, "sub.s32 {counter}, {counter}, 1");
        let apart = picks.number(3) == 0;
        if first && apart {
            self.two_ways_back(picks, &head);
        } else if first {
            line!(self, "bra {head}");
        } else {
            line!(self, "setp.gt.s32 %q, {counter}, 0");
            line!(self, "@%q bra {head}");
        }
        self.place(&end);
        self.together = outside;
        self.converged = around.filter(|_| !goes(body));
    }

    /// Writes two back-edges to a loop's head, each of which changes a word that the other keeps.
    fn two_ways_back(&mut self, picks: &mut Picks, head: &str) {
        let (predicate, word) = (picks.predicate(), picks.register(Pool::Word));
        let other = self.label();
        line!(self, "@{predicate} bra {other}");
        line!(self, "add.u32 {word}, {word}, 7");
        line!(self, "bra {head}");
        self.place(&other);
        line!(self, "mad.lo.u32 {word}, {word}, 3, 1");
        line!(self, "bra {head}");
    }

    /// Writes a loop that each thread leaves on a condition of its own, with an iteration count.
    fn search(&mut self, picks: &mut Picks, body: &[Statement], after: &[Statement]) {
        let [left, count] = [0, 1].map(|n| format!("%c{}", self.counters + n));
        self.counters += 2;
        let (head, next, end) = (self.label(), self.label(), self.label());
        let (outside, around) = (self.together, self.converged.take());
        self.depth += 1;
        let most = [15, 3, 1][(self.depth - 1).min(2)];
        let way = picks.number(3);
        line!(self, "mov.b32 {count}, 0");
        if way == 0 && outside && !goes(body) && !goes(after) {
            self.barrier_loop(picks, (&left, &count), body, after);
        } else {
            self.together = false;
            let limit = picks.register(Pool::Word);
            line!(self, "and.b32 {left}, {limit}, {most}");
            self.place(&head);
            line!(self, "sub.s32 {left}, {left}, 1");
            line!(self, "add.s32 {count}, {count}, 1");
            self.statements(body);
            // Only while iterations remain: the loop has no other exit than the one after this.
            line!(self, "setp.gt.and.s32 %q, {left}, 0, {}", picks.predicate());
            line!(self, "@%q bra {}", if way == 1 { &head } else { &next });
            line!(self, "add.s32 {count}, {count}, 16");
            self.statements(after);
            line!(self, "setp.le.or.s32 %q, {left}, 0, {}", picks.predicate());
            line!(self, "@%q bra {end}");
            self.place(&next);
            if way != 1 {
                line!(self, "xor.b32 {count}, {count}, 64");
            }
            line!(self, "bra {head}");
            self.place(&end);
        }
        let sum = picks.register(Pool::Word);
        line!(self, "add.u32 {sum}, {sum}, {count}");
        self.depth -= 1;
        self.together = outside;
        self.converged = around.filter(|_| !goes(body) && !goes(after));
    }

    /// Writes a loop with two barriers of all threads an iteration; threads that have finished use another
    /// copy of the barriers.
    fn barrier_loop(
        &mut self,
        picks: &mut Picks,
        counters: (&str, &str),
        body: &[Statement],
        after: &[Statement],
    ) {
        let (left, count) = counters;
        let (head, out, end) = (self.label(), self.label(), self.label());
        let threads: u32 = self.block.iter().product();
        let (value, word) = (picks.register(Pool::Word), picks.register(Pool::Word));
        self.together = false;
        line!(self, "and.b32 {left}, %ua, 3");
        line!(self, "add.s32 {left}, {left}, 1");
        self.place(&head);
        self.statements(body);
        line!(self, "shl.b32 %x0, %tid, 2");
        line!(self, "mov.u32 %x1, swap");
        line!(self, "add.u32 %x0, %x0, %x1");
        line!(self, "st.shared.b32 [%x0], {value}");
        line!(self, "barrier.sync 0");
        line!(self, "xor.b32 %x2, %tid, {}", picks.choose(&[1, 3, 16, 33]));
        line!(self, "setp.lt.u32 %q, %x2, {threads}");
        line!(self, "selp.b32 %x2, %x2, %tid, %q");
        line!(self, "mad.lo.u32 %x2, %x2, 4, %x1");
        line!(self, "ld.shared.b32 {word}, [%x2]");
        line!(self, "barrier.sync 0");
        line!(self, "add.s32 {count}, {count}, 1");
        self.statements(after);
        line!(self, "sub.s32 {left}, {left}, 1");
        line!(self, "setp.le.s32 %q, {left}, 0");
        line!(self, "@%q bra {end}");
        line!(self, "@{} bra {out}", picks.predicate());
        line!(self, "bra {head}");
        self.place(&out);
        line!(self, "barrier.sync 0");
        line!(self, "barrier.sync 0");
        line!(self, "sub.s32 {left}, {left}, 1");
        line!(self, "setp.gt.s32 %q, {left}, 0");
        line!(self, "@%q bra {out}");
        self.place(&end);
    }

    fn switch(&mut self, picks: &mut Picks, arms: &[Vec<Statement>]) {
        let uniform = picks.number(3) == 0;
        let by = if uniform { "%ua".into() } else { picks.register(Pool::Word) };
        let (outside, around) = (self.together, self.converged.clone());
        self.together &= uniform;
        let inside = around.clone().filter(|_| uniform);
        let (table, end) = (self.label(), self.label());
        let labels: Vec<String> = arms.iter().map(|_| self.label()).collect();
        line!(self, "and.b32 %x0, {by}, 3");
        writeln!(self.text, "{table}: .branchtargets {};", labels.join(", ")).expect("a string grows");
        line!(self, "brx.idx %x0, {table}");
        for (label, arm) in labels.iter().zip(arms) {
            self.place(label);
            self.converged.clone_from(&inside);
            self.statements(arm);
            line!(self, "bra {end}");
        }
        self.place(&end);
        self.together = outside;
        self.converged = around.filter(|_| !arms.iter().any(|arm| goes(arm)));
    }
}
