//! Encoding of instructions whose registers are known.

mod directed;
mod halves;
mod lanes;
mod moves;

use super::assembler::{Assembler, Number, Place, RAX, RDX, SPARE, int, vector};
use super::codes::{self, Vop, Width};
use super::inst::{Alu, Cond, Direction, Fetch, Floats, OPERANDS, Op, Shift, Update};
use iced_x86::{Code, IcedError, Instruction, Register};

/// Processor's default floating-point mode, see [`crate::trap`], and the same with subnormal operands (bit 6)
/// and results (bit 15) replaced by zeros.
const DEFAULT_MODE: u32 = 0x1f80;
const FLUSHING: u32 = DEFAULT_MODE | 1 << 6 | 1 << 15;

/// An instruction with its registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) op: Op,
    pub(super) d: Option<Number>,
    pub(super) r: [Number; OPERANDS],
    pub(super) plain: u8,
    /// The first operand of a permutation, if it is loaded into the result's register.
    pub(super) first: Option<Place>,
    /// The last plain operand, if it is in memory, or the address of a load or store.
    pub(super) mem: Option<Place>,
    /// The operand of a fused multiply-add that is in memory.
    pub(super) mem_at: u8,
    pub(super) imm: Option<i32>,
}

/// An operand that is a register or in memory.
#[derive(Clone, Copy)]
enum Rm {
    Reg(Register),
    Mem(Place),
}

type Made = Result<Instruction, IcedError>;

impl Assembler {
    fn plain(&mut self, made: Made) {
        self.encode(made, None);
    }

    fn rr(&mut self, code: Code, d: Register, a: Register) {
        self.plain(Instruction::with2(code, d, a));
    }

    /// Encodes `code d, a` with `a` perhaps in memory.
    fn r_rm(&mut self, code: Code, d: Register, a: Rm) {
        match a {
            Rm::Reg(a) => self.rr(code, d, a),
            Rm::Mem(place) => {
                let (mem, pool) = self.memory(place);
                self.encode(Instruction::with2(code, d, mem), pool);
            }
        }
    }

    fn r_rm_imm(&mut self, code: Code, d: Register, a: Rm, imm: u32) {
        match a {
            Rm::Reg(a) => self.plain(Instruction::with3(code, d, a, imm)),
            Rm::Mem(place) => {
                let (mem, pool) = self.memory(place);
                self.encode(Instruction::with3(code, d, mem, imm), pool);
            }
        }
    }

    fn r_r_rm(&mut self, code: Code, d: Register, a: Register, b: Rm) {
        match b {
            Rm::Reg(b) => self.plain(Instruction::with3(code, d, a, b)),
            Rm::Mem(place) => {
                let (mem, pool) = self.memory(place);
                self.encode(Instruction::with3(code, d, a, mem), pool);
            }
        }
    }

    fn r_r_rm_imm(&mut self, code: Code, d: Register, a: Register, b: Rm, imm: u32) {
        match b {
            Rm::Reg(b) => self.plain(Instruction::with4(code, d, a, b, imm)),
            Rm::Mem(place) => {
                let (mem, pool) = self.memory(place);
                self.encode(Instruction::with4(code, d, a, mem, imm), pool);
            }
        }
    }

    fn mem_r(&mut self, code: Code, place: Place, r: Register) {
        let (mem, pool) = self.memory(place);
        self.encode(Instruction::with2(code, mem, r), pool);
    }

    /// Returns the vector operand at `n`, which may be in memory if it is the last.
    fn vector_rm(p: &Placed, n: usize, width: Width) -> Rm {
        match p.mem {
            Some(place) if n >= usize::from(p.plain) => Rm::Mem(place),
            _ => Rm::Reg(vector(p.r[n], width)),
        }
    }

    fn int_rm(p: &Placed, n: usize, size: u8) -> Rm {
        match p.mem {
            Some(place) if n >= usize::from(p.plain) => Rm::Mem(place),
            _ => Rm::Reg(int(p.r[n], size)),
        }
    }

