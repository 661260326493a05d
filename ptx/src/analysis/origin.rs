//! Origin and use of values, byte by byte: the bytes of a load that are used other than by storing them
//! again, the loaded byte that a stored byte is a copy of, and the parameters that an address may derive
//! from.
//!
//! Structures are copied with their padding, so a load of undefined bytes that are only copied is no error.
//! Bytes that enter a computation are used, whatever happens to its result. The analysis is conservative: a
//! byte counts as used unless proven otherwise, and as computed unless proven copied.

use crate::ir::{Def, Function, Inst, InstId, IntOp, IntUnary, Op, Prmt, Space, Value};

/// Set of bytes of a value, a bit for each, lowest first.
pub type Bytes = u16;

/// Limit of instructions through which a value is traced.
const DEPTH: u32 = 32;

/// Used bytes of a function's values.
#[derive(Debug)]
pub struct Origins {
    /// Used bytes, by value.
    used: Vec<Bytes>,
}

/// Byte of a load: the instruction, and the offset of the byte from its address.
pub type Loaded = (InstId, u8);

fn all_bytes(f: &Function, v: Value) -> Bytes {
    let bytes = f.ty(v).bits().div_ceil(8);
    if bytes >= 16 { Bytes::MAX } else { (1 << bytes) - 1 }
}

/// Returns the bytes of a constant that are not zero.
fn nonzero_bytes(bits: u64) -> Bytes {
    (0..8).filter(|n| bits >> (8 * n) & 0xff != 0).fold(0, |mask, n| mask | 1 << n)
}

impl Origins {
    /// Analyses a function.
    pub fn new(f: &Function) -> Origins {
        let mut used = vec![0; f.value_count()];
        let mut todo = Vec::new();
        let mut passed: Vec<Vec<Value>> = vec![Vec::new(); f.value_count()];
        for block in f.blocks() {
            let block = f.block(block);
            for inst in block.insts.iter().map(|&id| f.inst(id)) {
                let kept = match inst.op {
                    // A store moves its operands without use. So does a shuffle; uses of its result decide.
                    Op::Store { .. } => &inst.args[..1],
                    Op::Shfl(_) => &inst.args[1..],
                    _ if moves_bytes(f, inst) => &[],
                    _ => &inst.args[..],
                };
                todo.extend(kept.iter().map(|&v| (v, all_bytes(f, v))));
            }
            todo.extend(block.term.selector().map(|v| (v, all_bytes(f, v))));
            for edge in block.term.edges() {
                for (&param, &arg) in f.block(edge.to).params.iter().zip(&edge.args) {
                    passed[param.index()].push(arg);
                }
            }
        }
        while let Some((v, bytes)) = todo.pop() {
            let before = used[v.index()];
            let now = before | bytes & all_bytes(f, v);
            if now == before {
                continue;
            }
            used[v.index()] = now;
            match f.value(v).def {
                Def::Param(..) => todo.extend(passed[v.index()].iter().map(|&arg| (arg, now))),
                Def::Inst(id, n) => operands(f, f.inst(id), n, now, &mut todo),
            }
        }
        Origins { used }
    }

    /// Returns the used bytes of a load as a bit mask, starting at the lowest address.
    pub fn used_load_bytes(&self, f: &Function, inst: &Inst) -> u64 {
        let Op::Load { ty, .. } = inst.op else { return u64::MAX };
        let size = ty.bytes();
        let mut mask = 0;
        for (n, &v) in inst.results.iter().enumerate() {
            let (used, own) = (self.used[v.index()], f.ty(v).bits().div_ceil(8));
            let low = if size >= 16 { Bytes::MAX } else { (1 << size) - 1 };
            let mut bytes = used & low;
            // A sign-extended result repeats the sign in its upper bytes.
            if own > size && used & !low != 0 && ty.is_signed() {
                bytes |= 1 << (size - 1);
            }
            mask |= u64::from(bytes).checked_shl(n as u32 * size).unwrap_or(0);
        }
        mask
    }
}

