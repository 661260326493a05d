//! Text form of a function, for snapshots, diagnostics and readers. The format is stable; nothing parses it.
//!
//! ```text
//! kernel saxpy(n: 4 at 0, x: 8 at 8)
//! b0:
//!   v0 i64 = const 0x0
//!   v1 i32 = load.param.u32 [v0+0]
//!   v2 pred = cmp.eq.u32 v1, v1
//!   branch v2 b1 b2(v0)
//! ```

use super::{Edge, Function, Inst, Mode, Op, Order, Round, Scalar, Term, Value};
use std::fmt::{self, Write};

/// Returns the text of a whole function.
pub fn function(f: &Function) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_function(&mut text, f);
    text
}

impl fmt::Display for Function {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_function(out, self)
    }
}

fn write_function(out: &mut impl Write, f: &Function) -> fmt::Result {
    write!(out, "kernel {}(", f.name)?;
    for (k, p) in f.params.iter().enumerate() {
        let comma = if k == 0 { "" } else { ", " };
        write!(out, "{comma}{}: {} at {}", p.name, p.size, p.offset)?;
    }
    out.write_str(")")?;
    for (what, bytes) in [("shared", f.shared_bytes), ("local", f.local_bytes)] {
        if bytes != 0 {
            write!(out, " {what} {bytes}")?;
        }
    }
    out.write_str("\n")?;
    for b in f.blocks() {
        let block = f.block(b);
        write!(out, "{b}")?;
        if !block.params.is_empty() {
            out.write_str("(")?;
            write_typed(out, f, &block.params)?;
            out.write_str(")")?;
        }
        out.write_str(":\n")?;
        for &i in &block.insts {
            out.write_str("  ")?;
            write_inst(out, f, f.inst(i))?;
            out.write_str("\n")?;
        }
        out.write_str("  ")?;
        write_term(out, &block.term)?;
        out.write_str("\n")?;
    }
    Ok(())
}

fn write_typed(out: &mut impl Write, f: &Function, values: &[Value]) -> fmt::Result {
    for (k, &v) in values.iter().enumerate() {
        let comma = if k == 0 { "" } else { ", " };
        write!(out, "{comma}{v} {}", f.ty(v))?;
    }
    Ok(())
}

fn write_list(out: &mut impl Write, values: &[Value]) -> fmt::Result {
    for (k, v) in values.iter().enumerate() {
        let comma = if k == 0 { "" } else { ", " };
        write!(out, "{comma}{v}")?;
    }
    Ok(())
}

/// Writes one instruction, without its line.
fn write_inst(out: &mut impl Write, f: &Function, inst: &Inst) -> fmt::Result {
    write_typed(out, f, &inst.results)?;
    if !inst.results.is_empty() {
        out.write_str(" = ")?;
    }
    write!(out, "{}", Name(&inst.op))?;
    match inst.op {
        Op::Const(bits) => write!(out, " {bits:#x}"),
        Op::VarAddr(v) => write!(out, " {v}"),
        Op::Load { offset, .. } | Op::Store { offset, .. } | Op::Atom { offset, .. } => {
            if let Some((address, rest)) = inst.args.split_first() {
                write!(out, " [{address}{offset:+}]")?;
                if !rest.is_empty() {
                    out.write_str(", ")?;
                    write_list(out, rest)?;
                }
            }
            Ok(())
        }
        _ if inst.args.is_empty() => Ok(()),
        _ => {
            out.write_str(" ")?;
            write_list(out, &inst.args)
        }
    }
}

fn write_edge(out: &mut impl Write, e: &Edge) -> fmt::Result {
    write!(out, " {}", e.to)?;
    if !e.args.is_empty() {
        out.write_str("(")?;
        write_list(out, &e.args)?;
        out.write_str(")")?;
    }
    Ok(())
}

fn write_term(out: &mut impl Write, term: &Term) -> fmt::Result {
    match term {
        Term::Jump(_) => out.write_str("jump")?,
        Term::Branch { cond, .. } => write!(out, "branch {cond}")?,
        Term::Switch { index, .. } => write!(out, "switch {index}")?,
        Term::Exit => out.write_str("exit")?,
        Term::Trap => out.write_str("trap")?,
    }
    term.edges().try_for_each(|e| write_edge(out, e))
}

