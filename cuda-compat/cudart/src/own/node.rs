//! Graph nodes: structures with another order of members than in HIP.

use super::edge::edges;
use super::get;
use crate::entry::{Code, Pointer, fail, of_hip, per_thread};
use crate::result::{INVALID_VALUE, NOT_SUPPORTED, SUCCESS};
use hip_sys::{
    hipGraphInstantiateParams, hipGraphInstantiateResult, hipGraphNodeType, hipKernelNodeParams,
    hipMemsetParams,
};

/// `CU_LAUNCH_PARAM_END`
const END: usize = 0;

/// Converts a packed parameter block to HIP's form: marks and values in turn, each mark at most once, then
/// the end mark.
///
/// # Safety
/// `extra` points to such a list in CUDA's form.
pub unsafe fn packed(extra: *const usize) -> [usize; 5] {
    let mut marks = [hip_sys::HIP_LAUNCH_PARAM_END.addr(); 5];
    for pair in 0..2 {
        // SAFETY: the end has not come yet.
        let mark = unsafe { extra.add(2 * pair).read_unaligned() };
        if mark == END {
            break;
        }
        marks[2 * pair] = mark;
        // SAFETY: a mark has a value.
        marks[2 * pair + 1] = unsafe { extra.add(2 * pair + 1).read_unaligned() };
    }
    marks
}

/// `cudaKernelNodeParams`, and the beginning of `cudaKernelNodeParamsV2`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    function: Pointer,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    arguments: Pointer,
    extra: Pointer,
}

impl Kernel {
    /// Uses another kernel if this structure names none.
    #[must_use]
    pub fn or(self, function: Pointer) -> Self {
        if self.function.is_null() { Kernel { function, ..self } } else { self }
    }

    /// Converts to HIP's structure. `marks` is the space for its packed parameter block.
    ///
    /// # Safety
    /// `extra` is null or valid for [`packed`].
    unsafe fn hip(self, marks: &mut [usize; 5]) -> hipKernelNodeParams {
        let Kernel { function, grid, block, shared, arguments, mut extra } = self;
        if !extra.is_null() {
            // SAFETY: as the caller says.
            *marks = unsafe { packed(extra.cast()) };
            extra = marks.as_mut_ptr().cast();
        }
        hipKernelNodeParams {
            blockDim: block.into(),
            extra: extra.cast(),
            func: function,
            gridDim: grid.into(),
            kernelParams: arguments.cast(),
            sharedMemBytes: shared,
        }
    }
}

impl From<hipKernelNodeParams> for Kernel {
    fn from(from: hipKernelNodeParams) -> Self {
        Kernel {
            function: from.func,
            grid: from.gridDim.into(),
            block: from.blockDim.into(),
            shared: from.sharedMemBytes,
            arguments: from.kernelParams.cast(),
            extra: from.extra.cast(),
        }
    }
}

/// `cudaMemsetParams`, and the beginning of `cudaMemsetParamsV2`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Memset {
    to: Pointer,
    pitch: usize,
    value: u32,
    bytes: u32,
    width: usize,
    height: usize,
}

impl Memset {
    /// Converts to HIP's structure.
    ///
    /// # Safety
    /// Safe for any value.
    unsafe fn hip(self, _: &mut [usize; 5]) -> hipMemsetParams {
        let Memset { to, pitch, value, bytes, width, height } = self;
        hipMemsetParams { dst: to, elementSize: bytes, height, pitch, value, width }
    }
}

impl From<hipMemsetParams> for Memset {
    fn from(from: hipMemsetParams) -> Self {
        let hipMemsetParams { dst: to, elementSize: bytes, height, pitch, value, width } = from;
        Memset { to, pitch, value, bytes, width, height }
    }
}