/// Returns whether an operation only moves or masks bytes, so that uses of its result decide on its operands.
fn moves_bytes(f: &Function, inst: &Inst) -> bool {
    let constant = |n: usize| inst.args.get(n).is_some_and(|&v| f.constant(v).is_some());
    match inst.op {
        Op::Bitcast | Op::Select | Op::Pack | Op::Part(_) | Op::Lop3(_) | Op::Int(IntOp::And) => true,
        Op::Int(IntOp::Or | IntOp::Xor) | Op::IntUnary(IntUnary::Not) => true,
        Op::Int(IntOp::Shl | IntOp::ShrU) => constant(1),
        Op::Bfe { signed: false } => constant(1) && constant(2),
        Op::Cvt { to, from, .. } => !to.is_float() && !from.is_float(),
        Op::Prmt(Prmt::Index) => constant(2),
        _ => false,
    }
}

/// Adds the used bytes of operands, given the used bytes of the result of an operation that [moves
/// bytes](moves_bytes).
fn operands(f: &Function, inst: &Inst, _result: u8, used: Bytes, todo: &mut Vec<(Value, Bytes)>) {
    let all = |todo: &mut Vec<_>| todo.extend(inst.args.iter().map(|&v| (v, all_bytes(f, v))));
    let constant = |n: usize| inst.args.get(n).and_then(|&v| f.constant(v));
    match (&inst.op, inst.args.as_slice()) {
        (Op::Load { .. } | Op::Atom { .. } | Op::Store { .. }, _) => {}
        (Op::Bitcast, &[v]) => todo.push((v, used)),
        (Op::Shfl(_), &[v, ..]) => todo.push((v, used)),
        (Op::Select, &[cond, a, b]) => todo.extend([(cond, 1), (a, used), (b, used)]),
        (Op::Pack, parts) => {
            let mut at = 0;
            for &part in parts {
                todo.push((part, used.checked_shr(at).unwrap_or(0)));
                at += f.ty(part).bits().div_ceil(8);
            }
        }
        (Op::Part(n), &[v]) => {
            let bytes = f.ty(inst.results[0]).bits().div_ceil(8);
            todo.push((v, used.checked_shl(u32::from(*n) * bytes).unwrap_or(0)));
        }
        (Op::Int(IntOp::And), &[a, b]) => match (constant(0), constant(1)) {
            (_, Some(mask)) => todo.push((a, used & nonzero_bytes(mask))),
            (Some(mask), _) => todo.push((b, used & nonzero_bytes(mask))),
            _ => todo.extend([(a, used), (b, used)]),
        },
        (Op::Int(IntOp::Or | IntOp::Xor), &[a, b]) => todo.extend([(a, used), (b, used)]),
        (Op::IntUnary(IntUnary::Not), &[a]) => todo.push((a, used)),
        (Op::Lop3(_), &[a, b, c]) => todo.extend([(a, used), (b, used), (c, used)]),
        (Op::Int(IntOp::Shl), &[a, _]) if constant(1).is_some_and(|by| by < 128) => {
            let by = constant(1).unwrap_or(0) as u32;
            let moved = used.checked_shr(by / 8).unwrap_or(0);
            todo.push((a, if by.is_multiple_of(8) { moved } else { moved | moved >> 1 }));
        }
        (Op::Int(IntOp::ShrU), &[a, _]) if constant(1).is_some_and(|by| by < 128) => {
            let by = constant(1).unwrap_or(0) as u32;
            let moved = used.checked_shl(by / 8).unwrap_or(0);
            todo.push((a, if by.is_multiple_of(8) { moved } else { moved | moved << 1 }));
        }
        (Op::Bfe { signed: false }, &[a, ..]) => match (constant(1), constant(2)) {
            (Some(at), Some(len)) if at < 64 && len <= 64 && at + len <= 64 && len > 0 => {
                todo.push((a, nonzero_bytes((u64::MAX >> (64 - len)) << at)));
            }
            _ => all(todo),
        },
        (Op::Cvt { to, from, .. }, &[a]) if !to.is_float() && !from.is_float() => {
            let size = from.bytes();
            let low = if size >= 16 { Bytes::MAX } else { (1 << size) - 1 };
            let sign = if from.is_signed() && used & !low != 0 { 1 << (size - 1) } else { 0 };
            todo.push((a, used & low | sign));
        }
        (Op::Prmt(Prmt::Index), &[a, b, _]) if constant(2).is_some() => {
            let (mut of_a, mut of_b) = (0, 0);
            for n in (0..4).filter(|n| used >> n & 1 != 0) {
                let pick = constant(2).unwrap_or(0) >> (4 * n) & 7;
                if pick < 4 { of_a |= 1 << pick } else { of_b |= 1 << (pick - 4) }
            }
            todo.extend([(a, of_a), (b, of_b)]);
        }
        _ => all(todo),
    }
}

