//! Kernels: their code, and what may be asked about them.

use super::device::Device;
use super::module::Module;
use crate::Error;
use crate::attributes::FunctionAttribute;
use crate::module::image::Machine;
use crate::module::load::{Code, Image, target};
use crate::sync::{Arc, AtomicBool, AtomicU32, OnceLock, Ordering};
use std::fmt;
use std::sync::Weak;

/// Kernel of a module.
pub(crate) struct Kernel {
    pub(crate) name: String,
    /// The module that it is from: gone once that is unloaded.
    pub(super) module: Weak<Module>,
    pub(super) device: &'static Device,
    pub(super) image: Arc<Image>,
    /// Offset and size of each parameter.
    pub(super) params: Vec<(u32, u32)>,
    pub(crate) param_bytes: u32,
    /// Facts from machine code for the same kernel.
    machine: Machine,
    code: OnceLock<Result<Arc<Code>, Error>>,
    /// Most dynamic shared memory, bytes, where it was set.
    max_dynamic_shared: AtomicU32,
    /// Preferred carve-out of shared memory, percent; −1 for the default.
    carveout: AtomicU32,
    /// Clusters of more blocks than every device takes are allowed.
    large_clusters: AtomicBool,
    /// Preferred placement of clusters.
    cluster_scheduling: AtomicU32,
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name)
    }
}

impl Kernel {
    /// A kernel of an image, if it has one of the name.
    pub(super) fn new(
        module: Weak<Module>,
        device: &'static Device,
        image: &Arc<Image>,
        name: &str,
    ) -> Option<Kernel> {
        let (params, param_bytes) = image.ptx.params(name)?;
        Some(Kernel {
            name: name.to_owned(),
            module,
            device,
            image: Arc::clone(image),
            params: params.iter().map(|param| (param.offset, param.size)).collect(),
            param_bytes,
            machine: image.machine.get(name).copied().unwrap_or_default(),
            code: OnceLock::new(),
            max_dynamic_shared: AtomicU32::new(u32::MAX),
            carveout: AtomicU32::new(u32::MAX),
            large_clusters: AtomicBool::new(false),
            cluster_scheduling: AtomicU32::new(0),
        })
    }

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
    pub(super) fn bound(&self) -> u32 {
        let shape = self.image.ptx.attributes(&self.name).and_then(|a| a.maxntid);
        let threads = shape.map_or(u64::MAX, |[x, y, z]| u64::from(x) * u64::from(y) * u64::from(z));
        threads.min(u64::from(self.device.spec.threads_per_block)) as u32
    }

    /// Most threads of a block of it: also those have registers. That it wants blocks of one shape
    /// (`.reqntid`) is not in it, as on an H200.
    pub(super) fn max_threads(&self) -> u32 {
        self.bound().min(device::occupancy::threads_with(&self.device.spec, self.registers()))
    }

    /// Most dynamic shared memory of a block of it, bytes.
    pub(super) fn most_dynamic_shared(&self, code: &Code) -> u32 {
        match self.max_dynamic_shared.load(Ordering::Relaxed) {
            u32::MAX => self.device.spec.shared_per_block.saturating_sub(code.shared_bytes),
            set => set,
        }
    }

    /// Most blocks of a cluster; before compute capability 9.0 there are none.
    pub(super) fn most_in_cluster(&self) -> u32 {
        match self.large_clusters.load(Ordering::Relaxed) {
            _ if self.device.spec.capability.0 < 9 => 1,
            true => ptx::exec::LARGEST_CLUSTER,
            false => ptx::exec::PORTABLE_CLUSTER,
        }
    }

    /// An attribute. Compiles the kernel where only that tells.
    ///
    /// # Errors
    /// `Ptx`.
    pub(crate) fn get_attribute(&self, attribute: FunctionAttribute) -> Result<i32, Error> {
        let spec = &self.device.spec;
        Ok(match attribute {
            FunctionAttribute::MaxThreadsPerBlock => self.max_threads() as i32,
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
            FunctionAttribute::MaxDynamicShared => self.most_dynamic_shared(&*self.code()?) as i32,
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
    pub(crate) fn resident_blocks(&self, threads: u32, dynamic_shared: u64) -> Result<u32, Error> {
        if threads == 0 {
            return Err(Error::OutOfRange { what: "block size", got: 0, min: 1, max: 1024 });
        }
        let shared = u64::from(self.code()?.shared_bytes).saturating_add(dynamic_shared);
        let Ok(shared) = u32::try_from(shared) else { return Ok(0) };
        Ok(device::occupancy::blocks_per_sm(&self.device.spec, threads, self.registers(), shared))
    }

    /// Sets an attribute.
    ///
    /// # Errors
    /// `UnknownEnumerator` for one that cannot be set; `SharedTooLarge`, `OutOfRange`; `Ptx`.
    pub(super) fn change_attribute(&self, attribute: FunctionAttribute, value: i32) -> Result<(), Error> {
        match attribute {
            FunctionAttribute::MaxDynamicShared => {
                let code = self.code()?;
                let limit = self.device.spec.shared_per_block_optin;
                let wanted =
                    u64::try_from(value).unwrap_or(u64::MAX).saturating_add(code.shared_bytes.into());
                if wanted > u64::from(limit) {
                    let kernel = self.name.clone();
                    return Err(Error::SharedTooLarge { kernel, wanted, limit: limit.into() });
                }
                self.max_dynamic_shared.store(value as u32, Ordering::Relaxed);
            }
            FunctionAttribute::Carveout => {
                if !(-1..=100).contains(&value) {
                    let got = u64::try_from(value).unwrap_or(u64::MAX);
                    return Err(Error::OutOfRange { what: "carve-out", got, min: 0, max: 100 });
                }
                self.carveout.store(value as u32, Ordering::Relaxed);
            }
            FunctionAttribute::NonPortableCluster => self.large_clusters.store(value != 0, Ordering::Relaxed),
            FunctionAttribute::ClusterScheduling => {
                let policy = u32::try_from(value).ok().filter(|&policy| policy <= 2);
                let what = "cluster scheduling policy";
                let policy = policy.ok_or(Error::UnknownEnumerator { what, got: value.into() })?;
                self.cluster_scheduling.store(policy, Ordering::Relaxed);
            }
            _ => {
                let got = i64::from(attribute.code());
                return Err(Error::UnknownEnumerator { what: "function attribute that can be set", got });
            }
        }
        Ok(())
    }
}