    pub(super) fn emit(&mut self, p: &Placed) {
        let d = p.d.unwrap_or(SPARE);
        match p.op {
            Op::V1(..) | Op::V1Imm(..) | Op::V2(..) | Op::V2Imm(..) | Op::V2Either(..) | Op::VStore(..) => {
                self.packed(p, d);
            }
            Op::Blend(width) => {
                // `d` is the last operand where the mask is set.
                let code = self.code(codes::BLENDVPS, width);
                let (no, mask) = (vector(p.r[0], width), vector(p.r[1], width));
                let d = vector(d, width);
                match Self::vector_rm(p, 2, width) {
                    Rm::Reg(yes) => self.plain(Instruction::with4(code, d, no, yes, mask)),
                    Rm::Mem(place) => {
                        let (mem, pool) = self.memory(place);
                        self.encode(Instruction::with4(code, d, no, mem, mask), pool);
                    }
                }
            }
            Op::Logic3(width, table) => self.logic_of_three(p, d, width, table),
            Op::Fma(floats, width) => self.fused(p, d, (floats, width), None),
            Op::Rounded(op, width, direction) => self.rounded(p, d, (op, width), direction),
            Op::RoundedFma(floats, width, direction) => self.fused(p, d, (floats, width), Some(direction)),
            Op::FromHalves(width) => self.widen_halves(p.r[0], d, width),
            Op::ToHalves(width) => self.narrow_to_halves(p.r[0], d, width),
            Op::Gather(width, long) => self.gather(p.r[0], d, width, long),
            Op::GatherNear(width, long, unit) => self.gather_near(p, d, width, (long, unit)),
            Op::LoadLanes(width, long) => self.load_lanes(p.r[0], d, width, long),
            Op::LoadMasked(width, long) => self.load_masked(p, d, width, long),
            Op::LoadRows => self.load_rows(p.r[0], Some(p.r[1]), d),
            Op::LoadRowsAt => self.load_rows(p.r[0], None, d),
            Op::StoreRowsAt => self.store_rows(p.r[0], p.r[1]),
            Op::Scatter(width, long) => self.scatter(p.r, width, long),
            Op::ScatterNear(width, long, unit) => self.scatter_near(p, width, (long, unit)),
            Op::ScatterLow(width, bytes) => self.scatter_low(p.r, width, bytes),
            Op::StoreLanes(op, width) => self.store_lanes(p, op, width),
            Op::Prefetch(kind) => {
                let Some(place) = p.mem else { return };
                let (memory, pool) = self.memory(place);
                let code = match kind {
                    Fetch::Second => Code::Prefetcht1_m8,
                    Fetch::ToWrite => Code::Prefetchw_m8,
                    Fetch::First => Code::Prefetcht0_m8,
                };
                self.encode(Instruction::with1(code, memory), pool);
            }
            Op::BitsOf(op, width, number) => {
                self.mask(op, width, number, p);
                self.rr(Code::VEX_Kmovw_r32_kr, int(d, 4), Register::K1);
            }
            Op::PickBy(op, width, number, long) => {
                self.mask(op, width, number, p);
                let code = self.code(if long { codes::PBLENDMQ } else { codes::PBLENDMD }, width);
                let [d, yes, no] = [d, p.r[2], p.r[3]].map(|n| vector(n, width));
                let made = Instruction::with3(code, d, no, yes).map(|mut inst| {
                    inst.set_op_mask(Register::K1);
                    inst
                });
                self.plain(made);
            }
            Op::MaskOf(op, width, number, long) => {
                self.mask(op, width, number, p);
                let code = self.code(if long { codes::PMOVM2Q } else { codes::PMOVM2D }, width);
                self.rr(code, vector(d, width), Register::K1);
            }
            Op::ToVector(long) => {
                let code = self.code(if long { codes::MOVQ_TO } else { codes::MOVD_TO }, 0);
                self.r_rm(code, vector(d, 0), Self::int_rm(p, 0, if long { 8 } else { 4 }));
            }
            Op::FromVector(long) => {
                let code = self.code(if long { codes::MOVQ_FROM } else { codes::MOVD_FROM }, 0);
                self.rr(code, int(d, if long { 8 } else { 4 }), vector(p.r[0], 0));
            }
            Op::Extract(op, at) => {
                let code = self.code(op, 0);
                let size = if op == codes::PEXTRQ { 8 } else { 4 };
                self.plain(Instruction::with3(code, int(d, size), vector(p.r[0], 0), u32::from(at)));
            }
            Op::Insert(op, at) => {
                let code = self.code(op, 0);
                let size = if op == codes::PINSRQ { 8 } else { 4 };
                let b = Self::int_rm(p, 1, size);
                self.r_r_rm_imm(code, vector(d, 0), vector(p.r[0], 0), b, u32::from(at));
            }
            Op::Splat(op, width) => {
                let code = self.code(op, width);
                let size = if op == codes::BROADCASTQ_INT { 8 } else { 4 };
                self.rr(code, vector(d, width), int(p.r[0], size));
            }
            Op::ToInt(op) => {
                let code = self.code(op, 0);
                let long = op == codes::CVTTSS2SI_64 || op == codes::CVTTSD2SI_64;
                self.rr(code, int(d, if long { 8 } else { 4 }), vector(p.r[0], 0));
            }
            Op::FromInt(op) => {
                let code = self.code(op, 0);
                let long = op == codes::CVTSI2SS_64 || op == codes::CVTSI2SD_64;
                // Without a dependency on what the register held.
                self.zero_vector(d);
                let a = Self::int_rm(p, 0, if long { 8 } else { 4 });
                self.r_r_rm(code, vector(d, 0), vector(d, 0), a);
            }
            Op::TopBits(width, long) => self.top_bits(p, d, width, long),
            Op::Part(width, n) => self.part_of(p, d, width, n),
            Op::High(width) => {
                let code = match (self.evex, width) {
                    (false, _) => Code::VEX_Vextractf128_xmmm128_ymm_imm8,
                    (true, 1) => Code::EVEX_Vextractf32x4_xmmm128_k1z_ymm_imm8,
                    (true, _) => Code::EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8,
                };
                self.plain(Instruction::with3(code, vector(d, width - 1), vector(p.r[0], width), 1));
            }
            Op::Join(width) => {
                let code = match (self.evex, width) {
                    (false, _) => Code::VEX_Vinsertf128_ymm_ymm_xmmm128_imm8,
                    (true, 1) => Code::EVEX_Vinsertf32x4_ymm_k1z_ymm_xmmm128_imm8,
                    (true, _) => Code::EVEX_Vinsertf64x4_zmm_k1z_zmm_ymmm256_imm8,
                };
                let high = Self::vector_rm(p, 1, width - 1);
                self.r_r_rm_imm(code, vector(d, width), vector(p.r[0], width), high, 1);
            }
            Op::Permute2(width) => {
                let code = self.code(codes::PERMT2D, width);
                match p.first {
                    Some(place) => self.load_vector(d, place, 4 + width),
                    None => self.move_vector(d, p.r[0], width),
                }
                let b = Self::vector_rm(p, 2, width);
                self.r_r_rm(code, vector(d, width), vector(p.r[1], width), b);
            }
            Op::AddBytes(width) | Op::AddPairs(width) => {
                let code = if matches!(p.op, Op::AddBytes(_)) { codes::PDPBUSD } else { codes::PDPWSSD };
                let code = self.code(code, width);
                self.move_vector(d, p.r[0], width);
                let b = Self::vector_rm(p, 2, width);
                self.r_r_rm(code, vector(d, width), vector(p.r[1], width), b);
            }
            Op::AddWhere(width) => {
                let [a, bits, more] = [0, 1, 2].map(|n| vector(p.r[n], width));
                let (test, add) = (self.code(codes::PTESTMD, width), self.code(codes::PADDD, width));
                self.plain(Instruction::with3(test, Register::K1, a, bits));
                self.move_vector(d, p.r[0], width);
                let d = vector(d, width);
                self.plain(Instruction::with3(add, d, d, more).map(|mut inst| {
                    inst.set_op_mask(Register::K1);
                    inst
                }));
            }
            Op::Replace(width) => {
                let code = self.code(codes::FIXUPIMMPS, width);
                self.move_vector(d, p.r[0], width);
                let table = Self::vector_rm(p, 2, width);
                self.r_r_rm_imm(code, vector(d, width), vector(p.r[1], width), table, 0);
            }
            Op::Quarters(pick) => {
                let a = Self::vector_rm(p, 0, 1);
                self.r_rm_imm(Code::VEX_Vpermq_ymm_ymmm256_imm8, vector(d, 1), a, u32::from(pick));
            }
            Op::Halves(pick) => {
                let b = Self::vector_rm(p, 1, 1);
                let code = Code::VEX_Vperm2f128_ymm_ymm_ymmm256_imm8;
                self.r_r_rm_imm(code, vector(d, 1), vector(p.r[0], 1), b, u32::from(pick));
            }
            Op::Lea(size) => {
                if let Some(place) = p.mem {
                    let (mem, pool) = self.memory(place);
                    let code = if size == 8 { Code::Lea_r64_m } else { Code::Lea_r32_m };
                    self.encode(Instruction::with2(code, int(d, size), mem), pool);
                }
            }
            Op::Alu(op, size) => {
                self.move_int(d, p.r[0]);
                self.alu(op, size, d, p);
            }
            Op::Multiply(size) => {
                self.move_int(d, p.r[0]);
                let code = if size == 8 { Code::Imul_r64_rm64 } else { Code::Imul_r32_rm32 };
                self.r_rm(code, int(d, size), Self::int_rm(p, 1, size));
            }
            Op::MultiplyBy(size) => {
                let n = p.imm.unwrap_or(0);
                let code = if size == 8 { Code::Imul_r64_rm64_imm32 } else { Code::Imul_r32_rm32_imm32 };
                self.plain(Instruction::with3(code, int(d, size), int(p.r[0], size), n));
            }
            Op::Negate(size) => {
                self.move_int(d, p.r[0]);
                let code = if size == 8 { Code::Neg_rm64 } else { Code::Neg_rm32 };
                self.plain(Instruction::with1(code, int(d, size)));
            }
            Op::Not(size) => {
                self.move_int(d, p.r[0]);
                let code = if size == 8 { Code::Not_rm64 } else { Code::Not_rm32 };
                self.plain(Instruction::with1(code, int(d, size)));
            }
            Op::ShiftBy(shift, size, by) => self.shift_by(p, d, shift, size, by),
            Op::Shift(shift, size) => {
                let code = match (shift, size == 8) {
                    (Shift::Left, false) => Code::VEX_Shlx_r32_rm32_r32,
                    (Shift::Left, true) => Code::VEX_Shlx_r64_rm64_r64,
                    (Shift::Right, false) => Code::VEX_Shrx_r32_rm32_r32,
                    (Shift::Right, true) => Code::VEX_Shrx_r64_rm64_r64,
                    (_, false) => Code::VEX_Sarx_r32_rm32_r32,
                    (_, true) => Code::VEX_Sarx_r64_rm64_r64,
                };
                let [d, a, b] = [d, p.r[0], p.r[1]].map(|n| int(n, size));
                self.plain(Instruction::with3(code, d, a, b));
            }
            Op::Extend { signed, from, to } => {
                let a = Self::int_rm(p, 0, from);
                let (code, size) = match (signed, from, to) {
                    (false, 1, _) => (Code::Movzx_r32_rm8, 4),
                    (false, 2, _) => (Code::Movzx_r32_rm16, 4),
                    (false, _, _) => (Code::Mov_r32_rm32, 4),
                    (true, 1, 8) => (Code::Movsx_r64_rm8, 8),
                    (true, 2, 8) => (Code::Movsx_r64_rm16, 8),
                    (true, 1, _) => (Code::Movsx_r32_rm8, 4),
                    (true, 2, _) => (Code::Movsx_r32_rm16, 4),
                    (true, _, _) => (Code::Movsxd_r64_rm32, 8),
                };
                self.r_rm(code, int(d, size), a);
            }
            Op::Load(size) => {
                let Some(place) = p.mem else { return };
                let (code, size) = match size {
                    1 => (Code::Movzx_r32_rm8, 4),
                    2 => (Code::Movzx_r32_rm16, 4),
                    4 => (Code::Mov_r32_rm32, 4),
                    _ => (Code::Mov_r64_rm64, 8),
                };
                self.r_rm(code, int(d, size), Rm::Mem(place));
            }
            Op::Store(size) => {
                let Some(place) = p.mem else { return };
                let code = match size {
                    1 => Code::Mov_rm8_r8,
                    2 => Code::Mov_rm16_r16,
                    4 => Code::Mov_rm32_r32,
                    _ => Code::Mov_rm64_r64,
                };
                self.mem_r(code, place, int(p.r[0], size));
            }
            Op::Change(op, size) => {
                let Some(place) = p.mem else { return };
                let long = size == 8;
                let Some(n) = p.imm else {
                    let codes = match op {
                        Alu::Add => [Code::Add_rm32_r32, Code::Add_rm64_r64],
                        Alu::Or => [Code::Or_rm32_r32, Code::Or_rm64_r64],
                        Alu::And => [Code::And_rm32_r32, Code::And_rm64_r64],
                        Alu::Sub => [Code::Sub_rm32_r32, Code::Sub_rm64_r64],
                        Alu::Xor => [Code::Xor_rm32_r32, Code::Xor_rm64_r64],
                    };
                    return self.mem_r(codes[usize::from(long)], place, int(p.r[0], size));
                };
                let (mem, pool) = self.memory(place);
                self.encode(Instruction::with2(by_number(op, long, n), mem, n), pool);
            }
            Op::StoreImm(size) => {
                let Some(place) = p.mem else { return };
                let n = p.imm.unwrap_or(0);
                let (code, n) = match size {
                    1 => (Code::Mov_rm8_imm8, i32::from(n as i8)),
                    2 => (Code::Mov_rm16_imm16, i32::from(n as i16)),
                    4 => (Code::Mov_rm32_imm32, n),
                    _ => (Code::Mov_rm64_imm32, n),
                };
                let (mem, pool) = self.memory(place);
                self.encode(Instruction::with2(code, mem, n), pool);
            }
            Op::LeadingZeros(size) => {
                let code = if size == 8 { Code::Lzcnt_r64_rm64 } else { Code::Lzcnt_r32_rm32 };
                self.rr(code, int(d, size), int(p.r[0], size));
            }
            Op::TrailingZeros(size) => {
                let code = if size == 8 { Code::Tzcnt_r64_rm64 } else { Code::Tzcnt_r32_rm32 };
                self.rr(code, int(d, size), int(p.r[0], size));
            }
            Op::Ones(size) => {
                let code = if size == 8 { Code::Popcnt_r64_rm64 } else { Code::Popcnt_r32_rm32 };
                self.rr(code, int(d, size), int(p.r[0], size));
            }
            Op::SwapBytes(size) => {
                self.move_int(d, p.r[0]);
                let code = if size == 8 { Code::Bswap_r64 } else { Code::Bswap_r32 };
                self.plain(Instruction::with1(code, int(d, size)));
            }
            Op::MultiplyHigh { signed, .. } => {
                self.move_int(RAX, p.r[0]);
                let code = if signed { Code::Imul_rm64 } else { Code::Mul_rm64 };
                self.plain(Instruction::with1(code, int(p.r[1], 8)));
                self.move_int(d, RDX);
            }
            Op::Divide { signed, rest, size } => {
                self.move_int(RAX, p.r[0]);
                let code = match (signed, size == 8) {
                    (false, false) => Code::Div_rm32,
                    (false, true) => Code::Div_rm64,
                    (true, false) => Code::Idiv_rm32,
                    (true, true) => Code::Idiv_rm64,
                };
                match (signed, size == 8) {
                    (false, _) => self.number(RDX, 0),
                    (true, true) => self.plain(Ok(Instruction::with(Code::Cqo))),
                    (true, false) => self.plain(Ok(Instruction::with(Code::Cdq))),
                }
                self.plain(Instruction::with1(code, int(p.r[1], size)));
                self.move_int(d, if rest { RDX } else { RAX });
            }
            Op::Set(flags, cond) => {
                self.flags(flags, p);
                let code = Code::try_from(Code::Seto_rm8 as usize + usize::from(cond.0));
                self.plain(Instruction::with1(code.unwrap_or(Code::INVALID), int(d, 1)));
                self.rr(Code::Movzx_r32_rm8, int(d, 4), int(d, 1));
            }
            Op::Select(flags, cond, size) => {
                let (yes, no) = Self::choices(p);
                self.flags(flags, p);
                if d == yes {
                    self.conditional_move(cond.negated(), d, no, size);
                } else {
                    self.move_int(d, no);
                    self.conditional_move(cond, d, yes, size);
                }
            }
            Op::VSelect(flags, cond, width) => {
                let (yes, no) = Self::choices(p);
                self.flags(flags, p);
                let (other, cond) = if d == yes { (no, cond) } else { (yes, cond.negated()) };
                if d != yes {
                    self.move_vector(d, no, width);
                }
                let over = self.label();
                self.jump_if(cond, over);
                self.move_vector(d, other, width);
                self.bind(over);
            }
            Op::CompareExchange(size) => {
                let Some(place) = p.mem else { return };
                self.move_int(RAX, p.r[0]);
                self.locked(
                    if size == 8 { Code::Cmpxchg_rm64_r64 } else { Code::Cmpxchg_rm32_r32 },
                    place,
                    p.r[1],
                    size,
                );
                if p.d.is_some() {
                    self.move_sized(d, RAX, size);
                }
            }
            Op::Update(update, size) => self.update(p, update, size),
            Op::Fence => self.plain(Ok(Instruction::with(Code::Mfence))),
            Op::FlushSubnormals(flush) => {
                let at = self.pooled(if flush { FLUSHING } else { DEFAULT_MODE });
                let (mem, pool) = self.memory(Place::Pool(at));
                self.encode(Instruction::with1(Code::VEX_Vldmxcsr_m32, mem), pool);
            }
            Op::Call(_) | Op::End => {}
        }
    }

