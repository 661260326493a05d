//! Calls on modules and kernels of the software device.

use super::context::Context;
use super::kernel::Kernel;
use super::module::Module;
use crate::Error;
use crate::attributes::FunctionAttribute;
use crate::backend::{self, Variable};
use crate::sync::Arc;
use crate::types::LaunchShape;
use std::any::Any;

/// The software device's own kernel.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn software_kernel(kernel: &dyn backend::Kernel) -> Result<&Kernel, Error> {
    let kernel: &dyn Any = kernel;
    kernel.downcast_ref().ok_or_else(|| crate::bug::bug!("a kernel of another kind of device"))
}

/// The software device's own context.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn software_context(context: &dyn backend::Context) -> Result<&Context, Error> {
    let context: &dyn Any = context;
    context.downcast_ref().ok_or_else(|| crate::bug::bug!("a context of another kind of device"))
}

impl backend::Module for Module {
    fn kernel(self: Arc<Self>, name: &str) -> Result<Arc<dyn backend::Kernel>, Error> {
        Ok(self.named(name)?)
    }

    fn kernels(&self) -> Vec<String> {
        self.image.ptx.kernels().map(str::to_owned).collect()
    }

    fn variable(&self, name: &str) -> Result<Variable, Error> {
        self.find_variable(name)
    }
}

impl backend::Kernel for Kernel {
    fn parameters(&self) -> &[(u32, u32)] {
        &self.params
    }

    fn parameter_bytes(&self) -> u32 {
        self.param_bytes
    }

    fn check(&self, shape: &LaunchShape) -> Result<(), Error> {
        self.geometry(shape).map(drop)
    }

    fn attribute(&self, attribute: FunctionAttribute) -> Result<i32, Error> {
        self.get_attribute(attribute)
    }

    fn set_attribute(&self, attribute: FunctionAttribute, value: i32) -> Result<(), Error> {
        self.change_attribute(attribute, value)
    }

    fn blocks_per_sm(&self, threads: u32, dynamic_shared: u64) -> Result<u32, Error> {
        self.resident_blocks(threads, dynamic_shared)
    }

    fn best_block_size(
        &self,
        context: &dyn backend::Context,
        dynamic_shared: &dyn Fn(u32) -> u64,
        limit: u32,
    ) -> Result<(u32, u32), Error> {
        self.best_size(software_context(context)?, dynamic_shared, limit)
    }

    fn active_clusters(&self, context: &dyn backend::Context, shape: &LaunchShape) -> Result<u64, Error> {
        self.clusters(software_context(context)?, shape)
    }

    fn largest_cluster(&self, context: &dyn backend::Context, shape: &LaunchShape) -> Result<u32, Error> {
        self.most_cluster_blocks(software_context(context)?, shape)
    }

    fn launches_graphs(&self) -> bool {
        self.image.ptx.declares(ptx::system::Call::GraphLaunch)
    }

    fn free_shared(&self, blocks: u32, threads: u32) -> Result<u64, Error> {
        self.free_dynamic_shared(blocks, threads)
    }
}