/// Defines the functions that add, query and change nodes of one kind.
macro_rules! nodes {
    ($($cuda:ty, $hip:ty: $add:ident = $hip_add:ident, $get:ident = $hip_get:ident, $set:ident = $hip_set:ident, $exec:ident = $hip_exec:ident;)*) => {$(
        unsafe extern "C" {
            fn $hip_add(node: Pointer, graph: Pointer, after: Pointer, count: usize, params: *const $hip) -> Code;
            fn $hip_get(node: Pointer, params: *mut $hip) -> Code;
            fn $hip_set(node: Pointer, params: *const $hip) -> Code;
            fn $hip_exec(graph: Pointer, node: Pointer, params: *const $hip) -> Code;
        }

        /// Adds a node.
        ///
        /// # Safety
        /// Pointers are null or lead to what CUDA's declaration says.
        pub unsafe extern "C" fn $add(node: Pointer, graph: Pointer, after: Pointer, count: usize, params: *const $cuda) -> Code {
            // SAFETY: as the caller says; HIP gets a local.
            unsafe {
                let Some(params) = get(params) else { return fail(INVALID_VALUE) };
                of_hip($hip_add(node, graph, after, count, &params.hip(&mut [0; 5])))
            }
        }

        /// Gets the parameters of a node.
        ///
        /// # Safety
        /// Pointers are null or lead to what CUDA's declaration says.
        pub unsafe extern "C" fn $get(node: Pointer, params: *mut $cuda) -> Code {
            if params.is_null() {
                return fail(INVALID_VALUE);
            }
            let mut of = std::mem::MaybeUninit::<$hip>::zeroed();
            // SAFETY: a local's address; zeros are a value of it; `params` is not null, and the caller's.
            unsafe {
                let code = $hip_get(node, of.as_mut_ptr());
                if code == SUCCESS {
                    params.write_unaligned(of.assume_init().into());
                }
                of_hip(code)
            }
        }

        /// Changes a node.
        ///
        /// # Safety
        /// Pointers are null or lead to what CUDA's declaration says.
        pub unsafe extern "C" fn $set(node: Pointer, params: *const $cuda) -> Code {
            // SAFETY: as the caller says; HIP gets a local.
            unsafe {
                let Some(params) = get(params) else { return fail(INVALID_VALUE) };
                of_hip($hip_set(node, &params.hip(&mut [0; 5])))
            }
        }

        /// Changes a node of an executable graph.
        ///
        /// # Safety
        /// Pointers are null or lead to what CUDA's declaration says.
        pub unsafe extern "C" fn $exec(graph: Pointer, node: Pointer, params: *const $cuda) -> Code {
            // SAFETY: as the caller says; HIP gets a local.
            unsafe {
                let Some(params) = get(params) else { return fail(INVALID_VALUE) };
                of_hip($hip_exec(graph, node, &params.hip(&mut [0; 5])))
            }
        }
    )*};
}

nodes! {
    Kernel, hipKernelNodeParams: cudaGraphAddKernelNode = hipGraphAddKernelNode, cudaGraphKernelNodeGetParams = hipGraphKernelNodeGetParams,
        cudaGraphKernelNodeSetParams = hipGraphKernelNodeSetParams, cudaGraphExecKernelNodeSetParams = hipGraphExecKernelNodeSetParams;
    Memset, hipMemsetParams: cudaGraphAddMemsetNode = hipGraphAddMemsetNode, cudaGraphMemsetNodeGetParams = hipGraphMemsetNodeGetParams,
        cudaGraphMemsetNodeSetParams = hipGraphMemsetNodeSetParams, cudaGraphExecMemsetNodeSetParams = hipGraphExecMemsetNodeSetParams;
}

unsafe extern "C" {
    fn hipGraphAddNode(
        node: Pointer,
        graph: Pointer,
        after: Pointer,
        count: usize,
        params: *mut NodeParams,
    ) -> Code;
    fn hipExtGraphAddNode(
        node: Pointer,
        graph: Pointer,
        after: Pointer,
        data: Pointer,
        count: usize,
        params: *mut NodeParams,
    ) -> Code;
    fn hipGraphNodeSetParams(node: Pointer, params: *mut NodeParams) -> Code;
    fn hipGraphNodeGetType(node: Pointer, kind: *mut hipGraphNodeType) -> Code;
    fn hipGraphExecNodeSetParams(graph: Pointer, node: Pointer, params: *mut NodeParams) -> Code;
    fn hipGraphInstantiateWithParams(
        to: Pointer,
        graph: Pointer,
        params: *mut hipGraphInstantiateParams,
    ) -> Code;
    fn hipGraphExecUpdate(exec: Pointer, graph: Pointer, node: *mut Pointer, result: *mut u32) -> Code;
}