    /// Compares the lanes of the first two operands, into the first mask register.
    fn mask(&mut self, op: Vop, width: Width, number: u8, p: &Placed) {
        let code = self.code(op, width);
        let b = Self::vector_rm(p, 1, width);
        self.r_r_rm_imm(code, Register::K1, vector(p.r[0], width), b, u32::from(number));
    }

    /// Returns the last two operands, between which a condition chooses.
    fn choices(p: &Placed) -> (Number, Number) {
        let last = usize::from(p.plain);
        (p.r[last - 2], p.r[last - 1])
    }

    fn conditional_move(&mut self, cond: Cond, d: Number, a: Number, size: u8) {
        let first = if size == 8 { Code::Cmovo_r64_rm64 } else { Code::Cmovo_r32_rm32 };
        let code = Code::try_from(first as usize + 3 * usize::from(cond.0)).unwrap_or(Code::INVALID);
        self.rr(code, int(d, size), int(a, size));
    }

    fn move_sized(&mut self, to: Number, from: Number, size: u8) {
        // A move of 32 bits clears the others.
        let code = if size == 8 { Code::Mov_r64_rm64 } else { Code::Mov_r32_rm32 };
        self.rr(code, int(to, size), int(from, size));
    }

    fn packed(&mut self, p: &Placed, d: Number) {
        match p.op {
            Op::V1(op, width) => {
                let code = self.code(op, width);
                let [to, from] = widths(op, width);
                let a = Self::vector_rm(p, 0, from);
                self.r_rm(code, vector(d, to), a);
            }
            Op::V1Imm(op, width, imm) => {
                let code = self.code(op, width);
                let a = Self::vector_rm(p, 0, width);
                self.r_rm_imm(code, vector(d, width), a, u32::from(imm));
            }
            Op::V2(op, width) | Op::V2Either(op, width) => {
                let code = self.code(op, width);
                // The amount of a shift is in 128 bits.
                let last = if is_shift(op) { 0 } else { width };
                let b = Self::vector_rm(p, 1, last);
                self.r_r_rm(code, vector(d, width), vector(p.r[0], width), b);
            }
            Op::V2Imm(op, width, imm) => {
                let code = self.code(op, width);
                let b = Self::vector_rm(p, 1, width);
                self.r_r_rm_imm(code, vector(d, width), vector(p.r[0], width), b, u32::from(imm));
            }
            Op::VStore(op, width) => {
                let code = self.code(op, width);
                if let Some(place) = p.mem {
                    self.mem_r(code, place, vector(p.r[0], width));
                }
            }
            _ => {}
        }
    }

