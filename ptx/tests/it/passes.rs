//! The pass pipeline on all kernels recorded on a GPU: each pass preserves the IR's invariants, and the
//! result has the form that engines and analyses require.

use hip_ptx::Module;
use hip_ptx::analysis::cfg::Graph;
use hip_ptx::analysis::converge::Convergence;
use hip_ptx::analysis::live::{Live, defining_blocks};
use hip_ptx::analysis::regions::{Regions, Start, is_split};
use hip_ptx::analysis::uniform::{Class, ShapeClass, Uniformity};
use hip_ptx::ir::verify::check;
use hip_ptx::ir::{BlockId, Function, Op, Space};
use hip_ptx::pass;
use testdata::golden;

/// Returns all kernels that lower, before any pass, with a name for messages.
fn kernels() -> Vec<(String, Function)> {
    let mut found = Vec::new();
    for case in golden::cases() {
        for variant in case.variants() {
            let module = Module::parse(&case.ptx(variant)).expect("recorded PTX parses");
            for kernel in module.kernels() {
                if let Ok(f) = module.lower(kernel) {
                    found.push((format!("{} {variant} {kernel}", case.name), f));
                }
            }
        }
    }
    assert!(found.len() > 100, "only {} kernels", found.len());
    found
}

fn kernel(ptx: &str) -> Function {
    let module = Module::parse(ptx).unwrap_or_else(|e| panic!("{e}"));
    let name = module.kernels().next().expect("a kernel").to_owned();
    let mut f = module.lower(&name).unwrap_or_else(|e| panic!("{e}"));
    pass::run(&mut f).unwrap_or_else(|e| panic!("{e}"));
    f
}

/// Asserts that no value is used outside the innermost loop that defines it, except on the edges that leave
/// the loop.
fn assert_loop_closed(name: &str, f: &Function) {
    let flow = Convergence::new(f);
    let live = Live::new(f, &Graph::from_function(f));
    let home = defining_blocks(f);
    for (id, l) in flow.loops.iter() {
        for &(_, to) in &l.exits {
            for &v in live.live_in(BlockId::new(to)) {
                assert!(
                    !flow.loops.contains(id, home[v.index()] as usize),
                    "{name}: {v} leaves its loop\n{f}"
                );
            }
        }
    }
}

#[test]
fn instrumentation_keeps_the_invariants_of_every_recorded_kernel() {
    let mut spin = 0;
    for (name, f) in kernels() {
        spin += usize::from(pass::has_spin_wait(&f));
        for waits in [false, true] {
            let mut f = f.clone();
            let notes = pass::Instrumentation {
                counts: true,
                counters: waits,
                waits,
                ..pass::Instrumentation::default()
            };
            pass::run_instrumented(&mut f, notes).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(check(&f), [], "{name}");
        }
    }
    assert!(spin > 0, "some wait for others");
}

