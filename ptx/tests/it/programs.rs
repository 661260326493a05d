//! `testdata/gpu/sweep/programs.tsv`: bodies of a few instructions, interpreted, are bit-identical to an
//! H200. Every tenth is tested; `SWEEP=all` tests all, `PROGRAMS` selects another file.

use hip_ptx::Module;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use testdata::sweep::{self, Program};

const BASE: u64 = 0x7_0000_0000;

fn run(program: &Program, input: &[u8]) -> Result<(), String> {
    let message = |e: &dyn std::fmt::Display| format!("{}: {e}", program.body);
    let module = Module::parse(&program.module()).map_err(|e| message(&e))?;
    let function = module.lower("k").map_err(|e| message(&e))?;
    let mut bytes = input.to_vec();
    let at = bytes.len();
    bytes.resize(at + Program::OUTPUT, sweep::FILL);
    let mut vars = Vec::new();
    for var in &module.vars {
        vars.push(BASE + bytes.len() as u64);
        bytes.extend(&var.init);
    }
    let params = Program::params(BASE, BASE + at as u64);
    let mut arena = Arena { base: BASE, bytes };
    let geometry = Geometry::new([1, 1, 1], [sweep::THREADS as u32, 1, 1]);
    run_grid(&function, geometry, &params, 0, &vars, &mut arena).map_err(|f| message(&f))?;
    program.check(&arena.bytes[at..at + Program::OUTPUT])
}

#[test]
fn programs_leave_an_h200s_bits() {
    #[expect(clippy::disallowed_methods, reason = "a test reads its settings")]
    let (all, file) = (std::env::var_os("SWEEP").is_some(), std::env::var_os("PROGRAMS"));
    let file = file.map(std::path::PathBuf::from);
    let input = sweep::inputs();
    let programs = sweep::programs(file.as_deref());
    let some = programs.iter().step_by(if all { 1 } else { 10 });
    let wrong: Vec<String> = some.filter_map(|program| run(program, &input).err()).collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
