//! Stores past the caches (non-temporal stores).
//!
//! A store into memory that is not cached reads the line first. A grid that stores more than the caches hold
//! gains nothing by that: it stores whole lines past them, which leaves a third to a half of the traffic of
//! `c[i] = a[i] + b[i]` or of a copy. Such stores become visible to other processors late, so that kernels
//! which order their accesses do not use them, and a [worker](crate::worker) waits for them after its
//! blocks.

use ptx::ir::{Barrier, Function, InstId, IntOp, Op, Order, Space, Value};

/// Returns the stores, by instruction, that may bypass the caches: plain ones of device memory into a buffer
/// that the kernel does not read. None, if the kernel orders its accesses with those of other blocks.
pub(super) fn streamed(f: &Function) -> Vec<bool> {
    let mut streamed = vec![false; f.inst_count()];
    let buffers = buffers(f);
    let (mut read, mut stores) = (Vec::new(), Vec::new());
    for id in f.blocks().flat_map(|b| f.block(b).insts.iter().copied()) {
        let inst = f.inst(id);
        match inst.op {
            Op::Load { space, order: Order::Weak, .. } if is_device(space) => {
                let Some(buffer) = buffers[inst.args[0].index()] else { return streamed };
                read.push(buffer);
            }
            Op::Store { space, order: Order::Weak, .. } if is_device(space) => {
                stores.extend(buffers[inst.args[0].index()].map(|buffer| (id, buffer)));
            }
            _ if orders(&inst.op) => return streamed,
            _ => {}
        }
    }
    for (id, _) in stores.into_iter().filter(|(_, buffer)| !read.contains(buffer)) {
        streamed[id.index()] = true;
    }
    streamed
}

/// Returns the bytes that a thread stores with these stores if it runs each once.
pub(crate) fn streamed_bytes(f: &Function) -> u64 {
    let bytes = |(n, streamed): (usize, bool)| {
        let inst = f.inst(InstId::new(n));
        match inst.op {
            Op::Store { ty, .. } if streamed => u64::from(ty.bytes()) * (inst.args.len() as u64 - 1),
            _ => 0,
        }
    };
    streamed(f).into_iter().enumerate().map(bytes).sum()
}

fn is_device(space: Space) -> bool {
    matches!(space, Space::Generic | Space::Global)
}

/// Returns whether other blocks, or the host, may rely on the order of an operation and earlier stores.
fn orders(op: &Op) -> bool {
    match *op {
        Op::Load { space, .. } | Op::Store { space, .. } | Op::Atom { space, .. } => {
            is_device(space) || space == Space::Cluster
        }
        Op::Fence | Op::Async(_) | Op::System(_) | Op::Tensor(_) => true,
        Op::Barrier { kind, .. } => !matches!(
            kind,
            Barrier::Sync | Barrier::Arrive | Barrier::RedAnd | Barrier::RedOr | Barrier::RedPopc
        ),
        _ => false,
    }
}

/// Returns the pointer from which each value is computed: a parameter, or the address of a variable. `None`
/// if it depends on more than one, or on the way through the kernel.
fn buffers(f: &Function) -> Vec<Option<Value>> {
    let mut buffers: Vec<Option<Value>> = vec![None; f.value_count()];
    for inst in f.blocks().flat_map(|b| &f.block(b).insts).map(|&id| f.inst(id)) {
        let &[v] = inst.results.as_slice() else { continue };
        buffers[v.index()] = match inst.op {
            Op::Load { space: Space::Param, .. } | Op::VarAddr(_) => Some(v),
            Op::Cvta { .. } => buffers[inst.args[0].index()],
            Op::Int(IntOp::Add | IntOp::Sub) => {
                let mut pointers = inst.args.iter().filter_map(|arg| buffers[arg.index()]);
                pointers.next().filter(|_| pointers.next().is_none())
            }
            _ => None,
        };
    }
    buffers
}

#[cfg(test)]
mod tests {
    use ptx::Module;

    /// Returns the bytes that may bypass the caches in a kernel that adds two buffers.
    fn stored(more: &str) -> u64 {
        let text = format!(
            ".version 8.6\n.target sm_90\n.address_size 64\n\
            .visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c)\n{{\n\
            .reg .b32 %r<9>; .reg .b64 %rd<9>;\n\
            ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c];\n\
            mov.u32 %r1, %tid.x; mul.wide.u32 %rd4, %r1, 4;\n\
            add.s64 %rd5, %rd1, %rd4; add.s64 %rd6, %rd2, %rd4; add.s64 %rd7, %rd3, %rd4;\n\
            ld.global.u32 %r2, [%rd5]; ld.global.u32 %r3, [%rd6]; add.u32 %r4, %r2, %r3;\n\
            {more}\nst.global.u32 [%rd7], %r4;\nret;\n}}\n"
        );
        let mut f = Module::parse(&text).expect("a module").lower("k").expect("a kernel");
        ptx::pass::run(&mut f).expect("passes");
        super::streamed_bytes(&f)
    }

    #[test]
    fn only_buffers_that_are_not_read() {
        assert_eq!(stored(""), 4);
        assert_eq!(stored("bar.sync 0;"), 4);
        assert_eq!(stored("st.global.u32 [%rd6], %r4;"), 4, "b is read");
        assert_eq!(stored("ld.global.u32 %r5, [%rd7+4]; add.u32 %r4, %r4, %r5;"), 0, "c is read");
        assert_eq!(stored("st.global.v2.u32 [%rd7+8], {%r2, %r4};"), 12);
        // An address that is loaded may point anywhere.
        assert_eq!(
            stored("ld.global.u64 %rd8, [%rd5]; ld.global.u32 %r5, [%rd8]; add.u32 %r4, %r4, %r5;"),
            0
        );
    }

    #[test]
    fn none_beside_an_order() {
        for order in [
            "membar.gl;",
            "atom.global.add.u32 %r5, [%rd6], 1;",
            "st.volatile.global.u32 [%rd6], %r4;",
            "ld.relaxed.gpu.global.u32 %r5, [%rd6]; add.u32 %r4, %r4, %r5;",
            "barrier.cluster.arrive; barrier.cluster.wait;",
        ] {
            assert_eq!(stored(order), 0, "{order}");
        }
    }
}
