//! All kernels recorded on a GPU in the front end: output of nvcc, optimised and for debugging.

use hip_ptx::Module;
use hip_ptx::diag::Cause;
use hip_ptx::ir::{Def, Function};
use testdata::golden;

/// Asserts basic invariants of a lowered function: edges match their targets, uses follow definitions.
fn check(f: &Function) {
    let mut defined = vec![false; f.value_count()];
    for b in f.blocks() {
        for (n, &p) in f.block(b).params.iter().enumerate() {
            assert_eq!(f.value(p).def, Def::Param(b, n as u32));
            defined[p.index()] = true;
        }
        for &inst in &f.block(b).insts {
            for (n, &r) in f.inst(inst).results.iter().enumerate() {
                assert_eq!(f.value(r).def, Def::Inst(inst, n as u8));
                defined[r.index()] = true;
            }
        }
    }
    for b in f.blocks() {
        for &inst in &f.block(b).insts {
            assert!(f.inst(inst).args.iter().all(|a| defined[a.index()]), "{:?}", f.inst(inst));
        }
        for edge in f.block(b).term.edges() {
            let params = &f.block(edge.to).params;
            assert_eq!(edge.args.len(), params.len(), "{b} to {}", edge.to);
            for (&arg, &param) in edge.args.iter().zip(params) {
                assert!(defined[arg.index()]);
                assert_eq!(f.ty(arg), f.ty(param));
            }
        }
    }
}

#[test]
fn every_recorded_kernel_lowers_or_is_refused_by_name() {
    let (mut lowered, mut refused) = (0, Vec::new());
    for case in golden::cases() {
        for variant in case.variants() {
            let text = case.ptx(variant);
            let module = Module::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", case.name));
            for kernel in module.kernels() {
                match module.lower(kernel) {
                    Ok(f) => {
                        check(&f);
                        lowered += 1;
                    }
                    Err(found) => {
                        assert_eq!(found.kind(), Cause::Unsupported, "{} {kernel}: {found}", case.name);
                        refused.push(case.name.clone());
                    }
                }
            }
        }
    }
    refused.sort();
    refused.dedup();
    insta::assert_debug_snapshot!("refused", refused);
    assert!(lowered >= 220, "only {lowered} kernels lower");
}
