//! Kernels: their code, and what may be asked about them.

use super::{FunctionObject, ModuleObject};
use crate::Error;
use crate::handle::Id;
use crate::module::load::{Code, target};
use crate::sync::{Arc, AtomicBool, AtomicU32, OnceLock, Ordering};

impl ModuleObject {
    /// The kernel that has a name. The same name gives the same handle.
    ///
    /// # Errors
    /// `NotFound`.
    pub(crate) fn function(&self, name: &str) -> Result<Id<FunctionObject>, Error> {
        let process = self.context.process();
        if let Some(&known) = self.functions.lock().get(name) {
            return Ok(known);
        }
        let Some((params, param_bytes)) = self.image.ptx.params(name) else {
            let have = self.image.ptx.kernels().map(str::to_owned).collect();
            return Err(Error::NotFound { what: "kernel", name: name.to_owned(), have });
        };
        let function = process.insert(|function| FunctionObject {
            id: function,
            name: name.to_owned(),
            module: self.id,
            context: Arc::clone(&self.context),
            image: Arc::clone(&self.image),
            params,
            param_bytes,
            machine: self.image.machine.get(name).copied().unwrap_or_default(),
            code: OnceLock::new(),
            max_dynamic_shared: AtomicU32::new(u32::MAX),
            carveout: AtomicU32::new(u32::MAX),
            large_clusters: AtomicBool::new(false),
            cluster_scheduling: AtomicU32::new(0),
        });
        // Of two threads that ask at the same time one comes first; the other's object goes.
        let kept = *self.functions.lock().entry(name.to_owned()).or_insert(function.id);
        if kept != function.id {
            process.remove(function.id)?;
        }
        Ok(kept)
    }
}

impl FunctionObject {
    /// The compiled kernel; the first call compiles it.
    ///
    /// # Errors
    /// `Ptx`: the same on every call.
    pub(crate) fn code(&self) -> Result<Arc<Code>, Error> {
        self.code.get_or_init(|| self.image.compile(&self.name).map(Arc::new)).clone()
    }

    /// Registers of a thread, as far as they are known: 0 if not, and they limit nothing. Those that a text
    /// allows (`.maxnreg`) are not those that a compiler takes.
    pub(crate) fn registers(&self) -> u32 {
        self.machine.registers.unwrap_or(0)
    }

    /// Most threads of a block that it says it is for.
    pub(super) fn bound(&self, spec: &device::Spec) -> u32 {
        let shape = self.image.ptx.attributes(&self.name).and_then(|a| a.maxntid);
        let threads = shape.map_or(u64::MAX, |[x, y, z]| u64::from(x) * u64::from(y) * u64::from(z));
        threads.min(u64::from(spec.threads_per_block)) as u32
    }

    /// Most threads of a block of it: also those have registers. That it wants blocks of one shape
    /// (`.reqntid`) is not in it, as on an H200.
    pub(crate) fn max_threads(&self, spec: &device::Spec) -> u32 {
        self.bound(spec).min(device::occupancy::threads_with(spec, self.registers()))
    }

    /// Most dynamic shared memory of a block of it, bytes.
    pub(crate) fn max_dynamic_shared(&self, spec: &device::Spec, code: &Code) -> u32 {
        match self.max_dynamic_shared.load(Ordering::Relaxed) {
            u32::MAX => spec.shared_per_block.saturating_sub(code.shared_bytes),
            set => set,
        }
    }

    /// Most blocks of a cluster; before compute capability 9.0 there are none.
    pub(crate) fn most_in_cluster(&self, spec: &device::Spec) -> u32 {
        match self.large_clusters.load(Ordering::Relaxed) {
            _ if spec.capability.0 < 9 => 1,
            true => ptx::exec::LARGEST_CLUSTER,
            false => ptx::exec::PORTABLE_CLUSTER,
        }
    }

