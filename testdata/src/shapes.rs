//! Kernels of any size, each of one shape: what a compiler does for every branch, barrier or value that is
//! alive shows where there are thousands of them.
//!
//! Each takes one parameter, the address of at least [`BYTES`] bytes, and runs to its end with any block
//! shape.

use std::fmt::Write;

/// Bytes that a kernel of any shape may touch behind its parameter: 4 a thread of a block of 1024.
pub const BYTES: usize = 4096;

/// Name and generator of a shape: PTX statements in, module out. The statements are met to a tenth.
pub type Shape = (&'static str, fn(usize) -> String);

/// All shapes.
pub const SHAPES: [Shape; 14] = [
    ("straight", straight),
    ("memory", memory),
    ("held", held),
    ("predicated", predicated),
    ("diamonds", diamonds),
    ("switch", switch),
    ("barriers", barriers),
    ("shuffles", shuffles),
    ("loops", loops),
    ("nested", nested),
    ("live", live),
    ("mma", mma),
    ("calls", calls),
    ("jumps", jumps),
];

/// The kernel of a shape.
///
/// # Panics
/// If there is no such shape.
pub fn kernel(name: &str, statements: usize) -> String {
    let shape = SHAPES.iter().find(|shape| shape.0 == name);
    shape.unwrap_or_else(|| panic!("there is no shape {name}")).1(statements)
}

/// A module of one kernel, `k`: `%d3` is the address of the thread's word, `%r1` its number, `%r2` a changing
/// word, `%r8` 0, which no compiler knows.
fn module(functions: &str, declarations: &str, body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n{functions}\n.visible .entry k(.param .u64 p)\n{{\n\
         .reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %d<9>;\n.shared .align 4 .b8 words[4096];\n\
         {declarations}\nld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 4;\n\
         add.u64 %d3, %d1, %d2;\nmov.u32 %r2, %r1;\nmov.u32 %r5, words;\nshl.b32 %r6, %r1, 2;\nadd.u32 %r5, %r5, %r6;\n\
         shr.u64 %d4, %d1, 63;\ncvt.u32.u64 %r8, %d4;\n\
         mov.f32 %f2, 0f00000000;\nmov.f32 %f3, 0f3F800000;\n{body}st.global.u32 [%d3], %r2;\nret;\n}}\n"
    )
}

/// `rounds` pieces, one after the other.
fn repeated(rounds: usize, mut piece: impl FnMut(&mut String, usize) -> std::fmt::Result) -> String {
    let mut text = String::new();
    for n in 0..rounds.max(1) {
        piece(&mut text, n).expect("a string grows");
    }
    text
}

/// Arithmetic, each on what came before.
fn straight(statements: usize) -> String {
    let body = repeated(statements / 5, |text, n| {
        write!(
            text,
            "add.u32 %r2, %r2, %r1;\nxor.b32 %r3, %r2, {n};\nmad.lo.u32 %r2, %r3, %r1, %r2;\n\
             cvt.rn.f32.u32 %f1, %r3;\nfma.rn.f32 %f2, %f1, %f2, %f3;\n"
        )
    });
    module("", "", &(body + "cvt.rzi.u32.f32 %r4, %f2;\nxor.b32 %r2, %r2, %r4;\n"))
}

/// Loads, then sums of what they loaded: half as many values live at once as there are statements.
fn held(statements: usize) -> String {
    let loads = repeated(statements / 2, |text, n| writeln!(text, "ld.volatile.shared.u32 %h{n}, [%r5];"));
    let sums = repeated(statements / 2, |text, n| writeln!(text, "mad.lo.u32 %r2, %r2, 3, %h{n};"));
    module(
        "",
        &format!(".reg .b32 %h<{}>;", statements / 2 + 1),
        &("st.volatile.shared.u32 [%r5], %r1;\n".to_owned() + &loads + &sums),
    )
}

/// Loads and stores.
fn memory(statements: usize) -> String {
    let body = repeated(statements / 3, |text, n| {
        write!(text, "ld.global.u32 %r3, [%d3];\nadd.u32 %r2, %r3, {n};\nst.global.u32 [%d3], %r2;\n")
    });
    module("", "", &body)
}

/// Instructions that some lanes leave out.
fn predicated(statements: usize) -> String {
    let body = repeated(statements / 3, |text, n| {
        write!(
            text,
            "setp.gt.u32 %p1, %r2, {n};\n@%p1 add.u32 %r2, %r2, %r1;\n@!%p1 st.global.u32 [%d3], %r2;\n"
        )
    });
    module("", "", &body)
}

/// Two arms, chosen by each lane, and again.
fn diamonds(statements: usize) -> String {
    let body = repeated(statements / 6, |text, n| {
        write!(
            text,
            "and.b32 %r3, %r2, 1;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra E{n};\nmad.lo.u32 %r2, %r2, 3, %r1;\n\
             bra D{n};\nE{n}:\nadd.u32 %r2, %r2, {n};\nD{n}:\n"
        )
    });
    module("", "", &body)
}