/// Loops classified as spin-waiting.
#[test]
fn spin_wait_loops_are_recognised() {
    let spins = |body: &str| {
        let text = format!(
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
             .reg .pred %q; .reg .b32 %r<9>; .reg .b64 %rd<9>;\nld.param.u64 %rd1, [p];\n{body}\nret;\n}}\n"
        );
        let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
        pass::has_spin_wait(&module.lower("k").unwrap_or_else(|e| panic!("{e}")))
    };
    let until = "setp.eq.u32 %q, %r1, 0;\n@%q bra A;";
    for (body, waits, what) in [
        (format!("A: ld.volatile.global.u32 %r1, [%rd1+4];\n{until}"), true, "a flag"),
        (format!("A: ld.acquire.gpu.u32 %r1, [%rd1];\nnanosleep.u32 100;\n{until}"), true, "a flag, asleep"),
        (format!("A: atom.global.or.b32 %r1, [%rd1], 0;\n{until}"), true, "a flag, by an operation"),
        (format!("A: atom.global.exch.b32 %r1, [%rd1], 1;\n{until}"), true, "a lock"),
        (format!("A: ld.global.u32 %r1, [%rd1];\n{until}"), false, "an endless loop"),
        (
            "mov.u32 %r2, 0;\nA: ld.volatile.global.u32 %r1, [%rd1];\nsetp.lt.u32 %q, %r1, %r2;\n@%q bra A;\n\
             add.u32 %r2, %r2, 1;\nst.global.u32 [%rd1+4], %r2;\nsetp.lt.u32 %q, %r2, 9;\n@%q bra A;"
                .to_owned(),
            true,
            "a flag in each iteration of an enclosing loop with the same header",
        ),
        (
            "A: ld.volatile.global.u64 %rd1, [%rd1];\nsetp.ne.u64 %q, %rd1, 0;\n@%q bra A;".to_owned(),
            false,
            "a list",
        ),
        (
            "ld.global.u32 %r1, [%rd1];\nA: add.u32 %r2, %r1, 1;\natom.global.cas.b32 %r3, [%rd1], %r1, %r2;\n\
             setp.ne.u32 %q, %r3, %r1;\nmov.u32 %r1, %r3;\n@%q bra A;"
                .to_owned(),
            false,
            "a sum",
        ),
        (
            "mov.u64 %rd2, %clock64;\nA: ld.volatile.global.u32 %r1, [%rd1];\nmov.u64 %rd3, %clock64;\n\
             sub.u64 %rd3, %rd3, %rd2;\nsetp.lt.u64 %q, %rd3, 1000;\n@%q bra A;"
                .to_owned(),
            false,
            "a time",
        ),
        (
            ".local .b32 own;\nmov.u64 %rd2, own;\ncvta.local.u64 %rd3, %rd2;\nst.volatile.u32 [%rd3], 9;\n\
             A: ld.volatile.u32 %r1, [%rd3];\nsub.u32 %r1, %r1, 1;\nst.volatile.u32 [%rd3], %r1;\n\
             ld.volatile.u32 %r1, [%rd3];\nsetp.ne.u32 %q, %r1, 0;\n@%q bra A;"
                .to_owned(),
            false,
            "a thread's own counter",
        ),
    ] {
        assert_eq!(spins(&body), waits, "{what}");
    }
}

