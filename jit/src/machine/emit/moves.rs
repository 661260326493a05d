//! Moves, flags, and the beginning and end of a function.

use super::{Placed, Rm};
use crate::machine::assembler::{Assembler, Label, Number, Place, RAX, RSP, SPARE, int, vector};
use crate::machine::codes::{self, Width};
use crate::machine::inst::{Cond, Flags};
use iced_x86::{Code, Instruction, Register};

impl Assembler {
    pub(in crate::machine) fn move_int(&mut self, to: Number, from: Number) {
        if to != from {
            self.rr(Code::Mov_r64_rm64, int(to, 8), int(from, 8));
        }
    }

    pub(in crate::machine) fn number(&mut self, to: Number, n: i64) {
        if let Ok(n) = u32::try_from(n) {
            self.plain(Instruction::with2(Code::Mov_r32_imm32, int(to, 4), n));
        } else if let Ok(n) = i32::try_from(n) {
            self.plain(Instruction::with2(Code::Mov_rm64_imm32, int(to, 8), n));
        } else {
            self.plain(Instruction::with2(Code::Mov_r64_imm64, int(to, 8), n));
        }
    }

    pub(in crate::machine) fn move_vector(&mut self, to: Number, from: Number, width: Width) {
        if to != from {
            let code = self.code(codes::MOVAPS, width);
            self.rr(code, vector(to, width), vector(from, width));
        }
    }

    pub(in crate::machine) fn load_int(&mut self, to: Number, from: Place) {
        self.r_rm(Code::Mov_r64_rm64, int(to, 8), Rm::Mem(from));
    }

    pub(in crate::machine) fn store_int(&mut self, from: Number, to: Place) {
        self.mem_r(Code::Mov_rm64_r64, to, int(from, 8));
    }

    /// Loads some bytes, 4 to 64.
    pub(in crate::machine) fn load_vector(&mut self, to: Number, from: Place, log_bytes: u8) {
        let (op, width) = match log_bytes {
            2 => (codes::MOVSS_LOAD, 0),
            3 => (codes::MOVSD_LOAD, 0),
            log => (codes::MOVUPS, log - 4),
        };
        let code = self.code(op, width);
        self.r_rm(code, vector(to, width), Rm::Mem(from));
    }

    pub(in crate::machine) fn store_vector(&mut self, from: Number, to: Place, log_bytes: u8) {
        let (op, width) = match log_bytes {
            3 => (codes::MOVSD_STORE, 0),
            log => (codes::MOVUPS_STORE, log - 4),
        };
        let code = self.code(op, width);
        self.mem_r(code, to, vector(from, width));
    }

    pub(in crate::machine) fn zero_vector(&mut self, to: Number) {
        let code = self.code(codes::PXOR, 0);
        let to = vector(to, 0);
        self.plain(Instruction::with3(code, to, to, to));
    }

    pub(in crate::machine) fn load_address(&mut self, to: Number, place: Place) {
        let (mem, pool) = self.memory(place);
        self.encode(Instruction::with2(Code::Lea_r64_m, int(to, 8), mem), pool);
    }

    /// Computes the address of a place in the stack frame.
    pub(in crate::machine) fn frame_address(&mut self, to: Number, at: i32) {
        self.load_address(to, Place::At { base: Some(RSP), index: None, scale: 0, disp: at });
    }

    pub(in crate::machine) fn call(&mut self, target: Number) {
        self.plain(Instruction::with1(Code::Call_rm64, int(target, 8)));
    }

    /// Clears the upper parts of vector registers: code with older encodings is slow otherwise.
    pub(in crate::machine) fn clear_upper(&mut self) {
        self.plain(Ok(Instruction::with(Code::VEX_Vzeroupper)));
    }

    /// Jumps to a label of a table.
    pub(in crate::machine) fn jump_by_table(&mut self, index: Number, labels: Vec<Label>) {
        let table = self.table(labels);
        self.load_address(SPARE, Place::Pool(table));
        self.rr(Code::Mov_r32_rm32, int(RAX, 4), int(index, 4));
        let entry = Place::At { base: Some(SPARE), index: Some(RAX), scale: 4, disp: 0 };
        self.r_rm(Code::Movsxd_r64_rm32, int(RAX, 8), Rm::Mem(entry));
        self.rr(Code::Add_r64_rm64, int(RAX, 8), int(SPARE, 8));
        self.plain(Instruction::with1(Code::Jmp_rm64, int(RAX, 8)));
    }

    /// Pushes registers and reserves a frame. Each page of it is touched in order, so that none is skipped.
    pub(in crate::machine) fn enter(&mut self, registers: &[Number], bytes: u32) {
        const PAGE: u32 = 4096;
        for &number in registers {
            self.plain(Instruction::with1(Code::Push_r64, int(number, 8)));
        }
        if bytes >= PAGE {
            let last =
                Place::At { base: Some(RSP), index: None, scale: 0, disp: -((bytes / PAGE * PAGE) as i32) };
            self.load_address(SPARE, last);
            self.move_int(RAX, RSP);
            let again = self.label();
            self.bind(again);
            self.plain(Instruction::with2(Code::Sub_rm64_imm32, int(RAX, 8), PAGE as i32));
            let page = Place::At { base: Some(RAX), index: None, scale: 0, disp: 0 };
            let (mem, _) = self.memory(page);
            self.plain(Instruction::with2(Code::Or_rm32_imm8, mem, 0));
            self.rr(Code::Cmp_r64_rm64, int(RAX, 8), int(SPARE, 8));
            self.jump_if(Cond::ABOVE, again);
        }
        if bytes > 0 {
            self.plain(Instruction::with2(Code::Sub_rm64_imm32, int(RSP, 8), bytes as i32));
        }
    }

