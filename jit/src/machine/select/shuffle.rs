//! Shuffles, and parts of vectors.

use super::memory::width;
use super::{Select, Taken, refuse};
use crate::machine::Extra;
use crate::machine::codes::{self, Vop, Width};
use crate::machine::inst::{Fetch, NONE, Op, Reg};
use cranelift_codegen::ir::{self, InstructionData, Opcode};

impl Select<'_> {
    /// Returns the operation beyond Cranelift's that a call stands for.
    pub(super) fn extra_of(&self, inst: ir::Inst) -> Option<Extra> {
        let InstructionData::Call { func_ref, .. } = self.f.dfg.insts[inst] else { return None };
        let ir::ExternalName::User(name) = self.f.dfg.ext_funcs[func_ref].name else { return None };
        Extra::from_name(&self.f.params.user_named_funcs()[name])
    }

    /// Emits an operation beyond Cranelift's.
    pub(super) fn extra(&mut self, inst: ir::Inst) -> Taken {
        let Some(op) = self.extra_of(inst) else { return refuse(Opcode::Call) };
        if op.is_access() {
            return self.access_lanes(op, inst);
        }
        if matches!(op, Extra::FlushSubnormals | Extra::KeepSubnormals) {
            self.emit(Op::FlushSubnormals(op == Extra::FlushSubnormals), NONE, &[]);
            return Ok(());
        }
        let fetch = match op {
            Extra::Prefetch => Some(Fetch::First),
            Extra::PrefetchFar => Some(Fetch::Second),
            Extra::PrefetchWrite => Some(Fetch::ToWrite),
            _ => None,
        };
        if let Some(fetch) = fetch {
            let address = self.address(self.f.dfg.inst_args(inst)[0], 0);
            self.emit_at(Op::Prefetch(fetch), NONE, &[], address);
            return Ok(());
        }
        if op.has_direction() {
            return self.rounded(op, inst);
        }
        let result = self.f.dfg.inst_results(inst)[0];
        let (def, w) = (result.as_u32(), width(self.ty(result)));
        let args: Vec<_> = self.f.dfg.inst_args(inst).to_vec();
        let own: Vec<Reg> = args.iter().map(|&v| self.reg(v)).collect();
        match (op, own[..].first(), own[..].get(1)) {
            (Extra::Join, Some(&low), Some(&high)) => self.emit(Op::Join(w), def, &[low, high]),
            (Extra::High, Some(&a), _) => self.emit(Op::High(w), def, &[a]),
            (Extra::Promote, Some(&a), _) => self.emit(Op::V1(codes::CVTPS2PD, w), def, &[a]),
            (Extra::Pick, Some(&a), Some(&numbers)) if self.evex && own.len() == 3 => {
                self.emit(Op::Permute2(w), def, &[a, numbers, own[2]]);
            }
            (Extra::Pick, ..) => return refuse("a choice of words"),
            (Extra::PairProduct, Some(&a), Some(&b)) => self.emit(Op::V2(codes::PMADDWD, w), def, &[a, b]),
            (Extra::AddPairs, Some(_), Some(_)) if self.evex => self.emit(Op::AddPairs(w), def, &own),
            (Extra::PlusWhere, Some(_), Some(_)) if self.evex => self.emit(Op::AddWhere(w), def, &own),
            (Extra::Replace, Some(_), Some(_)) if self.evex => self.emit(Op::Replace(w), def, &own),
            (Extra::AddPairs | Extra::PlusWhere | Extra::Replace, ..) => {
                return refuse("functions of the unit");
            }
            (Extra::Smaller, Some(&a), Some(&b)) => self.emit(Op::V2(codes::MINPS, w), def, &[a, b]),
            (Extra::Larger, Some(&a), Some(&b)) => self.emit(Op::V2(codes::MAXPS, w), def, &[a, b]),
            (Extra::LeastNumber | Extra::MostNumber, Some(&a), Some(&b)) if self.evex => {
                // The sign is the comparison's result's.
                let pick = if op == Extra::MostNumber { 0b0101 } else { 0b0100 };
                self.emit(Op::V2Imm(codes::RANGEPS, w, pick), def, &[a, b]);
            }
            (Extra::LeastNumber | Extra::MostNumber, ..) => return refuse("numbers instead of NaNs"),
            (Extra::TowardZero, Some(&a), _) => self.emit(Op::V1(codes::CVTTPS2DQ, w), def, &[a]),
            (Extra::FromHalves, Some(&a), _) if self.evex => self.emit(Op::FromHalves(w), def, &[a]),
            (Extra::ToHalves, Some(&a), _) if self.evex => self.emit(Op::ToHalves(w), def, &[a]),
            (Extra::FromHalves | Extra::ToHalves, ..) => return refuse("halves"),
            (Extra::HalfSquareAndOne, Some(&a), _) if self.evex => self.half_square(a, def, w),
            (Extra::Demote, Some(&a), _) => self.emit(Op::V1(codes::CVTPD2PS, w), def, &[a]),
            (Extra::ShiftLeft | Extra::ShiftRight | Extra::ShiftRightSigned, Some(&a), Some(&b)) => {
                let long = self.ty(result).lane_bits() == 64;
                let op = match (op, long) {
                    (Extra::ShiftLeft, false) => codes::PSLLVD,
                    (Extra::ShiftLeft, true) => codes::PSLLVQ,
                    (Extra::ShiftRight, false) => codes::PSRLVD,
                    (Extra::ShiftRight, true) => codes::PSRLVQ,
                    (_, false) => codes::PSRAVD,
                    (_, true) => codes::PSRAVQ,
                };
                self.emit(Op::V2(op, w), def, &[a, b]);
            }
            (_, Some(&a), Some(&b)) => self.permute(op, a, b, def, w),
            _ => return refuse(Opcode::Call),
        }
        Ok(())
    }

    /// Emits half squares: columns are summed as bytes, four at a time. They are those of the lower bits, at
    /// the weight of the upper bit that each belongs to, times this bit.
    fn half_square(&mut self, a: Reg, def: Reg, w: Width) {
        let [high, square, half, complete, low, sum] = std::array::from_fn(|_| self.lanes(w));
        self.emit(Op::V1Imm(codes::PSRLD_BY, w, 9), high, &[a]);
        self.emit(Op::V2(codes::PMADDWD, w), square, &[high, high]);
        self.emit(Op::V1Imm(codes::PSRLD_BY, w, 1), half, &[square]);
        let one = self.repeated(&(1u32 << 16).to_le_bytes(), w);
        self.emit(Op::V2(codes::POR, w), complete, &[half, one]);
        let mask = self.repeated(&511u32.to_le_bytes(), w);
        self.emit(Op::V2(codes::PAND, w), low, &[a, mask]);
        for (before, after, uppers, lowers, used) in [
            (complete, sum, [10, 11, 12, 13], [8, 7, 6, 5], [1; 4]),
            (sum, def, [14, 15, 16, 0], [4, 3, 2, 0], [1, 1, 1, 0]),
        ] {
            let [upper, bits, columns] = std::array::from_fn(|_| self.lanes(w));
            for (from, shifts, to) in [(a, uppers, upper), (low, lowers, columns)] {
                let places = self.repeated(&[shifts, shifts.map(|shift| shift + 32)].concat(), w);
                self.emit(Op::V2(codes::PMULTISHIFTQB, w), to, &[places, from]);
            }
            let used = self.repeated(&used, w);
            self.emit(Op::V2(codes::PAND, w), bits, &[upper, used]);
            self.emit(Op::AddBytes(w), after, &[before, columns, bits]);
        }
    }

    /// Emits an access of memory at an address for each lane, or in some lanes.
    fn access_lanes(&mut self, op: Extra, inst: ir::Inst) -> Taken {
        if !self.evex {
            return refuse("accesses by lanes");
        }
        let args: Vec<_> = self.f.dfg.inst_args(inst).to_vec();
        let long = |ty: ir::Type| ty.lane_bits() == 64;
        if let Some(narrow) = narrow(op) {
            return self.access_narrow(narrow, inst);
        }
        match args[..] {
            [.., lanes, unit] if matches!(op, Extra::GatherNear | Extra::ScatterNear) => {
                let Some(unit) = self.immediate(unit) else { return refuse("a unit that is no number") };
                let data = self.f.dfg.inst_results(inst).first().copied();
                let ty = self.ty(data.unwrap_or(args[2]));
                let own = (width(ty), long(ty), unit as u8);
                let every = (1i64 << ty.lane_count()) - 1;
                let all = self.number(lanes).is_some_and(|lanes| lanes & every == every);
                let count = args.len() - 1 - usize::from(all);
                let plain: Vec<Reg> = args[..count].iter().map(|&v| self.reg(v)).collect();
                match data {
                    Some(data) => self.emit(Op::GatherNear(own.0, own.1, own.2), data.as_u32(), &plain),
                    None => self.emit(Op::ScatterNear(own.0, own.1, own.2), NONE, &plain),
                }
            }
            [at] if op == Extra::LoadRowsAt => {
                let result = self.f.dfg.inst_results(inst)[0];
                if width(self.ty(result)) != 2 {
                    return refuse("rows in narrow vectors");
                }
                let at = self.reg(at);
                self.emit(Op::LoadRowsAt, result.as_u32(), &[at]);
            }
            [at] => {
                let result = self.f.dfg.inst_results(inst)[0];
                let (wide, long) = (width(self.ty(at)), long(self.ty(result)));
                let op = if op == Extra::Gather { Op::Gather(wide, long) } else { Op::LoadLanes(wide, long) };
                let (def, at) = (result.as_u32(), self.reg(at));
                self.emit(op, def, &[at]);
            }
            [at, lanes] if op == Extra::LoadMasked => {
                let result = self.f.dfg.inst_results(inst)[0];
                let (own, long) = (width(self.ty(result)), long(self.ty(result)));
                let lanes = self.reg(lanes);
                let address = self.address(at, 0);
                self.emit_at(Op::LoadMasked(own, long), result.as_u32(), &[lanes], address);
            }
            [at, data] if op == Extra::StoreLine => {
                let (own, data) = (width(self.ty(data)), self.reg(data));
                let address = self.address(at, 0);
                self.emit_at(Op::VStore(codes::MOVNTPS, own), NONE, &[data], address);
            }
            [at, data] if op == Extra::StoreRowsAt => {
                if width(self.ty(data)) != 2 {
                    return refuse("rows in narrow vectors");
                }
                let [at, data] = [at, data].map(|v| self.reg(v));
                self.emit(Op::StoreRowsAt, NONE, &[at, data]);
            }
            [offsets, base] => {
                let result = self.f.dfg.inst_results(inst)[0];
                if width(self.ty(result)) != 2 {
                    return refuse("rows in narrow vectors");
                }
                let [offsets, base] = [offsets, base].map(|v| self.reg(v));
                self.emit(Op::LoadRows, result.as_u32(), &[offsets, base]);
            }
            [at, data, lanes] => {
                let (wide, long) = (width(self.ty(at)), long(self.ty(data)));
                let own = width(self.ty(data));
                let [data, lanes] = [data, lanes].map(|v| self.reg(v));
                let scatter = match op {
                    Extra::Scatter => Some(Op::Scatter(wide, long)),
                    Extra::ScatterBytes => Some(Op::ScatterLow(wide, 1)),
                    Extra::ScatterHalves => Some(Op::ScatterLow(wide, 2)),
                    _ => None,
                };
                if let Some(scatter) = scatter {
                    let at = self.reg(at);
                    self.emit(scatter, NONE, &[at, data, lanes]);
                } else {
                    let address = self.address(at, 0);
                    let store = if long { codes::MOVDQU64_STORE } else { codes::MOVDQU32_STORE };
                    self.emit_at(Op::StoreLanes(store, own), NONE, &[data, lanes], address);
                }
            }
            _ => return refuse(Opcode::Call),
        }
        Ok(())
    }

    /// Emits an instruction that widens what it loads, or narrows what it stores.
    fn access_narrow(&mut self, op: Vop, inst: ir::Inst) -> Taken {
        let args: Vec<_> = self.f.dfg.inst_args(inst).to_vec();
        match (args.as_slice(), self.f.dfg.inst_results(inst)) {
            (&[at], &[result]) => {
                let (own, address) = (width(self.ty(result)), self.address(at, 0));
                self.emit_at(Op::V1(op, own), result.as_u32(), &[], address);
            }
            (&[at, data], _) => {
                let (own, data) = (width(self.ty(data)), self.reg(data));
                let address = self.address(at, 0);
                self.emit_at(Op::VStore(op, own), NONE, &[data], address);
            }
            (&[at, data, lanes], _) => {
                let own = width(self.ty(data));
                let [data, lanes] = [data, lanes].map(|v| self.reg(v));
                let address = self.address(at, 0);
                self.emit_at(Op::StoreLanes(op, own), NONE, &[data, lanes], address);
            }
            _ => return refuse(Opcode::Call),
        }
        Ok(())
    }

    /// Emits a choice among the words of two vectors.
    fn permute(&mut self, op: Extra, a: Reg, b: Reg, def: Reg, w: Width) {
        let lanes = 4u32 << w;
        if self.evex {
            let words = (0..lanes).map(|n| match op {
                Extra::Even => 2 * n,
                Extra::Odd => 2 * n + 1,
                Extra::InterleaveLow => n / 2 + n % 2 * lanes,
                _ => lanes / 2 + n / 2 + n % 2 * lanes,
            });
            let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
            let words = self.repeated(&bytes, w);
            return self.emit(Op::Permute2(w), def, &[a, words, b]);
        }
        match op {
            Extra::Even | Extra::Odd => {
                let mixed = self.lanes(w);
                let pick = if op == Extra::Even { 0x88 } else { 0xdd };
                self.emit(Op::V2Imm(codes::SHUFPS, w, pick), mixed, &[a, b]);
                self.emit(Op::Quarters(0xd8), def, &[mixed]);
            }
            _ => {
                let [low, high] = std::array::from_fn(|_| self.lanes(w));
                self.emit(Op::V2(codes::PUNPCKLDQ, w), low, &[a, b]);
                self.emit(Op::V2(codes::PUNPCKHDQ, w), high, &[a, b]);
                let pick = if op == Extra::InterleaveLow { 0x20 } else { 0x31 };
                self.emit(Op::Halves(pick), def, &[low, high]);
            }
        }
    }

    /// Returns a register with 128 bits of a vector as its lowest.
    pub(super) fn part(&mut self, vector: Reg, n: u8, from: Width) -> Reg {
        if n == 0 {
            return vector;
        }
        let part = self.lanes(0);
        self.emit(Op::Part(from, n), part, &[vector]);
        part
    }

    /// Emits a shuffle of the bytes of two vectors of 128 bits.
    pub(super) fn shuffle(&mut self, inst: ir::Inst, def: Reg) -> Taken {
        let InstructionData::Shuffle { imm, .. } = self.f.dfg.insts[inst] else {
            return refuse(Opcode::Shuffle);
        };
        let bytes: Vec<u8> =
            self.f.dfg.immediates.get(imm).map_or(Vec::new(), |data| data.as_slice().to_vec());
        let [a, b] = [0, 1].map(|n| self.arg(inst, n));
        let same = a == b;
        let Ok(bytes) = <[u8; 16]>::try_from(bytes) else { return refuse(Opcode::Shuffle) };
        // From one vector alone, its bytes are counted once.
        let bytes = if same { bytes.map(|byte| byte & 15) } else { bytes };
        let only = |first: u8| bytes.iter().all(|&byte| (first..first + 16).contains(&byte));
        if let Some(words) = words(&bytes) {
            let [w, x, y, z] = words;
            let number = |words: [u8; 4]| {
                let [w, x, y, z] = words.map(|word| word & 3);
                w | x << 2 | y << 4 | z << 6
            };
            if only(0) || only(16) {
                let from = if only(0) { a } else { b };
                let from = self.reg(from);
                self.emit(Op::V1Imm(codes::PSHUFD, 0, number(words)), def, &[from]);
                return Ok(());
            }
            let op = match words {
                [0, 4, 1, 5] => Some((codes::PUNPCKLDQ, a, b)),
                [2, 6, 3, 7] => Some((codes::PUNPCKHDQ, a, b)),
                [4, 0, 5, 1] => Some((codes::PUNPCKLDQ, b, a)),
                [6, 2, 7, 3] => Some((codes::PUNPCKHDQ, b, a)),
                [0, 1, 4, 5] => Some((codes::PUNPCKLQDQ, a, b)),
                [2, 3, 6, 7] => Some((codes::PUNPCKHQDQ, a, b)),
                _ => None,
            };
            if let Some((op, a, b)) = op {
                let (a, b) = (self.reg(a), self.reg(b));
                self.emit(Op::V2(op, 0), def, &[a, b]);
                return Ok(());
            }
            let (low, high) = (w < 4 && x < 4, y >= 4 && z >= 4);
            let (low_b, high_a) = (w >= 4 && x >= 4, y < 4 && z < 4);
            if low && high || low_b && high_a {
                let (a, b) = if low { (a, b) } else { (b, a) };
                let (a, b) = (self.reg(a), self.reg(b));
                self.emit(Op::V2Imm(codes::SHUFPS, 0, number(words)), def, &[a, b]);
                return Ok(());
            }
        }
        let (a, b) = (self.reg(a), self.reg(b));
        let pick =
            |from: u8| bytes.map(|byte| if (from..from + 16).contains(&byte) { byte - from } else { 0x80 });
        if only(0) || only(16) {
            let (from, pick) = if only(0) { (a, pick(0)) } else { (b, pick(16)) };
            let pick = self.repeated(&pick, 0);
            self.emit(Op::V2(codes::PSHUFB, 0), def, &[from, pick]);
            return Ok(());
        }
        let [low, high] = std::array::from_fn(|_| self.lanes(0));
        let [pick_a, pick_b] = [pick(0), pick(16)].map(|pick| self.repeated(&pick, 0));
        self.emit(Op::V2(codes::PSHUFB, 0), low, &[a, pick_a]);
        self.emit(Op::V2(codes::PSHUFB, 0), high, &[b, pick_b]);
        self.emit(Op::V2(codes::POR, 0), def, &[low, high]);
        Ok(())
    }
}

/// Returns the words that bytes make up, if they are whole words.
fn words(bytes: &[u8; 16]) -> Option<[u8; 4]> {
    let mut words = [0; 4];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
        let first = bytes[0];
        if first % 4 != 0 || (0..4).any(|n| bytes[n as usize] != first + n) {
            return None;
        }
        *word = first / 4;
    }
    Some(words)
}

/// Returns the instruction of an access that widens or narrows.
fn narrow(op: Extra) -> Option<Vop> {
    match op {
        Extra::LoadBytes => Some(codes::PMOVZXBD),
        Extra::LoadSignedBytes => Some(codes::PMOVSXBD),
        Extra::LoadHalves => Some(codes::PMOVZXWD),
        Extra::LoadSignedHalves => Some(codes::PMOVSXWD),
        Extra::StoreBytes => Some(codes::PMOVDB_STORE),
        Extra::StoreHalves => Some(codes::PMOVDW_STORE),
        _ => None,
    }
}