/// Waiting loops yield; loops that only retry an update do not, nor loops around those.
#[test]
fn waiting_loops_yield() {
    let yields = |body: &str| {
        let text = format!(
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
             .reg .pred %q<3>; .reg .b32 %r<9>; .reg .f32 %f<3>; .reg .b64 %rd<9>;\n\
             ld.param.u64 %rd1, [p];\nld.global.u32 %r1, [%rd1];\n{body}\nret;\n}}\n"
        );
        let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
        let mut f = module.lower("k").unwrap_or_else(|e| panic!("{e}"));
        pass::run(&mut f).unwrap_or_else(|e| panic!("{e}"));
        let insts = f.blocks().flat_map(|b| &f.block(b).insts);
        insts.filter(|&&id| f.inst(id).op == Op::Yield).count()
    };
    let swap = "atom.global.cas.b32 %r3, [%rd1], %r1, %r2;";
    let again = "setp.ne.s32 %q1, %r3, %r1;\nmov.u32 %r1, %r3;\n@%q1 bra A;";
    let sum =
        format!("A: mov.b32 %f1, %r1;\nadd.f32 %f1, %f1, 0f3F800000;\nmov.b32 %r2, %f1;\n{swap}\n{again}");
    for (body, want, what) in [
        (sum.clone(), 0, "a sum"),
        (
            format!("mov.u32 %r4, 0;\nB: {sum}\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %q2, %r4, 9;\n@%q2 bra B;"),
            0,
            "sums in a counted loop",
        ),
        (
            format!("A: ld.volatile.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;\n{swap}\n{again}"),
            0,
            "a sum that loads each time",
        ),
        (
            format!("A: setp.ge.u32 %q2, %r1, 77;\n@%q2 bra B;\nmov.u32 %r2, 77;\n{swap}\n{again}\nB:"),
            0,
            "a maximum",
        ),
        (
            "A: ld.volatile.global.u32 %r1, [%rd1];\nsetp.eq.u32 %q1, %r1, 0;\n@%q1 bra A;".to_owned(),
            1,
            "a flag",
        ),
        (
            "A: atom.global.cas.b32 %r1, [%rd1], 0, 1;\nsetp.ne.u32 %q1, %r1, 0;\n@%q1 bra A;".to_owned(),
            1,
            "a lock",
        ),
        (
            format!(
                "A: and.b32 %r1, %r1, 0xfffffffe;\nor.b32 %r2, %r1, 1;\n{swap}\n\
                 setp.ne.s32 %q1, %r3, %r1;\nmov.u32 %r1, %r3;\n@%q1 bra A;"
            ),
            1,
            "a lock beside other bits",
        ),
        (
            format!(
                "A: ld.volatile.global.u32 %r1, [%rd1];\nsetp.ne.u32 %q2, %r1, 0;\n@%q2 bra A;\n\
                 mov.u32 %r2, 1;\n{swap}\n{again}"
            ),
            2,
            "a lock that looks before",
        ),
        (
            format!(
                "A: setp.eq.u32 %q2, %r1, 0;\nsub.u32 %r2, %r1, 1;\nselp.u32 %r2, %r1, %r2, %q2;\n{swap}\n\
                 setp.ne.or.s32 %q1, %r3, %r1, %q2;\nmov.u32 %r1, %r3;\n@%q1 bra A;"
            ),
            1,
            "a semaphore",
        ),
        (
            format!(
                "B: ld.volatile.global.u32 %r1, [%rd1];\nA: or.b32 %r2, %r1, 0x100;\n{swap}\n{again}\n\
                 and.b32 %r4, %r3, 0x100;\nsetp.ne.u32 %q2, %r4, 0;\n@%q2 bra B;"
            ),
            1,
            "a lock of a byte",
        ),
        (
            "A: atom.global.add.u32 %r1, [%rd1], 1;\nst.global.u32 [%rd1+4], %r1;\n\
             setp.lt.u32 %q1, %r1, 99;\n@%q1 bra A;"
                .to_owned(),
            1,
            "a queue",
        ),
    ] {
        assert_eq!(yields(&body), want, "{what}");
    }
}

#[test]
fn every_pass_keeps_the_invariants_of_every_recorded_kernel() {
    for (name, mut f) in kernels() {
        let before = f.blocks().map(|b| f.block(b).insts.len()).sum::<usize>();
        pass::run(&mut f).unwrap_or_else(|e| panic!("{name}: {e}\n{f}"));
        assert!(check(&f).is_empty(), "{name}");
        assert!(is_split(&f), "{name}");
        assert_loop_closed(&name, &f);
        let after = f.blocks().map(|b| f.block(b).insts.len()).sum::<usize>();
        assert!(after <= before, "{name}: {before} → {after}");
    }
}

#[test]
fn regions_cover_reachable_code_and_find_live_values_in_the_frame() {
    for (name, mut f) in kernels() {
        pass::run(&mut f).unwrap_or_else(|e| panic!("{name}: {e}"));
        let flow = Convergence::new(&f);
        let home = defining_blocks(&f);
        for regions in [Regions::split_at_sync(&f, &flow), Regions::split_at_sync_and_joins(&f, &flow)] {
            let mut covered = vec![false; f.blocks().len()];
            for (_, region) in regions.iter() {
                assert_eq!(region.blocks[0], region.head, "{name}");
                region.blocks.iter().for_each(|b| covered[b.index()] = true);
                for &b in &region.blocks {
                    let block = f.block(b);
                    let args = block.insts.iter().flat_map(|&i| &f.inst(i).args);
                    for &v in args {
                        let inside = region.blocks.iter().any(|b| b.index() == home[v.index()] as usize);
                        assert!(
                            inside || f.constant(v).is_some() || region.live_in.binary_search(&v).is_ok(),
                            "{name}: {v} used in {b} of region {}\n{f}",
                            region.head
                        );
                    }
                }
                assert!(region.live_in.iter().all(|v| regions.frame().binary_search(v).is_ok()), "{name}");
            }
            assert!(covered.iter().all(|&c| c), "{name}");
        }
    }
}

