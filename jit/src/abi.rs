//! Layout shared by compiled code and the driver.
//!
//! A running block has one context; compiled code reads it at fixed offsets ([`offset`]) and writes only the
//! fields marked as written. Code takes every address from it and is therefore position-independent across
//! processes.

use ptx::exec::FaultKind;
use ptx::ir::Type;
use ptx::system::ThreadText;

/// Reason for which compiled code stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Stop {
    /// Misaligned access, or one outside its space.
    Access = 1,
    Trap = 2,
    Cancelled = 3,
    /// Error found by the host; it is in [`BlockContext::requests`].
    Host = 4,
    /// Misaligned access, or one outside the reach. In place of its address there is the distance from the
    /// reach, rotated to the right by the size's power of two.
    Reach = 5,
}

/// Bits of an instruction's number, or of a block's for a trap, in [`BlockContext::stop_place`]; the [`Stop`]
/// is above them.
pub(crate) const INST_BITS: u32 = 29;

/// Encodes a [`Stop`] and its instruction or block; numbers that do not fit become the largest one.
pub(crate) const fn stop_place(why: Stop, number: u32) -> u32 {
    let most = (1 << INST_BITS) - 1;
    (why as u32) << INST_BITS | if number < most { number } else { most }
}

/// State of a block as compiled code sees it.
#[derive(Default)]
#[repr(C)]
pub(crate) struct BlockContext {
    /// Addresses of parameters, shared and local memory in the window.
    pub(crate) params: u64,
    pub(crate) shared: u64,
    pub(crate) shared_bytes: u64,
    pub(crate) local: u64,
    /// Size of a thread's local memory.
    pub(crate) local_bytes: u64,
    /// Range of generic and global addresses that need no question: the window, or a part of it.
    pub(crate) reach: u64,
    pub(crate) reach_bytes: u64,
    /// Part of the window with the blocks' own memory.
    pub(crate) arena: u64,
    pub(crate) arena_bytes: u64,
    /// Place in its line of what code stores past the caches: 0 if the grid stores much, else none.
    pub(crate) streamed_at: u64,
    /// Address of the module's table of variables.
    pub(crate) vars: u64,
    /// Address of the frame, which holds the values that live across regions: `frame_bytes` a warp, with 32
    /// lanes in each slot.
    pub(crate) frame: u64,
    /// Number of threads if all of them are active and strips lie in rows, else 0.
    pub(crate) whole: u32,
    /// Number of warps if all their live lanes are active and no active warp has an ended lane, else 0.
    pub(crate) whole_warps: u32,
    /// Not 0 if all live lanes are active and together: on arrival at a plain barrier they continue at once.
    pub(crate) together: u32,
    /// Written: number of further blocks that this run may execute, with their SMs, `u16` each. Code that
    /// reaches the end of a block without the driver continues with the next one, see
    /// [`crate::hostcalls::Host::NextBlock`].
    pub(crate) following: u32,
    pub(crate) following_sms: u64,
    /// Address of the masks of active lanes, by warp.
    pub(crate) masks: u64,
    /// Written: address of the threads' next regions; 0 for a thread that has ended.
    pub(crate) next: u64,
    /// Address of the threads' coordinates in the block, three words each.
    pub(crate) tids: u64,
    /// Address of the flag polled at back-edges: not 0 if the launch is cancelled.
    pub(crate) cancel: u64,
    pub(crate) ctaid: [u32; 3],
    pub(crate) ntid: [u32; 3],
    pub(crate) nctaid: [u32; 3],
    pub(crate) cluster: ClusterPlace,
    /// Address of the bases of shared memory, by the upper byte of an address in [`ptx::ir::Space::Cluster`]:
    /// 256 words, the first for the block itself, then one for each block of the cluster, else [`NO_BLOCK`].
    pub(crate) peers: u64,
    pub(crate) smid: u32,
    pub(crate) nsmid: u32,
    pub(crate) dynamic_shared: u32,
    pub(crate) gridid: u64,
    /// Written: not 0 if next regions were stored in `next` rather than returned for all threads at once.
    pub(crate) placed: u32,
    /// Written: back-edges left until the next poll of `cancel`.
    pub(crate) fuel: u64,
    /// Written: back-edges taken before that.
    pub(crate) iterations: u64,
    /// Written: threads that run now: index of the first, and their number shifted left by 16; 0 if unknown.
    pub(crate) running: u32,
    /// Written: place in its row of the strip that runs now, if several blocks run as one; `ctaid` is the
    /// first of them.
    pub(crate) joined_place: u32,
    /// Written: number of further blocks that are not to be run as one.
    pub(crate) alone: u32,
    /// Written when the code stops: reason, instruction and address.
    pub(crate) stop_place: u32,
    pub(crate) stop_address: u64,
    pub(crate) stop_thread: u32,
    /// Values of `%envreg1` and `%envreg2`: the grid workspace's address, split into halves.
    pub(crate) workspace: [u32; 2],
    /// Address of the launch, for the host.
    pub(crate) launch: u64,
    /// Address of the table of host functions, in the order of [`crate::hostcalls::Host`].
    pub(crate) hosts: u64,
    /// Addresses of the code's [`crate::sites::EvalSite`]s and [`crate::sites::AtomSite`]s.
    pub(crate) evals: u64,
    pub(crate) atoms: u64,
    /// Address of a watched block's [`crate::check::Watched`], and of the [ranges](crate::check::Known) that
    /// its instructions may access or, if the watcher sees every access, of its table of
    /// [marks](crate::check::Marks).
    pub(crate) watched: u64,
    pub(crate) known: u64,
    /// Written: address of the next word that a traced block's code appends, and of its warp's first one.
    pub(crate) log: u64,
    pub(crate) log_warp: u64,
    /// Address after which code asks for room, and of the block's [`crate::trace::Traced`].
    pub(crate) log_end: u64,
    pub(crate) traced: u64,
    /// Written: value that a thread stores to a multicast address, until the host copies it to the replicas.
    pub(crate) replica_store: [u64; 4],
    /// Written by the host: requests of the threads.
    pub(crate) requests: Requests,
}

