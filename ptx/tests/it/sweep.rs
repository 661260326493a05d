//! Every form of the table, with operands: it is lowered, or rejected with a name that the table rejects.
//! Forms without side effects are bit-identical to an H200 (`testdata/gpu/sweep`). Other names of the PTX ISA
//! are accepted or rejected as in `testdata/ptx/isa.tsv`.

use hip_ptx::Module;
use hip_ptx::diag::Cause;
use hip_ptx::exec::Geometry;
use hip_ptx::interp::{Arena, run_grid};
use testdata::sweep::{self, Probe};

const TABLE: &str = include_str!("../../src/isa.tsv");
const BASE: u64 = 0x7_0000_0000;

/// Returns the verdict on one instruction in a kernel of its own.
fn verdict(version: &str, target: &str, instruction: &str) -> Result<(), (Cause, String)> {
    let text = sweep::module(version, target, &[instruction]);
    let lowered = Module::parse(&text).and_then(|module| module.lower("k0").map(|_| ()));
    lowered.map_err(|e| (e.kind(), e.to_string()))
}

#[test]
fn every_form_of_the_table_is_lowered_with_operands() {
    let mut wrong = Vec::new();
    let all = sweep::instructions(TABLE);
    for instruction in &all {
        let (version, target) = match instruction.since.as_str() {
            "legacy" => ("6.3", "sm_60"),
            "<3.0" => ("2.3", "sm_20"),
            since if since.ends_with("sm_90a!") => ("9.5", "sm_90a"),
            _ => ("9.5", "sm_100a"),
        };
        match (verdict(version, target, &instruction.text), instruction.unsupported) {
            (Ok(()), false) | (Err((Cause::Unsupported, _)), true) => {}
            (found, _) => wrong.push(format!("{}: {found:?}", instruction.text)),
        }
    }
    assert!(all.len() > 6000, "only {} forms", all.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

fn run(probe: &Probe, input: &[u8]) -> Result<(), String> {
    let module = Module::parse(&probe.module).map_err(|e| e.to_string())?;
    let function = module.lower("k").map_err(|e| e.to_string())?;
    let mut bytes = input.to_vec();
    let at = bytes.len();
    bytes.resize(at + Probe::output(sweep::WARP), testdata::mma::FILL);
    let mut params = BASE.to_le_bytes().to_vec();
    params.extend((BASE + at as u64).to_le_bytes());
    let mut arena = Arena { base: BASE, bytes };
    let geometry = Geometry::new([1, 1, 1], [sweep::WARP as u32, 1, 1]);
    run_grid(&function, geometry, &params, 0, &[], &mut arena).map_err(|f| format!("{}: {f}", probe.text))?;
    probe.check(&arena.bytes[at..])
}

#[test]
fn forms_that_only_compute_leave_an_h200s_bits() {
    let all = sweep::probes(TABLE);
    let input = sweep::inputs();
    let wrong: Vec<String> = all.iter().filter_map(|probe| run(probe, &input).err()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

#[test]
fn instructions_of_the_manual_are_taken_or_refused_by_name() {
    let path = testdata::root().join("ptx/isa.tsv");
    #[expect(clippy::disallowed_methods, reason = "a test reads its fixtures")]
    let table = std::fs::read_to_string(path).unwrap();
    let word = |found: Result<(), (Cause, String)>| match found {
        Ok(()) => "taken",
        Err((Cause::Unsupported, _)) => "refused",
        Err(_) => "invalid",
    };
    let mut wrong = Vec::new();
    for [instruction, hopper, blackwell] in tsv::table(&table) {
        for (target, want) in [("sm_90a", hopper), ("sm_100a", blackwell)] {
            let found = word(verdict("9.5", target, instruction));
            if found != want {
                wrong.push(format!("{instruction} on {target}: {found}, not {want}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