#[test]
fn analyses_of_recorded_kernels_end_and_repeat() {
    for (name, mut f) in kernels() {
        pass::run(&mut f).unwrap_or_else(|e| panic!("{name}: {e}"));
        let flow = Convergence::new(&f);
        // A function called from several places makes irreducible loops possible.
        assert!(f.stack_bytes > 0 || !flow.loops.irreducible(), "{name}");
        for shape in [ShapeClass::Linear, ShapeClass::Rows, ShapeClass::Any] {
            let (one, two) =
                (Uniformity::new(&f, &flow, (shape, 32)), Uniformity::new(&f, &flow, (shape, 32)));
            for b in f.blocks() {
                assert_eq!(one.is_divergent(b), two.is_divergent(b), "{name}");
                for &i in &f.block(b).insts {
                    for &v in &f.inst(i).results {
                        assert_eq!(one.class(v), two.class(v), "{name}");
                    }
                }
            }
        }
    }
}

const EARLY_RETURN: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n) {
  .reg .pred %p<3>; .reg .b32 %r<8>; .reg .b64 %rd<6>;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 bra DONE;
  mov.u32 %r3, 0;
LOOP:
  bar.sync 0;
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p2, %r3, %r1;
  @%p2 bra LOOP;
  mul.wide.u32 %rd2, %r2, 4;
  add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
DONE:
  ret;
}";

#[test]
fn lanes_that_return_early_leave_the_others_in_lock_step() {
    let f = kernel(EARLY_RETURN);
    let flow = Convergence::new(&f);
    let classes = Uniformity::new(&f, &flow, (ShapeClass::Linear, 32));
    assert_eq!(f.blocks().filter(|&b| classes.is_divergent(b)).count(), 1, "{f}");
    let regions = Regions::split_at_sync(&f, &flow);
    assert_eq!(regions.iter().len(), 2, "{f}");
    let (_, after) = regions.iter().nth(1).expect("the region after the barrier");
    assert!(matches!(after.start, Start::After(_)));
    assert!(after.blocks.iter().all(|&b| !classes.is_desynchronized(b)), "{f}");
    // The counter is uniform; the address has a stride of four bytes, as a thread number never wraps.
    let stores: Vec<_> = f
        .blocks()
        .flat_map(|b| f.block(b).insts.clone())
        .map(|i| f.inst(i).clone())
        .filter(|i| matches!(i.op, hip_ptx::ir::Op::Store { .. }))
        .collect();
    assert_eq!(stores.len(), 1);
    assert_eq!(classes.class(stores[0].args[0]), Class::Affine { stride: 4, widened: false }, "{f}");
    assert_eq!(classes.class(stores[0].args[1]), Class::Uniform, "{f}");
}

#[test]
fn values_leaving_a_divergent_loop_are_varying() {
    let f = kernel(
        &EARLY_RETURN
            .replace("setp.lt.u32 %p2, %r3, %r1;", "setp.lt.u32 %p2, %r3, %r2;")
            .replace("bar.sync 0;", ""),
    );
    let flow = Convergence::new(&f);
    let classes = Uniformity::new(&f, &flow, (ShapeClass::Linear, 32));
    let store = f
        .blocks()
        .flat_map(|b| f.block(b).insts.clone())
        .map(|i| f.inst(i).clone())
        .find(|i| matches!(i.op, hip_ptx::ir::Op::Store { .. }))
        .expect("a store");
    assert_eq!(classes.class(store.args[1]), Class::Varying, "{f}");
}