/// Name of an operation with its modifiers, without operands and large constants.
struct Name<'a>(&'a Op);

impl fmt::Display for Name<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |signed: bool| if signed { "s" } else { "u" };
        match *self.0 {
            Op::Const(_) => out.write_str("const"),
            Op::Sreg(s) => write!(out, "sreg.{}", lower(&s)),
            Op::VarAddr(_) => out.write_str("address"),
            Op::Int(op) => out.write_str(&lower(&op)),
            Op::IntUnary(op) => out.write_str(&lower(&op)),
            Op::MulWide { signed } => write!(out, "mulwide.{}", sign(signed)),
            Op::Mul24 { signed, high } => write!(out, "mul24.{}{}", sign(signed), flag(high, "hi")),
            Op::Sad { signed } => write!(out, "sad.{}", sign(signed)),
            Op::Bfind { signed, shift_amount } => {
                write!(out, "bfind.{}{}", sign(signed), flag(shift_amount, "shiftamt"))
            }
            Op::Bfe { signed } => write!(out, "bfe.{}", sign(signed)),
            Op::Bmsk { wrap } => write!(out, "bmsk{}", flag(wrap, "wrap")),
            Op::Szext { signed, wrap } => write!(out, "szext.{}{}", sign(signed), flag(wrap, "wrap")),
            Op::Prmt(mode) => write!(out, "prmt.{}", lower(&mode)),
            Op::Lop3(table) => write!(out, "lop3.{table:#04x}"),
            Op::Shf { left, clamp } => {
                write!(out, "shf.{}{}", if left { "l" } else { "r" }, flag(clamp, "clamp"))
            }
            Op::Dp4a { a_signed, b_signed } => write!(out, "dp4a.{}.{}", sign(a_signed), sign(b_signed)),
            Op::Dp2a { a_signed, b_signed, high } => {
                write!(out, "dp2a.{}.{}{}", sign(a_signed), sign(b_signed), flag(high, "hi"))
            }
            Op::Float { op, ty, mode } => write!(out, "{}.{ty}{}", lower(&op), modes(mode)),
            Op::Fma { ty, mode } => write!(out, "fma.{ty}{}", modes(mode)),
            Op::FloatUnary { op, ty, mode } => write!(out, "{}.{ty}{}", lower(&op), modes(mode)),
            Op::CopySign { ty } => write!(out, "copysign.{ty}"),
            Op::Math { op, ty } => write!(out, "math.{}.{ty}", op.name()),
            Op::Approx { op, ty, ftz, fast } => {
                let (ftz, fast) = (flag(ftz, "ftz"), flag(fast, "fast"));
                write!(out, "approx.{}.{ty}{ftz}{fast}", lower(&op))
            }
            Op::TestP { test, ty } => write!(out, "testp.{}.{ty}", lower(&test)),
            Op::Cmp { op, ty, ftz } => write!(out, "cmp.{}.{ty}{}", lower(&op), flag(ftz, "ftz")),
            Op::Cvt { to, from, mode, integral } => {
                write!(out, "cvt.{to}.{from}{}{}", flag(integral, "integral"), modes(mode))
            }
            Op::Part(n) => write!(out, "part.{n}"),
            Op::Cvta { space, to_generic } => {
                write!(out, "cvta.{}{space}", if to_generic { "" } else { "to." })
            }
            Op::IsSpace(space) => write!(out, "isspace.{space}"),
            Op::RankOf => out.write_str("rankof"),
            Op::Replica => out.write_str("replica"),
            Op::Load { space, ty, order, .. } => write!(out, "load.{space}.{ty}{}", strength(order)),
            Op::Store { space, ty, order, .. } => write!(out, "store.{space}.{ty}{}", strength(order)),
            Op::Atom { space, op, ty, order, .. } => {
                write!(out, "atom.{}.{space}.{ty}{}", lower(&op), strength(order))
            }
            Op::Barrier { kind, counted, aligned } => {
                let (counted, aligned) = (flag(counted, "counted"), flag(aligned, "aligned"));
                write!(out, "barrier.{}{counted}{aligned}", lower(&kind))
            }
            Op::System(system) => out.write_str(&lower(&system)),
            Op::Texture(request) => out.write_str(&lower(&request)),
            Op::Tensor(tensor) => out.write_str(&lower(&tensor)),
            Op::Shfl(kind) => write!(out, "shfl.{}", lower(&kind)),
            Op::Vote(kind) => write!(out, "vote.{}", lower(&kind)),
            Op::Match { all } => out.write_str(if all { "match.all" } else { "match.any" }),
            Op::Redux { op, ty } => write!(out, "redux.{}.{ty}", lower(&op)),
            Op::Mma(m) => {
                write!(out, "mma.m{}n{}k{}.{}.{}.{}.{}", m.m, m.n, m.k, m.d, m.a, m.b, m.c)?;
                if m.c == Scalar::F64 {
                    out.write_str(&modes(Mode { round: m.round, ..Mode::RN }))?;
                }
                write!(out, "{}{}", flag(m.saturate, "satfinite"), flag(m.and, "and"))?;
                if let Some(quads) = m.quads {
                    let (a, b) = (flag(quads.a_columns, "columns"), flag(quads.b_rows, "rows"));
                    write!(out, ".quads{a}{b}")?;
                }
                m.sparse.map_or(Ok(()), |sparse| write!(out, ".sparse.{}", sparse.selector))
            }
            Op::GroupMma(g) => {
                let m = g.mma;
                write!(out, "group.n{}k{}.{}.{}.{}", m.n, m.k, m.d, m.a, m.b)?;
                write!(out, "{}{}", flag(m.saturate, "satfinite"), flag(g.a_in_registers, "registers"))?;
                write!(out, "{}{}", flag(g.a_transposed, "ta"), flag(g.b_transposed, "tb"))?;
                write!(out, "{}{}", flag(g.negate_a, "na"), flag(g.negate_b, "nb"))?;
                m.sparse.map_or(Ok(()), |sparse| write!(out, ".sparse.{}", sparse.selector))
            }
            Op::Rows { matrices, transposed } => {
                write!(out, "rows.{matrices}{}", flag(transposed, "transposed"))
            }
            Op::Converge { number, waits } => write!(out, "converge.{number}{}", flag(waits, "waits")),
            Op::Clmad { high } => write!(out, "clmad.{}", if high { "hi" } else { "lo" }),
            Op::Async(step) => write!(out, "async.{}", lower(&step)),
            Op::AddCarry
            | Op::CarryOut
            | Op::SubBorrow
            | Op::BorrowOut
            | Op::Bfi
            | Op::Fns
            | Op::Select
            | Op::Bitcast
            | Op::Pack
            | Op::Fence
            | Op::Nanosleep
            | Op::WarpSync
            | Op::Yield
            | Op::ActiveMask
            | Op::Elect => out.write_str(&lower(self.0)),
        }
    }
}

fn flag(on: bool, name: &'static str) -> String {
    if on { format!(".{name}") } else { String::new() }
}

fn strength(order: Order) -> String {
    if order == Order::Weak { String::new() } else { format!(".{}", lower(&order)) }
}

fn modes(mode: Mode) -> String {
    let round = match mode.round {
        Round::Nearest => "rn",
        Round::NearestAway => "rna",
        Round::Zero => "rz",
        Round::Down => "rm",
        Round::Up => "rp",
    };
    format!(".{round}{}{}{}", flag(mode.ftz, "ftz"), flag(mode.sat, "sat"), flag(mode.relu, "relu"))
}

/// Returns the name of a variant in lower case, with its number or its set flags.
fn lower(variant: &impl fmt::Debug) -> String {
    let text = format!("{variant:?}").to_lowercase();
    let Some((name, fields)) = text.split_once(['(', '{']) else { return text };
    let mut short = name.trim().to_owned();
    for field in fields.trim_end_matches([')', '}', ' ']).split(',') {
        match field.trim().split_once(": ") {
            Some((flag, "true")) => short += &format!(".{flag}"),
            Some(_) => {}
            None => short += &format!(".{}", field.trim()),
        }
    }
    short
}