    /// Encodes `d = a * b + c` in the form in which `d` is one of the operands.
    /// Emits logic of three operands, of which the result replaces one.
    fn logic_of_three(&mut self, p: &Placed, d: Number, width: Width, table: u8) {
        let code = self.code(codes::PTERNLOGD, width);
        let own = (0..usize::from(p.plain)).find(|&n| p.r[n] == d);
        let mut p = *p;
        let mut table = table;
        match own {
            None => self.move_vector(d, p.r[0], width),
            Some(0) => {}
            Some(own) => {
                p.r.swap(0, own);
                // The bits of the first operand in the number of a bit, and those of the other.
                let other = 2 - own;
                let moved = (0..8u8).filter(|&bits| {
                    let (a, b) = (bits >> 2 & 1, bits >> other & 1);
                    let kept = bits & !(1 << 2 | 1 << other);
                    table >> (kept | b << 2 | a << other) & 1 != 0
                });
                table = moved.fold(0u8, |table, bits| table | 1 << bits);
            }
        }
        let c = Self::vector_rm(&p, 2, width);
        self.r_r_rm_imm(code, vector(d, width), vector(p.r[1], width), c, u32::from(table));
    }

    fn fused(
        &mut self,
        p: &Placed,
        d: Number,
        (floats, width): (Floats, Width),
        direction: Option<Direction>,
    ) {
        let forms = match floats {
            Floats::Singles => [codes::FMADD132PS, codes::FMADD213PS, codes::FMADD231PS],
            Floats::Doubles => [codes::FMADD132PD, codes::FMADD213PD, codes::FMADD231PD],
            Floats::Single => [codes::FMADD132SS, codes::FMADD213SS, codes::FMADD231SS],
            Floats::Double => [codes::FMADD132SD, codes::FMADD213SD, codes::FMADD231SD],
        };
        let mut operands: [Rm; 3] = [Rm::Reg(Register::None); 3];
        let mut numbers = [u8::MAX; 3];
        let mut next = 0;
        for n in 0..3 {
            if let (Some(place), true) = (p.mem, p.mem_at == n as u8) {
                operands[n] = Rm::Mem(place);
            } else {
                operands[n] = Rm::Reg(vector(p.r[next], width));
                numbers[n] = p.r[next];
                next += 1;
            }
        }
        let in_memory = p.mem.map(|_| usize::from(p.mem_at));
        // The operand that is overwritten: the one in the result's register, else one that is copied.
        let own = match (0..3).find(|&n| numbers[n] == d) {
            Some(n) => n,
            None => {
                let n = if in_memory == Some(0) { 1 } else { 0 };
                self.move_vector(d, numbers[n], width);
                n
            }
        };
        let to = vector(d, width);
        let of = |n: usize| if n == own { Rm::Reg(to) } else { operands[n] };
        // 132: d * last + middle; 213: middle * d + last; 231: middle * last + d.
        let (form, middle, last) = match (own, in_memory) {
            (2, Some(0)) => (2, of(1), of(0)),
            (2, _) => (2, of(0), of(1)),
            (1, Some(0)) => (0, of(2), of(0)),
            (0, Some(1)) => (0, of(2), of(1)),
            (0, _) => (1, of(1), of(2)),
            (_, _) => (1, of(0), of(2)),
        };
        let code = self.code(forms[form], width);
        // Operands of an operation with a direction are never in memory.
        match (middle, last, direction) {
            (Rm::Reg(middle), Rm::Reg(last), Some(direction)) => {
                self.plain(directed::rounding(Instruction::with3(code, to, middle, last), direction));
            }
            (Rm::Reg(middle), last, _) => self.r_r_rm(code, to, middle, last),
            _ => {}
        }
    }

