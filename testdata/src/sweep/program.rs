//! Programs of a few instructions that touch memory, their warp, their block or functions, as kernels: each
//! thread reads the registers that a body names from memory, runs the body, and stores all of them and its
//! pieces of memory.

use std::fmt::Write;

/// Bytes that a thread reads: a word of 16 for each of 16 registers, then what its pieces of memory begin
/// with.
const READ: usize = 512;
/// Bytes that a thread writes: as many words, then its pieces of global, shared and local memory.
const ROW: usize = 448;
/// Bytes of a piece.
const PIECE: usize = 64;
/// Initial content of the output.
pub const FILL: u8 = 0xa5;

/// Registers that bodies may name without their being read and stored: the thread's number and its pieces of
/// memory.
const OWN: &str = ".reg .b32 %t, %s, %o32, %sz, %zs, %w; .reg .b64 %in, %g, %gs, %go, %gc, %gp, %c, %o, %z, %zgs, %pol, %u;";
const NAMED: &str = ".reg .pred %p<5>; .reg .b16 %h<41>; .reg .b32 %r<41>; .reg .b64 %l<17>; .reg .f32 %f<41>; .reg .f64 %d<33>; .reg .b128 %q<5>;";

/// A body, and what an H200 left.
#[derive(Clone, Debug)]
pub struct Program {
    /// Functions that it calls.
    pub functions: String,
    /// Its statements.
    pub body: String,
    /// CRC-32 of the output.
    pub sum: u32,
}

impl Program {
    /// Bytes that its block of [`super::THREADS`] threads writes.
    pub const OUTPUT: usize = super::THREADS * ROW;

    /// Reads a line of `programs.tsv`.
    ///
    /// # Panics
    /// If it is none.
    pub fn read(line: &str) -> Self {
        let columns: Vec<&str> = tsv::cells(line).collect();
        let &[sum, functions, body] = columns.as_slice() else { panic!("not a program: {line}") };
        let sum = u32::from_str_radix(sum, 16).expect("a sum");
        Program { functions: functions.into(), body: body.into(), sum }
    }

    /// Compares the output of a block with that of the H200.
    ///
    /// # Errors
    /// The body.
    pub fn check(&self, output: &[u8]) -> Result<(), String> {
        if crc32fast::hash(output) == self.sum {
            Ok(())
        } else {
            Err(format!("{}: other bits than an H200's", self.body))
        }
    }

    /// The parameters of the kernel: where it reads, where it writes, and 96 bytes for `par`.
    pub fn params(input: u64, output: u64) -> Vec<u8> {
        let own = (0..96u32).map(|i| (53 * i + 129) as u8);
        input.to_le_bytes().into_iter().chain(output.to_le_bytes()).chain(own).collect()
    }

