//! Settings of a translation.

use crate::choices::{KernelLaunch, Release, Target, WarpMasks};
use crate::excluded::Defines;
use crate::renames::Renames;
use crate::symbols::Members;
use crate::types::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Settings of a translation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Treatment of launches.
    pub kernel_launch: KernelLaunch,
    /// Libraries that calls of CUDA's libraries are translated to.
    pub target: Target,
    /// HIP release that determines the spelling of names.
    pub release: Release,
    /// Treatment of masks of all 32 lanes.
    pub warp_masks: WarpMasks,
    /// `true` to translate names in strings that are looked up at run time (`dlsym`, `cuGetProcAddress`).
    pub strings: bool,
    /// `true` to have [`walk::treat`](crate::walk::treat) report lines that parsed before the translation and
    /// do not parse after it.
    pub verify: bool,
    /// The program's own names and their replacements; they take precedence over the tables. A name mapped to
    /// itself stays.
    pub names: BTreeMap<String, String>,
    /// Macros and other names of the program that are formed like CUDA's. They stay, and are not reported.
    pub macros: BTreeSet<String>,
    /// Variables of the program's CMake files that hold device sources. Files that only use such a variable
    /// make targets of it, too.
    pub source_lists: BTreeSet<String>,
    /// `true` if sources of the program use NVTX: headers alone in CUDA, in ROCm a library, which Makefiles
    /// then link.
    pub nvtx: bool,
    /// `true` if sources of the program use CUB or Thrust: AMD's need C++17, where older ones of CUDA needed
    /// C++11. Build files then ask for it.
    pub parallel_algorithms: bool,
    /// The program's own headers and their replacements, as written between quotes or angles.
    pub headers: BTreeMap<String, String>,
    /// Headers of the program with CUDA names that are not among the files to translate, as this file
    /// includes them; each is reported.
    pub left_headers: BTreeSet<String>,
    /// Headers among the program's files that carry the name of a library's header that HIP does not have.
    /// Their includes stay, and are not reported.
    pub own_headers: BTreeSet<String>,
    /// Headers of the program with a name of CUDA's, in the directory of this file. Includes in quotes stay.
    pub headers_beside: BTreeSet<String>,
    /// Declarations of device pointers in the program's headers.
    pub program: Arc<Program>,
    /// Member functions that classes in headers of the program declare for the device.
    pub members: Members,
    /// Renamed files of the program; includes and build files follow.
    pub renames: Renames,
    /// If given, branches of `#if` stay unchanged that a compiler with these macros would skip.
    pub skip: Option<Defines>,
    /// Macros with calls that replace chevrons: `kernel NAME(grid, block)(arguments)`.
    pub launch_macros: BTreeSet<String>,
}
