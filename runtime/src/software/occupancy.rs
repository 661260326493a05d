//! Occupancy: how many blocks and clusters of a kernel fit.

use super::context::Context;
use super::kernel::Kernel;
use crate::Error;
use crate::types::LaunchShape;
use device::{occupancy, partition};
use ptx::exec::Geometry;

impl Kernel {
    /// Returns the SMs of a context, in units that hold clusters: what there is of the device for the kernel.
    fn units(&self, context: &Context) -> Vec<Vec<u16>> {
        match context.sms().filter(|_| context.device.ordinal == self.device.ordinal) {
            Some(own) => partition::units(&self.device.spec, &own.sms, &own.begins),
            None => self.device.spec.cluster_domains(),
        }
    }

    /// Implements [`backend::Kernel::best_block_size`](crate::backend::Kernel::best_block_size).
    pub(super) fn best_size(
        &self,
        context: &Context,
        dynamic_shared: &dyn Fn(u32) -> u64,
        limit: u32,
    ) -> Result<(u32, u32), Error> {
        let fixed = u64::from(self.code()?.shared_bytes);
        let shared =
            |threads| u32::try_from(fixed.saturating_add(dynamic_shared(threads))).unwrap_or(u32::MAX);
        let most = self.max_threads();
        let limit = if limit == 0 { most } else { limit.min(most) };
        let sms = self.units(context).iter().map(|unit| unit.len() as u32).sum();
        Ok(occupancy::best_block_size(&self.device.spec, sms, self.registers(), shared, limit))
    }

    /// Implements [`backend::Kernel::active_clusters`](crate::backend::Kernel::active_clusters).
    pub(super) fn clusters(&self, context: &Context, shape: &LaunchShape) -> Result<u64, Error> {
        let units = self.units(context);
        let threads = threads(shape)?;
        let code = self.code()?;
        let geometry = Geometry { cluster: shape.cluster, ..Geometry::new(shape.grid, shape.block) };
        let geometry = geometry
            .for_kernel(&code.attributes, self.most_in_cluster())
            .map_err(|why| Error::BadCluster { kernel: self.name.clone(), why })?;
        if shape.cluster.is_none() && code.attributes.cluster.is_none() {
            return Ok(0);
        }
        let room = (self.registers(), code.shared_bytes.saturating_add(shape.shared_bytes));
        Ok(occupancy::clusters_in(&self.device.spec, &units, geometry.cluster_blocks(), threads, room))
    }

    /// Implements [`backend::Kernel::largest_cluster`](crate::backend::Kernel::largest_cluster).
    pub(super) fn most_cluster_blocks(&self, context: &Context, shape: &LaunchShape) -> Result<u32, Error> {
        let (threads, shared) =
            (threads(shape)?, self.code()?.shared_bytes.saturating_add(shape.shared_bytes));
        let units = self.units(context);
        let room = (self.registers(), shared);
        let fits =
            |&cluster: &u32| occupancy::clusters_in(&self.device.spec, &units, cluster, threads, room) > 0;
        Ok((1..=self.most_in_cluster()).rev().find(fits).unwrap_or(0))
    }

    /// Implements [`backend::Kernel::free_shared`](crate::backend::Kernel::free_shared).
    pub(super) fn free_dynamic_shared(&self, blocks: u32, threads: u32) -> Result<u64, Error> {
        let (spec, code, registers) = (&self.device.spec, self.code()?, self.registers());
        let most = occupancy::blocks_per_sm(spec, threads, registers, code.shared_bytes);
        let none =
            Error::OutOfRange { what: "blocks of an SM", got: blocks.into(), min: 1, max: most.into() };
        let free =
            occupancy::dynamic_shared(spec, blocks, threads, registers, code.shared_bytes).ok_or(none)?;
        Ok(free.min(self.most_dynamic_shared(&code)).into())
    }
}

fn threads(shape: &LaunchShape) -> Result<u32, Error> {
    let threads = shape.block.into_iter().map(u64::from).product::<u64>();
    match u32::try_from(threads) {
        Ok(threads) if threads > 0 => Ok(threads),
        _ => Err(Error::OutOfRange { what: "block size", got: threads, min: 1, max: 1024 }),
    }
}