    /// A module with the kernel `k(.param .u64 input, .param .u64 output, .param .align 16 .b8 par[96])`.
    pub fn module(&self) -> String {
        let uses = |names: &[&str]| names.iter().any(|name| names_register(&self.body, name));
        let shared = uses(&["%s", "%gs", "%zs", "%zgs"]);
        let local = uses(&["%o", "%o32", "%go"]);
        let constant = uses(&["%c", "%gc"]);
        let mut text = String::from(".version 9.3\n.target sm_90a\n.address_size 64\n");
        if constant {
            let bytes: Vec<String> = (0..128u32).map(|i| ((37 * i + 11) % 256).to_string()).collect();
            add(&mut text, format_args!(".const .align 16 .b8 con[128] = {{{}}};\n", bytes.join(", ")));
        }
        add(
            &mut text,
            format_args!(
                "{}\n.visible .entry k(.param .u64 input, .param .u64 output, .param .align 16 .b8 par[96]) {{\n{NAMED} {OWN}\n",
                self.functions
            ),
        );
        if shared {
            text += ".shared .align 128 .b8 tile[8192];\n";
        }
        if local {
            text += ".local .align 16 .b8 loc[64];\n";
        }
        add(
            &mut text,
            format_args!(
                "mov.u32 %t, %tid.x; ld.param.u64 %in, [input]; ld.param.u64 %z, [output]; add.u64 %z, %z, 256; mad.wide.u32 %in, %t, {READ}, %in; mad.wide.u32 %g, %t, {ROW}, %z;\n"
            ),
        );
        fill(&mut text, 256, "%g", "global");
        if shared {
            text += "mov.u32 %zs, tile; mad.lo.u32 %s, %t, 64, %zs; cvt.u64.u32 %gs, %s; cvta.shared.u64 %gs, %gs; cvt.u64.u32 %zgs, %zs; cvta.shared.u64 %zgs, %zgs;\n";
            fill(&mut text, 256 + PIECE, "%s", "shared");
        }
        if local {
            text += "mov.u64 %o, loc; cvt.u32.u64 %o32, %o; cvta.local.u64 %go, %o;\n";
            fill(&mut text, 256 + 2 * PIECE, "%o", "local");
        }
        if constant {
            text +=
                "and.b32 %w, %t, 3; mov.u64 %c, con; cvta.const.u64 %gc, %c; mad.wide.u32 %c, %w, 16, %c;\n";
        }
        if uses(&["%gp"]) {
            text += "mov.b64 %gp, par; cvta.param.u64 %gp, %gp;\n";
        }
        if uses(&["%pol"]) {
            text += "createpolicy.fractional.L2::evict_first.b64 %pol, 1.0;\n";
        }
        let named: Vec<&str> =
            super::run::registers(&self.body).into_iter().filter(|r| is_numbered(r)).collect();
        for (n, register) in named.iter().enumerate() {
            text += &super::run::access(false, register, &format!("[%in+{}]", n * 16)).replace("%r40", "%w");
        }
        let meet = if shared { "bar.sync 0;\n" } else { "" };
        add(&mut text, format_args!("{meet}{}\n{meet}", self.body));
        for (n, register) in named.iter().enumerate() {
            text += &super::run::access(true, register, &format!("[%g+{}]", n as i64 * 16 - 256))
                .replace("%r40", "%w");
        }
        if shared {
            keep(&mut text, "%s", PIECE, "shared");
        }
        if local {
            keep(&mut text, "%o", 2 * PIECE, "local");
        }
        text += "ret;\n}\n";
        text
    }
}

fn add(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string grows");
}

/// Fills a thread's piece of a space from the input.
fn fill(text: &mut String, from: usize, piece: &str, space: &str) {
    for i in (0..PIECE).step_by(8) {
        add(text, format_args!("ld.global.u64 %u, [%in+{}]; st.{space}.u64 [{piece}+{i}], %u; ", from + i));
    }
    text.push('\n');
}

/// Stores a thread's piece of a space behind that of global memory.
fn keep(text: &mut String, piece: &str, behind: usize, space: &str) {
    for i in (0..PIECE).step_by(8) {
        add(text, format_args!("ld.{space}.u64 %u, [{piece}+{i}]; st.global.u64 [%g+{}], %u; ", behind + i));
    }
    text.push('\n');
}

/// Returns whether it is a register of a letter with a number, such as `%r1`.
fn is_numbered(register: &str) -> bool {
    let digits = register.get(2..).unwrap_or("");
    register.starts_with(['%'])
        && "phrlfdq".contains(&register[1..2])
        && !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
}

fn names_register(body: &str, name: &str) -> bool {
    super::run::registers(body).contains(&name)
}

/// The programs of a file in the format of `gpu/sweep/programs.tsv`, or those there.
///
/// # Panics
/// If it cannot be read.
pub fn programs(file: Option<&std::path::Path>) -> Vec<Program> {
    let own = crate::root().join("gpu/sweep/programs.tsv");
    let path = file.unwrap_or(&own);
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()));
    text.lines().skip(1).map(Program::read).collect()
}
