//! The layout that compiled code and the driver share.
//!
//! One context a running block; compiled code reads it through fixed offsets, [`offset`], and writes only
//! what is marked. Every address that code uses comes from there, so that its bytes are good in any process.

use ptx::exec::FaultKind;
use ptx::ir::Type;
use ptx::system::Said;

/// Why compiled code stopped by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Stop {
    /// An access that is not aligned, or misses its space.
    Access = 1,
    Trap = 2,
    Cancelled = 3,
    /// What the host found; it is in [`BlockContext::asked`].
    Host = 4,
}

/// Bits of the number of an instruction, or for a trap of a block, in [`BlockContext::stop_place`]; above
/// them stands the [`Stop`].
pub(crate) const INST_BITS: u32 = 29;

/// Why code stops, and at which instruction or block, which is none if the number is too large.
pub(crate) const fn stop_place(why: Stop, number: u32) -> u32 {
    let most = (1 << INST_BITS) - 1;
    (why as u32) << INST_BITS | if number < most { number } else { most }
}

/// What compiled code knows of the block it runs.
#[derive(Default)]
#[repr(C)]
pub(crate) struct BlockContext {
    /// Parameters, shared and local memory: addresses in the window.
    pub(crate) params: u64,
    pub(crate) shared: u64,
    pub(crate) shared_bytes: u64,
    pub(crate) local: u64,
    /// Of one thread.
    pub(crate) local_bytes: u64,
    /// What generic and global addresses may name without asking: the window, or a part of it.
    pub(crate) reach: u64,
    pub(crate) reach_bytes: u64,
    /// The part of the window that blocks' own memory lies in.
    pub(crate) arena: u64,
    pub(crate) arena_bytes: u64,
    /// Address of the module's table of variables.
    pub(crate) vars: u64,
    /// Values that live across regions: per warp `frame_bytes`, in it each slot's 32 lanes.
    pub(crate) frame: u64,
    /// Threads of the block if all of them run and strips lie in rows, else 0.
    pub(crate) whole: u32,
    /// Warps of the block if all their lanes run that have not ended, and none has ended of a warp that
    /// runs, else 0.
    pub(crate) whole_warps: u32,
    /// Not 0 if all lanes that have not ended run: who comes to a plain barrier, all at one, goes on behind
    /// it.
    pub(crate) together: u32,
    /// Written: how many blocks after this one may be run at once, and the SMs of those, `u16` each. Whoever
    /// comes to the end of a block without the driver goes on as the next, see
    /// [`crate::hostcalls::Host::NextBlock`].
    pub(crate) following: u32,
    pub(crate) following_sms: u64,
    /// Per warp, a mask of the lanes to run.
    pub(crate) masks: u64,
    /// Written: per thread, the region it goes on with; 0 when it has ended.
    pub(crate) next: u64,
    /// Per thread, its coordinates in the block, three words each.
    pub(crate) tids: u64,
    /// Polled at back-edges: not 0 when the launch shall stop.
    pub(crate) cancel: u64,
    pub(crate) ctaid: [u32; 3],
    pub(crate) ntid: [u32; 3],
    pub(crate) nctaid: [u32; 3],
    pub(crate) cluster: ClusterPlace,
    /// Address of the bases of shared memory by the upper byte of an address in [`ptx::ir::Space::Cluster`]:
    /// 256 words, the first the block's own, then one a block of the cluster, [`NOBODY`] where there is
    /// none.
    pub(crate) peers: u64,
    pub(crate) smid: u32,
    pub(crate) nsmid: u32,
    pub(crate) dynamic_shared: u32,
    pub(crate) gridid: u64,
    /// Written: not 0 if any thread's place was noted in `next`, rather than said of all at once.
    pub(crate) placed: u32,
    /// Written: passes of back-edges left until the next look at `cancel`.
    pub(crate) fuel: u64,
    /// Written: passes of back-edges before that.
    pub(crate) turns: u64,
    /// Written: whose code runs, the number of the first thread and above its 16 bits how many; 0 if that is
    /// not told.
    pub(crate) running: u32,
    /// Written when the code stops by itself: why, which instruction, which address.
    pub(crate) stop_place: u32,
    pub(crate) stop_address: u64,
    pub(crate) stop_thread: u32,
    /// What `%envreg1` and `%envreg2` read: upper and lower half of the grid's workspace.
    pub(crate) workspace: [u32; 2],
    /// The launch, for the host.
    pub(crate) launch: u64,
    /// Addresses of the functions that code may call, in the order of [`crate::hostcalls::Host`].
    pub(crate) hosts: u64,
    /// The code's [`crate::sites::EvalSite`]s and [`crate::sites::AtomSite`]s.
    pub(crate) evals: u64,
    pub(crate) atoms: u64,
    /// Of a block that is watched: its [`crate::check::Watched`], and the [ranges](crate::check::Known) that
    /// its instructions may touch or, if the watcher sees every access, its table of
    /// [quiet](crate::check::Quiet) places.
    pub(crate) watched: u64,
    pub(crate) known: u64,
    /// Written: what a thread stores to a multicast address, until the host takes it to the replicas.
    pub(crate) spread: [u64; 4],
    /// Written by the host: what threads asked of it.
    pub(crate) asked: Asked,
}