    /// An attribute. Compiles the kernel where only that tells.
    ///
    /// # Errors
    /// `Ptx`.
    pub(crate) fn attribute(&self, attribute: FunctionAttribute) -> Result<i32, Error> {
        let spec = &self.context.on.spec;
        Ok(match attribute {
            FunctionAttribute::MaxThreadsPerBlock => self.max_threads(spec) as i32,
            FunctionAttribute::SharedBytes => self.code()?.shared_bytes as i32,
            FunctionAttribute::LocalBytes => match self.machine.local_bytes {
                Some(bytes) => bytes as i32,
                None => self.code()?.local_bytes as i32,
            },
            FunctionAttribute::ConstBytes => {
                i32::try_from(self.image.ptx.constant_bytes()).unwrap_or(i32::MAX)
            }
            FunctionAttribute::Registers => match (self.registers(), self.code()?.attributes.maxnreg) {
                (0, 0) => 32,
                (0, most) => most.min(255) as i32,
                (known, _) => known as i32,
            },
            FunctionAttribute::PtxVersion => target(&self.image.ptx).0 as i32,
            FunctionAttribute::BinaryVersion => (spec.capability.0 * 10 + spec.capability.1) as i32,
            FunctionAttribute::CacheModeCa => 0,
            FunctionAttribute::MaxDynamicShared => self.max_dynamic_shared(spec, &*self.code()?) as i32,
            FunctionAttribute::Carveout => self.carveout.load(Ordering::Relaxed) as i32,
            FunctionAttribute::ClusterMustBeSet => self.code()?.attributes.explicit_cluster.into(),
            FunctionAttribute::ClusterWidth => self.required_cluster(0)?,
            FunctionAttribute::ClusterHeight => self.required_cluster(1)?,
            FunctionAttribute::ClusterDepth => self.required_cluster(2)?,
            FunctionAttribute::NonPortableCluster => self.large_clusters.load(Ordering::Relaxed).into(),
            FunctionAttribute::ClusterScheduling => self.cluster_scheduling.load(Ordering::Relaxed) as i32,
        })
    }

    /// The extent of the cluster that it requires, 0 if it requires none.
    fn required_cluster(&self, axis: usize) -> Result<i32, Error> {
        Ok(self.code()?.attributes.cluster.map_or(0, |cluster| cluster[axis] as i32))
    }

    /// Blocks that an SM holds at once.
    ///
    /// # Errors
    /// `OutOfRange` for a block of no threads; `Ptx`.
    pub(crate) fn blocks_per_sm(&self, threads: u32, dynamic_shared: u64) -> Result<u32, Error> {
        if threads == 0 {
            return Err(Error::OutOfRange { what: "block size", got: 0, min: 1, max: 1024 });
        }
        let shared = u64::from(self.code()?.shared_bytes).saturating_add(dynamic_shared);
        let Ok(shared) = u32::try_from(shared) else { return Ok(0) };
        Ok(device::occupancy::blocks_per_sm(&self.context.on.spec, threads, self.registers(), shared))
    }
}

/// An attribute of a kernel (`hipFunction_attribute`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionAttribute {
    /// Most threads of a block.
    MaxThreadsPerBlock,
    /// Static shared memory, bytes.
    SharedBytes,
    /// Constant memory of the program's own, bytes.
    ConstBytes,
    /// Local memory of a thread, bytes.
    LocalBytes,
    /// Registers of a thread: those of the machine code beside the PTX; else those `.maxnreg` allows, or a
    /// usual number.
    Registers,
    /// The architecture that the PTX is for, major × 10 + minor.
    PtxVersion,
    /// Architecture of the machine code, major × 10 + minor: the device's.
    BinaryVersion,
    /// Whether global loads are cached: they are not modelled.
    CacheModeCa,
    /// Most dynamic shared memory, bytes; can be set.
    MaxDynamicShared,
    /// Preferred carve-out of shared memory, percent, −1 for the default; can be set.
    Carveout,
    /// Whether a launch must have clusters.
    ClusterMustBeSet,
    /// The cluster that it requires along x, blocks; 0 if none.
    ClusterWidth,
    /// Along y.
    ClusterHeight,
    /// Along z.
    ClusterDepth,
    /// Whether clusters of more than 8 blocks are allowed; can be set.
    NonPortableCluster,
    /// How clusters are best placed: a hint that is kept; can be set.
    ClusterScheduling,
}

impl FunctionAttribute {
    /// All, in the order of their numbers.
    const ALL: [FunctionAttribute; 16] = [
        FunctionAttribute::MaxThreadsPerBlock,
        FunctionAttribute::SharedBytes,
        FunctionAttribute::ConstBytes,
        FunctionAttribute::LocalBytes,
        FunctionAttribute::Registers,
        FunctionAttribute::PtxVersion,
        FunctionAttribute::BinaryVersion,
        FunctionAttribute::CacheModeCa,
        FunctionAttribute::MaxDynamicShared,
        FunctionAttribute::Carveout,
        FunctionAttribute::ClusterMustBeSet,
        FunctionAttribute::ClusterWidth,
        FunctionAttribute::ClusterHeight,
        FunctionAttribute::ClusterDepth,
        FunctionAttribute::NonPortableCluster,
        FunctionAttribute::ClusterScheduling,
    ];

    /// The attribute with a number.
    ///
    /// # Errors
    /// `UnknownEnumerator`.
    pub fn from_code(code: i32) -> Result<Self, Error> {
        let found = usize::try_from(code).ok().and_then(|n| Self::ALL.get(n)).copied();
        found.ok_or(Error::UnknownEnumerator { what: "function attribute", got: code.into() })
    }

    /// Its number.
    pub(crate) fn code(self) -> i32 {
        Self::ALL.iter().position(|other| *other == self).unwrap_or(0) as i32
    }
}