/// Requests of a running block's threads, until the driver handles them.
#[derive(Default)]
pub(crate) struct Requests {
    /// Messages to deliver.
    pub(crate) said: Vec<ThreadText>,
    /// First assertion that failed: instruction and thread.
    pub(crate) asserted: Option<(u32, u32)>,
    /// Reason for which a thread was stopped.
    pub(crate) failed: Option<FaultKind>,
    /// Textures and surfaces that threads of the block have looked up.
    pub(crate) textures: ptx::texture::Recent,
}

/// Base for a block that does not exist: an address that is never mapped.
pub(crate) const NO_BLOCK: u64 = 1 << 62;

/// Position of a block among the clusters of its grid.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct ClusterPlace {
    pub(crate) id: [u32; 3],
    pub(crate) count: [u32; 3],
    /// Position of the block in its cluster, and the cluster's extents.
    pub(crate) place: [u32; 3],
    pub(crate) shape: [u32; 3],
    pub(crate) rank: u32,
    pub(crate) blocks: u32,
    pub(crate) explicit: u32,
}

impl ClusterPlace {
    /// Returns the position of a block from its coordinates.
    pub(crate) fn from_block(geometry: &ptx::exec::Geometry, block: [u32; 3]) -> ClusterPlace {
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

/// Back-edges between two polls of the cancellation flag.
pub(crate) const FUEL: u64 = 1 << 14;

/// Offset of a field of [`BlockContext`].
macro_rules! offset {
    ($($field:ident).+) => {
        core::mem::offset_of!($crate::abi::BlockContext, $($field).+) as i32
    };
}
pub(crate) use offset;

/// Returns the size of a frame slot for one lane, bytes. A predicate takes a word of all zeros or ones.
pub(crate) const fn slot_bytes(ty: Type) -> u32 {
    match ty {
        Type::Pred | Type::I16 | Type::I32 | Type::F32 => 4,
        Type::I64 | Type::F64 => 8,
        Type::I128 => 16,
    }
}

/// Slot of a value in a frame, as the driver accesses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    /// Offset of lane 0 in the warp's part of the frame.
    pub(crate) offset: u32,
    pub(crate) ty: Type,
}