/// `cudaGraphNodeParams`, which has HIP's layout: a type, and 29 words with the same meaning.
pub use hip_sys::hipGraphNodeParams as NodeParams;

/// `cudaGraphNodeTypeConditional`
const CONDITIONAL: u32 = 13;

/// Kinds of nodes with other numbers in CUDA: batches of memory operations, conditional nodes.
const KINDS: [(u32, hipGraphNodeType); 2] = [
    (12, hipGraphNodeType::hipGraphNodeTypeBatchMemOp),
    (CONDITIONAL, hipGraphNodeType::hipExtGraphNodeTypeConditional),
];

/// `cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *pType)`
///
/// # Safety
/// The pointer is null or has room for a number.
pub unsafe extern "C" fn cudaGraphNodeGetType(node: Pointer, kind: *mut u32) -> Code {
    let mut hip = hipGraphNodeType(0);
    if kind.is_null() {
        return fail(INVALID_VALUE);
    }
    // SAFETY: a local's address; `kind` is not null, and the caller's.
    unsafe {
        let code = hipGraphNodeGetType(node, &raw mut hip);
        if code == SUCCESS {
            kind.write_unaligned(KINDS.iter().find(|kind| kind.1 == hip).map_or(hip.0, |kind| kind.0));
        }
        of_hip(code)
    }
}

/// Converts the parameters to HIP's form, which differs for launches and fills. `marks` is the space for a
/// launch's packed parameter block.
///
/// # Safety
/// A launch's `extra` is null or valid for [`packed`].
unsafe fn of_kind(mut params: NodeParams, marks: &mut [usize; 5]) -> Option<NodeParams> {
    let words = (&raw mut params.__bindgen_anon_1).cast::<u8>();
    match params.type_ {
        // SAFETY: 232 bytes have room for either structure, whose values may be any.
        hipGraphNodeType::hipGraphNodeTypeKernel => unsafe {
            params.__bindgen_anon_1.kernel = words.cast::<Kernel>().read_unaligned().hip(marks);
        },
        // SAFETY: as above.
        hipGraphNodeType::hipGraphNodeTypeMemset => unsafe {
            params.__bindgen_anon_1.memset = words.cast::<Memset>().read_unaligned().hip(marks);
        },
        kind if kind <= hipGraphNodeType::hipGraphNodeTypeMemFree => {}
        hipGraphNodeType(CONDITIONAL) => params.type_ = hipGraphNodeType::hipExtGraphNodeTypeConditional,
        _ => return None,
    }
    Some(params)
}

/// Calls HIP with the parameters in its order, and copies back its output: the address of an allocation, the
/// bodies of a conditional node.
///
/// # Safety
/// The pointer is null or leads to parameters.
unsafe fn with(params: *mut NodeParams, call: impl FnOnce(*mut NodeParams) -> Code) -> Code {
    // SAFETY: as the caller says.
    let Some(given) = (unsafe { get(params) }) else { return fail(INVALID_VALUE) };
    let mut marks = [0; 5];
    // SAFETY: as the caller says.
    let Some(mut hip) = (unsafe { of_kind(given, &mut marks) }) else { return fail(NOT_SUPPORTED) };
    let code = call(&raw mut hip);
    let differ = [hipGraphNodeType::hipGraphNodeTypeKernel, hipGraphNodeType::hipGraphNodeTypeMemset];
    if code == SUCCESS && !differ.contains(&given.type_) {
        // SAFETY: not null, and the caller's.
        unsafe { params.write_unaligned(NodeParams { type_: given.type_, ..hip }) };
    }
    of_hip(code)
}

/// `cudaError_t cudaGraphAddNode(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t
/// *pDependencies, size_t numDependencies, struct cudaGraphNodeParams *nodeParams)`, as CUDA 12 has it.
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn graph_add_node(
    node: Pointer,
    graph: Pointer,
    after: Pointer,
    count: usize,
    params: *mut NodeParams,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { with(params, |params| hipGraphAddNode(node, graph, after, count, params)) }
}

/// `cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t
/// *pDependencies, const cudaGraphEdgeData *dependencyData, size_t numDependencies, struct
/// cudaGraphNodeParams *nodeParams)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn graph_add_node_with_edges(
    node: Pointer,
    graph: Pointer,
    after: Pointer,
    data: Pointer,
    count: usize,
    params: *mut NodeParams,
) -> Code {
    // SAFETY: as the caller says.
    unsafe {
        let data = edges(data, count as u64);
        with(params, |params| hipExtGraphAddNode(node, graph, after, data, count, params))
    }
}