    fn top_bits(&mut self, p: &Placed, d: Number, width: Width, long: bool) {
        let a = vector(p.r[0], width);
        if self.evex {
            let code = self.code(if long { codes::PMOVQ2M } else { codes::PMOVD2M }, width);
            self.rr(code, Register::K1, a);
            return self.rr(Code::VEX_Kmovw_r32_kr, int(d, 4), Register::K1);
        }
        let code = match (width, long) {
            (0, false) => Code::VEX_Vmovmskps_r32_xmm,
            (0, true) => Code::VEX_Vmovmskpd_r32_xmm,
            (_, false) => Code::VEX_Vmovmskps_r32_ymm,
            (_, true) => Code::VEX_Vmovmskpd_r32_ymm,
        };
        self.rr(code, int(d, 4), a);
    }

    fn part_of(&mut self, p: &Placed, d: Number, width: Width, n: u8) {
        let (code, a) = match (self.evex, width) {
            (false, _) => (Code::VEX_Vextractf128_xmmm128_ymm_imm8, vector(p.r[0], 1)),
            (true, 1) => (Code::EVEX_Vextractf32x4_xmmm128_k1z_ymm_imm8, vector(p.r[0], 1)),
            (true, _) => (Code::EVEX_Vextractf32x4_xmmm128_k1z_zmm_imm8, vector(p.r[0], 2)),
        };
        self.plain(Instruction::with3(code, vector(d, 0), a, u32::from(n)));
    }

