/* Graphs, nodes and executables that are null or were destroyed: a part of gone.c. */
#include "gone.h"

#include <string.h>

static hipGraph_t graph(void)
{
    hipGraph_t made = NULL;
    hipGraphCreate(&made, 0);
    return made;
}

static hipGraphNode_t node(hipGraph_t of)
{
    hipGraphNode_t made = NULL;
    hipGraphAddEmptyNode(&made, of, NULL, 0);
    return made;
}

static hipGraphExec_t executable(hipGraph_t of)
{
    hipGraphExec_t made = NULL;
    hipGraphInstantiateWithFlags(&made, of, 0);
    return made;
}

static hipGraph_t dead_graph(void)
{
    hipGraph_t made = graph();
    node(made);
    hipGraphDestroy(made);
    return made;
}

static hipGraphExec_t dead_executable(void)
{
    hipGraph_t of = graph();
    hipGraphExec_t made;
    node(of);
    made = executable(of);
    hipGraphExecDestroy(made);
    return made;
}

static hipGraphNode_t dead_node(void)
{
    hipGraphNode_t made = node(graph());
    hipGraphDestroyNode(made);
    return made;
}

static void null_graphs(void)
{
    hipGraph_t made = NULL;
    hipGraphNode_t added = NULL;
    hipGraphExec_t exec = NULL;
    size_t count = 0;
    say("add a node", hipGraphAddEmptyNode(&added, NULL, NULL, 0));
    say("destroy", hipGraphDestroy(NULL));
    say("instantiate", hipGraphInstantiateWithFlags(&exec, NULL, 0));
    say("instantiate, no place", hipGraphInstantiateWithFlags(NULL, graph(), 0));
    say("clone", hipGraphClone(&made, NULL));
    say("clone, no place", hipGraphClone(NULL, graph()));
    say("nodes", hipGraphGetNodes(NULL, NULL, &count));
    say("root nodes", hipGraphGetRootNodes(NULL, NULL, &count));
    say("dot", hipGraphDebugDotPrint(NULL, "/dev/null", 0));
    say("dot, no path", hipGraphDebugDotPrint(graph(), NULL, 0));
    say("create, no place", hipGraphCreate(NULL, 0));
    say("child", hipGraphAddChildGraphNode(&added, graph(), NULL, 0, NULL));
    say("retain an object", hipGraphRetainUserObject(NULL, NULL, 1, 0));
}

static void null_nodes(void)
{
    hipGraph_t of = graph();
    hipGraphNode_t in = node(of), out = NULL;
    hipGraphNodeType type;
    hipKernelNodeParams kernel;
    hipMemsetParams fill;
    hipMemcpy3DParms copy;
    hipHostNodeParams host;
    hipEvent_t event = NULL;
    hipGraph_t child = NULL;
    memset(&kernel, 0, sizeof kernel), memset(&fill, 0, sizeof fill);
    memset(&copy, 0, sizeof copy), memset(&host, 0, sizeof host);
    say("type", hipGraphNodeGetType(NULL, &type));
    say("type, no place", hipGraphNodeGetType(in, NULL));
    say("destroy", hipGraphDestroyNode(NULL));
    say("kernel", hipGraphKernelNodeGetParams(NULL, &kernel));
    say("set kernel", hipGraphKernelNodeSetParams(NULL, &kernel));
    say("fill", hipGraphMemsetNodeGetParams(NULL, &fill));
    say("set fill", hipGraphMemsetNodeSetParams(NULL, &fill));
    say("copy", hipGraphMemcpyNodeGetParams(NULL, &copy));
    say("set copy", hipGraphMemcpyNodeSetParams(NULL, &copy));
    say("host", hipGraphHostNodeGetParams(NULL, &host));
    say("set host", hipGraphHostNodeSetParams(NULL, &host));
    say("record", hipGraphEventRecordNodeGetEvent(NULL, &event));
    say("wait", hipGraphEventWaitNodeGetEvent(NULL, &event));
    say("child", hipGraphChildGraphNodeGetGraph(NULL, &child));
    say("find in a clone", hipGraphNodeFindInClone(&out, NULL, of));
    say("find in no clone", hipGraphNodeFindInClone(&out, in, NULL));
    say("find in what is no clone", hipGraphNodeFindInClone(&out, in, of));
    say("add a record of no event", hipGraphAddEventRecordNode(&out, of, NULL, 0, NULL));
    say("kernel of an empty node", hipGraphKernelNodeGetParams(in, &kernel));
}