#[test]
fn lanes_at_a_barrier_in_a_divergent_loop_desynchronize() {
    let f = kernel(&EARLY_RETURN.replace("setp.lt.u32 %p2, %r3, %r1;", "setp.lt.u32 %p2, %r3, %r2;"));
    let flow = Convergence::new(&f);
    let classes = Uniformity::new(&f, &flow, (ShapeClass::Linear, 32));
    let regions = Regions::split_at_sync(&f, &flow);
    let (_, after) = regions.iter().nth(1).expect("the region after the barrier");
    assert!(classes.is_desynchronized(after.head), "{f}");
    for &v in &after.live_in {
        let made_apart = f.blocks().any(|b| classes.is_desynchronized(b) && f.block(b).params.contains(&v));
        assert!(!made_apart || classes.class(v) == Class::Varying, "{v}\n{f}");
    }
}

/// A scan's last step: a shuffle of some lanes, and a barrier, in a loop.
const LAST_STEP: &str = ".version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n) {
  .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p1, %r2, 8;
  mov.u32 %r3, 0;
LOOP:
  shfl.sync.up.b32 %r4, %r2, 1, 0, 0xffffffff;
  @%p1 bra MEET;
  activemask.b32 %r5;
  shfl.sync.up.b32 %r4, %r4, 1, 0, %r5;
MEET:
  bar.sync 0;
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p2, %r3, %r1;
  @%p2 bra LOOP;
  st.global.u32 [%rd1], %r4;
  ret;
}";

#[test]
fn lanes_meet_at_a_barrier_after_warp_operations_of_some() {
    let f = kernel(LAST_STEP);
    let apart = |f: &Function| {
        let classes = Uniformity::new(f, &Convergence::new(f), (ShapeClass::Linear, 32));
        f.blocks().filter(|&b| classes.is_desynchronized(b)).count()
    };
    // The blocks from the first operation of some lanes to the barrier.
    assert_eq!(apart(&f), 3, "{f}");
    // A lane may wait for a barrier in diverged code.
    let inside = kernel(&LAST_STEP.replace("  activemask", "  bar.sync 0;\n  activemask"));
    assert!(apart(&inside) > 5, "{inside}");
    // Not all threads wait.
    let some = kernel(&LAST_STEP.replace("MEET:\n  bar.sync 0;", "MEET:\n  bar.sync 0, 64;"));
    assert!(apart(&some) > 5, "{some}");
}

/// Dependence of kernels on the order of their blocks.
#[test]
fn dependence_on_the_order_of_blocks() {
    let order = |body: &str| {
        let text = format!(
            ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n\
             .reg .pred %q; .reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .b32 item;\nld.param.u64 %rd1, [p];\n{body}\nret;\n}}\n"
        );
        let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
        let mut f = module.lower("k").unwrap_or_else(|e| panic!("{e}"));
        let notes = pass::Instrumentation {
            counts: true,
            counters: true,
            waits: true,
            ..pass::Instrumentation::default()
        };
        let order = pass::order_dependence(&f, notes);
        pass::run_instrumented(&mut f, notes).unwrap_or_else(|e| panic!("{body}: {e}"));
        assert_eq!(
            f.to_string().contains("call.ordercounter"),
            order == pass::OrderDependence::Counters,
            "{body}"
        );
        order
    };
    use pass::OrderDependence::{Counters, Memory, None as Independent, SpinWaits};
    let own = "mov.u32 %r2, %tid.x;\nmul.wide.u32 %rd2, %r2, 4;\nadd.u64 %rd1, %rd1, %rd2;";
    for (body, expected, what) in [
        ("red.global.add.u32 [%rd1], 1;".to_owned(), Independent, "a count"),
        (
            "atom.shared.add.u32 %r1, [item], 1;\nst.global.u32 [%rd1], %r1;".to_owned(),
            Independent,
            "the block's own",
        ),
        ("atom.global.add.u32 %r1, [%rd1], 1;\nst.global.u32 [%rd1+4], %r1;".to_owned(), Memory, "a place"),
        (
            format!(
                "{own}\natom.global.cas.b32 %r1, [%rd1], 0, 1;\nsetp.ne.u32 %q, %r1, 0;\n@%q st.global.u32 [%rd1], 2;"
            ),
            Memory,
            "a word for each thread",
        ),
        (
            "A: atom.global.add.u32 %r1, [%rd1], 1;\nsetp.lt.u32 %q, %r1, 9;\n@%q bra A;".to_owned(),
            Counters,
            "items",
        ),
        (
            "atom.global.inc.u32 %r1, [%rd1], 9;\nst.shared.u32 [item], %r1;\nbar.sync 0;\n\
             ld.shared.u32 %r2, [item];\nsetp.eq.u32 %q, %r2, 9;\n@%q st.global.u32 [%rd1+4], %r2;"
                .to_owned(),
            Counters,
            "the last block, through shared memory",
        ),
        (
            "A: atom.global.exch.b32 %r1, [%rd1], 1;\nsetp.ne.u32 %q, %r1, 0;\n@%q bra A;".to_owned(),
            SpinWaits,
            "a lock",
        ),
    ] {
        assert_eq!(order(&body), expected, "{what}");
    }
}