    fn alu(&mut self, op: Alu, size: u8, d: Number, p: &Placed) {
        let long = size == 8;
        if let Some(n) = p.imm {
            let code = by_number(op, long, n);
            return self.plain(Instruction::with2(code, int(d, size), n));
        }
        let codes = match op {
            Alu::Add => [Code::Add_r32_rm32, Code::Add_r64_rm64],
            Alu::Or => [Code::Or_r32_rm32, Code::Or_r64_rm64],
            Alu::And => [Code::And_r32_rm32, Code::And_r64_rm64],
            Alu::Sub => [Code::Sub_r32_rm32, Code::Sub_r64_rm64],
            Alu::Xor => [Code::Xor_r32_rm32, Code::Xor_r64_rm64],
        };
        let b = Self::int_rm(p, 1, size);
        self.r_rm(codes[usize::from(long)], int(d, size), b);
    }

    fn shift_by(&mut self, p: &Placed, d: Number, shift: Shift, size: u8, by: u8) {
        let long = size == 8;
        if shift == Shift::RotateRight {
            let code = if long { Code::VEX_Rorx_r64_rm64_imm8 } else { Code::VEX_Rorx_r32_rm32_imm8 };
            return self.plain(Instruction::with3(code, int(d, size), int(p.r[0], size), u32::from(by)));
        }
        // A move of 32 bits clears the others, which a shift by zero would not.
        if d != p.r[0] || by == 0 {
            self.move_sized(d, p.r[0], size);
        }
        let code = match (shift, long) {
            (Shift::Left, false) => Code::Shl_rm32_imm8,
            (Shift::Left, true) => Code::Shl_rm64_imm8,
            (Shift::Right, false) => Code::Shr_rm32_imm8,
            (Shift::Right, true) => Code::Shr_rm64_imm8,
            (_, false) => Code::Sar_rm32_imm8,
            (_, true) => Code::Sar_rm64_imm8,
        };
        if by != 0 {
            self.plain(Instruction::with2(code, int(d, size), u32::from(by)));
        }
    }