/// One choice among many cases.
fn switch(statements: usize) -> String {
    let cases = (statements / 3).max(1);
    let names: Vec<String> = (0..cases).map(|n| format!("C{n}")).collect();
    let arms = repeated(cases, |text, n| {
        write!(text, "C{n}:\nadd.u32 %r2, %r2, {n};\nxor.b32 %r2, %r2, %r1;\nbra END;\n")
    });
    let table = names.join(", ");
    let body = format!(
        "rem.u32 %r3, %r1, {cases};\ntable: .branchtargets {table};\nbrx.idx %r3, table;\n{arms}END:\n"
    );
    module("", "", &body)
}

/// A barrier every few instructions.
fn barriers(statements: usize) -> String {
    let body = repeated(statements / 4, |text, n| {
        write!(
            text,
            "st.shared.u32 [%r5], %r2;\nbar.sync 0;\nld.shared.u32 %r3, [%r5];\nadd.u32 %r2, %r3, {n};\n"
        )
    });
    module("", "", &body)
}

/// Shuffles, each of what the one before gave.
fn shuffles(statements: usize) -> String {
    let body = repeated(statements / 2, |text, n| {
        let lane = 1 << (n % 5);
        write!(text, "shfl.sync.bfly.b32 %r3, %r2, {lane}, 31, -1;\nadd.u32 %r2, %r2, %r3;\n")
    });
    module("", "", &body)
}

/// Loops one after the other.
fn loops(statements: usize) -> String {
    let body = repeated(statements / 5, |text, n| {
        write!(
            text,
            "mov.u32 %r3, 0;\nL{n}:\nadd.u32 %r2, %r2, %r3;\nadd.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 2;\n\
             @%p1 bra L{n};\n"
        )
    });
    module("", "", &body)
}

/// Nests of ten loops, one after the other.
fn nested(statements: usize) -> String {
    nests(statements / 50, 10)
}

/// `count` nests of loops, `depth` in each other; each goes round once.
pub fn nests(count: usize, depth: usize) -> String {
    let registers = format!(".reg .b32 %n<{}>;", depth + 1);
    let body = repeated(count, |text, n| {
        for k in 0..depth {
            write!(text, "mov.u32 %n{k}, 0;\nL{n}_{k}:\nadd.u32 %r2, %r2, %n{k};\n")?;
        }
        for k in (0..depth).rev() {
            write!(text, "add.u32 %n{k}, %n{k}, 1;\nsetp.lt.u32 %p1, %n{k}, %r8;\n@%p1 bra L{n}_{k};\n")?;
        }
        Ok(())
    });
    module("", &registers, &body)
}

/// Values that are all alive over a barrier.
fn live(statements: usize) -> String {
    let count = (statements / 3).max(1);
    let registers = format!(".reg .b32 %v<{}>;", count + 1);
    let make =
        repeated(count, |text, n| write!(text, "xor.b32 %v{n}, %r2, {n};\nadd.u32 %r2, %r2, %v{n};\n"));
    let use_ = repeated(count, |text, n| writeln!(text, "mad.lo.u32 %r2, %r2, 5, %v{n};"));
    module("", &registers, &format!("{make}bar.sync 0;\n{use_}"))
}

/// Products of matrices of a warp, each with operands of its own.
fn mma(statements: usize) -> String {
    let body = repeated(statements / 3, |text, n| {
        let at = 4 * (n % 16);
        write!(
            text,
            "add.u32 %r2, %r2, {n};\nxor.b32 %r3, %r2, %r1;\n\
             mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{%a{at}, %a{}, %a{}, %a{}}}, {{%r2, %r3, %r2, %r3}}, \
             {{%r3, %r2}}, {{%a{at}, %a{}, %a{}, %a{}}};\n",
            at + 1,
            at + 2,
            at + 3,
            at + 1,
            at + 2,
            at + 3
        )
    });
    let clear = repeated(64, |text, n| writeln!(text, "mov.f32 %a{n}, 0f00000000;"));
    let sum = repeated(64, |text, n| writeln!(text, "add.f32 %f2, %f2, %a{n};"));
    module("", ".reg .f32 %a<64>;", &format!("{clear}{body}{sum}mov.b32 %r4, %f2;\nxor.b32 %r2, %r2, %r4;\n"))
}

/// Calls of a small function.
fn calls(statements: usize) -> String {
    let body = repeated(statements / 7, |text, n| {
        write!(
            text,
            "{{\n.param .b32 a0;\n.param .b32 r0;\nst.param.b32 [a0], %r2;\ncall.uni (r0), mix, (a0);\n\
             ld.param.b32 %r2, [r0];\nadd.u32 %r2, %r2, {n};\n}}\n"
        )
    });
    let function = ".func (.param .b32 r) mix(.param .b32 a)\n{\n.reg .b32 %x<4>;\nld.param.b32 %x1, [a];\n\
                    mul.lo.u32 %x2, %x1, 2654435761;\nshr.u32 %x3, %x2, 15;\nxor.b32 %x2, %x2, %x3;\n\
                    st.param.b32 [r], %x2;\nret;\n}\n";
    module(function, "", &body)
}

/// Labels, each with a branch to another one: no loop has one head. No branch is taken.
fn jumps(statements: usize) -> String {
    let count = (statements / 2).max(1);
    let body = repeated(count, |text, n| {
        writeln!(text, "L{n}:\nadd.u32 %r2, %r2, {n};\n@%p1 bra L{};", n * 7919 % count)
    });
    module("", "", &format!("setp.ne.u32 %p1, %r8, 0;\n{body}"))
}