/// `cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams)`
///
/// # Safety
/// The pointer is null or leads to parameters.
pub unsafe extern "C" fn cudaGraphNodeSetParams(node: Pointer, params: *mut NodeParams) -> Code {
    // SAFETY: as the caller says.
    unsafe { with(params, |params| hipGraphNodeSetParams(node, params)) }
}

/// `cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node, struct
/// cudaGraphNodeParams *nodeParams)`
///
/// # Safety
/// The pointer is null or leads to parameters.
pub unsafe extern "C" fn cudaGraphExecNodeSetParams(
    graph: Pointer,
    node: Pointer,
    params: *mut NodeParams,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { with(params, |params| hipGraphExecNodeSetParams(graph, node, params)) }
}

/// `cudaGraphInstantiateParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Instantiate {
    flags: u64,
    stream: Pointer,
    node: Pointer,
    result: u32,
}

/// `cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
/// cudaGraphInstantiateParams *instantiateParams)`
///
/// # Safety
/// Pointers are null or lead to what the declaration says.
pub unsafe extern "C" fn cudaGraphInstantiateWithParams(
    to: Pointer,
    graph: Pointer,
    params: *mut Instantiate,
) -> Code {
    // SAFETY: as the caller says.
    let Some(Instantiate { flags, stream, node, result }) = (unsafe { get(params) }) else {
        return fail(INVALID_VALUE);
    };
    let mut hip = hipGraphInstantiateParams {
        errNode_out: node.cast(),
        flags,
        result_out: hipGraphInstantiateResult(result),
        uploadStream: stream.cast(),
    };
    // SAFETY: HIP gets a local; `params` is not null, and the caller's.
    unsafe {
        let code = hipGraphInstantiateWithParams(to, graph, &raw mut hip);
        let (node, result) = (hip.errNode_out.cast(), hip.result_out.0);
        params.write_unaligned(Instantiate { flags, stream, node, result });
        of_hip(code)
    }
}

/// `cudaGraphInstantiateWithParams` with the per-thread stream for null.
///
/// # Safety
/// Same as `cudaGraphInstantiateWithParams`.
pub unsafe extern "C" fn cudaGraphInstantiateWithParams_ptsz(
    to: Pointer,
    graph: Pointer,
    params: *mut Instantiate,
) -> Code {
    // SAFETY: as the caller says.
    let Some(mut own) = (unsafe { get(params) }) else { return fail(INVALID_VALUE) };
    let stream = own.stream;
    own.stream = per_thread(stream);
    // SAFETY: a local; `params` is not null, and the caller's.
    unsafe {
        let code = cudaGraphInstantiateWithParams(to, graph, &raw mut own);
        params.write_unaligned(Instantiate { stream, ..own });
        code
    }
}

/// `cudaGraphExecUpdateResultInfo`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Update {
    result: u32,
    node: Pointer,
    from: Pointer,
}

/// `cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
/// cudaGraphExecUpdateResultInfo *resultInfo)`
///
/// # Safety
/// The last pointer is null or leads to what the declaration says.
pub unsafe extern "C" fn cudaGraphExecUpdate(exec: Pointer, graph: Pointer, info: *mut Update) -> Code {
    let (mut node, mut result) = (std::ptr::null_mut(), 0);
    // SAFETY: locals' addresses; `info` is the caller's.
    unsafe {
        let code = hipGraphExecUpdate(exec, graph, &raw mut node, &raw mut result);
        if !info.is_null() {
            info.write_unaligned(Update { result, node, from: std::ptr::null_mut() });
        }
        of_hip(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_have_the_sizes_of_both_apis() {
        assert_eq!((size_of::<Kernel>(), size_of::<hipKernelNodeParams>()), (56, 64));
        assert_eq!((size_of::<Memset>(), size_of::<hipMemsetParams>()), (40, 48));
        assert_eq!((size_of::<Instantiate>(), size_of::<hipGraphInstantiateParams>()), (32, 32));
        assert_eq!((size_of::<NodeParams>(), size_of::<Update>()), (256, 24));
    }
}