    fn locked(&mut self, code: Code, place: Place, r: Number, size: u8) {
        let (mem, pool) = self.memory(place);
        let made = Instruction::with2(code, mem, int(r, size)).map(|mut inst| {
            inst.set_has_lock_prefix(true);
            inst
        });
        self.encode(made, pool);
    }

    fn update(&mut self, p: &Placed, update: Update, size: u8) {
        let (Some(place), by, long) = (p.mem, p.r[0], size == 8) else { return };
        match update {
            Update::Add | Update::Exchange => {
                self.move_int(SPARE, by);
                if update == Update::Add {
                    self.locked(
                        if long { Code::Xadd_rm64_r64 } else { Code::Xadd_rm32_r32 },
                        place,
                        SPARE,
                        size,
                    );
                } else {
                    self.mem_r(
                        if long { Code::Xchg_rm64_r64 } else { Code::Xchg_rm32_r32 },
                        place,
                        int(SPARE, size),
                    );
                }
                if let Some(d) = p.d {
                    self.move_sized(d, SPARE, size);
                }
            }
            Update::Logic(_) | Update::Extreme(_) => {
                let code = if long { Code::Mov_r64_rm64 } else { Code::Mov_r32_rm32 };
                self.r_rm(code, int(RAX, size), Rm::Mem(place));
                let again = self.label();
                self.bind(again);
                self.move_int(SPARE, RAX);
                match update {
                    Update::Logic(op) => {
                        let one = Placed { r: [SPARE, by, 0, 0, 0], plain: 2, mem: None, imm: None, ..*p };
                        self.alu(op, size, SPARE, &one);
                    }
                    Update::Extreme(cond) => {
                        let code = if long { Code::Cmp_r64_rm64 } else { Code::Cmp_r32_rm32 };
                        self.rr(code, int(RAX, size), int(by, size));
                        self.conditional_move(cond.negated(), SPARE, by, size);
                    }
                    _ => {}
                }
                self.locked(
                    if long { Code::Cmpxchg_rm64_r64 } else { Code::Cmpxchg_rm32_r32 },
                    place,
                    SPARE,
                    size,
                );
                self.jump_if(Cond::NOT_EQUAL, again);
                if let Some(d) = p.d {
                    self.move_sized(d, RAX, size);
                }
            }
        }
    }
}

