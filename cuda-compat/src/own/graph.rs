//! Graph nodes with structures of the driver API only: kernels by either handle, copies of boxes, and
//! contexts, which have no effect here beyond the graph's.

use super::rectangle::{Copy3d, box_of};
use super::{get, put};
use crate::entry::{Code, Pointer, need, of_hip};
use crate::result::{INVALID_VALUE, SUCCESS};
use cudart::own::{
    Kernel, Memset, cudaGraphAddKernelNode, cudaGraphAddMemsetNode, cudaGraphExecKernelNodeSetParams,
    cudaGraphExecMemsetNodeSetParams, cudaGraphKernelNodeGetParams, cudaGraphKernelNodeSetParams,
};

/// `CUDA_KERNEL_NODE_PARAMS_v2`: a kernel of a context, or one of a library if that is null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KernelV2 {
    of_context: Kernel,
    kernel: Pointer,
    context: Pointer,
}

const _: () = assert!(size_of::<KernelV2>() == 72, "as CUDA's structure");

/// Converts to the first version's structure, with the kernel that is set.
///
/// # Safety
/// The pointer is null or leads to parameters.
unsafe fn kernel(params: *const KernelV2) -> Option<Kernel> {
    // SAFETY: as the caller says.
    let params = unsafe { get(params) }?;
    Some(params.of_context.or(params.kernel))
}

/// `CUresult cuGraphAddKernelNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode
/// *dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS *nodeParams)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddKernelNode_v2(
    node: Pointer,
    graph: Pointer,
    after: Pointer,
    count: usize,
    params: *const KernelV2,
) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe {
        let Some(params) = kernel(params) else { return INVALID_VALUE };
        of_hip(cudaGraphAddKernelNode(node, graph, after, count, &raw const params))
    }
}

/// `CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams)`
///
/// # Safety
/// The pointer is null or leads to parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeGetParams_v2(node: Pointer, params: *mut KernelV2) -> Code {
    need!(init);
    // SAFETY: the structure begins with the first version's; as the caller says.
    unsafe {
        let code = of_hip(cudaGraphKernelNodeGetParams(node, params.cast()));
        if code == SUCCESS {
            let none = std::ptr::null_mut();
            params.write_unaligned(KernelV2 { kernel: none, context: none, ..params.read_unaligned() });
        }
        code
    }
}

/// `CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams)`
///
/// # Safety
/// The pointer is null or leads to parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphKernelNodeSetParams_v2(node: Pointer, params: *const KernelV2) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe {
        let Some(params) = kernel(params) else { return INVALID_VALUE };
        of_hip(cudaGraphKernelNodeSetParams(node, &raw const params))
    }
}

/// `CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode, const
/// CUDA_KERNEL_NODE_PARAMS *nodeParams)`
///
/// # Safety
/// The pointer is null or leads to parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecKernelNodeSetParams_v2(
    graph: Pointer,
    node: Pointer,
    params: *const KernelV2,
) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe {
        let Some(params) = kernel(params) else { return INVALID_VALUE };
        of_hip(cudaGraphExecKernelNodeSetParams(graph, node, &raw const params))
    }
}

/// `CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
/// size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemsetNode(
    node: Pointer,
    graph: Pointer,
    after: Pointer,
    count: usize,
    params: *const Memset,
    _: Pointer,
) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    of_hip(unsafe { cudaGraphAddMemsetNode(node, graph, after, count, params) })
}

/// `CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const
/// CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)`
///
/// # Safety
/// The third pointer is null or leads to parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemsetNodeSetParams(
    graph: Pointer,
    node: Pointer,
    params: *const Memset,
    _: Pointer,
) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    of_hip(unsafe { cudaGraphExecMemsetNodeSetParams(graph, node, params) })
}

unsafe extern "C" {
    fn hipDrvGraphAddMemcpyNode(
        node: Pointer,
        graph: Pointer,
        after: Pointer,
        count: usize,
        copy: Pointer,
        context: Pointer,
    ) -> Code;
    fn hipDrvGraphExecMemcpyNodeSetParams(
        graph: Pointer,
        node: Pointer,
        copy: Pointer,
        context: Pointer,
    ) -> Code;
    fn hipDrvGraphMemcpyNodeGetParams(node: Pointer, copy: Pointer) -> Code;
    fn hipDrvGraphMemcpyNodeSetParams(node: Pointer, copy: Pointer) -> Code;
}

/// `CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
/// size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphAddMemcpyNode(
    node: Pointer,
    graph: Pointer,
    after: Pointer,
    count: usize,
    copy: *const Copy3d,
    context: Pointer,
) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe { box_of(copy, |copy| hipDrvGraphAddMemcpyNode(node, graph, after, count, copy, context)) }
}

/// `CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D
/// *copyParams, CUcontext ctx)`
///
/// # Safety
/// The third pointer is null or leads to the structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphExecMemcpyNodeSetParams(
    graph: Pointer,
    node: Pointer,
    copy: *const Copy3d,
    context: Pointer,
) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe { box_of(copy, |copy| hipDrvGraphExecMemcpyNodeSetParams(graph, node, copy, context)) }
}

/// `CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams)`
///
/// # Safety
/// The last pointer is null or leads to the structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphMemcpyNodeSetParams(node: Pointer, copy: *const Copy3d) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe { box_of(copy, |copy| hipDrvGraphMemcpyNodeSetParams(node, copy)) }
}

/// `CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams)`
///
/// # Safety
/// The last pointer is null or leads to the structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGraphMemcpyNodeGetParams(node: Pointer, copy: *mut Copy3d) -> Code {
    need!(init);
    if copy.is_null() {
        return INVALID_VALUE;
    }
    let mut hip = [0usize; Copy3d::HIP_WORDS];
    // SAFETY: a local of HIP's size; `copy` is not null, and the caller's.
    unsafe {
        match of_hip(hipDrvGraphMemcpyNodeGetParams(node, hip.as_mut_ptr().cast())) {
            SUCCESS => put(copy, Copy3d::of_hip(&hip)),
            code => code,
        }
    }
}