/// What the threads of a running block asked for, until the driver looks.
#[derive(Default)]
pub(crate) struct Asked {
    /// What they said.
    pub(crate) said: Vec<Said>,
    /// The first assertion that failed: instruction and thread.
    pub(crate) asserted: Option<(u32, u32)>,
    /// Why a thread was stopped.
    pub(crate) failed: Option<FaultKind>,
}

/// Base of the shared memory of a block that is not there: an address that nothing has.
pub(crate) const NOBODY: u64 = 1 << 62;

/// Where a block lies among the clusters of its grid.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct ClusterPlace {
    pub(crate) id: [u32; 3],
    pub(crate) count: [u32; 3],
    /// Of the block in its cluster, and the cluster's extents.
    pub(crate) place: [u32; 3],
    pub(crate) shape: [u32; 3],
    pub(crate) rank: u32,
    pub(crate) blocks: u32,
    pub(crate) explicit: u32,
}

impl ClusterPlace {
    /// That of a block with these coordinates.
    pub(crate) fn of(geometry: &ptx::exec::Geometry, block: [u32; 3]) -> ClusterPlace {
        if geometry.cluster.is_none() {
            let (id, count) = (block, geometry.grid);
            return ClusterPlace { id, count, shape: [1; 3], blocks: 1, ..ClusterPlace::default() };
        }
        ClusterPlace {
            id: geometry.cluster_of(block),
            count: geometry.clusters(),
            place: geometry.place_in_cluster(block),
            shape: geometry.cluster_shape(),
            rank: geometry.rank(block),
            blocks: geometry.cluster_blocks(),
            explicit: geometry.cluster.is_some().into(),
        }
    }
}

/// Back-edges between two looks at whether the launch was cancelled.
pub(crate) const FUEL: u64 = 1 << 14;

/// Offset of a field of [`BlockContext`].
macro_rules! offset {
    ($($field:ident).+) => {
        core::mem::offset_of!($crate::abi::BlockContext, $($field).+) as i32
    };
}
pub(crate) use offset;

/// Bytes of a frame slot for one lane. A predicate takes a word of all zeros or ones.
pub(crate) const fn slot_bytes(ty: Type) -> u32 {
    match ty {
        Type::Pred | Type::I16 | Type::I32 | Type::F32 => 4,
        Type::I64 | Type::F64 => 8,
        Type::I128 => 16,
    }
}

/// A value in a frame, as the driver reads and writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    /// Offset of lane 0 in the warp's part of the frame.
    pub(crate) offset: u32,
    pub(crate) ty: Type,
}