/// Returns the widths of the result and the operand of an instruction that changes the size of lanes; `width`
/// is that of the wider.
fn widths(op: Vop, width: Width) -> [Width; 2] {
    let half = width.saturating_sub(1);
    match op {
        codes::CVTPS2PD | codes::CVTDQ2PD | codes::CVTUDQ2PD | codes::PMOVSXDQ | codes::PMOVZXDQ => {
            [width, half]
        }
        codes::CVTPD2PS | codes::CVTTPD2DQ | codes::CVTTPD2UDQ => [half, width],
        codes::BROADCASTD | codes::BROADCASTQ => [width, 0],
        _ => [width, width],
    }
}

fn is_shift(op: Vop) -> bool {
    matches!(op, codes::PSLLD | codes::PSLLQ | codes::PSRLD | codes::PSRLQ | codes::PSRAD)
}

/// Returns the code of an operation with a number.
fn by_number(op: Alu, long: bool, n: i32) -> Code {
    let short = i8::try_from(n).is_ok();
    let codes = match op {
        Alu::Add => [Code::Add_rm32_imm8, Code::Add_rm32_imm32, Code::Add_rm64_imm8, Code::Add_rm64_imm32],
        Alu::Or => [Code::Or_rm32_imm8, Code::Or_rm32_imm32, Code::Or_rm64_imm8, Code::Or_rm64_imm32],
        Alu::And => [Code::And_rm32_imm8, Code::And_rm32_imm32, Code::And_rm64_imm8, Code::And_rm64_imm32],
        Alu::Sub => [Code::Sub_rm32_imm8, Code::Sub_rm32_imm32, Code::Sub_rm64_imm8, Code::Sub_rm64_imm32],
        Alu::Xor => [Code::Xor_rm32_imm8, Code::Xor_rm32_imm32, Code::Xor_rm64_imm8, Code::Xor_rm64_imm32],
    };
    codes[2 * usize::from(long) + usize::from(!short)]
}