/// Origin of a byte of a value.
enum Byte {
    Zero,
    Loaded(Loaded),
    Computed,
}

/// Returns the loaded byte that byte `byte` of a value is an unchanged copy of, if any.
pub fn copied_byte(f: &Function, v: Value, byte: u32) -> Option<Loaded> {
    match trace(f, v, byte, &mut DEPTH.clone()) {
        Byte::Loaded(loaded) => Some(loaded),
        Byte::Zero | Byte::Computed => None,
    }
}

/// Traces the origin of a byte; `left` limits the number of values visited.
fn trace(f: &Function, v: Value, byte: u32, left: &mut u32) -> Byte {
    let Def::Inst(id, result) = f.value(v).def else { return Byte::Computed };
    if std::mem::replace(left, left.saturating_sub(1)) == 0 || byte >= f.ty(v).bits().div_ceil(8) {
        return Byte::Computed;
    }
    let inst = f.inst(id);
    let by = |n: usize| inst.args.get(n).and_then(|&v| f.constant(v)).filter(|by| by % 8 == 0 && *by < 128);
    match (&inst.op, inst.args.as_slice()) {
        (Op::Const(bits), _) if byte < 8 && bits >> (8 * byte) & 0xff == 0 => Byte::Zero,
        (Op::Load { ty, .. }, _) if byte < ty.bytes() => {
            Byte::Loaded((id, (u32::from(result) * ty.bytes() + byte) as u8))
        }
        (Op::Load { ty, .. }, _) if !ty.is_signed() => Byte::Zero,
        (Op::Bitcast, &[a]) => trace(f, a, byte, left),
        (Op::Part(n), &[a]) => trace(f, a, byte + u32::from(*n) * f.ty(v).bits().div_ceil(8), left),
        (Op::Pack, &[first, ..]) => {
            let size = f.ty(first).bits().div_ceil(8);
            match inst.args.get((byte / size) as usize) {
                Some(&part) => trace(f, part, byte % size, left),
                None => Byte::Computed,
            }
        }
        (Op::Cvt { to, from, .. }, &[a]) if !to.is_float() && !from.is_float() => {
            match byte < from.bytes().min(to.bytes()) {
                true => trace(f, a, byte, left),
                false if !from.is_signed() && !to.is_signed() => Byte::Zero,
                false => Byte::Computed,
            }
        }
        (Op::Prmt(Prmt::Index), &[a, b, selector]) => {
            match f.constant(selector).map(|picks| (picks >> (4 * byte)) as u32 & 15) {
                Some(pick @ 0..4) => trace(f, a, pick, left),
                Some(pick @ 4..8) => trace(f, b, pick - 4, left),
                _ => Byte::Computed,
            }
        }
        (Op::Int(IntOp::Shl), &[a, _]) => match by(1).map(|by| byte.checked_sub(by as u32 / 8)) {
            Some(Some(byte)) => trace(f, a, byte, left),
            Some(None) => Byte::Zero,
            None => Byte::Computed,
        },
        (Op::Int(IntOp::ShrU), &[a, _]) => match by(1).map(|by| byte + by as u32 / 8) {
            Some(byte) if byte < f.ty(a).bits().div_ceil(8) => trace(f, a, byte, left),
            Some(_) => Byte::Zero,
            None => Byte::Computed,
        },
        (Op::Int(IntOp::Or | IntOp::Xor), &[a, b]) => {
            match (trace(f, a, byte, left), trace(f, b, byte, left)) {
                (Byte::Zero, other) | (other, Byte::Zero) => other,
                _ => Byte::Computed,
            }
        }
        _ => Byte::Computed,
    }
}

