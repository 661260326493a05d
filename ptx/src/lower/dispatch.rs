//! Table of the functions that lower each instruction.

use super::Lower;
use crate::ast::Instruction;

/// Lowers an instruction; returns `None` after an error.
pub(super) type Handler<'m> = fn(&mut Lower<'m>, &Instruction<'m>) -> Option<()>;

/// Execution of an instruction under a false guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// No side effects: the guard selects the result.
    Pure,
    /// Accesses memory or involves other threads: the guard branches around it.
    Other,
}

/// Returns the function that lowers an instruction with this base name.
pub(super) fn handler<'m>(op: &str, inst: &Instruction<'m>) -> Option<(Handler<'m>, Effect)> {
    use Effect::{Other, Pure};
    let float = inst.form.type_count() > 0 && inst.form.ty(0).is_float();
    Some(match op {
        "add" | "sub" | "mul" | "div" | "min" | "max" if float => (Lower::float_binary, Pure),
        "fma" => (Lower::fma, Pure),
        "mad" if float => (Lower::fma, Pure),
        "neg" | "abs" | "sqrt" | "rcp" if float => (Lower::float_unary, Pure),
        "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" => (Lower::float_unary, Pure),
        "copysign" => (Lower::copysign, Pure),
        "testp" => (Lower::testp, Pure),
        "add" | "sub" | "mul" | "div" | "rem" | "min" | "max" | "and" | "or" | "xor" | "shl" | "shr" => {
            (Lower::int_binary, Pure)
        }
        "addc" | "subc" => (Lower::with_carry, Pure),
        "mad" | "madc" => (Lower::mad, Pure),
        "mul24" | "mad24" => (Lower::mul24, Pure),
        "sad" => (Lower::sad, Pure),
        "neg" | "abs" | "not" | "cnot" | "clz" | "popc" | "brev" => (Lower::int_unary, Pure),
        "bfind" | "bfe" | "bfi" | "bmsk" | "szext" | "fns" | "clmad" | "prmt" | "lop3" | "shf" | "dp4a"
        | "dp2a" => (Lower::bits, Pure),
        "setp" | "set" => (Lower::compare, Pure),
        "selp" | "slct" => (Lower::select, Pure),
        "cvt" => (Lower::convert, Pure),
        "cvta" | "isspacep" => (Lower::address_space, Pure),
        "mov" => (Lower::mov, Pure),
        "createpolicy" => (Lower::policy, Pure),
        "ld" | "ldu" => (Lower::load, Other),
        "st" | "red" if inst.form.has("async") => (Lower::store_async, Other),
        "st" => (Lower::store, Other),
        "atom" | "red" => (Lower::atomic, Other),
        "cp" if inst.form.has("bulk") => (Lower::bulk, Other),
        "tensormap" => (Lower::tensor_map, Other),
        "cp" if inst.form.has("mbarrier") => (Lower::arrive_after_copies, Other),
        "cp" => (Lower::copy_async, Other),
        "mbarrier" => (Lower::mbarrier, Other),
        "mapa" | "getctarank" => (Lower::cluster_address, Pure),
        "fence" | "membar" => (Lower::fence, Other),
        "nanosleep" => (Lower::nanosleep, Other),
        "prefetch" | "prefetchu" | "discard" | "applypriority" | "griddepcontrol" | "pmevent" => {
            (Lower::hint, Pure)
        }
        "setmaxnreg" => (Lower::set_registers, Pure),
        "bar" | "barrier" => (Lower::barrier, Other),
        "shfl" => (Lower::shuffle, Other),
        "vote" | "match" | "redux" | "activemask" | "elect" => (Lower::warp, Other),
        "ldmatrix" | "stmatrix" => (Lower::move_matrix, Other),
        "movmatrix" => (Lower::transpose_matrix, Other),
        "mma" => (Lower::mma, Other),
        "wgmma" => (Lower::wgmma, Other),
        "multimem" if inst.form.has("bulk") => (Lower::bulk, Other),
        "multimem" if inst.form.has("ld_reduce") => (Lower::load_reduce, Other),
        "multimem" if inst.form.has("st") => (Lower::multicast_store, Other),
        "multimem" => (Lower::multicast_reduce, Other),
        "wmma" if inst.form.has("mma") => (Lower::wmma_mma, Other),
        "wmma" => (Lower::wmma_move, Other),
        "tex" if inst.form.one_of(&["2dms", "a2dms"]).is_some() => (Lower::multisample, Other),
        "tex" | "tld4" => (Lower::texture, Other),
        "txq" | "suq" => (Lower::texture_query, Other),
        "istypep" => (Lower::is_reference, Other),
        "suld" | "sust" | "sured" => (Lower::surface, Other),
        "call" => (Lower::call, Other),
        "alloca" => (Lower::alloca, Other),
        "stacksave" => (Lower::stack_save, Other),
        "stackrestore" => (Lower::stack_restore, Other),
        "vadd" | "vsub" | "vabsdiff" | "vmin" | "vmax" | "vset" | "vshl" | "vshr" => (Lower::video, Pure),
        "vmad" => (Lower::video_mad, Pure),
        "vadd2" | "vsub2" | "vabsdiff2" | "vmin2" | "vmax2" | "vset2" | "vavrg2" | "vadd4" | "vsub4"
        | "vabsdiff4" | "vmin4" | "vmax4" | "vset4" | "vavrg4" => (Lower::video_simd, Pure),
        _ => return None,
    })
}