#[test]
fn warp_numbers_are_uniform_unless_lanes_leave_loops_apart() {
    // The last value leaves the loop in the iteration in which each lane stops.
    let text = ".visible .entry k(.param .u64 out) {
  .reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  shl.b32 %r3, %r2, 8;
  or.b32 %r4, %r3, %r1;
  shr.u32 %r5, %r4, 5;
  st.global.u32 [%rd1], %r5;
  and.b32 %r6, %r1, 31;
  st.global.u32 [%rd1+4], %r6;
  shr.u32 %r7, %r1, 3;
  and.b32 %r8, %r7, 60;
  st.global.u32 [%rd1+8], %r8;
  mul.wide.u32 %rd2, %r4, 4;
  st.global.u64 [%rd1+16], %rd2;
  and.b64 %rd3, %rd2, 3968;
  st.global.u64 [%rd1+24], %rd3;
  and.b64 %rd3, %rd2, 252;
  st.global.u64 [%rd1+32], %rd3;
  shl.b32 %r15, %r1, 3;
  and.b32 %r16, %r15, 120;
  st.global.u32 [%rd1+40], %r16;
  and.b32 %r17, %r4, 63;
  shr.u32 %r18, %r17, 5;
  st.global.u32 [%rd1+44], %r18;
  mov.u32 %r9, 0;
LOOP:
  add.u32 %r9, %r9, 32;
  add.u32 %r10, %r9, %r1;
  shr.u32 %r11, %r10, 3;
  mul.lo.u32 %r12, %r1, %r1;
  setp.lt.u32 %p1, %r9, %r12;
  @%p1 bra LOOP;
  shr.u32 %r13, %r10, 5;
  st.global.u32 [%rd1+12], %r13;
  and.b32 %r14, %r11, 60;
  st.global.u32 [%rd1+16], %r14;
  ret;
}";
    let f = kernel(&format!(".version 8.0\n.target sm_80\n.address_size 64\n{text}"));
    let flow = Convergence::new(&f);
    let stored = |shape| {
        let classes = Uniformity::new(&f, &flow, (shape, 32));
        let insts = f.blocks().flat_map(|b| f.block(b).insts.clone()).map(|i| f.inst(i).clone());
        let stores = insts.filter(|i| matches!(i.op, hip_ptx::ir::Op::Store { .. }));
        stores.map(|i| classes.class(i.args[1])).collect::<Vec<_>>()
    };
    let [ramp, words] = [1, 4].map(|stride| Class::Affine { stride, widened: false });
    let (one, any) = (Class::Uniform, Class::Varying);
    let expected = [one, ramp, one, words, one, words, any, one, any, any];
    assert_eq!(stored(ShapeClass::Linear), expected, "{f}");
    assert_eq!(stored(ShapeClass::Rows), expected, "{f}");
    assert_eq!(stored(ShapeClass::Any), [any; 10], "{f}");
    assert_eq!(stored(ShapeClass::Block), [any; 10], "{f}");
}