/// Returns the offsets of 8-byte parameters that an address may derive from by additions.
pub fn base_parameters(f: &Function, address: Value) -> Vec<u32> {
    let mut found = Vec::new();
    let mut todo = vec![(address, 0)];
    while let Some((v, depth)) = todo.pop() {
        let Some(inst) = f.def_inst(v).filter(|_| depth < DEPTH && todo.len() < DEPTH as usize) else {
            continue;
        };
        match (&inst.op, inst.args.as_slice()) {
            (Op::Load { space: Space::Param, ty, offset, .. }, &[at]) if ty.bytes() == 8 => {
                found.extend(f.constant(at).map(|at| at.wrapping_add_signed(*offset) as u32));
            }
            (Op::Int(IntOp::Add), &[a, b]) => todo.extend([(a, depth + 1), (b, depth + 1)]),
            (Op::Int(IntOp::Sub), &[a, _]) | (Op::Cvta { .. } | Op::Bitcast, &[a]) => {
                todo.push((a, depth + 1))
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Module;

    const TEXT: &str = "
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 8;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u64 %rd4, [%rd3];
    st.global.u64 [%rd3+8], %rd4;
    ld.global.u32 %r2, [%rd3+16];
    and.b32 %r3, %r2, 65280;
    add.u32 %r4, %r3, 1;
    st.global.u32 [%rd3+24], %r4;
    ld.global.u32 %r5, [%rd3+32];
    cvt.u64.u32 %rd5, %r5;
    shl.b64 %rd6, %rd5, 32;
    or.b64 %rd7, %rd6, %rd4;
    st.global.u64 [%rd3+40], %rd7;
    ret;
}";

    #[test]
    fn bytes_are_followed() {
        let f = Module::parse(TEXT).expect("a module").lower("k").expect("a kernel");
        let insts: Vec<InstId> = f.blocks().flat_map(|b| f.block(b).insts.clone()).collect();
        let global = |inst: &&InstId| matches!(f.inst(**inst).op, Op::Load { space: Space::Global, .. });
        let loads: Vec<InstId> = insts.iter().filter(global).copied().collect();
        let origins = Origins::new(&f);
        // Copied; second byte added to; copied into the upper half of a word.
        let used: Vec<u64> = loads.iter().map(|&id| origins.used_load_bytes(&f, f.inst(id))).collect();
        assert_eq!(used, [0, 0b10, 0]);
        let stored = |n: usize| {
            let stores = insts.iter().filter(|&&id| matches!(f.inst(id).op, Op::Store { .. }));
            stores.map(|&id| f.inst(id).args[1]).nth(n).expect("a store")
        };
        assert_eq!(copied_byte(&f, stored(0), 3), Some((loads[0], 3)));
        assert_eq!(copied_byte(&f, stored(1), 1), None);
        // The lower half of the shifted word is zero. Its upper half may contain bits of both words.
        assert_eq!(copied_byte(&f, stored(2), 1), Some((loads[0], 1)));
        assert_eq!(copied_byte(&f, stored(2), 5), None);
        let address = f.inst(loads[0]).args[0];
        assert_eq!(base_parameters(&f, address), [0]);
    }
}
