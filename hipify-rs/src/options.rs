//! Settings of a translation.

use crate::choices::{KernelLaunch, Release, Target, WarpMasks};
use crate::excluded::Defines;
use crate::renames::Renames;
use crate::types::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Settings of a translation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What becomes of launches.
    pub kernel_launch: KernelLaunch,
    /// Whose names the libraries' functions get.
    pub target: Target,
    /// Whose spellings names get.
    pub release: Release,
    /// What becomes of masks of all 32 lanes.
    pub warp_masks: WarpMasks,
    /// Whether names in strings that are looked up at run time (`dlsym`, `cuGetProcAddress`) are translated
    /// as well.
    pub strings: bool,
    /// Whether [`walk::treat`](crate::walk::treat) reports what parsed before its translation and does not
    /// after.
    pub verify: bool,
    /// The program's own names and what they become; they go before the tables. A name that becomes itself
    /// stays.
    pub names: BTreeMap<String, String>,
    /// Macros of the program under names that begin as a library's do: they stay, and nothing is said of
    /// them.
    pub macros: BTreeSet<String>,
    /// Variables of the program's CMake files that hold device sources: files that do not set them make
    /// targets of them, too.
    pub source_lists: BTreeSet<String>,
    /// The program's own headers and what they become, as they stand between quotes or angles.
    pub headers: BTreeMap<String, String>,
    /// The program's own headers that have CUDA names and are not translated beside this file, as it includes
    /// them: each is noted.
    pub left_headers: BTreeSet<String>,
    /// Declarations of device pointers in the program's headers.
    pub program: Arc<Program>,
    /// File names of the program that become others; includes and build files follow.
    pub renames: Renames,
    /// Where given, what a compiler with these macros would skip stays as it is: branches of `#if` whose
    /// conditions are false.
    pub skip: Option<Defines>,
    /// Macros whose calls stand for chevrons: `kernel NAME(grid, block)(arguments)`.
    pub launch_macros: BTreeSet<String>,
}
