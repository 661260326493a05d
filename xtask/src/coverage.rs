//! COVERAGE.md: what of the API is implemented, by group.

use crate::api::Api;
use crate::tables::Table;
use crate::workspace::{Outcome, root};
use crate::{cuda, cuda_driver, cuda_libraries, cudart, host_libraries, names};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The page.
pub(crate) fn text(api: &Api) -> Outcome<String> {
    let mut groups: BTreeMap<&str, (Vec<&str>, Vec<&str>)> = BTreeMap::new();
    for f in &api.functions {
        let group = groups.entry(&f.group).or_default();
        let list = if api.implemented.contains(&f.name) { &mut group.0 } else { &mut group.1 };
        list.push(&f.name);
    }
    let done: usize = groups.values().map(|g| g.0.len()).sum();
    let mut out = String::from(
        "# Coverage\n\nWritten by `cargo xtask check --write` from the tables and the sources.\n\n## C API (HIP 7.15)\n\n",
    );
    let all = api.functions.len();
    let _ = if done == all {
        writeln!(out, "All {all} functions are implemented. Groups are those of HIP's documentation.\n")
    } else {
        writeln!(
            out,
            "{done} of {all} functions are implemented. The others are exported, say their name once on standard error, and answer\n\
             `hipErrorNotSupported`. Groups are those of HIP's documentation.\n"
        )
    };
    out.push_str("| group | implemented | missing |\n|---|---|---|\n");
    for (group, (have, lack)) in &groups {
        let _ = writeln!(out, "| {group} | {} | {} |", have.len(), lack.len());
    }
    if done < all {
        out.push_str("\n### Missing\n");
    }
    for (group, (_, lack)) in groups.iter().filter(|(_, g)| !g.1.is_empty()) {
        let _ = writeln!(out, "\n**{group}**: {}", lack.join(", "));
    }
    out.push_str(
        "\n### Not on a software device\n\nThese check their arguments and answer `hipErrorNotSupported`, or that they know no such object; they count as \
         implemented.\n\n| function | reason |\n|---|---|\n",
    );
    for row in Table::read(&root().join("capi/api/unsupported.tsv"))?.rows {
        let [function, reason] = row.as_slice() else { return Err(format!("unsupported.tsv: {row:?}")) };
        let _ = writeln!(out, "| `{function}` | {reason} |");
    }
    out.push_str(&cuda::coverage()?);
    out.push_str(&cudart::coverage()?);
    out.push_str(&cuda_driver::coverage()?);
    out.push_str(&host_libraries::coverage()?);
    out.push_str(&cuda_libraries::coverage()?);
    out.push_str(PTX);
    out.push_str(&names::coverage()?);
    Ok(out)
}

const PTX: &str = "
## PTX

Kernels that use one of these are refused when they are first used, by name and line; the module's other kernels run:
of tensor maps what came after Hopper (`.tile::gather4`, `.tile::scatter4`, `.im2col::w`, `.cta_group`, `.swizzle_atomicity`, packed elements below 8 bits); `.ignore_oob` of bulk copies.
Of what no Hopper has: `tcgen05`,
`clusterlaunchcontrol`, `mma` of floats below 8 bits or with block scales, `cvt` with `.rs` or to formats below 8 bits, `redux` of floats,
`st.bulk`, `st.async` and `red.async` to global memory, matrices of bytes (`ldmatrix`, `stmatrix`).
Kernels of these shapes are refused, too: more than 400,000 statements with all calls in place, 128 loops in each other, 8 Mi values at the edges
of blocks, or barriers that multiply the code by more than 16.
`testdata/ptx/isa.tsv` lists instructions one by one. Counters (`%pm0` …) are zero.
The blocks of a cluster reach each other's shared memory by `shared::cluster` and generic addresses; a 32-bit address that `mapa` made is
none of `.shared::cta`, also if it names the block itself.
Recursive functions, targets of pointers and users of `alloca` share `hipLimitStackSize` of stack a thread, 64 KiB at least;
to overflow it is an illegal address, as on an H200. A call through a pointer to no function of the prototype is an invalid program
counter, an illegal instruction or an illegal address, as the pointer's bits have it on an H200, also where an H200 has code of its own.
Kernels launch kernels by the device runtime's 44 names and by those of its first version, HIP sources by `<<<>>>` in kernels, which `hipcc`
compiles (docs/dynamic-parallelism.md); they launch graphs by `cudaGraphLaunch` (docs/guides/graphs.md). Not there: updates of graphs' nodes by kernels, arrays in copies of boxes, and `<<<>>>` in
kernels that hipRTC is given.

## Software device

An H200 unless `HIP_SOFT_DEVICE` names another model, or several of one: `h200x4`. Kernels reach another
device's memory where access was given, and fault elsewhere. A device's channels, grids, SMs, green contexts and virtual time are those of
docs/simulation.md; MPS and time slices between processes are not modelled. Managed memory answers advice, prefetch and range
attributes; where its pages would be is modelled (docs/managed.md). That the host must not touch it while a kernel runs, on devices that hold
it as a whole, is not enforced. Compiled code runs on Linux, on x86-64 and on aarch64; the latter was tried in QEMU
only, by the recorded programs and the faults, and has no code generator of ours.
Graphs have conditional nodes by CUDA's names and `hipExt…` ones (docs/guides/graphs.md). Kernels of
graphs launch graphs (`hipGraphInstantiateFlagDeviceLaunch`). Priorities of nodes
are kept and change nothing, as is data of edges. A launch cannot be captured, as on an H200.
";