static void null_executables(void)
{
    hipGraph_t of = graph();
    hipGraphNode_t in = node(of);
    hipGraphExec_t exec = executable(of);
    hipKernelNodeParams kernel;
    hipHostNodeParams host;
    unsigned enabled = 0;
    memset(&kernel, 0, sizeof kernel), memset(&host, 0, sizeof host);
    say("launch", hipGraphLaunch(NULL, NULL));
    say("upload", hipGraphUpload(NULL, NULL));
    say("destroy", hipGraphExecDestroy(NULL));
    say("set kernel", hipGraphExecKernelNodeSetParams(NULL, in, &kernel));
    say("set kernel of no node", hipGraphExecKernelNodeSetParams(exec, NULL, &kernel));
    say("set kernel to none", hipGraphExecKernelNodeSetParams(exec, in, NULL));
    say("set host", hipGraphExecHostNodeSetParams(NULL, in, &host));
    say("set host of no node", hipGraphExecHostNodeSetParams(exec, NULL, &host));
    say("set child", hipGraphExecChildGraphNodeSetParams(NULL, in, of));
    say("set child of no node", hipGraphExecChildGraphNodeSetParams(exec, NULL, of));
    say("set child to none", hipGraphExecChildGraphNodeSetParams(exec, in, NULL));
    say("enabled", hipGraphNodeGetEnabled(NULL, in, &enabled));
    say("enabled of no node", hipGraphNodeGetEnabled(exec, NULL, &enabled));
    say("set record", hipGraphExecEventRecordNodeSetEvent(NULL, in, NULL));
}

#define DEAD_GRAPH(name, call) static void name(void) { hipGraph_t g = dead_graph(); say("answer", call); }
static hipGraph_t g_out;
static hipGraphNode_t n_out;
static hipGraphExec_t x_out;
static size_t count_out;
static hipGraphNodeType type_out;
DEAD_GRAPH(graph_destroy, hipGraphDestroy(g))
DEAD_GRAPH(graph_instantiate, hipGraphInstantiateWithFlags(&x_out, g, 0))
DEAD_GRAPH(graph_clone, hipGraphClone(&g_out, g))
DEAD_GRAPH(graph_add, hipGraphAddEmptyNode(&n_out, g, NULL, 0))
DEAD_GRAPH(graph_nodes, hipGraphGetNodes(g, NULL, &count_out))

static void exec_launch(void) { say("answer", hipGraphLaunch(dead_executable(), NULL)); }
static void exec_destroy(void) { say("answer", hipGraphExecDestroy(dead_executable())); }
static void exec_upload(void) { say("answer", hipGraphUpload(dead_executable(), NULL)); }
static void node_destroy(void) { say("answer", hipGraphDestroyNode(dead_node())); }
static void node_type(void) { say("answer", hipGraphNodeGetType(dead_node(), &type_out)); }

static hipStream_t dead_stream(void)
{
    hipStream_t stream = NULL;
    hipStreamCreate(&stream);
    hipStreamDestroy(stream);
    return stream;
}

static void launch_in_dead_stream(void)
{
    hipGraph_t of = graph();
    node(of);
    say("answer", hipGraphLaunch(executable(of), dead_stream()));
}

