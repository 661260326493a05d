//! Calls about a graph's edges that may have data. Edges with data that say more than "after" are not supported; those that come
//! back have none.

use super::get;
use crate::entry::{Code, Pointer, fail, of_hip, per_thread};
use crate::result::{NOT_SUPPORTED, SUCCESS};

unsafe extern "C" {
    fn hipGraphAddDependencies(graph: Pointer, from: Pointer, to: Pointer, count: usize) -> Code;
    fn hipGraphRemoveDependencies(graph: Pointer, from: Pointer, to: Pointer, count: usize) -> Code;
    fn hipGraphGetEdges(graph: Pointer, from: Pointer, to: Pointer, count: *mut usize) -> Code;
    fn hipGraphNodeGetDependencies(node: Pointer, nodes: Pointer, count: *mut usize) -> Code;
    fn hipGraphNodeGetDependentNodes(node: Pointer, nodes: Pointer, count: *mut usize) -> Code;
    fn hipStreamGetCaptureInfo_v2(
        stream: Pointer,
        status: Pointer,
        id: Pointer,
        graph: Pointer,
        nodes: Pointer,
        count: Pointer,
    ) -> Code;
    fn hipStreamUpdateCaptureDependencies(stream: Pointer, nodes: Pointer, count: usize, flags: u32) -> Code;
}

/// `cudaGraphEdgeData`: ports and a type; all zeros say "after".
pub type Data = [u8; 8];

/// Whether edges have no data, or none that says anything.
///
/// # Safety
/// The pointer is null or leads to `count` of them.
pub(super) unsafe fn plain(data: *const Data, count: usize) -> bool {
    // SAFETY: as the caller says.
    data.is_null() || (0..count).all(|at| unsafe { get(data.wrapping_add(at)) } == Some([0; 8]))
}

/// Says of edges that were answered that they have no data.
///
/// # Safety
/// `count` is null or a number; `data` is null or has room for so many.
unsafe fn none(data: *mut Data, count: *const usize) {
    // SAFETY: as the caller says.
    let count = unsafe { get(count) }.unwrap_or(0);
    for at in 0..if data.is_null() { 0 } else { count } {
        // SAFETY: as the caller says.
        unsafe { data.add(at).write_unaligned([0; 8]) };
    }
}

/// `cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const
/// cudaGraphEdgeData *edgeData, size_t numDependencies)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn graph_add_edges(
    graph: Pointer,
    from: Pointer,
    to: Pointer,
    data: *const Data,
    count: usize,
) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        if !plain(data, count) {
            return fail(NOT_SUPPORTED);
        }
        of_hip(hipGraphAddDependencies(graph, from, to, count))
    }
}

/// `cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const
/// cudaGraphEdgeData *edgeData, size_t numDependencies)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn graph_remove_edges(
    graph: Pointer,
    from: Pointer,
    to: Pointer,
    data: *const Data,
    count: usize,
) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        if !plain(data, count) {
            return fail(NOT_SUPPORTED);
        }
        of_hip(hipGraphRemoveDependencies(graph, from, to, count))
    }
}

/// `cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edgeData,
/// size_t *numEdges)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn graph_edges(
    graph: Pointer,
    from: Pointer,
    to: Pointer,
    data: *mut Data,
    count: *mut usize,
) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        let code = hipGraphGetEdges(graph, from, to, count);
        if code == SUCCESS {
            none(data, count);
        }
        of_hip(code)
    }
}

/// `cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *pDependencies, cudaGraphEdgeData *edgeData,
/// size_t *pNumDependencies)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn node_dependencies(
    node: Pointer,
    nodes: Pointer,
    data: *mut Data,
    count: *mut usize,
) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        let code = hipGraphNodeGetDependencies(node, nodes, count);
        if code == SUCCESS {
            none(data, count);
        }
        of_hip(code)
    }
}

/// `cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes, cudaGraphEdgeData
/// *edgeData, size_t *pNumDependentNodes)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn node_dependents(
    node: Pointer,
    nodes: Pointer,
    data: *mut Data,
    count: *mut usize,
) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        let code = hipGraphNodeGetDependentNodes(node, nodes, count);
        if code == SUCCESS {
            none(data, count);
        }
        of_hip(code)
    }
}

/// `cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out, unsigned long long
/// *id_out, cudaGraph_t *graph_out, const cudaGraphNode_t **dependencies_out, const cudaGraphEdgeData **edgeData_out, size_t
/// *numDependencies_out)`: edges without data are said by a null pointer.
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn capture_info(
    stream: Pointer,
    status: Pointer,
    id: Pointer,
    graph: Pointer,
    nodes: Pointer,
    data: *mut *const Data,
    count: Pointer,
) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        let code = hipStreamGetCaptureInfo_v2(stream, status, id, graph, nodes, count);
        if code == SUCCESS && !data.is_null() {
            data.write_unaligned(std::ptr::null());
        }
        of_hip(code)
    }
}

/// `cudaStreamGetCaptureInfo_v3` with the thread's own stream for none.
///
/// # Safety
/// As [`capture_info`].
pub unsafe extern "C" fn capture_info_ptsz(
    stream: Pointer,
    status: Pointer,
    id: Pointer,
    graph: Pointer,
    nodes: Pointer,
    data: *mut *const Data,
    count: Pointer,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { capture_info(per_thread(stream), status, id, graph, nodes, data, count) }
}

/// `cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData
/// *dependencyData, size_t numDependencies, unsigned int flags)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn capture_dependencies(
    stream: Pointer,
    nodes: Pointer,
    data: *const Data,
    count: usize,
    flags: u32,
) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        if !plain(data, count) {
            return fail(NOT_SUPPORTED);
        }
        of_hip(hipStreamUpdateCaptureDependencies(stream, nodes, count, flags))
    }
}

/// `cudaStreamUpdateCaptureDependencies_v2` with the thread's own stream for none.
///
/// # Safety
/// As [`capture_dependencies`].
pub unsafe extern "C" fn capture_dependencies_ptsz(
    stream: Pointer,
    nodes: Pointer,
    data: *const Data,
    count: usize,
    flags: u32,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { capture_dependencies(per_thread(stream), nodes, data, count, flags) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_say_nothing_are_plain() {
        let data = [[0; 8], [0, 0, 1, 0, 0, 0, 0, 0]];
        // SAFETY: an array of two.
        let said = unsafe {
            [plain(std::ptr::null(), 9), plain(&raw const data[0], 1), plain(&raw const data[0], 2)]
        };
        assert_eq!(said, [true, true, false]);
    }
}