#[test]
fn rows_of_half_warps_are_uniform_in_strips_of_as_many_lanes() {
    // Unsigned, signed as nvcc writes them, and scaled by eight.
    let text = ".visible .entry k(.param .u64 out) {
  .reg .b32 %r<20>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  shr.u32 %r2, %r1, 4;
  st.global.u32 [%rd1], %r2;
  and.b32 %r3, %r1, 15;
  st.global.u32 [%rd1+4], %r3;
  shr.s32 %r4, %r1, 31;
  shr.u32 %r5, %r4, 28;
  add.s32 %r6, %r1, %r5;
  shr.s32 %r7, %r6, 4;
  st.global.u32 [%rd1+8], %r7;
  and.b32 %r8, %r6, 536870896;
  sub.s32 %r9, %r1, %r8;
  st.global.u32 [%rd1+12], %r9;
  shl.b32 %r10, %r1, 3;
  and.b32 %r11, %r10, 120;
  st.global.u32 [%rd1+16], %r11;
  and.b32 %r12, %r1, 7;
  st.global.u32 [%rd1+20], %r12;
  sub.s32 %r13, %r8, %r1;
  shr.s32 %r14, %r13, 4;
  st.global.u32 [%rd1+24], %r14;
  ret;
}";
    let f = kernel(&format!(".version 8.0\n.target sm_80\n.address_size 64\n{text}"));
    let flow = Convergence::new(&f);
    let stored = |width| {
        let classes = Uniformity::new(&f, &flow, (ShapeClass::Linear, width));
        let insts = f.blocks().flat_map(|b| f.block(b).insts.clone()).map(|i| f.inst(i).clone());
        let stores = insts.filter(|i| matches!(i.op, hip_ptx::ir::Op::Store { .. }));
        stores.map(|i| classes.class(i.args[1])).collect::<Vec<_>>()
    };
    let [ramp, eight] = [1, 8].map(|stride| Class::Affine { stride, widened: false });
    let (one, any) = (Class::Uniform, Class::Varying);
    assert_eq!(stored(16), [one, ramp, one, ramp, eight, any, any], "{f}");
    assert_eq!(stored(8), [one, ramp, one, ramp, eight, ramp, any], "{f}");
    assert_eq!(stored(32), [any; 7], "{f}");
}

/// Returns whether each `shfl` of a kernel has a constant mask after `full_masks`, and whether `activemask`
/// is left.
fn masks(body: &str) -> (Vec<bool>, bool) {
    let mut f = kernel(&format!(
        ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 to, .param .u32 n) {{
        .reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [to]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; mul.wide.u32 %rd2, %r2, 4;
        add.u64 %rd3, %rd1, %rd2; mov.u32 %r5, 0;
        {body}
        st.global.u32 [%rd3], %r5; ret; }}"
    ));
    pass::full_masks::run(&mut f);
    assert!(check(&f).is_empty() && is_split(&f), "{f}");
    let insts: Vec<_> = f.blocks().flat_map(|b| &f.block(b).insts).map(|&i| f.inst(i)).collect();
    let shuffles = insts.iter().filter(|inst| matches!(inst.op, Op::Shfl(_)));
    let full =
        shuffles.map(|inst| f.constant(*inst.args.last().expect("a mask")) == Some(0xffff_ffff)).collect();
    (full, insts.iter().any(|inst| inst.op == Op::ActiveMask))
}

const SHUFFLE: &str = "activemask.b32 %r3; shfl.sync.down.b32 %r4, %r2, 1, 31, %r3; add.u32 %r5, %r5, %r4;";

#[test]
fn masks_are_full_where_no_lane_has_diverged() {
    assert_eq!(masks(&format!("{SHUFFLE} {SHUFFLE}")), (vec![true, true], false));
    let after_branch =
        format!("setp.gt.u32 %p1, %r2, 7; @%p1 bra L; add.u32 %r2, %r2, 3; L: {SHUFFLE} {SHUFFLE}");
    assert_eq!(masks(&after_branch), (vec![true, true], false));
    let after_end = format!("setp.ge.u32 %p1, %r2, %r1; @%p1 ret; {SHUFFLE}");
    assert_eq!(masks(&after_end), (vec![true], false));
    let loop_of_all =
        format!("mov.u32 %r6, 0; L: {SHUFFLE} add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, %r1; @%p1 bra L;");
    assert_eq!(masks(&loop_of_all), (vec![true], false));
}