/* Copies of an executable whose ends change. */
static void copies(void)
{
    const void *words = symbol();
    hipGraph_t of = graph();
    hipGraphNode_t to = NULL, from = NULL, plain = NULL;
    hipGraphExec_t exec;
    int host[16] = { 0 }, *device = NULL, *managed = NULL, *pinned = NULL;
    void *address = NULL;
    hipMalloc((void **)&device, 64);
    hipMallocManaged((void **)&managed, 64, hipMemAttachGlobal);
    hipHostAlloc((void **)&pinned, 64, 0);
    say("address", hipGetSymbolAddress(&address, words));
    say("add to", hipGraphAddMemcpyNodeToSymbol(&to, of, NULL, 0, words, host, 64, 0, hipMemcpyHostToDevice));
    say("add from", hipGraphAddMemcpyNodeFromSymbol(&from, of, NULL, 0, host, words, 64, 0, hipMemcpyDeviceToHost));
    say("add plain", hipGraphAddMemcpyNode1D(&plain, of, NULL, 0, device, host, 64, hipMemcpyHostToDevice));
    exec = executable(of);
    say("to, the same", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, host, 64, 0, hipMemcpyHostToDevice));
    say("to, fewer bytes", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, host, 32, 0, hipMemcpyHostToDevice));
    say("to, at an offset", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, host, 32, 32, hipMemcpyHostToDevice));
    say("to, no bytes", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, host, 0, 0, hipMemcpyHostToDevice));
    say("to, beyond its end", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, host, 64, 4, hipMemcpyHostToDevice));
    say("to, kind default", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, host, 64, 0, hipMemcpyDefault));
    say("to, kind device to device", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, host, 64, 0, hipMemcpyDeviceToDevice));
    say("to, kind device to host", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, host, 64, 0, hipMemcpyDeviceToHost));
    say("to, from the device", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, device, 64, 0, hipMemcpyDeviceToDevice));
    say("to, from managed memory", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, managed, 64, 0, hipMemcpyDefault));
    say("to, from pinned memory", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, pinned, 64, 0, hipMemcpyHostToDevice));
    say("to, from nothing", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, words, NULL, 64, 0, hipMemcpyHostToDevice));
    say("to no symbol", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, NULL, host, 64, 0, hipMemcpyHostToDevice));
    say("to what is no symbol", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, to, device, host, 64, 0, hipMemcpyHostToDevice));
    say("to, of no node", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, NULL, words, host, 64, 0, hipMemcpyHostToDevice));
    say("to, of no executable", hipGraphExecMemcpyNodeSetParamsToSymbol(NULL, to, words, host, 64, 0, hipMemcpyHostToDevice));
    say("to, of the node from", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, from, words, host, 64, 0, hipMemcpyHostToDevice));
    say("to, of the plain node", hipGraphExecMemcpyNodeSetParamsToSymbol(exec, plain, words, host, 64, 0, hipMemcpyHostToDevice));
    say("from, of the node to", hipGraphExecMemcpyNodeSetParamsFromSymbol(exec, to, host, words, 64, 0, hipMemcpyDeviceToHost));
    say("from, the same", hipGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, host, words, 64, 0, hipMemcpyDeviceToHost));
    say("from, to the device", hipGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, device, words, 64, 0, hipMemcpyDeviceToDevice));
    say("from, no bytes", hipGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, host, words, 0, 0, hipMemcpyDeviceToHost));
    say("plain, other way", hipGraphExecMemcpyNodeSetParams1D(exec, plain, host, device, 64, hipMemcpyDeviceToHost));
    say("plain, on the device", hipGraphExecMemcpyNodeSetParams1D(exec, plain, device, device + 8, 32, hipMemcpyDeviceToDevice));
    say("plain, no bytes", hipGraphExecMemcpyNodeSetParams1D(exec, plain, device, host, 0, hipMemcpyHostToDevice));
}

const Scenario GRAPHS[] = {
    { "null graphs", null_graphs },
    { "null nodes", null_nodes },
    { "null executables", null_executables },
    { "destroy of a destroyed graph", graph_destroy },
    { "instantiation of a destroyed graph", graph_instantiate },
    { "clone of a destroyed graph", graph_clone },
    { "node of a destroyed graph", graph_add },
    { "nodes of a destroyed graph", graph_nodes },
    { "launch of a destroyed executable", exec_launch },
    { "destroy of a destroyed executable", exec_destroy },
    { "upload of a destroyed executable", exec_upload },
    { "destroy of a destroyed node", node_destroy },
    { "type of a destroyed node", node_type },
    { "launch in a destroyed stream", launch_in_dead_stream },
    { "copies of an executable", copies },
    { NULL, NULL },
};