    /// Undoes [`Self::enter`] and returns.
    pub(in crate::machine) fn leave(&mut self, registers: &[Number], bytes: u32) {
        if bytes > 0 {
            self.plain(Instruction::with2(Code::Add_rm64_imm32, int(RSP, 8), bytes as i32));
        }
        for &number in registers.iter().rev() {
            self.plain(Instruction::with1(Code::Pop_r64, int(number, 8)));
        }
        self.plain(Ok(Instruction::with(Code::Retnq)));
    }

    /// Returns the vector register that is never allocated.
    pub(in crate::machine) fn spare_vector(&self) -> Number {
        if self.evex { 31 } else { 15 }
    }

    /// Sets the flags from the first two operands.
    pub(in crate::machine) fn flags(&mut self, flags: Flags, p: &Placed) {
        let a = p.r[0];
        match flags {
            Flags::Compare(size) => match (p.imm, p.mem) {
                (Some(n), _) => self.compare_number(a, n, size),
                (None, Some(place)) => {
                    let code = if size == 8 { Code::Cmp_r64_rm64 } else { Code::Cmp_r32_rm32 };
                    self.r_rm(code, int(a, size), Rm::Mem(place));
                }
                (None, None) => {
                    let code = if size == 8 { Code::Cmp_r64_rm64 } else { Code::Cmp_r32_rm32 };
                    self.rr(code, int(a, size), int(p.r[1], size));
                }
            },
            Flags::Test(size) => match p.imm {
                Some(n) => {
                    let code = if size == 8 { Code::Test_rm64_imm32 } else { Code::Test_rm32_imm32 };
                    self.plain(Instruction::with2(code, int(a, size), n));
                }
                None => {
                    let code = match size {
                        8 => Code::Test_rm64_r64,
                        4 => Code::Test_rm32_r32,
                        2 => Code::Test_rm16_r16,
                        _ => Code::Test_rm8_r8,
                    };
                    self.rr(code, int(a, size), int(p.r[1], size));
                }
            },
            Flags::Float(double) => {
                let op = if double { codes::UCOMISD } else { codes::UCOMISS };
                let code = self.code(op, 0);
                self.rr(code, vector(a, 0), vector(p.r[1], 0));
            }
            Flags::FloatEqual(double) => {
                let op = if double { codes::CMPSD } else { codes::CMPSS };
                let code = self.code(op, 0);
                let to = if self.evex { Register::K1 } else { vector(self.spare_vector(), 0) };
                self.plain(Instruction::with4(code, to, vector(a, 0), vector(p.r[1], 0), 0));
                let spare = int(SPARE, 4);
                if self.evex {
                    self.rr(Code::VEX_Kmovw_r32_kr, spare, to);
                } else {
                    let code = self.code(codes::MOVD_FROM, 0);
                    self.rr(code, spare, to);
                }
                self.plain(Instruction::with2(Code::Test_rm32_imm32, spare, 1));
            }
            Flags::AnyBit(width) => {
                if self.evex {
                    let code = self.code(codes::PTESTMD, width);
                    self.plain(Instruction::with3(code, Register::K1, vector(a, width), vector(a, width)));
                    self.rr(Code::VEX_Kortestw_kr_kr, Register::K1, Register::K1);
                } else {
                    let code = self.code(codes::PTEST, width);
                    self.rr(code, vector(a, width), vector(a, width));
                }
            }
            Flags::AnyLane(op, width, number) => {
                self.mask(op, width, number, p);
                self.rr(Code::VEX_Kortestw_kr_kr, Register::K1, Register::K1);
            }
            Flags::AllLanes(width, long) => {
                let zero = self.spare_vector();
                if self.evex {
                    let op = if long { codes::PTESTNMQ } else { codes::PTESTNMD };
                    let code = self.code(op, width);
                    self.plain(Instruction::with3(code, Register::K1, vector(a, width), vector(a, width)));
                    // Zero if some lane is zero.
                    self.rr(Code::VEX_Kmovw_r32_kr, int(SPARE, 4), Register::K1);
                    self.compare_number(SPARE, 1, 4);
                    self.plain(Instruction::with2(Code::Sbb_r32_rm32, int(SPARE, 4), int(SPARE, 4)));
                    self.rr(Code::Test_rm32_r32, int(SPARE, 4), int(SPARE, 4));
                } else {
                    self.zero_vector(zero);
                    let op = if long { codes::PCMPEQQ } else { codes::PCMPEQD };
                    let code = self.code(op, width);
                    let own = vector(zero, width);
                    self.plain(Instruction::with3(code, own, vector(a, width), own));
                    let code =
                        if width == 0 { Code::VEX_Vpmovmskb_r32_xmm } else { Code::VEX_Vpmovmskb_r32_ymm };
                    self.rr(code, int(SPARE, 4), own);
                    self.compare_number(SPARE, 1, 4);
                    self.plain(Instruction::with2(Code::Sbb_r32_rm32, int(SPARE, 4), int(SPARE, 4)));
                    self.rr(Code::Test_rm32_r32, int(SPARE, 4), int(SPARE, 4));
                }
            }
        }
    }

    pub(in crate::machine) fn compare_number(&mut self, a: Number, n: i32, size: u8) {
        let short = i8::try_from(n).is_ok();
        let code = match (size == 8, short) {
            (true, true) => Code::Cmp_rm64_imm8,
            (true, false) => Code::Cmp_rm64_imm32,
            (false, true) => Code::Cmp_rm32_imm8,
            (false, false) => Code::Cmp_rm32_imm32,
        };
        self.plain(Instruction::with2(code, int(a, size), n));
    }
}