#[test]
fn masks_of_diverged_lanes_stay() {
    let in_branch = format!("setp.gt.u32 %p1, %r2, 7; @%p1 bra L; {SHUFFLE} L: {SHUFFLE}");
    // The block behind a branch has a higher number than the one after both.
    assert_eq!(masks(&in_branch), (vec![true, false], true));
    let loop_of_some =
        format!("mov.u32 %r6, 0; L: {SHUFFLE} add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, %r2; @%p1 bra L;");
    assert_eq!(masks(&loop_of_some), (vec![false], true));
    // The mask itself is a result, too.
    let stored = format!("{SHUFFLE} st.global.u32 [%rd3], %r3;");
    assert_eq!(masks(&stored), (vec![true], true));
}

/// Returns the accesses of local memory that a kernel of these statements has after all passes.
fn local_accesses(statements: &str) -> usize {
    let f = kernel(&format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .local .align 16 .b8 own[32];\n.reg .b64 %d<4>;\n.reg .b32 %r<4>;\n\
         mov.u32 %r0, %tid.x;\nmov.u64 %d0, own;\ncvta.local.u64 %d1, %d0;\nld.param.u64 %d2, [out];\n{statements}\n\
         st.global.u32 [%d2], %r1;\nret;\n}}\n"
    ));
    let is_local = |f: &Function, b: BlockId| {
        let of_own = |op: &Op| match op {
            Op::Load { space, .. } | Op::Store { space, .. } => {
                *space == Space::Local || *space == Space::Generic
            }
            _ => false,
        };
        f.block(b).insts.iter().filter(|&&id| of_own(&f.inst(id).op)).count()
    };
    f.blocks().map(|b| is_local(&f, b)).sum()
}

#[test]
fn words_of_local_memory_become_values_where_all_addresses_are_known() {
    for (statements, left) in [
        ("st.local.u32 [own], %r0; ld.local.u32 %r1, [own];", 0),
        ("st.u32 [%d1+4], %r0; ld.local.u32 %r1, [own+4];", 0),
        ("or.b64 %d3, %d1, 8; st.u64 [%d3], %d2; ld.u32 %r1, [%d1+12];", 0),
        ("st.v2.u32 [%d1+8], {%r0, %r0}; ld.u32 %r1, [%d1+12];", 0),
        ("ld.u32 %r1, [%d1+28];", 0),
        ("cvta.to.local.u64 %d3, %d1; st.local.u32 [%d3+4], %r0; ld.u32 %r1, [%d1+4];", 0),
        // Bytes of a word, beside a word that nobody accesses so.
        (
            "st.u8 [%d1], %r0; ld.u32 %r1, [%d1]; st.u32 [%d1+4], %r0; ld.u32 %r2, [%d1+4]; add.u32 %r1, %r1, %r2;",
            2,
        ),
        ("st.u8 [%d1], %r0; st.u64 [%d1], %d2; ld.u32 %r1, [%d1+4];", 3),
        ("st.volatile.u32 [%d1], %r0; ld.u32 %r1, [%d1];", 2),
        // Addresses that depend on the thread, that leave, or that fail.
        ("st.u32 [%d1], %r0; mad.wide.u32 %d3, %r0, 4, %d1; ld.u32 %r1, [%d3];", 2),
        ("st.u32 [%d1], %r0; st.global.u64 [%d2+8], %d1; ld.u32 %r1, [%d1];", 2),
        ("st.u32 [%d1], %r0; ld.u32 %r1, [%d1+32];", 2),
        ("st.u32 [%d1], %r0; ld.u32 %r1, [%d1+2];", 2),
        ("st.local.u32 [%d1], %r0; ld.u32 %r1, [%d1];", 2),
    ] {
        assert_eq!(local_accesses(statements), left, "{statements}");
    }
}
